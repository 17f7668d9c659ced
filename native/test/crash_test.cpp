// Processes that end in the middle of something: the next start works, nothing stays behind, nobody sees half a
// message.
#include <random>

#include "child.hpp"
#include "domain.hpp"

using namespace roslet;
using namespace roslet::test;

namespace {

// Every step that has a kill point (grep -rn KillPoint native/src/core).
const char* const kKillPoints[] = {
    "directory.created", "registry.created", "registry.linked",  "registry.joined",   "registry.claimed",
    "context.locked",    "context.linked",   "mailbox.bound",    "catalogue.writing", "catalogue.written",
    "log.created",       "log.linked",       "publish.reserved", "log.committing",    "log.committed",
    "durable.written",   "durable.linked",   "durable.evicting", "publisher.closing", "reclaim.swept",
    "context.closing",   "context.released", "domain.swept",     "registry.removed",
};

bool IsLastUsersStep(const std::string& point) {
  return point == "domain.swept" || point == "registry.removed";
}

}  // namespace

// Goes through all of a context's life. With a second argument, it dies of a dead context's remains first.
CHILD("lives-and-dies") {
  Domain domain(arguments[0]);
  Context context(domain.options());
  Bytes catalogue(100, 1);
  context.SetCatalogue(catalogue.data(), catalogue.size());
  context.TakeGraphChanges();
  Publisher publisher(context, {.entity = 1, .transient_local = true, .depth = 1});
  for (std::size_t size : {100, 100'000, 100'000, 60'000, 200, 40'000, 100'000}) Publish(context, publisher, size);
  publisher.Close();
  context.Close();
  return 0;
}

CHILD("leaves-a-mess") {
  Domain domain(arguments[0]);
  Context context(domain.options());
  Publisher publisher(context, {.entity = 1, .transient_local = true, .depth = 3});
  for (std::size_t size : {100, 100'000, 60'000, 100'000}) Publish(context, publisher, size);
  ::raise(SIGKILL);
  return 0;
}

TEST("crash: at every step, alone in the domain: the next start works and leaves nothing") {
  for (const std::string point : kKillPoints) {
    Domain domain;
    if (point == "reclaim.swept") CHECK_EQ(Child("leaves-a-mess", {domain.path()}).Wait(), kKilled);
    int ended = Child("lives-and-dies", {domain.path()}, {{"ROSLET_TEST_KILL_AT", point}}).Wait();
    if (ended != kKilled) Fail(__FILE__, __LINE__, "no step " + point);
    CHECK_EQ(Child("lives-and-dies", {domain.path()}).Wait(), 0);
    if (domain.Exists()) Fail(__FILE__, __LINE__, point + " leaves " + Show(domain.Files()));
  }
}

TEST("crash: at every step, beside others: they clean up, and the domain does not grow") {
  for (const std::string point : kKillPoints) {
    if (IsLastUsersStep(point) || point.starts_with("directory") || point == "registry.created" ||
        point == "registry.linked") {
      continue;
    }
    Domain domain;
    {
      Context context(domain.options());
      if (point == "reclaim.swept") CHECK_EQ(Child("leaves-a-mess", {domain.path()}).Wait(), kKilled);
      int ended = Child("lives-and-dies", {domain.path()}, {{"ROSLET_TEST_KILL_AT", point}}).Wait();
      if (ended != kKilled) Fail(__FILE__, __LINE__, "no step " + point);
      context.NoteDeath();
      context.TakeGraphChanges();
      Context next(domain.options());  // sweeps up what had no slot
      CHECK_EQ(ReadRegistry(context.directory()).size(), 2);
      if (domain.Files().size() != 5) Fail(__FILE__, __LINE__, point + " leaves " + Show(domain.Files()));
    }
    CHECK(!domain.Exists());
  }
}

TEST("crash: an abandoned context's messages are still read, then its files are gone") {
  Domain domain;
  Context two(domain.options());
  Context one(domain.options());
  Pair pair(one, two, {.depth = 0}, {.depth = 0});
  for (int i = 0; i < 200; ++i) pair.Send(static_cast<std::size_t>(i) * 100);
  CHECK(domain.Files("log-").size() > 1);
  one.Abandon();
  two.NoteDeath();
  CHECK_EQ(two.TakeGraphChanges().size(), 0);
  CHECK_EQ(domain.Files().size(), 3);
  pair.subscription->Detach(pair.attachment, true);
  CHECK_EQ(Sequences(TakeAll(two)), Range(1, 200));
  CHECK(!pair.subscription->Ready());
}

TEST("crash: many find the same dead at once, and one of them reports it to each") {
  Domain domain;
  Context dead(domain.options());
  Publisher publisher(dead, {.entity = 1, .transient_local = true, .depth = 1});
  Publish(dead, publisher, 100'000);
  std::vector<std::unique_ptr<Context>> others;
  for (int i = 0; i < 5; ++i) others.push_back(std::make_unique<Context>(domain.options()));
  for (auto& other : others) other->TakeGraphChanges();
  dead.Abandon();
  for (auto& other : others) {
    other->NoteDeath();
    auto changes = other->TakeGraphChanges();
    CHECK_EQ(changes.size(), 1);
    CHECK_EQ(changes[0].context, dead.id());
    CHECK(!changes[0].catalogue);
  }
  CHECK_EQ(domain.Files().size(), 1 + 2 * 5);
}

CHILD("publishes-without-end") {
  Domain domain(arguments[0]);
  Context context(domain.options(arguments.size() > 2));
  Publisher publisher(context, {.entity = 1, .transient_local = true, .depth = 3});
  ContextId reader = std::stoull(arguments[1]);
  publisher.SetReaders({{{reader, 2}, true}});
  Tell(std::to_string(context.id()));
  Listen();
  for (;;) {
    Publish(context, publisher, publisher.last_sequence() % 3 == 0 ? 1 << 20 : 30'000);
    context.ProcessEvents();
  }
}

TEST("crash: publishers killed at random moments: no torn message, no growth, the next one works") {
  Domain domain;
  Context context(domain.options());
  std::mt19937 random(13);
  std::uint64_t received = 0;
  for (int round = 0; round < 30; ++round) {
    std::vector<std::string> arguments{domain.path(), std::to_string(context.id())};
    if (round % 3 == 2) arguments.push_back("inline");
    Child child("publishes-without-end", arguments);
    ContextId writer = std::stoull(child.Hear());
    Subscription subscription(context, {.entity = 2, .depth = 10});
    subscription.SetActive(true);
    std::uint32_t attachment = subscription.Attach({writer, 1}, Start::kBeginning, {});
    context.TakeGraphChanges();
    child.Say("go");
    std::uint64_t before = received;
    auto read = [&] {
      for (const Message& message : Take(context)) {
        if (message.kind != MessageKind::kMessage) continue;
        CHECK(Whole(message, (message.sequence - 1) % 3 == 0 ? 1 << 20 : 30'000));
        ++received;
      }
    };
    auto turn = [&] {
      context.Wait(1);
      context.TakePoked();
      read();
    };
    while (received == before) turn();
    auto until = std::chrono::steady_clock::now() + std::chrono::microseconds(random() % 20'000);
    while (std::chrono::steady_clock::now() < until) turn();
    child.Signal(SIGKILL);
    child.Wait();
    context.NoteDeath();
    context.TakeGraphChanges();
    subscription.Detach(attachment, true);
    read();
    CHECK_EQ(domain.Files().size(), 3);
  }
  CHECK(domain.Bytes() < 200'000);
}

CHILD("reads-without-end") {
  Domain domain(arguments[0]);
  Context context(domain.options());
  Subscription subscription(context, {.entity = 2, .depth = 10});
  subscription.SetActive(true);
  subscription.Attach({std::stoull(arguments[1]), 1}, Start::kHead, {});
  Tell(std::to_string(context.id()));
  for (;;) {
    context.Wait(-1);
    context.TakePoked();
    if (context.GraphChanged()) context.TakeGraphChanges();
    Take(context);
  }
}

TEST("crash: readers killed at random moments do not disturb the publisher, nor stopped ones") {
  Domain domain;
  Context context(domain.options());
  Context steady(domain.options());
  Pair pair(context, steady, {.depth = 10}, {.depth = 10});
  std::mt19937 random(17);
  std::uint64_t got = 0;
  for (int round = 0; round < 20; ++round) {
    Child child("reads-without-end", {domain.path(), std::to_string(context.id())});
    ContextId reader = std::stoull(child.Hear());
    context.TakeGraphChanges();
    pair.publisher->SetReaders({AddressOf(steady, *pair.subscription), {{reader, 2}, true}});
    std::uint64_t end = random() % 2000;
    for (std::uint64_t i = 0; i < 2000; ++i) {
      CHECK_EQ(pair.Send(2000), PublishStatus::kOk);
      if (i == end) child.Signal(round % 2 == 0 ? SIGKILL : SIGSTOP);
      if (i % 10 == 9) got += pair.Read().size();
    }
  }
  CHECK_EQ(got, 20 * 2000);
  CHECK_EQ(pair.Lost(), 0);
}

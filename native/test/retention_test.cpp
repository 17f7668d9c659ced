// What a reader gets is what reliability and history promise: no message less, and each one that is missing is counted.
#include <random>

#include "child.hpp"
#include "domain.hpp"

using namespace roslet;
using namespace roslet::test;

namespace {

struct Two {
  Domain domain;
  Context one{domain.options()};
  Context two{domain.options()};
};

// What a writer may claim of its reader: everything was received, lost with a count, or still waits.
void CheckBooks(Pair& pair, std::uint64_t pending = 0) {
  const layout::ReaderBlock& block = pair.subscription->block();
  CHECK_EQ(block.received + pair.Lost() + pending, pair.publisher->block().sent.load());
  CHECK_EQ(block.via_log + block.via_inline + block.via_durable, block.received.load());
}

}  // namespace

TEST("reliable: a reader that keeps up gets everything, whatever the sizes") {
  Two c;
  Pair pair(c.one, c.two, {.depth = 10}, {.depth = 10});
  std::mt19937 random(3);
  std::uint64_t next = 1;
  for (int burst = 0; burst < 300; ++burst) {
    std::vector<std::size_t> sizes;
    for (int i = 0; i < 10; ++i) sizes.push_back(4 + (random() % 7 == 0 ? random() % 300'000 : random() % 2000));
    for (std::size_t size : sizes) CHECK_EQ(pair.Send(size), PublishStatus::kOk);
    for (const Message& message : pair.Read()) {
      CHECK_EQ(message.sequence, next);
      CHECK_EQ(message.lost, 0);
      CHECK(Whole(message, sizes[(next++ - 1) % 10]));
    }
    CHECK_EQ(next, static_cast<std::uint64_t>(burst + 1) * 10 + 1);
  }
  CHECK(pair.publisher->AllAcknowledged());
  CheckBooks(pair);
}

TEST("reliable: depth 1000 holds bursts of 1000 from a tight loop") {
  Two c;
  Pair pair(c.one, c.two, {.depth = 1000}, {.depth = 1000});
  for (std::uint64_t burst = 0; burst < 20; ++burst) {
    for (int i = 0; i < 1000; ++i) CHECK_EQ(pair.Send(100 + burst * 150), PublishStatus::kOk);
    CHECK_EQ(Sequences(pair.Read()), Range(burst * 1000 + 1, burst * 1000 + 1000));
  }
  CheckBooks(pair);
}

TEST("reliable: a reader that sleeps finds the newest n, and the others counted") {
  for (std::uint32_t depth : {1u, 2u, 10u, 100u}) {
    for (std::size_t size : {std::size_t{8}, std::size_t{3000}, std::size_t{100'000}}) {
      Two c;
      Pair pair(c.one, c.two, {.depth = depth}, {.depth = 0});
      for (int i = 0; i < 1000; ++i) CHECK_EQ(pair.Send(size), PublishStatus::kOk);
      std::vector<Message> got = pair.Read();
      CHECK(got.size() >= depth);
      CHECK_EQ(Sequences(got), Range(1001 - got.size(), 1000));
      CHECK_EQ(got[0].lost, 1000 - got.size());
      for (const Message& message : got) CHECK(Whole(message, size));
      CHECK_EQ(pair.Lost(), 1000 - got.size());
      CheckBooks(pair);
    }
  }
}

TEST("reliable: what a sleeping reader holds back is bounded by the depth") {
  Two c;
  Pair pair(c.one, c.two, {.depth = 5}, {.depth = 5});
  std::uint64_t most = 0;
  for (int i = 0; i < 2000; ++i) {
    CHECK_EQ(pair.Send(20'000), PublishStatus::kOk);
    most = std::max(most, c.domain.Bytes());
  }
  CHECK(most < 2'000'000);
  CHECK_EQ(Sequences(pair.Read()), Range(1996, 2000));
}

TEST("reliable: a slow reader does not cost a quick one anything, nor the other way round") {
  Two c;
  Context third(c.domain.options());
  Publisher publisher(c.one, {.entity = 1, .depth = 50});
  Subscription quick(c.two, {.entity = 2, .depth = 50});
  Subscription slow(third, {.entity = 2, .depth = 50});
  for (Subscription* subscription : {&quick, &slow}) {
    subscription->SetActive(true);
    subscription->Attach({c.one.id(), 1}, Start::kBeginning, {});
  }
  publisher.SetReaders({AddressOf(c.two, quick), AddressOf(third, slow)});
  std::uint64_t got = 0;
  for (int i = 0; i < 3000; ++i) {
    CHECK_EQ(Publish(c.one, publisher, 500), PublishStatus::kOk);
    if (i % 50 == 49) got += TakeAll(c.two).size();
  }
  CHECK_EQ(got, 3000);
  CHECK_EQ(quick.block().lost_overwritten + quick.block().lost_depth, 0);
  CHECK_EQ(Sequences(TakeAll(third)), Range(2951, 3000));
}

CHILD("reads-nothing") {
  Domain domain(arguments[0]);
  Context context(domain.options());
  Subscription subscription(context, {.entity = 2, .depth = 0});
  subscription.Attach({std::stoull(arguments[1]), 1}, Start::kBeginning, {});
  Tell(std::to_string(context.id()));
  Listen();
  return 0;
}

TEST("reliable: a reader that was killed is no longer waited for") {
  for (std::uint32_t depth : {0u, 1000u}) {
    Domain domain;
    Context context(domain.options());
    Publisher publisher(context, {.entity = 1, .depth = depth, .max_bytes = 1 << 20});
    Child child("reads-nothing", {domain.path(), std::to_string(context.id())});
    publisher.SetReaders({{{std::stoull(child.Hear()), 2}, true}});
    PublishStatus status;
    do {
      status = Publish(context, publisher, 10'000);
    } while (status == PublishStatus::kOk && publisher.last_sequence() < (depth == 0 ? 1000 : 60));
    CHECK(depth != 0 || status == PublishStatus::kBackpressured);
    child.Signal(SIGKILL);
    child.Wait();
    for (int i = 0; i < 1000; ++i) CHECK(Publish(context, publisher, 10'000) >= PublishStatus::kNoReaders);
    CHECK(domain.Bytes() < 1'300'000);
  }
}

TEST("keep all: the writer is held up instead of a message dropped, and woken when there is room") {
  Two c;
  Pair pair(c.one, c.two, {.depth = 0, .max_bytes = 1 << 20}, {.depth = 0});
  Quiet(c.one);
  std::uint64_t sent = 0;
  std::uint64_t got = 0;
  for (int round = 0; round < 20; ++round) {
    PublishStatus status;
    while ((status = pair.Send(5000)) == PublishStatus::kOk) ++sent;
    CHECK_EQ(status, PublishStatus::kBackpressured);
    CHECK(pair.publisher->waiting());
    CHECK(c.domain.Bytes() < 1'200'000);
    c.one.ProcessEvents();
    c.one.TakePoked();
    std::vector<Message> messages = pair.Read();
    CHECK_EQ(Sequences(messages), Range(got + 1, sent));
    got = sent;
    CHECK(c.one.Wait(-1));
    CHECK(c.one.TakePoked());
  }
  CHECK_EQ(pair.Lost(), 0);
  CheckBooks(pair);
}

TEST("keep all: a message that can never fit is an error and not a wait") {
  Two c;
  Pair pair(c.one, c.two, {.depth = 0, .max_bytes = 1 << 20}, {.depth = 0});
  CHECK_EQ(pair.Send(3 << 20), PublishStatus::kNoSpace);
  CHECK_EQ(pair.Send(100), PublishStatus::kOk);
  CHECK_EQ(pair.Read().size(), 1);
  CHECK_EQ(pair.Send(3 << 20), PublishStatus::kNoSpace);
  CHECK_EQ(pair.publisher->block().lost_no_space.load(), 2);
  CHECK(!pair.publisher->waiting());
}

TEST("a publisher's limit holds from its first message on") {
  Two c;
  for (std::uint64_t limit : {std::uint64_t{1} << 20, std::uint64_t{4} << 20}) {
    Pair pair(c.one, c.two, {.entity = 1 + static_cast<std::uint32_t>(limit >> 20), .depth = 1000, .max_bytes = limit},
              {});
    for (int i = 0; i < 50; ++i) {
      pair.Send(i == 0 ? limit / 3 : 2000);
      CHECK(pair.publisher->block().shared_bytes.load() <= limit + layout::kLogDataAt);
    }
  }
}

TEST("best effort: laps are counted exactly") {
  Two c;
  Pair pair(c.one, c.two, {.reliable = false, .depth = 10}, {.reliable = false, .depth = 0});
  std::mt19937 random(5);
  std::uint64_t sent = 0;
  std::uint64_t got = 0;
  std::uint64_t lost = 0;
  for (int round = 0; round < 200; ++round) {
    for (std::uint64_t i = random() % 400; i > 0; --i, ++sent) CHECK_EQ(pair.Send(random() % 1000), PublishStatus::kOk);
    for (const Message& message : pair.Read()) {
      ++got;
      lost += message.lost;
      CHECK_EQ(message.sequence, got + lost);
    }
    CHECK_EQ(got + lost, sent);
  }
  CHECK(lost > 0 && got > 0);
  CHECK_EQ(pair.Lost(), lost);
  CheckBooks(pair);
}

TEST("best effort: messages published before anybody was matched are not losses") {
  Two c;
  Publisher publisher(c.one, {.entity = 1, .reliable = false, .depth = 10});
  CHECK_EQ(Publish(c.one, publisher), PublishStatus::kNoReaders);
  Subscription subscription(c.two, {.entity = 2, .reliable = false, .depth = 0});
  subscription.SetActive(true);
  subscription.Attach({c.one.id(), 1}, Start::kHead, {});
  CHECK_EQ(Publish(c.one, publisher),
           PublishStatus::kNoReaders);  // it is attached, but its publisher does not know yet
  publisher.SetReaders({AddressOf(c.two, subscription)});
  Publish(c.one, publisher);
  std::vector<Message> messages = TakeAll(c.two);
  CHECK_EQ(Sequences(messages), Range(3, 3));
  CHECK_EQ(messages[0].lost, 0);

  // The same with a log that is there, and a lap before the first look.
  publisher.SetReaders({});
  Publish(c.one, publisher);
  Subscription late(c.two, {.entity = 3, .reliable = false, .depth = 0});
  late.SetActive(true);
  late.Attach({c.one.id(), 1}, Start::kHead, {});
  Publish(c.one, publisher);
  publisher.SetReaders({AddressOf(c.two, late)});
  for (int i = 0; i < 5000; ++i) Publish(c.one, publisher);
  messages = TakeFrom(c.two, &late);
  CHECK(messages[0].lost > 0);
  CHECK_EQ(messages[0].lost, messages[0].sequence - 6);
}

TEST("a reader's own depth: only the newest n are read, the others are counted") {
  Two c;
  Pair pair(c.one, c.two, {.depth = 100}, {.depth = 3});
  for (int i = 0; i < 50; ++i) pair.Send();
  std::vector<Message> messages = pair.Read();
  CHECK_EQ(Sequences(messages), Range(48, 50));
  CHECK_EQ(pair.subscription->block().lost_depth.load(), 47);
  CheckBooks(pair);
}

TEST("one writer's flood does not keep another writer's message from a reader") {
  Two c;
  Context third(c.domain.options());
  Publisher loud(c.one, {.entity = 1, .depth = 5000});
  Publisher quiet(third, {.entity = 1, .depth = 10});
  Subscription subscription(c.two, {.entity = 2, .depth = 0});
  subscription.SetActive(true);
  std::uint32_t first = subscription.Attach({c.one.id(), 1}, Start::kBeginning, {});
  std::uint32_t second = subscription.Attach({third.id(), 1}, Start::kBeginning, {});
  CHECK(first != second);
  loud.SetReaders({AddressOf(c.two, subscription)});
  quiet.SetReaders({AddressOf(c.two, subscription)});
  Publish(third, quiet);
  bool heard = false;
  for (int turn = 0; turn < 4 && !heard; ++turn) {
    for (int i = 0; i < 200; ++i) Publish(c.one, loud);
    for (const Message& message : Take(c.two, 100)) heard = heard || message.attachment == second;
  }
  CHECK(heard);
}

TEST("reading while others write: a message overwritten under the copy is a loss, never a torn one") {
  Two c;
  Pair pair(c.one, c.two, {.reliable = false, .depth = 4}, {.reliable = false, .depth = 0});
  for (int i = 0; i < 20; ++i) pair.Send(1000);
  Batch batch(512, 8u << 20);
  c.two.ProcessEvents();
  c.two.Gather(batch);
  CHECK(batch.items().size() > 0);
  for (int i = 0; i < 500; ++i) pair.Send(1000);  // between gather and copy
  std::uint64_t overwritten = 0;
  for (const Batch::Item& item : batch.items()) {
    Bytes bytes(item.entry.length);
    if (Batch::CopyOut(item, bytes.data())) {
      CHECK(bytes == Payload(item.entry.sequence, 1000));
    } else {
      item.subscription->Overwritten(item);
      ++overwritten;
    }
  }
  c.two.Settle();
  CHECK(overwritten > 0);
  pair.Read();
  CheckBooks(pair);
  CHECK_EQ(pair.subscription->block().received_bytes.load(), pair.subscription->block().received * 1000);
}

// Beginnings and ends: reservations, destroyed endpoints, closed contexts; nothing is left behind, nothing is cut
// short.
#include <atomic>
#include <fstream>
#include <thread>

#include "domain.hpp"

using namespace roslet;
using namespace roslet::test;

namespace {

struct Two {
  Domain domain;
  Context one{domain.options()};
  Context two{domain.options()};
};

std::size_t OpenDescriptors() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++count;
  return count;
}

}  // namespace

TEST("reservation: an abort leaves no trace, at any size") {
  Two c;
  Pair pair(c.one, c.two, {.transient_local = true, .depth = 5}, {.depth = 5}, Start::kHistory);
  pair.Send();
  pair.Read();
  Quiet(c.two);
  for (std::size_t size : {std::size_t{4}, std::size_t{5000}, std::size_t{70'000}, std::size_t{3 << 20}}) {
    std::vector<std::string> before = c.domain.Files("dur-");
    std::uint64_t held = pair.publisher->block().shared_bytes.load();
    CHECK_EQ(Reserve(c.one, *pair.publisher, size), PublishStatus::kOk);
    std::memset(pair.publisher->reservation().payload, 0xEE, size);
    CHECK_EQ(pair.Read().size(), 0);
    pair.publisher->Abort();
    CHECK(!pair.publisher->has_reservation());
    CHECK_EQ(pair.Read().size(), 0);
    CHECK_EQ(c.domain.Files("dur-"), before);
    CHECK_EQ(pair.publisher->block().shared_bytes.load(), held);
    CHECK_EQ(pair.Send(), PublishStatus::kOk);
    std::vector<Message> messages = pair.Read();
    CHECK_EQ(messages.size(), 1);
    CHECK_EQ(messages[0].sequence, pair.publisher->last_sequence());
    CHECK_EQ(messages[0].lost, 0);
    CHECK(Whole(messages[0], 64));
  }
}

TEST("reservation: a message may turn out smaller, never larger, and one is open at a time") {
  Two c;
  Pair pair(c.one, c.two, {}, {});
  CHECK_EQ(Reserve(c.one, *pair.publisher, 1000), PublishStatus::kOk);
  CHECK_EQ(pair.publisher->Reserve(10), PublishStatus::kBusy);
  Bytes bytes = Payload(1, 100);
  CopyShared(pair.publisher->reservation().payload, bytes.data(), 100);
  CHECK_EQ(pair.publisher->Commit(100, 7), 1);
  std::vector<Message> messages = pair.Read();
  CHECK_EQ(messages[0].bytes.size(), 100);
  CHECK_EQ(messages[0].correlation, 7);
  CHECK_EQ(Reserve(c.one, *pair.publisher, 1000), PublishStatus::kOk);
  CHECK_THROWS(pair.publisher->Commit(1001, 0), code::kReservation);
  CHECK_THROWS(pair.publisher->Commit(100, 0), code::kReservation);
  CHECK_EQ(Reserve(c.one, *pair.publisher, 1000), PublishStatus::kOk);
  CHECK_THROWS(pair.publisher->Commit(3, 0), code::kReservation);
  CHECK_THROWS(pair.publisher->Reserve(3), code::kTooLarge);
  CHECK_THROWS(pair.publisher->Reserve(layout::kMaxMessage + 1), code::kTooLarge);
  CHECK_EQ(pair.Send(), PublishStatus::kOk);
  CHECK_EQ(Sequences(pair.Read()), Range(2, 2));
}

TEST("reservation: its memory outlives the publisher and the context") {
  Domain domain;
  Publisher::Reservation reservation;
  {
    Context context(domain.options());
    Publisher publisher(context, {.entity = 1, .transient_local = true});
    Reserve(context, publisher, 1000);
    reservation = publisher.reservation();
    context.Close();
    CHECK_THROWS(publisher.Reserve(10), code::kClosed);
    CHECK_THROWS(publisher.Commit(10, 0), code::kReservation);
    publisher.SetReaders({{{7, 7}, true}});
  }
  std::memset(reservation.payload, 1, reservation.size);
  CHECK(!domain.Exists());
}

TEST("reservation: a latched segment whose name is taken is an error, and the publisher goes on") {
  Domain domain;
  Context context(domain.options());
  Publisher publisher(context, {.entity = 1, .transient_local = true});
  std::filesystem::create_directory(domain.path() + "/" + DurableName({context.id(), 1}, 1));
  CHECK_EQ(Reserve(context, publisher, 100'000), PublishStatus::kOk);
  CHECK_THROWS(publisher.Commit(100'000, 0), code::kSystem);
  CHECK(!publisher.has_reservation());
  CHECK_EQ(Publish(context, publisher, 100'000), PublishStatus::kOk);
  std::filesystem::remove(domain.path() + "/" + DurableName({context.id(), 1}, 1));
}

TEST("closing: a publisher destroyed after its first message waits for the reader to come to it") {
  Two c;
  auto pair = std::make_unique<Pair>(c.one, c.two, PublisherOptions{.transient_local = true, .depth = 5},
                                     SubscriptionOptions{.depth = 5});
  pair->Send();
  pair->Send(100);
  CHECK(pair->publisher->HasLateReaders());
  c.one.Linger(std::move(pair->publisher));
  CHECK_EQ(c.domain.Files("log-").size(), 1);
  CHECK(c.one.NeedsTimer());
  c.one.ProcessEvents();
  CHECK_EQ(c.domain.Files("log-").size(), 1);
  CHECK_EQ(TakeAll(c.two).size(), 2);
  c.one.ProcessEvents();
  CHECK_EQ(c.domain.Files("log-").size(), 0);
  CHECK(!c.one.NeedsTimer());
}

TEST("closing: a reader that has the log, that is gone, or that is dead is not waited for") {
  Two c;
  Pair pair(c.one, c.two, {}, {});
  pair.Send();
  CHECK(pair.publisher->HasLateReaders());
  pair.Read();
  pair.Send();
  CHECK(!pair.publisher->HasLateReaders());
  Pair other(c.one, c.two, {.entity = 3}, {.entity = 4});
  other.Send();
  CHECK(other.publisher->HasLateReaders());
  other.subscription->Detach(other.attachment, false);
  CHECK(!other.publisher->HasLateReaders());
  Pair third(c.one, c.two, {.entity = 5}, {.entity = 6});
  third.Send();
  CHECK(third.publisher->HasLateReaders());
  c.two.Abandon();
  CHECK(!third.publisher->HasLateReaders());
}

TEST("closing: a context of the same thread still gets what was published last") {
  Two c;
  Pair pair(c.one, c.two, {.depth = 1000}, {.depth = 1000});
  for (int i = 0; i < 300; ++i) pair.Send(static_cast<std::size_t>(i) * 300);  // through several logs
  CHECK(c.domain.Files("log-").size() > 1);
  c.one.Close(0);
  c.two.TakeGraphChanges();
  pair.subscription->Detach(pair.attachment, true);
  CHECK_EQ(Sequences(TakeAll(c.two)), Range(1, 300));
  CHECK_EQ(c.domain.Files("log-").size(), 0);
}

TEST("closing: an inline reader of the same thread still gets what was published last") {
  Domain domain;
  Context one(domain.options());
  Context two(domain.options(true));
  Pair pair(one, two, {.depth = 1000}, {.depth = 1000});
  for (int i = 0; i < 100; ++i) pair.Send(70'000);
  one.Close(60'000);
  two.TakeGraphChanges();
  pair.subscription->Detach(pair.attachment, true);
  CHECK_EQ(Sequences(TakeAll(two)), Range(1, 100));
}

TEST("closing: a reader in a thread of its own gets what was published last") {
  for (bool reader_fails : {false, true}) {
    Domain domain;
    std::atomic<bool> attached{false};
    std::string wrong;
    Context writer_context(domain.options());
    ContextId writer_id = writer_context.id();
    std::atomic<ContextId> reader_id{0};
    std::thread reader([&] {
      Context context(domain.options(reader_fails));
      Subscription subscription(context, {.entity = 2, .depth = 1000});
      subscription.SetActive(true);
      subscription.Attach({writer_id, 1}, Start::kBeginning, {});
      reader_id = context.id();
      std::vector<Message> messages = TakeUntil(context, 200);
      if (Sequences(messages) != Range(1, 200)) wrong = Show(Sequences(messages));
    });
    CHECK(Eventually([&] { return reader_id != 0; }));
    {
      Publisher publisher(writer_context, {.entity = 1, .depth = 1000});
      publisher.SetReaders({{{reader_id, 2}, true}});
      for (int i = 0; i < 200; ++i) Publish(writer_context, publisher, 5000);
      writer_context.Close(60'000);
    }
    reader.join();
    CHECK_EQ(wrong, "");
  }
}

TEST("closing: what a detached reader had before it is delivered, and then it is gone") {
  Two c;
  Pair pair(c.one, c.two, {.depth = 0}, {.depth = 0});
  for (int i = 0; i < 700; ++i) pair.Send(1000);
  std::uint32_t cursors = 0;
  pair.subscription->Detach(pair.attachment, true);
  pair.publisher->Close();
  CHECK_EQ(Sequences(TakeAll(c.two)), Range(1, 700));
  for (std::uint32_t i = 0; i < 10; ++i) cursors += c.two.segment().cursor(i).state.load() != 0 ? 1 : 0;
  CHECK_EQ(cursors, 0);
  CHECK(!pair.subscription->Ready());
}

TEST("closing: an inline reader that was told to finish gets what its lingering writer still sends") {
  Domain domain;
  Context one(domain.options());
  Context two(domain.options(true));
  Pair pair(one, two, {.depth = 0}, {.depth = 0});
  for (int i = 0; i < 100; ++i) pair.Send(50'000);
  one.Linger(std::move(pair.publisher));
  pair.subscription->Detach(pair.attachment, true);
  std::vector<Message> messages;
  for (int i = 0; i < 1000 && messages.size() < 100; ++i) {
    one.ProcessEvents();
    for (Message& message : TakeAll(two)) messages.push_back(std::move(message));
  }
  CHECK_EQ(Sequences(messages), Range(1, 100));
  one.ProcessEvents();
  Quiet(two);
  CHECK_EQ(two.segment().cursor(0).state.load(), 0);
}

TEST("closing: a block that another publisher uses now says nothing to the old one's readers") {
  Two c;
  Subscription subscription(c.two, {.entity = 2});
  subscription.SetActive(true);
  {
    Publisher first(c.one, {.entity = 1});
    subscription.Attach({c.one.id(), 1}, Start::kBeginning, {});
  }
  Publisher second(c.one, {.entity = 3, .transient_local = true});
  Publish(c.one, second);
  CHECK_EQ(second.block().entity.load(), 3);
  CHECK(!subscription.Ready());
  Quiet(c.two);
  CHECK(!c.two.HasWork());
  CHECK(c.two.Park());
}

TEST("closing: duplicate readers, readers of contexts that are gone") {
  Two c;
  Pair pair(c.one, c.two, {}, {});
  ReaderAddress address = AddressOf(c.two, *pair.subscription);
  pair.publisher->SetReaders({address, address, {{0x1234, 1}, true}, address});
  pair.publisher->SetReaders({address, {{0x1234, 1}, true}, address});
  CHECK_EQ(pair.Send(), PublishStatus::kOk);
  CHECK_EQ(pair.Read().size(), 1);
  CHECK_EQ(pair.publisher->block().readers.load(), 1);
}

TEST("closing: endpoints may outlive their context") {
  Domain domain;
  auto context = std::make_unique<Context>(domain.options());
  Pair pair(*context, *context, {}, {});
  pair.Send();
  context->Close();
  CHECK(!pair.subscription->Ready());
  CHECK_THROWS(pair.Attach(Start::kHead), code::kClosed);
  pair.subscription->Detach(pair.attachment, true);
  pair.publisher->Abort();
  CHECK(pair.publisher->AllAcknowledged());
  CHECK(!pair.publisher->PumpInline());
  CHECK(!pair.publisher->HasLateReaders());
  pair.publisher->Close();
  pair.subscription->Close();
  CHECK(!domain.Exists());
}

TEST("closing: no descriptor and no mapping is left over") {
  auto mappings = [] {
    std::ifstream maps("/proc/self/maps");
    std::vector<std::string> ours;
    for (std::string line; std::getline(maps, line);) {
      if (line.find("roslet-test") != std::string::npos) ours.push_back(line);
    }
    return ours;
  };
  std::vector<std::string> mapped_before = mappings();
  std::size_t before = 0;
  for (int round = 0; round < 5; ++round) {
    if (round == 1) before = OpenDescriptors();
    Domain domain;
    Context one(domain.options(round % 2 == 0));
    Context two(domain.options());
    Context three(domain.options(true));
    for (Context* reader : {&two, &three}) {
      Pair pair(one, *reader, {.transient_local = true, .depth = 3}, {.depth = 3});
      for (int i = 0; i < 10; ++i) pair.Send(static_cast<std::size_t>(i) * 20'000);
      one.ProcessEvents();
      pair.Read();
      reader->Park();
      pair.Send();
      reader->Unpark();
    }
    two.Abandon();
    one.NoteDeath();
    one.TakeGraphChanges();
  }
  CHECK_EQ(OpenDescriptors(), before);
  CHECK_EQ(mappings(), mapped_before);
}

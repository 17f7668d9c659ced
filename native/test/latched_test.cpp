// TRANSIENT_LOCAL: the newest n stay for those who come later, whatever their size, and nothing older stays.
#include <atomic>
#include <mutex>
#include <random>
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

constexpr std::size_t kLarge = layout::kDurableThreshold;

// Of the running stream: readers are to be no more than n messages slower than it, also where every byte costs a call.
#if defined(__SANITIZE_THREAD__)
constexpr std::chrono::milliseconds kPeriod(5);
#else
constexpr std::chrono::microseconds kPeriod(300);
#endif

}  // namespace

TEST("latched: a late joiner gets the newest n, small or large, and no loss is reported") {
  for (std::uint32_t depth : {1u, 3u, 25u}) {
    for (std::size_t size : {std::size_t{4}, std::size_t{1000}, kLarge - 1, kLarge, kLarge + 1, std::size_t{300'000}}) {
      Two c;
      Publisher publisher(c.one, {.entity = 1, .transient_local = true, .depth = depth});
      std::uint64_t entity = 10;
      for (std::uint64_t last : {std::uint64_t{1}, std::uint64_t{depth}, std::uint64_t{depth} * 2 + 1}) {
        while (publisher.last_sequence() < last) CHECK_EQ(Publish(c.one, publisher, size), PublishStatus::kOk);
        Subscription late(c.two, {.entity = static_cast<std::uint32_t>(++entity), .depth = 100});
        late.SetActive(true);
        late.Attach({c.one.id(), 1}, Start::kHistory, {});
        std::vector<Message> messages;
        for (const Message& message : TakeAll(c.two)) messages.push_back(message);
        std::uint64_t kept = std::min<std::uint64_t>(last, depth);
        CHECK_EQ(Sequences(messages), Range(last - kept + 1, last));
        for (const Message& message : messages) {
          CHECK(Whole(message, size));
          CHECK_EQ(message.lost, 0);
        }
        CHECK_EQ(late.block().lost_depth + late.block().lost_overwritten, 0);
        CHECK_EQ(c.domain.Files("dur-").size(), size >= kLarge ? kept : 0);
      }
    }
  }
}

TEST("latched: history and what follows are one stream") {
  Two c;
  Publisher publisher(c.one, {.entity = 1, .transient_local = true, .depth = 10});
  std::mt19937 random(11);
  auto size = [](std::uint64_t sequence) { return sequence % 3 == 0 ? std::size_t{70'000} : std::size_t{900}; };
  auto publish = [&] { Publish(c.one, publisher, size(publisher.last_sequence() + 1)); };
  for (int i = 0; i < 30; ++i) publish();
  Subscription late(c.two, {.entity = 2, .depth = 100});
  late.SetActive(true);
  late.Attach({c.one.id(), 1}, Start::kHistory, {});
  publish();
  publisher.SetReaders({AddressOf(c.two, late)});
  std::uint64_t expected = 22;
  for (int i = 0; i < 200; ++i) {
    for (std::uint32_t n = random() % 9; n > 0; --n) publish();
    for (const Message& message : TakeAll(c.two)) {
      if (expected == 22) expected = message.sequence;
      CHECK_EQ(message.sequence, expected++);
      CHECK(Whole(message, size(message.sequence)));
    }
  }
  CHECK_EQ(expected, publisher.last_sequence() + 1);
  CHECK_EQ(late.block().lost_overwritten + late.block().lost_depth, 0);
}

TEST("latched: history survives the growth of the log it began in") {
  Two c;
  Publisher publisher(c.one, {.entity = 1, .transient_local = true, .depth = 30});
  auto size = [](std::uint64_t sequence) { return static_cast<std::size_t>(sequence < 100 ? 50 : 50'000); };
  while (publisher.last_sequence() < 300) {
    CHECK_EQ(Publish(c.one, publisher, size(publisher.last_sequence() + 1)), PublishStatus::kOk);
    if (publisher.last_sequence() % 10 != 0) continue;
    Subscription late(c.two, {.entity = 2, .depth = 0});
    late.SetActive(true);
    late.Attach({c.one.id(), 1}, Start::kHistory, {});
    std::vector<Message> messages = TakeAll(c.two);
    std::uint64_t last = publisher.last_sequence();
    CHECK_EQ(Sequences(messages), Range(last < 30 ? 1 : last - 29, last));
    for (const Message& message : messages) CHECK(Whole(message, size(message.sequence)));
  }
  CHECK_EQ(c.domain.Files("log-").size(), 1);
}

TEST("latched: 25 messages of 1 MiB and one of 20 MiB reach who starts afterwards, once and in order") {
  Two c;
  Publisher publisher(c.one, {.entity = 1, .transient_local = true, .depth = 30});
  for (int i = 0; i < 25; ++i) CHECK_EQ(Publish(c.one, publisher, 1 << 20), PublishStatus::kOk);
  CHECK_EQ(Publish(c.one, publisher, 20 << 20), PublishStatus::kOk);
  CHECK_EQ(c.domain.Files("dur-").size(), 26);
  Subscription late(c.two, {.entity = 2, .depth = 30});
  late.SetActive(true);
  late.Attach({c.one.id(), 1}, Start::kHistory, {});
  std::vector<Message> messages = TakeAll(c.two);
  CHECK_EQ(Sequences(messages), Range(1, 26));
  for (const Message& message : messages) CHECK(Whole(message, message.sequence == 26 ? 20 << 20 : 1 << 20));
  CHECK_EQ(late.block().via_durable.load(), 26);
  publisher.Close();
  CHECK_EQ(c.domain.Files("dur-").size(), 0);
}

TEST("latched: a joiner's own depth takes the newest of the history, and reports no loss for the rest") {
  Two c;
  Publisher publisher(c.one, {.entity = 1, .transient_local = true, .depth = 20});
  for (int i = 0; i < 20; ++i) Publish(c.one, publisher);
  Subscription late(c.two, {.entity = 2, .depth = 3});
  late.SetActive(true);
  late.Attach({c.one.id(), 1}, Start::kHistory, {});
  CHECK_EQ(Sequences(TakeAll(c.two)), Range(18, 20));
  CHECK_EQ(late.block().lost_depth.load(), 0);
}

TEST("latched: history that the limit does not allow is an error, not a wait for readers") {
  Two c;
  Publisher publisher(c.one, {.entity = 1, .transient_local = true, .depth = 0, .max_bytes = 1 << 20});
  PublishStatus status;
  while ((status = Publish(c.one, publisher, 5000)) == PublishStatus::kOk) {
  }
  CHECK_EQ(status, PublishStatus::kNoSpace);
  CHECK(!publisher.waiting());
  CHECK(publisher.last_sequence() > 80);
  Subscription late(c.two, {.entity = 2, .depth = 0});
  late.SetActive(true);
  late.Attach({c.one.id(), 1}, Start::kHistory, {});
  CHECK_EQ(Sequences(TakeAll(c.two)), Range(1, publisher.last_sequence()));
}

TEST("latched: large messages that do not fit beside the kept ones go through the ring") {
  Two c;
  Publisher publisher(c.one, {.entity = 1, .transient_local = true, .depth = 2, .max_bytes = 2 << 20});
  for (int i = 0; i < 20; ++i) CHECK_EQ(Publish(c.one, publisher, 200'000), PublishStatus::kOk);
  CHECK(c.domain.Bytes() < (2 << 20) + 200'000);
}

TEST("latched: late joiners beside a running stream see a suffix without a gap or a duplicate") {
  Domain domain;
  std::mutex mutex;
  std::vector<ReaderAddress> readers;
  std::atomic<bool> stop{false};
  std::atomic<ContextId> writer_id{0};
  constexpr std::uint32_t kDepth = 300;
  auto size = [](std::uint64_t sequence) { return sequence % 50 == 0 ? std::size_t{70'000} : 100 + sequence % 900; };

  std::thread writer([&] {
    Context context(domain.options());
    Publisher publisher(context, {.entity = 1, .transient_local = true, .depth = kDepth});
    writer_id = context.id();
    while (!stop) {
      Bytes bytes = Payload(publisher.last_sequence() + 1, size(publisher.last_sequence() + 1));
      PublishStatus status;
      while ((status = publisher.Reserve(bytes.size())) == PublishStatus::kGraphChanged) {
        context.TakeGraphChanges();
        std::lock_guard lock(mutex);
        publisher.SetReaders(readers);
      }
      CopyShared(publisher.reservation().payload, bytes.data(), bytes.size());
      publisher.Commit(bytes.size(), 0);
      context.ProcessEvents();
      std::this_thread::sleep_for(kPeriod);
    }
  });
  CHECK(Eventually([&] { return writer_id != 0; }));

  std::atomic<int> good{0};
  std::vector<std::string> wrong(20);
  std::vector<std::thread> joiners;
  for (std::uint32_t i = 0; i < 20; ++i) {
    joiners.emplace_back([&, i] {
      Context context(domain.options());
      context.TakeGraphChanges();
      Subscription subscription(context, {.entity = 2, .depth = kDepth});
      subscription.SetActive(true);
      subscription.Attach({writer_id, 1}, Start::kHistory, {});
      {
        std::lock_guard lock(mutex);
        readers.push_back({{context.id(), 2}, true});
      }
      Bytes catalogue(8, static_cast<std::uint8_t>(i));
      context.SetCatalogue(catalogue.data(), catalogue.size());
      std::uint64_t expected = 0;
      for (int got = 0; got < 500;) {
        context.Wait(1000);
        context.TakePoked();
        if (context.GraphChanged()) context.TakeGraphChanges();
        for (const Message& message : Take(context)) {
          if (expected == 0) expected = message.sequence;
          if (message.sequence != expected || !Whole(message, size(message.sequence))) {
            wrong[i] = "expected " + std::to_string(expected) + ", got " + std::to_string(message.sequence);
          }
          expected = message.sequence + 1;
          ++got;
        }
      }
      if (subscription.block().lost_overwritten + subscription.block().lost_depth > 0) wrong[i] = "losses";
      ++good;
      Eventually([&] { return good == 20; });
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
  }
  for (std::thread& joiner : joiners) joiner.join();
  stop = true;
  writer.join();
  for (const std::string& text : wrong) CHECK_EQ(text, "");
}

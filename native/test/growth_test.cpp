// A log that is outgrown goes on in the next generation, and nobody who reads it misses anything.
#include <random>

#include "domain.hpp"

using namespace roslet;
using namespace roslet::test;
using layout::Position;

namespace {

struct Two {
  Domain domain;
  Context one{domain.options()};
  Context two{domain.options()};
};

}  // namespace

TEST("growth: positions are ordered and packed as they are meant") {
  Position last{Position::kMaxGeneration, Position::kOffsetMask};
  CHECK(Position::Unpack(last.Pack()) == last);
  CHECK(Position{}.Pack() == 0);
  CHECK((Position{1, 5} < Position{1, 6}));
  CHECK((Position{1, 1ull << 40} < Position{2, 0}));
  CHECK_EQ((Position{1, 1ull << 40}.Pack()) < (Position{2, 0}.Pack()), true);
}

TEST("growth: a reader follows a log through all its generations") {
  Two c;
  Pair pair(c.one, c.two, {.depth = 100}, {.depth = 100});
  std::vector<std::size_t> sizes;
  for (std::size_t size = 1000; size < 30'000'000; size = size * 5 / 2) {
    for (int i = 0; i < 3; ++i) {
      CHECK_EQ(pair.Send(size), PublishStatus::kOk);
      sizes.push_back(size);
    }
    for (const Message& message : pair.Read()) CHECK(Whole(message, sizes[message.sequence - 1]));
  }
  CHECK_EQ(pair.subscription->block().received.load(), sizes.size());
  CHECK_EQ(pair.Lost(), 0);
  pair.Send();
  CHECK_EQ(c.domain.Files("log-").size(), 1);
}

TEST("growth: a reader that sleeps through several generations finds them all") {
  Two c;
  Pair pair(c.one, c.two, {.depth = 0}, {.depth = 0});
  std::mt19937 random(7);
  std::vector<std::size_t> sizes;
  for (int i = 0; i < 400; ++i) {
    sizes.push_back(4 + random() % (i < 200 ? 3000 : 100'000));
    CHECK_EQ(pair.Send(sizes.back()), PublishStatus::kOk);
  }
  CHECK(c.domain.Files("log-").size() > 2);
  std::vector<Message> messages = pair.Read();
  CHECK_EQ(Sequences(messages), Range(1, 400));
  for (const Message& message : messages) CHECK(Whole(message, sizes[message.sequence - 1]));
  pair.Send();
  CHECK_EQ(c.domain.Files("log-").size(), 1);
  CHECK_EQ(pair.Read().size(), 1);
}

TEST("growth: a reader in the middle of a batch goes on in the next log") {
  Two c;
  Pair pair(c.one, c.two, {.depth = 0}, {.depth = 0});
  std::uint64_t expected = 1;
  for (int round = 0; round < 60; ++round) {
    for (int i = 0; i < 20; ++i) pair.Send(1000 + static_cast<std::size_t>(round) * 250);
    for (const Message& message : Take(c.two, 13)) CHECK_EQ(message.sequence, expected++);
  }
  for (const Message& message : pair.Read()) CHECK_EQ(message.sequence, expected++);
  CHECK_EQ(expected, 60 * 20 + 1);
}

TEST("growth: positions never run out, because a log goes on in a next one before they do") {
  Two c;
  Pair pair(c.one, c.two, {.depth = 50, .longest_log = 256 << 10}, {.depth = 50});
  Pair latched(c.one, c.two, {.entity = 3, .transient_local = true, .depth = 5, .longest_log = 256 << 10},
               {.entity = 4});
  for (std::uint64_t burst = 0; burst < 200; ++burst) {
    for (int i = 0; i < 50; ++i) CHECK_EQ(pair.Send(1000), PublishStatus::kOk);
    for (int i = 0; i < 5; ++i) CHECK_EQ(latched.Send(10'000), PublishStatus::kOk);
    std::vector<std::uint64_t> numbers = Sequences(pair.Read());
    CHECK_EQ(numbers.size(), 55);
  }
  CHECK_EQ(pair.Lost() + latched.Lost(), 0);
  CHECK(c.domain.Files("log-").size() <= 4);
  std::string newest = c.domain.Files("log-").back();
  CHECK(ParseName(newest)->number > 30);
}

TEST("growth: the last generation there is serves for ever") {
  Domain domain;
  Context one(domain.options(true));
  Context two(domain.options());
  Publisher publisher(one, {.entity = 1, .transient_local = true, .depth = 10, .longest_log = 64});
  std::uint64_t last = Position::kMaxGeneration + 2000;
  while (publisher.last_sequence() < last) CHECK_EQ(Publish(one, publisher), PublishStatus::kOk);
  CHECK_EQ(Position::Unpack(publisher.block().head).generation, Position::kMaxGeneration);
  Subscription late(two, {.entity = 2, .depth = 0});
  late.SetActive(true);
  late.Attach({one.id(), 1}, Start::kHistory, {});
  publisher.SetReaders({AddressOf(two, late)});
  one.ProcessEvents();
  for (int i = 0; i < 2000; ++i) {
    CHECK_EQ(Publish(one, publisher), PublishStatus::kOk);
    if (i % 5 == 0) two.ProcessEvents();
  }
  std::vector<Message> messages;
  while (late.block().received + late.block().lost_overwritten < 2010) {
    one.ProcessEvents();
    for (Message& message : TakeAll(two)) messages.push_back(std::move(message));
  }
  CHECK_EQ(messages.back().sequence, last + 2000);
}

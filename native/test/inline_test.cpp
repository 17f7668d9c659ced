// Delivery by datagrams, for readers that cannot map the log: the same stream, the same promises.
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <atomic>
#include <thread>

#include "domain.hpp"

using namespace roslet;
using namespace roslet::test;
using layout::Position;

namespace {

struct Two {
  explicit Two(bool writer_fails = false, bool reader_fails = true) {
    one = std::make_unique<Context>(domain.options(writer_fails));
    two = std::make_unique<Context>(domain.options(reader_fails));
  }
  // Both sides take turns, as their event loops would, until `count` messages came.
  std::vector<Message> Exchange(std::size_t count) {
    std::vector<Message> all;
    for (int idle = 0; all.size() < count && idle < 1000; ++idle) {
      one->ProcessEvents();
      for (Message& message : TakeAll(*two)) {
        all.push_back(std::move(message));
        idle = 0;
      }
    }
    return all;
  }
  Domain domain;
  std::unique_ptr<Context> one, two;
};

// No descriptor can be opened while it lives, so no log can be mapped.
class NoDescriptors {
 public:
  NoDescriptors() {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    rlimit none{3, before_.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &none);
  }
  ~NoDescriptors() { ::setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_{};
};

// No file can be made longer than this while it lives: shared memory is full.
class SmallFiles {
 public:
  explicit SmallFiles(rlim_t bytes) {
    ::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    rlimit small{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallFiles() { ::setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

constexpr std::size_t kPiece = layout::kFragmentBytes;

}  // namespace

TEST("inline: every size around the fragments arrives whole, whichever side lacks the memory") {
  for (int side = 1; side <= 3; ++side) {
    Two c((side & 1) != 0, (side & 2) != 0);
    Pair pair(*c.one, *c.two, {.depth = 100}, {.depth = 100});
    const std::size_t sizes[] = {
        4, 5, 1000, kPiece - 1, kPiece, kPiece + 1, 2 * kPiece, 3 * kPiece - 1, (1 << 20) + 1, 64 << 10, 20 << 20, 7};
    for (std::size_t size : sizes) CHECK_EQ(pair.Send(size), PublishStatus::kOk);
    std::vector<Message> messages = c.Exchange(std::size(sizes));
    CHECK_EQ(Sequences(messages), Range(1, std::size(sizes)));
    for (const Message& message : messages) CHECK(Whole(message, sizes[message.sequence - 1]));
    CHECK_EQ(pair.Lost(), 0);
    CHECK_EQ(pair.subscription->block().via_inline.load(), std::size(sizes));
    CHECK_EQ(pair.publisher->path(), PublishPath::kInline);
    CHECK(pair.publisher->AllAcknowledged());
    CHECK_EQ(c.domain.Files("log-").empty(), (side & 1) != 0);
  }
}

TEST("inline: full mailboxes only pause the stream") {
  Two c;
  Pair pair(*c.one, *c.two, {.depth = 2000}, {.depth = 2000});
  for (int i = 0; i < 2000; ++i) CHECK_EQ(pair.Send(300), PublishStatus::kOk);  // nobody reads meanwhile
  CHECK_EQ(Sequences(c.Exchange(2000)), Range(1, 2000));
  CHECK_EQ(pair.Lost(), 0);
}

TEST("inline: a writer and a reader in threads of their own") {
  Domain domain;
  std::atomic<ContextId> reader_id{0};
  std::atomic<bool> done{false};
  std::string wrong;
  ContextId writer_id = 0;
  Context writer_context(domain.options());
  writer_id = writer_context.id();
  std::thread reader([&] {
    Context context(domain.options(true));
    Subscription subscription(context, {.entity = 2, .depth = 0});
    subscription.SetActive(true);
    subscription.Attach({writer_id, 1}, Start::kBeginning, {});
    reader_id = context.id();
    std::vector<Message> messages = TakeUntil(context, 3000);
    if (Sequences(messages) != Range(1, 3000)) wrong = Show(Sequences(messages));
    for (const Message& message : messages) {
      if (!Whole(message, message.sequence % 100 == 0 ? 200'000 : 500)) wrong = "torn";
    }
    done = true;
  });
  CHECK(Eventually([&] { return reader_id != 0; }));
  Publisher publisher(writer_context, {.entity = 1, .depth = 0, .max_bytes = 4 << 20});
  publisher.SetReaders({{{reader_id, 2}, true}});
  while (publisher.last_sequence() < 3000) {
    PublishStatus status =
        Publish(writer_context, publisher, (publisher.last_sequence() + 1) % 100 == 0 ? 200'000 : 500);
    if (status == PublishStatus::kBackpressured) {
      writer_context.Wait(100);
      writer_context.TakePoked();
    }
  }
  while (!done) {
    writer_context.Wait(10);
    writer_context.TakePoked();
    if (writer_context.GraphChanged()) writer_context.TakeGraphChanges();
  }
  reader.join();
  CHECK_EQ(wrong, "");
}

TEST("inline: a reader that loses the log in the middle goes on by datagrams, in order and once") {
  for (std::size_t batch : {std::size_t{512}, std::size_t{7}}) {
    Two c(false, false);
    Pair pair(*c.one, *c.two, {.depth = 0}, {.depth = 0});
    Quiet(*c.one);
    for (int i = 0; i < 50; ++i) pair.Send(1000);
    CHECK_EQ(Take(*c.two, 20).size(), 20);
    for (int i = 0; i < 50; ++i) pair.Send(5000);  // outgrows the log
    CHECK(c.domain.Files("log-").size() > 1);
    std::vector<Message> messages;
    {
      c.one->FindPeer(c.two->id())->Socket();
      c.two->FindPeer(c.one->id())->Socket();
      NoDescriptors none;
      for (std::vector<Message> some; !(some = Take(*c.two, batch)).empty();) {
        std::move(some.begin(), some.end(), std::back_inserter(messages));
      }
    }
    CHECK(messages.size() > 0 && messages.size() < 80);
    for (int i = 0; i < 50; ++i) pair.Send(1000);
    for (Message& message : c.Exchange(130 - messages.size())) messages.push_back(std::move(message));
    CHECK_EQ(Sequences(messages), Range(21, 150));
    for (const Message& message : messages) {
      CHECK(Whole(message, message.sequence > 50 && message.sequence <= 100 ? 5000 : 1000));
    }
    CHECK_EQ(pair.Lost(), 0);
    CHECK(pair.subscription->block().via_inline.load() > 0);
    CHECK(pair.publisher->AllAcknowledged());
  }
}

TEST("inline: a latched segment that cannot be opened comes by datagrams, and the batch before it is whole") {
  Two c(false, false);
  Pair pair(*c.one, *c.two, {.transient_local = true, .depth = 20}, {.depth = 20});
  Quiet(*c.one);
  c.one->FindPeer(c.two->id())->Socket();
  c.two->FindPeer(c.one->id())->Socket();
  for (int i = 0; i < 5; ++i) pair.Send(2000);
  CHECK_EQ(Take(*c.two, 1).size(), 1);
  for (int i = 0; i < 3; ++i) pair.Send(100'000);
  std::vector<Message> messages;
  {
    NoDescriptors none;
    messages = Take(*c.two);
  }
  CHECK_EQ(Sequences(messages), Range(2, 5));
  for (const Message& message : messages) CHECK(Whole(message, 2000));
  messages = c.Exchange(3);
  CHECK_EQ(Sequences(messages), Range(6, 8));
  for (const Message& message : messages) CHECK(Whole(message, 100'000));
  CHECK_EQ(pair.Lost(), 0);
}

TEST("inline: shared memory that is full for a time costs speed and no message") {
  Two c(false, false);
  Pair pair(*c.one, *c.two, {.depth = 0}, {.depth = 0});
  auto send = [&](int count, std::size_t size) {
    for (int i = 0; i < count; ++i) CHECK_EQ(pair.Send(size), PublishStatus::kOk);
  };
  auto size_of = [](std::uint64_t sequence) {
    return sequence <= 50 ? std::size_t{1000} : sequence <= 90 ? std::size_t{40'000} : std::size_t{70'000};
  };
  send(50, 1000);
  {
    SmallFiles full(1 << 20);
    send(40, 40'000);
  }
  send(10, 70'000);
  // Before this late reader of the whole stream looks, the writer is in shared memory again.
  Subscription late(*c.two, {.entity = 9, .depth = 0});
  late.SetActive(true);
  late.Attach({c.one->id(), 1}, Start::kBeginning, {});
  pair.publisher->SetReaders({AddressOf(*c.two, *pair.subscription), AddressOf(*c.two, late)});
  std::vector<std::uint64_t> first;
  std::vector<std::uint64_t> second;
  for (const Message& message : c.Exchange(200)) {
    CHECK(Whole(message, size_of(message.sequence)));
    (message.subscription == 9 ? second : first).push_back(message.sequence);
  }
  CHECK_EQ(first, Range(1, 100));
  CHECK_EQ(second, Range(1, 100));
  CHECK_EQ(pair.publisher->path(), PublishPath::kInline);
  send(1, 3 << 20);
  CHECK_EQ(c.Exchange(2).size(), 2);
  CHECK(c.domain.Files("log-").size() > 0);
}

TEST("inline: a reader that does not take what comes holds the writer up, and its own memory stays small") {
  Two c;
  Pair pair(*c.one, *c.two, {.depth = 0, .max_bytes = 16 << 20}, {.depth = 0});
  pair.subscription->SetActive(false);
  auto turn = [&] {
    c.one->ProcessEvents();
    c.two->ProcessEvents();
  };
  std::uint64_t sent = 0;
  for (int i = 0; i < 3000; ++i) {
    if (pair.Send(100'000) == PublishStatus::kOk) ++sent;
    turn();
  }
  CHECK(pair.publisher->waiting());
  // The log's 16 MiB at most and what may lie unread with the reader: an inline reader takes no more unasked.
  CHECK(sent < 300);
  pair.subscription->SetActive(true);
  std::uint64_t got = 0;
  for (const Message& message : c.Exchange(sent)) CHECK_EQ(message.sequence, ++got);
  CHECK_EQ(got, sent);
  CHECK_EQ(pair.Send(100'000), PublishStatus::kOk);
  CHECK_EQ(c.Exchange(1).size(), 1);
  CHECK_EQ(pair.Lost(), 0);
}

TEST("inline: a held-up writer is woken when datagrams have made room") {
  Two c(true, true);
  Pair pair(*c.one, *c.two, {.depth = 0, .max_bytes = 1 << 20}, {.depth = 0});
  Quiet(*c.one);
  PublishStatus status;
  while ((status = pair.Send(30'000)) == PublishStatus::kOk) {
  }
  CHECK_EQ(status, PublishStatus::kBackpressured);
  c.one->TakePoked();
  c.two->ProcessEvents();
  Take(*c.two);
  bool room = Eventually([&] {
    c.two->ProcessEvents();
    Take(*c.two);
    c.one->ProcessEvents();
    return c.one->TakePoked() && pair.Send(30'000) == PublishStatus::kOk;
  });
  CHECK(room);
}

TEST("inline: private memory of a writer nobody reads from stays within its limit") {
  Two c(true, true);
  Pair pair(*c.one, *c.two, {.depth = 0, .max_bytes = 2 << 20}, {.depth = 0});
  std::uint64_t sent = 0;
  while (sent < 5000 && pair.Send(10'000) == PublishStatus::kOk) ++sent;
  CHECK(sent < 300);
}

TEST("inline: KEEP_LAST readers that are slow find the newest, and every other one is counted") {
  for (bool reliable : {true, false}) {
    Two c;
    Pair pair(*c.one, *c.two, {.reliable = reliable, .depth = 5}, {.reliable = reliable, .depth = 5});
    std::uint64_t got = 0;
    std::uint64_t newest = 0;
    for (int i = 0; i < 3000; ++i) {
      pair.Send(2000 + static_cast<std::size_t>(i % 7) * 20'000);
      if (i % 11 == 0) c.one->ProcessEvents();
      if (i % 97 != 0) continue;
      for (const Message& message : TakeAll(*c.two)) {
        CHECK(message.sequence > newest);
        newest = message.sequence;
        CHECK(Whole(message, 2000 + (message.sequence - 1) % 7 * 20'000));
        ++got;
      }
    }
    for (const Message& message : c.Exchange(1000)) {
      newest = message.sequence;
      ++got;
    }
    CHECK_EQ(newest, 3000);
    CHECK_EQ(got + pair.Lost(), 3000);
  }
}

TEST("inline: a reader's position that is a lie costs nobody but that reader") {
  Two c;
  Pair pair(*c.one, *c.two, {.depth = 100}, {.depth = 0});
  // Inside each message, where its second 64 bytes begin, lies what looks like the header of a record of 2 GiB.
  layout::Record bait{};
  bait.span = 64;
  bait.length = 0x7fffffff;
  bait.kind = static_cast<std::uint32_t>(layout::RecordKind::kMessage);
  Bytes message(200, 0);
  std::memcpy(message.data() + 4, &bait, layout::kPayloadAt);
  layout::Cursor& cursor = c.two->segment().cursor(0);
  for (std::uint64_t lie : {Position{1, 64}.Pack(), Position{1, 320 * 5 + 64}.Pack(), Position{1, 1}.Pack(),
                            Position{9, 0}.Pack(), Position{1, Position::kOffsetMask}.Pack(), ~std::uint64_t{0}}) {
    for (int i = 0; i < 20; ++i) CHECK_EQ(PublishBytes(*c.one, *pair.publisher, message), PublishStatus::kOk);
    c.Exchange(20);
    cursor.position = lie;
    pair.publisher->SetReaders({});
    pair.Match();
    CHECK_EQ(PublishBytes(*c.one, *pair.publisher, message), PublishStatus::kOk);
    std::vector<Message> messages = c.Exchange(1);
    CHECK(!messages.empty());
    for (const Message& got : messages) CHECK(got.bytes == message);
  }
  CHECK_EQ(pair.subscription->block().lost_invalid.load(), 0);
}

TEST("inline: a socket that takes only small datagrams gets small fragments") {
  Two c;
  Pair pair(*c.one, *c.two, {.depth = 10}, {.depth = 10});
  auto peer = c.one->FindPeer(c.two->id());
  int bytes = 1;
  ::setsockopt(peer->Socket(), SOL_SOCKET, SO_SNDBUF, &bytes, sizeof(bytes));
  for (std::size_t size : {std::size_t{100}, std::size_t{100'000}, std::size_t{3000}}) pair.Send(size);
  std::vector<Message> messages = c.Exchange(3);
  CHECK_EQ(Sequences(messages), Range(1, 3));
  CHECK(Whole(messages[1], 100'000));
  CHECK(peer->fragment_bytes < kPiece);
}

TEST("inline: publisher, reader and service within one context") {
  Domain domain;
  Context context(domain.options(true));
  Pair topic(context, context, {.depth = 10}, {.depth = 10});
  Gid client{context.id(), 7};
  Subscription responses(context, {.entity = 7, .depth = 0, .kind = MessageKind::kResponse});
  responses.SetActive(true);
  responses.Attach({context.id(), 5}, Start::kBeginning, client);
  Publisher server(context, {.entity = 5, .target = client, .depth = 0});
  server.SetReaders({{client, true}});
  for (int i = 0; i < 10; ++i) topic.Send(100'000);
  Bytes answer = Payload(1, 200'000);
  CHECK_EQ(PublishBytes(context, server, answer, 42), PublishStatus::kOk);
  std::vector<Message> messages;
  for (int i = 0; i < 100 && messages.size() < 11; ++i) {
    for (Message& message : TakeAll(context)) messages.push_back(std::move(message));
  }
  CHECK_EQ(messages.size(), 11);
  for (const Message& message : messages) {
    if (message.kind != MessageKind::kResponse) continue;
    CHECK_EQ(message.correlation, 42);
    CHECK(message.bytes == answer);
  }
}

TEST("inline: a late joiner gets history and what follows") {
  for (bool writer_fails : {false, true}) {
    Two c(writer_fails, true);
    Publisher publisher(*c.one, {.entity = 1, .transient_local = true, .depth = 5});
    for (int i = 0; i < 12; ++i) Publish(*c.one, publisher, 80'000);
    Subscription late(*c.two, {.entity = 2, .depth = 5});
    late.SetActive(true);
    late.Attach({c.one->id(), 1}, Start::kHistory, {});
    publisher.SetReaders({AddressOf(*c.two, late)});
    std::vector<Message> messages = c.Exchange(5);
    CHECK_EQ(Sequences(messages), Range(8, 12));
    Publish(*c.one, publisher, 80'000);
    for (Message& message : c.Exchange(1)) messages.push_back(std::move(message));
    CHECK_EQ(Sequences(messages), Range(8, 13));
    for (const Message& message : messages) CHECK(Whole(message, 80'000));
    CHECK_EQ(late.block().lost_overwritten + late.block().lost_depth, 0);
  }
}

// Doorbells: who sleeps is woken, once a sleep, and a poke that found no room is not missed.
#include <sys/socket.h>
#include <sys/un.h>

#include <atomic>
#include <thread>

#include "domain.hpp"

using namespace roslet;
using namespace roslet::test;

namespace {

bool IsParked(Context& context) {
  return context.segment().header().parked_epoch.load() % 2 == 1;
}

// Datagrams of nobody, until the mailbox takes no more.
int FillMailbox(const Domain& domain, ContextId id) {
  int socket = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, (domain.path() + "/" + SocketName(id)).c_str(), sizeof(address.sun_path) - 1);
  int sent = 0;
  while (::sendto(socket, "noise", 5, 0, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 5) ++sent;
  ::close(socket);
  return sent;
}

// A server's private stream to one client, which the client has attached to before it exists.
struct ResponseStream {
  ResponseStream(Context& server, Context& client) : server_context(server), client_context(client) {
    subscription = std::make_unique<Subscription>(client, SubscriptionOptions{.entity = 2, .depth = 0});
    subscription->SetActive(true);
    subscription->Attach({server.id(), 1}, Start::kBeginning, target());
    Quiet(server);
    Quiet(client);
  }
  void Answer() {
    publisher =
        std::make_unique<Publisher>(server_context, PublisherOptions{.entity = 1, .target = target(), .depth = 0});
    publisher->SetReaders({{target(), true}});
    Publish(server_context, *publisher);
  }
  Gid target() const { return {client_context.id(), 2}; }

  Context& server_context;
  Context& client_context;
  std::unique_ptr<Subscription> subscription;
  std::unique_ptr<Publisher> publisher;
};

}  // namespace

TEST("doorbell: a context that goes to sleep within a sleep is asleep") {
  Domain domain;
  Context context(domain.options());
  Quiet(context);
  CHECK(context.Park());
  CHECK(IsParked(context));
  CHECK(context.Park());
  CHECK(IsParked(context));
  context.Unpark();
  CHECK(!IsParked(context));
  context.Unpark();
  CHECK(!IsParked(context));
}

TEST("doorbell: a callback's blocking wait inside a sleeping event loop is woken") {
  Domain domain;
  Context one(domain.options());
  Context two(domain.options());
  Pair pair(one, two, {}, {});
  Quiet(two);
  CHECK(two.Park());  // the event loop
  std::thread writer([&] {
    Eventually([&] { return two.segment().header().parked_epoch.load() > 1; });
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    pair.Send();
  });
  bool woken = two.Wait(-1);  // the callback
  writer.join();
  CHECK(woken);
  CHECK_EQ(Take(two).size(), 1);
}

TEST("doorbell: a sleeper is rung once, a waking context never") {
  Domain domain;
  Context one(domain.options());
  Context two(domain.options());
  Pair pair(one, two, {.depth = 2000}, {.depth = 2000});
  pair.Send();  // a new log is always told
  pair.Read();
  Quiet(two);
  std::uint64_t before = one.doorbells();
  for (int i = 0; i < 100; ++i) pair.Send();
  CHECK_EQ(one.doorbells(), before);
  CHECK_EQ(pair.Read().size(), 100);
  for (int sleep = 1; sleep <= 3; ++sleep) {
    CHECK(two.Park());
    for (int i = 0; i < 100; ++i) pair.Send();
    CHECK_EQ(one.doorbells(), before + sleep);
    two.Unpark();
    CHECK_EQ(pair.Read().size(), 100);
  }
}

TEST("doorbell: what comes between raising the flag and falling asleep is seen") {
  Domain domain;
  Context one(domain.options());
  Context two(domain.options());
  Pair pair(one, two, {}, {});
  pair.Send();
  pair.Read();
  Quiet(two);
  pair.Send();
  CHECK(!two.Park());
  CHECK(!IsParked(two));
  pair.Read();
  Bytes catalogue(10);
  one.SetCatalogue(catalogue.data(), catalogue.size());
  CHECK(!two.Park());
}

TEST("doorbell: two contexts of two threads wake each other without end") {
  Domain domain;
  constexpr int kRounds = 5000;
  std::atomic<bool> ready{false};
  ContextId ids[2] = {};
  std::atomic<int> joined{0};
  std::atomic<int> done{0};
  auto play = [&](int me) {
    Context context(domain.options());
    ids[me] = context.id();
    ++joined;
    Eventually([&] { return joined == 2; });
    Subscription subscription(context, {.entity = 2});
    subscription.SetActive(true);
    subscription.Attach({ids[1 - me], 1}, Start::kBeginning, {});
    Publisher publisher(context, {.entity = 1});
    publisher.SetReaders({{{ids[1 - me], 2}, true}});
    for (int round = 0; round < kRounds; ++round) {
      if (me == 0) Publish(context, publisher);
      for (std::size_t got = 0; got == 0;) {
        context.Wait(-1);
        if (context.GraphChanged()) context.TakeGraphChanges();
        context.TakePoked();
        got = Take(context).size();
      }
      if (me == 1) Publish(context, publisher);
    }
    ++done;
    Eventually([&] { return done == 2; });
  };
  std::thread other([&] { play(1); });
  play(0);
  other.join();
  CHECK_EQ(done.load(), 2);
}

TEST("doorbell: the first answer to a client in the same context arrives without a look at the mailbox") {
  Domain domain;
  Context context(domain.options());
  ResponseStream stream(context, context);
  stream.Answer();
  CHECK(context.HasWork());
  CHECK_EQ(Take(context).size(), 1);
}

TEST("doorbell: a poke that a full mailbox refused is made good by what filled it") {
  Domain domain;
  Context server(domain.options());
  Context client(domain.options());
  ResponseStream stream(server, client);
  CHECK(FillMailbox(domain, client.id()) > 0);
  stream.Answer();
  client.ProcessEvents();
  CHECK(client.HasWork());
  CHECK_EQ(Take(client).size(), 1);
}

TEST("doorbell: a reader's wish for datagrams is seen though its poke found a full mailbox") {
  Domain domain;
  Context writer(domain.options());
  Context reader(domain.options(true));
  writer.TakeGraphChanges();
  writer.ProcessEvents();
  Publisher publisher(writer, {.entity = 1});
  publisher.SetReaders({{{reader.id(), 2}, true}});
  Subscription subscription(reader, {.entity = 2});
  subscription.SetActive(true);
  CHECK(FillMailbox(domain, writer.id()) > 0);
  subscription.Attach({writer.id(), 1}, Start::kBeginning, {});
  Publish(writer, publisher);
  writer.ProcessEvents();
  CHECK_EQ(TakeAll(reader).size(), 1);
}

TEST("doorbell: noise in the mailbox is counted, and wakes nobody for long") {
  Domain domain;
  Context context(domain.options());
  Quiet(context);
  int noise = FillMailbox(domain, context.id());
  while (context.Wait(0)) context.TakePoked();
  CHECK_EQ(context.segment().header().datagrams_refused.load(), noise);
  CHECK(context.Park());
}

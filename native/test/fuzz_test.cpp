// Hostile neighbours: datagrams and shared memory with anything in them. Nothing may crash, read outside a mapping
// (this runs under AddressSanitizer and UBSan), take unbounded memory, or go on for ever. ROSLET_FUZZ_SECONDS says how
// long each runs (default 3), ROSLET_FUZZ_SEED repeats a run.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cstdlib>
#include <iostream>
#include <random>

#include "domain.hpp"

using namespace roslet;
using namespace roslet::test;

namespace {

std::uint64_t FromEnvironment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

class Fuzzer {
 public:
  explicit Fuzzer(const char* name)
      : name_(name), seed_(FromEnvironment("ROSLET_FUZZ_SEED", std::random_device{}())), random_(seed_) {
    until_ = MonotonicNanos() + static_cast<std::int64_t>(FromEnvironment("ROSLET_FUZZ_SECONDS", 3)) * 1'000'000'000;
  }
  ~Fuzzer() { std::cout << "       " << name_ << ": " << rounds_ << " rounds, seed " << seed_ << "\n"; }

  bool GoesOn() { return ++rounds_ == 1 || MonotonicNanos() < until_; }
  std::uint64_t Below(std::uint64_t limit) { return limit == 0 ? 0 : random_() % limit; }

  // Values at which checks go wrong, and now and then any.
  std::uint64_t Value() {
    static constexpr std::uint64_t kEdges[] = {0,
                                               1,
                                               2,
                                               3,
                                               4,
                                               60,
                                               63,
                                               64,
                                               65,
                                               0x7F,
                                               0x80,
                                               0xFF,
                                               4095,
                                               4096,
                                               0xFFFF,
                                               0x10000,
                                               0x7FFFFFFF,
                                               0x80000000,
                                               0xFFFFFFFF,
                                               1ull << 30,
                                               1ull << 32,
                                               1ull << 47,
                                               1ull << 48,
                                               0x7FFFFFFFFFFFFFFF,
                                               0x8000000000000000,
                                               0xFFFFFFFFFFFFFFFF,
                                               0xFFFFFFFFFFFFFFC0};
    return Below(4) == 0 ? random_() : kEdges[Below(std::size(kEdges))] + (Below(8) == 0 ? Below(3) - 1 : 0);
  }
  // Overwrites 1 to 8 bytes somewhere.
  void Damage(std::uint8_t* bytes, std::size_t size) {
    if (size == 0) return;
    std::uint64_t value = Value();
    std::size_t width = std::size_t{1} << Below(4);
    std::size_t at = Below(size) / width * width;
    for (std::size_t i = 0; i < width && at + i < size; ++i)
      StoreOnce(bytes[at + i], static_cast<std::uint8_t>(value >> i * 8));
  }

 private:
  const char* name_;
  std::uint64_t seed_;
  std::mt19937_64 random_;
  std::int64_t until_ = 0;
  std::uint64_t rounds_ = 0;
};

long PeakKibibytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

// A file of somebody's, open for writing behind his back.
class Victim {
 public:
  explicit Victim(const std::string& path) {
    int fd = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    if (fd < 0) return;
    size_ = FileSize(fd);
    void* address = ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    ::close(fd);
    bytes_ = address == MAP_FAILED ? nullptr : static_cast<std::uint8_t*>(address);
  }
  Victim(const Victim&) = delete;
  ~Victim() {
    if (bytes_ != nullptr) ::munmap(bytes_, size_);
  }
  // Mostly where the numbers are: headers and the first slots or records. Sparse files are not made larger.
  void Damage(Fuzzer& fuzzer, const std::string& name) {
    if (bytes_ == nullptr) return;
    std::vector<std::pair<std::size_t, std::size_t>> places{{0, std::min<std::size_t>(size_, 320)}};
    if (name.starts_with("ctx-")) {
      places = {{0, 384},
                {0, 384},
                {layout::kCursorsAt, 256},
                {layout::kWritersAt, 256},
                {layout::kReadersAt, 256},
                {layout::kPinsAt, 64}};
    } else if (name.starts_with("log-") && size_ > layout::kLogDataAt + 2048) {
      places = {{0, 320}, {layout::kLogDataAt, 1024}, {layout::kLogDataAt, 1024}};
    } else if (name == "registry") {
      places = {{0, 256}, {64, 8}};
    }
    auto [at, size] = places[fuzzer.Below(places.size())];
    for (std::uint64_t i = 1 + fuzzer.Below(6); i > 0; --i) fuzzer.Damage(bytes_ + at, std::min(size, size_ - at));
  }

 private:
  std::uint8_t* bytes_ = nullptr;
  std::size_t size_ = 0;
};

PublisherOptions Writing(bool latched, std::uint32_t depth) {
  PublisherOptions options;
  options.transient_local = latched;
  options.depth = depth;
  options.max_bytes = 8u << 20;
  return options;
}

SubscriptionOptions Reading(std::uint32_t depth, bool loan) {
  SubscriptionOptions options;
  options.depth = depth;
  options.loan = loan;
  return options;
}

// What a context does with what others show it. Refusals are fine.
void LookAtEverything(Context& context, Subscription& subscription, ContextId writer) {
  auto tolerate = [](auto&& action) {
    try {
      action();
    } catch (const Error&) {
    }
  };
  tolerate([&] { context.TakeGraphChanges(); });
  tolerate([&] { context.ProcessEvents(); });
  for (int i = 0; i < 20; ++i) tolerate([&] { Take(context); });
  for (Start start : {Start::kBeginning, Start::kHead, Start::kHistory}) {
    tolerate([&] { subscription.Attach({writer, 1}, start, {}); });
  }
  for (int i = 0; i < 20; ++i) tolerate([&] { Take(context); });
  tolerate([&] { context.HasWork(); });
  tolerate([&] { ListDomain(context.directory()); });
}

}  // namespace

TEST("fuzz: datagrams of any contents are refused, or do what a message may do") {
  Fuzzer fuzzer("datagrams");
  Domain domain;
  Context writer(domain.options(true)), reader(domain.options(true));
  Pair pair(writer, reader, Writing(false, 20), Reading(20, false));
  Quiet(writer);
  Quiet(reader);
  int socket = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::string path = domain.path() + "/" + SocketName(reader.id());
  std::strncpy(address.sun_path, path.c_str(), sizeof(address.sun_path) - 1);
  CHECK_EQ(::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  long before = PeakKibibytes();
  for (std::uint64_t position = 64; fuzzer.GoesOn(); position += 64) {
    std::vector<std::uint8_t> bytes(fuzzer.Below(3) == 0 ? fuzzer.Below(300)
                                                         : sizeof(layout::FragmentDatagram) + fuzzer.Below(3000));
    if (bytes.size() >= sizeof(layout::FragmentDatagram) && fuzzer.Below(8) != 0) {
      layout::FragmentDatagram fragment{};
      fragment.poke = {layout::PokeDatagram::kMagic, layout::kVersion,
                       static_cast<std::uint16_t>(layout::DatagramType::kFragment), writer.id()};
      fragment.writer_entity = 1;
      fragment.reader_entity = 2;
      fragment.position = layout::Position{1, position}.Pack();
      fragment.sequence = position / 64;
      fragment.total = static_cast<std::uint32_t>(bytes.size() - sizeof(fragment));
      std::memcpy(bytes.data(), &fragment, sizeof(fragment));
      for (std::uint64_t i = fuzzer.Below(4); i > 0; --i) fuzzer.Damage(bytes.data(), sizeof(fragment));
    } else {
      for (std::uint64_t i = fuzzer.Below(20); i > 0; --i) fuzzer.Damage(bytes.data(), bytes.size());
    }
    ::send(socket, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    reader.ProcessEvents();
    if (fuzzer.Below(4) == 0) Take(reader);
    if (fuzzer.Below(64) == 0) Quiet(reader);
  }
  ::close(socket);
  // Announced sizes (up to 4 GiB each) were not believed.
  CHECK(PeakKibibytes() - before < 512 * 1024);
  pair.subscription->Detach(pair.attachment, false);
}

TEST("fuzz: a reader survives whatever a writer's files and the registry say") {
  Fuzzer fuzzer("shared memory, read by a reader");
  while (fuzzer.GoesOn()) {
    Domain domain;
    Context writer(domain.options()), reader(domain.options());
    bool latched = fuzzer.Below(2) == 0;
    Pair pair(writer, reader, Writing(latched, 8), Reading(fuzzer.Below(2) == 0 ? 0 : 8, fuzzer.Below(2) == 0));
    std::vector<std::uint8_t> catalogue(fuzzer.Below(6000), 7);
    writer.SetCatalogue(catalogue.data(), catalogue.size());
    for (int i = 0; i < 12; ++i) pair.Send(fuzzer.Below(3) == 0 ? 70'000 : 64 + fuzzer.Below(5000));
    if (fuzzer.Below(2) == 0) pair.Read();
    for (int i = 0; i < 4; ++i) pair.Send(64 + fuzzer.Below(5000));
    for (const std::string& name : domain.Files()) {
      if (name.starts_with("sock-") || name == ContextName(reader.id())) continue;
      if (fuzzer.Below(3) == 0) continue;
      Victim(domain.path() + "/" + name).Damage(fuzzer, name);
    }
    LookAtEverything(reader, *pair.subscription, writer.id());
    // The writer's own memory is broken: it ends as a crash would.
    pair.publisher->Abandon();
    writer.Abandon();
    try {
      LookAtEverything(reader, *pair.subscription, writer.id());
    } catch (const Error&) {
    }
  }
}

TEST("fuzz: a writer survives whatever its readers' segments and the registry say") {
  Fuzzer fuzzer("shared memory, read by a writer");
  while (fuzzer.GoesOn()) {
    Domain domain;
    Context writer(domain.options()), reader(domain.options());
    Pair pair(writer, reader, Writing(false, fuzzer.Below(2) == 0 ? 0 : 8), Reading(0, true));
    for (int i = 0; i < 10; ++i) pair.Send(64 + fuzzer.Below(9000));
    pair.Read();
    for (const std::string& name : {ContextName(reader.id()), RegistryName()}) {
      if (fuzzer.Below(4) != 0) Victim(domain.path() + "/" + name).Damage(fuzzer, name);
    }
    for (int i = 0; i < 30; ++i) {
      try {
        if (fuzzer.Below(4) == 0) writer.ProcessEvents();
        if (fuzzer.Below(4) == 0) pair.Match();
        if (writer.GraphChanged()) writer.TakeGraphChanges();
        if (pair.publisher->Reserve(64 + fuzzer.Below(20'000)) == PublishStatus::kOk) pair.publisher->Commit(64, 0);
        pair.publisher->AllAcknowledged();
        pair.publisher->HasLateReaders();
      } catch (const Error&) {
      }
    }
    pair.subscription->Abandon();
    reader.Abandon();
  }
}

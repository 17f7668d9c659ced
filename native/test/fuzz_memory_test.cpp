// Shared memory full of lies: a peer that writes anything into its own files, and anybody into the registry, while
// others map them, read, match and list. Nothing breaks, nothing is read outside a mapping (AddressSanitizer), nothing
// runs or grows without end.
#include <fcntl.h>
#include <sys/mman.h>

#include <atomic>
#include <map>
#include <thread>

#include "domain.hpp"
#include "fuzz.hpp"

using namespace roslet;
using namespace roslet::test;

namespace {

// A file of the hostile peer as it may write it, and its contents as they should be.
struct Target {
  std::string name;
  std::uint8_t* memory = nullptr;
  std::size_t size = 0;
  std::vector<std::uint8_t> sound;
  bool changed = false;
};

// A peer with an endpoint of every kind. It acts properly; its files are then scribbled over.
struct Hostile {
  explicit Hostile(const Domain& d) : domain(d), context(d.options()) {
    publishers.push_back(std::make_unique<Publisher>(context, PublisherOptions{.entity = 1, .depth = 20}));
    publishers.push_back(
        std::make_unique<Publisher>(context, PublisherOptions{.entity = 2, .transient_local = true, .depth = 8}));
    publishers.push_back(
        std::make_unique<Publisher>(context, PublisherOptions{.entity = 3, .reliable = false, .depth = 5}));
    subscriptions.push_back(std::make_unique<Subscription>(context, SubscriptionOptions{.entity = 10, .depth = 5}));
    subscriptions.push_back(
        std::make_unique<Subscription>(context, SubscriptionOptions{.entity = 11, .depth = 0, .loan = true}));
  }
  void Attach(ContextId victim) {
    for (auto& subscription : subscriptions) {
      for (std::uint32_t entity : {1u, 2u}) subscription->Attach({victim, entity}, Start::kHistory, {});
      subscription->SetActive(true);
    }
  }
  void Act(Fuzz& fuzz, const std::vector<ReaderAddress>& readers) {
    Quiet(context);
    Bytes catalogue(fuzz.Below(3000), 1);
    if (fuzz.Once(10)) context.SetCatalogue(catalogue.data(), catalogue.size());
    for (auto& publisher : publishers) {
      publisher->SetReaders(readers);
      for (std::uint64_t i = fuzz.Below(12); i > 0; --i)
        Publish(context, *publisher, fuzz.Once(6) ? 70'000 : fuzz.Below(3000));
    }
    // What it borrows, it gives back at some other time.
    Batch batch(10, 1 << 20);
    context.Gather(batch);
    for (const Batch::Item& item : batch.items()) {
      if (item.loan_mapping) loans.push_back(item.loan);
    }
    context.Settle();
    while (loans.size() > 5) {
      context.ReleaseLoan(loans.back());
      loans.pop_back();
    }
  }

  void Abandon() {
    for (auto& publisher : publishers) publisher->Abandon();
    for (auto& subscription : subscriptions) subscription->Abandon();
    context.Abandon();
  }

  const Domain& domain;
  Context context;
  std::vector<std::unique_ptr<Publisher>> publishers;
  std::vector<std::unique_ptr<Subscription>> subscriptions;
  std::vector<Loan> loans;
};

class Scribbler {
 public:
  ~Scribbler() { Forget(); }

  void Remember(const Domain& domain, ContextId hostile) {
    Forget();
    for (const std::string& name : domain.Files()) {
      auto parsed = ParseName(name);
      if (!parsed || parsed->kind == FileKind::kSocket) continue;
      if (parsed->owner != hostile && parsed->kind != FileKind::kRegistry) continue;
      int fd = ::open((domain.path() + "/" + name).c_str(), O_RDWR | O_CLOEXEC);
      Target target{name, nullptr, FileSize(fd), {}, false};
      void* memory = ::mmap(nullptr, target.size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
      ::close(fd);
      if (memory == MAP_FAILED) continue;
      target.memory = static_cast<std::uint8_t*>(memory);
      target.sound.resize(std::min<std::size_t>(target.size, kRemembered));
      CopyShared(target.sound.data(), target.memory, target.sound.size());
      targets_.push_back(std::move(target));
    }
  }
  void Forget() {
    for (Target& target : targets_) ::munmap(target.memory, target.size);
    targets_.clear();
  }
  void Heal() {
    for (Target& target : targets_) {
      if (std::exchange(target.changed, false)) CopyShared(target.memory, target.sound.data(), target.sound.size());
    }
  }
  void Scribble(Fuzz& fuzz) {
    Target& target = targets_[fuzz.Below(targets_.size())];
    auto kind = ParseName(target.name)->kind;
    std::uint8_t* at = target.memory;
    std::size_t size = 320;  // every header fits
    if (kind == FileKind::kContext && fuzz.Once(2)) {
      static constexpr std::size_t kTables[] = {layout::kCursorsAt, layout::kWritersAt, layout::kReadersAt,
                                                layout::kPinsAt, layout::kCatalogueAt};
      std::size_t table = kTables[fuzz.Below(5)];
      at += table;
      size = std::min<std::size_t>(512, target.size - table);
    } else if (kind == FileKind::kLog && fuzz.Once(2)) {
      at += layout::kLogDataAt + fuzz.Below((target.size - layout::kLogDataAt) / 64) * 64;
      if (fuzz.Once(2)) at = target.memory + layout::kLogDataAt;
      size = 64;
    } else if (kind == FileKind::kRegistry && fuzz.Once(2)) {
      at += fuzz.Below(target.size / 64) * 64;
      size = 64;
    } else if (kind == FileKind::kDurable) {
      size = 120;
    }
    target.changed = true;
    if (size >= 8) fuzz.Mutate(at, size);
  }

 private:
  static constexpr std::size_t kRemembered = 5u << 20;
  std::vector<Target> targets_;
};

// One of everything that reads what others wrote.
struct Victim {
  Victim(const Domain& d, ContextId hostile_id, bool loan) : domain(d), hostile(hostile_id), context(d.options()) {
    publishers.push_back(std::make_unique<Publisher>(context, PublisherOptions{.entity = 1, .depth = 10}));
    publishers.push_back(std::make_unique<Publisher>(
        context, PublisherOptions{.entity = 2, .transient_local = true, .depth = 3, .max_bytes = 4 << 20}));
    publishers.push_back(
        std::make_unique<Publisher>(context, PublisherOptions{.entity = 3, .depth = 0, .max_bytes = 1 << 20}));
    for (std::uint32_t entity : {4u, 5u}) {
      subscriptions.push_back(std::make_unique<Subscription>(
          context, SubscriptionOptions{.entity = entity, .depth = entity == 4 ? 0u : 5u, .loan = loan && entity == 4}));
      subscriptions.back()->SetActive(true);
    }
    Attach();
  }
  void Attach() {
    for (auto& subscription : subscriptions) {
      for (std::uint32_t entity = 1; entity <= 3; ++entity) {
        attachments.emplace_back(subscription.get(),
                                 subscription->Attach({hostile, entity}, static_cast<Start>(turn++ % 3), {}));
      }
    }
  }
  void Detach(bool drain) {
    for (auto& [subscription, attachment] : attachments) subscription->Detach(attachment, drain);
    attachments.clear();
  }
  void Act(Fuzz& fuzz) {
    if (context.GraphChanged() || fuzz.Once(10)) context.TakeGraphChanges();
    context.ProcessEvents();
    context.TakePoked();
    if (fuzz.Once(3)) {
      Detach(fuzz.Once(2));
      Attach();
    }
    Read();
    for (auto& publisher : publishers) {
      if (fuzz.Once(4)) publisher->SetReaders({{{hostile, 10}, true}, {{hostile, 11}, fuzz.Once(2)}});
      Publish(context, *publisher, fuzz.Once(8) ? 70'000 : fuzz.Below(2000));
      publisher->AllAcknowledged();
      publisher->HasLateReaders();
    }
    if (context.Park()) context.Unpark();
    if (fuzz.Once(20)) {
      ListDomain(context.directory());
      CleanDomain(context.directory(), true);
      ReadRegistry(context.directory());
      ReadAll();
    }
  }

 private:
  void Read() {
    Batch batch(64, 1 << 20);
    context.Gather(batch);
    for (Batch::Item& item : batch.items()) {
      Bytes bytes(item.entry.length);
      if (!Batch::CopyOut(item, bytes.data())) item.subscription->Overwritten(item);
      if (item.loan_mapping) context.ReleaseLoan(item.loan);
    }
    context.Settle();
  }
  // As `inspect` does.
  void ReadAll() {
    auto peer = PeerContext::Open(context.directory(), hostile);
    if (!peer) return;
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < peer->writer_count(); ++i) sum += peer->writer(i).sent.load();
    for (std::uint32_t i = 0; i < peer->reader_count(); ++i) sum += peer->reader(i).received.load();
    for (std::uint32_t i = 0; i < peer->cursor_count(); ++i) sum += peer->cursor(i).position.load();
    Bytes catalogue;
    std::uint64_t sequence = 0;
    peer->ReadCatalogue(catalogue, sequence);
    std::string library(peer->header().library, ::strnlen(peer->header().library, layout::kLibraryVersionSize));
  }

 public:
  const Domain& domain;
  ContextId hostile;
  Context context;
  std::vector<std::unique_ptr<Publisher>> publishers;
  std::vector<std::unique_ptr<Subscription>> subscriptions;
  std::vector<std::pair<Subscription*, std::uint32_t>> attachments;
  unsigned turn = 0;
};

struct Scene {
  explicit Scene(bool loan) : hostile(domain), victim(domain, hostile.context.id(), loan) {
    hostile.Attach(victim.context.id());
    for (std::uint32_t entity : {4u, 5u}) readers.push_back({{victim.context.id(), entity}, true});
    Quiet(victim.context);
  }
  // A sound peer again, with new files to scribble over.
  void Renew(Fuzz& fuzz, Scribbler& scribbler) {
    scribbler.Forget();
    victim.context.TakeGraphChanges();
    for (auto& publisher : victim.publishers)
      publisher->SetReaders({{{hostile.context.id(), 10}, true}, {{hostile.context.id(), 11}, true}});
    hostile.Act(fuzz, readers);
    scribbler.Remember(domain, hostile.context.id());
  }

  Domain domain;
  Hostile hostile;
  Victim victim;
  std::vector<ReaderAddress> readers;
};

void CheckMemory(std::uint64_t before) {
  CHECK(ResidentBytes() < before + (900u << 20));
}

}  // namespace

TEST("fuzz: shared memory, step by step") {
  std::uint64_t memory = ResidentBytes();
  Fuzz fuzz("contents of shared memory");
  while (fuzz.Go()) {
    Scene scene(fuzz.Once(2));
    Scribbler scribbler;
    scene.Renew(fuzz, scribbler);
    for (std::uint64_t life = fuzz.Below(1000); life > 0 && fuzz.Go(); --life) {
      for (std::uint64_t i = 1 + fuzz.Below(6); i > 0; --i) scribbler.Scribble(fuzz);
      for (std::uint64_t i = 1 + fuzz.Below(3); i > 0; --i) scene.victim.Act(fuzz);
      scribbler.Heal();
      if (fuzz.Once(10)) scene.victim.Act(fuzz);
      if (fuzz.Once(30)) scene.Renew(fuzz, scribbler);
    }
    // It dies with its files in disorder, and the victim sweeps up.
    for (int i = 0; i < 10; ++i) scribbler.Scribble(fuzz);
    scene.hostile.Abandon();
    scene.victim.context.NoteDeath();
    for (int i = 0; i < 5; ++i) scene.victim.Act(fuzz);
    CheckMemory(memory);
  }
}

TEST("fuzz: shared memory that changes while it is read") {
  std::uint64_t memory = ResidentBytes();
  Fuzz fuzz("contents of shared memory, changing");
  Scene scene(false);
  Scribbler scribbler;
  while (fuzz.Go()) {
    scene.Renew(fuzz, scribbler);
    std::atomic<bool> stop{false};
    std::uint64_t seed = fuzz.Any();
    std::thread writer([&] {
      Fuzz own(seed);
      while (!stop) {
        scribbler.Scribble(own);
        if (own.Once(64)) scribbler.Heal();
      }
    });
    for (int i = 0; i < 200; ++i) scene.victim.Act(fuzz);
    stop = true;
    writer.join();
    scribbler.Heal();
    CheckMemory(memory);
  }
}

TEST("fuzz: files of any size and contents under our names") {
  Fuzz fuzz("files under our names");
  Domain domain;
  Context context(domain.options());
  constexpr ContextId kOther = 0x1111222233334444;
  StreamId stream{{kOther, 1}, {}};
  // Sound ones to begin with.
  std::map<std::string, Bytes> sound;
  {
    Domain source;
    Directory directory = Directory::Create(source.path(), {});
    ContextSegment segment(directory, kOther, "test", false);
    int error = 0;
    auto log = LogWriter::CreateShared(directory, stream, 1, 4096, 1, &error);
    auto durable = CreateDurable(directory, stream.writer, 1, 70'000, &error);
    PublishDurable(directory, stream.writer, *durable, 70'000, 1);
    for (const std::string& name : source.Files()) {
      std::ifstream file(source.path() + "/" + name, std::ios::binary);
      sound[name].assign(std::istreambuf_iterator<char>(file), {});
    }
  }
  CHECK_EQ(sound.size(), 3);
  while (fuzz.Go()) {
    auto chosen = std::next(sound.begin(), static_cast<std::ptrdiff_t>(fuzz.Below(sound.size())));
    Bytes bytes = chosen->second;
    for (std::uint64_t i = fuzz.Below(4); i > 0; --i)
      fuzz.Mutate(bytes.data(), std::min<std::size_t>(bytes.size(), 4096));
    if (fuzz.Once(3)) bytes.resize(fuzz.Below(std::min<std::size_t>(bytes.size(), 80'000)));
    std::string path = domain.path() + "/" + chosen->first;
    {
      std::ofstream file(path, std::ios::binary);
      file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    }
    LogReader reader;
    RecordInfo info;
    DurableSegment segment;
    if (LogReader::Open(context.directory(), stream, 1, reader) == LogReader::OpenResult::kOpened) reader.Peek(0, info);
    if (OpenDurable(context.directory(), stream.writer, 1, fuzz.Once(2) ? 70'000 : fuzz.Near(70'000), false, segment) ==
        DurableOpen::kOpened) {
      Bytes copy(segment.length);
      CopyShared(copy.data(), segment.payload(), copy.size());
    }
    if (auto peer = PeerContext::Open(context.directory(), kOther)) {
      Bytes catalogue;
      std::uint64_t sequence = 0;
      if (fuzz.Once(20)) peer->ReadCatalogue(catalogue, sequence);
      FileDescriptor process(peer->OpenPidDescriptor());
      peer->Socket();
    }
    if (fuzz.Once(20)) ListDomain(context.directory());
    std::filesystem::remove(path);
  }
}

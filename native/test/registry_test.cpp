// The registry: whoever comes gets in, the last one out leaves nothing, and what is not ours is told apart.
#include "core/registry.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "child.hpp"
#include "domain.hpp"

using namespace roslet;
using namespace roslet::test;

namespace {

void WriteFile(const std::string& path, const std::string& bytes) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::filesystem::permissions(std::filesystem::path(path).parent_path(), std::filesystem::perms::owner_all);
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string RegistryBytes(std::uint32_t version) {
  std::string bytes(sizeof(layout::RegistryHeader), '\0');
  std::uint64_t magic = layout::RegistryHeader::kMagic;
  std::uint32_t slots = layout::RegistryHeader::kSlots;
  std::memcpy(bytes.data(), &magic, 8);
  std::memcpy(bytes.data() + 8, &version, 4);
  std::memcpy(bytes.data() + 12, &slots, 4);
  std::memcpy(bytes.data() + 16, "9.9.9", 5);
  return bytes;
}

}  // namespace

TEST("registry: a domain appears with its first context and is gone with its last") {
  Domain domain;
  {
    Context one(domain.options());
    CHECK_EQ(domain.Files().size(), 3);
    Context two(domain.options());
    CHECK_EQ(domain.Files().size(), 5);
    two.Close();
    CHECK_EQ(domain.Files().size(), 3);
  }
  CHECK(!domain.Exists());
}

TEST("registry: closing twice is closing once") {
  Domain domain;
  Context one(domain.options());
  Context two(domain.options());
  one.Close();
  Context three(domain.options());
  one.Close();
  CHECK_EQ(domain.Files("ctx-").size(), 2);
  two.Close();
  three.Close();
  CHECK(!domain.Exists());
}

TEST("registry: threads that join and leave all at once") {
  Domain domain;
  std::atomic<int> failures{0};
  std::string first_failure;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 60; ++i) {
        try {
          Context context(domain.options());
          if (context.GraphChanged()) context.TakeGraphChanges();
        } catch (const std::exception& error) {
          if (failures++ == 0) first_failure = error.what();
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK_EQ(first_failure, "");
  CHECK_EQ(failures.load(), 0);
  CHECK(!domain.Exists());
}

CHILD("join-and-leave") {
  Domain domain(arguments[0]);
  for (int i = 0; i < 40; ++i) {
    Context context(domain.options());
    context.TakeGraphChanges();
  }
  return 0;
}

TEST("registry: processes that join and leave all at once") {
  Domain domain;
  std::vector<Child> children;
  for (int i = 0; i < 6; ++i) children.emplace_back("join-and-leave", std::vector<std::string>{domain.path()});
  for (Child& child : children) CHECK_EQ(child.Wait(), 0);
  CHECK(!domain.Exists());
}

TEST("registry: left-overs are replaced, whatever they are") {
  for (const std::string& bytes :
       {std::string(), std::string("x"), std::string(100, '\xff'), std::string(1 << 20, '\0'), RegistryBytes(99),
        RegistryBytes(layout::kVersion).substr(0, 4096), std::string(sizeof(layout::RegistryHeader), '\xa5')}) {
    Domain domain;
    WriteFile(domain.path() + "/registry", bytes);
    {
      Context context(domain.options());
      CHECK_EQ(ReadRegistry(context.directory()).size(), 1);
    }
    CHECK(!domain.Exists());
  }
}

TEST("registry: many that start at once on a left-over all get in") {
  for (int round = 0; round < 200; ++round) {
    Domain domain;
    WriteFile(domain.path() + "/registry", RegistryBytes(99));
    std::atomic<int> in{0};
    std::atomic<int> failures{0};
    std::atomic<int> ready{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 6; ++t) {
      threads.emplace_back([&] {
        ++ready;
        while (ready < 6) ::sched_yield();
        try {
          Context context(domain.options());
          ++in;
          Eventually([&] { return in + failures == 6; });
        } catch (const std::exception&) {
          ++failures;
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK_EQ(failures.load(), 0);
    CHECK(!domain.Exists());
  }
}

TEST("registry: another version's living domain is refused, by name of both versions") {
  Domain domain;
  WriteFile(domain.path() + "/registry", RegistryBytes(99));
  FileDescriptor other(::open((domain.path() + "/registry").c_str(), O_RDWR | O_CLOEXEC));
  TryLock(other.get(), false);
  try {
    Context context(domain.options());
    CHECK(!"refused");
  } catch (const Error& error) {
    CHECK_EQ(std::string(error.code()), code::kVersion);
    std::string text = error.what();
    CHECK(text.find("9.9.9") != std::string::npos && text.find("layout 99") != std::string::npos);
    CHECK(text.find("library test") != std::string::npos);
  }
  CHECK_EQ(domain.Files(), std::vector<std::string>{"registry"});
}

TEST("registry: what is no plain file of ours is refused, and nothing is left of the attempt") {
  Domain domain;
  WriteFile(domain.path() + "/elsewhere", "");
  std::filesystem::create_symlink("elsewhere", domain.path() + "/registry");
  CHECK_THROWS(Context(domain.options()), code::kDirectory);
  std::filesystem::remove(domain.path() + "/registry");
  std::filesystem::create_directory(domain.path() + "/registry");
  CHECK_THROWS(Context(domain.options()), code::kDirectory);
  CHECK_EQ(domain.Files().size(), 2);
}

TEST("registry: a full table is an error, and a free slot ends it") {
  Domain domain;
  Context one(domain.options());
  int fd = ::open((domain.path() + "/registry").c_str(), O_RDWR | O_CLOEXEC);
  void* memory = ::mmap(nullptr, sizeof(layout::RegistryHeader), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  ::close(fd);
  CHECK(memory != MAP_FAILED);
  auto& header = *static_cast<layout::RegistryHeader*>(memory);
  for (auto& slot : header.slots) {
    if (slot == 0) slot = one.id();
  }
  std::vector<std::string> before = domain.Files();
  CHECK_THROWS(Context(domain.options()), code::kDomainFull);
  CHECK_EQ(domain.Files(), before);
  header.slots[17] = 0;
  Context two(domain.options());
  CHECK_EQ(header.slots[17].load(), two.id());
  ::munmap(memory, sizeof(layout::RegistryHeader));
}

TEST("registry: a slot without a context is reclaimed by whoever looks") {
  Domain domain;
  Context one(domain.options());
  int fd = ::open((domain.path() + "/registry").c_str(), O_RDWR | O_CLOEXEC);
  void* memory = ::mmap(nullptr, sizeof(layout::RegistryHeader), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  ::close(fd);
  auto& header = *static_cast<layout::RegistryHeader*>(memory);
  for (std::size_t i = 100; i < layout::RegistryHeader::kSlots; ++i) header.slots[i] = 0xdead0000 + i % 3000;
  header.generation += 1;
  CHECK(one.GraphChanged());
  CHECK(one.TakeGraphChanges().empty());
  while (one.GraphChanged()) one.TakeGraphChanges();
  CHECK_EQ(ReadRegistry(one.directory()), std::vector<ContextId>{one.id()});
  ::munmap(memory, sizeof(layout::RegistryHeader));
}

TEST("registry: a process without free descriptors takes nobody for dead") {
  Domain domain;
  Context one(domain.options());
  Context two(domain.options());
  one.TakeGraphChanges();
  Context three(domain.options());
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  rlimit none{3, limit.rlim_max};
  ::setrlimit(RLIMIT_NOFILE, &none);
  one.NoteDeath();
  one.TakeGraphChanges();
  std::vector<std::string> orphans;
  for (const DomainFile& file : ListDomain(one.directory())) {
    if (file.orphan) orphans.push_back(file.name);
  }
  CleanDomain(one.directory(), false);
  ::setrlimit(RLIMIT_NOFILE, &limit);
  CHECK_EQ(orphans.size(), 0);
  CHECK_EQ(ReadRegistry(one.directory()).size(), 3);
  CHECK_EQ(domain.Files("ctx-").size(), 3);
  CHECK_EQ(domain.Files("sock-").size(), 3);
}

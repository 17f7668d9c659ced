// Mutation by a seed, for a time: ROSLET_FUZZ_SECONDS (default 3) for each fuzz test; ROSLET_FUZZ_SEED repeats a run.
#pragma once

#include <cstdlib>
#include <fstream>
#include <random>

#include "core/shared_access.hpp"
#include "harness.hpp"

namespace roslet::test {

inline std::uint64_t FuzzSetting(const char* name, std::uint64_t fallback) {
  const char* text = std::getenv(name);
  return text == nullptr ? fallback : std::strtoull(text, nullptr, 10);
}

// Says how much was tried when it ends.
class Fuzz {
 public:
  explicit Fuzz(const char* what) : what_(what) {}
  // A second source of chance, for a thread; it says nothing.
  explicit Fuzz(std::uint64_t seed) : seed_(seed), random_(seed) {}
  ~Fuzz() {
    if (what_ == nullptr) return;
    std::printf("       %s: %llu tried, seed %llu\n", what_, static_cast<unsigned long long>(tried_),
                static_cast<unsigned long long>(seed_));
  }

  // False when the time is over.
  bool Go() {
    ++tried_;
    return std::chrono::steady_clock::now() < end_;
  }
  std::uint64_t tried() const { return tried_; }

  std::uint64_t Any() { return random_(); }
  std::uint64_t Below(std::uint64_t limit) { return random_() % limit; }
  bool Once(std::uint64_t in) { return random_() % in == 0; }

  // A value that code may trip over, near one that it expects.
  std::uint64_t Near(std::uint64_t value) {
    static constexpr std::uint64_t kEdges[] = {
        0,          1,          3,          4,          63,         64,         65,         127,
        4096,       0x7fffffff, 0x80000000, 0xffffffff, 0xffffffc0, 1ull << 32, 1ull << 47, 1ull << 48,
        1ull << 63, ~0ull,      ~0ull - 63, 60 << 10,   64 << 10,   1 << 20,    1 << 30,    0xffff000000000000};
    switch (Below(8)) {
      case 0:
        return Any();
      case 1:
        return kEdges[Below(std::size(kEdges))];
      case 2:
        return value + kEdges[Below(std::size(kEdges))];
      case 3:
        return value - kEdges[Below(std::size(kEdges))];
      case 4:
        return value ^ (1ull << Below(64));
      case 5:
        return value + 64 * Below(40);
      case 6:
        return value - 64 * Below(40);
      default:
        return value + Below(16) - 8;
    }
  }

  // Changes one aligned field of 4 or 8 bytes.
  void Mutate(void* memory, std::size_t size) {
    if (Once(2)) {
      auto& word = static_cast<std::uint64_t*>(memory)[Below(size / 8)];
      StoreOnce(word, Near(LoadOnce(word)));
    } else {
      auto& word = static_cast<std::uint32_t*>(memory)[Below(size / 4)];
      StoreOnce(word, static_cast<std::uint32_t>(Near(LoadOnce(word))));
    }
  }

 private:
  const char* what_ = nullptr;
  std::uint64_t seed_ = FuzzSetting("ROSLET_FUZZ_SEED", std::random_device{}() % 1'000'000);
  std::mt19937_64 random_{seed_};
  std::uint64_t tried_ = 0;
  std::chrono::steady_clock::time_point end_ =
      std::chrono::steady_clock::now() + std::chrono::seconds(FuzzSetting("ROSLET_FUZZ_SECONDS", 3));
};

// Memory of this process in use, in bytes.
inline std::uint64_t ResidentBytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t whole = 0;
  std::uint64_t resident = 0;
  file >> whole >> resident;
  return resident * 4096;
}

}  // namespace roslet::test

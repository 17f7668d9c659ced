// What stands in a message; the same as in src/link/stamp.ts: its number, a flag, and one byte value that follows from
// the number.

#pragma once

#include <cstdint>
#include <cstring>

#include "options.hpp"

namespace roslet::perf {

constexpr std::size_t kStampBytes = 8;
constexpr std::size_t kSampleEvery = 4096;
constexpr std::uint32_t kLast = 2;

class Stamp {
 public:
  explicit Stamp(const Options& options)
      : full_write_(options.Text("written", "stamp") == "full"),
        full_read_(options.Text("read", "sampled") == "full"),
        stamp_read_(options.Text("read", "sampled") == "stamp") {}

  void Write(char* memory, std::size_t size, std::uint32_t number, std::uint32_t flag) const {
    std::memcpy(memory, &number, sizeof(number));
    std::memcpy(memory + 4, &flag, sizeof(flag));
    if (full_write_) std::memset(memory + kStampBytes, Value(number), size - kStampBytes);
  }

  static std::uint32_t Number(const char* memory) { return Word(memory); }
  static std::uint32_t Flag(const char* memory) { return Word(memory + 4); }

  /// Looks at a message, as much as was asked for. A stamp alone leaves what the memory held before, so that nothing
  /// else is compared.
  bool Matches(const char* memory, std::size_t size, std::uint32_t number) const {
    if (stamp_read_) return Number(memory) == number;
    bool right = Samples(memory, size, Value(number));
    if (full_read_ && std::memchr(memory + kStampBytes, 0, size - kStampBytes) != nullptr) right = false;
    return Number(memory) == number && (right || !full_write_);
  }

 private:
  static int Value(std::uint32_t number) { return static_cast<int>(1 + number % 250); }

  static std::uint32_t Word(const char* memory) {
    std::uint32_t word = 0;
    std::memcpy(&word, memory, sizeof(word));
    return word;
  }

  static bool Samples(const char* memory, std::size_t size, int value) {
    auto sample = [&](std::size_t at) {
      return static_cast<unsigned char>(static_cast<const volatile char*>(memory)[at]) == value;
    };
    bool right = true;
    for (std::size_t at = kStampBytes; at < size; at += kSampleEvery) right &= sample(at);
    return right && sample(size - 1);
  }

  bool full_write_;
  bool full_read_;
  bool stamp_read_;
};

}  // namespace roslet::perf

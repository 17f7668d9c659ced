// Registry: who is in the domain. One file, `registry`, mapped by everybody.
//
//   0        8        12       16               48       52                64
//   +--------+--------+--------+----------------+--------+-----------------+------------------+----
//   | magic  | layout | slots  | library        | domain | unused          | generation (u64) | ...
//   +--------+--------+--------+----------------+--------+-----------------+------------------+----
//   128: slots x u64: a context id, or 0 for a free slot
//
// The only shared words with more than one writer: a slot is claimed by compare-and-swap from 0 and reclaimed by
// compare-and-swap back to 0; the generation is only ever incremented.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace roslet::layout {

// Raised with every incompatible change of any layout in this folder.
inline constexpr std::uint32_t kVersion = 1;

inline constexpr std::uint64_t Magic(const char (&text)[9]) {
  std::uint64_t value = 0;
  for (int i = 7; i >= 0; --i) value = value << 8 | static_cast<unsigned char>(text[i]);
  return value;
}

inline constexpr std::size_t kCacheLine = 64;
inline constexpr std::size_t kLibraryVersionSize = 32;

using Word = std::atomic<std::uint64_t>;
static_assert(Word::is_always_lock_free && sizeof(Word) == 8);
using HalfWord = std::atomic<std::uint32_t>;
static_assert(HalfWord::is_always_lock_free && sizeof(HalfWord) == 4);

struct RegistryHeader {
  static constexpr std::uint64_t kMagic = Magic("ROSLETRG");
  static constexpr std::uint32_t kSlots = 4096;

  Word magic;  // stored last
  std::uint32_t version;
  std::uint32_t slot_count;
  char library[kLibraryVersionSize];
  std::uint32_t domain;
  std::uint32_t reserved;
  alignas(kCacheLine) Word generation;
  alignas(kCacheLine) Word slots[kSlots];
};
static_assert(offsetof(RegistryHeader, version) == 8);
static_assert(offsetof(RegistryHeader, library) == 16);
static_assert(offsetof(RegistryHeader, domain) == 48);
static_assert(offsetof(RegistryHeader, generation) == 64);
static_assert(offsetof(RegistryHeader, slots) == 128);
static_assert(sizeof(RegistryHeader) == 128 + 8 * RegistryHeader::kSlots);

}  // namespace roslet::layout

// Plain fields and bytes in memory that another process may change at any moment: each is read or written exactly once,
// so that what was checked is what is used. (Words that order other accesses are std::atomic in the layouts.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace roslet {

template <typename T>
T LoadOnce(const T& field) {
  return __atomic_load_n(&field, __ATOMIC_RELAXED);
}

template <typename T>
void StoreOnce(T& field, T value) {
  __atomic_store_n(&field, value, __ATOMIC_RELAXED);
}

// Copies to or from such memory. A reader of a seqlock copies first and asks afterwards whether the copy is whole;
// under ThreadSanitizer, which cannot know that, the bytes are atomic ones.
inline void CopyShared(void* to, const void* from, std::size_t size) {
#if defined(__SANITIZE_THREAD__)
  auto* target = static_cast<std::uint8_t*>(to);
  auto* source = static_cast<const std::uint8_t*>(from);
  for (std::size_t i = 0; i < size; ++i) StoreOnce(target[i], LoadOnce(source[i]));
#else
  if (size > 0) std::memcpy(to, from, size);
#endif
}

// As new: a slot that is used again. `T` consists of 64-bit words.
template <typename T>
void ClearShared(T& block) {
  static_assert(sizeof(T) % sizeof(std::uint64_t) == 0 && alignof(T) % alignof(std::uint64_t) == 0);
  auto* words = reinterpret_cast<std::uint64_t*>(&block);
  for (std::size_t i = 0; i < sizeof(T) / sizeof(std::uint64_t); ++i) StoreOnce(words[i], std::uint64_t{0});
}

}  // namespace roslet

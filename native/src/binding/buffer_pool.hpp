// Receive buffers that are the user's own, without paying for fresh pages each time: memory of collected ArrayBuffers
// is kept and handed out again. (A fresh 1 MiB buffer costs more than the copy into it.)
#pragma once

#include <napi.h>

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace roslet::binding {

class BufferPool : public std::enable_shared_from_this<BufferPool> {
 public:
  ~BufferPool();

  // An ArrayBuffer of exactly `size` bytes with undefined contents, and its memory (64-byte aligned where it is
  // pooled).
  Napi::ArrayBuffer Allocate(Napi::Env env, std::size_t size, std::uint8_t** data);

  // Whether it is time to have the young objects collected; a "yes" is said once.
  //
  // V8 counts the bytes behind ArrayBuffers, and 16 MiB more of them make it mark its whole heap: with 1 MiB messages
  // it would do so a hundred times a second, on cores that others need. A collection of the young objects alone (a
  // tenth of a millisecond) finds the messages that nobody looks at any more as well, and while they are in the caches.
  bool TakeYoungFull();

 private:
  static constexpr std::size_t kSmallest = 32u << 10;  // below half of it, the allocator of the runtime is quicker
  static constexpr std::size_t kClasses = 13 * 4;      // up to 256 MiB
  static constexpr std::size_t kMaxKept = 64u << 20;
  static constexpr std::size_t kYoungBytes = 4u << 20;

  static std::size_t ClassOf(std::size_t size);
  static std::size_t SizeOf(std::size_t size_class);
  napi_value Wrap(Napi::Env env, std::uint8_t* memory, std::size_t size, std::size_t size_class);
  std::uint8_t* TakeKept(std::size_t size_class);
  void GiveBack(std::uint8_t* memory, std::size_t size_class);

  std::array<std::vector<std::uint8_t*>, kClasses> kept_;
  std::size_t kept_bytes_ = 0;
  std::size_t young_bytes_ = 0;  // handed out since the last collection
  bool external_forbidden_ = false;
};

}  // namespace roslet::binding

#include "binding/buffer_pool.hpp"

#include <bit>
#include <cstdlib>

namespace roslet::binding {

BufferPool::~BufferPool() {
  for (auto& memories : kept_) {
    for (std::uint8_t* memory : memories) std::free(memory);
  }
}

// Four sizes to each power of two, so that at most a fifth of a buffer is waste (1 MiB and a few bytes is no rare
// size).
std::size_t BufferPool::ClassOf(std::size_t size) {
  if (size <= kSmallest) return 0;
  std::size_t octave = static_cast<std::size_t>(std::bit_width((size - 1) / kSmallest)) - 1;
  std::size_t step = (kSmallest << octave) / 4;
  return octave * 4 + (size - (kSmallest << octave) + step - 1) / step;
}

std::size_t BufferPool::SizeOf(std::size_t size_class) {
  std::size_t octave = size_class / 4;
  return (kSmallest << octave) + size_class % 4 * ((kSmallest << octave) / 4);
}

Napi::ArrayBuffer BufferPool::Allocate(Napi::Env env, std::size_t size, std::uint8_t** data) {
  std::size_t size_class = ClassOf(size);
  if (size_class < kClasses && size > kSmallest / 2 && !external_forbidden_) {
    std::uint8_t* memory = TakeKept(size_class);
    if (memory == nullptr) memory = static_cast<std::uint8_t*>(std::aligned_alloc(64, SizeOf(size_class)));
    if (memory != nullptr) {
      if (auto buffer = Wrap(env, memory, size, size_class)) {
        *data = memory;
        return Napi::ArrayBuffer(env, buffer);
      }
      // Electron forbids memory of our own behind an ArrayBuffer: its own it is, then.
      external_forbidden_ = true;
      GiveBack(memory, size_class);
    }
  }
  Napi::ArrayBuffer buffer = Napi::ArrayBuffer::New(env, size);
  *data = static_cast<std::uint8_t*>(buffer.Data());
  return buffer;
}

napi_value BufferPool::Wrap(Napi::Env env, std::uint8_t* memory, std::size_t size, std::size_t size_class) {
  struct Owner {
    std::shared_ptr<BufferPool> pool;
    std::size_t size_class;
  };
  auto* owner = new Owner{shared_from_this(), size_class};
  napi_value buffer = nullptr;
  napi_status status = napi_create_external_arraybuffer(
      env, memory, size,
      [](napi_env, void* bytes, void* hint) {
        auto* finished = static_cast<Owner*>(hint);
        finished->pool->GiveBack(static_cast<std::uint8_t*>(bytes), finished->size_class);
        delete finished;
      },
      owner, &buffer);
  if (status == napi_ok) {
    young_bytes_ += size;
    return buffer;
  }
  delete owner;
  return nullptr;
}

bool BufferPool::TakeYoungFull() {
  if (young_bytes_ < kYoungBytes) return false;
  young_bytes_ = 0;
  return true;
}

std::uint8_t* BufferPool::TakeKept(std::size_t size_class) {
  auto& memories = kept_[size_class];
  if (memories.empty()) return nullptr;
  std::uint8_t* memory = memories.back();
  memories.pop_back();
  kept_bytes_ -= SizeOf(size_class);
  return memory;
}

void BufferPool::GiveBack(std::uint8_t* memory, std::size_t size_class) {
  if (kept_bytes_ + SizeOf(size_class) > kMaxKept) {
    std::free(memory);
    return;
  }
  kept_bytes_ += SizeOf(size_class);
  kept_[size_class].push_back(memory);
}

}  // namespace roslet::binding

#include "binding/buffer_pool.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace roslet::binding {

BufferPool::~BufferPool() {
  for (auto& memories : kept_) {
    for (std::uint8_t* memory : memories) std::free(memory);
  }
}

Napi::ArrayBuffer BufferPool::Allocate(Napi::Env env, std::size_t size, std::uint8_t** data) {
  std::size_t size_class = std::max<std::size_t>(kSmallestClass, static_cast<std::size_t>(std::bit_width(size - 1)));
  if (size_class <= kLargestClass && size > (std::size_t{1} << kSmallestClass) / 2 && !external_forbidden_) {
    std::uint8_t* memory = nullptr;
    if (auto& memories = kept_[size_class]; !memories.empty()) {
      memory = memories.back();
      memories.pop_back();
      kept_bytes_ -= std::size_t{1} << size_class;
    } else {
      memory = static_cast<std::uint8_t*>(std::aligned_alloc(64, std::size_t{1} << size_class));
    }
    if (memory != nullptr) {
      struct Owner {
        std::shared_ptr<BufferPool> pool;
        std::size_t size_class;
      };
      auto* owner = new Owner{shared_from_this(), size_class};
      napi_value value = nullptr;
      napi_status status = napi_create_external_arraybuffer(
          env, memory, size,
          [](napi_env, void* bytes, void* hint) {
            auto* finished = static_cast<Owner*>(hint);
            finished->pool->GiveBack(static_cast<std::uint8_t*>(bytes), finished->size_class);
            delete finished;
          },
          owner, &value);
      if (status == napi_ok) {
        *data = memory;
        return Napi::ArrayBuffer(env, value);
      }
      // Electron forbids memory of our own behind an ArrayBuffer: its own it is, then.
      external_forbidden_ = true;
      GiveBack(memory, size_class);
      delete owner;
    }
  }
  Napi::ArrayBuffer buffer = Napi::ArrayBuffer::New(env, size);
  *data = static_cast<std::uint8_t*>(buffer.Data());
  return buffer;
}

void BufferPool::GiveBack(std::uint8_t* memory, std::size_t size_class) {
  std::size_t size = std::size_t{1} << size_class;
  if (kept_bytes_ + size > kMaxKept) {
    std::free(memory);
    return;
  }
  kept_bytes_ += size;
  kept_[size_class].push_back(memory);
}

}  // namespace roslet::binding

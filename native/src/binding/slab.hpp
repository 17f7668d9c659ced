// Memory for the small messages of many drains: a drain takes the next piece of a chunk, so that it costs no
// allocation. A chunk belongs to whoever still looks at a message in it; nothing in it is ever written again.
#pragma once

#include <napi.h>

#include <cstdint>

#include "binding/buffer_pool.hpp"

namespace roslet::binding {

class Slab {
 public:
  struct Place {
    Napi::ArrayBuffer buffer;
    std::uint8_t* data;  // of the whole buffer
    std::size_t base;    // where this drain's piece begins, 64-byte aligned
  };

  // A piece of `size` bytes. Its base is stored at the buffer's first bytes, for TypeScript to find.
  Place Take(Napi::Env env, std::size_t size, BufferPool& pool);
  // `[buffer]`: the same array for every drain that needs nothing but this chunk.
  Napi::Array Alone(Napi::Env env, const Place& place);

 private:
  static constexpr std::size_t kChunk = 64u << 10;
  static constexpr std::size_t kFirst = 64;  // behind the stored base

  Napi::Reference<Napi::ArrayBuffer> chunk_;
  Napi::ObjectReference alone_;
  std::uint8_t* data_ = nullptr;
  std::size_t used_ = kChunk;
};

}  // namespace roslet::binding

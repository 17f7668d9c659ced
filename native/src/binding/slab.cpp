#include "binding/slab.hpp"

#include <cstring>

namespace roslet::binding {

namespace {

void StoreBase(std::uint8_t* data, std::size_t base) {
  auto word = static_cast<std::uint32_t>(base);
  std::memcpy(data, &word, sizeof(word));
}

}  // namespace

Slab::Place Slab::Take(Napi::Env env, std::size_t size, BufferPool& pool) {
  if (size > kChunk / 4) {
    std::uint8_t* data = nullptr;
    Napi::ArrayBuffer own = pool.Allocate(env, kFirst + size, &data);
    StoreBase(data, kFirst);
    return {own, data, kFirst};
  }
  if (used_ + size > kChunk) {
    Napi::ArrayBuffer chunk = Napi::ArrayBuffer::New(env, kChunk);
    chunk_ = Napi::Persistent(chunk);
    alone_.Reset();
    data_ = static_cast<std::uint8_t*>(chunk.Data());
    used_ = kFirst;
  }
  std::size_t base = used_;
  used_ = (base + size + 63) / 64 * 64;
  StoreBase(data_, base);
  return {chunk_.Value(), data_, base};
}

Napi::Array Slab::Alone(Napi::Env env, const Place& place) {
  if (place.data != data_) {
    Napi::Array array = Napi::Array::New(env, 1);
    array.Set(0u, place.buffer);
    return array;
  }
  if (alone_.IsEmpty()) {
    Napi::Array array = Napi::Array::New(env, 1);
    array.Set(0u, place.buffer);
    alone_ = Napi::Persistent(array.As<Napi::Object>());
  }
  return alone_.Value().As<Napi::Array>();
}

}  // namespace roslet::binding

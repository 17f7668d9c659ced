// Between JavaScript values and the core's: everything is checked here, whatever TypeScript promised.
#pragma once

#include <napi.h>

#include <string>

#include "core/error.hpp"
#include "core/names.hpp"

namespace roslet::binding {

// An Error with a `code`, as JavaScript expects them.
Napi::Error ToNapi(Napi::Env env, const Error& error);

// Runs `body` and turns the core's exceptions into JavaScript's.
template <typename Body>
auto Guard(Napi::Env env, Body&& body) -> decltype(body()) {
  try {
    return body();
  } catch (const Error& error) {
    throw ToNapi(env, error);
  } catch (const std::bad_alloc&) {
    throw ToNapi(env, Error(code::kNoSpace, "out of memory"));
  }
}

[[noreturn]] void ThrowArgument(Napi::Env env, const std::string& what);

// The options' fields; a missing or mistyped one is an ERR_ROSLET_NATIVE_ARGUMENT that names it.
std::string StringField(const Napi::Object& options, const char* name);
bool BoolField(const Napi::Object& options, const char* name);
std::uint64_t NumberField(const Napi::Object& options, const char* name, std::uint64_t low, std::uint64_t high);
std::int64_t SignedField(const Napi::Object& options, const char* name, std::int64_t low, std::int64_t high);

// Whether a value is a whole number from `low` to `high`; `number` is set if so. Throws nothing.
bool IsWhole(napi_env env, napi_value value, double low, double high, double* number);

std::uint64_t NumberArgument(const Napi::CallbackInfo& info, std::size_t index, const char* name, std::uint64_t low,
                             std::uint64_t high);
ContextId ParseContextId(Napi::Env env, const Napi::Value& value, const char* name);
// 32 hex digits; undefined gives the nil GID.
Gid ParseGid(Napi::Env env, const Napi::Value& value, const char* name);

// The bytes of a Uint8Array (of any realm).
struct Bytes {
  std::uint8_t* data;
  std::size_t size;
};
Bytes BytesArgument(const Napi::CallbackInfo& info, std::size_t index, const char* name);

Napi::Value Hex16(Napi::Env env, ContextId id);
inline Napi::Number Count(Napi::Env env, std::uint64_t value) {
  return Napi::Number::New(env, static_cast<double>(value));
}

}  // namespace roslet::binding

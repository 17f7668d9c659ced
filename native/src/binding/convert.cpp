#include "binding/convert.hpp"

#include <cmath>

namespace roslet::binding {

Napi::Error ToNapi(Napi::Env env, const Error& error) {
  Napi::Error converted = Napi::Error::New(env, error.what());
  converted.Set("code", Napi::String::New(env, error.code()));
  if (error.system_error() != 0) converted.Set("errno", Napi::Number::New(env, error.system_error()));
  return converted;
}

void ThrowArgument(Napi::Env env, const std::string& what) {
  throw ToNapi(env, Error(code::kArgument, "expected " + what));
}

bool IsWhole(napi_env env, napi_value value, double low, double high, double* number) {
  return napi_get_value_double(env, value, number) == napi_ok && *number >= low && *number <= high &&
         *number == std::floor(*number);
}

namespace {

double CheckedNumber(Napi::Env env, const Napi::Value& value, const char* name, double low, double high) {
  double number = 0;
  if (!IsWhole(env, value, low, high, &number)) {
    ThrowArgument(env, std::string("an integer ") + name + " from " + std::to_string(static_cast<std::int64_t>(low)) +
                           " to " + std::to_string(static_cast<std::uint64_t>(high)));
  }
  return number;
}

}  // namespace

std::string StringField(const Napi::Object& options, const char* name) {
  Napi::Value value = options.Get(name);
  if (!value.IsString()) ThrowArgument(options.Env(), std::string("a string ") + name);
  return value.As<Napi::String>();
}

bool BoolField(const Napi::Object& options, const char* name) {
  Napi::Value value = options.Get(name);
  if (!value.IsBoolean()) ThrowArgument(options.Env(), std::string("a boolean ") + name);
  return value.As<Napi::Boolean>();
}

std::uint64_t NumberField(const Napi::Object& options, const char* name, std::uint64_t low, std::uint64_t high) {
  return static_cast<std::uint64_t>(
      CheckedNumber(options.Env(), options.Get(name), name, static_cast<double>(low), static_cast<double>(high)));
}

std::int64_t SignedField(const Napi::Object& options, const char* name, std::int64_t low, std::int64_t high) {
  return static_cast<std::int64_t>(
      CheckedNumber(options.Env(), options.Get(name), name, static_cast<double>(low), static_cast<double>(high)));
}

std::uint64_t NumberArgument(const Napi::CallbackInfo& info, std::size_t index, const char* name, std::uint64_t low,
                             std::uint64_t high) {
  return static_cast<std::uint64_t>(
      CheckedNumber(info.Env(), info[index], name, static_cast<double>(low), static_cast<double>(high)));
}

ContextId ParseContextId(Napi::Env env, const Napi::Value& value, const char* name) {
  if (value.IsString()) {
    std::string text = value.As<Napi::String>();
    auto id = ParseHex(text);
    if (text.size() == 16 && id && *id != 0) return *id;
  }
  ThrowArgument(env, std::string("a context id of 16 hex digits as ") + name);
}

Gid ParseGid(Napi::Env env, const Napi::Value& value, const char* name) {
  if (value.IsUndefined()) return {};
  if (value.IsString()) {
    std::string text = value.As<Napi::String>();
    if (text.size() == 32) {
      auto context = ParseHex(text.substr(0, 16));
      auto entity = ParseHex(text.substr(16, 8));
      auto rest = ParseHex(text.substr(24));
      if (context && *context != 0 && entity && rest && *rest == 0)
        return {*context, static_cast<std::uint32_t>(*entity)};
    }
  }
  ThrowArgument(env, std::string("a GID of 32 hex digits as ") + name);
}

Bytes BytesArgument(const Napi::CallbackInfo& info, std::size_t index, const char* name) {
  Napi::Value value = info[index];
  if (!value.IsTypedArray() || value.As<Napi::TypedArray>().TypedArrayType() != napi_uint8_array) {
    ThrowArgument(info.Env(), std::string("a Uint8Array ") + name);
  }
  auto array = value.As<Napi::Uint8Array>();
  return {array.Data(), array.ByteLength()};
}

Napi::Value Hex16(Napi::Env env, ContextId id) {
  return Napi::String::New(env, Hex(id, 16));
}

}  // namespace roslet::binding

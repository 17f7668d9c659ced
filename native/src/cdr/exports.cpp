#include <cstring>
#include <vector>

#include "cdr/cdr.hpp"

namespace roslet::cdr {
namespace {

// What a caller in JavaScript passes as memory: a range of a Uint8Array.
struct Range {
  uint8_t* data;
  size_t size;
};

Range RangeOf(const Napi::Value& value, const Napi::Value& offset, const Napi::Value& size) {
  const Napi::Env env = value.Env();
  if (!value.IsTypedArray() || value.As<Napi::TypedArray>().TypedArrayType() != napi_uint8_array) {
    ThrowArgument(env, "expected a Uint8Array as target");
  }
  auto array = value.As<Napi::Uint8Array>();
  const double from = offset.IsNumber() ? offset.As<Napi::Number>().DoubleValue() : -1;
  const double bytes = size.IsNumber() ? size.As<Napi::Number>().DoubleValue() : -1;
  const double available = static_cast<double>(array.ByteLength());
  if (!(from >= 0 && bytes >= 0 && from + bytes <= available)) {
    ThrowArgument(
        env, "expected offset and size within the target, which has " + std::to_string(array.ByteLength()) + " bytes");
  }
  return {array.Data() + static_cast<size_t>(from), static_cast<size_t>(bytes)};
}

Napi::Value CdrPlan(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  if (!info[0].IsTypedArray() || info[0].As<Napi::TypedArray>().TypedArrayType() != napi_uint8_array) {
    ThrowArgument(env, "expected the plan as a Uint8Array");
  }
  auto bytes = info[0].As<Napi::Uint8Array>();
  return Plan::Wrap(env, Plan::Parse(env, bytes.Data(), bytes.ByteLength()));
}

Napi::Value CdrSize(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), static_cast<double>(Size(info.Env(), Plan::Unwrap(info[0]), info[1])));
}

void CdrEncode(const Napi::CallbackInfo& info) {
  const Plan& plan = Plan::Unwrap(info[0]);
  // A getter of the message may detach the target, so nothing is written there before the last one has run.
  std::vector<uint8_t> bytes(RangeOf(info[2], info[3], info[4]).size);
  Encode(info.Env(), plan, info[1], bytes.data(), bytes.size());
  const Range target = RangeOf(info[2], info[3], info[4]);
  std::memcpy(target.data, bytes.data(), bytes.size());
}

}  // namespace

void InitCdr(Napi::Env env, Napi::Object exports) {
  exports.Set("cdrPlan", Napi::Function::New(env, CdrPlan, "cdrPlan"));
  exports.Set("cdrSize", Napi::Function::New(env, CdrSize, "cdrSize"));
  exports.Set("cdrEncode", Napi::Function::New(env, CdrEncode, "cdrEncode"));
}

}  // namespace roslet::cdr

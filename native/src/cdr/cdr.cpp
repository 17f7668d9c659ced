#include "cdr/cdr.hpp"

#include "cdr/walk.hpp"

namespace roslet::cdr {
namespace {

// Encapsulation: CDR_LE, no options.
constexpr uint8_t kHeader[4] = {0x00, 0x01, 0x00, 0x00};

std::vector<napi_value> KeyHandles(napi_env env, const Plan& plan) {
  const napi_value keys = plan.keys();
  std::vector<napi_value> handles(plan.data().keys.size());
  for (uint32_t i = 0; i < handles.size(); i++) Check(env, napi_get_element(env, keys, i, &handles[i]));
  return handles;
}

[[noreturn]] void ThrowInvalid(Napi::Env env, const Structure& root, const std::string& field,
                               const std::string& problem) {
  Napi::Error error = Napi::TypeError::New(env, (field.empty() ? root.name : field) + ": " + problem);
  error.Set("code", Napi::String::New(env, "ERR_ROSLET_MESSAGE_INVALID"));
  error.Set("typeName", Napi::String::New(env, root.name));
  error.Set("field", Napi::String::New(env, field));
  throw error;
}

[[noreturn]] void ThrowChanged(Napi::Env env, const Structure& root) {
  Napi::Error error = Napi::Error::New(env, root.name +
                                                ": expected a message that stays the same while it is serialized, but "
                                                "its size changed; publish a copy of it");
  error.Set("code", Napi::String::New(env, "ERR_ROSLET_MESSAGE_CHANGED"));
  error.Set("typeName", Napi::String::New(env, root.name));
  throw error;
}

// Says what is wrong with a message that a pass would not take.
[[noreturn]] void Explain(Napi::Env env, const Structure& root, const std::vector<napi_value>& keys,
                          Napi::Value message) {
  try {
    Walk<Pass::kCheck>(env, keys).Message(root, message);
  } catch (const Refused& refused) {
    ThrowInvalid(env, root, refused.field, refused.problem);
  }
  // Nothing wrong this time: a getter answered differently before.
  ThrowChanged(env, root);
}

}  // namespace

size_t Size(Napi::Env env, const Plan& plan, Napi::Value message) {
  const Napi::HandleScope scope(env);
  const Structure& root = plan.data().root();
  if (root.fixed) return sizeof(kHeader) + root.fixed_size[0];
  const std::vector<napi_value> keys = KeyHandles(env, plan);
  try {
    return sizeof(kHeader) + Walk<Pass::kSize>(env, keys).Message(root, message);
  } catch (const Refused&) {
    Explain(env, root, keys, message);
  }
}

void Encode(Napi::Env env, const Plan& plan, Napi::Value message, uint8_t* destination, size_t size) {
  const Napi::HandleScope scope(env);
  const Structure& root = plan.data().root();
  if (size < sizeof(kHeader)) ThrowArgument(env, "expected a size of 4 bytes or more, got " + std::to_string(size));
  const std::vector<napi_value> keys = KeyHandles(env, plan);
  std::memcpy(destination, kHeader, sizeof(kHeader));
  const size_t room = size - sizeof(kHeader);
  try {
    const uint64_t written = Walk<Pass::kWrite>(env, keys, destination + sizeof(kHeader), room).Message(root, message);
    if (written != room) ThrowChanged(env, root);
  } catch (const Refused& refused) {
    ThrowInvalid(env, root, refused.field, refused.problem);
  } catch (const OutOfRoom&) {
    Explain(env, root, keys, message);
  }
}

}  // namespace roslet::cdr

#include "cdr/cdr.hpp"

#include "core/error.hpp"

namespace roslet::cdr {
namespace {

constexpr napi_type_tag kPlanTag = {0x8f3d1c5ab7e94260, 0x92c4e06b1d7fa385};

// The names as V8 keeps them for property lookup: own keys of an object come internalized, fresh strings do not.
Napi::Array InternalizedKeys(Napi::Env env, const std::vector<std::string>& names) {
  Napi::Array keys = Napi::Array::New(env, names.size());
  for (uint32_t i = 0; i < names.size(); i++) {
    const Napi::HandleScope scope(env);
    Napi::Object object = Napi::Object::New(env);
    object.Set(names[i], env.Undefined());
    const Napi::Value key = object.GetPropertyNames().Get(0u);
    keys.Set(i, key.IsString() ? key : Napi::String::New(env, names[i]));
  }
  return keys;
}

}  // namespace

void ThrowArgument(Napi::Env env, const std::string& message) {
  Napi::Error error = Napi::TypeError::New(env, message);
  error.Set("code", Napi::String::New(env, code::kArgument));
  throw error;
}

std::unique_ptr<Plan> Plan::Parse(Napi::Env env, const uint8_t* bytes, size_t size) {
  try {
    PlanData data = ParsePlan(bytes, size);
    Napi::ObjectReference keys = Napi::Persistent(InternalizedKeys(env, data.keys).As<Napi::Object>());
    return std::unique_ptr<Plan>(new Plan(std::move(data), std::move(keys)));
  } catch (const Error& error) {
    ThrowArgument(env, error.what());
  }
}

const Plan& Plan::Unwrap(Napi::Value handle) {
  if (handle.IsExternal()) {
    const auto external = handle.As<Napi::External<Plan>>();
    if (external.CheckTypeTag(&kPlanTag)) return *external.Data();
  }
  ThrowArgument(handle.Env(), "expected a plan that cdrPlan() returned");
}

Napi::Value Plan::Wrap(Napi::Env env, std::unique_ptr<Plan> plan) {
  auto external = Napi::External<Plan>::New(env, plan.get(), [](Napi::Env, Plan* owned) { delete owned; });
  plan.release();
  external.TypeTag(&kPlanTag);
  return external;
}

}  // namespace roslet::cdr

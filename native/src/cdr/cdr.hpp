// Messages to CDR in one native call: a type's plan walks the JavaScript object and writes into given memory.
//
// Bytes, rules and messages of errors are those of the TypeScript codec (packages/interfaces/src/codec); property tests
// hold one to the other. Everything here belongs to one environment: a worker thread has plans of its own.
#pragma once

#include <napi.h>

#include <memory>
#include <string>
#include <utility>

#include "cdr/plan_format.hpp"

namespace roslet::cdr {

class Plan {
 public:
  // Throws Napi::Error (ERR_ROSLET_NATIVE_ARGUMENT) for bytes that are no plan.
  static std::unique_ptr<Plan> Parse(Napi::Env env, const uint8_t* bytes, size_t size);

  // The plan behind a value that cdrPlan() returned; throws Napi::TypeError for every other value. Lives as long as
  // `handle`.
  static const Plan& Unwrap(Napi::Value handle);

  // The handle for JavaScript; the plan ends with it.
  static Napi::Value Wrap(Napi::Env env, std::unique_ptr<Plan> plan);

  const PlanData& data() const { return data_; }

  // The property names as one JavaScript array of internalized strings, in the order of PlanData::keys.
  Napi::Array keys() const { return keys_.Value().As<Napi::Array>(); }

 private:
  Plan(PlanData data, Napi::ObjectReference keys) : data_(std::move(data)), keys_(std::move(keys)) {}

  PlanData data_;
  Napi::ObjectReference keys_;
};

// Serialized size, encapsulation header included. Exact. Looks only at what decides the size. Throws Napi::Error with
// code ERR_ROSLET_MESSAGE_INVALID (or whatever a getter of the message threw).
size_t Size(Napi::Env env, const Plan& plan, Napi::Value message);

// Writes header and body. Never writes outside [destination, destination + size). Throws as Size does, and with code
// ERR_ROSLET_MESSAGE_CHANGED when the message takes another size by now. The caller keeps the memory valid although
// getters of the message may run any JavaScript meanwhile.
void Encode(Napi::Env env, const Plan& plan, Napi::Value message, uint8_t* destination, size_t size);

// Throws a TypeError with code ERR_ROSLET_NATIVE_ARGUMENT.
[[noreturn]] void ThrowArgument(Napi::Env env, const std::string& message);

// Exports cdrPlan, cdrSize and cdrEncode.
void InitCdr(Napi::Env env, Napi::Object exports);

}  // namespace roslet::cdr

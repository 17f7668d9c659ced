// JavaScript values as elements of a message: conversion on the fast path, and the words for what cannot be converted.
#pragma once

#include <napi.h>

#include <cstdint>
#include <string>

#include "cdr/plan_format.hpp"

namespace roslet::cdr {

// Throws what JavaScript has thrown (a getter, a proxy trap), or that the call itself failed.
inline void Check(napi_env env, napi_status status) {
  if (status != napi_ok) throw Napi::Error::New(env);
}

inline napi_valuetype TypeOf(napi_env env, napi_value value) {
  napi_valuetype type = napi_undefined;
  Check(env, napi_typeof(env, value, &type));
  return type;
}

// `undefined` and `null`: the field was left out.
inline bool IsMissing(napi_env env, napi_value value) {
  const napi_valuetype type = TypeOf(env, value);
  return type == napi_undefined || type == napi_null;
}

// An object that is not an array of any kind: what can stand for a message. Takes a proxy of an array for one, which
// `IsArray` does not; asking JavaScript about every object would cost more than all the rest.
bool IsMessage(napi_env env, napi_value value);

// Array.isArray: also true for a proxy of an array. Slow unless the answer is a plain yes.
bool IsArray(napi_env env, napi_value value);

// Writes the scalar's ScalarSize(kind) bytes to `out`; false when the value is no such scalar.
bool ToScalar(napi_env env, Kind kind, napi_value value, uint8_t* out);

// Whether UTF-16 holds a surrogate without its other half.
bool HasLoneSurrogate(napi_env env, napi_value string);

// The elements of an array or a sequence: a typed array's memory, or an array to ask for each.
struct Elements {
  size_t count = 0;
  const void* data = nullptr;
  bool typed = false;
};

// False when the value is neither an array nor the typed array that holds elements of this kind. `elements.data` is
// good until JavaScript runs again.
bool ToElements(napi_env env, Kind kind, napi_value value, Elements& elements);

// The sentences of packages/interfaces/src/codec/values.ts.
std::string Describe(napi_env env, napi_value value);
std::string ScalarProblem(napi_env env, Kind kind, napi_value value);
std::string StringProblem(napi_env env, Kind kind, uint32_t bound, napi_value value);
std::string ContainerProblem(napi_env env, Kind kind, napi_value value);

}  // namespace roslet::cdr

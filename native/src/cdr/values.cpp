#include "cdr/values.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

namespace roslet::cdr {
namespace {

static_assert(std::endian::native == std::endian::little, "CDR_LE is written by copying native values");

constexpr double kMaxSafeInteger = 9007199254740991.0;

struct Range {
  double minimum;
  double maximum;
};

// Of the integers up to 32 bits.
Range RangeOf(Kind kind) {
  switch (kind) {
    case Kind::kInt8:
      return {-128, 127};
    case Kind::kInt16:
      return {-32768, 32767};
    case Kind::kUint16:
      return {0, 65535};
    case Kind::kInt32:
      return {-2147483648.0, 2147483647.0};
    case Kind::kUint32:
      return {0, 4294967295.0};
    default:
      return {0, 255};
  }
}

bool Is64Bit(Kind kind) {
  return kind == Kind::kInt64 || kind == Kind::kUint64;
}
bool IsFloat(Kind kind) {
  return kind == Kind::kFloat32 || kind == Kind::kFloat64;
}

bool ToInteger(napi_env env, Kind kind, napi_value value, uint8_t* out) {
  double number = 0;
  if (napi_get_value_double(env, value, &number) != napi_ok) return false;
  const auto [minimum, maximum] = RangeOf(kind);
  if (!(number >= minimum && number <= maximum) || number != std::trunc(number)) return false;
  const int64_t integer = static_cast<int64_t>(number);
  std::memcpy(out, &integer, ScalarSize(kind));
  return true;
}

bool ToInteger64(napi_env env, Kind kind, napi_value value, uint8_t* out) {
  bool lossless = false;
  if (kind == Kind::kInt64) {
    int64_t integer = 0;
    if (napi_get_value_bigint_int64(env, value, &integer, &lossless) == napi_ok) {
      std::memcpy(out, &integer, 8);
      return lossless;
    }
  } else {
    uint64_t integer = 0;
    if (napi_get_value_bigint_uint64(env, value, &integer, &lossless) == napi_ok) {
      std::memcpy(out, &integer, 8);
      return lossless;
    }
  }
  double number = 0;
  if (napi_get_value_double(env, value, &number) != napi_ok) return false;
  const double minimum = kind == Kind::kInt64 ? -kMaxSafeInteger : 0;
  if (!(number >= minimum && number <= kMaxSafeInteger) || number != std::trunc(number)) return false;
  const int64_t integer = static_cast<int64_t>(number);
  std::memcpy(out, &integer, 8);
  return true;
}

bool IsTypedArrayOf(Kind kind, napi_typedarray_type type) {
  switch (kind) {
    case Kind::kByte:
    case Kind::kChar:
    case Kind::kUint8:
      return type == napi_uint8_array || type == napi_uint8_clamped_array;
    case Kind::kInt8:
      return type == napi_int8_array;
    case Kind::kInt16:
      return type == napi_int16_array;
    case Kind::kUint16:
      return type == napi_uint16_array;
    case Kind::kInt32:
      return type == napi_int32_array;
    case Kind::kUint32:
      return type == napi_uint32_array;
    case Kind::kInt64:
      return type == napi_bigint64_array;
    case Kind::kUint64:
      return type == napi_biguint64_array;
    case Kind::kFloat32:
      return type == napi_float32_array;
    case Kind::kFloat64:
      return type == napi_float64_array;
    default:
      return false;
  }
}

// nullptr where only plain arrays hold such elements.
const char* TypedArrayName(Kind kind) {
  constexpr const char* kNames[] = {nullptr,        "Uint8Array",    "Uint8Array",     "Int8Array",
                                    "Uint8Array",   "Int16Array",    "Uint16Array",    "Int32Array",
                                    "Uint32Array",  "BigInt64Array", "BigUint64Array", "Float32Array",
                                    "Float64Array", nullptr,         nullptr,          nullptr};
  return kNames[static_cast<size_t>(kind)];
}

const char* TypedArrayName(napi_typedarray_type type) {
  constexpr const char* kNames[] = {"Int8Array",    "Uint8Array",    "Uint8ClampedArray", "Int16Array",
                                    "Uint16Array",  "Int32Array",    "Uint32Array",       "Float32Array",
                                    "Float64Array", "BigInt64Array", "BigUint64Array"};
  return static_cast<size_t>(type) < std::size(kNames) ? kNames[type] : "object";
}

bool IsTypedArray(napi_env env, napi_value value) {
  bool is = false;
  Check(env, napi_is_typedarray(env, value, &is));
  return is;
}

std::string ToText(napi_env env, napi_value value) {
  return Napi::Value(env, value).ToString().Utf8Value();
}

std::string IntegerExpectation(Kind kind) {
  std::string range;
  if (kind == Kind::kInt64) {
    range = "-9223372036854775808 to 9223372036854775807";
  } else if (kind == Kind::kUint64) {
    range = "0 to 18446744073709551615";
  } else {
    const auto [minimum, maximum] = RangeOf(kind);
    range = std::to_string(static_cast<int64_t>(minimum)) + " to " + std::to_string(static_cast<int64_t>(maximum));
  }
  return std::string("expected an integer type ") + KindName(kind) + " (" + range + ")";
}

}  // namespace

bool IsMessage(napi_env env, napi_value value) {
  if (TypeOf(env, value) != napi_object) return false;
  bool is_array = false;
  bool is_view = false;
  Check(env, napi_is_array(env, value, &is_array));
  Check(env, napi_is_dataview(env, value, &is_view));
  return !is_array && !is_view && !IsTypedArray(env, value);
}

bool IsArray(napi_env env, napi_value value) {
  bool is = false;
  Check(env, napi_is_array(env, value, &is));
  if (is || TypeOf(env, value) != napi_object) return is;
  const Napi::Object array = Napi::Env(env).Global().Get("Array").As<Napi::Object>();
  return array.Get("isArray").As<Napi::Function>().Call({value}).ToBoolean();
}

bool ToScalar(napi_env env, Kind kind, napi_value value, uint8_t* out) {
  if (kind == Kind::kFloat64) {
    double number = 0;
    if (napi_get_value_double(env, value, &number) != napi_ok) return false;
    std::memcpy(out, &number, 8);
    return true;
  }
  if (kind == Kind::kFloat32) {
    double number = 0;
    if (napi_get_value_double(env, value, &number) != napi_ok) return false;
    const float narrow = static_cast<float>(number);
    std::memcpy(out, &narrow, 4);
    return true;
  }
  if (kind == Kind::kBool) {
    bool flag = false;
    if (napi_get_value_bool(env, value, &flag) != napi_ok) return false;
    *out = flag ? 1 : 0;
    return true;
  }
  return Is64Bit(kind) ? ToInteger64(env, kind, value, out) : ToInteger(env, kind, value, out);
}

bool HasLoneSurrogate(napi_env env, napi_value string) {
  size_t length = 0;
  Check(env, napi_get_value_string_utf16(env, string, nullptr, 0, &length));
  std::vector<char16_t> units(length + 1);
  Check(env, napi_get_value_string_utf16(env, string, units.data(), units.size(), &length));
  for (size_t i = 0; i < length; i++) {
    const bool high = units[i] >= 0xd800 && units[i] <= 0xdbff;
    const bool low = units[i] >= 0xdc00 && units[i] <= 0xdfff;
    if (low) return true;
    // The terminator behind the last unit is no low surrogate.
    if (high && !(units[i + 1] >= 0xdc00 && units[i + 1] <= 0xdfff)) return true;
    if (high) i++;
  }
  return false;
}

bool ToElements(napi_env env, Kind kind, napi_value value, Elements& elements) {
  if (TypeOf(env, value) != napi_object) return false;
  if (IsTypedArray(env, value)) {
    napi_typedarray_type type = napi_int8_array;
    void* data = nullptr;
    Check(env, napi_get_typedarray_info(env, value, &type, &elements.count, &data, nullptr, nullptr));
    elements.data = data;
    elements.typed = true;
    return IsTypedArrayOf(kind, type);
  }
  uint32_t length = 0;
  if (napi_get_array_length(env, value, &length) != napi_ok) {
    if (!IsArray(env, value)) return false;
    napi_value property;
    Check(env, napi_get_named_property(env, value, "length", &property));
    Check(env, napi_coerce_to_number(env, property, &property));
    Check(env, napi_get_value_uint32(env, property, &length));
  }
  elements.count = length;
  return true;
}

std::string Describe(napi_env env, napi_value value) {
  switch (TypeOf(env, value)) {
    case napi_undefined:
      return "undefined";
    case napi_null:
      return "null";
    case napi_boolean:
      return "boolean";
    case napi_number:
      return "number";
    case napi_string:
      return "string";
    case napi_symbol:
      return "symbol";
    case napi_function:
      return "function";
    case napi_bigint:
      return "bigint";
    default:
      break;
  }
  if (IsTypedArray(env, value)) {
    napi_typedarray_type type = napi_int8_array;
    Check(env, napi_get_typedarray_info(env, value, &type, nullptr, nullptr, nullptr, nullptr));
    return TypedArrayName(type);
  }
  return IsArray(env, value) ? "Array" : "object";
}

std::string ScalarProblem(napi_env env, Kind kind, napi_value value) {
  const napi_valuetype type = TypeOf(env, value);
  if (kind == Kind::kBool) return "expected a boolean, got " + Describe(env, value);
  if (IsFloat(kind))
    return std::string("expected a finite number type ") + KindName(kind) + ", got " + Describe(env, value);
  const std::string expected = IntegerExpectation(kind);
  if (type == napi_bigint && Is64Bit(kind)) return expected + ", got a bigint out of range";
  return expected + ", got " + (type == napi_number ? ToText(env, value) : Describe(env, value));
}

std::string StringProblem(napi_env env, Kind kind, uint32_t bound, napi_value value) {
  if (TypeOf(env, value) != napi_string) return "expected a string, got " + Describe(env, value);
  if (kind == Kind::kWString) {
    size_t length = 0;
    Check(env, napi_get_value_string_utf16(env, value, nullptr, 0, &length));
    if (length <= bound) return "";
    return "expected at most " + std::to_string(bound) + " UTF-16 units, got " + std::to_string(length);
  }
  const std::string text = ToText(env, value);
  if (text.find('\0') != std::string::npos) return "expected a string without NUL characters, got one with";
  if (HasLoneSurrogate(env, value)) return "expected well-formed Unicode, got a lone surrogate";
  if (text.size() <= bound) return "";
  return "expected at most " + std::to_string(bound) + " bytes of UTF-8, got " + std::to_string(text.size());
}

std::string ContainerProblem(napi_env env, Kind kind, napi_value value) {
  const char* typed_array = TypedArrayName(kind);
  const std::string wanted = typed_array == nullptr ? "an Array" : std::string("an Array or ") + typed_array;
  return "expected " + wanted + ", got " + Describe(env, value);
}

}  // namespace roslet::cdr

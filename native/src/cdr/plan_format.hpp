// A type's compiled plan as read from bytes: what packages/interfaces/src/codec/plan.ts writes (the layout is drawn
// there). No N-API in here. The bytes are not trusted: whatever they hold, parsing ends in a sound plan or an
// exception.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace roslet::cdr {

// Order of PRIMITIVES in packages/interfaces/src/model.ts; the numbers are part of the plan format.
enum class Kind : uint8_t {
  kBool,
  kByte,
  kChar,
  kInt8,
  kUint8,
  kInt16,
  kUint16,
  kInt32,
  kUint32,
  kInt64,
  kUint64,
  kFloat32,
  kFloat64,
  kString,
  kWString,
  kNested,
};

enum class Shape : uint8_t { kSingle, kArray, kSequence };

inline constexpr uint32_t kUnbounded = 0xffffffff;

inline bool IsScalar(Kind kind) {
  return kind < Kind::kString;
}

// Size in bytes of a scalar, which in XCDR1 is its alignment too.
uint32_t ScalarSize(Kind kind);

// `float64` and so on.
const char* KindName(Kind kind);

struct Structure;

struct Field {
  std::string name;
  // Index into the plan's list of property names; equal names share one.
  uint32_t key = 0;
  Kind kind = Kind::kUint8;
  Shape shape = Shape::kSingle;
  // Elements of an array; most elements of a sequence.
  uint32_t count = 1;
  uint32_t string_bound = kUnbounded;
  const Structure* nested = nullptr;
  // Every object inherits a function of this name (`constructor`): finding that function means that the field is
  // missing.
  bool inherited = false;

  // What a missing field takes. Scalars: CDR bytes of all elements; strings: their texts. Zero or empty when not
  // stated.
  bool has_default = false;
  uint32_t default_count = 0;
  std::vector<uint8_t> default_bytes;
  std::vector<std::u16string> default_texts;
};

struct Structure {
  std::string name;
  std::vector<Field> fields;
  // True when the size depends on nothing but the start position; `fixed_size[r]` is it, from a position with remainder
  // r of 8.
  bool fixed = true;
  std::array<uint32_t, 8> fixed_size{};
  // Fewest bytes of a value, padding left out.
  uint64_t minimum_size = 0;
  uint32_t depth = 1;
};

struct PlanData {
  // Nested structures before those that hold them; the last one is the message. Never changes after parsing (pointers).
  std::vector<Structure> structures;
  std::vector<std::string> keys;

  const Structure& root() const { return structures.back(); }
};

// Throws roslet::Error (ERR_ROSLET_NATIVE_ARGUMENT).
PlanData ParsePlan(const uint8_t* bytes, size_t size);

}  // namespace roslet::cdr

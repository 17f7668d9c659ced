#include "cdr/plan_format.hpp"

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "core/error.hpp"

namespace roslet::cdr {
namespace {

constexpr uint32_t kMagic = 0x31504352;  // 'RCP1'
constexpr uint32_t kMaxDepth = 64;
// No type may need more: keeps all size arithmetic far from overflow.
constexpr uint64_t kMaxMinimumSize = 0x7fffffff;

[[noreturn]] void Fail(const std::string& problem) {
  throw Error(code::kArgument, "expected the plan of a codec, got bytes that are none: " + problem);
}

class Reader {
 public:
  Reader(const uint8_t* bytes, size_t size) : bytes_(bytes), left_(size) {}

  const uint8_t* Take(size_t size) {
    if (size > left_) Fail("cut off");
    const uint8_t* at = bytes_;
    bytes_ += size;
    left_ -= size;
    return at;
  }

  uint8_t U8() { return *Take(1); }

  uint32_t U32() {
    uint32_t value;
    std::memcpy(&value, Take(4), 4);
    return value;
  }

  std::string Text() {
    const uint32_t size = U32();
    return {reinterpret_cast<const char*>(Take(size)), size};
  }

  std::u16string WideText() {
    const uint32_t size = U32();
    if (size % 2 != 0) Fail("half a UTF-16 unit");
    const uint8_t* at = Take(size);
    std::u16string text(size / 2, u'\0');
    std::memcpy(text.data(), at, size);
    return text;
  }

  Reader Block() {
    const uint32_t size = U32();
    return {Take(size), size};
  }

  // A number of things of at least `each` bytes that follow.
  uint32_t Count(size_t each) {
    const uint32_t count = U32();
    if (count > left_ / each) Fail("a count larger than the bytes left");
    return count;
  }

  size_t left() const { return left_; }

 private:
  const uint8_t* bytes_;
  size_t left_;
};

bool IsInherited(std::string_view name) {
  constexpr std::string_view kNames[] = {"constructor",    "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable",
                                         "toLocaleString", "toString",       "valueOf"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

void ParseDefault(Reader block, Field& field) {
  if (block.left() == 0) return;
  if (field.kind == Kind::kNested) Fail("a default of a nested field");
  field.has_default = true;
  field.default_count = field.shape == Shape::kSingle ? 1 : block.Count(1);
  if (field.shape == Shape::kArray && field.default_count != field.count) Fail("a default of another length");
  if (field.shape == Shape::kSequence && field.default_count > field.count) Fail("a default beyond its bound");
  if (IsScalar(field.kind)) {
    const size_t size = size_t{field.default_count} * ScalarSize(field.kind);
    const uint8_t* at = block.Take(size);
    field.default_bytes.assign(at, at + size);
  } else {
    for (uint32_t i = 0; i < field.default_count; i++) field.default_texts.push_back(block.WideText());
  }
  if (block.left() != 0) Fail("bytes behind a default");
}

// Shortest field: name, kind, shape, reserved, count, bound, nested, default.
constexpr size_t kShortestField = 4 + 1 + 1 + 2 + 4 + 4 + 4 + 4;

Field ParseField(Reader& in, const std::vector<Structure>& known) {
  Field field;
  field.name = in.Text();
  field.inherited = IsInherited(field.name);
  const uint8_t kind = in.U8();
  if (kind > static_cast<uint8_t>(Kind::kNested)) Fail("an unknown element");
  field.kind = static_cast<Kind>(kind);
  const uint8_t shape = in.U8();
  if (shape > static_cast<uint8_t>(Shape::kSequence)) Fail("an unknown shape");
  field.shape = static_cast<Shape>(shape);
  in.Take(2);
  field.count = in.U32();
  if (field.shape == Shape::kArray && field.count == 0) Fail("an array of length 0");
  field.string_bound = in.U32();
  const uint32_t nested = in.U32();
  if (field.kind == Kind::kNested) {
    if (nested >= known.size()) Fail("a nested structure that does not come before its user");
    field.nested = &known[nested];
  }
  ParseDefault(in.Block(), field);
  if (!field.has_default && field.shape == Shape::kArray) field.default_count = field.count;
  return field;
}

uint64_t MinimumOf(const Field& field) {
  if (field.shape == Shape::kSequence) return 4;
  const uint64_t element = field.kind == Kind::kNested ? field.nested->minimum_size
                           : IsScalar(field.kind)      ? ScalarSize(field.kind)
                                                       : 4;
  return element * (field.shape == Shape::kArray ? field.count : 1);
}

bool IsFixed(const Field& field) {
  if (field.shape == Shape::kSequence) return false;
  return field.kind == Kind::kNested ? field.nested->fixed : IsScalar(field.kind);
}

// Position behind a field of fixed size that starts at `position`.
uint64_t BehindFixed(const Field& field, uint64_t position) {
  const uint64_t count = field.shape == Shape::kArray ? field.count : 1;
  if (field.kind != Kind::kNested) {
    const uint64_t size = ScalarSize(field.kind);
    return ((position + size - 1) & ~(size - 1)) + size * count;
  }
  const auto& sizes = field.nested->fixed_size;
  position += sizes[position & 7];
  // From the second on, each takes the same number of bytes: all start at the same remainder of the strictest
  // alignment.
  return position + sizes[position & 7] * (count - 1);
}

void Summarize(Structure& structure) {
  // An empty structure is one byte, as ROS 2's IDL has it.
  if (structure.fields.empty()) {
    structure.minimum_size = 1;
    structure.fixed_size.fill(1);
    return;
  }
  for (const Field& field : structure.fields) {
    structure.minimum_size += MinimumOf(field);
    if (structure.minimum_size > kMaxMinimumSize) Fail("a type larger than 2 GiB");
    structure.fixed = structure.fixed && IsFixed(field);
    if (field.nested != nullptr) structure.depth = std::max(structure.depth, field.nested->depth + 1);
  }
  if (structure.depth > kMaxDepth) Fail("nesting that is too deep");
  if (!structure.fixed) return;
  for (uint64_t start = 0; start < 8; start++) {
    uint64_t position = start;
    for (const Field& field : structure.fields) position = BehindFixed(field, position);
    if (position > kUnbounded) Fail("a type larger than 4 GiB");
    structure.fixed_size[start] = static_cast<uint32_t>(position - start);
  }
}

void CollectKeys(PlanData& plan) {
  std::unordered_map<std::string_view, uint32_t> known;
  for (Structure& structure : plan.structures) {
    for (Field& field : structure.fields) {
      const auto [entry, added] = known.emplace(field.name, static_cast<uint32_t>(plan.keys.size()));
      if (added) plan.keys.push_back(field.name);
      field.key = entry->second;
    }
  }
}

}  // namespace

uint32_t ScalarSize(Kind kind) {
  switch (kind) {
    case Kind::kInt16:
    case Kind::kUint16:
      return 2;
    case Kind::kInt32:
    case Kind::kUint32:
    case Kind::kFloat32:
      return 4;
    case Kind::kInt64:
    case Kind::kUint64:
    case Kind::kFloat64:
      return 8;
    default:
      return 1;
  }
}

const char* KindName(Kind kind) {
  constexpr const char* kNames[] = {"bool",   "byte",  "char",   "int8",    "uint8",   "int16",  "uint16",  "int32",
                                    "uint32", "int64", "uint64", "float32", "float64", "string", "wstring", "nested"};
  return kNames[static_cast<size_t>(kind)];
}

PlanData ParsePlan(const uint8_t* bytes, size_t size) {
  Reader in(bytes, size);
  if (in.U32() != kMagic) Fail("another magic number");
  // Shortest structure: name and number of fields.
  const uint32_t count = in.Count(8);
  if (count == 0) Fail("no structures");
  PlanData plan;
  // Fields point at structures, so the vector must never move them.
  plan.structures.reserve(count);
  for (uint32_t i = 0; i < count; i++) {
    Structure structure;
    structure.name = in.Text();
    const uint32_t fields = in.Count(kShortestField);
    for (uint32_t j = 0; j < fields; j++) structure.fields.push_back(ParseField(in, plan.structures));
    Summarize(structure);
    plan.structures.push_back(std::move(structure));
  }
  if (in.left() != 0) Fail("bytes behind the last structure");
  CollectKeys(plan);
  return plan;
}

}  // namespace roslet::cdr

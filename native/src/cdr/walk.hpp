// The walk over a JavaScript message along its plan. One template, three passes, so that they cannot disagree.
#pragma once

#include <napi.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "cdr/loop_scope.hpp"
#include "cdr/plan_format.hpp"
#include "cdr/values.hpp"

namespace roslet::cdr {

enum class Pass {
  // Counts bytes and looks only at what decides their number.
  kSize,
  // Looks at everything, writes nothing: finds the first wrong field.
  kCheck,
  // Looks at everything and writes it.
  kWrite,
};

// A value its type does not allow.
struct Refused {
  std::string field;
  std::string problem;
};

// The message takes more bytes than its size pass said.
struct OutOfRoom {};

template <Pass P>
class Walk {
 public:
  // `keys`: handles of PlanData::keys. `out` and `room`: the memory of the body, for the writing pass.
  Walk(napi_env env, const std::vector<napi_value>& keys, uint8_t* out = nullptr, size_t room = 0)
      : env_(env), keys_(keys), out_(out), room_(room) {}

  // Position behind the body, from its start.
  uint64_t Message(const Structure& structure, napi_value message) {
    if (!NestedMessage(structure, message)) Refuse("expected an object, got " + Describe(env_, message));
    return position_;
  }

 private:
  struct Step {
    const char* name;
    uint32_t index;
  };

  // False when the value cannot stand for a message.
  bool NestedMessage(const Structure& structure, napi_value message) {
    if (!IsMessage(env_, message)) return false;
    const uint64_t before = present_;
    Members(structure, message);
    // Without any field it may be a proxy of an array.
    return present_ != before || !IsArray(env_, message);
  }

  // `message` is nullptr where a nested message was left out: every field of it takes its default.
  void Members(const Structure& structure, napi_value message) {
    if (P == Pass::kSize && structure.fixed) {
      position_ += structure.fixed_size[position_ & 7];
      return;
    }
    if (structure.fields.empty()) Zeros(1);
    for (const Field& field : structure.fields) {
      if (P == Pass::kSize && SkipFixed(field)) continue;
      path_.push_back({field.name.c_str(), 0});
      const napi_value value = message == nullptr ? nullptr : Read(message, field);
      if (field.shape == Shape::kSingle) {
        Single(field, value);
      } else {
        Container(field, value);
      }
      path_.pop_back();
    }
  }

  bool SkipFixed(const Field& field) {
    if (field.shape == Shape::kSequence) return false;
    if (field.kind == Kind::kNested ? !field.nested->fixed : !IsScalar(field.kind)) return false;
    FixedElements(field, field.shape == Shape::kArray ? field.count : 1);
    return true;
  }

  void FixedElements(const Field& field, uint64_t count) {
    if (count == 0) return;
    if (field.kind != Kind::kNested) {
      Align(ScalarSize(field.kind));
      position_ += count * ScalarSize(field.kind);
    } else {
      const auto& sizes = field.nested->fixed_size;
      position_ += sizes[position_ & 7];
      position_ += sizes[position_ & 7] * (count - 1);
    }
  }

  // nullptr when the field is missing; scalars and strings find that out themselves, later and only when they must.
  napi_value Read(napi_value message, const Field& field) {
    napi_value value = nullptr;
    Check(env_, napi_get_property(env_, message, keys_[field.key], &value));
    if (field.inherited && TypeOf(env_, value) == napi_function) return nullptr;
    const bool decide_now = field.shape != Shape::kSingle || field.kind == Kind::kNested;
    return decide_now && IsMissing(env_, value) ? nullptr : value;
  }

  void Single(const Field& field, napi_value value) {
    if (field.kind == Kind::kNested) {
      if (value == nullptr) return Members(*field.nested, nullptr);
      if (!NestedMessage(*field.nested, value)) RefuseNested(field, value);
      present_++;
      return;
    }
    if (IsScalar(field.kind)) {
      uint8_t bytes[8];
      if (value != nullptr && ToScalar(env_, field.kind, value, bytes)) {
        present_++;
        return ScalarBytes(field.kind, bytes);
      }
      if (value != nullptr && !IsMissing(env_, value)) Refuse(ScalarProblem(env_, field.kind, value));
      return field.has_default ? ScalarBytes(field.kind, field.default_bytes.data()) : DefaultScalars(field);
    }
    if (value == nullptr || IsMissing(env_, value)) return DefaultText(field, 0);
    present_++;
    Text(field, value);
  }

  void Container(const Field& field, napi_value value) {
    Elements elements;
    elements.count = field.default_count;
    if (value != nullptr && !ToElements(env_, field.kind, value, elements)) {
      Refuse(ContainerProblem(env_, field.kind, value));
    }
    if (field.shape == Shape::kArray && elements.count != field.count) {
      Refuse("expected " + std::to_string(field.count) + " elements, got " + std::to_string(elements.count));
    }
    if (field.shape == Shape::kSequence) {
      if (elements.count > field.count) {
        Refuse("expected at most " + std::to_string(field.count) + " elements, got " + std::to_string(elements.count));
      }
      Length(static_cast<uint32_t>(elements.count));
    }
    if (P == Pass::kSize && (IsScalar(field.kind) || (field.kind == Kind::kNested && field.nested->fixed))) {
      return FixedElements(field, elements.count);
    }
    if (value == nullptr) return DefaultElements(field);
    present_++;
    if (elements.typed) return TypedElements(field, elements);
    ArrayElements(field, value, elements.count);
  }

  void TypedElements(const Field& field, const Elements& elements) {
    if (elements.count == 0) return;
    const size_t size = ScalarSize(field.kind);
    Align(size);
    uint8_t* at = Take(size * elements.count);
    if constexpr (P == Pass::kWrite) std::memcpy(at, elements.data, size * elements.count);
  }

  void ArrayElements(const Field& field, napi_value array, size_t count) {
    LoopScope scope(env_);
    for (uint32_t index = 0; index < count; index++) {
      path_.push_back({nullptr, index});
      napi_value value = nullptr;
      Check(env_, napi_get_element(env_, array, index, &value));
      Element(field, value);
      path_.pop_back();
      scope.NextRound();
    }
  }

  void Element(const Field& field, napi_value value) {
    if (field.kind == Kind::kNested) {
      if (!NestedMessage(*field.nested, value)) RefuseNested(field, value);
      return;
    }
    if (!IsScalar(field.kind)) return Text(field, value);
    uint8_t bytes[8];
    if (!ToScalar(env_, field.kind, value, bytes)) Refuse(ScalarProblem(env_, field.kind, value));
    ScalarBytes(field.kind, bytes);
  }

  void DefaultElements(const Field& field) {
    if (field.kind == Kind::kNested) {
      for (uint32_t i = 0; i < field.default_count; i++) Members(*field.nested, nullptr);
    } else if (IsScalar(field.kind)) {
      DefaultScalars(field);
    } else {
      for (uint32_t i = 0; i < field.default_count; i++) DefaultText(field, i);
    }
  }

  void DefaultScalars(const Field& field) {
    const uint64_t count = field.shape == Shape::kSingle ? 1 : field.default_count;
    if (count == 0) return;
    const size_t size = ScalarSize(field.kind);
    Align(size);
    if (!field.has_default) return Zeros(size * count);
    uint8_t* at = Take(size * count);
    if constexpr (P == Pass::kWrite) std::memcpy(at, field.default_bytes.data(), size * count);
  }

  void DefaultText(const Field& field, uint32_t index) {
    const std::u16string text = field.has_default ? field.default_texts[index] : std::u16string();
    napi_value value = nullptr;
    Check(env_, napi_create_string_utf16(env_, text.data(), text.size(), &value));
    Text(field, value);
  }

  void ScalarBytes(Kind kind, const uint8_t* bytes) {
    const size_t size = ScalarSize(kind);
    Align(size);
    uint8_t* at = Take(size);
    if constexpr (P == Pass::kWrite) std::memcpy(at, bytes, size);
  }

  void Text(const Field& field, napi_value value) {
    if constexpr (P == Pass::kCheck) {
      const std::string problem = StringProblem(env_, field.kind, field.string_bound, value);
      if (!problem.empty()) Refuse(problem);
    }
    if (field.kind == Kind::kString) {
      NarrowText(field, value);
    } else {
      WideText(field, value);
    }
  }

  void NarrowText(const Field& field, napi_value value) {
    size_t size = 0;
    const bool is_string = napi_get_value_string_utf8(env_, value, nullptr, 0, &size) == napi_ok;
    if (!is_string || (P == Pass::kWrite && size > field.string_bound)) RefuseText(field, value);
    Length(static_cast<uint32_t>(size + 1));
    uint8_t* at = Take(size + 1);
    if constexpr (P == Pass::kWrite) {
      // N-API ends the text with a NUL, as CDR does.
      Check(env_, napi_get_value_string_utf8(env_, value, reinterpret_cast<char*>(at), size + 1, &size));
      if (std::memchr(at, 0, size) != nullptr) RefuseText(field, value);
      // A lone surrogate comes out as U+FFFD, and so does U+FFFD itself.
      if (memmem(at, size, "\xEF\xBF\xBD", 3) != nullptr && HasLoneSurrogate(env_, value)) RefuseText(field, value);
    }
  }

  // uint32 number of UTF-16 units, then a uint32 for each (design/0003-cdr-codec.md).
  void WideText(const Field& field, napi_value value) {
    size_t length = 0;
    const bool is_string = napi_get_value_string_utf16(env_, value, nullptr, 0, &length) == napi_ok;
    if (!is_string || (P == Pass::kWrite && length > field.string_bound)) RefuseText(field, value);
    Length(static_cast<uint32_t>(length));
    uint8_t* at = Take(4 * length);
    if constexpr (P == Pass::kWrite) {
      std::vector<char16_t> units(length + 1);
      Check(env_, napi_get_value_string_utf16(env_, value, units.data(), units.size(), &length));
      for (size_t i = 0; i < length; i++) {
        const uint32_t unit = units[i];
        std::memcpy(at + 4 * i, &unit, 4);
      }
    }
  }

  void Length(uint32_t count) {
    Align(4);
    uint8_t* at = Take(4);
    if constexpr (P == Pass::kWrite) std::memcpy(at, &count, 4);
  }

  // Padding is written too: the memory may hold an older message.
  void Align(size_t alignment) { Zeros((alignment - position_ % alignment) % alignment); }

  void Zeros(size_t size) {
    uint8_t* at = Take(size);
    if constexpr (P == Pass::kWrite) std::memset(at, 0, size);
  }

  // The next `size` bytes in the writing pass (nullptr in the others); every write goes through here.
  uint8_t* Take(uint64_t size) {
    uint8_t* at = nullptr;
    if constexpr (P == Pass::kWrite) {
      if (size > room_ - position_) throw OutOfRoom();
      at = out_ + position_;
    }
    position_ += size;
    return at;
  }

  [[noreturn]] void RefuseNested(const Field& field, napi_value value) {
    Refuse("expected an object type " + field.nested->name + ", got " + Describe(env_, value));
  }

  [[noreturn]] void RefuseText(const Field& field, napi_value value) {
    Refuse(StringProblem(env_, field.kind, field.string_bound, value));
  }

  [[noreturn]] void Refuse(std::string problem) { throw Refused{Path(), std::move(problem)}; }

  // `poses[3].position.x`
  std::string Path() const {
    std::string text;
    for (const Step& step : path_) {
      if (step.name == nullptr) {
        text += "[" + std::to_string(step.index) + "]";
      } else {
        text += (text.empty() ? "" : ".") + std::string(step.name);
      }
    }
    return text;
  }

  napi_env env_;
  const std::vector<napi_value>& keys_;
  uint8_t* out_;
  size_t room_;
  uint64_t position_ = 0;
  // Fields found so far that were not left out.
  uint64_t present_ = 0;
  std::vector<Step> path_;
};

}  // namespace roslet::cdr

// Writes golden vectors: messages of test_msgs as eProsima Fast CDR serializes them, the way the generated type support
// of ROS 2 Jazzy (rosidl_typesupport_fastrtps) calls it. packages/interfaces/src/codec/golden.test.ts builds the same
// messages in JavaScript and compares; it also compiles this program, where libfastcdr-dev is installed, to see that
// the committed vectors are what Fast CDR says.
//
//   c++ -std=c++17 native/test/fastcdr_golden.cpp -lfastcdr -o golden && ./golden >
//   packages/interfaces/src/codec/fastcdr.golden.txt
//
// One line a vector: name, type, byte order, hex.
#include <fastcdr/Cdr.h>
#include <fastcdr/FastBuffer.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace {

using eprosima::fastcdr::Cdr;
using eprosima::fastcdr::FastBuffer;

// ROS 2 gives a structure without fields the member uint8 structure_needs_at_least_one_member.
void WriteEmpty(Cdr& cdr) {
  cdr << uint8_t{0};
}

// Values are functions of one number, repeated in golden.test.ts.
void WriteBasicTypes(Cdr& cdr, int n) {
  cdr << (n % 2 == 1) << uint8_t(n) << uint8_t(200 + n) << float(n + 0.125) << double(-n * 1.5);
  cdr << int8_t(-n) << uint8_t(255 - n) << int16_t(-1000 * n) << uint16_t(60000 + n) << int32_t(-100000 * n);
  cdr << uint32_t(4000000000u + n) << int64_t(-5000000000) * n << uint64_t(18000000000000000000u) + uint64_t(n);
}

void WriteDefaults(Cdr& cdr) {
  cdr << true << uint8_t{50} << uint8_t{100} << 1.125f << 1.125 << int8_t{-50} << uint8_t{200} << int16_t{-1000};
  cdr << uint16_t{2000} << int32_t{-30000} << uint32_t{60000} << int64_t{-40000000} << uint64_t{50000000};
}

std::string Text(int n) {
  return n % 2 == 0 ? "text " + std::to_string(n) : "\u00fcnic\u00f6de \u20ac " + std::to_string(n);
}

// rosidl_typesupport_fastrtps since Jazzy: the number of UTF-16 units, then each as a uint32.
void WriteWideText(Cdr& cdr, const std::u16string& text) {
  cdr << static_cast<uint32_t>(text.size());
  for (char16_t unit : text) cdr << static_cast<uint32_t>(unit);
}

// What makes a field with three kinds of length: T[3], T[<=3] and T[].
struct ArrayOf {
  static constexpr bool kFixed = true;
};
struct SequenceOf {
  static constexpr bool kFixed = false;
};

template <typename Container, typename T>
void WriteMany(Cdr& cdr, const std::vector<T>& values) {
  if constexpr (Container::kFixed) {
    std::array<T, 3> array;
    for (size_t i = 0; i < 3; i++) array[i] = values[i];
    cdr << array;
  } else {
    cdr << values;
  }
}

template <typename Container, typename Write>
void WriteNested(Cdr& cdr, int count, Write write) {
  if constexpr (!Container::kFixed) cdr << static_cast<uint32_t>(count);
  for (int i = 0; i < count; i++) write(i);
}

template <typename T, typename Make>
std::vector<T> Many(int count, Make make) {
  std::vector<T> values;
  for (int i = 0; i < count; i++) values.push_back(static_cast<T>(make(i)));
  return values;
}

// Arrays, BoundedSequences and UnboundedSequences have the same members in the same order.
template <typename Container>
void WriteContainers(Cdr& cdr, int n, int count) {
  WriteMany<Container>(cdr, Many<bool>(count, [&](int i) { return (n + i) % 2 == 0; }));
  WriteMany<Container>(cdr, Many<uint8_t>(count, [&](int i) { return n + i; }));
  WriteMany<Container>(cdr, Many<uint8_t>(count, [&](int i) { return 100 + n + i; }));
  WriteMany<Container>(cdr, Many<float>(count, [&](int i) { return n + i * 0.25; }));
  WriteMany<Container>(cdr, Many<double>(count, [&](int i) { return -n - i * 0.5; }));
  WriteMany<Container>(cdr, Many<int8_t>(count, [&](int i) { return -n - i; }));
  WriteMany<Container>(cdr, Many<uint8_t>(count, [&](int i) { return 255 - n - i; }));
  WriteMany<Container>(cdr, Many<int16_t>(count, [&](int i) { return -300 * (n + i); }));
  WriteMany<Container>(cdr, Many<uint16_t>(count, [&](int i) { return 65535 - n - i; }));
  WriteMany<Container>(cdr, Many<int32_t>(count, [&](int i) { return -70000 * (n + i); }));
  WriteMany<Container>(cdr, Many<uint32_t>(count, [&](int i) { return 4294967295u - n - i; }));
  WriteMany<Container>(cdr, Many<int64_t>(count, [&](int i) { return -6000000000 * (n + i); }));
  WriteMany<Container>(cdr, Many<uint64_t>(count, [&](int i) { return 6000000000 * (n + i); }));
  WriteMany<Container>(cdr, Many<std::string>(count, [&](int i) { return Text(n + i); }));
  WriteNested<Container>(cdr, count, [&](int i) { WriteBasicTypes(cdr, n + i); });
  WriteNested<Container>(cdr, count, [&](int) { WriteEmpty(cdr); });
  WriteNested<Container>(cdr, count, [&](int) { WriteDefaults(cdr); });
  WriteMany<Container>(cdr, std::vector<bool>{false, true, false});
  WriteMany<Container>(cdr, std::vector<uint8_t>{0, 1, 255});
  WriteMany<Container>(cdr, std::vector<uint8_t>{0, 1, 127});
  WriteMany<Container>(cdr, std::vector<float>{1.125f, 0.0f, -1.125f});
  WriteMany<Container>(cdr, std::vector<double>{3.1415, 0.0, -3.1415});
  WriteMany<Container>(cdr, std::vector<int8_t>{0, 127, -128});
  WriteMany<Container>(cdr, std::vector<uint8_t>{0, 1, 255});
  WriteMany<Container>(cdr, std::vector<int16_t>{0, 32767, -32768});
  WriteMany<Container>(cdr, std::vector<uint16_t>{0, 1, 65535});
  WriteMany<Container>(cdr, std::vector<int32_t>{0, INT32_MAX, INT32_MIN});
  WriteMany<Container>(cdr, std::vector<uint32_t>{0, 1, UINT32_MAX});
  WriteMany<Container>(cdr, std::vector<int64_t>{0, INT64_MAX, INT64_MIN});
  WriteMany<Container>(cdr, std::vector<uint64_t>{0, 1, UINT64_MAX});
  WriteMany<Container>(cdr, std::vector<std::string>{"", "max value", "min value"});
  cdr << int32_t(n);
}

void WriteStrings(Cdr& cdr, const std::string& text) {
  for (int i = 0; i < 2; i++) {
    cdr << text << std::string("Hello world!") << std::string("Hello'world!") << std::string("Hello\"world!");
    cdr << std::string("Hello'world!") << std::string("Hello\"world!");
  }
}

void WriteWStrings(Cdr& cdr, const std::u16string& text, int count) {
  WriteWideText(cdr, text);
  WriteWideText(cdr, u"Hello world!");
  WriteWideText(cdr, u"Hell\u00f6 w\u00f6rld!");
  WriteWideText(cdr, u"\u30cf\u30ed\u30fc\u30ef\u30fc\u30eb\u30c9");
  for (int i = 0; i < 3; i++) WriteWideText(cdr, text);
  for (int sequence = 0; sequence < 2; sequence++) {
    cdr << static_cast<uint32_t>(count);
    for (int i = 0; i < count; i++) WriteWideText(cdr, text);
  }
}

void WriteMultiNested(Cdr& cdr, int n, int count) {
  for (int i = 0; i < 3; i++) WriteContainers<ArrayOf>(cdr, n + i, 3);
  for (int i = 0; i < 3; i++) WriteContainers<SequenceOf>(cdr, n + i, count);
  for (int i = 0; i < 3; i++) WriteContainers<SequenceOf>(cdr, n + i, count);
  for (int sequence = 0; sequence < 2; sequence++) {
    WriteNested<SequenceOf>(cdr, count, [&](int i) { WriteContainers<ArrayOf>(cdr, n + i, 3); });
    WriteNested<SequenceOf>(cdr, count, [&](int i) { WriteContainers<SequenceOf>(cdr, n + i, count); });
    WriteNested<SequenceOf>(cdr, count, [&](int i) { WriteContainers<SequenceOf>(cdr, n + i, count); });
  }
}

template <typename Write>
void Vector(const char* name, const char* type, Write write) {
  for (const bool big : {false, true}) {
    // Fast CDR leaves padding as it finds it, so it must find zeros.
    std::vector<char> memory(1 << 16, '\0');
    FastBuffer buffer(memory.data(), memory.size());
    Cdr cdr(buffer, big ? Cdr::BIG_ENDIANNESS : Cdr::LITTLE_ENDIANNESS, Cdr::DDS_CDR);
    cdr.serialize_encapsulation();
    write(cdr);
    std::printf("%s test_msgs/msg/%s %s ", name, type, big ? "big" : "little");
    for (size_t i = 0; i < cdr.getSerializedDataLength(); i++) std::printf("%02x", uint8_t(buffer.getBuffer()[i]));
    std::printf("\n");
  }
}

}  // namespace

int main() {
  Vector("empty", "Empty", WriteEmpty);
  Vector("constants", "Constants", WriteEmpty);
  Vector("defaults", "Defaults", WriteDefaults);
  Vector("basic-0", "BasicTypes", [](Cdr& cdr) { WriteBasicTypes(cdr, 0); });
  Vector("basic-7", "BasicTypes", [](Cdr& cdr) { WriteBasicTypes(cdr, 7); });
  Vector("nested", "Nested", [](Cdr& cdr) { WriteBasicTypes(cdr, 3); });
  Vector("arrays", "Arrays", [](Cdr& cdr) { WriteContainers<ArrayOf>(cdr, 1, 3); });
  for (int count : {0, 1, 3}) {
    const std::string name = std::to_string(count);
    Vector(("bounded-" + name).c_str(), "BoundedSequences",
           [&](Cdr& cdr) { WriteContainers<SequenceOf>(cdr, 2, count); });
    Vector(("unbounded-" + name).c_str(), "UnboundedSequences",
           [&](Cdr& cdr) { WriteContainers<SequenceOf>(cdr, 4, count); });
  }
  Vector("unbounded-20", "UnboundedSequences", [](Cdr& cdr) { WriteContainers<SequenceOf>(cdr, 0, 20); });
  Vector("strings", "Strings", [](Cdr& cdr) { WriteStrings(cdr, Text(1)); });
  Vector("strings-empty", "Strings", [](Cdr& cdr) { WriteStrings(cdr, ""); });
  Vector("wstrings", "WStrings", [](Cdr& cdr) { WriteWStrings(cdr, u"a\u20ac\U0001F600", 2); });
  Vector("wstrings-empty", "WStrings", [](Cdr& cdr) { WriteWStrings(cdr, u"", 0); });
  Vector("multi-0", "MultiNested", [](Cdr& cdr) { WriteMultiNested(cdr, 1, 0); });
  Vector("multi-1", "MultiNested", [](Cdr& cdr) { WriteMultiNested(cdr, 1, 1); });
}

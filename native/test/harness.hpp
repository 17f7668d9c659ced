// The native tests' own small frame: TEST registers, CHECK throws, main.cpp runs and counts.
#pragma once

#include <chrono>
#include <concepts>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace roslet::test {

struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Test {
  std::string name;
  void (*run)();
};

// A function that runs in a process of its own (see child.hpp); what it returns is the exit code.
struct ChildProgram {
  std::string name;
  int (*run)(const std::vector<std::string>& arguments);
};

inline std::vector<Test>& Tests() {
  static std::vector<Test> tests;
  return tests;
}

inline std::vector<ChildProgram>& ChildPrograms() {
  static std::vector<ChildProgram> programs;
  return programs;
}

struct Registration {
  Registration(std::string name, void (*run)()) { Tests().push_back({std::move(name), run}); }
  Registration(std::string name, int (*run)(const std::vector<std::string>&)) {
    ChildPrograms().push_back({std::move(name), run});
  }
};

template <typename T>
std::string Show(const T& value) {
  if constexpr (std::is_enum_v<T>) {
    return std::to_string(static_cast<long long>(value));
  } else if constexpr (requires(std::ostream & out) { out << value; }) {
    std::ostringstream out;
    out << value;
    return out.str();
  } else if constexpr (requires { value.begin(), value.end(), value.size(); }) {
    std::string text = std::to_string(value.size()) + " values:";
    std::size_t shown = 0;
    for (const auto& element : value) {
      if (++shown > 20) return text + " ...";
      text += " " + Show(element);
    }
    return text;
  } else {
    return "(a value)";
  }
}

[[noreturn]] inline void Fail(const char* file, int line, const std::string& what) {
  throw Failure(std::string(file) + ":" + std::to_string(line) + ": " + what);
}

template <typename A, typename B>
bool Equal(const A& a, const B& b) {
  if constexpr (std::integral<A> && std::integral<B> && !std::same_as<A, bool> && !std::same_as<B, bool>) {
    return std::cmp_equal(a, b);
  } else {
    return a == b;
  }
}

template <typename A, typename B>
void CheckEqual(const char* file, int line, const char* what, const A& actual, const B& expected) {
  if (Equal(actual, expected)) return;
  Fail(file, line, std::string("expected ") + what + " to be " + Show(expected) + ", got " + Show(actual));
}

// Waits for something another thread or process does. The limit only ends a test that hangs.
inline bool Eventually(const std::function<bool()>& condition) {
  auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > limit) return false;
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  return true;
}

}  // namespace roslet::test

#define ROSLET_JOIN_(a, b) a##b
#define ROSLET_JOIN(a, b) ROSLET_JOIN_(a, b)

#define TEST(name)                                                                                                  \
  static void ROSLET_JOIN(Test, __LINE__)();                                                                        \
  static const ::roslet::test::Registration ROSLET_JOIN(registration, __LINE__)(name, ROSLET_JOIN(Test, __LINE__)); \
  static void ROSLET_JOIN(Test, __LINE__)()

#define CHILD(name)                                                                                                  \
  static int ROSLET_JOIN(Child, __LINE__)(const std::vector<std::string>& arguments);                                \
  static const ::roslet::test::Registration ROSLET_JOIN(registration, __LINE__)(name, ROSLET_JOIN(Child, __LINE__)); \
  static int ROSLET_JOIN(Child, __LINE__)([[maybe_unused]] const std::vector<std::string>& arguments)

#define CHECK(condition)                                                                \
  do {                                                                                  \
    if (!(condition)) ::roslet::test::Fail(__FILE__, __LINE__, "expected " #condition); \
  } while (false)

#define CHECK_EQ(actual, expected) ::roslet::test::CheckEqual(__FILE__, __LINE__, #actual, (actual), (expected))

#define CHECK_THROWS(expression, expected_code)                                                                    \
  do {                                                                                                             \
    std::string thrown = "nothing";                                                                                \
    try {                                                                                                          \
      static_cast<void>(expression);                                                                               \
    } catch (const ::roslet::Error& error) {                                                                       \
      thrown = error.code();                                                                                       \
    }                                                                                                              \
    if (thrown != (expected_code)) {                                                                               \
      ::roslet::test::Fail(__FILE__, __LINE__,                                                                     \
                           "expected " #expression " to throw " + std::string(expected_code) + ", got " + thrown); \
    }                                                                                                              \
  } while (false)

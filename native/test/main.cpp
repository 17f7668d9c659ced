// Runs the native tests: all, or those whose names contain one of the arguments. The last line counts.
//
//   roslet_core_tests [--list] [part of a name]...
//   roslet_core_tests --child <program> [argument]...      (what child.hpp starts)

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "harness.hpp"

namespace {

using roslet::test::ChildPrograms;
using roslet::test::Test;
using roslet::test::Tests;

// A lost wake-up must end the run, and say where.
constexpr unsigned kWatchdogSeconds = 400;
const char* running = "";

void OnAlarm(int) {
  const char text[] = "\nHangs: ";
  [[maybe_unused]] auto written = ::write(STDERR_FILENO, text, sizeof(text) - 1);
  written = ::write(STDERR_FILENO, running, std::strlen(running));
  written = ::write(STDERR_FILENO, "\n", 1);
  ::abort();
}

int RunChild(int count, char** arguments) {
  ::alarm(kWatchdogSeconds);
  for (const auto& program : ChildPrograms()) {
    if (program.name == arguments[0]) return program.run({arguments + 1, arguments + count});
  }
  std::fprintf(stderr, "no child program '%s'\n", arguments[0]);
  return 127;
}

// ROSLET_STRESS_SECONDS: tests of threads against each other are repeated for so long, each.
double StressSeconds(const Test& test) {
  const char* seconds = std::getenv("ROSLET_STRESS_SECONDS");
  return seconds != nullptr && test.name.starts_with("stress:") ? std::atof(seconds) : 0;
}

bool RunTest(const Test& test) {
  running = test.name.c_str();
  ::alarm(kWatchdogSeconds);
  try {
    test.run();
    return true;
  } catch (const std::exception& error) {
    std::printf("FAILED: %s\n        %s\n", test.name.c_str(), error.what());
    return false;
  }
}

}  // namespace

int main(int count, char** arguments) {
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGALRM, OnAlarm);
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  if (count > 2 && std::strcmp(arguments[1], "--child") == 0) return RunChild(count - 2, arguments + 2);

  bool list = count > 1 && std::strcmp(arguments[1], "--list") == 0;
  std::vector<std::string> wanted(arguments + (list ? 2 : 1), arguments + count);
  std::sort(Tests().begin(), Tests().end(), [](const Test& a, const Test& b) { return a.name < b.name; });
  int passed = 0;
  int failed = 0;
  for (const Test& test : Tests()) {
    auto matches = [&](const std::string& part) { return test.name.find(part) != std::string::npos; };
    if (!wanted.empty() && std::none_of(wanted.begin(), wanted.end(), matches)) continue;
    if (list) {
      std::printf("%s\n", test.name.c_str());
      continue;
    }
    auto started = std::chrono::steady_clock::now();
    bool good = true;
    double seconds = 0;
    do {
      good = RunTest(test);
      seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    } while (good && seconds < StressSeconds(test));
    ++(good ? passed : failed);
    std::printf("%s %s (%.2f s)\n", good ? "ok    " : "FAILED", test.name.c_str(), seconds);
  }
  if (!list) std::printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}

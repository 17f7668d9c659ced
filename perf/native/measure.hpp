// Clocks, samples and the line of JSON that each program prints.

#pragma once

#include <sched.h>
#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "options.hpp"

namespace roslet::perf {

inline double Seconds(clockid_t clock = CLOCK_MONOTONIC) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

/// Processor time of this process.
inline double CpuSeconds() {
  return Seconds(CLOCK_PROCESS_CPUTIME_ID);
}

/// Binds this process to the side's processor, when there is a choice.
inline void Pin(const std::vector<int>& cpus, std::size_t side) {
  if (cpus.empty()) return;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpus[side % cpus.size()], &set);
  if (::sched_setaffinity(0, sizeof(set), &set) != 0) Options::Fail("cannot bind to that processor");
}

/// Decides when a run is over: after a number of messages, or else after a time.
class Limit {
 public:
  Limit(const Options& options, double part) : count_(options.Number("count", 0)) {
    end_ = Seconds() + options.Number("seconds", 1) * part;
  }
  bool Over(std::uint64_t done, double now) const {
    return count_ > 0 ? static_cast<double>(done) >= count_ : now >= end_;
  }

 private:
  double count_;
  double end_;
};

/// The warm-up takes this part of the time that is measured.
constexpr double kWarmUp = 0.3;

inline double Percentile(const std::vector<double>& sorted, double part) {
  auto rank = static_cast<std::size_t>(std::ceil(part * static_cast<double>(sorted.size())));
  return sorted[rank == 0 ? 0 : rank - 1];
}

/// Prints a distribution of seconds in microseconds.
inline void PrintRoundTrips(std::vector<double> times, std::uint64_t wrong, int pieces = 1) {
  std::sort(times.begin(), times.end());
  double sum = 0;
  for (double time : times) sum += time;
  auto at = [&](double part) { return Percentile(times, part) * 1e6; };
  std::printf(
      "{\"count\":%zu,\"wrong\":%llu,\"pieces\":%d,\"micros\":{\"min\":%.4f,\"p50\":%.4f,\"p90\":%.4f,\"p99\":%.4f,"
      "\"max\":%.4f,\"mean\":%.4f}}\n",
      times.size(), static_cast<unsigned long long>(wrong), pieces, at(0), at(0.5), at(0.9), at(0.99), at(1),
      sum * 1e6 / static_cast<double>(times.size()));
}

inline void PrintOneWay(std::uint64_t received, std::uint64_t wrong, double seconds, double cpu_seconds,
                        int pieces = 1) {
  std::printf("{\"received\":%llu,\"wrong\":%llu,\"pieces\":%d,\"seconds\":%.9f,\"cpuSeconds\":%.9f}\n",
              static_cast<unsigned long long>(received), static_cast<unsigned long long>(wrong), pieces, seconds,
              cpu_seconds);
}

}  // namespace roslet::perf

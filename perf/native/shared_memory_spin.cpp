// Two processes that poll shared memory: what no transport can beat.
//
//   shared_memory_spin --exchange roundTrip|oneWay --variant untouched|copied|in-place --size <bytes> [--written
//   full|stamp]
//                      [--read full|sampled|stamp] [--seconds <s> | --count <n>] [--cpus <list>]
//
// untouched: only the words that are polled change, no payload exists (round trips only).
// copied:    the sender writes the payload in memory of its own, and copies it into shared memory; the receiver copies
// it out. in-place:  the sender writes it in shared memory, the receiver reads it there.

#include <sched.h>

#include <atomic>
#include <new>

#include "far_process.hpp"
#include "stamp.hpp"

using namespace roslet::perf;

namespace {

/// Polls before the processor is offered to somebody else: the other process may need this very one.
constexpr int kPollsBeforeYield = 64;

struct Shared {
  alignas(64) std::atomic<std::uint64_t> written{0};
  alignas(64) std::atomic<std::uint64_t> taken{0};
  alignas(64) std::atomic<bool> stop{false};
  double far_end = 0;
  double far_cpu = 0;
  std::uint64_t wrong = 0;
};

template <typename Condition>
void SpinUntil(Condition condition) {
  for (int polls = 0; !condition(); ++polls) {
    if (polls % kPollsBeforeYield == kPollsBeforeYield - 1) {
      ::sched_yield();
    } else {
#if defined(__x86_64__) || defined(__i386__)
      __builtin_ia32_pause();
#endif
    }
  }
}

struct Measurement {
  explicit Measurement(const Options& given)
      : options(given),
        stamp(given),
        size(static_cast<std::size_t>(given.Number("size", 64))),
        untouched(given.Text("variant", "untouched") == "untouched"),
        copied(given.Text("variant", "untouched") == "copied"),
        own(copied ? size : 0, 1) {}

  /// The sender's part: `slot` holds message `number` afterwards.
  void Put(char* slot, std::uint32_t number, std::uint32_t flag = 0) {
    if (untouched) return;
    stamp.Write(copied ? own.data() : slot, size, number, flag);
    if (copied) std::memcpy(slot, own.data(), size);
  }

  /// The receiver's part: true when `slot` holds message `number`.
  bool Take(const char* slot, std::uint32_t number) {
    if (untouched) return true;
    if (copied) std::memcpy(own.data(), slot, size);
    return stamp.Matches(copied ? own.data() : slot, size, number);
  }

  const Options& options;
  Stamp stamp;
  std::size_t size;
  bool untouched;
  bool copied;
  std::vector<char> own;
};

void RoundTrips(Measurement& run) {
  auto* shared = new (ShareMemory(sizeof(Shared))) Shared;
  char* there = ShareMemory(run.size);
  char* back = ShareMemory(run.size);

  FarProcess far(run.options.List("cpus"), [&] {
    for (std::uint64_t number = 1;; ++number) {
      SpinUntil([&] { return shared->written.load(std::memory_order_acquire) >= number || shared->stop.load(); });
      if (shared->stop.load()) return;
      auto stamped = static_cast<std::uint32_t>(number);
      if (!run.Take(there, stamped)) ++shared->wrong;
      if (run.copied) {
        std::memcpy(back, run.own.data(), run.size);
      } else if (!run.untouched) {
        std::memcpy(back, &stamped, sizeof(stamped));
      }
      shared->taken.store(number, std::memory_order_release);
    }
  });

  std::vector<double> times;
  std::uint64_t wrong = 0;
  std::uint64_t number = 0;
  for (double part : {kWarmUp, 1.0}) {
    Limit limit(run.options, part);
    times.clear();
    double begin = Seconds();
    do {
      run.Put(there, static_cast<std::uint32_t>(++number));
      shared->written.store(number, std::memory_order_release);
      SpinUntil([&] { return shared->taken.load(std::memory_order_acquire) == number; });
      if (run.copied) std::memcpy(run.own.data(), back, run.size);
      if (!run.untouched && Stamp::Number(run.copied ? run.own.data() : back) != static_cast<std::uint32_t>(number))
        ++wrong;
      double now = Seconds();
      times.push_back(now - begin);
      begin = now;
    } while (!limit.Over(times.size(), begin));
  }
  shared->stop.store(true);
  far.Join();
  PrintRoundTrips(times, wrong + shared->wrong);
}

void OneWay(Measurement& run) {
  // A few messages lie between the two, but not more memory than the caches hold.
  constexpr std::size_t kRingBytes = 8 << 20;
  std::size_t slots = std::clamp<std::size_t>(kRingBytes / run.size, 4, 1024);
  std::size_t stride = (run.size + 63) / 64 * 64;
  auto* shared = new (ShareMemory(sizeof(Shared))) Shared;
  char* ring = ShareMemory(slots * stride);
  auto slot = [&](std::uint64_t number) { return ring + number % slots * stride; };
  std::uint64_t every = run.size < 4096 ? 64 : 1;

  for (double part : {kWarmUp, 1.0}) {
    new (shared) Shared;
    FarProcess far(run.options.List("cpus"), [&] {
      // The time until the first message is no work.
      SpinUntil([&] { return shared->written.load(std::memory_order_acquire) > 0; });
      double cpu = CpuSeconds();
      for (std::uint64_t number = 0;; ++number) {
        SpinUntil([&] { return shared->written.load(std::memory_order_acquire) > number; });
        if (!run.Take(slot(number), static_cast<std::uint32_t>(number))) ++shared->wrong;
        bool last = Stamp::Flag(run.copied ? run.own.data() : slot(number)) == kLast;
        shared->taken.store(number + 1, std::memory_order_release);
        if (last) break;
      }
      shared->far_end = Seconds();
      shared->far_cpu = CpuSeconds() - cpu;
    });
    Limit limit(run.options, part);
    double cpu = CpuSeconds();
    double begin = Seconds();
    std::uint64_t number = 0;
    for (bool last = false; !last; ++number) {
      SpinUntil([&] { return number - shared->taken.load(std::memory_order_acquire) < slots; });
      last = (number + 1) % every == 0 && limit.Over(number + 1, Seconds());
      run.Put(slot(number), static_cast<std::uint32_t>(number), last ? kLast : 0);
      shared->written.store(number + 1, std::memory_order_release);
    }
    double near_cpu = CpuSeconds() - cpu;
    far.Join();
    if (part == 1.0) PrintOneWay(number, shared->wrong, shared->far_end - begin, near_cpu + shared->far_cpu);
  }
}

}  // namespace

int main(int count, char** arguments) {
  Options options(count, arguments);
  Measurement run(options);
  if (options.Text("exchange", "roundTrip") == "roundTrip") {
    RoundTrips(run);
  } else if (!run.untouched) {
    OneWay(run);
  } else {
    Options::Fail("there is no one way without a payload");
  }
}

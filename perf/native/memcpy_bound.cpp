// How fast this machine copies memory, in one process: the bound of everything that copies once.
//
//   memcpy_bound --size <bytes> [--seconds <s> | --count <n>] [--cpus <list>]

#include <cstring>

#include "measure.hpp"

using namespace roslet::perf;

int main(int count, char** arguments) {
  Options options(count, arguments);
  Pin(options.List("cpus"), 0);
  auto size = static_cast<std::size_t>(options.Number("size", 64));
  // Set to something, so that no page is the kernel's shared page of zeros.
  std::vector<char> from(size, 1);
  std::vector<char> to(size, 2);
  std::uint64_t every = size < 4096 ? 1024 : 1;

  double begin = 0;
  double cpu = 0;
  std::uint64_t copies = 0;
  for (double part : {kWarmUp, 1.0}) {
    Limit limit(options, part);
    copies = 0;
    cpu = CpuSeconds();
    begin = Seconds();
    do {
      std::memcpy(to.data(), from.data(), size);
      // The compiler must neither drop a copy nor make one of two.
      asm volatile("" : : "r"(to.data()), "r"(from.data()) : "memory");
    } while (++copies % every != 0 || !limit.Over(copies, Seconds()));
  }
  PrintOneWay(copies, 0, Seconds() - begin, CpuSeconds() - cpu);
}

// The other process of a measurement.

#pragma once

#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "measure.hpp"

namespace roslet::perf {

/// Runs `body` in a process that ends with this one. `Join` waits for its end.
class FarProcess {
 public:
  template <typename Body>
  FarProcess(const std::vector<int>& cpus, Body body) {
    std::fflush(stdout);
    pid_ = ::fork();
    if (pid_ < 0) Options::Fail("cannot fork");
    if (pid_ == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      Pin(cpus, 1);
      body();
      ::_exit(0);
    }
    Pin(cpus, 0);
  }

  void Join() {
    int status = 0;
    ::waitpid(pid_, &status, 0);
    if (status != 0) Options::Fail("the far process failed");
  }

 private:
  pid_t pid_;
};

/// Memory that both processes see, its pages made before anything is measured.
inline char* ShareMemory(std::size_t size) {
  void* memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  if (memory == MAP_FAILED) Options::Fail("cannot share that much memory");
  return static_cast<char*>(memory);
}

}  // namespace roslet::perf

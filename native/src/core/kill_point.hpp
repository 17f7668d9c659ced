// Test seam: ROSLET_TEST_KILL_AT=<point> makes the process kill itself at a named step, so that crash recovery is
// tested at every one of them. Only slow steps have points; in production the check is one load of a null pointer.
#pragma once

#include <csignal>
#include <cstdlib>
#include <cstring>

namespace roslet {

inline void KillPoint(const char* name) {
  static const char* const wanted = std::getenv("ROSLET_TEST_KILL_AT");
  if (wanted != nullptr && std::strcmp(wanted, name) == 0) ::raise(SIGKILL);
}

}  // namespace roslet

// Two network namespaces with a veth pair between them, as two containers on one host have.

#pragma once

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace roslet::perf {

/// Runs `body` in a network namespace made by `ip netns`; in the one we are in without a name.
template <typename Body>
void InNetwork(const char* name, Body body) {
  if (name == nullptr) return body();
  int own = ::open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
  int other = ::open((std::string("/run/netns/") + name).c_str(), O_RDONLY | O_CLOEXEC);
  if (own < 0 || other < 0 || ::setns(other, CLONE_NEWNET) != 0) {
    ::perror("entering a network namespace");
    std::exit(1);
  }
  body();
  ::setns(own, CLONE_NEWNET);
  ::close(own);
  ::close(other);
}

/// Exists while the object does.
class VethPair {
 public:
  static constexpr const char* kNear = "roslet-perf-near";
  static constexpr const char* kFar = "roslet-perf-far";
  static constexpr const char* kFarAddress = "10.199.77.2";

  VethPair() {
    // What an interrupted run left.
    Remove();
    made_ = Ip("netns add roslet-perf-near") && Ip("netns add roslet-perf-far") &&
            Ip("-n roslet-perf-near link add veth-near type veth peer name veth-far netns roslet-perf-far") &&
            Ip("-n roslet-perf-near addr add 10.199.77.1/24 dev veth-near") &&
            Ip("-n roslet-perf-far addr add 10.199.77.2/24 dev veth-far") &&
            Ip("-n roslet-perf-near link set veth-near up") && Ip("-n roslet-perf-far link set veth-far up");
  }
  ~VethPair() { Remove(); }
  VethPair(const VethPair&) = delete;
  VethPair& operator=(const VethPair&) = delete;

  bool Made() const { return made_; }

 private:
  static void Remove() {
    Ip("netns del roslet-perf-near");
    Ip("netns del roslet-perf-far");
  }

  static bool Ip(const std::string& arguments) {
    return std::system(("ip " + arguments + " 2>/dev/null").c_str()) == 0;
  }

  bool made_ = false;
};

}  // namespace roslet::perf

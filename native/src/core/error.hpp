// The one exception of the core: a stable code, a message for users, and errno where the kernel said no.
#pragma once

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

namespace roslet {

class Error : public std::runtime_error {
 public:
  Error(const char* code, const std::string& message, int system_error = 0)
      : std::runtime_error(system_error == 0 ? message : message + ": " + std::strerror(system_error)),
        code_(code),
        system_error_(system_error) {}

  const char* code() const { return code_; }
  int system_error() const { return system_error_; }

 private:
  const char* code_;
  int system_error_;
};

// Stable codes; each has a row in docs/errors.md.
namespace code {
inline constexpr const char* kArgument = "ERR_ROSLET_NATIVE_ARGUMENT";
inline constexpr const char* kClosed = "ERR_ROSLET_CLOSED";
inline constexpr const char* kDirectory = "ERR_ROSLET_DIRECTORY";
inline constexpr const char* kUntrusted = "ERR_ROSLET_UNTRUSTED_FILE";
inline constexpr const char* kVersion = "ERR_ROSLET_LAYOUT_VERSION";
inline constexpr const char* kDomainFull = "ERR_ROSLET_DOMAIN_FULL";
inline constexpr const char* kDomainBusy = "ERR_ROSLET_DOMAIN_BUSY";
inline constexpr const char* kTooManyEndpoints = "ERR_ROSLET_TOO_MANY_ENDPOINTS";
inline constexpr const char* kNoSpace = "ERR_ROSLET_NO_SPACE";
inline constexpr const char* kSystem = "ERR_ROSLET_SYSTEM";
inline constexpr const char* kReservation = "ERR_ROSLET_RESERVATION";
inline constexpr const char* kTooLarge = "ERR_ROSLET_MESSAGE_TOO_LARGE";
}  // namespace code

}  // namespace roslet

// The records this context's readers look at in place. A loan outlives its subscription: the pin stands until it is
// given back.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "core/context_segment.hpp"

namespace roslet {

struct Loan {
  std::uint32_t pin = 0;
  std::uint64_t serial = 0;  // pins are used again, serial numbers are not; 0: nothing is pinned (an immutable segment)
};

class Loans {
 public:
  explicit Loans(ContextSegment& segment) : segment_(segment) {}

  // Pins the record at `position` for the attachment of a cursor slot; nothing when all pins are in use. The caller
  // then checks that the record is still there (the full fence is in here), and gives the pin back if not.
  std::optional<Loan> Take(std::uint32_t cursor, layout::Position position, std::uint32_t span);
  // A loan is given back once, by whoever comes first: the user, or the collector. Later calls are ignored.
  void Release(const Loan& loan);
  // Frees the slot now, or when its last loan is given back.
  void CloseCursor(std::uint32_t cursor);

 private:
  ContextSegment& segment_;
  struct Taken {
    std::uint32_t cursor;
    std::uint64_t serial;
  };
  std::unordered_map<std::uint32_t, Taken> taken_;  // by pin
  std::uint64_t next_serial_ = 1;
  std::unordered_set<std::uint32_t> closing_;
};

}  // namespace roslet

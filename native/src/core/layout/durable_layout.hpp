// Durable segment: one latched message of 64 KiB or more. Immutable once its descriptor is in the log.
//
//   0       8         12       16               24       28       32       40           124      128
//   +-------+---------+--------+----------------+--------+--------+--------+------------+--------+-----------
//   | magic | version | number | writer context | entity | unused | length | sequence.. | encaps.| CDR body
//   +-------+---------+--------+----------------+--------+--------+--------+------------+--------+-----------
#pragma once

#include "core/layout/log_layout.hpp"

namespace roslet::layout {

struct DurableHeader {
  static constexpr std::uint64_t kMagic = Magic("ROSLETDU");

  std::uint64_t magic;
  std::uint32_t version;
  std::uint32_t number;
  std::uint64_t writer_context;
  std::uint32_t writer_entity;
  std::uint32_t reserved;
  std::uint64_t length;
  std::uint64_t sequence;
};
inline constexpr std::size_t kDurablePayloadAt = 124;
static_assert(sizeof(DurableHeader) <= kDurablePayloadAt);

// From here on a latched message gets a segment of its own: below, sharing the ring is cheaper than a file.
inline constexpr std::size_t kDurableThreshold = 64u << 10;

}  // namespace roslet::layout

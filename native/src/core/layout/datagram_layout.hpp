// What travels through mailbox sockets. All little-endian, as in memory.
//
// Poke: "look again": a message, a change of the graph, a request to be served inline. It carries nothing to believe.
//
//   0        4         6      8
//   +--------+---------+------+----------------+
//   | magic  | version | type | sender context |
//   +--------+---------+------+----------------+
//
// Fragment: a piece of one message for one reader that cannot map the writer's log. Fragments of a message come in
// order and without holes on one socket; a hole discards the message, counted.
//
//   0 .. 16  as above         40                48           56        64        72     76       80
//   +--------+----------------+-----------------+------------+---------+---------+------+--------+---------
//   | poke   | writer, reader | target (client) | position   | sequence| time    | total| offset | bytes ...
//   +--------+----------------+-----------------+------------+---------+---------+------+--------+---------
#pragma once

#include "core/layout/durable_layout.hpp"

namespace roslet::layout {

enum class DatagramType : std::uint16_t { kPoke = 1, kFragment = 2 };

struct PokeDatagram {
  static constexpr std::uint32_t kMagic = 0x4D4C5352;  // "RSLM"

  std::uint32_t magic;
  std::uint16_t version;
  std::uint16_t type;
  std::uint64_t sender;
};
static_assert(sizeof(PokeDatagram) == 16);

struct FragmentDatagram {
  PokeDatagram poke;
  std::uint32_t writer_entity;
  std::uint32_t reader_entity;
  std::uint64_t target_context;
  std::uint32_t target_entity;
  std::uint32_t reserved;
  std::uint64_t position;  // packed Position behind this message in the writer's stream
  std::uint64_t sequence;
  std::int64_t timestamp;
  std::uint64_t correlation;
  std::uint32_t total;   // serialized size of the whole message
  std::uint32_t offset;  // of the bytes that follow
};
static_assert(sizeof(FragmentDatagram) == 80);

// Large enough to amortise a system call, small enough for the default socket buffer (208 KiB) to hold several.
inline constexpr std::size_t kFragmentBytes = 60u << 10;
inline constexpr std::size_t kMaxDatagram = sizeof(FragmentDatagram) + kFragmentBytes;

}  // namespace roslet::layout

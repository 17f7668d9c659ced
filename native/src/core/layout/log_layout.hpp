// Publisher log: a ring of records, written by one publisher, read in place by everybody else.
//
//   0x0000 header (one page)                                            0x1000 data: `capacity` bytes (a power of two)
//   +-------+---------+----------+------------+------+------+-----------+--------------------------------------+
//   | magic | version | capacity | stream id  | head | tail | successor | record | record | pad ... |  record  |
//   +-------+---------+----------+------------+------+------+-----------+--------------------------------------+
//
// Positions only grow; the byte of position p lies at data[p mod capacity]. A record never wraps: a padding record
// fills the ring's end. `tail` moves past a record before its bytes are overwritten, and `head` moves past a record
// after its bytes are complete, so [tail, head) is what a reader may use, and a reader checks `tail` again after it
// copied.
//
// Record (64-byte aligned; the payload starts at byte 60, so that what follows its 4-byte encapsulation header is
// 64-byte aligned and numeric arrays can be used in place):
//
//   0           8      12       16          24     28        32           40       60        64
//   +-----------+------+--------+-----------+------+---------+------------+--------+---------+-------------
//   | seqlock   | span | length | timestamp | kind | durable | correlation| unused | encaps. | CDR body ...
//   +-----------+------+--------+-----------+------+---------+------------+--------+---------+-------------
//
// seqlock: (sequence number << 1), odd while the record is being written.
#pragma once

#include "core/layout/context_layout.hpp"

namespace roslet::layout {

struct LogHeader {
  static constexpr std::uint64_t kMagic = Magic("ROSLETLG");

  Word magic;
  std::uint32_t version;
  std::uint32_t generation;
  std::uint64_t capacity;
  std::uint64_t writer_context;
  std::uint32_t writer_entity;
  std::uint32_t target_entity;
  std::uint64_t target_context;
  alignas(kCacheLine) std::uint64_t first_sequence;
  alignas(kCacheLine) Word head;
  alignas(kCacheLine) Word tail;
  alignas(kCacheLine) Word successor;  // generation that follows; set once, when `head` is final
};
static_assert(offsetof(LogHeader, head) == 128);
static_assert(offsetof(LogHeader, tail) == 192);
static_assert(offsetof(LogHeader, successor) == 256);

inline constexpr std::size_t kLogDataAt = 4096;
inline constexpr std::size_t kRecordAlign = 64;
inline constexpr std::size_t kPayloadAt = 60;

enum class RecordKind : std::uint32_t {
  kMessage = 1,
  kPadding = 2,
  kDurable = 3,  // the payload lies in durable segment number `durable`
};

struct Record {
  Word sequence_word;
  std::uint32_t span;    // bytes to the next record
  std::uint32_t length;  // serialized size
  std::int64_t timestamp;
  std::uint32_t kind;
  std::uint32_t durable;
  std::uint64_t correlation;
  std::uint64_t reserved[2];
  std::uint32_t reserved_tail;
  std::uint8_t encapsulation[4];
};
static_assert(sizeof(Record) == 64);
static_assert(offsetof(Record, encapsulation) == kPayloadAt);
static_assert(offsetof(Record, timestamp) == 16 && offsetof(Record, correlation) == 32);

inline constexpr std::uint64_t RecordSpan(std::uint64_t length) {
  return (kPayloadAt + length + kRecordAlign - 1) / kRecordAlign * kRecordAlign;
}

// A serialized message is at least its encapsulation header and at most 1 GiB.
inline constexpr std::uint64_t kMaxMessage = 1ull << 30;

}  // namespace roslet::layout

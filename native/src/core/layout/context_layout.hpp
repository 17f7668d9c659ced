// Context segment: everything a context tells the others about itself. One file, `ctx-<id>`, written by its owner
// alone; the owner holds an open-file-description lock on it for as long as it lives.
//
//   0x000000  header            identity, parked epoch, catalogue seqlock, table high-water marks, counters
//   0x001000  cursors           16384 x 64 B: one an attachment (a subscription of ours reading a writer)
//   0x101000  writer blocks      8192 x 128 B: one a publisher of ours
//   0x201000  reader blocks      8192 x 128 B: one a subscription of ours
//   0x301000  pins              4096 x 16 B: one a loaned record
//   0x311000  catalogue         opaque bytes (TypeScript writes them), read with pread, grows at the file's end
//
// The tables are sparse: memory is reserved a page at a time, and nobody looks behind a table's high-water mark.
#pragma once

#include "core/layout/registry_layout.hpp"

namespace roslet::layout {

// Where in a publisher's stream: which generation of its log, and how many bytes into it. One word, so that a reader's
// place can be read without tearing.
struct Position {
  static constexpr int kOffsetBits = 48;
  static constexpr std::uint64_t kOffsetMask = (1ull << kOffsetBits) - 1;
  static constexpr std::uint32_t kMaxGeneration = 0xFFFF;

  std::uint32_t generation = 0;  // 0: before the first log
  std::uint64_t offset = 0;

  static Position Unpack(std::uint64_t word) {
    return {static_cast<std::uint32_t>(word >> kOffsetBits), word & kOffsetMask};
  }
  std::uint64_t Pack() const { return static_cast<std::uint64_t>(generation) << kOffsetBits | (offset & kOffsetMask); }
  auto operator<=>(const Position&) const = default;
};

enum class CursorState : std::uint32_t {
  kFree = 0,
  kLog = 1,     // reads the log itself
  kInline = 2,  // cannot map it: the writer sends datagrams, from `position` on
};

struct Cursor {
  HalfWord state;  // CursorState; stored last when the slot is taken
  HalfWord reader_entity;
  Word writer_context;
  HalfWord writer_entity;
  HalfWord reliable;
  Word target_context;  // private response streams: the client, else 0
  HalfWord target_entity;
  HalfWord opened_generation;  // newest log generation this reader has mapped: the writer may unlink it then
  Word position;               // packed Position of the next record wanted
  Word received;               // sequence number of the last message taken
  Word pins;  // loaned records of this attachment: the writer looks at the pin table only when there are some
};
static_assert(sizeof(Cursor) == 64);
static_assert(offsetof(Cursor, position) == 40);

// A record that a reader looks at in place. The writer leaves its bytes alone and takes the next space.
//
//   reader: pin, full fence, tail        writer: tail, full fence, pins
//
// so at least one of the two sees the other: either the reader finds the record overtaken and lets go, or the writer
// finds it pinned.
struct Pin {
  Word position;    // packed Position of the record; 0: free
  HalfWord cursor;  // slot of the attachment
  HalfWord span;    // bytes, header included
};
static_assert(sizeof(Pin) == 16);

struct WriterBlock {
  HalfWord entity;  // 0: free; stored last
  HalfWord flags;   // kWaiting, kHeldBack
  Word head;        // packed Position behind the newest record
  Word history;     // packed Position of the oldest latched record (== head: none)
  Word last_sequence;
  Word sent;
  Word sent_bytes;
  Word inline_sent;
  Word lost_no_space;
  Word shared_bytes;
  Word readers;
  Word target_context;
  Word target_entity;
  Word first_sequence;  // of the first record since the writer last had nobody to write for
  Word private_logs;    // generations that lie in the writer's own memory: first << 32 | last, 0: none; ask for inline
  Word waiting_for;     // while kWaiting: the context whose reader is behind all others; 0: any
  std::uint64_t padding[1];

  static constexpr std::uint32_t kWaiting = 1;   // back-pressured: poke the writer when messages were taken
  static constexpr std::uint32_t kHeldBack = 2;  // an inline reader has enough unread for now: likewise
};
static_assert(sizeof(WriterBlock) == 128);
static_assert(offsetof(WriterBlock, head) == 8);

struct ReaderBlock {
  HalfWord entity;
  HalfWord reserved;
  Word received;
  Word received_bytes;
  Word lost_overwritten;
  Word lost_depth;
  Word lost_invalid;
  Word via_log;
  Word via_inline;
  Word via_durable;
  std::uint64_t padding[7];
};
static_assert(sizeof(ReaderBlock) == 128);

struct ContextHeader {
  static constexpr std::uint64_t kMagic = Magic("ROSLETCX");

  Word magic;  // stored last
  std::uint32_t version;
  std::uint32_t flags;  // kCannotMapLogs
  std::uint64_t id;
  std::uint64_t pid;
  std::uint64_t pid_namespace;  // inode of the PID namespace `pid` is meant in
  std::int64_t start_time;      // Unix nanoseconds
  std::uint32_t uid;
  std::uint32_t reserved;
  char library[kLibraryVersionSize];
  // Odd: the owner is about to sleep, or sleeps. Each sleep has its own odd number, so a writer rings once a sleep.
  alignas(kCacheLine) Word parked_epoch;
  alignas(kCacheLine) Word catalogue_sequence;  // seqlock: odd while the catalogue is being written
  Word catalogue_size;
  alignas(kCacheLine) Word cursor_count;  // high-water marks of the tables
  Word writer_count;
  Word reader_count;
  Word pin_count;
  alignas(kCacheLine) Word
      inline_requests;  // how often an attachment asked for inline delivery: writers look when it moved
  Word doorbells;
  Word wakeups;
  Word datagrams_refused;

  static constexpr std::uint32_t kCannotMapLogs = 1;
};
static_assert(offsetof(ContextHeader, parked_epoch) == 128);
static_assert(offsetof(ContextHeader, catalogue_sequence) == 192);
static_assert(offsetof(ContextHeader, cursor_count) == 256);
static_assert(sizeof(ContextHeader) <= 4096);

inline constexpr std::uint64_t kMaxCursors = 16384;
inline constexpr std::uint64_t kMaxWriters = 8192;
inline constexpr std::uint64_t kMaxReaders = 8192;
inline constexpr std::size_t kCursorsAt = 4096;
inline constexpr std::size_t kWritersAt = kCursorsAt + kMaxCursors * sizeof(Cursor);
inline constexpr std::size_t kReadersAt = kWritersAt + kMaxWriters * sizeof(WriterBlock);
inline constexpr std::uint64_t kMaxPins = 4096;
inline constexpr std::size_t kPinsAt = kReadersAt + kMaxReaders * sizeof(ReaderBlock);
inline constexpr std::size_t kCatalogueAt = kPinsAt + kMaxPins * sizeof(Pin);
static_assert(kPinsAt == 0x301000);
static_assert(kCatalogueAt == 0x311000);
inline constexpr std::size_t kMaxCatalogue = 64u << 20;

}  // namespace roslet::layout

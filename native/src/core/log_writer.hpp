// One generation of a publisher's log, from its writer's side.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "core/file.hpp"
#include "core/layout/log_layout.hpp"

namespace roslet {

// The memory of a log: kept alive by whoever still looks at it (an ArrayBuffer over it, a loan), after its file is
// gone.
using SharedMapping = std::shared_ptr<Mapping>;

// What a record says, taken from its header once and checked.
struct RecordInfo {
  layout::RecordKind kind = layout::RecordKind::kMessage;
  std::uint64_t sequence = 0;
  std::uint32_t span = 0;
  std::uint32_t length = 0;
  std::int64_t timestamp = 0;
  std::uint32_t durable = 0;
  std::uint64_t correlation = 0;
  const std::uint8_t* payload = nullptr;
};

// A pinned record's place in the ring: it is in use although the stream has left it behind.
struct PinnedRange {
  std::uint64_t offset;  // in the ring
  std::uint64_t span;
};

class LogWriter {
 public:
  // A ring in shared memory, linked under its name. Nothing, with errno in `error`, when there is no room for it.
  static std::optional<LogWriter> CreateShared(const Directory& directory, const StreamId& stream,
                                               std::uint32_t generation, std::uint64_t capacity,
                                               std::uint64_t first_sequence, int* error);
  // A ring in private memory: the form a log takes when shared memory cannot be had.
  static std::optional<LogWriter> CreatePrivate(const StreamId& stream, std::uint32_t generation,
                                                std::uint64_t capacity, std::uint64_t first_sequence);

  std::uint32_t generation() const { return header().generation; }
  std::uint64_t capacity() const { return capacity_; }
  std::uint64_t head() const { return head_; }
  std::uint64_t tail() const { return tail_; }
  bool is_private() const { return private_; }
  bool empty() const { return head_ == tail_; }
  std::uint64_t shared_bytes() const { return private_ ? 0 : layout::kLogDataAt + capacity_; }
  std::uint64_t last_sequence() const { return next_sequence_ - 1; }
  const SharedMapping& mapping() const { return mapping_; }
  std::uint8_t* data() const { return mapping_->data() + layout::kLogDataAt; }

  // Where the next record of `span` bytes can go: behind the head, not across the ring's end, not over a pinned record.
  std::uint64_t PlaceFor(std::uint64_t span, std::span<const PinnedRange> pinned) const;
  bool Fits(std::uint64_t place, std::uint64_t span) const { return place + span - tail_ <= capacity_; }

  // The oldest record (own memory: trusted). The log must not be empty.
  RecordInfo Oldest() const { return At(tail_); }
  RecordInfo At(std::uint64_t offset) const;
  void DropOldest();

  // Marks the next record as being written and returns its offset in the ring. `place` must fit; what lies before it is
  // padded.
  std::uint64_t Begin(std::uint64_t place, std::uint64_t span, std::uint64_t sequence);
  // Makes it visible.
  void Commit(layout::RecordKind kind, std::uint64_t sequence, std::uint32_t length, std::int64_t timestamp,
              std::uint64_t correlation, std::uint32_t durable);
  void Abort();

  // Tells readers that `generation` follows and that this log is final.
  void Finish(std::uint32_t successor) { header().successor.store(successor, std::memory_order_release); }

 private:
  layout::LogHeader& header() const { return *reinterpret_cast<layout::LogHeader*>(mapping_->data()); }
  layout::Record& record(std::uint64_t offset) const {
    return *reinterpret_cast<layout::Record*>(data() + (offset & (capacity_ - 1)));
  }
  void WritePadding(std::uint64_t span);

  SharedMapping mapping_;
  std::uint64_t capacity_ = 0;
  std::uint64_t head_ = 0;  // private copies: never read back what others might have written
  std::uint64_t tail_ = 0;
  std::uint64_t next_sequence_ = 1;
  std::uint64_t open_span_ = 0;
  bool private_ = false;
};

}  // namespace roslet

// One generation of somebody's log, from a reader's side: nothing read from it is believed before it is checked.
#pragma once

#include <memory>

#include "core/file.hpp"
#include "core/log_writer.hpp"

namespace roslet {

class LogReader {
 public:
  enum class OpenResult { kOpened, kMissing, kFailed };
  // kMissing: no such generation (not yet, or no more). kFailed: it is there, but this process cannot use it.
  // `for_loans`: also maps what loaned messages are viewed through.
  static OpenResult Open(const Directory& directory, const StreamId& stream, std::uint32_t generation,
                         LogReader& reader, bool for_loans = false);

  enum class Look {
    kNothing,   // the offset is at the head
    kRecord,    // `info` is a snapshot; use the payload, then ask `StillThere`
    kLapped,    // the writer overtook: go on at `tail()`
    kFollowed,  // read to the end, and `successor()` follows
    kCorrupt,   // the log contradicts itself
  };
  Look Peek(std::uint64_t offset, RecordInfo& info) const;
  // True when the bytes used since a `Peek` at `offset` were the record's.
  bool StillThere(std::uint64_t offset) const;
  const layout::Word& tail_word() const { return header().tail; }
  std::uint64_t capacity() const { return capacity_; }
  std::uint64_t first_sequence() const { return header().first_sequence; }

  std::uint64_t head() const { return header().head.load(std::memory_order_acquire); }
  std::uint64_t tail() const { return header().tail.load(std::memory_order_acquire); }
  std::uint32_t successor() const {
    return static_cast<std::uint32_t>(header().successor.load(std::memory_order_acquire));
  }
  std::uint32_t generation() const { return generation_; }
  const SharedMapping& mapping() const { return mapping_; }
  // Null unless opened for loans.
  const SharedMapping& loan_mapping() const { return loan_mapping_; }
  explicit operator bool() const { return mapping_ != nullptr; }

 private:
  const layout::LogHeader& header() const { return *reinterpret_cast<const layout::LogHeader*>(mapping_->data()); }

  SharedMapping mapping_;
  SharedMapping loan_mapping_;
  std::uint64_t capacity_ = 0;
  std::uint32_t generation_ = 0;
};

}  // namespace roslet

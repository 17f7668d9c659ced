#include "core/log_writer.hpp"

#include <unistd.h>

#include "core/error.hpp"
#include "core/kill_point.hpp"
#include "core/shared_access.hpp"

namespace roslet {

using layout::LogHeader;
using layout::Record;
using layout::RecordKind;

namespace {

void InitHeader(LogHeader& header, const StreamId& stream, std::uint32_t generation, std::uint64_t capacity,
                std::uint64_t first_sequence) {
  header.version = layout::kVersion;
  header.generation = generation;
  header.capacity = capacity;
  header.writer_context = stream.writer.context;
  header.writer_entity = stream.writer.entity;
  header.target_context = stream.target.context;
  header.target_entity = stream.target.entity;
  header.first_sequence = first_sequence;
  header.magic.store(LogHeader::kMagic, std::memory_order_release);
}

}  // namespace

std::optional<LogWriter> LogWriter::CreateShared(const Directory& directory, const StreamId& stream,
                                                 std::uint32_t generation, std::uint64_t capacity,
                                                 std::uint64_t first_sequence, int* error) {
  try {
    std::string name = LogName(stream, generation);
    FileDescriptor file = directory.CreateUnnamed(stream.writer.context, name);
    std::uint64_t size = layout::kLogDataAt + capacity;
    *error = Reserve(file.get(), 0, size);
    if (*error != 0) return std::nullopt;
    auto mapping = Mapping::Map(file.get(), size, true);
    if (!mapping) {
      *error = errno;
      return std::nullopt;
    }
    LogWriter log;
    log.mapping_ = std::make_shared<Mapping>(std::move(*mapping));
    log.capacity_ = capacity;
    log.next_sequence_ = first_sequence;
    InitHeader(log.header(), stream, generation, capacity, first_sequence);
    KillPoint("log.created");
    if (!directory.Link(file, stream.writer.context, name)) {
      *error = EEXIST;
      return std::nullopt;
    }
    KillPoint("log.linked");
    return log;
  } catch (const Error& failure) {
    *error = failure.system_error() != 0 ? failure.system_error() : EIO;
    return std::nullopt;
  }
}

std::optional<LogWriter> LogWriter::CreatePrivate(const StreamId& stream, std::uint32_t generation,
                                                  std::uint64_t capacity, std::uint64_t first_sequence) {
  auto mapping = Mapping::Map(-1, layout::kLogDataAt + capacity, true);
  if (!mapping) return std::nullopt;
  LogWriter log;
  log.mapping_ = std::make_shared<Mapping>(std::move(*mapping));
  log.capacity_ = capacity;
  log.next_sequence_ = first_sequence;
  log.private_ = true;
  InitHeader(log.header(), stream, generation, capacity, first_sequence);
  return log;
}

std::uint64_t LogWriter::PlaceFor(std::uint64_t span, std::span<const PinnedRange> pinned) const {
  std::uint64_t place = head_;
  for (bool moved = true; moved;) {
    moved = false;
    std::uint64_t offset = place & (capacity_ - 1);
    if (capacity_ - offset < span) {
      place += capacity_ - offset;
      offset = 0;
    }
    for (const PinnedRange& range : pinned) {
      if (range.offset >= offset + span || offset >= range.offset + range.span) continue;
      place += range.offset + range.span - offset;
      moved = true;
      break;
    }
    if (place - head_ > 2 * capacity_) break;  // no room anywhere: the caller sees that it does not fit
  }
  return place;
}

RecordInfo LogWriter::At(std::uint64_t offset) const {
  const Record& from = record(offset);
  RecordInfo info;
  info.kind = static_cast<RecordKind>(LoadOnce(from.kind));
  info.sequence = from.sequence_word.load(std::memory_order_relaxed) >> 1;
  info.span = LoadOnce(from.span);
  info.length = LoadOnce(from.length);
  info.timestamp = LoadOnce(from.timestamp);
  info.durable = LoadOnce(from.durable);
  info.correlation = LoadOnce(from.correlation);
  info.payload = reinterpret_cast<const std::uint8_t*>(&from) + layout::kPayloadAt;
  return info;
}

void LogWriter::DropOldest() {
  tail_ += LoadOnce(record(tail_).span);
  // Whoever sees this tail sees a head that is not behind it.
  header().tail.store(tail_, std::memory_order_release);
  // What is written from now on must not be seen before the new tail: readers check the tail after copying.
  std::atomic_thread_fence(std::memory_order_release);
}

void LogWriter::WritePadding(std::uint64_t span) {
  Record& pad = record(head_);
  pad.sequence_word.store(next_sequence_ << 1 | 1, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_release);
  StoreOnce(pad.span, static_cast<std::uint32_t>(span));
  StoreOnce(pad.length, 0u);
  StoreOnce(pad.kind, static_cast<std::uint32_t>(RecordKind::kPadding));
  pad.sequence_word.store(next_sequence_ << 1, std::memory_order_release);
  head_ += span;
  header().head.store(head_, std::memory_order_release);
}

std::uint64_t LogWriter::Begin(std::uint64_t place, std::uint64_t span, std::uint64_t sequence) {
  // A padding record is a header only: the bytes behind it, a pinned record's perhaps, are left alone.
  while (head_ < place) WritePadding(std::min(place - head_, capacity_ - (head_ & (capacity_ - 1))));
  next_sequence_ = sequence;
  open_span_ = span;
  record(head_).sequence_word.store(sequence << 1 | 1, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_release);
  return head_ & (capacity_ - 1);
}

void LogWriter::Commit(RecordKind kind, std::uint64_t sequence, std::uint32_t length, std::int64_t timestamp,
                       std::uint64_t correlation, std::uint32_t durable) {
  Record& target = record(head_);
  StoreOnce(target.span, static_cast<std::uint32_t>(open_span_));
  StoreOnce(target.length, length);
  StoreOnce(target.timestamp, timestamp);
  StoreOnce(target.kind, static_cast<std::uint32_t>(kind));
  StoreOnce(target.durable, durable);
  StoreOnce(target.correlation, correlation);
  KillPoint("log.committing");
  target.sequence_word.store(sequence << 1, std::memory_order_release);
  head_ += open_span_;
  next_sequence_ = sequence + 1;
  open_span_ = 0;
  header().head.store(head_, std::memory_order_release);
  KillPoint("log.committed");
}

void LogWriter::Abort() {
  open_span_ = 0;
}

}  // namespace roslet

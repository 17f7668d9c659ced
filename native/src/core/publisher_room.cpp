// A publisher's memory: which records may go, when the log grows, and when an outgrown one is let go.
#include <algorithm>
#include <bit>

#include "core/context.hpp"
#include "core/publisher.hpp"

namespace roslet {

using layout::Position;
using layout::RecordKind;
using layout::WriterBlock;

namespace {

// A ring smaller than this saves nothing worth having and grows at once.
constexpr std::uint64_t kSmallestRing = 64u << 10;
constexpr std::uint64_t kSmallestResponseRing = 16u << 10;
// First guess: a ring is not made larger than this for depth alone; it grows when readers really lag.
constexpr std::uint64_t kFirstRing = 4u << 20;
constexpr std::uint64_t kLargestKeepAllRing = 8u << 20;

// A record is at most half its ring.
std::uint64_t SmallestRing(std::uint64_t span) {
  return std::bit_ceil(span * 2);
}

// Room for what is written, what is read, and something between; of the largest, three are enough.
std::uint64_t ComfortableRing(std::uint64_t span) {
  return std::bit_ceil(span * (span > kLargestKeepAllRing / 4 ? 2 : 4));
}

}  // namespace

// The newest `depth` messages, the coming one included, belong to the readers; what is older may go.
bool Publisher::MayDropOldest() {
  if (log_->empty()) return false;
  RecordInfo oldest = log_->Oldest();
  if (oldest.kind == RecordKind::kPadding) return true;
  if (options_.transient_local && Position{log_->generation(), log_->tail()} >= history_) return false;
  if (!options_.reliable && options_.depth != 0) return true;
  bool among_newest = options_.depth == 0 || oldest.sequence + options_.depth > next_sequence_;
  if (among_newest) return !UnreadAtTail();
  return !WantedByNewcomer({log_->generation(), log_->tail()}, oldest.sequence);
}

// A newcomer begins among the oldest of the newest n, which the next message would take from under it. So as long as it
// reads what was there before it was matched, n more are kept for it: it sees a stream without a gap if it is no more
// than n messages slower than the writer.
bool Publisher::WantedByNewcomer(Position position, std::uint64_t sequence) {
  return newcomers_ && sequence + 2 * std::uint64_t{options_.depth} > next_sequence_ && position >= NewcomersPosition();
}

Position Publisher::NewcomersPosition() {
  Position lowest = HeadPosition();
  newcomers_ = false;
  for (Reader& reader : readers_) {
    if (!reader.is_newcomer) continue;
    Position position = ReaderPosition(reader);
    reader.is_newcomer = position < reader.matched_at;
    if (!reader.is_newcomer) continue;
    newcomers_ = true;
    lowest = std::min(lowest, position);
  }
  return lowest;
}

bool Publisher::UnreadAtTail() {
  std::uint64_t tail = log_->tail();
  if (unread_from_ > tail) return false;
  unread_from_ = LowestUnread();
  return unread_from_ <= tail;
}

// Everything in the current log before the returned offset has been taken by all that are waited for.
std::uint64_t Publisher::LowestUnread() {
  std::uint64_t lowest = log_->head();
  for (Reader& reader : readers_) {
    if (!reader.reliable && !reader.is_inline) continue;
    Position position = ReaderPosition(reader);
    lowest = std::min(lowest, position.generation < log_->generation() ? 0 : position.offset);
  }
  return lowest;
}

// The context of the reader that is waited for longest; 0 when that reader takes datagrams.
ContextId Publisher::SlowestReader() {
  Position lowest = HeadPosition();
  ContextId slowest = 0;
  for (Reader& reader : readers_) {
    if (!reader.reliable && !reader.is_inline) continue;
    Position position = ReaderPosition(reader);
    if (position >= lowest) continue;
    lowest = position;
    slowest = reader.is_inline ? 0 : reader.gid.context;
  }
  return slowest;
}

PublishStatus Publisher::MakeRoom(std::uint64_t span) {
  if (!log_ && !StartGeneration(FirstCapacity(span))) return PublishStatus::kNoSpace;
  // Long before positions run out of bits, a log of the same size goes on.
  if (log_->head() >= options_.longest_log) StartGeneration(log_->capacity());
  bool checked_liveness = false;
  for (;;) {
    bool large_enough = span <= log_->capacity() / 2;
    if (large_enough && FindPlace(span)) return PublishStatus::kOk;
    if (large_enough && !checked_liveness) {
      checked_liveness = true;
      std::size_t before = readers_.size();
      DropDeadReaders();
      if (readers_.size() != before) continue;
    }
    PublishStatus grown = Grow(span);
    if (grown == PublishStatus::kOk) continue;
    if (!newcomers_) return grown;
    ForgetNewcomers();
  }
}

// Drops what may go until the record fits somewhere that nobody has pinned.
bool Publisher::FindPlace(std::uint64_t span) {
  for (;;) {
    CollectPins();
    place_ = log_->PlaceFor(span, pins_);
    if (log_->Fits(place_, span)) return true;
    if (!MayDropOldest()) return false;
    log_->DropOldest();
  }
}

// 0 when the limit does not allow any.
std::uint64_t Publisher::FirstCapacity(std::uint64_t span) const {
  std::uint64_t least = options_.target.IsNil() ? kSmallestRing : kSmallestResponseRing;
  std::uint64_t for_depth = std::min<std::uint64_t>(span * (std::uint64_t{options_.depth} + 1), kFirstRing);
  std::uint64_t capacity = std::max({std::bit_ceil(least), std::bit_ceil(for_depth), ComfortableRing(span)});
  while (capacity > options_.max_bytes && capacity > SmallestRing(span)) capacity /= 2;
  return capacity <= options_.max_bytes ? capacity : 0;
}

// The limit does not allow for more than what is promised to everybody.
void Publisher::ForgetNewcomers() {
  for (Reader& reader : readers_) reader.is_newcomer = false;
  newcomers_ = false;
  EvictLatched();
}

PublishStatus Publisher::Grow(std::uint64_t span) {
  // A publisher that waits for its readers gains nothing from a ring that no cache holds.
  bool waits = options_.depth == 0 && log_->capacity() >= std::max(kLargestKeepAllRing, ComfortableRing(span));
  if (waits && !options_.transient_local && LowestUnread() < log_->head()) return PublishStatus::kBackpressured;
  RetireLogs();
  std::uint64_t smallest = SmallestRing(span);
  std::uint64_t wanted = std::max(log_->capacity() * 2, ComfortableRing(span));
  // A ring that everybody has read to its end goes as soon as they follow: it leaves its place to the next.
  bool latched = options_.transient_local && history_count_ > 0;
  bool drained = !latched && LowestUnread() == log_->head();
  std::uint64_t held = HeldBytes() - (drained ? log_->capacity() : 0);
  while (wanted > smallest && held + wanted > options_.max_bytes) wanted /= 2;
  bool allowed = held + wanted <= options_.max_bytes && wanted > log_->capacity() / 2;
  if (allowed && StartGeneration(wanted)) return PublishStatus::kOk;
  // Waiting helps only against readers; a message that is too large, or too much history, stays so.
  bool readers_in_the_way = options_.depth == 0 && !latched && !drained && smallest <= options_.max_bytes;
  return readers_in_the_way ? PublishStatus::kBackpressured : PublishStatus::kNoSpace;
}

bool Publisher::StartGeneration(std::uint64_t capacity) {
  std::uint32_t generation = log_ ? log_->generation() + 1 : 1;
  if (capacity == 0 || generation > Position::kMaxGeneration) return false;
  std::optional<LogWriter> next;
  if (!context_.forced_shm_failure()) {
    int error = 0;
    next = LogWriter::CreateShared(context_.directory(), stream(), generation, capacity, next_sequence_, &error);
  }
  // No shared memory to be had: the same ring in memory of our own, and its records go out as datagrams.
  if (!next) next = LogWriter::CreatePrivate(stream(), generation, capacity, next_sequence_);
  if (!next) return false;
  WriterBlock& block = context_.segment().writer(block_index_);
  if (!log_) {
    history_ = {generation, 0};
    block.history.store(history_.Pack(), std::memory_order_release);
  }
  if (log_) {
    log_->Finish(generation);
    old_logs_.push_back(std::move(*log_));
  }
  log_ = std::move(next);
  unread_from_ = 0;
  rang_new_log_ = false;
  ShowPrivateLogs();
  block.head.store(Position{generation, 0}.Pack(), std::memory_order_release);
  ShowHeldBytes();
  UpdatePath();
  return true;
}

// A shared one between two private ones is shown as private as well: its records go out as datagrams like theirs.
void Publisher::ShowPrivateLogs() {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  auto look = [&](const LogWriter& log) {
    if (!log.is_private()) return;
    if (first == 0) first = log.generation();
    last = log.generation();
  };
  for (const LogWriter& log : old_logs_) look(log);
  if (log_) look(*log_);
  context_.segment().writer(block_index_).private_logs.store(first << 32 | last, std::memory_order_release);
}

// An outgrown log goes when no reader is in it any more, no latched message lies in it, and nothing among the newest
// `depth` does.
void Publisher::RetireLogs() {
  bool retired = false;
  while (!old_logs_.empty()) {
    LogWriter& oldest = old_logs_.front();
    bool latched = options_.transient_local && history_.generation <= oldest.generation() && history_count_ > 0;
    std::uint64_t kept = std::uint64_t{options_.depth} * (newcomers_ ? 2 : 1);
    bool too_old = options_.depth != 0 && oldest.last_sequence() + kept < next_sequence_;
    bool wanted = !too_old && std::any_of(readers_.begin(), readers_.end(), [&](Reader& reader) {
      Position position = ReaderPosition(reader);
      return position.generation < oldest.generation() ||
             (position.generation == oldest.generation() && position.offset <= oldest.head());
    });
    bool pumping = std::any_of(readers_.begin(), readers_.end(), [&](const Reader& reader) {
      return reader.is_inline && reader.pump_offset != 0 && reader.pump.generation == oldest.generation();
    });
    if (latched || wanted || pumping) break;
    if (!oldest.is_private()) context_.directory().Unlink(LogName(stream(), oldest.generation()));
    old_logs_.pop_front();
    retired = true;
  }
  if (!retired) return;
  ShowPrivateLogs();
  ShowHeldBytes();
}

// What the limit is about: rings and latched messages, wherever they lie.
std::uint64_t Publisher::HeldBytes() const {
  std::uint64_t held = log_ ? log_->capacity() : 0;
  for (const LogWriter& log : old_logs_) held += log.capacity();
  for (const Latched& latched : latched_) held += latched.segment.length;
  return held;
}

void Publisher::ShowHeldBytes() {
  std::uint64_t shared = log_ ? log_->shared_bytes() : 0;
  for (const LogWriter& log : old_logs_) shared += log.shared_bytes();
  for (const Latched& latched : latched_) shared += latched.segment.shared_bytes();
  context_.segment().writer(block_index_).shared_bytes.store(shared, std::memory_order_relaxed);
}

const LogWriter* Publisher::LogOf(std::uint32_t generation) const {
  if (log_ && log_->generation() == generation) return &*log_;
  for (const LogWriter& log : old_logs_) {
    if (log.generation() == generation) return &log;
  }
  return nullptr;
}

}  // namespace roslet

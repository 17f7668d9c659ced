#include "core/publisher.hpp"

#include <algorithm>
#include <utility>

#include "core/context.hpp"
#include "core/error.hpp"
#include "core/kill_point.hpp"

namespace roslet {

using layout::Position;
using layout::RecordKind;
using layout::WriterBlock;

namespace {

void Increase(layout::Word& counter, std::uint64_t by = 1) {
  counter.store(counter.load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
}

}  // namespace

Publisher::Publisher(Context& context, const PublisherOptions& options)
    : context_(context), options_(options), block_index_(context.segment().TakeWriter()) {
  WriterBlock& block = context_.segment().writer(block_index_);
  block.target_context.store(options.target.context, std::memory_order_relaxed);
  block.target_entity.store(options.target.entity, std::memory_order_relaxed);
  block.entity.store(options.entity, std::memory_order_release);
  context_.Add(this);
}

Publisher::~Publisher() {
  Close();
}

StreamId Publisher::stream() const {
  return {{context_.id(), options_.entity}, options_.target};
}

const WriterBlock& Publisher::block() const {
  return context_.segment().writer(block_index_);
}

Position Publisher::HeadPosition() const {
  return log_ ? Position{log_->generation(), log_->head()} : Position{};
}

// ---------------------------------------------------------------------------------------------- readers

void Publisher::SetReaders(const std::vector<ReaderAddress>& addresses) {
  if (closed_) return;
  std::vector<Reader> next;
  next.reserve(addresses.size());
  for (const ReaderAddress& address : addresses) {
    auto is_it = [&](const Reader& reader) { return reader.gid == address.reader; };
    if (std::any_of(next.begin(), next.end(), is_it)) continue;
    auto known = std::find_if(readers_.begin(), readers_.end(), is_it);
    if (known != readers_.end()) {
      known->reliable = address.reliable;
      next.push_back(std::move(*known));
      continue;
    }
    Reader reader;
    reader.gid = address.reader;
    reader.reliable = address.reliable;
    reader.peer = context_.FindPeer(address.reader.context);
    if (!reader.peer) continue;  // gone already; the graph will say so
    reader.matched_at = HeadPosition();
    reader.is_newcomer = reader.reliable && options_.reliable && options_.depth != 0;
    newcomers_ = newcomers_ || reader.is_newcomer;
    next.push_back(std::move(reader));
  }
  // Those that left may still look at records in place.
  for (Reader& reader : readers_) {
    if (reader.peer && reader.peer->pin_count() != 0 && reader.peer->IsAlive()) ghosts_.push_back(std::move(reader));
  }
  readers_ = std::move(next);
  peers_.clear();
  for (const Reader& reader : readers_) {
    if (std::find(peers_.begin(), peers_.end(), reader.peer) == peers_.end()) peers_.push_back(reader.peer);
  }
  unread_from_ = 0;
  context_.segment().writer(block_index_).readers.store(readers_.size(), std::memory_order_relaxed);
  NoticeInlineReaders();
  RetireLogs();
  UpdatePath();
}

const layout::Cursor* Publisher::FindSlot(Reader& reader) {
  StreamId id = stream();
  auto is_mine = [&](const layout::Cursor& cursor) {
    return cursor.state.load(std::memory_order_acquire) != 0 &&
           cursor.writer_context.load(std::memory_order_relaxed) == id.writer.context &&
           cursor.writer_entity.load(std::memory_order_relaxed) == id.writer.entity &&
           cursor.reader_entity.load(std::memory_order_relaxed) == reader.gid.entity &&
           cursor.target_context.load(std::memory_order_relaxed) == id.target.context &&
           cursor.target_entity.load(std::memory_order_relaxed) == id.target.entity;
  };
  std::uint32_t count = reader.peer->cursor_count();
  if (reader.slot >= 0 && reader.slot < count) {
    const layout::Cursor& cursor = reader.peer->cursor(static_cast<std::uint32_t>(reader.slot));
    if (is_mine(cursor)) return &cursor;
  }
  reader.slot = -1;
  for (std::uint32_t i = 0; i < count; ++i) {
    const layout::Cursor& cursor = reader.peer->cursor(i);
    if (!is_mine(cursor)) continue;
    reader.slot = i;
    reader.seen = true;
    return &cursor;
  }
  return nullptr;
}

// Everything before the returned position has been taken. A reader that has not attached yet wants all since it was
// matched, one that detached wants nothing.
Position Publisher::ReaderPosition(Reader& reader) {
  if (reader.is_inline) return reader.pump;
  const layout::Cursor* cursor = FindSlot(reader);
  if (cursor == nullptr) return reader.seen ? HeadPosition() : reader.matched_at;
  Position position = Position::Unpack(cursor->position.load(std::memory_order_acquire));
  return std::min(position, HeadPosition());
}

void Publisher::DropDeadReaders() {
  auto dead = [&](const Reader& reader) { return reader.peer->id() != context_.id() && !reader.peer->IsAlive(); };
  std::erase_if(ghosts_, dead);
  auto last = std::remove_if(readers_.begin(), readers_.end(), dead);
  if (last == readers_.end()) return;
  readers_.erase(last, readers_.end());
  unread_from_ = 0;
  context_.NoteDeath();
}

bool Publisher::AllAcknowledged() {
  Position head = HeadPosition();
  return std::all_of(readers_.begin(), readers_.end(), [&](Reader& reader) {
    if (!reader.reliable) return true;
    const layout::Cursor* cursor = FindSlot(reader);
    if (cursor == nullptr) return reader.seen || reader.matched_at >= head;
    return Position::Unpack(cursor->position.load(std::memory_order_acquire)) >= head;
  });
}

// ---------------------------------------------------------------------------------------------- publish

PublishStatus Publisher::Reserve(std::size_t size) {
  if (closed_) throw Error(code::kClosed, "expected an open publisher: this one was destroyed");
  if (has_reservation()) return PublishStatus::kBusy;
  if (context_.GraphChanged()) return PublishStatus::kGraphChanged;
  if (size < 4 || size > layout::kMaxMessage) {
    throw Error(code::kTooLarge, "expected a serialized message of 4 to " + std::to_string(layout::kMaxMessage) +
                                     " bytes, got " + std::to_string(size) + ": split it");
  }
  if (readers_.empty() && !options_.transient_local) {
    WriterBlock& block = context_.segment().writer(block_index_);
    Increase(block.sent);
    block.last_sequence.store(next_sequence_++, std::memory_order_relaxed);
    skipped_ = true;
    return PublishStatus::kNoReaders;
  }
  if (!old_logs_.empty()) RetireLogs();

  if (options_.transient_local && size >= layout::kDurableThreshold) OpenDurableFor(size);
  open_span_ = open_durable_ ? layout::RecordSpan(0) : layout::RecordSpan(size);
  PublishStatus room = MakeRoomOrWait(open_span_);
  if (room != PublishStatus::kOk) {
    open_durable_.reset();
    return room;
  }
  std::uint64_t at = log_->Begin(place_, open_span_, next_sequence_);
  if (open_durable_) {
    reservation_ = {open_durable_->segment.payload(), size, open_durable_->segment.mapping};
  } else {
    reservation_ = {log_->data() + at + layout::kPayloadAt, size, log_->mapping()};
  }
  KillPoint("publish.reserved");
  return PublishStatus::kOk;
}

PublishStatus Publisher::MakeRoomOrWait(std::uint64_t span) {
  WriterBlock& block = context_.segment().writer(block_index_);
  PublishStatus room = MakeRoom(span);
  if (room == PublishStatus::kBackpressured) {
    waiting_ = true;
    room = AskForRoom(span);
    if (room == PublishStatus::kBackpressured) return room;
  }
  if (waiting_) {
    waiting_ = false;
    block.flags.fetch_and(~WriterBlock::kWaiting, std::memory_order_relaxed);
  }
  if (room == PublishStatus::kNoSpace) Increase(block.lost_no_space);
  return room;
}

// The reader that is behind all others shall poke us when it has moved. It may have moved before it could see that, and
// another be the last one now: look again. (Who tries to publish without being told, looks again by itself.)
PublishStatus Publisher::AskForRoom(std::uint64_t span) {
  WriterBlock& block = context_.segment().writer(block_index_);
  for (std::size_t attempt = 0;; ++attempt) {
    ContextId last = attempt < readers_.size() ? SlowestReader() : 0;
    block.waiting_for.store(last, std::memory_order_relaxed);
    block.flags.fetch_or(WriterBlock::kWaiting, std::memory_order_seq_cst);
    unread_from_ = 0;
    PublishStatus room = MakeRoom(span);
    if (room != PublishStatus::kBackpressured || last == 0 || SlowestReader() == last) return room;
  }
}

std::uint64_t Publisher::Commit(std::size_t actual, std::uint64_t correlation) {
  if (!has_reservation() || actual < 4 || actual > reservation_.size) {
    std::size_t reserved = reservation_.size;
    bool open = has_reservation();
    Abort();
    throw Error(code::kReservation, open ? "expected a message of 4 to " + std::to_string(reserved) +
                                               " reserved bytes, got " + std::to_string(actual)
                                         : std::string("commit without reserve"));
  }
  std::uint64_t sequence = next_sequence_;
  RecordKind kind = open_durable_ ? RecordKind::kDurable : RecordKind::kMessage;
  std::uint32_t durable = open_durable_ ? NameDurable(actual, sequence) : 0;
  WriterBlock& block = context_.segment().writer(block_index_);
  if (std::exchange(skipped_, false)) block.first_sequence.store(sequence, std::memory_order_relaxed);
  log_->Commit(kind, sequence, static_cast<std::uint32_t>(actual), RealtimeNanos(), correlation, durable);
  ++next_sequence_;
  reservation_ = {};

  if (options_.transient_local) AdvanceHistory();
  block.last_sequence.store(sequence, std::memory_order_relaxed);
  block.head.store(HeadPosition().Pack(), std::memory_order_release);
  Increase(block.sent);
  Increase(block.sent_bytes, actual);
  if (corked_ && rang_new_log_) {
    ring_at_uncork_ = true;
  } else {
    RingReaders(!rang_new_log_);
    rang_new_log_ = true;
  }
  if (path_ == PublishPath::kInline || path_ == PublishPath::kMixed) PumpInline();
  return sequence;
}

// A latched message of this size gets a segment of its own, where there is room; else it goes through the ring.
void Publisher::OpenDurableFor(std::size_t size) {
  if (context_.forced_shm_failure()) return;
  if (newcomers_ && HeldBytes() + size > options_.max_bytes) ForgetNewcomers();
  if (HeldBytes() + size > options_.max_bytes) return;
  int error = 0;
  open_durable_ = CreateDurable(context_.directory(), stream().writer, next_durable_, size, &error);
}

// Gives the open durable segment its name. Throws, with the reservation given back, when that cannot be done.
std::uint32_t Publisher::NameDurable(std::size_t actual, std::uint64_t sequence) {
  std::uint32_t number = next_durable_++;
  bool named = false;
  try {
    named = PublishDurable(context_.directory(), stream().writer, *open_durable_, actual, sequence);
  } catch (...) {
    Abort();
    throw;
  }
  if (!named) {
    Abort();
    throw Error(code::kSystem, "a durable segment of this publisher exists already: was its directory copied?");
  }
  latched_.push_back({sequence, HeadPosition(), std::move(open_durable_->segment)});
  open_durable_.reset();
  return number;
}

void Publisher::Abort() {
  if (log_) log_->Abort();
  open_durable_.reset();
  reservation_ = {};
}

// Keeps the newest `depth` latched: moves the start of history past what is older, through all generations, and
// unlinks the segments of what fell out.
void Publisher::AdvanceHistory() {
  ++history_count_;
  if (options_.depth == 0) return;
  while (history_count_ > options_.depth) {
    const LogWriter* log = LogOf(history_.generation);
    if (log == nullptr || history_.offset >= log->head()) {
      history_ = {history_.generation + 1, 0};
      continue;
    }
    RecordInfo record = log->At(history_.offset);
    history_.offset += record.span;
    if (record.kind != RecordKind::kPadding) --history_count_;
    if (history_count_ == options_.depth) {
      // Stored before the segments go: a late joiner that starts here needs none of them.
      context_.segment().writer(block_index_).history.store(history_.Pack(), std::memory_order_release);
    }
  }
  EvictLatched();
}

void Publisher::EvictLatched() {
  if (latched_.empty()) return;
  while (!latched_.empty() && latched_.front().sequence + options_.depth < next_sequence_ &&
         !WantedByNewcomer(latched_.front().position, latched_.front().sequence)) {
    KillPoint("durable.evicting");
    context_.directory().Unlink(DurableName(stream().writer, latched_.front().segment.number));
    latched_.pop_front();
  }
  ShowHeldBytes();
}

void Publisher::Uncork() {
  corked_ = false;
  if (std::exchange(ring_at_uncork_, false)) RingReaders(false);
}

void Publisher::RingReaders(bool always) {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  for (const auto& peer : peers_) {
    if (always) {
      context_.Poke(*peer);
    } else {
      context_.RingIfParked(*peer);
    }
  }
}

// ---------------------------------------------------------------------------------------------- end

bool Publisher::HasLateReaders(bool own) {
  if (closed_ || !log_ || log_->empty()) return false;
  Position head = HeadPosition();
  return std::any_of(readers_.begin(), readers_.end(), [&](Reader& reader) {
    bool is_own = reader.peer->id() == context_.id();
    if (!reader.reliable || (is_own ? !own : !reader.peer->IsAlive())) return false;
    if (reader.is_inline) return reader.pump < head;
    const layout::Cursor* cursor = FindSlot(reader);
    // A reader elsewhere may not have come to it yet; one that had a cursor, or is our own, is gone.
    if (cursor == nullptr) return !reader.seen && !is_own && reader.matched_at < head;
    if (Position::Unpack(cursor->position.load(std::memory_order_acquire)) >= head) return false;
    return cursor->opened_generation.load(std::memory_order_acquire) != log_->generation();
  });
}

void Publisher::Close() {
  if (closed_) return;
  closed_ = true;
  Abort();
  context_.Remove(this);
  const Directory& directory = context_.directory();
  for (const LogWriter& log : old_logs_) directory.Unlink(LogName(stream(), log.generation()));
  if (log_) directory.Unlink(LogName(stream(), log_->generation()));
  KillPoint("publisher.closing");
  for (const Latched& latched : latched_) directory.Unlink(DurableName(stream().writer, latched.segment.number));
  old_logs_.clear();
  latched_.clear();
  log_.reset();
  readers_.clear();
  ghosts_.clear();
  peers_.clear();
  context_.segment().GiveWriter(block_index_);
}

void Publisher::Abandon() {
  closed_ = true;
  context_.Remove(this);
}

}  // namespace roslet

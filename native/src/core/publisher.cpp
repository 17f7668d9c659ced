#include "core/publisher.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <bit>

#include "core/context.hpp"
#include "core/error.hpp"
#include "core/kill_point.hpp"

namespace roslet {

using layout::CursorState;
using layout::Position;
using layout::RecordKind;
using layout::WriterBlock;

namespace {

// A ring smaller than this saves nothing worth having and grows at once.
constexpr std::uint64_t kSmallestRing = 64u << 10;
constexpr std::uint64_t kSmallestResponseRing = 16u << 10;
// First guess: a ring is not made larger than this for depth alone; it grows when readers really lag.
constexpr std::uint64_t kFirstRing = 4u << 20;
constexpr int kPumpBudget = 64;  // fragments for one reader in one turn

}  // namespace

Publisher::Publisher(Context& context, const PublisherOptions& options)
    : context_(context), options_(options), block_index_(context.segment().TakeWriter()) {
  WriterBlock& block = context_.segment().writer(block_index_);
  block.target_context.store(options.target.context, std::memory_order_relaxed);
  block.target_entity.store(options.target.entity, std::memory_order_relaxed);
  block.entity.store(options.entity, std::memory_order_release);
  context_.Add(this);
}

Publisher::~Publisher() { Close(); }

StreamId Publisher::stream() const { return {{context_.id(), options_.entity}, options_.target}; }

const WriterBlock& Publisher::block() const { return context_.segment().writer(block_index_); }

Position Publisher::HeadPosition() const { return log_ ? Position{log_->generation(), log_->head()} : Position{}; }

// ---------------------------------------------------------------------------------------------- readers

void Publisher::SetReaders(const std::vector<ReaderAddress>& addresses) {
  std::vector<Reader> next;
  next.reserve(addresses.size());
  for (const ReaderAddress& address : addresses) {
    auto known = std::find_if(readers_.begin(), readers_.end(), [&](const Reader& r) { return r.gid == address.reader; });
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
    next.push_back(std::move(reader));
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
    return &cursor;
  }
  return nullptr;
}

// Everything before the returned position has been taken. A reader that has not attached yet wants all since it was matched.
Position Publisher::ReaderPosition(Reader& reader) {
  if (reader.is_inline) return reader.pump;
  const layout::Cursor* cursor = FindSlot(reader);
  if (cursor == nullptr) return reader.matched_at;
  Position position = Position::Unpack(cursor->position.load(std::memory_order_acquire));
  return std::min(position, HeadPosition());
}

bool Publisher::UnreadAtTail() {
  std::uint64_t tail = log_->tail();
  if (unread_from_ > tail) return false;
  std::uint64_t lowest = log_->head();
  for (Reader& reader : readers_) {
    if (!reader.reliable && !reader.is_inline) continue;
    Position position = ReaderPosition(reader);
    lowest = std::min(lowest, position.generation < log_->generation() ? 0 : position.offset);
  }
  unread_from_ = lowest;
  return unread_from_ <= tail;
}

void Publisher::DropDeadReaders() {
  auto dead = [&](const Reader& reader) { return reader.peer->id() != context_.id() && !reader.peer->IsAlive(); };
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
    Position position = cursor == nullptr ? reader.matched_at : Position::Unpack(cursor->position.load(std::memory_order_acquire));
    return position >= head;
  });
}

// ---------------------------------------------------------------------------------------------- room

// The newest `depth` messages, the coming one included, belong to the readers; what is older may go.
bool Publisher::MayDropOldest() {
  if (log_->empty()) return false;
  RecordInfo oldest = log_->Oldest();
  if (oldest.kind == RecordKind::kPadding) return true;
  if (options_.transient_local && Position{log_->generation(), log_->tail()} >= history_) return false;
  if (!options_.reliable && options_.depth != 0) return true;
  bool among_newest = options_.depth == 0 || oldest.sequence + options_.depth > next_sequence_;
  return !among_newest || !UnreadAtTail();
}

PublishStatus Publisher::MakeRoom(std::uint64_t span) {
  if (!log_) {
    std::uint64_t smallest = options_.target.IsNil() ? kSmallestRing : kSmallestResponseRing;
    std::uint64_t wanted = std::min<std::uint64_t>(span * (std::uint64_t{options_.depth} + 1), kFirstRing);
    std::uint64_t capacity = std::bit_ceil(std::max({smallest, wanted, span * 4}));
    if (!StartGeneration(capacity)) return PublishStatus::kNoSpace;
  }
  bool checked_liveness = false;
  for (;;) {
    bool large_enough = span <= log_->capacity() / 2;
    while (large_enough && !log_->Fits(span) && MayDropOldest()) log_->DropOldest();
    if (large_enough && log_->Fits(span)) return PublishStatus::kOk;
    if (large_enough && !checked_liveness) {
      checked_liveness = true;
      std::size_t before = readers_.size();
      DropDeadReaders();
      if (readers_.size() != before) continue;
    }
    PublishStatus grown = Grow(span);
    if (grown != PublishStatus::kOk) return grown;
  }
}

PublishStatus Publisher::Grow(std::uint64_t span) {
  std::uint64_t wanted = std::max(log_->capacity() * 2, std::bit_ceil(span * 4));
  std::uint64_t smallest = std::bit_ceil(span * 2);
  RetireLogs();
  std::uint64_t held = HeldBytes();
  while (wanted > smallest && held + wanted > options_.max_bytes) wanted /= 2;
  bool limited = held + wanted > options_.max_bytes || wanted <= log_->capacity() / 2;
  if (!limited && StartGeneration(wanted)) return PublishStatus::kOk;
  return options_.depth == 0 ? PublishStatus::kBackpressured : PublishStatus::kNoSpace;
}

bool Publisher::StartGeneration(std::uint64_t capacity) {
  std::uint32_t generation = log_ ? log_->generation() + 1 : 1;
  if (generation > Position::kMaxGeneration) return false;
  std::optional<LogWriter> next;
  if (!context_.forced_shm_failure()) {
    int error = 0;
    next = LogWriter::CreateShared(context_.directory(), stream(), generation, capacity, next_sequence_, &error);
  }
  // No shared memory to be had: the same ring in memory of our own, and its records go out as datagrams.
  if (!next) next = LogWriter::CreatePrivate(stream(), generation, capacity, next_sequence_);
  if (!next) return false;
  WriterBlock& block = context_.segment().writer(block_index_);
  block.flags.store(next->is_private() ? WriterBlock::kPrivateLog : 0, std::memory_order_relaxed);
  if (!log_) {
    history_ = {generation, 0};
    block.first_sequence.store(next_sequence_, std::memory_order_relaxed);
    block.history.store(history_.Pack(), std::memory_order_release);
  }
  Position head{generation, 0};
  if (log_) {
    log_->Finish(generation);
    old_logs_.push_back(std::move(*log_));
  }
  log_ = std::move(next);
  unread_from_ = 0;
  rang_new_log_ = false;
  block.head.store(head.Pack(), std::memory_order_release);
  UpdateHeld();
  UpdatePath();
  return true;
}

// An outgrown log goes when no reader is in it any more, no latched message lies in it, and nothing among the newest
// `depth` does.
void Publisher::RetireLogs() {
  while (!old_logs_.empty()) {
    LogWriter& oldest = old_logs_.front();
    bool latched = options_.transient_local && history_.generation <= oldest.generation() && history_count_ > 0;
    bool too_old = options_.depth != 0 && oldest.last_sequence() + options_.depth < next_sequence_;
    bool wanted = !too_old && std::any_of(readers_.begin(), readers_.end(), [&](Reader& reader) {
      Position position = ReaderPosition(reader);
      return position.generation < oldest.generation() ||
             (position.generation == oldest.generation() && position.offset <= oldest.head());
    });
    bool pumping = std::any_of(readers_.begin(), readers_.end(), [&](const Reader& reader) {
      return reader.is_inline && reader.pump_offset != 0 && reader.pump.generation == oldest.generation();
    });
    if (latched || wanted || pumping) return;
    if (!oldest.is_private()) context_.directory().Unlink(LogName(stream(), oldest.generation()));
    old_logs_.pop_front();
    UpdateHeld();
  }
}

std::uint64_t Publisher::HeldBytes() const {
  std::uint64_t held = log_ ? log_->shared_bytes() : 0;
  for (const LogWriter& log : old_logs_) held += log.shared_bytes();
  for (const Latched& latched : latched_) held += latched.segment.shared_bytes();
  return held;
}

void Publisher::UpdateHeld() {
  context_.segment().writer(block_index_).shared_bytes.store(HeldBytes(), std::memory_order_relaxed);
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
    block.sent.store(block.sent.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    block.last_sequence.store(next_sequence_++, std::memory_order_relaxed);
    return PublishStatus::kNoReaders;
  }
  if (!old_logs_.empty()) RetireLogs();

  if (options_.transient_local && size >= layout::kDurableThreshold && !context_.forced_shm_failure() &&
      HeldBytes() + size <= options_.max_bytes) {
    int error = 0;
    open_durable_ = CreateDurable(context_.directory(), stream().writer, next_durable_, size, &error);
  }
  open_span_ = open_durable_ ? layout::RecordSpan(0) : layout::RecordSpan(size);
  PublishStatus room = MakeRoom(open_span_);
  WriterBlock& block = context_.segment().writer(block_index_);
  if (room != PublishStatus::kOk) {
    open_durable_.reset();
    if (room == PublishStatus::kBackpressured) {
      waiting_ = true;
      block.flags.fetch_or(WriterBlock::kWaiting, std::memory_order_seq_cst);
      unread_from_ = 0;  // a reader may have moved before it could see the flag: look once more
      room = MakeRoom(open_span_);
    }
    if (room == PublishStatus::kNoSpace) {
      block.lost_no_space.store(block.lost_no_space.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }
    if (room != PublishStatus::kOk) return room;
  }
  if (waiting_) {
    waiting_ = false;
    block.flags.fetch_and(~WriterBlock::kWaiting, std::memory_order_relaxed);
  }
  std::uint64_t at = log_->Begin(open_span_, next_sequence_);
  if (open_durable_) {
    reservation_ = {open_durable_->segment.payload(), size, open_durable_->segment.mapping};
  } else {
    reservation_ = {log_->data() + at + layout::kPayloadAt, size, log_->mapping()};
  }
  KillPoint("publish.reserved");
  return PublishStatus::kOk;
}

std::uint64_t Publisher::Commit(std::size_t actual, std::uint64_t correlation) {
  if (!has_reservation() || actual < 4 || actual > reservation_.size) {
    std::size_t reserved = reservation_.size;
    bool open = has_reservation();
    Abort();
    throw Error(code::kReservation, open ? "expected a message of 4 to " + std::to_string(reserved) + " reserved bytes, got " +
                                               std::to_string(actual)
                                         : std::string("commit without reserve"));
  }
  std::uint64_t sequence = next_sequence_;
  RecordKind kind = RecordKind::kMessage;
  std::uint32_t durable = 0;
  if (open_durable_) {
    if (!PublishDurable(context_.directory(), stream().writer, *open_durable_, actual, sequence)) {
      Abort();
      throw Error(code::kSystem, "a durable segment of this publisher exists already: was its directory copied?");
    }
    kind = RecordKind::kDurable;
    durable = next_durable_++;
    latched_.push_back({sequence, std::move(open_durable_->segment)});
    open_durable_.reset();
  }
  log_->Commit(kind, sequence, static_cast<std::uint32_t>(actual), RealtimeNanos(), correlation, durable);
  ++next_sequence_;
  reservation_ = {};

  WriterBlock& block = context_.segment().writer(block_index_);
  if (options_.transient_local) AdvanceHistory();
  block.head.store(HeadPosition().Pack(), std::memory_order_release);
  block.last_sequence.store(sequence, std::memory_order_relaxed);
  block.sent.store(block.sent.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  block.sent_bytes.store(block.sent_bytes.load(std::memory_order_relaxed) + actual, std::memory_order_relaxed);
  RingReaders(!rang_new_log_);
  rang_new_log_ = true;
  if (path_ == PublishPath::kInline || path_ == PublishPath::kMixed) PumpInline();
  return sequence;
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
  auto log_at = [&](std::uint32_t generation) { return LogOf(generation); };
  while (history_count_ > options_.depth) {
    const LogWriter* log = log_at(history_.generation);
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
  bool dropped = false;
  while (!latched_.empty() && latched_.front().sequence + options_.depth < next_sequence_) {
    KillPoint("durable.evicting");
    context_.directory().Unlink(DurableName(stream().writer, latched_.front().segment.number));
    latched_.pop_front();
    dropped = true;
  }
  if (dropped || !latched_.empty()) UpdateHeld();
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

// ---------------------------------------------------------------------------------------------- inline delivery

const LogWriter* Publisher::LogOf(std::uint32_t generation) const {
  if (log_ && log_->generation() == generation) return &*log_;
  for (const LogWriter& log : old_logs_) {
    if (log.generation() == generation) return &log;
  }
  return nullptr;
}

void Publisher::NoticeInlineReaders() {
  for (Reader& reader : readers_) {
    if (reader.is_inline) continue;
    const layout::Cursor* cursor = FindSlot(reader);
    if (cursor == nullptr || cursor->state.load(std::memory_order_acquire) != static_cast<std::uint32_t>(CursorState::kInline)) {
      continue;
    }
    reader.is_inline = true;
    reader.pump = Position::Unpack(cursor->position.load(std::memory_order_acquire));
    reader.pump_offset = 0;
  }
  UpdatePath();
}

void Publisher::UpdatePath() {
  std::size_t inline_count = static_cast<std::size_t>(
      std::count_if(readers_.begin(), readers_.end(), [](const Reader& reader) { return reader.is_inline; }));
  if (readers_.empty()) {
    path_ = PublishPath::kNone;
  } else if (inline_count == readers_.size() || (log_ && log_->is_private())) {
    path_ = PublishPath::kInline;
  } else {
    path_ = inline_count == 0 ? PublishPath::kRing : PublishPath::kMixed;
  }
}

bool Publisher::PumpInline() {
  bool remains = false;
  if (log_ && log_->is_private()) NoticeInlineReaders();
  for (Reader& reader : readers_) {
    if (!reader.is_inline) continue;
    for (int budget = kPumpBudget; PumpOne(reader);) {
      if (--budget > 0) continue;
      remains = true;
      context_.PumpAgain();
      break;
    }
  }
  return remains;
}

// Sends the next fragment. False when there is nothing to send, or nothing can be sent now (the context watches the
// socket then).
bool Publisher::PumpOne(Reader& reader) {
  if (!log_) return false;
  const LogWriter* log = LogOf(reader.pump.generation);
  if (log == nullptr) {
    // Before the first log, or in one that is gone: go on at the oldest there is.
    std::uint32_t oldest = old_logs_.empty() ? log_->generation() : old_logs_.front().generation();
    if (reader.pump.generation >= log_->generation()) return false;
    reader.pump = {std::max(oldest, reader.pump.generation + 1), 0};
    reader.pump_offset = 0;
    return true;
  }
  if (reader.pump.offset < log->tail() || reader.pump.offset > log->head() || reader.pump.offset % layout::kRecordAlign != 0) {
    // Overtaken (or asked for nonsense): go on at the oldest record; the reader counts the hole in the sequence.
    reader.pump.offset = log->tail();
    reader.pump_offset = 0;
  }
  if (reader.pump.offset == log->head()) {
    if (log == &*log_) return false;
    reader.pump = {log->generation() + 1, 0};
    return true;
  }
  RecordInfo record = log->At(reader.pump.offset);
  Position next{reader.pump.generation, reader.pump.offset + record.span};
  if (record.kind == RecordKind::kPadding) {
    reader.pump = next;
    return true;
  }
  const std::uint8_t* payload = record.payload;
  if (record.kind == RecordKind::kDurable) {
    auto latched = std::find_if(latched_.begin(), latched_.end(), [&](const Latched& l) { return l.sequence == record.sequence; });
    if (latched == latched_.end()) {  // evicted meanwhile
      reader.pump = next;
      reader.pump_offset = 0;
      return true;
    }
    payload = latched->segment.payload();
  }

  int socket = reader.peer->Socket();
  if (socket < 0) return false;
  std::size_t piece = std::min<std::size_t>(record.length - reader.pump_offset, layout::kFragmentBytes);
  layout::FragmentDatagram fragment{};
  fragment.poke = {layout::PokeDatagram::kMagic, layout::kVersion, static_cast<std::uint16_t>(layout::DatagramType::kFragment),
                   context_.id()};
  fragment.writer_entity = options_.entity;
  fragment.reader_entity = reader.gid.entity;
  fragment.target_context = options_.target.context;
  fragment.target_entity = options_.target.entity;
  fragment.position = next.Pack();
  fragment.sequence = record.sequence;
  fragment.timestamp = record.timestamp;
  fragment.correlation = record.correlation;
  fragment.total = record.length;
  fragment.offset = reader.pump_offset;
  iovec vectors[2] = {{&fragment, sizeof(fragment)}, {const_cast<std::uint8_t*>(payload) + reader.pump_offset, piece}};
  msghdr message{};
  message.msg_iov = vectors;
  message.msg_iovlen = 2;
  ssize_t sent = ::sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
  if (sent < 0) {
    if (errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS || errno == ENOMEM || errno == EINTR) {
      context_.WatchWritable(reader.peer);
    } else {
      reader.peer->CloseSocket();  // the mailbox is gone; the graph will say so
      context_.NoteDeath();
    }
    return false;
  }
  reader.pump_offset += static_cast<std::uint32_t>(piece);
  if (reader.pump_offset == record.length) {
    reader.pump = next;
    reader.pump_offset = 0;
    WriterBlock& block = context_.segment().writer(block_index_);
    block.inline_sent.store(block.inline_sent.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
  return true;
}

// ---------------------------------------------------------------------------------------------- end

bool Publisher::HasLateReaders() {
  if (closed_ || !log_ || log_->empty()) return false;
  Position head = HeadPosition();
  return std::any_of(readers_.begin(), readers_.end(), [&](Reader& reader) {
    if (!reader.reliable || (reader.peer->id() != context_.id() && !reader.peer->IsAlive())) return false;
    if (reader.is_inline) return reader.pump < head;
    const layout::Cursor* cursor = FindSlot(reader);
    // A reader elsewhere may not have come to it yet; one of our own that has no cursor is gone.
    if (cursor == nullptr) return reader.peer->id() != context_.id() && reader.matched_at < head;
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
  peers_.clear();
  context_.segment().GiveWriter(block_index_);
}

void Publisher::Abandon() {
  closed_ = true;
  context_.Remove(this);
}

}  // namespace roslet

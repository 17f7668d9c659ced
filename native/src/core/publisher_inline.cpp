// A publisher's inline side: readers that cannot map the log get its records as datagrams, from their own position on.
#include <sys/socket.h>

#include <algorithm>

#include "core/context.hpp"
#include "core/publisher.hpp"

namespace roslet {

using layout::CursorState;
using layout::FragmentDatagram;
using layout::PokeDatagram;
using layout::Position;
using layout::RecordKind;
using layout::WriterBlock;

namespace {

constexpr std::size_t kLeastFragment = 1024;
constexpr int kPumpBudget = 64;  // fragments for one reader in one turn
// KEEP_ALL: so much may lie in a reader's process unread. The log is where the rest waits, under its limit.
constexpr std::uint64_t kInlineWindow = 8u << 20;

}  // namespace

void Publisher::NoticeInlineReaders() {
  for (Reader& reader : readers_) {
    if (reader.is_inline) continue;
    const layout::Cursor* cursor = FindSlot(reader);
    if (cursor == nullptr ||
        cursor->state.load(std::memory_order_acquire) != static_cast<std::uint32_t>(CursorState::kInline)) {
      continue;
    }
    reader.is_inline = true;
    context_.PumpAgain();  // it may want what was published before it was matched, and nothing else may start the pump
    reader.pump = RecordAt(Position::Unpack(cursor->position.load(std::memory_order_acquire)));
    reader.pump_offset = 0;
  }
  UpdatePath();
}

// Where a record begins, at or behind what a reader asks for: only then does our ring say what to send.
Position Publisher::RecordAt(Position wanted) const {
  wanted = std::min(wanted, HeadPosition());
  const LogWriter* log = LogOf(wanted.generation);
  if (log == nullptr) return wanted;
  std::uint64_t offset = log->tail();
  while (offset < wanted.offset && offset < log->head()) offset += log->At(offset).span;
  return {wanted.generation, offset};
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
  bool sent = false;
  bool held_back = false;
  if (log_ && log_->is_private()) NoticeInlineReaders();
  for (Reader& reader : readers_) {
    if (!reader.is_inline) continue;
    for (int budget = kPumpBudget; PumpOne(reader); sent = true) {
      if (--budget > 0) continue;
      context_.PumpAgain();
      break;
    }
    held_back = held_back || reader.held_back;
  }
  if (held_back != held_back_) {
    held_back_ = held_back;
    layout::HalfWord& flags = context_.segment().writer(block_index_).flags;
    if (held_back) {
      flags.fetch_or(WriterBlock::kHeldBack, std::memory_order_seq_cst);
      context_.PumpAgain();  // a reader may have moved before it could see the flag: look once more
    } else {
      flags.fetch_and(~WriterBlock::kHeldBack, std::memory_order_relaxed);
    }
  }
  return sent;
}

// Bytes that were sent to an inline reader and that it has not taken yet.
std::uint64_t Publisher::UnreadByInline(Reader& reader) {
  const layout::Cursor* cursor = FindSlot(reader);
  if (cursor == nullptr) return 0;
  Position taken = Position::Unpack(cursor->position.load(std::memory_order_acquire));
  if (taken >= reader.pump) return 0;
  if (taken.generation == reader.pump.generation) return reader.pump.offset - taken.offset;
  std::uint64_t unread = reader.pump.offset;
  for (const LogWriter& log : old_logs_) {
    if (log.generation() < taken.generation || log.generation() >= reader.pump.generation) continue;
    unread += log.head() - (log.generation() == taken.generation ? std::min(taken.offset, log.head()) : log.tail());
  }
  return unread;
}

// Goes on to the next record that there is to send. Nothing when there is none.
std::optional<RecordInfo> Publisher::NextForPump(Reader& reader) {
  while (log_) {
    const LogWriter* log = LogOf(reader.pump.generation);
    if (log == nullptr) {
      // Before the first log, or in one that is gone: on at the oldest there is.
      if (reader.pump.generation >= log_->generation()) return std::nullopt;
      std::uint32_t oldest = old_logs_.empty() ? log_->generation() : old_logs_.front().generation();
      reader.pump = {std::max(oldest, reader.pump.generation + 1), 0};
      reader.pump_offset = 0;
      continue;
    }
    if (reader.pump.offset < log->tail()) {
      // Overtaken: on at the oldest record; the reader counts the hole in the sequence.
      reader.pump.offset = log->tail();
      reader.pump_offset = 0;
    }
    if (reader.pump.offset >= log->head()) {
      if (log == &*log_) return std::nullopt;
      reader.pump = {log->generation() + 1, 0};
      continue;
    }
    RecordInfo record = log->At(reader.pump.offset);
    if (record.kind == RecordKind::kMessage) return record;
    if (record.kind == RecordKind::kDurable) {
      auto latched = std::find_if(latched_.begin(), latched_.end(),
                                  [&](const Latched& l) { return l.sequence == record.sequence; });
      if (latched != latched_.end()) {
        record.payload = latched->segment.payload();
        return record;
      }
    }
    // Padding, or a latched message that was evicted meanwhile.
    reader.pump.offset += record.span;
    reader.pump_offset = 0;
  }
  return std::nullopt;
}

// Sends the next fragment. False when there is nothing to send, or nothing can be sent now.
bool Publisher::PumpOne(Reader& reader) {
  reader.held_back = false;
  std::optional<RecordInfo> record = NextForPump(reader);
  if (!record) return false;
  if (options_.depth == 0 && reader.pump_offset == 0 && UnreadByInline(reader) >= kInlineWindow) {
    reader.held_back = true;
    return false;
  }
  int socket = reader.peer->Socket();
  if (socket < 0) {
    context_.NoteDeath();
    return false;
  }
  Position next{reader.pump.generation, reader.pump.offset + record->span};
  std::size_t piece = std::min<std::size_t>(record->length - reader.pump_offset, reader.peer->fragment_bytes);
  FragmentDatagram fragment{};
  fragment.poke = {PokeDatagram::kMagic, layout::kVersion, static_cast<std::uint16_t>(layout::DatagramType::kFragment),
                   context_.id()};
  fragment.writer_entity = options_.entity;
  fragment.reader_entity = reader.gid.entity;
  fragment.target_context = options_.target.context;
  fragment.target_entity = options_.target.entity;
  fragment.position = next.Pack();
  fragment.sequence = record->sequence;
  fragment.timestamp = record->timestamp;
  fragment.correlation = record->correlation;
  fragment.total = record->length;
  fragment.offset = reader.pump_offset;
  iovec vectors[2] = {{&fragment, sizeof(fragment)},
                      {const_cast<std::uint8_t*>(record->payload) + reader.pump_offset, piece}};
  msghdr message{};
  message.msg_iov = vectors;
  message.msg_iovlen = 2;
  if (::sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL) < 0) return OnSendFailure(reader.peer, errno);
  reader.pump_offset += static_cast<std::uint32_t>(piece);
  if (reader.pump_offset == record->length) {
    reader.pump = next;
    reader.pump_offset = 0;
    WriterBlock& block = context_.segment().writer(block_index_);
    block.inline_sent.store(block.inline_sent.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
  return true;
}

// True when the same can be tried again at once.
bool Publisher::OnSendFailure(const std::shared_ptr<PeerContext>& peer, int error) {
  switch (error) {
    case EMSGSIZE:  // a host with small socket buffers
      if (peer->fragment_bytes <= kLeastFragment) return false;
      peer->fragment_bytes /= 2;
      return true;
    case EAGAIN:
    case ENOBUFS:
    case ENOMEM:
    case EINTR:
      context_.WatchWritable(peer);
      return false;
    default:
      peer->CloseSocket();  // the mailbox is gone; the graph will say so
      context_.NoteDeath();
      return false;
  }
}

}  // namespace roslet

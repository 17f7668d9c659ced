#include "core/subscription.hpp"

#include <algorithm>
#include <cstring>

#include "core/context.hpp"
#include "core/error.hpp"

namespace roslet {

using layout::Cursor;
using layout::CursorState;
using layout::Position;
using layout::ReaderBlock;
using layout::RecordKind;
using layout::WriterBlock;

namespace {

// Records looked at for one attachment in one turn, and logs gone through: bounds what a writer that lies can cost.
constexpr int kStepsATurn = 1 << 17;
constexpr int kLogsATurn = 32;

// Below this, copying is cheaper than pinning and wrapping.
constexpr std::uint32_t kSmallestLoan = 4096;

}  // namespace

Subscription::Subscription(Context& context, const SubscriptionOptions& options)
    : context_(context), options_(options), block_index_(context.segment().TakeReader()) {
  context_.segment().reader(block_index_).entity.store(options.entity, std::memory_order_release);
  context_.Add(this);
}

Subscription::~Subscription() {
  Close();
}

const ReaderBlock& Subscription::block() const {
  return context_.segment().reader(block_index_);
}

void Subscription::Count(layout::Word ReaderBlock::*counter, std::uint64_t by) {
  layout::Word& word = context_.segment().reader(block_index_).*counter;
  word.store(word.load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
}

void Subscription::Uncount(layout::Word ReaderBlock::*counter, std::uint64_t by) {
  Count(counter, 0 - by);
}

void Subscription::Overwritten(const Batch::Item& item) {
  Uncount(&ReaderBlock::received, 1);
  Uncount(&ReaderBlock::received_bytes, item.entry.length);
  Uncount(&ReaderBlock::via_log, 1);
  Count(&ReaderBlock::lost_overwritten, 1);
}

// ---------------------------------------------------------------------------------------------- attachments

std::uint32_t Subscription::Attach(const Gid& writer, Start start, const Gid& target) {
  if (closed_) throw Error(code::kClosed, "expected an open subscription: this one was destroyed");
  auto attachment = std::make_unique<Attachment>();
  attachment->number = next_attachment_++;
  attachment->stream = {writer, target};
  attachment->start = start;
  attachment->peer = context_.FindPeer(writer.context);
  attachment->slot = context_.segment().TakeCursor();
  FindWriter(*attachment);
  if (attachment->writer != nullptr && start != Start::kBeginning) {
    const layout::Word& from = start == Start::kHead ? attachment->writer->head : attachment->writer->history;
    attachment->position = Position::Unpack(from.load(std::memory_order_acquire));
    // After the position: what it counts too much is not a loss, what it counted too little would be one.
    attachment->newest_at_start = attachment->writer->last_sequence.load(std::memory_order_acquire);
    if (start == Start::kHead) attachment->expected = attachment->newest_at_start + 1;
  }

  Cursor& cursor = context_.segment().cursor(attachment->slot);
  cursor.reader_entity.store(options_.entity, std::memory_order_relaxed);
  cursor.writer_context.store(writer.context, std::memory_order_relaxed);
  cursor.writer_entity.store(writer.entity, std::memory_order_relaxed);
  cursor.reliable.store(options_.reliable ? 1 : 0, std::memory_order_relaxed);
  cursor.target_context.store(target.context, std::memory_order_relaxed);
  cursor.target_entity.store(target.entity, std::memory_order_relaxed);
  cursor.opened_generation.store(0, std::memory_order_relaxed);
  cursor.position.store(attachment->position.Pack(), std::memory_order_relaxed);
  cursor.received.store(0, std::memory_order_relaxed);
  cursor.pins.store(0, std::memory_order_relaxed);
  cursor.state.store(static_cast<std::uint32_t>(CursorState::kLog), std::memory_order_release);

  if (context_.forced_shm_failure()) {
    GoInline(*attachment);
  } else if (attachment->position.generation != 0) {
    OpenLog(*attachment);
  }
  std::uint32_t number = attachment->number;
  attachments_.push_back(std::move(attachment));
  return number;
}

void Subscription::Detach(std::uint32_t number, bool drain) {
  auto found = std::find_if(attachments_.begin(), attachments_.end(),
                            [&](const AttachmentPtr& attachment) { return attachment->number == number; });
  if (found == attachments_.end()) return;
  Attachment& attachment = **found;
  attachment.draining = drain;
  if (drain && (Ready(attachment) || Expects(attachment))) {
    MapAhead(attachment);
    return;
  }
  Release(attachment);
  attachments_.erase(found);
}

void Subscription::Release(Attachment& attachment) {
  context_.loans().CloseCursor(attachment.slot);
}

void Subscription::EndDrained() {
  std::erase_if(attachments_, [&](const AttachmentPtr& attachment) {
    bool over = attachment->draining && !Ready(*attachment) && !Expects(*attachment);
    if (over) Release(*attachment);
    return over;
  });
}

void Subscription::FindWriter(Attachment& attachment) {
  if (attachment.writer != nullptr) return;
  if (!attachment.peer) attachment.peer = context_.FindPeer(attachment.stream.writer.context);
  if (!attachment.peer) return;
  std::uint32_t count = attachment.peer->writer_count();
  for (std::uint32_t i = 0; i < count; ++i) {
    const WriterBlock& block = attachment.peer->writer(i);
    if (!Shows(block, attachment.stream)) continue;
    attachment.writer = &block;
    return;
  }
}

bool Subscription::Shows(const WriterBlock& block, const StreamId& stream) {
  return block.entity.load(std::memory_order_acquire) == stream.writer.entity &&
         block.target_context.load(std::memory_order_relaxed) == stream.target.context &&
         block.target_entity.load(std::memory_order_relaxed) == stream.target.entity;
}

const WriterBlock* Subscription::Writer(const Attachment& attachment) {
  return attachment.writer != nullptr && Shows(*attachment.writer, attachment.stream) ? attachment.writer : nullptr;
}

void Subscription::Resolve() {
  for (auto& attachment : attachments_) FindWriter(*attachment);
  EndDrained();
}

void Subscription::MapAll(ContextId owner) {
  for (auto& attachment : attachments_) {
    if (attachment->stream.writer.context != owner) continue;
    FindWriter(*attachment);
    MapAhead(*attachment);
  }
}

// ---------------------------------------------------------------------------------------------- logs

bool Subscription::OpenLog(Attachment& attachment) {
  if (attachment.is_inline) return false;
  if (!attachment.next_logs.empty()) {
    UseLog(attachment, std::move(attachment.next_logs.front()));
    attachment.next_logs.pop_front();
    return true;
  }
  for (int attempt = 0; attempt < 3; ++attempt) {
    const WriterBlock* writer = attachment.writer;
    if (writer == nullptr) return false;
    Position head = Position::Unpack(writer->head.load(std::memory_order_acquire));
    if (head.generation == 0 || attachment.position.generation > head.generation) return false;
    std::uint64_t own = writer->private_logs.load(std::memory_order_acquire);
    for (std::uint32_t generation = std::max(1u, attachment.position.generation); generation <= head.generation;
         ++generation) {
      LogReader reader;
      bool is_private = own != 0 && generation >= own >> 32 && generation <= (own & UINT32_MAX);
      LogReader::OpenResult result =
          is_private ? LogReader::OpenResult::kFailed
                     : LogReader::Open(context_.directory(), attachment.stream, generation, reader, options_.loan);
      if (result == LogReader::OpenResult::kMissing) continue;
      if (result == LogReader::OpenResult::kFailed) {
        GoInline(attachment);
        return false;
      }
      UseLog(attachment, std::move(reader));
      return true;
    }
    if (Writer(attachment) == nullptr) {  // closed, and its files are gone: nothing more will come
      attachment.writer = nullptr;
      return false;
    }
    // Outgrown once more while we looked: look again. Else it is there and cannot be had: datagrams then.
    if (Position::Unpack(writer->head.load(std::memory_order_acquire)).generation == head.generation) break;
  }
  GoInline(attachment);
  return false;
}

void Subscription::UseLog(Attachment& attachment, LogReader log) {
  if (log.generation() != attachment.position.generation) {
    attachment.position = {log.generation(), 0};
    attachment.moved = true;
    attachment.gap_possible = true;
  }
  layout::HalfWord& opened = context_.segment().cursor(attachment.slot).opened_generation;
  if (opened.load(std::memory_order_relaxed) < log.generation())
    opened.store(log.generation(), std::memory_order_release);
  attachment.log = std::move(log);
}

void Subscription::LeaveLog(Attachment& attachment, Batch& batch) {
  batch.Hold(attachment.log.mapping());
  attachment.log = LogReader();
}

// The writer is leaving, or dead, and its files with it: whatever follows the log being read is mapped now.
void Subscription::MapAhead(Attachment& attachment) {
  if (attachment.is_inline || (!attachment.log && !OpenLog(attachment))) return;
  for (int logs = 0; logs < kLogsATurn; ++logs) {
    const LogReader& newest = attachment.next_logs.empty() ? attachment.log : attachment.next_logs.back();
    std::uint32_t follows = newest.successor();
    LogReader next;
    if (follows <= newest.generation() || LogReader::Open(context_.directory(), attachment.stream, follows, next,
                                                          options_.loan) != LogReader::OpenResult::kOpened) {
      return;
    }
    context_.segment().cursor(attachment.slot).opened_generation.store(follows, std::memory_order_release);
    attachment.next_logs.push_back(std::move(next));
  }
}

// ---------------------------------------------------------------------------------------------- reading

bool Subscription::Ready() {
  return std::any_of(attachments_.begin(), attachments_.end(),
                     [](const AttachmentPtr& attachment) { return Ready(*attachment); });
}

bool Subscription::Ready(const Attachment& attachment) {
  if (attachment.is_inline) return !attachment.queue.empty();
  if (attachment.log) return attachment.log.head() != attachment.position.offset || attachment.log.successor() != 0;
  if (!attachment.next_logs.empty()) return true;
  const WriterBlock* writer = Writer(attachment);
  return writer != nullptr && Position::Unpack(writer->head.load(std::memory_order_acquire)) > attachment.position;
}

void Subscription::Gather(Batch& batch) {
  std::size_t count = attachments_.size();
  if (count == 0) return;
  std::size_t first = next_turn_++ % count;
  for (std::size_t i = 0; i < count && !batch.full(); ++i) {
    Attachment& attachment = *attachments_[(first + i) % count];
    if (attachment.is_inline) {
      GatherInline(attachment, batch);
    } else {
      GatherLog(attachment, batch);
    }
  }
}

void Subscription::GatherLog(Attachment& attachment, Batch& batch) {
  for (int logs = 0; logs < kLogsATurn; ++logs) {
    if (!attachment.log && !(Ready(attachment) && OpenLog(attachment))) return;
    PassOver(attachment);
    if (!ReadLog(attachment, batch)) return;
    attachment.position = {attachment.log.generation() + 1, 0};
    attachment.moved = true;
    LeaveLog(attachment, batch);
  }
}

// True when the log was read to its end and another follows.
bool Subscription::ReadLog(Attachment& attachment, Batch& batch) {
  for (int step = 0; step < kStepsATurn && !batch.full(); ++step) {
    RecordInfo info;
    switch (attachment.log.Peek(attachment.position.offset, info)) {
      case LogReader::Look::kNothing:
        return false;
      case LogReader::Look::kFollowed:
        return true;
      case LogReader::Look::kLapped:
        attachment.position.offset = attachment.log.tail();
        attachment.gap_possible = true;
        PassOver(attachment);
        break;
      case LogReader::Look::kCorrupt:
        SkipCorrupt(attachment, batch);
        return false;
      case LogReader::Look::kRecord:
        switch (Take(attachment, info, batch)) {
          case Taken::kElsewhere:
            return false;
          case Taken::kOvertaken:
            continue;  // the next look says how far
          case Taken::kDone:
            attachment.position.offset += info.span;
            break;
        }
        break;
    }
    attachment.moved = true;
  }
  return false;
}

// KEEP_LAST on the reader's side: what would not fit into its depth any more is not read at all.
void Subscription::PassOver(Attachment& attachment) {
  const WriterBlock* writer = Writer(attachment);
  if (options_.depth == 0 || writer == nullptr) return;
  std::uint64_t newest = writer->last_sequence.load(std::memory_order_acquire);
  RecordInfo info;
  for (int step = 0; step < kStepsATurn; ++step) {
    if (attachment.log.Peek(attachment.position.offset, info) != LogReader::Look::kRecord) return;  // see ReadLog
    bool padding = info.kind == RecordKind::kPadding;
    if (!padding && info.sequence + options_.depth > newest) return;
    std::uint64_t next = attachment.position.offset + info.span;
    // Never the last one there is, whatever the counter says.
    if (attachment.log.head() == next && attachment.log.successor() == 0) return;
    attachment.position.offset = next;
    attachment.moved = true;
    if (padding) continue;
    NoteSequence(attachment, info.sequence);
    if (info.sequence > attachment.newest_at_start) Count(&ReaderBlock::lost_depth, 1);
  }
}

void Subscription::NoteSequence(Attachment& attachment, std::uint64_t sequence) {
  if (!attachment.begun) {
    attachment.begun = true;
    // What was published before the writer knew of any reader was never meant for this one.
    const WriterBlock* writer = Writer(attachment);
    if (writer != nullptr && (attachment.expected != 0 || attachment.newest_at_start == 0)) {
      attachment.expected = std::max(attachment.expected, writer->first_sequence.load(std::memory_order_relaxed));
    }
  }
  if (attachment.gap_possible && attachment.expected != 0 && sequence > attachment.expected) {
    std::uint64_t missing = sequence - attachment.expected;
    Count(&ReaderBlock::lost_overwritten, missing);
    attachment.unreported += missing;
  }
  attachment.gap_possible = false;
  attachment.expected = sequence + 1;
}

// Pins a record so that it can be viewed in place. False: the writer was quicker.
bool Subscription::TakeLoan(Attachment& attachment, const RecordInfo& info, Batch::Item& item) {
  if (!attachment.log.loan_mapping() || info.length < kSmallestLoan) return true;
  auto loan = context_.loans().Take(attachment.slot, attachment.position, info.span);
  if (!loan) return true;  // as many loans as there can be: this one is copied
  if (!attachment.log.StillThere(attachment.position.offset)) {
    context_.loans().Release(*loan);
    return false;
  }
  item.loan = *loan;
  item.loan_mapping = attachment.log.loan_mapping();
  item.payload = item.loan_mapping->data() + (info.payload - attachment.log.mapping()->data());
  return true;
}

// kElsewhere: the record cannot be had this way, and the attachment went another.
Subscription::Taken Subscription::Take(Attachment& attachment, const RecordInfo& info, Batch& batch) {
  if (info.kind == RecordKind::kPadding) return Taken::kDone;
  Batch::Item item{};
  item.payload = info.payload;
  item.tail = &attachment.log.tail_word();
  item.tail_offset = attachment.position.offset;
  layout::Word ReaderBlock::*via = &ReaderBlock::via_log;
  if (info.kind == RecordKind::kDurable) {
    DurableSegment segment;
    switch (OpenDurable(context_.directory(), attachment.stream.writer, info.durable, info.length, options_.loan,
                        segment)) {
      case DurableOpen::kMissing:  // evicted: newer ones took its place
        attachment.gap_possible = true;
        return Taken::kDone;
      case DurableOpen::kFailed:
        LeaveLog(attachment, batch);
        GoInline(attachment);
        return Taken::kElsewhere;
      case DurableOpen::kOpened:
        break;
    }
    item.payload = segment.payload();
    item.tail = nullptr;
    batch.Hold(segment.mapping);
    if (options_.loan) item.loan_mapping = segment.mapping;
    via = &ReaderBlock::via_durable;
  } else if (options_.loan && !TakeLoan(attachment, info, item)) {
    return Taken::kOvertaken;
  }
  item.entry.length = info.length;
  item.entry.sequence = info.sequence;
  item.entry.source_timestamp = info.timestamp;
  item.entry.correlation = info.correlation;
  Add(attachment, batch, item, via);
  return Taken::kDone;
}

void Subscription::Add(Attachment& attachment, Batch& batch, Batch::Item item, layout::Word ReaderBlock::*via) {
  NoteSequence(attachment, item.entry.sequence);
  item.subscription = this;
  item.entry.subscription = options_.entity;
  item.entry.kind = static_cast<std::uint32_t>(options_.kind);
  item.entry.attachment = attachment.number;
  item.entry.lost = std::exchange(attachment.unreported, 0);
  batch.Add(item);
  Count(&ReaderBlock::received, 1);
  Count(&ReaderBlock::received_bytes, item.entry.length);
  Count(via, 1);
}

// A log that contradicts itself is not searched for sense: on at its head, one message counted as invalid.
void Subscription::SkipCorrupt(Attachment& attachment, Batch& batch) {
  CountInvalid();
  if (attachment.expected != 0) ++attachment.expected;
  std::uint64_t head = attachment.log.head();
  std::uint64_t offset = head / layout::kRecordAlign * layout::kRecordAlign;
  if (offset == attachment.position.offset) {
    // Nowhere to go on from: this log is given up, and a next generation may be sound.
    attachment.position = {attachment.log.generation() + 1, 0};
    LeaveLog(attachment, batch);
  } else {
    attachment.position.offset = offset;
  }
  attachment.gap_possible = true;
  attachment.moved = true;
}

// ---------------------------------------------------------------------------------------------- progress

void Subscription::Settle() {
  bool any = false;
  for (auto& attachment : attachments_) {
    if (!attachment->moved) continue;
    StoreCursor(*attachment);
    any = true;
  }
  if (!any) return;
  // The writer raises its flag, then looks at the cursors; here it is the other way round.
  std::atomic_thread_fence(std::memory_order_seq_cst);
  for (auto& attachment : attachments_) WakeWriter(*attachment);
  EndDrained();
}

void Subscription::StoreCursor(Attachment& attachment) {
  attachment.moved = false;
  Cursor& cursor = context_.segment().cursor(attachment.slot);
  cursor.received.store(attachment.expected == 0 ? 0 : attachment.expected - 1, std::memory_order_relaxed);
  cursor.position.store(attachment.position.Pack(), std::memory_order_release);
}

// A writer that was held up is told when a good part of its log is free again, or all of it.
void Subscription::WakeWriter(Attachment& attachment) {
  const WriterBlock* writer = Writer(attachment);
  if (writer == nullptr) return;
  std::uint32_t flags = writer->flags.load(std::memory_order_relaxed);
  if ((flags & (WriterBlock::kWaiting | WriterBlock::kHeldBack)) == 0) return;
  if (flags == WriterBlock::kWaiting) {
    std::uint64_t last = writer->waiting_for.load(std::memory_order_relaxed);
    if (last != 0 && last != context_.id()) return;
  }
  std::uint64_t step = attachment.log ? attachment.log.capacity() / 4 : 0;
  if (Ready(attachment) && attachment.position.offset - attachment.poked_at < step) return;
  attachment.poked_at = attachment.position.offset;
  context_.Poke(*attachment.peer);
}

// ---------------------------------------------------------------------------------------------- end

void Subscription::Close() {
  if (closed_) return;
  closed_ = true;
  context_.Remove(this);
  for (auto& attachment : attachments_) Release(*attachment);
  attachments_.clear();
  context_.segment().GiveReader(block_index_);
}

void Subscription::Abandon() {
  closed_ = true;
  context_.Remove(this);
}

}  // namespace roslet

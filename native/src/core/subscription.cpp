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

// An inline reader that is not spun keeps at most this much; beyond it the oldest goes, counted.
constexpr std::size_t kMaxInlineQueue = 1u << 16;

}  // namespace

Subscription::Subscription(Context& context, const SubscriptionOptions& options)
    : context_(context), options_(options), block_index_(context.segment().TakeReader()) {
  context_.segment().reader(block_index_).entity.store(options.entity, std::memory_order_release);
  context_.Add(this);
}

Subscription::~Subscription() { Close(); }

const ReaderBlock& Subscription::block() const { return context_.segment().reader(block_index_); }

void Subscription::Count(layout::Word ReaderBlock::* counter, std::uint64_t by) {
  layout::Word& word = context_.segment().reader(block_index_).*counter;
  word.store(word.load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
}

void Subscription::Uncount(layout::Word ReaderBlock::* counter, std::uint64_t by) { Count(counter, 0 - by); }

void Subscription::Overwritten(const Batch::Item& item) {
  Uncount(&ReaderBlock::received, 1);
  Uncount(&ReaderBlock::received_bytes, item.entry.length);
  Uncount(&ReaderBlock::via_log, 1);
  Count(&ReaderBlock::lost_overwritten, 1);
}

// ---------------------------------------------------------------------------------------------- attachments

std::uint32_t Subscription::Attach(const Gid& writer, Start start, const Gid& target) {
  if (closed_) throw Error(code::kClosed, "expected an open subscription: this one was destroyed");
  std::uint32_t slot = context_.segment().TakeCursor();
  auto attachment = std::make_unique<Attachment>();
  attachment->number = next_attachment_++;
  attachment->stream = {writer, target};
  attachment->start = start;
  attachment->peer = context_.FindPeer(writer.context);
  attachment->slot = slot;
  FindWriter(*attachment);
  if (attachment->writer != nullptr && start != Start::kBeginning) {
    const layout::Word& from = start == Start::kHead ? attachment->writer->head : attachment->writer->history;
    attachment->newest_at_start = attachment->writer->last_sequence.load(std::memory_order_acquire);
    attachment->position = Position::Unpack(from.load(std::memory_order_acquire));
    if (start == Start::kHead) attachment->expected = attachment->newest_at_start + 1;
  }

  Cursor& cursor = context_.segment().cursor(slot);
  cursor.reader_entity.store(options_.entity, std::memory_order_relaxed);
  cursor.writer_context.store(writer.context, std::memory_order_relaxed);
  cursor.writer_entity.store(writer.entity, std::memory_order_relaxed);
  cursor.reliable.store(options_.reliable ? 1 : 0, std::memory_order_relaxed);
  cursor.target_context.store(target.context, std::memory_order_relaxed);
  cursor.target_entity.store(target.entity, std::memory_order_relaxed);
  cursor.opened_generation.store(0, std::memory_order_relaxed);
  cursor.position.store(attachment->position.Pack(), std::memory_order_relaxed);
  cursor.received.store(0, std::memory_order_relaxed);
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
  for (std::size_t i = 0; i < attachments_.size(); ++i) {
    if (attachments_[i]->number != number) continue;
    if (drain && Ready(*attachments_[i])) {
      attachments_[i]->draining = true;
      return;
    }
    Release(*attachments_[i]);
    attachments_.erase(attachments_.begin() + static_cast<std::ptrdiff_t>(i));
    return;
  }
}

void Subscription::Release(Attachment& attachment) { context_.segment().GiveCursor(attachment.slot); }

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
}

void Subscription::OpenAll(ContextId owner) {
  for (auto& attachment : attachments_) {
    if (attachment->stream.writer.context != owner) continue;
    FindWriter(*attachment);
    if (!attachment->log && !attachment->is_inline) OpenLog(*attachment);
  }
}

bool Subscription::OpenLog(Attachment& attachment) {
  if (attachment.is_inline) return false;
  for (int attempt = 0; attempt < 3; ++attempt) {
    const WriterBlock* writer = attachment.writer;
    if (writer == nullptr) return false;
    Position head = Position::Unpack(writer->head.load(std::memory_order_acquire));
    if (head.generation == 0 || attachment.position.generation > head.generation) return false;
    bool is_private = (writer->flags.load(std::memory_order_acquire) & WriterBlock::kPrivateLog) != 0;
    std::uint32_t last = is_private ? head.generation - 1 : head.generation;
    for (std::uint32_t generation = std::max(1u, attachment.position.generation); generation <= last; ++generation) {
      LogReader reader;
      LogReader::OpenResult result = LogReader::Open(context_.directory(), attachment.stream, generation, reader);
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
    if (is_private || Position::Unpack(writer->head.load(std::memory_order_acquire)).generation == head.generation) break;
  }
  GoInline(attachment);
  return false;
}

void Subscription::UseLog(Attachment& attachment, LogReader log) {
  if (log.generation() != attachment.position.generation) {
    bool from_the_first = attachment.position.generation == 0;
    attachment.position = {log.generation(), 0};
    attachment.moved = true;
    attachment.gap_possible = true;
    if (from_the_first && attachment.expected == 0 && attachment.start == Start::kBeginning) {
      attachment.expected = attachment.writer->first_sequence.load(std::memory_order_relaxed);
    }
  }
  context_.segment().cursor(attachment.slot).opened_generation.store(log.generation(), std::memory_order_release);
  attachment.log = std::move(log);
}

void Subscription::GoInline(Attachment& attachment) {
  attachment.is_inline = true;
  attachment.gap_possible = true;
  Cursor& cursor = context_.segment().cursor(attachment.slot);
  cursor.position.store(attachment.position.Pack(), std::memory_order_relaxed);
  cursor.state.store(static_cast<std::uint32_t>(CursorState::kInline), std::memory_order_release);
  layout::Word& requests = context_.segment().header().inline_requests;
  requests.store(requests.load(std::memory_order_relaxed) + 1, std::memory_order_seq_cst);
  if (attachment.peer) context_.Poke(*attachment.peer);
}

// ---------------------------------------------------------------------------------------------- reading

bool Subscription::Ready() {
  for (auto& attachment : attachments_) {
    if (Ready(*attachment)) return true;
  }
  return false;
}

bool Subscription::Ready(Attachment& attachment) {
  if (attachment.is_inline) return !attachment.queue.empty();
  if (attachment.log) return attachment.log.head() != attachment.position.offset || attachment.log.successor() != 0;
  const WriterBlock* writer = attachment.writer;
  if (writer == nullptr) return false;
  Position head = Position::Unpack(writer->head.load(std::memory_order_acquire));
  return head.generation != 0 && head != attachment.position;
}

void Subscription::Gather(Batch& batch) {
  for (std::size_t i = 0; i < attachments_.size() && !batch.full(); ++i) {
    Attachment& attachment = *attachments_[i];
    if (attachment.is_inline) {
      GatherInline(attachment, batch);
    } else {
      GatherLog(attachment, batch);
    }
  }
}

void Subscription::GatherLog(Attachment& attachment, Batch& batch) {
  if (!attachment.log && (attachment.writer == nullptr || !Ready(attachment) || !OpenLog(attachment))) return;
  PassOver(attachment);
  while (!batch.full()) {
    RecordInfo info;
    switch (attachment.log.Peek(attachment.position.offset, info)) {
      case LogReader::Look::kNothing:
        return;
      case LogReader::Look::kLapped:
        attachment.position.offset = attachment.log.tail();
        attachment.gap_possible = true;
        attachment.moved = true;
        break;
      case LogReader::Look::kFollowed:
        attachment.position = {attachment.log.generation() + 1, 0};
        attachment.moved = true;
        batch.Hold(attachment.log.mapping());
        attachment.log = LogReader();
        if (!OpenLog(attachment)) return;
        break;
      case LogReader::Look::kCorrupt:
        SkipCorrupt(attachment);
        return;
      case LogReader::Look::kRecord:
        if (!Take(attachment, info, batch)) return;
        attachment.position.offset += info.span;
        attachment.moved = true;
        break;
    }
  }
}

// KEEP_LAST on the reader's side: what would not fit into its depth any more is not read at all.
void Subscription::PassOver(Attachment& attachment) {
  const WriterBlock* writer = Writer(attachment);
  if (options_.depth == 0 || writer == nullptr) return;
  std::uint64_t newest = writer->last_sequence.load(std::memory_order_acquire);
  RecordInfo info;
  while (attachment.log.Peek(attachment.position.offset, info) == LogReader::Look::kRecord &&
         (info.kind == RecordKind::kPadding || info.sequence + options_.depth <= newest)) {
    std::uint64_t next = attachment.position.offset + info.span;
    if (attachment.log.head() == next) return;  // never the last one there is, whatever the counter says
    attachment.position.offset = next;
    attachment.moved = true;
    if (info.kind == RecordKind::kPadding) continue;
    if (info.sequence > attachment.newest_at_start) Count(&ReaderBlock::lost_depth, 1);
    attachment.expected = info.sequence + 1;
  }
}

std::uint64_t Subscription::MissingBefore(Attachment& attachment, std::uint64_t sequence) {
  std::uint64_t missing = 0;
  if (attachment.gap_possible && attachment.expected != 0 && sequence > attachment.expected) {
    missing = sequence - attachment.expected;
    Count(&ReaderBlock::lost_overwritten, missing);
  }
  attachment.gap_possible = false;
  attachment.expected = sequence + 1;
  return missing;
}

// False when the record cannot be had now and the attachment went another way.
bool Subscription::Take(Attachment& attachment, const RecordInfo& info, Batch& batch) {
  if (info.kind == RecordKind::kPadding) return true;
  Batch::Item item{};
  item.payload = info.payload;
  item.tail = &attachment.log.tail_word();
  item.tail_offset = attachment.position.offset;
  layout::Word ReaderBlock::* via = &ReaderBlock::via_log;
  if (info.kind == RecordKind::kDurable) {
    DurableSegment segment;
    switch (OpenDurable(context_.directory(), attachment.stream.writer, info.durable, info.length, segment)) {
      case DurableOpen::kMissing:  // evicted: newer ones took its place
        attachment.gap_possible = true;
        if (attachment.expected == 0 && attachment.newest_at_start == 0) attachment.expected = info.sequence;
        return true;
      case DurableOpen::kFailed:
        attachment.log = LogReader();
        GoInline(attachment);
        return false;
      case DurableOpen::kOpened:
        break;
    }
    item.payload = segment.payload();
    item.tail = nullptr;
    batch.Hold(segment.mapping);
    via = &ReaderBlock::via_durable;
  }
  item.subscription = this;
  item.entry.subscription = options_.entity;
  item.entry.kind = static_cast<std::uint32_t>(options_.kind);
  item.entry.length = info.length;
  item.entry.attachment = attachment.number;
  item.entry.sequence = info.sequence;
  item.entry.source_timestamp = info.timestamp;
  item.entry.correlation = info.correlation;
  item.entry.lost = MissingBefore(attachment, info.sequence);
  batch.Add(item);
  Count(&ReaderBlock::received, 1);
  Count(&ReaderBlock::received_bytes, info.length);
  Count(via, 1);
  return true;
}

void Subscription::GatherInline(Attachment& attachment, Batch& batch) {
  while (!batch.full() && !attachment.queue.empty()) {
    InlineMessage message = std::move(attachment.queue.front());
    attachment.queue.pop_front();
    Batch::Item item{};
    item.payload = message.bytes->data();
    item.subscription = this;
    item.entry.subscription = options_.entity;
    item.entry.kind = static_cast<std::uint32_t>(options_.kind);
    item.entry.length = static_cast<std::uint32_t>(message.bytes->size());
    item.entry.attachment = attachment.number;
    item.entry.sequence = message.sequence;
    item.entry.source_timestamp = message.timestamp;
    item.entry.correlation = message.correlation;
    attachment.gap_possible = true;
    item.entry.lost = MissingBefore(attachment, message.sequence);
    batch.Add(item);
    batch.Hold(message.bytes);
    attachment.position = message.position;
    attachment.moved = true;
    Count(&ReaderBlock::received, 1);
    Count(&ReaderBlock::received_bytes, item.entry.length);
    Count(&ReaderBlock::via_inline, 1);
  }
}

// A log that contradicts itself is not searched for sense: on at its head, one message counted as invalid.
void Subscription::SkipCorrupt(Attachment& attachment) {
  CountInvalid();
  std::uint64_t head = attachment.log.head();
  std::uint64_t offset = head / layout::kRecordAlign * layout::kRecordAlign;
  if (offset == attachment.position.offset) {
    // Nowhere to go on from: this log is given up, and a next generation may be sound.
    attachment.position = {attachment.log.generation() + 1, 0};
    attachment.log = LogReader();
  } else {
    attachment.position.offset = offset;
  }
  attachment.gap_possible = true;
  attachment.moved = true;
}

void Subscription::Settle() {
  bool any = false;
  for (auto& attachment : attachments_) {
    if (!attachment->moved) continue;
    attachment->moved = false;
    any = true;
    Cursor& cursor = context_.segment().cursor(attachment->slot);
    cursor.received.store(attachment->expected == 0 ? 0 : attachment->expected - 1, std::memory_order_relaxed);
    cursor.position.store(attachment->position.Pack(), std::memory_order_release);
  }
  if (any) {
    // The writer raises its flag, then looks at the cursors; here it is the other way round.
    std::atomic_thread_fence(std::memory_order_seq_cst);
    for (auto& attachment : attachments_) {
      const WriterBlock* writer = Writer(*attachment);
      if (writer == nullptr || (writer->flags.load(std::memory_order_relaxed) & WriterBlock::kWaiting) == 0) continue;
      std::uint64_t step = attachment->log ? attachment->log.capacity() / 4 : 0;
      if (Ready(*attachment) && attachment->position.offset - attachment->poked_at < step) continue;
      attachment->poked_at = attachment->position.offset;
      context_.Poke(*attachment->peer);
    }
  }
  for (std::size_t i = attachments_.size(); i-- > 0;) {
    if (!attachments_[i]->draining || Ready(*attachments_[i])) continue;
    Release(*attachments_[i]);
    attachments_.erase(attachments_.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

// ---------------------------------------------------------------------------------------------- inline

void Subscription::OnFragment(const layout::FragmentDatagram& header, const std::uint8_t* bytes, std::size_t size) {
  Gid writer{header.poke.sender, header.writer_entity};
  Gid target{header.target_context, header.target_entity};
  auto found = std::find_if(attachments_.begin(), attachments_.end(), [&](const AttachmentPtr& attachment) {
    return attachment->stream.writer == writer && attachment->stream.target == target;
  });
  if (found == attachments_.end() || !(*found)->is_inline) return;
  Attachment& attachment = **found;
  Position position = Position::Unpack(header.position);
  Position newest = attachment.queue.empty() ? attachment.position : attachment.queue.back().position;
  if (position <= newest) return;  // seen already
  if (header.total < 4 || header.total > layout::kMaxMessage || size == 0 || size > header.total - header.offset ||
      header.offset >= header.total) {
    CountInvalid();
    return;
  }
  if (header.offset == 0) {
    attachment.partial.clear();
    attachment.partial_position = header.position;
  } else if (header.position != attachment.partial_position || header.offset != attachment.partial.size()) {
    attachment.partial.clear();
    attachment.partial_position = 0;
    return;  // a hole: the sequence number of the next message counts it
  }
  // Memory follows what really came, not what a header announces.
  attachment.partial.insert(attachment.partial.end(), bytes, bytes + size);
  if (attachment.partial.size() < header.total) return;

  auto whole = std::make_shared<std::vector<std::uint8_t>>(std::move(attachment.partial));
  attachment.partial = {};
  attachment.partial_position = 0;
  attachment.queue.push_back({std::move(whole), position, header.sequence, header.timestamp, header.correlation});
  std::size_t keep = options_.depth == 0 ? kMaxInlineQueue : options_.depth;
  while (attachment.queue.size() > keep) {
    attachment.expected = attachment.queue.front().sequence + 1;
    attachment.queue.pop_front();
    Count(options_.depth == 0 ? &ReaderBlock::lost_overwritten : &ReaderBlock::lost_depth, 1);
  }
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

// A subscription's inline side: messages that come as datagrams because the writer's log cannot be mapped.
#include <algorithm>
#include <utility>

#include "core/context.hpp"
#include "core/subscription.hpp"

namespace roslet {

using layout::Cursor;
using layout::CursorState;
using layout::Position;
using layout::ReaderBlock;
using layout::WriterBlock;

namespace {

// A KEEP_ALL reader that is not spun keeps at most this much: a writer that knows the protocol sends less unasked
// (kInlineWindow), and one that does not costs us no more.
constexpr std::size_t kMaxInlineBytes = 64u << 20;

}  // namespace

void Subscription::GoInline(Attachment& attachment) {
  attachment.is_inline = true;
  attachment.gap_possible = true;
  Cursor& cursor = context_.segment().cursor(attachment.slot);
  // While a batch is being copied, its bytes still belong to us: `Settle` stores the position then.
  if (!attachment.moved) cursor.position.store(attachment.position.Pack(), std::memory_order_relaxed);
  cursor.state.store(static_cast<std::uint32_t>(CursorState::kInline), std::memory_order_release);
  layout::Word& requests = context_.segment().header().inline_requests;
  requests.store(requests.load(std::memory_order_relaxed) + 1, std::memory_order_seq_cst);
  if (attachment.peer) context_.Poke(*attachment.peer);
}

bool Subscription::Expects(const Attachment& attachment) const {
  if (!attachment.is_inline) return false;
  const WriterBlock* writer = Writer(attachment);
  return writer != nullptr && Position::Unpack(writer->head.load(std::memory_order_acquire)) > attachment.position &&
         (attachment.peer->id() == context_.id() || attachment.peer->IsAlive());
}

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
  if (header.total < 4 || header.total > layout::kMaxMessage || header.offset >= header.total || size == 0 ||
      size > header.total - header.offset) {
    CountInvalid();
    return;
  }
  if (header.offset == 0) {
    attachment.partial.clear();
    attachment.partial_position = header.position;
  } else if (header.position != attachment.partial_position || header.offset != attachment.partial.size()) {
    attachment.partial = {};
    attachment.partial_position = 0;
    return;  // a hole: the sequence number of the next message counts it
  }
  // Memory follows what really came, not what a header announces.
  attachment.partial.insert(attachment.partial.end(), bytes, bytes + size);
  if (attachment.partial.size() < header.total) return;

  auto whole = std::make_shared<std::vector<std::uint8_t>>(std::exchange(attachment.partial, {}));
  attachment.partial_position = 0;
  attachment.queue_bytes += whole->size();
  attachment.queue.push_back({std::move(whole), position, header.sequence, header.timestamp, header.correlation});
  auto overfull = [&] {
    return options_.depth == 0 ? attachment.queue_bytes > kMaxInlineBytes && attachment.queue.size() > 1
                               : attachment.queue.size() > options_.depth;
  };
  while (overfull()) DropOldestInline(attachment);
}

void Subscription::DropOldestInline(Attachment& attachment) {
  InlineMessage& oldest = attachment.queue.front();
  attachment.gap_possible = true;
  NoteSequence(attachment, oldest.sequence);
  if (oldest.sequence > attachment.newest_at_start) {
    Count(options_.depth == 0 ? &ReaderBlock::lost_overwritten : &ReaderBlock::lost_depth, 1);
    if (options_.depth == 0) ++attachment.unreported;
  }
  attachment.position = oldest.position;
  attachment.queue_bytes -= oldest.bytes->size();
  attachment.queue.pop_front();
  StoreCursor(attachment);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  WakeWriter(attachment);
}

void Subscription::GatherInline(Attachment& attachment, Batch& batch) {
  while (!batch.full() && !attachment.queue.empty()) {
    InlineMessage message = std::move(attachment.queue.front());
    attachment.queue.pop_front();
    attachment.queue_bytes -= message.bytes->size();
    attachment.position = message.position;
    attachment.moved = true;
    attachment.gap_possible = true;
    Batch::Item item{};
    item.payload = message.bytes->data();
    item.entry.length = static_cast<std::uint32_t>(message.bytes->size());
    item.entry.sequence = message.sequence;
    item.entry.source_timestamp = message.timestamp;
    item.entry.correlation = message.correlation;
    batch.Hold(message.bytes);
    Add(attachment, batch, item, &ReaderBlock::via_inline);
  }
}

}  // namespace roslet

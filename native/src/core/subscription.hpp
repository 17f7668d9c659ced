// A subscription: one attachment for each writer it reads, through rings, latched segments and inline datagrams alike.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "core/batch.hpp"
#include "core/durable_segment.hpp"
#include "core/layout/datagram_layout.hpp"
#include "core/log_reader.hpp"
#include "core/peer_context.hpp"

namespace roslet {

class Context;

enum class Start : int { kBeginning = 0, kHead = 1, kHistory = 2 };

struct SubscriptionOptions {
  std::uint32_t entity = 0;
  bool reliable = true;
  std::uint32_t depth = 10;  // 0: KEEP_ALL
  MessageKind kind = MessageKind::kMessage;
  bool loan = false;  // large messages are viewed in place and pinned, not copied
};

class Subscription {
 public:
  Subscription(Context& context, const SubscriptionOptions& options);
  ~Subscription();

  Subscription(const Subscription&) = delete;
  Subscription& operator=(const Subscription&) = delete;

  // Starts to read a writer; from now on it counts as a reader there. `target`: this reader's own GID for a service's
  // private stream.
  std::uint32_t Attach(const Gid& writer, Start start, const Gid& target);
  // With `drain`, what was committed before is still delivered, then the attachment ends.
  void Detach(std::uint32_t attachment, bool drain);

  bool active() const { return active_; }
  void SetActive(bool on) { active_ = on; }

  // True when a message is waiting. Loads only.
  bool Ready();
  // Adds what is waiting to the batch, within its limits.
  void Gather(Batch& batch);
  // Stores the cursors that `Gather` moved, after the batch's bytes have been copied.
  void Settle();

  // A writer's log or a new writer block may have appeared, or a writer that was read to its end may be gone.
  void Resolve();
  // Maps what is left of a context's writers, before its files are removed.
  void MapAll(ContextId owner);
  void OnFragment(const layout::FragmentDatagram& header, const std::uint8_t* bytes, std::size_t size);

  void CountInvalid() { Count(&layout::ReaderBlock::lost_invalid, 1); }
  // A message of the batch, counted as received, was overwritten while it was copied.
  void Overwritten(const Batch::Item& item);
  const layout::ReaderBlock& block() const;
  const SubscriptionOptions& options() const { return options_; }
  void Close();
  void Abandon();

 private:
  struct InlineMessage {
    std::shared_ptr<std::vector<std::uint8_t>> bytes;
    layout::Position position;
    std::uint64_t sequence;
    std::int64_t timestamp;
    std::uint64_t correlation;
  };

  struct Attachment {
    std::uint32_t number = 0;
    StreamId stream;
    Start start = Start::kHead;
    std::shared_ptr<PeerContext> peer;
    const layout::WriterBlock* writer = nullptr;  // null until the writer shows it
    std::uint32_t slot = 0;
    layout::Position position;          // of the next record wanted
    std::uint64_t expected = 0;         // its sequence number, where known
    std::uint64_t newest_at_start = 0;  // what was latched before is history, and not passed over with a count
    bool begun = false;                 // a record has been looked at
    bool gap_possible = false;          // set by a lap or a change of path: the next record tells how many are missing
    std::uint64_t unreported = 0;       // counted as lost, not yet told with a message
    bool moved = false;                 // `position` is ahead of the slot
    bool draining = false;
    bool is_inline = false;
    LogReader log;
    std::deque<LogReader> next_logs;  // those that follow it, mapped because the writer is leaving
    std::deque<InlineMessage> queue;  // inline only
    std::size_t queue_bytes = 0;
    std::vector<std::uint8_t> partial;
    std::uint64_t partial_position = 0;
    std::uint64_t poked_at = 0;  // offset at the last poke of a waiting writer
  };
  using AttachmentPtr = std::unique_ptr<Attachment>;

  void FindWriter(Attachment& attachment);
  static bool Shows(const layout::WriterBlock& block, const StreamId& stream);
  // The writer's block while it still is this writer's: a closed publisher's block is used again.
  static const layout::WriterBlock* Writer(const Attachment& attachment);
  // False when there is no log to read yet.
  bool OpenLog(Attachment& attachment);
  void UseLog(Attachment& attachment, LogReader log);
  // Lets go of the log; what the batch took from it stays mapped until it has been copied.
  static void LeaveLog(Attachment& attachment, Batch& batch);
  void MapAhead(Attachment& attachment);
  void GoInline(Attachment& attachment);
  static bool Ready(const Attachment& attachment);
  // True when more may come although nothing is ready: the writer still sends datagrams.
  bool Expects(const Attachment& attachment) const;
  void GatherLog(Attachment& attachment, Batch& batch);
  bool ReadLog(Attachment& attachment, Batch& batch);
  void GatherInline(Attachment& attachment, Batch& batch);
  void PassOver(Attachment& attachment);
  enum class Taken { kDone, kOvertaken, kElsewhere };
  Taken Take(Attachment& attachment, const RecordInfo& info, Batch& batch);
  bool TakeLoan(Attachment& attachment, const RecordInfo& info, Batch::Item& item);
  void Add(Attachment& attachment, Batch& batch, Batch::Item item, layout::Word layout::ReaderBlock::*via);
  // Counts what is missing before a message, for the next one that is handed up to tell.
  void NoteSequence(Attachment& attachment, std::uint64_t sequence);
  void SkipCorrupt(Attachment& attachment, Batch& batch);
  void DropOldestInline(Attachment& attachment);
  void StoreCursor(Attachment& attachment);
  void WakeWriter(Attachment& attachment);
  void EndDrained();
  void Release(Attachment& attachment);
  void Count(layout::Word layout::ReaderBlock::*counter, std::uint64_t by);
  void Uncount(layout::Word layout::ReaderBlock::*counter, std::uint64_t by);

  Context& context_;
  SubscriptionOptions options_;
  std::uint32_t block_index_;
  std::vector<AttachmentPtr> attachments_;
  std::uint32_t next_attachment_ = 1;
  std::size_t next_turn_ = 0;
  bool active_ = false;
  bool closed_ = false;
};

}  // namespace roslet

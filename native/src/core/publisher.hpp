// A publisher: its log through all its generations, its latched segments, its matched readers, their doorbells.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/durable_segment.hpp"
#include "core/log_writer.hpp"
#include "core/peer_context.hpp"

namespace roslet {

class Context;

struct PublisherOptions {
  std::uint32_t entity = 0;
  Gid target;  // nil, or the one client that reads this stream
  bool reliable = true;
  bool transient_local = false;
  std::uint32_t depth = 10;              // 0: KEEP_ALL
  std::uint64_t max_bytes = 1ull << 30;  // of rings and latched messages
  // A log goes on in a next one before positions run out of bits.
  std::uint64_t longest_log = layout::Position::kOffsetMask / 2;
};

struct ReaderAddress {
  Gid reader;
  bool reliable = true;
};

enum class PublishStatus : int {
  kOk = 0,
  kGraphChanged = -1,
  kNoReaders = -2,
  kBackpressured = -3,
  kNoSpace = -4,
  kBusy = -5,
};

enum class PublishPath { kNone, kRing, kInline, kMixed };

class Publisher {
 public:
  Publisher(Context& context, const PublisherOptions& options);
  ~Publisher();

  Publisher(const Publisher&) = delete;
  Publisher& operator=(const Publisher&) = delete;

  void SetReaders(const std::vector<ReaderAddress>& readers);

  // Where the message of the open reservation goes.
  struct Reservation {
    std::uint8_t* payload = nullptr;  // payload + 4 is 8-byte aligned
    std::size_t size = 0;
    SharedMapping mapping;  // the memory `payload` lies in
  };
  PublishStatus Reserve(std::size_t size);
  const Reservation& reservation() const { return reservation_; }
  bool has_reservation() const { return reservation_.payload != nullptr; }
  // The message's sequence number. Throws kReservation when there is no reservation or `actual` exceeds it.
  std::uint64_t Commit(std::size_t actual, std::uint64_t correlation);
  void Abort();
  // While corked, messages are visible but nobody is woken for them; `Uncork` wakes whoever sleeps, once.
  void Cork() { corked_ = true; }
  void Uncork();

  std::uint64_t last_sequence() const { return next_sequence_ - 1; }
  bool AllAcknowledged();
  PublishPath path() const { return path_; }
  const layout::WriterBlock& block() const;
  const PublisherOptions& options() const { return options_; }

  // Sends what readers without the log still wait for, as far as their mailboxes take it. True when something went out.
  bool PumpInline();
  // Looks which readers ask for inline delivery; called when one poked.
  void NoticeInlineReaders();
  bool waiting() const { return waiting_; }
  // True when a close now could take messages from a live reader that has not mapped the log yet. `own`: readers of the
  // same context count, too.
  bool HasLateReaders(bool own = true);
  // Unlinks everything. Idempotent.
  void Close();
  // Tests only: lets go of everything as a crash would.
  void Abandon();

 private:
  struct Reader {
    Gid gid;
    bool reliable = true;
    std::shared_ptr<PeerContext> peer;
    layout::Position matched_at;  // where the stream stood when this reader was matched
    std::int64_t slot = -1;       // its cursor in its own segment, once found
    bool seen = false;            // it had a cursor: without one, it is gone
    bool is_newcomer = false;     // still reads what was there before it was matched
    bool is_inline = false;
    bool held_back = false;         // inline: it has enough unread for now
    layout::Position pump;          // inline: the next record to send
    std::uint32_t pump_offset = 0;  // bytes of that record already sent
  };

  struct Latched {
    std::uint64_t sequence;
    layout::Position position;  // of its descriptor
    DurableSegment segment;
  };

  StreamId stream() const;
  layout::Position HeadPosition() const;
  std::uint64_t HeldBytes() const;
  void ShowHeldBytes();
  void ShowPrivateLogs();

  // Makes room for a record; kOk when `Fits`.
  PublishStatus MakeRoom(std::uint64_t span);
  PublishStatus MakeRoomOrWait(std::uint64_t span);
  PublishStatus AskForRoom(std::uint64_t span);
  std::uint64_t FirstCapacity(std::uint64_t span) const;
  bool FindPlace(std::uint64_t span);
  bool MayDropOldest();
  void CollectPins();
  bool AddPins(Reader& reader);
  PublishStatus Grow(std::uint64_t span);
  bool StartGeneration(std::uint64_t capacity);
  void RetireLogs();
  void AdvanceHistory();
  void EvictLatched();
  void OpenDurableFor(std::size_t size);
  std::uint32_t NameDurable(std::size_t actual, std::uint64_t sequence);

  const layout::Cursor* FindSlot(Reader& reader);
  layout::Position ReaderPosition(Reader& reader);
  bool WantedByNewcomer(layout::Position position, std::uint64_t sequence);
  layout::Position NewcomersPosition();
  void ForgetNewcomers();
  bool UnreadAtTail();
  std::uint64_t LowestUnread();
  ContextId SlowestReader();
  void DropDeadReaders();

  layout::Position RecordAt(layout::Position wanted) const;
  std::uint64_t UnreadByInline(Reader& reader);
  std::optional<RecordInfo> NextForPump(Reader& reader);
  bool PumpOne(Reader& reader);
  bool OnSendFailure(const std::shared_ptr<PeerContext>& peer, int error);
  const LogWriter* LogOf(std::uint32_t generation) const;
  void RingReaders(bool always);
  void UpdatePath();

  Context& context_;
  PublisherOptions options_;
  std::uint32_t block_index_;
  std::optional<LogWriter> log_;
  std::deque<LogWriter> old_logs_;
  std::deque<Latched> latched_;
  layout::Position history_;  // of the oldest latched record
  std::uint64_t history_count_ = 0;
  std::uint64_t next_sequence_ = 1;
  std::uint32_t next_durable_ = 1;
  std::vector<Reader> readers_;
  std::vector<std::shared_ptr<PeerContext>> peers_;  // the readers' contexts, each once
  std::uint64_t unread_from_ = 0;                    // cached: no reliable reader waits for less in the current log
  bool rang_new_log_ = true;
  bool skipped_ = true;  // the last message had nobody to be written for
  bool held_back_ = false;
  bool newcomers_ = false;  // there may be some among the readers
  bool waiting_ = false;
  bool corked_ = false;
  bool ring_at_uncork_ = false;
  bool closed_ = false;
  PublishPath path_ = PublishPath::kNone;

  Reservation reservation_;
  std::optional<OpenDurableSegment> open_durable_;
  std::uint64_t open_span_ = 0;
  std::uint64_t place_ = 0;     // where the open record goes
  std::vector<Reader> ghosts_;  // left, with loans still out
  std::vector<PinnedRange> pins_;
};

}  // namespace roslet

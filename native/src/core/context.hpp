// A context: this process's (or worker thread's) membership in one domain. Everything else hangs on it.
//
// One thread uses a context. It owns one descriptor (`wait_fd`) that becomes readable when there is something to do;
// whoever drives it (the libuv binding, a blocking wait, a test) calls ProcessEvents and then gathers.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/batch.hpp"
#include "core/context_segment.hpp"
#include "core/file.hpp"
#include "core/loans.hpp"
#include "core/mailbox.hpp"
#include "core/peer_context.hpp"
#include "core/registry.hpp"

namespace roslet {

class Publisher;
class Subscription;

struct ContextOptions {
  std::string directory;
  std::uint32_t domain = 0;
  Access access;
  std::string library;
  bool force_shm_failure = false;
};

struct CatalogueChange {
  ContextId context;
  std::uint64_t pid;
  std::optional<std::vector<std::uint8_t>> catalogue;  // nothing: the context is gone
};

class Context {
 public:
  explicit Context(const ContextOptions& options);
  ~Context();

  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  ContextId id() const { return id_; }
  const Directory& directory() const { return *directory_; }
  ContextSegment& segment() { return *segment_; }
  Loans& loans() { return *loans_; }
  // Ignored when the loan, or the context, is gone already.
  void ReleaseLoan(const Loan& loan);
  bool forced_shm_failure() const { return force_shm_failure_; }
  bool closed() const { return closed_; }

  // -- graph
  bool GraphChanged() const { return registry_.generation() != seen_generation_ || death_noted_; }
  std::vector<CatalogueChange> TakeGraphChanges();
  void SetCatalogue(const std::uint8_t* bytes, std::size_t size);
  // Somebody seems to be dead: the next TakeGraphChanges looks.
  void NoteDeath() { death_noted_ = true; }
  std::shared_ptr<PeerContext> FindPeer(ContextId id);

  // -- events
  int wait_fd() const { return epoll_.get(); }
  // Empties the mailbox, goes on with inline deliveries, notes deaths. No callbacks into users' code.
  void ProcessEvents();
  // True when an active subscription has a message or the graph changed. Loads only, no system call.
  bool HasWork();
  // ProcessEvents has something to go on with, though nothing makes `wait_fd` readable for it.
  bool HasUnfinishedEvents() const { return pump_again_ || look_; }
  bool HasMessages();
  // Takes from active subscriptions, each its turn.
  void Gather(Batch& batch);
  // Tells the writers how far the last Gather went; call it when the batch's bytes have been copied.
  void Settle();
  // Raises the parked flag and looks once more; false when there is work after all (the flag is down again then).
  bool Park();
  void Unpark();
  // Blocks until there is work or the time is over (-1: for ever).
  bool Wait(int timeout_millis);
  bool HasWaitingPublisher() const;
  // A poke came since this was last asked.
  bool TakePoked() { return std::exchange(poked_, false); }

  // -- what endpoints use
  void Add(Publisher* publisher) { publishers_.push_back(publisher); }
  void Add(Subscription* subscription) { subscriptions_.push_back(subscription); }
  void Remove(Publisher* publisher) { std::erase(publishers_, publisher); }
  void Remove(Subscription* subscription) { std::erase(subscriptions_, subscription); }
  void Poke(PeerContext& peer);
  void RingIfParked(PeerContext& peer);
  void WatchWritable(const std::shared_ptr<PeerContext>& peer);
  void PumpAgain() { pump_again_ = true; }

  // A destroyed publisher whose last messages some reader has not mapped yet: it is kept until they have, a second at
  // most.
  void Linger(std::unique_ptr<Publisher> publisher);
  // True when somebody should call ProcessEvents a few times a second though nothing wakes it.
  bool NeedsTimer() const;

  // Gives late readers up to `linger_millis` to map what was just published, then removes all that is this context's.
  void Close(int linger_millis = 1000);
  // Tests only: drops every handle as a crash would, and cleans nothing.
  void Abandon();

  std::uint64_t doorbells() const { return segment_->header().doorbells.load(std::memory_order_relaxed); }

 private:
  void Join(const ContextOptions& options);
  void SweepOrphans();
  void Reclaim(const std::vector<ContextId>& dead);
  void WatchPeer(const std::shared_ptr<PeerContext>& peer);
  void DropPeer(ContextId id);
  void OnWritable(int fd);
  void OnProcessEnd(int fd);
  void LookAround();
  void HandleDatagram(const Mailbox::Datagram& datagram);
  void Pump();
  void EndLingering(bool all);
  void CheckUnwatchedPeers();
  void RingEverybody();
  void Count(layout::Word layout::ContextHeader::*counter);

  ContextId id_ = 0;
  bool force_shm_failure_ = false;
  bool closed_ = false;
  std::optional<Directory> directory_;
  Registry registry_;
  std::optional<ContextSegment> segment_;
  std::optional<Loans> loans_;
  std::optional<Mailbox> mailbox_;
  FileDescriptor epoll_;

  struct Known {
    std::shared_ptr<PeerContext> peer;
    FileDescriptor pid_fd;
    std::uint64_t catalogue_sequence = 1;  // odd: never read
    bool reported = false;
  };
  std::unordered_map<ContextId, Known> peers_;
  std::unordered_map<int, std::weak_ptr<PeerContext>> writable_watch_;
  std::uint64_t seen_generation_ = 0;
  bool death_noted_ = false;
  bool poked_ = false;
  bool look_ = false;
  bool pump_again_ = false;

  std::vector<Publisher*> publishers_;
  std::vector<Subscription*> subscriptions_;
  std::size_t next_turn_ = 0;
  struct Lingering {
    std::unique_ptr<Publisher> publisher;
    std::int64_t until;
  };
  std::vector<Lingering> lingering_;
  std::shared_ptr<PeerContext> self_;
  std::int64_t next_liveness_check_ = 0;
  std::uint32_t mailbox_turns_ = 0;
};

// Reads a domain from outside, without joining it.
struct DomainFile {
  std::string name;
  std::uint64_t bytes;
  ContextId owner;
  bool orphan;
};
std::vector<DomainFile> ListDomain(const Directory& directory);
// Unlinks (or, dry, only names) what dead contexts left.
std::vector<std::string> CleanDomain(const Directory& directory, bool dry_run);

}  // namespace roslet

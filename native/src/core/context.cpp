#include "core/context.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <mutex>
#include <thread>

#include "core/error.hpp"
#include "core/kill_point.hpp"
#include "core/publisher.hpp"
#include "core/subscription.hpp"

namespace roslet {

using layout::ContextHeader;

namespace {

constexpr int kJoinAttempts = 100;
constexpr std::size_t kDatagramsATurn = 256;
// A mailbox that is never empty must not hide the rest for ever.
constexpr std::uint32_t kMailboxTurns = 16;
constexpr std::int64_t kLingerNanos = 1'000'000'000;
constexpr std::int64_t kLivenessNanos = 1'000'000'000;

// What a watched descriptor is, beside its number: numbers are used again as soon as they are free.
enum class Watched : std::uint32_t { kMailbox, kProcess, kSocket };

epoll_event Event(std::uint32_t events, Watched what, int fd) {
  epoll_event event{};
  event.events = events;
  event.data.u64 = static_cast<std::uint64_t>(what) << 32 | static_cast<std::uint32_t>(fd);
  return event;
}

// The process's open contexts, each with the thread that made it.
struct OpenContexts {
  std::mutex mutex;
  std::vector<std::pair<Context*, std::thread::id>> list;

  void Add(Context* context) {
    std::lock_guard lock(mutex);
    list.emplace_back(context, std::this_thread::get_id());
  }
  void Remove(Context* context) {
    std::lock_guard lock(mutex);
    std::erase_if(list, [&](const auto& entry) { return entry.first == context; });
  }
  std::vector<Context*> OfThisThread() {
    std::lock_guard lock(mutex);
    std::vector<Context*> contexts;
    for (const auto& [context, thread] : list) {
      if (thread == std::this_thread::get_id()) contexts.push_back(context);
    }
    return contexts;
  }
};

OpenContexts& Open() {
  static OpenContexts contexts;
  return contexts;
}

ContextId RandomId() {
  ContextId id = 0;
  while (id == 0) {
    if (::getrandom(&id, sizeof(id), 0) != sizeof(id)) throw Error(code::kSystem, "no random numbers", errno);
  }
  return id;
}

}  // namespace

Context::Context(const ContextOptions& options) : id_(RandomId()), force_shm_failure_(options.force_shm_failure) {
  epoll_ = FileDescriptor(::epoll_create1(EPOLL_CLOEXEC));
  if (!epoll_) throw Error(code::kSystem, "cannot create an epoll descriptor", errno);
  for (int attempt = 0;; ++attempt) {
    try {
      Join(options);
      Open().Add(this);
      break;
    } catch (const Error& error) {
      mailbox_.reset();
      segment_.reset();
      // The domain's last user removed the directory under us: once more from its creation.
      if (error.system_error() != ENOENT || attempt >= kJoinAttempts) {
        if (directory_) {
          directory_->Unlink(SocketName(id_));
          directory_->Unlink(ContextName(id_));
          if (registry_.LeaveAlone(*directory_)) registry_.Remove(*directory_);
        }
        throw;
      }
    }
  }
}

// The order matters for whoever dies in between: a segment has its lock before its name, and a name before its slot.
void Context::Join(const ContextOptions& options) {
  directory_ = Directory::Create(options.directory, options.access);
  KillPoint("directory.created");
  registry_ = Registry::Join(*directory_, id_, options.domain, options.library);
  KillPoint("registry.joined");
  segment_.emplace(*directory_, id_, options.library, force_shm_failure_);
  loans_.emplace(*segment_);
  mailbox_.emplace(*directory_, id_);
  epoll_event event = Event(EPOLLIN, Watched::kMailbox, mailbox_->fd());
  if (::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, mailbox_->fd(), &event) != 0) {
    throw Error(code::kSystem, "cannot watch the mailbox", errno);
  }
  SweepOrphans();
  registry_.Claim(id_);
  // Nobody is told before there is something to tell (SetCatalogue): one wake-up for each of the others, not two.
  KillPoint("registry.claimed");
}

Context::~Context() {
  Close(0);
}

// ---------------------------------------------------------------------------------------------- the dead

// What somebody left who died before it had a slot, or after it gave it back.
void Context::SweepOrphans() {
  std::vector<ContextId> present = registry_.Contexts();
  std::unordered_set<ContextId> dead;
  for (const DomainFile& file : ListDomain(*directory_)) {
    // The listed dead are found, and reported, by TakeGraphChanges.
    bool listed = std::find(present.begin(), present.end(), file.owner) != present.end();
    if (file.orphan && file.owner != id_ && !listed) dead.insert(file.owner);
  }
  Reclaim({dead.begin(), dead.end()});
}

// Idempotent: everybody who notices may do it at the same time.
void Context::Reclaim(const std::vector<ContextId>& dead) {
  if (dead.empty()) return;
  std::unordered_set<ContextId> owners(dead.begin(), dead.end());
  for (ContextId id : owners) {
    for (Subscription* subscription : subscriptions_) subscription->MapAll(id);
  }
  for (const std::string& name : directory_->List()) {
    auto parsed = ParseName(name);
    if (parsed && parsed->kind != FileKind::kContext && owners.contains(parsed->owner)) directory_->Unlink(name);
  }
  KillPoint("reclaim.swept");
  // Last: as long as it is there, the others can tell whose the rest is.
  for (ContextId id : owners) directory_->Unlink(ContextName(id));
  bool released = false;
  for (ContextId id : dead) released = registry_.Release(id) || released;
  if (!released) return;
  registry_.Bump();
  RingEverybody();
}

void Context::CheckUnwatchedPeers() {
  std::int64_t now = MonotonicNanos();
  if (now < next_liveness_check_) return;
  next_liveness_check_ = now + kLivenessNanos;
  for (const auto& [id, known] : peers_) {
    if (!known.pid_fd && known.peer && !known.peer->IsAlive()) NoteDeath();
  }
}

// ---------------------------------------------------------------------------------------------- the graph

std::shared_ptr<PeerContext> Context::FindPeer(ContextId id) {
  if (id == id_) {
    if (!self_) self_ = PeerContext::Open(*directory_, id_);
    return self_;
  }
  Known& known = peers_[id];
  if (!known.peer) {
    known.peer = PeerContext::Open(*directory_, id);
    if (!known.peer || !known.peer->IsAlive()) {
      peers_.erase(id);
      return nullptr;
    }
    WatchPeer(known.peer);
  }
  return known.peer;
}

void Context::WatchPeer(const std::shared_ptr<PeerContext>& peer) {
  int fd = peer->OpenPidDescriptor();
  if (fd < 0) return;
  peers_[peer->id()].pid_fd = FileDescriptor(fd);
  epoll_event event = Event(EPOLLIN, Watched::kProcess, fd);
  ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, fd, &event);
}

void Context::DropPeer(ContextId id) {
  peers_.erase(id);
}

std::vector<CatalogueChange> Context::TakeGraphChanges() {
  std::vector<CatalogueChange> changes;
  death_noted_ = false;
  seen_generation_ = registry_.generation();
  std::vector<ContextId> present = registry_.Contexts();
  std::unordered_set<ContextId> living;
  std::vector<ContextId> dead;
  for (ContextId id : present) {
    if (id == id_) continue;
    auto peer = FindPeer(id);
    if (!peer || !peer->IsAlive()) {
      // A slot without a segment, or a segment without its lock: dead. What another version wrote is left alone.
      bool missing = false;
      auto segment = PeerContext::Open(*directory_, id, &missing);
      if (segment ? !segment->IsAlive() : missing) dead.push_back(id);
      continue;
    }
    living.insert(id);
    Known& known = peers_[id];
    if (known.peer->catalogue_sequence() == known.catalogue_sequence) continue;
    CatalogueChange change{id, known.peer->header().pid, std::vector<std::uint8_t>{}};
    std::uint64_t sequence = 0;
    if (!known.peer->ReadCatalogue(*change.catalogue, sequence)) {
      death_noted_ = death_noted_ || !known.peer->IsAlive();
      continue;
    }
    known.catalogue_sequence = sequence;
    known.reported = true;
    changes.push_back(std::move(change));
  }
  Reclaim(dead);
  std::vector<ContextId> gone;
  for (const auto& [id, known] : peers_) {
    if (!living.contains(id)) gone.push_back(id);
  }
  for (ContextId id : gone) {
    if (peers_[id].reported) changes.push_back({id, peers_[id].peer->header().pid, std::nullopt});
    for (Subscription* subscription : subscriptions_) subscription->MapAll(id);
    DropPeer(id);
  }
  for (Subscription* subscription : subscriptions_) subscription->Resolve();
  return changes;
}

void Context::SetCatalogue(const std::uint8_t* bytes, std::size_t size) {
  segment_->SetCatalogue(bytes, size);
  KillPoint("catalogue.written");
  registry_.Bump();
  // Our own change is no news to us, unless somebody else's came in between.
  if (registry_.generation() == seen_generation_ + 1) seen_generation_ += 1;
  RingEverybody();
}

void Context::ReleaseLoan(const Loan& loan) {
  if (!closed_) loans_->Release(loan);
}

void Context::RingEverybody() {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  for (ContextId id : registry_.Contexts()) {
    if (id == id_) continue;
    if (auto peer = FindPeer(id)) RingIfParked(*peer);
  }
}

// ---------------------------------------------------------------------------------------------- doorbells

void Context::Count(layout::Word ContextHeader::*counter) {
  layout::Word& word = segment_->header().*counter;
  word.store(word.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

void Context::Poke(PeerContext& peer) {
  if (peer.id() == id_) {
    poked_ = look_ = true;
    return;
  }
  int socket = peer.Socket();
  if (socket < 0) {
    NoteDeath();
    return;
  }
  layout::PokeDatagram poke{layout::PokeDatagram::kMagic, layout::kVersion,
                            static_cast<std::uint16_t>(layout::DatagramType::kPoke), id_};
  Count(&ContextHeader::doorbells);
  if (::send(socket, &poke, sizeof(poke), MSG_DONTWAIT | MSG_NOSIGNAL) >= 0) return;
  // A full mailbox is no error: what lies in it wakes its owner, who then looks at everything.
  if (errno == ECONNREFUSED || errno == ECONNRESET || errno == ENOTCONN) {
    peer.CloseSocket();
    NoteDeath();
  } else if (errno == ENOBUFS || errno == ENOMEM) {
    WatchWritable(FindPeer(peer.id()));
  }
}

void Context::RingIfParked(PeerContext& peer) {
  if (peer.id() == id_) return;
  std::uint64_t epoch = peer.header().parked_epoch.load(std::memory_order_relaxed);
  if ((epoch & 1) == 0 || epoch == peer.last_rung) return;
  peer.last_rung = epoch;
  Poke(peer);
}

bool Context::Park() {
  layout::Word& epoch = segment_->header().parked_epoch;
  // The next odd number: a callback of a loop that was about to sleep may sleep itself, with the flag up already.
  epoch.store((epoch.load(std::memory_order_relaxed) + 1) | 1, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (!HasWork() && !pump_again_) return true;
  Unpark();
  return false;
}

void Context::Unpark() {
  layout::Word& epoch = segment_->header().parked_epoch;
  std::uint64_t now = epoch.load(std::memory_order_relaxed);
  if ((now & 1) != 0) epoch.store(now + 1, std::memory_order_release);
}

// ---------------------------------------------------------------------------------------------- events

void Context::WatchWritable(const std::shared_ptr<PeerContext>& peer) {
  if (!peer) return;
  int fd = peer->Socket();
  if (fd < 0) return;
  writable_watch_[fd] = peer;
  epoll_event event = Event(EPOLLOUT | EPOLLONESHOT, Watched::kSocket, fd);
  if (::epoll_ctl(epoll_.get(), EPOLL_CTL_MOD, fd, &event) != 0) ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, fd, &event);
}

// A socket that was full takes datagrams again. What could not be said meanwhile is said now.
void Context::OnWritable(int fd) {
  auto watched = writable_watch_.extract(fd);
  auto peer = watched.empty() ? nullptr : watched.mapped().lock();
  if (!peer) return;
  peer->last_rung = 0;
  RingIfParked(*peer);
}

// The lock has the last word: until it is gone (a child that the process was about to start may hold it for a moment
// longer), the context is looked at from time to time.
void Context::OnProcessEnd(int fd) {
  for (auto& [id, known] : peers_) {
    if (known.pid_fd.get() == fd) known.pid_fd.Reset();
  }
  NoteDeath();
}

void Context::ProcessEvents() {
  if (closed_) return;
  bool pump = std::exchange(pump_again_, false);
  std::size_t received = mailbox_->Receive(kDatagramsATurn, [this](const Mailbox::Datagram& datagram) {
    // Whatever lay in the mailbox may have kept a poke out of it.
    look_ = true;
    HandleDatagram(datagram);
  });
  if (received >= kDatagramsATurn) poked_ = true;
  // The mailbox was what we were called for, most likely. Anything else keeps the descriptor readable, and calls again.
  bool look_further = received == 0 || ++mailbox_turns_ % kMailboxTurns == 0;
  epoll_event events[32];
  int count = look_further ? ::epoll_wait(epoll_.get(), events, 32, 0) : 0;
  for (int i = 0; i < count; ++i) {
    int fd = static_cast<int>(events[i].data.u64 & UINT32_MAX);
    switch (static_cast<Watched>(events[i].data.u64 >> 32)) {
      case Watched::kMailbox:
        break;
      case Watched::kSocket:
        OnWritable(fd);
        pump = true;
        break;
      case Watched::kProcess:
        OnProcessEnd(fd);
        break;
    }
  }
  if (look_) {
    LookAround();
  } else if (pump) {
    Pump();
  }
  if (!lingering_.empty()) EndLingering(false);
  if (look_further) CheckUnwatchedPeers();
}

// What a poke is about: writers that were born since, and readers that want datagrams, or more of them.
void Context::LookAround() {
  look_ = false;
  for (Subscription* subscription : subscriptions_) subscription->Resolve();
  bool inline_wanted = false;
  auto look = [&](PeerContext& peer) {
    std::uint64_t requests = peer.header().inline_requests.load(std::memory_order_acquire);
    inline_wanted = inline_wanted || requests != peer.seen_inline_requests;
    peer.seen_inline_requests = requests;
  };
  for (auto& [id, known] : peers_) {
    if (known.peer) look(*known.peer);
  }
  if (self_) look(*self_);
  if (inline_wanted) {
    for (Publisher* publisher : publishers_) publisher->NoticeInlineReaders();
  }
  Pump();
}

void Context::Pump() {
  for (Publisher* publisher : publishers_) {
    // What went out has made room in its log.
    if (publisher->PumpInline() && publisher->waiting()) poked_ = true;
  }
}

void Context::HandleDatagram(const Mailbox::Datagram& datagram) {
  layout::PokeDatagram poke{};
  if (datagram.size < sizeof(poke) || !directory_->Trusts(datagram.uid))
    return Count(&ContextHeader::datagrams_refused);
  std::memcpy(&poke, datagram.bytes, sizeof(poke));
  if (poke.magic != layout::PokeDatagram::kMagic || poke.version != layout::kVersion) {
    return Count(&ContextHeader::datagrams_refused);
  }
  if (poke.type == static_cast<std::uint16_t>(layout::DatagramType::kPoke)) {
    poked_ = true;
    return;
  }
  layout::FragmentDatagram fragment{};
  if (poke.type != static_cast<std::uint16_t>(layout::DatagramType::kFragment) || datagram.size <= sizeof(fragment)) {
    return Count(&ContextHeader::datagrams_refused);
  }
  std::memcpy(&fragment, datagram.bytes, sizeof(fragment));
  for (Subscription* subscription : subscriptions_) {
    if (subscription->options().entity != fragment.reader_entity) continue;
    subscription->OnFragment(fragment, datagram.bytes + sizeof(fragment), datagram.size - sizeof(fragment));
    return;
  }
}

bool Context::HasMessages() {
  return std::any_of(subscriptions_.begin(), subscriptions_.end(),
                     [](Subscription* subscription) { return subscription->active() && subscription->Ready(); });
}

bool Context::HasWork() {
  return GraphChanged() || poked_ || look_ || HasMessages();
}

bool Context::HasWaitingPublisher() const {
  return std::any_of(publishers_.begin(), publishers_.end(),
                     [](const Publisher* publisher) { return publisher->waiting(); });
}

void Context::Gather(Batch& batch) {
  if (look_) LookAround();
  std::size_t count = subscriptions_.size();
  if (count == 0) return;
  std::size_t first = next_turn_++ % count;
  for (std::size_t i = 0; i < count && !batch.full(); ++i) {
    Subscription* subscription = subscriptions_[(first + i) % count];
    if (subscription->active()) subscription->Gather(batch);
  }
}

void Context::Settle() {
  for (Subscription* subscription : subscriptions_) subscription->Settle();
}

bool Context::Wait(int timeout_millis) {
  std::int64_t until = timeout_millis < 0 ? INT64_MAX : MonotonicNanos() + std::int64_t{timeout_millis} * 1'000'000;
  for (;;) {
    ProcessEvents();
    if (HasWork()) return true;
    std::int64_t left = timeout_millis < 0 ? -1 : (until - MonotonicNanos() + 999'999) / 1'000'000;
    if (timeout_millis >= 0 && left <= 0) return false;
    if (!Park()) {
      if (HasWork()) return true;
      continue;
    }
    if (NeedsTimer()) left = left < 0 ? 100 : std::min<std::int64_t>(left, 100);
    pollfd waiting{epoll_.get(), POLLIN, 0};
    ::poll(&waiting, 1, static_cast<int>(std::min<std::int64_t>(left, 60'000)));
    Unpark();
  }
}

// ---------------------------------------------------------------------------------------------- end

void Context::Linger(std::unique_ptr<Publisher> publisher) {
  if (closed_ || !publisher->HasLateReaders()) {
    publisher->Close();
    return;
  }
  lingering_.push_back({std::move(publisher), MonotonicNanos() + kLingerNanos});
}

void Context::EndLingering(bool all) {
  std::int64_t now = MonotonicNanos();
  std::erase_if(lingering_, [&](Lingering& lingering) {
    return all || now >= lingering.until || !lingering.publisher->HasLateReaders();
  });
}

bool Context::NeedsTimer() const {
  return !lingering_.empty() || std::any_of(peers_.begin(), peers_.end(), [](const auto& entry) {
    return entry.second.peer && !entry.second.pid_fd && !entry.second.peer->in_this_process();
  });
}

void Context::Close(int linger_millis) {
  if (closed_) return;
  Open().Remove(this);
  // While we wait for others to map what was published last, contexts of this thread could not: they do it here.
  std::vector<Context*> neighbours = Open().OfThisThread();
  for (Context* neighbour : neighbours) {
    for (Subscription* subscription : neighbour->subscriptions_) subscription->MapAll(id_);
  }
  std::int64_t until = MonotonicNanos() + std::int64_t{linger_millis} * 1'000'000;
  auto late = [&] {
    return std::any_of(publishers_.begin(), publishers_.end(),
                       [](Publisher* publisher) { return publisher->HasLateReaders(false); });
  };
  while (linger_millis > 0 && MonotonicNanos() < until && late()) {
    ProcessEvents();
    for (Context* neighbour : neighbours) neighbour->ProcessEvents();
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  EndLingering(true);
  while (!publishers_.empty()) publishers_.back()->Close();
  while (!subscriptions_.empty()) subscriptions_.back()->Close();
  closed_ = true;
  KillPoint("context.closing");
  registry_.Release(id_);
  KillPoint("context.released");
  registry_.Bump();
  RingEverybody();
  peers_.clear();
  self_.reset();
  mailbox_.reset();
  directory_->Unlink(SocketName(id_));
  directory_->Unlink(ContextName(id_));
  segment_.reset();
  if (registry_.LeaveAlone(*directory_)) {
    // Alone in the domain: whatever else lies here, the dead have left.
    for (const std::string& name : directory_->List()) {
      auto parsed = ParseName(name);
      if (parsed && parsed->kind != FileKind::kRegistry) directory_->Unlink(name);
    }
    KillPoint("domain.swept");
    registry_.Remove(*directory_);
  }
}

void Context::Abandon() {
  while (!publishers_.empty()) publishers_.back()->Abandon();
  while (!subscriptions_.empty()) subscriptions_.back()->Abandon();
  Open().Remove(this);
  closed_ = true;
  peers_.clear();
  mailbox_.reset();
  segment_.reset();
  registry_ = Registry();
}

// ---------------------------------------------------------------------------------------------- from outside

namespace {

// Only what is certain counts as dead: a segment that cannot be opened (no descriptors left, another user's) may be in
// use.
bool OwnerMayLive(const Directory& directory, ContextId owner) {
  try {
    int error = 0;
    FileDescriptor segment = directory.OpenFile(ContextName(owner), false, &error);
    return segment ? IsLocked(segment.get()) : error != ENOENT;
  } catch (const Error&) {
    return true;
  }
}

}  // namespace

std::vector<DomainFile> ListDomain(const Directory& directory) {
  std::vector<DomainFile> files;
  std::unordered_map<ContextId, bool> alive;
  std::int64_t now = RealtimeNanos();
  for (const std::string& name : directory.List()) {
    auto parsed = ParseName(name);
    if (!parsed) continue;
    struct stat info {};
    if (::fstatat(directory.fd(), name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0) continue;
    DomainFile file{name, static_cast<std::uint64_t>(info.st_blocks) * 512, parsed->owner, false};
    if (parsed->owner != 0) {
      auto [entry, fresh] = alive.try_emplace(parsed->owner, false);
      if (fresh) {
        entry->second = OwnerMayLive(directory, parsed->owner);
      }
      // A file in the making may belong to somebody who has no segment yet.
      bool young = parsed->kind == FileKind::kTemporary && now - info.st_mtim.tv_sec * 1'000'000'000 < 60'000'000'000;
      file.orphan = !entry->second && !young;
    }
    files.push_back(std::move(file));
  }
  return files;
}

std::vector<std::string> CleanDomain(const Directory& directory, bool dry_run) {
  std::vector<std::string> names;
  for (const DomainFile& file : ListDomain(directory)) {
    if (file.orphan) names.push_back(file.name);
  }
  if (!dry_run) {
    for (const std::string& name : names) directory.Unlink(name);
  }
  return names;
}

}  // namespace roslet

#include "core/peer_context.hpp"

#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "core/error.hpp"
#include "core/shared_access.hpp"

namespace roslet {

using layout::ContextHeader;

namespace {

constexpr int kSendBuffer = 1 << 20;
// Of a catalogue that keeps changing under us, this much is read before it is left for the next time.
constexpr std::uint64_t kMaxCatalogueReading = 4 * layout::kMaxCatalogue;

}  // namespace

std::shared_ptr<PeerContext> PeerContext::Open(const Directory& directory, ContextId id, bool* missing) {
  int error = 0;
  FileDescriptor file;
  try {
    file = directory.OpenFile(ContextName(id), false, &error);
  } catch (const Error&) {
    return nullptr;
  }
  if (missing != nullptr) *missing = !file && error == ENOENT;
  if (!file || FileSize(file.get()) < layout::kCatalogueAt) return nullptr;
  auto mapping = Mapping::Map(file.get(), layout::kCatalogueAt, false);
  if (!mapping) return nullptr;
  auto* header = reinterpret_cast<const ContextHeader*>(mapping->data());
  if (header->magic.load(std::memory_order_acquire) != ContextHeader::kMagic) return nullptr;
  if (LoadOnce(header->version) != layout::kVersion) return nullptr;
  auto peer = std::make_shared<PeerContext>();
  peer->id_ = id;
  peer->file_ = std::move(file);
  peer->mapping_ = std::move(*mapping);
  peer->socket_path_ = directory.SocketPath(SocketName(id));
  peer->in_this_process_ = LoadOnce(header->pid) == static_cast<std::uint64_t>(::getpid()) &&
                           LoadOnce(header->pid_namespace) == PidNamespace();
  return peer;
}

namespace {

std::uint32_t Clamped(const layout::Word& count, std::uint64_t capacity) {
  return static_cast<std::uint32_t>(std::min(count.load(std::memory_order_acquire), capacity));
}

}  // namespace

std::uint32_t PeerContext::cursor_count() const {
  return Clamped(header().cursor_count, layout::kMaxCursors);
}
std::uint32_t PeerContext::writer_count() const {
  return Clamped(header().writer_count, layout::kMaxWriters);
}
std::uint32_t PeerContext::reader_count() const {
  return Clamped(header().reader_count, layout::kMaxReaders);
}
std::uint32_t PeerContext::pin_count() const {
  return Clamped(header().pin_count, layout::kMaxPins);
}

namespace {

// `look(sequence, size)` fetches the header's two words; false when it cannot.
template <typename Look>
bool ReadCatalogueOf(int file, const Look& look, std::vector<std::uint8_t>& bytes, std::uint64_t& sequence) {
  std::uint64_t left = kMaxCatalogueReading;
  std::uint64_t before = 0;
  std::uint64_t size = 0;
  for (int attempt = 0; attempt < 1000 && look(before, size); ++attempt) {
    // What is announced must be there before memory is spent on it.
    bool possible = (before & 1) == 0 && size <= layout::kMaxCatalogue && size <= left &&
                    (size == 0 || layout::kCatalogueAt + size <= FileSize(file));
    if (possible) {
      left -= size;
      bytes.resize(size);
      // pread and not the mapping: a truncated file is a short read here, and no SIGBUS.
      ssize_t got = size == 0 ? 0 : ::pread(file, bytes.data(), size, layout::kCatalogueAt);
      std::atomic_thread_fence(std::memory_order_acquire);
      std::uint64_t after = 0;
      if (got == static_cast<ssize_t>(size) && look(after, size) && after == before) {
        sequence = before;
        return true;
      }
    }
    ::sched_yield();
  }
  return false;
}

}  // namespace

bool PeerContext::ReadCatalogue(std::vector<std::uint8_t>& bytes, std::uint64_t& sequence) const {
  auto look = [this](std::uint64_t& now, std::uint64_t& size) {
    now = catalogue_sequence();
    size = header().catalogue_size.load(std::memory_order_relaxed);
    return true;
  };
  return ReadCatalogueOf(file_.get(), look, bytes, sequence);
}

// By reading alone: a look at hundreds of contexts does not map hundreds of segments.
bool ReadAnnouncement(const Directory& directory, ContextId id, std::uint64_t& pid,
                      std::optional<std::vector<std::uint8_t>>& catalogue) {
  catalogue.reset();
  int error = 0;
  FileDescriptor file;
  try {
    file = directory.OpenFile(ContextName(id), false, &error);
  } catch (const Error&) {
    return false;
  }
  ContextHeader header;
  auto read_header = [&] {
    return ::pread(file.get(), static_cast<void*>(&header), sizeof(header), 0) == sizeof(header);
  };
  if (!file || !read_header() || header.magic.load() != ContextHeader::kMagic || header.version != layout::kVersion ||
      !IsLocked(file.get())) {
    return false;
  }
  pid = header.pid;
  auto look = [&](std::uint64_t& now, std::uint64_t& size) {
    if (!read_header()) return false;
    now = header.catalogue_sequence.load();
    size = header.catalogue_size.load();
    return true;
  };
  std::vector<std::uint8_t> bytes;
  std::uint64_t sequence = 0;
  if (ReadCatalogueOf(file.get(), look, bytes, sequence)) catalogue = std::move(bytes);
  return true;
}

int PeerContext::OpenPidDescriptor() const {
  std::uint64_t pid = LoadOnce(header().pid);
  std::uint64_t space = PidNamespace();
  if (pid == 0 || pid > INT32_MAX || in_this_process_ || space == 0 || LoadOnce(header().pid_namespace) != space)
    return -1;
  int fd = static_cast<int>(::syscall(SYS_pidfd_open, static_cast<pid_t>(pid), 0));
  if (fd < 0) return -1;
  // The lock proves that the context still lives, so the number has not been used again since.
  if (!IsAlive()) {
    ::close(fd);
    return -1;
  }
  return fd;
}

int PeerContext::Socket() {
  if (socket_) return socket_.get();
  FileDescriptor socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!socket) return -1;
  // Room for as many fragments as the receiver's queue takes: the default holds three, and each refill costs two
  // wake-ups.
  int bytes = kSendBuffer;
  ::setsockopt(socket.get(), SOL_SOCKET, SO_SNDBUF, &bytes, sizeof(bytes));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, socket_path_.c_str(), sizeof(address.sun_path) - 1);
  if (::connect(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0) return -1;
  socket_ = std::move(socket);
  return socket_.get();
}

}  // namespace roslet

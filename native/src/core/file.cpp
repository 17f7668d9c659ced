#include "core/file.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include <memory>
#include <utility>

#include "core/error.hpp"
#include "core/sanitized_mappings.hpp"

namespace roslet {

void FileDescriptor::Reset() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

Mapping::Mapping(Mapping&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

Mapping& Mapping::operator=(Mapping&& other) noexcept {
  if (this != &other) {
    Unmap();
    data_ = std::exchange(other.data_, nullptr);
    size_ = std::exchange(other.size_, 0);
  }
  return *this;
}

Mapping::~Mapping() {
  Unmap();
}

namespace {

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr auto MapMemory = SanitizedMappings::Map;
constexpr auto UnmapMemory = SanitizedMappings::Unmap;
#else
void* MapMemory(int fd, std::size_t size, int protection, int flags) {
  return ::mmap(nullptr, size, protection, flags, fd, 0);
}
void UnmapMemory(void* address, std::size_t size) {
  ::munmap(address, size);
}
#endif

}  // namespace

void Mapping::Unmap() {
  if (data_ != nullptr) UnmapMemory(data_, size_);
}

std::optional<Mapping> Mapping::Map(int fd, std::size_t size, bool writable) {
  int protection = writable ? PROT_READ | PROT_WRITE : PROT_READ;
  auto mapping = Map(fd, size, protection, fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED);
  // A forked child must not write through its parent's mappings: it would be a second writer.
  if (mapping && writable) ::madvise(mapping->data(), size, MADV_DONTFORK);
  return mapping;
}

std::optional<Mapping> Mapping::MapCopyOnWrite(int fd, std::size_t size) {
  return Map(fd, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE);
}

std::optional<Mapping> Mapping::Map(int fd, std::size_t size, int protection, int flags) {
  void* address = MapMemory(fd, size, protection, flags);
  if (address == MAP_FAILED) return std::nullopt;
  Mapping mapping;
  mapping.data_ = static_cast<std::uint8_t*>(address);
  mapping.size_ = size;
  return mapping;
}

namespace {

// Parents are made with our directory mode too: `/dev/shm/roslet-<uid>` is as private as what lies in it.
void MakeDirectories(const std::string& path, const Access& access) {
  for (std::size_t slash = path.find('/', 1);; slash = path.find('/', slash + 1)) {
    std::string part = path.substr(0, slash);
    if (::mkdir(part.c_str(), access.directory_mode()) == 0) {
      if (access.group >= 0) {
        if (::chown(part.c_str(), static_cast<uid_t>(-1), static_cast<gid_t>(access.group)) != 0) {
          throw Error(code::kDirectory,
                      "cannot give '" + part + "' to group " + std::to_string(access.group) +
                          " (ROSLET_GROUP): join that group or name another one",
                      errno);
        }
        ::chmod(part.c_str(), access.directory_mode());
      }
    } else if (errno != EEXIST) {
      throw Error(
          code::kDirectory,
          "cannot create the domain directory '" + part + "': make its parent writable or point ROSLET_DIR elsewhere",
          errno);
    }
    if (slash == std::string::npos) return;
  }
}

}  // namespace

std::optional<Directory> Directory::Open(const std::string& path) {
  Directory directory;
  directory.path_ = path;
  directory.fd_ = FileDescriptor(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!directory.fd_) {
    if (errno == ENOENT) return std::nullopt;
    throw Error(
        code::kDirectory,
        "cannot open the domain directory '" + path + "': expected a directory (not a link) that this user may enter",
        errno);
  }
  struct stat info {};
  ::fstat(directory.fd(), &info);
  directory.owner_ = info.st_uid;
  uid_t self = ::geteuid();
  if (info.st_uid != self && info.st_uid != 0 && self != 0 && (info.st_mode & 0070) == 0) {
    throw Error(code::kUntrusted, "the domain directory '" + path + "' belongs to user " + std::to_string(info.st_uid) +
                                      ", and this process runs as " + std::to_string(self) +
                                      ": set ROSLET_DIR, or share it by ROSLET_GROUP");
  }
  if ((info.st_mode & 0002) != 0) {
    throw Error(
        code::kUntrusted,
        "the domain directory '" + path +
            "' may be written by everybody: expected mode 0700 (or 2770 with ROSLET_GROUP); remove it or chmod it");
  }
  directory.access_.group = (info.st_mode & 0070) != 0 ? static_cast<std::int64_t>(info.st_gid) : -1;
  return directory;
}

Directory Directory::Create(const std::string& path, const Access& access) {
  if (path.empty() || path[0] != '/') {
    throw Error(code::kDirectory, "expected an absolute path of a domain directory, got '" + path + "'");
  }
  for (int attempt = 0; attempt < 100; ++attempt) {
    MakeDirectories(path, access);
    // The domain's last user may just have removed it: then once more.
    if (auto directory = Open(path)) return std::move(*directory);
  }
  throw Error(code::kDirectory, "the domain directory '" + path + "' keeps vanishing: is something removing it?");
}

bool Directory::Trusts(uid_t uid) const {
  return uid == owner_ || uid == 0 || uid == ::geteuid() || access_.group >= 0 || ::geteuid() == 0;
}

FileDescriptor Directory::CreateUnnamed(ContextId owner, const std::string& name) const {
  FileDescriptor file(::openat(fd(), ".", O_TMPFILE | O_RDWR | O_CLOEXEC, access_.file_mode()));
  if (!file && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)) {
    std::string temporary = TemporaryName(owner, name);
    file = FileDescriptor(
        ::openat(fd(), temporary.c_str(), O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR | O_CLOEXEC, access_.file_mode()));
  }
  if (!file) {
    int error = errno;
    bool full = error == ENOSPC || error == ENOMEM;
    throw Error(full ? code::kNoSpace : code::kDirectory, "cannot create '" + name + "' in '" + path_ + "'", error);
  }
  ::fchmod(file.get(), access_.file_mode());  // whatever the umask says
  return file;
}

bool Directory::Link(const FileDescriptor& file, ContextId owner, const std::string& name) const {
  std::string self = "/proc/self/fd/" + std::to_string(file.get());
  if (::linkat(AT_FDCWD, self.c_str(), fd(), name.c_str(), AT_SYMLINK_FOLLOW) == 0) return true;
  if (errno == EEXIST) return false;
  // No O_TMPFILE here: it has a temporary name.
  std::string temporary = TemporaryName(owner, name);
  if (::linkat(fd(), temporary.c_str(), fd(), name.c_str(), 0) == 0) {
    ::unlinkat(fd(), temporary.c_str(), 0);
    return true;
  }
  int error = errno;
  ::unlinkat(fd(), temporary.c_str(), 0);
  if (error == EEXIST) return false;
  throw Error(code::kDirectory, "cannot name '" + name + "' in '" + path_ + "' (is /proc mounted?)", error);
}

FileDescriptor Directory::OpenFile(const std::string& name, bool writable, int* error) const {
  int flags = (writable ? O_RDWR : O_RDONLY) | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK;
  FileDescriptor file(::openat(fd(), name.c_str(), flags));
  if (!file) {
    if (error != nullptr) *error = errno;
    return file;
  }
  struct stat info {};
  if (::fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode) || !Trusts(info.st_uid)) {
    throw Error(code::kUntrusted, "'" + path_ + "/" + name + "' is not a plain file of a trusted user (mode " +
                                      std::to_string(info.st_mode) + ", user " + std::to_string(info.st_uid) +
                                      "): remove it");
  }
  return file;
}

void Directory::Unlink(const std::string& name) const {
  ::unlinkat(fd(), name.c_str(), 0);
}

std::vector<std::string> Directory::List() const {
  std::vector<std::string> names;
  int copy = ::openat(fd(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (copy < 0) return names;
  std::unique_ptr<DIR, int (*)(DIR*)> stream(::fdopendir(copy), ::closedir);
  if (!stream) {
    ::close(copy);
    return names;
  }
  while (const dirent* entry = ::readdir(stream.get())) {
    std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(std::move(name));
  }
  return names;
}

void Directory::RemoveIfEmpty() const {
  if (::rmdir(path_.c_str()) != 0) return;
  std::size_t slash = path_.rfind('/');
  // The per-user parent goes with its last domain; a directory the user chose himself is not ours to remove.
  if (slash != std::string::npos && path_.substr(0, slash).starts_with("/dev/shm/roslet-")) {
    ::rmdir(path_.substr(0, slash).c_str());
  }
}

std::string Directory::SocketPath(const std::string& name) const {
  std::string path = path_ + "/" + name;
  if (path.size() < sizeof(sockaddr_un::sun_path)) return path;
  return "/proc/self/fd/" + std::to_string(fd()) + "/" + name;
}

int Reserve(int fd, std::uint64_t offset, std::uint64_t size) {
  int error;
  do {
    error = ::posix_fallocate(fd, static_cast<off_t>(offset), static_cast<off_t>(size));
  } while (error == EINTR);
  return error;
}

std::uint64_t FileSize(int fd) {
  struct stat info {};
  return ::fstat(fd, &info) == 0 && info.st_size > 0 ? static_cast<std::uint64_t>(info.st_size) : 0;
}

namespace {

struct flock WholeFile(short type) {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  return lock;
}

}  // namespace

LockResult TryLock(int fd, bool exclusive) {
  struct flock lock = WholeFile(exclusive ? F_WRLCK : F_RDLCK);
  if (::fcntl(fd, F_OFD_SETLK, &lock) == 0) return LockResult::kTaken;
  if (errno == EAGAIN || errno == EACCES) return LockResult::kHeldElsewhere;
  throw Error(code::kSystem, "open-file-description locks do not work on this file system: put ROSLET_DIR on tmpfs",
              errno);
}

void Unlock(int fd) {
  struct flock lock = WholeFile(F_UNLCK);
  ::fcntl(fd, F_OFD_SETLK, &lock);
}

bool IsLocked(int fd) {
  struct flock lock = WholeFile(F_RDLCK);
  if (::fcntl(fd, F_OFD_GETLK, &lock) != 0) return true;  // cannot tell: never declare a live one dead
  return lock.l_type != F_UNLCK;
}

std::uint64_t PidNamespace() {
  struct stat info {};
  return ::stat("/proc/self/ns/pid", &info) == 0 ? info.st_ino : 0;
}

namespace {

std::int64_t Nanos(clockid_t clock) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return static_cast<std::int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

}  // namespace

std::int64_t RealtimeNanos() {
  return Nanos(CLOCK_REALTIME);
}
std::int64_t MonotonicNanos() {
  return Nanos(CLOCK_MONOTONIC);
}

}  // namespace roslet

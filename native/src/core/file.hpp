// Files of a domain directory, opened without ever following a link, checked for kind and owner, and mapped.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/names.hpp"

namespace roslet {

class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int fd) : fd_(fd) {}
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(other.Release()) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    if (this != &other) {
      Reset();
      fd_ = other.Release();
    }
    return *this;
  }
  ~FileDescriptor() { Reset(); }

  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }
  int Release() {
    int fd = fd_;
    fd_ = -1;
    return fd;
  }
  void Reset();

 private:
  int fd_ = -1;
};

class Mapping {
 public:
  Mapping() = default;
  Mapping(Mapping&& other) noexcept;
  Mapping& operator=(Mapping&& other) noexcept;
  ~Mapping();

  // `fd` < 0: anonymous private memory. Nothing when the kernel refuses.
  static std::optional<Mapping> Map(int fd, std::size_t size, bool writable);
  // Shows the file and follows its changes, but a write changes a private copy of the page: what JavaScript may be
  // handed although it must not write, because a read-only page would turn a stray write into a crash.
  static std::optional<Mapping> MapCopyOnWrite(int fd, std::size_t size);

  std::uint8_t* data() const { return data_; }
  std::size_t size() const { return size_; }
  explicit operator bool() const { return data_ != nullptr; }

 private:
  static std::optional<Mapping> Map(int fd, std::size_t size, int protection, int flags);
  void Unmap();

  std::uint8_t* data_ = nullptr;
  std::size_t size_ = 0;
};

// Who may use a domain: its owner, or one Unix group as well.
struct Access {
  std::int64_t group = -1;

  mode_t directory_mode() const { return group < 0 ? 0700 : 02770; }
  mode_t file_mode() const { return group < 0 ? 0600 : 0660; }
};

class Directory {
 public:
  // Creates what is missing and refuses what is not ours: a link, another user's directory, one that others may write.
  static Directory Create(const std::string& path, const Access& access);
  // Nothing when it does not exist.
  static std::optional<Directory> Open(const std::string& path);

  const std::string& path() const { return path_; }
  int fd() const { return fd_.get(); }
  const Access& access() const { return access_; }

  // A new file with no name yet: nobody sees it before `Link`, and it vanishes by itself if we die.
  FileDescriptor CreateUnnamed(ContextId owner, const std::string& name) const;
  // Gives it its name. False when the name is taken.
  bool Link(const FileDescriptor& file, ContextId owner, const std::string& name) const;
  // Nothing when there is none (ENOENT); throws when it is no plain file of a trusted owner. Sets `error` and gives
  // nothing on other failures.
  FileDescriptor OpenFile(const std::string& name, bool writable, int* error = nullptr) const;
  void Unlink(const std::string& name) const;
  std::vector<std::string> List() const;
  // Removes the directory itself when it is empty.
  void RemoveIfEmpty() const;
  // The directory's path in a form short enough for a socket address.
  std::string SocketPath(const std::string& name) const;
  bool Trusts(uid_t uid) const;

 private:
  std::string path_;
  FileDescriptor fd_;
  Access access_;
  uid_t owner_ = 0;
};

// Reserves real memory for [0, size): a full file system is an error here and not a SIGBUS later. errno, 0 for success.
int Reserve(int fd, std::uint64_t offset, std::uint64_t size);
std::uint64_t FileSize(int fd);

// Open-file-description locks: held by the description, dropped by the kernel however the holder ends.
enum class LockResult { kTaken, kHeldElsewhere };
LockResult TryLock(int fd, bool exclusive);
void Unlock(int fd);
// True when another description holds a write lock on the file.
bool IsLocked(int fd);

// The inode of the PID namespace that this process's numbers are meant in; 0 when /proc does not tell.
std::uint64_t PidNamespace();

std::int64_t RealtimeNanos();
std::int64_t MonotonicNanos();

}  // namespace roslet

// How sanitizers get to see shared memory.
//
// ThreadSanitizer knows memory by its address. In its builds a file is mapped once in a process, so that it sees both
// sides of every access when both are threads of one test.
//
// AddressSanitizer knows nothing of mappings. In its builds each lies between two pages that nobody may touch, and what
// is left of its last page is poisoned: a read beyond the mapping is found.
#pragma once

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif

namespace roslet {

#if defined(__SANITIZE_ADDRESS__)

class SanitizedMappings {
 public:
  static void* Map(int fd, std::size_t size, int protection, int flags) {
    std::size_t whole = Whole(size);
    void* reserved = ::mmap(nullptr, whole + 2 * kPage, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (reserved == MAP_FAILED) return MAP_FAILED;
    auto* address = static_cast<std::uint8_t*>(reserved) + kPage;
    if (::mmap(address, size, protection, flags | MAP_FIXED, fd, 0) == MAP_FAILED) {
      ::munmap(reserved, whole + 2 * kPage);
      return MAP_FAILED;
    }
    ASAN_POISON_MEMORY_REGION(address + size, whole - size);
    return address;
  }

  static void Unmap(void* address, std::size_t size) {
    auto* start = static_cast<std::uint8_t*>(address);
    std::size_t whole = Whole(size);
    ASAN_UNPOISON_MEMORY_REGION(start + size, whole - size);
    ::munmap(start - kPage, whole + 2 * kPage);
  }

 private:
  static constexpr std::size_t kPage = 4096;
  static std::size_t Whole(std::size_t size) { return (size + kPage - 1) / kPage * kPage; }
};

#else

class SanitizedMappings {
 public:
  static void* Map(int fd, std::size_t size, int protection, int flags) {
    if (flags != MAP_SHARED) return ::mmap(nullptr, size, protection, flags, fd, 0);
    return Instance().Share(fd, size);
  }
  static void Unmap(void* address, std::size_t size) {
    if (!Instance().Leave(address)) ::munmap(address, size);
  }

 private:
  static SanitizedMappings& Instance() {
    static SanitizedMappings instance;
    return instance;
  }

  void* Share(int fd, std::size_t size) {
    std::lock_guard lock(mutex_);
    struct stat info {};
    ::fstat(fd, &info);
    for (Entry& entry : entries_) {
      if (entry.device != info.st_dev || entry.inode != info.st_ino || entry.size < size) continue;
      ++entry.users;
      return entry.address;
    }
    // By a description of its own: a mapping keeps its description, and the locks on it, alive.
    int own = ::open(("/proc/self/fd/" + std::to_string(fd)).c_str(), O_RDWR | O_CLOEXEC);
    void* address = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, own, 0);
    if (own >= 0) ::close(own);
    if (address != MAP_FAILED) entries_.push_back({info.st_dev, info.st_ino, address, size, 1});
    return address;
  }

  // False when the address is not a shared one.
  bool Leave(void* address) {
    std::lock_guard lock(mutex_);
    for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
      if (entry->address != address) continue;
      if (--entry->users > 0) return true;
      ::munmap(address, entry->size);
      entries_.erase(entry);
      return true;
    }
    return false;
  }

  struct Entry {
    dev_t device;
    ino_t inode;
    void* address;
    std::size_t size;
    int users;
  };
  std::mutex mutex_;
  std::vector<Entry> entries_;
};

#endif

}  // namespace roslet

#endif

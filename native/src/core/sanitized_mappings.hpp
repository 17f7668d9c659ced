// ThreadSanitizer knows memory by its address. In its builds a file is therefore mapped once in a process, so that it
// sees both sides of every access to shared memory when both are threads of one test.
#pragma once

#if defined(__SANITIZE_THREAD__)

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <mutex>
#include <string>
#include <vector>

namespace roslet {

class SanitizedMappings {
 public:
  static SanitizedMappings& Instance() {
    static SanitizedMappings instance;
    return instance;
  }

  // The address at which the file is mapped; MAP_FAILED when the kernel refuses.
  void* Map(int fd, std::size_t size) {
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

  // False when the address is not one of ours.
  bool Unmap(void* address) {
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

 private:
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

}  // namespace roslet

#endif

// ThreadSanitizer knows memory by its address. In its builds a file is therefore mapped once in a process, so that it sees
// both sides of every access to shared memory when both are threads of one test.
#pragma once

#if defined(__SANITIZE_THREAD__)

#include <sys/mman.h>
#include <sys/stat.h>

#include <map>
#include <mutex>
#include <utility>

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
    auto key = std::make_pair(info.st_dev, info.st_ino);
    if (auto found = by_file_.find(key); found != by_file_.end() && found->second.size >= size) {
      ++found->second.users;
      return found->second.address;
    }
    void* address = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (address == MAP_FAILED) address = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, fd, 0);
    if (address != MAP_FAILED) by_file_.insert_or_assign(key, Entry{address, size, 1});
    return address;
  }

  // False when the address is not one of ours.
  bool Unmap(void* address) {
    std::lock_guard lock(mutex_);
    for (auto entry = by_file_.begin(); entry != by_file_.end(); ++entry) {
      if (entry->second.address != address) continue;
      if (--entry->second.users > 0) return true;
      ::munmap(address, entry->second.size);
      by_file_.erase(entry);
      return true;
    }
    return false;
  }

 private:
  struct Entry {
    void* address;
    std::size_t size;
    int users;
  };
  std::mutex mutex_;
  std::map<std::pair<dev_t, ino_t>, Entry> by_file_;
};

}  // namespace roslet

#endif

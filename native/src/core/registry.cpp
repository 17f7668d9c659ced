#include "core/registry.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <thread>

#include "core/error.hpp"
#include "core/kill_point.hpp"
#include "core/shared_access.hpp"

namespace roslet {

using layout::RegistryHeader;

namespace {

constexpr int kJoinAttempts = 5000;    // of a millisecond each
constexpr int kForeignAttempts = 200;  // likewise: others that find the same left-over hold it for a moment

std::optional<FileDescriptor> CreateRegistry(const Directory& directory, ContextId self, std::uint32_t domain,
                                             const std::string& library) {
  FileDescriptor file = directory.CreateUnnamed(self, RegistryName());
  if (int error = Reserve(file.get(), 0, sizeof(RegistryHeader))) {
    throw Error(code::kNoSpace,
                "cannot reserve " + std::to_string(sizeof(RegistryHeader)) + " bytes for the registry in '" +
                    directory.path() + "': free some shared memory",
                error);
  }
  auto mapping = Mapping::Map(file.get(), sizeof(RegistryHeader), true);
  if (!mapping) throw Error(code::kSystem, "cannot map the registry", errno);
  auto* header = reinterpret_cast<RegistryHeader*>(mapping->data());
  header->version = layout::kVersion;
  header->slot_count = RegistryHeader::kSlots;
  std::strncpy(header->library, library.c_str(), layout::kLibraryVersionSize - 1);
  header->domain = domain;
  header->generation.store(1, std::memory_order_relaxed);
  header->magic.store(RegistryHeader::kMagic, std::memory_order_release);
  TryLock(file.get(), false);
  KillPoint("registry.created");
  if (!directory.Link(file, self, RegistryName())) return std::nullopt;
  KillPoint("registry.linked");
  return file;
}

bool IsCurrent(const Directory& directory, const FileDescriptor& file) {
  struct stat mine {
  }, named{};
  return ::fstat(file.get(), &mine) == 0 && ::fstatat(directory.fd(), "registry", &named, AT_SYMLINK_NOFOLLOW) == 0 &&
         mine.st_ino == named.st_ino && mine.st_dev == named.st_dev;
}

std::string Printable(const char* text, std::size_t size) {
  std::string result(text, ::strnlen(text, size));
  for (char& c : result) {
    if (c < 32 || c > 126) c = '?';
  }
  return result;
}

// Removes a registry that is none of ours, when nobody is using it. Our own lock would keep others from finding that
// out.
bool RemoveLeftOver(const Directory& directory, const FileDescriptor& file) {
  Unlock(file.get());
  if (TryLock(file.get(), true) == LockResult::kHeldElsewhere) return false;
  if (IsCurrent(directory, file)) directory.Unlink(RegistryName());
  return true;
}

}  // namespace

Registry Registry::Join(const Directory& directory, ContextId self, std::uint32_t domain, const std::string& library) {
  int foreign = 0;
  for (int attempt = 0; attempt < kJoinAttempts; ++attempt) {
    int error = 0;
    FileDescriptor file = directory.OpenFile(RegistryName(), true, &error);
    if (!file && error == ENOENT) {
      auto created = CreateRegistry(directory, self, domain, library);
      if (!created) continue;
      file = std::move(*created);
    } else if (!file) {
      throw Error(
          code::kDirectory,
          "cannot open the registry in '" + directory.path() + "': expected a file this user may read and write",
          error);
    } else if (TryLock(file.get(), false) == LockResult::kHeldElsewhere) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));  // the last user is just leaving
      continue;
    }
    if (!IsCurrent(directory, file)) continue;

    bool whole = FileSize(file.get()) >= sizeof(RegistryHeader);
    auto mapping = whole ? Mapping::Map(file.get(), sizeof(RegistryHeader), true) : std::nullopt;
    auto* header = mapping ? reinterpret_cast<RegistryHeader*>(mapping->data()) : nullptr;
    if (header != nullptr && header->magic.load(std::memory_order_acquire) == RegistryHeader::kMagic &&
        LoadOnce(header->version) == layout::kVersion && LoadOnce(header->slot_count) == RegistryHeader::kSlots) {
      Registry registry;
      registry.file_ = std::move(file);
      registry.mapping_ = std::move(*mapping);
      return registry;
    }
    if (RemoveLeftOver(directory, file)) continue;
    if (++foreign < kForeignAttempts) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      continue;
    }
    std::string theirs = header == nullptr ? "a truncated file"
                                           : "layout " + std::to_string(LoadOnce(header->version)) + " (library " +
                                                 Printable(header->library, layout::kLibraryVersionSize) + ")";
    throw Error(code::kVersion, "the domain in '" + directory.path() +
                                    "' is in use by another version: expected layout " +
                                    std::to_string(layout::kVersion) + " (library " + library + "), found " + theirs +
                                    ": stop its processes, or use another ROS_DOMAIN_ID or ROSLET_DIR");
  }
  throw Error(code::kDomainBusy, "the registry in '" + directory.path() + "' has been locked for " +
                                     std::to_string(kJoinAttempts / 1000) +
                                     " s by a process that is leaving it: resume or kill that process");
}

void Registry::Claim(ContextId context) {
  for (auto& slot : header()->slots) {
    std::uint64_t free = 0;
    if (slot.load(std::memory_order_relaxed) == 0 && slot.compare_exchange_strong(free, context)) return;
  }
  throw Error(code::kDomainFull, "the domain holds " + std::to_string(RegistryHeader::kSlots) +
                                     " contexts already: close some, or use another domain");
}

bool Registry::Release(ContextId context) {
  for (auto& slot : header()->slots) {
    std::uint64_t expected = context;
    if (slot.load(std::memory_order_relaxed) == context && slot.compare_exchange_strong(expected, 0)) return true;
  }
  return false;
}

namespace {

std::vector<ContextId> Occupied(const RegistryHeader* header) {
  std::vector<ContextId> contexts;
  for (const auto& slot : header->slots) {
    if (std::uint64_t id = slot.load(std::memory_order_acquire)) contexts.push_back(id);
  }
  return contexts;
}

}  // namespace

std::vector<ContextId> Registry::Contexts() const {
  return Occupied(header());
}

bool Registry::LeaveAlone(const Directory& directory) {
  if (!file_) return false;
  bool alone = TryLock(file_.get(), true) == LockResult::kTaken;
  if (!alone) {
    // Two that leave at the same time would each be in the other's way: let go, and look once more.
    Unlock(file_.get());
    alone = TryLock(file_.get(), true) == LockResult::kTaken;
  }
  if (alone && IsCurrent(directory, file_)) return true;
  file_.Reset();
  return false;
}

void Registry::Remove(const Directory& directory) {
  directory.Unlink(RegistryName());
  KillPoint("registry.removed");
  directory.RemoveIfEmpty();
  file_.Reset();
}

std::vector<ContextId> ReadRegistry(const Directory& directory) {
  FileDescriptor file = directory.OpenFile(RegistryName(), false);
  if (!file || FileSize(file.get()) < sizeof(RegistryHeader)) return {};
  auto mapping = Mapping::Map(file.get(), sizeof(RegistryHeader), false);
  if (!mapping) return {};
  auto* header = reinterpret_cast<const RegistryHeader*>(mapping->data());
  if (header->magic.load(std::memory_order_acquire) != RegistryHeader::kMagic ||
      LoadOnce(header->version) != layout::kVersion) {
    return {};
  }
  return Occupied(header);
}

}  // namespace roslet

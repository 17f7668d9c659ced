// The domain's table of contexts, and the rule by which its last user leaves nothing behind.
#pragma once

#include <string>
#include <vector>

#include "core/file.hpp"
#include "core/layout/registry_layout.hpp"

namespace roslet {

class Registry {
 public:
  // Opens or creates the registry of `directory`. Each user holds a shared lock on the file for as long as it uses it,
  // so whoever gets the exclusive one is alone. Throws kVersion when another library version's domain is alive.
  static Registry Join(const Directory& directory, ContextId self, std::uint32_t domain, const std::string& library);

  // Throws kDomainFull.
  void Claim(ContextId context);
  // True for the one caller that freed the slot.
  bool Release(ContextId context);
  std::vector<ContextId> Contexts() const;

  std::uint64_t generation() const { return header()->generation.load(std::memory_order_acquire); }
  void Bump() { header()->generation.fetch_add(1, std::memory_order_seq_cst); }

  // Gives up the shared lock. True when nobody else uses the domain: the caller then holds it alone, and must call
  // `Remove`.
  bool LeaveAlone(const Directory& directory);
  void Remove(const Directory& directory);

 private:
  layout::RegistryHeader* header() const { return reinterpret_cast<layout::RegistryHeader*>(mapping_.data()); }

  FileDescriptor file_;
  Mapping mapping_;
};

// Read-only look at a domain's table without joining it; empty when there is none.
std::vector<ContextId> ReadRegistry(const Directory& directory);

}  // namespace roslet

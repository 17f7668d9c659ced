#include "core/batch.hpp"

#include <atomic>

#include "core/shared_access.hpp"

namespace roslet {

bool Batch::CopyOut(const Item& item, std::uint8_t* destination) {
  CopyShared(destination, item.payload, item.entry.length);
  if (item.tail == nullptr) return true;
  std::atomic_thread_fence(std::memory_order_acquire);
  return item.tail->load(std::memory_order_relaxed) <= item.tail_offset;
}

}  // namespace roslet

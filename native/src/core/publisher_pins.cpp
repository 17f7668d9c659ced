// A publisher and the records that readers look at in place (see Pin in layout/context_layout.hpp).
#include <algorithm>

#include "core/context.hpp"
#include "core/publisher.hpp"

namespace roslet {

using layout::Position;

// Which places of the ring readers look at although the stream has left them behind.
void Publisher::CollectPins() {
  pins_.clear();
  auto has_pins = [](const Reader& reader) { return reader.peer->pin_count() != 0; };
  if (std::none_of(readers_.begin(), readers_.end(), has_pins) && ghosts_.empty()) return;
  // The tail has been stored; a reader stores its pin first and looks at the tail then.
  std::atomic_thread_fence(std::memory_order_seq_cst);
  for (Reader& reader : readers_) {
    if (has_pins(reader)) AddPins(reader);
  }
  std::erase_if(ghosts_, [&](Reader& ghost) { return !AddPins(ghost); });
}

// False when this reader has no loans.
bool Publisher::AddPins(Reader& reader) {
  const layout::Cursor* cursor = FindSlot(reader);
  if (cursor == nullptr || cursor->pins.load(std::memory_order_relaxed) == 0) return false;
  std::uint64_t mask = log_->capacity() - 1;
  std::uint32_t count = reader.peer->pin_count();
  for (std::uint32_t i = 0; i < count; ++i) {
    const layout::Pin& pin = reader.peer->pin(i);
    Position position = Position::Unpack(pin.position.load(std::memory_order_acquire));
    if (position.generation != log_->generation() || position.offset >= log_->tail()) continue;
    if (pin.cursor.load(std::memory_order_relaxed) != static_cast<std::uint32_t>(reader.slot)) continue;
    PinnedRange range{position.offset & mask, pin.span.load(std::memory_order_relaxed)};
    bool sound = range.offset % layout::kRecordAlign == 0 && range.span % layout::kRecordAlign == 0 &&
                 range.span != 0 && range.offset + range.span <= log_->capacity();
    if (sound) pins_.push_back(range);
  }
  return true;
}

}  // namespace roslet

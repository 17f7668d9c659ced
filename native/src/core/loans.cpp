#include "core/loans.hpp"

#include "core/error.hpp"

namespace roslet {

std::optional<Loan> Loans::Take(std::uint32_t cursor, layout::Position position, std::uint32_t span) {
  std::uint32_t index;
  try {
    index = segment_.TakePin();
  } catch (const Error&) {
    return std::nullopt;
  }
  layout::Pin& pin = segment_.pin(index);
  layout::Cursor& slot = segment_.cursor(cursor);
  pin.cursor.store(cursor, std::memory_order_relaxed);
  pin.span.store(span, std::memory_order_relaxed);
  pin.position.store(position.Pack(), std::memory_order_release);
  slot.pins.store(slot.pins.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  Loan loan{index, next_serial_++};
  taken_.emplace(index, Taken{cursor, loan.serial});
  return loan;
}

void Loans::Release(const Loan& loan) {
  auto found = taken_.find(loan.pin);
  if (found == taken_.end() || found->second.serial != loan.serial) return;
  std::uint32_t index = loan.pin;
  std::uint32_t cursor = found->second.cursor;
  taken_.erase(found);
  layout::Cursor& slot = segment_.cursor(cursor);
  // All reads of the record come before the writer sees it free.
  segment_.pin(index).position.store(0, std::memory_order_release);
  slot.pins.store(slot.pins.load(std::memory_order_relaxed) - 1, std::memory_order_release);
  segment_.GivePin(index);
  if (slot.pins.load(std::memory_order_relaxed) == 0 && closing_.erase(cursor) != 0) segment_.GiveCursor(cursor);
}

void Loans::CloseCursor(std::uint32_t cursor) {
  if (segment_.cursor(cursor).pins.load(std::memory_order_relaxed) == 0) {
    segment_.GiveCursor(cursor);
  } else {
    closing_.insert(cursor);
  }
}

}  // namespace roslet

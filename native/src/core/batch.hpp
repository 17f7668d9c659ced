// What one drain hands up: entries that point into mapped logs until their bytes are copied out.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/file.hpp"
#include "core/layout/log_layout.hpp"
#include "core/loans.hpp"

namespace roslet {

class Subscription;

enum class MessageKind : std::uint32_t { kMessage = 1, kRequest = 2, kResponse = 3, kLossNotice = 4 };

// As TypeScript reads it (native.ts BATCH).
struct BatchEntry {
  std::uint32_t subscription;
  std::uint32_t kind;  // MessageKind; 0: nothing (its bytes were overwritten while they were copied)
  std::uint32_t buffer;
  std::uint32_t offset;
  std::uint32_t length;
  std::uint32_t attachment;
  std::uint64_t sequence;
  std::int64_t source_timestamp;
  std::int64_t received_timestamp;
  std::uint64_t correlation;
  std::uint64_t lost;
};
static_assert(sizeof(BatchEntry) == 64);

class Batch {
 public:
  struct Item {
    BatchEntry entry;
    const std::uint8_t* payload;
    Subscription* subscription;
    // Seqlock check after the copy: the record is still there while *tail <= offset. Null for immutable bytes.
    const layout::Word* tail;
    std::uint64_t tail_offset;
    // Set for a loaned message: not to be copied, but to be viewed in this memory, at `payload`.
    std::shared_ptr<Mapping> loan_mapping;
    Loan loan;
  };

  Batch(std::size_t max_messages, std::size_t max_bytes) : max_messages_(max_messages), max_bytes_(max_bytes) {}

  bool full() const { return items_.size() >= max_messages_ || bytes_ >= max_bytes_; }
  bool empty() const { return items_.empty(); }
  std::vector<Item>& items() { return items_; }

  void Add(const Item& item) {
    bytes_ += item.entry.length;
    items_.push_back(item);
  }
  // Keeps memory alive until the batch has been copied out.
  void Hold(std::shared_ptr<const void> memory) { held_.push_back(std::move(memory)); }
  void Limit(std::size_t max_messages) { max_messages_ = max_messages; }
  void Clear() {
    items_.clear();
    held_.clear();
    bytes_ = 0;
  }

  // Copies one item's payload and tells whether the copy is whole.
  static bool CopyOut(const Item& item, std::uint8_t* destination);

 private:
  std::size_t max_messages_;
  std::size_t max_bytes_;
  std::size_t bytes_ = 0;
  std::vector<Item> items_;
  std::vector<std::shared_ptr<const void>> held_;
};

}  // namespace roslet

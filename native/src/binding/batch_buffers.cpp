#include "binding/batch_buffers.hpp"

#include <cstring>

#include "core/file.hpp"
#include "core/subscription.hpp"

namespace roslet::binding {

namespace {

// From here on a payload gets a buffer of its own: whoever keeps one image must not keep a slab alive with it.
constexpr std::size_t kOwnBuffer = 16u << 10;
constexpr std::size_t kEntriesAt = 64;
constexpr std::size_t kLargePayloadAt = 4;  // behind it, the CDR body is 8-byte aligned

// What TypeScript reads from the entry of a loaned message: this bit in `kind`.
constexpr std::uint32_t kLoanFlag = 0x100;

// The next offset at which offset + 4 is divisible by 8.
std::size_t PayloadOffset(std::size_t offset) {
  return (offset + 4 + 7) / 8 * 8 - 4;
}

}  // namespace

Napi::Value BatchBuffers::Copy(Napi::Env env, Batch& batch) {
  if (batch.empty()) return env.Undefined();
  std::vector<Batch::Item>& items = batch.items();
  loans_.assign(items.size(), nullptr);
  std::size_t size = kEntriesAt + items.size() * sizeof(BatchEntry);
  std::size_t others = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    Batch::Item& item = items[i];
    if (item.loan_mapping)
      loans_[i] = book_->Wrap(env, item);  // null where that is forbidden (Electron): copied after all
    if (loans_[i] != nullptr || item.entry.length >= kOwnBuffer) {
      ++others;
      continue;
    }
    item.entry.offset = static_cast<std::uint32_t>(PayloadOffset(size));
    size = item.entry.offset + item.entry.length;
  }
  Slab::Place place = slab_.Take(env, size, pool_);
  Napi::Array buffers = others == 0 ? slab_.Alone(env, place) : Napi::Array::New(env, others + 1);
  if (others != 0) buffers.Set(0u, place.buffer);
  std::uint8_t* piece = place.data + place.base;
  std::uint32_t count = static_cast<std::uint32_t>(items.size());
  std::memcpy(piece, &count, sizeof(count));
  std::int64_t now = RealtimeNanos();
  std::uint32_t next_buffer = 1;
  for (std::size_t i = 0; i < items.size(); ++i) {
    Batch::Item& item = items[i];
    item.entry.received_timestamp = now;
    std::uint8_t* destination = piece + item.entry.offset;
    if (loans_[i] != nullptr) {
      buffers.Set(next_buffer, Napi::Value(env, loans_[i]));
      item.entry.buffer = next_buffer++;
      item.entry.offset = LoanBook::kLead;
      item.entry.kind |= kLoanFlag;
      destination = nullptr;
    } else if (item.entry.length >= kOwnBuffer) {
      buffers.Set(next_buffer, pool_.Allocate(env, kLargePayloadAt + item.entry.length, &destination));
      item.entry.buffer = next_buffer++;
      item.entry.offset = kLargePayloadAt;
      destination += kLargePayloadAt;
    } else {
      item.entry.offset += static_cast<std::uint32_t>(place.base);
    }
    if (destination != nullptr && !Batch::CopyOut(item, destination)) {
      // Overwritten under the copy: a loss and no torn message.
      item.subscription->Overwritten(item);
      item.entry.kind = static_cast<std::uint32_t>(MessageKind::kLossNotice);
      item.entry.length = 0;
      item.entry.lost += 1;
    }
    std::memcpy(piece + kEntriesAt + i * sizeof(BatchEntry), &item.entry, sizeof(BatchEntry));
  }
  return buffers;
}

}  // namespace roslet::binding

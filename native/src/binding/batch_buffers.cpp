#include "binding/batch_buffers.hpp"

#include <cstring>

#include "core/file.hpp"
#include "core/subscription.hpp"

namespace roslet::binding {

namespace {

// From here on a payload stays out of the slab: whoever keeps one image must not keep a slab alive with it.
constexpr std::size_t kLarge = 16u << 10;
// What comes together shares a buffer of at most this size, for making one costs as much as copying 32 KiB. What comes
// alone, and what is larger, has its own.
constexpr std::size_t kSharedBuffer = 256u << 10;
constexpr std::size_t kEntriesAt = 64;
// As a record's payload: behind the encapsulation header, the CDR body is 8-byte aligned. And the same modulo 16 as
// what is copied, for AMD's `rep movsb`, which glibc copies with, is fifteen times slower when the destination lies 1
// to 15 bytes behind the source modulo 4096.
constexpr std::size_t kAlign = 16;
constexpr std::size_t kLargePayloadAt = layout::kPayloadAt % kAlign;
static_assert((kLargePayloadAt + 4) % 8 == 0);

// What TypeScript reads from the entry of a loaned message: this bit in `kind`.
constexpr std::uint32_t kLoanFlag = 0x100;

std::size_t PayloadOffset(std::size_t offset) {
  return (offset - kLargePayloadAt + kAlign - 1) / kAlign * kAlign + kLargePayloadAt;
}

}  // namespace

// The buffer for the large message `first`, and for those after it that fit in.
std::size_t BatchBuffers::SharedSize(const std::vector<Batch::Item>& items, std::size_t first) const {
  std::size_t size = 0;
  for (std::size_t i = first; i < items.size(); ++i) {
    std::size_t length = items[i].entry.length;
    if (loans_[i] != nullptr || length < kLarge) continue;
    std::size_t with = (size + 63) / 64 * 64 + kLargePayloadAt + length;
    if (size != 0 && with > kSharedBuffer) break;
    size = with;
  }
  return size;
}

Napi::Value BatchBuffers::Copy(Napi::Env env, Batch& batch) {
  if (batch.empty()) return env.Undefined();
  std::vector<Batch::Item>& items = batch.items();
  loans_.assign(items.size(), nullptr);
  std::size_t size = kEntriesAt + items.size() * sizeof(BatchEntry);
  bool others = false;
  for (std::size_t i = 0; i < items.size(); ++i) {
    Batch::Item& item = items[i];
    if (item.loan_mapping)
      loans_[i] = book_->Wrap(env, item);  // null where that is forbidden (Electron): copied after all
    if (loans_[i] != nullptr || item.entry.length >= kLarge) {
      others = true;
      continue;
    }
    item.entry.offset = static_cast<std::uint32_t>(PayloadOffset(size));
    size = item.entry.offset + item.entry.length;
  }
  Slab::Place place = slab_.Take(env, size, pool_);
  Napi::Array buffers = others ? Napi::Array::New(env) : slab_.Alone(env, place);
  if (others) buffers.Set(0u, place.buffer);
  std::uint8_t* piece = place.data + place.base;
  std::uint32_t count = static_cast<std::uint32_t>(items.size());
  std::memcpy(piece, &count, sizeof(count));
  std::int64_t now = RealtimeNanos();
  std::uint32_t next_buffer = 1;
  Shared shared;
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
    } else if (item.entry.length >= kLarge) {
      if (shared.size < shared.used + kLargePayloadAt + item.entry.length) {
        shared = {SharedSize(items, i), 0, next_buffer++, nullptr};
        buffers.Set(shared.buffer, pool_.Allocate(env, shared.size, &shared.data));
      }
      item.entry.buffer = shared.buffer;
      item.entry.offset = static_cast<std::uint32_t>(shared.used + kLargePayloadAt);
      destination = shared.data + item.entry.offset;
      shared.used = (item.entry.offset + item.entry.length + 63) / 64 * 64;
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

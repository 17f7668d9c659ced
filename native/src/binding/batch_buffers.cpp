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
std::size_t PayloadOffset(std::size_t offset) { return (offset + 4 + 7) / 8 * 8 - 4; }

}  // namespace

Napi::Value ToBuffers(Napi::Env env, Batch& batch, BufferPool& pool, const std::shared_ptr<LoanBook>& book) {
  if (batch.empty()) return env.Undefined();
  std::vector<Batch::Item>& items = batch.items();
  std::vector<napi_value> loans(items.size(), nullptr);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!items[i].loan_mapping) continue;
    loans[i] = book->Wrap(env, items[i]);  // null where that is forbidden (Electron): copied after all
  }
  std::size_t size = kEntriesAt + items.size() * sizeof(BatchEntry);
  for (std::size_t i = 0; i < items.size(); ++i) {
    Batch::Item& item = items[i];
    if (item.entry.length >= kOwnBuffer || loans[i] != nullptr) continue;
    item.entry.offset = static_cast<std::uint32_t>(PayloadOffset(size));
    size = item.entry.offset + item.entry.length;
  }
  std::uint8_t* slab = nullptr;
  Napi::Array buffers = Napi::Array::New(env);
  buffers.Set(0u, pool.Allocate(env, size, &slab));
  std::uint32_t count = static_cast<std::uint32_t>(items.size());
  std::memcpy(slab, &count, sizeof(count));
  std::int64_t now = RealtimeNanos();
  std::uint32_t next_buffer = 1;
  for (std::size_t i = 0; i < items.size(); ++i) {
    Batch::Item& item = items[i];
    item.entry.received_timestamp = now;
    if (loans[i] != nullptr) {
      buffers.Set(next_buffer, Napi::Value(env, loans[i]));
      item.entry.buffer = next_buffer++;
      item.entry.offset = LoanBook::kLead;
      item.entry.kind |= kLoanFlag;
      std::memcpy(slab + kEntriesAt + i * sizeof(BatchEntry), &item.entry, sizeof(BatchEntry));
      continue;
    }
    std::uint8_t* destination = slab + item.entry.offset;
    if (item.entry.length >= kOwnBuffer) {
      std::uint8_t* own = nullptr;
      buffers.Set(next_buffer, pool.Allocate(env, kLargePayloadAt + item.entry.length, &own));
      item.entry.buffer = next_buffer++;
      item.entry.offset = kLargePayloadAt;
      destination = own + kLargePayloadAt;
    }
    if (!Batch::CopyOut(item, destination)) {
      // Overwritten under the copy: a loss and no torn message.
      item.subscription->Overwritten(item);
      item.entry.kind = static_cast<std::uint32_t>(MessageKind::kLossNotice);
      item.entry.length = 0;
      item.entry.lost += 1;
    }
    std::memcpy(slab + kEntriesAt + i * sizeof(BatchEntry), &item.entry, sizeof(BatchEntry));
  }
  return buffers;
}

}  // namespace roslet::binding

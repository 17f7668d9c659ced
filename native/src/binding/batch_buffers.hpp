// Copies a gathered batch out of the logs into ArrayBuffers that belong to the receiver (native.ts BATCH).
#pragma once

#include <napi.h>

#include <memory>
#include <vector>

#include "binding/buffer_pool.hpp"
#include "binding/loan_book.hpp"
#include "binding/slab.hpp"
#include "core/batch.hpp"

namespace roslet::binding {

class BatchBuffers {
 public:
  explicit BatchBuffers(const std::shared_ptr<LoanBook>& book) : book_(book) {}

  // An array of ArrayBuffers, or undefined for an empty batch.
  Napi::Value Copy(Napi::Env env, Batch& batch);

  BufferPool& pool() { return pool_; }

 private:
  // A buffer for several large messages.
  struct Shared {
    std::size_t size = 0;
    std::size_t used = 0;
    std::uint32_t buffer = 0;
    std::uint8_t* data = nullptr;
  };
  std::size_t SharedSize(const std::vector<Batch::Item>& items, std::size_t first) const;

  std::shared_ptr<LoanBook> book_;
  std::shared_ptr<BufferPool> shared_pool_ = std::make_shared<BufferPool>();
  BufferPool& pool_ = *shared_pool_;
  Slab slab_;
  std::vector<napi_value> loans_;  // of the batch at hand
};

}  // namespace roslet::binding

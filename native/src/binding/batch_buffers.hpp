// Copies a gathered batch out of the logs into ArrayBuffers that belong to the receiver (native.ts BATCH).
#pragma once

#include <napi.h>

#include "binding/buffer_pool.hpp"
#include "binding/loan_book.hpp"
#include "core/batch.hpp"

namespace roslet::binding {

// An array of ArrayBuffers, or undefined for an empty batch.
Napi::Value ToBuffers(Napi::Env env, Batch& batch, BufferPool& pool, const std::shared_ptr<LoanBook>& book);

}  // namespace roslet::binding

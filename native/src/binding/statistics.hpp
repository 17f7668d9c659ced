// Counter blocks as JavaScript objects (native.ts WriterStatistics, ReaderStatistics, ContextInfo).
#pragma once

#include <napi.h>

#include "core/file.hpp"
#include "core/layout/context_layout.hpp"

namespace roslet::binding {

Napi::Object DescribeWriter(Napi::Env env, const layout::WriterBlock& block);
Napi::Object DescribeReader(Napi::Env env, const layout::ReaderBlock& block);

}  // namespace roslet::binding

#pragma once

#include <napi.h>

namespace roslet::binding {

// The layouts' constants by name, for the golden test that holds TypeScript and C++ to the same bytes.
Napi::Value ExportLayout(const Napi::CallbackInfo& info);

}  // namespace roslet::binding

#pragma once

#include <napi.h>

#include <cstdint>

namespace roslet::cdr {

// Handles of a long loop would pile up until the call ends; this gives them back every few rounds.
class LoopScope {
 public:
  explicit LoopScope(napi_env env) : env_(env) { Open(); }
  ~LoopScope() { napi_close_handle_scope(env_, scope_); }
  LoopScope(const LoopScope&) = delete;
  LoopScope& operator=(const LoopScope&) = delete;

  void NextRound() {
    if (++rounds_ % kRounds != 0) return;
    napi_close_handle_scope(env_, scope_);
    Open();
  }

 private:
  static constexpr uint32_t kRounds = 64;

  void Open() {
    if (napi_open_handle_scope(env_, &scope_) != napi_ok) Napi::Error::Fatal("LoopScope", "no handle scope");
  }

  napi_env env_;
  napi_handle_scope scope_ = nullptr;
  uint32_t rounds_ = 0;
};

}  // namespace roslet::cdr

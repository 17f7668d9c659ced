// NativeContext of native.ts.
#pragma once

#include <napi.h>

#include <memory>

#include "binding/batch_buffers.hpp"
#include "binding/event_loop.hpp"
#include "binding/loan_book.hpp"
#include "core/context.hpp"

namespace roslet::binding {

class ContextBinding : public Napi::ObjectWrap<ContextBinding> {
 public:
  static Napi::Function Define(Napi::Env env);
  // The context behind a JavaScript value; an argument error when it is none.
  static ContextBinding& From(const Napi::Value& value);

  explicit ContextBinding(const Napi::CallbackInfo& info);
  ~ContextBinding() override;

  const std::shared_ptr<Context>& context() const { return context_; }
  // Throws ERR_ROSLET_CLOSED.
  Context& Open() const;
  // Gathers from one subscription only; used by takeOne.
  Napi::Value Take(Napi::Env env, Subscription* only, std::size_t max_messages);

 private:
  Napi::Value GraphChanged(const Napi::CallbackInfo& info);
  Napi::Value GraphChanges(const Napi::CallbackInfo& info);
  void SetCatalogue(const Napi::CallbackInfo& info);
  Napi::Value TakeBatch(const Napi::CallbackInfo& info);
  Napi::Value WaitSync(const Napi::CallbackInfo& info);
  void SetRef(const Napi::CallbackInfo& info);
  Napi::Value ReleaseLoan(const Napi::CallbackInfo& info);
  Napi::Value Inspect(const Napi::CallbackInfo& info);
  Napi::Value Counters(const Napi::CallbackInfo& info);
  void Close(const Napi::CallbackInfo& info);
  Napi::Value Id(const Napi::CallbackInfo& info);

  void Drain();
  void Shut();

  std::shared_ptr<Context> context_;
  std::shared_ptr<LoanBook> loans_;
  std::unique_ptr<BatchBuffers> buffers_;
  std::unique_ptr<EventLoop> loop_;
  Napi::FunctionReference on_wake_;
  Napi::FunctionReference on_young_full_;
  std::unique_ptr<Napi::AsyncContext> async_;
  napi_async_cleanup_hook_handle cleanup_ = nullptr;
  bool shut_ = false;
  std::uint64_t drains_ = 0;
};

// One context of a domain as native.ts ContextInfo.
Napi::Object DescribeContext(Napi::Env env, const Directory& directory, ContextId id, ContextId self);

}  // namespace roslet::binding

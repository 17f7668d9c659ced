// NativeSubscription of native.ts.
#pragma once

#include <napi.h>

#include <memory>

#include "binding/context_binding.hpp"
#include "core/subscription.hpp"

namespace roslet::binding {

class SubscriptionBinding : public Napi::ObjectWrap<SubscriptionBinding> {
 public:
  static Napi::Function Define(Napi::Env env);
  explicit SubscriptionBinding(const Napi::CallbackInfo& info);

 private:
  Napi::Value Attach(const Napi::CallbackInfo& info);
  void Detach(const Napi::CallbackInfo& info);
  void SetActive(const Napi::CallbackInfo& info);
  Napi::Value Ready(const Napi::CallbackInfo& info);
  Napi::Value TakeOne(const Napi::CallbackInfo& info);
  void CountInvalid(const Napi::CallbackInfo& info);
  Napi::Value Statistics(const Napi::CallbackInfo& info);
  void Close(const Napi::CallbackInfo& info);

  bool IsOpen() const { return subscription_ && !context_->closed(); }
  Subscription& Open() const;

  std::shared_ptr<Context> context_;
  std::unique_ptr<Subscription> subscription_;
  Napi::ObjectReference context_object_;
  Napi::ObjectReference last_statistics_;
};

}  // namespace roslet::binding

#include "binding/subscription_binding.hpp"

#include "binding/convert.hpp"
#include "binding/statistics.hpp"

namespace roslet::binding {

namespace {

MessageKind ParseKind(Napi::Env env, const std::string& name) {
  if (name == "message") return MessageKind::kMessage;
  if (name == "request") return MessageKind::kRequest;
  if (name == "response") return MessageKind::kResponse;
  ThrowArgument(env, "kind to be 'message', 'request' or 'response', got '" + name + "'");
}

}  // namespace

Napi::Function SubscriptionBinding::Define(Napi::Env env) {
  return DefineClass(
      env, "Subscription",
      {InstanceMethod<&SubscriptionBinding::Attach>("attach"), InstanceMethod<&SubscriptionBinding::Detach>("detach"),
       InstanceMethod<&SubscriptionBinding::SetActive>("setActive"),
       InstanceMethod<&SubscriptionBinding::Ready>("ready"), InstanceMethod<&SubscriptionBinding::TakeOne>("takeOne"),
       InstanceMethod<&SubscriptionBinding::CountInvalid>("countInvalid"),
       InstanceMethod<&SubscriptionBinding::Statistics>("statistics"),
       InstanceMethod<&SubscriptionBinding::Close>("close")});
}

SubscriptionBinding::SubscriptionBinding(const Napi::CallbackInfo& info) : Napi::ObjectWrap<SubscriptionBinding>(info) {
  Napi::Env env = info.Env();
  ContextBinding& context = ContextBinding::From(info[0]);
  if (!info[1].IsObject()) ThrowArgument(env, "subscription options");
  Napi::Object options = info[1].As<Napi::Object>();
  SubscriptionOptions wanted;
  wanted.entity = static_cast<std::uint32_t>(NumberField(options, "entity", 1, UINT32_MAX));
  wanted.reliable = BoolField(options, "reliable");
  wanted.depth = static_cast<std::uint32_t>(NumberField(options, "depth", 0, UINT32_MAX));
  wanted.kind = ParseKind(env, StringField(options, "kind"));
  wanted.loan = options.Has("loan") && BoolField(options, "loan");
  context.Open();
  context_ = context.context();
  context_object_ = Napi::Persistent(info[0].As<Napi::Object>());
  Guard(env, [&] { subscription_ = std::make_unique<Subscription>(*context_, wanted); });
}

Subscription& SubscriptionBinding::Open() const {
  if (!IsOpen()) {
    throw ToNapi(Env(), Error(code::kClosed, "expected an open subscription: this one, or its context, was closed"));
  }
  return *subscription_;
}

Napi::Value SubscriptionBinding::Attach(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  Subscription& subscription = Open();
  Gid writer{ParseContextId(env, info[0], "contextId"),
             static_cast<std::uint32_t>(NumberArgument(info, 1, "entity", 1, UINT32_MAX))};
  auto start = static_cast<Start>(NumberArgument(info, 2, "start", 0, 2));
  Gid target = ParseGid(env, info[3], "target");
  return Guard(env, [&]() -> Napi::Value { return Count(env, subscription.Attach(writer, start, target)); });
}

void SubscriptionBinding::Detach(const Napi::CallbackInfo& info) {
  if (!IsOpen()) return;
  auto number = static_cast<std::uint32_t>(NumberArgument(info, 0, "attachment", 1, UINT32_MAX));
  Guard(info.Env(), [&] { subscription_->Detach(number, info[1].ToBoolean()); });
}

void SubscriptionBinding::SetActive(const Napi::CallbackInfo& info) {
  if (IsOpen()) subscription_->SetActive(info[0].ToBoolean());
}

Napi::Value SubscriptionBinding::Ready(const Napi::CallbackInfo& info) {
  return Napi::Boolean::New(info.Env(), IsOpen() && subscription_->Ready());
}

Napi::Value SubscriptionBinding::TakeOne(const Napi::CallbackInfo& info) {
  Subscription& subscription = Open();
  return ContextBinding::From(context_object_.Value()).Take(info.Env(), &subscription, 1);
}

void SubscriptionBinding::CountInvalid(const Napi::CallbackInfo&) {
  if (IsOpen()) subscription_->CountInvalid();
}

Napi::Value SubscriptionBinding::Statistics(const Napi::CallbackInfo& info) {
  if (IsOpen()) return DescribeReader(info.Env(), subscription_->block());
  if (!last_statistics_.IsEmpty()) return last_statistics_.Value();
  layout::ReaderBlock nothing{};
  return DescribeReader(info.Env(), nothing);
}

void SubscriptionBinding::Close(const Napi::CallbackInfo& info) {
  if (!subscription_) return;
  if (!context_->closed()) last_statistics_ = Napi::Persistent(DescribeReader(info.Env(), subscription_->block()));
  Guard(info.Env(), [&] { subscription_.reset(); });
}

}  // namespace roslet::binding

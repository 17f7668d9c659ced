#include "binding/context_binding.hpp"

#include "binding/convert.hpp"
#include "binding/statistics.hpp"
#include "core/publisher.hpp"
#include "core/subscription.hpp"

namespace roslet::binding {

namespace {

constexpr std::size_t kDrainMessages = 512;
// What is copied out in one go should still be in the cache when JavaScript looks at it.
constexpr std::size_t kDrainBytes = 1u << 20;
// Tells our objects from any other wrapped one: native code never casts on a promise.
constexpr napi_type_tag kContextTag = {0x726F736C6574436Full, 0x6E746578742D3031ull};

WaitStrategy ParseStrategy(Napi::Env env, const std::string& name) {
  if (name == "park") return WaitStrategy::kPark;
  if (name == "adaptive") return WaitStrategy::kAdaptive;
  if (name == "spin") return WaitStrategy::kSpin;
  ThrowArgument(env, "wait to be 'park', 'adaptive' or 'spin', got '" + name + "'");
}

}  // namespace

Napi::Function ContextBinding::Define(Napi::Env env) {
  return DefineClass(
      env, "Context",
      {InstanceAccessor<&ContextBinding::Id>("id"), InstanceMethod<&ContextBinding::GraphChanged>("graphChanged"),
       InstanceMethod<&ContextBinding::GraphChanges>("graphChanges"),
       InstanceMethod<&ContextBinding::SetCatalogue>("setCatalogue"),
       InstanceMethod<&ContextBinding::TakeBatch>("take"), InstanceMethod<&ContextBinding::WaitSync>("waitSync"),
       InstanceMethod<&ContextBinding::SetRef>("setRef"), InstanceMethod<&ContextBinding::Inspect>("inspect"),
       InstanceMethod<&ContextBinding::Counters>("counters"),
       InstanceMethod<&ContextBinding::ReleaseLoan>("releaseLoan"), InstanceMethod<&ContextBinding::Close>("close")});
}

ContextBinding& ContextBinding::From(const Napi::Value& value) {
  if (!value.IsObject() || !value.As<Napi::Object>().CheckTypeTag(&kContextTag)) {
    ThrowArgument(value.Env(), "a native Context");
  }
  return *Unwrap(value.As<Napi::Object>());
}

ContextBinding::ContextBinding(const Napi::CallbackInfo& info) : Napi::ObjectWrap<ContextBinding>(info) {
  Napi::Env env = info.Env();
  if (!info[0].IsObject()) ThrowArgument(env, "context options");
  Napi::Object options = info[0].As<Napi::Object>();
  ContextOptions wanted;
  wanted.directory = StringField(options, "directory");
  wanted.domain = static_cast<std::uint32_t>(NumberField(options, "domainId", 0, UINT32_MAX));
  wanted.access.group = SignedField(options, "groupId", -1, UINT32_MAX - 1);
  wanted.library = StringField(options, "libraryVersion");
  wanted.force_shm_failure = BoolField(options, "forceShmFailure");
  WaitStrategy strategy = ParseStrategy(env, StringField(options, "wait"));
  auto budget = static_cast<std::int64_t>(NumberField(options, "adaptiveBudgetMicros", 0, 1'000'000)) * 1000;
  Napi::Value on_wake = options.Get("onWake");
  if (!on_wake.IsFunction()) ThrowArgument(env, "a function onWake");

  Napi::Value on_young_full = options.Get("onYoungFull");
  if (!on_young_full.IsFunction()) ThrowArgument(env, "a function onYoungFull");

  info.This().As<Napi::Object>().TypeTag(&kContextTag);
  on_wake_ = Napi::Persistent(on_wake.As<Napi::Function>());
  on_young_full_ = Napi::Persistent(on_young_full.As<Napi::Function>());
  async_ = std::make_unique<Napi::AsyncContext>(env, "roslet.Context");
  uv_loop_t* loop = nullptr;
  napi_get_uv_event_loop(env, &loop);
  Guard(env, [&] {
    context_ = std::make_shared<Context>(wanted);
    loans_ = std::make_shared<LoanBook>(context_);
    buffers_ = std::make_unique<BatchBuffers>(loans_);
    loop_ = std::make_unique<EventLoop>(loop, *context_, strategy, budget, [this] { Drain(); });
  });
  // libuv holds pointers into this object until the handles are closed: it must not be collected before.
  Ref();
  napi_add_async_cleanup_hook(
      env, [](napi_async_cleanup_hook_handle, void* self) { static_cast<ContextBinding*>(self)->Shut(); }, this,
      &cleanup_);
}

ContextBinding::~ContextBinding() = default;

Context& ContextBinding::Open() const {
  if (context_->closed()) throw ToNapi(Env(), Error(code::kClosed, "expected an open context: this one was closed"));
  return *context_;
}

// Closes everything, whoever asks first: `close()`, or the end of the environment (a worker that is terminated).
void ContextBinding::Shut() {
  if (shut_) return;
  shut_ = true;
  context_->Close();
  loop_->Close([this] {
    napi_async_cleanup_hook_handle handle = cleanup_;
    cleanup_ = nullptr;
    Napi::HandleScope scope(Env());
    async_.reset();
    on_wake_.Reset();
    on_young_full_.Reset();
    buffers_.reset();
    Unref();
    if (handle != nullptr) napi_remove_async_cleanup_hook(handle);
  });
}

void ContextBinding::Close(const Napi::CallbackInfo& info) {
  Guard(info.Env(), [&] { Shut(); });
}

Napi::Value ContextBinding::Id(const Napi::CallbackInfo& info) {
  return Hex16(info.Env(), context_->id());
}

Napi::Value ContextBinding::GraphChanged(const Napi::CallbackInfo& info) {
  return Napi::Boolean::New(info.Env(), Open().GraphChanged());
}

Napi::Value ContextBinding::GraphChanges(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  return Guard(env, [&]() -> Napi::Value {
    Napi::Array result = Napi::Array::New(env);
    std::uint32_t index = 0;
    for (const CatalogueChange& change : Open().TakeGraphChanges()) {
      Napi::Object entry = Napi::Object::New(env);
      entry.Set("contextId", Hex16(env, change.context));
      entry.Set("pid", Count(env, change.pid));
      if (change.catalogue) {
        entry.Set("catalogue",
                  Napi::Buffer<std::uint8_t>::Copy(env, change.catalogue->data(), change.catalogue->size()));
      } else {
        entry.Set("catalogue", env.Undefined());
      }
      result.Set(index++, entry);
    }
    return result;
  });
}

void ContextBinding::SetCatalogue(const Napi::CallbackInfo& info) {
  Bytes bytes = BytesArgument(info, 0, "catalogue");
  Guard(info.Env(), [&] { Open().SetCatalogue(bytes.data, bytes.size); });
}

Napi::Value ContextBinding::Take(Napi::Env env, Subscription* only, std::size_t max_messages) {
  return Guard(env, [&]() -> Napi::Value {
    Context& context = Open();
    // Before more are made, and when nobody holds on to the last ones any more.
    if (buffers_->pool().TakeYoungFull()) on_young_full_.Call({});
    Batch batch(max_messages, kDrainBytes);
    if (only != nullptr) {
      only->Gather(batch);
    } else {
      context.Gather(batch);
    }
    Napi::Value buffers = buffers_->Copy(env, batch);
    context.Settle();
    return buffers;
  });
}

Napi::Value ContextBinding::TakeBatch(const Napi::CallbackInfo& info) {
  return Take(info.Env(), nullptr, NumberArgument(info, 0, "maxMessages", 1, 1u << 20));
}

Napi::Value ContextBinding::WaitSync(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  double timeout = info[0].IsNumber() ? info[0].As<Napi::Number>().DoubleValue() : 0;
  return Guard(env, [&]() -> Napi::Value {
    bool ready = Open().Wait(timeout < 0 ? -1 : static_cast<int>(std::min(timeout, 2'000'000'000.0)));
    context_->TakePoked();
    return Napi::Boolean::New(env, ready);
  });
}

void ContextBinding::SetRef(const Napi::CallbackInfo& info) {
  if (!shut_) loop_->SetRef(info[0].ToBoolean());
}

// One turn's work for JavaScript, in one call.
void ContextBinding::Drain() {
  Napi::Env env = Env();
  Napi::HandleScope scope(env);
  try {
    bool graph = context_->GraphChanged();
    bool poked = context_->TakePoked();
    Napi::Value buffers = Take(env, nullptr, kDrainMessages);
    if (!graph && buffers.IsUndefined() && !(poked && context_->HasWaitingPublisher())) return;
    ++drains_;
    on_wake_.MakeCallback(Value(), {Napi::Boolean::New(env, graph), buffers}, *async_);
  } catch (const Napi::Error& error) {
    // Where no JavaScript can run any more (a worker that is being terminated), not even the error can be had.
    try {
      napi_fatal_exception(env, error.Value());
    } catch (const Napi::Error&) {
    }
  }
}

Napi::Value ContextBinding::ReleaseLoan(const Napi::CallbackInfo& info) {
  return Napi::Boolean::New(info.Env(), loans_->Release(info.Env(), info[0]));
}

Napi::Value ContextBinding::Inspect(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  return Guard(env, [&]() -> Napi::Value {
    Context& context = Open();
    Napi::Array result = Napi::Array::New(env);
    std::uint32_t index = 0;
    for (ContextId id : ReadRegistry(context.directory())) {
      result.Set(index++, DescribeContext(env, context.directory(), id, context.id()));
    }
    return result;
  });
}

Napi::Value ContextBinding::Counters(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  Napi::Object result = Napi::Object::New(env);
  if (context_->closed()) return result;
  const layout::ContextHeader& header = context_->segment().header();
  result.Set("doorbells", Count(env, header.doorbells.load(std::memory_order_relaxed)));
  result.Set("datagramsRefused", Count(env, header.datagrams_refused.load(std::memory_order_relaxed)));
  result.Set("parks", Count(env, header.parked_epoch.load(std::memory_order_relaxed) / 2));
  result.Set("drains", Count(env, drains_));
  result.Set("loansOut", Count(env, loans_->out()));
  return result;
}

}  // namespace roslet::binding

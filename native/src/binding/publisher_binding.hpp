// NativePublisher of native.ts.
#pragma once

#include <napi.h>

#include <memory>

#include "binding/context_binding.hpp"
#include "core/publisher.hpp"

namespace roslet::binding {

class PublisherBinding : public Napi::ObjectWrap<PublisherBinding> {
 public:
  static Napi::Function Define(Napi::Env env);
  explicit PublisherBinding(const Napi::CallbackInfo& info);
  ~PublisherBinding() override;

 private:
  // `send`, a function of each publisher's own: a method would have to look up whose it is, at the price of the rest.
  struct Sender {
    PublisherBinding* owner;  // null when it was collected before its function
  };
  void AddSender(Napi::Env env, Napi::Object self);
  static napi_value Send(napi_env env, napi_callback_info info);
  double SendStaged(std::size_t size, std::uint64_t correlation);

  void SetReaders(const Napi::CallbackInfo& info);
  Napi::Value Reserve(const Napi::CallbackInfo& info);
  Napi::Value Region(const Napi::CallbackInfo& info);
  Napi::Value ReservedOffset(const Napi::CallbackInfo& info);
  Napi::Value Commit(const Napi::CallbackInfo& info);
  void Abort(const Napi::CallbackInfo& info);
  void SetCorked(const Napi::CallbackInfo& info);
  Napi::Value PublishBytes(const Napi::CallbackInfo& info);
  Napi::Value PublishMessage(const Napi::CallbackInfo& info);
  Napi::Value AllAcknowledged(const Napi::CallbackInfo& info);
  Napi::Value LastSequence(const Napi::CallbackInfo& info);
  Napi::Value Path(const Napi::CallbackInfo& info);
  Napi::Value Statistics(const Napi::CallbackInfo& info);
  void Close(const Napi::CallbackInfo& info);

  Publisher& Open() const;
  // Wraps the reservation's memory in an ArrayBuffer, each mapping once.
  void ExposeRegion(Napi::Env env);
  double Finish(Napi::Env env, std::size_t size, std::uint64_t correlation);

  std::shared_ptr<Context> context_;
  std::unique_ptr<Publisher> publisher_;
  std::uint64_t last_sequence_ = 0;
  Napi::ObjectReference last_statistics_;
  // The ring's memory stays wrapped while the ring is used; a durable segment is wrapped for its one message.
  struct Exposed {
    const Mapping* mapping = nullptr;
    Napi::Reference<Napi::Uint8Array> bytes;
  };
  Exposed ring_, durable_;
  const Exposed* current_ = nullptr;
  bool external_forbidden_ = false;
  Sender* sender_ = nullptr;  // belongs to the function
  Napi::Reference<Napi::Uint8Array> staging_;
  std::uint8_t* staged_ = nullptr;
};

}  // namespace roslet::binding

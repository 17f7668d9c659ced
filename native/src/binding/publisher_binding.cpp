#include "binding/publisher_binding.hpp"

#include <cstring>

#include "binding/convert.hpp"
#include "binding/statistics.hpp"
#include "cdr/cdr.hpp"

namespace roslet::binding {

namespace {

constexpr int kNewRegion = -6;
// Up to here a copy costs less than a second call.
constexpr std::size_t kStagedBytes = 2048;
constexpr std::size_t kStagedAt = 4;  // behind the encapsulation header, the CDR body is 8-byte aligned
constexpr std::uint64_t kMaxSafeInteger = (1ull << 53) - 1;

std::uint64_t Correlation(const Napi::CallbackInfo& info, std::size_t index) {
  return info[index].IsUndefined() ? 0 : NumberArgument(info, index, "correlation", 0, kMaxSafeInteger);
}

// Gives the reservation back on every way out that is not a commit.
class AbortUnlessCommitted {
 public:
  explicit AbortUnlessCommitted(Publisher& publisher) : publisher_(publisher) {}
  ~AbortUnlessCommitted() {
    if (!committed_) publisher_.Abort();
  }
  void Committed() { committed_ = true; }

 private:
  Publisher& publisher_;
  bool committed_ = false;
};

}  // namespace

Napi::Function PublisherBinding::Define(Napi::Env env) {
  return DefineClass(
      env, "Publisher",
      {InstanceMethod<&PublisherBinding::SetReaders>("setReaders"),
       InstanceMethod<&PublisherBinding::Reserve>("reserve"), InstanceAccessor<&PublisherBinding::Region>("region"),
       InstanceAccessor<&PublisherBinding::ReservedOffset>("reservedOffset"),
       InstanceMethod<&PublisherBinding::Commit>("commit"), InstanceMethod<&PublisherBinding::Abort>("abort"),
       InstanceMethod<&PublisherBinding::SetCorked>("setCorked"),
       InstanceMethod<&PublisherBinding::PublishBytes>("publishBytes"),
       InstanceMethod<&PublisherBinding::PublishMessage>("publishMessage"),
       InstanceMethod<&PublisherBinding::AllAcknowledged>("allAcknowledged"),
       InstanceAccessor<&PublisherBinding::LastSequence>("lastSequence"),
       InstanceAccessor<&PublisherBinding::Path>("path"), InstanceMethod<&PublisherBinding::Statistics>("statistics"),
       InstanceMethod<&PublisherBinding::Close>("close")});
}

PublisherBinding::PublisherBinding(const Napi::CallbackInfo& info) : Napi::ObjectWrap<PublisherBinding>(info) {
  Napi::Env env = info.Env();
  ContextBinding& context = ContextBinding::From(info[0]);
  if (!info[1].IsObject()) ThrowArgument(env, "publisher options");
  Napi::Object options = info[1].As<Napi::Object>();
  PublisherOptions wanted;
  wanted.entity = static_cast<std::uint32_t>(NumberField(options, "entity", 1, UINT32_MAX));
  wanted.target = ParseGid(env, options.Get("target"), "target");
  wanted.reliable = BoolField(options, "reliable");
  wanted.transient_local = BoolField(options, "transientLocal");
  wanted.depth = static_cast<std::uint32_t>(NumberField(options, "depth", 0, UINT32_MAX));
  wanted.max_bytes = NumberField(options, "maxBytes", 0, kMaxSafeInteger);
  context.Open();
  context_ = context.context();
  Guard(env, [&] { publisher_ = std::make_unique<Publisher>(*context_, wanted); });
  AddSender(env, info.This().As<Napi::Object>());
}

PublisherBinding::~PublisherBinding() {
  if (sender_ != nullptr) sender_->owner = nullptr;
}

void PublisherBinding::AddSender(Napi::Env env, Napi::Object self) {
  Napi::Uint8Array staging = Napi::Uint8Array::New(env, kStagedAt + kStagedBytes);
  auto sender = std::make_unique<Sender>(this);
  napi_value function = nullptr;
  napi_status status =
      napi_create_function(env, "send", NAPI_AUTO_LENGTH, &PublisherBinding::Send, sender.get(), &function);
  if (status == napi_ok) {
    status = napi_add_finalizer(
        env, function, sender.get(),
        [](napi_env, void* gone, void*) {
          auto* sender = static_cast<Sender*>(gone);
          if (sender->owner != nullptr) sender->owner->sender_ = nullptr;
          delete sender;
        },
        nullptr, nullptr);
  }
  if (status != napi_ok) throw Napi::Error::New(env);
  sender_ = sender.release();
  staged_ = staging.Data();
  staging_ = Napi::Persistent(staging);
  self.Set("staging", staging);
  self.Set("send", Napi::Value(env, function));
}

napi_value PublisherBinding::Send(napi_env env, napi_callback_info info) {
  std::size_t count = 2;
  napi_value arguments[2];
  void* data = nullptr;
  double size = 0;
  double correlation = 0;
  napi_get_cb_info(env, info, &count, arguments, nullptr, &data);
  PublisherBinding* self = static_cast<Sender*>(data)->owner;
  napi_value result = nullptr;
  try {
    if (self == nullptr) throw Error(code::kClosed, "expected an open publisher: this one is gone");
    bool sound = count >= 1 && IsWhole(env, arguments[0], 4, static_cast<double>(kStagedBytes), &size);
    if (sound && count >= 2) {
      napi_valuetype type = napi_undefined;
      napi_typeof(env, arguments[1], &type);
      sound =
          type == napi_undefined || IsWhole(env, arguments[1], 0, static_cast<double>(kMaxSafeInteger), &correlation);
    }
    if (!sound) {
      throw Error(code::kArgument,
                  "expected a size from 4 to " + std::to_string(kStagedBytes) + " and, if any, an integer correlation");
    }
    double sequence = self->SendStaged(static_cast<std::size_t>(size), static_cast<std::uint64_t>(correlation));
    napi_create_double(env, sequence, &result);
  } catch (const Napi::Error& error) {
    error.ThrowAsJavaScriptException();
  } catch (const Error& error) {
    ToNapi(env, error).ThrowAsJavaScriptException();
  } catch (const std::exception& error) {
    Napi::Error::New(env, error.what()).ThrowAsJavaScriptException();
  }
  return result;
}

// The message's number, or a PublishStatus.
double PublisherBinding::SendStaged(std::size_t size, std::uint64_t correlation) {
  Publisher& publisher = Open();
  PublishStatus status = publisher.Reserve(size);
  if (status != PublishStatus::kOk) return static_cast<int>(status);
  std::memcpy(publisher.reservation().payload, staged_ + kStagedAt, size);
  return static_cast<double>(publisher.Commit(size, correlation));
}

Publisher& PublisherBinding::Open() const {
  if (!publisher_ || context_->closed()) {
    throw ToNapi(Env(), Error(code::kClosed, "expected an open publisher: this one, or its context, was closed"));
  }
  return *publisher_;
}

void PublisherBinding::SetReaders(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  Publisher& publisher = Open();
  if (!info[0].IsArray()) ThrowArgument(env, "an array of readers");
  Napi::Array array = info[0].As<Napi::Array>();
  std::vector<ReaderAddress> readers;
  for (std::uint32_t i = 0; i < array.Length(); ++i) {
    Napi::Value value = array.Get(i);
    if (!value.IsObject()) ThrowArgument(env, "an array of readers");
    Napi::Object reader = value.As<Napi::Object>();
    readers.push_back({{ParseContextId(env, reader.Get("contextId"), "contextId"),
                        static_cast<std::uint32_t>(NumberField(reader, "entity", 1, UINT32_MAX))},
                       BoolField(reader, "reliable")});
  }
  Guard(env, [&] { publisher.SetReaders(readers); });
}

void PublisherBinding::ExposeRegion(Napi::Env env) {
  const Publisher::Reservation& reservation = publisher_->reservation();
  const Mapping* mapping = reservation.mapping.get();
  if (current_ != nullptr && current_->mapping == mapping) return;
  current_ = nullptr;
  if (external_forbidden_) return;
  if (ring_.mapping == mapping) {
    current_ = &ring_;
    return;
  }
  // The ArrayBuffer keeps the memory mapped for as long as JavaScript can reach it.
  auto* keep = new SharedMapping(reservation.mapping);
  napi_value buffer = nullptr;
  napi_status status = napi_create_external_arraybuffer(
      env, mapping->data(), mapping->size(),
      [](napi_env, void*, void* hint) { delete static_cast<SharedMapping*>(hint); }, keep, &buffer);
  if (status != napi_ok) {
    delete keep;
    external_forbidden_ = true;
    return;
  }
  bool is_durable = reservation.payload == mapping->data() + layout::kDurablePayloadAt;
  Exposed& exposed = is_durable ? durable_ : ring_;
  exposed.mapping = mapping;
  exposed.bytes = Napi::Persistent(Napi::Uint8Array::New(env, mapping->size(), Napi::ArrayBuffer(env, buffer), 0));
  current_ = &exposed;
}

Napi::Value PublisherBinding::Reserve(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  Publisher& publisher = Open();
  std::uint64_t size = NumberArgument(info, 0, "size", 0, kMaxSafeInteger);
  return Guard(env, [&]() -> Napi::Value {
    PublishStatus status = publisher.Reserve(size);
    if (status != PublishStatus::kOk) return Napi::Number::New(env, static_cast<int>(status));
    const Mapping* before = current_ == nullptr ? nullptr : current_->mapping;
    ExposeRegion(env);
    if (current_ == nullptr || current_->mapping != before) return Napi::Number::New(env, kNewRegion);
    return ReservedOffset(info);
  });
}

Napi::Value PublisherBinding::Region(const Napi::CallbackInfo& info) {
  if (current_ == nullptr) return info.Env().Undefined();
  return current_->bytes.Value();
}

Napi::Value PublisherBinding::ReservedOffset(const Napi::CallbackInfo& info) {
  Publisher& publisher = Open();
  if (!publisher.has_reservation()) return Napi::Number::New(info.Env(), -1);
  const Publisher::Reservation& reservation = publisher.reservation();
  return Count(info.Env(), static_cast<std::uint64_t>(reservation.payload - reservation.mapping->data()));
}

double PublisherBinding::Finish(Napi::Env env, std::size_t size, std::uint64_t correlation) {
  return Guard(env, [&] {
    double sequence = static_cast<double>(publisher_->Commit(size, correlation));
    if (current_ == &durable_) {
      current_ = nullptr;
      durable_ = {};
    }
    return sequence;
  });
}

Napi::Value PublisherBinding::Commit(const Napi::CallbackInfo& info) {
  Open();
  std::uint64_t size = NumberArgument(info, 0, "actualSize", 0, kMaxSafeInteger);
  return Napi::Number::New(info.Env(), Finish(info.Env(), size, Correlation(info, 1)));
}

void PublisherBinding::Abort(const Napi::CallbackInfo&) {
  if (publisher_ && !context_->closed()) publisher_->Abort();
}

void PublisherBinding::SetCorked(const Napi::CallbackInfo& info) {
  if (!publisher_ || context_->closed()) return;
  if (info[0].ToBoolean()) {
    publisher_->Cork();
  } else {
    Guard(info.Env(), [&] { publisher_->Uncork(); });
  }
}

Napi::Value PublisherBinding::PublishBytes(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  Publisher& publisher = Open();
  Bytes bytes = BytesArgument(info, 0, "bytes");
  std::uint64_t correlation = Correlation(info, 1);
  PublishStatus status = Guard(env, [&] { return publisher.Reserve(bytes.size); });
  if (status != PublishStatus::kOk) return Napi::Number::New(env, static_cast<int>(status));
  std::memcpy(publisher.reservation().payload, bytes.data, bytes.size);
  return Napi::Number::New(env, Finish(env, bytes.size, correlation));
}

Napi::Value PublisherBinding::PublishMessage(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  Publisher& publisher = Open();
  const cdr::Plan& plan = cdr::Plan::Unwrap(info[0]);
  std::uint64_t correlation = Correlation(info, 2);
  std::size_t size = cdr::Size(env, plan, info[1]);
  // A getter may have closed or used this publisher meanwhile.
  PublishStatus status = Guard(env, [&] { return Open().Reserve(size); });
  if (status != PublishStatus::kOk) return Napi::Number::New(env, static_cast<int>(status));
  AbortUnlessCommitted abort(publisher);
  SharedMapping memory = publisher.reservation().mapping;
  cdr::Encode(env, plan, info[1], publisher.reservation().payload, size);
  Open();
  double sequence = Finish(env, size, correlation);
  abort.Committed();
  return Napi::Number::New(env, sequence);
}

Napi::Value PublisherBinding::AllAcknowledged(const Napi::CallbackInfo& info) {
  return Napi::Boolean::New(info.Env(), Open().AllAcknowledged());
}

Napi::Value PublisherBinding::LastSequence(const Napi::CallbackInfo& info) {
  return Count(info.Env(), publisher_ && !context_->closed() ? publisher_->last_sequence() : last_sequence_);
}

Napi::Value PublisherBinding::Path(const Napi::CallbackInfo& info) {
  static constexpr const char* kNames[] = {"none", "ring", "inline", "mixed"};
  PublishPath path = publisher_ && !context_->closed() ? publisher_->path() : PublishPath::kNone;
  return Napi::String::New(info.Env(), kNames[static_cast<int>(path)]);
}

Napi::Value PublisherBinding::Statistics(const Napi::CallbackInfo& info) {
  if (publisher_ && !context_->closed()) return DescribeWriter(info.Env(), publisher_->block());
  if (!last_statistics_.IsEmpty()) return last_statistics_.Value();
  layout::WriterBlock nothing{};
  return DescribeWriter(info.Env(), nothing);
}

void PublisherBinding::Close(const Napi::CallbackInfo& info) {
  if (!publisher_) return;
  current_ = nullptr;
  ring_ = {};
  durable_ = {};
  if (context_->closed()) {
    publisher_.reset();
    return;
  }
  Guard(info.Env(), [&] {
    last_sequence_ = publisher_->last_sequence();
    last_statistics_ = Napi::Persistent(DescribeWriter(info.Env(), publisher_->block()));
    publisher_->Abort();
    context_->Linger(std::move(publisher_));
  });
}

}  // namespace roslet::binding

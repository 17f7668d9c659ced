// The addon's exports, as packages/rmw/src/native.ts declares them. Everything hangs on the environment that loads it:
// worker threads and second copies have their own.
#include <napi.h>

#include "binding/context_binding.hpp"
#include "binding/convert.hpp"
#include "binding/layout_export.hpp"
#include "binding/publisher_binding.hpp"
#include "binding/subscription_binding.hpp"
#include "cdr/cdr.hpp"

namespace roslet::binding {

namespace {

Directory ExistingDirectory(const Napi::CallbackInfo& info, bool* exists) {
  if (!info[0].IsString()) ThrowArgument(info.Env(), "a directory path");
  auto directory = Directory::Open(info[0].As<Napi::String>());
  *exists = directory.has_value();
  return directory ? std::move(*directory) : Directory();
}

Napi::Value InspectDomain(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  return Guard(env, [&]() -> Napi::Value {
    Napi::Object result = Napi::Object::New(env);
    Napi::Array contexts = Napi::Array::New(env);
    Napi::Array files = Napi::Array::New(env);
    result.Set("contexts", contexts);
    result.Set("files", files);
    bool exists = false;
    Directory directory = ExistingDirectory(info, &exists);
    if (!exists) return result;
    std::uint32_t index = 0;
    for (ContextId id : ReadRegistry(directory)) contexts.Set(index++, DescribeContext(env, directory, id, 0));
    index = 0;
    for (const DomainFile& file : ListDomain(directory)) {
      Napi::Object entry = Napi::Object::New(env);
      entry.Set("name", file.name);
      entry.Set("bytes", Count(env, file.bytes));
      entry.Set("owner", file.owner == 0 ? env.Undefined() : Hex16(env, file.owner));
      entry.Set("orphan", Napi::Boolean::New(env, file.orphan));
      files.Set(index++, entry);
    }
    return result;
  });
}

// Of the living contexts, what their nodes and endpoints are, and nothing else: for a look at the graph.
Napi::Value ReadCatalogues(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  return Guard(env, [&]() -> Napi::Value {
    Napi::Array result = Napi::Array::New(env);
    bool exists = false;
    Directory directory = ExistingDirectory(info, &exists);
    if (!exists) return result;
    std::uint32_t index = 0;
    std::uint64_t pid = 0;
    std::optional<std::vector<std::uint8_t>> catalogue;
    for (ContextId id : ReadRegistry(directory)) {
      if (!ReadAnnouncement(directory, id, pid, catalogue)) continue;
      Napi::Object entry = Napi::Object::New(env);
      entry.Set("contextId", Hex16(env, id));
      entry.Set("pid", Count(env, pid));
      entry.Set("catalogue", catalogue ? Napi::Buffer<std::uint8_t>::Copy(env, catalogue->data(), catalogue->size())
                                       : env.Undefined());
      result.Set(index++, entry);
    }
    return result;
  });
}

Napi::Value CleanDomainBinding(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  return Guard(env, [&]() -> Napi::Value {
    Napi::Array names = Napi::Array::New(env);
    bool exists = false;
    Directory directory = ExistingDirectory(info, &exists);
    if (!exists) return names;
    std::uint32_t index = 0;
    for (const std::string& name : CleanDomain(directory, info[1].ToBoolean())) names.Set(index++, name);
    return names;
  });
}

Napi::Object Init(Napi::Env env, Napi::Object exports) {
  exports.Set("layoutVersion", Napi::Number::New(env, layout::kVersion));
  exports.Set("Context", ContextBinding::Define(env));
  exports.Set("Publisher", PublisherBinding::Define(env));
  exports.Set("Subscription", SubscriptionBinding::Define(env));
  exports.Set("inspectDomain", Napi::Function::New<InspectDomain>(env, "inspectDomain"));
  exports.Set("readCatalogues", Napi::Function::New<ReadCatalogues>(env, "readCatalogues"));
  exports.Set("cleanDomain", Napi::Function::New<CleanDomainBinding>(env, "cleanDomain"));
  exports.Set("layout", Napi::Function::New<ExportLayout>(env, "layout"));
  cdr::InitCdr(env, exports);
  return exports;
}

NODE_API_MODULE(roslet, Init)

}  // namespace

}  // namespace roslet::binding

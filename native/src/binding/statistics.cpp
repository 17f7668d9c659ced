#include "binding/statistics.hpp"

#include <algorithm>
#include <vector>

#include "binding/context_binding.hpp"
#include "binding/convert.hpp"
#include "core/peer_context.hpp"

namespace roslet::binding {

namespace {

Napi::Number Read(Napi::Env env, const layout::Word& word) {
  return Count(env, word.load(std::memory_order_relaxed));
}

std::string Printable(const char* text, std::size_t size) {
  std::string result(text, ::strnlen(text, size));
  std::replace_if(
      result.begin(), result.end(), [](char c) { return c < 32 || c > 126; }, '?');
  return result;
}

}  // namespace

Napi::Object DescribeWriter(Napi::Env env, const layout::WriterBlock& block) {
  Napi::Object result = Napi::Object::New(env);
  result.Set("entity", Count(env, block.entity.load(std::memory_order_relaxed)));
  result.Set("sent", Read(env, block.sent));
  result.Set("sentBytes", Read(env, block.sent_bytes));
  result.Set("lastSequence", Read(env, block.last_sequence));
  result.Set("inlineSent", Read(env, block.inline_sent));
  result.Set("lostNoSpace", Read(env, block.lost_no_space));
  result.Set("sharedBytes", Read(env, block.shared_bytes));
  result.Set("readers", Read(env, block.readers));
  return result;
}

Napi::Object DescribeReader(Napi::Env env, const layout::ReaderBlock& block) {
  Napi::Object result = Napi::Object::New(env);
  result.Set("entity", Count(env, block.entity.load(std::memory_order_relaxed)));
  result.Set("received", Read(env, block.received));
  result.Set("receivedBytes", Read(env, block.received_bytes));
  result.Set("lostOverwritten", Read(env, block.lost_overwritten));
  result.Set("lostDepth", Read(env, block.lost_depth));
  result.Set("lostInvalid", Read(env, block.lost_invalid));
  result.Set("viaLog", Read(env, block.via_log));
  result.Set("viaInline", Read(env, block.via_inline));
  result.Set("viaDurable", Read(env, block.via_durable));
  return result;
}

Napi::Object DescribeContext(Napi::Env env, const Directory& directory, ContextId id, ContextId self) {
  Napi::Object result = Napi::Object::New(env);
  Napi::Array writers = Napi::Array::New(env);
  Napi::Array readers = Napi::Array::New(env);
  result.Set("contextId", Hex16(env, id));
  result.Set("writers", writers);
  result.Set("readers", readers);
  auto peer = PeerContext::Open(directory, id);
  result.Set("alive", Napi::Boolean::New(env, peer && (id == self || peer->IsAlive())));
  result.Set("pid", Count(env, peer ? peer->header().pid : 0));
  result.Set("uid", Count(env, peer ? peer->header().uid : 0));
  result.Set("libraryVersion",
             Napi::String::New(env, peer ? Printable(peer->header().library, layout::kLibraryVersionSize) : ""));
  result.Set("startTime", Napi::BigInt::New(env, peer ? peer->header().start_time : std::int64_t{0}));
  if (!peer) return result;
  std::vector<std::uint8_t> catalogue;
  std::uint64_t sequence = 0;
  if (peer->ReadCatalogue(catalogue, sequence)) {
    result.Set("catalogue", Napi::Buffer<std::uint8_t>::Copy(env, catalogue.data(), catalogue.size()));
  }
  std::uint32_t index = 0;
  for (std::uint32_t i = 0; i < peer->writer_count(); ++i) {
    if (peer->writer(i).entity.load(std::memory_order_acquire) != 0)
      writers.Set(index++, DescribeWriter(env, peer->writer(i)));
  }
  index = 0;
  for (std::uint32_t i = 0; i < peer->reader_count(); ++i) {
    if (peer->reader(i).entity.load(std::memory_order_acquire) != 0)
      readers.Set(index++, DescribeReader(env, peer->reader(i)));
  }
  return result;
}

}  // namespace roslet::binding

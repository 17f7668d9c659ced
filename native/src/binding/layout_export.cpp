#include "binding/layout_export.hpp"

#include "core/batch.hpp"
#include "core/layout/datagram_layout.hpp"

namespace roslet::binding {

Napi::Value ExportLayout(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  Napi::Object result = Napi::Object::New(env);
  auto set = [&](const char* name, std::size_t value) {
    result.Set(name, Napi::Number::New(env, static_cast<double>(value)));
  };
  set("version", layout::kVersion);
  set("registry.size", sizeof(layout::RegistryHeader));
  set("registry.slots", layout::RegistryHeader::kSlots);
  set("context.cursorsAt", layout::kCursorsAt);
  set("context.writersAt", layout::kWritersAt);
  set("context.readersAt", layout::kReadersAt);
  set("context.catalogueAt", layout::kCatalogueAt);
  set("cursor.size", sizeof(layout::Cursor));
  set("writer.size", sizeof(layout::WriterBlock));
  set("reader.size", sizeof(layout::ReaderBlock));
  set("log.dataAt", layout::kLogDataAt);
  set("record.align", layout::kRecordAlign);
  set("record.payloadAt", layout::kPayloadAt);
  set("durable.payloadAt", layout::kDurablePayloadAt);
  set("durable.threshold", layout::kDurableThreshold);
  set("datagram.poke", sizeof(layout::PokeDatagram));
  set("datagram.fragment", sizeof(layout::FragmentDatagram));
  set("message.max", layout::kMaxMessage);
  set("batch.entriesAt", 64);
  set("batch.entrySize", sizeof(BatchEntry));
  set("batch.subscription", offsetof(BatchEntry, subscription));
  set("batch.kind", offsetof(BatchEntry, kind));
  set("batch.buffer", offsetof(BatchEntry, buffer));
  set("batch.offset", offsetof(BatchEntry, offset));
  set("batch.length", offsetof(BatchEntry, length));
  set("batch.attachment", offsetof(BatchEntry, attachment));
  set("batch.sequence", offsetof(BatchEntry, sequence));
  set("batch.sourceTimestamp", offsetof(BatchEntry, source_timestamp));
  set("batch.receivedTimestamp", offsetof(BatchEntry, received_timestamp));
  set("batch.correlation", offsetof(BatchEntry, correlation));
  set("batch.lost", offsetof(BatchEntry, lost));
  return result;
}

}  // namespace roslet::binding

#include "core/durable_segment.hpp"

#include "core/error.hpp"
#include "core/kill_point.hpp"
#include "core/shared_access.hpp"

namespace roslet {

using layout::DurableHeader;

std::optional<OpenDurableSegment> CreateDurable(const Directory& directory, const Gid& writer, std::uint32_t number,
                                                std::uint64_t length, int* error) {
  try {
    OpenDurableSegment open;
    open.file = directory.CreateUnnamed(writer.context, DurableName(writer, number));
    std::uint64_t size = layout::kDurablePayloadAt + length;
    *error = Reserve(open.file.get(), 0, size);
    if (*error != 0) return std::nullopt;
    auto mapping = Mapping::Map(open.file.get(), size, true);
    if (!mapping) {
      *error = errno;
      return std::nullopt;
    }
    open.segment.number = number;
    open.segment.length = length;
    open.segment.mapping = std::make_shared<Mapping>(std::move(*mapping));
    return open;
  } catch (const Error& failure) {
    *error = failure.system_error() != 0 ? failure.system_error() : EIO;
    return std::nullopt;
  }
}

bool PublishDurable(const Directory& directory, const Gid& writer, OpenDurableSegment& open,
                    std::uint64_t actual_length, std::uint64_t sequence) {
  auto& header = *reinterpret_cast<DurableHeader*>(open.segment.mapping->data());
  header.version = layout::kVersion;
  header.number = open.segment.number;
  header.writer_context = writer.context;
  header.writer_entity = writer.entity;
  header.length = actual_length;
  header.sequence = sequence;
  header.magic = DurableHeader::kMagic;
  open.segment.length = actual_length;
  KillPoint("durable.written");
  bool linked = directory.Link(open.file, writer.context, DurableName(writer, open.segment.number));
  KillPoint("durable.linked");
  return linked;
}

DurableOpen OpenDurable(const Directory& directory, const Gid& writer, std::uint32_t number, std::uint64_t length,
                        bool for_loan, DurableSegment& segment) {
  int error = 0;
  FileDescriptor file;
  try {
    file = directory.OpenFile(DurableName(writer, number), false, &error);
  } catch (const Error&) {
    return DurableOpen::kFailed;
  }
  if (!file) return error == ENOENT ? DurableOpen::kMissing : DurableOpen::kFailed;
  std::uint64_t size = FileSize(file.get());
  if (size < layout::kDurablePayloadAt + length) return DurableOpen::kFailed;
  std::uint64_t mapped = layout::kDurablePayloadAt + length;
  auto mapping = for_loan ? Mapping::MapCopyOnWrite(file.get(), mapped) : Mapping::Map(file.get(), mapped, false);
  if (!mapping) return DurableOpen::kFailed;
  auto& header = *reinterpret_cast<const DurableHeader*>(mapping->data());
  if (LoadOnce(header.magic) != DurableHeader::kMagic || LoadOnce(header.version) != layout::kVersion ||
      LoadOnce(header.length) != length || LoadOnce(header.writer_context) != writer.context ||
      LoadOnce(header.writer_entity) != writer.entity || LoadOnce(header.number) != number) {
    return DurableOpen::kFailed;
  }
  segment.number = number;
  segment.length = length;
  segment.mapping = std::make_shared<Mapping>(std::move(*mapping));
  return DurableOpen::kOpened;
}

}  // namespace roslet

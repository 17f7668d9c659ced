#include "core/log_reader.hpp"

#include <bit>

#include "core/error.hpp"
#include "core/shared_access.hpp"

namespace roslet {

using layout::LogHeader;
using layout::Record;
using layout::RecordKind;

LogReader::OpenResult LogReader::Open(const Directory& directory, const StreamId& stream, std::uint32_t generation,
                                      LogReader& reader, bool for_loans) {
  int error = 0;
  FileDescriptor file;
  try {
    file = directory.OpenFile(LogName(stream, generation), false, &error);
  } catch (const Error&) {
    return OpenResult::kFailed;
  }
  if (!file) return error == ENOENT ? OpenResult::kMissing : OpenResult::kFailed;
  std::uint64_t size = FileSize(file.get());
  if (size < layout::kLogDataAt) return OpenResult::kFailed;
  auto mapping = Mapping::Map(file.get(), size, false);
  if (!mapping) return OpenResult::kFailed;
  auto* header = reinterpret_cast<const LogHeader*>(mapping->data());
  std::uint64_t capacity = LoadOnce(header->capacity);
  bool sound = header->magic.load(std::memory_order_acquire) == LogHeader::kMagic &&
               LoadOnce(header->version) == layout::kVersion && LoadOnce(header->generation) == generation &&
               std::has_single_bit(capacity) && capacity >= layout::kRecordAlign &&
               capacity <= size - layout::kLogDataAt && LoadOnce(header->writer_context) == stream.writer.context &&
               LoadOnce(header->writer_entity) == stream.writer.entity;
  if (!sound) return OpenResult::kFailed;
  reader.mapping_ = std::make_shared<Mapping>(std::move(*mapping));
  if (for_loans) {
    auto loan_mapping = Mapping::MapCopyOnWrite(file.get(), size);
    if (loan_mapping) reader.loan_mapping_ = std::make_shared<Mapping>(std::move(*loan_mapping));
  }
  reader.capacity_ = capacity;
  reader.generation_ = generation;
  return OpenResult::kOpened;
}

LogReader::Look LogReader::Peek(std::uint64_t offset, RecordInfo& info) const {
  std::uint32_t follows = successor();  // before the head: once it is set, the head is final
  std::uint64_t head_now = head();
  if (head_now == offset) return follows != 0 ? Look::kFollowed : Look::kNothing;
  std::uint64_t tail_now = tail();
  // The head may be older than the tail by now: the one that is looked at after the tail never is.
  if (tail_now > offset) return tail_now <= head() ? Look::kLapped : Look::kCorrupt;
  if (head_now < offset || head_now - offset > capacity_ || offset % layout::kRecordAlign != 0) return Look::kCorrupt;

  std::uint64_t at = offset & (capacity_ - 1);
  std::uint64_t room = std::min(capacity_ - at, head_now - offset);
  auto* bytes = mapping_->data() + layout::kLogDataAt + at;
  auto& record = *reinterpret_cast<const Record*>(bytes);
  std::uint64_t word = record.sequence_word.load(std::memory_order_acquire);
  info.sequence = word >> 1;
  info.span = LoadOnce(record.span);
  info.length = LoadOnce(record.length);
  info.timestamp = LoadOnce(record.timestamp);
  info.kind = static_cast<RecordKind>(LoadOnce(record.kind));
  info.durable = LoadOnce(record.durable);
  info.correlation = LoadOnce(record.correlation);
  info.payload = bytes + layout::kPayloadAt;
  if (!StillThere(offset)) return Look::kLapped;

  bool sound = (word & 1) == 0 && info.span % layout::kRecordAlign == 0 && info.span != 0 && info.span <= room;
  switch (info.kind) {
    case RecordKind::kMessage:
      sound = sound && info.length >= 4 && std::uint64_t{info.length} + layout::kPayloadAt <= info.span;
      break;
    case RecordKind::kDurable:
      sound = sound && info.length >= 4 && info.length <= layout::kMaxMessage;
      break;
    case RecordKind::kPadding:
      break;
    default:
      sound = false;
  }
  return sound ? Look::kRecord : Look::kCorrupt;
}

bool LogReader::StillThere(std::uint64_t offset) const {
  std::atomic_thread_fence(std::memory_order_acquire);
  return header().tail.load(std::memory_order_relaxed) <= offset;
}

}  // namespace roslet

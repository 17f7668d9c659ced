#include "core/context_segment.hpp"

#include <unistd.h>

#include <cstring>

#include "core/error.hpp"
#include "core/kill_point.hpp"
#include "core/shared_access.hpp"

namespace roslet {

using layout::ContextHeader;
using layout::Cursor;
using layout::ReaderBlock;
using layout::WriterBlock;

namespace {

constexpr std::uint64_t kPage = 4096;

[[noreturn]] void ThrowFull(int error, std::uint64_t bytes, const char* what) {
  throw Error(code::kNoSpace,
              "cannot reserve " + std::to_string(bytes) + " more bytes for " + what +
                  ": shared memory is full (see `roslet doctor`)",
              error);
}

struct SegmentFile {
  FileDescriptor file;
  Mapping mapping;
};

SegmentFile CreateSegment(const Directory& directory, ContextId id) {
  SegmentFile segment;
  segment.file = directory.CreateUnnamed(id, ContextName(id));
  if (::ftruncate(segment.file.get(), layout::kCatalogueAt) != 0)
    ThrowFull(errno, layout::kCatalogueAt, "a context segment");
  if (int error = Reserve(segment.file.get(), 0, kPage)) ThrowFull(error, kPage, "a context segment");
  auto mapping = Mapping::Map(segment.file.get(), layout::kCatalogueAt, true);
  if (!mapping) throw Error(code::kSystem, "cannot map a context segment", errno);
  segment.mapping = std::move(*mapping);
  return segment;
}

}  // namespace

std::uint32_t SlotTable::Take() {
  if (!free_.empty()) {
    std::uint32_t index = free_.back();
    free_.pop_back();
    return index;
  }
  std::uint64_t index = high_water_->load(std::memory_order_relaxed);
  if (index >= capacity_) {
    throw Error(code::kTooManyEndpoints, "this context has " + std::to_string(capacity_) + " " + what_ +
                                             " already: destroy some, or use a second context");
  }
  std::uint64_t needed = (index + 1) * slot_size_;
  if (needed > reserved_) {
    if (int error = Reserve(fd_, at_ + reserved_, kPage)) ThrowFull(error, kPage, what_);
    reserved_ += kPage;
  }
  high_water_->store(index + 1, std::memory_order_release);
  return static_cast<std::uint32_t>(index);
}

ContextSegment::ContextSegment(const Directory& directory, ContextId id, const std::string& library,
                               bool cannot_map_logs)
    : cursors_(-1, 0, 0, 0, nullptr, ""), writers_(cursors_), readers_(cursors_), pins_(cursors_) {
  SegmentFile segment = CreateSegment(directory, id);
  file_ = std::move(segment.file);
  mapping_ = std::move(segment.mapping);
  ContextHeader& head = header();
  cursors_ = SlotTable(file_.get(), layout::kCursorsAt, sizeof(Cursor), layout::kMaxCursors, &head.cursor_count,
                       "attachments");
  writers_ = SlotTable(file_.get(), layout::kWritersAt, sizeof(WriterBlock), layout::kMaxWriters, &head.writer_count,
                       "publishers");
  readers_ = SlotTable(file_.get(), layout::kReadersAt, sizeof(ReaderBlock), layout::kMaxReaders, &head.reader_count,
                       "subscriptions");

  pins_ = SlotTable(file_.get(), layout::kPinsAt, sizeof(layout::Pin), layout::kMaxPins, &head.pin_count,
                    "loaned messages");

  head.version = layout::kVersion;
  head.flags = cannot_map_logs ? ContextHeader::kCannotMapLogs : 0;
  head.id = id;
  head.pid = static_cast<std::uint64_t>(::getpid());
  head.pid_namespace = PidNamespace();
  head.start_time = RealtimeNanos();
  head.uid = ::geteuid();
  std::strncpy(head.library, library.c_str(), layout::kLibraryVersionSize - 1);
  head.magic.store(ContextHeader::kMagic, std::memory_order_release);

  // Locked before it has a name: nobody ever sees an unlocked segment of a living context.
  TryLock(file_.get(), true);
  KillPoint("context.locked");
  if (!directory.Link(file_, id, ContextName(id))) {
    throw Error(code::kSystem, "context id " + Hex(id, 16) + " is taken: the random number generator repeats itself");
  }
  KillPoint("context.linked");
}

std::uint32_t ContextSegment::TakeCursor() {
  return cursors_.Take();
}

void ContextSegment::GiveCursor(std::uint32_t index) {
  cursor(index).state.store(0, std::memory_order_release);
  cursors_.Give(index);
}

std::uint32_t ContextSegment::TakePin() {
  return pins_.Take();
}

std::uint32_t ContextSegment::TakeWriter() {
  std::uint32_t index = writers_.Take();
  ClearShared(writer(index));
  return index;
}

void ContextSegment::GiveWriter(std::uint32_t index) {
  writer(index).entity.store(0, std::memory_order_release);
  writers_.Give(index);
}

std::uint32_t ContextSegment::TakeReader() {
  std::uint32_t index = readers_.Take();
  ClearShared(reader(index));
  return index;
}

void ContextSegment::GiveReader(std::uint32_t index) {
  reader(index).entity.store(0, std::memory_order_release);
  readers_.Give(index);
}

void ContextSegment::SetCatalogue(const std::uint8_t* bytes, std::size_t size) {
  if (size > layout::kMaxCatalogue) {
    throw Error(code::kArgument, "expected a catalogue of at most " + std::to_string(layout::kMaxCatalogue) +
                                     " bytes, got " + std::to_string(size));
  }
  if (size > catalogue_reserved_) {
    std::uint64_t wanted = (size + size / 2 + kPage - 1) / kPage * kPage;
    if (int error = Reserve(file_.get(), layout::kCatalogueAt + catalogue_reserved_, wanted - catalogue_reserved_)) {
      ThrowFull(error, wanted - catalogue_reserved_, "a context's catalogue");
    }
    catalogue_reserved_ = wanted;
  }
  ContextHeader& head = header();
  std::uint64_t sequence = head.catalogue_sequence.load(std::memory_order_relaxed) & ~std::uint64_t{1};
  head.catalogue_sequence.store(sequence + 1, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  KillPoint("catalogue.writing");
  for (std::size_t done = 0; done < size;) {
    ssize_t written = ::pwrite(file_.get(), bytes + done, size - done, static_cast<off_t>(layout::kCatalogueAt + done));
    if (written < 0 && errno != EINTR) throw Error(code::kSystem, "cannot write the catalogue", errno);
    if (written > 0) done += static_cast<std::size_t>(written);
  }
  head.catalogue_size.store(size, std::memory_order_relaxed);
  head.catalogue_sequence.store(sequence + 2, std::memory_order_release);
}

}  // namespace roslet

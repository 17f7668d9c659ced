// A context's own segment: the only writer of `ctx-<id>`.
#pragma once

#include <string>
#include <vector>

#include "core/file.hpp"
#include "core/layout/context_layout.hpp"

namespace roslet {

// Slots of one sparse table: taken and given back by index, memory reserved a page at a time.
class SlotTable {
 public:
  SlotTable(int fd, std::size_t at, std::size_t slot_size, std::uint64_t capacity, layout::Word* high_water,
            const char* what)
      : fd_(fd), at_(at), slot_size_(slot_size), capacity_(capacity), high_water_(high_water), what_(what) {}

  // Throws kTooManyEndpoints or kNoSpace.
  std::uint32_t Take();
  void Give(std::uint32_t index) { free_.push_back(index); }

 private:
  int fd_;
  std::size_t at_;
  std::size_t slot_size_;
  std::uint64_t capacity_;
  layout::Word* high_water_;
  const char* what_;
  std::uint64_t reserved_ = 0;
  std::vector<std::uint32_t> free_;
};

class ContextSegment {
 public:
  ContextSegment(const Directory& directory, ContextId id, const std::string& library, bool cannot_map_logs);

  layout::ContextHeader& header() const { return *reinterpret_cast<layout::ContextHeader*>(mapping_.data()); }

  // The returned slots are zeroed and invisible until their state or entity is stored.
  std::uint32_t TakeCursor();
  void GiveCursor(std::uint32_t index);
  layout::Cursor& cursor(std::uint32_t index) const { return At<layout::Cursor>(layout::kCursorsAt, index); }

  std::uint32_t TakeWriter();
  void GiveWriter(std::uint32_t index);
  layout::WriterBlock& writer(std::uint32_t index) const { return At<layout::WriterBlock>(layout::kWritersAt, index); }

  std::uint32_t TakeReader();
  void GiveReader(std::uint32_t index);
  layout::ReaderBlock& reader(std::uint32_t index) const { return At<layout::ReaderBlock>(layout::kReadersAt, index); }

  std::uint32_t TakePin();
  void GivePin(std::uint32_t index) { pins_.Give(index); }
  layout::Pin& pin(std::uint32_t index) const { return At<layout::Pin>(layout::kPinsAt, index); }

  // Throws kNoSpace or kArgument (too long); the old catalogue stays then.
  void SetCatalogue(const std::uint8_t* bytes, std::size_t size);

 private:
  template <typename T>
  T& At(std::size_t table, std::uint32_t index) const {
    return *reinterpret_cast<T*>(mapping_.data() + table + index * sizeof(T));
  }

  FileDescriptor file_;
  Mapping mapping_;
  SlotTable cursors_, writers_, readers_, pins_;
  std::uint64_t catalogue_reserved_ = 0;
};

}  // namespace roslet

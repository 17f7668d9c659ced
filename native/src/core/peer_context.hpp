// Another context as this one sees it: its segment mapped read-only, its lock tested, its mailbox reached.
#pragma once

#include <sys/un.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/file.hpp"
#include "core/layout/context_layout.hpp"
#include "core/layout/datagram_layout.hpp"

namespace roslet {

class PeerContext {
 public:
  // Nothing when there is no such segment (`missing` is set then), or none that this process can use: of another layout
  // version, of an untrusted user, or because it ran out of descriptors.
  static std::shared_ptr<PeerContext> Open(const Directory& directory, ContextId id, bool* missing = nullptr);

  ContextId id() const { return id_; }
  const layout::ContextHeader& header() const {
    return *reinterpret_cast<const layout::ContextHeader*>(mapping_.data());
  }
  bool IsAlive() const { return IsLocked(file_.get()); }

  // Counts are clamped to the tables' capacities, whatever the segment says.
  std::uint32_t cursor_count() const;
  std::uint32_t writer_count() const;
  std::uint32_t reader_count() const;
  std::uint32_t pin_count() const;
  const layout::Cursor& cursor(std::uint32_t index) const { return At<layout::Cursor>(layout::kCursorsAt, index); }
  const layout::WriterBlock& writer(std::uint32_t index) const {
    return At<layout::WriterBlock>(layout::kWritersAt, index);
  }
  const layout::Pin& pin(std::uint32_t index) const { return At<layout::Pin>(layout::kPinsAt, index); }
  const layout::ReaderBlock& reader(std::uint32_t index) const {
    return At<layout::ReaderBlock>(layout::kReadersAt, index);
  }

  std::uint64_t catalogue_sequence() const { return header().catalogue_sequence.load(std::memory_order_acquire); }
  // A consistent copy, and the sequence it belongs to. False when it kept changing or is being written by somebody
  // dead.
  bool ReadCatalogue(std::vector<std::uint8_t>& bytes, std::uint64_t& sequence) const;

  // Whether the context belongs to the calling process.
  bool in_this_process() const { return in_this_process_; }
  // A descriptor that becomes readable when the process ends; -1 where that cannot be told (another PID namespace).
  int OpenPidDescriptor() const;
  // A socket connected to the mailbox, made at first need; -1 when the mailbox is gone.
  int Socket();
  void CloseSocket() { socket_.Reset(); }

  std::uint64_t last_rung = 0;                          // parked epoch of the last doorbell: one ring a sleep
  std::size_t fragment_bytes = layout::kFragmentBytes;  // what its socket takes in one datagram
  std::uint64_t seen_inline_requests =
      0;  // of its counter, when its cursors were last looked through for inline readers

 private:
  template <typename T>
  const T& At(std::size_t table, std::uint32_t index) const {
    return *reinterpret_cast<const T*>(mapping_.data() + table + index * sizeof(T));
  }

  ContextId id_ = 0;
  FileDescriptor file_;
  Mapping mapping_;
  std::string socket_path_;
  bool in_this_process_ = false;
  FileDescriptor socket_;
};

// What a living context announces, for somebody who is not in the domain. False: it is dead, or cannot be read at all;
// without a catalogue: that cannot be read.
bool ReadAnnouncement(const Directory& directory, ContextId id, std::uint64_t& pid,
                      std::optional<std::vector<std::uint8_t>>& catalogue);

}  // namespace roslet

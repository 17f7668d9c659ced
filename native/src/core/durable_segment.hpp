// A latched message of its own: created by the publisher, immutable from its commit on.
#pragma once

#include <optional>

#include "core/layout/durable_layout.hpp"
#include "core/log_writer.hpp"

namespace roslet {

struct DurableSegment {
  std::uint32_t number = 0;
  std::uint64_t length = 0;
  SharedMapping mapping;

  std::uint8_t* payload() const { return mapping->data() + layout::kDurablePayloadAt; }
  std::uint64_t shared_bytes() const { return layout::kDurablePayloadAt + length; }
};

// Still without a name, so an abort leaves no trace. Nothing when there is no room.
struct OpenDurableSegment {
  DurableSegment segment;
  FileDescriptor file;
};
std::optional<OpenDurableSegment> CreateDurable(const Directory& directory, const Gid& writer, std::uint32_t number,
                                                std::uint64_t length, int* error);
// Names it; from here on it is seen.
bool PublishDurable(const Directory& directory, const Gid& writer, OpenDurableSegment& open,
                    std::uint64_t actual_length, std::uint64_t sequence);

enum class DurableOpen { kOpened, kMissing, kFailed };
// `for_loan`: mapped so that JavaScript may be handed the memory.
DurableOpen OpenDurable(const Directory& directory, const Gid& writer, std::uint32_t number, std::uint64_t length,
                        bool for_loan, DurableSegment& segment);

}  // namespace roslet

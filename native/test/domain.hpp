// A domain directory of a test's own, and the few steps that TypeScript takes above the core: matching, publishing,
// taking.
#pragma once

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/context.hpp"
#include "core/error.hpp"
#include "core/publisher.hpp"
#include "core/shared_access.hpp"
#include "core/subscription.hpp"
#include "harness.hpp"

namespace roslet::test {

class Domain {
 public:
  Domain() {
    static int number = 0;
    path_ = "/dev/shm/roslet-test-" + std::to_string(::getpid()) + "-" + std::to_string(++number);
  }
  explicit Domain(std::string path) : path_(std::move(path)), owner_(false) {}
  Domain(const Domain&) = delete;
  Domain& operator=(const Domain&) = delete;
  ~Domain() {
    if (owner_) std::filesystem::remove_all(path_);
  }

  const std::string& path() const { return path_; }
  ContextOptions options(bool force_shm_failure = false) const { return {path_, 0, {}, "test", force_shm_failure}; }
  bool Exists() const { return std::filesystem::exists(path_); }
  std::vector<std::string> Files(const std::string& prefix = "") const {
    std::vector<std::string> names;
    if (!Exists()) return names;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) {
      std::string name = entry.path().filename();
      if (name.starts_with(prefix)) names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    return names;
  }
  // What the names alone do not tell: real memory behind them.
  std::uint64_t Bytes() const {
    std::uint64_t bytes = 0;
    for (const std::string& name : Files()) {
      struct stat info {};
      if (::stat((path_ + "/" + name).c_str(), &info) == 0) bytes += static_cast<std::uint64_t>(info.st_blocks) * 512;
    }
    return bytes;
  }

 private:
  std::string path_;
  bool owner_ = true;
};

using Bytes = std::vector<std::uint8_t>;

// A serialized message that tells its number and gives away every wrong byte.
inline Bytes Payload(std::uint64_t number, std::size_t size) {
  Bytes bytes(std::max<std::size_t>(size, 4));
  bytes[1] = 1;
  std::uint64_t state = number * 0x9E3779B97F4A7C15ull + bytes.size();
  for (std::size_t i = 4; i < bytes.size(); ++i) {
    if (i % 8 == 4) state = state * 6364136223846793005ull + 1442695040888963407ull;
    bytes[i] = static_cast<std::uint8_t>(state >> (i % 8 * 8));
  }
  return bytes;
}

// Deals with all the news there are.
inline void Quiet(Context& context) {
  do {
    context.TakeGraphChanges();
    context.ProcessEvents();
    context.TakePoked();
  } while (context.GraphChanged());
}

struct Message {
  MessageKind kind{};
  std::uint32_t subscription = 0;
  std::uint32_t attachment = 0;
  std::uint64_t sequence = 0;
  std::uint64_t correlation = 0;
  std::uint64_t lost = 0;
  std::int64_t timestamp = 0;
  Bytes bytes;
};

// As the binding does it: gather, copy, check, settle.
inline std::vector<Message> TakeFrom(Context& context, Subscription* only, std::size_t most = 512) {
  Batch batch(most, 8u << 20);
  if (only != nullptr) {
    only->Gather(batch);
  } else {
    context.Gather(batch);
  }
  std::vector<Message> messages;
  for (Batch::Item& item : batch.items()) {
    Message message;
    message.bytes.resize(item.entry.length);
    message.kind = static_cast<MessageKind>(item.entry.kind);
    if (!Batch::CopyOut(item, message.bytes.data())) {
      item.subscription->Overwritten(item);
      message.bytes.clear();
      message.kind = MessageKind::kLossNotice;
      ++item.entry.lost;
    }
    message.subscription = item.entry.subscription;
    message.attachment = item.entry.attachment;
    message.sequence = item.entry.sequence;
    message.correlation = item.entry.correlation;
    message.lost = item.entry.lost;
    message.timestamp = item.entry.source_timestamp;
    messages.push_back(std::move(message));
  }
  context.Settle();
  return messages;
}

inline std::vector<Message> Take(Context& context, std::size_t most = 512) {
  return TakeFrom(context, nullptr, most);
}

// Everything there is now.
inline std::vector<Message> TakeAll(Context& context) {
  std::vector<Message> all;
  for (;;) {
    context.ProcessEvents();
    context.TakePoked();
    std::vector<Message> some = Take(context);
    if (some.empty()) return all;
    std::move(some.begin(), some.end(), std::back_inserter(all));
  }
}

// Waits until `count` messages came.
inline std::vector<Message> TakeUntil(Context& context, std::size_t count) {
  std::vector<Message> all;
  for (int idle = 0; all.size() < count && idle < 600;) {
    context.Wait(100);
    if (context.GraphChanged()) context.TakeGraphChanges();
    context.TakePoked();
    std::vector<Message> some = Take(context);
    if (some.empty()) ++idle;
    std::move(some.begin(), some.end(), std::back_inserter(all));
  }
  return all;
}

inline std::vector<std::uint64_t> Sequences(const std::vector<Message>& messages) {
  std::vector<std::uint64_t> numbers;
  for (const Message& message : messages) numbers.push_back(message.sequence);
  return numbers;
}

inline std::vector<std::uint64_t> Range(std::uint64_t first, std::uint64_t last) {
  std::vector<std::uint64_t> numbers;
  for (std::uint64_t i = first; i <= last; ++i) numbers.push_back(i);
  return numbers;
}

// Checks bytes that `Payload(sequence, size)` made.
inline bool Whole(const Message& message, std::size_t size) {
  return message.bytes == Payload(message.sequence, size);
}

inline PublishStatus Reserve(Context& context, Publisher& publisher, std::size_t size) {
  PublishStatus status;
  while ((status = publisher.Reserve(size)) == PublishStatus::kGraphChanged) context.TakeGraphChanges();
  return status;
}

inline PublishStatus PublishBytes(Context& context, Publisher& publisher, const Bytes& bytes,
                                  std::uint64_t correlation = 0) {
  PublishStatus status = Reserve(context, publisher, bytes.size());
  if (status != PublishStatus::kOk) return status;
  CopyShared(publisher.reservation().payload, bytes.data(), bytes.size());
  publisher.Commit(bytes.size(), correlation);
  return status;
}

// The next message, with the payload that its number calls for.
inline PublishStatus Publish(Context& context, Publisher& publisher, std::size_t size = 64) {
  return PublishBytes(context, publisher, Payload(publisher.last_sequence() + 1, size));
}

inline ReaderAddress AddressOf(Context& context, const Subscription& subscription) {
  return {{context.id(), subscription.options().entity}, subscription.options().reliable};
}

// One writer and one reader, matched; each in a context of its own unless told otherwise.
struct Pair {
  Pair(Context& from, Context& to, PublisherOptions writing, SubscriptionOptions reading,
       Start start = Start::kBeginning)
      : writer_context(from), reader_context(to) {
    if (writing.entity == 0) writing.entity = 1;
    if (reading.entity == 0) reading.entity = 2;
    publisher = std::make_unique<Publisher>(from, writing);
    subscription = std::make_unique<Subscription>(to, reading);
    subscription->SetActive(true);
    Attach(start);
    Match();
  }
  void Attach(Start start) {
    attachment =
        subscription->Attach({writer_context.id(), publisher->options().entity}, start, publisher->options().target);
  }
  void Match() { publisher->SetReaders({AddressOf(reader_context, *subscription)}); }

  PublishStatus Send(std::size_t size = 64) { return Publish(writer_context, *publisher, size); }
  std::vector<Message> Read() { return TakeAll(reader_context); }
  std::uint64_t Lost() const {
    const layout::ReaderBlock& block = subscription->block();
    return block.lost_overwritten + block.lost_depth + block.lost_invalid;
  }

  Context& writer_context;
  Context& reader_context;
  std::unique_ptr<Publisher> publisher;
  std::unique_ptr<Subscription> subscription;
  std::uint32_t attachment = 0;
};

}  // namespace roslet::test

// Threads that write and read the same memory at once. Run under ThreadSanitizer by `node .ci/native-tests.mjs
// --thread`.
#include <atomic>
#include <mutex>
#include <random>
#include <thread>

#include "core/log_reader.hpp"
#include "core/log_writer.hpp"
#include "domain.hpp"

using namespace roslet;
using namespace roslet::test;
using layout::RecordKind;
using Look = LogReader::Look;

TEST("stress: one writer that laps its readers all the time: what they copy is whole or refused") {
  Domain domain;
  Directory directory = Directory::Create(domain.path(), {});
  StreamId stream{{0xabc, 1}, {}};
  int error = 0;
  LogWriter log = std::move(*LogWriter::CreateShared(directory, stream, 1, 4096, 1, &error));
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> whole{0};
  std::atomic<std::uint64_t> refused{0};
  std::atomic<std::uint64_t> torn{0};
  auto size_of = [](std::uint64_t sequence) { return 4 + sequence * 37 % 900; };
  auto read = [&] {
    LogReader reader;
    LogReader::Open(directory, stream, 1, reader);
    std::uint64_t offset = 0;
    std::uint64_t newest = 0;
    while (!stop) {
      RecordInfo info;
      Look look = reader.Peek(offset, info);
      if (look == Look::kLapped) offset = reader.tail();
      if (look == Look::kCorrupt) ++torn;
      if (look != Look::kRecord) continue;
      if (info.kind == RecordKind::kMessage) {
        Bytes bytes(info.length);
        CopyShared(bytes.data(), info.payload, bytes.size());
        if (!reader.StillThere(offset)) {
          ++refused;
          continue;
        }
        bool good = bytes == Payload(info.sequence, size_of(info.sequence)) && info.sequence > newest;
        newest = info.sequence;
        ++(good ? whole : torn);
      }
      offset += info.span;
    }
  };
  std::vector<std::thread> readers;
  for (int i = 0; i < 2; ++i) readers.emplace_back(read);
  for (std::uint64_t sequence = 1; sequence < 20'000 || whole < 1000; ++sequence) {
    std::uint64_t span = layout::RecordSpan(size_of(sequence));
    std::uint64_t place = log.PlaceFor(span, {});
    while (!log.Fits(place, span)) log.DropOldest();
    Bytes bytes = Payload(sequence, size_of(sequence));
    std::uint64_t at = log.Begin(place, span, sequence);
    CopyShared(log.data() + at + layout::kPayloadAt, bytes.data(), bytes.size());
    log.Commit(RecordKind::kMessage, sequence, static_cast<std::uint32_t>(bytes.size()), 0, 0, 0);
    if (sequence % 100 == 0) std::this_thread::yield();
  }
  stop = true;
  for (std::thread& reader : readers) reader.join();
  CHECK_EQ(torn.load(), 0);
}

namespace {

// Contexts of several threads, each of which publishes to all and reads from all. TypeScript's matching in short.
struct Crowd {
  struct Member {
    ContextId id;
    bool reliable;
  };
  Domain domain;
  std::mutex mutex;
  std::vector<Member> members;
  std::atomic<std::uint64_t> received{0};
  std::atomic<int> done{0};
  std::string wrong;

  void Complain(const std::string& text) {
    std::lock_guard lock(mutex);
    wrong = text;
  }
};

std::size_t CrowdSize(std::uint64_t sequence) {
  return sequence % 40 == 0 ? 90'000 : 20 + sequence % 3000;
}

class CrowdMember {
 public:
  CrowdMember(Crowd& crowd, unsigned seed)
      : crowd_(crowd),
        random_(seed),
        context_(crowd.domain.options(seed % 4 == 3)),
        publisher_(
            context_,
            {.entity = 1, .transient_local = seed % 2 == 0, .depth = seed % 3 == 0 ? 0u : 20u, .max_bytes = 4 << 20}),
        subscription_(context_, {.entity = 2, .depth = 0}) {
    subscription_.SetActive(true);
    {
      std::lock_guard lock(crowd_.mutex);
      crowd_.members.push_back({context_.id(), true});
    }
    Match();
    Bytes catalogue(20, static_cast<std::uint8_t>(seed));
    context_.SetCatalogue(catalogue.data(), catalogue.size());
  }
  ~CrowdMember() {
    std::lock_guard lock(crowd_.mutex);
    std::erase_if(crowd_.members, [&](const auto& member) { return member.id == context_.id(); });
  }

  void Run(int messages) {
    for (int sent = 0; sent < messages;) {
      PublishStatus status = publisher_.Reserve(CrowdSize(publisher_.last_sequence() + 1));
      if (status == PublishStatus::kGraphChanged) Match();
      if (status == PublishStatus::kOk) {
        Bytes bytes = Payload(publisher_.last_sequence() + 1, CrowdSize(publisher_.last_sequence() + 1));
        CopyShared(publisher_.reservation().payload, bytes.data(), bytes.size());
        publisher_.Commit(bytes.size(), 0);
        ++sent;
      }
      if (status == PublishStatus::kNoReaders) ++sent;
      if (status != PublishStatus::kOk || random_() % 8 == 0) Listen(static_cast<int>(random_() % 2));
    }
  }
  void Listen(int millis) {
    context_.Wait(millis);
    context_.TakePoked();
    if (context_.GraphChanged()) Match();
    for (const Message& message : Take(context_)) {
      if (message.kind != MessageKind::kMessage) continue;
      std::uint64_t& last = last_[message.attachment];
      if (message.sequence <= last) crowd_.Complain("out of order");
      last = message.sequence;
      if (!Whole(message, CrowdSize(message.sequence))) crowd_.Complain("torn");
      ++crowd_.received;
    }
  }

 private:
  void Match() {
    context_.TakeGraphChanges();
    std::vector<Crowd::Member> members;
    {
      std::lock_guard lock(crowd_.mutex);
      members = crowd_.members;
    }
    std::vector<ReaderAddress> readers;
    for (const auto& member : members) {
      readers.push_back({{member.id, 2}, true});
      auto [attachment, fresh] = attachments_.try_emplace(member.id, 0);
      if (fresh) attachment->second = subscription_.Attach({member.id, 1}, Start::kHistory, {});
    }
    for (auto attachment = attachments_.begin(); attachment != attachments_.end();) {
      bool here = std::any_of(members.begin(), members.end(),
                              [&](const auto& member) { return member.id == attachment->first; });
      if (!here) subscription_.Detach(attachment->second, true);
      attachment = here ? std::next(attachment) : attachments_.erase(attachment);
    }
    publisher_.SetReaders(readers);
  }

  Crowd& crowd_;
  std::mt19937 random_;
  Context context_;
  Publisher publisher_;
  Subscription subscription_;
  std::unordered_map<ContextId, std::uint32_t> attachments_;
  std::unordered_map<std::uint32_t, std::uint64_t> last_;
};

}  // namespace

TEST("stress: contexts of many threads that join, talk and leave, by every path") {
  Crowd crowd;
  std::vector<std::thread> threads;
  for (unsigned seed = 0; seed < 6; ++seed) {
    threads.emplace_back([&, seed] {
      try {
        for (unsigned life = 0; life < 3; ++life) {
          CrowdMember member(crowd, seed + life * 6);
          member.Run(300);
        }
        ++crowd.done;
      } catch (const std::exception& error) {
        crowd.Complain(error.what());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK_EQ(crowd.wrong, "");
  CHECK_EQ(crowd.done.load(), 6);
  CHECK(crowd.received > 1000);
  CHECK(!crowd.domain.Exists());
}

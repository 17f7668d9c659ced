// One generation of a log: records, padding at the ring's end, laps, the end by a successor; and logs that lie.
#include "core/log_reader.hpp"
#include "core/log_writer.hpp"

#include <cstring>
#include <random>

#include "domain.hpp"

using namespace roslet;
using namespace roslet::test;
using layout::RecordKind;
using Look = LogReader::Look;

namespace {

struct Fixture {
  explicit Fixture(std::uint64_t capacity = 1024)
      : directory(Directory::Create(domain.path(), {})),
        log(std::move(*LogWriter::CreateShared(directory, stream, 1, capacity, 1, &error))) {
    CHECK(LogReader::Open(directory, stream, 1, reader) == LogReader::OpenResult::kOpened);
  }

  void Write(std::uint64_t sequence, std::size_t size) {
    std::uint64_t span = layout::RecordSpan(size);
    while (!log.Fits(log.PlaceFor(span, {}), span)) log.DropOldest();
    Bytes bytes = Payload(sequence, size);
    std::uint64_t at = log.Begin(log.PlaceFor(span, {}), span, sequence);
    CopyShared(log.data() + at + layout::kPayloadAt, bytes.data(), bytes.size());
    log.Commit(RecordKind::kMessage, sequence, static_cast<std::uint32_t>(size), 1000, 0, 0);
  }
  // The next message from `offset`, padding skipped.
  Look Read(std::uint64_t& offset, RecordInfo& info) {
    for (;;) {
      Look look = reader.Peek(offset, info);
      if (look != Look::kRecord) return look;
      offset += info.span;
      if (info.kind != RecordKind::kPadding) return look;
    }
  }
  layout::LogHeader& header() { return *reinterpret_cast<layout::LogHeader*>(log.mapping()->data()); }
  layout::Record& record(std::uint64_t offset) {
    return *reinterpret_cast<layout::Record*>(log.data() + offset % log.capacity());
  }

  Domain domain;
  StreamId stream{{0xabc, 1}, {}};
  Directory directory;
  int error = 0;
  LogWriter log;
  LogReader reader;
};

}  // namespace

TEST("log: records come out as they went in, around the ring's end and with padding there") {
  Fixture f(1024);
  std::uint64_t offset = 0;
  RecordInfo info;
  std::mt19937 random(1);
  bool padded = false;
  for (std::uint64_t sequence = 1; sequence <= 2000; ++sequence) {
    std::size_t size = 4 + random() % 440;
    std::uint64_t before = f.log.head();
    f.Write(sequence, size);
    padded = padded || f.log.head() - before > layout::RecordSpan(size);
    CHECK(f.Read(offset, info) == Look::kRecord);
    CHECK_EQ(info.sequence, sequence);
    CHECK_EQ(info.length, size);
    CHECK_EQ(reinterpret_cast<std::uintptr_t>(info.payload + 4) % 64, 0);
    CHECK(std::memcmp(info.payload, Payload(sequence, size).data(), size) == 0);
    CHECK(f.reader.StillThere(offset - info.span));
    CHECK(f.Read(offset, info) == Look::kNothing);
  }
  CHECK(padded);
}

TEST("log: the largest record that a ring takes is half of it, wherever the head is") {
  Fixture f(1024);
  std::uint64_t offset = 0;
  RecordInfo info;
  for (std::uint64_t sequence = 1; sequence <= 50; ++sequence) {
    f.Write(sequence, sequence % 3 == 0 ? 4 : 512 - layout::kPayloadAt);
    CHECK(f.Read(offset, info) == Look::kRecord);
    CHECK_EQ(info.sequence, sequence);
  }
}

TEST("log: a reader that was overtaken is told so, and goes on at the tail") {
  Fixture f(1024);
  f.Write(1, 60);
  RecordInfo info;
  CHECK(f.reader.Peek(0, info) == Look::kRecord);
  for (std::uint64_t sequence = 2; sequence <= 30; ++sequence) f.Write(sequence, 60);
  CHECK(!f.reader.StillThere(0));
  CHECK(f.reader.Peek(0, info) == Look::kLapped);
  std::uint64_t offset = f.reader.tail();
  std::uint64_t first = 0;
  for (std::uint64_t expected = 0; f.Read(offset, info) == Look::kRecord; ++expected) {
    if (first == 0) first = expected = info.sequence;
    CHECK_EQ(info.sequence, expected);
  }
  CHECK_EQ(info.sequence, 30);
  CHECK_EQ(first, 30 - 1024 / 128 + 1);
}

TEST("log: a record being written is not seen, an aborted one never was") {
  Fixture f;
  RecordInfo info;
  f.log.Begin(f.log.PlaceFor(128, {}), 128, 1);
  CHECK(f.reader.Peek(0, info) == Look::kNothing);
  f.log.Abort();
  CHECK(f.reader.Peek(0, info) == Look::kNothing);
  f.Write(1, 10);
  CHECK(f.reader.Peek(0, info) == Look::kRecord);
  CHECK_EQ(info.sequence, 1);
}

TEST("log: the successor is told at the end, not before") {
  Fixture f;
  RecordInfo info;
  std::uint64_t offset = 0;
  f.Write(1, 10);
  f.log.Finish(2);
  CHECK(f.Read(offset, info) == Look::kRecord);
  CHECK(f.Read(offset, info) == Look::kFollowed);
  CHECK_EQ(f.reader.successor(), 2);
}

TEST("log: of another writer, generation, size or kind: refused") {
  Domain domain;
  Directory directory = Directory::Create(domain.path(), {});
  StreamId stream{{0xabc, 1}, {}};
  int error = 0;
  auto log = LogWriter::CreateShared(directory, stream, 1, 4096, 1, &error);
  auto& header = *reinterpret_cast<layout::LogHeader*>(log->mapping()->data());
  LogReader reader;
  auto open = [&] { return LogReader::Open(directory, stream, 1, reader); };
  using Result = LogReader::OpenResult;
  CHECK(open() == Result::kOpened);
  CHECK(LogReader::Open(directory, stream, 2, reader) == Result::kMissing);
  auto refuses = [&](auto& field, auto value) {
    auto before = field;
    field = value;
    bool refused = open() == Result::kFailed;
    field = before;
    return refused && open() == Result::kOpened;
  };
  std::uint64_t magic = header.magic;
  header.magic = magic + 1;
  CHECK(open() == Result::kFailed);
  header.magic = magic;
  CHECK(refuses(header.version, layout::kVersion + 1));
  CHECK(refuses(header.generation, 2u));
  CHECK(refuses(header.writer_context, std::uint64_t{0xabd}));
  CHECK(refuses(header.writer_entity, 2u));
  for (std::uint64_t capacity : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{32}, std::uint64_t{4095},
                                 std::uint64_t{4097}, std::uint64_t{8192}, std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
    CHECK(refuses(header.capacity, capacity));
  }
  header.capacity = 64;  // smaller than the file is no harm
  CHECK(open() == Result::kOpened);
  std::filesystem::resize_file(domain.path() + "/" + LogName(stream, 1), 4095);
  CHECK(open() == Result::kFailed);
  std::filesystem::remove(domain.path() + "/" + LogName(stream, 1));
  std::filesystem::create_directory(domain.path() + "/" + LogName(stream, 1));
  CHECK(open() == Result::kFailed);
}

TEST("log: a log that contradicts itself is found out before a byte beyond it is read") {
  Fixture f(1024);
  RecordInfo info;
  f.Write(1, 60);
  f.Write(2, 60);
  std::uint64_t head = f.log.head();
  for (std::uint64_t lie :
       {std::uint64_t{1}, head + 1, head + 64, std::uint64_t{1088}, std::uint64_t{1} << 48, ~std::uint64_t{0}}) {
    f.header().head = lie;
    Look look = f.reader.Peek(0, info);
    CHECK(look == Look::kCorrupt || (look == Look::kRecord && lie <= 1024 && info.span <= lie));
  }
  f.header().head = head;
  for (std::uint64_t lie : {head + 1, ~std::uint64_t{0}}) {
    f.header().tail = lie;
    CHECK(f.reader.Peek(0, info) == Look::kCorrupt);
  }
  f.header().tail = 0;
  CHECK(f.reader.Peek(1, info) == Look::kCorrupt);
  CHECK(f.reader.Peek(head + 64, info) == Look::kCorrupt);
  layout::Record& record = f.record(0);
  for (std::uint32_t span : {0u, 1u, 63u, 65u, 320u, 2048u, 0xffffffc0u}) {
    record.span = span;
    CHECK(f.reader.Peek(0, info) == Look::kCorrupt);
  }
  record.span = 128;
  for (std::uint32_t length : {0u, 3u, 69u, 128u, 0xffffffffu}) {
    record.length = length;
    CHECK(f.reader.Peek(0, info) == Look::kCorrupt);
  }
  record.length = 60;
  for (std::uint32_t kind : {0u, 4u, 0xffffffffu}) {
    record.kind = kind;
    CHECK(f.reader.Peek(0, info) == Look::kCorrupt);
  }
  record.kind = 3;
  record.length = layout::kMaxMessage + 1;
  CHECK(f.reader.Peek(0, info) == Look::kCorrupt);
  record.kind = 1;
  record.length = 60;
  record.sequence_word = 3;
  CHECK(f.reader.Peek(0, info) == Look::kCorrupt);
  record.sequence_word = 2;
  CHECK(f.reader.Peek(0, info) == Look::kRecord);
}

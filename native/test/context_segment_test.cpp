// Context segments: sparse tables, and a catalogue that is read whole or not at all.
#include "core/context_segment.hpp"

#include <fcntl.h>
#include <sys/mman.h>

#include <atomic>
#include <thread>

#include "domain.hpp"

using namespace roslet;
using namespace roslet::test;

namespace {

// Its size and every byte follow from its number.
Bytes Catalogue(std::uint32_t number) {
  Bytes bytes(4 + number % 977 * 13, static_cast<std::uint8_t>(number));
  std::memcpy(bytes.data(), &number, 4);
  return bytes;
}

bool IsCatalogue(const Bytes& bytes) {
  std::uint32_t number = 0;
  if (bytes.size() < 4) return false;
  std::memcpy(&number, bytes.data(), 4);
  return bytes == Catalogue(number);
}

// A segment's header, writable, as only its owner should have it.
layout::ContextHeader& Header(const Domain& domain, ContextId id) {
  int fd = ::open((domain.path() + "/" + ContextName(id)).c_str(), O_RDWR | O_CLOEXEC);
  void* memory = ::mmap(nullptr, layout::kCatalogueAt, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  ::close(fd);
  return *static_cast<layout::ContextHeader*>(memory);
}

}  // namespace

TEST("segment: a slot given back is used again, and shows nothing of its past") {
  Domain domain;
  Context context(domain.options());
  ContextSegment& segment = context.segment();
  std::uint32_t index = segment.TakeWriter();
  segment.writer(index).entity = 5;
  segment.writer(index).head = 77;
  segment.writer(index).target_entity = 9;
  segment.GiveWriter(index);
  CHECK_EQ(segment.writer(index).entity.load(), 0);
  CHECK_EQ(segment.TakeWriter(), index);
  CHECK_EQ(segment.writer(index).head.load(), 0);
  CHECK_EQ(segment.writer(index).target_entity.load(), 0);
  CHECK_EQ(segment.header().writer_count.load(), 1);
}

TEST("segment: the last slot is the last, and an idle segment is small") {
  Domain domain;
  Context context(domain.options());
  std::uint64_t idle = domain.Bytes();
  CHECK(idle < 100'000);
  ContextSegment& segment = context.segment();
  for (std::uint64_t i = 0; i < layout::kMaxReaders; ++i) CHECK_EQ(segment.TakeReader(), i);
  CHECK_THROWS(segment.TakeReader(), code::kTooManyEndpoints);
  segment.reader(layout::kMaxReaders - 1).received = 1;
  segment.GiveReader(3);
  CHECK_EQ(segment.TakeReader(), 3);
  CHECK(domain.Bytes() >= idle + layout::kMaxReaders * sizeof(layout::ReaderBlock));
}

TEST("catalogue: longer, shorter and empty ones are read as they were written") {
  Domain domain;
  Context context(domain.options());
  auto peer = PeerContext::Open(context.directory(), context.id());
  Bytes bytes;
  std::uint64_t sequence = 0;
  std::uint64_t before = 0;
  for (std::size_t size : {0, 1, 100, 4096, 1 << 20, 5, 0, 70000}) {
    Bytes wanted = Payload(size, size + 4);
    context.SetCatalogue(wanted.data(), wanted.size());
    CHECK(peer->ReadCatalogue(bytes, sequence));
    CHECK(bytes == wanted);
    CHECK(sequence > before && sequence % 2 == 0);
    before = sequence;
  }
}

TEST("catalogue: one that is too long is refused, and the old one stays") {
  Domain domain;
  Context context(domain.options());
  Bytes good = Catalogue(7);
  context.SetCatalogue(good.data(), good.size());
  CHECK_THROWS(context.SetCatalogue(good.data(), layout::kMaxCatalogue + 1), code::kArgument);
  auto peer = PeerContext::Open(context.directory(), context.id());
  Bytes bytes;
  std::uint64_t sequence = 0;
  CHECK(peer->ReadCatalogue(bytes, sequence));
  CHECK(bytes == good);
}

TEST("catalogue: readers beside a writer never see a mixture") {
  Domain domain;
  Context context(domain.options());
  Bytes first = Catalogue(1);
  context.SetCatalogue(first.data(), first.size());
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> good{0};
  std::atomic<std::uint64_t> bad{0};
  std::vector<std::thread> readers;
  for (int i = 0; i < 3; ++i) {
    readers.emplace_back([&] {
      auto peer = PeerContext::Open(context.directory(), context.id());
      Bytes bytes;
      std::uint64_t sequence = 0;
      while (!stop) {
        if (peer->ReadCatalogue(bytes, sequence)) ++(IsCatalogue(bytes) ? good : bad);
      }
    });
  }
  for (std::uint32_t number = 2; number < 3000 || good < 100; ++number) {
    Bytes bytes = Catalogue(number);
    context.SetCatalogue(bytes.data(), bytes.size());
  }
  stop = true;
  for (std::thread& reader : readers) reader.join();
  CHECK_EQ(bad.load(), 0);
}

TEST("catalogue: a writer that died in the middle, and sizes that are lies, are refused in bounded time and memory") {
  Domain domain;
  Context context(domain.options());
  Bytes good = Catalogue(7);
  context.SetCatalogue(good.data(), good.size());
  layout::ContextHeader& header = Header(domain, context.id());
  auto peer = PeerContext::Open(context.directory(), context.id());
  Bytes bytes;
  std::uint64_t sequence = 0;
  header.catalogue_sequence += 1;
  CHECK(!peer->ReadCatalogue(bytes, sequence));
  header.catalogue_sequence += 1;
  for (std::uint64_t size : {std::uint64_t{1} << 62, ~std::uint64_t{0}, std::uint64_t{layout::kMaxCatalogue},
                             std::uint64_t{layout::kMaxCatalogue} + 1, std::uint64_t{1} << 20}) {
    header.catalogue_size = size;
    CHECK(!peer->ReadCatalogue(bytes, sequence));
    CHECK(bytes.capacity() < 1 << 20);
  }
  header.catalogue_size = good.size();
  CHECK(peer->ReadCatalogue(bytes, sequence));
  CHECK(bytes == good);
}

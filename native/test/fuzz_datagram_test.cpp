// Whatever lands in a mailbox: nothing breaks, nothing grows, and who speaks properly is still heard.
#include <sys/socket.h>
#include <sys/un.h>

#include "domain.hpp"
#include "fuzz.hpp"

using namespace roslet;
using namespace roslet::test;
using layout::FragmentDatagram;
using layout::PokeDatagram;
using layout::Position;

namespace {

class Sender {
 public:
  Sender(const Domain& domain, ContextId to) {
    address_.sun_family = AF_UNIX;
    std::strncpy(address_.sun_path, (domain.path() + "/" + SocketName(to)).c_str(), sizeof(address_.sun_path) - 1);
  }
  // With a descriptor that nobody asked for, when told so.
  void Send(const Bytes& bytes, bool with_descriptor) {
    iovec vector{const_cast<std::uint8_t*>(bytes.data()), bytes.size()};
    msghdr message{};
    message.msg_name = &address_;
    message.msg_namelen = sizeof(address_);
    message.msg_iov = &vector;
    message.msg_iovlen = 1;
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    if (with_descriptor) {
      message.msg_control = control;
      message.msg_controllen = sizeof(control);
      cmsghdr* header = CMSG_FIRSTHDR(&message);
      header->cmsg_level = SOL_SOCKET;
      header->cmsg_type = SCM_RIGHTS;
      header->cmsg_len = CMSG_LEN(sizeof(int));
      int fd = socket_.get();
      std::memcpy(CMSG_DATA(header), &fd, sizeof(fd));
    }
    ::sendmsg(socket_.get(), &message, MSG_DONTWAIT | MSG_NOSIGNAL);
  }

 private:
  FileDescriptor socket_{::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)};
  sockaddr_un address_{};
};

std::size_t OpenDescriptors() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++count;
  return count;
}

}  // namespace

TEST("fuzz: datagrams") {
  Domain domain;
  Context writer(domain.options());
  Context victim(domain.options(true));
  Context plain(domain.options());
  Pair keep_all(writer, victim, {.entity = 1, .depth = 0}, {.entity = 2, .depth = 0});
  Pair keep_last(writer, victim, {.entity = 3, .transient_local = true, .depth = 5}, {.entity = 4, .depth = 5},
                 Start::kHistory);
  Pair service(writer, victim, {.entity = 5, .target = {victim.id(), 6}, .depth = 0}, {.entity = 6, .depth = 0});
  service.subscription->Attach({writer.id(), 5}, Start::kBeginning, {victim.id(), 6});
  Pair log(writer, plain, {.entity = 7}, {.entity = 8});
  for (Context* context : {&writer, &victim, &plain}) Quiet(*context);

  std::size_t descriptors = 0;
  std::uint64_t memory = ResidentBytes();
  std::uint64_t most = 0;
  Sender to_victim(domain, victim.id());
  Sender to_plain(domain, plain.id());
  std::uint64_t next = 1;
  {
    Fuzz fuzz("datagrams");
    Bytes bytes;
    while (fuzz.Go()) {
      FragmentDatagram header{};
      header.poke = {PokeDatagram::kMagic, layout::kVersion, static_cast<std::uint16_t>(1 + fuzz.Below(2)),
                     writer.id()};
      header.writer_entity = static_cast<std::uint32_t>(1 + fuzz.Below(8));
      header.reader_entity = header.writer_entity + 1;
      if (header.writer_entity == 5) {
        header.target_context = victim.id();
        header.target_entity = 6;
      }
      header.position = Position{1, next * 64}.Pack();
      header.sequence = next;
      std::size_t body = fuzz.Once(4) ? fuzz.Below(layout::kFragmentBytes + 100) : fuzz.Below(300);
      header.total = static_cast<std::uint32_t>(fuzz.Once(3) ? body : body * (1 + fuzz.Below(5)));
      header.offset = fuzz.Once(2) ? 0 : static_cast<std::uint32_t>(body * fuzz.Below(5));
      if (fuzz.Once(3)) ++next;
      for (std::uint64_t i = fuzz.Below(3); i > 0; --i) fuzz.Mutate(&header, sizeof(header));
      bytes.assign(sizeof(header) + body, static_cast<std::uint8_t>(fuzz.Any()));
      std::memcpy(bytes.data(), &header, sizeof(header));
      if (fuzz.Once(6)) bytes.resize(fuzz.Below(fuzz.Once(2) ? sizeof(header) + 2 : bytes.size() + 1));
      if (fuzz.Once(50)) bytes.resize(layout::kMaxDatagram + fuzz.Below(2000));
      (fuzz.Once(4) ? to_plain : to_victim).Send(bytes, fuzz.Once(20));
      if (!fuzz.Once(5) && fuzz.tried() != 1000) continue;
      for (Context* context : {&victim, &plain}) {
        context->ProcessEvents();
        context->TakePoked();
        if (fuzz.Once(3)) Take(*context, 1 + fuzz.Below(20));
      }
      // Those that are opened at first need are open by then.
      if (fuzz.tried() == 1000) descriptors = OpenDescriptors();
      if (fuzz.tried() % 4096 == 0) most = std::max(most, ResidentBytes());
    }
  }
  Quiet(victim);
  CHECK_EQ(OpenDescriptors(), descriptors);
  // Inline readers keep 64 MiB at most each; sanitizers keep freed memory for a while.
  CHECK(most < memory + (900u << 20));
  CHECK(victim.segment().header().datagrams_refused.load() > 0);

  // Somebody who speaks properly, afterwards.
  Pair fresh(writer, victim, {.entity = 20, .depth = 20}, {.entity = 21, .depth = 20});
  Pair direct(writer, plain, {.entity = 22, .depth = 20}, {.entity = 23, .depth = 20});
  for (int i = 0; i < 20; ++i) {
    fresh.Send(100'000);
    direct.Send(100'000);
  }
  std::vector<std::uint64_t> got;
  for (int i = 0; i < 1000 && got.size() < 20; ++i) {
    writer.ProcessEvents();
    for (const Message& message : TakeAll(victim)) {
      if (message.subscription == 21) got.push_back(message.sequence);
    }
  }
  CHECK_EQ(got, Range(1, 20));
  CHECK_EQ(TakeFrom(plain, direct.subscription.get()).size(), 20);
}

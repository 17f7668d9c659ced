#include "core/mailbox.hpp"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <array>
#include <cstring>

#include "core/error.hpp"
#include "core/kill_point.hpp"

namespace roslet {

Mailbox::Mailbox(const Directory& directory, ContextId id) : buffer_(kBatch * layout::kMaxDatagram) {
  socket_ = FileDescriptor(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!socket_) throw Error(code::kSystem, "cannot create a mailbox socket", errno);
  int on = 1;
  ::setsockopt(socket_.get(), SOL_SOCKET, SO_PASSCRED, &on, sizeof(on));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::string path = directory.SocketPath(SocketName(id));
  std::strncpy(address.sun_path, path.c_str(), sizeof(address.sun_path) - 1);
  if (::bind(socket_.get(), reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0) {
    throw Error(code::kDirectory, "cannot bind the mailbox socket '" + path + "'", errno);
  }
  ::fchmodat(directory.fd(), SocketName(id).c_str(), directory.access().file_mode(), 0);
  KillPoint("mailbox.bound");
}

std::size_t Mailbox::Receive(std::size_t limit, const std::function<void(const Datagram&)>& handle) {
  struct Control {
    alignas(cmsghdr) char bytes[CMSG_SPACE(sizeof(ucred))];
  };
  std::array<mmsghdr, kBatch> messages{};
  std::array<iovec, kBatch> vectors{};
  std::array<Control, kBatch> controls{};
  std::size_t taken = 0;
  while (taken < limit) {
    for (std::size_t i = 0; i < kBatch; ++i) {
      vectors[i] = {buffer_.data() + i * layout::kMaxDatagram, layout::kMaxDatagram};
      messages[i] = {};
      messages[i].msg_hdr.msg_iov = &vectors[i];
      messages[i].msg_hdr.msg_iovlen = 1;
      messages[i].msg_hdr.msg_control = controls[i].bytes;
      messages[i].msg_hdr.msg_controllen = sizeof(controls[i].bytes);
    }
    int count = ::recvmmsg(socket_.get(), messages.data(), kBatch, MSG_DONTWAIT | MSG_CMSG_CLOEXEC, nullptr);
    if (count <= 0) break;
    for (int i = 0; i < count; ++i) {
      msghdr& header = messages[static_cast<std::size_t>(i)].msg_hdr;
      Datagram datagram{static_cast<std::uint8_t*>(header.msg_iov->iov_base),
                        messages[static_cast<std::size_t>(i)].msg_len, UINT32_MAX};
      for (cmsghdr* control = CMSG_FIRSTHDR(&header); control != nullptr; control = CMSG_NXTHDR(&header, control)) {
        if (control->cmsg_level == SOL_SOCKET && control->cmsg_type == SCM_CREDENTIALS) {
          ucred credentials{};
          std::memcpy(&credentials, CMSG_DATA(control), sizeof(credentials));
          datagram.uid = credentials.uid;
        }
      }
      if ((header.msg_flags & MSG_TRUNC) == 0) handle(datagram);
    }
    taken += static_cast<std::size_t>(count);
    if (static_cast<std::size_t>(count) < kBatch) break;
  }
  return taken;
}

}  // namespace roslet

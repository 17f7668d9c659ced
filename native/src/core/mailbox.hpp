// A context's datagram socket: where it is woken, and where messages arrive that cannot go through shared memory.
#pragma once

#include <functional>
#include <vector>

#include "core/file.hpp"
#include "core/layout/datagram_layout.hpp"

namespace roslet {

class Mailbox {
 public:
  Mailbox(const Directory& directory, ContextId id);

  int fd() const { return socket_.get(); }

  struct Datagram {
    const std::uint8_t* bytes;
    std::size_t size;
    std::uint32_t uid;  // of the sender, as the kernel vouches for it
  };
  // Hands over what is waiting, about `limit` datagrams at most, and says how many: as many as the limit, and more may
  // wait.
  std::size_t Receive(std::size_t limit, const std::function<void(const Datagram&)>& handle);

 private:
  static constexpr std::size_t kBatch = 16;  // the kernel queues 10 or so: one call takes them all

  FileDescriptor socket_;
  std::vector<std::uint8_t> buffer_;
};

}  // namespace roslet

// MSG_ZEROCOPY against ordinary sends: what it does, and what it costs (design/0008-msg-zerocopy.md).
//
//   zerocopy [--transports unix,tcp,veth] [--sizes 65536,1048576] [--seconds <s>]
//
// unix: a pair of Unix stream sockets. tcp: the loopback interface. veth: TCP over a veth pair between two network
// namespaces of its own (root, and the program "ip").
//
// Each line of output is JSON. For each transport it says first whether the socket takes SO_ZEROCOPY at all, and then,
// for each size and both ways of sending (A B A B A B), what was sent and what the error queue said about it.

#include <arpa/inet.h>
#include <errno.h>
#include <linux/errqueue.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <cstring>
#include <string>

#include "far_process.hpp"
#include "network_namespaces.hpp"

using namespace roslet::perf;

namespace {

constexpr int kRounds = 3;
/// Messages that may be on their way: their memory must not be touched before the kernel says so.
constexpr std::size_t kBuffers = 16;

[[noreturn]] void Die(const char* what) {
  Options::Fail((std::string(what) + ": " + std::strerror(errno)).c_str());
}

/// What the error queue has said.
struct Completions {
  /// Sends that are done, counted from 0: all below this.
  std::uint32_t done = 0;
  std::uint64_t notifications = 0;
  std::uint64_t completed = 0;
  std::uint64_t largest_range = 0;
  /// Sends of which the kernel said that it copied after all.
  std::uint64_t copied = 0;
};

/// Takes what is in the error queue. A notification is a range of sends, for neighbours are joined while they wait
/// there.
void Drain(int socket, Completions& completions) {
  for (;;) {
    alignas(cmsghdr) char control[256];
    msghdr message{};
    message.msg_control = control;
    message.msg_controllen = sizeof(control);
    if (::recvmsg(socket, &message, MSG_ERRQUEUE | MSG_DONTWAIT) < 0) {
      if (errno == EAGAIN) return;
      Die("reading the error queue");
    }
    for (auto* header = CMSG_FIRSTHDR(&message); header != nullptr; header = CMSG_NXTHDR(&message, header)) {
      sock_extended_err error;
      std::memcpy(&error, CMSG_DATA(header), sizeof(error));
      if (error.ee_origin != SO_EE_ORIGIN_ZEROCOPY || error.ee_errno != 0) continue;
      std::uint64_t range = error.ee_data - error.ee_info + 1;
      ++completions.notifications;
      completions.completed += range;
      completions.largest_range = std::max(completions.largest_range, range);
      if (error.ee_code & SO_EE_CODE_ZEROCOPY_COPIED) completions.copied += range;
      // TCP completes in order.
      completions.done = error.ee_data + 1;
    }
  }
}

void WaitForError(int socket) {
  // POLLERR is always asked for.
  pollfd waiting{socket, 0, 0};
  ::poll(&waiting, 1, 1000);
}

struct Result {
  std::uint64_t messages = 0;
  std::uint64_t sends = 0;
  double seconds = 0;
  double sender_cpu = 0;
  double receiver_cpu = 0;
  Completions completions;
};

class Sender {
 public:
  Sender(int socket, std::size_t size, bool zerocopy)
      : socket_(socket), size_(size), zerocopy_(zerocopy), memory_(size * kBuffers, 1), last_send_(kBuffers, 0) {}

  void Send(Result& result) {
    auto buffer = result.messages % kBuffers;
    // Nobody may write a buffer before the sends that hold it are done.
    while (zerocopy_ && result.completions.done < last_send_[buffer]) {
      Drain(socket_, result.completions);
      if (result.completions.done < last_send_[buffer]) WaitForError(socket_);
    }
    char* message = memory_.data() + buffer * size_;
    std::memcpy(message, &result.messages, sizeof(result.messages));
    for (std::size_t at = 0; at < size_;) {
      auto sent = ::send(socket_, message + at, size_ - at, zerocopy_ ? MSG_ZEROCOPY : 0);
      if (sent < 0 && errno == ENOBUFS) {
        // The kernel lends only so much memory for notifications (net.core.optmem_max).
        WaitForError(socket_);
        Drain(socket_, result.completions);
        continue;
      }
      if (sent < 0) Die("send");
      at += static_cast<std::size_t>(sent);
      ++result.sends;
    }
    last_send_[buffer] = static_cast<std::uint32_t>(result.sends);
    ++result.messages;
  }

  void Finish(Result& result) {
    while (zerocopy_ && result.completions.done < result.sends) {
      WaitForError(socket_);
      Drain(socket_, result.completions);
    }
  }

 private:
  int socket_;
  std::size_t size_;
  bool zerocopy_;
  std::vector<char> memory_;
  /// By buffer: how many sends there had been when its last one was made.
  std::vector<std::uint32_t> last_send_;
};

/// Both ends, each in the process (and the network) that it belongs to.
struct Connection {
  /// Runs in the far process.
  virtual int Accept() = 0;
  virtual int Connect() = 0;
  virtual ~Connection() = default;
};

class UnixPair : public Connection {
 public:
  explicit UnixPair(int type) {
    if (::socketpair(AF_UNIX, type, 0, sockets_) != 0) Die("socketpair");
  }
  // The far process's copy of the other end must go, or it never sees the end.
  int Accept() override { return ::close(sockets_[0]), sockets_[1]; }
  int Connect() override { return ::close(sockets_[1]), sockets_[0]; }

 private:
  int sockets_[2];
};

class Tcp : public Connection {
 public:
  /// @param near_network, far_network names of network namespaces; nullptr: the one we are in
  Tcp(const char* address, const char* near_network, const char* far_network) : near_network_(near_network) {
    InNetwork(far_network, [&] {
      address_.sin_family = AF_INET;
      ::inet_pton(AF_INET, address, &address_.sin_addr);
      listener_ = ::socket(AF_INET, SOCK_STREAM, 0);
      auto* name = reinterpret_cast<sockaddr*>(&address_);
      socklen_t length = sizeof(address_);
      if (::bind(listener_, name, length) != 0) Die("bind");
      if (::listen(listener_, 1) != 0 || ::getsockname(listener_, name, &length) != 0) Die("listen");
    });
  }
  ~Tcp() override { ::close(listener_); }

  int Accept() override {
    int socket = ::accept(listener_, nullptr, nullptr);
    if (socket < 0) Die("accept");
    return socket;
  }

  int Connect() override {
    int socket = -1;
    InNetwork(near_network_, [&] {
      socket = ::socket(AF_INET, SOCK_STREAM, 0);
      if (::connect(socket, reinterpret_cast<sockaddr*>(&address_), sizeof(address_)) != 0) Die("connect");
    });
    return socket;
  }

 private:
  const char* near_network_;
  sockaddr_in address_{};
  int listener_ = -1;
};

/// What the receiver tells when it is done.
struct Received {
  double end;
  double cpu;
};

Result Measure(Connection& connection, std::size_t size, bool zerocopy, double seconds) {
  auto* received = new (ShareMemory(sizeof(Received))) Received{};
  FarProcess far({}, [&] {
    int socket = connection.Accept();
    std::vector<char> memory(size);
    double cpu = CpuSeconds();
    while (::recv(socket, memory.data(), size, MSG_WAITALL) == static_cast<ssize_t>(size)) {
    }
    *received = {Seconds(), CpuSeconds() - cpu};
  });
  int socket = connection.Connect();
  int on = 1;
  if (zerocopy && ::setsockopt(socket, SOL_SOCKET, SO_ZEROCOPY, &on, sizeof(on)) != 0) Die("SO_ZEROCOPY");
  // Nagle's algorithm would hold small sends back, and a buffer that is held back is not free: up to 40 ms for nothing.
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  Result result;
  Sender sender(socket, size, zerocopy);
  double cpu = CpuSeconds();
  double begin = Seconds();
  while (Seconds() - begin < seconds) sender.Send(result);
  sender.Finish(result);
  ::shutdown(socket, SHUT_WR);
  far.Join();
  ::close(socket);
  result.sender_cpu = CpuSeconds() - cpu;
  result.seconds = received->end - begin;
  result.receiver_cpu = received->cpu;
  ::munmap(received, sizeof(Received));
  return result;
}

void Print(const std::string& transport, std::size_t size, bool zerocopy, const Result& result) {
  double gib = static_cast<double>(result.messages * size) / (1 << 30);
  const auto& completions = result.completions;
  std::printf(
      "{\"transport\":\"%s\",\"size\":%zu,\"zerocopy\":%s,\"gibPerSecond\":%.3f,\"senderCpuSecondsPerGib\":%.4f,"
      "\"receiverCpuSecondsPerGib\":%.4f,\"messages\":%llu,\"sends\":%llu,\"completedSends\":%llu,\"notifications\":%"
      "llu,\"largestRange\":%llu,"
      "\"copiedSends\":%llu}\n",
      transport.c_str(), size, zerocopy ? "true" : "false", gib / result.seconds, result.sender_cpu / gib,
      result.receiver_cpu / gib, static_cast<unsigned long long>(result.messages),
      static_cast<unsigned long long>(result.sends), static_cast<unsigned long long>(completions.completed),
      static_cast<unsigned long long>(completions.notifications),
      static_cast<unsigned long long>(completions.largest_range), static_cast<unsigned long long>(completions.copied));
  std::fflush(stdout);
}

/// What a socket says to SO_ZEROCOPY, and to the flag without it. True when it takes the option.
bool PrintSupport(const std::string& transport, Connection& connection) {
  FarProcess far({}, [&] {
    char byte;
    int socket = connection.Accept();
    while (::recv(socket, &byte, 1, 0) > 0) {
    }
  });
  int socket = connection.Connect();
  auto flagged = ::send(socket, "x", 1, MSG_ZEROCOPY);
  int send_error = flagged < 0 ? errno : 0;
  int on = 1;
  bool taken = ::setsockopt(socket, SOL_SOCKET, SO_ZEROCOPY, &on, sizeof(on)) == 0;
  int option_error = taken ? 0 : errno;
  // A stream ends when it is closed; datagram sockets know no end, but an empty datagram is read alike.
  ::send(socket, "", 0, 0);
  ::close(socket);
  far.Join();
  std::printf("{\"transport\":\"%s\",\"optionTaken\":%s,\"optionError\":\"%s\",\"flagWithoutOption\":\"%s\"}\n",
              transport.c_str(), taken ? "true" : "false",
              option_error == 0 ? "" : std::string(::strerror(option_error)).c_str(),
              send_error == 0 ? "sent, the flag is ignored" : ::strerror(send_error));
  std::fflush(stdout);
  return taken;
}

template <typename Make>
void Experiment(const std::string& transport, const Options& options, Make make) {
  bool supported = false;
  {
    auto connection = make();
    supported = PrintSupport(transport, connection);
  }
  for (int size : options.List("sizes")) {
    for (int round = 0; round < kRounds; ++round) {
      for (bool zerocopy : {false, true}) {
        if (zerocopy && !supported) continue;
        auto connection = make();
        auto bytes = static_cast<std::size_t>(size);
        Print(transport, bytes, zerocopy, Measure(connection, bytes, zerocopy, options.Number("seconds", 0.5)));
      }
    }
  }
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<char*> given(arguments, arguments + count);
  char name[] = "--sizes";
  char sizes[] = "4096,65536,1048576,8388608";
  // Options that are given later win.
  given.insert(given.begin() + 1, {name, sizes});
  Options options(static_cast<int>(given.size()), given.data());
  auto transports = "," + options.Text("transports", "unix,tcp,veth") + ",";
  auto wanted = [&](const char* transport) {
    return transports.find("," + std::string(transport) + ",") != std::string::npos;
  };
  if (wanted("unix")) {
    Experiment("unix", options, [] { return UnixPair(SOCK_STREAM); });
    UnixPair datagrams(SOCK_DGRAM);
    PrintSupport("unix-datagram", datagrams);
  }
  if (wanted("tcp")) Experiment("tcp", options, [] { return Tcp("127.0.0.1", nullptr, nullptr); });
  if (!wanted("veth")) return 0;
  // Static, so that exit() undoes it, too.
  static VethPair veth;
  if (!veth.Made()) {
    std::printf("{\"transport\":\"veth\",\"unavailable\":\"needs root, network namespaces and the program ip\"}\n");
    return 0;
  }
  Experiment("veth", options, [] { return Tcp(VethPair::kFarAddress, VethPair::kNear, VethPair::kFar); });
}

// Two processes that send each other Unix datagrams and sleep in epoll: what the kernel can do with copies and
// wake-ups.
//
//   datagram_epoll --exchange roundTrip|oneWay --size <bytes> [--written full|stamp] [--read full|sampled|stamp]
//                  [--seconds <s> | --count <n>] [--cpus <list>]
//
// A message that the kernel does not take as one datagram goes as several; "pieces" in the output says how many.

#include <errno.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include "far_process.hpp"
#include "stamp.hpp"

using namespace roslet::perf;

namespace {

constexpr std::size_t kSmallestPiece = 4096;

struct Report {
  double end = 0;
  double cpu = 0;
  std::uint64_t received = 0;
  std::uint64_t wrong = 0;
};

/// One end of a pair of datagram sockets.
class Mailbox {
 public:
  Mailbox(int socket, std::size_t piece) : socket_(socket), piece_(piece), epoll_(::epoll_create1(0)) {
    epoll_event event{};
    event.events = EPOLLIN;
    if (::epoll_ctl(epoll_, EPOLL_CTL_ADD, socket, &event) != 0) Options::Fail("epoll_ctl failed");
  }

  void Send(const char* memory, std::size_t size) {
    for (std::size_t at = 0; at < size; at += piece_) {
      auto length = std::min(piece_, size - at);
      if (::send(socket_, memory + at, length, 0) != static_cast<ssize_t>(length)) Options::Fail("send failed");
    }
  }

  void Receive(char* memory, std::size_t size) {
    for (std::size_t at = 0; at < size;) {
      auto got = ::recv(socket_, memory + at, size - at, MSG_DONTWAIT);
      if (got > 0) {
        at += static_cast<std::size_t>(got);
      } else if (errno == EAGAIN) {
        Sleep();
      } else {
        Options::Fail("recv failed");
      }
    }
  }

  void Sleep() {
    epoll_event event{};
    if (::epoll_wait(epoll_, &event, 1, -1) < 0 && errno != EINTR) Options::Fail("epoll_wait failed");
  }

 private:
  int socket_;
  std::size_t piece_;
  int epoll_;
};

/// The largest datagram that goes through; tried, for the limit depends on privileges and on memory.
std::size_t LargestPiece(int from, int to, std::size_t size) {
  int wanted = static_cast<int>(std::min<std::size_t>(2 * size + (1 << 16), 1 << 30));
  if (::setsockopt(from, SOL_SOCKET, SO_SNDBUFFORCE, &wanted, sizeof(wanted)) != 0) {
    ::setsockopt(from, SOL_SOCKET, SO_SNDBUF, &wanted, sizeof(wanted));
  }
  std::vector<char> memory(size, 1);
  for (std::size_t piece = size; piece > kSmallestPiece; piece = (piece + 1) / 2) {
    if (::send(from, memory.data(), piece, MSG_DONTWAIT) < 0) continue;
    if (::recv(to, memory.data(), piece, 0) == static_cast<ssize_t>(piece)) return piece;
    Options::Fail("a datagram came in another size");
  }
  return std::min(size, kSmallestPiece);
}

void RoundTrips(const Options& options, Mailbox& near, Mailbox& far_mailbox, std::size_t size, int pieces) {
  Stamp stamp(options);
  std::vector<char> memory(size, 1);
  auto* report = new (ShareMemory(sizeof(Report))) Report;
  FarProcess far(options.List("cpus"), [&] {
    for (std::uint32_t number = 1;; ++number) {
      far_mailbox.Receive(memory.data(), size);
      if (!stamp.Matches(memory.data(), size, number)) ++report->wrong;
      far_mailbox.Send(memory.data(), size);
      if (Stamp::Flag(memory.data()) == kLast) return;
    }
  });
  std::vector<double> times;
  std::uint32_t number = 0;
  auto exchange = [&](std::uint32_t flag) {
    stamp.Write(memory.data(), size, ++number, flag);
    near.Send(memory.data(), size);
    near.Receive(memory.data(), size);
    if (Stamp::Number(memory.data()) != number) Options::Fail("a message came out of order");
  };
  for (double part : {kWarmUp, 1.0}) {
    Limit limit(options, part);
    times.clear();
    double begin = Seconds();
    do {
      exchange(0);
      double now = Seconds();
      times.push_back(now - begin);
      begin = now;
    } while (!limit.Over(times.size(), begin));
  }
  exchange(kLast);
  far.Join();
  PrintRoundTrips(times, report->wrong, pieces);
}

void OneWay(const Options& options, Mailbox& near, Mailbox& far_mailbox, std::size_t size, int pieces) {
  Stamp stamp(options);
  std::vector<char> memory(size, 1);
  std::uint64_t every = size < 4096 ? 64 : 1;
  auto* report = new (ShareMemory(sizeof(Report))) Report;
  for (double part : {kWarmUp, 1.0}) {
    *report = Report{};
    FarProcess far(options.List("cpus"), [&] {
      double cpu = CpuSeconds();
      for (std::uint32_t number = 0;; ++number) {
        far_mailbox.Receive(memory.data(), size);
        if (!stamp.Matches(memory.data(), size, number)) ++report->wrong;
        ++report->received;
        if (Stamp::Flag(memory.data()) == kLast) break;
      }
      report->end = Seconds();
      report->cpu = CpuSeconds() - cpu;
    });
    Limit limit(options, part);
    double cpu = CpuSeconds();
    double begin = Seconds();
    std::uint32_t number = 0;
    for (bool last = false; !last; ++number) {
      last = (number + 1) % every == 0 && limit.Over(number + 1, Seconds());
      stamp.Write(memory.data(), size, number, last ? kLast : 0);
      near.Send(memory.data(), size);
    }
    double near_cpu = CpuSeconds() - cpu;
    far.Join();
    if (part == 1.0) PrintOneWay(report->received, report->wrong, report->end - begin, near_cpu + report->cpu, pieces);
  }
}

}  // namespace

int main(int count, char** arguments) {
  Options options(count, arguments);
  auto size = static_cast<std::size_t>(options.Number("size", 64));
  int sockets[2];
  if (::socketpair(AF_UNIX, SOCK_DGRAM, 0, sockets) != 0) Options::Fail("socketpair failed");
  auto piece = std::min(LargestPiece(sockets[0], sockets[1], size), LargestPiece(sockets[1], sockets[0], size));
  Mailbox near(sockets[0], piece);
  Mailbox far(sockets[1], piece);
  auto pieces = static_cast<int>((size + piece - 1) / piece);
  bool round_trip = options.Text("exchange", "roundTrip") == "roundTrip";
  (round_trip ? RoundTrips : OneWay)(options, near, far, size, pieces);
}

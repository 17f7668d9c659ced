// A test's child process: the test program itself, started anew with `--child`, spoken to by lines.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "harness.hpp"

namespace roslet::test {

class Child {
 public:
  Child(const std::string& program, std::vector<std::string> arguments,
        const std::map<std::string, std::string>& environment = {}) {
    int to_child[2];
    int from_child[2];
    if (::pipe2(to_child, O_CLOEXEC) != 0 || ::pipe2(from_child, O_CLOEXEC) != 0) throw Failure("no pipes");
    std::vector<std::string> command{"/proc/self/exe", "--child", program};
    command.insert(command.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& part : command) pointers.push_back(part.data());
    pointers.push_back(nullptr);
    pid_ = ::fork();
    if (pid_ == 0) {
      ::dup2(to_child[0], STDIN_FILENO);
      ::dup2(from_child[1], STDOUT_FILENO);
      for (const auto& [name, value] : environment) ::setenv(name.c_str(), value.c_str(), 1);
      ::execv(pointers[0], pointers.data());
      ::_exit(126);
    }
    ::close(to_child[0]);
    ::close(from_child[1]);
    in_ = to_child[1];
    out_ = ::fdopen(from_child[0], "r");
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  Child(Child&& other) noexcept : pid_(other.pid_), in_(other.in_), out_(other.out_), status_(other.status_) {
    other.pid_ = -1;
    other.in_ = -1;
    other.out_ = nullptr;
  }
  ~Child() {
    if (pid_ > 0) {
      Signal(SIGKILL);
      Wait();
    }
    if (in_ >= 0) ::close(in_);
    if (out_ != nullptr) std::fclose(out_);
  }

  pid_t pid() const { return pid_; }
  void Signal(int number) const { ::kill(pid_, number); }
  void Say(const std::string& line) const {
    std::string text = line + "\n";
    if (::write(in_, text.data(), text.size()) != static_cast<ssize_t>(text.size())) throw Failure("the child is gone");
  }
  // The next line the child printed; "" when it ended.
  std::string Hear() {
    char* line = nullptr;
    std::size_t room = 0;
    ssize_t length = ::getline(&line, &room, out_);
    std::string text = length > 0 ? std::string(line, static_cast<std::size_t>(length - 1)) : std::string();
    std::free(line);
    return text;
  }
  // Exit code, or 128 + the signal that ended it.
  int Wait() {
    if (pid_ > 0) {
      int status = 0;
      ::waitpid(pid_, &status, 0);
      status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      pid_ = -1;
    }
    return status_;
  }

 private:
  pid_t pid_ = -1;
  int in_ = -1;
  std::FILE* out_ = nullptr;
  int status_ = -1;
};

inline constexpr int kKilled = 128 + SIGKILL;

// In the child: talks to the parent.
inline void Tell(const std::string& line) {
  std::cout << line << std::endl;
}
inline std::string Listen() {
  std::string line;
  std::getline(std::cin, line);
  return line;
}

}  // namespace roslet::test

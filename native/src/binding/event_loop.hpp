// A context on the environment's libuv loop: parks, polls or spins between turns, and hands what came to JavaScript.
//
// One turn:  prepare (park, or decide to keep polling) -> poll (mailbox: ProcessEvents) -> check (unpark, drain)
// An active idle handle keeps the loop from blocking while we poll. Timers, promises and other I/O run in every turn.
#pragma once

#include <uv.h>

#include <cstdint>
#include <functional>

#include "core/context.hpp"

namespace roslet::binding {

enum class WaitStrategy { kPark, kAdaptive, kSpin };

class EventLoop {
 public:
  // `drain` hands everything that waits to JavaScript.
  EventLoop(uv_loop_t* loop, Context& context, WaitStrategy strategy, std::int64_t budget_nanos,
            std::function<void()> drain);

  // Whether this keeps the process alive.
  void SetRef(bool on);
  // Closes the handles; `closed` runs once, when libuv let go of all of them.
  void Close(std::function<void()> closed);

 private:
  // How long one turn of the loop polls by itself: long enough to hide the cost of a turn, short enough for timers.
  static constexpr std::int64_t kTurnNanos = 15'000;
  static constexpr int kPollsAYield = 16;
  static constexpr std::int64_t kShortestBudget = 5'000;

  void Prepare();
  void Check();
  void KeepPolling(bool on);
  bool Polling(std::int64_t now) const;
  void Tune(std::int64_t slept);
  // Drains when there is something; true when there was.
  bool Work();

  Context& context_;
  WaitStrategy strategy_;
  const std::int64_t longest_budget_;
  std::int64_t budget_;  // what polling is worth, going by what it brought so far
  std::function<void()> drain_;
  std::function<void()> closed_;
  int open_handles_ = 0;
  bool closing_ = false;
  bool parked_ = false;
  bool idle_on_ = false;
  std::int64_t poll_until_ = 0;
  std::int64_t parked_at_ = 0;

  uv_poll_t poll_;
  uv_prepare_t prepare_;
  uv_check_t check_;
  uv_idle_t idle_;
  uv_timer_t timer_;
};

}  // namespace roslet::binding

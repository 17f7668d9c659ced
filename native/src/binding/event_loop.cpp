#include "binding/event_loop.hpp"

#include <sched.h>

#include <algorithm>

#include "core/error.hpp"
#include "core/file.hpp"

namespace roslet::binding {

namespace {

template <typename Handle>
EventLoop* Self(Handle* handle) {
  return static_cast<EventLoop*>(handle->data);
}

constexpr std::uint64_t kTimerMillis = 100;

// Tells the core that this is a polling loop.
inline void Relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace

EventLoop::EventLoop(uv_loop_t* loop, Context& context, WaitStrategy strategy, std::int64_t budget_nanos,
                     std::function<void()> drain)
    : context_(context),
      strategy_(strategy),
      longest_budget_(budget_nanos),
      budget_(budget_nanos),
      drain_(std::move(drain)) {
  if (uv_poll_init(loop, &poll_, context.wait_fd()) != 0) {
    throw Error(code::kSystem, "libuv refuses to watch the context's descriptor");
  }
  uv_prepare_init(loop, &prepare_);
  uv_check_init(loop, &check_);
  uv_idle_init(loop, &idle_);
  uv_timer_init(loop, &timer_);
  open_handles_ = 5;
  poll_.data = prepare_.data = check_.data = idle_.data = timer_.data = this;

  uv_poll_start(&poll_, UV_READABLE, [](uv_poll_t* handle, int, int) { Self(handle)->context_.ProcessEvents(); });
  uv_prepare_start(&prepare_, [](uv_prepare_t* handle) { Self(handle)->Prepare(); });
  uv_check_start(&check_, [](uv_check_t* handle) { Self(handle)->Check(); });
  for (uv_handle_t* handle : {reinterpret_cast<uv_handle_t*>(&poll_), reinterpret_cast<uv_handle_t*>(&prepare_),
                              reinterpret_cast<uv_handle_t*>(&check_), reinterpret_cast<uv_handle_t*>(&idle_),
                              reinterpret_cast<uv_handle_t*>(&timer_)}) {
    uv_unref(handle);
  }
}

void EventLoop::SetRef(bool on) {
  if (closing_) return;
  if (on) {
    uv_ref(reinterpret_cast<uv_handle_t*>(&poll_));
  } else {
    uv_unref(reinterpret_cast<uv_handle_t*>(&poll_));
  }
}

void EventLoop::KeepPolling(bool on) {
  if (on == idle_on_) return;
  idle_on_ = on;
  if (on) {
    uv_idle_start(&idle_, [](uv_idle_t*) {});
  } else {
    uv_idle_stop(&idle_);
  }
}

bool EventLoop::Polling(std::int64_t now) const {
  return strategy_ == WaitStrategy::kSpin || (strategy_ == WaitStrategy::kAdaptive && now < poll_until_);
}

// Parking is a loop, turn by turn: raise the flag, look again, and only then let the loop block. After every drain the
// flag is raised anew.
void EventLoop::Prepare() {
  if (closing_ || context_.closed()) return;
  if (context_.NeedsTimer() != (uv_is_active(reinterpret_cast<uv_handle_t*>(&timer_)) != 0)) {
    if (context_.NeedsTimer()) {
      uv_timer_start(
          &timer_, [](uv_timer_t* handle) { Self(handle)->context_.ProcessEvents(); }, kTimerMillis, kTimerMillis);
    } else {
      uv_timer_stop(&timer_);
    }
  }
  if (strategy_ != WaitStrategy::kPark && Polling(MonotonicNanos())) {
    KeepPolling(true);
    return;
  }
  parked_ = context_.Park();
  if (parked_ && strategy_ == WaitStrategy::kAdaptive) parked_at_ = MonotonicNanos();
  KeepPolling(!parked_);
}

void EventLoop::Check() {
  if (closing_ || context_.closed()) return;
  bool slept = parked_;
  if (slept) context_.Unpark();
  parked_ = false;
  if (Work() && slept && strategy_ == WaitStrategy::kAdaptive) Tune(MonotonicNanos() - parked_at_);
  if (!idle_on_ || strategy_ == WaitStrategy::kPark) return;
  // Still polling: look a little longer here, for a turn of the loop costs more than a message. Whoever else polls on
  // this core is let in between: it would wait out our whole time otherwise.
  std::int64_t now = MonotonicNanos();
  for (std::int64_t end = now + kTurnNanos; now < end && Polling(now); now = MonotonicNanos()) {
    for (int i = 0; i < kPollsAYield; ++i) {
      if (closing_ || context_.closed()) return;
      if (Work()) break;
      Relax();
    }
    sched_yield();
  }
}

// Polling pays when the next message comes while it lasts. One that came soon after we fell asleep says that polling
// longer would have caught it; one that came much later says that all of the polling was in vain.
void EventLoop::Tune(std::int64_t slept) {
  std::int64_t shorter = std::min(longest_budget_, std::max(budget_ / 2, kShortestBudget));
  budget_ = slept < longest_budget_ ? longest_budget_ : shorter;
  poll_until_ = std::min(poll_until_, MonotonicNanos() + budget_);
}

bool EventLoop::Work() {
  if (context_.HasUnfinishedEvents()) context_.ProcessEvents();
  if (!context_.HasWork()) return false;
  drain_();
  if (strategy_ == WaitStrategy::kAdaptive) poll_until_ = MonotonicNanos() + budget_;
  return true;
}

void EventLoop::Close(std::function<void()> closed) {
  if (closing_) return;
  closing_ = true;
  closed_ = std::move(closed);
  for (uv_handle_t* handle : {reinterpret_cast<uv_handle_t*>(&poll_), reinterpret_cast<uv_handle_t*>(&prepare_),
                              reinterpret_cast<uv_handle_t*>(&check_), reinterpret_cast<uv_handle_t*>(&idle_),
                              reinterpret_cast<uv_handle_t*>(&timer_)}) {
    uv_close(handle, [](uv_handle_t* gone) {
      EventLoop* self = Self(gone);
      if (--self->open_handles_ > 0) return;
      std::function<void()> done = std::move(self->closed_);
      if (done) done();
    });
  }
}

}  // namespace roslet::binding

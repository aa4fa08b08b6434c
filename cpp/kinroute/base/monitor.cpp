#include "kinroute/base/monitor.h"

#include <algorithm>
#include <utility>

#include "kinroute/base/thread_clock.h"

namespace kinroute {

Monitor::Monitor(Limits limits, Poll poll)
    : limits_(limits),
      poll_(std::move(poll)),
      start_(Clock::now()),
      cpu_start_(thread_cpu_seconds()) {
    check_counts();
}

double Monitor::seconds() const {
    return std::chrono::duration<double>(Clock::now() - start_).count() - pauses_->seconds();
}

std::optional<double> Monitor::time_share() const {
    auto const share = [](double spent, double limit) {
        return limit > 0 ? std::min(1.0, spent / limit) : 1.0;
    };
    std::optional<double> result;
    if (limits_.iterations) return result;
    if (limits_.seconds) result = share(seconds(), *limits_.seconds);
    if (limits_.cpu_seconds) {
        double const cpu = share(thread_cpu_seconds() - cpu_start_, *limits_.cpu_seconds);
        result = std::max(result.value_or(0), cpu);
    }
    return result;
}

bool Monitor::is_interrupted() {
    if (is_interrupted_) return true;
    progress_.seconds = seconds();
    auto const interrupt = [this](StopReason why) {
        is_interrupted_ = true;
        if (reason_ == StopReason::running) reason_ = why;
    };
    if (limits_.seconds && progress_.seconds >= *limits_.seconds) interrupt(StopReason::time);
    if (limits_.cpu_seconds && progress_.seconds >= next_cpu_look_) {
        // A thread uses no more processor time than wall time, so the limit is not reached before.
        double const left = *limits_.cpu_seconds - (thread_cpu_seconds() - cpu_start_);
        if (left <= 0) interrupt(StopReason::cpu_time);
        next_cpu_look_ = progress_.seconds + left;
    }
    // In a pause of another thread no time passes here, so that it would not be due.
    if (poll_ && (progress_.seconds >= next_poll_ || pauses_->is_on())) {
        if (ask_poll()) interrupt(StopReason::requested);
        next_poll_ = seconds() + poll_interval;
    }
    return is_interrupted_;
}

bool Monitor::ask_poll() {
    bool const is_over = poll_(progress_, routes_, *pauses_);
    progress_.paused = pauses_->seconds();
    return is_over;
}

void Monitor::end_iteration(double feasible_share) noexcept {
    progress_.feasible_share = feasible_share;
    check_counts();
}

void Monitor::note_improvement(Cost cost) {
    if (progress_.best && cost >= *progress_.best) return;
    progress_.best = cost;
    last_improvement_ = progress_.iterations;
    trace_.push_back({seconds(), progress_.iterations, cost});
    if (limits_.target && cost <= *limits_.target && reason_ == StopReason::running) {
        reason_ = StopReason::target;
    }
}

void Monitor::note_restart() noexcept {
    ++progress_.restarts;
}

void Monitor::check_counts() noexcept {
    if (reason_ != StopReason::running) return;
    if (limits_.iterations && progress_.iterations >= *limits_.iterations) {
        reason_ = StopReason::iterations;
    } else if (limits_.no_improvement &&
               iterations_without_improvement() >= *limits_.no_improvement) {
        reason_ = StopReason::no_improvement;
    }
}

}  // namespace kinroute

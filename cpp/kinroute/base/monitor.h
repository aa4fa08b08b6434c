#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "kinroute/base/types.h"

namespace kinroute {

/// Why a search ended.
enum class StopReason { running, time, cpu_time, iterations, no_improvement, target, asked };

/// When a search ends: whichever comes first. Nothing set means never.
struct Limits {
    std::optional<double> seconds;      ///< wall time, from the start of the search
    std::optional<double> cpu_seconds;  ///< of the thread that searches
    std::optional<std::int64_t> iterations;
    std::optional<std::int64_t> no_improvement;  ///< iterations without a better solution
    std::optional<Cost> target;                  ///< a feasible cost that is good enough
};

/// Where a search stands.
struct Progress {
    double seconds = 0;
    std::int64_t iterations = 0;
    std::optional<Cost> best;   ///< cost of the best feasible solution
    double feasible_share = 0;  ///< of the last hundred local optima
    int restarts = 0;
    std::int64_t annealing_steps = 0;  ///< of ruin and recreate, before the first iteration
};

struct Improvement {
    double seconds;
    std::int64_t iterations;
    Cost cost;
};

/// Keeps the clock, the limits and the record of improvements of one search, and lets the outside
/// look in at a bounded rate.
class Monitor {
public:
    /// Called with the progress now and then; true ends the search.
    using Poll = std::function<bool(Progress const &)>;

    static constexpr double poll_interval = 0.05;

    Monitor(Limits limits, Poll poll);

    /// True once any limit is reached.
    [[nodiscard]] bool should_stop() { return is_interrupted() || reason_ != StopReason::running; }

    /// True once the time is over or the outside asked to stop: reason enough to leave even a local
    /// search half-way. Cheap enough for inner loops; polls when it is time to.
    [[nodiscard]] bool is_interrupted();

    /// To be called around each iteration.
    void begin_iteration() noexcept { ++progress_.iterations; }
    void end_iteration(double feasible_share) noexcept;
    /// Records a feasible cost, if it is the best so far.
    void note_improvement(Cost cost);
    void note_restart() noexcept;
    /// Counts work of about a nanosecond each: a clock that runs alike on every machine. Another
    /// thread may look at it where it was shared.
    void note_work(std::int64_t amount) noexcept {
        work_ += amount;
        if (shared_work_ != nullptr) shared_work_->store(work_, std::memory_order_release);
    }
    void share_work(std::atomic<std::int64_t> *count) noexcept { shared_work_ = count; }
    [[nodiscard]] std::int64_t work() const noexcept { return work_; }
    void note_annealing(int steps) noexcept { progress_.annealing_steps += steps; }

    [[nodiscard]] StopReason reason() const noexcept { return reason_; }
    [[nodiscard]] double seconds() const;
    /// How much of the time limit is over, from 0 to 1; nothing without one, or where iterations
    /// are limited and the clock must not decide what is found.
    [[nodiscard]] std::optional<double> time_share() const;
    [[nodiscard]] Progress const &progress() const noexcept { return progress_; }
    [[nodiscard]] std::vector<Improvement> const &trace() const noexcept { return trace_; }
    [[nodiscard]] std::int64_t iterations_without_improvement() const noexcept {
        return progress_.iterations - last_improvement_;
    }

private:
    using Clock = std::chrono::steady_clock;

    void check_counts() noexcept;

    Limits limits_;
    Poll poll_;
    Clock::time_point start_;
    double cpu_start_;
    double next_poll_ = 0;
    double next_cpu_look_ = 0;  ///< asking that clock takes longer
    Progress progress_;
    std::int64_t last_improvement_ = 0;
    StopReason reason_ = StopReason::running;
    bool is_interrupted_ = false;
    std::int64_t work_ = 0;
    std::atomic<std::int64_t> *shared_work_ = nullptr;
    std::vector<Improvement> trace_;
};

}  // namespace kinroute

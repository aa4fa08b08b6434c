#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "kinroute/base/paused_time.h"
#include "kinroute/base/types.h"

namespace kinroute {

/// Why a search ended.
enum class StopReason { running, time, cpu_time, iterations, no_improvement, target, requested };

/// Its name in a result.
[[nodiscard]] constexpr char const *name_of(StopReason reason) noexcept {
    constexpr char const *names[] = {"running",        "time",   "cpu_time", "iterations",
                                     "no_improvement", "target", "asked"};
    return names[static_cast<std::size_t>(reason)];
}

/// When a search ends: whichever comes first. Nothing set means never.
struct Limits {
    std::optional<double> seconds;      ///< wall time, from the start of the search
    std::optional<double> cpu_seconds;  ///< of the thread that searches
    std::optional<std::int64_t> iterations;
    std::optional<std::int64_t> no_improvement;  ///< iterations without a better solution
    std::optional<Cost> target;                  ///< a feasible cost that is good enough

    static constexpr auto fields() {
        return std::make_tuple(std::pair{"seconds", &Limits::seconds},
                               std::pair{"cpu_seconds", &Limits::cpu_seconds},
                               std::pair{"iterations", &Limits::iterations},
                               std::pair{"no_improvement", &Limits::no_improvement},
                               std::pair{"target", &Limits::target});
    }
};

/// The progress of a search.
struct Progress {
    double seconds = 0;
    std::int64_t iterations = 0;
    std::optional<Cost> best;   ///< cost of the best feasible solution
    double feasible_share = 0;  ///< of the last hundred local optima
    int restarts = 0;
    std::int64_t annealing_steps = 0;  ///< of ruin and recreate, before the first iteration
    Cost load_penalty = 0;             ///< price of a unit of load over the capacity
    double limit_penalty = 0;          ///< price of a unit over a limit on what routes sum up
    double diversity = 0;  ///< mean broken-pairs distance of the members to those nearest to them
    double paused = 0;     ///< seconds that do not count
};

struct Improvement {
    double seconds;
    std::int64_t iterations;
    Cost cost;
};

/// The clock, the limits and the improvements of one search; reports progress at a bounded rate.
class Monitor {
public:
    using RouteLists = std::vector<std::vector<Node>>;
    /// Returns the best feasible routes so far; empty ones among them do not count.
    using RouteSource = std::function<RouteLists()>;
    /// Called at intervals with the progress, and with the routes for as long as the call lasts;
    /// true requests a stop. Its time counts, but for what it takes between the begin and the end
    /// of a pause.
    using Poll = std::function<bool(Progress const &, RouteSource const &, PausedTime &)>;

    static constexpr double poll_interval = 0.05;

    Monitor(Limits limits, Poll poll);
    Monitor(Monitor const &) = delete;
    Monitor &operator=(Monitor const &) = delete;

    /// True once any limit is reached.
    [[nodiscard]] bool should_stop() { return is_interrupted() || reason_ != StopReason::running; }

    /// True once the time is over or a stop was requested: also a local search is left then. Cheap
    /// enough for inner loops; polls when it is due.
    [[nodiscard]] bool is_interrupted();

    /// To be called around each iteration.
    void begin_iteration() noexcept { ++progress_.iterations; }
    void end_iteration(double feasible_share) noexcept;
    /// Records a feasible cost, if it is the best so far.
    void note_improvement(Cost cost);
    void note_restart() noexcept;
    /// Counts work, in units of about a nanosecond: a clock that is the same on every machine.
    /// Other threads can read it after `share_work`.
    void note_work(std::int64_t amount) noexcept {
        work_ += amount;
        if (shared_work_ != nullptr) shared_work_->store(work_, std::memory_order_release);
    }
    void share_work(std::atomic<std::int64_t> *count) noexcept { shared_work_ = count; }
    [[nodiscard]] std::int64_t work() const noexcept { return work_; }
    void note_annealing(int steps) noexcept { progress_.annealing_steps += steps; }
    void note_penalties(Cost load, double limit) noexcept {
        progress_.load_penalty = load;
        progress_.limit_penalty = limit;
    }
    void note_diversity(double diversity) noexcept { progress_.diversity = diversity; }
    void share_routes(RouteSource source) { routes_ = std::move(source); }
    /// Counts pauses with other threads.
    void share_pauses(PausedTime *pauses) noexcept { pauses_ = pauses; }

    [[nodiscard]] StopReason reason() const noexcept { return reason_; }
    [[nodiscard]] double seconds() const;
    /// The share of the time limit that has passed, from 0 to 1; nothing without a time limit, or
    /// with a limit on iterations, as the result must not depend on the clock then.
    [[nodiscard]] std::optional<double> time_share() const;
    [[nodiscard]] Progress const &progress() const noexcept { return progress_; }
    [[nodiscard]] std::vector<Improvement> const &trace() const noexcept { return trace_; }
    [[nodiscard]] std::int64_t iterations_without_improvement() const noexcept {
        return progress_.iterations - last_improvement_;
    }

private:
    using Clock = std::chrono::steady_clock;

    void check_counts() noexcept;
    [[nodiscard]] bool ask_poll();

    Limits limits_;
    Poll poll_;
    RouteSource routes_;
    PausedTime own_pauses_;
    PausedTime *pauses_ = &own_pauses_;
    Clock::time_point start_;
    double cpu_start_;
    double next_poll_ = 0;
    double next_cpu_look_ = 0;  ///< reading that clock takes longer
    Progress progress_;
    std::int64_t last_improvement_ = 0;
    StopReason reason_ = StopReason::running;
    bool is_interrupted_ = false;
    std::int64_t work_ = 0;
    std::atomic<std::int64_t> *shared_work_ = nullptr;
    std::vector<Improvement> trace_;
};

}  // namespace kinroute

#pragma once

#include <optional>
#include <tuple>

#include "kinroute/base/monitor.h"
#include "kinroute/solution/individual.h"

namespace kinroute {

/// The best feasible solution so far, or the least infeasible one while there is none.
class Incumbent {
public:
    explicit Incumbent(Monitor &monitor) noexcept : monitor_(monitor) {}

    Incumbent(Incumbent const &) = delete;
    Incumbent &operator=(Incumbent const &) = delete;

    [[nodiscard]] bool is_feasible() const noexcept { return best_.has_value(); }
    [[nodiscard]] bool is_empty() const noexcept { return !best_ && !least_infeasible_; }
    [[nodiscard]] Individual const &solution() const { return best_ ? *best_ : *least_infeasible_; }

    void note(Individual const &candidate) {
        if (!candidate.is_feasible()) {
            if (!best_ &&
                (!least_infeasible_ || badness(candidate) < badness(*least_infeasible_))) {
                least_infeasible_ = candidate;
            }
        } else if (!best_ || candidate.distance() < best_->distance()) {
            best_ = candidate;
            monitor_.note_improvement(candidate.distance());
        }
    }

private:
    [[nodiscard]] static std::tuple<Cost, Cost, Cost> badness(Individual const &solution) noexcept {
        return {solution.excess().load, solution.excess().limits, solution.distance()};
    }

    Monitor &monitor_;
    std::optional<Individual> best_;
    std::optional<Individual> least_infeasible_;
};

}  // namespace kinroute

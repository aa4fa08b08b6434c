#pragma once

#include <cmath>

#include "kinroute/base/rng.h"
#include "kinroute/base/types.h"

namespace kinroute {

/// Simulated annealing: the temperature falls from the initial to the final one by the same factor
/// in equal shares of the time; a longer solution is accepted with the probability of Metropolis.
class Schedule {
public:
    /// Temperatures are given in mean arc lengths.
    Schedule(double initial, double final, double mean_arc) noexcept
        : initial_(initial * mean_arc), ratio_(final / initial), temperature_(initial_) {}

    /// Sets the temperature for a share of the time, from 0 to 1.
    void advance_to(double share) noexcept { temperature_ = initial_ * std::pow(ratio_, share); }

    [[nodiscard]] bool accepts(Cost length, Cost current, Rng &rng) const noexcept {
        double const most = static_cast<double>(current) - temperature_ * std::log(rng.real());
        return static_cast<double>(length) < most;
    }

private:
    double initial_, ratio_, temperature_;
};

}  // namespace kinroute

#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "kinroute/base/config.h"
#include "kinroute/base/types.h"
#include "kinroute/problem/penalties.h"
#include "kinroute/problem/problem.h"

namespace kinroute {

/// Adapts the penalties so that a target share of the local optima is feasible.
class PenaltyControl {
public:
    PenaltyControl(Problem const &problem, PenaltyConfig const &config)
        : PenaltyControl(problem, problem.penalty_scale(), config) {}

    void note(Excess const &excess) noexcept {
        load_.note(excess.load == 0);
        limits_.note(excess.limits == 0);
    }

    void adapt() noexcept {
        load_.adapt(config_);
        limits_.adapt(config_);
    }

    [[nodiscard]] Penalties current() const noexcept { return raised(1); }

    /// The current penalties times a factor, as far as costs can be counted.
    [[nodiscard]] Penalties raised(double factor) const noexcept {
        return {load_.whole(factor), limits_.whole(factor)};
    }

    /// Share of feasible ones among the last local optima, by the limit that fewer keep.
    [[nodiscard]] double feasible_share() const noexcept {
        return std::min(load_.share(), limits_.share());
    }

private:
    PenaltyControl(Problem const &problem, double scale, PenaltyConfig const &config)
        : config_(config),
          load_(config, bounded(scale * 0.1, problem.total_demand()), most_per_load(problem, scale),
                bounded(std::clamp(static_cast<double>(problem.max_distance()) /
                                       std::max<double>(1, problem.max_demand()),
                                   scale * 0.1, scale * 1000),
                        problem.total_demand())),
          limits_(config, bounded(0.1 * Penalties::limit_unit, problem.most_of_a_limit()),
                  most_per_limit(problem),
                  bounded(Penalties::limit_unit, problem.most_of_a_limit())) {}

    /// A cost must not overflow, even if all load is excess, at ten times the penalty in a repair.
    static double bounded(double weight, Cost everything) noexcept {
        constexpr double most = 0x1p55;
        return std::min(weight, most / std::max<double>(1, static_cast<double>(everything)));
    }

    /// Enough to make one unit of excess more expensive than a route of its own.
    static double most_per_load(Problem const &problem, double scale) noexcept {
        return bounded(std::max(scale * 100'000, 4.0 * problem.max_distance()),
                       problem.total_demand());
    }
    static double most_per_limit(Problem const &problem) noexcept {
        double const wished = 4.0 * Penalties::limit_unit * problem.max_distance();
        return bounded(std::max(1000.0 * Penalties::limit_unit, wished), problem.most_of_a_limit());
    }

    class Weight {
    public:
        Weight(PenaltyConfig const &config, double least, double most, double start)
            : recent_(static_cast<std::size_t>(config.memory), true),
              feasible_(config.memory),
              least_(least),
              most_(most),
              value_(start) {}

        void note(bool feasible) noexcept {
            feasible_ += static_cast<int>(feasible) - static_cast<int>(recent_[next_]);
            recent_[next_] = feasible;
            next_ = (next_ + 1) % recent_.size();
        }

        void adapt(PenaltyConfig const &config) noexcept {
            if (share() < config.target_feasible - config.tolerance) value_ *= config.increase;
            if (share() > config.target_feasible + config.tolerance) value_ *= config.decrease;
            value_ = std::clamp(value_, least_, most_);
        }

        [[nodiscard]] double share() const noexcept {
            return static_cast<double>(feasible_) / static_cast<double>(recent_.size());
        }
        [[nodiscard]] Cost whole(double factor) const noexcept {
            return std::max<Cost>(1,
                                  static_cast<Cost>(std::min(value_ * factor, 10 * most_) + 0.5));
        }

    private:
        std::vector<bool> recent_;
        std::size_t next_ = 0;
        int feasible_;
        double least_, most_, value_;
    };

    PenaltyConfig config_;
    Weight load_;
    Weight limits_;
};

}  // namespace kinroute

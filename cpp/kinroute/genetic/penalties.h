#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "kinroute/base/types.h"
#include "kinroute/problem/problem.h"

namespace kinroute {

/// Price of excess load and of excess duration. Whole numbers, so that prices are exact.
struct Penalties {
    Cost per_load = 1;
    Cost per_duration = duration_unit;

    /// A unit of duration is as small as one of cost, so its price needs fractions: it is counted
    /// in this many parts.
    static constexpr Cost duration_unit = 256;

    [[nodiscard]] Cost of_load(Cost excess) const noexcept { return excess * per_load; }
    [[nodiscard]] Cost of_duration(Cost excess) const noexcept {
        return excess * per_duration / duration_unit;
    }
};

/// Steers the penalties so that a target share of the local optima is feasible.
class PenaltyControl {
public:
    struct Config {
        double target_feasible = 0.2;
        double tolerance = 0.05;
        double increase = 1.2;
        double decrease = 0.85;
        int memory = 100;  ///< how many of the last local optima are looked at
    };

    PenaltyControl(Problem const &problem, double scale, Config const &config)
        : config_(config),
          load_(config, bounded(scale * 0.1, problem.total_demand()), most_per_load(problem, scale),
                bounded(std::clamp(static_cast<double>(problem.max_distance()) /
                                       std::max<double>(1, problem.max_demand()),
                                   scale * 0.1, scale * 1000),
                        problem.total_demand())),
          duration_(config, 0.1 * Penalties::duration_unit, most_per_duration(problem),
                    Penalties::duration_unit) {}

    void note(bool load_is_feasible, bool duration_is_feasible) noexcept {
        load_.note(load_is_feasible);
        duration_.note(duration_is_feasible);
    }

    void adapt() noexcept {
        load_.adapt(config_);
        duration_.adapt(config_);
    }

    [[nodiscard]] Penalties current() const noexcept { return raised(1); }

    /// The current penalties times a factor, as far as costs can be counted.
    [[nodiscard]] Penalties raised(double factor) const noexcept {
        return {load_.whole(factor), duration_.whole(factor)};
    }

    /// Share of the last local optima that kept the bound that fewer kept.
    [[nodiscard]] double feasible_share() const noexcept {
        return std::min(load_.share(), duration_.share());
    }

private:
    /// Even if everything is in excess, ten times over for a repair, a cost must not overflow.
    static double bounded(double weight, Cost everything) noexcept {
        constexpr double most = 0x1p55;
        return std::min(weight, most / std::max<double>(1, static_cast<double>(everything)));
    }

    /// Enough to make a single unit of excess dearer than a route of its own.
    static double most_per_load(Problem const &problem, double scale) noexcept {
        return bounded(std::max(scale * 100'000, 4.0 * problem.max_distance()),
                       problem.total_demand());
    }
    static double most_per_duration(Problem const &problem) noexcept {
        Cost const longest = (Cost{problem.customers()} + 1) * problem.max_distance();
        double const wished = 4.0 * Penalties::duration_unit * problem.max_distance();
        return std::max(1000.0 * Penalties::duration_unit,
                        bounded(wished, longest + problem.total_service()));
    }

    class Weight {
    public:
        Weight(Config const &config, double least, double most, double start)
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

        void adapt(Config const &config) noexcept {
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

    Config config_;
    Weight load_;
    Weight duration_;
};

}  // namespace kinroute

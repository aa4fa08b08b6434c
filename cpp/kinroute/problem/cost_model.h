#pragma once

#include <algorithm>

#include "kinroute/base/types.h"
#include "kinroute/problem/penalties.h"
#include "kinroute/problem/problem.h"
#include "kinroute/problem/route_sums.h"

namespace kinroute {

/// The cost of distances and excess during a local search.
class CostModel {
public:
    CostModel(Problem const &problem, Penalties const &penalties) noexcept
        : problem_(&problem),
          penalties_(penalties),
          bounded_per_load_(
              static_cast<Distance>(std::clamp<Cost>(penalties.per_load, 1, most_bounded_penalty))),
          most_bounded_load_(most_bounded_penalty / bounded_per_load_),
          has_limits_(RouteSums::is_limited(problem)) {}

    [[nodiscard]] Cost distance(Node i, Node j) const noexcept { return problem_->distance(i, j); }
    [[nodiscard]] bool has_limits() const noexcept { return has_limits_; }

    [[nodiscard]] KINROUTE_INLINE Cost load_penalty(Load load) const noexcept {
        return penalties_.of_load(std::max<Load>(0, load - problem_->capacity()));
    }
    /// For bounds in 32 bits: no more than the penalty of a unit of load, and how many units are
    /// counted so that all together cost no more than `most_bounded_penalty`.
    static constexpr Distance most_bounded_penalty = 1 << 28;
    [[nodiscard]] Distance bounded_per_load() const noexcept { return bounded_per_load_; }
    [[nodiscard]] Load most_bounded_load() const noexcept { return most_bounded_load_; }

    [[nodiscard]] Cost limit_penalty(RouteSums const &route) const noexcept {
        return penalties_.of_limits(route.excess(*problem_));
    }
    [[nodiscard]] Cost penalty(Excess const &excess) const noexcept {
        return penalties_.of(excess);
    }

private:
    Problem const *problem_;
    Penalties penalties_;
    Distance bounded_per_load_;
    Load most_bounded_load_;
    bool has_limits_;
};

}  // namespace kinroute

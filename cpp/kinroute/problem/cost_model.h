#pragma once

#include <algorithm>

#include "kinroute/base/types.h"
#include "kinroute/problem/duration.h"
#include "kinroute/problem/penalties.h"
#include "kinroute/problem/problem.h"

namespace kinroute {

/// The cost of distances and excess during a local search.
class CostModel {
public:
    CostModel(Problem const &problem, Penalties const &penalties) noexcept
        : problem_(&problem), penalties_(penalties), is_timed_(Duration::is_limited(problem)) {}

    [[nodiscard]] Cost distance(Node i, Node j) const noexcept { return problem_->distance(i, j); }
    [[nodiscard]] bool is_timed() const noexcept { return is_timed_; }

    [[nodiscard]] KINROUTE_INLINE Cost load_penalty(Load load) const noexcept {
        return penalties_.of_load(std::max<Load>(0, load - problem_->capacity()));
    }
    [[nodiscard]] Cost duration_penalty(Duration const &route) const noexcept {
        return penalties_.of_duration(route.excess(*problem_));
    }
    [[nodiscard]] Cost penalty(Excess const &excess) const noexcept {
        return penalties_.of(excess);
    }

private:
    Problem const *problem_;
    Penalties penalties_;
    bool is_timed_;
};

}  // namespace kinroute

#pragma once

#include <algorithm>

#include "kinroute/base/types.h"
#include "kinroute/genetic/penalties.h"
#include "kinroute/problem/problem.h"

namespace kinroute {

/// What distances and excess cost while a local search runs.
class CostModel {
public:
    CostModel(Problem const &problem, Penalties const &penalties) noexcept
        : problem_(&problem), penalties_(penalties), is_timed_(problem.is_timed()) {}

    [[nodiscard]] Cost distance(Node i, Node j) const noexcept { return problem_->distance(i, j); }
    [[nodiscard]] bool is_timed() const noexcept { return is_timed_; }

    [[nodiscard]] Cost load_penalty(Load load) const noexcept {
        return penalties_.of_load(std::max<Load>(0, load - problem_->capacity()));
    }
    [[nodiscard]] Cost duration_penalty(Cost duration) const noexcept {
        if (!is_timed_) return 0;
        return penalties_.of_duration(std::max<Cost>(0, duration - problem_->max_duration()));
    }
    [[nodiscard]] Cost penalty(Load load, Cost duration) const noexcept {
        return load_penalty(load) + duration_penalty(duration);
    }

private:
    Problem const *problem_;
    Penalties penalties_;
    bool is_timed_;
};

}  // namespace kinroute

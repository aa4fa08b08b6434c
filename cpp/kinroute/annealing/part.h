#pragma once

#include <vector>

#include "kinroute/base/types.h"
#include "kinroute/problem/problem.h"
#include "kinroute/solution/individual.h"

namespace kinroute {

using RouteLists = std::vector<std::vector<Node>>;

/// Some routes of a solution as a problem of their own, with customers numbered anew.
class Part {
public:
    /// `fleet` is the number of routes that it may have.
    Part(Problem const &whole, RouteLists const &routes, int fleet);

    [[nodiscard]] Problem const &problem() const noexcept { return problem_; }
    /// Its customers by their numbers in the whole problem.
    [[nodiscard]] std::vector<Node> const &customers() const noexcept { return customers_; }
    /// The routes that it was made of.
    [[nodiscard]] Individual const &solution() const noexcept { return solution_; }

    /// Routes of this problem in the numbers of the whole one; empty ones are left out.
    [[nodiscard]] RouteLists in_whole(RouteLists const &routes) const;

private:
    std::vector<Node> customers_;
    Problem problem_;
    Individual solution_;
};

}  // namespace kinroute

#pragma once

#include <vector>

#include "kinroute/base/rng.h"
#include "kinroute/problem/problem.h"
#include "kinroute/solution/individual.h"

namespace kinroute {

/// Divides the routes of a solution into at most so many groups of neighbouring ones, with about
/// equal numbers of customers, by recursive halving along random directions. Every call divides
/// differently.
[[nodiscard]] std::vector<std::vector<int>> neighbouring_routes(Problem const &problem,
                                                                Individual const &solution,
                                                                int count, Rng &rng);

}  // namespace kinroute

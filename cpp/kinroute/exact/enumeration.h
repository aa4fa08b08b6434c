#pragma once

#include <optional>
#include <vector>

#include "kinroute/base/types.h"

namespace kinroute {

/// A problem in the user's own numbers, for the few customers of which all routes can be tried.
struct SmallProblem {
    static constexpr int most_customers = 10;

    int customers = 0;
    std::vector<double> cost, duration, distance;  ///< (n+1)² row by row; infinite if forbidden
    std::vector<double> demands, service;          ///< n+1, the depot's are 0
    double capacity = 0, max_duration = 0, max_distance = 0;
    double cost_per_route = 0;
    int max_stops = 0, vehicles = 0;
};

/// The cheapest feasible routes, by trying every order of every set of customers; none if there are
/// no feasible ones. Limits have the tolerance of the checker.
[[nodiscard]] std::optional<std::vector<std::vector<Node>>> optimal_routes(
    SmallProblem const &problem);

}  // namespace kinroute

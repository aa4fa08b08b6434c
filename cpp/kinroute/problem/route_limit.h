#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "kinroute/base/types.h"
#include "kinroute/problem/geometry.h"

namespace kinroute {

/// A limit on what a route sums up along its arcs and at its customers: its duration, its distance,
/// its number of stops.
struct RouteLimit {
    /// Most limits a problem may have.
    static constexpr std::size_t most_limits = 3;

    enum class Arcs {
        none,
        costs,  ///< the same as the problem's distances
        own     ///< `matrix`, or `geometry` where that is empty
    };

    Arcs arcs = Arcs::none;
    std::vector<Distance> matrix;      ///< (n+1)², row by row
    std::optional<Geometry> geometry;  ///< computed when needed
    std::vector<Cost> at_nodes;        ///< n+1, the depot's is 0
    Cost most = unlimited;
};

}  // namespace kinroute

#pragma once

#include <vector>

#include "kinroute/base/types.h"

namespace kinroute {

/// How a distance follows from two coordinate pairs.
enum class Metric { euclidean, geo, great_circle };

/// How one distance is rounded, in the user's unit.
enum class Rounding { none, nearest, up };

/// Coordinates from which distances are computed, and how.
struct Geometry {
    /// Longer distances are counted as this: sums of a few fit into 32 bits.
    static constexpr Distance longest = 1 << 28;

    std::vector<double> x, y;
    Metric metric = Metric::euclidean;
    Rounding rounding = Rounding::none;
    double scale = 1;        ///< core units per unit of the user's
    bool is_open = false;    ///< the way back to the depot is not driven
    Distance per_route = 0;  ///< added to what a route drives from and to the depot; even

    [[nodiscard]] Distance distance(Node i, Node j) const;
};

}  // namespace kinroute

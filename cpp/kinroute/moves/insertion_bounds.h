#pragma once

#include <cstddef>
#include <vector>

#include "kinroute/base/types.h"

namespace kinroute {

/// Costs of an insertion are below this.
inline constexpr Distance out_of_reach = 1 << 30;

/// A route as arrays: its places, the distances between them, and those that skip one. Behind the
/// last ones the numbers go on with some that put an insertion out of reach, so that loops over
/// them may go on for up to `insertion_lanes` too.
struct RouteProfile {
    std::vector<Node> places;
    std::vector<Distance> steps;     ///< from place k to k+1
    std::vector<Distance> skips;     ///< from place k−1 to k+1
    std::vector<Distance> removals;  ///< change of length without the customer at place k
};

/// How many positions the loops over a route look at at once.
inline constexpr std::size_t insertion_lanes = 8;

[[nodiscard]] constexpr std::size_t in_whole_lanes(std::size_t size) noexcept {
    return (size + insertion_lanes - 1) / insertion_lanes * insertion_lanes;
}

/// Lower bounds on the costs of insertions into another route, by position in the own one.
struct InsertionBounds {
    std::vector<Distance> between;   ///< two neighbours
    std::vector<Distance> in_place;  ///< of a customer
    Distance least_gain = 0;         ///< least bound on what removal and insertion cost together
};

/// The bounds of all customers of two routes. `apart` holds the distances between the places of
/// `rows` and those of `columns`, row by row, and further `insertion_lanes` numbers.
void bound_insertions(Distance const *apart, RouteProfile const &rows, RouteProfile const &columns,
                      InsertionBounds &of_rows, InsertionBounds &of_columns);

}  // namespace kinroute

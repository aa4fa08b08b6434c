#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kinroute/base/types.h"

namespace kinroute {

/// What all pairs with one customer u have in common.
struct BoundSide {
    Distance without_u, without_ux;  ///< change of length when u, or u and x, leave
    Distance around_u, around_ux;    ///< arcs that join them to their surroundings
    Distance ux;
    Load u_demand, ux_demand, behind_u;
    Load capacity, load;  ///< of the route of u
    Load most_excess;     ///< that is counted, so that its price fits into 32 bits
    Distance per_load;
    Distance relief;  ///< within the route, no move pays that is as long as this
    std::int32_t position;
};

/// Sums of distances and the loads around pairs of visits (see `visit_pair.h`) with one customer u
/// in common, as columns, so that the bounds of several pairs are computed at once.
struct PairLanes {
    static constexpr std::size_t lanes = 8;  ///< a loop over the pairs may go on for up to these
    static constexpr std::size_t most = 64;
    using Column = std::array<std::int32_t, most + lanes>;

    std::size_t size = 0;
    alignas(64) Column u_after_v{};  ///< vu + uy − vy
    Column ux_after_v{};             ///< vu + xy − vy
    Column xu_after_v{};             ///< vx + uy − vy
    Column before_swapped{};         ///< pv + wu − wv
    Column v_for_ux{};               ///< vz + xy − vy
    Column vy_for_ux{};              ///< yz + xb − yb
    Column v_demand{}, vy_demand{};
    Column until_v{}, load{};  ///< of the route of v: up to v, and all
    Column position{};
    Column relief{};   ///< between routes, no move pays that is as long as this
    Column index{};    ///< of the pair, for the caller
    Column may_pay{};  ///< the result: whether a move may improve
};

/// Pairs with customers of other routes, and of the same one.
struct PairBatch {
    PairLanes between, within;
};

/// Cost of a move that is impossible. Sums of it and of the distances of a move fit into 32 bits.
inline constexpr Distance prohibitive = 1 << 29;

/// Bounds the prices of all moves between customers of two routes, or of a customer and the depot
/// visit of another route, for every pair. False if none may improve.
[[nodiscard]] bool bound_between_routes(BoundSide side, PairLanes &pairs);

/// The same within the route of u.
[[nodiscard]] bool bound_within_route(BoundSide side, PairLanes &pairs);

}  // namespace kinroute

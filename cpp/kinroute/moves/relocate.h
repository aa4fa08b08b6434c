#pragma once

#include "kinroute/moves/move.h"

namespace kinroute {

/// Moves u behind v.
///
///     before   p -> u -> x      v -> y
///     after    p -> x           v -> u -> y
struct Relocate {
    static constexpr std::string_view name = "relocate";

    [[nodiscard]] Cost price(Around const &u, Around const &v, Tours const &tours,
                             CostModel const &costs) const noexcept {
        if (v.next == u.node) return no_gain;
        return price_of({.length_u = costs.distance(u.before, u.after) - u.from_before - u.to_after,
                         .length_v = costs.distance(v.here, u.here) +
                                     costs.distance(u.here, v.after) - v.to_after,
                         .load_to_v = u.demand,
                         .service_to_v = tours.problem().service(u.here)},
                        u, v, tours, costs);
    }

    void apply(Around const &u, Around const &v, Tours &tours) const noexcept {
        tours.relocate(u.node, v.node);
    }
};
static_assert(Move<Relocate>);

/// Moves u and its successor x behind v.
///
///     before   p -> u -> x -> xx      v -> y
///     after    p -> xx                v -> u -> x -> y
struct RelocatePair {
    static constexpr std::string_view name = "relocate_pair";

    [[nodiscard]] Cost price(Around const &u, Around const &v, Tours const &tours,
                             CostModel const &costs) const noexcept {
        if (u.next_is_depot() || v.next == u.node || v.node == u.next) return no_gain;
        return price_of(
            {.length_u = costs.distance(u.before, u.beyond) - u.from_before - u.to_after -
                         u.after_to_beyond,
             .length_v = costs.distance(v.here, u.here) + u.to_after +
                         costs.distance(u.after, v.after) - v.to_after,
             .load_to_v = u.demand + u.after_demand,
             .service_to_v = tours.problem().service(u.here) + tours.problem().service(u.after)},
            u, v, tours, costs);
    }

    void apply(Around const &u, Around const &v, Tours &tours) const noexcept {
        tours.relocate(u.node, v.node);
        tours.relocate(u.next, u.node);
    }
};
static_assert(Move<RelocatePair>);

/// Moves u and its successor x behind v and turns them around.
///
///     before   p -> u -> x -> xx      v -> y
///     after    p -> xx                v -> x -> u -> y
struct RelocatePairReversed {
    static constexpr std::string_view name = "relocate_pair_reversed";

    [[nodiscard]] Cost price(Around const &u, Around const &v, Tours const &tours,
                             CostModel const &costs) const noexcept {
        if (u.next_is_depot() || v.next == u.node || v.node == u.next) return no_gain;
        return price_of(
            {.length_u = costs.distance(u.before, u.beyond) - u.from_before - u.to_after -
                         u.after_to_beyond,
             .length_v = costs.distance(v.here, u.after) + costs.distance(u.after, u.here) +
                         costs.distance(u.here, v.after) - v.to_after,
             .load_to_v = u.demand + u.after_demand,
             .service_to_v = tours.problem().service(u.here) + tours.problem().service(u.after)},
            u, v, tours, costs);
    }

    void apply(Around const &u, Around const &v, Tours &tours) const noexcept {
        tours.relocate(u.next, v.node);
        tours.relocate(u.node, u.next);
    }
};
static_assert(Move<RelocatePairReversed>);

}  // namespace kinroute

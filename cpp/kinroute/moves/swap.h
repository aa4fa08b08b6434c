#pragma once

#include "kinroute/moves/move.h"

namespace kinroute {

/// Exchanges u and v.
///
///     before   p -> u -> x      w -> v -> y
///     after    p -> v -> x      w -> u -> y
struct Swap {
    static constexpr std::string_view name = "swap";

    [[nodiscard]] Cost price(Around const &u, Around const &v, Tours const &tours,
                             CostModel const &costs) const noexcept {
        if (u.node == v.prev || u.node == v.next) return no_gain;
        return price_of(
            {.length_u = costs.distance(u.before, v.here) + costs.distance(v.here, u.after) -
                         u.from_before - u.to_after,
             .length_v = costs.distance(v.before, u.here) + costs.distance(u.here, v.after) -
                         v.from_before - v.to_after,
             .load_to_v = u.demand - v.demand,
             .service_to_v = tours.problem().service(u.here) - tours.problem().service(v.here)},
            u, v, tours, costs);
    }

    void apply(Around const &u, Around const &v, Tours &tours) const noexcept {
        tours.exchange(u.node, v.node);
    }
};
static_assert(Move<Swap>);

/// Exchanges u and its successor x with v.
///
///     before   p -> u -> x -> xx      w -> v -> y
///     after    p -> v -> xx           w -> u -> x -> y
struct SwapPairWithOne {
    static constexpr std::string_view name = "swap_pair_with_one";

    [[nodiscard]] Cost price(Around const &u, Around const &v, Tours const &tours,
                             CostModel const &costs) const noexcept {
        if (u.next_is_depot() || u.node == v.prev || u.next == v.prev || u.node == v.next ||
            u.next == v.node) {
            return no_gain;
        }
        return price_of(
            {.length_u = costs.distance(u.before, v.here) + costs.distance(v.here, u.beyond) -
                         u.from_before - u.to_after - u.after_to_beyond,
             .length_v = costs.distance(v.before, u.here) + u.to_after +
                         costs.distance(u.after, v.after) - v.from_before - v.to_after,
             .load_to_v = u.demand + u.after_demand - v.demand,
             .service_to_v = tours.problem().service(u.here) + tours.problem().service(u.after) -
                             tours.problem().service(v.here)},
            u, v, tours, costs);
    }

    void apply(Around const &u, Around const &v, Tours &tours) const noexcept {
        tours.exchange(u.node, v.node);
        tours.relocate(u.next, u.node);
    }
};
static_assert(Move<SwapPairWithOne>);

/// Exchanges u and its successor x with v and its successor y.
///
///     before   p -> u -> x -> xx      w -> v -> y -> yy
///     after    p -> v -> y -> xx      w -> u -> x -> yy
struct SwapPairs {
    static constexpr std::string_view name = "swap_pairs";

    [[nodiscard]] Cost price(Around const &u, Around const &v, Tours const &tours,
                             CostModel const &costs) const noexcept {
        if (u.next_is_depot() || v.next_is_depot() || v.next == u.prev || v.next == u.node ||
            u.next == v.node || v.node == u.next_next) {
            return no_gain;
        }
        return price_of(
            {.length_u = costs.distance(u.before, v.here) + v.to_after +
                         costs.distance(v.after, u.beyond) - u.from_before - u.to_after -
                         u.after_to_beyond,
             .length_v = costs.distance(v.before, u.here) + u.to_after +
                         costs.distance(u.after, v.beyond) - v.from_before - v.to_after -
                         v.after_to_beyond,
             .load_to_v = u.demand + u.after_demand - v.demand - v.after_demand,
             .service_to_v = tours.problem().service(u.here) + tours.problem().service(u.after) -
                             tours.problem().service(v.here) - tours.problem().service(v.after)},
            u, v, tours, costs);
    }

    void apply(Around const &u, Around const &v, Tours &tours) const noexcept {
        tours.exchange(u.node, v.node);
        tours.exchange(u.next, v.next);
    }
};
static_assert(Move<SwapPairs>);

}  // namespace kinroute

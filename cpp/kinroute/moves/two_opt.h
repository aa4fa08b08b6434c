#pragma once

#include "kinroute/moves/move.h"

namespace kinroute {

/// Turns around the part of a route from x to v (2-Opt).
///
///     before   u -> x … v -> y
///     after    u -> v … x -> y
struct TwoOpt {
    static constexpr std::string_view name = "two_opt";

    [[nodiscard]] Cost price(Around const &u, Around const &v, Tours const &tours,
                             CostModel const &costs) const noexcept {
        Visit const &first = tours.visit(u.node);
        Visit const &last = tours.visit(v.node);
        if (u.route != v.route || first.position >= last.position || u.next == v.node) {
            return no_gain;
        }
        Cost const turned = tours.timing(v.node).reversal - tours.timing(u.next).reversal;
        return price_of(
            {.length_u = costs.distance(u.here, v.here) + costs.distance(u.after, v.after) -
                         u.to_after - v.to_after + turned},
            u, v, tours, costs);
    }

    void apply(Around const &u, Around const &v, Tours &tours) const noexcept {
        tours.reverse_between(u.node, v.next);
    }
};
static_assert(Move<TwoOpt>);

}  // namespace kinroute

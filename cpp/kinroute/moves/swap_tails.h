#pragma once

#include "kinroute/moves/move.h"

namespace kinroute {

/// Swaps what follows `u` with what follows `v` (2-Opt*).
///
///     before   u -> x      v -> y
///     after    u -> y      v -> x
struct SwapTails {
    static constexpr std::string_view name = "swap_tails";

    [[nodiscard]] Cost price(Around const &u, Around const &v, Tours const &tours,
                             CostModel const &costs) const noexcept {
        if (u.route == v.route) return no_gain;
        Cost const uy = costs.distance(u.here, v.after);
        Cost const vx = costs.distance(v.here, u.after);
        Cost const length = uy + vx - u.to_after - v.to_after;
        Route const &from = tours.route(u.route);
        Route const &to = tours.route(v.route);
        if (length >= from.penalty + to.penalty) return no_gain;
        Visit const &at_u = tours.visit(u.node);
        Visit const &at_v = tours.visit(v.node);
        Cost price = length - from.penalty - to.penalty +
                     costs.load_penalty(at_u.load + to.load - at_v.load) +
                     costs.load_penalty(at_v.load + from.load - at_u.load);
        if (costs.is_timed()) {
            Cost const tail_u = from.duration - tours.timing(u.node).duration - u.to_after;
            Cost const tail_v = to.duration - tours.timing(v.node).duration - v.to_after;
            price += costs.duration_penalty(tours.timing(u.node).duration + uy + tail_v) +
                     costs.duration_penalty(tours.timing(v.node).duration + vx + tail_u);
        }
        return price;
    }

    void apply(Around const &u, Around const &v, Tours &tours) const noexcept {
        tours.swap_tails(u.node, v.node);
    }
};
static_assert(Move<SwapTails>);

/// Joins the two beginnings and the two ends of routes, turning one of each around (2-Opt* with
/// reversal).
///
///     before   0 … u -> x … 0      0 … v -> y … 0
///     after    0 … u -> v … 0      0 … x -> y … 0
struct SwapTailsReversed {
    static constexpr std::string_view name = "swap_tails_reversed";

    [[nodiscard]] Cost price(Around const &u, Around const &v, Tours const &tours,
                             CostModel const &costs) const noexcept {
        if (u.route == v.route) return no_gain;
        Route const &from = tours.route(u.route);
        Route const &to = tours.route(v.route);
        Visit const &at_u = tours.visit(u.node);
        Visit const &at_v = tours.visit(v.node);
        Cost const uv = costs.distance(u.here, v.here);
        Cost const xy = costs.distance(u.after, v.after);
        Cost const turned_tail = from.reversal - tours.timing(u.next).reversal;
        Cost const length =
            uv + xy - u.to_after - v.to_after + tours.timing(v.node).reversal + turned_tail;
        if (length >= from.penalty + to.penalty) return no_gain;
        Cost price = length - from.penalty - to.penalty +
                     costs.load_penalty(at_u.load + at_v.load) +
                     costs.load_penalty(from.load - at_u.load + to.load - at_v.load);
        if (costs.is_timed()) {
            Cost const tail_u =
                from.duration - tours.timing(u.node).duration - u.to_after + turned_tail;
            Cost const tail_v = to.duration - tours.timing(v.node).duration - v.to_after;
            price += costs.duration_penalty(tours.timing(u.node).duration + uv +
                                            tours.timing(v.node).duration +
                                            tours.timing(v.node).reversal) +
                     costs.duration_penalty(tail_u + xy + tail_v);
        }
        return price;
    }

    void apply(Around const &u, Around const &v, Tours &tours) const noexcept {
        tours.swap_heads_and_tails(u.node, v.node);
    }
};
static_assert(Move<SwapTailsReversed>);

}  // namespace kinroute

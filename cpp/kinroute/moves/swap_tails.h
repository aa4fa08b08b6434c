#pragma once

#include <string_view>

#include "kinroute/moves/move.h"

namespace kinroute {

/// Swaps what follows `u` with what follows `v` (2-Opt*).
///
///     before   u -> x      v -> y
///     after    u -> y      v -> x
struct SwapTails {
    static constexpr std::string_view name = "swap_tails";
    static constexpr MoveScope scope{
        .between_routes = true, .at_depot = true, .to_empty_route = true};

    static bool is_possible(VisitContext const &u, VisitContext const &v) noexcept {
        return u.route != v.route;
    }
    template <class Pair>
    KINROUTE_INLINE static auto length(Pair const &pair) noexcept {
        return pair.uy() + pair.vx() - pair.ux() - pair.vy();
    }
    template <class Pair>
    KINROUTE_INLINE static Load load_to_v(Pair const &pair) noexcept {
        return pair.behind_u() - pair.behind_v();
    }
    static Stretches u_route(VisitContext const &u, VisitContext const &v,
                             Routes const &routes) noexcept {
        return {{routes.route(u.route).start, u.node}, {v.next, routes.route(v.route).end}};
    }
    static Stretches v_route(VisitContext const &u, VisitContext const &v,
                             Routes const &routes) noexcept {
        return {{routes.route(v.route).start, v.node}, {u.next, routes.route(u.route).end}};
    }

    static void apply(VisitContext const &u, VisitContext const &v, Routes &routes) noexcept {
        routes.swap_tails(u.node, v.node);
    }
};
static_assert(Move<SwapTails>);

/// Joins the two beginnings and the two ends of routes, reversing one of each (2-Opt* with
/// reversal).
///
///     before   0 … u -> x … 0      0 … v -> y … 0
///     after    0 … u -> v … 0      0 … x -> y … 0
struct SwapTailsReversed {
    static constexpr std::string_view name = "swap_tails_reversed";
    static constexpr MoveScope scope{.between_routes = true, .at_depot = true};

    static bool is_possible(VisitContext const &u, VisitContext const &v) noexcept {
        return u.route != v.route;
    }
    template <class Pair>
    KINROUTE_INLINE static auto length(Pair const &pair) noexcept {
        return pair.uv() + pair.xy() - pair.ux() - pair.vy() + pair.start_to_v_turned() +
               pair.x_to_end_turned();
    }
    template <class Pair>
    KINROUTE_INLINE static Load load_to_v(Pair const &pair) noexcept {
        return pair.behind_u() - pair.until_v();
    }
    static Stretches u_route(VisitContext const &u, VisitContext const &v,
                             Routes const &routes) noexcept {
        return {{routes.route(u.route).start, u.node}, {routes.route(v.route).start, v.node, true}};
    }
    static Stretches v_route(VisitContext const &u, VisitContext const &v,
                             Routes const &routes) noexcept {
        return {{u.next, routes.route(u.route).end, true}, {v.next, routes.route(v.route).end}};
    }

    static void apply(VisitContext const &u, VisitContext const &v, Routes &routes) noexcept {
        routes.swap_heads_and_tails(u.node, v.node);
    }
};
static_assert(Move<SwapTailsReversed>);

}  // namespace kinroute

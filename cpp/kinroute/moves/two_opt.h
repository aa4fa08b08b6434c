#pragma once

#include <string_view>

#include "kinroute/moves/move.h"

namespace kinroute {

/// Reverses the part of a route from x to v (2-Opt).
///
///     before   u -> x … v -> y
///     after    u -> v … x -> y
struct TwoOpt {
    static constexpr std::string_view name = "two_opt";
    static constexpr MoveScope scope{.within_route = true, .needs_u_first = true};

    static bool is_possible(VisitContext const &u, VisitContext const &v) noexcept {
        return u.next != v.node;
    }
    template <class Pair>
    KINROUTE_INLINE static auto length(Pair const &pair) noexcept {
        return pair.uv() + pair.xy() - pair.ux() - pair.vy() + pair.x_to_v_turned();
    }
    template <class Pair>
    KINROUTE_INLINE static Load load_to_v(Pair const &) noexcept {
        return 0;
    }
    static Stretches u_route(VisitContext const &u, VisitContext const &v,
                             Routes const &routes) noexcept {
        Route const &route = routes.route(u.route);
        return {{route.start, u.node}, {u.next, v.node, true}, {v.next, route.end}};
    }
    static Stretches v_route(VisitContext const &u, VisitContext const &v,
                             Routes const &routes) noexcept {
        return u_route(u, v, routes);
    }

    static void apply(VisitContext const &u, VisitContext const &v, Routes &routes) noexcept {
        routes.reverse_between(u.node, v.next);
    }
};
static_assert(Move<TwoOpt>);

}  // namespace kinroute

#pragma once

#include <string_view>

#include "kinroute/moves/exchange.h"
#include "kinroute/moves/move.h"

namespace kinroute {

/// The scope of moves of visits from u's position to after v: tried in all cases.
inline constexpr MoveScope relocation{
    .within_route = true, .between_routes = true, .at_depot = true, .to_empty_route = true};

/// Moves u after v.
///
///     before   p -> u -> x      v -> y
///     after    p -> x           v -> u -> y
struct Relocate : Exchange<Relocate> {
    static constexpr std::string_view name = "relocate";
    static constexpr MoveScope scope = [] {
        MoveScope result = relocation;
        result.to_successor = true;
        return result;
    }();

    static bool is_possible(VisitContext const &u, VisitContext const &v) noexcept {
        return v.next != u.node;
    }
    template <class Pair>
    KINROUTE_INLINE static auto length(Pair const &pair) noexcept {
        return pair.without_u() + pair.vu() + pair.uy() - pair.vy();
    }
    template <class Pair>
    KINROUTE_INLINE static Load load_to_v(Pair const &pair) noexcept {
        return pair.u_demand();
    }
    static Stretch of_u(VisitContext const &u) noexcept { return {u.node, u.node}; }

    static void apply(VisitContext const &u, VisitContext const &v, Routes &routes) noexcept {
        routes.relocate(u.node, v.node);
    }
};
static_assert(Move<Relocate>);

/// Moves u and its successor x after v.
///
///     before   p -> u -> x -> z      v -> y
///     after    p -> z                v -> u -> x -> y
struct RelocatePair : Exchange<RelocatePair> {
    static constexpr std::string_view name = "relocate_pair";
    static constexpr MoveScope scope = relocation;

    static bool is_possible(VisitContext const &u, VisitContext const &v) noexcept {
        return !u.next_is_depot() && v.next != u.node && v.node != u.next;
    }
    template <class Pair>
    KINROUTE_INLINE static auto length(Pair const &pair) noexcept {
        return pair.without_ux() + pair.vu() + pair.xy() - pair.vy();
    }
    template <class Pair>
    KINROUTE_INLINE static Load load_to_v(Pair const &pair) noexcept {
        return pair.ux_demand();
    }
    static Stretch of_u(VisitContext const &u) noexcept { return {u.node, u.next}; }

    static void apply(VisitContext const &u, VisitContext const &v, Routes &routes) noexcept {
        routes.relocate(u.node, v.node);
        routes.relocate(u.next, u.node);
    }
};
static_assert(Move<RelocatePair>);

/// Moves u and its successor x after v and reverses them.
///
///     before   p -> u -> x -> z      v -> y
///     after    p -> z                v -> x -> u -> y
struct RelocatePairReversed : Exchange<RelocatePairReversed> {
    static constexpr std::string_view name = "relocate_pair_reversed";
    static constexpr MoveScope scope = relocation;

    static bool is_possible(VisitContext const &u, VisitContext const &v) noexcept {
        return RelocatePair::is_possible(u, v);
    }
    template <class Pair>
    KINROUTE_INLINE static auto length(Pair const &pair) noexcept {
        return pair.without_ux() + pair.vx() + pair.uy() - pair.vy() + pair.ux_turned();
    }
    template <class Pair>
    KINROUTE_INLINE static Load load_to_v(Pair const &pair) noexcept {
        return pair.ux_demand();
    }
    static Stretch of_u(VisitContext const &u) noexcept { return {u.node, u.next, true}; }

    static void apply(VisitContext const &u, VisitContext const &v, Routes &routes) noexcept {
        routes.relocate(u.next, v.node);
        routes.relocate(u.node, u.next);
    }
};
static_assert(Move<RelocatePairReversed>);

}  // namespace kinroute

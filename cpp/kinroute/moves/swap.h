#pragma once

#include <string_view>

#include "kinroute/moves/exchange.h"
#include "kinroute/moves/move.h"

namespace kinroute {

/// Exchanges u and v.
///
///     before   p -> u -> x      w -> v -> y
///     after    p -> v -> x      w -> u -> y
struct Swap : Exchange<Swap> {
    static constexpr std::string_view name = "swap";
    static constexpr MoveScope scope{
        .within_route = true, .between_routes = true, .is_mirrored = true};

    static bool is_possible(VisitContext const &u, VisitContext const &v) noexcept {
        return u.node != v.prev && u.node != v.next;
    }
    template <class Pair>
    KINROUTE_INLINE static auto length(Pair const &pair) noexcept {
        return pair.pv() + pair.wu() - pair.wv() + pair.vx() + pair.uy() - pair.around_u() -
               pair.vy();
    }
    template <class Pair>
    KINROUTE_INLINE static Load load_to_v(Pair const &pair) noexcept {
        return pair.u_demand() - pair.v_demand();
    }
    static Stretch of_u(VisitContext const &u) noexcept { return {u.node, u.node}; }
    static Stretch of_v(VisitContext const &v) noexcept { return {v.node, v.node}; }

    static void apply(VisitContext const &u, VisitContext const &v, Routes &routes) noexcept {
        routes.exchange(u.node, v.node);
    }
};
static_assert(Move<Swap>);

/// Exchanges u and its successor x with v.
///
///     before   p -> u -> x -> z      w -> v -> y
///     after    p -> v -> z           w -> u -> x -> y
struct SwapPairWithOne : Exchange<SwapPairWithOne> {
    static constexpr std::string_view name = "swap_pair_with_one";
    static constexpr MoveScope scope{.within_route = true, .between_routes = true};

    static bool is_possible(VisitContext const &u, VisitContext const &v) noexcept {
        return !u.next_is_depot() && u.node != v.prev && u.next != v.prev && u.node != v.next &&
               u.next != v.node;
    }
    template <class Pair>
    KINROUTE_INLINE static auto length(Pair const &pair) noexcept {
        return pair.pv() + pair.wu() - pair.wv() + pair.vz() + pair.xy() - pair.around_ux() -
               pair.vy();
    }
    template <class Pair>
    KINROUTE_INLINE static Load load_to_v(Pair const &pair) noexcept {
        return pair.ux_demand() - pair.v_demand();
    }
    static Stretch of_u(VisitContext const &u) noexcept { return {u.node, u.next}; }
    static Stretch of_v(VisitContext const &v) noexcept { return {v.node, v.node}; }

    static void apply(VisitContext const &u, VisitContext const &v, Routes &routes) noexcept {
        routes.exchange(u.node, v.node);
        routes.relocate(u.next, u.node);
    }
};
static_assert(Move<SwapPairWithOne>);

/// Exchanges u and its successor x with v and its successor y.
///
///     before   p -> u -> x -> z      w -> v -> y -> b
///     after    p -> v -> y -> z      w -> u -> x -> b
struct SwapPairs : Exchange<SwapPairs> {
    static constexpr std::string_view name = "swap_pairs";
    static constexpr MoveScope scope{
        .within_route = true, .between_routes = true, .is_mirrored = true};

    static bool is_possible(VisitContext const &u, VisitContext const &v) noexcept {
        return !u.next_is_depot() && !v.next_is_depot() && v.next != u.prev && v.next != u.node &&
               u.next != v.node && v.node != u.next_next;
    }
    template <class Pair>
    KINROUTE_INLINE static auto length(Pair const &pair) noexcept {
        return pair.pv() + pair.wu() - pair.wv() + pair.yz() + pair.xb() - pair.around_ux() -
               pair.yb();
    }
    template <class Pair>
    KINROUTE_INLINE static Load load_to_v(Pair const &pair) noexcept {
        return pair.ux_demand() - pair.vy_demand();
    }
    static Stretch of_u(VisitContext const &u) noexcept { return {u.node, u.next}; }
    static Stretch of_v(VisitContext const &v) noexcept { return {v.node, v.next}; }

    static void apply(VisitContext const &u, VisitContext const &v, Routes &routes) noexcept {
        routes.exchange(u.node, v.node);
        routes.exchange(u.next, v.next);
    }
};
static_assert(Move<SwapPairs>);

}  // namespace kinroute

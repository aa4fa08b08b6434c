#pragma once

#include <concepts>
#include <string_view>

#include "kinroute/base/types.h"
#include "kinroute/moves/visit_pair.h"
#include "kinroute/problem/cost_model.h"
#include "kinroute/solution/routes.h"

namespace kinroute {

/// Between which visits a move is tried.
struct MoveScope {
    bool within_route = false;    ///< u and v are customers of one route
    bool between_routes = false;  ///< … of two routes
    bool to_successor = false;    ///< … v may be the visit right after u
    bool at_depot = false;        ///< v is the depot visit that starts a route
    bool to_empty_route = false;  ///< … of an empty route
    bool is_mirrored = false;     ///< (u, v) and (v, u) are the same move
    bool needs_u_first = false;   ///< within a route, u must come before v
};

/// A change of the routes around two visits: u, a customer, and v, a customer or the depot visit
/// that starts a route.
///
/// `length` is the change of total length, of the distances that a `VisitPair` gives; `load_to_v`
/// is what goes from u's route to v's. `u_route` and `v_route` are the routes after the move (the
/// first alone, where u and v share one), for the resources that need more than a difference.
/// `apply` changes the links only; the caller updates the routes.
template <class M>
concept Move = requires(VisitContext const &u, VisitContext const &v, Routes const &seen,
                        Routes &routes, ExactPair const &pair) {
    { M::name } -> std::convertible_to<std::string_view>;
    { M::scope } -> std::convertible_to<MoveScope>;
    { M::is_possible(u, v) } noexcept -> std::same_as<bool>;
    { M::length(pair) } noexcept -> std::same_as<Cost>;
    { M::load_to_v(pair) } noexcept -> std::same_as<Load>;
    { M::u_route(u, v, seen) } noexcept -> std::same_as<Stretches>;
    { M::v_route(u, v, seen) } noexcept -> std::same_as<Stretches>;
    { M::apply(u, v, routes) } noexcept -> std::same_as<void>;
};

inline constexpr Cost no_gain = 0;

/// The exact change of penalised cost whenever that change is an improvement; where the move does
/// not apply or cannot improve, any number ≥ 0.
template <Move M>
[[nodiscard]] inline Cost price(VisitContext const &u, VisitContext const &v, Routes const &routes,
                                CostModel const &costs) noexcept {
    if (!M::is_possible(u, v)) return no_gain;
    ExactPair const pair(u, v, routes, costs);
    Cost const length = M::length(pair);
    Route const &from = routes.route(u.route);
    if (u.route == v.route) {
        if (!costs.has_limits() || length >= from.limit_penalty) return length;
        return length - from.limit_penalty +
               costs.limit_penalty(routes.sums_of(M::u_route(u, v, routes)));
    }
    Route const &to = routes.route(v.route);
    Cost const relief = from.penalty + to.penalty;
    if (length >= relief) return length;  // even without any penalty left, no gain
    Load const load = M::load_to_v(pair);
    Cost result =
        length - relief + costs.load_penalty(from.load - load) + costs.load_penalty(to.load + load);
    if (costs.has_limits() && result < 0) {
        result += costs.limit_penalty(routes.sums_of(M::u_route(u, v, routes))) +
                  costs.limit_penalty(routes.sums_of(M::v_route(u, v, routes)));
    }
    return result;
}

}  // namespace kinroute

#pragma once

#include <concepts>
#include <string_view>

#include "kinroute/base/types.h"
#include "kinroute/problem/cost_model.h"
#include "kinroute/solution/tours.h"

namespace kinroute {

/// A change of the routes around two visits u (a customer) and v (a customer or the depot visit
/// that starts a route).
///
/// `price` is the exact change of penalised cost whenever that change is an improvement; where the
/// move does not apply or cannot improve, it may be any number ≥ 0. `apply` changes the links only;
/// whoever calls it updates the routes.
template <class M>
concept Move = requires(M const move, Around const &u, Around const &v, Tours const &seen,
                        Tours &tours, CostModel const &costs) {
    { M::name } -> std::convertible_to<std::string_view>;
    { move.price(u, v, seen, costs) } noexcept -> std::same_as<Cost>;
    { move.apply(u, v, tours) } noexcept -> std::same_as<void>;
};

/// What changes in the two routes of u and v: their lengths, and what is carried over.
struct RouteChanges {
    Cost length_u = 0, length_v = 0;  ///< change of length
    Load load_to_v = 0;               ///< demand that goes from u's route to v's
    Cost service_to_v = 0;            ///< service time that goes with it
};

/// Price of changes in two routes, or in one when u and v share it.
[[nodiscard]] inline Cost price_of(RouteChanges const &changes, Around const &u, Around const &v,
                                   Tours const &tours, CostModel const &costs) noexcept {
    Cost const length = changes.length_u + changes.length_v;
    Route const &from = tours.route(u.route);
    if (u.route == v.route) {
        if (!costs.is_timed() || length >= 0) return length;
        return length + costs.duration_penalty(from.duration + length) -
               costs.duration_penalty(from.duration);
    }
    Route const &to = tours.route(v.route);
    Cost const relief = from.penalty + to.penalty;
    if (length >= relief) return length;  // even without any penalty left, no gain
    Cost price = length - relief + costs.load_penalty(from.load - changes.load_to_v) +
                 costs.load_penalty(to.load + changes.load_to_v);
    if (costs.is_timed()) {
        price += costs.duration_penalty(from.duration + changes.length_u - changes.service_to_v) +
                 costs.duration_penalty(to.duration + changes.length_v + changes.service_to_v);
    }
    return price;
}

inline constexpr Cost no_gain = 0;

}  // namespace kinroute

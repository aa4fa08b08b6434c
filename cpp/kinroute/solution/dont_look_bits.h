#pragma once

#include <cstddef>
#include <vector>

#include "kinroute/base/types.h"
#include "kinroute/problem/problem.h"
#include "kinroute/solution/individual.h"

namespace kinroute {

/// Marks the parts of a solution that come unchanged from one local optimum: between two of them no
/// move improves, so they are examined only once one of them changes. Empty: everything is new.
struct DontLookBits {
    std::vector<char> routes;     ///< by route
    std::vector<char> customers;  ///< by customer, from 1, in the other routes

    void clear() noexcept {
        routes.clear();
        customers.clear();
    }
};

/// Sets the bits of routes that a child has from `parent`, a local optimum.
inline void inherit_routes(Problem const &problem, Individual const &parent,
                           Individual const &child, DontLookBits &bits) {
    bits.routes.resize(static_cast<std::size_t>(child.routes()));
    for (int r = 0; r < child.routes(); ++r) {
        bits.routes[static_cast<std::size_t>(r)] =
            parent.has_route(child.route(r), problem.is_symmetric());
    }
}

/// Sets the bits of customers that a child has where `parent`, a local optimum, has them: between
/// the same two, which are so themselves. Two of those had nothing to gain from one another there,
/// and hardly have here.
inline void inherit_customers(Problem const &problem, Individual const &parent,
                              Individual const &child, DontLookBits &bits) {
    bool const either_way = problem.is_symmetric();
    auto const next = child.successors(), previous = child.predecessors();
    auto const old_next = parent.successors(), old_previous = parent.predecessors();
    auto const is_unchanged = [&](Node customer) {
        auto const u = static_cast<std::size_t>(customer);
        return customer == 0 || (next[u] == old_next[u] && previous[u] == old_previous[u]) ||
               (either_way && next[u] == old_previous[u] && previous[u] == old_next[u]);
    };
    bits.customers.resize(next.size());
    for (std::size_t u = 1; u < next.size(); ++u) {
        bits.customers[u] = is_unchanged(static_cast<Node>(u)) && is_unchanged(next[u]) &&
                            is_unchanged(previous[u]);
    }
}

/// Sets the bits of feasible routes: a higher penalty makes no move between two of them better.
inline void trust_feasible_routes(Problem const &problem, Individual const &child,
                                  DontLookBits &bits) {
    bits.clear();
    bits.routes.resize(static_cast<std::size_t>(child.routes()));
    for (int r = 0; r < child.routes(); ++r) {
        Cost load = 0;
        for (Node const customer : child.route(r)) load += problem.demand(customer);
        bits.routes[static_cast<std::size_t>(r)] =
            !problem.has_limits() && load <= problem.capacity();
    }
}

}  // namespace kinroute

#pragma once

#include <cstddef>
#include <vector>

#include "kinroute/base/types.h"
#include "kinroute/problem/problem.h"
#include "kinroute/solution/individual.h"

namespace kinroute {

/// Routes that a child has from `parent`, a local optimum, need no second look at one another.
inline void settle_routes_of(Individual const &parent, Individual const &child,
                             std::vector<char> &settled) {
    settled.resize(static_cast<std::size_t>(child.routes()));
    for (int r = 0; r < child.routes(); ++r) {
        settled[static_cast<std::size_t>(r)] = parent.has_route(child.route(r));
    }
}

/// Customers that a child has where `parent`, a local optimum, has them: between the same two,
/// which are so themselves. Two of those had nothing to gain from one another there, and hardly
/// have here.
inline void find_kept(Individual const &parent, Individual const &child, std::vector<char> &kept) {
    auto const next = child.successors(), previous = child.predecessors();
    auto const old_next = parent.successors(), old_previous = parent.predecessors();
    auto const is_kept = [&](Node customer) {
        auto const u = static_cast<std::size_t>(customer);
        return customer == 0 || (next[u] == old_next[u] && previous[u] == old_previous[u]) ||
               (next[u] == old_previous[u] && previous[u] == old_next[u]);
    };
    kept.resize(next.size());
    for (std::size_t u = 1; u < next.size(); ++u) {
        kept[u] = is_kept(static_cast<Node>(u)) && is_kept(next[u]) && is_kept(previous[u]);
    }
}

/// At a higher penalty, nothing new can pay between two routes that keep every limit.
inline void settle_routes_that_fit(Problem const &problem, Individual const &child,
                                   std::vector<char> &settled) {
    settled.resize(static_cast<std::size_t>(child.routes()));
    for (int r = 0; r < child.routes(); ++r) {
        Cost load = 0;
        for (Node const customer : child.route(r)) load += problem.demand(customer);
        settled[static_cast<std::size_t>(r)] = !problem.is_timed() && load <= problem.capacity();
    }
}

}  // namespace kinroute

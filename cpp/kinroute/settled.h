#pragma once

#include <cstddef>
#include <vector>

#include "individual.h"
#include "problem.h"
#include "types.h"

namespace kinroute {

/// Routes that a child has from `parent`, a local optimum, need no second look at one another.
inline void settle_routes_of(Individual const &parent, Individual const &child,
                             std::vector<char> &settled) {
    settled.resize(static_cast<std::size_t>(child.routes()));
    for (int r = 0; r < child.routes(); ++r) {
        settled[static_cast<std::size_t>(r)] = parent.has_route(child.route(r));
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

#pragma once

#include <concepts>

#include "kinroute/base/types.h"
#include "kinroute/problem/problem.h"

namespace kinroute {

/// A quantity that is accumulated along a route, where more than addition may be needed: the value
/// of a stretch of visits, which is made of single visits and joined with others.
///
/// Length and load are plain sums, and are priced as differences. Everything else is a resource:
/// the routes store its values from the start to each visit and from there to the end, and the
/// price of a move joins those of the stretches that it leaves together. A resource without a limit
/// costs nothing.
template <class R>
concept RouteResource = requires(R const sum, Node place, Problem const &problem) {
    { R::is_limited(problem) } -> std::same_as<bool>;
    { R::at(place, problem) } -> std::same_as<R>;
    { R::joined(sum, sum, problem) } -> std::same_as<R>;
    { sum.turned() } -> std::same_as<R>;
    { R::between(sum, sum, problem) } -> std::same_as<R>;
    { sum.excess(problem) } -> std::same_as<Cost>;
};

}  // namespace kinroute

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "kinroute/base/types.h"
#include "kinroute/problem/problem.h"
#include "kinroute/problem/resource.h"
#include "kinroute/problem/route_limit.h"

namespace kinroute {

/// One value for each limit of the problem.
using LimitValues = std::array<Cost, RouteLimit::most_limits>;

/// What a stretch of visits sums up to for every limit, in its direction and reversed.
struct RouteSums {
    Node first = 0, last = 0;  ///< places
    LimitValues forward{}, backward{};

    [[nodiscard]] static bool is_limited(Problem const &problem) noexcept {
        return problem.has_limits();
    }
    [[nodiscard]] static RouteSums at(Node place, Problem const &problem) noexcept {
        RouteSums result{place, place, {}, {}};
        for (std::size_t k = 0; k < problem.limits(); ++k) {
            result.forward[k] = result.backward[k] = problem.at_node(k, place);
        }
        return result;
    }
    [[nodiscard]] static RouteSums joined(RouteSums const &a, RouteSums const &b,
                                          Problem const &problem) noexcept {
        RouteSums result{a.first, b.last, {}, {}};
        for (std::size_t k = 0; k < problem.limits(); ++k) {
            result.forward[k] = a.forward[k] + problem.arc(k, a.last, b.first) + b.forward[k];
            result.backward[k] = b.backward[k] + problem.arc(k, b.first, a.last) + a.backward[k];
        }
        return result;
    }
    [[nodiscard]] RouteSums turned() const noexcept { return {last, first, backward, forward}; }

    /// From one visit to a later one, given the sums from the start to each of them.
    [[nodiscard]] static RouteSums between(RouteSums const &to_first, RouteSums const &to_last,
                                           Problem const &problem) noexcept {
        RouteSums result{to_first.last, to_last.last, {}, {}};
        for (std::size_t k = 0; k < problem.limits(); ++k) {
            Cost const here = problem.at_node(k, to_first.last);
            result.forward[k] = to_last.forward[k] - to_first.forward[k] + here;
            result.backward[k] = to_last.backward[k] - to_first.backward[k] + here;
        }
        return result;
    }

    /// By how much the limits are exceeded, all together: their units are of similar worth.
    [[nodiscard]] Cost excess(Problem const &problem) const noexcept {
        Cost result = 0;
        for (std::size_t k = 0; k < problem.limits(); ++k) {
            result += std::max<Cost>(0, forward[k] - problem.limit(k));
        }
        return result;
    }
};
static_assert(RouteResource<RouteSums>);

}  // namespace kinroute

#pragma once

#include <algorithm>

#include "kinroute/base/types.h"
#include "kinroute/problem/problem.h"
#include "kinroute/problem/resource.h"

namespace kinroute {

/// The duration of a stretch of visits, including service, in its direction and reversed.
struct Duration {
    Node first = 0, last = 0;  ///< places
    Cost forward = 0;
    Cost backward = 0;

    [[nodiscard]] static bool is_limited(Problem const &problem) noexcept {
        return problem.is_timed();
    }
    [[nodiscard]] static Duration at(Node place, Problem const &problem) noexcept {
        Cost const service = problem.service(place);
        return {place, place, service, service};
    }
    [[nodiscard]] static Duration joined(Duration const &a, Duration const &b,
                                         Problem const &problem) noexcept {
        return {a.first, b.last, a.forward + problem.distance(a.last, b.first) + b.forward,
                b.backward + problem.distance(b.first, a.last) + a.backward};
    }
    [[nodiscard]] Duration turned() const noexcept { return {last, first, backward, forward}; }

    /// From one visit to a later one, given the durations from the start to each of them.
    [[nodiscard]] static Duration between(Duration const &to_first, Duration const &to_last,
                                          Problem const &problem) noexcept {
        Cost const service = problem.service(to_first.last);
        return {to_first.last, to_last.last, to_last.forward - to_first.forward + service,
                to_last.backward - to_first.backward + service};
    }

    [[nodiscard]] static Cost excess(Cost duration, Problem const &problem) noexcept {
        return std::max<Cost>(0, duration - problem.max_duration());
    }
    [[nodiscard]] Cost excess(Problem const &problem) const noexcept {
        return excess(forward, problem);
    }
};
static_assert(RouteResource<Duration>);

}  // namespace kinroute

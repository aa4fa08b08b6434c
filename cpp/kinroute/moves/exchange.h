#pragma once

#include <concepts>

#include "kinroute/solution/routes.h"
#include "kinroute/solution/stretches.h"

namespace kinroute {

/// The routes after visits at u were exchanged with visits at v, or with none: the common part of
/// the moves that relocate or swap visits.
///
/// A move gives `of_u`, the visits from u on that go to v's place, and `of_v`, those from v on that
/// go to u's; without `of_v`, u's visits come behind v. In one route, something always lies between
/// them: otherwise the move is not possible.
template <class M>
struct Exchange {
    static Stretches u_route(VisitContext const &u, VisitContext const &v,
                             Routes const &routes) noexcept {
        Gap const at_u = gap_of_u(u, routes), at_v = gap_of_v(v, routes);
        Route const &route = routes.route(u.route);
        Stretches result{{route.start, at_u.before}};
        if (u.route != v.route) {
            if constexpr (has_visits_of_v) result.add(M::of_v(v));
            result.add({at_u.behind, route.end});
            return result;
        }
        bool const is_u_first = routes.visit(u.node).position < routes.visit(v.node).position;
        if (is_u_first) {
            if constexpr (has_visits_of_v) result.add(M::of_v(v));
            result.add({at_u.behind, at_v.before});
            result.add(M::of_u(u));
            result.add({at_v.behind, route.end});
        } else {
            result = {{route.start, at_v.before}, M::of_u(u)};
            result.add({at_v.behind, at_u.before});
            if constexpr (has_visits_of_v) result.add(M::of_v(v));
            result.add({at_u.behind, route.end});
        }
        return result;
    }

    static Stretches v_route(VisitContext const &u, VisitContext const &v,
                             Routes const &routes) noexcept {
        Gap const at_v = gap_of_v(v, routes);
        Route const &route = routes.route(v.route);
        return {{route.start, at_v.before}, M::of_u(u), {at_v.behind, route.end}};
    }

private:
    friend M;
    Exchange() = default;

    /// The visits on both sides of what leaves a place.
    struct Gap {
        Node before, behind;
    };
    static constexpr bool has_visits_of_v = requires(VisitContext const &v) { M::of_v(v); };

    static Gap gap_of_u(VisitContext const &u, Routes const &routes) noexcept {
        return {u.prev, routes.visit(M::of_u(u).last).next};
    }
    static Gap gap_of_v(VisitContext const &v, Routes const &routes) noexcept {
        if constexpr (has_visits_of_v) return {v.prev, routes.visit(M::of_v(v).last).next};
        return {v.node, v.next};
    }
};

}  // namespace kinroute

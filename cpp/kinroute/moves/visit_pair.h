#pragma once

#include "kinroute/base/types.h"
#include "kinroute/problem/cost_model.h"
#include "kinroute/solution/routes.h"

namespace kinroute {

// A pair of visits names the distances that the length of a move is made of, by what lies around u
// and v:
//
//     p -> u -> x -> z      w -> v -> y -> b
//
// `vu` is the distance from v to u, and so on. The two kinds of pairs have the same names: an
// `ExactPair` looks a distance up when it is needed, a `BoundPair` has loaded all of them.

/// The distances around two visits, exact also where they depend on the direction.
class ExactPair {
public:
    ExactPair(VisitContext const &u, VisitContext const &v, Routes const &routes,
              CostModel const &costs) noexcept
        : u_(u), v_(v), routes_(routes), costs_(costs) {}

    /// Change of length when u, or u and x, leave.
    [[nodiscard]] Cost without_u() const noexcept { return d(u_.before, u_.after) - around_u(); }
    [[nodiscard]] Cost without_ux() const noexcept { return d(u_.before, u_.beyond) - around_ux(); }
    /// The arcs that join u, or u and x, to their surroundings.
    [[nodiscard]] Cost around_u() const noexcept { return u_.from_before + u_.to_after; }
    [[nodiscard]] Cost around_ux() const noexcept { return u_.from_before + u_.after_to_beyond; }

    [[nodiscard]] Cost uv() const noexcept { return d(u_.here, v_.here); }
    [[nodiscard]] Cost vu() const noexcept { return d(v_.here, u_.here); }
    [[nodiscard]] Cost uy() const noexcept { return d(u_.here, v_.after); }
    [[nodiscard]] Cost wu() const noexcept { return d(v_.before, u_.here); }
    [[nodiscard]] Cost vx() const noexcept { return d(v_.here, u_.after); }
    [[nodiscard]] Cost xy() const noexcept { return d(u_.after, v_.after); }
    [[nodiscard]] Cost pv() const noexcept { return d(u_.before, v_.here); }
    [[nodiscard]] Cost vz() const noexcept { return d(v_.here, u_.beyond); }
    [[nodiscard]] Cost yz() const noexcept { return d(v_.after, u_.beyond); }
    [[nodiscard]] Cost xb() const noexcept { return d(u_.after, v_.beyond); }
    [[nodiscard]] Cost ux() const noexcept { return u_.to_after; }
    [[nodiscard]] Cost wv() const noexcept { return v_.from_before; }
    [[nodiscard]] Cost vy() const noexcept { return v_.to_after; }
    [[nodiscard]] Cost yb() const noexcept { return v_.after_to_beyond; }

    /// Additional cost of the reverse direction: between u and x; from x to v; from the start to v;
    /// from x to the end.
    [[nodiscard]] Cost ux_turned() const noexcept {
        return routes_.problem().is_symmetric() ? 0 : d(u_.after, u_.here) - u_.to_after;
    }
    [[nodiscard]] Cost x_to_v_turned() const noexcept {
        return routes_.reversal(v_.node) - routes_.reversal(u_.next);
    }
    [[nodiscard]] Cost start_to_v_turned() const noexcept { return routes_.reversal(v_.node); }
    [[nodiscard]] Cost x_to_end_turned() const noexcept {
        return routes_.reversal(routes_.route(u_.route).end) - routes_.reversal(u_.next);
    }

    [[nodiscard]] Load u_demand() const noexcept { return u_.demand; }
    [[nodiscard]] Load ux_demand() const noexcept { return u_.demand + u_.after_demand; }
    [[nodiscard]] Load v_demand() const noexcept { return v_.demand; }
    [[nodiscard]] Load vy_demand() const noexcept { return v_.demand + v_.after_demand; }
    /// Loads of the routes of u and v, up to these and behind them.
    [[nodiscard]] Load until_u() const noexcept { return routes_.visit(u_.node).load; }
    [[nodiscard]] Load behind_u() const noexcept {
        return routes_.route(u_.route).load - until_u();
    }
    [[nodiscard]] Load until_v() const noexcept { return routes_.visit(v_.node).load; }
    [[nodiscard]] Load behind_v() const noexcept {
        return routes_.route(v_.route).load - until_v();
    }

private:
    [[nodiscard]] KINROUTE_INLINE Cost d(Node from, Node to) const noexcept {
        return costs_.distance(from, to);
    }

    VisitContext const &u_;
    VisitContext const &v_;
    Routes const &routes_;
    CostModel const &costs_;
};

}  // namespace kinroute

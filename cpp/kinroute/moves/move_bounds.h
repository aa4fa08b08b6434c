#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "kinroute/base/types.h"
#include "kinroute/moves/pair_lanes.h"
#include "kinroute/problem/cost_model.h"
#include "kinroute/problem/problem.h"
#include "kinroute/problem/rows.h"
#include "kinroute/solution/routes.h"

namespace kinroute {

/// The pairs of a list that may be improved: bit k for the customer in place k of it, bit
/// `most_pairs` + k for the depot visit before that customer.
using PairMask = std::uint64_t;
inline constexpr int most_pairs = 32;

/// Lower bounds on the prices of all moves between a customer u and each of its neighbours v.
///
/// The pairs are collected with `add`, and bounded all at once and without branches, loads
/// included; further resources are left out. A pair with an improving move is never excluded, and
/// few others pass, so that the bounds change the time only. For symmetric distances.
template <class Row>
class MoveBounds {
public:
    /// `batch` is the memory that the pairs are collected in.
    KINROUTE_INLINE MoveBounds(Node u, Routes const &routes, CostModel const &costs,
                               PairBatch &batch) noexcept
        : batch_(batch),
          visits_(&routes.visit(0)),
          route_of_(routes.route_indices()),
          all_routes_(&routes.route(0)),
          visit_(routes.visit(u)),
          from_(routes.route_of(u)),
          rows_(routes.problem(), visit_.before, u, visit_.after, visit_.beyond) {
        Problem const &problem = routes.problem();
        bool const has_x = visit_.after != 0;
        side_.around_u = visit_.from_prev + visit_.to_next;
        side_.without_u = rows_.p[visit_.after] - side_.around_u;
        // Without a successor there is no pair to move: its price is prohibitive.
        side_.around_ux = has_x ? visit_.from_prev + visit_.after_to_beyond : -prohibitive;
        side_.without_ux = has_x ? rows_.p[visit_.beyond] - side_.around_ux : prohibitive;
        side_.ux = visit_.to_next;
        side_.u_demand = visit_.demand;
        side_.ux_demand = visit_.demand + visit_.after_demand;
        side_.behind_u = from_.load - visit_.load;
        side_.capacity = problem.capacity();
        side_.load = from_.load;
        side_.relief = bounded(from_.limit_penalty);
        side_.position = visit_.position;
        side_.per_load = costs.bounded_per_load();
        side_.most_excess = costs.most_bounded_load();
        batch_.between.size = batch_.within.size = 0;
    }

    /// Collects the pair of u and the customer v, and that of u and the depot visit before v if v
    /// is the first of its route. `place` is that of v in a list, below `most_pairs`.
    KINROUTE_INLINE void add(Node v, int place) noexcept {
        Visit const &at = visits_[v];
        Route const &to = all_routes_[route_of_[v]];
        PairLanes &pairs = &to == &from_ ? batch_.within : batch_.between;
        fill(&pairs, pairs.size, v, at, to);
        pairs.index[pairs.size] = place;
        if (v == visit_.next) leave_relocation_alone(pairs);
        pairs.size += static_cast<std::size_t>(v != visit_.prev);
        if (at.before == 0) add_depot(pairs, at, to, place);
    }

    /// The collected pairs that may be improved; begins a new collection.
    [[nodiscard]] KINROUTE_INLINE PairMask may_improve() noexcept {
        PairMask result = 0;
        if (batch_.between.size > 0 && bound_between_routes(side_, batch_.between)) {
            result |= marked(batch_.between);
        }
        if (batch_.within.size > 0 && bound_within_route(side_, batch_.within)) {
            result |= marked(batch_.within);
        }
        batch_.between.size = batch_.within.size = 0;
        return result;
    }

private:
    [[nodiscard]] static Distance bounded(Cost relief) noexcept {
        return static_cast<Distance>(std::min<Cost>(relief, std::numeric_limits<Distance>::max()));
    }

    KINROUTE_INLINE void fill(PairLanes *__restrict pairs, std::size_t k, Node v, Visit const &at,
                              Route const &to) const noexcept {
        PairDistances const d = rows_.to(at.before, v, at.after, at.beyond);
        Distance const vy = at.to_next;
        Distance const to_v = d.uv - vy;
        pairs->u_after_v[k] = to_v + d.uy;
        pairs->ux_after_v[k] = to_v + d.xy;
        pairs->xu_after_v[k] = d.xv - vy + d.uy;
        pairs->v_for_ux[k] = d.zv - vy + d.xy;
        pairs->vy_for_ux[k] = d.zy + d.xb - at.after_to_beyond;
        pairs->before_swapped[k] = d.pv + d.uw - at.from_prev;
        pairs->v_demand[k] = at.demand;
        pairs->vy_demand[k] = at.demand + at.after_demand;
        pairs->until_v[k] = at.load;
        pairs->position[k] = at.position;
        pairs->load[k] = to.load;
        pairs->relief[k] = bounded(from_.penalty + to.penalty);
    }

    /// To its successor, u can only be relocated.
    static void leave_relocation_alone(PairLanes &pairs) noexcept {
        std::size_t const k = pairs.size;
        pairs.ux_after_v[k] = pairs.xu_after_v[k] = prohibitive;
        pairs.v_for_ux[k] = pairs.vy_for_ux[k] = prohibitive;
    }

    /// The depot visit before v, with which nothing is swapped.
    KINROUTE_INLINE void add_depot(PairLanes &pairs, Visit const &first, Route const &to,
                                   int place) noexcept {
        std::size_t const k = pairs.size++;
        Distance const vy = first.from_prev, uy = rows_.u[first.place], xy = rows_.x[first.place];
        Distance const to_v = rows_.u[0] - vy;
        Distance const relief = bounded(from_.penalty + to.penalty);
        Load const load = to.load;
        pairs.u_after_v[k] = to_v + uy;
        pairs.ux_after_v[k] = to_v + xy;
        pairs.xu_after_v[k] = rows_.x[0] - vy + uy;
        pairs.before_swapped[k] = prohibitive;
        pairs.v_for_ux[k] = pairs.vy_for_ux[k] = 0;
        pairs.v_demand[k] = pairs.vy_demand[k] = pairs.until_v[k] = pairs.position[k] = 0;
        pairs.load[k] = load;
        pairs.relief[k] = relief;
        pairs.index[k] = most_pairs + place;
    }

    [[nodiscard]] static PairMask marked(PairLanes const &pairs) noexcept {
        PairMask result = 0;
        for (std::size_t k = 0; k < pairs.size; ++k) {
            result |= static_cast<PairMask>(pairs.may_pay[k]) << pairs.index[k];
        }
        return result;
    }

    PairBatch &batch_;
    Visit const *visits_;  // of the routes, where a loop would look them up again and again
    std::int32_t const *route_of_;
    Route const *all_routes_;
    Visit const &visit_;
    Route const &from_;
    RowsAround<Row> rows_;
    BoundSide side_;
};

/// Whether a move of u to an empty route may improve, by the arcs to the depot and those that
/// vanish: the others are not negative.
[[nodiscard]] inline bool may_improve_with_empty_route(Node u, Routes const &routes,
                                                       CostModel const &costs) noexcept {
    Visit const &visit = routes.visit(u);
    Cost const to_u = costs.distance(0, u), to_x = costs.distance(0, visit.after);
    Cost const relocated =
        to_u - visit.from_prev + std::min(to_u - visit.to_next, to_x - visit.after_to_beyond);
    return std::min(relocated, to_u + to_x - visit.to_next) < routes.route_of(u).penalty;
}

}  // namespace kinroute

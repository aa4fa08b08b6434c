#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "kinroute/base/types.h"
#include "kinroute/moves/moves.h"
#include "kinroute/problem/cost_model.h"
#include "kinroute/problem/problem.h"
#include "kinroute/problem/rows.h"
#include "kinroute/solution/routes.h"

namespace kinroute {

/// What all pairs with one customer u have in common.
struct BoundSide {
    Distance without_u, without_ux, around_u, around_ux, ux;
    Load u_demand, ux_demand, until_u, behind_u;
};

/// The distances around two visits (see `visit_pair.h`) where they do not depend on the direction.
struct BoundPair {
    BoundSide const &side;
    Routes const &routes;
    Visit const &at_v;
    Load load_of_v;
    Distance uv_, uy_, vx_, xy_, vy_;
    Distance wu_ = 0, wv_ = 0, pv_ = 0, vz_ = 0, yz_ = 0, xb_ = 0, yb_ = 0;

    [[nodiscard]] Distance without_u() const noexcept { return side.without_u; }
    [[nodiscard]] Distance without_ux() const noexcept { return side.without_ux; }
    [[nodiscard]] Distance around_u() const noexcept { return side.around_u; }
    [[nodiscard]] Distance around_ux() const noexcept { return side.around_ux; }
    [[nodiscard]] Distance ux() const noexcept { return side.ux; }
    [[nodiscard]] Distance uv() const noexcept { return uv_; }
    [[nodiscard]] Distance vu() const noexcept { return uv_; }
    [[nodiscard]] Distance uy() const noexcept { return uy_; }
    [[nodiscard]] Distance wu() const noexcept { return wu_; }
    [[nodiscard]] Distance vx() const noexcept { return vx_; }
    [[nodiscard]] Distance xy() const noexcept { return xy_; }
    [[nodiscard]] Distance pv() const noexcept { return pv_; }
    [[nodiscard]] Distance vz() const noexcept { return vz_; }
    [[nodiscard]] Distance yz() const noexcept { return yz_; }
    [[nodiscard]] Distance xb() const noexcept { return xb_; }
    [[nodiscard]] Distance wv() const noexcept { return wv_; }
    [[nodiscard]] Distance vy() const noexcept { return vy_; }
    [[nodiscard]] Distance yb() const noexcept { return yb_; }
    [[nodiscard]] static Distance ux_turned() noexcept { return 0; }
    [[nodiscard]] static Distance x_to_v_turned() noexcept { return 0; }
    [[nodiscard]] static Distance start_to_v_turned() noexcept { return 0; }
    [[nodiscard]] static Distance x_to_end_turned() noexcept { return 0; }

    [[nodiscard]] Load u_demand() const noexcept { return side.u_demand; }
    [[nodiscard]] Load ux_demand() const noexcept { return side.ux_demand; }
    [[nodiscard]] Load v_demand() const noexcept { return at_v.demand; }
    [[nodiscard]] Load vy_demand() const noexcept {
        return at_v.demand + routes.visit(at_v.next).demand;
    }
    [[nodiscard]] Load until_u() const noexcept { return side.until_u; }
    [[nodiscard]] Load behind_u() const noexcept { return side.behind_u; }
    [[nodiscard]] Load until_v() const noexcept { return at_v.load; }
    [[nodiscard]] Load behind_v() const noexcept { return load_of_v - at_v.load; }
};

/// Lower bounds on the prices of all moves between a customer u and each of its neighbours v.
///
/// All moves of the list are bounded at once and without branches by length alone, then the
/// remaining ones with loads; further resources are left out. A pair with an improving move is
/// never excluded, and few others pass, so that the bounds change the time only. For symmetric
/// distances.
template <class Row>
class MoveBounds {
public:
    KINROUTE_INLINE MoveBounds(Node u, Routes const &routes, CostModel const &costs) noexcept
        : routes_(routes),
          costs_(costs),
          visits_(&routes.visit(0)),
          route_of_(routes.stamps().route_of),
          all_routes_(&routes.route(0)),
          visit_(routes.visit(u)),
          from_(routes.route_of(u)) {
        Problem const &problem = routes.problem();
        u_ = Row(problem, u);
        x_ = Row(problem, visit_.after);
        p_ = Row(problem, visit_.before);
        z_ = Row(problem, visit_.beyond);
        bool const has_x = visit_.after != 0;
        side_.around_u = visit_.from_prev + visit_.to_next;
        side_.without_u = p_[visit_.after] - side_.around_u;
        // Without a successor there is no pair to move: its price is prohibitive.
        side_.around_ux = has_x ? visit_.from_prev + visit_.after_to_beyond : -out_of_reach;
        side_.without_ux = has_x ? p_[visit_.beyond] - side_.around_ux : out_of_reach;
        side_.ux = visit_.to_next;
        side_.u_demand = visit_.demand;
        side_.ux_demand = visit_.demand + (has_x ? routes.visit(visit_.next).demand : 0);
        side_.until_u = visit_.load;
        side_.behind_u = from_.load - visit_.load;
    }

    /// True if a move between u and the customer v may improve.
    [[nodiscard]] KINROUTE_INLINE bool may_improve(Node v) const noexcept {
        Visit const &at = visits_[v];
        if (v == visit_.prev) return false;
        Route const &to = all_routes_[route_of_[v]];
        BoundPair const pair{side_,
                             routes_,
                             at,
                             to.load,
                             u_[at.place],
                             u_[at.after],
                             x_[at.place],
                             x_[at.after],
                             at.to_next,
                             u_[at.before],
                             at.from_prev,
                             p_[at.place],
                             z_[at.place],
                             z_[at.after],
                             x_[at.beyond],
                             at.after_to_beyond};
        if (&to == &from_) {
            Cost const relief = from_.limit_penalty;
            if (v == visit_.next) return least_length(pair, MovesToSuccessor{}) < relief;
            return least_of_many(pair, MovesInAnyOrder{}) < relief ||
                   (at.position > visit_.position &&
                    least_length(pair, MovesWithUFirst{}) < relief);
        }
        Cost const relief = from_.penalty + to.penalty;
        return least_of_many(pair, MovesBetweenRoutes{}) < relief &&
               any_pays_with_loads(pair, to, relief, MovesBetweenRoutes{});
    }

    /// Whether v is the first customer of its route.
    [[nodiscard]] KINROUTE_INLINE bool is_first(Node v) const noexcept {
        return visits_[v].before == 0;
    }

    /// The same for the depot visit that comes just before v; by length alone.
    [[nodiscard]] KINROUTE_INLINE bool may_improve_at_depot(Node v) const noexcept {
        Visit const &first = visits_[v];
        Distance const u_to_first = u_[first.place], x_to_first = x_[first.place];
        BoundPair const pair{side_, routes_,    first,          0, u_[0], u_to_first,
                             x_[0], x_to_first, first.from_prev};
        return least_length(pair, MovesAtDepot{}) < from_.penalty + routes_.route_of(v).penalty;
    }

    /// The same for an empty route; by length alone.
    [[nodiscard]] KINROUTE_INLINE bool may_improve_with_empty_route() const noexcept {
        BoundPair const pair{side_, routes_, visit_, 0, u_[0], u_[0], x_[0], x_[0], 0};
        return least_length(pair, MovesToEmptyRoute{}) < from_.penalty;
    }

private:
    static constexpr Distance out_of_reach = 1 << 29;

    /// Least change of length by some moves.
    template <Move... Ms>
    [[nodiscard]] KINROUTE_INLINE static Distance least_length(BoundPair const &pair,
                                                               MoveList<Ms...>) noexcept {
        return std::min({Ms::length(pair)...});
    }

    /// The same for the moves between two customers, many of which have terms in common: of sums
    /// that share one the lesser is the one with the lesser rest. Another list is evaluated move by
    /// move.
    template <class List>
    [[nodiscard]] KINROUTE_INLINE static Distance least_of_many(BoundPair const &pair,
                                                                List list) noexcept {
        using WithinRoute = MoveList<Relocate, RelocatePair, RelocatePairReversed, Swap,
                                     SwapPairWithOne, SwapPairs>;
        using BetweenRoutes = decltype(WithinRoute{} + MoveList<SwapTailsReversed, SwapTails>{});
        constexpr bool has_tails = std::is_same_v<List, BetweenRoutes>;
        if constexpr (has_tails || std::is_same_v<List, WithinRoute>) {
            BoundSide const &side = pair.side;
            Distance const to_v = pair.uv_ - pair.vy_;  // u comes after v
            Distance const crossed = pair.vx_ + pair.uy_ - pair.vy_;
            Distance const u_leaves = to_v + pair.uy_ + side.without_u;
            Distance const ux_leave =
                std::min(to_v + pair.xy_, crossed) +
                (has_tails ? std::min(side.without_ux, -side.ux) : side.without_ux);
            Distance const for_ux =
                std::min(pair.vz_ + pair.xy_ - pair.vy_, pair.yz_ + pair.xb_ - pair.yb_);
            Distance const swapped = pair.pv_ + pair.wu_ - pair.wv_ +
                                     std::min(crossed - side.around_u, for_ux - side.around_ux);
            return std::min({u_leaves, ux_leave, swapped});
        } else {
            return least_length(pair, list);
        }
    }

    /// Whether one of some moves may improve when the loads of both routes are counted.
    template <Move... Ms>
    [[nodiscard]] KINROUTE_INLINE bool any_pays_with_loads(BoundPair const &pair, Route const &to,
                                                           Cost relief,
                                                           MoveList<Ms...>) const noexcept {
        auto const penalty = [&](Load load_to_v) {
            return costs_.load_penalty(from_.load - load_to_v) +
                   costs_.load_penalty(to.load + load_to_v);
        };
        return ((Ms::length(pair) < relief &&
                 Ms::length(pair) + penalty(Ms::load_to_v(pair)) < relief) ||
                ...);
    }

    Routes const &routes_;
    CostModel const &costs_;
    Visit const *visits_;  // of `routes_`, where a loop would look them up again and again
    std::int32_t const *route_of_;
    Route const *all_routes_;
    Visit const &visit_;
    Route const &from_;
    Row u_, x_, p_, z_;
    BoundSide side_;
};

}  // namespace kinroute

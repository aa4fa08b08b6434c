#pragma once

#include <algorithm>

#include "kinroute/base/types.h"
#include "kinroute/problem/cost_model.h"
#include "kinroute/problem/problem.h"
#include "kinroute/problem/rows.h"
#include "kinroute/solution/tours.h"

namespace kinroute {

/// A quick look at a customer u and each of its neighbours v: does any move between them pay?
///
/// All moves of `LocalSearch::improve_pair` are priced at once and without branches, first by
/// length alone, then with loads; durations are left out, so that these are bounds from below. It
/// never says no where a move improves, and seldom yes where none does, so it changes nothing but
/// the time. For symmetric distances.
template <class Row>
class Screen {
public:
    Screen(Node u, Tours const &tours, CostModel const &costs) noexcept
        : tours_(tours), costs_(costs), visit_(tours.visit(u)), from_(tours.route_of(u)) {
        Problem const &problem = tours.problem();
        u_ = Row(problem, u);
        x_ = Row(problem, visit_.after);
        p_ = Row(problem, visit_.before);
        z_ = Row(problem, visit_.beyond);
        alone_ = visit_.from_prev + visit_.to_next;
        close_alone_ = p_[visit_.after] - alone_;
        bool const has_pair = visit_.after != 0;
        // Without a successor there is no pair to move: priced out of reach.
        pair_ = has_pair ? visit_.from_prev + visit_.after_to_beyond : -out_of_reach;
        close_pair_ = has_pair ? p_[visit_.beyond] - pair_ : out_of_reach;
        pair_demand_ = visit_.demand + (has_pair ? tours.visit(visit_.next).demand : 0);
    }

    /// True if a move between u and the customer v may improve.
    [[nodiscard]] bool may_improve(Node v) const noexcept {
        Visit const &at = tours_.visit(v);
        if (v == visit_.prev) return false;
        Distance const uv = u_[at.place], uy = u_[at.after];
        Distance const relocate = close_alone_ + uv + uy - at.to_next;
        if (v == visit_.next) return relocate < 0;
        Distance const uw = u_[at.before], xv = x_[at.place], xy = x_[at.after];
        Distance const relocate_pair = close_pair_ + std::min(uv + xy, xv + uy) - at.to_next;
        Distance const turned_tails = uv + xy - visit_.to_next - at.to_next;
        Distance const tails = uy + xv - visit_.to_next - at.to_next;
        Distance const in_place = p_[at.place] + uw - at.from_prev;
        Distance const swap = in_place + xv + uy - alone_ - at.to_next;
        Distance const swap_pair = in_place + z_[at.place] + xy - pair_ - at.to_next;
        Distance const swap_pairs =
            in_place + z_[at.after] + x_[at.beyond] - pair_ - at.after_to_beyond;
        Distance const within = std::min({relocate, relocate_pair, swap, swap_pair, swap_pairs});
        int const route = tours_.route_index(v);
        if (route == tours_.route_index(visit_.place)) {
            return within < 0 || (turned_tails < 0 && at.position > visit_.position);
        }
        Route const &to = tours_.route(route);
        Cost const relief = from_.penalty + to.penalty;
        if (std::min({within, turned_tails, tails}) >= relief) return false;

        Load const one = at.demand, two = one + tours_.visit(at.next).demand;
        auto const moved = [&](Distance length, Load load) {
            return length + costs_.load_penalty(from_.load - load) +
                   costs_.load_penalty(to.load + load);
        };
        auto const cut = [&](Distance length, Load first) {
            return length + costs_.load_penalty(first) +
                   costs_.load_penalty(from_.load + to.load - first);
        };
        return std::min({moved(relocate, visit_.demand), moved(relocate_pair, pair_demand_),
                         moved(swap, visit_.demand - one), moved(swap_pair, pair_demand_ - one),
                         moved(swap_pairs, pair_demand_ - two),
                         cut(turned_tails, visit_.load + at.load),
                         cut(tails, visit_.load + to.load - at.load)}) < relief;
    }

    /// The same for the depot visit that comes just before v; by length alone.
    [[nodiscard]] bool may_improve_at_depot(Node v) const noexcept {
        Visit const &at = tours_.visit(v);
        Distance const uv = u_[at.place];
        Distance const crossed = std::min(u_[0] + x_[at.place], x_[0] + uv);
        Distance const lowest =
            std::min({close_alone_ + u_[0] + uv, close_pair_ + crossed, crossed - visit_.to_next}) -
            at.from_prev;
        return lowest < from_.penalty + tours_.route_of(v).penalty;
    }

    /// The same for an empty route; by length alone.
    [[nodiscard]] bool may_improve_alone() const noexcept {
        Distance const apart = u_[0] + x_[0];
        return std::min({close_alone_ + 2 * u_[0], close_pair_ + apart, apart - visit_.to_next}) <
               from_.penalty;
    }

private:
    static constexpr Distance out_of_reach = 1 << 29;

    Tours const &tours_;
    CostModel const &costs_;
    Visit const &visit_;
    Route const &from_;
    Row u_, x_, p_, z_;
    Distance alone_, close_alone_, pair_, close_pair_;
    Load pair_demand_;
};

}  // namespace kinroute

#include "swap_star.h"

#include <algorithm>
#include <utility>

#include "../rows.h"

namespace kinroute {

namespace {

constexpr Distance out_of_reach = 1 << 30;

std::size_t at(std::int32_t i) {
    return static_cast<std::size_t>(i);
}

}  // namespace

SwapStar::SwapStar(Problem const &problem) : profiles_(at(problem.fleet())) {}

SwapStar::Profile const &SwapStar::profile(int route, Tours const &tours, CostModel const &costs) {
    Profile &profile = profiles_[at(route)];
    if (profile.stamp >= tours.last_modified(route)) return profile;
    auto const sequence = tours.sequence(route);
    std::size_t const length = sequence.size();
    profile.stamp = tours.now();
    profile.places.resize(length);
    profile.steps.resize(length);
    profile.skips.resize(length);
    for (std::size_t k = 0; k < length; ++k) {
        Visit const &visit = tours.visit(sequence[k]);
        profile.places[k] = visit.place;
        profile.steps[k] = visit.to_next;
        profile.skips[k] = static_cast<Distance>(costs.distance(visit.before, visit.after));
    }
    return profile;
}

template <class Row>
SwapStar::Fit SwapStar::fit(Row const &from, Row const &to, Side const &there, Tours const &tours) {
    auto const &[places, steps, skips, stamp] = *there.profile;
    auto const sequence = tours.sequence(there.route);
    constexpr Insertion nowhere{out_of_reach, -1};
    std::array<Insertion, 3> best{nowhere, nowhere, nowhere};
    Distance in_place = out_of_reach;
    Distance to_before = 0, to_here = to[places[0]];
    for (std::size_t k = 0; k + 1 < places.size(); ++k) {
        Distance const from_next = from[places[k + 1]];
        if (k > 0) in_place = std::min(in_place, to_before + from_next - skips[k]);
        Insertion const found{to_here + from_next - steps[k], sequence[k]};
        if (found.cost < best[2].cost) {
            best[2] = found;
            if (best[2].cost < best[1].cost) std::swap(best[1], best[2]);
            if (best[1].cost < best[0].cost) std::swap(best[0], best[1]);
        }
        to_before = to_here;
        to_here = to[places[k + 1]];
    }
    return {best, std::min(best[0].cost, in_place)};
}

/// Where `customer` would fit into the route of `there`.
SwapStar::Fit SwapStar::fit(Node customer, Side const &there, Tours const &tours) {
    Problem const &problem = tours.problem();
    if (problem.is_symmetric() && problem.has_matrix()) {
        MatrixRow const row(problem, customer);
        return fit(row, row, there, tours);
    }
    if (problem.is_symmetric()) {
        GeometryRow const row(problem, customer);
        return fit(row, row, there, tours);
    }
    return fit(AnyRow(problem, customer, false), AnyRow(problem, customer, true), there, tours);
}

void SwapStar::gather(Side &side, Side const &other, Tours const &tours) {
    side.candidates.clear();
    side.least_gain = unlimited;
    auto const sequence = tours.sequence(side.route);
    Profile const &own = *side.profile;
    for (std::size_t k = 1; k + 1 < sequence.size(); ++k) {
        Node const customer = sequence[k];
        Fit const found = fit(customer, other, tours);
        Distance const removal = own.skips[k] - own.steps[k - 1] - own.steps[k];
        Cost const gain = removal + found.least;
        side.least_gain = std::min(side.least_gain, gain);
        side.candidates.push_back({customer, static_cast<std::int32_t>(k),
                                   tours.visit(customer).demand, removal, gain, found});
    }
}

/// The cheapest place for `coming` in the route that `going` has just left.
SwapStar::Insertion SwapStar::cheapest_without(Candidate const &coming, Candidate const &going,
                                               Side const &there, Tours const &tours,
                                               CostModel const &costs) {
    Visit const &gone = tours.visit(going.node);
    Insertion cheapest{static_cast<Distance>(costs.distance(gone.before, coming.node) +
                                             costs.distance(coming.node, gone.after)) -
                           there.profile->skips[at(going.position)],
                       gone.prev};
    for (Insertion const &insertion : coming.fit.best) {
        if (insertion.after == going.node || insertion.after == gone.prev) continue;
        return insertion.after >= 0 && insertion.cost < cheapest.cost ? insertion : cheapest;
    }
    return cheapest;
}

SwapStar::Exchange SwapStar::exchange(Candidate const &u, Candidate const &v, Cost loads,
                                      Tours const &tours, CostModel const &costs) const {
    Insertion const u_place = cheapest_without(u, v, v_side_, tours, costs);
    Insertion const v_place = cheapest_without(v, u, u_side_, tours, costs);
    Cost price = loads + u.removal + v.removal + u_place.cost + v_place.cost;
    if (costs.is_timed()) {
        Problem const &problem = tours.problem();
        Cost const service = problem.service(u.node) - problem.service(v.node);
        price += costs.duration_penalty(tours.route(u_side_.route).duration + u.removal +
                                        v_place.cost - service) +
                 costs.duration_penalty(tours.route(v_side_.route).duration + v.removal +
                                        u_place.cost + service);
    }
    return {price, u.node, u_place.after, v.node, v_place.after};
}

void SwapStar::consider_exchanges(Tours const &tours, CostModel const &costs,
                                  Exchange &best) const {
    Route const &from = tours.route(u_side_.route);
    Route const &to = tours.route(v_side_.route);
    Cost const relief = from.penalty + to.penalty;
    for (Candidate const &u : u_side_.candidates) {
        if (u.gain + v_side_.least_gain >= best.price + relief) continue;
        for (Candidate const &v : v_side_.candidates) {
            if (u.gain + v.gain >= best.price + relief) continue;
            Cost const loads = costs.load_penalty(from.load - u.demand + v.demand) +
                               costs.load_penalty(to.load - v.demand + u.demand) - relief;
            if (loads + u.gain + v.gain >= best.price) continue;
            Exchange const found = exchange(u, v, loads, tours, costs);
            if (found.price < best.price) best = found;
        }
    }
}

/// Moving one customer alone to its best place in the other route.
void SwapStar::consider_leaving(Side const &from, Side const &to, Tours const &tours,
                                CostModel const &costs, Exchange &best) const {
    Route const &source = tours.route(from.route);
    Route const &target = tours.route(to.route);
    Cost const relief = source.penalty + target.penalty;
    for (Candidate const &u : from.candidates) {
        Insertion const entry = u.fit.best[0];
        Cost const length = u.removal + entry.cost;
        if (length >= best.price + relief) continue;
        Cost const service = tours.problem().service(u.node);
        Cost const price =
            length - relief +
            costs.penalty(source.load - u.demand, source.duration + u.removal - service) +
            costs.penalty(target.load + u.demand, target.duration + entry.cost + service);
        if (price >= best.price) continue;
        best = &from == &u_side_ ? Exchange{price, u.node, entry.after, -1, -1}
                                 : Exchange{price, -1, -1, u.node, entry.after};
    }
}

SwapStar::Exchange SwapStar::best(int route_u, int route_v, Tours const &tours,
                                  CostModel const &costs) {
    u_side_.route = route_u;
    v_side_.route = route_v;
    u_side_.profile = &profile(route_u, tours, costs);
    v_side_.profile = &profile(route_v, tours, costs);
    gather(u_side_, v_side_, tours);
    gather(v_side_, u_side_, tours);
    Exchange best;
    consider_exchanges(tours, costs, best);
    consider_leaving(u_side_, v_side_, tours, costs, best);
    consider_leaving(v_side_, u_side_, tours, costs, best);
    return best;
}

void SwapStar::apply(Exchange const &exchange, Tours &tours) noexcept {
    if (exchange.u >= 0) tours.relocate(exchange.u, exchange.u_after);
    if (exchange.v >= 0) tours.relocate(exchange.v, exchange.v_after);
}

}  // namespace kinroute

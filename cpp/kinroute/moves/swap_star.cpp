#include "kinroute/moves/swap_star.h"

#include <algorithm>
#include <utility>

#include "kinroute/moves/swap_star_routes.h"
#include "kinroute/problem/rows.h"

namespace kinroute {

namespace {

std::size_t at(std::int32_t i) {
    return static_cast<std::size_t>(i);
}

/// Distances one way between a customer and the places of a route.
struct OneWay {
    AnyRow row;
    std::vector<Node> const &places;

    [[nodiscard]] Distance operator[](std::size_t k) const { return row[places[k]]; }
};

/// Distances between a customer and the places of a route, as they lie in a matrix.
struct Line {
    Distance const *first;
    std::size_t step;

    [[nodiscard]] Distance operator[](std::size_t k) const { return first[k * step]; }
};

}  // namespace

SwapStar::SwapStar(Problem const &problem) : profiles_(at(problem.fleet())) {}

SwapStar::Profile const &SwapStar::profile(int route, Routes const &routes,
                                           CostModel const &costs) {
    Profile &profile = profiles_[at(route)];
    if (profile.stamp == routes.last_modified(route)) return profile;
    auto const sequence = routes.sequence(route);
    std::size_t const length = sequence.size();
    profile.stamp = routes.last_modified(route);
    profile.places.resize(length);
    profile.steps.resize(length + insertion_lanes);
    profile.skips.resize(length + insertion_lanes);
    profile.removals.resize(length);
    for (std::size_t k = 0; k < length; ++k) {
        Visit const &visit = routes.visit(sequence[k]);
        profile.places[k] = visit.place;
        profile.steps[k] = visit.to_next;
        profile.skips[k] = static_cast<Distance>(costs.distance(visit.before, visit.after));
        profile.removals[k] = profile.skips[k] - visit.from_prev - visit.to_next;
    }
    auto const last = static_cast<std::ptrdiff_t>(length) - 1;
    std::fill(profile.steps.begin() + last, profile.steps.end(), -out_of_reach);
    std::fill(profile.skips.begin() + last, profile.skips.end(), -out_of_reach);
    return profile;
}

/// The distances between all places of the two routes. Reading them in one loop without branches
/// hides the memory latency.
template <class Row>
void SwapStar::measure_by(Problem const &problem) {
    auto const &rows = u_side_.profile->places, &columns = v_side_.profile->places;
    std::size_t const height = rows.size(), width = columns.size();
    std::size_t const needed = height * width + 2 * insertion_lanes;
    if (apart_.size() < needed) apart_.resize(needed);
    for (std::size_t i = 0; i + 1 < height; ++i) {
        Row const row(problem, rows[i]);
        Distance *const line = apart_.data() + i * width;
        for (std::size_t j = 0; j < width; ++j) line[j] = row[columns[j]];
    }
    // It ends where it begins.
    std::copy_n(apart_.data(), width, apart_.data() + (height - 1) * width);
    u_side_.row = v_side_.column = width;
    u_side_.column = v_side_.row = 1;
    bound_insertions(apart_.data(), *u_side_.profile, *v_side_.profile, u_side_.bounds,
                     v_side_.bounds);
}

void SwapStar::measure(Routes const &routes) {
    Problem const &problem = routes.problem();
    if (!problem.is_symmetric()) {
        bound(u_side_, v_side_, routes);
        bound(v_side_, u_side_, routes);
        return;
    }
    if (problem.has_matrix()) return measure_by<MatrixRow>(problem);
    if (!problem.plane().is_empty()) return measure_by<PlaneRow>(problem);
    measure_by<GeometryRow>(problem);
}

template <class Distances>
SwapStar::Entry SwapStar::entry(Distances const &from, Distances const &to, Profile const &there) {
    Distance between = out_of_reach, in_place = out_of_reach;
    for (std::size_t k = 0; k + 1 < there.places.size(); ++k) {
        between = std::min(between, to[k] + from[k + 1] - there.steps[k]);
    }
    for (std::size_t k = 1; k + 1 < there.places.size(); ++k) {
        in_place = std::min(in_place, to[k - 1] + from[k + 1] - there.skips[k]);
    }
    return {between, in_place};
}

template <class Distances>
std::array<SwapStar::Insertion, 3> SwapStar::best_three(Distances const &from, Distances const &to,
                                                        Profile const &there,
                                                        std::span<Node const> sequence) {
    constexpr Insertion nowhere{out_of_reach, -1};
    std::array<Insertion, 3> best{nowhere, nowhere, nowhere};
    for (std::size_t k = 0; k + 1 < there.places.size(); ++k) {
        Insertion const found{to[k] + from[k + 1] - there.steps[k], sequence[k]};
        if (found.cost < best[2].cost) {
            best[2] = found;
            if (best[2].cost < best[1].cost) std::swap(best[1], best[2]);
            if (best[1].cost < best[0].cost) std::swap(best[0], best[1]);
        }
    }
    return best;
}

template <class Use>
auto SwapStar::with_distances(Node coming, std::size_t position, Side const &home,
                              Side const &there, Problem const &problem, Use const &use) const {
    if (problem.is_symmetric()) {
        Line const line{apart_.data() + position * home.row, home.column};
        return use(line, line);
    }
    std::vector<Node> const &places = there.profile->places;
    return use(OneWay{AnyRow(problem, coming, false), places},
               OneWay{AnyRow(problem, coming, true), places});
}

/// Most candidates are excluded by their bounds; the best positions are computed for the others.
void SwapStar::find_places(Candidate &coming, Side const &home, Side const &there,
                           Routes const &routes) const {
    if (coming.has_best) return;
    coming.has_best = true;
    coming.best = with_distances(coming.node, at(coming.position), home, there, routes.problem(),
                                 [&](auto const &from, auto const &to) {
                                     return best_three(from, to, *there.profile,
                                                       routes.sequence(there.route));
                                 });
}

/// Bounds the insertions of the customers of one route into the other, where distances depend on
/// the direction.
void SwapStar::bound(Side &side, Side const &other, Routes const &routes) const {
    auto const sequence = routes.sequence(side.route);
    side.bounds.between.resize(sequence.size());
    side.bounds.in_place.resize(sequence.size());
    side.bounds.least_gain = out_of_reach;
    for (std::size_t k = 1; k + 1 < sequence.size(); ++k) {
        Entry const found = with_distances(
            sequence[k], k, side, other, routes.problem(),
            [&](auto const &from, auto const &to) { return entry(from, to, *other.profile); });
        side.bounds.between[k] = found.between;
        side.bounds.in_place[k] = found.in_place;
        side.bounds.least_gain =
            std::min(side.bounds.least_gain,
                     side.profile->removals[k] + std::min(found.between, found.in_place));
    }
}

/// Collects the customers with which a change of the routes may pay, at best one that relieves them
/// of all penalties. Without branches, which could not be predicted.
void SwapStar::gather(Side &side, Side const &other, Cost relief, Routes const &routes) {
    auto const sequence = routes.sequence(side.route);
    Distance const *const removals = side.profile->removals.data();
    if (side.candidates.size() < sequence.size()) side.candidates.resize(sequence.size());
    Candidate *next = side.candidates.data();
    for (std::size_t k = 1; k + 1 < sequence.size(); ++k) {
        Distance const between = side.bounds.between[k], in_place = side.bounds.in_place[k];
        Cost const gain = removals[k] + std::min(between, in_place);
        next->node = sequence[k];
        next->position = static_cast<std::int32_t>(k);
        next->removal = removals[k];
        next->entry = between;
        next->gain = gain;
        next->has_best = false;
        Cost const least = std::min<Cost>(gain + other.bounds.least_gain, removals[k] + between);
        next += static_cast<std::ptrdiff_t>(least < relief);
    }
    side.chosen = {side.candidates.data(), next};
    for (Candidate &candidate : side.chosen) {
        candidate.demand = routes.visit(candidate.node).demand;
    }
}

/// The cheapest position for `coming` in the route that `going` leaves.
SwapStar::Insertion SwapStar::cheapest_without(Candidate const &coming, Candidate const &going,
                                               Side const &there, Routes const &routes,
                                               CostModel const &costs) {
    Visit const &gone = routes.visit(going.node);
    Insertion cheapest{static_cast<Distance>(costs.distance(gone.before, coming.node) +
                                             costs.distance(coming.node, gone.after)) -
                           there.profile->skips[at(going.position)],
                       gone.prev};
    for (Insertion const &insertion : coming.best) {
        if (insertion.after == going.node || insertion.after == gone.prev) continue;
        return insertion.after >= 0 && insertion.cost < cheapest.cost ? insertion : cheapest;
    }
    return cheapest;
}

SwapStar::Best SwapStar::exchange(Candidate &u, Candidate &v, Cost loads, Routes const &routes,
                                  CostModel const &costs) const {
    find_places(u, u_side_, v_side_, routes);
    find_places(v, v_side_, u_side_, routes);
    Insertion const u_place = cheapest_without(u, v, v_side_, routes, costs);
    Insertion const v_place = cheapest_without(v, u, u_side_, routes, costs);
    Cost price = loads + u.removal + v.removal + u_place.cost + v_place.cost;
    if (costs.has_limits()) {
        price += costs.limit_penalty(
                     routes.sums_of(route_with_other(u.node, v.node, v_place.after, routes))) +
                 costs.limit_penalty(
                     routes.sums_of(route_with_other(v.node, u.node, u_place.after, routes)));
    }
    return {price, u.node, u_place.after, v.node, v_place.after};
}

void SwapStar::consider_exchanges(Routes const &routes, CostModel const &costs, Best &best) {
    Route const &from = routes.route(u_side_.route);
    Route const &to = routes.route(v_side_.route);
    Cost const relief = from.penalty + to.penalty;
    for (Candidate &u : u_side_.chosen) {
        if (u.gain + v_side_.bounds.least_gain >= best.price + relief) continue;
        for (Candidate &v : v_side_.chosen) {
            if (u.gain + v.gain >= best.price + relief) continue;
            Cost const loads = costs.load_penalty(from.load - u.demand + v.demand) +
                               costs.load_penalty(to.load - v.demand + u.demand) - relief;
            if (loads + u.gain + v.gain >= best.price) continue;
            Best const found = exchange(u, v, loads, routes, costs);
            if (found.price < best.price) best = found;
        }
    }
}

/// Moving one customer alone to its best position in the other route.
void SwapStar::consider_leaving(Side &from, Side const &to, Routes const &routes,
                                CostModel const &costs, Best &best) const {
    Route const &source = routes.route(from.route);
    Route const &target = routes.route(to.route);
    Cost const relief = source.penalty + target.penalty;
    for (Candidate &u : from.chosen) {
        Cost const length = u.removal + u.entry;
        if (length >= best.price + relief) continue;
        Cost price = length - relief + costs.load_penalty(source.load - u.demand) +
                     costs.load_penalty(target.load + u.demand);
        if (price >= best.price) continue;
        find_places(u, from, to, routes);
        Node const after = u.best[0].after;
        if (costs.has_limits()) {
            price += costs.limit_penalty(routes.sums_of(route_without(u.node, routes))) +
                     costs.limit_penalty(routes.sums_of(route_with(u.node, after, routes)));
            if (price >= best.price) continue;
        }
        best = &from == &u_side_ ? Best{price, u.node, after, -1, -1}
                                 : Best{price, -1, -1, u.node, after};
    }
}

SwapStar::Best SwapStar::best(int route_u, int route_v, Routes const &routes,
                              CostModel const &costs) {
    u_side_.route = route_u;
    v_side_.route = route_v;
    u_side_.profile = &profile(route_u, routes, costs);
    v_side_.profile = &profile(route_v, routes, costs);
    measure(routes);
    Cost const relief = routes.route(route_u).penalty + routes.route(route_v).penalty;
    gather(u_side_, v_side_, relief, routes);
    gather(v_side_, u_side_, relief, routes);
    Best best;
    consider_exchanges(routes, costs, best);
    consider_leaving(u_side_, v_side_, routes, costs, best);
    consider_leaving(v_side_, u_side_, routes, costs, best);
    return best;
}

void SwapStar::apply(Best const &best, Routes &routes) noexcept {
    if (best.u >= 0) routes.relocate(best.u, best.u_after);
    if (best.v >= 0) routes.relocate(best.v, best.v_after);
}

}  // namespace kinroute

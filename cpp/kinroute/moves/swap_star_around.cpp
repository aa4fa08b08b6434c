#include "kinroute/moves/swap_star_around.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "kinroute/base/processors.h"
#include "kinroute/moves/insertion_bounds.h"
#include "kinroute/moves/swap_star_routes.h"
#include "kinroute/problem/rows.h"

namespace kinroute {

namespace {

std::size_t at(std::int32_t i) {
    return static_cast<std::size_t>(i);
}

/// The distances to the visits on both sides of one; they are read together.
template <class From, class To>
KINROUTE_INLINE inline auto around_of(Visit const &visit, From const &from, To const &to) {
    if constexpr (std::is_same_v<From, AnyRow>) {
        return std::array{to[visit.before], from[visit.after]};
    } else {
        return from.both(visit.before, visit.after);
    }
}

}  // namespace

SwapStarAround::SwapStarAround(Problem const &problem, Neighbours const &related)
    : related_(related), place_of_(at(problem.fleet()), -1), skips_(at(problem.customers()) + 1) {}

/// The lists, the nearest customers first: they exclude most positions beside the others.
void SwapStarAround::measure_lists(Problem const &problem) {
    first_nearby_.assign(1, 0);
    for (Node u = 0; u <= problem.customers(); ++u) {
        for (Node const v : related_.of(u)) nearby_.push_back({v, problem.distance(u, v)});
        std::sort(nearby_.begin() + static_cast<std::ptrdiff_t>(first_nearby_.back()),
                  nearby_.end(), [](Nearby const &a, Nearby const &b) {
                      return std::pair(a.away, a.customer) < std::pair(b.away, b.customer);
                  });
        first_nearby_.push_back(nearby_.size());
        chosen_.resize(std::max(chosen_.size(), related_.of(u).size()));
        beside_.resize(chosen_.size());
    }
}

void SwapStarAround::collect_routes(std::span<Node const> customers, Routes const &routes) {
    for (Active const &active : active_) place_of_[at(active.route)] = -1;
    active_.clear();
    for (Node const u : customers) {
        int const r = routes.route_index(u);
        std::int32_t &place = place_of_[at(r)];
        if (place < 0) {
            place = static_cast<std::int32_t>(active_.size());
            active_.push_back({r, false, routes.last_modified(r), 0});
        }
        Cost &most_saved = active_[at(place)].most_saved;
        most_saved = std::max<Cost>(most_saved, -removal(routes.visit(u), routes.problem()));
    }
    for (Active &active : active_) active.most_saved += routes.route(active.route).penalty;
    first_.assign(active_.size() * active_.size(), -1);
}

void SwapStarAround::bound_savings(bool is_symmetric) {
    most_saved_.clear();
    for (Active const &own : active_) {
        most_saved_.push_back(-unlimited);
        for (Active const &other : active_) {
            bool const is_tried = &own != &other && (own.has_changed || other.has_changed);
            most_saved_.push_back(!is_tried      ? -unlimited
                                  : is_symmetric ? other.most_saved
                                                 : unlimited);
        }
    }
}

void SwapStarAround::collect_entries(std::span<Node const> customers, Routes const &routes) {
    Problem const &problem = routes.problem();
    if (nearby_.empty()) measure_lists(problem);
    entries_.clear();
    for (Node const u : customers) {
        if (!problem.is_symmetric()) {
            collect_entries_of(u, routes, AnyRow(problem, u, false), AnyRow(problem, u, true));
        } else if (problem.has_matrix()) {
            MatrixRow const row(problem, u);
            collect_entries_of(u, routes, row, row);
        } else if (!problem.plane().is_empty()) {
            PlaneRow const row(problem, u);
            collect_entries_of(u, routes, row, row);
        } else {
            GeometryRow const row(problem, u);
            collect_entries_of(u, routes, row, row);
        }
    }
}

/// The related customers on other routes beside which, or in place of which, an exchange may pay.
/// By the triangle inequality, as far as distances are symmetric. Without branches, which could not
/// be predicted, so that the next visits are read while one waits for memory.
template <class Row>
std::span<SwapStarAround::Nearby const> SwapStarAround::choose_nearby(Node u, Cost own_saved,
                                                                      Routes const &routes) {
    constexpr bool is_symmetric = !std::is_same_v<Row, AnyRow>;
    std::int32_t const own = place_of_[at(routes.route_index(u))];
    Cost const *const most_saved = most_saved_.data() + at(own) * (active_.size() + 1) + 1;
    Nearby *next = chosen_.data();
    for (std::size_t k = first_nearby_[at(u)]; k < first_nearby_[at(u) + 1]; ++k) {
        auto const [v, away] = nearby_[k];
        Visit const &visit = routes.visit(v);
        Distance const around = visit.from_prev + visit.to_next;
        Cost const loss = is_symmetric ? 2 * (Cost{away} - around) - own_saved : 0;
        *next = {v, away};
        next +=
            static_cast<std::ptrdiff_t>(loss < most_saved[place_of_[at(routes.route_index(v))]]);
    }
    return {chosen_.data(), next};
}

/// The cheapest positions of a customer beside those related to it and in their places, by route.
/// Far from them, what the triangle inequality leaves excludes most without further distances: the
/// positions that are dearer than others, or than all that an exchange can save. Where distances
/// depend on the direction, all are noted.
template <class From, class To>
void SwapStarAround::collect_entries_of(Node u, Routes const &routes, From const &from,
                                        To const &to) {
    constexpr bool is_symmetric = !std::is_same_v<From, AnyRow>;
    std::int32_t const own = place_of_[at(routes.route_index(u))];
    std::size_t const first = entries_.size();
    Distance const removed = removal(routes.visit(u), routes.problem());
    Cost const own_saved = routes.route(active_[at(own)].route).penalty - removed;
    auto const chosen = choose_nearby<From>(u, own_saved, routes);
    // Before all branches, so that one does not wait for the roots of the other.
    for (std::size_t k = 0; k < chosen.size(); ++k) {
        beside_[k] = around_of(routes.visit(chosen[k].customer), from, to);
    }
    for (std::size_t k = 0; k < chosen.size(); ++k) {
        auto const [v, away] = chosen[k];
        auto const [to_before, to_after] = beside_[k];
        std::int32_t const other = place_of_[at(routes.route_index(v))];
        Visit const &visit = routes.visit(v);
        Cost const most = is_symmetric ? own_saved + active_[at(other)].most_saved : out_of_reach;
        Distance const way = is_symmetric ? 2 * away : -out_of_reach;
        Distance const around = visit.from_prev + visit.to_next;
        Entry &entry = entry_of(u, first, own, other, removed);
        Cost const worst = std::min<Cost>(most, entry.best[2].cost);
        bool const is_after = way - 2 * visit.to_next < worst;
        bool const is_before = way - 2 * visit.from_prev < worst;
        Distance const skipped = skip(visit, routes.problem());
        bool const is_in_place = way - around - skipped < std::min<Cost>(most, entry.in_place);
        if (is_after) note(entry, {(is_symmetric ? away : to[v]) + to_after - visit.to_next, v});
        if (is_before) note(entry, {to_before + away - visit.from_prev, visit.prev});
        if (is_in_place) {
            entry.in_place = std::min(entry.in_place, to_before + to_after - skipped);
        }
    }
}

/// The change of a route's length by the removal of a customer.
Distance SwapStarAround::removal(Visit const &visit, Problem const &problem) {
    return skip(visit, problem) - visit.from_prev - visit.to_next;
}

Distance SwapStarAround::skip(Visit const &visit, Problem const &problem) {
    Skip &known = skips_[at(visit.place)];
    if (known.before != visit.before || known.after != visit.after) {
        known = {visit.before, visit.after, problem.distance(visit.before, visit.after)};
    }
    return known.distance;
}

/// The entry of a customer to a route; a new one if there is none from `first` on.
SwapStarAround::Entry &SwapStarAround::entry_of(Node u, std::size_t first, std::int32_t own,
                                                std::int32_t to, Distance removal) {
    for (std::size_t k = first; k < entries_.size(); ++k) {
        if (entries_[k].to == to) return entries_[k];
    }
    constexpr Insertion nowhere{out_of_reach, -1};
    std::int32_t &head = first_[at(own) * active_.size() + at(to)];
    entries_.push_back({u, to, head, removal, out_of_reach, {nowhere, nowhere, nowhere}});
    head = static_cast<std::int32_t>(entries_.size()) - 1;
    return entries_.back();
}

/// A position can be found twice: after one related customer and before another.
void SwapStarAround::note(Entry &entry, Insertion const &found) noexcept {
    auto &best = entry.best;
    if (found.cost >= best[2].cost || found.after == best[0].after ||
        found.after == best[1].after) {
        return;
    }
    best[2] = found;
    if (best[2].cost < best[1].cost) std::swap(best[1], best[2]);
    if (best[1].cost < best[0].cost) std::swap(best[0], best[1]);
}

void SwapStarAround::for_each_best(
    Routes const &routes, CostModel const &costs,
    std::function<void(int, int, SwapStar::Best const &)> const &use) {
    auto const count = static_cast<std::int32_t>(active_.size());
    auto const is_fresh = [&](std::int32_t place) {
        Active const &active = active_[at(place)];
        return routes.last_modified(active.route) == active.stamp;
    };
    for (std::int32_t r = 0; r < count; ++r) {
        for (std::int32_t s = 0; s < r; ++s) {
            if (first_[at(r * count + s)] < 0 && first_[at(s * count + r)] < 0) continue;
            if (!is_fresh(r) || !is_fresh(s)) continue;
            choose(us_, r, s, routes);
            least_v_ = choose(vs_, s, r, routes);
            SwapStar::Best const best = best_between(routes, costs);
            if (best.price < 0) use(active_[at(r)].route, active_[at(s)].route, best);
        }
    }
}

/// Collects the entries from one route to another; returns the least bound on a gain.
Cost SwapStarAround::choose(std::vector<Candidate> &candidates, std::int32_t from, std::int32_t to,
                            Routes const &routes) const {
    candidates.clear();
    Cost least = unlimited;
    for (std::int32_t k = first_[at(from) * active_.size() + at(to)]; k >= 0;
         k = entries_[at(k)].next) {
        Entry const &entry = entries_[at(k)];
        Cost const gain = Cost{entry.removal} + std::min(entry.best[0].cost, entry.in_place);
        candidates.push_back({&entry, routes.visit(entry.customer).demand, gain});
        least = std::min(least, gain);
    }
    return least;
}

SwapStar::Best SwapStarAround::best_between(Routes const &routes, CostModel const &costs) {
    SwapStar::Best best;
    if (us_.empty() || vs_.empty()) return best;
    Route const &from = routes.route_of(us_.front().entry->customer);
    Route const &to = routes.route_of(vs_.front().entry->customer);
    Cost const relief = from.penalty + to.penalty;
    for (Candidate const &u : us_) {
        if (u.gain + least_v_ >= best.price + relief) continue;
        for (Candidate const &v : vs_) {
            if (u.gain + v.gain >= best.price + relief) continue;
            Cost const loads = costs.load_penalty(from.load - u.demand + v.demand) +
                               costs.load_penalty(to.load - v.demand + u.demand) - relief;
            if (loads + u.gain + v.gain >= best.price) continue;
            SwapStar::Best const found = exchange(u, v, loads, routes, costs);
            if (found.price < best.price) best = found;
        }
    }
    return best;
}

/// The cheapest known position for `coming` in the route that `going` leaves.
SwapStarAround::Insertion SwapStarAround::cheapest_without(Entry const &coming, Entry const &going,
                                                           Routes const &routes,
                                                           CostModel const &costs) {
    Visit const &gone = routes.visit(going.customer);
    Insertion cheapest{static_cast<Distance>(costs.distance(gone.before, coming.customer) +
                                             costs.distance(coming.customer, gone.after)) -
                           skip(gone, routes.problem()),
                       gone.prev};
    for (Insertion const &insertion : coming.best) {
        if (insertion.after == going.customer || insertion.after == gone.prev) continue;
        return insertion.after >= 0 && insertion.cost < cheapest.cost ? insertion : cheapest;
    }
    return cheapest;
}

SwapStar::Best SwapStarAround::exchange(Candidate const &u, Candidate const &v, Cost loads,
                                        Routes const &routes, CostModel const &costs) {
    Insertion const u_place = cheapest_without(*u.entry, *v.entry, routes, costs);
    Insertion const v_place = cheapest_without(*v.entry, *u.entry, routes, costs);
    Cost price = loads + u.entry->removal + v.entry->removal + u_place.cost + v_place.cost;
    Node const a = u.entry->customer, b = v.entry->customer;
    if (costs.has_limits()) {
        price +=
            costs.limit_penalty(routes.sums_of(route_with_other(a, b, v_place.after, routes))) +
            costs.limit_penalty(routes.sums_of(route_with_other(b, a, u_place.after, routes)));
    }
    return {price, a, u_place.after, b, v_place.after};
}

}  // namespace kinroute

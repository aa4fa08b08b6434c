#include "kinroute/solution/routes.h"

#include <algorithm>
#include <cmath>

namespace kinroute {

Routes::Routes(Problem const &problem)
    : problem_(problem), is_symmetric_(problem.is_symmetric()), has_limits_(problem.has_limits()) {
    int const n = problem.customers();
    int const fleet = problem.fleet();
    visits_.resize(at(n + 1 + 2 * fleet));
    if (has_limits_) {
        until_.resize(visits_.size());
        from_.resize(visits_.size());
        sums_.resize(at(fleet));
    }
    if (!is_symmetric_) reversal_.resize(visits_.size());
    route_of_.assign(visits_.size(), -1);
    changed_at_.resize(visits_.size());
    longest_arc_.resize(visits_.size());
    routes_.resize(at(fleet));
    modified_.resize(at(fleet));
    sequences_.resize(at(fleet));
    order_.resize(at(n + 2));
    saved_.resize(at(fleet));
    by_angle_.reserve(at(fleet));
    touched_at_.resize(at(n + 1));
    for (Node u = 1; u <= n; ++u) {
        visits_[at(u)].place = u;
        visits_[at(u)].demand = problem.demand(u);
    }
    for (int r = 0; r < fleet; ++r) {
        Route &route = routes_[at(r)];
        route = {};
        route.start = n + 1 + 2 * r;
        route.end = route.start + 1;
        for (Node const depot : {route.start, route.end}) {
            visits_[at(depot)] = Visit{};
            route_of_[at(depot)] = r;
        }
        link(route.end, route.start);
    }
}

void Routes::load(Individual const &individual, CostModel const &costs) {
    begin_anew();
    for (int r = 0; r < route_count(); ++r) {
        Route const &route = routes_[at(r)];
        Node last = route.start;
        if (r < individual.routes()) {
            for (Node const customer : individual.route(r)) {
                link(last, customer);
                last = customer;
            }
        }
        link(last, route.end);
        update(r, costs);
    }
}

void Routes::mark_unchanged(int r) noexcept {
    modified_[at(r)] = loaded_;
    for (Node const u : sequences_[at(r)]) changed_at_[at(u)] = loaded_;
}

void Routes::clear(CostModel const &costs) {
    std::fill_n(route_of_.begin(), problem_.customers() + 1, -1);
    begin_anew();
    for (int r = route_count() - 1; r >= 0; --r) {
        link(routes_[at(r)].start, routes_[at(r)].end);
        update(r, costs);
    }
}

void Routes::begin_anew() noexcept {
    begin_changes();
    can_undo_ = false;
    empty_.clear();
    loaded_ = ++now_;
}

void Routes::store(Individual &individual) {
    by_angle_.clear();
    for (int r = 0; r < route_count(); ++r) {
        if (routes_[at(r)].size > 0) by_angle_.emplace_back(angle_of(r), r);
    }
    std::sort(by_angle_.begin(), by_angle_.end());
    starts_.clear();
    std::size_t position = 0;
    for (auto const &[angle, r] : by_angle_) {
        starts_.push_back(position);
        Route const &route = routes_[at(r)];
        for (Node u = visits_[at(route.start)].next; u != route.end; u = visits_[at(u)].next) {
            individual.tour()[position++] = u;
        }
    }
    starts_.push_back(position);
    individual.cut(problem_, starts_);
}

double Routes::angle_of(int r) const {
    double east = 0, north = 0;
    Route const &route = routes_[at(r)];
    for (Node u = visits_[at(route.start)].next; u != route.end; u = visits_[at(u)].next) {
        east += problem_.east(u) - problem_.east(0);
        north += problem_.north(u) - problem_.north(0);
    }
    return std::atan2(north, east);
}

int Routes::empty_route() noexcept {
    while (!empty_.empty() && routes_[at(empty_.back())].size > 0) empty_.pop_back();
    return empty_.empty() ? -1 : empty_.back();
}

bool Routes::is_as_updated(int r) const noexcept {
    Node u = routes_[at(r)].start;
    for (Node const before : sequences_[at(r)]) {
        if (u != before) return false;
        u = visits_[at(u)].next;
    }
    return true;
}

RouteSums Routes::sum_of(Stretch const &stretch) const noexcept {
    auto const [first, last, is_turned] = stretch;
    Node const begins = visits_[at(first)].place, ends = visits_[at(last)].place;
    RouteSums const sum = first == last ? RouteSums::at(begins, problem_)
                          : begins == 0 ? until_[at(last)]
                          : ends == 0
                              ? from_[at(first)]
                              : RouteSums::between(until_[at(first)], until_[at(last)], problem_);
    return is_turned ? sum.turned() : sum;
}

RouteSums Routes::sums_of(Stretches const &route) const noexcept {
    auto const parts = route.parts();
    RouteSums sum = sum_of(parts.front());
    for (Stretch const &part : parts.subspan(1)) {
        sum = RouteSums::joined(sum, sum_of(part), problem_);
    }
    return sum;
}

void Routes::update(int r, CostModel const &costs) {
    if (can_undo_) save_before_update(r);
    Load const load_before = visits_[at(routes_[at(r)].end)].load;
    Cost const length = can_undo_ ? follow_links<true>(r) : follow_links<false>(r);
    if (can_undo_ && stamps_lighter_only_) stamp_if_lighter(r, load_before);
    set_totals(r, length, costs);
    if (routes_[at(r)].size == 0) empty_.push_back(r);
}

/// `follow_links` has stamped the touched customers; stamps the others where they may gain as well.
void Routes::stamp_if_lighter(int r, Load before) {
    Load const load = visits_[at(routes_[at(r)].end)].load;
    if (load >= before && std::max(load, before) <= problem_.capacity()) return;
    for (Node const u : sequences_[at(r)]) changed_at_[at(u)] = now_ + 1;
}

/// Updates what visits know of those around them, and returns the length of the route. Reversed
/// visits keep their neighbours, so they are not touched.
template <bool notes_touched>
Cost Routes::follow_links(int r) {
    Route &route = routes_[at(r)];
    Visit *const visits = visits_.data();
    Visit *previous = &visits[route.start];
    Visit *before_previous = previous;  // its look ahead is overwritten below
    previous->position = 0;
    previous->load = 0;
    previous->before = 0;
    previous->from_prev = 0;
    bool const stamps_all = !notes_touched || !stamps_lighter_only_;
    // Sums are local, or every visit that is written might be one of them.
    Sector sector(problem_.angle(visits[previous->next].place));
    int position = 0;
    Load load = 0;
    Cost length = 0;
    Node *order = order_.data();
    *order++ = route.start;
    std::pair<Node, Node> was_beside{0, 0};  // the neighbours of `previous` before
    for (Node u = previous->next, next;; u = next) {
        Visit &visit = visits[u];
        if constexpr (notes_touched) touch_arc(*previous, visit, was_beside);
        next = visit.next;
        length += visit.from_prev;
        load += visit.demand;
        before_previous->beyond = visit.place;
        before_previous->after_to_beyond = visit.from_prev;
        previous->after = visit.place;
        previous->after_demand = visit.demand;
        visit.before = previous->place;
        visit.position = ++position;
        visit.load = load;
        route_of_[at(u)] = r;
        if (stamps_all) changed_at_[at(u)] = now_ + 1;
        *order++ = u;
        before_previous = previous;
        previous = &visit;
        if (u == route.end) break;
        sector.extend(problem_.angle(u));
    }
    before_previous->beyond = 0;
    before_previous->after_to_beyond = 0;
    previous->to_next = previous->after_to_beyond = 0;
    previous->after = previous->beyond = 0;
    previous->after_demand = 0;
    route.sector = sector;
    sequences_[at(r)].assign(order_.data(), order);
    return length;
}

/// Touches both ends of an arc that is new. `was_beside` are the neighbours that `from` had; after
/// the call, those of `to`.
void Routes::touch_arc(Visit const &from, Visit const &to, std::pair<Node, Node> &was_beside) {
    auto const [before, after] = was_beside;
    was_beside = {to.before, to.after};
    bool const is_alone = to.place == 0 && visits_[at(from.prev)].place == 0;
    bool const is_new = to.place != 0 ? from.place != to.before && from.place != to.after
                        : is_alone    ? before != 0 || after != 0
                                      : before != 0 && after != 0;
    if (!is_new) return;
    touch(from.place);
    touch(to.place);
}

/// The sums of a whole route, and what they change of the solution's.
void Routes::set_totals(int r, Cost length, CostModel const &costs) {
    Route &route = routes_[at(r)];
    Visit const &last = visits_[at(route.end)];
    Excess excess{.load = std::max<Cost>(0, Cost{last.load} - problem_.capacity())};
    if (has_limits_) {
        sum_up(r);
        sums_[at(r)] = until_[at(route.end)].forward;
        excess.limits = until_[at(route.end)].excess(problem_);
    }
    if (!is_symmetric_) sum_reversals(r);
    int const size = last.position - 1;
    used_routes_ += static_cast<int>(size > 0) - static_cast<int>(route.size > 0);
    length_ += length - route.length;
    excess_ += excess;
    excess_ -= route.excess;
    route.size = size;
    route.load = last.load;
    route.length = length;
    route.excess = excess;
    route.penalty = costs.penalty(excess);
    route.limit_penalty = costs.penalty({.limits = excess.limits});
    modified_[at(r)] = ++now_;
}

void Routes::sum_up(int r) noexcept {
    auto const &sequence = sequences_[at(r)];
    auto const here = [this](Node u) { return RouteSums::at(visits_[at(u)].place, problem_); };
    until_[at(sequence.front())] = here(sequence.front());
    from_[at(sequence.back())] = here(sequence.back());
    for (std::size_t k = 1; k < sequence.size(); ++k) {
        until_[at(sequence[k])] =
            RouteSums::joined(until_[at(sequence[k - 1])], here(sequence[k]), problem_);
        std::size_t const back = sequence.size() - 1 - k;
        from_[at(sequence[back])] =
            RouteSums::joined(here(sequence[back]), from_[at(sequence[back + 1])], problem_);
    }
}

void Routes::sum_reversals(int r) noexcept {
    auto const &sequence = sequences_[at(r)];
    reversal_[at(sequence.front())] = 0;
    for (std::size_t k = 1; k < sequence.size(); ++k) {
        Visit const &visit = visits_[at(sequence[k])];
        reversal_[at(sequence[k])] = reversal_[at(sequence[k - 1])] +
                                     problem_.distance(visit.place, visit.before) - visit.from_prev;
    }
}

Cost Routes::penalised_cost(CostModel const &costs) const {
    Cost total = 0;
    for (Route const &route : routes_) {
        Cost load = 0, length = 0;
        RouteSums sums = RouteSums::at(0, problem_);
        Node u = route.start;
        do {
            Node const next = visits_[at(u)].next;
            Node const place = visits_[at(next)].place;
            length += costs.distance(visits_[at(u)].place, place);
            load += problem_.demand(place);
            sums = RouteSums::joined(sums, RouteSums::at(place, problem_), problem_);
            u = next;
        } while (u != route.end);
        Excess const excess{.load = std::max<Cost>(0, load - problem_.capacity()),
                            .limits = sums.excess(problem_)};
        total += length + costs.penalty(excess);
    }
    return total;
}

}  // namespace kinroute

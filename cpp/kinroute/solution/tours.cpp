#include "kinroute/solution/tours.h"

#include <algorithm>
#include <cmath>

namespace kinroute {

Tours::Tours(Problem const &problem) : problem_(problem) {
    int const n = problem.customers();
    int const fleet = problem.fleet();
    visits_.resize(at(n + 1 + 2 * fleet));
    timings_.resize(visits_.size());
    route_of_.resize(visits_.size());
    routes_.resize(at(fleet));
    modified_.resize(at(fleet));
    sequences_.resize(at(fleet));
    by_angle_.reserve(at(fleet));
    for (Node u = 1; u <= n; ++u) {
        visits_[at(u)].place = u;
        visits_[at(u)].demand = problem.demand(u);
    }
    for (int r = 0; r < fleet; ++r) {
        Route &route = routes_[at(r)];
        route.start = n + 1 + 2 * r;
        route.end = route.start + 1;
        for (Node const depot : {route.start, route.end}) {
            visits_[at(depot)] = Visit{};
            route_of_[at(depot)] = r;
        }
        link(route.end, route.start);
    }
}

void Tours::load(Individual const &individual, CostModel const &costs) {
    loaded_ = ++now_;
    empty_.clear();
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

void Tours::store(Individual &individual) {
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

double Tours::angle_of(int r) const {
    double east = 0, north = 0;
    Route const &route = routes_[at(r)];
    for (Node u = visits_[at(route.start)].next; u != route.end; u = visits_[at(u)].next) {
        east += problem_.east(u) - problem_.east(0);
        north += problem_.north(u) - problem_.north(0);
    }
    return std::atan2(north, east);
}

Node Tours::empty_route() noexcept {
    while (!empty_.empty() && routes_[at(empty_.back())].size > 0) empty_.pop_back();
    return empty_.empty() ? -1 : routes_[at(empty_.back())].start;
}

void Tours::relocate(Node u, Node v) noexcept {
    link(visits_[at(u)].prev, visits_[at(u)].next);
    Node const y = visits_[at(v)].next;
    link(v, u);
    link(u, y);
    route_of_[at(u)] = route_of_[at(v)];
}

void Tours::exchange(Node u, Node v) noexcept {
    Visit const a = visits_[at(u)];
    Visit const b = visits_[at(v)];
    link(a.prev, v);
    link(v, a.next);
    link(b.prev, u);
    link(u, b.next);
    std::swap(route_of_[at(u)], route_of_[at(v)]);
}

void Tours::reverse_between(Node u, Node y) noexcept {
    Node const first = visits_[at(u)].next;
    Node const last = visits_[at(y)].prev;
    if (first == y) return;
    Node node = first;
    while (node != y) {
        Visit &visit = visits_[at(node)];
        node = visit.next;
        std::swap(visit.prev, visit.next);
    }
    link(u, last);
    link(first, y);
}

void Tours::swap_tails(Node u, Node v) noexcept {
    Route const &from = route_of(u);
    Route const &to = route_of(v);
    Node const x = visits_[at(u)].next;
    Node const y = visits_[at(v)].next;
    Node const last_u = visits_[at(from.end)].prev;
    Node const last_v = visits_[at(to.end)].prev;
    if (y == to.end) {
        link(u, from.end);
    } else {
        link(u, y);
        link(last_v, from.end);
    }
    if (x == from.end) {
        link(v, to.end);
    } else {
        link(v, x);
        link(last_u, to.end);
    }
}

void Tours::swap_heads_and_tails(Node u, Node v) noexcept {
    Route const &from = route_of(u);
    Route const &to = route_of(v);
    Node const y = visits_[at(v)].next;
    // Turned around, the start of v's route is a tail that can follow u, and the end of u's route
    // a head that can come before y.
    reverse_between(to.start, y);
    reverse_between(u, from.end);
    Node const new_head = visits_[at(u)].next;         // last customer of u's route, or its end
    Node const x = visits_[at(from.end)].prev;         // what followed u, or u itself
    Node const first_v = visits_[at(y)].prev;          // first customer of v's route, or its start
    Node const new_tail = visits_[at(to.start)].next;  // v, or y when v is the depot
    if (v == to.start) {
        link(u, from.end);
    } else {
        link(u, new_tail);
        link(first_v, from.end);
    }
    if (new_head == from.end) {
        link(to.start, y);
    } else {
        link(to.start, new_head);
        link(x, y);
    }
}

void Tours::update(int r, CostModel const &costs) {
    Route &route = routes_[at(r)];
    auto &sequence = sequences_[at(r)];
    sequence.clear();
    sequence.push_back(route.start);
    Visit *previous = &visits_[at(route.start)];
    Timing *sums = &timings_[at(route.start)];
    *sums = {};
    previous->position = 0;
    previous->load = 0;
    previous->before = 0;
    previous->from_prev = 0;
    route.sector = Sector(problem_.angle(visits_[at(previous->next)].place));
    int position = 0;
    for (Node u = previous->next;; u = previous->next) {
        Visit &visit = visits_[at(u)];
        auto const step = static_cast<Distance>(costs.distance(previous->place, visit.place));
        previous->to_next = visit.from_prev = step;
        previous->after = visit.place;
        visit.before = previous->place;
        visit.position = ++position;
        route_of_[at(u)] = r;
        visit.load = previous->load + visit.demand;
        Timing &sum = timings_[at(u)];
        sum.duration = sums->duration + step + problem_.service(visit.place);
        sum.reversal = sums->reversal + costs.distance(visit.place, previous->place) - step;
        sequence.push_back(u);
        previous = &visit;
        sums = &sum;
        if (u == route.end) break;
        route.sector.extend(problem_.angle(u));
    }
    previous->to_next = previous->after_to_beyond = 0;
    previous->after = previous->beyond = 0;
    for (Node u = previous->prev;; u = previous->prev) {
        Visit &visit = visits_[at(u)];
        visit.beyond = previous->after;
        visit.after_to_beyond = previous->to_next;
        previous = &visit;
        if (u == route.start) break;
    }
    route.size = position - 1;
    route.load = visits_[at(route.end)].load;
    route.duration = timings_[at(route.end)].duration;
    route.reversal = timings_[at(route.end)].reversal;
    route.penalty = costs.penalty(route.load, route.duration);
    modified_[at(r)] = ++now_;
    if (route.size == 0) empty_.push_back(r);
}

Cost Tours::penalised_cost(CostModel const &costs) const {
    Cost total = 0;
    for (Route const &route : routes_) {
        Load load = 0;
        Cost length = 0, service = 0;
        Node u = route.start;
        do {
            Node const next = visits_[at(u)].next;
            Node const place = visits_[at(next)].place;
            length += costs.distance(visits_[at(u)].place, place);
            load += problem_.demand(place);
            service += problem_.service(place);
            u = next;
        } while (u != route.end);
        total += length + costs.penalty(load, length + service);
    }
    return total;
}

}  // namespace kinroute

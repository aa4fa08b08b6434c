#include <algorithm>
#include <utility>

#include "kinroute/solution/routes.h"

// The changes that a working solution goes through, and how they are undone.

namespace kinroute {

void Routes::relocate(Node u, Node v) noexcept {
    link(visits_[at(u)].prev, visits_[at(u)].next);
    Node const y = visits_[at(v)].next;
    link(v, u);
    link(u, y);
    route_of_[at(u)] = route_of_[at(v)];
}

void Routes::exchange(Node u, Node v) noexcept {
    auto const [before_u, after_u] = std::pair(visits_[at(u)].prev, visits_[at(u)].next);
    auto const [before_v, after_v] = std::pair(visits_[at(v)].prev, visits_[at(v)].next);
    link(before_u, v);
    link(v, after_u);
    link(before_v, u);
    link(u, after_v);
    std::swap(route_of_[at(u)], route_of_[at(v)]);
}

void Routes::reverse_between(Node u, Node y) noexcept {
    Node const first = visits_[at(u)].next;
    Node const last = visits_[at(y)].prev;
    if (first == y) return;
    for (Node node = first; node != y;) {
        Visit &visit = visits_[at(node)];
        node = visit.next;
        std::swap(visit.prev, visit.next);
        std::swap(visit.from_prev, visit.to_next);
    }
    link(u, last);
    link(first, y);
    if (is_symmetric_) return;
    for (Node node = last; node != first; node = visits_[at(node)].next) {
        link(node, visits_[at(node)].next);
    }
}

void Routes::swap_tails(Node u, Node v) noexcept {
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

void Routes::swap_heads_and_tails(Node u, Node v) noexcept {
    Route const &from = route_of(u);
    Route const &to = route_of(v);
    Node const y = visits_[at(v)].next;
    // Reversed, the start of v's route is a tail that can follow u, and the end of u's route a head
    // that can precede y.
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

LimitValues Routes::insertion_sums(Node u, Node after) const noexcept {
    Node const before = visits_[at(after)].place;
    Node const behind = visits_[at(visits_[at(after)].next)].place;
    LimitValues result{};
    for (std::size_t k = 0; k < problem_.limits(); ++k) {
        result[k] = problem_.arc(k, before, u) + problem_.at_node(k, u) +
                    problem_.arc(k, u, behind) - problem_.arc(k, before, behind);
    }
    return result;
}

bool Routes::keeps_limits(int r) const noexcept {
    for (std::size_t k = 0; k < problem_.limits(); ++k) {
        if (sums_[at(r)][k] > problem_.limit(k)) return false;
    }
    return true;
}

bool Routes::keeps_limits_with(Node u, Node after) const noexcept {
    LimitValues const more = insertion_sums(u, after);
    for (std::size_t k = 0; k < problem_.limits(); ++k) {
        if (sums(route_index(after))[k] + more[k] > problem_.limit(k)) return false;
    }
    return true;
}

void Routes::add(LimitValues &sums, LimitValues const &more, Cost sign) noexcept {
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += sign * more[k];
}

void Routes::put_in(Node u, Node after) noexcept {
    int const r = route_of_[at(after)];
    Route &route = routes_[at(r)];
    Visit const &visit = visits_[at(u)];
    Node const following = visits_[at(after)].next;
    Distance const gap = visits_[at(after)].to_next;
    if (has_limits_) add(sums_[at(r)], insertion_sums(u, after), 1);
    link(after, u);
    link(u, following);
    Cost const longer = Cost{visit.from_prev} + visit.to_next - gap;
    route.length += longer;
    length_ += longer;
    route_of_[at(u)] = r;
    route.load += visit.demand;
    if (route.size++ == 0) ++used_routes_;
}

void Routes::take_out(Node u) noexcept {
    int const r = route_of_[at(u)];
    Route &route = routes_[at(r)];
    Visit const &visit = visits_[at(u)];
    link(visit.prev, visit.next);
    Cost const longer = Cost{visits_[at(visit.prev)].to_next} - visit.from_prev - visit.to_next;
    route.length += longer;
    length_ += longer;
    if (has_limits_) add(sums_[at(r)], insertion_sums(u, visit.prev), -1);
    route_of_[at(u)] = -1;
    route.load -= visit.demand;
    if (--route.size == 0) {
        --used_routes_;
        empty_.push_back(r);
    }
}

void Routes::remove(Node u) {
    note_change(route_of_[at(u)]);
    log_.push_back({u, visits_[at(u)].prev});
    take_out(u);
}

void Routes::insert(Node u, Node after) {
    note_change(route_of_[at(after)]);
    log_.push_back({u, -1});
    put_in(u, after);
}

void Routes::note_change(int r) {
    if (saved_[at(r)].is_changed) return;
    saved_[at(r)].is_changed = true;
    saved_[at(r)].is_updated = false;
    changed_.push_back(r);
}

void Routes::save_before_update(int r) {
    note_change(r);
    Saved &saved = saved_[at(r)];
    if (saved.is_updated) return;
    saved.is_updated = true;
    saved.stamp = modified_[at(r)];
    saved.sequence.swap(sequences_[at(r)]);
}

void Routes::begin_changes() noexcept {
    for (int const r : changed_) saved_[at(r)].is_changed = false;
    changed_.clear();
    touched_.clear();
    log_.clear();
    length_before_changes_ = length_;
    can_undo_ = true;
}

/// Stamps it as the route that is being updated will be.
void Routes::touch(Node u) {
    if (u == 0 || touched_at_[at(u)] == now_ + 1) return;
    touched_at_[at(u)] = now_ + 1;
    if (stamps_lighter_only_) changed_at_[at(u)] = now_ + 1;
    touched_.push_back(u);
}

void Routes::touch_again() noexcept {
    ++now_;
    for (Node const u : touched_) touched_at_[at(u)] = now_;
}

void Routes::undo(CostModel const &costs) {
    can_undo_ = false;
    bool const is_updated =
        std::ranges::any_of(changed_, [this](int r) { return saved_[at(r)].is_updated; });
    if (is_updated) {
        link_as_before(costs);
    } else {
        take_back_changes();
    }
    begin_changes();
}

void Routes::take_back_changes() noexcept {
    for (; !log_.empty(); log_.pop_back()) {
        auto const [customer, after] = log_.back();
        if (after < 0) {
            take_out(customer);
        } else {
            put_in(customer, after);
        }
    }
}

/// Links the changed routes as they were when they were last updated before the changes.
void Routes::link_as_before(CostModel const &costs) {
    for (int const r : changed_) {
        Saved &saved = saved_[at(r)];
        if (saved.is_updated) saved.sequence.swap(sequences_[at(r)]);
        auto const &sequence = sequences_[at(r)];
        for (std::size_t k = 1; k < sequence.size(); ++k) {
            Node const first = sequence[k - 1], second = sequence[k];
            bool const is_linked =
                visits_[at(first)].next == second && visits_[at(second)].prev == first;
            if (!is_linked) link(first, second);
        }
        Stamp const stamp = saved.is_updated ? saved.stamp : modified_[at(r)];
        update(r, costs);
        modified_[at(r)] = stamp;
    }
}

}  // namespace kinroute

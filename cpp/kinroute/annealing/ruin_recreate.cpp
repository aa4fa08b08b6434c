#include "kinroute/annealing/ruin_recreate.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "kinroute/base/processors.h"

namespace kinroute {

namespace {

/// Visits around the first customer of a ruin that are probably read next.
constexpr std::size_t visits_to_prefetch = 32;

}  // namespace

RuinRecreate::RuinRecreate(Routes &routes, Neighbours const &related, RuinConfig const &config,
                           Rng &rng)
    : routes_(routes),
      problem_(routes.problem()),
      config_(config),
      rng_(rng),
      split_stop_(static_cast<std::uint32_t>(std::lround(100 * config.split_stop))) {
    first_.reserve(static_cast<std::size_t>(problem_.customers()) + 2);
    first_.assign(1, 0);
    for (Node u = 0; u <= problem_.customers(); ++u) {
        for (Node const v : related.of(u)) nearby_.push_back({v, problem_.distance(u, v)});
        first_.push_back(nearby_.size());
    }
}

bool RuinRecreate::construct(CostModel const &costs) {
    routes_.clear(costs);
    absent_.resize(static_cast<std::size_t>(problem_.customers()));
    std::iota(absent_.begin(), absent_.end(), 1);
    int const first_angle = static_cast<int>(rng_.below(1 << 16));
    auto const turn = [&](Node c) { return (problem_.angle(c) - first_angle) & 0xffff; };
    std::ranges::stable_sort(absent_, {}, turn);  // ties in the same order with every library
    return recreate();
}

bool RuinRecreate::perturb(double mean_removed) {
    ruin(mean_removed);
    order_absent();
    return recreate();
}

bool RuinRecreate::perturb_with_excess(double mean_removed, CostModel const &costs) {
    costs_ = &costs;
    bool const is_complete = perturb(mean_removed);
    costs_ = nullptr;
    return is_complete;
}

/// Removes strings from a few routes around a random customer.
void RuinRecreate::ruin(double mean_removed) {
    absent_.clear();
    ruined_.clear();
    double const mean_size =
        static_cast<double>(problem_.customers()) / std::max(1, routes_.used_routes());
    double const longest = std::min<double>(config_.max_string_length, mean_size);
    double const most_strings = 4 * mean_removed / (1 + longest) - 1;
    auto const strings = static_cast<std::size_t>(1 + rng_.real() * most_strings);
    auto const seed =
        static_cast<Node>(1 + rng_.below(static_cast<std::uint32_t>(problem_.customers())));
    auto const around = nearby(seed);
    for (auto const &[customer, to] : around.first(std::min(around.size(), visits_to_prefetch))) {
        prefetch(&routes_.visit(customer));
    }
    ruin_route_of(seed, static_cast<int>(longest));
    for (auto const &[customer, to] : around) {
        if (ruined_.size() >= strings) break;
        if (routes_.is_absent(customer)) continue;
        int const route = routes_.route_index(customer);
        if (std::find(ruined_.begin(), ruined_.end(), route) != ruined_.end()) continue;
        ruin_route_of(customer, static_cast<int>(longest));
    }
}

/// Removes a string with `customer`, or (split string) all of it but a few visits in between.
void RuinRecreate::ruin_route_of(Node customer, int most) {
    int const route = routes_.route_index(customer);
    ruined_.push_back(route);
    int const size = routes_.route(route).size;
    int const longest = std::max(1, std::min(most, size));
    int const length = 1 + static_cast<int>(rng_.below(static_cast<std::uint32_t>(longest)));
    int kept = 0;
    if (length > 1 && length < size && rng_.below(2) == 0) {
        kept = 1;
        while (length + kept < size && rng_.below(100) >= split_stop_) ++kept;
    }
    // Back to a random start of the string, but not over the depot.
    int const window = length + kept;
    int back = static_cast<int>(rng_.below(static_cast<std::uint32_t>(window)));
    Node first = customer;
    for (; back > 0 && !routes_.is_depot(routes_.visit(first).prev); --back) {
        first = routes_.visit(first).prev;
    }
    int const skip_from =
        kept > 0 ? 1 + static_cast<int>(rng_.below(static_cast<std::uint32_t>(length - 1)))
                 : window;
    Node u = first;
    for (int k = 0; k < window && !routes_.is_depot(u); ++k) {
        Node const following = routes_.visit(u).next;
        if (k < skip_from || k >= skip_from + kept) {
            routes_.remove(u);
            absent_.push_back(u);
            prefetch(nearby(u));
        }
        u = following;
    }
}

/// Inserts the absent customers, each where it is cheapest.
bool RuinRecreate::recreate() {
    for (Node const customer : absent_) {
        Node const place = best_place(customer);
        if (place < 0) return false;
        routes_.insert(customer, place);
    }
    return true;
}

/// In random order, or the largest, the farthest or the nearest to the depot first.
void RuinRecreate::order_absent() {
    rng_.shuffle(std::span(absent_));
    std::uint32_t const draw = rng_.below(11);
    if (draw < 4) return;
    auto const key = [&](Node c) -> Cost {
        if (draw < 8) return -problem_.demand(c);
        return draw < 10 ? -problem_.distance(0, c) : problem_.distance(0, c);
    };
    std::stable_sort(absent_.begin(), absent_.end(),
                     [&](Node a, Node b) { return key(a) < key(b); });
}

bool RuinRecreate::has_room(int route, Node customer) const noexcept {
    return routes_.route(route).load <= problem_.capacity() - problem_.demand(customer);
}

/// What a customer adds to the penalty of a route; `unlimited` where it must have room.
Cost RuinRecreate::price_of_load(int route, Node customer) const noexcept {
    if (has_room(route, customer)) return 0;
    if (costs_ == nullptr) return unlimited;
    Load const load = routes_.route(route).load;
    return costs_->load_penalty(load + problem_.demand(customer)) - costs_->load_penalty(load);
}

bool RuinRecreate::has_time(Node customer, Node after) const noexcept {
    return !problem_.has_limits() || routes_.keeps_limits_with(customer, after);
}

/// The positions beside another customer, where distances are symmetric. An arc is looked at from
/// its end that is nearer to the customer: from the other one it is skipped if it would be too long
/// a way to that end and back; most customers are excluded by the longer of their arcs.
KINROUTE_INLINE inline void RuinRecreate::look_beside(Node other, Distance to, Node customer,
                                                      Place &best) {
    Cost const there_and_back = 2 * Cost{to};
    if (there_and_back - routes_.longest_arc(other) >= best.cost) return;
    if (routes_.is_absent(other)) return;
    Cost const price = price_of_load(routes_.route_index(other), customer);
    if (price == unlimited) return;
    Visit const &visit = routes_.visit(other);
    assert(std::max(visit.from_prev, visit.to_next) <= routes_.longest_arc(other));
    Cost const least = there_and_back + price;
    if (least - visit.to_next < best.cost) look_after(other, customer, price, best);
    if (least - visit.from_prev < best.cost) look_after(visit.prev, customer, price, best);
}

/// The visit after which a customer is cheapest, among its related customers; a route of its own if
/// that is cheaper, or if no near route has room. −1 if there is no position at all.
Node RuinRecreate::best_place(Node customer) {
    Place best;
    if (problem_.is_symmetric()) {
        for (auto const &[other, to] : nearby(customer)) look_beside(other, to, customer, best);
    } else {
        for (auto const &[other, to] : nearby(customer)) {
            if (routes_.is_absent(other)) continue;
            Cost const price = price_of_load(routes_.route_index(other), customer);
            if (price == unlimited) continue;
            look_after(other, customer, price, best);
            look_after(routes_.visit(other).prev, customer, price, best);
        }
    }
    Cost const alone = Cost{problem_.distance(0, customer)} + problem_.distance(customer, 0);
    if (alone >= best.cost) return best.after;
    int const empty = routes_.empty_route();
    if (empty >= 0) {
        Node const start = routes_.route(empty).start;
        if (has_room(empty, customer) && has_time(customer, start)) return start;
    }
    return best.after >= 0 ? best.after : any_place(customer);
}

void RuinRecreate::look_after(Node after, Node customer, Cost price_of_load, Place &best) {
    Cost const cost = routes_.insertion_cost(customer, after) + price_of_load;
    if (cost < best.cost && !blinks() && has_time(customer, after)) best = {after, cost};
}

/// The start of the route where a customer that has no related one is cheapest.
Node RuinRecreate::any_place(Node customer) const {
    Node best = -1;
    Cost least = unlimited;
    for (int r = 0; r < routes_.route_count(); ++r) {
        Node const start = routes_.route(r).start;
        if (!has_room(r, customer) || !has_time(customer, start)) continue;
        Cost const cost = routes_.insertion_cost(customer, start);
        if (cost >= least) continue;
        least = cost;
        best = start;
    }
    return best;
}

/// Blinks: a good position is skipped with a small probability, so that the greedy choice varies.
bool RuinRecreate::blinks() noexcept {
    if (dice_left_ == 0) {
        dice_ = rng_.next();
        dice_left_ = 4;
    }
    bool const result = static_cast<double>(dice_ & 0xffff) < config_.blink_rate * 65536;
    dice_ >>= 16;
    --dice_left_;
    return result;
}

}  // namespace kinroute

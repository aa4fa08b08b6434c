#include "kinroute/annealing/ruin_recreate.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace kinroute {

RuinRecreate::RuinRecreate(Problem const &problem, Neighbours related,
                           RuinRecreateConfig const &config, Rng &rng)
    : problem_(problem),
      related_(std::move(related)),
      config_(config),
      rng_(rng),
      chains_(problem) {}

bool RuinRecreate::construct(Individual &individual) {
    chains_.clear();
    absent_.resize(static_cast<std::size_t>(problem_.customers()));
    std::iota(absent_.begin(), absent_.end(), 1);
    int const first_angle = static_cast<int>(rng_.below(1 << 16));
    auto const turn = [&](Node c) { return (problem_.angle(c) - first_angle) & 0xffff; };
    std::ranges::sort(absent_, {}, turn);
    recreate();
    chains_.commit();
    if (!is_complete_) return false;
    chains_.save();
    chains_.store_saved(individual);
    return true;
}

void RuinRecreate::begin(Individual const &individual) {
    chains_.load(individual);
    chains_.save();
    best_length_ = current_length_ = chains_.length();
    arc_ = static_cast<double>(current_length_) /
           static_cast<double>(problem_.customers() + chains_.used_routes());
}

bool RuinRecreate::perturbed(Individual &result) {
    ruin();
    order_absent();
    recreate();
    if (is_complete_) {
        chains_.save();
        chains_.store_saved(result);
    }
    chains_.undo();
    return is_complete_;
}

void RuinRecreate::heat(double share) noexcept {
    temperature_ = arc_ * config_.hot * std::pow(config_.cold / config_.hot, share);
}

void RuinRecreate::step() {
    ruin();
    order_absent();
    recreate();
    double const most = static_cast<double>(current_length_) - temperature_ * std::log(rng_.real());
    if (!is_complete_ || static_cast<double>(chains_.length()) >= most) {
        chains_.undo();
        return;
    }
    chains_.commit();
    current_length_ = chains_.length();
    if (current_length_ < best_length_) {
        best_length_ = current_length_;
        chains_.save();
    }
}

/// Takes strings out of a few routes around a random customer.
void RuinRecreate::ruin() {
    absent_.clear();
    ruined_.clear();
    double const mean_size =
        static_cast<double>(problem_.customers()) / std::max(1, chains_.used_routes());
    double const longest = std::min<double>(config_.longest_string, mean_size);
    double const most_strings = 4 * config_.mean_removed / (1 + longest) - 1;
    auto const strings = static_cast<std::size_t>(1 + rng_.real() * most_strings);
    auto const seed =
        static_cast<Node>(1 + rng_.below(static_cast<std::uint32_t>(problem_.customers())));
    ruin_route_of(seed, static_cast<int>(longest));
    for (Node const customer : related_.of(seed)) {
        if (ruined_.size() >= strings) break;
        if (chains_.is_absent(customer)) continue;
        if (std::find(ruined_.begin(), ruined_.end(), chains_.route(customer)) != ruined_.end())
            continue;
        ruin_route_of(customer, static_cast<int>(longest));
    }
}

/// Takes out a string that holds `customer`, or two pieces of one with a few visits kept between.
void RuinRecreate::ruin_route_of(Node customer, int most) {
    int const route = chains_.route(customer);
    ruined_.push_back(route);
    int const size = chains_.size(route);
    int const longest = std::max(1, std::min(most, size));
    int const length = 1 + static_cast<int>(rng_.below(static_cast<std::uint32_t>(longest)));
    int kept = 0;
    if (length > 1 && length < size && rng_.below(2) == 0) {
        kept = 1;
        while (length + kept < size && rng_.below(100) >= 1) ++kept;
    }
    // Back to a random start of the string, but not over the depot.
    int const window = length + kept;
    int back = static_cast<int>(rng_.below(static_cast<std::uint32_t>(window)));
    Node first = customer;
    for (; back > 0 && chains_.prev(first) <= problem_.customers(); --back)
        first = chains_.prev(first);
    int const skip_from =
        kept > 0 ? 1 + static_cast<int>(rng_.below(static_cast<std::uint32_t>(length - 1)))
                 : window;
    Node u = first;
    for (int k = 0; k < window && u <= problem_.customers(); ++k) {
        Node const following = chains_.next(u);
        if (k < skip_from || k >= skip_from + kept) {
            chains_.remove(u);
            absent_.push_back(u);
        }
        u = following;
    }
}

/// Puts the absent customers back, each where it is cheapest.
void RuinRecreate::recreate() {
    is_complete_ = false;
    for (Node const customer : absent_) {
        Node const place = best_place(customer);
        if (place < 0) return;
        chains_.insert(customer, place);
    }
    is_complete_ = true;
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

/// The visit behind which a customer is cheapest, among those of its related customers; a route of
/// its own where that is cheaper, or nothing near has room. −1 if there is no place at all.
Node RuinRecreate::best_place(Node customer) {
    Cost const room = problem_.capacity() - problem_.demand(customer);
    Node best = -1;
    Cost least = unlimited;
    for (Node const other : related_.of(customer)) {
        if (chains_.is_absent(other) || chains_.load(chains_.route(other)) > room) continue;
        for (Node const after : {other, chains_.prev(other)}) {
            Cost const cost = chains_.insertion_cost(customer, after);
            if (cost >= least || is_overlooked()) continue;
            least = cost;
            best = after;
        }
    }
    Cost const alone = Cost{problem_.distance(0, customer)} + problem_.distance(customer, 0);
    if (alone >= least) return best;
    int const empty = chains_.empty_route();
    if (empty >= 0) return chains_.depot(empty);
    return best >= 0 ? best : any_place(customer);
}

/// The start of the route where a customer that has no related one is cheapest.
Node RuinRecreate::any_place(Node customer) const {
    Node best = -1;
    Cost least = unlimited;
    for (int r = 0; r < problem_.fleet(); ++r) {
        if (chains_.load(r) + problem_.demand(customer) > problem_.capacity()) continue;
        Cost const cost = chains_.insertion_cost(customer, chains_.depot(r));
        if (cost >= least) continue;
        least = cost;
        best = chains_.depot(r);
    }
    return best;
}

/// Now and then a good place is not seen, so that the greedy choice varies.
bool RuinRecreate::is_overlooked() noexcept {
    if (dice_left_ == 0) {
        dice_ = rng_.next();
        dice_left_ = 4;
    }
    bool const result = static_cast<double>(dice_ & 0xffff) < config_.skip * 65536;
    dice_ >>= 16;
    --dice_left_;
    return result;
}

}  // namespace kinroute

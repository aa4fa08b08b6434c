#include "kinroute/genetic/split.h"

#include <algorithm>
#include <utility>

#include "kinroute/problem/route_sums.h"

namespace kinroute {

Split::Split(Problem const &problem)
    : problem_(problem), n_(static_cast<std::size_t>(problem.customers())) {
    out_.resize(n_ + 2);
    home_.resize(n_ + 2);
    length_.resize(n_ + 2);
    load_.resize(n_ + 1);
    best_.resize(n_ + 1);
    next_best_.resize(n_ + 1);
    starts_in_use_.resize(n_ + 1);
}

void Split::run(Individual &individual, int most_routes, Penalties const &penalties) {
    penalties_ = penalties;
    most_load_ = problem_.capacity() + problem_.capacity() / 2;
    read(individual);
    // Demands are rounded up, so that a fleet which just suffices may seem too small.
    int const enough = std::min(std::max(most_routes, problem_.fewest_routes()), problem_.fleet());
    auto const bound = static_cast<std::size_t>(enough);
    Cut const best = cut_freely(0);
    if (best.routes > bound && !cut_by_price(best, bound)) cut_by_layers(bound);
    individual.cut(problem_, starts_);
}

void Split::read(Individual const &individual) {
    tour_ = individual.tour();
    for (std::size_t k = 1; k <= n_; ++k) {
        Node const here = tour_[k - 1];
        out_[k] = problem_.distance(0, here);
        home_[k] = problem_.distance(here, 0);
        length_[k] = k == 1 ? 0 : length_[k - 1] + problem_.distance(tour_[k - 2], here);
        load_[k] = load_[k - 1] + problem_.demand(here);
    }
}

/// Cost of serving the stops up to j when the last route begins at `start`, but for what is the
/// same for all starts.
Cost Split::cost_from(Start const &start, std::size_t j) const noexcept {
    return start.base +
           penalties_.of_load(std::max<Cost>(0, load_[j] - start.load - problem_.capacity()));
}

/// One Bellman sweep: to[j] = min over first ≤ i < j of from[i] + arc(i, j) + price. `from` and
/// `to` may be the same array, since i < j. A queue holds the possible starts of a route that can
/// still be the best for some j.
void Split::relax_linear(Cost const *from, Cost *to, std::int32_t *previous, std::size_t first,
                         Cost price_per_route) {
    auto const start_at = [&](std::size_t i) {
        return Start{from[i] + out_[i + 1] - length_[i + 1], load_[i],
                     static_cast<std::int32_t>(i)};
    };
    Start *front = starts_in_use_.data();
    Start *back = front;  // one past the last
    *back++ = start_at(first);
    for (std::size_t j = first + 1; j <= n_; ++j) {
        while (back - front > 1 && cost_from(front[0], j) >= cost_from(front[1], j)) ++front;
        to[j] = cost_from(*front, j) + length_[j] + home_[j] + price_per_route;
        previous[j] = front->position;
        if (j == n_) break;
        Start const start = start_at(j);
        // Even if every stop in between is carried in excess, the last one stays the better start.
        if (start.base > back[-1].base + penalties_.of_load(start.load - back[-1].load)) continue;
        while (back > front && start.base <= back[-1].base) --back;
        *back++ = start;
    }
}

/// The same with other limits: every start is tried until its route exceeds a limit by far.
void Split::relax_limited(Cost const *from, Cost *to, std::int32_t *previous, std::size_t first,
                          Cost price_per_route) {
    RouteSums const depot = RouteSums::at(0, problem_);
    for (std::size_t i = first; i < n_; ++i) {
        if (from[i] >= unlimited) continue;
        RouteSums sums = depot;
        for (std::size_t j = i + 1; j <= n_; ++j) {
            Cost const load = load_[j] - load_[i];
            if (j > i + 1 && (load > most_load_ || is_far_over(sums))) break;
            sums = RouteSums::joined(sums, RouteSums::at(tour_[j - 1], problem_), problem_);
            Excess const excess{
                .load = std::max<Cost>(0, load - problem_.capacity()),
                .limits = RouteSums::joined(sums, depot, problem_).excess(problem_)};
            Cost const length = out_[i + 1] + length_[j] - length_[i + 1] + home_[j];
            Cost const cost = from[i] + length + penalties_.of(excess) + price_per_route;
            if (cost < to[j]) {
                to[j] = cost;
                previous[j] = static_cast<std::int32_t>(i);
            }
        }
    }
}

/// Whether a route exceeds a limit by half of it, as one that is too heavy does.
bool Split::is_far_over(RouteSums const &sums) const noexcept {
    if (most_load_ == unlimited) return false;
    for (std::size_t k = 0; k < problem_.limits(); ++k) {
        if (sums.forward[k] > problem_.limit(k) + problem_.limit(k) / 2) return true;
    }
    return false;
}

void Split::relax(Cost const *from, Cost *to, std::int32_t *previous, std::size_t first,
                  Cost price_per_route) {
    if (problem_.has_limits()) {
        relax_limited(from, to, previous, first, price_per_route);
    } else {
        relax_linear(from, to, previous, first, price_per_route);
    }
}

/// The best cut when every route costs an extra price; returns its cost without these.
Split::Cut Split::cut_freely(Cost price_per_route) {
    previous_.resize(std::max(previous_.size(), n_ + 1));
    std::fill(best_.begin(), best_.end(), unlimited);
    best_[0] = 0;
    relax(best_.data(), best_.data(), previous_.data(), 0, price_per_route);
    starts_.clear();
    for (std::size_t j = n_; j > 0; j = static_cast<std::size_t>(previous_[j])) {
        starts_.push_back(static_cast<std::size_t>(previous_[j]));
    }
    std::size_t const routes = starts_.size();
    std::reverse(starts_.begin(), starts_.end());
    starts_.push_back(n_);
    return {best_[n_] - price_per_route * static_cast<Cost>(routes), routes};
}

/// Searches a price per route at which the best cut has exactly `most_routes` routes: it is the
/// cheapest within the bound then. Goes from corner to corner of the convex hull of cost over
/// routes; false where the hull has no corner at the bound.
bool Split::cut_by_price(Cut many, std::size_t most_routes) {
    Cut few = cut_freely(unlimited / static_cast<Cost>(4 * (n_ + 1)));
    while (few.routes < most_routes) {
        auto const apart = static_cast<Cost>(many.routes - few.routes);
        Cut const found = cut_freely((few.cost - many.cost + apart - 1) / apart);
        if (found.routes == most_routes) return true;
        if (found.routes >= many.routes || found.routes <= few.routes) return false;
        (found.routes > most_routes ? many : few) = found;
    }
    return few.routes == most_routes;
}

void Split::cut_by_layers(std::size_t most_routes) {
    most_routes = std::min(most_routes, n_);
    std::size_t routes = fill_layers(most_routes);
    if (routes == 0) {
        most_load_ = unlimited;
        routes = fill_layers(most_routes);
    }
    starts_.assign(routes + 1, n_);
    std::size_t j = n_;
    for (std::size_t k = routes; k > 0; --k) {
        j = static_cast<std::size_t>(previous_[k * (n_ + 1) + j]);
        starts_[k - 1] = j;
    }
}

/// Layer k holds the least cost of serving a prefix with exactly k routes. Returns the best number
/// of routes, 0 if none reaches the end.
std::size_t Split::fill_layers(std::size_t most_routes) {
    std::size_t const row = n_ + 1;
    previous_.resize(std::max(previous_.size(), (most_routes + 1) * row));
    std::fill(best_.begin(), best_.end(), unlimited);
    best_[0] = 0;
    Cost least = unlimited;
    std::size_t routes = 0;
    for (std::size_t k = 1; k <= most_routes; ++k) {
        std::fill(next_best_.begin(), next_best_.end(), unlimited);
        relax(best_.data(), next_best_.data(), previous_.data() + k * row, k - 1, 0);
        std::swap(best_, next_best_);
        if (best_[n_] < least) {
            least = best_[n_];
            routes = k;
        }
    }
    return routes;
}

}  // namespace kinroute

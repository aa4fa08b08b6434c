#include "kinroute/genetic/local_search.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

#include "kinroute/moves/relocate.h"
#include "kinroute/moves/screen.h"
#include "kinroute/moves/swap.h"
#include "kinroute/moves/swap_tails.h"
#include "kinroute/moves/two_opt.h"

namespace kinroute {

namespace {

// How long things take, in nanoseconds, roughly.
constexpr int work_per_pair = 2;   ///< of customers, one of them in a list of the other
constexpr int work_per_look = 15;  ///< at such a pair when one of their routes has changed
constexpr int work_per_swap = 40;  ///< SWAP*, by customer of the two routes
constexpr int work_per_stop = 25;  ///< a move, by customer of the two routes

/// Stands in for a `Screen` where none fits: looks at everything.
struct NoScreen {
    NoScreen(Node, Tours const &, CostModel const &) noexcept {}
    [[nodiscard]] bool may_improve(Node) const noexcept { return true; }
    [[nodiscard]] bool may_improve_at_depot(Node) const noexcept { return true; }
    [[nodiscard]] bool may_improve_alone() const noexcept { return true; }
};

}  // namespace

LocalSearch::LocalSearch(Problem const &problem, Neighbours related, int granularity, Rng &rng,
                         Monitor *monitor)
    : problem_(problem),
      related_(std::move(related)),
      granularity_(static_cast<std::uint32_t>(std::max(1, granularity))),
      rng_(rng),
      monitor_(monitor),
      tours_(problem),
      costs_(problem, Penalties{}),
      swap_star_(problem),
      customers_(static_cast<std::size_t>(problem.customers())),
      routes_(static_cast<std::size_t>(problem.fleet())),
      is_one_of_some_(customers_.size() + 1),
      customer_tested_(customers_.size() + 1),
      route_tested_(routes_.size()),
      kept_(customers_.size() + 1),
      seen_near_(routes_.size()) {
    std::iota(customers_.begin(), customers_.end(), 1);
    std::iota(routes_.begin(), routes_.end(), 0);
}

void LocalSearch::run(Individual &individual, Penalties const &penalties,
                      std::span<char const> settled, std::span<char const> kept) {
    costs_ = CostModel(problem_, penalties);
    shuffle();
    load(individual, settled, kept);
    improve();
    tours_.store(individual);
}

void LocalSearch::run_around(Individual &individual, Penalties const &penalties,
                             std::span<char const> settled) {
    costs_ = CostModel(problem_, penalties);
    load(individual, settled);
    choose_around(individual, settled);
    rng_.shuffle(std::span(some_));
    shuffle_lists_of(some_);
    customers_.swap(some_);
    improve();
    customers_.swap(some_);
    for (Node const u : some_) is_one_of_some_[static_cast<std::size_t>(u)] = 0;
    tours_.store(individual);
}

void LocalSearch::improve() {
    // An empty route is offered from the second loop on, so there are at least two.
    for (int loop = 0; loop < 2 || improved_; ++loop) {
        improved_ = false;
        if (!improve_customers(loop > 0) || !improve_routes()) return;
    }
    if (monitor_ != nullptr) monitor_->note_work(std::exchange(work_, 0));
}

void LocalSearch::choose_around(Individual const &individual, std::span<char const> settled) {
    some_.clear();
    auto const choose = [this](Node u) {
        char &is_chosen = is_one_of_some_[static_cast<std::size_t>(u)];
        if (!is_chosen) some_.push_back(u);
        is_chosen = 1;
    };
    for (std::size_t r = 0; r < settled.size(); ++r) {
        if (settled[r]) continue;
        for (Node const u : individual.route(static_cast<int>(r))) {
            choose(u);
            for (Node const v : related_.of(u)) choose(v);
        }
    }
}

void LocalSearch::load(Individual const &individual, std::span<char const> settled,
                       std::span<char const> kept) {
    tours_.load(individual, costs_);
    loaded_ = tours_.now();
    std::fill(kept_.begin(), kept_.end(), 0);
    std::ranges::copy(kept, kept_.begin());
    std::fill(customer_tested_.begin(), customer_tested_.end(), -1);
    std::fill(route_tested_.begin(), route_tested_.end(), -1);
    for (std::size_t r = 0; r < settled.size(); ++r) {
        if (!settled[r]) continue;
        Stamp const before = tours_.age(static_cast<int>(r));
        route_tested_[r] = before;
        for (Node const u : individual.route(static_cast<int>(r))) {
            customer_tested_[static_cast<std::size_t>(u)] = before;
        }
    }
}

void LocalSearch::shuffle() {
    rng_.shuffle(std::span(customers_));
    rng_.shuffle(std::span(routes_));
    shuffle_lists_of(customers_);
}

/// Puts about one list in Γ into a new order, so that the time does not grow with Γ.
void LocalSearch::shuffle_lists_of(std::span<Node const> customers) {
    for (Node const customer : customers) {
        if (rng_.below(granularity_) == 0) related_.shuffle(customer, rng_);
    }
}

bool LocalSearch::is_out_of_time() {
    if (monitor_ == nullptr) return false;
    monitor_->note_work(std::exchange(work_, 0));
    return monitor_->is_interrupted();
}

/// One look around every customer; false when time ran out.
bool LocalSearch::improve_customers(bool with_empty_route) {
    constexpr int customers_between_looks_at_the_clock = 64;
    int countdown = customers_between_looks_at_the_clock;
    for (Node const u : customers_) {
        improve_around(u, with_empty_route);
        if (--countdown == 0) {
            if (is_out_of_time()) return false;
            countdown = customers_between_looks_at_the_clock;
        }
    }
    return true;
}

void LocalSearch::improve_around(Node u, bool with_empty_route) {
    if (!problem_.is_symmetric()) {
        improve_around_with<NoScreen>(u, with_empty_route);
    } else if (problem_.has_matrix()) {
        improve_around_with<Screen<MatrixRow>>(u, with_empty_route);
    } else {
        improve_around_with<Screen<GeometryRow>>(u, with_empty_route);
    }
}

template <class Look>
void LocalSearch::improve_around_with(Node u, bool with_empty_route) {
    Stamp const tested = std::exchange(customer_tested_[static_cast<std::size_t>(u)], tours_.now());
    bool const is_kept = kept_[static_cast<std::size_t>(u)];
    auto const related = related_.of(u);
    std::size_t k = 0;
    int looks = 0;
    while (k < related.size()) {
        Look const look(u, tours_, costs_);
        Stamp const own = tours_.last_modified(tours_.route_index(u));
        bool improved = false;
        while (k < related.size() && !improved) {
            Node const v = related[k++];
            Stamp const changed = std::max(own, tours_.last_modified(tours_.route_index(v)));
            if (changed <= tested) continue;
            if (is_kept && changed <= loaded_ && kept_[static_cast<std::size_t>(v)]) continue;
            ++looks;
            improved = look.may_improve(v) && improve_pair(u, v);
            if (!improved && tours_.visit(v).before == 0 && look.may_improve_at_depot(v)) {
                improved = improve_with_depot(u, tours_.visit(v).prev);
            }
        }
    }
    work_ += work_per_look * looks + work_per_pair * static_cast<int>(related.size());
    if (!with_empty_route || !Look(u, tours_, costs_).may_improve_alone()) return;
    Node const empty = tours_.empty_route();
    if (empty >= 0) improve_with_empty_route(u, empty);
}

bool LocalSearch::improve_pair(Node u, Node v) {
    Around const a = tours_.around(u);
    Around const b = tours_.around(v);
    if (try_move(Relocate{}, a, b) || try_move(RelocatePair{}, a, b) ||
        try_move(RelocatePairReversed{}, a, b)) {
        return true;
    }
    // Swaps of equal parts are the same seen from either side.
    if (u <= v && try_move(Swap{}, a, b)) return true;
    if (try_move(SwapPairWithOne{}, a, b)) return true;
    if (u <= v && try_move(SwapPairs{}, a, b)) return true;
    if (a.route == b.route) return try_move(TwoOpt{}, a, b);
    return try_move(SwapTailsReversed{}, a, b) || try_move(SwapTails{}, a, b);
}

bool LocalSearch::improve_with_depot(Node u, Node depot) {
    Around const a = tours_.around(u);
    Around const b = tours_.around(depot);
    return try_move(Relocate{}, a, b) || try_move(RelocatePair{}, a, b) ||
           try_move(RelocatePairReversed{}, a, b) || try_move(SwapTailsReversed{}, a, b) ||
           try_move(SwapTails{}, a, b);
}

bool LocalSearch::improve_with_empty_route(Node u, Node depot) {
    Around const a = tours_.around(u);
    Around const b = tours_.around(depot);
    return try_move(Relocate{}, a, b) || try_move(RelocatePair{}, a, b) ||
           try_move(RelocatePairReversed{}, a, b) || try_move(SwapTails{}, a, b);
}

/// SWAP* between routes that share related customers and whose sectors overlap, if one of them
/// changed since; false when time ran out.
bool LocalSearch::improve_routes() {
    for (int const r : routes_) {
        if (!has_changed(r) || tours_.route(r).size == 0) continue;
        route_tested_[static_cast<std::size_t>(r)] = tours_.now();
        find_routes_near(r);
        for (int const s : near_) {
            // Of two routes that changed, the first one looks at both.
            if (s < r && has_changed(s)) continue;
            if (tours_.route(s).size == 0 || tours_.route(r).size == 0) continue;
            if (tours_.route(r).sector.overlaps(tours_.route(s).sector)) improve_route_pair(r, s);
        }
        if (is_out_of_time()) return false;
    }
    return true;
}

/// True if route r changed since SWAP* last looked at it.
bool LocalSearch::has_changed(int r) const noexcept {
    return tours_.last_modified(r) > route_tested_[static_cast<std::size_t>(r)];
}

/// Collects the other routes that visit customers related to some of r's.
void LocalSearch::find_routes_near(int r) {
    near_.clear();
    ++search_for_near_;
    seen_near_[static_cast<std::size_t>(r)] = search_for_near_;
    for (Node const u : tours_.sequence(r)) {
        if (u > problem_.customers()) continue;
        for (Node const v : related_.of(u)) {
            auto const s = static_cast<std::size_t>(tours_.route_index(v));
            if (seen_near_[s] == search_for_near_) continue;
            seen_near_[s] = search_for_near_;
            near_.push_back(static_cast<int>(s));
        }
    }
}

void LocalSearch::improve_route_pair(int r, int s) {
    work_ += work_per_swap * (tours_.route(r).size + tours_.route(s).size);
    SwapStar::Exchange const exchange = swap_star_.best(r, s, tours_, costs_);
    if (exchange.price >= 0) return;
    [[maybe_unused]] auto const cost = [&] { return tours_.penalised_cost(costs_); };
#ifndef NDEBUG
    Cost const before = cost();
#endif
    SwapStar::apply(exchange, tours_);
    tours_.update(r, costs_);
    tours_.update(s, costs_);
    improved_ = true;
    assert(cost() == before + exchange.price && "SWAP* mispriced an improvement");
}

template <Move M>
bool LocalSearch::try_move(M const &move, Around const &u, Around const &v) {
    Cost const price = move.price(u, v, tours_, costs_);
    if (price >= 0) return false;
#ifndef NDEBUG
    Cost const before = tours_.penalised_cost(costs_);
#endif
    work_ += work_per_stop * (tours_.route(u.route).size + tours_.route(v.route).size);
    move.apply(u, v, tours_);
    tours_.update(u.route, costs_);
    if (v.route != u.route) tours_.update(v.route, costs_);
    improved_ = true;
    assert(tours_.penalised_cost(costs_) == before + price && "a move mispriced an improvement");
    return true;
}

}  // namespace kinroute

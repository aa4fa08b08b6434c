#include "kinroute/genetic/local_search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <numeric>
#include <utility>

#include "kinroute/base/processors.h"
#include "kinroute/moves/moves.h"

namespace kinroute {

namespace {

// Approximate times in nanoseconds, for `Monitor::note_work`.
constexpr int work_per_pair = 2;    ///< of customers, one of them in a list of the other
constexpr int work_per_look = 15;   ///< bounds of such a pair, if one of their routes has changed
constexpr int work_per_swap = 40;   ///< SWAP*, by customer of the two routes
constexpr int work_per_stop = 25;   ///< a move, by customer of the two routes
constexpr int work_per_entry = 40;  ///< SWAP* around a change, by customer and route it can go to

/// The first pairs of a list.
constexpr PairMask first_pairs(int count) {
    return (PairMask{1} << count) - 1;
}

/// Replaces `MoveBounds` for asymmetric distances: every pair is examined.
struct NoBounds {
    NoBounds(Node, Routes const &seen, CostModel const &, PairBatch &) noexcept : routes(seen) {}
    void add(Node v, int place) noexcept {
        bool const is_first = routes.visit(v).before == 0;
        pairs |= (PairMask{1} | PairMask{is_first} << most_pairs) << place;
    }
    [[nodiscard]] PairMask may_improve() noexcept { return std::exchange(pairs, 0); }
    Routes const &routes;
    PairMask pairs = 0;
};

std::size_t at(std::int32_t i) {
    return static_cast<std::size_t>(i);
}

}  // namespace

LocalSearch::LocalSearch(Routes &routes, Neighbours related, int granularity, Rng &rng,
                         Monitor *monitor)
    : routes_(routes),
      problem_(routes.problem()),
      related_(std::move(related)),
      granularity_(static_cast<std::uint32_t>(std::max(1, granularity))),
      rng_(rng),
      monitor_(monitor),
      costs_(problem_, Penalties{}),
      swap_star_(problem_),
      swap_star_around_(problem_, related_),
      customers_(at(problem_.customers())),
      route_order_(at(problem_.fleet())),
      is_one_of_some_(customers_.size() + 1),
      customer_tested_(customers_.size() + 1, -1),
      route_tested_(route_order_.size(), -1),
      found_near_(route_order_.size()),
      found_exchanged_(customers_.size() + 1) {
    std::iota(customers_.begin(), customers_.end(), 1);
    std::iota(route_order_.begin(), route_order_.end(), 0);
}

void LocalSearch::run(Individual &individual, Penalties const &penalties,
                      DontLookBits const &dont_look) {
    costs_ = CostModel(problem_, penalties);
    shuffle();
    load(individual, dont_look);
    improve();
    routes_.store(individual);
}

void LocalSearch::run_around(std::span<int const> changed, Penalties const &penalties) {
    scope_ = Scope::changed_routes;
    begin_around(changed, penalties);
    choose_customers_of(changed);
    improve_some();
}

void LocalSearch::run_around_touched(std::span<int const> changed, Penalties const &penalties) {
    scope_ = Scope::around_touched;
    begin_around(changed, penalties);
    routes_.touch_again();
    for (Node const u : routes_.touched()) choose_with_related(u);
    improve_some();
}

void LocalSearch::run_at_touched(std::span<int const> changed, Penalties const &penalties) {
    scope_ = Scope::at_touched;
    begin_around(changed, penalties);
    routes_.touch_again();
    choose_touched(some_);
    improve_some();
}

void LocalSearch::begin_around(std::span<int const> changed, Penalties const &penalties) {
    costs_ = CostModel(problem_, penalties);
    unchanged_since_ = routes_.now();
    for (int const r : changed) routes_.update(r, costs_);
    some_.clear();
}

/// Improves the solution around the chosen customers.
void LocalSearch::improve_some() {
    rng_.shuffle(std::span(some_));
    shuffle_lists_of(some_);
    customers_.swap(some_);
    improve();
    scope_ = Scope::everything;
    customers_.swap(some_);
    for (Node const u : some_) is_one_of_some_[at(u)] = 0;
}

void LocalSearch::load(Individual const &individual, DontLookBits const &dont_look) {
    routes_.load(individual, costs_);
    unchanged_since_ = routes_.loaded();
    for (std::size_t r = 0; r < dont_look.routes.size(); ++r) {
        if (dont_look.routes[r]) routes_.mark_unchanged(static_cast<int>(r));
    }
    for (std::size_t u = 1; u < dont_look.customers.size(); ++u) {
        if (dont_look.customers[u]) routes_.mark_unchanged_for(static_cast<Node>(u));
    }
}

void LocalSearch::improve() {
    // An empty route is tried from the second loop on, so there are at least two loops.
    for (int loop = 0; loop < 2 || improved_; ++loop) {
        improved_ = false;
        if (!improve_customers(loop > 0) || !improve_all_but_pairs()) return;
    }
    if (monitor_ != nullptr) monitor_->note_work(std::exchange(work_, 0));
}

/// What follows the moves between pairs of customers in a loop; false if the time is over.
bool LocalSearch::improve_all_but_pairs() {
    if (scope_ == Scope::around_touched) return improve_touched_routes();
    if (scope_ != Scope::at_touched) return improve_routes();
    choose_touched(customers_);  // those that the moves have touched, for the next loop
    return true;
}

void LocalSearch::choose(Node u, std::vector<Node> &chosen) {
    char &is_chosen = is_one_of_some_[at(u)];
    if (is_chosen) return;
    chosen.push_back(u);
    is_chosen = 1;
    prefetch(&routes_.visit(u));
    prefetch(related_.of(u));
}

void LocalSearch::choose_with_related(Node u) {
    choose(u, some_);
    for (Node const v : related_.of(u)) choose(v, some_);
}

void LocalSearch::choose_touched(std::vector<Node> &chosen) {
    for (Node const u : routes_.touched()) choose(u, chosen);
}

void LocalSearch::choose_customers_of(std::span<int const> changed) {
    for (int const r : changed) {
        for (Node const u : routes_.sequence(r)) {
            bool const is_changed = routes_.stamps().of(u) > unchanged_since_;
            if (is_changed && !routes_.is_depot(u)) choose_with_related(u);
        }
    }
}

void LocalSearch::shuffle() {
    rng_.shuffle(std::span(customers_));
    rng_.shuffle(std::span(route_order_));
    shuffle_lists_of(customers_);
}

/// Shuffles about one list in Γ, so that the time does not grow with Γ.
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

/// Examines every customer once; false if the time is over.
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
        improve_around_with<NoBounds>(u, with_empty_route);
    } else if (problem_.has_matrix()) {
        improve_around_with<MoveBounds<MatrixRow>>(u, with_empty_route);
    } else if (!problem_.plane().is_empty()) {
        improve_around_with<MoveBounds<PlaneRow>>(u, with_empty_route);
    } else {
        improve_around_with<MoveBounds<GeometryRow>>(u, with_empty_route);
    }
}

template <class Bounds>
void LocalSearch::improve_around_with(Node u, bool with_empty_route) {
    Stamp const tested =
        std::max(unchanged_since_, std::exchange(customer_tested_[at(u)], routes_.now()));
    CustomerStamps const stamps = is_about_touched() ? routes_.touch_stamps() : routes_.stamps();
    if (tested < routes_.now()) improve_pairs_of<Bounds>(u, tested, stamps);
    if (leaves_out_unchanged() && stamps.of(u) <= unchanged_since_) return;
    if (!with_empty_route) return;
    if (problem_.is_symmetric() && !may_improve_with_empty_route(u, routes_, costs_)) return;
    int const empty = routes_.empty_route();
    if (empty >= 0) improve_with_empty_route(u, routes_.route(empty).start);
}

/// Examines the pairs of u of which one customer is stamped as changed since it was last tested.
template <class Bounds>
void LocalSearch::improve_pairs_of(Node u, Stamp tested, CustomerStamps stamps) {
    auto const related = related_.of(u);
    Node const *next = related.data(), *const end = next + related.size();
    int looks = 0;
    if (stamps.of(u) <= tested) {
        while (next != end && stamps.of(*next) <= tested) ++next;
    }
    while (next != end) {
        Bounds bounds(u, routes_, costs_, pairs_);
        bool improved = false;
        while (next != end && !improved) {
            std::span const some(next, std::min<std::size_t>(end - next, most_pairs));
            PairMask const added = add_changed(bounds, u, some, tested, stamps);
            int const place = improve_one_of(u, some, bounds.may_improve());
            improved = place >= 0;
            int const examined = improved ? place + 1 : static_cast<int>(some.size());
            looks += std::popcount(added & first_pairs(examined));
            next += examined;
        }
    }
    work_ += work_per_look * looks + work_per_pair * static_cast<int>(related.size());
}

/// Adds the pairs of u with some related customers to the bounds, but for those that have not
/// changed since u was last tested; returns which were added.
template <class Bounds>
KINROUTE_INLINE inline PairMask LocalSearch::add_changed(Bounds &bounds, Node u,
                                                         std::span<Node const> related,
                                                         Stamp tested, CustomerStamps stamps) {
    auto const size = static_cast<int>(related.size());
    if (stamps.of(u) > tested) {
        for (int k = 0; k < size; ++k) bounds.add(related[at(k)], k);
        return first_pairs(size);
    }
    // Chosen without branches, which could not be predicted.
    std::array<int, most_pairs> changed;
    std::size_t count = 0;
    for (int k = 0; k < size; ++k) {
        changed[count] = k;
        count += static_cast<std::size_t>(stamps.of(related[at(k)]) > tested);
    }
    PairMask added = 0;
    for (int const k : std::span(changed).first(count)) {
        added |= PairMask{1} << k;
        bounds.add(related[at(k)], k);
    }
    return added;
}

/// Examines the pairs of u that a mask names until one is improved; returns its place in the list
/// of related customers, or −1.
int LocalSearch::improve_one_of(Node u, std::span<Node const> related, PairMask pairs) {
    for (PairMask left = (pairs | pairs >> most_pairs) & first_pairs(most_pairs); left != 0;
         left &= left - 1) {
        int const k = std::countr_zero(left);
        Node const v = related[at(k)];
        bool const with_customer = pairs >> k & 1, with_depot = pairs >> (most_pairs + k) & 1;
        if (with_customer && improve_pair(u, v)) return k;
        if (with_depot && improve_with_depot(u, routes_.visit(v).prev)) return k;
    }
    return -1;
}

bool LocalSearch::improve_pair(Node u, Node v) {
    VisitContext const a = routes_.context(u);
    VisitContext const b = routes_.context(v);
    auto const improve_by = [&]<class M> {
        if (M::scope.is_mirrored && u > v) return false;
        if (M::scope.needs_u_first && routes_.visit(u).position > routes_.visit(v).position) {
            return false;
        }
        return try_move<M>(a, b);
    };
    return a.route == b.route ? MovesWithinRoute::any(improve_by)
                              : MovesBetweenRoutes::any(improve_by);
}

bool LocalSearch::improve_with_depot(Node u, Node depot) {
    VisitContext const a = routes_.context(u);
    VisitContext const b = routes_.context(depot);
    return MovesAtDepot::any([&]<class M> { return try_move<M>(a, b); });
}

bool LocalSearch::improve_with_empty_route(Node u, Node depot) {
    VisitContext const a = routes_.context(u);
    VisitContext const b = routes_.context(depot);
    return MovesToEmptyRoute::any([&]<class M> { return try_move<M>(a, b); });
}

/// SWAP* between routes that share related customers and whose sectors overlap, if one of them
/// changed since; false if the time is over.
bool LocalSearch::improve_routes() {
    for (std::size_t k = 0; k < routes_to_look_at().size(); ++k) {
        int const r = routes_to_look_at()[k];
        if (!has_changed(r) || routes_.route(r).size == 0) continue;
        route_tested_[at(r)] = routes_.now();
        find_routes_near(r);
        for (int const s : near_) {
            if (routes_.route(s).size == 0 || routes_.route(r).size == 0) continue;
            if (is_left_to_other(r, s)) continue;
            if (routes_.route(r).sector.overlaps(routes_.route(s).sector)) improve_route_pair(r, s);
        }
        if (is_out_of_time()) return false;
    }
    return true;
}

/// All routes in random order, or the changed ones, whose number grows during the search.
std::span<int const> LocalSearch::routes_to_look_at() const noexcept {
    return scope_ == Scope::changed_routes ? routes_.changed_routes() : route_order_;
}

/// Those that SWAP* exchanges: the touched customers, and those beside them on their routes.
void LocalSearch::choose_exchanged() {
    exchanged_.clear();
    ++search_for_exchanged_;
    auto const choose = [this](Node u) {
        if (u == 0 || found_exchanged_[at(u)] == search_for_exchanged_) return;
        found_exchanged_[at(u)] = search_for_exchanged_;
        exchanged_.push_back(u);
    };
    for (Node const u : routes_.touched()) {
        choose(u);
        choose(routes_.visit(u).before);
        choose(routes_.visit(u).after);
    }
}

/// SWAP* between the touched customers; false if the time is over. A solution as long as before is
/// nearly always the same one again.
bool LocalSearch::improve_touched_routes() {
    bool const is_as_before =
        routes_.length() == routes_.length_before_changes() && routes_.excess().is_none();
    if (is_as_before) return true;
    choose_exchanged();
    swap_star_around_.begin(exchanged_, routes_, [this](int r) {
        bool const result = has_changed(r);
        route_tested_[at(r)] = routes_.now();
        return result;
    });
    work_ += work_per_entry * static_cast<std::int64_t>(swap_star_around_.entries());
    swap_star_around_.for_each_best(
        routes_, costs_, [this](int r, int s, SwapStar::Best const &best) {
            apply(best.price, r, s, [&] { SwapStar::apply(best, routes_); });
        });
    return !is_out_of_time();
}

/// Of two routes that changed, the first one looks at both; and what the other one has looked at
/// since this one changed brings nothing again.
bool LocalSearch::is_left_to_other(int r, int s) {
    if (s > r) return false;
    if (has_changed(s)) return true;
    if (route_tested_[at(s)] < routes_.last_modified(r)) return false;
    // Threads go by counted work: a look that is saved counts as before.
    if (routes_.route(r).sector.overlaps(routes_.route(s).sector)) count_swap_star(r, s);
    return true;
}

/// True if route r changed since SWAP* last examined it.
bool LocalSearch::has_changed(int r) const noexcept {
    return routes_.last_modified(r) > std::max(unchanged_since_, route_tested_[at(r)]);
}

/// Collects the other routes that visit customers related to some of r's.
void LocalSearch::find_routes_near(int r) {
    near_.clear();
    ++search_for_near_;
    found_near_[at(r)] = search_for_near_;
    for (Node const u : routes_.sequence(r)) {
        if (routes_.is_depot(u)) continue;
        for (Node const v : related_.of(u)) {
            int const s = routes_.route_index(v);
            if (found_near_[at(s)] == search_for_near_) continue;
            found_near_[at(s)] = search_for_near_;
            near_.push_back(s);
        }
    }
}

void LocalSearch::count_swap_star(int r, int s) noexcept {
    work_ += work_per_swap * (routes_.route(r).size + routes_.route(s).size);
}

void LocalSearch::improve_route_pair(int r, int s) {
    count_swap_star(r, s);
    SwapStar::Best const best = swap_star_.best(r, s, routes_, costs_);
    if (best.price < 0) apply(best.price, r, s, [&] { SwapStar::apply(best, routes_); });
}

template <Move M>
bool LocalSearch::try_move(VisitContext const &u, VisitContext const &v) {
    Cost const gain = price<M>(u, v, routes_, costs_);
    if (gain >= 0) return false;
    work_ += work_per_stop * (routes_.route(u.route).size + routes_.route(v.route).size);
    apply(gain, u.route, v.route, [&] { M::apply(u, v, routes_); });
    return true;
}

template <class Change>
void LocalSearch::apply([[maybe_unused]] Cost price, int r, int s, Change const &change) {
#ifndef NDEBUG
    Cost const before = routes_.penalised_cost(costs_);
#endif
    change();
    routes_.update(r, costs_);
    if (s != r) routes_.update(s, costs_);
    improved_ = true;
    assert(routes_.penalised_cost(costs_) == before + price && "a move mispriced an improvement");
}

}  // namespace kinroute

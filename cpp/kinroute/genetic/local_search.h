#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kinroute/base/monitor.h"
#include "kinroute/base/rng.h"
#include "kinroute/base/types.h"
#include "kinroute/moves/move.h"
#include "kinroute/moves/move_bounds.h"
#include "kinroute/moves/swap_star.h"
#include "kinroute/moves/swap_star_around.h"
#include "kinroute/problem/cost_model.h"
#include "kinroute/problem/neighbours.h"
#include "kinroute/problem/penalties.h"
#include "kinroute/problem/problem.h"
#include "kinroute/solution/dont_look_bits.h"
#include "kinroute/solution/individual.h"
#include "kinroute/solution/routes.h"

namespace kinroute {

/// Improves a solution until no move between related customers does (granular local search;
/// "education" in HGS).
///
/// Customers and their neighbours are examined in random order, the first improvement is applied,
/// and a pair is skipped if neither of its routes changed since it was last examined.
class LocalSearch {
public:
    /// `related` is Φ, already symmetrised; `routes` is the working solution. A `monitor` may end
    /// the search early: the solution is complete then, but not locally optimal.
    LocalSearch(Routes &routes, Neighbours related, int granularity, Rng &rng,
                Monitor *monitor = nullptr);

    LocalSearch(LocalSearch const &) = delete;
    LocalSearch &operator=(LocalSearch const &) = delete;

    /// Improves an individual, except for pairs that the don't-look bits exclude.
    void run(Individual &individual, Penalties const &penalties,
             DontLookBits const &dont_look = {});

    /// Updates changed routes of the working solution, and improves it around them; between two of
    /// the others no move improves. Only the customers of these routes and their related ones are
    /// examined, so that the time does not depend on the size of the problem.
    void run_around(std::span<int const> changed, Penalties const &penalties);

    /// The same around the customers alone that have other neighbours since
    /// `Routes::begin_changes`: but for the updates, the time does not depend on the lengths of the
    /// routes either. Elsewhere on them a move may still improve, as their loads have changed.
    void run_around_touched(std::span<int const> changed, Penalties const &penalties);

    /// The same, but of the pairs of these customers only, without SWAP* and without examining the
    /// customers related to them in turn. Those that a move touches are examined as well.
    void run_at_touched(std::span<int const> changed, Penalties const &penalties);

    [[nodiscard]] CostModel const &costs() const noexcept { return costs_; }

private:
    /// What is examined.
    enum class Scope { everything, changed_routes, around_touched, at_touched };
    [[nodiscard]] bool is_about_touched() const noexcept {
        return scope_ == Scope::around_touched || scope_ == Scope::at_touched;
    }
    /// Whether an unchanged customer among the examined ones has nothing to gain alone.
    [[nodiscard]] bool leaves_out_unchanged() const noexcept {
        return is_about_touched() || routes_.stamps_lighter_only();
    }

    void load(Individual const &individual, DontLookBits const &dont_look);
    void improve();
    void shuffle();
    void shuffle_lists_of(std::span<Node const> customers);
    void begin_around(std::span<int const> changed, Penalties const &penalties);
    void improve_some();
    void choose(Node u, std::vector<Node> &chosen);
    void choose_with_related(Node u);
    void choose_touched(std::vector<Node> &chosen);
    void choose_customers_of(std::span<int const> changed);
    [[nodiscard]] bool improve_customers(bool with_empty_route);
    [[nodiscard]] bool improve_routes();
    [[nodiscard]] bool improve_all_but_pairs();
    void improve_around(Node u, bool with_empty_route);
    template <class Bounds>
    void improve_around_with(Node u, bool with_empty_route);
    template <class Bounds>
    void improve_pairs_of(Node u, Stamp tested, CustomerStamps stamps);
    template <class Bounds>
    PairMask add_changed(Bounds &bounds, Node u, std::span<Node const> related, Stamp tested,
                         CustomerStamps stamps);
    [[nodiscard]] int improve_one_of(Node u, std::span<Node const> related, PairMask pairs);
    bool improve_pair(Node u, Node v);
    bool improve_with_depot(Node u, Node depot);
    bool improve_with_empty_route(Node u, Node depot);
    [[nodiscard]] std::span<int const> routes_to_look_at() const noexcept;
    void choose_exchanged();
    [[nodiscard]] bool improve_touched_routes();
    [[nodiscard]] bool has_changed(int r) const noexcept;
    [[nodiscard]] bool is_left_to_other(int r, int s);
    void count_swap_star(int r, int s) noexcept;
    void find_routes_near(int r);
    void improve_route_pair(int r, int s);
    [[nodiscard]] bool is_out_of_time();

    template <Move M>
    bool try_move(VisitContext const &u, VisitContext const &v);
    /// The only place where local search changes the working solution.
    template <class Change>
    void apply(Cost price, int r, int s, Change const &change);

    Routes &routes_;
    Problem const &problem_;
    Neighbours related_;
    std::uint32_t granularity_;
    Rng &rng_;
    Monitor *monitor_;
    CostModel costs_;
    PairBatch pairs_;  ///< that are bounded at once
    SwapStar swap_star_;
    SwapStarAround swap_star_around_;
    std::vector<Node> customers_;           ///< in the order of examination
    std::vector<int> route_order_;          ///< likewise
    std::vector<Node> some_;                ///< customers that are examined around changes
    std::vector<char> is_one_of_some_;      ///< by customer
    Stamp unchanged_since_ = 0;             ///< pairs of routes with older stamps are skipped
    std::vector<Stamp> customer_tested_;    ///< when a customer was last examined
    std::vector<Stamp> route_tested_;       ///< when SWAP* last examined a route
    std::vector<int> near_;                 ///< found by `find_routes_near`
    std::vector<std::int64_t> found_near_;  ///< by route: in which call it was found
    std::int64_t search_for_near_ = 0;
    std::vector<Node> exchanged_;                ///< found by `choose_exchanged`
    std::vector<std::int64_t> found_exchanged_;  ///< by customer: in which call it was found
    std::int64_t search_for_exchanged_ = 0;
    Scope scope_ = Scope::everything;
    bool improved_ = false;
    std::int64_t work_ = 0;  ///< not yet reported to the monitor
};

}  // namespace kinroute

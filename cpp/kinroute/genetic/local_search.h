#pragma once

#include <span>
#include <vector>

#include "kinroute/base/monitor.h"
#include "kinroute/base/rng.h"
#include "kinroute/genetic/penalties.h"
#include "kinroute/moves/move.h"
#include "kinroute/moves/swap_star.h"
#include "kinroute/problem/cost_model.h"
#include "kinroute/problem/neighbours.h"
#include "kinroute/problem/problem.h"
#include "kinroute/solution/individual.h"
#include "kinroute/solution/tours.h"

namespace kinroute {

/// Improves a solution until no move between related customers does (granular local search).
///
/// Customers and their neighbours are looked at in random order, the first improvement is taken,
/// and a pair is skipped when neither of its routes changed since it was last looked at.
class LocalSearch {
public:
    /// `related` is Φ, already symmetrised. A `monitor` may end a search half-way: the solution is
    /// complete then, but not locally optimal.
    LocalSearch(Problem const &problem, Neighbours related, int granularity, Rng &rng,
                Monitor *monitor = nullptr);

    /// `settled` tells which routes, if any, come from one local optimum: between two of those
    /// there is nothing to gain, so they are looked at only once one of them changes. `kept` tells
    /// the same of customers (from 1) in the other routes.
    void run(Individual &individual, Penalties const &penalties, std::span<char const> settled = {},
             std::span<char const> kept = {});

    /// The same, but only customers of routes that are not settled and their related ones are
    /// looked at: nearly as good, and the time depends little on the size of the problem.
    void run_around(Individual &individual, Penalties const &penalties,
                    std::span<char const> settled);

private:
    void improve();
    void shuffle();
    void shuffle_lists_of(std::span<Node const> customers);
    void choose_around(Individual const &individual, std::span<char const> settled);
    void load(Individual const &individual, std::span<char const> settled,
              std::span<char const> kept = {});
    [[nodiscard]] bool improve_customers(bool with_empty_route);
    [[nodiscard]] bool improve_routes();
    void improve_around(Node u, bool with_empty_route);
    template <class Look>
    void improve_around_with(Node u, bool with_empty_route);
    bool improve_pair(Node u, Node v);
    bool improve_with_depot(Node u, Node depot);
    bool improve_with_empty_route(Node u, Node depot);
    [[nodiscard]] bool has_changed(int r) const noexcept;
    void find_routes_near(int r);
    void improve_route_pair(int r, int s);
    [[nodiscard]] bool is_out_of_time();

    /// The one place where a move between two visits is applied.
    template <Move M>
    bool try_move(M const &move, Around const &u, Around const &v);

    Problem const &problem_;
    Neighbours related_;
    std::uint32_t granularity_;
    Rng &rng_;
    Monitor *monitor_;
    Tours tours_;
    CostModel costs_;
    SwapStar swap_star_;
    std::vector<Node> customers_;          ///< in the order they are looked at
    std::vector<int> routes_;              ///< likewise
    std::vector<Node> some_;               ///< customers that `run_around` looks at
    std::vector<char> is_one_of_some_;     ///< by customer
    std::vector<Stamp> customer_tested_;   ///< when a customer was last looked at
    std::vector<Stamp> route_tested_;      ///< when SWAP* last looked at a route
    std::vector<char> kept_;               ///< by customer: is it where a local optimum had it?
    Stamp loaded_ = 0;                     ///< no route has changed up to then
    std::vector<int> near_;                ///< found by `find_routes_near`
    std::vector<std::int64_t> seen_near_;  ///< by route: in which search it was found
    std::int64_t search_for_near_ = 0;
    bool improved_ = false;
    std::int64_t work_ = 0;  ///< not yet told the monitor
};

}  // namespace kinroute

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "kinroute/base/types.h"
#include "kinroute/moves/swap_star.h"
#include "kinroute/problem/cost_model.h"
#include "kinroute/problem/neighbours.h"
#include "kinroute/solution/routes.h"

namespace kinroute {

/// SWAP* around a change: only between some customers, each inserted beside a customer related to
/// it, or in place of the other one. The time depends on the number of these customers, not on the
/// lengths of their routes.
class SwapStarAround {
public:
    /// `related` is already symmetrised.
    SwapStarAround(Problem const &problem, Neighbours const &related);

    /// Prepares exchanges between some customers whose routes have changed, or whose partners'
    /// have.
    template <class HasChanged>
    void begin(std::span<Node const> customers, Routes const &routes,
               HasChanged const &has_changed) {
        collect_routes(customers, routes);
        for (Active &active : active_) active.has_changed = has_changed(active.route);
        bound_savings(routes.problem().is_symmetric());
        collect_entries(customers, routes);
    }

    /// Calls `use` with the best exchange of every pair of routes where one improves. The routes
    /// that `use` changes are left out from then on.
    void for_each_best(Routes const &routes, CostModel const &costs,
                       std::function<void(int, int, SwapStar::Best const &)> const &use);

    /// Of the last `begin`: customers with the routes they can go to.
    [[nodiscard]] std::size_t entries() const noexcept { return entries_.size(); }

private:
    struct Insertion {
        Distance cost;
        Node after;  ///< −1: there is no such position
    };
    /// A customer, and its cheapest positions in one other route.
    struct Entry {
        Node customer;
        std::int32_t to;                ///< the other route, by its place in `active_`
        std::int32_t next;              ///< the next entry of the same two routes, or −1
        Distance removal;               ///< change of its route's length by its removal
        Distance in_place;              ///< the cheapest insertion in place of a related customer
        std::array<Insertion, 3> best;  ///< different positions, the cheapest first
    };
    struct Active {
        int route;
        bool has_changed;
        Stamp stamp;      ///< of the route when the entries were collected
        Cost most_saved;  ///< by the removal of one of the customers, and in penalties
    };
    /// A related customer, and how far it is.
    struct Nearby {
        Node customer;
        Distance away;
    };
    /// An entry of the two routes in question, with bounds on its gain.
    struct Candidate {
        Entry const *entry;
        Load demand;
        Cost gain;
    };
    /// The distance that skips a customer, of its neighbours when it was computed.
    struct Skip {
        Node before = -1, after = -1;
        Distance distance = 0;
    };

    void measure_lists(Problem const &problem);
    void collect_routes(std::span<Node const> customers, Routes const &routes);
    void bound_savings(bool is_symmetric);
    void collect_entries(std::span<Node const> customers, Routes const &routes);
    template <class Row>
    std::span<Nearby const> choose_nearby(Node u, Cost own_saved, Routes const &routes);
    template <class From, class To>
    void collect_entries_of(Node u, Routes const &routes, From const &from, To const &to);
    [[nodiscard]] Distance removal(Visit const &visit, Problem const &problem);
    [[nodiscard]] Distance skip(Visit const &visit, Problem const &problem);
    Entry &entry_of(Node u, std::size_t first, std::int32_t own, std::int32_t to, Distance removal);
    static void note(Entry &entry, Insertion const &found) noexcept;
    Cost choose(std::vector<Candidate> &candidates, std::int32_t from, std::int32_t to,
                Routes const &routes) const;
    [[nodiscard]] SwapStar::Best best_between(Routes const &routes, CostModel const &costs);
    [[nodiscard]] Insertion cheapest_without(Entry const &coming, Entry const &going,
                                             Routes const &routes, CostModel const &costs);
    [[nodiscard]] SwapStar::Best exchange(Candidate const &u, Candidate const &v, Cost loads,
                                          Routes const &routes, CostModel const &costs);

    Neighbours const &related_;
    std::vector<Nearby> nearby_;             ///< the lists of all customers, measured at first use
    std::vector<std::size_t> first_nearby_;  ///< by customer: the beginning of its list
    std::vector<std::int32_t> place_of_;     ///< by route: in `active_`, or −1
    std::vector<Active> active_;
    /// By pair of active routes, the second one more by one: what an exchange can save in the
    /// second one at most; 0 is for all routes that are not active.
    std::vector<Cost> most_saved_;
    std::vector<Nearby> chosen_;                   ///< found by `choose_nearby`
    std::vector<std::array<Distance, 2>> beside_;  ///< of these, the distances to both neighbours
    std::vector<Entry> entries_;
    std::vector<std::int32_t> first_;  ///< by pair of active routes: its first entry, or −1
    std::vector<Skip> skips_;          ///< by customer
    std::vector<Candidate> us_, vs_;
    Cost least_v_ = 0;
};

}  // namespace kinroute

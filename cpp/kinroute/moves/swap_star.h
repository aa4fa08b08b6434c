#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "kinroute/base/types.h"
#include "kinroute/moves/insertion_bounds.h"
#include "kinroute/problem/cost_model.h"
#include "kinroute/solution/routes.h"

namespace kinroute {

/// SWAP* (Vidal 2022): exchanges a customer u of one route with a customer v of another, each
/// inserted at its best position rather than the other's. Moving only one of the two is included.
class SwapStar {
public:
    static constexpr std::string_view name = "swap_star";

    /// An exchange: u goes after `u_after` in v's route, v after `v_after` in u's. A negative
    /// customer stays where it is.
    struct Best {
        Cost price = 0;
        Node u = -1, u_after = -1;
        Node v = -1, v_after = -1;
    };

    explicit SwapStar(Problem const &problem);

    /// The best change of two routes; its price is 0 when none improves.
    [[nodiscard]] Best best(int route_u, int route_v, Routes const &routes, CostModel const &costs);

    static void apply(Best const &best, Routes &routes) noexcept;

private:
    struct Insertion {
        Distance cost;
        Node after;  ///< −1: there is no such position
    };
    /// Lower bounds on the cost of an insertion into a route.
    struct Entry {
        Distance between;   ///< two neighbours
        Distance in_place;  ///< of a customer
    };
    struct Profile : RouteProfile {
        Stamp stamp = -1;  ///< of the route when the arrays were filled
    };
    struct Candidate {
        Node node;
        std::int32_t position;
        Load demand;
        Distance removal;                 ///< change of its route's length by its removal
        Cost gain;                        ///< bound on the change by removal and insertion
        Distance entry;                   ///< at the cheapest position
        std::array<Insertion, 3> best{};  ///< the cheapest positions, once they are needed
        bool has_best = false;
    };
    /// One of the two routes of a pair.
    struct Side {
        int route;
        Profile const *profile;
        std::size_t row,
            column;  ///< steps in `apart_` from a place of it, of the other, to the next
        InsertionBounds bounds;
        std::vector<Candidate> candidates;
        std::span<Candidate> chosen;  ///< those of them that may take part
    };

    [[nodiscard]] Profile const &profile(int route, Routes const &routes, CostModel const &costs);
    void measure(Routes const &routes);
    template <class Row>
    void measure_by(Problem const &problem);
    void bound(Side &side, Side const &other, Routes const &routes) const;
    static void gather(Side &side, Side const &other, Cost relief, Routes const &routes);
    /// Calls `use` with the distances from and to the places of `there`.
    template <class Use>
    [[nodiscard]] auto with_distances(Node coming, std::size_t position, Side const &home,
                                      Side const &there, Problem const &problem,
                                      Use const &use) const;
    template <class Distances>
    [[nodiscard]] static Entry entry(Distances const &from, Distances const &to,
                                     Profile const &there);
    template <class Distances>
    [[nodiscard]] static std::array<Insertion, 3> best_three(Distances const &from,
                                                             Distances const &to,
                                                             Profile const &there,
                                                             std::span<Node const> sequence);
    void find_places(Candidate &coming, Side const &home, Side const &there,
                     Routes const &routes) const;
    [[nodiscard]] static Insertion cheapest_without(Candidate const &coming, Candidate const &going,
                                                    Side const &there, Routes const &routes,
                                                    CostModel const &costs);
    void consider_exchanges(Routes const &routes, CostModel const &costs, Best &best);
    [[nodiscard]] Best exchange(Candidate &u, Candidate &v, Cost loads, Routes const &routes,
                                CostModel const &costs) const;
    void consider_leaving(Side &from, Side const &to, Routes const &routes, CostModel const &costs,
                          Best &best) const;

    std::vector<Profile> profiles_;
    Side u_side_{}, v_side_{};
    std::vector<Distance> apart_;  ///< from each place of u's route to each of v's, row by row
};

}  // namespace kinroute

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kinroute/base/types.h"
#include "kinroute/problem/cost_model.h"
#include "kinroute/problem/problem.h"
#include "kinroute/problem/sector.h"
#include "kinroute/solution/individual.h"

namespace kinroute {

/// Counts changes. Never set back, so that a stamp stays comparable across local searches.
using Stamp = std::int64_t;

/// One visit of a route: a customer, or the depot visit that begins or ends a route. What a look at
/// a pair of customers needs fits into one cache line.
struct alignas(64) Visit {
    Node prev, next;
    Node place;                   ///< the node of the problem: the customer, or 0
    Node before, after, beyond;   ///< the places of the previous visit and of the next two
    Distance from_prev, to_next;  ///< distances to the visits on both sides
    Distance after_to_beyond;
    std::int32_t position;  ///< 0 for the depot at the start
    Load demand;
    Load load;  ///< of the route up to and with this visit
};

/// Sums along a route up to and with a visit, for durations and for driving backwards.
struct Timing {
    Cost duration;
    Cost reversal;  ///< what the part costs more when driven backwards
};

struct Route {
    Node start, end;  ///< its two depot visits
    int size;         ///< customers
    Load load;
    Cost duration, reversal, penalty;
    Sector sector;
};

/// What a move needs to know of a visit, its surroundings and its route, gathered once.
struct Around {
    Node node, prev, next, next_next;             // visits
    Node here, before, after, beyond;             // their places
    Cost from_before, to_after, after_to_beyond;  // distances between them
    Load demand, after_demand;
    std::int32_t route;

    [[nodiscard]] bool next_is_depot() const noexcept { return after == 0; }
};

/// The routes of one solution as linked visits, with the sums that make moves cheap to price.
class Tours {
public:
    explicit Tours(Problem const &problem);

    void load(Individual const &individual, CostModel const &costs);

    /// Stamps route r as if it had not changed since before it was loaded, and returns that stamp.
    Stamp age(int r) noexcept { return modified_[at(r)] = loaded_; }

    /// Writes the routes back, ordered by the angle of their barycentres.
    void store(Individual &individual);

    [[nodiscard]] Problem const &problem() const noexcept { return problem_; }
    [[nodiscard]] Visit const &visit(Node u) const noexcept { return visits_[at(u)]; }
    [[nodiscard]] Timing const &timing(Node u) const noexcept { return timings_[at(u)]; }
    [[nodiscard]] Route const &route(int r) const noexcept { return routes_[at(r)]; }
    [[nodiscard]] int route_index(Node u) const noexcept { return route_of_[at(u)]; }
    [[nodiscard]] Route const &route_of(Node u) const noexcept { return route(route_index(u)); }
    [[nodiscard]] Stamp last_modified(int r) const noexcept { return modified_[at(r)]; }
    [[nodiscard]] int route_count() const noexcept { return static_cast<int>(routes_.size()); }
    [[nodiscard]] Around around(Node u) const noexcept;

    /// The visits of route r in order, both depot visits included.
    [[nodiscard]] std::span<Node const> sequence(int r) const noexcept { return sequences_[at(r)]; }

    /// The start of some empty route, or -1 if there is none.
    [[nodiscard]] Node empty_route() noexcept;

    /// Takes u out of where it is and puts it right after v.
    void relocate(Node u, Node v) noexcept;
    /// Exchanges the places of u and v (which are not neighbours).
    void exchange(Node u, Node v) noexcept;
    /// Turns around what lies between u and y (both stay).
    void reverse_between(Node u, Node y) noexcept;
    /// Exchanges what follows u with what follows v (different routes).
    void swap_tails(Node u, Node v) noexcept;
    /// Joins the start of u's route to the reversed start of v's, and likewise their ends.
    void swap_heads_and_tails(Node u, Node v) noexcept;

    /// Brings the sums of a changed route up to date and stamps it.
    void update(int r, CostModel const &costs);

    /// Total penalised cost, from nothing: what the prices of moves must add up to.
    [[nodiscard]] Cost penalised_cost(CostModel const &costs) const;
    [[nodiscard]] Stamp now() const noexcept { return now_; }

private:
    static constexpr std::size_t at(std::int32_t i) noexcept { return static_cast<std::size_t>(i); }
    void link(Node first, Node second) noexcept {
        visits_[at(first)].next = second;
        visits_[at(second)].prev = first;
    }
    [[nodiscard]] double angle_of(int r) const;

    Problem const &problem_;
    std::vector<Visit> visits_;
    std::vector<Timing> timings_;
    std::vector<std::int32_t> route_of_;  ///< by visit
    std::vector<Route> routes_;
    std::vector<Stamp> modified_;  ///< by route: when it last changed
    std::vector<std::vector<Node>> sequences_;
    std::vector<std::int32_t> empty_;  ///< every empty route is in here; some may be stale
    std::vector<std::pair<double, int>> by_angle_;
    std::vector<std::size_t> starts_;
    Stamp now_ = 0;
    Stamp loaded_ = 0;  ///< before any route of this solution was stamped
};

inline Around Tours::around(Node u) const noexcept {
    Visit const &visit = visits_[at(u)];
    Visit const &next = visits_[at(visit.next)];
    return {.node = u,
            .prev = visit.prev,
            .next = visit.next,
            .next_next = next.next,
            .here = visit.place,
            .before = visit.before,
            .after = visit.after,
            .beyond = visit.beyond,
            .from_before = visit.from_prev,
            .to_after = visit.to_next,
            .after_to_beyond = visit.after_to_beyond,
            .demand = visit.demand,
            .after_demand = next.demand,
            .route = route_of_[at(u)]};
}

}  // namespace kinroute

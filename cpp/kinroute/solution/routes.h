#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "kinroute/base/types.h"
#include "kinroute/problem/cost_model.h"
#include "kinroute/problem/problem.h"
#include "kinroute/problem/route_sums.h"
#include "kinroute/problem/sector.h"
#include "kinroute/solution/individual.h"
#include "kinroute/solution/stretches.h"

namespace kinroute {

/// Counts changes. Never reset, so that stamps stay comparable across local searches.
using Stamp = std::int64_t;

/// One visit of a route: a customer, or the depot visit that begins or ends a route. The data for
/// the bounds of a pair of customers fit into one cache line.
struct alignas(64) Visit {
    Node prev, next;
    Distance from_prev, to_next;  ///< distances to the visits on both sides
    Node place;                   ///< the node of the problem: the customer, or 0
    Node before, after, beyond;   ///< the places of the previous visit and of the next two
    Distance after_to_beyond;
    std::int32_t position;  ///< 0 for the depot at the start
    Load demand;
    Load load;          ///< of the route up to and with this visit
    Load after_demand;  ///< of the next visit
};

struct Route {
    Node start, end;  ///< its two depot visits
    int size;         ///< customers
    Load load;
    Cost length;
    Excess excess;
    Cost penalty;        ///< of all excess
    Cost limit_penalty;  ///< of excess over limits other than capacity
    Sector sector;
};

/// The data that a move needs of a visit, its surroundings and its route, gathered once.
struct VisitContext {
    Node node, prev, next, next_next;             // visits
    Node here, before, after, beyond;             // their places
    Cost from_before, to_after, after_to_beyond;  // distances between them
    Load demand, after_demand;
    std::int32_t route;

    [[nodiscard]] bool next_is_depot() const noexcept { return after == 0; }
};

/// When something of a customer last changed, for a loop over many.
struct CustomerStamps {
    Stamp const *stamps;

    [[nodiscard]] Stamp of(Node u) const noexcept { return stamps[u]; }
};

/// The working solution: routes as linked visits, with the sums that make moves cheap to price.
///
/// Changes come in two kinds. Those of a local search (`relocate` … `swap_heads_and_tails`) change
/// links; `update` then updates the sums of the routes. `remove` and `insert` take constant time
/// and maintain the links, loads, sizes and lengths, but leave the other sums of the route as they
/// were until `update`. All changes since `begin_changes` can be undone, in time
/// that depends on the changed routes only.
class Routes {
public:
    explicit Routes(Problem const &problem);

    // Local search and ruin and recreate refer to it.
    Routes(Routes const &) = delete;
    Routes &operator=(Routes const &) = delete;

    void load(Individual const &individual, CostModel const &costs);

    /// All routes empty, all customers absent.
    void clear(CostModel const &costs);

    /// Stamps route r, or the route of a customer as far as pairs with it are concerned, as if it
    /// had not changed since before it was loaded.
    void mark_unchanged(int r) noexcept;
    void mark_unchanged_for(Node customer) noexcept { changed_at_[at(customer)] = loaded_; }

    /// Writes the routes into an individual, ordered by the angle of their barycentres.
    void store(Individual &individual);

    [[nodiscard]] Problem const &problem() const noexcept { return problem_; }
    [[nodiscard]] Visit const &visit(Node u) const noexcept { return visits_[at(u)]; }
    [[nodiscard]] Route const &route(int r) const noexcept { return routes_[at(r)]; }
    [[nodiscard]] int route_index(Node u) const noexcept { return route_of_[at(u)]; }
    [[nodiscard]] Route const &route_of(Node u) const noexcept { return route(route_index(u)); }
    [[nodiscard]] bool is_absent(Node u) const noexcept { return route_of_[at(u)] < 0; }
    /// No arc of a visit is longer; an absent customer may have any.
    [[nodiscard]] Distance longest_arc(Node u) const noexcept { return longest_arc_[at(u)]; }
    [[nodiscard]] bool is_depot(Node u) const noexcept { return u > problem_.customers(); }
    [[nodiscard]] int route_count() const noexcept { return static_cast<int>(routes_.size()); }
    [[nodiscard]] int used_routes() const noexcept { return used_routes_; }
    [[nodiscard]] VisitContext context(Node u) const noexcept;

    /// Total length, and total excess as of the last updates.
    [[nodiscard]] Cost length() const noexcept { return length_; }
    [[nodiscard]] Excess const &excess() const noexcept { return excess_; }

    /// When a route last changed; when the solution was loaded; the last stamp of all.
    [[nodiscard]] Stamp last_modified(int r) const noexcept { return modified_[at(r)]; }
    /// When the routes of customers last changed, or were brought back by `undo`; when customers
    /// last got another neighbour.
    [[nodiscard]] CustomerStamps stamps() const noexcept { return {changed_at_.data()}; }
    [[nodiscard]] CustomerStamps touch_stamps() const noexcept { return {touched_at_.data()}; }
    /// The routes of all visits.
    [[nodiscard]] std::int32_t const *route_indices() const noexcept { return route_of_.data(); }
    [[nodiscard]] Stamp loaded() const noexcept { return loaded_; }
    [[nodiscard]] Stamp now() const noexcept { return now_; }

    /// The visits of route r in order, both depot visits included, as of its last update.
    [[nodiscard]] std::span<Node const> sequence(int r) const noexcept { return sequences_[at(r)]; }

    /// Some empty route, or −1 if there is none.
    [[nodiscard]] int empty_route() noexcept;

    /// The sums of a route that a move would make.
    [[nodiscard]] RouteSums sums_of(Stretches const &route) const noexcept;

    /// Additional length, in reverse direction, of the path from the start of its route to a visit.
    [[nodiscard]] Cost reversal(Node u) const noexcept {
        return is_symmetric_ ? 0 : reversal_[at(u)];
    }

    /// Moves u to the position right after v.
    void relocate(Node u, Node v) noexcept;
    /// Exchanges the positions of u and v (which are not adjacent).
    void exchange(Node u, Node v) noexcept;
    /// Reverses the visits between u and y (both stay).
    void reverse_between(Node u, Node y) noexcept;
    /// Exchanges what follows u with what follows v (different routes).
    void swap_tails(Node u, Node v) noexcept;
    /// Joins the start of u's route to the reversed start of v's, and likewise their ends.
    void swap_heads_and_tails(Node u, Node v) noexcept;

    /// Updates the sums of a changed route and stamps it.
    void update(int r, CostModel const &costs);

    /// From now on, where changes can be undone, `update` stamps only those customers as changed
    /// that have other neighbours, unless their route has become lighter, or exceeds its capacity
    /// or did: between two others no move has become better, but for exchanges of tails and, where
    /// distances depend on the direction, reversals. Not where there are further limits.
    void stamp_lighter_only(bool is_wanted = true) noexcept {
        stamps_lighter_only_ = is_wanted && !has_limits_;
    }
    [[nodiscard]] bool stamps_lighter_only() const noexcept { return stamps_lighter_only_; }

    /// Removes a customer from its route; inserts an absent one right after a visit.
    void remove(Node u);
    void insert(Node u, Node after);
    [[nodiscard]] Cost insertion_cost(Node u, Node after) const noexcept {
        Visit const &visit = visits_[at(after)];
        Node const following = visits_[at(visit.next)].place;
        return Cost{problem_.distance(visit.place, u)} + problem_.distance(u, following) -
               visit.to_next;
    }

    /// What a route sums up to, for every limit.
    [[nodiscard]] LimitValues const &sums(int r) const noexcept { return sums_[at(r)]; }

    /// Whether a route keeps its limits other than capacity; the same with an absent customer.
    [[nodiscard]] bool keeps_limits(int r) const noexcept;
    [[nodiscard]] bool keeps_limits_with(Node u, Node after) const noexcept;

    /// Total length at the last `begin_changes`.
    [[nodiscard]] Cost length_before_changes() const noexcept { return length_before_changes_; }

    /// From here on changes can be undone; those before are final.
    void begin_changes() noexcept;
    void undo(CostModel const &costs);
    /// The routes that `remove`, `insert` or `update` changed since `begin_changes`.
    [[nodiscard]] std::span<int const> changed_routes() const noexcept { return changed_; }

    /// The customers that `update` found beside another one than before, since `begin_changes`;
    /// some more than once. `touch_again` stamps them all as touched now.
    [[nodiscard]] std::span<Node const> touched() const noexcept { return touched_; }
    void touch_again() noexcept;

    /// Whether a route visits what it visited when it was last updated: what was removed may be
    /// back.
    [[nodiscard]] bool is_as_updated(int r) const noexcept;

    /// Total penalised cost, recomputed: the prices of moves must add up to it.
    [[nodiscard]] Cost penalised_cost(CostModel const &costs) const;

private:
    /// A customer that was removed, and the visit before it; or one that was inserted.
    struct Change {
        Node customer;
        Node after;  ///< −1 if it was inserted
    };
    struct Saved {
        Stamp stamp = 0;             ///< of the route before the changes
        bool is_changed = false;     ///< since `begin_changes`
        bool is_updated = false;     ///< since `begin_changes`
        std::vector<Node> sequence;  ///< before the first update since then
    };

    static constexpr std::size_t at(std::int32_t i) noexcept { return static_cast<std::size_t>(i); }
    void link(Node first, Node second) noexcept {
        Visit &a = visits_[at(first)], &b = visits_[at(second)];
        a.next = second;
        b.prev = first;
        a.to_next = b.from_prev = problem_.distance(a.place, b.place);
        longest_arc_[at(first)] = std::max(a.from_prev, a.to_next);
        longest_arc_[at(second)] = std::max(b.from_prev, b.to_next);
    }
    void begin_anew() noexcept;
    [[nodiscard]] double angle_of(int r) const;
    [[nodiscard]] RouteSums sum_of(Stretch const &stretch) const noexcept;
    template <bool notes_touched>
    [[nodiscard]] Cost follow_links(int r);
    void stamp_if_lighter(int r, Load before);
    void touch(Node u);
    void touch_arc(Visit const &from, Visit const &to, std::pair<Node, Node> &was_beside);
    void set_totals(int r, Cost length, CostModel const &costs);
    void sum_up(int r) noexcept;
    void sum_reversals(int r) noexcept;
    /// What the sums of the route grow by where an absent customer is inserted.
    [[nodiscard]] LimitValues insertion_sums(Node u, Node after) const noexcept;
    static void add(LimitValues &sums, LimitValues const &more, Cost sign) noexcept;
    void put_in(Node u, Node after) noexcept;
    void take_out(Node u) noexcept;
    void note_change(int r);
    void save_before_update(int r);
    void take_back_changes() noexcept;
    void link_as_before(CostModel const &costs);

    Problem const &problem_;
    bool is_symmetric_, has_limits_;
    std::vector<Visit> visits_;
    std::vector<RouteSums> until_,
        from_;                       ///< by visit: from the start to it, and from it to the end
    std::vector<LimitValues> sums_;  ///< by route
    std::vector<Cost> reversal_;     ///< by visit: additional length of the reversed path to it
    std::vector<std::int32_t> route_of_;  ///< by visit
    std::vector<Stamp> changed_at_;       ///< by visit: when its route last changed
    std::vector<Distance> longest_arc_;   ///< by visit
    std::vector<Route> routes_;
    std::vector<Stamp> modified_;  ///< by route: when it last changed
    std::vector<std::vector<Node>> sequences_;
    std::vector<Node> order_;          ///< a sequence while it is followed
    std::vector<std::int32_t> empty_;  ///< every empty route is in here; some may be stale
    int used_routes_ = 0;
    Cost length_ = 0;
    Excess excess_;
    std::vector<std::pair<double, int>> by_angle_;
    std::vector<std::size_t> starts_;
    Stamp now_ = 0;
    Stamp loaded_ = 0;  ///< before any route of this solution was stamped
    bool stamps_lighter_only_ = false;

    bool can_undo_ = false;
    Cost length_before_changes_ = 0;
    std::vector<Change> log_;
    std::vector<int> changed_;
    std::vector<Saved> saved_;  ///< by route
    std::vector<Node> touched_;
    std::vector<Stamp> touched_at_;  ///< by customer: when it last got another neighbour
};

inline VisitContext Routes::context(Node u) const noexcept {
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
            .after_demand = visit.after_demand,
            .route = route_of_[at(u)]};
}

}  // namespace kinroute

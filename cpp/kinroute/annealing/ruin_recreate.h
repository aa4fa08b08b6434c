#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kinroute/base/config.h"
#include "kinroute/base/rng.h"
#include "kinroute/base/types.h"
#include "kinroute/problem/neighbours.h"
#include "kinroute/problem/problem.h"
#include "kinroute/solution/routes.h"

namespace kinroute {

/// Removes strings of related customers from neighbouring routes and inserts them greedily (after
/// Christiaens and Vanden Berghe 2020).
///
/// Both parts are local: which routes are ruined, and where a customer may be inserted, follows
/// from the relatedness φ, so that the time of a step does not depend on n. All limits are kept,
/// but for the capacity where that is wanted.
class RuinRecreate {
public:
    /// `routes` is the working solution.
    RuinRecreate(Routes &routes, Neighbours const &related, RuinConfig const &config, Rng &rng);

    RuinRecreate(RuinRecreate const &) = delete;
    RuinRecreate &operator=(RuinRecreate const &) = delete;

    /// Builds a solution from scratch, customer by customer around the depot; false if some could
    /// not be inserted. The caller updates the changed routes.
    [[nodiscard]] bool construct(CostModel const &costs);

    /// Removes so many customers on average and inserts them; false if some could not be inserted.
    /// The caller updates the changed routes, or undoes the changes.
    [[nodiscard]] bool perturb(double mean_removed);
    /// The same, but the capacity may be exceeded at its penalty.
    [[nodiscard]] bool perturb_with_excess(double mean_removed, CostModel const &costs);

private:
    /// The visit after which a customer is cheapest so far.
    struct Place {
        Node after = -1;
        Cost cost = unlimited;
    };

    /// A related customer, and how far it is.
    struct Nearby {
        Node customer;
        Distance to;
    };

    [[nodiscard]] std::span<Nearby const> nearby(Node u) const noexcept {
        auto const c = static_cast<std::size_t>(u);
        return {nearby_.data() + first_[c], nearby_.data() + first_[c + 1]};
    }

    void ruin(double mean_removed);
    void ruin_route_of(Node customer, int most);
    [[nodiscard]] bool recreate();
    void order_absent();
    [[nodiscard]] bool has_room(int route, Node customer) const noexcept;
    [[nodiscard]] Cost price_of_load(int route, Node customer) const noexcept;
    [[nodiscard]] bool has_time(Node customer, Node after) const noexcept;
    [[nodiscard]] Node best_place(Node customer);
    void look_beside(Node other, Distance to, Node customer, Place &best);
    void look_after(Node after, Node customer, Cost price_of_load, Place &best);
    [[nodiscard]] Node any_place(Node customer) const;
    [[nodiscard]] bool blinks() noexcept;

    Routes &routes_;
    Problem const &problem_;
    std::vector<Nearby> nearby_;      ///< all lists, one after another
    std::vector<std::size_t> first_;  ///< by customer: where its list begins
    RuinConfig config_;
    Rng &rng_;
    std::uint32_t split_stop_;          ///< in percent
    CostModel const *costs_ = nullptr;  ///< where the capacity may be exceeded
    std::vector<Node> absent_;
    std::vector<int> ruined_;
    std::uint64_t dice_ = 0;  ///< unused random bits
    int dice_left_ = 0;
};

}  // namespace kinroute

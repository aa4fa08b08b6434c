#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "kinroute/base/types.h"
#include "kinroute/problem/penalties.h"
#include "kinroute/problem/problem.h"

namespace kinroute {

/// A complete solution in both representations: a giant tour, and the routes it is cut into.
class Individual {
public:
    Individual() = default;
    Individual(Problem const &problem, std::vector<Node> tour);
    /// Without routes yet.
    explicit Individual(Problem const &problem);

    [[nodiscard]] std::span<Node const> tour() const noexcept { return tour_; }
    [[nodiscard]] int routes() const noexcept { return static_cast<int>(starts_.size()) - 1; }
    [[nodiscard]] std::span<Node const> route(int r) const noexcept {
        auto const i = static_cast<std::size_t>(r);
        return {tour_.data() + starts_[i], tour_.data() + starts_[i + 1]};
    }
    [[nodiscard]] std::vector<std::vector<Node>> route_lists() const;

    /// True if this solution has exactly this route; with `either_way` also in reverse.
    [[nodiscard]] bool has_route(std::span<Node const> route, bool either_way) const noexcept;

    /// The giant tour, to be rewritten by a crossover or a local search; `cut` must follow.
    [[nodiscard]] std::vector<Node> &tour() noexcept { return tour_; }

    /// Cuts the tour into routes: `starts` holds the first position of each, and n at the end.
    /// Empty routes are dropped; costs, successors and predecessors are updated.
    void cut(Problem const &problem, std::span<std::size_t const> starts);

    /// Takes the routes of a list, which visit every customer once.
    void assign(Problem const &problem, std::span<std::vector<Node> const> routes);

    [[nodiscard]] Cost distance() const noexcept { return distance_; }
    [[nodiscard]] Excess const &excess() const noexcept { return excess_; }
    [[nodiscard]] bool is_feasible() const noexcept { return excess_.is_none(); }
    [[nodiscard]] Cost penalised_cost(Penalties const &penalties) const noexcept {
        return distance_ + penalties.of(excess_);
    }

    /// The nodes visited just after and just before each customer (0: the depot).
    [[nodiscard]] std::span<Node const> successors() const noexcept { return successors_; }
    [[nodiscard]] std::span<Node const> predecessors() const noexcept { return predecessors_; }

private:
    std::vector<Node> tour_;
    std::vector<std::size_t> starts_;
    std::vector<Node> successors_, predecessors_;
    Cost distance_ = 0;
    Excess excess_;
};

}  // namespace kinroute

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "kinroute/base/types.h"
#include "kinroute/genetic/penalties.h"
#include "kinroute/problem/problem.h"

namespace kinroute {

/// A complete solution in both of its forms: a giant tour, and the routes it is cut into.
class Individual {
public:
    Individual() = default;
    Individual(Problem const &problem, std::vector<Node> tour);

    [[nodiscard]] std::span<Node const> tour() const noexcept { return tour_; }
    [[nodiscard]] int routes() const noexcept { return static_cast<int>(starts_.size()) - 1; }
    [[nodiscard]] std::span<Node const> route(int r) const noexcept {
        auto const i = static_cast<std::size_t>(r);
        return {tour_.data() + starts_[i], tour_.data() + starts_[i + 1]};
    }
    [[nodiscard]] std::vector<std::vector<Node>> route_lists() const;

    /// True if another solution has just this route, driven either way.
    [[nodiscard]] bool has_route(std::span<Node const> route) const noexcept;

    /// The giant tour, to be rewritten by a crossover or a local search; `cut` must follow.
    [[nodiscard]] std::vector<Node> &tour() noexcept { return tour_; }

    /// Cuts the tour into routes: `starts` holds the first position of each, and n at the end.
    /// Empty routes are dropped; costs and neighbours are brought up to date.
    void cut(Problem const &problem, std::span<std::size_t const> starts);

    /// Takes the routes of a list, which visit every customer once.
    void assign(Problem const &problem, std::span<std::vector<Node> const> routes);

    [[nodiscard]] Cost distance() const noexcept { return distance_; }
    [[nodiscard]] Cost excess_load() const noexcept { return excess_load_; }
    [[nodiscard]] Cost excess_duration() const noexcept { return excess_duration_; }
    [[nodiscard]] bool is_feasible() const noexcept {
        return excess_load_ == 0 && excess_duration_ == 0;
    }
    [[nodiscard]] Cost penalised_cost(Penalties const &penalties) const noexcept {
        return distance_ + penalties.of_load(excess_load_) +
               penalties.of_duration(excess_duration_);
    }

    /// The nodes visited just after and just before each customer (0: the depot).
    [[nodiscard]] std::span<Node const> successors() const noexcept { return successors_; }
    [[nodiscard]] std::span<Node const> predecessors() const noexcept { return predecessors_; }

private:
    std::vector<Node> tour_;
    std::vector<std::size_t> starts_;
    std::vector<Node> successors_, predecessors_;
    Cost distance_ = 0, excess_load_ = 0, excess_duration_ = 0;
};

}  // namespace kinroute

#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "kinroute/base/config.h"
#include "kinroute/base/rng.h"
#include "kinroute/problem/penalties.h"
#include "kinroute/solution/individual.h"

namespace kinroute {

/// One of the two subpopulations: solutions in order of penalised cost, with their distances.
class Subpopulation {
public:
    /// Where distances are symmetric, routes driven backwards are the same.
    Subpopulation(PopulationConfig const &config, bool is_symmetric);

    [[nodiscard]] std::size_t size() const noexcept { return members_.size(); }
    [[nodiscard]] Individual const &operator[](std::size_t i) const {
        return *members_[i].solution;
    }

    [[nodiscard]] bool has(Individual const &individual) const noexcept;

    /// Adds a copy; selects survivors if there are too many.
    void add(Individual const &individual, Penalties const &penalties);

    /// Rank by cost blended with rank by diversity, both from 0 to 1; smaller is better.
    [[nodiscard]] double biased_fitness(std::size_t i);

    /// The sum over all members of their mean distances to those nearest to them.
    [[nodiscard]] double total_diversity() const noexcept;

    /// Sorts the members again after the penalties changed.
    void reorder(Penalties const &penalties);
    void clear() noexcept;

private:
    struct Member {
        std::unique_ptr<Individual> solution;
        std::vector<std::pair<double, Individual const *>>
            others;  ///< with distances, nearest first
        Cost cost = 0;
        double fitness = 0;
    };

    [[nodiscard]] double diversity(Member const &member) const noexcept;
    void rank();
    void remove_worst();

    PopulationConfig config_;
    bool is_symmetric_;
    std::size_t most_;  ///< members before the worst have to go
    std::vector<Member> members_;
    std::vector<Member> spare_;  ///< to reuse their memory
    std::vector<std::pair<double, std::size_t>> by_diversity_;
    bool is_ranked_ = false;
};

/// The feasible and the infeasible subpopulation.
class Population {
public:
    Population(PopulationConfig const &config, bool is_symmetric, Rng &rng);

    Population(Population const &) = delete;
    Population &operator=(Population const &) = delete;

    void add(Individual const &individual, Penalties const &penalties);
    void copy_members(std::vector<Individual> &members) const;

    /// The better, by biased fitness, of two random members of both subpopulations.
    [[nodiscard]] Individual const &tournament();

    void reorder(Penalties const &penalties) { infeasible_.reorder(penalties); }

    /// The mean broken-pairs distance of the members to those nearest to them, from 0 to 1.
    [[nodiscard]] double diversity() const noexcept {
        double const total = feasible_.total_diversity() + infeasible_.total_diversity();
        return size() == 0 ? 0 : total / static_cast<double>(size());
    }
    void clear() noexcept;

    [[nodiscard]] std::size_t size() const noexcept {
        return feasible_.size() + infeasible_.size();
    }

private:
    struct Pick {
        Subpopulation *from;
        std::size_t index;
    };
    [[nodiscard]] Pick pick();

    Subpopulation feasible_, infeasible_;
    Rng &rng_;
};

}  // namespace kinroute

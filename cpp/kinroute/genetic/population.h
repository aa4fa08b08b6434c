#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "kinroute/base/rng.h"
#include "kinroute/genetic/penalties.h"
#include "kinroute/solution/individual.h"

namespace kinroute {

struct PopulationConfig {
    int min_size = 12;         ///< μ: how many survive
    int generation_size = 20;  ///< λ: how many more are born before the others go
    int elite = 4;             ///< how many of the best by cost outrank any by diversity
    int close = 5;             ///< how many nearest solutions measure a solution's diversity
    bool unique = false;       ///< whether a solution that is a member already is left out
};

/// One of the two subpopulations: solutions in order of penalised cost, with their distances.
class Subpopulation {
public:
    explicit Subpopulation(PopulationConfig const &config);

    [[nodiscard]] std::size_t size() const noexcept { return members_.size(); }
    [[nodiscard]] Individual const &operator[](std::size_t i) const {
        return *members_[i].solution;
    }

    [[nodiscard]] bool has(Individual const &individual) const noexcept;

    /// Adds a copy; lets the worst go when there are too many.
    void add(Individual const &individual, Penalties const &penalties);

    /// Rank by cost blended with rank by diversity, both from 0 to 1; smaller is better.
    [[nodiscard]] double biased_fitness(std::size_t i);

    /// Puts the members in order again after the penalties changed.
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
    std::size_t most_;  ///< members before the worst have to go
    std::vector<Member> members_;
    std::vector<Member> spare_;  ///< kept for their memory
    std::vector<std::pair<double, std::size_t>> by_diversity_;
    bool is_ranked_ = false;
};

/// The feasible and the infeasible subpopulation.
class Population {
public:
    Population(PopulationConfig const &config, Rng &rng);

    void add(Individual const &individual, Penalties const &penalties);
    void copy_members(std::vector<Individual> &members) const;

    /// The better, by biased fitness, of two random members of both subpopulations.
    [[nodiscard]] Individual const &tournament();

    void reorder(Penalties const &penalties) { infeasible_.reorder(penalties); }
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

#pragma once

#include "kinroute/genetic/crossover.h"
#include "kinroute/genetic/edge_assembly.h"
#include "kinroute/genetic/population.h"
#include "kinroute/genetic/search_context.h"
#include "kinroute/genetic/split.h"
#include "kinroute/problem/penalties.h"
#include "kinroute/solution/dont_look_bits.h"
#include "kinroute/solution/individual.h"
#include "kinroute/solution/visited_solutions.h"

namespace kinroute {

/// A new solution before local search, and which parts of it need not be examined.
struct Child {
    Individual solution;
    DontLookBits dont_look;
};

/// Makes a child of members of the population.
class Breeding {
public:
    virtual ~Breeding() = default;
    virtual void breed(Population &population, Penalties const &penalties, Child &child) = 0;
    /// Called when a new population starts.
    virtual void restart() {}
};

/// As in the paper: two binary tournaments, a crossover of the giant tours, and Split.
class CrossoverBreeding : public Breeding {
public:
    CrossoverBreeding(SearchContext &context, Split &split);

    void breed(Population &population, Penalties const &penalties, Child &child) override;

protected:
    void cross(Individual const &first, Individual const &second, Penalties const &penalties,
               Child &child);

    SearchContext &context_;

private:
    Split &split_;
    Crossover crossover_;
};

/// A share of the children by edge assembly, the others by crossover. Edge assembly often repeats a
/// child: then, or if both parents are the same, other parents are selected.
class EdgeAssemblyBreeding : public CrossoverBreeding {
public:
    EdgeAssemblyBreeding(SearchContext &context, Split &split);

    void breed(Population &population, Penalties const &penalties, Child &child) override;
    void restart() override { visited_.clear(); }

private:
    EdgeAssembly edge_assembly_;
    VisitedSolutions visited_;  ///< children of edge assembly since the restart
};

}  // namespace kinroute

#pragma once

#include <cmath>
#include <vector>

#include "kinroute/annealing/ruin_recreate.h"
#include "kinroute/base/rng.h"
#include "kinroute/genetic/local_search.h"
#include "kinroute/genetic/penalties.h"
#include "kinroute/problem/neighbours.h"
#include "kinroute/problem/problem.h"
#include "kinroute/solution/individual.h"

namespace kinroute {

struct IteratedSearchConfig {
    double hot = 1, cold = 0.01;  ///< first and last temperature, in mean arcs
    RuinRecreateConfig ruin_recreate{.mean_removed = 15};
    int granularity = 15;             ///< Γ
    int penalties_adapt_every = 100;  ///< steps
};

/// Improves one solution step by step: a part of it is ruined and recreated, local search puts that
/// part in order, and the result is taken or dropped as in simulated annealing.
///
/// Local search may overload routes at a price; what is still overloaded after a repair is dropped.
class IteratedSearch {
public:
    /// `related` is already symmetrised. The penalties outlive the search: they are adapted.
    IteratedSearch(Problem const &problem, Neighbours related, Neighbours ruin,
                   IteratedSearchConfig const &config, PenaltyControl &penalties, Rng &rng,
                   Monitor *monitor);

    /// Brings a feasible solution to the best one seen. `share` is told the least length so far now
    /// and then, and asked how much of the annealing is over; `until` that share it goes on.
    template <class Share>
    void run(Individual &individual, double until, Share &&share) {
        begin(individual);
        for (double done = share(best_.distance()); done < until; done = share(best_.distance())) {
            temperature_ = arc_ * config_.hot * std::pow(config_.cold / config_.hot, done);
            for (int k = 0; k < steps_per_look; ++k) step();
        }
        individual = best_;
    }

    static constexpr int steps_per_look = 8;

private:
    void begin(Individual const &individual);
    void step();
    void search_around_changes();

    Problem const &problem_;
    IteratedSearchConfig config_;
    PenaltyControl &penalties_;
    Rng &rng_;
    LocalSearch local_search_;
    RuinRecreate ruin_recreate_;
    Individual current_, best_, trial_;
    std::vector<char> settled_;  ///< by route of the trial
    double arc_ = 1;
    double temperature_ = 0;
    int steps_ = 0;
};

}  // namespace kinroute

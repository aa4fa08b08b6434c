#pragma once

#include <functional>
#include <span>
#include <vector>

#include "kinroute/annealing/iterated_search.h"
#include "kinroute/annealing/ruin_recreate.h"
#include "kinroute/base/monitor.h"
#include "kinroute/base/rng.h"
#include "kinroute/genetic/penalties.h"
#include "kinroute/problem/neighbours.h"
#include "kinroute/problem/problem.h"
#include "kinroute/solution/individual.h"

namespace kinroute {

/// How the first population is made from annealed solutions instead of random ones.
struct AnnealingConfig {
    int solutions = 0;         ///< how many; 0: the first population is random
    double share = 0.25;       ///< of the time limit that they take together
    double quick_share = 0;    ///< of that, for ruin and recreate without local search
    double steps = 500;        ///< quick ones per customer, where there is no time limit
    double search_steps = 30;  ///< with local search per customer, likewise
    int part_size = 400;       ///< customers that are annealed at a time
    int rounds = 10;           ///< how often a large problem is cut into parts anew
    double target_feasible = 0.8;
    RuinRecreateConfig ruin_recreate;
    IteratedSearchConfig iterated;
};

/// Builds one solution and anneals it: first quickly, by ruin and recreate alone, then with local
/// search around every change. A large problem is cut into neighbourhoods of routes time and again,
/// which are annealed one after the other, all at the same temperature.
class Annealer {
public:
    /// Told the least length so far and the work done since the last time, both now and then; says
    /// how much of the time is over, or nothing where the work decides, and whether to end.
    struct Report {
        Cost length;
        int quick_steps;
        int search_steps;
    };
    struct Answer {
        double share;  ///< of the time that is over; below 0 where there is no time limit
        bool is_over;
    };
    using Ask = std::function<Answer(Report const &)>;

    /// `related` is already symmetrised.
    Annealer(Problem const &problem, Neighbours related, Neighbours ruin,
             AnnealingConfig const &config, PenaltyControl const &penalties, Rng &rng,
             Monitor *monitor);

    /// Builds a solution from nothing; false if some customer found no place.
    [[nodiscard]] bool construct(Individual &individual) {
        return ruin_recreate_.construct(individual);
    }
    /// Brings a feasible solution to the best one seen.
    void run(Individual &individual, Ask const &ask);

private:
    void anneal_quickly(Individual &individual);
    void anneal_with_search(Individual &individual);
    void anneal_part(std::vector<std::vector<Node>> &routes, std::span<int const> chosen,
                     int spare_routes, Cost length_of_all, double until);
    [[nodiscard]] double done(Report const &report);

    Problem const &problem_;
    Neighbours related_, ruin_;
    AnnealingConfig config_;
    PenaltyControl penalties_;
    Rng &rng_;
    Monitor *monitor_;
    RuinRecreate ruin_recreate_;
    Ask const *ask_ = nullptr;
    double work_ = 0;  ///< share of all steps that are done
};

}  // namespace kinroute

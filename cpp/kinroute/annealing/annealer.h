#pragma once

#include <functional>
#include <span>
#include <vector>

#include "kinroute/annealing/annealing.h"
#include "kinroute/base/config.h"
#include "kinroute/base/monitor.h"
#include "kinroute/base/rng.h"
#include "kinroute/genetic/penalty_control.h"
#include "kinroute/problem/neighbours.h"
#include "kinroute/problem/problem.h"
#include "kinroute/solution/individual.h"

namespace kinroute {

/// Builds one solution and anneals it: first quickly, by ruin and recreate alone, then with local
/// search around every change. A large problem is decomposed repeatedly into groups of neighbouring
/// routes, which are annealed one after the other, all at the same temperature.
class Annealer {
public:
    /// The least length so far, and the work since the last report.
    struct Report {
        Cost length;
        int quick_steps;
        int search_steps;
    };
    struct Answer {
        double share;  ///< of the time that has passed; below 0 without a time limit
        bool is_over;
    };
    /// Called at intervals; the answer is the time passed, and whether to end.
    using Observer = std::function<Answer(Report const &)>;

    /// `related` is already symmetrised.
    Annealer(Problem const &problem, Neighbours const &related, Neighbours const &ruin,
             SearchConfig const &config, Rng &rng, Monitor *monitor);

    Annealer(Annealer const &) = delete;
    Annealer &operator=(Annealer const &) = delete;

    /// Builds a solution from scratch; false if some customer could not be inserted.
    [[nodiscard]] bool construct(Individual &individual) { return whole_.construct(individual); }
    /// Anneals a feasible solution and replaces it by the best one found.
    void run(Individual &individual, Observer const &observer);
    /// The best routes so far while it runs; none otherwise.
    [[nodiscard]] std::vector<std::vector<Node>> best_routes() const {
        return best_routes_ ? best_routes_() : std::vector<std::vector<Node>>();
    }

private:
    void anneal_quickly(Individual &individual);
    void anneal_with_search(Individual &individual);
    void anneal_part(std::vector<std::vector<Node>> &routes, std::span<int const> chosen,
                     int spare_routes, Cost length_of_all, double until);
    [[nodiscard]] double done(Report const &report);

    Problem const &problem_;
    Neighbours const &related_, &ruin_;
    SearchConfig const &config_;
    PenaltyControl penalties_;
    Rng &rng_;
    Monitor *monitor_;
    Annealing whole_;  ///< for problems that are not decomposed
    Observer const *observer_ = nullptr;
    std::function<std::vector<std::vector<Node>>()> best_routes_;
    double work_ = 0;       ///< share of all steps that is done
    bool is_over_ = false;  ///< the observer has ended it
};

}  // namespace kinroute

#pragma once

#include <optional>
#include <vector>

#include "kinroute/annealing/ruin_recreate.h"
#include "kinroute/annealing/schedule.h"
#include "kinroute/base/config.h"
#include "kinroute/base/monitor.h"
#include "kinroute/base/rng.h"
#include "kinroute/genetic/local_search.h"
#include "kinroute/genetic/penalty_control.h"
#include "kinroute/problem/neighbours.h"
#include "kinroute/problem/problem.h"
#include "kinroute/solution/best_routes.h"
#include "kinroute/solution/individual.h"
#include "kinroute/solution/routes.h"

namespace kinroute {

/// Improves one solution step by step: a part of it is ruined and recreated, and the result is
/// accepted or undone as in simulated annealing. A step with search improves the changed part by
/// local search first; a quick step does not.
///
/// The time of a step depends only on the routes that it changes. Local search may exceed limits at
/// a penalty; a solution that is infeasible after a repair is undone.
class Annealing {
public:
    /// `related` is already symmetrised. The penalties are adapted, and must outlive the annealing.
    Annealing(Problem const &problem, Neighbours related, Neighbours ruin,
              SearchConfig const &config, PenaltyControl &penalties, Rng &rng, Monitor *monitor);

    Annealing(Annealing const &) = delete;
    Annealing &operator=(Annealing const &) = delete;

    /// Builds a solution from scratch; false if some customer could not be inserted.
    [[nodiscard]] bool construct(Individual &individual);

    /// Anneals a feasible solution and replaces it by the best one found. `share` is called at
    /// intervals with the least length so far and returns the share of the annealing that is done;
    /// `until` is the share at which to end.
    template <class Share>
    void run(Individual &individual, double until, Share &&share) {
        anneal(individual, until, share, steps_per_look, &Annealing::step_with_search);
    }
    /// The same without local search.
    template <class Share>
    void run_quickly(Individual &individual, double until, Share &&share) {
        anneal(individual, until, share, quick_steps_per_look, &Annealing::quick_step);
    }

    /// The best routes so far, once it runs.
    [[nodiscard]] std::vector<std::vector<Node>> const &best_routes() const {
        return best_->sequences();
    }

    [[nodiscard]] Cost best_length() const { return best_->length(); }

    /// The routes that the last run has ended with, which need not be the best.
    [[nodiscard]] std::vector<std::vector<Node>> current_routes() const {
        return BestRoutes(routes_).sequences();
    }

    /// Steps between two calls of `share`.
    static constexpr int steps_per_look = 8;
    static constexpr int quick_steps_per_look = 64;

private:
    template <class Share>
    void anneal(Individual &individual, double until, Share &share, int steps,
                void (Annealing::*step)()) {
        begin(individual);
        for (double done = share(best_->length()); done < until; done = share(best_->length())) {
            schedule_.advance_to(done);
            is_narrow_ = done < config_.annealing.narrow_share;
            for (int k = 0; k < steps; ++k) (this->*step)();
        }
        best_->store(individual);
    }

    void begin(Individual const &individual);
    void quick_step();
    [[nodiscard]] bool keeps_limits() const noexcept;
    void step_with_search();
    [[nodiscard]] bool ruin_and_recreate();
    void search_around_changes();
    void search_around_changed(Penalties const &penalties);
    void accept_or_undo(bool is_valid);

    Problem const &problem_;
    SearchConfig config_;
    PenaltyControl &penalties_;
    Rng &rng_;
    Routes routes_;
    LocalSearch local_search_;
    RuinRecreate ruin_recreate_;
    Schedule schedule_;
    std::optional<BestRoutes> best_;
    Cost length_ = 0;           ///< of the current solution, before the changes of a step
    std::vector<int> changed_;  ///< routes that local search starts from
    int steps_ = 0;
    bool is_narrow_ = false;  ///< whether local search examines touched customers alone
};

}  // namespace kinroute

#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "kinroute/annealing/annealing.h"
#include "kinroute/annealing/annealing_team.h"
#include "kinroute/annealing/part.h"
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
/// routes, all annealed at the same temperature: one after the other, or by several threads at the
/// same time.
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
    /// Anneals a feasible solution and replaces it by the best one found; with a team, together
    /// with the annealers of the other threads, which `serve`.
    void run(Individual &individual, Observer const &observer, AnnealingTeam *team = nullptr);
    /// Anneals parts of the solution that the first annealer of the team runs, until that is done.
    void serve(int index, Observer const &observer, AnnealingTeam &team);
    /// The best routes so far while it runs; none otherwise.
    [[nodiscard]] RouteLists best_routes() const {
        return best_routes_ ? best_routes_() : RouteLists();
    }

private:
    /// A stage of the annealing, with or without local search, between two shares of it.
    struct Stage {
        bool is_quick;
        double from, to;
        int rounds;       ///< decompositions
        int parts;        ///< of each
        bool keeps_best;  ///< whether a round begins with the best routes of the one before
    };
    /// Routes that are annealed together, before and after that.
    struct Group {
        RouteLists start;
        RouteLists current, best;
        int customers = 0;
        int fleet = 0;
        double until = 0;  ///< the share of the annealing at which to end
        Cost start_length = 0, best_length = 0;
    };

    void begin(Observer const &observer, AnnealingTeam *team);
    [[nodiscard]] Stage stage_with_search() const;
    void anneal_quickly(Individual &individual);
    void run_stage(Individual &individual, Stage const &stage);
    [[nodiscard]] std::vector<Group> groups_of(Individual const &individual, Stage const &stage,
                                               int round);
    void anneal_groups(std::vector<Group> &groups, Stage const &stage);
    void anneal(std::vector<Group> &groups, std::size_t number, Stage const &stage);
    void show(std::vector<Group> const &groups, Group const &running, Part const &part,
              Annealing const &annealing);
    [[nodiscard]] int threads() const noexcept {
        return team_ == nullptr ? 1 : team_->fork_join.threads();
    }
    [[nodiscard]] bool is_first() const noexcept {
        return team_ != nullptr && team_->members.front() == this;
    }
    [[nodiscard]] double done(Report report);
    void count_for_team(Report &report) const;

    Problem const &problem_;
    Neighbours const &related_, &ruin_;
    SearchConfig const &config_;
    PenaltyControl penalties_;
    Rng &rng_;
    Monitor *monitor_;
    Annealing whole_;  ///< for the quick stage of one thread
    Observer const *observer_ = nullptr;
    AnnealingTeam *team_ = nullptr;
    std::function<RouteLists()> best_routes_;
    RouteLists best_;        ///< of all rounds
    Cost best_length_ = 0;   ///< of them
    Cost round_length_ = 0;  ///< with the best routes of each group of this round so far
    double work_ = 0;        ///< share of all steps that is done
    bool is_over_ = false;   ///< the observer has ended it
};

}  // namespace kinroute

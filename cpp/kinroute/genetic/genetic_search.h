#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "kinroute/annealing/annealer.h"
#include "kinroute/base/monitor.h"
#include "kinroute/base/rng.h"
#include "kinroute/genetic/crossover.h"
#include "kinroute/genetic/edge_assembly.h"
#include "kinroute/genetic/local_search.h"
#include "kinroute/genetic/penalties.h"
#include "kinroute/genetic/population.h"
#include "kinroute/genetic/split.h"
#include "kinroute/parallel/exchange.h"
#include "kinroute/problem/neighbours.h"
#include "kinroute/problem/problem.h"
#include "kinroute/solution/fingerprints.h"
#include "kinroute/solution/individual.h"

namespace kinroute {

struct SearchConfig {
    PopulationConfig population;
    PenaltyControl::Config penalties;
    CrossoverKind crossover = CrossoverKind::ox;
    double assembly_share = 0;            ///< of the children that edge assembly makes instead
    int granularity = 15;                 ///< Γ
    int initial = 0;                      ///< random solutions of the first population; 0: 4μ
    std::int64_t restart_after = 20'000;  ///< iterations without improvement
    int reunion_every = 0;                ///< restarts; 0: each begins from nothing
    int penalties_adapt_every = 100;      ///< iterations
    AnnealingConfig annealing;
    std::uint64_t seed = 1;
    double penalty_scale = 1;  ///< core units of cost per load, for one of the user's
};

struct SearchOutcome {
    Individual best;  ///< the best feasible solution, or the least infeasible one
    Progress progress;
    std::vector<Improvement> trace;
    StopReason reason = StopReason::running;
};

/// Who is related to whom, for each step that asks.
struct Relations {
    Neighbours local_search;  ///< already symmetrised
    Neighbours crossover, ruin;
};

/// One of several searches on threads of their own that work together.
struct Companions {
    Exchange *exchange = nullptr;  ///< none: it searches alone
    int self = 0;                  ///< which of them it is
};

/// Hybrid genetic search: the generation loop.
class GeneticSearch {
public:
    GeneticSearch(std::shared_ptr<Problem const> problem, Relations const &related,
                  SearchConfig const &config, Limits const &limits, Monitor::Poll poll,
                  Companions companions = {});

    /// Searches until a limit is reached; `start`, if any, joins the first population.
    [[nodiscard]] SearchOutcome run(std::vector<std::vector<Node>> const &start);

private:
    void begin(std::vector<std::vector<Node>> const &start);
    void initialise();
    void add_random();
    void add_annealed(double from, double to);
    void anneal(double from, double to);
    void add_start(std::vector<std::vector<Node>> const &routes);
    void generation();
    void breed();
    void educate(Individual &child, Role role);
    void repair(Individual &child);
    void restart_if_stuck();
    void reunite();
    void note_best(Individual const &candidate);

    // What it makes goes to its own population at once, to the companions' by way of the exchange.
    [[nodiscard]] int companions() const noexcept {
        return companions_.exchange == nullptr ? 1 : companions_.exchange->searches();
    }
    void offer(Individual const &solution, Role role);
    void end_turn(bool is_iteration);
    void read_what_is_due();
    void meet();
    template <class Wanted>
    void read_from(int search, Wanted const &is_wanted);
    void take(Batch const &batch);
    void take(Individual const &solution, Role role);
    void end_iteration();
    void look_at_what_is_left();

    std::shared_ptr<Problem const> problem_;
    SearchConfig config_;
    Companions companions_;
    Monitor monitor_;
    Rng rng_;
    PenaltyControl penalties_;
    Split split_;
    LocalSearch local_search_;
    Annealer annealer_;
    Crossover crossover_;
    EdgeAssembly edge_assembly_;
    Fingerprints assembled_;  ///< children of edge assembly since the restart, before local search
    Population population_;
    std::vector<Individual> forebears_;  ///< members of the populations since the last reunion
    Individual child_;
    std::vector<char> settled_;  ///< by route of the child: is it as it was in a local optimum?
    std::vector<char> kept_;     ///< by customer of a child that edge assembly made, likewise
    std::optional<Individual> best_;              ///< over all restarts
    std::optional<Individual> least_infeasible_;  ///< while there is no feasible one
    std::optional<Cost> best_since_restart_;
    std::int64_t last_progress_ = 0;  ///< iteration of the last improvement since the restart
    bool has_offered_ = false;        ///< whether there is any solution yet
    Batch outbox_;                    ///< made in this turn
    std::int64_t turns_ = 0;          ///< batches published
    std::int64_t turn_began_ = 0;     ///< work that was done before the turn
    double turn_work_ = 0;            ///< of the last turns, on average
    bool is_closed_ = false;          ///< a companion has ended the search
    bool is_behind_ = false;          ///< a companion has restarted
};

}  // namespace kinroute

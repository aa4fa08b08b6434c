#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kinroute/genetic/breeding.h"
#include "kinroute/genetic/local_search.h"
#include "kinroute/genetic/peers.h"
#include "kinroute/genetic/penalty_control.h"
#include "kinroute/genetic/population.h"
#include "kinroute/genetic/restarts.h"
#include "kinroute/genetic/search_context.h"
#include "kinroute/genetic/split.h"
#include "kinroute/solution/individual.h"
#include "kinroute/solution/routes.h"

namespace kinroute {

/// Hybrid genetic search: the generation loop.
class GeneticSearch : public Receiver {
public:
    GeneticSearch(SearchContext &context, Breeding &breeding, Restarts &restarts, Split &split,
                  Peers &peers);

    GeneticSearch(GeneticSearch const &) = delete;
    GeneticSearch &operator=(GeneticSearch const &) = delete;

    /// Adds a warm start, as it is, so that the search never ends with a worse one, and improved.
    void add_start(std::vector<std::vector<Node>> const &routes);
    /// Makes a first population of random solutions, improved.
    void initialise();
    /// Runs iterations until a limit is reached.
    void run();

    /// Improves a solution by local search and adds it to the population; likewise its repair.
    void improve_and_admit(Child &child, Role role);
    /// Adds a solution to the own population, and publishes it to the peers.
    void admit(Individual const &solution, Role role);
    void end_turn(bool is_iteration);
    /// Waits for the peers, and receives their solutions.
    void synchronise() { peers_.synchronise(*this); }

    [[nodiscard]] bool has_population() const noexcept { return population_.size() > 0; }

    void receive(Batch const &batch) override;
    void note_incumbent(Individual const &solution) override { context_.incumbent.note(solution); }

private:
    void add_random();
    void repair(Child &child);
    void receive(Individual const &solution, Role role);
    void end_iteration();
    void note_state();
    [[nodiscard]] bool is_stagnant() const noexcept;
    void restart();
    [[nodiscard]] int restart_count() const noexcept;

    SearchContext &context_;
    Breeding &breeding_;
    Restarts &restarts_;
    Split &split_;
    Peers &peers_;
    PenaltyControl penalties_;
    Routes routes_;
    LocalSearch local_search_;
    Population population_;
    Child child_;
    std::optional<Cost> best_since_restart_;
    std::int64_t last_progress_ = 0;  ///< iteration of the last improvement since the restart
    bool is_behind_ = false;          ///< a peer has restarted
};

}  // namespace kinroute

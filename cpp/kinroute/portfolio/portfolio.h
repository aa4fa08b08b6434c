#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "kinroute/annealing/annealer.h"
#include "kinroute/annealing/annealing_team.h"
#include "kinroute/base/config.h"
#include "kinroute/base/monitor.h"
#include "kinroute/genetic/breeding.h"
#include "kinroute/genetic/genetic_search.h"
#include "kinroute/genetic/peers.h"
#include "kinroute/genetic/restarts.h"
#include "kinroute/genetic/search_context.h"
#include "kinroute/genetic/split.h"
#include "kinroute/parallel/mailbox.h"

namespace kinroute {

struct SearchOutcome {
    Individual best;  ///< the best feasible solution, or the least infeasible one
    Progress progress;
    std::vector<Improvement> trace;
    StopReason reason = StopReason::running;
};

/// A problem, the settings and the limits of a search.
struct SearchTask {
    Problem const &problem;
    Steering const &steering;
    SearchConfig const &config;
    std::uint64_t seed;
    Limits limits;
    std::vector<std::vector<Node>> const &start;  ///< warm start, or empty
};

/// What the searches on several threads share.
struct ThreadLinks {
    explicit ThreadLinks(int threads) : mailbox(threads), team(threads) {}

    Mailbox mailbox;
    AnnealingTeam team;
};

/// One search, composed of the parts that its settings name: the paper's methods are a genetic
/// search and nothing else; `auto` adds annealed parents, edge assembly and merging restarts.
class Portfolio {
public:
    Portfolio(SearchTask const &task, Monitor::Poll poll) : Portfolio(task, poll, nullptr, 0) {}
    /// One of several searches on threads of their own.
    Portfolio(SearchTask const &task, Monitor::Poll poll, ThreadLinks *links, int index);

    [[nodiscard]] SearchOutcome run();

private:
    [[nodiscard]] Monitor::RouteLists best_routes() const;
    void anneal_parents();
    void anneal_parent(Child &parent, double from, double to);
    void anneal(Individual &solution, double from, double to);
    [[nodiscard]] Annealer::Observer time_between(double from, double to);
    [[nodiscard]] bool anneals_together() const noexcept;

    SearchTask const &task_;
    ThreadLinks *links_;
    SearchContext context_;
    Split split_;
    std::unique_ptr<Peers> peers_;
    std::unique_ptr<Breeding> breeding_;
    std::unique_ptr<Restarts> restarts_;
    GeneticSearch genetic_search_;
    std::unique_ptr<Annealer> annealer_;  ///< null if no parents are annealed
};

}  // namespace kinroute

#include "kinroute/annealing/iterated_search.h"

#include <utility>

#include "kinroute/solution/settled.h"

namespace kinroute {

IteratedSearch::IteratedSearch(Problem const &problem, Neighbours related, Neighbours ruin,
                               IteratedSearchConfig const &config, PenaltyControl &penalties,
                               Rng &rng, Monitor *monitor)
    : problem_(problem),
      config_(config),
      penalties_(penalties),
      rng_(rng),
      local_search_(problem, std::move(related), config.granularity, rng, monitor),
      ruin_recreate_(problem, std::move(ruin), config.ruin_recreate, rng) {}

void IteratedSearch::begin(Individual const &individual) {
    current_ = best_ = trial_ = individual;
    ruin_recreate_.begin(current_);
    arc_ = ruin_recreate_.mean_arc();
}

void IteratedSearch::step() {
    if (++steps_ % config_.penalties_adapt_every == 0) penalties_.adapt();
    if (!ruin_recreate_.perturbed(trial_)) return;
    search_around_changes();
    double const most =
        static_cast<double>(current_.distance()) - temperature_ * std::log(rng_.real());
    if (!trial_.is_feasible() || static_cast<double>(trial_.distance()) >= most) return;
    std::swap(current_, trial_);
    ruin_recreate_.begin(current_);
    if (current_.distance() < best_.distance()) best_ = current_;
}

void IteratedSearch::search_around_changes() {
    settle_routes_of(current_, trial_, settled_);
    local_search_.run_around(trial_, penalties_.current(), settled_);
    penalties_.note(trial_.excess_load() == 0, trial_.excess_duration() == 0);
    if (trial_.is_feasible()) return;
    settle_routes_that_fit(problem_, trial_, settled_);
    local_search_.run_around(trial_, penalties_.raised(10), settled_);
}

}  // namespace kinroute

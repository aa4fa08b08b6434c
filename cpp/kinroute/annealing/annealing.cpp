#include "kinroute/annealing/annealing.h"

#include <algorithm>
#include <utility>

namespace kinroute {

namespace {

/// Factor of the penalties in a repair.
constexpr double repair_factor = 10;

}  // namespace

Annealing::Annealing(Problem const &problem, Neighbours related, Neighbours ruin,
                     SearchConfig const &config, PenaltyControl &penalties, Rng &rng,
                     Monitor *monitor)
    : problem_(problem),
      config_(config),
      penalties_(penalties),
      rng_(rng),
      routes_(problem),
      local_search_(routes_, std::move(related), config.granularity, rng, monitor),
      ruin_recreate_(routes_, ruin, config.ruin, rng),
      schedule_(config.annealing.initial_temperature, config.annealing.final_temperature, 1) {}

bool Annealing::construct(Individual &individual) {
    if (!ruin_recreate_.construct(local_search_.costs())) return false;
    BestRoutes(routes_).store(individual);
    return true;
}

void Annealing::begin(Individual const &individual) {
    routes_.load(individual, local_search_.costs());
    if (config_.annealing.lighter_only) routes_.stamp_lighter_only();
    best_.emplace(routes_);
    length_ = routes_.length();
    double const arcs = problem_.customers() + routes_.used_routes();
    schedule_ = Schedule(config_.annealing.initial_temperature, config_.annealing.final_temperature,
                         static_cast<double>(length_) / arcs);
}

void Annealing::quick_step() {
    routes_.begin_changes();
    bool const is_complete = ruin_recreate_.perturb(config_.ruin.quick_mean_removed);
    accept_or_undo(is_complete && keeps_limits());
}

/// Without the triangle inequality, a route may take longer without a customer than with it.
bool Annealing::keeps_limits() const noexcept {
    return !problem_.has_limits() || std::ranges::all_of(routes_.changed_routes(), [this](int r) {
        return routes_.keeps_limits(r);
    });
}

void Annealing::step_with_search() {
    if (++steps_ % config_.penalties.adapt_every == 0) penalties_.adapt();
    routes_.begin_changes();
    bool const is_complete = ruin_and_recreate();
    if (is_complete) search_around_changes();
    accept_or_undo(is_complete && routes_.excess().is_none());
}

bool Annealing::ruin_and_recreate() {
    RuinConfig const &config = config_.ruin;
    if (!config.allows_excess) return ruin_recreate_.perturb(config.mean_removed);
    CostModel const costs(problem_, penalties_.current());
    return ruin_recreate_.perturb_with_excess(config.mean_removed, costs);
}

void Annealing::search_around_changes() {
    changed_.clear();
    for (int const r : routes_.changed_routes()) {
        if (!routes_.is_as_updated(r)) changed_.push_back(r);
    }
    search_around_changed(penalties_.current());
    penalties_.note(routes_.excess());
    if (routes_.excess().is_none()) return;
    changed_.clear();
    for (int const r : routes_.changed_routes()) {
        if (!routes_.route(r).excess.is_none()) changed_.push_back(r);
    }
    search_around_changed(penalties_.raised(repair_factor));
}

void Annealing::search_around_changed(Penalties const &penalties) {
    if (!config_.annealing.touched_only) {
        local_search_.run_around(changed_, penalties);
    } else if (is_narrow_) {
        local_search_.run_at_touched(changed_, penalties);
    } else {
        local_search_.run_around_touched(changed_, penalties);
    }
}

void Annealing::accept_or_undo(bool is_valid) {
    if (!is_valid || !schedule_.accepts(routes_.length(), length_, rng_)) {
        routes_.undo(local_search_.costs());
        return;
    }
    length_ = routes_.length();
    for (int const r : routes_.changed_routes()) best_->note_change(r);
    if (length_ < best_->length()) best_->keep();
}

}  // namespace kinroute

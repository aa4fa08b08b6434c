#include "genetic_search.h"

#include <numeric>
#include <tuple>
#include <utility>

namespace kinroute {

GeneticSearch::GeneticSearch(std::shared_ptr<Problem const> problem, Neighbours const &local_search,
                             Neighbours crossover, Neighbours ruin, SearchConfig const &config,
                             Limits const &limits, Monitor::Poll poll)
    : problem_(std::move(problem)),
      config_(config),
      monitor_(limits, std::move(poll)),
      rng_(config.seed),
      penalties_(*problem_, config.penalty_scale, config.penalties),
      split_(*problem_),
      local_search_(*problem_, local_search.symmetrised(), config.granularity, rng_, &monitor_),
      ruin_recreate_(*problem_, std::move(ruin), config.annealing.ruin_recreate, rng_),
      crossover_(config.crossover, std::move(crossover), problem_->customers(), rng_),
      population_(config.population, rng_),
      child_(*problem_, std::vector<Node>(static_cast<std::size_t>(problem_->customers()))) {}

SearchOutcome GeneticSearch::run(std::vector<std::vector<Node>> const &start) {
    begin(start);
    while (!monitor_.should_stop()) {
        generation();
        if (monitor_.progress().iterations - last_progress_ >= config_.restart_after) {
            monitor_.note_restart();
            population_.clear();
            best_since_restart_.reset();
            initialise();
            last_progress_ = monitor_.progress().iterations;
        }
    }
    return {std::move(best_ ? *best_ : *least_infeasible_), monitor_.progress(), monitor_.trace(),
            monitor_.reason()};
}

void GeneticSearch::begin(std::vector<std::vector<Node>> const &start) {
    if (!start.empty()) add_start(start);
    int const solutions = problem_->is_timed() ? 0 : config_.annealing.solutions;
    // The first is built whatever the clock says: an answer is due.
    for (int k = 0; k < solutions && (k == 0 || !monitor_.should_stop()); ++k) {
        add_annealed(config_.annealing.share * k / solutions,
                     config_.annealing.share * (k + 1) / solutions);
    }
    if (solutions == 0 || population_.size() == 0) initialise();
}

/// A solution built greedily, or the warm start the first time, annealed between two shares of the
/// time limit, and improved.
void GeneticSearch::add_annealed(double from, double to) {
    if (best_ && from == 0) {
        child_ = *best_;
    } else if (!ruin_recreate_.construct(child_)) {
        return;
    }
    note_best(child_);
    anneal(from, to);
    note_best(child_);
    settled_.clear();
    educate(child_);
}

void GeneticSearch::anneal(double from, double to) {
    auto const steps = config_.annealing.steps * problem_->customers();
    double looks = 0;
    ruin_recreate_.anneal(child_, [&](Cost best) {
        if (!best_ || best < best_->distance()) monitor_.note_improvement(best);
        monitor_.note_annealing(RuinRecreate::steps_per_look);
        if (monitor_.is_interrupted() || monitor_.reason() == StopReason::target) return 1.0;
        auto const share = monitor_.time_share();
        if (share) return (*share - from) / (to - from);
        return RuinRecreate::steps_per_look * looks++ / steps;
    });
}

/// 4μ random solutions, improved. The first is made whatever the clock says: an answer is due.
void GeneticSearch::initialise() {
    for (int k = 0; k < 4 * config_.population.min_size; ++k) {
        bool const is_enough = monitor_.is_interrupted() || monitor_.reason() == StopReason::target;
        if (is_enough && population_.size() > 0) return;
        add_random();
    }
}

void GeneticSearch::add_random() {
    auto &tour = child_.tour();
    std::iota(tour.begin(), tour.end(), 1);
    rng_.shuffle(std::span(tour));
    split_.run(child_, problem_->fleet(), penalties_.current());
    settled_.clear();
    educate(child_);
}

/// The solution as it was given, so that the search never ends with a worse one, and improved.
void GeneticSearch::add_start(std::vector<std::vector<Node>> const &routes) {
    std::vector<std::size_t> starts;
    auto &tour = child_.tour();
    tour.clear();
    for (auto const &route : routes) {
        starts.push_back(tour.size());
        tour.insert(tour.end(), route.begin(), route.end());
    }
    starts.push_back(tour.size());
    if (routes.size() <= static_cast<std::size_t>(problem_->fleet())) {
        child_.cut(*problem_, starts);
    } else {
        split_.run(child_, problem_->fleet(), penalties_.current());
    }
    note_best(child_);
    settled_.clear();
    educate(child_);
}

/// One iteration of the paper's loop: two parents, a child, local search, repair, survivors.
void GeneticSearch::generation() {
    monitor_.begin_iteration();
    Individual const &first = population_.tournament();
    Individual const &second = population_.tournament();
    int const routes = first.routes();
    crossover_.run(first, second, child_.tour());
    split_.run(child_, routes, penalties_.current());
    settle_routes_of(first);
    educate(child_);
    monitor_.end_iteration(penalties_.feasible_share());
    if (monitor_.progress().iterations % config_.penalties_adapt_every == 0) {
        penalties_.adapt();
        population_.reorder(penalties_.current());
    }
}

void GeneticSearch::educate(Individual &child) {
    local_search_.run(child, penalties_.current(), settled_);
    penalties_.note(child.excess_load() == 0, child.excess_duration() == 0);
    keep(child);
    if (!child.is_feasible() && rng_.below(2) == 1) repair(child);
}

/// Searches again at ten times the penalty; and, as long as nothing feasible is known at all, at
/// ever higher ones.
void GeneticSearch::repair(Individual &child) {
    for (double factor = 10; factor <= 1e5; factor *= 10) {
        settle_routes_that_fit(child);
        local_search_.run(child, penalties_.raised(factor), settled_);
        if (child.is_feasible()) keep(child);
        if (best_ || monitor_.is_interrupted()) return;
    }
}

/// Routes that the child has from `parent`, a local optimum, need no second look at one another.
void GeneticSearch::settle_routes_of(Individual const &parent) {
    settled_.resize(static_cast<std::size_t>(child_.routes()));
    for (int r = 0; r < child_.routes(); ++r) {
        settled_[static_cast<std::size_t>(r)] = parent.has_route(child_.route(r));
    }
}

/// At a higher penalty, nothing new can pay between two routes that keep every limit.
void GeneticSearch::settle_routes_that_fit(Individual const &child) {
    settled_.resize(static_cast<std::size_t>(child.routes()));
    for (int r = 0; r < child.routes(); ++r) {
        Cost load = 0;
        for (Node const customer : child.route(r)) load += problem_->demand(customer);
        settled_[static_cast<std::size_t>(r)] =
            !problem_->is_timed() && load <= problem_->capacity();
    }
}

void GeneticSearch::keep(Individual const &child) {
    population_.add(child, penalties_.current());
    note_best(child);
}

void GeneticSearch::note_best(Individual const &candidate) {
    if (!candidate.is_feasible()) {
        auto const badness = [](Individual const &x) {
            return std::tuple(x.excess_load(), x.excess_duration(), x.distance());
        };
        if (!best_ && (!least_infeasible_ || badness(candidate) < badness(*least_infeasible_))) {
            least_infeasible_ = candidate;
        }
        return;
    }
    if (!best_since_restart_ || candidate.distance() < *best_since_restart_) {
        best_since_restart_ = candidate.distance();
        last_progress_ = monitor_.progress().iterations;
    }
    if (!best_ || candidate.distance() < best_->distance()) {
        best_ = candidate;
        monitor_.note_improvement(candidate.distance());
    }
}

}  // namespace kinroute

#include "genetic_search.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "settled.h"

namespace kinroute {

namespace {

/// A stream of random numbers for each companion; the first has the one of the seed itself.
std::uint64_t seed_of(std::uint64_t seed, int self) {
    return seed + 0x632be59bd9b4e019ULL * static_cast<std::uint64_t>(self);
}

PenaltyControl::Config penalties_for_annealing(SearchConfig const &config) {
    PenaltyControl::Config result = config.penalties;
    result.target_feasible = config.annealing.target_feasible;
    return result;
}

}  // namespace

GeneticSearch::GeneticSearch(std::shared_ptr<Problem const> problem, Relations const &related,
                             SearchConfig const &config, Limits const &limits, Monitor::Poll poll,
                             Companions companions)
    : problem_(std::move(problem)),
      config_(config),
      companions_(companions),
      monitor_(limits, std::move(poll)),
      rng_(seed_of(config.seed, companions.self)),
      penalties_(*problem_, config.penalty_scale, config.penalties),
      split_(*problem_),
      local_search_(*problem_, related.local_search, config.granularity, rng_, &monitor_),
      annealer_(*problem_, related.local_search, related.ruin, config.annealing,
                PenaltyControl(*problem_, config.penalty_scale, penalties_for_annealing(config)),
                rng_, &monitor_),
      crossover_(config.crossover, related.crossover, problem_->customers(), rng_),
      edge_assembly_(*problem_, related.local_search, rng_),
      population_(config.population, rng_),
      child_(*problem_, std::vector<Node>(static_cast<std::size_t>(problem_->customers()))) {}

SearchOutcome GeneticSearch::run(std::vector<std::vector<Node>> const &start) {
    begin(start);
    while (!is_left_ && !monitor_.should_stop()) {
        generation();
        restart_if_stuck();
    }
    look_at_what_is_left();
    return {std::move(best_ ? *best_ : *least_infeasible_), monitor_.progress(), monitor_.trace(),
            monitor_.reason()};
}

void GeneticSearch::restart_if_stuck() {
    if (monitor_.progress().iterations - last_progress_ < config_.restart_after) return;
    monitor_.note_restart();
    if (config_.reunion_every > 0) population_.copy_members(forebears_);
    population_.clear();
    best_since_restart_.reset();
    bool const is_reunion =
        config_.reunion_every > 0 && monitor_.progress().restarts % config_.reunion_every == 0;
    if (is_reunion) {
        reunite();
    } else {
        initialise();
    }
    last_progress_ = monitor_.progress().iterations;
}

/// The next population is the best of those before: each found its own way, and had got stuck.
void GeneticSearch::reunite() {
    for (Individual const &member : forebears_) {
        population_.add(member, penalties_.current());
        if (!member.is_feasible()) continue;
        best_since_restart_ =
            std::min(member.distance(), best_since_restart_.value_or(member.distance()));
    }
    forebears_.clear();
}

void GeneticSearch::begin(std::vector<std::vector<Node>> const &start) {
    if (!start.empty()) add_start(start);
    int const solutions = problem_->is_timed() ? 0 : config_.annealing.solutions;
    int const rounds = (solutions + companions() - 1) / companions();
    // The first is built whatever the clock says: an answer is due.
    for (int k = 0; k < rounds && (k == 0 || !monitor_.should_stop()); ++k) {
        add_annealed(config_.annealing.share * k / rounds,
                     config_.annealing.share * (k + 1) / rounds);
    }
    read_turns_before(turn_);
    if (solutions == 0 || population_.size() == 0) initialise();
}

/// A solution built greedily, or the warm start the first time, annealed between two shares of the
/// time limit, and improved.
void GeneticSearch::add_annealed(double from, double to) {
    bool is_built = best_ && from == 0 && companions_.self == 0;
    if (is_built) {
        child_ = *best_;
    } else {
        is_built = annealer_.construct(child_);
    }
    if (is_built) {
        offer(child_, Role::shown);
        anneal(from, to);
        offer(child_, Role::shown);
        settled_.clear();
        educate(child_, Role::initial);
    }
    end_turn(false);
}

void GeneticSearch::anneal(double from, double to) {
    annealer_.run(child_, [&](Annealer::Report const &report) -> Annealer::Answer {
        if (!best_ || report.length < best_->distance()) monitor_.note_improvement(report.length);
        monitor_.note_annealing(report.quick_steps + report.search_steps);
        bool const is_over = monitor_.is_interrupted() || monitor_.reason() == StopReason::target;
        auto const share = monitor_.time_share();
        return {share ? std::max(0.0, (*share - from) / (to - from)) : -1, is_over};
    });
}

/// Random solutions, improved: 4μ unless told otherwise. The first is made whatever the clock says:
/// an answer is due.
void GeneticSearch::initialise() {
    int const wanted = config_.initial > 0 ? config_.initial : 4 * config_.population.min_size;
    for (int k = 0; k < wanted; k += companions()) {
        bool const is_enough =
            is_left_ || monitor_.is_interrupted() || monitor_.reason() == StopReason::target;
        if (is_enough && has_offered_) return;
        add_random();
    }
    read_turns_before(turn_);
}

void GeneticSearch::add_random() {
    auto &tour = child_.tour();
    std::iota(tour.begin(), tour.end(), 1);
    rng_.shuffle(std::span(tour));
    split_.run(child_, problem_->fleet(), penalties_.current());
    settled_.clear();
    educate(child_, Role::initial);
    end_turn(false);
}

/// The solution as it was given, so that the search never ends with a worse one, and improved.
void GeneticSearch::add_start(std::vector<std::vector<Node>> const &routes) {
    child_.assign(*problem_, routes);
    if (routes.size() > static_cast<std::size_t>(problem_->fleet())) {
        split_.run(child_, problem_->fleet(), penalties_.current());
    }
    offer(child_, Role::shown);
    settled_.clear();
    educate(child_, Role::initial);
    end_turn(false);
    read_turns_before(turn_);
}

/// One iteration of the paper's loop: two parents, a child, local search, repair, survivors.
void GeneticSearch::generation() {
    if (companions() == 1) monitor_.begin_iteration();
    breed();
    educate(child_, Role::born);
    end_turn(true);
}

void GeneticSearch::breed() {
    Individual const &first = population_.tournament();
    Individual const &second = population_.tournament();
    bool const is_assembled = config_.assembly_share > 0 && rng_.real() <= config_.assembly_share &&
                              edge_assembly_.run(first, second, child_);
    if (!is_assembled) {
        crossover_.run(first, second, child_.tour());
        split_.run(child_, first.routes(), penalties_.current());
    }
    settle_routes_of(first, child_, settled_);
}

void GeneticSearch::educate(Individual &child, Role role) {
    local_search_.run(child, penalties_.current(), settled_);
    offer(child, role);
    if (!child.is_feasible() && rng_.below(2) == 1) repair(child);
}

/// Searches again at ten times the penalty; and, as long as nothing feasible is known at all, at
/// ever higher ones.
void GeneticSearch::repair(Individual &child) {
    for (double factor = 10; factor <= 1e5; factor *= 10) {
        settle_routes_that_fit(*problem_, child, settled_);
        local_search_.run(child, penalties_.raised(factor), settled_);
        if (child.is_feasible()) offer(child, Role::repaired);
        if (child.is_feasible() || best_ || monitor_.is_interrupted()) return;
    }
}

void GeneticSearch::offer(Individual const &solution, Role role) {
    has_offered_ = true;
    if (companions_.exchange == nullptr) {
        take(solution, role);
    } else {
        outbox_.add(solution, role);
    }
}

/// What was made goes out to the companions, and what they made so far is taken in.
void GeneticSearch::end_turn(bool is_iteration) {
    if (companions_.exchange == nullptr) {
        if (is_iteration) end_iteration();
        return;
    }
    outbox_.is_iteration = is_iteration;
    outbox_.population = monitor_.progress().restarts;
    companions_.exchange->publish(companions_.self, outbox_);
    ++turn_;
    read_turns_before(turn_ - companions_.exchange->lead());
}

void GeneticSearch::read_turns_before(std::int64_t turn) {
    auto const is_over = [this] { return monitor_.is_interrupted(); };
    for (; turns_read_ < turn; ++turns_read_) {
        for (int s = 0; s < companions(); ++s) {
            Batch const *batch = companions_.exchange->await(s, turns_read_, is_over);
            if (batch == nullptr) {
                is_left_ = true;
                return;
            }
            take(*batch);
        }
    }
}

/// Children of a population from before the restart may be the best, but are no members.
void GeneticSearch::take(Batch const &batch) {
    if (batch.is_iteration && monitor_.reason() != StopReason::running) return;
    if (batch.is_iteration) monitor_.begin_iteration();
    bool const is_late = batch.population != monitor_.progress().restarts;
    for (std::size_t k = 0; k < batch.size(); ++k) {
        if (is_late) {
            note_best(batch[k].solution);
        } else {
            take(batch[k].solution, batch[k].role);
        }
    }
    if (batch.is_iteration) end_iteration();
}

void GeneticSearch::take(Individual const &solution, Role role) {
    if (role == Role::initial || role == Role::born) {
        penalties_.note(solution.excess_load() == 0, solution.excess_duration() == 0);
    }
    if (role != Role::shown) population_.add(solution, penalties_.current());
    bool const is_progress = !best_since_restart_ || solution.distance() < *best_since_restart_;
    if (solution.is_feasible() && is_progress) {
        best_since_restart_ = solution.distance();
        last_progress_ = monitor_.progress().iterations;
    }
    note_best(solution);
}

void GeneticSearch::end_iteration() {
    monitor_.end_iteration(penalties_.feasible_share());
    if (monitor_.progress().iterations % config_.penalties_adapt_every == 0) {
        penalties_.adapt();
        population_.reorder(penalties_.current());
    }
}

/// When the clock ended the search, what was published but not read yet may hold the best.
void GeneticSearch::look_at_what_is_left() {
    if (companions_.exchange == nullptr) return;
    companions_.exchange->close();
    bool const must_be_repeatable = monitor_.reason() == StopReason::iterations ||
                                    monitor_.reason() == StopReason::no_improvement;
    if (must_be_repeatable && best_) return;
    for (std::int64_t turn = turns_read_; turn < turn_; ++turn) {
        for (int s = 0; s < companions(); ++s) {
            Batch const *batch = companions_.exchange->published(s, turn);
            if (batch == nullptr) continue;
            for (std::size_t k = 0; k < batch->size(); ++k) note_best((*batch)[k].solution);
        }
    }
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
    if (!best_ || candidate.distance() < best_->distance()) {
        best_ = candidate;
        monitor_.note_improvement(candidate.distance());
    }
}

}  // namespace kinroute

#include "kinroute/genetic/genetic_search.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "kinroute/solution/settled.h"

namespace kinroute {

namespace {

/// A stream of random numbers for each companion; the first has the one of the seed itself.
std::uint64_t seed_of(std::uint64_t seed, int self) {
    return seed + 0x632be59bd9b4e019ULL * static_cast<std::uint64_t>(self);
}

/// What a turn takes beside local search, in the nanoseconds of `Monitor::note_work`.
constexpr int work_per_customer = 300;
/// How far companions may be behind, in turns. More means less waiting, but children of older
/// parents.
constexpr double slack = 0.5;
/// How often other parents are asked for a child that is new.
constexpr int most_tries = 5;

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
      edge_assembly_(*problem_, related.crossover, rng_),
      population_(config.population, rng_),
      child_(*problem_, std::vector<Node>(static_cast<std::size_t>(problem_->customers()))) {
    if (companions_.exchange != nullptr) {
        monitor_.share_work(&companions_.exchange->clock(companions_.self));
    }
}

SearchOutcome GeneticSearch::run(std::vector<std::vector<Node>> const &start) {
    begin(start);
    while (!is_closed_ && !monitor_.should_stop()) {
        generation();
        restart_if_stuck();
    }
    look_at_what_is_left();
    return {std::move(best_ ? *best_ : *least_infeasible_), monitor_.progress(), monitor_.trace(),
            monitor_.reason()};
}

void GeneticSearch::restart_if_stuck() {
    bool const is_stuck = monitor_.progress().iterations - last_progress_ >= config_.restart_after;
    if (!is_stuck && !is_behind_) return;
    is_behind_ = false;
    monitor_.note_restart();
    if (config_.reunion_every > 0) population_.copy_members(forebears_);
    population_.clear();
    assembled_.clear();
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
    meet();
    if (solutions == 0 || population_.size() == 0) {
        initialise();
        meet();
    }
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
            is_closed_ || monitor_.is_interrupted() || monitor_.reason() == StopReason::target;
        if (is_enough && has_offered_) return;
        add_random();
    }
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
}

/// One iteration of the paper's loop: two parents, a child, local search, repair, survivors.
void GeneticSearch::generation() {
    monitor_.begin_iteration();
    breed();
    educate(child_, Role::born);
    end_turn(true);
    if (companions_.exchange != nullptr) read_what_is_due();
}

/// Edge assembly often makes a child that was there before: then, or where both parents are the
/// same member, others are asked.
void GeneticSearch::breed() {
    for (int tries = 1;; ++tries) {
        Individual const &first = population_.tournament();
        Individual const &second = population_.tournament();
        bool const may_assemble = config_.assembly_share > 0;
        bool const is_assembled = may_assemble && rng_.real() <= config_.assembly_share &&
                                  edge_assembly_.run(first, second, child_);
        bool const is_new = is_assembled ? assembled_.note(child_) : &first != &second;
        if (may_assemble && !is_new && tries < most_tries) continue;
        if (!is_assembled) {
            crossover_.run(first, second, child_.tour());
            split_.run(child_, first.routes(), penalties_.current());
        }
        settle_routes_of(first, child_, settled_);
        kept_.clear();
        if (is_assembled) find_kept(first, child_, kept_);
        return;
    }
}

void GeneticSearch::educate(Individual &child, Role role) {
    local_search_.run(child, penalties_.current(), settled_,
                      role == Role::born ? kept_ : std::span<char const>{});
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

/// The search itself breeds from it at once, the companions as soon as they read of it.
void GeneticSearch::offer(Individual const &solution, Role role) {
    has_offered_ = true;
    take(solution, role);
    if (companions_.exchange != nullptr) outbox_.add(solution, role);
}

/// What was made goes out to the companions.
void GeneticSearch::end_turn(bool is_iteration) {
    if (is_iteration) end_iteration();
    if (companions_.exchange == nullptr) return;
    monitor_.note_work(work_per_customer * problem_->customers());
    outbox_.is_iteration = is_iteration;
    outbox_.population = monitor_.progress().restarts;
    companions_.exchange->publish(companions_.self, outbox_);
    ++turns_;
    auto const work = static_cast<double>(monitor_.work() - turn_began_);
    turn_began_ = monitor_.work();
    turn_work_ += (work - turn_work_) / static_cast<double>(std::min<std::int64_t>(turns_, 20));
}

/// Takes in what the companions had made when they had done as much work as this search, less some
/// slack: that much they may be behind without making anyone wait.
void GeneticSearch::read_what_is_due() {
    Exchange &exchange = *companions_.exchange;
    auto const moment = monitor_.work() - static_cast<std::int64_t>(slack * turn_work_);
    for (int s = 0; s < companions() && !is_closed_; ++s) {
        if (s == companions_.self) continue;
        is_closed_ = !exchange.await_work(s, moment, [this] { return monitor_.is_interrupted(); });
        if (!is_closed_) read_from(s, [=](Batch const &batch) { return batch.clock < moment; });
    }
}

/// Before the first generation all wait for all, and set their clocks alike.
void GeneticSearch::meet() {
    if (companions_.exchange == nullptr) return;
    Exchange &exchange = *companions_.exchange;
    std::int64_t latest = monitor_.work();
    for (int s = 0; s < companions() && !is_closed_; ++s) {
        if (s == companions_.self) continue;
        is_closed_ = !exchange.await_turns(s, turns_, [this] { return monitor_.is_interrupted(); });
        if (is_closed_) return;
        read_from(s, [&](Batch const &batch) {
            if (batch.turn >= turns_) return false;
            latest = std::max(latest, batch.clock);
            return true;
        });
    }
    monitor_.note_work(latest - monitor_.work());
    turn_began_ = latest;
}

template <class Wanted>
void GeneticSearch::read_from(int search, Wanted const &is_wanted) {
    Exchange &exchange = *companions_.exchange;
    for (Batch const *batch = exchange.unread(search, companions_.self);
         batch != nullptr && is_wanted(*batch); batch = exchange.unread(search, companions_.self)) {
        take(*batch);
        exchange.mark_read(search, companions_.self);
    }
}

/// Children of another population may be the best, but are no members. Of a newer one: a companion
/// saw that this one is stuck.
void GeneticSearch::take(Batch const &batch) {
    if (batch.is_iteration && monitor_.reason() != StopReason::running) return;
    if (batch.is_iteration) monitor_.begin_iteration();
    int const population = monitor_.progress().restarts;
    is_behind_ = is_behind_ || batch.population > population;
    for (std::size_t k = 0; k < batch.size(); ++k) {
        if (batch.population == population) {
            take(batch[k].solution, batch[k].role);
        } else {
            note_best(batch[k].solution);
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
    Exchange &exchange = *companions_.exchange;
    if (monitor_.reason() == StopReason::iterations ||
        monitor_.reason() == StopReason::no_improvement) {
        exchange.leave(companions_.self);
        return;
    }
    exchange.close();
    for (int s = 0; s < companions(); ++s) {
        if (s == companions_.self) continue;
        while (Batch const *batch = exchange.unread(s, companions_.self)) {
            for (std::size_t k = 0; k < batch->size(); ++k) note_best((*batch)[k].solution);
            exchange.mark_read(s, companions_.self);
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

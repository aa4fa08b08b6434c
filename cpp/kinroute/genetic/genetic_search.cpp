#include "kinroute/genetic/genetic_search.h"

#include <algorithm>
#include <numeric>
#include <span>

namespace kinroute {

GeneticSearch::GeneticSearch(SearchContext &context, Breeding &breeding, Restarts &restarts,
                             Split &split, Peers &peers)
    : context_(context),
      breeding_(breeding),
      restarts_(restarts),
      split_(split),
      peers_(peers),
      penalties_(context.problem, context.config.penalties),
      routes_(context.problem),
      local_search_(routes_, context.steering.local_search, context.config.granularity, context.rng,
                    &context.monitor),
      population_(context.config.population, context.problem.is_symmetric(), context.rng),
      child_{Individual(context.problem), {}} {}

/// The paper's loop: two parents, a child, local search, repair, survivors.
void GeneticSearch::run() {
    while (!peers_.is_closed() && !context_.monitor.should_stop()) {
        context_.monitor.begin_iteration();
        breeding_.breed(population_, penalties_.current(), child_);
        improve_and_admit(child_, Role::child);
        end_turn(true);
        peers_.receive(*this);
        if (is_stagnant()) restart();
    }
}

void GeneticSearch::improve_and_admit(Child &child, Role role) {
    local_search_.run(child.solution, penalties_.current(), child.dont_look);
    admit(child.solution, role);
    if (!child.solution.is_feasible() && context_.rng.below(2) == 1) repair(child);
}

/// Local search at ten times the penalty; while no feasible solution is known, at increasing ones.
void GeneticSearch::repair(Child &child) {
    for (double factor = 10; factor <= 1e5; factor *= 10) {
        trust_feasible_routes(context_.problem, child.solution, child.dont_look);
        local_search_.run(child.solution, penalties_.raised(factor), child.dont_look);
        bool const is_feasible = child.solution.is_feasible();
        if (is_feasible) admit(child.solution, Role::repaired);
        if (is_feasible || context_.incumbent.is_feasible()) return;
        if (context_.monitor.is_interrupted()) return;
    }
}

/// Random solutions, improved: 4μ unless set otherwise. The first is made even after the time
/// limit: there must be a result.
void GeneticSearch::initialise() {
    PopulationConfig const &config = context_.config.population;
    int const wanted = config.initial_size > 0 ? config.initial_size : 4 * config.min_size;
    for (int k = 0; k < wanted; k += peers_.searches()) {
        bool const is_enough = peers_.is_closed() || context_.monitor.is_interrupted() ||
                               context_.monitor.reason() == StopReason::target;
        if (is_enough && !context_.incumbent.is_empty()) return;
        add_random();
    }
}

void GeneticSearch::add_random() {
    auto &tour = child_.solution.tour();
    std::iota(tour.begin(), tour.end(), 1);
    context_.rng.shuffle(std::span(tour));
    split_.run(child_.solution, context_.problem.fleet(), penalties_.current());
    child_.dont_look.clear();
    improve_and_admit(child_, Role::initial);
    end_turn(false);
}

void GeneticSearch::add_start(std::vector<std::vector<Node>> const &routes) {
    child_.solution.assign(context_.problem, routes);
    if (routes.size() > static_cast<std::size_t>(context_.problem.fleet())) {
        split_.run(child_.solution, context_.problem.fleet(), penalties_.current());
    }
    admit(child_.solution, Role::incumbent);
    child_.dont_look.clear();
    improve_and_admit(child_, Role::initial);
    end_turn(false);
}

void GeneticSearch::admit(Individual const &solution, Role role) {
    receive(solution, role);
    peers_.publish(solution, role);
}

void GeneticSearch::end_turn(bool is_iteration) {
    if (is_iteration) end_iteration();
    peers_.end_turn(is_iteration, restart_count());
}

void GeneticSearch::end_iteration() {
    context_.monitor.end_iteration(penalties_.feasible_share());
    if (context_.monitor.progress().iterations % context_.config.penalties.adapt_every == 0) {
        penalties_.adapt();
        population_.reorder(penalties_.current());
        note_state();
    }
}

/// What observers see of the search beside its best solution.
void GeneticSearch::note_state() {
    Penalties const penalties = penalties_.current();
    double const per_limit = static_cast<double>(penalties.per_limit) / Penalties::limit_unit;
    context_.monitor.note_penalties(penalties.per_load, per_limit);
    context_.monitor.note_diversity(population_.diversity());
}

/// Children of another population may be the best, but do not become members. If it is a newer one,
/// a peer has restarted, as this population stagnates.
void GeneticSearch::receive(Batch const &batch) {
    if (batch.is_iteration && context_.monitor.reason() != StopReason::running) return;
    if (batch.is_iteration) context_.monitor.begin_iteration();
    is_behind_ = is_behind_ || batch.population > restart_count();
    for (std::size_t k = 0; k < batch.size(); ++k) {
        if (batch.population == restart_count()) {
            receive(batch[k].solution, batch[k].role);
        } else {
            note_incumbent(batch[k].solution);
        }
    }
    if (batch.is_iteration) end_iteration();
}

void GeneticSearch::receive(Individual const &solution, Role role) {
    if (role == Role::initial || role == Role::child) penalties_.note(solution.excess());
    if (role != Role::incumbent) population_.add(solution, penalties_.current());
    bool const is_progress = !best_since_restart_ || solution.distance() < *best_since_restart_;
    if (solution.is_feasible() && is_progress) {
        best_since_restart_ = solution.distance();
        last_progress_ = context_.monitor.progress().iterations;
    }
    note_incumbent(solution);
}

bool GeneticSearch::is_stagnant() const noexcept {
    std::int64_t const without = context_.monitor.progress().iterations - last_progress_;
    return is_behind_ || without >= context_.config.restarts.after;
}

void GeneticSearch::restart() {
    is_behind_ = false;
    context_.monitor.note_restart();
    auto const members = restarts_.next(population_, restart_count());
    population_.clear();
    breeding_.restart();
    best_since_restart_.reset();
    for (Individual const &member : members) {
        population_.add(member, penalties_.current());
        if (!member.is_feasible()) continue;
        best_since_restart_ =
            std::min(member.distance(), best_since_restart_.value_or(member.distance()));
    }
    if (members.empty()) initialise();
    last_progress_ = context_.monitor.progress().iterations;
}

int GeneticSearch::restart_count() const noexcept {
    return context_.monitor.progress().restarts;
}

}  // namespace kinroute

#include "kinroute/portfolio/portfolio.h"

#include <algorithm>
#include <utility>

#include "kinroute/parallel/worker.h"

namespace kinroute {

namespace {

/// A seed for each thread; the first one has the seed itself.
std::uint64_t seed_of(std::uint64_t seed, int index) {
    return seed + 0x632be59bd9b4e019ULL * static_cast<std::uint64_t>(index);
}

std::unique_ptr<Peers> peers_of(ThreadLinks *links, int index, SearchContext &context) {
    if (links == nullptr) return std::make_unique<Peers>();
    return std::make_unique<Worker>(links->mailbox, index, context.monitor,
                                    context.problem.customers());
}

std::unique_ptr<Breeding> breeding_of(SearchContext &context, Split &split) {
    if (context.config.breeding.edge_assembly_share > 0) {
        return std::make_unique<EdgeAssemblyBreeding>(context, split);
    }
    return std::make_unique<CrossoverBreeding>(context, split);
}

std::unique_ptr<Restarts> restarts_of(RestartConfig const &config) {
    if (config.merge_every > 0) return std::make_unique<MergingRestarts>(config.merge_every);
    return std::make_unique<Restarts>();
}

std::unique_ptr<Annealer> annealer_of(SearchContext &context) {
    if (context.config.annealing.solutions == 0) return nullptr;
    return std::make_unique<Annealer>(context.problem, context.steering.local_search,
                                      context.steering.ruin, context.config, context.rng,
                                      &context.monitor);
}

}  // namespace

Portfolio::Portfolio(SearchTask const &task, Monitor::Poll poll, ThreadLinks *links, int index)
    : task_(task),
      links_(links),
      context_(task.problem, task.steering, task.config, seed_of(task.seed, index), task.limits,
               std::move(poll)),
      split_(task.problem),
      peers_(peers_of(links, index, context_)),
      breeding_(breeding_of(context_, split_)),
      restarts_(restarts_of(task.config.restarts)),
      genetic_search_(context_, *breeding_, *restarts_, split_, *peers_),
      annealer_(annealer_of(context_)) {
    context_.monitor.share_routes([this] { return best_routes(); });
}

/// Those of the incumbent, unless the solution that is being annealed is better already.
Monitor::RouteLists Portfolio::best_routes() const {
    auto const best = context_.monitor.progress().best;
    if (!best) return {};
    bool const is_incumbent =
        context_.incumbent.is_feasible() && context_.incumbent.solution().distance() <= *best;
    return is_incumbent || annealer_ == nullptr ? context_.incumbent.solution().route_lists()
                                                : annealer_->best_routes();
}

SearchOutcome Portfolio::run() {
    if (!task_.start.empty()) genetic_search_.add_start(task_.start);
    if (annealer_ != nullptr) anneal_parents();
    genetic_search_.synchronise();
    if (annealer_ == nullptr || !genetic_search_.has_population()) {
        genetic_search_.initialise();
        genetic_search_.synchronise();
    }
    genetic_search_.run();
    StopReason const reason = context_.monitor.reason();
    peers_->finish(genetic_search_,
                   reason == StopReason::iterations || reason == StopReason::no_improvement);
    return {context_.incumbent.solution(), context_.monitor.progress(), context_.monitor.trace(),
            context_.monitor.reason()};
}

/// Where there are fewer solutions than threads, all threads anneal one at a time.
bool Portfolio::anneals_together() const noexcept {
    return links_ != nullptr && context_.config.annealing.solutions < peers_->searches();
}

/// Each thread anneals its share of the solutions, or all of them anneal one after the other
/// together. The first is built even after the time limit: there must be a result.
void Portfolio::anneal_parents() {
    AnnealingConfig const &config = context_.config.annealing;
    int const at_once = anneals_together() ? 1 : peers_->searches();
    int const rounds = (config.solutions + at_once - 1) / at_once;
    Child parent{Individual(context_.problem), {}};
    for (int k = 0; k < rounds && (k == 0 || !context_.monitor.should_stop()); ++k) {
        anneal_parent(parent, config.share * k / rounds, config.share * (k + 1) / rounds);
    }
    // Where a clock ended it, others may wait for a further solution.
    if (anneals_together() && peers_->index() == 0) links_->team.fork_join.close();
}

/// A solution built greedily, or the warm start the first time, annealed between two shares of the
/// time limit, and improved.
void Portfolio::anneal_parent(Child &parent, double from, double to) {
    bool const is_led = anneals_together() && peers_->index() > 0;
    if (is_led) annealer_->serve(peers_->index(), time_between(from, to), links_->team);
    bool const is_warm = context_.incumbent.is_feasible() && from == 0 && peers_->index() == 0;
    if (is_warm) parent.solution = context_.incumbent.solution();
    if (!is_led && (is_warm || annealer_->construct(parent.solution))) {
        genetic_search_.admit(parent.solution, Role::incumbent);
        anneal(parent.solution, from, to);
        genetic_search_.admit(parent.solution, Role::incumbent);
        parent.dont_look.clear();
        genetic_search_.improve_and_admit(parent, Role::initial);
    }
    if (anneals_together() && !is_led) links_->team.fork_join.dismiss();
    genetic_search_.end_turn(false);
}

void Portfolio::anneal(Individual &solution, double from, double to) {
    annealer_->run(solution, time_between(from, to), anneals_together() ? &links_->team : nullptr);
}

/// Counts what annealing reports; the share is that of the time between two shares of the limit.
Annealer::Observer Portfolio::time_between(double from, double to) {
    return [this, from, to](Annealer::Report const &report) -> Annealer::Answer {
        Monitor &monitor = context_.monitor;
        monitor.note_improvement(report.length);
        monitor.note_annealing(report.quick_steps + report.search_steps);
        bool const is_over = monitor.is_interrupted() || monitor.reason() == StopReason::target;
        auto const time = monitor.time_share();
        double const share = time ? std::max(0.0, (*time - from) / (to - from)) : -1;
        return {share, is_over || share >= 1};
    };
}

}  // namespace kinroute

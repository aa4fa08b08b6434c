#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "bindings.h"
#include "kinroute/parallel/parallel_search.h"

namespace kinroute::bindings {

namespace {

using Routes = std::vector<std::vector<Node>>;

CrossoverKind kind_named(std::string const &name) {
    if (name == "ox") return CrossoverKind::ox;
    if (name == "related") return CrossoverKind::related;
    if (name == "fragment") return CrossoverKind::fragment;
    if (name == "fragment_random") return CrossoverKind::fragment_random;
    throw std::invalid_argument("unknown crossover " + name);
}

char const *name_of(StopReason reason) {
    switch (reason) {
        case StopReason::running:
            return "running";
        case StopReason::time:
            return "time";
        case StopReason::cpu_time:
            return "cpu_time";
        case StopReason::iterations:
            return "iterations";
        case StopReason::no_improvement:
            return "no_improvement";
        case StopReason::target:
            return "target";
        case StopReason::asked:
            return "asked";
    }
    return "unknown";
}

struct Outcome {
    Routes routes;
    Cost cost = 0, excess_load = 0, excess_duration = 0;
    std::int64_t iterations = 0;
    int restarts = 0;
    double seconds = 0;
    std::string reason;
    std::vector<std::tuple<double, std::int64_t, Cost>> trace;
};

/// Asks Python, with the GIL, whether to go on. Ctrl-C counts as a wish to stop, not as an error:
/// the best solution is kept.
class PythonPoll {
public:
    PythonPoll(nb::object callback, bool *interrupted)
        : callback_(std::move(callback)), interrupted_(interrupted) {}

    bool operator()(Progress const &progress) const {
        nb::gil_scoped_acquire gil;
        try {
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
            return !callback_.is_none() && nb::cast<bool>(callback_(progress));
        } catch (nb::python_error &error) {
            if (!error.matches(PyExc_KeyboardInterrupt)) throw;
            *interrupted_ = true;
            return true;
        }
    }

private:
    nb::object callback_;
    bool *interrupted_;
};

Outcome search(std::shared_ptr<Problem const> problem, Neighbours const &local_search,
               Neighbours const &crossover, Neighbours const &ruin, SearchConfig const &config,
               Limits const &limits, Routes const &start, nb::object poll, int threads) {
    bool interrupted = false;
    Monitor::Poll const ask = PythonPoll(std::move(poll), &interrupted);
    Outcome result;
    {
        nb::gil_scoped_release free;
        SearchOutcome const outcome = search_in_parallel(
            std::move(problem), {local_search.symmetrised(), crossover, ruin}, config, limits,
            [&ask](Progress const &progress) { return ask(progress); }, start, threads);
        result.routes = outcome.best.route_lists();
        result.cost = outcome.best.distance();
        result.excess_load = outcome.best.excess_load();
        result.excess_duration = outcome.best.excess_duration();
        result.iterations = outcome.progress.iterations;
        result.restarts = outcome.progress.restarts;
        result.seconds = outcome.progress.seconds;
        result.reason = interrupted ? "interrupted" : name_of(outcome.reason);
        for (Improvement const &improvement : outcome.trace) {
            result.trace.emplace_back(improvement.seconds, improvement.iterations,
                                      improvement.cost);
        }
    }
    return result;
}

}  // namespace

void bind_search(nb::module_ &module) {
    nb::class_<SearchConfig>(module, "SearchConfig", "The settings of a search.")
        .def(
            "__init__",
            [](SearchConfig *self, int min_size, int generation_size, int elite, int close,
               bool unique, double target_feasible, int granularity, std::int64_t restart_after,
               int reunion_every, std::string const &crossover, double assembly_share, int annealed,
               double annealing_share, double annealing_quick_share, double annealing_steps,
               int annealing_rounds, int annealing_part_size, int initial, std::uint64_t seed,
               double penalty_scale) {
                new (self) SearchConfig{};
                self->population = {min_size, generation_size, elite, close, unique};
                self->penalties.target_feasible = target_feasible;
                self->granularity = granularity;
                self->restart_after = restart_after;
                self->reunion_every = reunion_every;
                self->crossover = kind_named(crossover);
                self->assembly_share = assembly_share;
                self->annealing.solutions = annealed;
                self->annealing.share = annealing_share;
                self->annealing.quick_share = annealing_quick_share;
                self->annealing.search_steps = annealing_steps;
                self->annealing.rounds = annealing_rounds;
                self->annealing.part_size = annealing_part_size;
                self->annealing.iterated.granularity = granularity;
                self->initial = initial;
                self->seed = seed;
                self->penalty_scale = penalty_scale;
            },
            nb::kw_only(), nb::arg("min_size"), nb::arg("generation_size"), nb::arg("elite"),
            nb::arg("close"), nb::arg("unique"), nb::arg("target_feasible"), nb::arg("granularity"),
            nb::arg("restart_after"), nb::arg("reunion_every"), nb::arg("crossover"),
            nb::arg("assembly_share"), nb::arg("annealed"), nb::arg("annealing_share"),
            nb::arg("annealing_quick_share"), nb::arg("annealing_steps"),
            nb::arg("annealing_rounds"), nb::arg("annealing_part_size"), nb::arg("initial"),
            nb::arg("seed"), nb::arg("penalty_scale"));

    nb::class_<Limits>(module, "Limits", "When a search ends: whichever comes first.")
        .def(
            "__init__",
            [](Limits *self, std::optional<double> seconds, std::optional<double> cpu_seconds,
               std::optional<std::int64_t> iterations, std::optional<std::int64_t> no_improvement,
               std::optional<Cost> target) {
                new (self) Limits{seconds, cpu_seconds, iterations, no_improvement, target};
            },
            nb::kw_only(), nb::arg("seconds").none(), nb::arg("cpu_seconds").none(),
            nb::arg("iterations").none(), nb::arg("no_improvement").none(),
            nb::arg("target").none());

    nb::class_<Progress>(module, "Progress", "Where a search stands.")
        .def_ro("seconds", &Progress::seconds)
        .def_ro("iterations", &Progress::iterations)
        .def_ro("best", &Progress::best)
        .def_ro("feasible_share", &Progress::feasible_share)
        .def_ro("restarts", &Progress::restarts)
        .def_ro("annealing_steps", &Progress::annealing_steps);

    nb::class_<Outcome>(module, "Outcome", "What a search found.")
        .def_ro("routes", &Outcome::routes)
        .def_ro("cost", &Outcome::cost)
        .def_ro("excess_load", &Outcome::excess_load)
        .def_ro("excess_duration", &Outcome::excess_duration)
        .def_ro("iterations", &Outcome::iterations)
        .def_ro("restarts", &Outcome::restarts)
        .def_ro("seconds", &Outcome::seconds)
        .def_ro("reason", &Outcome::reason)
        .def_ro("trace", &Outcome::trace);

    module.def("search", &search, nb::kw_only(), nb::arg("problem"), nb::arg("local_search"),
               nb::arg("crossover"), nb::arg("ruin"), nb::arg("config"), nb::arg("limits"),
               nb::arg("start"), nb::arg("poll").none(), nb::arg("threads") = 1,
               "Runs the genetic search without the GIL, on one thread or several. `poll` is "
               "called with the Progress about "
               "twenty times a second and ends the search by returning True.");
}

}  // namespace kinroute::bindings

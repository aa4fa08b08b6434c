#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "bindings.h"
#include "kinroute/portfolio/threads.h"

namespace kinroute::bindings {

namespace {

using RouteLists = std::vector<std::vector<Node>>;

struct Outcome {
    RouteLists routes;
    Cost cost = 0, excess_load = 0, excess_limits = 0;
    std::int64_t iterations = 0;
    int restarts = 0;
    double seconds = 0, paused = 0;
    std::string reason;
    std::vector<std::tuple<double, std::int64_t, Cost>> trace;
};

/// What a poll can reach for as long as it lasts; null afterwards.
struct Reach {
    Monitor::RouteSource const *routes;
    PausedTime *pauses;
};

/// What Python is polled with.
struct PolledProgress : Progress {
    std::shared_ptr<Reach> reach;

    [[nodiscard]] RouteLists best_routes() const {
        if (reach->routes == nullptr) {
            throw std::runtime_error(
                "the routes are only there while the search waits for the poll");
        }
        return (*reach->routes)();
    }
    /// From here to the end of the poll no time counts, and the other threads wait.
    void begin_pause() const {
        if (reach->pauses != nullptr) reach->pauses->begin();
    }
};

/// Asks Python, with the GIL, whether to go on. Ctrl-C counts as a wish to stop, not as an error:
/// the best solution is kept.
class PythonPoll {
public:
    PythonPoll(nb::object callback, bool *interrupted)
        : callback_(std::move(callback)), interrupted_(interrupted) {}

    bool operator()(Progress const &progress, Monitor::RouteSource const &routes,
                    PausedTime &pauses) const {
        nb::gil_scoped_acquire gil;
        auto const reach = std::make_shared<Reach>(Reach{&routes, &pauses});
        Closing const closing{*reach};
        try {
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
            return !callback_.is_none() &&
                   nb::cast<bool>(callback_(PolledProgress{progress, reach}));
        } catch (nb::python_error &error) {
            if (!error.matches(PyExc_KeyboardInterrupt)) throw;
            *interrupted_ = true;
            return true;
        }
    }

private:
    struct Closing {
        Reach &reach;
        ~Closing() {
            reach.pauses->end();
            reach = {};
        }
    };

    nb::object callback_;
    bool *interrupted_;
};

Outcome search(Problem const &problem, Neighbours const &local_search, Neighbours const &crossover,
               Neighbours const &ruin, std::string const &crossover_kind,
               SearchConfig const &config, std::uint64_t seed, Limits const &limits,
               RouteLists const &start, nb::object poll, int threads) {
    bool interrupted = false;
    Monitor::Poll const ask = PythonPoll(std::move(poll), &interrupted);
    CrossoverKind const kind = crossover_named(crossover_kind);
    Outcome result;
    {
        nb::gil_scoped_release free;
        Steering const steering{local_search.symmetrised(), crossover, ruin, kind};
        SearchOutcome const outcome = search_on_threads(
            {problem, steering, config, seed, limits, start},
            [&ask](auto &&...seen) { return ask(seen...); }, threads);
        result.routes = outcome.best.route_lists();
        result.cost = outcome.best.distance();
        result.excess_load = outcome.best.excess().load;
        result.excess_limits = outcome.best.excess().limits;
        result.iterations = outcome.progress.iterations;
        result.restarts = outcome.progress.restarts;
        result.seconds = outcome.progress.seconds;
        result.paused = outcome.progress.paused;
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
    auto limits = nb::class_<Limits>(module, "Limits", "When a search ends: whichever comes first.")
                      .def(nb::init<>());
    std::apply(
        [&](auto const &...field) {
            (limits.def_rw(field.first, field.second, nb::arg().none()), ...);
        },
        Limits::fields());

    nb::class_<PolledProgress>(module, "Progress", "Where a search stands.")
        .def_ro("seconds", &PolledProgress::seconds)
        .def_ro("iterations", &PolledProgress::iterations)
        .def_ro("best", &PolledProgress::best)
        .def_ro("feasible_share", &PolledProgress::feasible_share)
        .def_ro("restarts", &PolledProgress::restarts)
        .def_ro("annealing_steps", &PolledProgress::annealing_steps)
        .def_ro("load_penalty", &PolledProgress::load_penalty)
        .def_ro("limit_penalty", &PolledProgress::limit_penalty)
        .def_ro("diversity", &PolledProgress::diversity)
        .def_ro("paused", &PolledProgress::paused)
        .def("best_routes", &PolledProgress::best_routes,
             "The best feasible routes so far; only while the search waits for the poll.")
        .def("begin_pause", &PolledProgress::begin_pause,
             "What the rest of this poll takes does not count, and other threads wait for it.");

    nb::class_<Outcome>(module, "Outcome", "What a search found.")
        .def_ro("routes", &Outcome::routes)
        .def_ro("cost", &Outcome::cost)
        .def_ro("excess_load", &Outcome::excess_load)
        .def_ro("excess_limits", &Outcome::excess_limits)
        .def_ro("iterations", &Outcome::iterations)
        .def_ro("restarts", &Outcome::restarts)
        .def_ro("seconds", &Outcome::seconds)
        .def_ro("paused", &Outcome::paused)
        .def_ro("reason", &Outcome::reason)
        .def_ro("trace", &Outcome::trace);

    module.def(
        "crossovers",
        [] {
            std::vector<std::string> names;
            for (auto const &[name, kind] : crossovers) names.emplace_back(name);
            return names;
        },
        "The names of the crossovers.");
    module.def("search", &search, nb::kw_only(), nb::arg("problem"), nb::arg("local_search"),
               nb::arg("crossover"), nb::arg("ruin"), nb::arg("crossover_kind"), nb::arg("config"),
               nb::arg("seed"), nb::arg("limits"), nb::arg("start"), nb::arg("poll").none(),
               nb::arg("threads") = 1,
               "Runs the genetic search without the GIL, on one thread or several. `poll` is "
               "called with the Progress about "
               "twenty times a second and ends the search by returning True.");
}

}  // namespace kinroute::bindings

#include "kinroute/annealing/annealer.h"
#include "kinroute/annealing/decomposition.h"
#include "kinroute/annealing/schedule.h"
#include "testing.h"

namespace kinroute::bindings {

namespace {

/// Routes built from nothing; none if some customer found no place.
RouteLists construct(Problem const &problem, Neighbours const &related, SearchConfig const &config,
                     std::uint64_t seed) {
    Rng rng(seed);
    Individual individual(problem);
    bool const is_complete =
        Annealer(problem, related, related, config, rng, nullptr).construct(individual);
    return is_complete ? individual.route_lists() : RouteLists{};
}

/// Groups of routes, by number, as a large problem is cut into parts.
std::vector<std::vector<int>> neighbouring_routes_of(Problem const &problem,
                                                     RouteLists const &routes, int count,
                                                     std::uint64_t seed) {
    Rng rng(seed);
    return neighbouring_routes(problem, individual_of(problem, routes), count, rng);
}

/// The routes after one step of ruin and recreate in which loads may exceed the capacity.
RouteLists perturbed_with_excess(Problem const &problem, Neighbours const &related,
                                 RouteLists const &routes, SearchConfig const &config,
                                 Weights const &weights, std::uint64_t seed) {
    Rng rng(seed);
    Bench bench(problem, routes, weights);
    RuinRecreate ruin_recreate(bench.routes, related, config.ruin, rng);
    bench.routes.begin_changes();
    bool const is_complete =
        ruin_recreate.perturb_with_excess(config.ruin.mean_removed, bench.costs);
    return is_complete ? linked_routes(bench.routes) : RouteLists{};
}

/// The best routes of an annealing over the steps that the settings give.
RouteLists anneal(Problem const &problem, Neighbours const &related, RouteLists const &routes,
                  SearchConfig const &config, std::uint64_t seed) {
    Rng rng(seed);
    Individual individual = individual_of(problem, routes);
    Neighbours const lists = related.symmetrised();
    Annealer annealer(problem, lists, related, config, rng, nullptr);
    annealer.run(individual, [](Annealer::Report const &) { return Annealer::Answer{-1, false}; });
    return individual.route_lists();
}

/// How many of so many tries a schedule accepts, where a share of the time is over.
int accepted(Schedule schedule, double share, Cost length, Cost current, int tries,
             std::uint64_t seed) {
    Rng rng(seed);
    schedule.advance_to(share);
    int result = 0;
    for (int k = 0; k < tries; ++k) {
        result += static_cast<int>(schedule.accepts(length, current, rng));
    }
    return result;
}

}  // namespace

void bind_annealing_tests(nb::module_ &testing) {
    testing.def("construct", &construct, nb::arg("problem"), nb::arg("related"), nb::arg("config"),
                nb::arg("seed"));
    testing.def("neighbouring_routes", &neighbouring_routes_of, nb::arg("problem"),
                nb::arg("routes"), nb::arg("count"), nb::arg("seed"));
    nb::class_<Schedule>(testing, "Schedule")
        .def(nb::init<double, double, double>(), nb::arg("initial"), nb::arg("final"),
             nb::arg("mean_arc"));
    testing.def("accepted", &accepted, nb::arg("schedule"), nb::arg("share"), nb::arg("length"),
                nb::arg("current"), nb::arg("tries"), nb::arg("seed"));
    testing.def("perturbed_with_excess", &perturbed_with_excess, nb::arg("problem"),
                nb::arg("related"), nb::arg("routes"), nb::arg("config"), nb::arg("penalties"),
                nb::arg("seed"));
    testing.def("anneal", &anneal, nb::arg("problem"), nb::arg("related"), nb::arg("routes"),
                nb::arg("config"), nb::arg("seed"));
}

}  // namespace kinroute::bindings

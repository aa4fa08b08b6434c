#include "kinroute/genetic/breeding.h"
#include "kinroute/genetic/local_search.h"
#include "kinroute/genetic/penalty_control.h"
#include "kinroute/genetic/population.h"
#include "testing.h"

namespace kinroute::bindings {

namespace {

RouteLists split(Problem const &problem, std::vector<Node> const &tour, int most_routes,
                 Weights const &weights) {
    Individual individual = tour_of(problem, tour);
    Split(problem).run(individual, most_routes, penalties_of(weights));
    return individual.route_lists();
}

std::vector<Node> crossover(Problem const &problem, std::string const &kind,
                            Neighbours const &related, std::vector<Node> const &first,
                            std::vector<Node> const &second, std::uint64_t seed) {
    Rng rng(seed);
    std::vector<Node> child;
    Crossover(crossover_named(kind), related, problem.customers(), rng)
        .run(tour_of(problem, first), tour_of(problem, second), child);
    return child;
}

/// Routes of a child made by edge assembly; none if there is no child.
RouteLists edge_assembly(Problem const &problem, Neighbours const &related, RouteLists const &first,
                         RouteLists const &second, std::uint64_t seed) {
    Rng rng(seed);
    Individual child = individual_of(problem, first);
    bool const is_made =
        EdgeAssembly(problem, related, rng)
            .run(individual_of(problem, first), individual_of(problem, second), child);
    return is_made ? child.route_lists() : RouteLists{};
}

RouteLists local_search(Problem const &problem, Neighbours const &related, RouteLists const &lists,
                        Weights const &weights, std::uint64_t seed) {
    Rng rng(seed);
    Routes routes(problem);
    Individual individual = individual_of(problem, lists);
    LocalSearch(routes, related.symmetrised(), 15, rng).run(individual, penalties_of(weights));
    return individual.route_lists();
}

/// The same for the child of a local optimum: only what is not as it was there is looked at.
RouteLists local_search_of_child(Problem const &problem, Neighbours const &related,
                                 RouteLists const &parent, RouteLists const &lists,
                                 Weights const &weights, std::uint64_t seed) {
    Rng rng(seed);
    Routes routes(problem);
    Individual child = individual_of(problem, lists);
    DontLookBits bits;
    inherit_routes(problem, individual_of(problem, parent), child, bits);
    inherit_customers(problem, individual_of(problem, parent), child, bits);
    LocalSearch(routes, related.symmetrised(), 15, rng).run(child, penalties_of(weights), bits);
    return child.route_lists();
}

/// Routes, by number, that a child has from its parent, and customers that it has where the parent
/// has them.
std::pair<std::vector<int>, std::vector<Node>> inherited(Problem const &problem,
                                                         RouteLists const &parent,
                                                         RouteLists const &child) {
    DontLookBits bits;
    inherit_routes(problem, individual_of(problem, parent), individual_of(problem, child), bits);
    inherit_customers(problem, individual_of(problem, parent), individual_of(problem, child), bits);
    std::pair<std::vector<int>, std::vector<Node>> found;
    for (std::size_t r = 0; r < bits.routes.size(); ++r) {
        if (bits.routes[r]) found.first.push_back(static_cast<int>(r));
    }
    for (std::size_t u = 1; u < bits.customers.size(); ++u) {
        if (bits.customers[u]) found.second.push_back(static_cast<Node>(u));
    }
    return found;
}

/// The members that remain, in order of cost, when solutions join a subpopulation one by one.
std::vector<std::pair<RouteLists, double>> survivors(Problem const &problem,
                                                     std::vector<RouteLists> const &solutions,
                                                     PopulationConfig const &config) {
    Subpopulation members(config, problem.is_symmetric());
    for (auto const &routes : solutions) {
        members.add(individual_of(problem, routes), Penalties{});
    }
    std::vector<std::pair<RouteLists, double>> result;
    for (std::size_t i = 0; i < members.size(); ++i) {
        result.emplace_back(members[i].route_lists(), members.biased_fitness(i));
    }
    return result;
}

/// Current load penalty after each batch of notes (feasible or not) and an adaptation.
std::vector<Cost> adapted_penalties(Problem const &problem, PenaltyConfig const &config,
                                    std::vector<std::vector<bool>> const &batches) {
    PenaltyControl control(problem, config);
    std::vector<Cost> weights{control.current().per_load};
    for (auto const &batch : batches) {
        for (bool const feasible : batch) control.note({.load = feasible ? 0 : 1});
        control.adapt();
        weights.push_back(control.current().per_load);
    }
    return weights;
}

}  // namespace

void bind_genetic_tests(nb::module_ &testing) {
    testing.def("split", &split, nb::arg("problem"), nb::arg("tour"), nb::arg("most_routes"),
                nb::arg("penalties"));
    testing.def("crossover", &crossover, nb::arg("problem"), nb::arg("kind"), nb::arg("related"),
                nb::arg("first"), nb::arg("second"), nb::arg("seed"));
    testing.def("edge_assembly", &edge_assembly, nb::arg("problem"), nb::arg("related"),
                nb::arg("first"), nb::arg("second"), nb::arg("seed"));
    testing.def("local_search", &local_search, nb::arg("problem"), nb::arg("related"),
                nb::arg("routes"), nb::arg("penalties"), nb::arg("seed"));
    testing.def("local_search_of_child", &local_search_of_child, nb::arg("problem"),
                nb::arg("related"), nb::arg("parent"), nb::arg("routes"), nb::arg("penalties"),
                nb::arg("seed"));
    testing.def("inherited", &inherited, nb::arg("problem"), nb::arg("parent"), nb::arg("child"));
    testing.def("survivors", &survivors, nb::arg("problem"), nb::arg("solutions"),
                nb::arg("config"));
    testing.def("adapted_penalties", &adapted_penalties, nb::arg("problem"), nb::arg("config"),
                nb::arg("batches"));
}

}  // namespace kinroute::bindings

#include <tuple>

#include "kinroute/genetic/local_search.h"
#include "kinroute/solution/diversity.h"
#include "testing.h"

namespace kinroute::bindings {

namespace {

Cost penalised_cost(Problem const &problem, RouteLists const &routes, Weights const &weights) {
    CostModel const costs(problem, penalties_of(weights));
    Routes working(problem);
    working.load(individual_of(problem, routes), costs);
    return working.penalised_cost(costs);
}

double broken_pairs(Problem const &problem, RouteLists const &a, RouteLists const &b) {
    return broken_pairs_distance(individual_of(problem, a), individual_of(problem, b),
                                 problem.is_symmetric());
}

/// All that a working solution sums up.
struct Sums {
    explicit Sums(Routes const &routes)
        : length(routes.length()), excess(routes.excess()), used_routes(routes.used_routes()) {
        for (int r = 0; r < routes.route_count(); ++r) {
            Route const &route = routes.route(r);
            of_routes.emplace_back(route.size, route.load, route.length,
                                   routes.problem().has_limits() ? routes.sums(r)[0] : Cost{0},
                                   route.penalty, route.excess.load, route.excess.limits);
        }
    }
    [[nodiscard]] bool operator==(Sums const &) const = default;

    Cost length;
    Excess excess;
    int used_routes;
    std::vector<std::tuple<int, Load, Cost, Cost, Cost, Cost, Cost>> of_routes;
};

std::vector<Stamp> stamps_of(Routes const &routes) {
    std::vector<Stamp> stamps;
    for (int r = 0; r < routes.route_count(); ++r) stamps.push_back(routes.last_modified(r));
    return stamps;
}

/// Removes customers, puts each after a visit (a customer, or −r for the start of route r), lets a
/// local search change routes, and undoes it all: the routes in between and after, and whether
/// every sum and stamp is as it was.
std::tuple<RouteLists, RouteLists, bool> undo(Problem const &problem, Neighbours const &related,
                                              RouteLists const &lists,
                                              std::vector<std::pair<Node, Node>> const &changes,
                                              bool with_search, bool lighter_only,
                                              bool touched_only, bool is_narrow,
                                              Weights const &weights, std::uint64_t seed) {
    Rng rng(seed);
    Bench bench(problem, lists, weights);
    Routes &routes = bench.routes;
    Sums const sums(routes);
    auto const stamps = stamps_of(routes);
    LocalSearch search(routes, related.symmetrised(), 15, rng);
    routes.stamp_lighter_only(lighter_only);
    routes.begin_changes();
    for (auto const &[customer, after] : changes) routes.remove(customer);
    for (auto const &[customer, after] : changes) routes.insert(customer, bench.visit(after));
    if (with_search) {
        std::vector<int> const changed(routes.changed_routes().begin(),
                                       routes.changed_routes().end());
        if (!touched_only) {
            search.run_around(changed, penalties_of(weights));
        } else if (is_narrow) {
            search.run_at_touched(changed, penalties_of(weights));
        } else {
            search.run_around_touched(changed, penalties_of(weights));
        }
    }
    RouteLists const between = linked_routes(routes);
    routes.undo(bench.costs);
    RouteLists const after = linked_routes(routes);
    bool const is_same =
        Sums(routes) == sums && stamps_of(routes) == stamps && routes_of(routes) == after;
    return {between, after, is_same};
}

/// Removes customers, puts each after a visit, and updates the routes.
void make(std::vector<std::pair<Node, Node>> const &changes, Bench &bench) {
    Routes &routes = bench.routes;
    routes.begin_changes();
    for (auto const &[customer, after] : changes) routes.remove(customer);
    for (auto const &[customer, after] : changes) routes.insert(customer, bench.visit(after));
    std::vector<int> const changed(routes.changed_routes().begin(), routes.changed_routes().end());
    for (int const r : changed) routes.update(r, bench.costs);
}

/// The routes after such changes, and the customers that were touched.
std::pair<RouteLists, std::vector<Node>> touched(Problem const &problem, RouteLists const &lists,
                                                 std::vector<std::pair<Node, Node>> const &changes,
                                                 Weights const &weights) {
    Bench bench(problem, lists, weights);
    Routes const &routes = bench.routes;
    make(changes, bench);
    return {routes_of(routes), {routes.touched().begin(), routes.touched().end()}};
}

/// The same where only lighter routes are stamped as a whole: the routes then, and the customers
/// that are stamped as changed.
std::pair<RouteLists, std::vector<Node>> stamped(Problem const &problem, RouteLists const &lists,
                                                 std::vector<std::pair<Node, Node>> const &changes,
                                                 Weights const &weights) {
    Bench bench(problem, lists, weights);
    Routes &routes = bench.routes;
    routes.stamp_lighter_only();
    Stamp const before = routes.now();
    make(changes, bench);
    std::vector<Node> result;
    for (Node u = 1; u <= problem.customers(); ++u) {
        if (routes.stamps().of(u) > before) result.push_back(u);
    }
    return {routes_of(routes), result};
}

}  // namespace

void bind_solution_tests(nb::module_ &testing) {
    testing.def("penalised_cost", &penalised_cost, nb::arg("problem"), nb::arg("routes"),
                nb::arg("penalties"));
    testing.def("broken_pairs", &broken_pairs, nb::arg("problem"), nb::arg("a"), nb::arg("b"));
    testing.def("undo", &undo, nb::arg("problem"), nb::arg("related"), nb::arg("routes"),
                nb::arg("changes"), nb::arg("with_search"), nb::arg("lighter_only"),
                nb::arg("touched_only"), nb::arg("is_narrow"), nb::arg("penalties"),
                nb::arg("seed"));
    testing.def("touched", &touched, nb::arg("problem"), nb::arg("routes"), nb::arg("changes"),
                nb::arg("penalties"));
    testing.def("stamped", &stamped, nb::arg("problem"), nb::arg("routes"), nb::arg("changes"),
                nb::arg("penalties"));
}

}  // namespace kinroute::bindings

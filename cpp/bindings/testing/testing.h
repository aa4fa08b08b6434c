#pragma once

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "../bindings.h"
#include "kinroute/problem/cost_model.h"
#include "kinroute/problem/problem.h"
#include "kinroute/solution/individual.h"
#include "kinroute/solution/routes.h"

namespace kinroute::bindings {

using RouteLists = std::vector<std::vector<Node>>;
using Weights = std::pair<Cost, Cost>;

inline Penalties penalties_of(Weights const &weights) {
    return {weights.first, weights.second};
}

inline Individual individual_of(Problem const &problem, RouteLists const &routes) {
    std::vector<Node> tour;
    std::vector<std::size_t> starts;
    for (auto const &route : routes) {
        starts.push_back(tour.size());
        tour.insert(tour.end(), route.begin(), route.end());
    }
    starts.push_back(tour.size());
    Individual individual(problem, std::move(tour));
    individual.cut(problem, starts);
    return individual;
}

inline Individual tour_of(Problem const &problem, std::vector<Node> tour) {
    std::vector<std::size_t> const starts{0, tour.size()};
    Individual individual(problem, std::move(tour));
    individual.cut(problem, starts);
    return individual;
}

inline RouteLists routes_of(Routes const &routes) {
    RouteLists lists;
    for (int r = 0; r < routes.route_count(); ++r) {
        auto const sequence = routes.sequence(r);
        lists.emplace_back(sequence.begin() + 1, sequence.end() - 1);
    }
    return lists;
}

/// The routes as they are linked, whether or not they are updated.
inline RouteLists linked_routes(Routes const &routes) {
    RouteLists lists;
    for (int r = 0; r < routes.route_count(); ++r) {
        auto &list = lists.emplace_back();
        Route const &route = routes.route(r);
        for (Node u = routes.visit(route.start).next; u != route.end; u = routes.visit(u).next) {
            list.push_back(u);
        }
    }
    return lists;
}

/// A working solution with the given routes, and what is priced with.
struct Bench {
    Bench(Problem const &problem, RouteLists const &lists, Weights const &weights)
        : costs(problem, penalties_of(weights)), routes(problem) {
        routes.load(individual_of(problem, lists), costs);
    }
    /// v is a customer, or -r for the depot that starts route r (counted from 1).
    [[nodiscard]] Node visit(Node v) const { return v < 0 ? routes.route(-v - 1).start : v; }

    CostModel costs;
    Routes routes;
};

void bind_problem_tests(nb::module_ &testing);
void bind_solution_tests(nb::module_ &testing);
void bind_move_tests(nb::module_ &testing);
void bind_genetic_tests(nb::module_ &testing);
void bind_annealing_tests(nb::module_ &testing);
void bind_parallel_tests(nb::module_ &testing);

}  // namespace kinroute::bindings

#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <vector>

#include "bindings.h"
#include "kinroute/problem/cost_model.h"
#include "kinroute/solution/individual.h"
#include "kinroute/solution/routes.h"

namespace kinroute::bindings {

namespace {

using RouteLists = std::vector<std::vector<Node>>;

void require_every_customer_once(Problem const &problem, RouteLists const &routes) {
    std::vector<bool> seen(static_cast<std::size_t>(problem.customers()) + 1, false);
    int visits = 0;
    for (auto const &route : routes) {
        for (Node const customer : route) {
            bool const is_customer = 0 < customer && customer <= problem.customers();
            if (!is_customer || seen[static_cast<std::size_t>(customer)])
                throw std::invalid_argument("routes must visit every customer once");
            seen[static_cast<std::size_t>(customer)] = true;
            ++visits;
        }
    }
    if (visits != problem.customers())
        throw std::invalid_argument("routes must visit every customer once");
}

/// What a search makes of these routes when it stores them in its population.
std::vector<Node> giant_tour(Problem const &problem, RouteLists const &routes) {
    require_every_customer_once(problem, routes);
    Individual individual(problem);
    individual.assign(problem, routes);
    if (individual.routes() > problem.fleet())
        throw std::invalid_argument("there are more routes than vehicles");
    Routes working(problem);
    working.load(individual, CostModel(problem, Penalties{}));
    working.store(individual);
    auto const tour = individual.tour();
    return {tour.begin(), tour.end()};
}

}  // namespace

void bind_solution(nb::module_ &module) {
    module.def("giant_tour", &giant_tour, nb::arg("problem"), nb::arg("routes"),
               "The routes joined as parents of a crossover are: by the angle of their "
               "barycentres at the depot.");
}

}  // namespace kinroute::bindings

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <vector>

#include "bindings.h"
#include "kinroute/exact/enumeration.h"

namespace kinroute::bindings {

namespace {

std::vector<double> values(Array1<double> const &array) {
    return {array.data(), array.data() + array.size()};
}

std::vector<double> rows(Array2<double> const &array) {
    return {array.data(), array.data() + array.size()};
}

}  // namespace

void bind_exact(nb::module_ &module) {
    module.def(
        "optimal_routes",
        [](Array2<double> const &cost, Array2<double> const &duration,
           Array2<double> const &distance, Array1<double> const &demands,
           Array1<double> const &service, double capacity, double max_duration, double max_distance,
           int max_stops, int vehicles, double cost_per_route) {
            SmallProblem problem;
            problem.customers = static_cast<int>(demands.size()) - 1;
            problem.cost = rows(cost);
            problem.duration = rows(duration);
            problem.distance = rows(distance);
            problem.demands = values(demands);
            problem.service = values(service);
            problem.capacity = capacity;
            problem.max_duration = max_duration;
            problem.max_distance = max_distance;
            problem.max_stops = max_stops;
            problem.vehicles = vehicles;
            problem.cost_per_route = cost_per_route;
            nb::gil_scoped_release const released;
            return optimal_routes(problem);
        },
        nb::kw_only(), nb::arg("cost"), nb::arg("duration"), nb::arg("distance"),
        nb::arg("demands"), nb::arg("service"), nb::arg("capacity"), nb::arg("max_duration"),
        nb::arg("max_distance"), nb::arg("max_stops"), nb::arg("vehicles"),
        nb::arg("cost_per_route"),
        "The cheapest feasible routes of up to ten customers, or None; in the user's numbers.");
}

}  // namespace kinroute::bindings

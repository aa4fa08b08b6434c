#include "kinroute/problem/problem.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "bindings.h"

namespace kinroute::bindings {

namespace {

template <class T>
std::vector<T> copied(Array1<T> const &array) {
    return {array.data(), array.data() + array.size()};
}

template <class T>
std::vector<T> column(Array2<T> const &array, std::size_t c) {
    if (array.shape(1) != 2) throw std::invalid_argument("coordinates need two columns");
    std::vector<T> values(array.shape(0));
    for (std::size_t r = 0; r < values.size(); ++r) values[r] = array(r, c);
    return values;
}

Metric metric_named(std::string const &name) {
    if (name == "euclidean") return Metric::euclidean;
    if (name == "geo") return Metric::geo;
    if (name == "great_circle") return Metric::great_circle;
    throw std::invalid_argument("unknown metric " + name);
}

Rounding rounding_named(std::string const &name) {
    if (name == "none") return Rounding::none;
    if (name == "nearest") return Rounding::nearest;
    if (name == "up") return Rounding::up;
    throw std::invalid_argument("unknown rounding " + name);
}

/// What Python gives of a limit.
struct LimitArguments {
    LimitArguments(Array1<Cost> const &amounts, Cost limit, bool as_costs,
                   std::optional<Array2<Distance>> const &arcs, std::optional<double> own_scale)
        : at_nodes(copied(amounts)), most(limit), uses_costs(as_costs), scale(own_scale) {
        if (arcs) matrix.assign(arcs->data(), arcs->data() + arcs->size());
    }

    std::vector<Cost> at_nodes;
    Cost most;
    bool uses_costs;
    std::vector<Distance> matrix;
    std::optional<double> scale;
};

RouteLimit limit_of(LimitArguments const &given, std::optional<Geometry> const &geometry) {
    RouteLimit limit;
    limit.at_nodes = given.at_nodes;
    limit.most = given.most;
    if (given.uses_costs) {
        limit.arcs = RouteLimit::Arcs::costs;
    } else if (!given.matrix.empty()) {
        limit.arcs = RouteLimit::Arcs::own;
        limit.matrix = given.matrix;
    } else if (given.scale) {
        if (!geometry) throw std::invalid_argument("a limit by scale needs coordinates");
        limit.arcs = RouteLimit::Arcs::own;
        limit.geometry = geometry;
        limit.geometry->scale = *given.scale;
        limit.geometry->per_route = 0;
    }
    return limit;
}

void construct(Problem *self, Array1<Load> const &demands, Load capacity, int fleet,
               Array2<double> const &positions, std::optional<Array2<Distance>> const &distances,
               std::optional<Array2<double>> const &coordinates, std::string const &metric,
               std::string const &rounding, double scale, double penalty_scale, bool is_open,
               Distance per_route, std::vector<LimitArguments> const &limits) {
    Problem::Data data;
    data.demands = copied(demands);
    data.capacity = capacity;
    data.fleet = fleet;
    data.penalty_scale = penalty_scale;
    data.east = column(positions, 0);
    data.north = column(positions, 1);
    if (distances) {
        data.distances.assign(distances->data(), distances->data() + distances->size());
    } else if (coordinates) {
        data.geometry = Geometry{column(*coordinates, 0),
                                 column(*coordinates, 1),
                                 metric_named(metric),
                                 rounding_named(rounding),
                                 scale,
                                 is_open,
                                 per_route};
    } else {
        throw std::invalid_argument("a problem needs distances or coordinates");
    }
    for (LimitArguments const &limit : limits)
        data.limits.push_back(limit_of(limit, data.geometry));
    new (self) Problem(std::move(data));
}

}  // namespace

void bind_problem(nb::module_ &module) {
    nb::class_<LimitArguments>(module, "RouteLimit",
                               "A limit on what a route sums up: at its customers, and along arcs "
                               "by the problem's distances (uses_costs), a matrix of its own, or "
                               "its coordinates at a scale of its own.")
        .def(nb::init<Array1<Cost>, Cost, bool, std::optional<Array2<Distance>>,
                      std::optional<double>>(),
             nb::kw_only(), nb::arg("at_nodes"), nb::arg("most"), nb::arg("uses_costs") = false,
             nb::arg("matrix") = nb::none(), nb::arg("scale") = nb::none());
    nb::class_<Problem>(module, "Problem", "What is to be solved, in whole numbers.")
        .def("__init__", &construct, nb::kw_only(), nb::arg("demands"), nb::arg("capacity"),
             nb::arg("fleet"), nb::arg("positions"), nb::arg("distances").none(),
             nb::arg("coordinates").none(), nb::arg("metric"), nb::arg("rounding"),
             nb::arg("scale"), nb::arg("penalty_scale"), nb::arg("is_open"), nb::arg("per_route"),
             nb::arg("limits"))
        .def_prop_ro("customers", &Problem::customers)
        .def_prop_ro("fleet", &Problem::fleet)
        .def_prop_ro("max_distance", &Problem::max_distance)
        .def("distance", &Problem::distance, nb::arg("i"), nb::arg("j"));
}

}  // namespace kinroute::bindings

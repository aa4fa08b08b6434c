#include "kinroute/problem/problem.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

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

void construct(Problem *self, Array1<Load> const &demands, Load capacity, int fleet,
               Array2<double> const &positions, Array1<Cost> const &service,
               std::optional<Cost> max_duration, std::optional<Array2<Distance>> const &distances,
               std::optional<Array2<double>> const &coordinates, std::string const &metric,
               std::string const &rounding, double scale, double penalty_scale) {
    Problem::Data data;
    data.demands = copied(demands);
    data.service = copied(service);
    data.capacity = capacity;
    data.fleet = fleet;
    data.penalty_scale = penalty_scale;
    data.east = column(positions, 0);
    data.north = column(positions, 1);
    if (max_duration) data.max_duration = *max_duration;
    if (distances) {
        data.distances.assign(distances->data(), distances->data() + distances->size());
    } else if (coordinates) {
        data.geometry = Geometry{column(*coordinates, 0), column(*coordinates, 1),
                                 metric_named(metric), rounding_named(rounding), scale};
    } else {
        throw std::invalid_argument("a problem needs distances or coordinates");
    }
    new (self) Problem(std::move(data));
}

}  // namespace

void bind_problem(nb::module_ &module) {
    nb::class_<Problem>(module, "Problem", "What is to be solved, in whole numbers.")
        .def("__init__", &construct, nb::kw_only(), nb::arg("demands"), nb::arg("capacity"),
             nb::arg("fleet"), nb::arg("positions"), nb::arg("service"),
             nb::arg("max_duration").none(), nb::arg("distances").none(),
             nb::arg("coordinates").none(), nb::arg("metric"), nb::arg("rounding"),
             nb::arg("scale"), nb::arg("penalty_scale") = 1.0)
        .def_prop_ro("customers", &Problem::customers)
        .def_prop_ro("fleet", &Problem::fleet)
        .def_prop_ro("max_distance", &Problem::max_distance)
        .def("distance", &Problem::distance, nb::arg("i"), nb::arg("j"));
}

}  // namespace kinroute::bindings

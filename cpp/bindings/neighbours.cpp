#include "kinroute/problem/neighbours.h"

#include <nanobind/stl/vector.h>

#include "bindings.h"

namespace kinroute::bindings {

void bind_neighbours(nb::module_ &module) {
    nb::class_<Neighbours>(module, "Neighbours",
                           "For each customer the customers most related to it, best first.")
        .def(
            "__init__",
            [](Neighbours *self, Array2<Node> const &rows) {
                new (self) Neighbours({rows.data(), rows.size()}, static_cast<int>(rows.shape(0)),
                                      static_cast<int>(rows.shape(1)));
            },
            nb::arg("rows"))
        .def("symmetrised", &Neighbours::symmetrised)
        .def(
            "of",
            [](Neighbours const &self, Node customer) {
                if (customer < 1 || customer > self.customers()) {
                    throw nb::index_error("no such customer");
                }
                auto const list = self.of(customer);
                return std::vector<Node>(list.begin(), list.end());
            },
            nb::arg("customer"));
}

}  // namespace kinroute::bindings

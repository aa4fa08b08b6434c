#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "bindings.h"
#include "kinroute/neural/network.h"

namespace kinroute::bindings {

namespace {

using Floats = Array1<float>;
using Nodes = nb::ndarray<float const, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;
using Heat = nb::ndarray<nb::numpy, float>;

Heat filled(std::vector<float> values, std::initializer_list<std::size_t> shape) {
    auto *kept = new std::vector<float>(std::move(values));
    nb::capsule owner(kept, [](void *p) noexcept { delete static_cast<std::vector<float> *>(p); });
    return Heat(kept->data(), shape, owner);
}

}  // namespace

void bind_network(nb::module_ &module) {
    nb::class_<Network>(module, "Network", "A trained network, for reading heat off it.")
        .def(
            "__init__",
            [](Network *self, int width, int depth, Floats weights) {
                new (self) Network(width, depth, {weights.data(), weights.data() + weights.size()});
            },
            nb::kw_only(), nb::arg("width"), nb::arg("depth"), nb::arg("weights"))
        .def(
            "heat",
            [](Network const &self, Nodes nodes) {
                std::size_t const n = nodes.shape(0);
                std::vector<float> heat(n * n);
                {
                    nb::gil_scoped_release free;
                    self.heat({nodes.data(), nodes.size()}, heat);
                }
                return filled(std::move(heat), {n, n});
            },
            nb::arg("nodes"), "The heat (n, n) of all pairs of nodes (n, 3), the depot first.")
        .def(
            "heat_of",
            [](Network const &self, std::vector<int> const &rows, Nodes nodes) {
                std::size_t const n = nodes.shape(0);
                for (int const row : rows) {
                    if (row < 0 || static_cast<std::size_t>(row) >= n) {
                        throw std::out_of_range("no such node");
                    }
                }
                std::vector<float> heat(rows.size() * n);
                {
                    nb::gil_scoped_release free;
                    self.heat_of(rows, {nodes.data(), nodes.size()}, heat);
                }
                return filled(std::move(heat), {rows.size(), n});
            },
            nb::arg("rows"), nb::arg("nodes"), "The heat (r, n) of the pairs of some nodes.");
}

}  // namespace kinroute::bindings

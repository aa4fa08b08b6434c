#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <tuple>
#include <utility>

#include "bindings.h"
#include "kinroute/neural/network.h"
#include "kinroute/neural/ranking.h"

namespace kinroute::bindings {

namespace {

using Floats = Array1<float>;
using Nodes = nb::ndarray<float const, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;
using Scores = nb::ndarray<float const, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using Filled = nb::ndarray<nb::numpy, T>;

template <class T>
Filled<T> filled(std::vector<T> values, std::initializer_list<std::size_t> shape) {
    auto *kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void *p) noexcept { delete static_cast<std::vector<T> *>(p); });
    return Filled<T>(kept->data(), shape, owner);
}

/// The lists of the nodes at `centres`, and the rows in which equal scores occur.
std::tuple<Filled<Node>, Filled<float>, std::vector<std::size_t>> ranked_by_heat(
    Scores heat, Array1<Node> members, std::vector<std::size_t> const &centres) {
    std::size_t const rows = centres.size(), size = members.size();
    if (size == 0 || heat.shape(0) != rows || heat.shape(1) != size + 1) {
        throw std::invalid_argument("heat needs one row per centre, and one column per node");
    }
    std::vector<Node> ids(rows * (size - 1));
    std::vector<float> scores(ids.size());
    std::vector<std::size_t> tied;
    for (std::size_t k = 0; k < rows; ++k) {
        if (centres[k] >= size) throw std::out_of_range("no such customer");
        std::size_t const at = k * (size - 1);
        bool const has_ties =
            rank_by_score({heat.data() + k * (size + 1) + 1, size}, {members.data(), size},
                          centres[k], {ids.data() + at, size - 1}, {scores.data() + at, size - 1});
        if (has_ties) tied.push_back(k);
    }
    return {filled(std::move(ids), {rows, size - 1}), filled(std::move(scores), {rows, size - 1}),
            std::move(tied)};
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
    module.def("ranked_by_heat", &ranked_by_heat, nb::arg("heat"), nb::arg("members"),
               nb::arg("centres"),
               "Lists (r, m - 1) of the customers `members` by falling heat (r, m + 1), the depot "
               "first, for those at the places `centres`; their scores; and the rows with equal "
               "scores, which stay in the order of the members.");
}

}  // namespace kinroute::bindings

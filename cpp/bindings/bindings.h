#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

namespace kinroute::bindings {

namespace nb = nanobind;

template <class T>
using Array1 = nb::ndarray<T const, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Array2 = nb::ndarray<T const, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

void bind_problem(nb::module_ &module);
void bind_neighbours(nb::module_ &module);
void bind_config(nb::module_ &module);
void bind_search(nb::module_ &module);
void bind_network(nb::module_ &module);
void bind_exact(nb::module_ &module);
void bind_solution(nb::module_ &module);
void bind_testing(nb::module_ &module);

}  // namespace kinroute::bindings

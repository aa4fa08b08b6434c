#include <cstdint>
#include <tuple>

#include "kinroute/base/rng.h"
#include "kinroute/problem/sector.h"
#include "testing.h"

namespace kinroute::bindings {

namespace {

/// What a part of a problem knows: demands and distances by its own numbers.
std::tuple<std::vector<Load>, std::vector<std::vector<Distance>>> part(
    Problem const &problem, std::vector<Node> const &customers, int fleet) {
    Problem const result = problem.part(customers, fleet);
    std::vector<Load> demands;
    std::vector<std::vector<Distance>> distances;
    for (Node i = 0; i <= result.customers(); ++i) {
        demands.push_back(result.demand(i));
        auto &row = distances.emplace_back();
        for (Node j = 0; j <= result.customers(); ++j) row.push_back(result.distance(i, j));
    }
    return {demands, distances};
}

std::vector<std::uint32_t> random_numbers(std::uint64_t seed, std::uint32_t bound, int count) {
    Rng rng(seed);
    std::vector<std::uint32_t> numbers(static_cast<std::size_t>(count));
    for (auto &number : numbers) number = rng.below(bound);
    return numbers;
}

bool sectors_overlap(std::vector<int> const &a, std::vector<int> const &b) {
    auto const sector = [](std::vector<int> const &angles) {
        Sector result(angles.at(0));
        for (int const angle : angles) result.extend(angle);
        return result;
    };
    return sector(a).overlaps(sector(b));
}

}  // namespace

void bind_problem_tests(nb::module_ &testing) {
    testing.def("part", &part, nb::arg("problem"), nb::arg("customers"), nb::arg("fleet"));
    testing.def("random_numbers", &random_numbers, nb::arg("seed"), nb::arg("bound"),
                nb::arg("count"));
    testing.def("sectors_overlap", &sectors_overlap, nb::arg("a"), nb::arg("b"));
}

}  // namespace kinroute::bindings

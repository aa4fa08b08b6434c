#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kinroute/base/config.h"
#include "kinroute/base/rng.h"
#include "kinroute/problem/neighbours.h"
#include "kinroute/problem/problem.h"

namespace kinroute::selftest {

/// Random customers on a grid of 1,000 × 1,000 with the depot in its middle; distances are rounded
/// to whole numbers. The same on every platform.
inline Problem::Data random_data(int customers, std::uint64_t seed) {
    Rng rng(seed);
    Problem::Data data;
    Geometry geometry{.rounding = Rounding::nearest};
    for (int i = 0; i <= customers; ++i) {
        geometry.x.push_back(i == 0 ? 500 : rng.below(1001));
        geometry.y.push_back(i == 0 ? 500 : rng.below(1001));
        data.demands.push_back(i == 0 ? 0 : static_cast<Load>(1 + rng.below(100)));
    }
    data.east = geometry.x;
    data.north = geometry.y;
    data.geometry = geometry;
    data.capacity = 500;
    data.fleet = customers;
    return data;
}

/// The same with at most so many stops on a route.
inline Problem::Data with_most_stops(Problem::Data data, Cost most) {
    RouteLimit limit;
    limit.at_nodes.assign(data.demands.size(), 1);
    limit.at_nodes[0] = 0;
    limit.most = most;
    data.limits.push_back(limit);
    return data;
}

/// Each customer's k nearest, in order; of equally near ones the first.
inline Neighbours nearest(Problem const &problem, int k) {
    std::vector<Node> rows;
    int const n = problem.customers();
    for (Node c = 1; c <= n; ++c) {
        std::vector<Node> others;
        for (Node other = 1; other <= n; ++other) {
            if (other != c) others.push_back(other);
        }
        std::ranges::stable_sort(others, {},
                                 [&](Node other) { return problem.distance(c, other); });
        rows.insert(rows.end(), others.begin(), others.begin() + k);
    }
    return {rows, n, k};
}

/// The settings of the paper, as `kinroute.search.config` has them.
inline SearchConfig paper_config() {
    return {.granularity = 15,
            .population = {12, 20, 4, 5, false, 0},
            .penalties = {0.2, 0.05, 1.2, 0.85, 100, 100},
            .breeding = {0.0},
            .restarts = {20000, 0},
            .annealing = {0, 0.25, 0.0, 30.0, 500.0, 1.0, 0.01, 0.8, 400, 10, 160, false, false, 0},
            .ruin = {40, 15.0, 10.0, 10, 0.01, 0.01, false}};
}

}  // namespace kinroute::selftest

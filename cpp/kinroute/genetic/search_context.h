#pragma once

#include <cstdint>
#include <utility>

#include "kinroute/base/config.h"
#include "kinroute/base/monitor.h"
#include "kinroute/base/rng.h"
#include "kinroute/genetic/crossover.h"
#include "kinroute/problem/neighbours.h"
#include "kinroute/problem/problem.h"
#include "kinroute/solution/incumbent.h"

namespace kinroute {

/// The neighbour lists of each operator, and the kind of crossover.
struct Steering {
    Neighbours local_search;  ///< already symmetrised
    Neighbours crossover, ruin;
    CrossoverKind crossover_kind = CrossoverKind::ox;
};

/// Shared by all parts of one search.
struct SearchContext {
    SearchContext(Problem const &of, Steering const &by, SearchConfig const &with,
                  std::uint64_t seed, Limits const &limits, Monitor::Poll poll)
        : problem(of), steering(by), config(with), rng(seed), monitor(limits, std::move(poll)) {}

    Problem const &problem;
    Steering const &steering;
    SearchConfig const &config;
    Rng rng;
    Monitor monitor;
    Incumbent incumbent{monitor};
};

}  // namespace kinroute

#pragma once

#include <memory>
#include <vector>

#include "kinroute/genetic/genetic_search.h"

namespace kinroute {

/// Searches on several threads that share what they find, the calling one among them; `poll` is
/// only called on that one. A limit on iterations counts those of all threads together, one on
/// processor time is for each of them.
///
/// Every thread has a population of its own, and all of them take in the same children in the same
/// order: they are one population, bred from by many. What is found depends on the seed and the
/// number of threads, but not on how fast each of them is.
[[nodiscard]] SearchOutcome search_in_parallel(std::shared_ptr<Problem const> problem,
                                               Relations const &related, SearchConfig const &config,
                                               Limits const &limits, Monitor::Poll const &poll,
                                               std::vector<std::vector<Node>> const &start,
                                               int threads);

}  // namespace kinroute

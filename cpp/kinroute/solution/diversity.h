#pragma once

#include "kinroute/solution/individual.h"

namespace kinroute {

/// Share of the customers whose neighbours in one solution are not their neighbours in the other
/// (broken-pairs distance, Prins 2009): 0 for the same routes. Where `either_way`, routes driven
/// backwards are the same.
[[nodiscard]] double broken_pairs_distance(Individual const &a, Individual const &b,
                                           bool either_way) noexcept;

}  // namespace kinroute

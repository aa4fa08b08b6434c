#pragma once

#include <cstdint>
#include <limits>

/// For functions of the innermost loops, which compilers might not inline because of their size.
#define KINROUTE_INLINE [[gnu::always_inline]]

namespace kinroute {

/// A place in the problem (0 is the depot, 1 … n are the customers), or a visit in `Routes`, where
/// every route has depot visits of its own above n.
using Node = std::int32_t;

/// One distance or one service time, in the core's integer unit.
using Distance = std::int32_t;

/// Sums of distances, durations, penalties and prices.
using Cost = std::int64_t;

/// Demand and load, in the core's integer unit.
using Load = std::int32_t;

inline constexpr Cost unlimited = std::numeric_limits<Cost>::max() / 4;

}  // namespace kinroute

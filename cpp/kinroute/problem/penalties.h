#pragma once

#include "kinroute/base/types.h"

namespace kinroute {

/// By how much routes exceed their limits.
struct Excess {
    Cost load = 0;
    Cost limits = 0;  ///< other than capacity, all together

    [[nodiscard]] bool is_none() const noexcept { return load == 0 && limits == 0; }
    [[nodiscard]] bool operator==(Excess const &) const noexcept = default;
    Excess &operator+=(Excess const &other) noexcept {
        load += other.load;
        limits += other.limits;
        return *this;
    }
    Excess &operator-=(Excess const &other) noexcept {
        load -= other.load;
        limits -= other.limits;
        return *this;
    }
};

/// Price of one unit of each excess. Integers, so that prices are exact.
struct Penalties {
    Cost per_load = 1;
    Cost per_limit = limit_unit;

    /// A unit of a limit is as small as one of cost, so its price needs fractions: it is stored in
    /// units of 1 / limit_unit.
    static constexpr Cost limit_unit = 256;

    [[nodiscard]] Cost of_load(Cost excess) const noexcept { return excess * per_load; }
    [[nodiscard]] Cost of_limits(Cost excess) const noexcept {
        return excess * per_limit / limit_unit;
    }
    [[nodiscard]] Cost of(Excess const &excess) const noexcept {
        return of_load(excess.load) + of_limits(excess.limits);
    }
};

}  // namespace kinroute

#pragma once

#include "kinroute/base/types.h"

namespace kinroute {

/// By how much routes exceed their limits.
struct Excess {
    Cost load = 0;
    Cost duration = 0;

    [[nodiscard]] bool is_none() const noexcept { return load == 0 && duration == 0; }
    [[nodiscard]] bool operator==(Excess const &) const noexcept = default;
    Excess &operator+=(Excess const &other) noexcept {
        load += other.load;
        duration += other.duration;
        return *this;
    }
    Excess &operator-=(Excess const &other) noexcept {
        load -= other.load;
        duration -= other.duration;
        return *this;
    }
};

/// Price of one unit of each excess. Integers, so that prices are exact.
struct Penalties {
    Cost per_load = 1;
    Cost per_duration = duration_unit;

    /// A unit of duration is as small as one of cost, so its price needs fractions: it is stored in
    /// units of 1 / duration_unit.
    static constexpr Cost duration_unit = 256;

    [[nodiscard]] Cost of_load(Cost excess) const noexcept { return excess * per_load; }
    [[nodiscard]] Cost of_duration(Cost excess) const noexcept {
        return excess * per_duration / duration_unit;
    }
    [[nodiscard]] Cost of(Excess const &excess) const noexcept {
        return of_load(excess.load) + of_duration(excess.duration);
    }
};

}  // namespace kinroute

#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>

#include "kinroute/base/types.h"

namespace kinroute {

/// Consecutive visits of a route, from `first` to `last`; if turned, in the order from `last` to
/// `first`.
struct Stretch {
    Node first, last;
    bool is_turned = false;
};

/// A route as a move leaves it: stretches of the routes before, one after the other.
class Stretches {
public:
    Stretches() = default;
    Stretches(std::initializer_list<Stretch> parts) noexcept {
        for (Stretch const &part : parts) add(part);
    }

    void add(Stretch const &part) noexcept { parts_[size_++] = part; }

    [[nodiscard]] std::span<Stretch const> parts() const noexcept { return {parts_.data(), size_}; }

private:
    std::array<Stretch, 5> parts_{};
    std::size_t size_ = 0;
};

}  // namespace kinroute

#pragma once

namespace kinroute {

/// The circle sector, seen from the depot, that holds a set of angles (0 … 65535).
class Sector {
public:
    Sector() = default;
    explicit Sector(int angle) noexcept : start_(angle), end_(angle) {}

    void extend(int angle) noexcept {
        if (turn(start_, angle) <= turn(start_, end_)) return;
        if (turn(end_, angle) <= turn(angle, start_)) {
            end_ = angle;
        } else {
            start_ = angle;
        }
    }

    [[nodiscard]] bool overlaps(Sector const &other) const noexcept {
        return turn(start_, other.start_) <= turn(start_, end_) ||
               turn(other.start_, start_) <= turn(other.start_, other.end_);
    }

private:
    static int turn(int from, int to) noexcept { return (to - from) & 0xffff; }

    int start_ = 0;
    int end_ = 0;
};

}  // namespace kinroute

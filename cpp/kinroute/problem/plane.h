#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "kinroute/base/four_numbers.h"
#include "kinroute/base/two_numbers.h"
#include "kinroute/base/types.h"
#include "kinroute/problem/geometry.h"

namespace kinroute {

/// Euclidean distances where nothing is special, computed in line: the same numbers as those of
/// `Geometry`, in a fraction of the time. Most large problems are of this kind.
class Plane {
public:
    struct Point {
        double x, y;
    };

    Plane() = default;
    explicit Plane(Geometry const &geometry) {
        bool const is_rounded = geometry.rounding == Rounding::nearest;
        bool const is_plain = geometry.metric == Metric::euclidean && !geometry.is_open &&
                              (is_rounded || geometry.rounding == Rounding::none) &&
                              geometry.per_route == 0;
        auto const [left, right] = std::ranges::minmax(geometry.x);
        auto const [low, high] = std::ranges::minmax(geometry.y);
        bool const is_near =
            (right - left + high - low + 1) * geometry.scale < double{Geometry::longest};
        bool const has_whole_scale = geometry.scale == std::floor(geometry.scale);
        if (!is_plain || !is_near || (is_rounded && !has_whole_scale)) return;
        scale_ = is_rounded ? 1 : geometry.scale;
        factor_ = is_rounded ? static_cast<Distance>(geometry.scale) : 1;
        double const middle_x = (left + right) / 2, middle_y = (low + high) / 2;
        for (std::size_t i = 0; i < geometry.x.size(); ++i) {
            points_.push_back({geometry.x[i], geometry.y[i]});
            rough_points_.push_back({static_cast<float>(geometry.x[i] - middle_x),
                                     static_cast<float>(geometry.y[i] - middle_y)});
        }
        // Coordinates, differences, squares, root and scale: fewer than 16 roundings of the extent.
        double const most = (right - left + high - low) * scale_;
        rough_offset_ = static_cast<float>(0.5 - most * 0x1p-20);
    }

    /// Whether the distances of the geometry are of another kind.
    [[nodiscard]] bool is_empty() const noexcept { return points_.empty(); }
    [[nodiscard]] Point point(Node i) const noexcept {
        return points_[static_cast<std::size_t>(i)];
    }

    [[nodiscard]] KINROUTE_INLINE Distance distance(Point from, Node j) const noexcept {
        Point const to = point(j);
        double const dx = from.x - to.x, dy = from.y - to.y;
        // A length is not negative, so that a cast rounds as floor does.
        return static_cast<Distance>(std::sqrt(dx * dx + dy * dy) * scale_ + 0.5) * factor_;
    }

    struct TwoPoints {
        TwoPoints() = default;
        TwoPoints(Point a, Point b) noexcept : x(a.x, b.x), y(a.y, b.y) {}
        TwoNumbers x, y;
    };

    /// From two points to two others, in turn.
    [[nodiscard]] KINROUTE_INLINE std::array<Distance, 2> distances(
        TwoPoints const &from, TwoPoints const &to) const noexcept {
        TwoNumbers const dx = from.x - to.x, dy = from.y - to.y;
        TwoNumbers const lengths = sqrt(dx * dx + dy * dy) * TwoNumbers(scale_) + TwoNumbers(0.5);
        return {static_cast<Distance>(lengths.first()) * factor_,
                static_cast<Distance>(lengths.second()) * factor_};
    }

    struct RoughPoint {
        float x, y;
    };
    [[nodiscard]] RoughPoint rough_point(Node i) const noexcept {
        return rough_points_[static_cast<std::size_t>(i)];
    }

    struct FourPoints {
        FourPoints() = default;
        explicit FourPoints(RoughPoint same) noexcept : x(same.x), y(same.y) {}
        FourPoints(RoughPoint a, RoughPoint b, RoughPoint c, RoughPoint d) noexcept
            : x(a.x, b.x, c.x, d.x), y(a.y, b.y, c.y, d.y) {}
        FourNumbers x, y;
    };

    /// Lower bounds on the distances from four points to four others, in turn: seldom less than the
    /// distances by more than rounding, in single precision, a fraction of their time.
    [[nodiscard]] KINROUTE_INLINE std::array<Distance, 4> least_distances(
        FourPoints const &from, FourPoints const &to) const noexcept {
        FourNumbers const dx = from.x - to.x, dy = from.y - to.y;
        auto lengths = (sqrt(dx * dx + dy * dy) * FourNumbers(static_cast<float>(scale_)) +
                        FourNumbers(rough_offset_))
                           .whole();
        for (Distance &length : lengths) length *= factor_;
        return lengths;
    }

    [[nodiscard]] KINROUTE_INLINE Distance least_distance(RoughPoint from,
                                                          RoughPoint to) const noexcept {
        float const dx = from.x - to.x, dy = from.y - to.y;
        float const length =
            std::sqrt(dx * dx + dy * dy) * static_cast<float>(scale_) + rough_offset_;
        return static_cast<Distance>(length) * factor_;
    }

private:
    std::vector<Point> points_;
    std::vector<RoughPoint> rough_points_;  ///< from the middle of all points
    double scale_ = 1;                      ///< of lengths before they are rounded
    Distance factor_ = 1;                   ///< … and after
    float rough_offset_ = 0;                ///< that rounds a length in single precision, or less
};

}  // namespace kinroute

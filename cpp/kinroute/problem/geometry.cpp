#include "kinroute/problem/geometry.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace kinroute {

namespace {

/// Degrees.minutes as TSPLIB writes them, to radians.
double tsplib_radians(double value) {
    double const degrees = std::trunc(value);
    return 3.141592 * (degrees + 5.0 * (value - degrees) / 3.0) / 180.0;
}

/// TSPLIB's distance on its sphere before the final truncation, in kilometres.
double tsplib_kilometres(double lat_i, double lon_i, double lat_j, double lon_j) {
    double const q1 = std::cos(tsplib_radians(lon_i) - tsplib_radians(lon_j));
    double const q2 = std::cos(tsplib_radians(lat_i) - tsplib_radians(lat_j));
    double const q3 = std::cos(tsplib_radians(lat_i) + tsplib_radians(lat_j));
    double const cosine = 0.5 * ((1.0 + q1) * q2 - (1.0 - q1) * q3);
    return 6378.388 * std::acos(std::clamp(cosine, -1.0, 1.0));
}

double haversine_kilometres(double lat_i, double lon_i, double lat_j, double lon_j) {
    constexpr double radians = std::numbers::pi / 180.0;
    double const a = std::sin((lat_j - lat_i) * radians / 2);
    double const b = std::sin((lon_j - lon_i) * radians / 2);
    double const h = a * a + std::cos(lat_i * radians) * std::cos(lat_j * radians) * b * b;
    return 2 * 6371.0088 * std::asin(std::sqrt(std::min(1.0, h)));
}

}  // namespace

Distance Geometry::distance(Node i, Node j) const {
    if (i == j || (is_open && j == 0)) return 0;
    auto const a = static_cast<std::size_t>(i);
    auto const b = static_cast<std::size_t>(j);
    double length = 0;
    switch (metric) {
        case Metric::euclidean: {
            double const dx = x[a] - x[b];
            double const dy = y[a] - y[b];
            length = std::sqrt(dx * dx + dy * dy);
            break;
        }
        case Metric::geo:
            length = tsplib_kilometres(x[a], y[a], x[b], y[b]);
            // TSPLIB's own rounding: one more than the truncated value.
            if (rounding != Rounding::none) length = std::floor(length + 1.0);
            break;
        case Metric::great_circle:
            length = haversine_kilometres(x[a], y[a], x[b], y[b]);
            break;
    }
    if (metric != Metric::geo) {
        if (rounding == Rounding::nearest) length = std::floor(length + 0.5);
        if (rounding == Rounding::up) length = std::ceil(length);
    }
    auto const result =
        static_cast<Distance>(std::min(length * scale + 0.5, static_cast<double>(longest)));
    if (i != 0 && j != 0) return result;
    return result + (is_open ? per_route : per_route / 2);
}

}  // namespace kinroute

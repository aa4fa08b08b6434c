#include "kinroute/problem/problem.h"

#include <algorithm>
#include <numbers>
#include <stdexcept>
#include <type_traits>
#include <utility>

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

int angle_of(double east, double north) {
    double const turn = std::atan2(north, east) / (2 * std::numbers::pi);
    return static_cast<int>(std::floor(turn * 65536.0)) & 0xffff;
}

}  // namespace

Distance Geometry::distance(Node i, Node j) const {
    if (i == j) return 0;
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
    return static_cast<Distance>(length * scale + 0.5);
}

Problem::Problem(Data data)
    : data_(std::move(data)),
      customers_(static_cast<int>(data_.demands.size()) - 1),
      stride_(data_.demands.size()) {
    std::size_t const nodes = stride_;
    if (nodes < 2) throw std::invalid_argument("a problem needs a customer");
    bool const sizes_agree =
        data_.service.size() == nodes && data_.east.size() == nodes &&
        data_.north.size() == nodes &&
        (data_.geometry ? data_.geometry->x.size() == nodes && data_.geometry->y.size() == nodes
                        : data_.distances.size() == nodes * nodes);
    if (!sizes_agree) throw std::invalid_argument("the arrays of a problem differ in length");
    if (data_.fleet < 1) throw std::invalid_argument("a problem needs a route");
    if (data_.capacity < 1) throw std::invalid_argument("a problem needs a capacity");

    if (data_.geometry && nodes <= most_nodes_in_a_matrix) {
        data_.distances.resize(nodes * nodes);
        for (std::size_t i = 0; i < nodes; ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                Distance const d =
                    data_.geometry->distance(static_cast<Node>(i), static_cast<Node>(j));
                data_.distances[i * nodes + j] = data_.distances[j * nodes + i] = d;
            }
        }
    }
    has_matrix_ = !data_.distances.empty();
    if (has_matrix_) {
        max_distance_ = *std::max_element(data_.distances.begin(), data_.distances.end());
        for (std::size_t i = 0; i < nodes && !data_.geometry; ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                is_symmetric_ &= data_.distances[i * nodes + j] == data_.distances[j * nodes + i];
            }
        }
    } else {
        for (Node i = 1; i <= customers_; ++i) {
            max_distance_ = std::max(max_distance_, 2 * distance(0, i));
        }
    }
    for (Load const demand : data_.demands) {
        total_demand_ += demand;
        max_demand_ = std::max(max_demand_, demand);
    }
    for (Cost const service : data_.service) total_service_ += service;
    angles_.resize(nodes);
    for (std::size_t i = 0; i < nodes; ++i) {
        angles_[i] = angle_of(data_.east[i] - data_.east[0], data_.north[i] - data_.north[0]);
    }
}

Problem Problem::part(std::span<Node const> customers, int fleet) const {
    std::vector<Node> nodes = {0};
    nodes.insert(nodes.end(), customers.begin(), customers.end());
    auto const chosen = [&](auto const &values) {
        std::remove_cvref_t<decltype(values)> result;
        for (Node const i : nodes) result.push_back(values[at(i)]);
        return result;
    };
    Data data;
    data.demands = chosen(data_.demands);
    data.service = chosen(data_.service);
    data.east = chosen(data_.east);
    data.north = chosen(data_.north);
    data.capacity = data_.capacity;
    data.max_duration = data_.max_duration;
    data.fleet = fleet;
    data.penalty_scale = data_.penalty_scale;
    if (has_matrix()) {
        data.distances.reserve(nodes.size() * nodes.size());
        for (Node const i : nodes) {
            for (Node const j : nodes) data.distances.push_back(row(i)[j]);
        }
    } else {
        data.geometry =
            Geometry{chosen(data_.geometry->x), chosen(data_.geometry->y), data_.geometry->metric,
                     data_.geometry->rounding, data_.geometry->scale};
    }
    return Problem(std::move(data));
}

int Problem::fewest_routes() const noexcept {
    return static_cast<int>((total_demand_ + capacity() - 1) / capacity());
}

}  // namespace kinroute

#include "kinroute/problem/problem.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace kinroute {

namespace {

std::vector<Distance> matrix_of(Geometry const &geometry, std::size_t nodes) {
    std::vector<Distance> matrix(nodes * nodes);
    for (std::size_t i = 0; i < nodes; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            auto const a = static_cast<Node>(i), b = static_cast<Node>(j);
            matrix[i * nodes + j] = geometry.distance(a, b);
            matrix[j * nodes + i] =
                geometry.is_open ? geometry.distance(b, a) : matrix[i * nodes + j];
        }
    }
    return matrix;
}

bool is_same_both_ways(std::vector<Distance> const &matrix, std::size_t nodes) {
    for (std::size_t i = 0; i < nodes; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (matrix[i * nodes + j] != matrix[j * nodes + i]) return false;
        }
    }
    return true;
}

int angle_of(double east, double north) {
    double const turn = std::atan2(north, east) / (2 * std::numbers::pi);
    return static_cast<int>(std::floor(turn * 65536.0)) & 0xffff;
}

}  // namespace

Problem::Problem(Data data)
    : data_(std::move(data)),
      customers_(static_cast<int>(data_.demands.size()) - 1),
      stride_(data_.demands.size()) {
    check_sizes();
    if (data_.geometry && stride_ <= data_.most_nodes_in_a_matrix) {
        data_.distances = matrix_of(*data_.geometry, stride_);
    } else if (data_.geometry) {
        plane_ = Plane(*data_.geometry);
    }
    measure_distances();
    measure_limits();
    for (Load const demand : data_.demands) {
        total_demand_ += demand;
        max_demand_ = std::max(max_demand_, demand);
    }
    angles_.resize(stride_);
    for (std::size_t i = 0; i < stride_; ++i) {
        angles_[i] = angle_of(data_.east[i] - data_.east[0], data_.north[i] - data_.north[0]);
    }
}

void Problem::check_sizes() const {
    std::size_t const nodes = stride_;
    if (nodes < 2) throw std::invalid_argument("a problem needs a customer");
    bool sizes_agree =
        data_.east.size() == nodes && data_.north.size() == nodes &&
        (data_.geometry ? data_.geometry->x.size() == nodes && data_.geometry->y.size() == nodes
                        : data_.distances.size() == nodes * nodes);
    for (RouteLimit const &limit : data_.limits) {
        sizes_agree &= limit.at_nodes.size() == nodes;
        if (limit.arcs == RouteLimit::Arcs::own) {
            sizes_agree &= limit.geometry ? limit.geometry->x.size() == nodes
                                          : limit.matrix.size() == nodes * nodes;
        }
    }
    if (!sizes_agree) throw std::invalid_argument("the arrays of a problem differ in length");
    if (data_.limits.size() > RouteLimit::most_limits) {
        throw std::invalid_argument("a problem has too many limits");
    }
    if (data_.fleet < 1) throw std::invalid_argument("a problem needs a route");
    if (data_.capacity < 1) throw std::invalid_argument("a problem needs a capacity");
}

void Problem::measure_distances() {
    has_matrix_ = !data_.distances.empty();
    if (data_.geometry) is_symmetric_ = !data_.geometry->is_open;
    if (has_matrix_) {
        max_distance_ = *std::max_element(data_.distances.begin(), data_.distances.end());
        if (!data_.geometry) is_symmetric_ = is_symmetric_matrix(data_.distances);
        return;
    }
    for (Node i = 1; i <= customers_; ++i) {
        max_distance_ = std::max(max_distance_, 2 * distance(0, i));
    }
}

bool Problem::is_symmetric_matrix(std::vector<Distance> const &matrix) const {
    return data_.is_known_symmetric || is_same_both_ways(matrix, stride_);
}

void Problem::measure_limits() {
    for (std::size_t k = 0; k < limits(); ++k) {
        RouteLimit &limit = data_.limits[k];
        if (limit.arcs == RouteLimit::Arcs::own) {
            if (limit.geometry && stride_ <= data_.most_nodes_in_a_matrix) {
                limit.matrix = matrix_of(*limit.geometry, stride_);
            }
            is_symmetric_ &=
                limit.geometry ? !limit.geometry->is_open : is_symmetric_matrix(limit.matrix);
        }
        Cost longest = limit.arcs == RouteLimit::Arcs::none ? 0 : max_distance_;
        if (limit.arcs == RouteLimit::Arcs::own) {
            longest = limit.matrix.empty()
                          ? Geometry::longest
                          : *std::max_element(limit.matrix.begin(), limit.matrix.end());
        }
        Cost const customers = std::reduce(limit.at_nodes.begin(), limit.at_nodes.end());
        most_of_a_limit_ = std::max(most_of_a_limit_, (customers_ + 1) * longest + customers);
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
    auto const chosen_geometry = [&](Geometry geometry) {
        geometry.x = chosen(geometry.x);
        geometry.y = chosen(geometry.y);
        return geometry;
    };
    auto const chosen_rows = [&](std::vector<Distance> const &matrix) {
        std::vector<Distance> result;
        result.reserve(nodes.size() * nodes.size());
        for (Node const i : nodes) {
            for (Node const j : nodes) result.push_back(matrix[at(i) * stride_ + at(j)]);
        }
        return result;
    };
    Data data;
    data.demands = chosen(data_.demands);
    data.east = chosen(data_.east);
    data.north = chosen(data_.north);
    data.capacity = data_.capacity;
    data.fleet = fleet;
    data.penalty_scale = data_.penalty_scale;
    data.most_nodes_in_a_matrix = most_nodes_in_a_matrix_of_a_part;
    data.is_known_symmetric = is_symmetric_;
    if (has_matrix()) {
        data.distances = chosen_rows(data_.distances);
    } else {
        data.geometry = chosen_geometry(*data_.geometry);
    }
    for (RouteLimit const &limit : data_.limits) {
        RouteLimit &part = data.limits.emplace_back();
        part.arcs = limit.arcs;
        part.at_nodes = chosen(limit.at_nodes);
        part.most = limit.most;
        if (!limit.matrix.empty()) {
            part.matrix = chosen_rows(limit.matrix);
        } else if (limit.geometry) {
            part.geometry = chosen_geometry(*limit.geometry);
        }
    }
    return Problem(std::move(data));
}

int Problem::fewest_routes() const noexcept {
    return static_cast<int>((total_demand_ + capacity() - 1) / capacity());
}

}  // namespace kinroute

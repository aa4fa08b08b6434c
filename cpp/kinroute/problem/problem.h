#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "kinroute/base/types.h"
#include "kinroute/problem/geometry.h"
#include "kinroute/problem/plane.h"
#include "kinroute/problem/route_limit.h"

namespace kinroute {

/// The problem to be solved. Immutable; nodes are 0 (the depot) to n.
class Problem {
public:
    struct Data {
        std::optional<Geometry> geometry;  ///< either this …
        std::vector<Distance> distances;   ///< … or (n+1)² distances, row by row
        std::vector<Load> demands;         ///< n+1, the depot's is 0
        std::vector<double> east, north;   ///< n+1 places on a plane: angles and sectors only
        std::vector<RouteLimit> limits;
        Load capacity = 0;
        int fleet = 1;             ///< most routes a solution may have
        double penalty_scale = 1;  ///< core units of cost per load, for one of the user's
        /// Geometry is expanded into a matrix up to this many nodes and evaluated on the fly above.
        std::size_t most_nodes_in_a_matrix = 5000;
        bool is_known_symmetric = false;  ///< all matrices are, and need not be compared
    };

    /// The same for parts of a problem without a matrix, which are made anew often.
    static constexpr std::size_t most_nodes_in_a_matrix_of_a_part = 1000;

    explicit Problem(Data data);

    // Movable but not copyable: users refer to the one object.
    Problem(Problem const &) = delete;
    Problem &operator=(Problem const &) = delete;
    Problem(Problem &&) = default;
    Problem &operator=(Problem &&) = delete;
    ~Problem() = default;

    /// The same problem for some of the customers, renumbered in the order given.
    [[nodiscard]] Problem part(std::span<Node const> customers, int fleet) const;

    [[nodiscard]] int customers() const noexcept { return customers_; }
    [[nodiscard]] int fleet() const noexcept { return data_.fleet; }
    [[nodiscard]] Load capacity() const noexcept { return data_.capacity; }
    [[nodiscard]] Load demand(Node i) const noexcept { return data_.demands[at(i)]; }

    /// Limits on what a route sums up, by their index: its most, and what a customer and an arc
    /// add.
    [[nodiscard]] bool has_limits() const noexcept { return !data_.limits.empty(); }
    [[nodiscard]] std::size_t limits() const noexcept { return data_.limits.size(); }
    [[nodiscard]] Cost limit(std::size_t k) const noexcept { return data_.limits[k].most; }
    [[nodiscard]] Cost at_node(std::size_t k, Node i) const noexcept {
        return data_.limits[k].at_nodes[at(i)];
    }
    [[nodiscard]] Cost arc(std::size_t k, Node i, Node j) const noexcept {
        RouteLimit const &limit = data_.limits[k];
        if (limit.arcs == RouteLimit::Arcs::costs) return distance(i, j);
        if (limit.arcs == RouteLimit::Arcs::none) return 0;
        return limit.matrix.empty() ? limit.geometry->distance(i, j)
                                    : limit.matrix[at(i) * stride_ + at(j)];
    }
    /// No route sums up to more than this.
    [[nodiscard]] Cost most_of_a_limit() const noexcept { return most_of_a_limit_; }

    [[nodiscard]] double penalty_scale() const noexcept { return data_.penalty_scale; }
    [[nodiscard]] Cost total_demand() const noexcept { return total_demand_; }
    [[nodiscard]] Load max_demand() const noexcept { return max_demand_; }

    /// The longest distance between two nodes (for geometry without a matrix, between the depot and
    /// a customer, doubled: an upper bound by the triangle inequality).
    [[nodiscard]] Distance max_distance() const noexcept { return max_distance_; }

    /// Minimum number of routes for the total demand.
    [[nodiscard]] int fewest_routes() const noexcept;

    [[nodiscard]] KINROUTE_INLINE Distance distance(Node i, Node j) const noexcept {
        if (has_matrix()) return row(i)[j];
        return plane_.is_empty() ? data_.geometry->distance(i, j)
                                 : plane_.distance(plane_.point(i), j);
    }

    [[nodiscard]] bool has_matrix() const noexcept { return has_matrix_; }
    /// Without a matrix: distances that can be computed in line, if they are of that kind.
    [[nodiscard]] Plane const &plane() const noexcept { return plane_; }
    [[nodiscard]] bool is_symmetric() const noexcept { return is_symmetric_; }

    /// Distances from node i to all others. There must be a matrix.
    [[nodiscard]] Distance const *row(Node i) const noexcept {
        return data_.distances.data() + at(i) * stride_;
    }

    /// Angle of a node as seen from the depot, 0 … 65535.
    [[nodiscard]] int angle(Node i) const noexcept { return angles_[at(i)]; }
    [[nodiscard]] double east(Node i) const noexcept { return data_.east[at(i)]; }
    [[nodiscard]] double north(Node i) const noexcept { return data_.north[at(i)]; }

private:
    static constexpr std::size_t at(Node i) noexcept { return static_cast<std::size_t>(i); }
    void check_sizes() const;
    void measure_distances();
    void measure_limits();
    [[nodiscard]] bool is_symmetric_matrix(std::vector<Distance> const &matrix) const;

    Data data_;
    Plane plane_;
    int customers_;
    std::size_t stride_;
    std::vector<int> angles_;
    Cost total_demand_ = 0, most_of_a_limit_ = 0;
    Load max_demand_ = 0;
    Distance max_distance_ = 0;
    bool is_symmetric_ = true;
    bool has_matrix_ = false;
};

}  // namespace kinroute

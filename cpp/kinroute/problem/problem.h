#pragma once

#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "kinroute/base/types.h"

namespace kinroute {

/// How a distance follows from two coordinate pairs.
enum class Metric { euclidean, geo, great_circle };

/// How one distance is rounded, in the user's unit.
enum class Rounding { none, nearest, up };

/// Coordinates from which distances are computed, and how.
struct Geometry {
    std::vector<double> x, y;
    Metric metric = Metric::euclidean;
    Rounding rounding = Rounding::none;
    double scale = 1;  ///< core units per unit of the user's

    [[nodiscard]] Distance distance(Node i, Node j) const;
};

/// The problem to be solved. Immutable; nodes are 0 (the depot) to n.
class Problem {
public:
    struct Data {
        std::optional<Geometry> geometry;  ///< either this …
        std::vector<Distance> distances;   ///< … or (n+1)² distances, row by row
        std::vector<Load> demands;         ///< n+1, the depot's is 0
        std::vector<Cost> service;         ///< n+1, the depot's is 0
        std::vector<double> east, north;   ///< n+1 places on a plane: angles and sectors only
        Load capacity = 0;
        Cost max_duration = unlimited;
        int fleet = 1;             ///< most routes a solution may have
        double penalty_scale = 1;  ///< core units of cost per load, for one of the user's
    };

    /// Geometry is expanded into a matrix up to this many nodes and evaluated on the fly above.
    static constexpr std::size_t most_nodes_in_a_matrix = 5000;

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
    [[nodiscard]] Cost service(Node i) const noexcept { return data_.service[at(i)]; }
    [[nodiscard]] Cost max_duration() const noexcept { return data_.max_duration; }
    [[nodiscard]] bool is_timed() const noexcept { return data_.max_duration < unlimited; }
    [[nodiscard]] double penalty_scale() const noexcept { return data_.penalty_scale; }
    [[nodiscard]] Cost total_demand() const noexcept { return total_demand_; }
    [[nodiscard]] Load max_demand() const noexcept { return max_demand_; }
    [[nodiscard]] Cost total_service() const noexcept { return total_service_; }

    /// The longest distance between two nodes (for geometry without a matrix, between the depot and
    /// a customer, doubled: an upper bound by the triangle inequality).
    [[nodiscard]] Distance max_distance() const noexcept { return max_distance_; }

    /// Minimum number of routes for the total demand.
    [[nodiscard]] int fewest_routes() const noexcept;

    [[nodiscard]] KINROUTE_INLINE Distance distance(Node i, Node j) const noexcept {
        if (has_matrix()) return row(i)[j];
        return data_.geometry->distance(i, j);
    }

    [[nodiscard]] bool has_matrix() const noexcept { return has_matrix_; }
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

    Data data_;
    int customers_;
    std::size_t stride_;
    std::vector<int> angles_;
    Cost total_demand_ = 0, total_service_ = 0;
    Load max_demand_ = 0;
    Distance max_distance_ = 0;
    bool is_symmetric_ = true;
    bool has_matrix_ = false;
};

}  // namespace kinroute

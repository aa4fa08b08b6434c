#pragma once

#include "kinroute/base/types.h"
#include "kinroute/problem/problem.h"

namespace kinroute {

/// Distances from one node, read from the matrix.
struct MatrixRow {
    MatrixRow() = default;
    MatrixRow(Problem const &problem, Node i) noexcept : row(problem.row(i)) {}
    [[nodiscard]] Distance operator[](Node j) const noexcept { return row[j]; }
    Distance const *row;
};

/// Distances from one node, computed when needed.
struct GeometryRow {
    GeometryRow() = default;
    GeometryRow(Problem const &of, Node i) noexcept : problem(&of), from(i) {}
    [[nodiscard]] Distance operator[](Node j) const noexcept { return problem->distance(from, j); }
    Problem const *problem;
    Node from;
};

/// The same of points on a plane.
struct PlaneRow {
    PlaneRow() = default;
    PlaneRow(Problem const &problem, Node i) noexcept
        : plane(&problem.plane()), from(plane->point(i)) {}
    [[nodiscard]] Distance operator[](Node j) const noexcept { return plane->distance(from, j); }
    Plane const *plane;
    Plane::Point from;
};

/// Distances from one node, or to it, of any problem.
struct AnyRow {
    AnyRow(Problem const &of, Node i, bool is_reversed) noexcept
        : problem(&of), node(i), towards(is_reversed) {}
    [[nodiscard]] Distance operator[](Node j) const noexcept {
        return towards ? problem->distance(j, node) : problem->distance(node, j);
    }
    Problem const *problem;
    Node node;
    bool towards;
};

}  // namespace kinroute

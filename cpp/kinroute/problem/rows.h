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
    GeometryRow(Problem const &problem, Node i) noexcept : geometry(&problem), from(i) {}
    [[nodiscard]] Distance operator[](Node j) const noexcept { return geometry->distance(from, j); }
    Problem const *geometry;
    Node from;
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

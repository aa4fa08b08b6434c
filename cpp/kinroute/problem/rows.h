#pragma once

#include <array>

#include "kinroute/base/types.h"
#include "kinroute/problem/problem.h"

namespace kinroute {

/// Distances from one node, read from the matrix.
struct MatrixRow {
    MatrixRow() = default;
    MatrixRow(Problem const &problem, Node i) noexcept : row(problem.row(i)) {}
    [[nodiscard]] Distance operator[](Node j) const noexcept { return row[j]; }
    /// To two nodes: where distances are computed, in the time of one.
    [[nodiscard]] std::array<Distance, 2> both(Node i, Node j) const noexcept {
        return {row[i], row[j]};
    }
    Distance const *row;
};

/// Distances from one node, computed when needed.
struct GeometryRow {
    GeometryRow() = default;
    GeometryRow(Problem const &of, Node i) noexcept : problem(&of), from(i) {}
    [[nodiscard]] Distance operator[](Node j) const noexcept { return problem->distance(from, j); }
    [[nodiscard]] std::array<Distance, 2> both(Node i, Node j) const noexcept {
        return {problem->distance(from, i), problem->distance(from, j)};
    }
    Problem const *problem;
    Node from;
};

/// The same of points on a plane.
struct PlaneRow {
    PlaneRow() = default;
    PlaneRow(Problem const &problem, Node i) noexcept
        : plane(&problem.plane()), from(plane->point(i)) {}
    [[nodiscard]] KINROUTE_INLINE Distance operator[](Node j) const noexcept {
        return plane->distance(from, j);
    }
    [[nodiscard]] KINROUTE_INLINE std::array<Distance, 2> both(Node i, Node j) const noexcept {
        return plane->distances({from, from}, {plane->point(i), plane->point(j)});
    }
    Plane const *plane;
    Plane::Point from;
};

/// The distances between u, what is before it (p) and the next two (x and z), and v, what is before
/// it (w) and the next two (y and b).
struct PairDistances {
    Distance uv, uy, uw, xv, xy, xb, pv, zv, zy;
};

/// Distances from a customer and those around it.
template <class Row>
struct RowsAround {
    RowsAround(Problem const &problem, Node p_node, Node u_node, Node x_node, Node z_node) noexcept
        : u(problem, u_node), x(problem, x_node), p(problem, p_node), z(problem, z_node) {}

    /// Lower bounds on the distances.
    [[nodiscard]] KINROUTE_INLINE PairDistances to(Node w, Node v, Node y, Node b) const noexcept {
        return {u[v], u[y], u[w], x[v], x[y], x[b], p[v], z[v], z[y]};
    }

    Row u, x, p, z;
};

/// The same on a plane, four at a time.
template <>
struct RowsAround<PlaneRow> {
    RowsAround(Problem const &problem, Node p_node, Node u_node, Node x_node, Node z_node) noexcept
        : u(problem, u_node), x(problem, x_node), p(problem, p_node) {
        Plane const &plane = problem.plane();
        auto const at_u = plane.rough_point(u_node), at_x = plane.rough_point(x_node);
        auto const at_p = plane.rough_point(p_node), at_z = plane.rough_point(z_node);
        to_v = {at_u, at_x, at_p, at_z};
        to_y_or_w = {at_u, at_x, at_z, at_u};
        to_b = at_x;
    }

    [[nodiscard]] KINROUTE_INLINE PairDistances to(Node w, Node v, Node y, Node b) const noexcept {
        Plane const &plane = *u.plane;
        auto const at_y = plane.rough_point(y);
        auto const [uv, xv, pv, zv] =
            plane.least_distances(to_v, Plane::FourPoints(plane.rough_point(v)));
        auto const [uy, xy, zy, uw] =
            plane.least_distances(to_y_or_w, {at_y, at_y, at_y, plane.rough_point(w)});
        return {uv, uy, uw, xv, xy, plane.least_distance(to_b, plane.rough_point(b)), pv, zv, zy};
    }

    PlaneRow u, x, p;
    Plane::FourPoints to_v, to_y_or_w;
    Plane::RoughPoint to_b;
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

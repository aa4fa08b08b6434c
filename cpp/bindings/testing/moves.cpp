#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>

#include "kinroute/moves/move_bounds.h"
#include "kinroute/moves/moves.h"
#include "kinroute/moves/swap_star.h"
#include "kinroute/moves/swap_star_around.h"
#include "testing.h"

namespace kinroute::bindings {

namespace {

/// Whether a move is tried between two visits.
template <Move M>
bool is_in_scope(VisitContext const &u, VisitContext const &v, Routes const &routes) {
    if (routes.is_depot(v.node)) {
        return routes.route(v.route).size == 0 ? M::scope.to_empty_route : M::scope.at_depot;
    }
    if (u.route != v.route) return M::scope.between_routes;
    bool const is_u_first = routes.visit(u.node).position < routes.visit(v.node).position;
    return M::scope.within_route && (is_u_first || !M::scope.needs_u_first);
}

std::vector<std::string> move_names() {
    std::vector<std::string> names;
    Moves::any([&]<class M> {
        names.emplace_back(M::name);
        return false;
    });
    return names;
}

/// Price, total penalised cost before and after, and the routes after the move.
using Tried = std::tuple<Cost, Cost, Cost, RouteLists>;

template <Move M>
Tried tried(Bench &bench, VisitContext const &u, VisitContext const &v) {
    Cost const before = bench.routes.penalised_cost(bench.costs);
    Cost const change =
        is_in_scope<M>(u, v, bench.routes) ? price<M>(u, v, bench.routes, bench.costs) : no_gain;
    if (change < 0) {
        M::apply(u, v, bench.routes);
        bench.routes.update(u.route, bench.costs);
        if (u.route != v.route) bench.routes.update(v.route, bench.costs);
    }
    return {change, before, bench.routes.penalised_cost(bench.costs), routes_of(bench.routes)};
}

Tried try_move(Problem const &problem, RouteLists const &routes, std::string const &name, Node u,
               Node v, Weights const &weights) {
    Bench bench(problem, routes, weights);
    VisitContext const a = bench.routes.context(u), b = bench.routes.context(bench.visit(v));
    Tried result;
    bool const is_known = Moves::any([&]<class M> {
        if (name != M::name) return false;
        result = tried<M>(bench, a, b);
        return true;
    });
    if (!is_known) throw std::invalid_argument("unknown move " + name);
    return result;
}

template <class Bounds>
bool may_improve_by(Node u, Node v, Bench const &bench) {
    bool const is_depot = bench.routes.is_depot(v);
    if (is_depot && bench.routes.route_of(v).size == 0) {
        return may_improve_with_empty_route(u, bench.routes, bench.costs);
    }
    auto const batch = std::make_unique<PairBatch>();
    Bounds bounds(u, bench.routes, bench.costs, *batch);
    bounds.add(is_depot ? bench.routes.visit(v).next : v, 0);
    return (bounds.may_improve() >> (is_depot ? most_pairs : 0) & 1) != 0;
}

/// Whether the bounds of the moves leave any of them between u and v.
bool may_improve(Problem const &problem, RouteLists const &routes, Node u, Node v,
                 Weights const &weights) {
    Bench const bench(problem, routes, weights);
    return problem.has_matrix() ? may_improve_by<MoveBounds<MatrixRow>>(u, bench.visit(v), bench)
                                : may_improve_by<MoveBounds<GeometryRow>>(u, bench.visit(v), bench);
}

Tried try_swap_star(Problem const &problem, RouteLists const &routes, int r, int s,
                    Weights const &weights) {
    Bench bench(problem, routes, weights);
    SwapStar swap_star(problem);
    auto const best = swap_star.best(r, s, bench.routes, bench.costs);
    Cost const before = bench.routes.penalised_cost(bench.costs);
    if (best.price < 0) {
        SwapStar::apply(best, bench.routes);
        bench.routes.update(r, bench.costs);
        bench.routes.update(s, bench.costs);
    }
    return {best.price, before, bench.routes.penalised_cost(bench.costs), routes_of(bench.routes)};
}

/// The same by SWAP* around some customers, for all pairs of routes that it improves.
Tried try_swap_star_around(Problem const &problem, Neighbours const &related,
                           RouteLists const &routes, std::vector<Node> const &customers,
                           Weights const &weights) {
    Bench bench(problem, routes, weights);
    Neighbours const lists = related.symmetrised();
    SwapStarAround swap_star(problem, lists);
    Cost const before = bench.routes.penalised_cost(bench.costs);
    Cost price = 0;
    swap_star.begin(customers, bench.routes, [](int) { return true; });
    swap_star.for_each_best(bench.routes, bench.costs,
                            [&](int r, int s, SwapStar::Best const &best) {
                                price += best.price;
                                SwapStar::apply(best, bench.routes);
                                bench.routes.update(r, bench.costs);
                                bench.routes.update(s, bench.costs);
                            });
    return {price, before, bench.routes.penalised_cost(bench.costs), routes_of(bench.routes)};
}

}  // namespace

void bind_move_tests(nb::module_ &testing) {
    testing.def("try_move", &try_move, nb::arg("problem"), nb::arg("routes"), nb::arg("name"),
                nb::arg("u"), nb::arg("v"), nb::arg("penalties"));
    testing.def("move_names", &move_names);
    testing.def("may_improve", &may_improve, nb::arg("problem"), nb::arg("routes"), nb::arg("u"),
                nb::arg("v"), nb::arg("penalties"));
    testing.def("try_swap_star", &try_swap_star, nb::arg("problem"), nb::arg("routes"),
                nb::arg("r"), nb::arg("s"), nb::arg("penalties"));
    testing.def("try_swap_star_around", &try_swap_star_around, nb::arg("problem"),
                nb::arg("related"), nb::arg("routes"), nb::arg("customers"), nb::arg("penalties"));
}

}  // namespace kinroute::bindings

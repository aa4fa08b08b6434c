#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings.h"
#include "kinroute/annealing/annealer.h"
#include "kinroute/annealing/decomposition.h"
#include "kinroute/annealing/ruin_recreate.h"
#include "kinroute/genetic/crossover.h"
#include "kinroute/genetic/edge_assembly.h"
#include "kinroute/genetic/local_search.h"
#include "kinroute/genetic/population.h"
#include "kinroute/genetic/split.h"
#include "kinroute/moves/relocate.h"
#include "kinroute/moves/swap.h"
#include "kinroute/moves/swap_star.h"
#include "kinroute/moves/swap_tails.h"
#include "kinroute/moves/two_opt.h"
#include "kinroute/solution/diversity.h"
#include "kinroute/solution/settled.h"

namespace kinroute::bindings {

namespace {

using Routes = std::vector<std::vector<Node>>;
using Weights = std::pair<Cost, Cost>;

Penalties penalties_of(Weights const &weights) {
    return {weights.first, weights.second};
}

Individual individual_of(Problem const &problem, Routes const &routes) {
    std::vector<Node> tour;
    std::vector<std::size_t> starts;
    for (auto const &route : routes) {
        starts.push_back(tour.size());
        tour.insert(tour.end(), route.begin(), route.end());
    }
    starts.push_back(tour.size());
    Individual individual(problem, std::move(tour));
    individual.cut(problem, starts);
    return individual;
}

Individual tour_of(Problem const &problem, std::vector<Node> tour) {
    std::vector<std::size_t> const starts{0, tour.size()};
    Individual individual(problem, std::move(tour));
    individual.cut(problem, starts);
    return individual;
}

Routes routes_of(Tours const &tours) {
    Routes routes;
    for (int r = 0; r < tours.route_count(); ++r) {
        auto const sequence = tours.sequence(r);
        routes.emplace_back(sequence.begin() + 1, sequence.end() - 1);
    }
    return routes;
}

/// A tours object with the given routes, and what prices are asked of it.
struct Bench {
    Bench(Problem const &problem, Routes const &routes, Weights const &weights)
        : costs(problem, penalties_of(weights)), tours(problem) {
        tours.load(individual_of(problem, routes), costs);
    }
    CostModel costs;
    Tours tours;
};

/// Price, total penalised cost before and after, and the routes after the move.
using Tried = std::tuple<Cost, Cost, Cost, Routes>;

template <Move M>
bool tried(std::string const &name, Bench &bench, Node u, Node v, Tried &result) {
    if (name != M::name) return false;
    Around const a = bench.tours.around(u);
    Around const b = bench.tours.around(v);
    Cost const price = M{}.price(a, b, bench.tours, bench.costs);
    Cost const before = bench.tours.penalised_cost(bench.costs);
    if (price < 0) {
        M{}.apply(a, b, bench.tours);
        bench.tours.update(a.route, bench.costs);
        if (a.route != b.route) bench.tours.update(b.route, bench.costs);
    }
    result = {price, before, bench.tours.penalised_cost(bench.costs), routes_of(bench.tours)};
    return true;
}

/// v is a customer, or -r for the depot that starts route r (counted from 1).
Tried try_move(Problem const &problem, Routes const &routes, std::string const &name, Node u,
               Node v, Weights const &weights) {
    Bench bench(problem, routes, weights);
    if (v < 0) v = bench.tours.route(-v - 1).start;
    Tried result;
    bool const known = tried<Relocate>(name, bench, u, v, result) ||
                       tried<RelocatePair>(name, bench, u, v, result) ||
                       tried<RelocatePairReversed>(name, bench, u, v, result) ||
                       tried<Swap>(name, bench, u, v, result) ||
                       tried<SwapPairWithOne>(name, bench, u, v, result) ||
                       tried<SwapPairs>(name, bench, u, v, result) ||
                       tried<TwoOpt>(name, bench, u, v, result) ||
                       tried<SwapTails>(name, bench, u, v, result) ||
                       tried<SwapTailsReversed>(name, bench, u, v, result);
    if (!known) throw std::invalid_argument("unknown move " + name);
    return result;
}

Tried try_swap_star(Problem const &problem, Routes const &routes, int r, int s,
                    Weights const &weights) {
    Bench bench(problem, routes, weights);
    SwapStar swap_star(problem);
    auto const exchange = swap_star.best(r, s, bench.tours, bench.costs);
    Cost const before = bench.tours.penalised_cost(bench.costs);
    if (exchange.price < 0) {
        SwapStar::apply(exchange, bench.tours);
        bench.tours.update(r, bench.costs);
        bench.tours.update(s, bench.costs);
    }
    return {exchange.price, before, bench.tours.penalised_cost(bench.costs),
            routes_of(bench.tours)};
}

Routes split(Problem const &problem, std::vector<Node> const &tour, int most_routes,
             Weights const &weights) {
    Individual individual = tour_of(problem, tour);
    Split(problem).run(individual, most_routes, penalties_of(weights));
    return individual.route_lists();
}

std::vector<Node> crossover(Problem const &problem, std::string const &kind,
                            Neighbours const &related, std::vector<Node> const &first,
                            std::vector<Node> const &second, std::uint64_t seed) {
    Rng rng(seed);
    CrossoverKind const known = kind == "ox"         ? CrossoverKind::ox
                                : kind == "related"  ? CrossoverKind::related
                                : kind == "fragment" ? CrossoverKind::fragment
                                                     : CrossoverKind::fragment_random;
    std::vector<Node> child;
    Crossover(known, related, problem.customers(), rng)
        .run(tour_of(problem, first), tour_of(problem, second), child);
    return child;
}

/// Routes of a child made by edge assembly; none if there is no child.
Routes edge_assembly(Problem const &problem, Neighbours const &related, Routes const &first,
                     Routes const &second, std::uint64_t seed) {
    Rng rng(seed);
    Individual child = individual_of(problem, first);
    bool const is_made =
        EdgeAssembly(problem, related, rng)
            .run(individual_of(problem, first), individual_of(problem, second), child);
    return is_made ? child.route_lists() : Routes{};
}

Routes local_search(Problem const &problem, Neighbours const &related, Routes const &routes,
                    Weights const &weights, std::uint64_t seed) {
    Rng rng(seed);
    Individual individual = individual_of(problem, routes);
    LocalSearch(problem, related.symmetrised(), 15, rng).run(individual, penalties_of(weights));
    return individual.route_lists();
}

/// The same for the child of a local optimum: only what is not as it was there is looked at.
Routes local_search_of_child(Problem const &problem, Neighbours const &related,
                             Routes const &parent, Routes const &routes, Weights const &weights,
                             std::uint64_t seed) {
    Rng rng(seed);
    Individual child = individual_of(problem, routes);
    std::vector<char> settled, kept;
    settle_routes_of(individual_of(problem, parent), child, settled);
    find_kept(individual_of(problem, parent), child, kept);
    LocalSearch(problem, related.symmetrised(), 15, rng)
        .run(child, penalties_of(weights), settled, kept);
    return child.route_lists();
}

/// Customers that a child has where its parent has them.
std::vector<Node> kept_customers(Problem const &problem, Routes const &parent,
                                 Routes const &child) {
    std::vector<char> kept;
    find_kept(individual_of(problem, parent), individual_of(problem, child), kept);
    std::vector<Node> found;
    for (std::size_t u = 1; u < kept.size(); ++u) {
        if (kept[u]) found.push_back(static_cast<Node>(u));
    }
    return found;
}

/// Routes built from nothing; none if some customer found no place.
Routes construct(Problem const &problem, Neighbours const &related, std::uint64_t seed) {
    Rng rng(seed);
    Individual individual(problem,
                          std::vector<Node>(static_cast<std::size_t>(problem.customers())));
    bool const is_complete = RuinRecreate(problem, related, {}, rng).construct(individual);
    return is_complete ? individual.route_lists() : Routes{};
}

/// Groups of routes, by number, as a large problem is cut into parts.
std::vector<std::vector<int>> neighbouring_routes_of(Problem const &problem, Routes const &routes,
                                                     int size, std::uint64_t seed) {
    Rng rng(seed);
    return neighbouring_routes(problem, individual_of(problem, routes), size, rng);
}

/// The best routes of an annealing with local search over a number of steps per customer.
Routes anneal_with_search(Problem const &problem, Neighbours const &related, Routes const &routes,
                          double steps, int part_size, double penalty_scale, std::uint64_t seed) {
    Rng rng(seed);
    Individual individual = individual_of(problem, routes);
    AnnealingConfig config;
    config.search_steps = steps;
    config.part_size = part_size;
    config.rounds = 3;
    PenaltyControl const penalties(problem, penalty_scale,
                                   {.target_feasible = config.target_feasible});
    Annealer annealer(problem, related.symmetrised(), related, config, penalties, rng, nullptr);
    annealer.run(individual, [](Annealer::Report const &) { return Annealer::Answer{-1, false}; });
    return individual.route_lists();
}

/// What a part of a problem knows: demands and distances by its own numbers.
std::tuple<std::vector<Load>, std::vector<std::vector<Distance>>> part(
    Problem const &problem, std::vector<Node> const &customers, int fleet) {
    Problem const result = problem.part(customers, fleet);
    std::vector<Load> demands;
    std::vector<std::vector<Distance>> distances;
    for (Node i = 0; i <= result.customers(); ++i) {
        demands.push_back(result.demand(i));
        auto &row = distances.emplace_back();
        for (Node j = 0; j <= result.customers(); ++j) row.push_back(result.distance(i, j));
    }
    return {demands, distances};
}

/// The best routes of an annealing over a number of steps.
Routes anneal(Problem const &problem, Neighbours const &related, Routes const &routes, int steps,
              std::uint64_t seed) {
    Rng rng(seed);
    Individual individual = individual_of(problem, routes);
    int done = 0;
    RuinRecreate(problem, related, {}, rng).anneal(individual, [&](Cost) {
        return static_cast<double>(std::exchange(done, done + RuinRecreate::steps_per_look)) /
               steps;
    });
    return individual.route_lists();
}

Cost penalised_cost(Problem const &problem, Routes const &routes, Weights const &weights) {
    CostModel const costs(problem, penalties_of(weights));
    Tours tours(problem);
    tours.load(individual_of(problem, routes), costs);
    return tours.penalised_cost(costs);
}

double broken_pairs(Problem const &problem, Routes const &a, Routes const &b) {
    return broken_pairs_distance(individual_of(problem, a), individual_of(problem, b));
}

/// The members that remain, in order of cost, when solutions join a subpopulation one by one.
std::vector<std::pair<Routes, double>> survivors(Problem const &problem,
                                                 std::vector<Routes> const &solutions, int min_size,
                                                 int generation_size, int elite, int close,
                                                 bool unique) {
    Subpopulation members({min_size, generation_size, elite, close, unique});
    for (auto const &routes : solutions) {
        members.add(individual_of(problem, routes), Penalties{});
    }
    std::vector<std::pair<Routes, double>> result;
    for (std::size_t i = 0; i < members.size(); ++i) {
        result.emplace_back(members[i].route_lists(), members.biased_fitness(i));
    }
    return result;
}

std::vector<std::uint32_t> random_numbers(std::uint64_t seed, std::uint32_t bound, int count) {
    Rng rng(seed);
    std::vector<std::uint32_t> numbers(static_cast<std::size_t>(count));
    for (auto &number : numbers) number = rng.below(bound);
    return numbers;
}

/// Current load penalty after each batch of notes (feasible or not) and an adaptation.
std::vector<Cost> adapted_penalties(Problem const &problem, double scale,
                                    std::vector<std::vector<bool>> const &batches) {
    PenaltyControl control(problem, scale, {});
    std::vector<Cost> weights{control.current().per_load};
    for (auto const &batch : batches) {
        for (bool const feasible : batch) control.note(feasible, true);
        control.adapt();
        weights.push_back(control.current().per_load);
    }
    return weights;
}

bool sectors_overlap(std::vector<int> const &a, std::vector<int> const &b) {
    auto const sector = [](std::vector<int> const &angles) {
        Sector result(angles.at(0));
        for (int const angle : angles) result.extend(angle);
        return result;
    };
    return sector(a).overlaps(sector(b));
}

}  // namespace

void bind_testing(nb::module_ &module) {
    auto testing = module.def_submodule("testing", "Single steps of the search, for the tests.");
    testing.def("try_move", &try_move, nb::arg("problem"), nb::arg("routes"), nb::arg("name"),
                nb::arg("u"), nb::arg("v"), nb::arg("penalties"));
    testing.def("try_swap_star", &try_swap_star, nb::arg("problem"), nb::arg("routes"),
                nb::arg("r"), nb::arg("s"), nb::arg("penalties"));
    testing.def("split", &split, nb::arg("problem"), nb::arg("tour"), nb::arg("most_routes"),
                nb::arg("penalties"));
    testing.def("crossover", &crossover, nb::arg("problem"), nb::arg("kind"), nb::arg("related"),
                nb::arg("first"), nb::arg("second"), nb::arg("seed"));
    testing.def("edge_assembly", &edge_assembly, nb::arg("problem"), nb::arg("related"),
                nb::arg("first"), nb::arg("second"), nb::arg("seed"));
    testing.def("local_search", &local_search, nb::arg("problem"), nb::arg("related"),
                nb::arg("routes"), nb::arg("penalties"), nb::arg("seed"));
    testing.def("local_search_of_child", &local_search_of_child, nb::arg("problem"),
                nb::arg("related"), nb::arg("parent"), nb::arg("routes"), nb::arg("penalties"),
                nb::arg("seed"));
    testing.def("kept_customers", &kept_customers, nb::arg("problem"), nb::arg("parent"),
                nb::arg("child"));
    testing.def("construct", &construct, nb::arg("problem"), nb::arg("related"), nb::arg("seed"));
    testing.def("neighbouring_routes", &neighbouring_routes_of, nb::arg("problem"),
                nb::arg("routes"), nb::arg("size"), nb::arg("seed"));
    testing.def("anneal_with_search", &anneal_with_search, nb::arg("problem"), nb::arg("related"),
                nb::arg("routes"), nb::arg("steps"), nb::arg("part_size"), nb::arg("penalty_scale"),
                nb::arg("seed"));
    testing.def("part", &part, nb::arg("problem"), nb::arg("customers"), nb::arg("fleet"));
    testing.def("anneal", &anneal, nb::arg("problem"), nb::arg("related"), nb::arg("routes"),
                nb::arg("steps"), nb::arg("seed"));
    testing.def("penalised_cost", &penalised_cost, nb::arg("problem"), nb::arg("routes"),
                nb::arg("penalties"));
    testing.def("broken_pairs", &broken_pairs, nb::arg("problem"), nb::arg("a"), nb::arg("b"));
    testing.def("survivors", &survivors, nb::arg("problem"), nb::arg("solutions"),
                nb::arg("min_size"), nb::arg("generation_size"), nb::arg("elite"), nb::arg("close"),
                nb::arg("unique"));
    testing.def("random_numbers", &random_numbers, nb::arg("seed"), nb::arg("bound"),
                nb::arg("count"));
    testing.def("adapted_penalties", &adapted_penalties, nb::arg("problem"), nb::arg("scale"),
                nb::arg("batches"));
    testing.def("sectors_overlap", &sectors_overlap, nb::arg("a"), nb::arg("b"));
}

}  // namespace kinroute::bindings

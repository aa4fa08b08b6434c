// Shows that the search works where it was compiled, and finds what it finds everywhere: runs with
// fixed seeds must end with known routes. Needs no Python and no files; exit code 1 where a check
// fails.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <numeric>
#include <optional>
#include <vector>

#include "instances.h"
#include "kinroute/base/thread_clock.h"
#include "kinroute/exact/enumeration.h"
#include "kinroute/genetic/local_search.h"
#include "kinroute/genetic/split.h"
#include "kinroute/neural/network.h"
#include "kinroute/portfolio/threads.h"

namespace kinroute::selftest {

namespace {

/// Prints one line per check, and counts those that fail.
class Checks {
public:
    void is(char const *what, bool holds) {
        std::printf("%-6s %s\n", holds ? "ok" : "FAILED", what);
        failed_ += holds ? 0 : 1;
    }

    void equal(char const *what, std::uint64_t found, std::uint64_t known) {
        is(what, found == known);
        if (found != known) {
            std::printf("       found %016llx, known %016llx\n",
                        static_cast<unsigned long long>(found),
                        static_cast<unsigned long long>(known));
        }
    }

    [[nodiscard]] int failed() const noexcept { return failed_; }

private:
    int failed_ = 0;
};

/// The cost and the routes of a solution as one number (FNV-1a).
std::uint64_t digest(Individual const &solution) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    auto const add = [&hash](std::int64_t value) {
        hash = (hash ^ static_cast<std::uint64_t>(value)) * 0x100000001b3ULL;
    };
    add(solution.distance());
    for (auto const &route : solution.route_lists()) {
        for (Node const customer : route) add(customer);
        add(0);
    }
    return hash;
}

/// Every customer is visited once, and the cost and the excess are those of the routes.
bool is_consistent(Problem const &problem, Individual const &solution) {
    std::vector<int> visits(static_cast<std::size_t>(problem.customers()) + 1, 0);
    Cost length = 0, excess = 0;
    for (auto const &route : solution.route_lists()) {
        Cost load = 0;
        Node last = 0;
        for (Node const customer : route) {
            ++visits[static_cast<std::size_t>(customer)];
            length += problem.distance(last, customer);
            load += problem.demand(customer);
            last = customer;
        }
        length += problem.distance(last, 0);
        excess += std::max<Cost>(0, load - problem.capacity());
    }
    bool const visits_all =
        std::all_of(visits.begin() + 1, visits.end(), [](int k) { return k == 1; });
    return visits_all && length == solution.distance() && excess == solution.excess().load;
}

Individual split_tour(Problem const &problem) {
    std::vector<Node> tour(static_cast<std::size_t>(problem.customers()));
    std::iota(tour.begin(), tour.end(), 1);
    Individual solution(problem, tour);
    Split(problem).run(solution, problem.fleet(), {.per_load = 10});
    return solution;
}

SearchOutcome search(Problem const &problem, SearchConfig const &config, CrossoverKind kind,
                     int threads) {
    Neighbours const near = nearest(problem, std::min(40, problem.customers() - 1));
    Steering const steering{near.symmetrised(), near, near, kind};
    Limits limits;
    limits.iterations = 300;
    std::vector<std::vector<Node>> const start;
    return search_on_threads({problem, steering, config, 42, limits, start}, {}, threads);
}

void check_parts(Checks &checks) {
    Problem const problem(random_data(200, 7));
    Individual solution = split_tour(problem);
    checks.is("split: consistent", is_consistent(problem, solution));
    checks.equal("split: the known routes", digest(solution), 0xdb5dfd6f55c9f44d);
    Rng rng(3);
    Routes routes(problem);
    Cost const before = solution.penalised_cost({.per_load = 10});
    LocalSearch(routes, nearest(problem, 20).symmetrised(), 15, rng)
        .run(solution, {.per_load = 10});
    checks.is("local search: consistent", is_consistent(problem, solution));
    checks.is("local search: better", solution.penalised_cost({.per_load = 10}) < before);
    checks.equal("local search: the known routes", digest(solution), 0xca0655072c8dd643);
}

void check_search(Checks &checks, char const *name, Problem const &problem,
                  SearchConfig const &config, CrossoverKind kind, int threads,
                  std::uint64_t known) {
    SearchOutcome const outcome = search(problem, config, kind, threads);
    std::printf("%s: cost %lld\n", name, static_cast<long long>(outcome.best.distance()));
    checks.is("consistent", is_consistent(problem, outcome.best));
    checks.is("feasible", outcome.best.is_feasible());
    checks.equal("the known routes", digest(outcome.best), known);
}

void check_searches(Checks &checks) {
    Problem const problem(random_data(200, 7));
    Problem const limited(with_most_stops(random_data(100, 8), 8));
    SearchConfig const paper = paper_config();
    check_search(checks, "genetic search, OX", problem, paper, CrossoverKind::ox, 1,
                 0x3f648fe1c6908251);
    check_search(checks, "genetic search, related", problem, paper, CrossoverKind::related, 1,
                 0xfb9cf3432d92ac91);
    check_search(checks, "a limit on stops", limited, paper, CrossoverKind::ox, 1,
                 0xf6391dccfbd462d9);
    check_search(checks, "three threads", problem, paper, CrossoverKind::ox, 3, 0xdc599c4f919156b7);
    SearchConfig annealed = paper;
    annealed.breeding.edge_assembly_share = 0.8;
    annealed.annealing.solutions = 3;
    annealed.annealing.steps_per_customer = 10;
    check_search(checks, "annealing and edge assembly", problem, annealed, CrossoverKind::ox, 1,
                 0x4d55d972d901007f);
    check_search(checks, "the same on three threads", problem, annealed, CrossoverKind::ox, 3,
                 0x635b904b9e8f3341);
    Problem const large(random_data(700, 9));
    annealed.annealing.solutions = 1;
    annealed.annealing.part_size = 200;
    annealed.annealing.rounds = 2;
    annealed.annealing.steps_per_customer = 3;
    check_search(checks, "decomposition", large, annealed, CrossoverKind::ox, 1,
                 0x48e03f840f95cc3e);
    check_search(checks, "decomposition on two threads", large, annealed, CrossoverKind::ox, 2,
                 0xb6d6fcdac30c11d8);
    annealed.annealing.part_size = 700;
    annealed.annealing.thread_rounds = 10;
    check_search(checks, "three threads anneal one solution", large, annealed, CrossoverKind::ox, 3,
                 0xca337af5ee4f2d75);
}

/// On six customers the search must find what trying all routes finds.
void check_enumeration(Checks &checks) {
    constexpr int n = 6;
    Problem const problem(random_data(n, 5));
    SmallProblem small{.customers = n,
                       .capacity = 500,
                       .max_duration = HUGE_VAL,
                       .max_distance = HUGE_VAL,
                       .max_stops = n,
                       .vehicles = n};
    for (Node i = 0; i <= n; ++i) {
        small.demands.push_back(problem.demand(i));
        small.service.push_back(0);
        for (Node j = 0; j <= n; ++j) small.cost.push_back(problem.distance(i, j));
    }
    small.duration = small.distance = small.cost;
    auto const routes = optimal_routes(small);
    checks.is("enumeration: there are routes", routes.has_value());
    if (!routes) return;
    Individual best(problem);
    best.assign(problem, *routes);
    Cost const found = search(problem, paper_config(), CrossoverKind::ox, 1).best.distance();
    checks.equal("enumeration: the search finds the optimum", static_cast<std::uint64_t>(found),
                 static_cast<std::uint64_t>(best.distance()));
}

/// The heat of a network is the same to a tolerance only.
void check_network(Checks &checks) {
    constexpr int width = 8, depth = 2;
    constexpr std::size_t nodes = 21;
    Rng rng(11);
    std::vector<float> weights(Network::parameters(width, depth)), places(3 * nodes);
    for (float &weight : weights) weight = static_cast<float>(rng.real() - 0.5);
    for (float &place : places) place = static_cast<float>(rng.real());
    std::vector<float> heat(nodes * nodes);
    Network(width, depth, weights).heat(places, heat);
    double sum = 0;
    for (std::size_t k = 0; k < heat.size(); ++k) sum += heat[k] * static_cast<double>(1 + k % 7);
    checks.is("network: the known heat", std::abs(sum - 876.5919) < 1e-3);
}

void check_metrics(Checks &checks) {
    Geometry geo{
        .x = {48.5, 51.2}, .y = {2.2, 13.24}, .metric = Metric::geo, .rounding = Rounding::nearest};
    checks.equal("distance: TSPLIB's sphere", static_cast<std::uint64_t>(geo.distance(0, 1)), 838);
    Geometry circle{.x = {48.8566, 52.52},
                    .y = {2.3522, 13.405},
                    .metric = Metric::great_circle,
                    .scale = 1000};
    checks.equal("distance: great circle, in metres",
                 static_cast<std::uint64_t>(circle.distance(0, 1)), 877465);
}

int run() {
    Checks checks;
    double const began = thread_cpu_seconds();
    check_parts(checks);
    check_searches(checks);
    check_enumeration(checks);
    check_network(checks);
    check_metrics(checks);
    double const seconds = thread_cpu_seconds() - began;
    checks.is("thread clock: it runs", seconds > 0 && seconds < 3600);
    std::printf("%d failed, %.2f s of processor time\n", checks.failed(), seconds);
    return checks.failed() == 0 ? 0 : 1;
}

}  // namespace

}  // namespace kinroute::selftest

int main() {
    try {
        return kinroute::selftest::run();
    } catch (std::exception const &error) {
        std::printf("FAILED %s\n", error.what());
        return 1;
    }
}

#include "kinroute/annealing/annealer.h"

#include <cstddef>
#include <limits>
#include <utility>

#include "kinroute/annealing/decomposition.h"

namespace kinroute {

Annealer::Annealer(Problem const &problem, Neighbours related, Neighbours ruin,
                   AnnealingConfig const &config, PenaltyControl const &penalties, Rng &rng,
                   Monitor *monitor)
    : problem_(problem),
      related_(std::move(related)),
      ruin_(std::move(ruin)),
      config_(config),
      penalties_(penalties),
      rng_(rng),
      monitor_(monitor),
      ruin_recreate_(problem, ruin_, config.ruin_recreate, rng) {}

void Annealer::run(Individual &individual, Ask const &ask) {
    ask_ = &ask;
    work_ = 0;
    if (config_.quick_share > 0) anneal_quickly(individual);
    if (config_.quick_share < 1) anneal_with_search(individual);
}

/// How much of the annealing is over: of its time, or of its steps where there is no time limit.
double Annealer::done(Report const &report) {
    double const customers = problem_.customers();
    work_ += report.quick_steps * config_.quick_share / (config_.steps * customers) +
             report.search_steps * (1 - config_.quick_share) / (config_.search_steps * customers);
    Answer const answer = (*ask_)(report);
    // Beyond any share: those of the parts add up to one only nearly.
    if (answer.is_over) return std::numeric_limits<double>::infinity();
    return answer.share < 0 ? work_ : answer.share;
}

void Annealer::anneal_quickly(Individual &individual) {
    int steps = 0;
    ruin_recreate_.anneal(individual, [&](Cost length) {
        double const share = done({length, steps, 0}) / config_.quick_share;
        steps = RuinRecreate::steps_per_look;
        return share;
    });
}

void Annealer::anneal_with_search(Individual &individual) {
    int const customers = problem_.customers();
    int const rounds = 2 * customers <= 3 * config_.part_size ? 1 : config_.rounds;
    int const size = rounds == 1 ? customers : config_.part_size;
    double over = 0;  // of all rounds
    for (int round = 0; round < rounds; ++round) {
        auto const groups = neighbouring_routes(problem_, individual, size, rng_);
        auto routes = individual.route_lists();
        int const spare =
            (problem_.fleet() - individual.routes()) / static_cast<int>(groups.size());
        for (auto const &group : groups) {
            int members = 0;
            for (int const r : group) {
                members += static_cast<int>(routes[static_cast<std::size_t>(r)].size());
            }
            over += static_cast<double>(members) / customers / rounds;
            anneal_part(routes, group, spare, individual.distance(), over);
        }
        individual.assign(problem_, routes);
    }
}

/// Anneals some of the routes as a problem of their own, until that share of the work is done.
void Annealer::anneal_part(std::vector<std::vector<Node>> &routes, std::span<int const> chosen,
                           int spare_routes, Cost length_of_all, double until) {
    std::vector<Node> customers;
    std::vector<std::vector<Node>> own;
    for (int const r : chosen) {
        auto &route = routes[static_cast<std::size_t>(r)];
        auto &renumbered = own.emplace_back();
        for (Node const customer : route) {
            customers.push_back(customer);
            renumbered.push_back(static_cast<Node>(customers.size()));
        }
        route.clear();
    }
    Problem const part = problem_.part(customers, static_cast<int>(chosen.size()) + spare_routes);
    Individual solution(part, std::vector<Node>(customers.size()));
    solution.assign(part, own);
    IteratedSearch search(part, related_.part(customers), ruin_.part(customers), config_.iterated,
                          penalties_, rng_, monitor_);
    Cost const elsewhere = length_of_all - solution.distance();
    double const quick = config_.quick_share;
    int steps = 0;
    search.run(solution, until, [&](Cost length) {
        double const share = (done({elsewhere + length, 0, steps}) - quick) / (1 - quick);
        steps = IteratedSearch::steps_per_look;
        return share;
    });
    for (int r = 0; r < solution.routes(); ++r) {
        auto &route = r < static_cast<int>(chosen.size())
                          ? routes[static_cast<std::size_t>(chosen[static_cast<std::size_t>(r)])]
                          : routes.emplace_back();
        for (Node const k : solution.route(r)) {
            route.push_back(customers[static_cast<std::size_t>(k) - 1]);
        }
    }
}

}  // namespace kinroute

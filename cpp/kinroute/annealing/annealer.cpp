#include "kinroute/annealing/annealer.h"

#include <cstddef>
#include <limits>
#include <utility>

#include "kinroute/annealing/decomposition.h"

namespace kinroute {

namespace {

PenaltyConfig penalties_of(SearchConfig const &config) {
    PenaltyConfig result = config.penalties;
    result.target_feasible = config.annealing.target_feasible;
    return result;
}

}  // namespace

Annealer::Annealer(Problem const &problem, Neighbours const &related, Neighbours const &ruin,
                   SearchConfig const &config, Rng &rng, Monitor *monitor)
    : problem_(problem),
      related_(related),
      ruin_(ruin),
      config_(config),
      penalties_(problem, penalties_of(config)),
      rng_(rng),
      monitor_(monitor),
      whole_(problem, related, ruin, config, penalties_, rng, monitor) {}

void Annealer::run(Individual &individual, Observer const &observer) {
    observer_ = &observer;
    work_ = 0;
    is_over_ = false;
    if (config_.annealing.quick_share > 0) anneal_quickly(individual);
    if (config_.annealing.quick_share < 1) anneal_with_search(individual);
}

/// The share of the annealing that is done: of its time, or of its steps without a time limit.
double Annealer::done(Report const &report) {
    double const customers = problem_.customers();
    AnnealingConfig const &config = config_.annealing;
    work_ +=
        report.quick_steps * config.quick_share / (config.quick_steps * customers) +
        report.search_steps * (1 - config.quick_share) / (config.steps_per_customer * customers);
    Answer const answer = (*observer_)(report);
    // Above any share, as the shares of the parts add up to one only approximately.
    is_over_ = answer.is_over;
    if (is_over_) return std::numeric_limits<double>::infinity();
    return answer.share < 0 ? work_ : answer.share;
}

void Annealer::anneal_quickly(Individual &individual) {
    int steps = 0;
    best_routes_ = [this] { return whole_.best_routes(); };
    whole_.run_quickly(individual, 1, [&](Cost length) {
        double const share = done({length, steps, 0}) / config_.annealing.quick_share;
        steps = Annealing::quick_steps_per_look;
        return share;
    });
    best_routes_ = nullptr;
}

void Annealer::anneal_with_search(Individual &individual) {
    int const customers = problem_.customers();
    int const rounds =
        2 * customers <= 3 * config_.annealing.part_size ? 1 : config_.annealing.rounds;
    int const size = rounds == 1 ? customers : config_.annealing.part_size;
    double over = 0;  // share of all rounds
    for (int round = 0; round < rounds && !is_over_; ++round) {
        auto const groups = neighbouring_routes(problem_, individual, size, rng_);
        auto routes = individual.route_lists();
        int const spare =
            (problem_.fleet() - individual.routes()) / static_cast<int>(groups.size());
        for (auto const &group : groups) {
            if (is_over_) break;
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

/// Anneals some of the routes as a problem of their own, until a share of the work is done.
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
    Annealing annealing(part, related_.part(customers), ruin_.part(customers), config_, penalties_,
                        rng_, monitor_);
    Cost const elsewhere = length_of_all - solution.distance();
    best_routes_ = [&] {
        auto all = routes;
        for (auto const &route : annealing.best_routes()) {
            auto &own_numbers = all.emplace_back();
            for (Node const k : route) {
                own_numbers.push_back(customers[static_cast<std::size_t>(k) - 1]);
            }
        }
        return all;
    };
    double const quick = config_.annealing.quick_share;
    int steps = 0;
    annealing.run(solution, until, [&](Cost length) {
        double const share = (done({elsewhere + length, 0, steps}) - quick) / (1 - quick);
        steps = Annealing::steps_per_look;
        return share;
    });
    best_routes_ = nullptr;
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

#include "kinroute/exact/enumeration.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <utility>

namespace kinroute {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

bool is_whole(double value) {
    return std::floor(value) == value;
}

/// Whether a sum of `terms` numbers exceeds its bound, as the checker decides it.
bool exceeds(double total, double bound, int terms) {
    if (is_whole(total) && is_whole(bound)) return total > bound;
    double const slack = 1e-6 * bound + 0.5e-6 * terms * std::min(1.0, bound);
    return total > bound + slack;
}

/// The customers of a route so far, as bits, and what they sum up to.
struct Path {
    unsigned visited = 0;
    Node last = 0;
    double cost = 0, duration = 0, distance = 0, load = 0;
    int stops = 0;
};

/// Finds the cheapest route through each set of customers.
class RoutesOfSets {
public:
    explicit RoutesOfSets(SmallProblem const &problem)
        : problem_(problem),
          cost_(std::size_t{1} << static_cast<unsigned>(problem.customers), infinite),
          routes_(cost_.size()) {
        extend({});
    }

    [[nodiscard]] double cost(unsigned set) const { return cost_[set]; }
    [[nodiscard]] std::vector<Node> const &route(unsigned set) const { return routes_[set]; }

private:
    void extend(Path const &path) {
        for (Node next = 1; next <= problem_.customers; ++next) {
            unsigned const bit = 1U << static_cast<unsigned>(next - 1);
            if ((path.visited & bit) != 0 || path.stops == problem_.max_stops) continue;
            Path longer = with(path, next);
            longer.visited |= bit;
            longer.load += problem_.demands[static_cast<std::size_t>(next)];
            ++longer.stops;
            if (!std::isfinite(longer.cost) || is_over(longer)) continue;
            order_.push_back(next);
            note(longer);
            extend(longer);
            order_.pop_back();
        }
    }

    /// Keeps a route that ends here, if it is the best through its customers.
    void note(Path const &path) {
        Path const whole = with(path, 0);
        double const cost = whole.cost + problem_.cost_per_route;
        if (!(cost < cost_[path.visited]) || is_over(whole)) return;
        cost_[path.visited] = cost;
        routes_[path.visited] = order_;
    }

    [[nodiscard]] Path with(Path path, Node next) const {
        auto const nodes = static_cast<std::size_t>(problem_.customers) + 1;
        auto const arc =
            static_cast<std::size_t>(path.last) * nodes + static_cast<std::size_t>(next);
        path.last = next;
        path.cost += problem_.cost[arc];
        path.duration += problem_.duration[arc] + problem_.service[static_cast<std::size_t>(next)];
        path.distance += problem_.distance[arc];
        return path;
    }

    [[nodiscard]] bool is_over(Path const &path) const {
        return exceeds(path.load, problem_.capacity, path.stops) ||
               exceeds(path.duration, problem_.max_duration, 2 * path.stops + 1) ||
               exceeds(path.distance, problem_.max_distance, path.stops + 1);
    }

    SmallProblem const &problem_;
    std::vector<double> cost_;
    std::vector<std::vector<Node>> routes_;
    std::vector<Node> order_;
};

}  // namespace

std::optional<std::vector<std::vector<Node>>> optimal_routes(SmallProblem const &problem) {
    auto const nodes = static_cast<std::size_t>(problem.customers) + 1;
    bool const sizes_agree = problem.cost.size() == nodes * nodes &&
                             problem.duration.size() == nodes * nodes &&
                             problem.distance.size() == nodes * nodes &&
                             problem.demands.size() == nodes && problem.service.size() == nodes;
    if (problem.customers < 1 || problem.customers > SmallProblem::most_customers || !sizes_agree) {
        throw std::invalid_argument("this is no small problem");
    }
    RoutesOfSets const best(problem);
    unsigned const all = (1U << static_cast<unsigned>(problem.customers)) - 1;
    // least[k][set]: the cheapest k routes through exactly these customers; last[k][set]: one.
    auto const most = static_cast<std::size_t>(std::min(problem.vehicles, problem.customers));
    std::vector<std::vector<double>> least(most + 1, std::vector<double>(all + 1, infinite));
    std::vector<std::vector<unsigned>> last(most + 1, std::vector<unsigned>(all + 1));
    least[0][0] = 0;
    for (std::size_t k = 1; k <= most; ++k) {
        for (unsigned set = 1; set <= all; ++set) {
            unsigned const lowest = set & (~set + 1);  // its customer is on the last route
            for (unsigned part = set; part != 0; part = (part - 1) & set) {
                if ((part & lowest) == 0) continue;
                double const cost = least[k - 1][set ^ part] + best.cost(part);
                if (cost < least[k][set]) {
                    least[k][set] = cost;
                    last[k][set] = part;
                }
            }
        }
    }
    std::size_t routes = 0;
    for (std::size_t k = 1; k <= most; ++k) {
        if (least[k][all] < least[routes][all]) routes = k;
    }
    if (routes == 0) return std::nullopt;
    std::vector<std::vector<Node>> result;
    unsigned set = all;
    for (std::size_t k = routes; k > 0; --k) {
        result.push_back(best.route(last[k][set]));
        set ^= last[k][set];
    }
    return result;
}

}  // namespace kinroute

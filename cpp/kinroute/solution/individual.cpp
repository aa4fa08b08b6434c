#include "kinroute/solution/individual.h"

#include <algorithm>
#include <utility>

#include "kinroute/problem/route_sums.h"

namespace kinroute {

namespace {

Cost excess_of_limits(std::span<Node const> route, Problem const &problem) {
    RouteSums const depot = RouteSums::at(0, problem);
    RouteSums sum = depot;
    for (Node const customer : route) {
        sum = RouteSums::joined(sum, RouteSums::at(customer, problem), problem);
    }
    return RouteSums::joined(sum, depot, problem).excess(problem);
}

}  // namespace

Individual::Individual(Problem const &problem, std::vector<Node> tour) : tour_(std::move(tour)) {
    successors_.resize(static_cast<std::size_t>(problem.customers()) + 1);
    predecessors_.resize(successors_.size());
}

Individual::Individual(Problem const &problem)
    : Individual(problem, std::vector<Node>(static_cast<std::size_t>(problem.customers()))) {}

std::vector<std::vector<Node>> Individual::route_lists() const {
    std::vector<std::vector<Node>> lists;
    for (int r = 0; r < routes(); ++r) lists.emplace_back(route(r).begin(), route(r).end());
    return lists;
}

bool Individual::has_route(std::span<Node const> route, bool either_way) const noexcept {
    auto const is_chain = [&](std::vector<Node> const &next, std::vector<Node> const &previous) {
        if (previous[static_cast<std::size_t>(route.front())] != 0) return false;
        for (std::size_t k = 0; k + 1 < route.size(); ++k) {
            if (next[static_cast<std::size_t>(route[k])] != route[k + 1]) return false;
        }
        return next[static_cast<std::size_t>(route.back())] == 0;
    };
    return is_chain(successors_, predecessors_) ||
           (either_way && is_chain(predecessors_, successors_));
}

void Individual::cut(Problem const &problem, std::span<std::size_t const> starts) {
    starts_.clear();
    distance_ = 0;
    excess_ = {};
    successors_[0] = predecessors_[0] = 0;
    for (std::size_t r = 0; r + 1 < starts.size(); ++r) {
        if (starts[r] == starts[r + 1]) continue;
        starts_.push_back(starts[r]);
        std::span<Node const> const route(tour_.data() + starts[r], tour_.data() + starts[r + 1]);
        Cost load = 0;
        Node previous = 0;
        for (Node const customer : route) {
            distance_ += problem.distance(previous, customer);
            load += problem.demand(customer);
            predecessors_[static_cast<std::size_t>(customer)] = previous;
            if (previous != 0) successors_[static_cast<std::size_t>(previous)] = customer;
            previous = customer;
        }
        distance_ += problem.distance(previous, 0);
        successors_[static_cast<std::size_t>(previous)] = 0;
        excess_.load += std::max<Cost>(0, load - problem.capacity());
        if (RouteSums::is_limited(problem)) excess_.limits += excess_of_limits(route, problem);
    }
    starts_.push_back(tour_.size());
}

void Individual::assign(Problem const &problem, std::span<std::vector<Node> const> routes) {
    std::vector<std::size_t> starts;
    tour_.clear();
    for (auto const &route : routes) {
        starts.push_back(tour_.size());
        tour_.insert(tour_.end(), route.begin(), route.end());
    }
    starts.push_back(tour_.size());
    cut(problem, starts);
}

}  // namespace kinroute

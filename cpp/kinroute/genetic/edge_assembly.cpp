#include "kinroute/genetic/edge_assembly.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

namespace kinroute {

namespace {

std::size_t at(Node node) {
    return static_cast<std::size_t>(node);
}

/// Removes one occurrence, if there is any; the order does not matter.
bool take_out(std::vector<Node> &nodes, Node node) {
    auto const found = std::find(nodes.begin(), nodes.end(), node);
    if (found == nodes.end()) return false;
    *found = nodes.back();
    nodes.pop_back();
    return true;
}

}  // namespace

EdgeAssembly::EdgeAssembly(Problem const &problem, Neighbours related, Rng &rng)
    : problem_(problem), related_(std::move(related)), rng_(rng) {
    std::size_t const nodes = at(problem.customers()) + 1;
    links_.resize(nodes);
    route_of_.resize(nodes);
    is_near_.resize(nodes);
    for (Links &links : only_) links.resize(nodes);
    for (auto &places : at_) places.assign(nodes, -1);
}

bool EdgeAssembly::run(Individual const &first, Individual const &second, Individual &child) {
    int const more = second.routes() - first.routes();
    link(first, std::max(0, more), only_[first_parent]);
    link(second, std::max(0, -more), only_[second_parent]);
    links_ = only_[first_parent];
    drop_common_edges();
    find_cycles();
    if (cycles_.size() < 2) return false;
    choose_cycles();
    trace_routes();
    join_tours();
    if (static_cast<int>(routes_.size()) > problem_.fleet()) return false;
    if (!problem_.is_symmetric()) turn_routes();
    child.assign(problem_, routes_);
    return true;
}

void EdgeAssembly::link(Individual const &parent, int empty_routes, Links &links) const {
    links[0].assign(2 * at(empty_routes), 0);
    for (Node u = 1; u <= problem_.customers(); ++u) {
        Node const before = parent.predecessors()[at(u)], after = parent.successors()[at(u)];
        links[at(u)] = {before, after};
        if (before == 0) links[0].push_back(u);
        if (after == 0) links[0].push_back(u);
    }
}

void EdgeAssembly::drop_common_edges() {
    auto &[mine, theirs] = only_;
    open_.clear();
    for (std::size_t u = 0; u < mine.size(); ++u) {
        for (std::size_t k = mine[u].size(); k-- > 0;) {
            if (!take_out(theirs[u], mine[u][k])) continue;
            mine[u][k] = mine[u].back();
            mine[u].pop_back();
        }
        if (!mine[u].empty()) open_.push_back(static_cast<Node>(u));
    }
}

/// Every node has as many remaining edges of one parent as of the other, so that an alternating
/// trail can always be continued; whenever it closes, the closed part is a cycle.
void EdgeAssembly::find_cycles() {
    edges_.clear();
    cycles_.assign(1, 0);
    rng_.shuffle(std::span(open_));
    for (Node const start : open_) {
        while (!only_[first_parent][at(start)].empty()) {
            trail_.assign(1, start);
            at_[0][at(start)] = 0;
            do {
                std::size_t const turn = (trail_.size() - 1) % 2;
                trail_.push_back(walk(trail_.back(), turn));
                int &place = at_[1 - turn][at(trail_.back())];
                if (place >= 0) {
                    close_cycle(static_cast<std::size_t>(place));
                } else {
                    place = static_cast<int>(trail_.size()) - 1;
                }
            } while (trail_.size() > 1);
            at_[0][at(start)] = -1;
        }
    }
}

/// Follows a random edge of a parent, and removes it.
Node EdgeAssembly::walk(Node u, std::size_t parent) {
    Links &links = only_[parent];
    auto &ends = links[at(u)];
    Node const v = ends[rng_.below(static_cast<std::uint32_t>(ends.size()))];
    take_out(ends, v);
    take_out(links[at(v)], u);
    return v;
}

/// Cuts off the end of the trail from a position on, whose node is also the last one.
void EdgeAssembly::close_cycle(std::size_t from) {
    for (std::size_t k = from; k + 1 < trail_.size(); ++k) {
        edges_.push_back({trail_[k], trail_[k + 1], k % 2});
        if (k > from) at_[k % 2][at(trail_[k])] = -1;
    }
    trail_.resize(from + 1);
    cycles_.push_back(edges_.size());
}

/// One cycle alone or, with equal probability, all cycles in a region around a customer of it.
void EdgeAssembly::choose_cycles() {
    std::size_t const sure = rng_.below(static_cast<std::uint32_t>(cycles_.size() - 1));
    if (rng_.below(2) == 1) {
        exchange_edges(sure);
        return;
    }
    choose_place(sure);
    for (std::size_t cycle = 0; cycle + 1 < cycles_.size(); ++cycle) {
        if (cycle == sure || touches_place(cycle)) exchange_edges(cycle);
    }
}

/// A random customer of a cycle and some of those most related to it.
void EdgeAssembly::choose_place(std::size_t cycle) {
    std::fill(is_near_.begin(), is_near_.end(), 0);
    auto const length = static_cast<std::uint32_t>(cycles_[cycle + 1] - cycles_[cycle]);
    Edge const &edge = edges_[cycles_[cycle] + rng_.below(length)];
    Node const middle = edge.u != 0 ? edge.u : edge.v;
    if (middle == 0) return;
    is_near_[at(middle)] = 1;
    auto const related = related_.of(middle);
    std::size_t const others = 1 + rng_.below(most_near);
    for (Node const v : related.first(std::min(others, related.size()))) is_near_[at(v)] = 1;
}

bool EdgeAssembly::touches_place(std::size_t cycle) const {
    for (std::size_t e = cycles_[cycle]; e < cycles_[cycle + 1]; ++e) {
        if (is_near_[at(edges_[e].u)] || is_near_[at(edges_[e].v)]) return true;
    }
    return false;
}

void EdgeAssembly::exchange_edges(std::size_t cycle) {
    for (std::size_t e = cycles_[cycle]; e < cycles_[cycle + 1]; ++e) {
        auto const &[u, v, parent] = edges_[e];
        if (parent == first_parent) {
            take_out(links_[at(u)], v);
            take_out(links_[at(v)], u);
        } else {
            links_[at(u)].push_back(v);
            links_[at(v)].push_back(u);
        }
    }
}

/// Follows the links from the depot to the depot, and then the remaining subtours.
void EdgeAssembly::trace_routes() {
    routes_.clear();
    tours_.clear();
    std::fill(route_of_.begin(), route_of_.end(), -1);
    auto const follow = [this](Node from, Node to, std::vector<Node> &met) {
        while (to != 0 && !links_[at(to)].empty()) {
            met.push_back(to);
            take_out(links_[at(to)], from);
            from = std::exchange(to, links_[at(to)].front());
            links_[at(from)].clear();
        }
        return from;
    };
    auto &starts = links_[0];
    while (!starts.empty()) {
        Node const start = starts.back();
        starts.pop_back();
        Node const last = start == 0 ? 0 : follow(0, start, routes_.emplace_back());
        take_out(starts, last);
        if (start == 0) continue;
        for (Node const u : routes_.back()) {
            route_of_[at(u)] = static_cast<int>(routes_.size()) - 1;
        }
    }
    for (Node u = 1; u <= problem_.customers(); ++u) {
        if (links_[at(u)].empty()) continue;
        follow(links_[at(u)].back(), u, tours_.emplace_back());
    }
}

/// Edges have no direction: the routes made of them are driven the way that is shorter.
void EdgeAssembly::turn_routes() {
    auto const length = [this](auto first, auto const &end) {
        Cost sum = 0;
        Node last = 0;
        for (; first != end; ++first) {
            sum += problem_.distance(last, *first);
            last = *first;
        }
        return sum + problem_.distance(last, 0);
    };
    for (auto &route : routes_) {
        if (length(route.rbegin(), route.rend()) < length(route.begin(), route.end())) {
            std::reverse(route.begin(), route.end());
        }
    }
}

void EdgeAssembly::join_tours() {
    for (auto const &tour : tours_) join(tour);
}

/// Joins a subtour to a route where it is cheapest; without a related route, it becomes a route.
void EdgeAssembly::join(std::vector<Node> const &tour) {
    Cost least = std::numeric_limits<Cost>::max();
    std::size_t first = 0, place = 0;
    int to = -1;
    bool is_turned = false;
    for (std::size_t k = 0; k < tour.size(); ++k) {
        Node const head = tour[k], tail = tour[(k + tour.size() - 1) % tour.size()];
        for (Node const v : related_.of(head)) {
            int const r = route_of_[at(v)];
            if (r < 0) continue;
            auto const &route = routes_[at(r)];
            auto const here =
                static_cast<std::size_t>(std::find(route.begin(), route.end(), v) - route.begin());
            for (std::size_t const p : {here, here + 1}) {
                Node const a = p == 0 ? 0 : route[p - 1];
                Node const b = p == route.size() ? 0 : route[p];
                Cost const opened = problem_.distance(tail, head) + problem_.distance(a, b);
                Cost const straight = problem_.distance(a, head) + problem_.distance(tail, b);
                Cost const turned = problem_.distance(a, tail) + problem_.distance(head, b);
                Cost const price = std::min(straight, turned) - opened;
                if (price >= least) continue;
                least = price;
                first = k;
                place = p;
                to = r;
                is_turned = turned < straight;
            }
        }
    }
    std::vector<Node> opened(tour);
    std::rotate(opened.begin(), opened.begin() + static_cast<std::ptrdiff_t>(first), opened.end());
    if (is_turned) std::reverse(opened.begin(), opened.end());
    if (to < 0) {
        to = static_cast<int>(routes_.size());
        routes_.emplace_back();
    }
    auto &route = routes_[at(to)];
    route.insert(route.begin() + static_cast<std::ptrdiff_t>(place), opened.begin(), opened.end());
    for (Node const u : tour) route_of_[at(u)] = to;
}

}  // namespace kinroute

#include "kinroute/annealing/part.h"

#include <cstddef>
#include <utility>

namespace kinroute {

namespace {

std::vector<Node> customers_of(RouteLists const &routes) {
    std::vector<Node> result;
    for (auto const &route : routes) result.insert(result.end(), route.begin(), route.end());
    return result;
}

}  // namespace

Part::Part(Problem const &whole, RouteLists const &routes, int fleet)
    : customers_(customers_of(routes)),
      problem_(whole.part(customers_, fleet)),
      solution_(problem_, std::vector<Node>(customers_.size())) {
    RouteLists renumbered;
    Node number = 0;
    for (auto const &route : routes) {
        auto &own = renumbered.emplace_back();
        for (std::size_t k = 0; k < route.size(); ++k) own.push_back(++number);
    }
    solution_.assign(problem_, renumbered);
}

RouteLists Part::in_whole(RouteLists const &routes) const {
    RouteLists result;
    for (auto const &route : routes) {
        if (route.empty()) continue;
        auto &own = result.emplace_back();
        for (Node const k : route) own.push_back(customers_[static_cast<std::size_t>(k) - 1]);
    }
    return result;
}

}  // namespace kinroute

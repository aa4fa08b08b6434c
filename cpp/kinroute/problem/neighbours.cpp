#include "kinroute/problem/neighbours.h"

#include <algorithm>
#include <stdexcept>

namespace kinroute {

Neighbours::Neighbours(std::span<Node const> rows, int customers, int k) {
    auto const width = static_cast<std::size_t>(k);
    if (rows.size() != static_cast<std::size_t>(customers) * width) {
        throw std::invalid_argument("neighbours must have one row of k entries per customer");
    }
    first_.assign(2, 0);
    items_.reserve(rows.size());
    for (Node customer = 1; customer <= customers; ++customer) {
        for (Node const other :
             rows.subspan((static_cast<std::size_t>(customer) - 1) * width, width)) {
            if (other < 1) continue;
            if (other > customers) throw std::invalid_argument("a neighbour is not a customer");
            if (other != customer) items_.push_back(other);
        }
        first_.push_back(items_.size());
    }
}

Neighbours Neighbours::symmetrised() const {
    std::vector<std::vector<Node>> lists(first_.size() - 1);
    for (Node i = 1; i <= customers(); ++i) {
        auto const own = of(i);
        lists[static_cast<std::size_t>(i)].insert(lists[static_cast<std::size_t>(i)].end(),
                                                  own.begin(), own.end());
        for (Node const j : own) lists[static_cast<std::size_t>(j)].push_back(i);
    }
    Neighbours result;
    result.first_.assign(2, 0);
    for (std::size_t i = 1; i < lists.size(); ++i) {
        auto &list = lists[i];
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
        result.items_.insert(result.items_.end(), list.begin(), list.end());
        result.first_.push_back(result.items_.size());
    }
    return result;
}

Neighbours Neighbours::part(std::span<Node const> customers) const {
    std::vector<Node> number(first_.size(), 0);
    for (std::size_t k = 0; k < customers.size(); ++k) {
        number[static_cast<std::size_t>(customers[k])] = static_cast<Node>(k + 1);
    }
    Neighbours result;
    result.first_.assign(2, 0);
    for (Node const customer : customers) {
        for (Node const other : of(customer)) {
            Node const renumbered = number[static_cast<std::size_t>(other)];
            if (renumbered > 0) result.items_.push_back(renumbered);
        }
        result.first_.push_back(result.items_.size());
    }
    return result;
}

void Neighbours::shuffle(Node customer, Rng &rng) noexcept {
    auto const c = static_cast<std::size_t>(customer);
    rng.shuffle(std::span<Node>(items_.data() + first_[c], items_.data() + first_[c + 1]));
}

}  // namespace kinroute

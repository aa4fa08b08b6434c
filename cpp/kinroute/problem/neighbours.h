#pragma once

#include <span>
#include <vector>

#include "kinroute/base/rng.h"
#include "kinroute/base/types.h"

namespace kinroute {

/// For each customer the customers most related to it, best first. The only interface between
/// relatedness φ and the search.
class Neighbours {
public:
    Neighbours() = default;

    /// `rows` holds k entries per customer, row by row; entries below 1 are padding.
    Neighbours(std::span<Node const> rows, int customers, int k);

    [[nodiscard]] std::span<Node const> of(Node customer) const noexcept {
        auto const c = static_cast<std::size_t>(customer);
        return {items_.data() + first_[c], items_.data() + first_[c + 1]};
    }

    [[nodiscard]] int customers() const noexcept { return static_cast<int>(first_.size()) - 2; }

    /// The same lists, each joined with the customers that have it in theirs: j ∈ Φ(i) ⇔ i ∈ Φ(j).
    [[nodiscard]] Neighbours symmetrised() const;

    /// The lists of some of the customers, renumbered in the order given, without the others.
    [[nodiscard]] Neighbours part(std::span<Node const> customers) const;

    /// Puts the list of one customer into a new random order.
    void shuffle(Node customer, Rng &rng) noexcept;

private:
    std::vector<std::size_t> first_;  ///< list of customer c is items_[first_[c]] … [first_[c+1])
    std::vector<Node> items_;
};

}  // namespace kinroute

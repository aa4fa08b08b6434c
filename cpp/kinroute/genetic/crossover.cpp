#include "kinroute/genetic/crossover.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace kinroute {

CrossoverKind crossover_named(std::string_view name) {
    for (auto const &[known, kind] : crossovers) {
        if (known == name) return kind;
    }
    throw std::invalid_argument("unknown crossover " + std::string(name));
}

Crossover::Crossover(CrossoverKind kind, Neighbours related, int customers, Rng &rng)
    : kind_(kind),
      related_(std::move(related)),
      rng_(rng),
      taken_(static_cast<std::size_t>(customers) + 1) {}

void Crossover::run(Individual const &first, Individual const &second, std::vector<Node> &child) {
    auto const tour = first.tour();
    auto const other = second.tour();
    std::size_t const n = tour.size();
    child.resize(n);
    if (n < 3) {
        std::copy(tour.begin(), tour.end(), child.begin());
        return;
    }
    Piece const piece = piece_of(tour);

    std::fill(taken_.begin(), taken_.end(), 0);
    std::size_t const end = (piece.to + 1) % n;
    std::size_t at = piece.from;
    do {
        child[at] = tour[at];
        taken_[static_cast<std::size_t>(tour[at])] = 1;
        at = (at + 1) % n;
    } while (at != end);

    std::size_t from =
        kind_ == CrossoverKind::related ? related_position(tour[piece.to], other) : end;
    for (std::size_t k = 0; k < n; ++k) {
        Node const customer = other[from];
        from = from + 1 == n ? 0 : from + 1;
        if (taken_[static_cast<std::size_t>(customer)]) continue;
        child[at] = customer;
        at = at + 1 == n ? 0 : at + 1;
    }
}

Crossover::Piece Crossover::piece_of(std::span<Node const> tour) {
    if (kind_ == CrossoverKind::fragment) return related_piece(tour);
    if (kind_ == CrossoverKind::fragment_random)
        return moved_to_a_random_place(related_piece(tour));
    return random_piece();
}

Crossover::Piece Crossover::random_piece() {
    std::size_t const from = random_position();
    std::size_t to = random_position();
    while (to == from) to = random_position();
    return {from, to};
}

/// From a random customer of the giant tour to one that is related to it.
Crossover::Piece Crossover::related_piece(std::span<Node const> tour) {
    std::size_t const from = random_position();
    auto const related = related_.of(tour[from]);
    if (related.empty()) return random_piece();
    Node const other = related[rng_.below(static_cast<std::uint32_t>(related.size()))];
    return {from, position_of(other, tour)};
}

Crossover::Piece Crossover::moved_to_a_random_place(Piece piece) {
    std::size_t const n = taken_.size() - 1;
    std::size_t const from = random_position();
    return {from, (from + piece.to + n - piece.from) % n};
}

/// Position in parent 2 of a random one of the customers that are most related to the end of the
/// fragment and not in it; a random position when there is none.
std::size_t Crossover::related_position(Node customer, std::span<Node const> tour) {
    candidates_.clear();
    for (Node const other : related_.of(customer)) {
        if (!taken_[static_cast<std::size_t>(other)]) candidates_.push_back(other);
    }
    if (candidates_.empty()) return random_position();
    return position_of(candidates_[rng_.below(static_cast<std::uint32_t>(candidates_.size()))],
                       tour);
}

std::size_t Crossover::position_of(Node customer, std::span<Node const> tour) const {
    return static_cast<std::size_t>(std::find(tour.begin(), tour.end(), customer) - tour.begin());
}

}  // namespace kinroute

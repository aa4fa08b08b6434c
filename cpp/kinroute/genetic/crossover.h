#pragma once

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "kinroute/base/rng.h"
#include "kinroute/problem/neighbours.h"
#include "kinroute/solution/individual.h"

namespace kinroute {

/// How two giant tours are recombined.
enum class CrossoverKind {
    ox,        ///< two random cuts; the rest from parent 2, after the second cut
    related,   ///< the same fragment; the rest from parent 2, from a customer related to its end
    fragment,  ///< parent 1 between a customer and a related one; the rest as in OX
    fragment_random  ///< a fragment of that length from a random position
};

/// All of them by name, as methods and users choose them.
inline constexpr std::array<std::pair<std::string_view, CrossoverKind>, 4> crossovers{{
    {"ox", CrossoverKind::ox},
    {"related", CrossoverKind::related},
    {"fragment", CrossoverKind::fragment},
    {"fragment_random", CrossoverKind::fragment_random},
}};

/// The crossover of that name; throws std::invalid_argument for others.
[[nodiscard]] CrossoverKind crossover_named(std::string_view name);

/// Makes a child's tour from those of its parents. Holds the workspace, so that it can be reused.
class Crossover {
public:
    /// `related` is used by the kinds that need it.
    Crossover(CrossoverKind kind, Neighbours related, int customers, Rng &rng);

    Crossover(Crossover const &) = delete;
    Crossover &operator=(Crossover const &) = delete;

    void run(Individual const &first, Individual const &second, std::vector<Node> &child);

private:
    /// A circular part of a giant tour, both ends included.
    struct Piece {
        std::size_t from, to;
    };

    [[nodiscard]] Piece piece_of(std::span<Node const> tour);
    [[nodiscard]] Piece random_piece();
    [[nodiscard]] Piece related_piece(std::span<Node const> tour);
    [[nodiscard]] Piece moved_to_a_random_place(Piece piece);
    [[nodiscard]] std::size_t related_position(Node customer, std::span<Node const> tour);
    [[nodiscard]] std::size_t position_of(Node customer, std::span<Node const> tour) const;
    [[nodiscard]] std::size_t random_position() {
        return rng_.below(static_cast<std::uint32_t>(taken_.size() - 1));
    }

    CrossoverKind kind_;
    Neighbours related_;
    Rng &rng_;
    std::vector<char> taken_;  ///< by customer: is it in the fragment?
    std::vector<Node> candidates_;
};

}  // namespace kinroute

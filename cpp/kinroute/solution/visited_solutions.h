#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_set>

#include "kinroute/solution/individual.h"

namespace kinroute {

/// The solutions visited so far, by a hash of their undirected edges.
class VisitedSolutions {
public:
    /// Adds a solution; false if it was visited before.
    bool note(Individual const &solution) {
        if (seen_.size() >= most) seen_.clear();
        return seen_.insert(of(solution)).second;
    }
    void clear() noexcept { seen_.clear(); }

private:
    static constexpr std::size_t most = 1'000'000;

    [[nodiscard]] static std::uint64_t of(Individual const &solution) noexcept {
        auto const next = solution.successors();
        auto const previous = solution.predecessors();
        std::uint64_t sum = 0;
        for (std::size_t u = 1; u < next.size(); ++u) {
            // Every edge between customers is counted twice, one to the depot once.
            sum += mixed(u, static_cast<std::size_t>(next[u])) +
                   mixed(u, static_cast<std::size_t>(previous[u]));
        }
        return sum;
    }

    /// A random number for each pair (the finaliser of SplitMix64).
    [[nodiscard]] static std::uint64_t mixed(std::size_t u, std::size_t v) noexcept {
        auto const [low, high] = std::minmax(u, v);
        std::uint64_t x = (std::uint64_t{low} << 32) + high + 0x9e3779b97f4a7c15ULL;
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
        return x ^ (x >> 31);
    }

    std::unordered_set<std::uint64_t> seen_;
};

}  // namespace kinroute

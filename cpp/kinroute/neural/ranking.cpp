#include "kinroute/neural/ranking.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace kinroute {

namespace {

constexpr std::int32_t lowest = std::numeric_limits<std::int32_t>::min();

/// A whole number that orders as the score does, above the lowest one.
std::int32_t key_of(float score) {
    auto const bits = std::bit_cast<std::int32_t>(score + 0.0F);  // of two zeros, one
    return std::max(bits < 0 ? bits ^ ~lowest : bits, lowest + 1);
}

}  // namespace

bool rank_by_score(std::span<float const> scores, std::span<Node const> members, std::size_t own,
                   std::span<Node> ids, std::span<float> scores_of_ids) {
    std::size_t const size = members.size();
    std::vector<std::int32_t> keys(size);
    for (std::size_t i = 0; i < size; ++i) keys[i] = key_of(scores[i]);
    keys[own] = lowest;
    std::int32_t const *const key = keys.data();
    std::vector<std::int32_t> members_at(size, 0);
    bool has_ties = false;
    for (std::size_t i = 0; i < size; ++i) {
        if (i == own) continue;
        std::int32_t above = 0;
        for (std::size_t j = 0; j < size; ++j) above += static_cast<std::int32_t>(key[j] > key[i]);
        auto place = static_cast<std::size_t>(above);
        std::size_t const equal_before = static_cast<std::size_t>(members_at[place]++);
        has_ties = has_ties || equal_before > 0;
        place += equal_before;
        ids[place] = members[i];
        scores_of_ids[place] = scores[i];
    }
    return has_ties;
}

}  // namespace kinroute

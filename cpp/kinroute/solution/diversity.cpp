#include "kinroute/solution/diversity.h"

namespace kinroute {

double broken_pairs_distance(Individual const &a, Individual const &b, bool either_way) noexcept {
    Node const *next_a = a.successors().data();
    Node const *previous_a = a.predecessors().data();
    Node const *next_b = b.successors().data();
    Node const *previous_b = b.predecessors().data();
    Node const *const other_b = either_way ? previous_b : next_b;
    std::size_t const nodes = a.successors().size();
    int broken = 0;
    for (std::size_t i = 1; i < nodes; ++i) {
        broken += static_cast<int>((next_a[i] != next_b[i]) & (next_a[i] != other_b[i]));
        bool const is_first_in_b = (previous_b[i] == 0) | (either_way & (next_b[i] == 0));
        broken += static_cast<int>((previous_a[i] == 0) & !is_first_in_b);
    }
    return static_cast<double>(broken) / static_cast<double>(nodes - 1);
}

}  // namespace kinroute

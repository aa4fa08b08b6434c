#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

#include "kinroute/parallel/fork_join.h"

namespace kinroute {

class Annealer;

/// Annealers on threads of their own that anneal parts of one solution at the same time.
struct AnnealingTeam {
    explicit AnnealingTeam(int threads)
        : fork_join(threads), members(static_cast<std::size_t>(threads)) {}

    ForkJoin fork_join;
    std::vector<Annealer *> members;    ///< by thread; each sets its own
    std::atomic<bool> is_over = false;  ///< the first one has ended the annealing
    std::atomic<int> steps = 0;         ///< of the others, not yet reported by the first one
};

}  // namespace kinroute

#pragma once

#include <utility>
#include <vector>

#include "kinroute/genetic/population.h"
#include "kinroute/solution/individual.h"

namespace kinroute {

/// What follows when a population stagnates. As in the paper: it is discarded, and the next one is
/// random.
class Restarts {
public:
    virtual ~Restarts() = default;
    /// The members of the next population, the `count`-th after the first; none: it is random.
    [[nodiscard]] virtual std::vector<Individual> next(Population const & /*stagnated*/,
                                                       int /*count*/) {
        return {};
    }
};

/// Every few restarts the stagnated populations are merged into the next one.
class MergingRestarts : public Restarts {
public:
    explicit MergingRestarts(int merge_every) noexcept : merge_every_(merge_every) {}

    [[nodiscard]] std::vector<Individual> next(Population const &stagnated, int count) override {
        stagnated.copy_members(archive_);
        if (count % merge_every_ != 0) return {};
        return std::exchange(archive_, {});
    }

private:
    int merge_every_;
    std::vector<Individual> archive_;  ///< members of the populations since the last merge
};

}  // namespace kinroute

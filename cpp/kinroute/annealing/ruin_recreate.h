#pragma once

#include <cstdint>
#include <vector>

#include "kinroute/base/rng.h"
#include "kinroute/problem/neighbours.h"
#include "kinroute/problem/problem.h"
#include "kinroute/solution/chains.h"
#include "kinroute/solution/individual.h"

namespace kinroute {

struct RuinRecreateConfig {
    double mean_removed = 10;  ///< customers taken out per step
    int longest_string = 10;   ///< of neighbouring visits taken out of one route
    double skip = 0.01;        ///< chance that a good place is overlooked
    double hot = 1;            ///< first temperature, in mean lengths of an arc
    double cold = 0.01;        ///< last temperature, likewise
};

/// Improves one solution by taking strings of related customers out of neighbouring routes and
/// putting them back greedily, under simulated annealing (after Christiaens and Vanden Berghe
/// 2020).
///
/// Both halves are local: which routes are ruined, and where a customer may go back, follows from
/// the relatedness φ, so that the time of a step does not depend on n. Loads and the number of
/// routes stay within their bounds; durations are not looked at.
class RuinRecreate {
public:
    RuinRecreate(Problem const &problem, Neighbours related, RuinRecreateConfig const &config,
                 Rng &rng);

    /// Builds a solution from nothing, customer by customer around the depot; false if some did not
    /// fit.
    [[nodiscard]] bool construct(Individual &individual);

    /// Anneals a feasible solution to the best one seen. `share` is told the least length so far
    /// now and then, and asked how much of the time is over, from 0 to 1; 1 ends the run.
    template <class Share>
    void anneal(Individual &individual, Share &&share) {
        begin(individual);
        for (double done = share(best_length_); done < 1; done = share(best_length_)) {
            heat(done);
            for (int k = 0; k < steps_per_look; ++k) step();
        }
        chains_.store_saved(individual);
    }

    /// Makes `individual` the solution that `perturbed` starts from.
    void begin(Individual const &individual);
    /// Ruins and recreates a part of it; false if some customer found no place.
    [[nodiscard]] bool perturbed(Individual &result);
    /// Mean length of an arc of the solution that was begun with.
    [[nodiscard]] double mean_arc() const noexcept { return arc_; }

    /// Steps between two questions for the share: those of a run are a multiple of it.
    static constexpr int steps_per_look = 64;

private:
    void heat(double share) noexcept;
    void step();
    void ruin();
    void ruin_route_of(Node customer, int most);
    void recreate();
    void order_absent();
    [[nodiscard]] Node best_place(Node customer);
    [[nodiscard]] Node any_place(Node customer) const;
    [[nodiscard]] bool is_overlooked() noexcept;

    Problem const &problem_;
    Neighbours related_;
    RuinRecreateConfig config_;
    Rng &rng_;
    Chains chains_;
    Cost best_length_ = 0, current_length_ = 0;
    double arc_ = 1;  ///< mean length of an arc of the first solution
    double temperature_ = 0;
    bool is_complete_ = true;  ///< whether the last recreation found a place for everyone
    std::vector<Node> absent_;
    std::vector<int> ruined_;
    std::uint64_t dice_ = 0;  ///< random bits in stock
    int dice_left_ = 0;
};

}  // namespace kinroute

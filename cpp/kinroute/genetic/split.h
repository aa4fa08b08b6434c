#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kinroute/problem/penalties.h"
#include "kinroute/problem/problem.h"
#include "kinroute/problem/route_sums.h"
#include "kinroute/solution/individual.h"

namespace kinroute {

/// Cuts a giant tour into routes of least penalised cost, keeping its order (Vidal 2016).
///
/// Linear in n without limits other than capacity, O(n · stops per route) with them. If the best
/// cut has more routes than allowed, a price per route is determined that reduces their number to
/// the bound (such a cut is the best within the bound); if there is none, the sweep is repeated
/// once per route. Reuses its workspace.
class Split {
public:
    explicit Split(Problem const &problem);

    /// Cuts `individual` into at most max(most_routes, minimum number for the demand) routes.
    void run(Individual &individual, int most_routes, Penalties const &penalties);

private:
    /// The least cost of serving a prefix, and its number of routes.
    struct Cut {
        Cost cost;
        std::size_t routes;
    };
    /// A position where a route may begin, with all that its cost depends on.
    struct Start {
        Cost base;  ///< cost up to here, and from the depot to the next stop, less the way to it
        Cost load;  ///< of all stops before
        std::int32_t position;
    };

    void read(Individual const &individual);
    [[nodiscard]] Cost cost_from(Start const &start, std::size_t j) const noexcept;

    void relax(Cost const *from, Cost *to, std::int32_t *previous, std::size_t first,
               Cost price_per_route);
    void relax_linear(Cost const *from, Cost *to, std::int32_t *previous, std::size_t first,
                      Cost price_per_route);
    void relax_limited(Cost const *from, Cost *to, std::int32_t *previous, std::size_t first,
                       Cost price_per_route);

    [[nodiscard]] bool is_far_over(RouteSums const &sums) const noexcept;
    [[nodiscard]] Cut cut_freely(Cost price_per_route);
    [[nodiscard]] bool cut_by_price(Cut many, std::size_t most_routes);
    void cut_by_layers(std::size_t most_routes);
    [[nodiscard]] std::size_t fill_layers(std::size_t most_routes);

    Problem const &problem_;
    Penalties penalties_;
    Cost most_load_ = unlimited;  ///< with other limits, heavier routes are not considered
    std::size_t n_;
    std::span<Node const> tour_;
    std::vector<Cost> out_, home_;  ///< from the depot to stop k, and back
    std::vector<Cost> length_;      ///< from the first stop to stop k along the tour
    std::vector<Cost> load_;        ///< of the stops up to k
    std::vector<Cost> best_, next_best_;
    std::vector<std::int32_t> previous_;
    std::vector<Start> starts_in_use_;
    std::vector<std::size_t> starts_;
};

}  // namespace kinroute

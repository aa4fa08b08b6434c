#include "kinroute/moves/pair_lanes.h"

#include <algorithm>
#include <type_traits>

#include "kinroute/base/processors.h"
#include "kinroute/moves/moves.h"

namespace kinroute {

namespace {

// The bounds are the lengths of these moves with the sums that several have in common.
using Exchanges =
    MoveList<Relocate, RelocatePair, RelocatePairReversed, Swap, SwapPairWithOne, SwapPairs>;
static_assert(std::is_same_v<MovesBetweenRoutes,
                             decltype(Exchanges{} + MoveList<SwapTailsReversed, SwapTails>{})>);
static_assert(std::is_same_v<MovesWithinRoute, decltype(Exchanges{} + MoveList<TwoOpt>{})>);
static_assert(std::is_same_v<MovesToSuccessor, MoveList<Relocate>>);

constexpr std::size_t in_whole_lanes(std::size_t size) noexcept {
    return (size + PairLanes::lanes - 1) / PairLanes::lanes * PairLanes::lanes;
}

// Unlike that of a list, this minimum is computed in registers.
template <class... More>
KINROUTE_INLINE constexpr Distance least(Distance first, More... more) noexcept {
    ((first = std::min(first, more)), ...);
    return first;
}

/// The penalty of both routes after so much has gone from u's to v's, or less where it is high.
KINROUTE_INLINE inline Distance penalty(BoundSide const &side, Load load_of_v,
                                        Load load_to_v) noexcept {
    Load const excess = std::max(0, load_of_v - side.capacity + load_to_v) +
                        std::max(0, side.load - side.capacity - load_to_v);
    return std::min(excess, side.most_excess) * side.per_load;
}

}  // namespace

KINROUTE_WITH_AVX2
bool bound_between_routes(BoundSide side, PairLanes &pairs) {
    std::int32_t any = 0;
    for (std::size_t k = 0; k < in_whole_lanes(pairs.size); ++k) {
        auto const with_load = [&](Distance length, Load load_to_v) {
            return length + penalty(side, pairs.load[k], load_to_v);
        };
        Distance const tails = pairs.xu_after_v[k], turned_tails = pairs.ux_after_v[k];
        Load const v = pairs.v_demand[k], vy = pairs.vy_demand[k], until_v = pairs.until_v[k];
        Load const behind_v = pairs.load[k] - until_v;
        Distance const relocated =
            std::min(with_load(pairs.u_after_v[k] + side.without_u, side.u_demand),
                     with_load(std::min(tails, turned_tails) + side.without_ux, side.ux_demand));
        Distance const swap =
            pairs.before_swapped[k] +
            least(with_load(tails - side.around_u, side.u_demand - v),
                  with_load(pairs.v_for_ux[k] - side.around_ux, side.ux_demand - v),
                  with_load(pairs.vy_for_ux[k] - side.around_ux, side.ux_demand - vy));
        Distance const swap_of_tails = std::min(with_load(tails, side.behind_u - behind_v),
                                                with_load(turned_tails, side.behind_u - until_v)) -
                                       side.ux;
        std::int32_t const may_pay =
            least(relocated, swap, swap_of_tails) < pairs.relief[k] ? 1 : 0;
        pairs.may_pay[k] = may_pay;
        any |= may_pay;
    }
    return any != 0;
}

KINROUTE_WITH_AVX2
bool bound_within_route(BoundSide side, PairLanes &pairs) {
    std::int32_t any = 0;
    for (std::size_t k = 0; k < in_whole_lanes(pairs.size); ++k) {
        Distance const xu_after_v = pairs.xu_after_v[k], ux_after_v = pairs.ux_after_v[k];
        Distance const relocated = std::min(pairs.u_after_v[k] + side.without_u,
                                            std::min(xu_after_v, ux_after_v) + side.without_ux);
        Distance const swap =
            pairs.before_swapped[k] +
            std::min(xu_after_v - side.around_u,
                     std::min(pairs.v_for_ux[k], pairs.vy_for_ux[k]) - side.around_ux);
        Distance const two_opt =
            pairs.position[k] > side.position ? ux_after_v - side.ux : prohibitive;
        std::int32_t const may_pay = least(relocated, swap, two_opt) < side.relief ? 1 : 0;
        pairs.may_pay[k] = may_pay;
        any |= may_pay;
    }
    return any != 0;
}

}  // namespace kinroute

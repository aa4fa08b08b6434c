#pragma once

#include <type_traits>

#include "kinroute/moves/relocate.h"
#include "kinroute/moves/swap.h"
#include "kinroute/moves/swap_tails.h"
#include "kinroute/moves/two_opt.h"

namespace kinroute {

template <Move... Ms>
struct MoveList {
    /// Calls `f.template operator()<M>()` for each move in order until one call returns true.
    template <class F>
    static bool any(F &&f) {
        return (f.template operator()<Ms>() || ...);
    }

    template <Move... Others>
    constexpr MoveList<Ms..., Others...> operator+(MoveList<Others...>) const {
        return {};
    }
};

/// All moves between two visits, in the order they are tried. The search, its bounds and the tests
/// use this list. SWAP* is tried between two routes instead, after these.
using Moves = MoveList<Relocate, RelocatePair, RelocatePairReversed, Swap, SwapPairWithOne,
                       SwapPairs, TwoOpt, SwapTailsReversed, SwapTails>;

template <auto is_wanted, Move... Ms>
constexpr auto filtered(MoveList<Ms...>) {
    return (MoveList<>{} + ... +
            std::conditional_t<is_wanted(Ms::scope), MoveList<Ms>, MoveList<>>{});
}

/// The moves whose scope satisfies a predicate.
template <auto is_wanted>
using MovesWhere = decltype(filtered<is_wanted>(Moves{}));

using MovesWithinRoute = MovesWhere<[](MoveScope scope) { return scope.within_route; }>;
using MovesBetweenRoutes = MovesWhere<[](MoveScope scope) { return scope.between_routes; }>;
using MovesAtDepot = MovesWhere<[](MoveScope scope) { return scope.at_depot; }>;
using MovesToEmptyRoute = MovesWhere<[](MoveScope scope) { return scope.to_empty_route; }>;
/// Of those within a route: the moves to the successor.
using MovesToSuccessor = MovesWhere<[](MoveScope scope) { return scope.to_successor; }>;

}  // namespace kinroute

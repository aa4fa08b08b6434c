#pragma once

#include <span>

#include "kinroute/base/types.h"

namespace kinroute {

/// A row of a heatmap as a list: `members` by falling score, without the one at `own`. The scores
/// of members come in their order; `ids` and `scores_of_ids` have room for all but one. Equal
/// scores stay in the order of the members; returns whether there are any.
///
/// Looks at all pairs of members, which for the hundred of a graph takes less time than sorting.
bool rank_by_score(std::span<float const> scores, std::span<Node const> members, std::size_t own,
                   std::span<Node> ids, std::span<float> scores_of_ids);

}  // namespace kinroute

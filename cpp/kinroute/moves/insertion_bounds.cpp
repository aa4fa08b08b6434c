#include "kinroute/moves/insertion_bounds.h"

#include <algorithm>

#include "kinroute/base/processors.h"

namespace kinroute {

namespace {

/// The bounds of the customer whose distances to all places of a route are given; `size` is one of
/// whole lanes.
KINROUTE_INLINE inline void bound_row(Distance const *apart, Distance const *steps,
                                      Distance const *skips, std::size_t size, Distance &between,
                                      Distance &in_place) {
    Distance least_between = out_of_reach, least_in_place = out_of_reach;
    for (std::size_t k = 0; k < size; ++k) {
        least_between = std::min(least_between, apart[k] + apart[k + 1] - steps[k]);
        least_in_place = std::min(least_in_place, apart[k] + apart[k + 2] - skips[k + 1]);
    }
    between = least_between;
    in_place = least_in_place;
}

/// Lowers the bounds of all columns to the cost of one position.
KINROUTE_INLINE inline void lower(Distance const *__restrict before,
                                  Distance const *__restrict after, Distance gap, std::size_t size,
                                  Distance *__restrict least) {
    for (std::size_t j = 0; j < size; ++j) {
        least[j] = std::min(least[j], before[j] + after[j] - gap);
    }
}

KINROUTE_WITH_AVX2
void bound_all(Distance const *apart, RouteProfile const &rows, RouteProfile const &columns,
               InsertionBounds &of_rows, InsertionBounds &of_columns) {
    std::size_t const height = rows.places.size(), width = columns.places.size();
    std::size_t const row_size = in_whole_lanes(width - 1), column_size = in_whole_lanes(width);
    Distance *const between = of_columns.between.data();
    Distance *const in_place = of_columns.in_place.data();
    for (std::size_t i = 0; i + 1 < height; ++i) {
        Distance const *const row = apart + i * width;
        lower(row, row + width, rows.steps[i], column_size, between);
        if (i == 0) continue;
        lower(row - width, row + width, rows.skips[i], column_size, in_place);
        bound_row(row, columns.steps.data(), columns.skips.data(), row_size, of_rows.between[i],
                  of_rows.in_place[i]);
    }
}

void reset(InsertionBounds &bounds, std::size_t size) {
    bounds.between.assign(in_whole_lanes(size), out_of_reach);
    bounds.in_place.assign(in_whole_lanes(size), out_of_reach);
}

}  // namespace

void bound_insertions(Distance const *apart, RouteProfile const &rows, RouteProfile const &columns,
                      InsertionBounds &of_rows, InsertionBounds &of_columns) {
    reset(of_rows, rows.places.size());
    reset(of_columns, columns.places.size());
    bound_all(apart, rows, columns, of_rows, of_columns);
}

}  // namespace kinroute

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

/// Sets them to it.
KINROUTE_INLINE inline void set(Distance const *__restrict before, Distance const *__restrict after,
                                Distance gap, std::size_t size, Distance *__restrict least) {
    for (std::size_t j = 0; j < size; ++j) least[j] = before[j] + after[j] - gap;
}

KINROUTE_WITH_AVX2
void bound_all(Distance const *apart, RouteProfile const &rows, RouteProfile const &columns,
               InsertionBounds &of_rows, InsertionBounds &of_columns) {
    std::size_t const height = rows.places.size(), width = columns.places.size();
    std::size_t const row_size = in_whole_lanes(width - 1), column_size = in_whole_lanes(width);
    Distance *const between = of_columns.between.data();
    Distance *const in_place = of_columns.in_place.data();
    Distance least_of_rows = out_of_reach, least_of_columns = out_of_reach;
    set(apart, apart + width, rows.steps[0], column_size, between);
    set(apart, apart + 2 * width, rows.skips[1], column_size, in_place);
    for (std::size_t i = 1; i + 1 < height; ++i) {
        Distance const *const row = apart + i * width;
        lower(row, row + width, rows.steps[i], column_size, between);
        if (i > 1) lower(row - width, row + width, rows.skips[i], column_size, in_place);
        bound_row(row, columns.steps.data(), columns.skips.data(), row_size, of_rows.between[i],
                  of_rows.in_place[i]);
        least_of_rows = std::min(
            least_of_rows, rows.removals[i] + std::min(of_rows.between[i], of_rows.in_place[i]));
    }
    for (std::size_t j = 1; j + 1 < width; ++j) {
        least_of_columns =
            std::min(least_of_columns, columns.removals[j] + std::min(between[j], in_place[j]));
    }
    of_rows.least_gain = least_of_rows;
    of_columns.least_gain = least_of_columns;
}

void resize(InsertionBounds &bounds, std::size_t size) {
    bounds.between.resize(in_whole_lanes(size));
    bounds.in_place.resize(in_whole_lanes(size));
}

}  // namespace

void bound_insertions(Distance const *apart, RouteProfile const &rows, RouteProfile const &columns,
                      InsertionBounds &of_rows, InsertionBounds &of_columns) {
    resize(of_rows, rows.places.size());
    resize(of_columns, columns.places.size());
    bound_all(apart, rows, columns, of_rows, of_columns);
}

}  // namespace kinroute

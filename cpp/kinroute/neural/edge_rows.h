#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace kinroute {

/// Where the parameters of a layer begin, in the order of the training's network.
struct LayerWeights {
    float const *edge, *edge_bias, *ends, *ends_bias, *own, *own_bias, *other, *other_bias;
    float const *edge_scale, *edge_shift, *node_scale, *node_shift;

    LayerWeights(float const *at, std::size_t h) {
        auto const take = [&](std::size_t count) { return std::exchange(at, at + count); };
        edge = take(h * h), edge_bias = take(h), ends = take(h * h), ends_bias = take(h);
        own = take(h * h), own_bias = take(h), other = take(h * h), other_bias = take(h);
        edge_scale = take(h), edge_shift = take(h), node_scale = take(h), node_shift = take(h);
    }
};

/// How many numbers a register holds that every loop over a row is written for.
inline constexpr std::size_t lanes = 8;

/// The edges of node i with itself and all later nodes, as one row per channel.
///
/// Rows are padded to whole registers, so that loops over them have no remainder; what lies in the
/// padding is finite and has no influence.
[[nodiscard]] constexpr std::size_t row_size(std::size_t edges) noexcept {
    return (edges + lanes - 1) / lanes * lanes;
}

/// The nodes as `mix` reads and changes them: channel by channel, `row` entries each.
struct NodePlanes {
    std::size_t n, row;
    float const *ends, *other;
    float *total, *sum;
};

/// Scratch of `mix` for one row of edges.
struct RowScratch {
    explicit RowScratch(std::size_t size) : valid(size), apart(size), gates(size) {}

    std::vector<float> valid;  ///< 1 for an edge, 0 in the padding
    std::vector<float> apart;  ///< the same, but 0 for the edge of the node with itself
    std::vector<float> gates;
};

/// t of every pair, with its sum and its sum of squares in `moments` (2 × h). With gates also the
/// gated sums of the nodes.
void mix(LayerWeights const &weights, std::size_t h, NodePlanes const &nodes, bool with_gates,
         float const *edges, float *mixed, RowScratch &scratch, double *moments);

/// e += ReLU(scale · t + shift) for the edges of one row.
void advance(std::size_t h, std::size_t size, float const *scale, float const *shift,
             float const *mixed, float *edges);

/// The heat of the edges of one row; `hidden` has room for two rows.
void head(float const *weights, std::size_t h, std::size_t size, float const *edges, float *hidden,
          float *heat);

}  // namespace kinroute

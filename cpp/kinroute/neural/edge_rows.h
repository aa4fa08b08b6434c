#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "kinroute/neural/lanes.h"

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

/// The edges of node i with itself and all later nodes are a row. It is padded to whole registers,
/// so that loops over it have no remainder; what lies in the padding is finite and has no
/// influence. Its edges lie in blocks of `lanes`, each channel by channel.
[[nodiscard]] constexpr std::size_t row_size(std::size_t edges) noexcept {
    return (edges + lanes - 1) / lanes * lanes;
}

/// Where the first channel of an edge lies in its row; the others follow, `lanes` apart.
[[nodiscard]] constexpr std::size_t place_of(std::size_t edge, std::size_t width) noexcept {
    return edge / lanes * lanes * width + edge % lanes;
}

/// The nodes as `mix` reads and changes them: channel by channel, `row` entries each.
struct NodePlanes {
    std::size_t n, row;
    float const *ends, *other;
    float *total, *sum;
};

/// Scratch of `mix` for one row of edges.
struct RowScratch {
    explicit RowScratch(std::size_t size) : valid(size), apart(size), count(size) {}

    std::vector<float> valid;  ///< 1 for an edge, 0 in the padding
    std::vector<float> apart;  ///< the same, but 0 for the edge of the node with itself
    std::vector<float> count;  ///< how often it counts: once for each direction
};

/// The normalisation of the edges after a layer, by channel.
struct EdgeNorm {
    float const *scale, *shift;
};

/// t of every pair, with its sum and its sum of squares in `moments` (2 × h). With gates also the
/// gated sums of the nodes. With `norm`, that of the layer before, the edges `advance` first, while
/// they are in the cache.
void mix(LayerWeights const &weights, std::size_t h, NodePlanes const &nodes, bool with_gates,
         EdgeNorm const *norm, float *edges, float *mixed, RowScratch &scratch, double *moments);

/// e += ReLU(scale · t + shift) for the edges of one row.
void advance(std::size_t h, std::size_t size, EdgeNorm const &norm, float const *mixed,
             float *edges);

/// The heat of the edges of one row; `hidden` has room for h × `lanes` numbers.
void head(float const *weights, std::size_t h, std::size_t size, float const *edges, float *hidden,
          float *heat);

}  // namespace kinroute

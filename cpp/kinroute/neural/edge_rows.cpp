#include "kinroute/neural/edge_rows.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

// These loops take nearly all of the time of an inference, so they are compiled for several
// generations of processors; the loader chooses. Another compiler may ignore these attributes.
#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define FOR_EVERY_PROCESSOR [[gnu::target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")]]
#define INLINE [[gnu::always_inline]] inline
#else
#define FOR_EVERY_PROCESSOR
#define INLINE inline
#endif

namespace kinroute {

namespace {

INLINE float positive_part(float x) {
    return x > 0.0F ? x : 0.0F;
}

/// 1 / (1 + e^-x) to a few units in the last place, without a branch.
INLINE float sigmoid(float x) {
    float const low = x > -80.0F ? x : -80.0F;
    float const negated = low < 80.0F ? -low : -80.0F;
    float const scaled = negated * 1.44269504F;
    // The nearest whole number: what is converted is positive, so cutting rounds down.
    std::int32_t const whole = static_cast<std::int32_t>(scaled + 128.5F) - 128;
    float const rest = (scaled - static_cast<float>(whole)) * 0.693147181F;
    float power = rest * (1.0F / 720) + 1.0F / 120;
    power = power * rest + 1.0F / 24;
    power = power * rest + 1.0F / 6;
    power = power * rest + 0.5F;
    power = power * rest + 1.0F;
    power = power * rest + 1.0F;
    return 1.0F / (1.0F + power * std::bit_cast<float>((whole + 127) << 23));
}

/// y += W x for one channel of the result; the h channels of x are `size` apart, and h is even.
INLINE void add_mapped(float const *weights, std::size_t h, float const *x, std::size_t size,
                       float *y) {
    std::size_t k = 0;
    for (; k + 4 <= h; k += 4) {  // four at a time: a quarter of the passes over y
        float const w0 = weights[k], w1 = weights[k + 1], w2 = weights[k + 2], w3 = weights[k + 3];
        float const *x0 = x + k * size, *x1 = x0 + size, *x2 = x1 + size, *x3 = x2 + size;
        for (std::size_t l = 0; l < size; ++l) {
            y[l] = y[l] + w0 * x0[l] + w1 * x1[l] + w2 * x2[l] + w3 * x3[l];
        }
    }
    for (; k < h; k += 2) {
        float const w0 = weights[k], w1 = weights[k + 1];
        float const *x0 = x + k * size, *x1 = x0 + size;
        for (std::size_t l = 0; l < size; ++l) y[l] = y[l] + w0 * x0[l] + w1 * x1[l];
    }
}

/// A sum over a row, as one sum per lane of a register: the same order on every machine. Products
/// are added by std::fma, since compilers fuse them or not by how they vectorise the loop.
struct LaneSums {
    std::array<float, lanes> of{};

    [[nodiscard]] double total() const {
        double result = 0;
        for (float const lane : of) result += lane;
        return result;
    }
};

INLINE void mark_edges(std::size_t edges, std::size_t size, RowScratch &scratch) {
    for (std::size_t l = 0; l < size; ++l) scratch.valid[l] = l < edges ? 1.0F : 0.0F;
    for (std::size_t l = 0; l < size; ++l) scratch.apart[l] = scratch.valid[l];
    scratch.apart[0] = 0.0F;
}

/// A pair of different nodes counts twice, once for each direction.
INLINE void add_moments(float const *t, std::size_t size, RowScratch const &scratch, double &sum,
                        double &squares) {
    float const *valid = scratch.valid.data(), *apart = scratch.apart.data();
    LaneSums sums, sums_of_squares;
    for (std::size_t first = 0; first < size; first += lanes) {
        for (std::size_t l = 0; l < lanes; ++l) {
            float const at = t[first + l], weighted = (valid[first + l] + apart[first + l]) * at;
            sums.of[l] += weighted;
            sums_of_squares.of[l] = std::fma(weighted, at, sums_of_squares.of[l]);
        }
    }
    sum += sums.total();
    squares += sums_of_squares.total();
}

/// Gates and gated sums of one channel, for the node of the row (at 0) and for the others.
INLINE void add_gated(float const *t, std::size_t size, RowScratch &scratch, float const *other,
                      float *total, float *sum) {
    float const *valid = scratch.valid.data(), *apart = scratch.apart.data();
    float *gates = scratch.gates.data();
    // Three loops, because clang does not vectorise all of it in one.
    for (std::size_t l = 0; l < size; ++l) gates[l] = valid[l] * sigmoid(t[l]);
    LaneSums row_total, row_sum;
    for (std::size_t first = 0; first < size; first += lanes) {
        for (std::size_t l = 0; l < lanes; ++l) {
            row_total.of[l] += gates[first + l];
            row_sum.of[l] = std::fma(gates[first + l], other[first + l], row_sum.of[l]);
        }
    }
    float const own = other[0];
    for (std::size_t l = 0; l < size; ++l) {
        float const across = apart[l] * gates[l];
        total[l] += across;
        sum[l] += across * own;
    }
    total[0] += static_cast<float>(row_total.total());
    sum[0] += static_cast<float>(row_sum.total());
}

}  // namespace

FOR_EVERY_PROCESSOR
void mix(LayerWeights const &weights, std::size_t h, NodePlanes const &nodes, bool with_gates,
         float const *edges, float *mixed, RowScratch &scratch, double *moments) {
    for (std::size_t i = 0; i < nodes.n; ++i) {
        std::size_t const size = row_size(nodes.n - i);
        mark_edges(nodes.n - i, size, scratch);
        for (std::size_t c = 0; c < h; ++c) {
            std::size_t const at = c * nodes.row + i;
            float *t = mixed + c * size;
            float const start = weights.edge_bias[c] + nodes.ends[at];
            for (std::size_t l = 0; l < size; ++l) t[l] = start + nodes.ends[at + l];
            add_mapped(weights.edge + c * h, h, edges, size, t);
            add_moments(t, size, scratch, moments[c], moments[h + c]);
            if (!with_gates) continue;
            add_gated(t, size, scratch, nodes.other + at, nodes.total + at, nodes.sum + at);
        }
        edges += h * size;
        mixed += h * size;
    }
}

FOR_EVERY_PROCESSOR
void advance(std::size_t h, std::size_t size, float const *scale, float const *shift,
             float const *mixed, float *edges) {
    for (std::size_t c = 0; c < h; ++c, mixed += size, edges += size) {
        for (std::size_t l = 0; l < size; ++l) {
            edges[l] += positive_part(scale[c] * mixed[l] + shift[c]);
        }
    }
}

FOR_EVERY_PROCESSOR
void head(float const *weights, std::size_t h, std::size_t size, float const *edges, float *hidden,
          float *heat) {
    float const *input = edges;
    for (std::size_t map = 0; map < 2; ++map) {
        float *output = hidden + map * h * size;
        for (std::size_t c = 0; c < h; ++c) {
            float *y = output + c * size;
            for (std::size_t l = 0; l < size; ++l) y[l] = weights[h * h + c];
            add_mapped(weights + c * h, h, input, size, y);
            for (std::size_t l = 0; l < size; ++l) y[l] = positive_part(y[l]);
        }
        weights += h * h + h;
        input = output;
    }
    float const bias = weights[2 * h + 1] - weights[2 * h];
    for (std::size_t l = 0; l < size; ++l) heat[l] = bias;
    for (std::size_t c = 0; c < h; ++c, input += size) {
        float const weight = weights[h + c] - weights[c];
        for (std::size_t l = 0; l < size; ++l) heat[l] += weight * input[l];
    }
    for (std::size_t l = 0; l < size; ++l) heat[l] = sigmoid(heat[l]);
}

}  // namespace kinroute

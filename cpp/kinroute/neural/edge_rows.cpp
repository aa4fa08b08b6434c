#include "kinroute/neural/edge_rows.h"

#include <cstring>

#include "kinroute/neural/lanes.h"

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

/// The width of the networks that ship: known to the compiler, its loops are unrolled.
constexpr std::size_t light_width = 10;

INLINE void load(float const *from, Lanes &to) {
    std::memcpy(&to, from, sizeof to);
}

INLINE void store(Lanes const &from, float *to) {
    std::memcpy(to, &from, sizeof from);
}

/// The sum of the lanes, in pairs: the same order on every machine.
INLINE double total(Lanes const &x) {
    static_assert(lanes == 8);
    double const first = double{x[0]} + x[4], second = double{x[1]} + x[5];
    double const third = double{x[2]} + x[6], fourth = double{x[3]} + x[7];
    return (first + third) + (second + fourth);
}

/// y += W x for one channel of the result, and for `lanes` edges.
INLINE void add_mapped(float const *weights, std::size_t h, float const *x, Lanes &y) {
    for (std::size_t k = 0; k < h; ++k) {
        Lanes channel;
        load(x + k * lanes, channel);
        y += channel * weights[k];
    }
}

/// One channel of t, for all edges of a row. Of a wide network: four blocks at a time, since one
/// sum would wait for each of its many additions.
INLINE void map_wide(float const *weights, std::size_t h, float start, float const *ends,
                     float const *edges, std::size_t size, float *__restrict t) {
    constexpr std::size_t blocks = 4;
    std::size_t l = 0;
    for (; l + blocks * lanes <= size; l += blocks * lanes) {
        Lanes y[blocks];
        for (std::size_t b = 0; b < blocks; ++b) {
            load(ends + l + b * lanes, y[b]);
            y[b] = y[b] + start;
        }
        for (std::size_t k = 0; k < h; ++k) {
            for (std::size_t b = 0; b < blocks; ++b) {
                Lanes channel;
                load(edges + (l + b * lanes) * h + k * lanes, channel);
                y[b] += channel * weights[k];
            }
        }
        for (std::size_t b = 0; b < blocks; ++b) store(y[b], t + (l + b * lanes) * h);
    }
    for (; l < size; l += lanes) {
        Lanes y;
        load(ends + l, y);
        y = y + start;
        add_mapped(weights, h, edges + l * h, y);
        store(y, t + l * h);
    }
}

INLINE void mark_edges(std::size_t edges, std::size_t size, RowScratch &scratch) {
    for (std::size_t l = 0; l < size; ++l) scratch.valid[l] = l < edges ? 1.0F : 0.0F;
    for (std::size_t l = 0; l < size; ++l) scratch.apart[l] = scratch.valid[l];
    scratch.apart[0] = 0.0F;
    for (std::size_t l = 0; l < size; ++l) scratch.count[l] = scratch.valid[l] + scratch.apart[l];
}

/// One channel of a row: t, its moments, and with gates the gated sums for the node of the row (at
/// 0) and for the others.
INLINE void mix_channel(float const *weights, std::size_t h, float start, float const *ends,
                        float const *edges, std::size_t size, RowScratch const &scratch,
                        float *__restrict t, double &sum, double &squares, bool with_gates,
                        float const *other, float *__restrict gate_total,
                        float *__restrict gate_sum) {
    bool const is_wide = h != light_width;
    if (is_wide) map_wide(weights, h, start, ends, edges, size, t);
    Lanes sums{}, sums_of_squares{}, row_total{}, row_sum{};
    float const own = with_gates ? other[0] : 0.0F;
    for (std::size_t l = 0; l < size; l += lanes) {
        Lanes y, count;
        if (is_wide) {
            load(t + l * h, y);
        } else {
            load(ends + l, y);
            y = y + start;
            add_mapped(weights, h, edges + l * h, y);
            store(y, t + l * h);
        }
        load(scratch.count.data() + l, count);
        Lanes const weighted = count * y;
        sums += weighted;
        sums_of_squares += weighted * y;
        if (!with_gates) continue;
        Lanes gate = y, valid, apart, others, totals, gated;
        sigmoid(gate);
        load(scratch.valid.data() + l, valid);
        load(scratch.apart.data() + l, apart);
        load(other + l, others);
        load(gate_total + l, totals);
        load(gate_sum + l, gated);
        gate = gate * valid;
        row_total += gate;
        row_sum += gate * others;
        Lanes const across = gate * apart;
        store(totals + across, gate_total + l);
        store(gated + across * own, gate_sum + l);
    }
    sum += total(sums);
    squares += total(sums_of_squares);
    if (!with_gates) return;
    gate_total[0] += static_cast<float>(total(row_total));
    gate_sum[0] += static_cast<float>(total(row_sum));
}

INLINE void advance_row(std::size_t h, std::size_t size, EdgeNorm const &norm, float const *mixed,
                        float *__restrict edges) {
    for (std::size_t l = 0; l < size; l += lanes) {
        for (std::size_t c = 0; c < h; ++c, mixed += lanes, edges += lanes) {
            Lanes t, e;
            load(mixed, t);
            load(edges, e);
            t = t * norm.scale[c] + norm.shift[c];
            positive_part(t);
            store(e + t, edges);
        }
    }
}

/// The head, for `lanes` edges at a time; `hidden` has room for two channels of all of them.
INLINE void head_of(float const *weights, std::size_t h, std::size_t size, float const *edges,
                    float *hidden, float *heat) {
    float const *const second = weights + h * h + h, *const last = second + h * h + h;
    for (std::size_t l = 0; l < size; l += lanes) {
        for (std::size_t c = 0; c < h; ++c) {
            Lanes y = Lanes{} + weights[h * h + c];
            add_mapped(weights + c * h, h, edges + l * h, y);
            positive_part(y);
            store(y, hidden + c * lanes);
        }
        Lanes odds = Lanes{} + (last[2 * h + 1] - last[2 * h]);
        for (std::size_t c = 0; c < h; ++c) {
            Lanes y = Lanes{} + second[h * h + c];
            add_mapped(second + c * h, h, hidden, y);
            positive_part(y);
            odds += y * (last[h + c] - last[c]);
        }
        sigmoid(odds);
        store(odds, heat + l);
    }
}

INLINE void mix_rows(LayerWeights const &weights, std::size_t h, NodePlanes const &nodes,
                     bool with_gates, EdgeNorm const *norm, float *edges, float *mixed,
                     RowScratch &scratch, double *moments) {
    for (std::size_t i = 0; i < nodes.n; ++i) {
        std::size_t const size = row_size(nodes.n - i);
        if (norm != nullptr) advance_row(h, size, *norm, mixed, edges);
        mark_edges(nodes.n - i, size, scratch);
        for (std::size_t c = 0; c < h; ++c) {
            std::size_t const at = c * nodes.row + i;
            float const start = weights.edge_bias[c] + nodes.ends[at];
            mix_channel(weights.edge + c * h, h, start, nodes.ends + at, edges, size, scratch,
                        mixed + c * lanes, moments[c], moments[h + c], with_gates, nodes.other + at,
                        nodes.total + at, nodes.sum + at);
        }
        edges += h * size;
        mixed += h * size;
    }
}

}  // namespace

FOR_EVERY_PROCESSOR
void mix(LayerWeights const &weights, std::size_t h, NodePlanes const &nodes, bool with_gates,
         EdgeNorm const *norm, float *edges, float *mixed, RowScratch &scratch, double *moments) {
    if (h == light_width && with_gates) {
        mix_rows(weights, light_width, nodes, true, norm, edges, mixed, scratch, moments);
    } else if (h == light_width) {
        mix_rows(weights, light_width, nodes, false, norm, edges, mixed, scratch, moments);
    } else {
        mix_rows(weights, h, nodes, with_gates, norm, edges, mixed, scratch, moments);
    }
}

FOR_EVERY_PROCESSOR
void advance(std::size_t h, std::size_t size, EdgeNorm const &norm, float const *mixed,
             float *edges) {
    advance_row(h, size, norm, mixed, edges);
}

FOR_EVERY_PROCESSOR
void head(float const *weights, std::size_t h, std::size_t size, float const *edges, float *hidden,
          float *heat) {
    if (h == light_width) {
        head_of(weights, light_width, size, edges, hidden, heat);
    } else {
        head_of(weights, h, size, edges, hidden, heat);
    }
}

}  // namespace kinroute

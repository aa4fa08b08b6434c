#include "kinroute/neural/network.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

// The loops over blocks are compiled for several generations of processors; the loader chooses.
#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define FOR_EVERY_PROCESSOR \
    __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#define INLINE inline __attribute__((always_inline))
#else
#define FOR_EVERY_PROCESSOR
#define INLINE inline
#endif

namespace kinroute {

namespace {

constexpr std::size_t block = 8;
constexpr float epsilon = 1e-5F;
constexpr float shut = 1e-20F;  // where all gates of a node are
constexpr std::size_t node_inputs = 3, node_tags = 2, edge_tags = 6;

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

constexpr std::size_t embedding_size(std::size_t h) {
    return (node_inputs + node_tags + 1 + edge_tags) * h / 2;
}
constexpr std::size_t layer_size(std::size_t h) {
    return 4 * (h * h + h) + 4 * h;
}
constexpr std::size_t head_size(std::size_t h) {
    return 2 * (h * h + h) + 2 * h + 2;
}

/// Eight numbers, added and multiplied lane by lane.
using Block = float __attribute__((vector_size(block * sizeof(float))));
using WholeBlock = std::int32_t __attribute__((vector_size(block * sizeof(std::int32_t))));

INLINE Block loaded(float const *from) {
    Block result;
    std::memcpy(&result, from, sizeof result);
    return result;
}

INLINE void store(Block const &values, float *to) {
    std::memcpy(to, &values, sizeof values);
}

INLINE void add(Block const &values, float *to) {
    store(loaded(to) + values, to);
}

INLINE Block at_least(float least, Block const &x) {
    return x > least ? x : Block{} + least;
}

/// 1 / (1 + e^-x) to a few units in the last place, without a branch.
INLINE Block sigmoid(Block const &x) {
    Block const clamped = at_least(-80.0F, -at_least(-80.0F, x));  // of -x
    Block const scaled = clamped * 1.44269504F;
    // The nearest whole number: what is converted is positive, so cutting rounds down.
    WholeBlock const whole = __builtin_convertvector(scaled + 128.5F, WholeBlock) - 128;
    Block const rest = (scaled - __builtin_convertvector(whole, Block)) * 0.693147181F;
    Block power = rest * (1.0F / 720) + 1.0F / 120;
    power = power * rest + 1.0F / 24;
    power = power * rest + 1.0F / 6;
    power = power * rest + 0.5F;
    power = power * rest + 1.0F;
    power = power * rest + 1.0F;
    WholeBlock const exponents = (whole + 127) << 23;
    Block two;
    std::memcpy(&two, &exponents, sizeof two);
    return 1.0F / (1.0F + power * two);
}

/// W x + y for channel c of W; the channels of x are a block apart.
INLINE Block mapped(float const *weights, float const *x, std::size_t h, std::size_t c, Block y) {
    for (std::size_t k = 0; k < h; ++k) y += weights[c * h + k] * loaded(x + k * block);
    return y;
}

/// What `mix` needs of the nodes, channel by channel: rows of `row` entries.
struct NodePlanes {
    std::size_t n, row;
    float const *ends, *other;
    float *total, *sum;
};

/// Sums over the edges of a node, lane by lane: adding up across lanes is dear.
struct LaneSums {
    explicit LaneSums(std::size_t h) : values(4 * h * block) {}

    [[nodiscard]] float *row(std::size_t quantity, std::size_t c) {
        return values.data() + (4 * c + quantity) * block;
    }
    [[nodiscard]] double taken(std::size_t quantity, std::size_t c) {
        double total = 0;
        for (float &lane : std::span(row(quantity, c), block)) total += std::exchange(lane, 0.0F);
        return total;
    }

    std::vector<float> values;
};

/// t of every pair and its moments; the gated sums of the nodes as well, `with_gates`.
FOR_EVERY_PROCESSOR
void mix(LayerWeights const &weights, std::size_t h, NodePlanes const &nodes, bool with_gates,
         float const *edges, float *mixed, LaneSums &sums, double *moments) {
    for (std::size_t i = 0; i < nodes.n; ++i) {
        for (std::size_t first = i; first < nodes.n; first += block) {
            Block valid, apart;
            for (std::size_t l = 0; l < block; ++l) {
                valid[l] = first + l < nodes.n ? 1.0F : 0.0F;
                apart[l] = first + l == i ? 0.0F : valid[l];
            }
            Block const weight = valid + apart;
            for (std::size_t c = 0; c < h; ++c) {
                float const *ends = nodes.ends + c * nodes.row;
                Block const start = loaded(ends + first) + (weights.edge_bias[c] + ends[i]);
                Block const t = mapped(weights.edge, edges, h, c, start);
                store(t, mixed + c * block);
                add(weight * t, sums.row(0, c));
                add(weight * t * t, sums.row(1, c));
                if (!with_gates) continue;
                float const *other = nodes.other + c * nodes.row;
                Block const gate = valid * sigmoid(t), across = apart * gate;
                add(gate, sums.row(2, c));
                add(gate * loaded(other + first), sums.row(3, c));
                add(across, nodes.total + c * nodes.row + first);
                add(across * other[i], nodes.sum + c * nodes.row + first);
            }
            edges += h * block;
            mixed += h * block;
        }
        for (std::size_t c = 0; c < h; ++c) {
            moments[c] += sums.taken(0, c);
            moments[h + c] += sums.taken(1, c);
            if (!with_gates) continue;
            nodes.total[c * nodes.row + i] += static_cast<float>(sums.taken(2, c));
            nodes.sum[c * nodes.row + i] += static_cast<float>(sums.taken(3, c));
        }
    }
}

/// e += ReLU(scale · t + shift), for all blocks.
FOR_EVERY_PROCESSOR
void advance(std::size_t h, std::size_t blocks, float const *scale, float const *shift,
             float const *mixed, float *edges) {
    for (std::size_t b = 0; b < blocks; ++b) {
        for (std::size_t c = 0; c < h; ++c) {
            std::size_t const at = (b * h + c) * block;
            add(at_least(0.0F, scale[c] * loaded(mixed + at) + shift[c]), edges + at);
        }
    }
}

/// The heat of one block of edges; `hidden` has room for two blocks.
FOR_EVERY_PROCESSOR
void head(float const *weights, std::size_t h, float const *edges, float *hidden, float *heat) {
    float const *input = edges;
    for (std::size_t map = 0; map < 2; ++map) {
        float *output = hidden + map * h * block;
        for (std::size_t c = 0; c < h; ++c) {
            Block const y = mapped(weights, input, h, c, Block{} + weights[h * h + c]);
            store(at_least(0.0F, y), output + c * block);
        }
        weights += h * h + h;
        input = output;
    }
    Block odds = Block{} + (weights[2 * h + 1] - weights[2 * h]);
    for (std::size_t c = 0; c < h; ++c) {
        odds += (weights[h + c] - weights[c]) * loaded(input + c * block);
    }
    store(sigmoid(odds), heat);
}

}  // namespace

/// The states of one graph on its way through the layers. Nodes channel by channel, a row each.
struct Network::Graph {
    Graph(std::size_t nodes, std::size_t width)
        : n(nodes),
          row(nodes + block),
          x(row * width),
          ends(x.size()),
          own(x.size()),
          other(x.size()),
          total(x.size()),
          sum(x.size()),
          starts(nodes + 1),
          sums(width),
          moments(2 * width),
          scale(width),
          shift(width) {
        for (std::size_t i = 0; i < n; ++i) starts[i + 1] = starts[i] + (n - i + block - 1) / block;
        edges.resize(starts[n] * width * block);
        mixed.resize(edges.size());
    }

    std::size_t n, row;
    std::vector<float> x, ends, own, other, total, sum;
    std::vector<std::size_t> starts;  ///< the first block of each node
    LaneSums sums;
    std::vector<double> moments;
    std::vector<float> scale, shift;  ///< of the edges' norm
    std::vector<float> edges, mixed;
};

std::size_t Network::parameters(int width, int depth) noexcept {
    auto const h = static_cast<std::size_t>(width);
    return embedding_size(h) + static_cast<std::size_t>(depth) * layer_size(h) + head_size(h);
}

Network::Network(int width, int depth, std::vector<float> weights)
    : width_(static_cast<std::size_t>(width)),
      depth_(static_cast<std::size_t>(depth)),
      weights_(std::move(weights)) {
    if (width < 2 || width % 2 != 0 || depth < 1) {
        throw std::invalid_argument("a network needs an even width and at least one layer");
    }
    if (weights_.size() != parameters(width, depth)) {
        throw std::invalid_argument(std::to_string(weights_.size()) + " parameters; a network of " +
                                    "this width and depth has " +
                                    std::to_string(parameters(width, depth)));
    }
}

Network::Graph Network::embedded(std::span<float const> nodes) const {
    std::size_t const half = width_ / 2;
    Graph graph(nodes.size() / node_inputs, width_);
    float const *measured = weights_.data(), *tagged = measured + half * node_inputs;
    for (std::size_t c = 0; c < half; ++c) {
        for (std::size_t i = 0; i < graph.n; ++i) {
            float sum = 0;
            for (std::size_t k = 0; k < node_inputs; ++k) {
                sum += measured[c * node_inputs + k] * nodes[i * node_inputs + k];
            }
            graph.x[c * graph.row + i] = sum;
            graph.x[(half + c) * graph.row + i] = tagged[(i == 0 ? half : 0) + c];
        }
    }
    embed_edges(nodes, graph);
    return graph;
}

void Network::embed_edges(std::span<float const> nodes, Graph &graph) const {
    std::size_t const half = width_ / 2;
    float const *measured = weights_.data() + half * (node_inputs + node_tags);
    float const *tagged = measured + half;
    float *edges = graph.edges.data();
    for (std::size_t i = 0; i < graph.n; ++i) {
        for (std::size_t first = i; first < graph.n; first += block, edges += width_ * block) {
            for (std::size_t l = 0; l < block && first + l < graph.n; ++l) {
                std::size_t const j = first + l;
                float const dx = nodes[i * node_inputs] - nodes[j * node_inputs];
                float const dy = nodes[i * node_inputs + 1] - nodes[j * node_inputs + 1];
                float const length = std::sqrt(dx * dx + dy * dy);
                std::size_t const tag = i == 0 ? (j == 0 ? 5 : 4) : (j == i ? 2 : 1);
                for (std::size_t c = 0; c < half; ++c) {
                    edges[c * block + l] = measured[c] * length;
                    edges[(half + c) * block + l] = tagged[tag * half + c];
                }
            }
        }
    }
}

void Network::map_nodes(Graph &graph, std::size_t layer) const {
    LayerWeights const w(weights_.data() + embedding_size(width_) + layer * layer_size(width_),
                         width_);
    auto const map = [&](float const *weights, float const *bias, std::vector<float> &to) {
        for (std::size_t c = 0; c < width_; ++c) {
            float *row = to.data() + c * graph.row;
            std::fill(row, row + graph.n, bias[c]);
            for (std::size_t k = 0; k < width_; ++k) {
                float const weight = weights[c * width_ + k];
                float const *from = graph.x.data() + k * graph.row;
                for (std::size_t i = 0; i < graph.n; ++i) row[i] += weight * from[i];
            }
        }
    };
    map(w.ends, w.ends_bias, graph.ends);
    map(w.own, w.own_bias, graph.own);
    map(w.other, w.other_bias, graph.other);
}

/// x += ReLU(norm(U x + gated mean)).
void Network::advance_nodes(Graph &graph, std::size_t layer) const {
    LayerWeights const w(weights_.data() + embedding_size(width_) + layer * layer_size(width_),
                         width_);
    for (std::size_t c = 0; c < width_; ++c) {
        std::size_t const start = c * graph.row;
        double sum = 0, squares = 0;
        for (std::size_t i = 0; i < graph.n; ++i) {
            float &s = graph.own[start + i];
            s += graph.sum[start + i] / (graph.total[start + i] + shut);
            sum += s;
        }
        double const count = static_cast<double>(graph.n), mean = sum / count;
        for (std::size_t i = 0; i < graph.n; ++i) {
            double const away = graph.own[start + i] - mean;
            squares += away * away;
        }
        auto const scale =
            static_cast<float>(w.node_scale[c] / std::sqrt(squares / count + epsilon));
        float const shift = w.node_shift[c] - static_cast<float>(mean) * scale;
        for (std::size_t i = 0; i < graph.n; ++i) {
            graph.x[start + i] += std::max(graph.own[start + i] * scale + shift, 0.0F);
        }
    }
}

void Network::run(Graph &graph) const {
    double const pairs = static_cast<double>(graph.n) * static_cast<double>(graph.n);
    for (std::size_t layer = 0; layer < depth_; ++layer) {
        LayerWeights const w(weights_.data() + embedding_size(width_) + layer * layer_size(width_),
                             width_);
        bool const is_last = layer + 1 == depth_;
        map_nodes(graph, layer);
        std::ranges::fill(graph.total, 0.0F);
        std::ranges::fill(graph.sum, 0.0F);
        std::ranges::fill(graph.moments, 0.0);
        NodePlanes const nodes{
            graph.n,         graph.row, graph.ends.data(), graph.other.data(), graph.total.data(),
            graph.sum.data()};
        mix(w, width_, nodes, !is_last, graph.edges.data(), graph.mixed.data(), graph.sums,
            graph.moments.data());
        for (std::size_t c = 0; c < width_; ++c) {
            double const mean = graph.moments[c] / pairs;
            double const variance = std::max(graph.moments[width_ + c] / pairs - mean * mean, 0.0);
            double const scale = w.edge_scale[c] / std::sqrt(variance + epsilon);
            graph.scale[c] = static_cast<float>(scale);
            graph.shift[c] = static_cast<float>(w.edge_shift[c] - mean * scale);
        }
        if (!is_last) advance_nodes(graph, layer);
        advance(width_, graph.starts[graph.n], graph.scale.data(), graph.shift.data(),
                graph.mixed.data(), graph.edges.data());
    }
}

void Network::heat(std::span<float const> nodes, std::span<float> heat) const {
    Graph graph = embedded(nodes);
    run(graph);
    float const *weights = weights_.data() + embedding_size(width_) + depth_ * layer_size(width_);
    std::vector<float> hidden(2 * width_ * block);
    float found[block];
    for (std::size_t i = 0; i < graph.n; ++i) {
        for (std::size_t b = graph.starts[i]; b < graph.starts[i + 1]; ++b) {
            head(weights, width_, graph.edges.data() + b * width_ * block, hidden.data(), found);
            std::size_t const first = i + (b - graph.starts[i]) * block;
            for (std::size_t l = 0; l < block && first + l < graph.n; ++l) {
                heat[i * graph.n + first + l] = heat[(first + l) * graph.n + i] = found[l];
            }
        }
    }
}

void Network::heat_of(std::span<int const> rows, std::span<float const> nodes,
                      std::span<float> heat) const {
    Graph graph = embedded(nodes);
    run(graph);
    for (std::size_t k = 0; k < rows.size(); ++k) {
        heat_row(static_cast<std::size_t>(rows[k]), graph, heat.subspan(k * graph.n, graph.n));
    }
}

void Network::heat_row(std::size_t i, Graph const &graph, std::span<float> heat) const {
    float const *weights = weights_.data() + embedding_size(width_) + depth_ * layer_size(width_);
    std::vector<float> hidden(2 * width_ * block), gathered(width_ * block);
    float found[block];
    for (std::size_t first = 0; first < graph.n; first += block) {
        std::size_t const count = std::min(block, graph.n - first);
        for (std::size_t l = 0; l < count; ++l) {
            std::size_t const low = std::min(i, first + l), high = std::max(i, first + l);
            std::size_t const b = graph.starts[low] + (high - low) / block;
            for (std::size_t c = 0; c < width_; ++c) {
                gathered[c * block + l] =
                    graph.edges[(b * width_ + c) * block + (high - low) % block];
            }
        }
        head(weights, width_, gathered.data(), hidden.data(), found);
        std::copy_n(found, count, heat.begin() + static_cast<std::ptrdiff_t>(first));
    }
}

}  // namespace kinroute

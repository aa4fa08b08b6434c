#include "kinroute/neural/network.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "kinroute/neural/edge_rows.h"

namespace kinroute {

namespace {

constexpr float epsilon = 1e-5F;
constexpr float shut = 1e-20F;  // where all gates of a node are
constexpr std::size_t node_inputs = 3, node_tags = 2, edge_tags = 6;

constexpr std::size_t embedding_size(std::size_t h) {
    return (node_inputs + node_tags + 1 + edge_tags) * h / 2;
}
constexpr std::size_t layer_size(std::size_t h) {
    return 4 * (h * h + h) + 4 * h;
}
constexpr std::size_t head_size(std::size_t h) {
    return 2 * (h * h + h) + 2 * h + 2;
}

}  // namespace

/// The states of one graph on its way through the layers. Nodes channel by channel, a row each;
/// edges as rows (see row_size), those of node i from starts[i] × width on.
struct Network::Graph {
    Graph(std::size_t nodes, std::size_t width)
        : n(nodes),
          row(nodes + row_size(1)),
          x(row * width),
          ends(x.size()),
          own(x.size()),
          other(x.size()),
          total(x.size()),
          sum(x.size()),
          starts(nodes + 1),
          scratch(row),
          moments(2 * width),
          scale(width),
          shift(width) {
        for (std::size_t i = 0; i < n; ++i) starts[i + 1] = starts[i] + row_size(n - i);
        edges.resize(starts[n] * width);
        mixed.resize(edges.size());
    }

    [[nodiscard]] std::size_t size(std::size_t i) const { return starts[i + 1] - starts[i]; }

    std::size_t n, row;
    std::vector<float> x, ends, own, other, total, sum;
    std::vector<std::size_t> starts;
    RowScratch scratch;
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

Network::~Network() = default;

/// A graph of that size that was used before, or a new one: its memory is worth keeping, since the
/// system hands out fresh pages slowly.
std::unique_ptr<Network::Graph> Network::graph_of(std::size_t nodes) const {
    std::scoped_lock const lock(mutex_);
    if (spare_.empty() || spare_.back()->n != nodes) {
        spare_.clear();
        return std::make_unique<Graph>(nodes, width_);
    }
    std::unique_ptr<Graph> graph = std::move(spare_.back());
    spare_.pop_back();
    return graph;
}

void Network::give_back(std::unique_ptr<Graph> graph) const {
    std::scoped_lock const lock(mutex_);
    spare_.push_back(std::move(graph));
}

void Network::embed(std::span<float const> nodes, Graph &graph) const {
    std::size_t const half = width_ / 2;
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
}

void Network::embed_edges(std::span<float const> nodes, Graph &graph) const {
    std::size_t const half = width_ / 2;
    float const *measured = weights_.data() + half * (node_inputs + node_tags);
    float const *tagged = measured + half;
    float *edges = graph.edges.data(), *const lengths = graph.scratch.valid.data();
    for (std::size_t i = 0; i < graph.n; ++i) {
        std::size_t const size = graph.size(i);
        std::fill(lengths, lengths + size, 0.0F);
        for (std::size_t j = i; j < graph.n; ++j) {
            float const dx = nodes[i * node_inputs] - nodes[j * node_inputs];
            float const dy = nodes[i * node_inputs + 1] - nodes[j * node_inputs + 1];
            lengths[j - i] = std::sqrt(dx * dx + dy * dy);
        }
        float const *const with_itself = tagged + (i == 0 ? 5 : 2) * half;
        float const *const with_others = tagged + (i == 0 ? 4 : 1) * half;
        for (std::size_t c = 0; c < half; ++c) edges[(half + c) * lanes] = with_itself[c];
        for (std::size_t first = 0; first < size; first += lanes) {
            for (std::size_t c = 0; c < half; ++c, edges += lanes) {
                for (std::size_t l = 0; l < lanes; ++l) edges[l] = measured[c] * lengths[first + l];
            }
            for (std::size_t c = 0; c < half; ++c, edges += lanes) {
                std::fill(edges + (first == 0 ? 1 : 0), edges + lanes, with_others[c]);
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
    EdgeNorm const norm{graph.scale.data(), graph.shift.data()};
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
        mix(w, width_, nodes, !is_last, layer == 0 ? nullptr : &norm, graph.edges.data(),
            graph.mixed.data(), graph.scratch, graph.moments.data());
        for (std::size_t c = 0; c < width_; ++c) {
            double const mean = graph.moments[c] / pairs;
            double const variance = std::max(graph.moments[width_ + c] / pairs - mean * mean, 0.0);
            double const scale = w.edge_scale[c] / std::sqrt(variance + epsilon);
            graph.scale[c] = static_cast<float>(scale);
            graph.shift[c] = static_cast<float>(w.edge_shift[c] - mean * scale);
        }
        if (!is_last) advance_nodes(graph, layer);
    }
}

void Network::heat(std::span<float const> nodes, std::span<float> heat) const {
    auto graph = graph_of(nodes.size() / node_inputs);
    embed(nodes, *graph);
    run(*graph);
    heat_all(*graph, heat);
    give_back(std::move(graph));
}

void Network::heat_all(Graph &graph, std::span<float> heat) const {
    float const *weights = weights_.data() + embedding_size(width_) + depth_ * layer_size(width_);
    std::vector<float> hidden(width_ * lanes), found(graph.row);
    EdgeNorm const norm{graph.scale.data(), graph.shift.data()};
    for (std::size_t i = 0; i < graph.n; ++i) {
        std::size_t const at = graph.starts[i] * width_;
        float *const edges = graph.edges.data() + at;
        advance(width_, graph.size(i), norm, graph.mixed.data() + at, edges);
        head(weights, width_, graph.size(i), edges, hidden.data(), found.data());
        for (std::size_t j = i; j < graph.n; ++j) {
            heat[i * graph.n + j] = heat[j * graph.n + i] = found[j - i];
        }
    }
}

void Network::heat_of(std::span<int const> rows, std::span<float const> nodes,
                      std::span<float> heat) const {
    std::size_t const n = nodes.size() / node_inputs;
    auto graph = graph_of(n);
    embed(nodes, *graph);
    run(*graph);
    if (rows.size() > n / 2) {  // all pairs once are less than these rows
        std::vector<float> all(n * n);
        heat_all(*graph, all);
        for (std::size_t k = 0; k < rows.size(); ++k) {
            std::copy_n(all.data() + static_cast<std::size_t>(rows[k]) * n, n, heat.data() + k * n);
        }
    } else {
        for (std::size_t k = 0; k < rows.size(); ++k) {
            heat_row(static_cast<std::size_t>(rows[k]), *graph, heat.subspan(k * n, n));
        }
    }
    give_back(std::move(graph));
}

void Network::heat_row(std::size_t i, Graph const &graph, std::span<float> heat) const {
    float const *weights = weights_.data() + embedding_size(width_) + depth_ * layer_size(width_);
    std::size_t const size = row_size(graph.n);
    std::vector<float> hidden(width_ * lanes), edges(width_ * size), mixed(edges.size());
    std::vector<float> found(size);
    for (std::size_t j = 0; j < graph.n; ++j) {
        auto const [low, high] = std::minmax(i, j);
        std::size_t const from = graph.starts[low] * width_ + place_of(high - low, width_);
        std::size_t const to = place_of(j, width_);
        for (std::size_t c = 0; c < width_; ++c) {
            edges[to + c * lanes] = graph.edges[from + c * lanes];
            mixed[to + c * lanes] = graph.mixed[from + c * lanes];
        }
    }
    advance(width_, size, {graph.scale.data(), graph.shift.data()}, mixed.data(), edges.data());
    head(weights, width_, size, edges.data(), hidden.data(), found.data());
    std::copy_n(found.begin(), graph.n, heat.begin());
}

}  // namespace kinroute

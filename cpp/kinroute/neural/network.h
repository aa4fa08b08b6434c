#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace kinroute {

/// The residual gated graph network of the paper, for inference only.
///
/// Edges have no direction, so only pairs i <= j are kept, as rows: all second nodes of one first
/// node, channel by channel.
class Network {
public:
    /// `weights` are all parameters in the order of the training's network; throws
    /// std::invalid_argument where their number does not fit the width and the depth.
    Network(int width, int depth, std::vector<float> weights);
    Network(Network const &) = delete;
    Network &operator=(Network const &) = delete;
    ~Network();

    [[nodiscard]] static std::size_t parameters(int width, int depth) noexcept;

    /// The heat of all pairs: `nodes` is n × 3 (x, y, demand; the depot first), `heat` is n × n.
    void heat(std::span<float const> nodes, std::span<float> heat) const;

    /// Only the pairs of some nodes: `heat` has n entries for each of them.
    void heat_of(std::span<int const> rows, std::span<float const> nodes,
                 std::span<float> heat) const;

private:
    struct Graph;

    void heat_row(std::size_t i, Graph const &graph, std::span<float> heat) const;
    void heat_all(Graph &graph, std::span<float> heat) const;
    [[nodiscard]] std::unique_ptr<Graph> graph_of(std::size_t nodes) const;
    void give_back(std::unique_ptr<Graph> graph) const;
    void embed(std::span<float const> nodes, Graph &graph) const;
    void run(Graph &graph) const;
    void embed_edges(std::span<float const> nodes, Graph &graph) const;
    void map_nodes(Graph &graph, std::size_t layer) const;
    void advance_nodes(Graph &graph, std::size_t layer) const;

    std::size_t width_, depth_;
    std::vector<float> weights_;
    mutable std::mutex mutex_;
    mutable std::vector<std::unique_ptr<Graph>> spare_;  ///< of one size; threads take turns
};

}  // namespace kinroute

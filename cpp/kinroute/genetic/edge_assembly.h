#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "kinroute/base/rng.h"
#include "kinroute/problem/neighbours.h"
#include "kinroute/problem/problem.h"
#include "kinroute/solution/individual.h"

namespace kinroute {

/// Edge assembly crossover (EAX, Nagata and Bräysy 2009): the child is the first parent, but along
/// some cycles that alternate between edges of the two parents it has the edges of the second.
///
/// Only routes that such a trail touches change, and every edge of the child but a few comes from
/// a parent: what two good solutions do well in different places comes together. Edges have no
/// direction: where it matters, each route of the child is driven the way that is shorter.
class EdgeAssembly {
public:
    /// `related`, best first, defines which cycles are near each other, and to which customers a
    /// subtour without the depot may be joined.
    EdgeAssembly(Problem const &problem, Neighbours related, Rng &rng);

    EdgeAssembly(EdgeAssembly const &) = delete;
    EdgeAssembly &operator=(EdgeAssembly const &) = delete;

    /// Makes a child; false, and no child, if the parents are alike or it has too many routes.
    [[nodiscard]] bool run(Individual const &first, Individual const &second, Individual &child);

private:
    static constexpr std::size_t first_parent = 0, second_parent = 1;
    static constexpr int most_near = 8;  ///< customers around the central one of a region

    /// By node, the nodes at the other ends of its edges; an empty route is a loop at the depot.
    using Links = std::vector<std::vector<Node>>;
    struct Edge {
        Node u, v;
        std::size_t parent;
    };

    void link(Individual const &parent, int empty_routes, Links &links) const;
    void drop_common_edges();
    void find_cycles();
    [[nodiscard]] Node walk(Node u, std::size_t parent);
    void close_cycle(std::size_t from);
    void choose_cycles();
    void choose_place(std::size_t cycle);
    [[nodiscard]] bool touches_place(std::size_t cycle) const;
    void exchange_edges(std::size_t cycle);
    void trace_routes();
    void join_tours();
    void join(std::vector<Node> const &tour);
    void turn_routes();

    Problem const &problem_;
    Neighbours related_;
    Rng &rng_;
    std::array<Links, 2> only_;           ///< edges of one parent that the other does not have
    Links links_;                         ///< those of the child
    std::vector<Node> open_;              ///< nodes that may have edges left
    std::vector<Node> trail_;             ///< its edges alternate between the parents
    std::array<std::vector<int>, 2> at_;  ///< by parent and node: position in the trail, or −1
    std::vector<Edge> edges_;             ///< of all cycles
    std::vector<std::size_t> cycles_;     ///< first edge of each, and the number of edges
    std::vector<std::vector<Node>> routes_, tours_;
    std::vector<int> route_of_;  ///< by customer, −1: none yet
    std::vector<char> is_near_;  ///< by node: is it in the region where cycles are exchanged?
};

}  // namespace kinroute

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kinroute/base/types.h"
#include "kinroute/problem/problem.h"
#include "kinroute/solution/individual.h"

namespace kinroute {

/// Routes as bare linked lists with loads, for taking customers out and putting them back: every
/// change is constant time, and can be undone in reverse order.
class Chains {
public:
    explicit Chains(Problem const &problem);

    /// All routes empty, all customers absent.
    void clear();
    void load(Individual const &individual);

    /// Remembers the routes as they are, in time that only depends on what changed since the last
    /// time; and writes down what was remembered.
    void save();
    void store_saved(Individual &individual);

    /// The visits before and after u: customers, or the depot visit of the route (above n).
    [[nodiscard]] Node prev(Node u) const noexcept { return links_[at(u)].prev; }
    [[nodiscard]] Node next(Node u) const noexcept { return links_[at(u)].next; }
    [[nodiscard]] int route(Node u) const noexcept { return links_[at(u)].route; }
    [[nodiscard]] bool is_absent(Node u) const noexcept { return links_[at(u)].route < 0; }
    /// The node of the problem that a visit is at.
    [[nodiscard]] Node place(Node u) const noexcept { return u > customers_ ? 0 : u; }
    [[nodiscard]] Node depot(int r) const noexcept { return customers_ + 1 + r; }

    [[nodiscard]] Cost load(int r) const noexcept { return loads_[at(r)]; }
    [[nodiscard]] int size(int r) const noexcept { return sizes_[at(r)]; }
    [[nodiscard]] int used_routes() const noexcept { return used_routes_; }
    /// Total length of all routes.
    [[nodiscard]] Cost length() const noexcept { return length_; }
    /// A route without customers, or −1 if all are in use.
    [[nodiscard]] int empty_route() noexcept;

    [[nodiscard]] Cost insertion_cost(Node u, Node after) const noexcept {
        Node const a = place(after), b = place(next(after));
        return Cost{problem_.distance(a, u)} + problem_.distance(u, b) - problem_.distance(a, b);
    }

    void remove(Node u) noexcept;
    void insert(Node u, Node after) noexcept;

    /// Forgets, or takes back, all changes since the last of these two.
    void commit() noexcept { log_.clear(); }
    void undo() noexcept;

private:
    struct Link {
        Node prev, next;
        std::int32_t route;
    };
    struct Change {
        Node customer;
        Node after;  ///< where it was before it was taken out; 0 where it was put in
    };
    static constexpr std::size_t at(std::int32_t i) noexcept { return static_cast<std::size_t>(i); }
    void mark(Node u) noexcept;
    void link(Node u, Node after) noexcept;
    void unlink(Node u) noexcept;

    Problem const &problem_;
    int customers_;
    std::vector<Link> links_, saved_;
    std::vector<Node> changed_;  ///< visits whose links changed since they were saved
    std::vector<char> is_changed_;
    std::vector<Cost> loads_;
    std::vector<int> sizes_;
    std::vector<int> empty_;  ///< every empty route is in here; some may be stale
    int used_routes_ = 0;
    Cost length_ = 0;
    std::vector<Change> log_;
    std::vector<std::size_t> starts_;
};

}  // namespace kinroute

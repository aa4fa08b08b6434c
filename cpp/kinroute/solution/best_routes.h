#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "kinroute/base/types.h"
#include "kinroute/problem/problem.h"
#include "kinroute/solution/individual.h"
#include "kinroute/solution/routes.h"

namespace kinroute {

/// The best state of the working solution. Storing a better one takes time that depends only on
/// the routes that changed since the last.
class BestRoutes {
public:
    explicit BestRoutes(Routes const &routes)
        : routes_(routes),
          sequences_(static_cast<std::size_t>(routes.route_count())),
          is_stale_(sequences_.size()) {
        for (int r = 0; r < routes.route_count(); ++r) note_change(r);
        keep();
    }

    [[nodiscard]] Cost length() const noexcept { return length_; }
    [[nodiscard]] std::vector<std::vector<Node>> const &sequences() const noexcept {
        return sequences_;
    }

    void note_change(int r) {
        char &is_stale = is_stale_[static_cast<std::size_t>(r)];
        if (!is_stale) stale_.push_back(r);
        is_stale = 1;
    }

    /// Makes the routes as they are now the best ones.
    void keep() {
        length_ = routes_.length();
        for (int const r : stale_) {
            auto &sequence = sequences_[static_cast<std::size_t>(r)];
            sequence.clear();
            Route const &route = routes_.route(r);
            for (Node u = routes_.visit(route.start).next; u != route.end;
                 u = routes_.visit(u).next) {
                sequence.push_back(u);
            }
            is_stale_[static_cast<std::size_t>(r)] = 0;
        }
        stale_.clear();
    }

    void store(Individual &individual) const { individual.assign(routes_.problem(), sequences_); }

private:
    Routes const &routes_;
    std::vector<std::vector<Node>> sequences_;
    std::vector<int> stale_;  ///< routes that changed since the best was stored
    std::vector<char> is_stale_;
    Cost length_ = 0;
};

}  // namespace kinroute

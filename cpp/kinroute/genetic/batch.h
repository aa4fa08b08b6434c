#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kinroute/solution/individual.h"

namespace kinroute {

/// The role of a solution for a population that receives it.
enum class Role {
    incumbent,  ///< a candidate for the best, but not a member
    initial,    ///< a member of the first population
    child,      ///< a child after local search
    repaired    ///< the same child after a repair
};

struct BatchItem {
    Individual solution;
    Role role = Role::child;
};

/// The solutions that one worker made in one turn.
class Batch {
public:
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] BatchItem const &operator[](std::size_t k) const { return items_[k]; }

    void add(Individual const &solution, Role role);
    void clear() noexcept { size_ = 0; }

    bool is_iteration = false;
    int population = 0;      ///< for which one; every restart starts a new one
    std::int64_t turn = 0;   ///< of the worker that made it
    std::int64_t clock = 0;  ///< work of that worker up to then

private:
    std::vector<BatchItem> items_;  ///< never shrinks, to reuse the memory
    std::size_t size_ = 0;
};

inline void Batch::add(Individual const &solution, Role role) {
    if (size_ == items_.size()) items_.emplace_back();
    items_[size_].solution = solution;
    items_[size_].role = role;
    ++size_;
}

}  // namespace kinroute

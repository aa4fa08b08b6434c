#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

#include "individual.h"

namespace kinroute {

/// What a solution is to a population that hears of it.
enum class Role {
    shown,    ///< to be remembered if it is the best, but no member
    initial,  ///< a member of the first population
    born,     ///< a child after local search
    repaired  ///< the same child once more, at a higher penalty
};

struct Offer {
    Individual solution;
    Role role = Role::born;
};

/// The solutions that one search made in one turn.
class Batch {
public:
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] Offer const &operator[](std::size_t k) const { return offers_[k]; }

    void add(Individual const &solution, Role role);
    void clear() noexcept { size_ = 0; }

    bool is_iteration = false;
    int population = 0;  ///< which one it is for; a restart begins another

private:
    std::vector<Offer> offers_;  ///< as many as there ever were, for their memory
    std::size_t size_ = 0;
};

/// Where searches on several threads hear of one another's solutions, in an order that no clock
/// has a part in.
///
/// In every turn each search publishes one batch. All of them read the batches turn by turn, and
/// within a turn search by search, so that their populations stay alike. A search may be ahead of
/// what it has read by `lead` turns: that much unevenness costs no waiting.
class Exchange {
public:
    Exchange(int searches, int lead);

    [[nodiscard]] int searches() const noexcept { return static_cast<int>(boxes_.size()); }
    [[nodiscard]] int lead() const noexcept { return lead_; }

    /// Hands over the next batch of a search, and gives it an old one to be filled again.
    void publish(int search, Batch &batch);

    /// The batch of a search in a turn, once it is there; nothing if it never will be: the exchange
    /// was closed, or `is_over`, which is asked now and then, says so.
    [[nodiscard]] Batch const *await(int search, std::int64_t turn,
                                     std::function<bool()> const &is_over);
    /// The same without waiting.
    [[nodiscard]] Batch const *published(int search, std::int64_t turn);

    /// Tells everyone that one of them has ended.
    void close();
    [[nodiscard]] bool is_closed() const noexcept { return is_closed_; }

private:
    struct Box {
        std::vector<Batch> batches;  ///< of the last turns, by turn modulo their number
        std::int64_t turns = 0;
    };

    [[nodiscard]] Batch const *find(int search, std::int64_t turn) const;

    int lead_;
    std::vector<Box> boxes_;
    std::atomic<bool> is_closed_ = false;
    std::mutex mutex_;
    std::condition_variable changed_;
};

}  // namespace kinroute

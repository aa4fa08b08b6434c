#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <vector>

#include "kinroute/solution/individual.h"

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
    int population = 0;      ///< which one it is for; a restart begins another
    std::int64_t turn = 0;   ///< of the search that made it
    std::int64_t clock = 0;  ///< the work that search had done by then

private:
    std::vector<Offer> offers_;  ///< as many as there ever were, for their memory
    std::size_t size_ = 0;
};

/// Where searches on several threads hear of one another's solutions, at moments that no real clock
/// has a part in.
///
/// Each search counts its work, and publishes a batch of solutions now and then. Whoever waits
/// until another has done a certain amount of work, and then reads what that one had published by
/// then, finds the same on any machine.
class Exchange {
public:
    using Count = std::atomic<std::int64_t>;

    explicit Exchange(int searches);

    [[nodiscard]] int searches() const noexcept { return static_cast<int>(boxes_.size()); }

    /// The work that a search has done. Only that search writes it, and never less than before.
    [[nodiscard]] Count &clock(int search) { return box(search).clock; }

    /// Hands over what a search made up to now, and gives it an old batch to be filled again.
    void publish(int search, Batch &batch);

    /// The oldest batch of a search that the reader has not had; nothing if there is none yet.
    [[nodiscard]] Batch const *unread(int search, int reader);
    void mark_read(int search, int reader);

    /// Waits until a search has done so much work, or published so many batches, or has left. False
    /// if the exchange was closed before, or `is_over`, which is asked now and then, says so.
    [[nodiscard]] bool await_work(int search, std::int64_t work,
                                  std::function<bool()> const &is_over);
    [[nodiscard]] bool await_turns(int search, std::int64_t turns,
                                   std::function<bool()> const &is_over);

    /// Tells that a search has come to its end. The others go on to theirs without it, so that no
    /// clock decides where they end.
    void leave(int search) { box(search).is_left = true; }
    /// Tells everyone to end now.
    void close() noexcept { is_closed_ = true; }
    [[nodiscard]] bool is_closed() const noexcept { return is_closed_; }

private:
    /// What one search has published, on cache lines of its own.
    struct alignas(64) Box {
        Count clock = 0, turns = 0;
        std::atomic<bool> is_left = false;
        std::mutex mutex;
        std::deque<Batch> batches;       ///< not yet read by all
        std::vector<Batch> spare;        ///< read by all, kept for their memory
        std::int64_t first = 0;          ///< turn of the oldest batch
        std::vector<std::int64_t> read;  ///< by reader: how many
    };

    [[nodiscard]] Box &box(int search) { return boxes_[static_cast<std::size_t>(search)]; }
    [[nodiscard]] bool await(Box const &box, Count const &count, std::int64_t value,
                             std::function<bool()> const &is_over) const;

    std::vector<Box> boxes_;
    std::atomic<bool> is_closed_ = false;
};

}  // namespace kinroute

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <vector>

#include "kinroute/base/paused_time.h"
#include "kinroute/genetic/batch.h"

namespace kinroute {

/// Exchanges solutions between searches on several threads, at moments that do not depend on a real
/// clock.
///
/// Each search counts its work, and publishes batches of solutions. A reader that waits until
/// another search has done a certain amount of work, and reads what it had published by then, reads
/// the same on any machine.
class Mailbox {
public:
    using Count = std::atomic<std::int64_t>;

    explicit Mailbox(int searches);

    [[nodiscard]] int searches() const noexcept { return static_cast<int>(boxes_.size()); }

    /// The work that a search has done. Only that search writes it, and never less than before.
    [[nodiscard]] Count &clock(int search) { return box(search).clock; }

    /// The pauses of all searches.
    [[nodiscard]] PausedTime &pauses() noexcept { return pauses_; }

    /// Publishes the batch of a search, and replaces it by an old one to be filled again.
    void publish(int search, Batch &batch);

    /// The oldest batch of a search that the reader has not read; null if there is none yet.
    [[nodiscard]] Batch const *unread(int search, int reader);
    void mark_read(int search, int reader);

    /// Waits until a search has done so much work, or published so many batches, or has left. False
    /// if the mailbox was closed before, or if `is_over`, which is called at intervals, is true.
    [[nodiscard]] bool await_work(int search, std::int64_t work,
                                  std::function<bool()> const &is_over);
    [[nodiscard]] bool await_turns(int search, std::int64_t turns,
                                   std::function<bool()> const &is_over);

    /// Marks that a search has ended. The others continue to their own limits without it, so that
    /// no clock decides where they end.
    void leave(int search) { box(search).is_left = true; }
    /// Ends all searches now.
    void close() noexcept { is_closed_ = true; }
    [[nodiscard]] bool is_closed() const noexcept { return is_closed_; }

private:
    /// What one search has published, on cache lines of its own.
    struct alignas(64) Box {
        Count clock = 0, turns = 0;
        std::atomic<bool> is_left = false;
        std::mutex mutex;
        std::deque<Batch> batches;       ///< not yet read by all
        std::vector<Batch> spare;        ///< read by all, to reuse their memory
        std::int64_t first = 0;          ///< turn of the oldest batch
        std::vector<std::int64_t> read;  ///< by reader: how many
    };

    [[nodiscard]] Box &box(int search) { return boxes_[static_cast<std::size_t>(search)]; }
    [[nodiscard]] bool await(Box const &box, Count const &count, std::int64_t value,
                             std::function<bool()> const &is_over) const;

    std::vector<Box> boxes_;
    PausedTime pauses_;
    std::atomic<bool> is_closed_ = false;
};

}  // namespace kinroute

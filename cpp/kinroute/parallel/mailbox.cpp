#include "kinroute/parallel/mailbox.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <thread>
#include <utility>

namespace kinroute {

Mailbox::Mailbox(int searches) : boxes_(static_cast<std::size_t>(searches)) {
    for (std::size_t s = 0; s < boxes_.size(); ++s) {
        boxes_[s].read.assign(boxes_.size(), 0);
        boxes_[s].read[s] = std::numeric_limits<std::int64_t>::max();  // its own need not be read
    }
}

void Mailbox::publish(int search, Batch &batch) {
    Box &own = box(search);
    {
        std::scoped_lock const lock(own.mutex);
        if (own.spare.empty()) own.spare.emplace_back();
        batch.turn = own.turns;
        batch.clock = own.clock;
        own.batches.push_back(std::exchange(batch, std::move(own.spare.back())));
        own.spare.pop_back();
    }
    ++own.turns;
    batch.clear();
}

Batch const *Mailbox::unread(int search, int reader) {
    Box &from = box(search);
    std::scoped_lock const lock(from.mutex);
    auto const place =
        static_cast<std::size_t>(from.read[static_cast<std::size_t>(reader)] - from.first);
    return place < from.batches.size() ? &from.batches[place] : nullptr;
}

void Mailbox::mark_read(int search, int reader) {
    Box &from = box(search);
    std::scoped_lock const lock(from.mutex);
    ++from.read[static_cast<std::size_t>(reader)];
    for (; from.first < *std::ranges::min_element(from.read); ++from.first) {
        from.spare.push_back(std::move(from.batches.front()));
        from.batches.pop_front();
    }
}

bool Mailbox::await_work(int search, std::int64_t work, std::function<bool()> const &is_over) {
    return await(box(search), box(search).clock, work, is_over);
}

bool Mailbox::await_turns(int search, std::int64_t turns, std::function<bool()> const &is_over) {
    return await(box(search), box(search).turns, turns, is_over);
}

/// Mostly the wait is shorter than sleeping and waking up, so it spins for some time first.
bool Mailbox::await(Box const &box, Count const &count, std::int64_t value,
                    std::function<bool()> const &is_over) const {
    using namespace std::chrono_literals;
    auto const looks_end = std::chrono::steady_clock::now() + 200us;
    auto nap = 50us;
    while (count < value && !box.is_left) {
        if (is_closed_) return false;
        if (std::chrono::steady_clock::now() < looks_end) {
            std::this_thread::yield();
            continue;
        }
        if (is_over()) return false;
        std::this_thread::sleep_for(nap);
        nap = std::min(2 * nap, std::chrono::microseconds(1ms));
    }
    return true;
}

}  // namespace kinroute

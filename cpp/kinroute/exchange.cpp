#include "exchange.h"

#include <chrono>
#include <utility>

namespace kinroute {

void Batch::add(Individual const &solution, Role role) {
    if (size_ == offers_.size()) offers_.emplace_back();
    offers_[size_].solution = solution;
    offers_[size_].role = role;
    ++size_;
}

Exchange::Exchange(int searches, int lead)
    : lead_(lead), boxes_(static_cast<std::size_t>(searches)) {
    // Whoever publishes turn k has read what all published up to turn k − 1 − lead, and they had
    // read what all published up to turn k − 2 − 2 lead: no one needs that any more.
    for (Box &box : boxes_) box.batches.resize(2 * static_cast<std::size_t>(lead) + 2);
}

void Exchange::publish(int search, Batch &batch) {
    Box &box = boxes_[static_cast<std::size_t>(search)];
    {
        std::scoped_lock const lock(mutex_);
        std::swap(box.batches[static_cast<std::size_t>(box.turns) % box.batches.size()], batch);
        ++box.turns;
    }
    changed_.notify_all();
    batch.clear();
}

Batch const *Exchange::find(int search, std::int64_t turn) const {
    Box const &box = boxes_[static_cast<std::size_t>(search)];
    if (turn >= box.turns) return nullptr;
    return &box.batches[static_cast<std::size_t>(turn) % box.batches.size()];
}

Batch const *Exchange::await(int search, std::int64_t turn, std::function<bool()> const &is_over) {
    using namespace std::chrono_literals;
    std::unique_lock lock(mutex_);
    while (true) {
        Batch const *batch = find(search, turn);
        if (batch != nullptr || is_closed_) return batch;
        if (changed_.wait_for(lock, 20ms) == std::cv_status::no_timeout) continue;
        lock.unlock();  // it may ask Python
        if (is_over()) return nullptr;
        lock.lock();
    }
}

Batch const *Exchange::published(int search, std::int64_t turn) {
    std::scoped_lock const lock(mutex_);
    return find(search, turn);
}

void Exchange::close() {
    {
        std::scoped_lock const lock(mutex_);
        is_closed_ = true;
    }
    changed_.notify_all();
}

}  // namespace kinroute

#include "kinroute/parallel/fork_join.h"

#include <utility>

namespace kinroute {

void ForkJoin::run(Task const &task) {
    {
        std::scoped_lock const lock(mutex_);
        task_ = &task;
        ++tasks_;
        waiting_for_ = threads() - 1;
    }
    changed_.notify_all();
    execute(task, 0);
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return running_ == 0 && (waiting_for_ == 0 || is_closed_); });
    task_ = nullptr;
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
}

void ForkJoin::serve(int index) {
    std::unique_lock lock(mutex_);
    Done &done = others_[static_cast<std::size_t>(index)];
    std::int64_t const service = done.services++;
    while (true) {
        // A task that follows a dismissal is for the next service.
        auto const has_task = [&] {
            return dismissals_ == service && task_ != nullptr && done.tasks < tasks_;
        };
        changed_.wait(lock, [&] { return has_task() || dismissals_ > service || is_closed_; });
        if (!has_task()) return;
        done.tasks = tasks_;
        --waiting_for_;
        ++running_;
        Task const &task = *task_;
        lock.unlock();
        execute(task, index);
        lock.lock();
        --running_;
        changed_.notify_all();
    }
}

void ForkJoin::dismiss() {
    {
        std::scoped_lock const lock(mutex_);
        ++dismissals_;
    }
    changed_.notify_all();
}

void ForkJoin::close() {
    {
        std::scoped_lock const lock(mutex_);
        is_closed_ = true;
    }
    changed_.notify_all();
}

bool ForkJoin::is_closed() {
    std::scoped_lock const lock(mutex_);
    return is_closed_;
}

void ForkJoin::execute(Task const &task, int index) {
    try {
        task(index);
    } catch (...) {
        std::scoped_lock const lock(mutex_);
        if (!error_) error_ = std::current_exception();
    }
}

}  // namespace kinroute

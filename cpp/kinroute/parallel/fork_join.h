#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <vector>

namespace kinroute {

/// Threads that execute tasks together (fork-join): the first one gives a task to all and waits
/// until all have executed it; the others wait for tasks in `serve`.
class ForkJoin {
public:
    /// Called on every thread, with its index.
    using Task = std::function<void(int)>;

    explicit ForkJoin(int threads) : others_(static_cast<std::size_t>(threads)) {}

    ForkJoin(ForkJoin const &) = delete;
    ForkJoin &operator=(ForkJoin const &) = delete;

    [[nodiscard]] int threads() const noexcept { return static_cast<int>(others_.size()); }

    /// On the first thread: executes a task on all threads. Throws what one of them threw.
    void run(Task const &task);

    /// On every other thread: executes tasks until `dismiss`, or until it is closed.
    void serve(int index);

    /// On the first thread: ends the current `serve` of every other thread, also where it has not
    /// begun yet.
    void dismiss();

    /// Some thread has failed: nobody waits for the others any more.
    void close();
    [[nodiscard]] bool is_closed();

private:
    /// What one of the threads has done so far.
    struct Done {
        std::int64_t tasks = 0;
        std::int64_t services = 0;  ///< calls of `serve`
    };

    void execute(Task const &task, int index);

    std::vector<Done> others_;  ///< by index; the first one is not used
    std::mutex mutex_;
    std::condition_variable changed_;
    Task const *task_ = nullptr;
    std::int64_t tasks_ = 0;       ///< given so far
    std::int64_t dismissals_ = 0;  ///< so far
    int waiting_for_ = 0;          ///< threads that have not begun the task
    int running_ = 0;              ///< other threads that execute it
    bool is_closed_ = false;
    std::exception_ptr error_;
};

}  // namespace kinroute

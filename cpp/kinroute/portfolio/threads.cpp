#include "kinroute/portfolio/threads.h"

#include <chrono>
#include <exception>
#include <optional>
#include <thread>
#include <tuple>
#include <utility>

namespace kinroute {

namespace {

/// Feasible before infeasible, then the cheapest, then the one with most iterations.
auto merit(SearchOutcome const &outcome) {
    return std::tuple(outcome.best.excess().load + outcome.best.excess().limits,
                      outcome.best.distance(), -outcome.progress.iterations);
}

/// Threads that are waited for, however the block ends. std::jthread is not in every library.
struct Joined {
    Joined() = default;
    Joined(Joined const &) = delete;
    Joined &operator=(Joined const &) = delete;
    ~Joined() {
        for (std::thread &thread : threads) thread.join();
    }

    std::vector<std::thread> threads;
};

/// Why they ended: a thread that another one ended has `requested`, which counts only if all do.
StopReason common_reason(std::vector<std::optional<SearchOutcome>> const &outcomes) {
    for (auto const &outcome : outcomes) {
        if (outcome->reason != StopReason::running && outcome->reason != StopReason::requested) {
            return outcome->reason;
        }
    }
    return StopReason::requested;
}

/// The poll of a thread that is not polled from outside: it waits through the pauses of the one
/// that is, and ends with any other.
Monitor::Poll follow_others(Mailbox const &mailbox) {
    return [&mailbox](Progress const &, Monitor::RouteSource const &, PausedTime const &pauses) {
        using namespace std::chrono_literals;
        while (pauses.is_on() && !mailbox.is_closed()) std::this_thread::sleep_for(2ms);
        return mailbox.is_closed();
    };
}

}  // namespace

SearchOutcome search_on_threads(SearchTask const &task, Monitor::Poll const &poll, int threads) {
    if (threads == 1) return Portfolio(task, poll).run();
    auto const count = static_cast<std::size_t>(threads);
    ThreadLinks links(threads);
    std::vector<std::optional<SearchOutcome>> outcomes(count);
    std::vector<std::exception_ptr> errors(count);
    auto const search = [&](int index) {
        auto const place = static_cast<std::size_t>(index);
        try {
            outcomes[place] =
                Portfolio(task, index == 0 ? poll : follow_others(links.mailbox), &links, index)
                    .run();
        } catch (...) {
            errors[place] = std::current_exception();
            links.mailbox.close();
            links.team.fork_join.close();
        }
    };
    {
        Joined others;
        for (int index = 1; index < threads; ++index) others.threads.emplace_back(search, index);
        search(0);
    }
    for (std::exception_ptr const &error : errors) {
        if (error) std::rethrow_exception(error);
    }
    std::size_t best = 0;
    for (std::size_t k = 1; k < count; ++k) {
        if (merit(*outcomes[k]) < merit(*outcomes[best])) best = k;
    }
    outcomes[best]->reason = common_reason(outcomes);
    return *std::move(outcomes[best]);
}

}  // namespace kinroute

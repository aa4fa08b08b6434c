#include "kinroute/parallel/parallel_search.h"

#include <exception>
#include <optional>
#include <thread>
#include <tuple>
#include <utility>

namespace kinroute {

namespace {

/// Feasible before infeasible, then the cheapest, then the one who saw most.
auto merit(SearchOutcome const &outcome) {
    return std::tuple(outcome.best.excess_load() + outcome.best.excess_duration(),
                      outcome.best.distance(), -outcome.progress.iterations);
}

/// Why they ended: a thread that was told to says "asked", which counts only if all do.
StopReason common_reason(std::vector<std::optional<SearchOutcome>> const &outcomes) {
    for (auto const &outcome : outcomes) {
        if (outcome->reason != StopReason::running && outcome->reason != StopReason::asked) {
            return outcome->reason;
        }
    }
    return StopReason::asked;
}

}  // namespace

SearchOutcome search_in_parallel(std::shared_ptr<Problem const> problem, Relations const &related,
                                 SearchConfig const &config, Limits const &limits,
                                 Monitor::Poll const &poll,
                                 std::vector<std::vector<Node>> const &start, int threads) {
    if (threads == 1) {
        return GeneticSearch(std::move(problem), related, config, limits, poll).run(start);
    }
    auto const count = static_cast<std::size_t>(threads);
    Exchange exchange(threads);
    std::vector<std::optional<SearchOutcome>> outcomes(count);
    std::vector<std::exception_ptr> errors(count);
    auto const search = [&](int self) {
        auto const place = static_cast<std::size_t>(self);
        auto const ask = [&](Progress const &) { return exchange.is_closed(); };
        try {
            GeneticSearch one(problem, related, config, limits, self == 0 ? poll : ask,
                              {&exchange, self});
            outcomes[place] = one.run(start);
        } catch (...) {
            errors[place] = std::current_exception();
            exchange.close();
        }
    };
    {
        std::vector<std::jthread> others;
        for (int self = 1; self < threads; ++self) others.emplace_back(search, self);
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

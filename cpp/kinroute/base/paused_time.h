#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>

namespace kinroute {

/// Time in which an observer holds up a search, as that is how it is paused. All threads read it;
/// the one whose polls reach the observer writes it.
class PausedTime {
public:
    /// What an observer takes up to here, in seconds, is part of the search.
    static constexpr double longest_poll = 0.25;

    void begin() noexcept { began_ = now(); }
    void end() noexcept {
        total_ += over(began_);
        began_ = none;
    }

    /// Seconds so far, those of a pause that is not over included.
    [[nodiscard]] double seconds() const noexcept {
        std::int64_t const began = began_;
        return 1e-9 * static_cast<double>(total_ + (began == none ? 0 : over(began)));
    }

private:
    static constexpr std::int64_t none = -1;

    [[nodiscard]] static std::int64_t now() noexcept {
        auto const time = std::chrono::steady_clock::now().time_since_epoch();
        return std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();
    }
    [[nodiscard]] static std::int64_t over(std::int64_t began) noexcept {
        return std::max<std::int64_t>(
            0, now() - began - static_cast<std::int64_t>(1e9 * longest_poll));
    }

    std::atomic<std::int64_t> began_ = none, total_ = 0;
};

}  // namespace kinroute

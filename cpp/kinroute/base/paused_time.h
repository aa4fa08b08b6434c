#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace kinroute {

/// Time in which a search was paused by request; it does not count. All threads read it; the one
/// that is polled from outside writes it.
class PausedTime {
public:
    void begin() noexcept { began_ = now(); }
    /// Without effect where no pause has begun.
    void end() noexcept {
        if (began_ == none) return;
        total_ += now() - began_;
        began_ = none;
    }

    [[nodiscard]] bool is_on() const noexcept { return began_ != none; }

    /// Seconds so far, those of a pause that is not over included.
    [[nodiscard]] double seconds() const noexcept {
        std::int64_t const began = began_;
        return 1e-9 * static_cast<double>(total_ + (began == none ? 0 : now() - began));
    }

private:
    static constexpr std::int64_t none = -1;

    [[nodiscard]] static std::int64_t now() noexcept {
        auto const time = std::chrono::steady_clock::now().time_since_epoch();
        return std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();
    }

    std::atomic<std::int64_t> began_ = none, total_ = 0;
};

}  // namespace kinroute

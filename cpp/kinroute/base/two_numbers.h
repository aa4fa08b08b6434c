#pragma once

#include <cmath>

#include "kinroute/base/types.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace kinroute {

/// Two numbers on which operators act one by one: in one register where the processor has those,
/// so that two square roots take as long as one. Results are the same everywhere.
class TwoNumbers {
public:
    TwoNumbers() = default;

#if defined(__SSE2__)
    TwoNumbers(double first, double second) noexcept : both_(_mm_set_pd(second, first)) {}
    explicit TwoNumbers(double same) noexcept : both_(_mm_set1_pd(same)) {}

    friend TwoNumbers operator+(TwoNumbers a, TwoNumbers b) noexcept {
        return TwoNumbers(_mm_add_pd(a.both_, b.both_));
    }
    friend TwoNumbers operator-(TwoNumbers a, TwoNumbers b) noexcept {
        return TwoNumbers(_mm_sub_pd(a.both_, b.both_));
    }
    friend TwoNumbers operator*(TwoNumbers a, TwoNumbers b) noexcept {
        return TwoNumbers(_mm_mul_pd(a.both_, b.both_));
    }
    friend TwoNumbers sqrt(TwoNumbers a) noexcept { return TwoNumbers(_mm_sqrt_pd(a.both_)); }
    [[nodiscard]] double first() const noexcept { return _mm_cvtsd_f64(both_); }
    [[nodiscard]] double second() const noexcept {
        return _mm_cvtsd_f64(_mm_unpackhi_pd(both_, both_));
    }

private:
    explicit TwoNumbers(__m128d both) noexcept : both_(both) {}
    __m128d both_{};
#else
    TwoNumbers(double first, double second) noexcept : first_(first), second_(second) {}
    explicit TwoNumbers(double same) noexcept : TwoNumbers(same, same) {}

    friend TwoNumbers operator+(TwoNumbers a, TwoNumbers b) noexcept {
        return {a.first_ + b.first_, a.second_ + b.second_};
    }
    friend TwoNumbers operator-(TwoNumbers a, TwoNumbers b) noexcept {
        return {a.first_ - b.first_, a.second_ - b.second_};
    }
    friend TwoNumbers operator*(TwoNumbers a, TwoNumbers b) noexcept {
        return {a.first_ * b.first_, a.second_ * b.second_};
    }
    friend TwoNumbers sqrt(TwoNumbers a) noexcept {
        return {std::sqrt(a.first_), std::sqrt(a.second_)};
    }
    [[nodiscard]] double first() const noexcept { return first_; }
    [[nodiscard]] double second() const noexcept { return second_; }

private:
    double first_ = 0, second_ = 0;
#endif
};

}  // namespace kinroute

#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "kinroute/base/types.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace kinroute {

/// Four numbers in single precision on which operators act one by one: in one register where the
/// processor has those. Results are the same everywhere.
class FourNumbers {
public:
    FourNumbers() = default;

#if defined(__SSE2__)
    FourNumbers(float a, float b, float c, float d) noexcept : all_(_mm_set_ps(d, c, b, a)) {}
    explicit FourNumbers(float same) noexcept : all_(_mm_set1_ps(same)) {}

    friend FourNumbers operator+(FourNumbers a, FourNumbers b) noexcept {
        return FourNumbers(_mm_add_ps(a.all_, b.all_));
    }
    friend FourNumbers operator-(FourNumbers a, FourNumbers b) noexcept {
        return FourNumbers(_mm_sub_ps(a.all_, b.all_));
    }
    friend FourNumbers operator*(FourNumbers a, FourNumbers b) noexcept {
        return FourNumbers(_mm_mul_ps(a.all_, b.all_));
    }
    friend FourNumbers sqrt(FourNumbers a) noexcept { return FourNumbers(_mm_sqrt_ps(a.all_)); }
    /// Without what follows the point.
    [[nodiscard]] std::array<std::int32_t, 4> whole() const noexcept {
        alignas(16) std::array<std::int32_t, 4> result;
        _mm_store_si128(reinterpret_cast<__m128i *>(result.data()), _mm_cvttps_epi32(all_));
        return result;
    }

private:
    explicit FourNumbers(__m128 all) noexcept : all_(all) {}
    __m128 all_{};
#else
    FourNumbers(float a, float b, float c, float d) noexcept : all_{a, b, c, d} {}
    explicit FourNumbers(float same) noexcept : FourNumbers(same, same, same, same) {}

    friend FourNumbers operator+(FourNumbers a, FourNumbers b) noexcept {
        return a.with(b, [](float x, float y) { return x + y; });
    }
    friend FourNumbers operator-(FourNumbers a, FourNumbers b) noexcept {
        return a.with(b, [](float x, float y) { return x - y; });
    }
    friend FourNumbers operator*(FourNumbers a, FourNumbers b) noexcept {
        return a.with(b, [](float x, float y) { return x * y; });
    }
    friend FourNumbers sqrt(FourNumbers a) noexcept {
        return a.with(a, [](float x, float) { return std::sqrt(x); });
    }
    [[nodiscard]] std::array<std::int32_t, 4> whole() const noexcept {
        std::array<std::int32_t, 4> result;
        for (std::size_t k = 0; k < 4; ++k) result[k] = static_cast<std::int32_t>(all_[k]);
        return result;
    }

private:
    template <class Operation>
    [[nodiscard]] FourNumbers with(FourNumbers const &other, Operation const &of) const noexcept {
        FourNumbers result;
        for (std::size_t k = 0; k < 4; ++k) result.all_[k] = of(all_[k], other.all_[k]);
        return result;
    }
    std::array<float, 4> all_{};
#endif
};

}  // namespace kinroute

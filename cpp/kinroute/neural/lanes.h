#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace kinroute {

/// How many numbers a register holds that every loop over a row is written for.
inline constexpr std::size_t lanes = 8;

#if defined(__GNUC__) && !defined(KINROUTE_PLAIN_LANES)

/// As many numbers, on which operators act one by one. GCC and Clang keep them in registers, of
/// whatever size these are; for others there is a plain array.
using Lanes = float __attribute__((vector_size(lanes * sizeof(float))));

[[gnu::always_inline]] inline void positive_part(Lanes &x) {
    Lanes const zero{};
    x = x > zero ? x : zero;
}

/// 1 / (1 + e^-x) to a few units in the last place, without a branch.
[[gnu::always_inline]] inline void sigmoid(Lanes &x) {
    using Whole = std::int32_t __attribute__((vector_size(lanes * sizeof(std::int32_t))));
    Lanes const least = Lanes{} - 80.0F, most = -least;
    Lanes const low = x > least ? x : least;
    Lanes const negated = low < most ? -low : least;
    Lanes const scaled = negated * 1.44269504F;
    // The nearest whole number: what is converted is positive, so cutting rounds down.
    Whole const whole = __builtin_convertvector(scaled + 128.5F, Whole) - 128;
    Lanes const rest = (scaled - __builtin_convertvector(whole, Lanes)) * 0.693147181F;
    Lanes power = rest * (1.0F / 720) + 1.0F / 120;
    power = power * rest + 1.0F / 24;
    power = power * rest + 1.0F / 6;
    power = power * rest + 0.5F;
    power = power * rest + 1.0F;
    power = power * rest + 1.0F;
    x = 1.0F / (1.0F + power * reinterpret_cast<Lanes>((whole + 127) << 23));
}

#else

struct Lanes {
    float of[lanes];

    [[nodiscard]] float operator[](std::size_t l) const { return of[l]; }
    float &operator[](std::size_t l) { return of[l]; }
    Lanes &operator+=(Lanes const &y) {
        for (std::size_t l = 0; l < lanes; ++l) of[l] += y.of[l];
        return *this;
    }
    friend Lanes operator+(Lanes x, Lanes const &y) { return x += y; }
    friend Lanes operator*(Lanes x, Lanes const &y) {
        for (std::size_t l = 0; l < lanes; ++l) x.of[l] *= y.of[l];
        return x;
    }
    friend Lanes operator+(Lanes x, float y) {
        for (float &lane : x.of) lane += y;
        return x;
    }
    friend Lanes operator*(Lanes x, float y) {
        for (float &lane : x.of) lane *= y;
        return x;
    }
};

inline void positive_part(Lanes &x) {
    for (float &lane : x.of) lane = lane > 0.0F ? lane : 0.0F;
}

inline void sigmoid(Lanes &x) {
    for (float &lane : x.of) {
        float const low = lane > -80.0F ? lane : -80.0F;
        float const negated = low < 80.0F ? -low : -80.0F;
        float const scaled = negated * 1.44269504F;
        std::int32_t const whole = static_cast<std::int32_t>(scaled + 128.5F) - 128;
        float const rest = (scaled - static_cast<float>(whole)) * 0.693147181F;
        float power = rest * (1.0F / 720) + 1.0F / 120;
        power = power * rest + 1.0F / 24;
        power = power * rest + 1.0F / 6;
        power = power * rest + 0.5F;
        power = power * rest + 1.0F;
        power = power * rest + 1.0F;
        lane = 1.0F / (1.0F + power * std::bit_cast<float>((whole + 127) << 23));
    }
}

#endif

}  // namespace kinroute

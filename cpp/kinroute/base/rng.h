#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <utility>

namespace kinroute {

/// A random generator (xoshiro256++ of Blackman and Vigna) with a shuffle of its own: the standard
/// library's distributions differ between platforms, and a seed must mean the same run everywhere.
class Rng {
public:
    explicit Rng(std::uint64_t seed) noexcept {
        for (auto &word : state_) {
            seed += 0x9e3779b97f4a7c15ULL;
            std::uint64_t z = seed;
            z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
            z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
            word = z ^ (z >> 31);
        }
    }

    [[nodiscard]] std::uint64_t next() noexcept {
        std::uint64_t const result = std::rotl(state_[0] + state_[3], 23) + state_[0];
        std::uint64_t const t = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= t;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    /// A whole number from 0 to bound − 1 (bound ≥ 1).
    [[nodiscard]] std::uint32_t below(std::uint32_t bound) noexcept {
        std::uint64_t const high = next() >> 32;
        return static_cast<std::uint32_t>((high * bound) >> 32);
    }

    /// A number above 0 and up to 1.
    [[nodiscard]] double real() noexcept {
        return static_cast<double>((next() >> 11) + 1) * 0x1p-53;
    }

    template <class T>
    void shuffle(std::span<T> items) noexcept {
        for (auto i = static_cast<std::uint32_t>(items.size()); i > 1; --i) {
            std::swap(items[i - 1], items[below(i)]);
        }
    }

private:
    std::uint64_t state_[4];
};

}  // namespace kinroute

#pragma once

#include <cstddef>
#include <span>

/// Compiles a function twice, once for processors with AVX2; the loader chooses. For loops over
/// whole numbers, whose results do not depend on it. Other compilers and platforms have one
/// version.
#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define KINROUTE_WITH_AVX2 [[gnu::target_clones("arch=x86-64-v3", "default")]]
#else
#define KINROUTE_WITH_AVX2
#endif

namespace kinroute {

/// Begins to fetch what will be read soon into the caches.
inline void prefetch([[maybe_unused]] void const *address) noexcept {
#if defined(__GNUC__)
    __builtin_prefetch(address);
#endif
}

/// The same of an array.
template <class T>
void prefetch(std::span<T const> items) noexcept {
    constexpr std::size_t of_a_line = 64 / sizeof(T);
    for (std::size_t k = 0; k < items.size(); k += of_a_line) prefetch(&items[k]);
    if (!items.empty()) prefetch(&items.back());
}

}  // namespace kinroute

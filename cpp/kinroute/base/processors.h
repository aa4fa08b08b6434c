#pragma once

/// Compiles a function twice, once for processors with AVX2; the loader chooses. For loops over
/// whole numbers, whose results do not depend on it. Other compilers and platforms have one
/// version.
#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define KINROUTE_WITH_AVX2 [[gnu::target_clones("arch=x86-64-v3", "default")]]
#else
#define KINROUTE_WITH_AVX2
#endif

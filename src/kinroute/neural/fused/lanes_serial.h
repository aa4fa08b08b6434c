// The same as one thread on a CPU: what the tests compare with torch.
#pragma once
#include <cmath>

#define KERNEL inline void
#define DEVICE inline
#define WEIGHTS static
#define BOTH

constexpr int lanes = 1;
constexpr int most_warps = 1;
constexpr int tile = 16;
DEVICE int lane() { return 0; }
DEVICE int warp() { return 0; }
DEVICE int warps() { return 1; }
DEVICE int thread() { return 0; }
DEVICE int threads() { return 1; }
DEVICE int block() { return 0; }
DEVICE int blocks() { return 1; }
DEVICE void barrier() {}
DEVICE float *shared_memory(float *own) { return own; }
DEVICE void look_again() {}
DEVICE void add_to(float *place, float value) { *place += value; }
DEVICE float reciprocal(float x) { return 1 / x; }
DEVICE float exponential(float x) { return std::exp(x); }
DEVICE float logarithm(float x) { return std::log(x); }
DEVICE float inverse_root(float x) { return 1 / std::sqrt(x); }
DEVICE float lane_sum(float x) { return x; }

template <int h>
DEVICE void add_products(float const *y, float const *x, int size, float *sums, float *) {
    for (int c = 0; c < h; ++c) {
        for (int k = 0; k < h; ++k) {
            for (int at = 0; at < size; ++at) sums[c * h + k] += y[c * size + at] * x[k * size + at];
        }
    }
}

// How a block of CUDA threads shares its work: warps take rows, the lanes of a warp take columns.
#pragma once
#include <cuda_runtime.h>
#include <mma.h>

#ifndef KINROUTE_THREADS
#define KINROUTE_THREADS 512
#endif
#define KERNEL __global__ void __launch_bounds__(KINROUTE_THREADS, 1)
#define DEVICE __device__ __forceinline__
#define WEIGHTS __shared__ __align__(16)
#define BOTH __host__ __device__

constexpr int lanes = 32;
constexpr int most_warps = KINROUTE_THREADS / 32;
constexpr int tile = 16;
DEVICE int lane() { return threadIdx.x & 31; }
DEVICE int warp() { return threadIdx.x >> 5; }
DEVICE int warps() { return blockDim.x >> 5; }
DEVICE int thread() { return threadIdx.x; }
DEVICE int threads() { return blockDim.x; }
DEVICE int block() { return blockIdx.x; }
DEVICE int blocks() { return gridDim.x; }
DEVICE void barrier() { __syncthreads(); }
// What was read from memory is read anew rather than kept in registers, of which there are too few.
DEVICE float *shared_memory(float *) {
    extern __shared__ __align__(128) float memory[];
    return memory;
}
DEVICE void look_again() { asm volatile("" ::: "memory"); }
DEVICE void add_to(float *place, float value) { atomicAdd(place, value); }
DEVICE float reciprocal(float x) { return __fdividef(1.0f, x); }
DEVICE float exponential(float x) { return __expf(x); }
DEVICE float logarithm(float x) { return __logf(x); }
DEVICE float inverse_root(float x) { return rsqrtf(x); }
DEVICE float lane_sum(float x) {
#pragma unroll
    for (int step = 16; step > 0; step /= 2) x += __shfl_xor_sync(0xffffffffu, x, step);
    return x;
}

// Adds to `sums` (h x h) the products of every plane of y with every plane of x, on tensor cores.
// `tiles` has a tile for every warp; at the end all may go on, but y and x must not change before a
// barrier.
template <int h>
DEVICE void add_products(float const *y, float const *x, int size, float *sums, float *tiles) {
    using namespace nvcuda::wmma;
    fragment<matrix_a, tile, tile, 8, precision::tf32, row_major> left;
    fragment<matrix_b, tile, tile, 8, precision::tf32, col_major> right;
    fragment<accumulator, tile, tile, 8, float> both;
    fill_fragment(both, 0.0f);
#pragma unroll 4
    for (int at = 8 * warp(); at < size; at += 8 * warps()) {
        load_matrix_sync(left, y + at, size);
        load_matrix_sync(right, x + at, size);
#pragma unroll
        for (int k = 0; k < left.num_elements; ++k) left.x[k] = __float_to_tf32(left.x[k]);
#pragma unroll
        for (int k = 0; k < right.num_elements; ++k) right.x[k] = __float_to_tf32(right.x[k]);
        mma_sync(both, left, right, both);
    }
    float *own = tiles + warp() * tile * tile;
    store_matrix_sync(own, both, tile, mem_row_major);
    __syncwarp();
    for (int k = lane(); k < h * h; k += lanes) add_to(sums + k, own[k / h * tile + k % h]);
    __syncwarp();
}

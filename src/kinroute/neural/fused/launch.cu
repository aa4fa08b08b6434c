// The way from Python to the kernel: plain functions for ctypes, all pointers into the device.
#include "lanes_cuda.h"

#include "kernel.h"

extern "C" {

int parameter_count() { return parameters; }

long scratch_floats(int n) { return static_cast<long>(edge_planes) * n * padded(n); }

int learn(float const *weights, float const *nodes, unsigned char const *joined, long const *graphs,
          int count, int n, float const *per_pair, float *edges, float *gradient, float *loss,
          int blocks, void *stream) {
    auto const queue = static_cast<cudaStream_t>(stream);
    int const bytes = shared_floats(n) * static_cast<int>(sizeof(float));
    cudaError_t const error =
        cudaFuncSetAttribute(learn_batch, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    if (error != cudaSuccess) return error;
    learn_batch<<<blocks, KINROUTE_THREADS, bytes, queue>>>(
        weights, nodes, joined, graphs, count, n, per_pair, edges, gradient, loss, nullptr);
    return cudaGetLastError();
}

char const *reason(int error) { return cudaGetErrorString(static_cast<cudaError_t>(error)); }
}

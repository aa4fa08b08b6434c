// Loss and gradients of a narrow network, graph by graph: one block of threads takes a graph through
// all layers and back, with the nodes in shared memory and the edges in a scratch of its own.
//
// Names are those of network.py. Edges are kept as planes, one n x n matrix per channel, of which
// warps take rows and lanes columns. Whatever belongs to an edge is symmetric, gradients included
// (those of (i, j) and (j, i) are averaged), so sums over columns are sums over rows.
#pragma once

constexpr int h = KINROUTE_WIDTH;
constexpr int depth = KINROUTE_DEPTH;

// Where each parameter begins, in the order of torch's `parameters()`.
constexpr int half_width = h / 2;
constexpr int node_measured = 0, node_tagged = node_measured + half_width * 3;
constexpr int edge_measured = node_tagged + 2 * half_width, edge_tagged = edge_measured + half_width;
constexpr int first_layer = edge_tagged + 6 * half_width;
constexpr int map_size = h * h + h;  // weight and bias
constexpr int map_edge = 0, map_ends = map_size, map_own = 2 * map_size, map_other = 3 * map_size;
constexpr int edge_scale = 4 * map_size, edge_shift = edge_scale + h;
constexpr int node_scale = edge_shift + h, node_shift = node_scale + h;
constexpr int layer_size = 4 * map_size + 4 * h;
constexpr int head1 = first_layer + depth * layer_size, head2 = head1 + map_size;
constexpr int head3 = head2 + map_size;
constexpr int parameters = head3 + 2 * h + 2;
constexpr float epsilon = 1e-5f;
constexpr float shut = 1e-20f;  // where all gates of a node are

// Twice, for the two directions: what a thread reads in both it would keep in registers, of which
// there are too few.
WEIGHTS float w[parameters], w_back[parameters];

// What backward needs of the nodes in one layer.
struct LayerNodes {
    float *x, *ends, *other, *mean, *total, *s;  // each n x h
    float *edge_mean, *edge_root, *node_mean, *node_root;  // each h
};

struct Shared {
    float *gradient;                    // parameters
    float *sums;                        // 2 h
    float *dx, *ds, *dends, *dother;    // each n x h
    float *last;                        // n x h: the nodes after the last layer
    float *tiles;                       // tile x tile for every warp
    float *data;                        // the rest
    int n;

    DEVICE LayerNodes layer(int l) const {
        float *base = data + l * (6 * n * h + 4 * h);
        int const size = n * h;
        float *tail = base + 6 * size;
        return {base,         base + size,     base + 2 * size, base + 3 * size, base + 4 * size,
                base + 5 * size, tail,         tail + h,        tail + 2 * h,    tail + 3 * h};
    }
};

constexpr int shared_floats(int n) {
    return most_warps * tile * tile + parameters + 2 * h + 5 * n * h +
           depth * (6 * n * h + 4 * h);
}

DEVICE Shared shared_in(float *memory, int n) {
    Shared s;
    s.n = n;
    s.tiles = memory;
    s.gradient = s.tiles + most_warps * tile * tile;
    s.sums = s.gradient + parameters;
    s.dx = s.sums + 2 * h;
    s.ds = s.dx + n * h;
    s.dends = s.ds + n * h;
    s.dother = s.dends + n * h;
    s.last = s.dother + n * h;
    s.data = s.last + n * h;
    return s;
}

// Edge planes of one block: the states before every layer and after the last, then what the way back
// needs, then as many as a tile of `add_products` may look beyond the end. A row of a plane is padded
// with zeros to whole tiles.
constexpr int edge_planes = (depth + 1) * h + 4 * h + tile - h;
BOTH constexpr int padded(int n) { return (n + 7) / 8 * 8; }

struct Graph {
    float const *nodes;           // n x 3
    unsigned char const *joined;  // n x n
    float *edges;                 // edge_planes x n x row
    int n, row;

    DEVICE int size() const { return n * row; }
    DEVICE float *planes(int k) const { return edges + static_cast<long>(k) * h * size(); }
    DEVICE float *state(int l) const { return planes(l); }
    DEVICE float *gradient() const { return planes(depth + 1); }
    DEVICE float *through() const { return planes(depth + 2); }  // of t, or of the head's first map
    DEVICE float *inner() const { return planes(depth + 3); }    // the head's second input
    DEVICE float *outer() const { return planes(depth + 4); }    // gradients of its second map
};

DEVICE float sigmoid(float x) { return reciprocal(1 + exponential(-x)); }

DEVICE void clear(float *place, int size) {
    for (int k = thread(); k < size; k += threads()) place[k] = 0;
}

// y = W x + b for the h numbers of one edge.
template <int at>
DEVICE void map(float const (&x)[h], float (&y)[h]) {
#pragma unroll
    for (int c = 0; c < h; ++c) {
        y[c] = w[at + h * h + c];
#pragma unroll
        for (int k = 0; k < h; ++k) y[c] += w[at + c * h + k] * x[k];
    }
}

// x += W' y, the way back through a map.
template <int at>
DEVICE void map_back(float const (&y)[h], float (&x)[h]) {
#pragma unroll
    for (int c = 0; c < h; ++c) {
#pragma unroll
        for (int k = 0; k < h; ++k) x[k] += w_back[at + c * h + k] * y[c];
    }
}

DEVICE void load(float const *planes, int size, int at, float (&x)[h]) {
#pragma unroll
    for (int c = 0; c < h; ++c) x[c] = planes[c * size + at];
}

DEVICE void store(float *planes, int size, int at, float const (&x)[h]) {
#pragma unroll
    for (int c = 0; c < h; ++c) planes[c * size + at] = x[c];
}

// Adds to `place` the sum over all threads of a block.
template <int count>
DEVICE void add_up(float const (&x)[count], float *place) {
#pragma unroll
    for (int c = 0; c < count; ++c) {
        float const sum = lane_sum(x[c]);
        if (lane() == 0) add_to(place + c, sum);
    }
}

// t of an edge, from its state and its ends.
template <int l>
DEVICE void mixed(float const (&e)[h], float const *ends, int i, int j, float (&t)[h]) {
    map<first_layer + l * layer_size + map_edge>(e, t);
#pragma unroll
    for (int c = 0; c < h; ++c) t[c] += ends[i * h + c] + ends[j * h + c];
}

DEVICE void embed_edge(Graph const &g, int i, int j, float (&e)[h]) {
    float const dx = g.nodes[3 * i] - g.nodes[3 * j], dy = g.nodes[3 * i + 1] - g.nodes[3 * j + 1];
    float const squared = dx * dx + dy * dy;
    float const length = squared > 0 ? squared * inverse_root(squared) : 0.0f;
    int const tag = i == 0 || j == 0 ? (i == j ? 5 : 4) : (i == j ? 2 : 1);
#pragma unroll
    for (int c = 0; c < half_width; ++c) {
        e[c] = w[edge_measured + c] * length;
        e[half_width + c] = w[edge_tagged + tag * half_width + c];
    }
}

DEVICE void embed_nodes(Graph const &g, float *x) {
    for (int k = thread(); k < g.n * half_width; k += threads()) {
        int const i = k / half_width, c = k % half_width;
        float sum = 0;
        for (int d = 0; d < 3; ++d) sum += w[node_measured + c * 3 + d] * g.nodes[3 * i + d];
        x[i * h + c] = sum;
        x[i * h + half_width + c] = w[node_tagged + (i == 0 ? half_width : 0) + c];
    }
}

// R x, V x and U x of all nodes; the last into s.
DEVICE void map_nodes(int l, LayerNodes const &nodes, int n) {
    int const base = first_layer + l * layer_size;
    for (int k = thread(); k < n * h; k += threads()) {
        int const i = k / h, c = k % h;
        float ends = w[base + map_ends + h * h + c], own = w[base + map_own + h * h + c];
        float other = w[base + map_other + h * h + c];
        for (int d = 0; d < h; ++d) {
            float const x = nodes.x[i * h + d];
            ends += w[base + map_ends + c * h + d] * x;
            own += w[base + map_own + c * h + d] * x;
            other += w[base + map_other + c * h + d] * x;
        }
        nodes.ends[k] = ends;
        nodes.s[k] = own;
        nodes.other[k] = other;
    }
}

// Gated means of a row, and the statistics of its edges.
DEVICE void gate_row(float const (&t)[h], float const *other, int j, float (&total)[h],
                     float (&sum)[h], float (&moments)[2 * h]) {
#pragma unroll
    for (int c = 0; c < h; ++c) {
        float const gate = sigmoid(t[c]);
        total[c] += gate;
        sum[c] += gate * other[j * h + c];
        moments[c] += t[c];
        moments[h + c] += t[c] * t[c];
    }
}

DEVICE void end_row(LayerNodes const &nodes, int i, float const (&total)[h], float const (&sum)[h]) {
#pragma unroll
    for (int c = 0; c < h; ++c) {
        float const all = lane_sum(total[c]) + shut, mean = lane_sum(sum[c]) / all;
        if (lane() != 0) continue;
        nodes.total[i * h + c] = all;
        nodes.mean[i * h + c] = mean;
        nodes.s[i * h + c] += mean;
    }
}

template <int l>
DEVICE void next_state(float (&e)[h], float const (&t)[h], LayerNodes const &nodes) {
    constexpr int base = first_layer + l * layer_size;
#pragma unroll
    for (int c = 0; c < h; ++c) {
        float const y = w[base + edge_scale + c] * (t[c] - nodes.edge_mean[c]) * nodes.edge_root[c];
        e[c] += fmaxf(y + w[base + edge_shift + c], 0.0f);
    }
}

// Brings the edges into layer l (through layer l - 1), and what its gates make of the nodes.
template <int l>
DEVICE void forward_edges(Graph const &g, Shared const &s) {
    int const n = g.n, size = g.size();
    LayerNodes const nodes = s.layer(l);
    float moments[2 * h] = {};
#pragma unroll 1
    for (int i = warp(); i < n; i += warps()) {
        float total[h] = {}, sum[h] = {};
#pragma unroll 1
        for (int j = lane(); j < n; j += lanes) {
            look_again();
            float e[h], t[h];
            if constexpr (l == 0) {
                embed_edge(g, i, j, e);
            } else {
                LayerNodes const before = s.layer(l - 1);
                load(g.state(l - 1), size, i * g.row + j, e);
                mixed<l - 1>(e, before.ends, i, j, t);
                next_state<l - 1>(e, t, before);
            }
            store(g.state(l), size, i * g.row + j, e);
            mixed<l>(e, nodes.ends, i, j, t);
            gate_row(t, nodes.other, j, total, sum, moments);
        }
        end_row(nodes, i, total, sum);
    }
    add_up(moments, s.sums);
}

// Statistics of edges and nodes, then the nodes of the next layer.
DEVICE void forward_nodes(int l, Shared const &s) {
    int const n = s.n, base = first_layer + l * layer_size;
    LayerNodes const nodes = s.layer(l);
    for (int c = warp(); c < h; c += warps()) {
        float const count = static_cast<float>(n) * n;
        float const edge_mean = s.sums[c] / count;
        float const spread = s.sums[h + c] / count - edge_mean * edge_mean;
        float sum = 0, squares = 0;
        for (int i = lane(); i < n; i += lanes) sum += nodes.s[i * h + c];
        float const mean = lane_sum(sum) / n;
        for (int i = lane(); i < n; i += lanes) {
            float const away = nodes.s[i * h + c] - mean;
            squares += away * away;
        }
        float const variance = lane_sum(squares) / n;
        if (lane() != 0) continue;
        nodes.edge_mean[c] = edge_mean;
        nodes.edge_root[c] = inverse_root(fmaxf(spread, 0.0f) + epsilon);
        nodes.node_mean[c] = mean;
        nodes.node_root[c] = inverse_root(variance + epsilon);
    }
    barrier();
    clear(s.sums, 2 * h);
    float *next = l + 1 < depth ? s.layer(l + 1).x : s.last;
    for (int k = thread(); k < n * h; k += threads()) {
        int const c = k % h;
        float const y = w[base + node_scale + c] * (nodes.s[k] - nodes.node_mean[c]) * nodes.node_root[c];
        next[k] = nodes.x[k] + fmaxf(y + w[base + node_shift + c], 0.0f);
    }
    barrier();
}

// Through the last layer and the head to the loss, and back to the edges before the head.
DEVICE void head(Graph const &g, Shared const &s, float const *per_pair, float *loss) {
    int const n = g.n, size = g.size();
    LayerNodes const before = s.layer(depth - 1);
    float last[h] = {}, biases[2 * h] = {}, bias = 0, surprise = 0;
#pragma unroll 1
    for (int i = warp(); i < n; i += warps()) {
#pragma unroll 1
        for (int j = lane(); j < n; j += lanes) {
            look_again();
            int const at = i * g.row + j;
            float e[h], t[h], a[h], b[h];
            load(g.state(depth - 1), size, at, e);
            mixed<depth - 1>(e, before.ends, i, j, t);
            next_state<depth - 1>(e, t, before);
            store(g.state(depth), size, at, e);
            map<head1>(e, a);
#pragma unroll
            for (int c = 0; c < h; ++c) a[c] = fmaxf(a[c], 0.0f);
            store(g.inner(), size, at, a);
            map<head2>(a, b);
            float odds = w[head3 + 2 * h + 1] - w[head3 + 2 * h];
#pragma unroll
            for (int c = 0; c < h; ++c) {
                b[c] = fmaxf(b[c], 0.0f);
                odds += (w[head3 + h + c] - w[head3 + c]) * b[c];
            }
            bool const is_joined = g.joined[i * n + j] != 0;
            float const share = is_joined ? per_pair[0] : per_pair[1];
            float const wrong = is_joined ? -odds : odds;  // softplus of it is the surprise
            surprise += share * (fmaxf(wrong, 0.0f) + logarithm(1 + exponential(-fabsf(wrong))));
            float const slope = share * sigmoid(wrong) * (is_joined ? -1.0f : 1.0f);
            bias += slope;
            float hidden[h] = {}, back[h] = {};
#pragma unroll
            for (int c = 0; c < h; ++c) {
                last[c] += slope * b[c];
                b[c] = b[c] > 0 ? slope * (w[head3 + h + c] - w[head3 + c]) : 0.0f;
                biases[h + c] += b[c];
            }
            store(g.outer(), size, at, b);
            map_back<head2>(b, hidden);
#pragma unroll
            for (int c = 0; c < h; ++c) {
                hidden[c] = a[c] > 0 ? hidden[c] : 0.0f;
                biases[c] += hidden[c];
            }
            store(g.through(), size, at, hidden);
            map_back<head1>(hidden, back);
            store(g.gradient(), size, at, back);
        }
    }
#pragma unroll
    for (int c = 0; c < h; ++c) {
        float const first = lane_sum(biases[c]), second = lane_sum(biases[h + c]);
        if (lane() != 0) continue;
        add_to(s.gradient + head1 + h * h + c, first);
        add_to(s.gradient + head2 + h * h + c, second);
    }
    add_up(last, s.gradient + head3 + h);
    float const total[1] = {bias}, all[1] = {surprise};
    add_up(total, s.gradient + head3 + 2 * h + 1);
    add_up(all, loss);
    barrier();
    add_products<h>(g.through(), g.state(depth), size, s.gradient + head1, s.tiles);
    add_products<h>(g.outer(), g.inner(), size, s.gradient + head2, s.tiles);
}

// The two sums over all edges that the gradient of a norm needs.
template <int l>
DEVICE void backward_norm(Graph const &g, Shared const &s) {
    constexpr int base = first_layer + l * layer_size;
    int const n = g.n, size = g.size();
    LayerNodes const nodes = s.layer(l);
    float sums[2 * h] = {};
#pragma unroll 1
    for (int i = warp(); i < n; i += warps()) {
#pragma unroll 1
        for (int j = lane(); j < n; j += lanes) {
            look_again();
            float e[h], t[h], back[h];
            load(g.state(l), size, i * g.row + j, e);
            load(g.gradient(), size, i * g.row + j, back);
            mixed<l>(e, nodes.ends, i, j, t);
#pragma unroll
            for (int c = 0; c < h; ++c) {
                float const normed = (t[c] - nodes.edge_mean[c]) * nodes.edge_root[c];
                float const y = w[base + edge_scale + c] * normed + w[base + edge_shift + c];
                float const dy = y > 0 ? back[c] : 0.0f;
                sums[c] += dy;
                sums[h + c] += dy * normed;
            }
        }
    }
    add_up(sums, s.sums);
}

// From the gradients of the nodes after layer l to those of s.
DEVICE void backward_node_norm(int l, Shared const &s) {
    int const n = s.n, base = first_layer + l * layer_size;
    LayerNodes const nodes = s.layer(l);
    for (int c = warp(); c < h; c += warps()) {
        float const scale = w[base + node_scale + c], shift = w[base + node_shift + c];
        float shifts = 0, scales = 0;
        for (int i = lane(); i < n; i += lanes) {
            float const normed = (nodes.s[i * h + c] - nodes.node_mean[c]) * nodes.node_root[c];
            float const dy = scale * normed + shift > 0 ? s.dx[i * h + c] : 0.0f;
            shifts += dy;
            scales += dy * normed;
        }
        shifts = lane_sum(shifts);
        scales = lane_sum(scales);
        for (int i = lane(); i < n; i += lanes) {
            float const normed = (nodes.s[i * h + c] - nodes.node_mean[c]) * nodes.node_root[c];
            float const dy = scale * normed + shift > 0 ? s.dx[i * h + c] : 0.0f;
            s.ds[i * h + c] = scale * nodes.node_root[c] * (dy - (shifts + normed * scales) / n);
        }
        if (lane() != 0) continue;
        add_to(s.gradient + base + node_shift + c, shifts);
        add_to(s.gradient + base + node_scale + c, scales);
    }
}

// Through the gates and P: gradients of the edges before layer l, of R x and of V x.
template <int l>
DEVICE void backward_edges(Graph const &g, Shared const &s) {
    constexpr int base = first_layer + l * layer_size;
    int const n = g.n, size = g.size();
    float const per_edge = 1.0f / static_cast<float>(n * n);
    LayerNodes const nodes = s.layer(l);
#pragma unroll 1
    for (int i = warp(); i < n; i += warps()) {
        float ends[h] = {}, other[h] = {};
#pragma unroll 1
        for (int j = lane(); j < n; j += lanes) {
            look_again();
            float e[h], t[h], back[h];
            load(g.state(l), size, i * g.row + j, e);
            load(g.gradient(), size, i * g.row + j, back);
            mixed<l>(e, nodes.ends, i, j, t);
#pragma unroll
            for (int c = 0; c < h; ++c) {
                float const normed = (t[c] - nodes.edge_mean[c]) * nodes.edge_root[c];
                float const scale = w[base + edge_scale + c];
                float const dy = scale * normed + w[base + edge_shift + c] > 0 ? back[c] : 0.0f;
                float const through_norm = scale * nodes.edge_root[c] *
                                           (dy - (s.sums[c] + normed * s.sums[h + c]) * per_edge);
                float const gate = sigmoid(t[c]);
                int const from = i * h + c, to = j * h + c;
                float const there = s.ds[from] * (nodes.other[to] - nodes.mean[from]);
                float const here = s.ds[to] * (nodes.other[from] - nodes.mean[to]);
                t[c] = through_norm + 0.5f * (there + here) * gate * (1 - gate);
                ends[c] += t[c];
                other[c] += gate * s.ds[to];
            }
            store(g.through(), size, i * g.row + j, t);
            map_back<base + map_edge>(t, back);
            store(g.gradient(), size, i * g.row + j, back);
        }
#pragma unroll
        for (int c = 0; c < h; ++c) {
            float const of_ends = lane_sum(ends[c]), of_other = lane_sum(other[c]);
            if (lane() != 0) continue;
            s.dends[i * h + c] = 2 * of_ends;
            s.dother[i * h + c] = of_other;
            add_to(s.gradient + base + map_edge + h * h + c, of_ends);
        }
    }
}

// `ds` becomes what a unit of gate and value is worth: ds / Σ g.
DEVICE void divide_by_gates(LayerNodes const &nodes, Shared const &s) {
    for (int k = thread(); k < s.n * h; k += threads()) s.ds[k] /= nodes.total[k];
}

// Gradients of one map of the nodes, and what goes back through it.
DEVICE void backward_map(int at, float const *dy, float const *x, Shared const &s) {
    int const n = s.n;
    for (int k = warp(); k < map_size; k += warps()) {
        float sum = 0;
        if (k < h * h) {
            for (int i = lane(); i < n; i += lanes) sum += dy[i * h + k / h] * x[i * h + k % h];
        } else {
            for (int i = lane(); i < n; i += lanes) sum += dy[i * h + k - h * h];
        }
        sum = lane_sum(sum);
        if (lane() == 0) add_to(s.gradient + at + k, sum);
    }
    for (int k = thread(); k < n * h; k += threads()) {
        int const i = k / h, d = k % h;
        float sum = 0;
        for (int c = 0; c < h; ++c) sum += w[at + c * h + d] * dy[i * h + c];
        s.dx[k] += sum;
    }
}

template <int l>
DEVICE void backward(Graph const &g, Shared const &s) {
    constexpr int base = first_layer + l * layer_size;
    LayerNodes const nodes = s.layer(l);
    backward_norm<l>(g, s);
    backward_node_norm(l, s);
    barrier();
    backward_map(base + map_own, s.ds, nodes.x, s);
    barrier();
    divide_by_gates(nodes, s);
    barrier();
    backward_edges<l>(g, s);
    barrier();
    add_products<h>(g.through(), g.state(l), g.size(), s.gradient + base + map_edge, s.tiles);
    for (int c = thread(); c < h; c += threads()) {
        s.gradient[base + edge_shift + c] += s.sums[c];
        s.gradient[base + edge_scale + c] += s.sums[h + c];
    }
    backward_map(base + map_ends, s.dends, nodes.x, s);
    barrier();
    clear(s.sums, 2 * h);
    backward_map(base + map_other, s.dother, nodes.x, s);
    barrier();
    if constexpr (l > 0) backward<l - 1>(g, s);
}

DEVICE void backward_embeddings(Graph const &g, Shared const &s) {
    int const n = g.n, size = g.size();
    float measured[half_width] = {}, tagged[4 * half_width] = {};
    int const tags[4] = {1, 2, 4, 5};
#pragma unroll 1
    for (int i = warp(); i < n; i += warps()) {
#pragma unroll 1
        for (int j = lane(); j < n; j += lanes) {
            look_again();
            float const dx = g.nodes[3 * i] - g.nodes[3 * j];
            float const dy = g.nodes[3 * i + 1] - g.nodes[3 * j + 1];
            float const squared = dx * dx + dy * dy;
            float const length = squared > 0 ? squared * inverse_root(squared) : 0.0f;
            int const tag = i == 0 || j == 0 ? (i == j ? 3 : 2) : (i == j ? 1 : 0);
#pragma unroll
            for (int c = 0; c < half_width; ++c) {
                measured[c] += length * g.gradient()[c * size + i * g.row + j];
                float const back = g.gradient()[(half_width + c) * size + i * g.row + j];
#pragma unroll
                for (int k = 0; k < 4; ++k) tagged[k * half_width + c] += tag == k ? back : 0.0f;
            }
        }
    }
    add_up(measured, s.gradient + edge_measured);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
#pragma unroll
        for (int c = 0; c < half_width; ++c) {
            float const sum = lane_sum(tagged[k * half_width + c]);
            if (lane() == 0) add_to(s.gradient + edge_tagged + tags[k] * half_width + c, sum);
        }
    }
    for (int k = warp(); k < half_width * 5; k += warps()) {
        int const c = k % half_width, what = k / half_width;  // x, y, demand, customer, depot
        float sum = 0;
        for (int i = lane(); i < n; i += lanes) {
            if (what < 3) sum += s.dx[i * h + c] * g.nodes[3 * i + what];
            if (what == (i == 0 ? 4 : 3)) sum += s.dx[i * h + half_width + c];
        }
        sum = lane_sum(sum);
        if (lane() != 0) continue;
        add_to(s.gradient + (what < 3 ? node_measured + c * 3 + what
                                      : node_tagged + (what - 3) * half_width + c),
               sum);
    }
}

template <int l>
DEVICE void forward(Graph const &g, Shared const &s) {
    map_nodes(l, s.layer(l), g.n);
    barrier();
    forward_edges<l>(g, s);
    barrier();
    forward_nodes(l, s);
    if constexpr (l + 1 < depth) forward<l + 1>(g, s);
}

DEVICE void learn(Graph const &g, Shared const &s, float const *per_pair, float *loss) {
    embed_nodes(g, s.layer(0).x);
    clear(s.sums, 2 * h);
    barrier();
    forward<0>(g, s);
    head(g, s, per_pair, loss);
    // The nodes after the last layer lead nowhere: only edges are read.
    clear(s.dx, g.n * h);
    barrier();
    backward<depth - 1>(g, s);
    backward_embeddings(g, s);
    barrier();
}

// `per_pair` is the share of the loss of a joined and of another pair; `gradient` and `loss` are
// added to.
KERNEL learn_batch(float const *weights, float const *nodes, unsigned char const *joined, long const *graphs, int count,
                   int n, float const *per_pair, float *edges, float *gradient, float *loss,
                   float *own_memory) {
    float *memory = shared_memory(own_memory);
    Shared const s = shared_in(memory, n);
    clear(s.gradient, parameters);
    for (int k = thread(); k < parameters; k += threads()) w[k] = w_back[k] = weights[k];
    barrier();
    for (int k = block(); k < count; k += blocks()) {
        long const scratch = static_cast<long>(edge_planes) * n * padded(n);
        Graph const g{nodes + 3L * n * k, joined + static_cast<long>(n) * n * graphs[k],
                      edges + scratch * block(), n, padded(n)};
        learn(g, s, per_pair, loss);
    }
    for (int k = thread(); k < parameters; k += threads()) {
        // Of the two classes the head only ever compares the scores.
        float value = s.gradient[k];
        if (k >= head3 && k < head3 + h) value = -s.gradient[k + h];
        if (k == head3 + 2 * h) value = -s.gradient[k + 1];
        add_to(gradient + k, value);
    }
}

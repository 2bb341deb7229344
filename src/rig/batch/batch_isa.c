/* batch_isa: the kernels of posing in a batch, compiled once for each instruction set (BP_ISA_SUFFIX,
 * BP_ISA_LANES). Scalar twin and definition: batch_scalar.c.
 *
 * Keys to parts, blending, and parts to local matrices process one bone in each lane. Chains can't, because
 * each bone waits for its parent: there a vector holds as many rows of one matrix as fit. The bits are equal
 * on every machine: no fused multiply-adds, and an order of additions that doesn't depend on the width.
 */
#include "rig/batch/batch.h"
#include "simd/transpose.h"

static inline vf sine_over_angle(vf x) {
    vf sum = -1.0f / 39916800.0f * x + 1.0f / 362880.0f;
    sum = sum * x - 1.0f / 5040.0f;
    sum = sum * x + 1.0f / 120.0f;
    sum = sum * x - 1.0f / 6.0f;
    return sum * x + 1.0f;
}

static void rotations(const batch_track_group *group, size_t count, size_t key, float fraction,
                      float *parts) {
    size_t n = group->padded;
    const float *a = group->rows + key * BATCH_ROTATION_ARRAYS * n, *b = a + BATCH_ROTATION_ARRAYS * n;
    float rest = 1.0f - fraction, fraction2 = fraction * fraction, rest2 = rest * rest;
    for (size_t i = 0; i < count; i += LANES, a += LANES, b += LANES) {
        vf angle2 = vf_load(a + 4 * n), stretch = vf_load(a + 5 * n);
        vf wa = sine_over_angle(angle2 * rest2) * (stretch * rest);
        vf wb = sine_over_angle(angle2 * fraction2) * (stretch * fraction);
        vf_xyzw q = {vf_load(a) * wa + vf_load(b) * wb, vf_load(a + n) * wa + vf_load(b + n) * wb,
                     vf_load(a + 2 * n) * wa + vf_load(b + 2 * n) * wb,
                     vf_load(a + 3 * n) * wa + vf_load(b + 3 * n) * wb};
        vf_xyzw_scatter(parts, group->targets + i, 4, q);
    }
}

static inline vf mix(const float *a, const float *b, float t) {
    vf from = vf_load(a);
    return from + (vf_load(b) - from) * t;
}

static void vectors(const batch_track_group *group, size_t count, size_t key, float fraction, float *parts) {
    size_t n = group->padded;
    const float *a = group->rows + key * BATCH_VECTOR_ARRAYS * n, *b = a + BATCH_VECTOR_ARRAYS * n;
    for (size_t i = 0; i < count; i += LANES, a += LANES, b += LANES) {
        vf_xyzw v = {mix(a, b, fraction), mix(a + n, b + n, fraction), mix(a + 2 * n, b + 2 * n, fraction),
                     vf_set1(0.0f)};
        vf_xyzw_scatter(parts, group->targets + i, 4, v);
    }
}

static inline vf_xyzw load(const float *parts, size_t i) { return vf_xyzw_load(parts + 4 * i, 4); }
static inline void store(float *parts, size_t i, vf_xyzw v) { vf_xyzw_store(parts + 4 * i, v); }

static inline vf dot(vf_xyzw a, vf_xyzw b) { return (a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w); }

static inline vf_xyzw plus(vf_xyzw a, vf_xyzw b, vf w) {
    return (vf_xyzw){a.x + w * b.x, a.y + w * b.y, a.z + w * b.z, a.w + w * b.w};
}

/* Rotations on the side of the sum. */
static inline vf_xyzw add_weighted(int kind, vf_xyzw sum, vf_xyzw v, vf w) {
    return plus(sum, v, kind == BP_TRACK_ROTATION ? vf_negate_where(dot(sum, v) < 0.0f, w) : w);
}

static inline vf_xyzw times(vf_xyzw a, vf w) { return (vf_xyzw){a.x * w, a.y * w, a.z * w, a.w * w}; }

static inline vf weight_of(const float *weight, const float *holds, size_t i) {
    return vf_load(weight + i) * vf_load(holds + i);
}

static void blend(int kind, size_t count, const float *value, const float *weight, const float *holds,
                  float *total, float *sum) {
    for (size_t i = 0; i < count; i += LANES) {
        vf w = weight_of(weight, holds, i);
        store(sum, i, add_weighted(kind, load(sum, i), load(value, i), w));
        vf_store(total + i, vf_load(total + i) + w);
    }
}

static inline vf_xyzw normalized(vf_xyzw q) {
    vf zero = vf_set1(0.0f), one = vf_set1(1.0f), length2 = dot(q, q);
    vi any = length2 > zero;
    q = times(q, vf_select(any, one / vf_sqrt(vf_select(any, length2, one)), zero));
    q.w = vf_select(any, q.w, one);
    return q;
}

static void finish(int kind, size_t count, const float *rest, const float *total, float *sum) {
    for (size_t i = 0; i < count; i += LANES) {
        vf all = vf_load(total + i), lacks = vf_select(all < 1.0f, 1.0f - all, vf_set1(0.0f));
        vf_xyzw v = add_weighted(kind, load(sum, i), load(rest, i), lacks);
        store(sum, i, kind == BP_TRACK_ROTATION ? normalized(v) : times(v, 1.0f / (all + lacks)));
    }
}

static void add_positions(size_t count, const float *value, const float *first, const float *weight,
                          const float *holds, float *parts) {
    for (size_t i = 0; i < count; i += LANES) {
        vf_xyzw difference = plus(load(value, i), load(first, i), vf_set1(-1.0f));
        store(parts, i, plus(load(parts, i), difference, weight_of(weight, holds, i)));
    }
}

static inline vf scaled(vf part, vf value, vf first, vf weight) {
    vf one = vf_set1(1.0f);
    vi none = first == 0.0f;
    vf ratio = vf_select(none, one, value / vf_select(none, one, first));
    return part * (1.0f + weight * (ratio - 1.0f));
}

static void add_scales(size_t count, const float *value, const float *first, const float *weight,
                       const float *holds, float *parts) {
    for (size_t i = 0; i < count; i += LANES) {
        vf_xyzw v = load(value, i), f = load(first, i), p = load(parts, i);
        vf w = weight_of(weight, holds, i);
        p.x = scaled(p.x, v.x, f.x, w);
        p.y = scaled(p.y, v.y, f.y, w);
        p.z = scaled(p.z, v.z, f.z, w);
        store(parts, i, p);
    }
}

static inline vf angle_squared(vf x) {
    vf sum = -0.0012624911f * x + 0.0066700901f;
    sum = sum * x - 0.0170881256f;
    sum = sum * x + 0.0308918810f;
    sum = sum * x - 0.0501743046f;
    sum = sum * x + 0.0889789874f;
    sum = sum * x - 0.2145988016f;
    sum = sum * x + 1.5707963050f;
    return (1.0f - x) * (sum * sum);
}

static void add_rotations(size_t count, const float *value, const float *first, const float *weight,
                          const float *holds, float *parts) {
    for (size_t i = 0; i < count; i += LANES) {
        vf_xyzw q = load(value, i), f = load(first, i), p = load(parts, i);
        vf w = f.w * q.w + f.x * q.x + f.y * q.y + f.z * q.z;
        vf x = f.w * q.x - f.x * q.w - f.y * q.z + f.z * q.y;
        vf y = f.w * q.y + f.x * q.z - f.y * q.w - f.z * q.x;
        vf z = f.w * q.z - f.x * q.y + f.y * q.x - f.z * q.w;
        vf t = weight_of(weight, holds, i), rest = 1.0f - t, one = vf_set1(1.0f);
        vi opposite = w < 0.0f;
        vf angle2 = angle_squared(vf_min(vf_negate_where(opposite, w), one)), all = sine_over_angle(angle2);
        vf by = sine_over_angle(angle2 * (t * t)) * t / all;
        vf of_identity = sine_over_angle(angle2 * (rest * rest)) * rest / all;
        by = vf_negate_where(opposite, by);
        x = x * by, y = y * by, z = z * by, w = of_identity + w * by;
        store(parts, i,
              (vf_xyzw){p.w * x + p.x * w + p.y * z - p.z * y, p.w * y - p.x * z + p.y * w + p.z * x,
                        p.w * z + p.x * y - p.y * x + p.z * w, p.w * w - p.x * x - p.y * y - p.z * z});
    }
}

static void compose(const bp_batch *batch, const batch_scratch *scratch) {
    float *to = scratch->locals->m;
    vf zero = vf_set1(0.0f);
    for (size_t i = 0; i < batch->animated_count; i += LANES) {
        const uint32_t *bone = batch->animated + i;
        vf_xyzw q = vf_xyzw_load(scratch->parts[BP_TRACK_ROTATION] + 4 * i, 4);
        vf_xyzw s = vf_xyzw_load(scratch->parts[BP_TRACK_SCALE] + 4 * i, 4);
        vf_xyzw t = vf_xyzw_load(scratch->parts[BP_TRACK_POSITION] + 4 * i, 4);
        vf x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
        vf xx = q.x * x2, yy = q.y * y2, zz = q.z * z2, xy = q.x * y2, xz = q.x * z2, yz = q.y * z2;
        vf wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
        vf_xyzw x = {(1.0f - (yy + zz)) * s.x, (xy + wz) * s.x, (xz - wy) * s.x, zero};
        vf_xyzw y = {(xy - wz) * s.y, (1.0f - (xx + zz)) * s.y, (yz + wx) * s.y, zero};
        vf_xyzw z = {(xz + wy) * s.z, (yz - wx) * s.z, (1.0f - (xx + yy)) * s.z, zero};
        t.w = vf_set1(1.0f);
        vf_xyzw_scatter(to, bone, 16, x);
        vf_xyzw_scatter(to + 4, bone, 16, y);
        vf_xyzw_scatter(to + 8, bone, 16, z);
        vf_xyzw_scatter(to + 12, bone, 16, t);
    }
}

static inline __attribute__((always_inline)) void multiply(float *out, const float *a, const float *b) {
    vf b0 = vf_broadcast_vf4(b), b1 = vf_broadcast_vf4(b + 4), b2 = vf_broadcast_vf4(b + 8),
       b3 = vf_broadcast_vf4(b + 12);
    for (int at = 0; at < 16; at += LANES) {
        vf r = vf_load(a + at);
        vf_store(out + at, vf_shuffle(r, r, 0, 0, 0, 0) * b0 + vf_shuffle(r, r, 1, 1, 1, 1) * b1 +
                               vf_shuffle(r, r, 2, 2, 2, 2) * b2 + vf_shuffle(r, r, 3, 3, 3, 3) * b3);
    }
}

static void chain(const bp_batch *batch, const uint32_t *bones, size_t count, const bp_mat4 *locals,
                  bp_mat4 *chains, bp_mat4 *palette) {
    const uint32_t *parents = batch->parent, *final_of = palette ? batch->final_of : NULL;
    for (size_t i = 0; i < count; i++) {
        size_t id = bones[i], parent = parents[id];
        const bp_mat4 *above = parent == BONE_NONE ? &batch->root : &chains[parent];
        multiply(chains[id].m, locals[id].m, above->m);
        for (uint32_t at = final_of ? final_of[id] : BONE_NONE; at != BONE_NONE; at = batch->finals[at].next)
            multiply(palette[batch->finals[at].index].m, batch->inverses[at].m, chains[id].m);
    }
}

const batch_kernels BP_ISA_NAME(bp_batch_kernels) = {.interpolate = {vectors, rotations, vectors},
                                                     .blend = blend,
                                                     .finish = finish,
                                                     .add = {add_positions, add_rotations, add_scales},
                                                     .compose = compose,
                                                     .chain = chain};

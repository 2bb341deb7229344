/* batch_isa: the kernels of batch sampling, compiled once for each instruction set (BP_ISA_SUFFIX,
 * BP_ISA_LANES). Scalar twin and definition: batch_scalar.c.
 *
 * Keys to parts and parts to local matrices process one bone in each lane. Chains can't, because each bone
 * waits for its parent: there a vector holds as many rows of one matrix as fit. The bits are equal on every
 * machine: no fused multiply-adds, and an order of additions that doesn't depend on the width.
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

static void rotations(const batch_track_group *group, size_t key, float fraction, float *parts) {
    size_t n = group->padded;
    const float *a = group->rows + key * BATCH_ROTATION_ARRAYS * n, *b = a + BATCH_ROTATION_ARRAYS * n;
    float rest = 1.0f - fraction, fraction2 = fraction * fraction, rest2 = rest * rest;
    for (size_t i = 0; i < group->count; i += LANES, a += LANES, b += LANES) {
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

static void vectors(const batch_track_group *group, size_t key, float fraction, float *parts) {
    size_t n = group->padded;
    const float *a = group->rows + key * BATCH_VECTOR_ARRAYS * n, *b = a + BATCH_VECTOR_ARRAYS * n;
    for (size_t i = 0; i < group->count; i += LANES, a += LANES, b += LANES) {
        vf_xyzw v = {mix(a, b, fraction), mix(a + n, b + n, fraction), mix(a + 2 * n, b + 2 * n, fraction),
                     vf_set1(0.0f)};
        vf_xyzw_scatter(parts, group->targets + i, 4, v);
    }
}

static void compose(const bp_batch_sampler *sampler, const batch_scratch *scratch) {
    float *to = scratch->locals->m;
    vf zero = vf_set1(0.0f);
    for (size_t i = 0; i < sampler->animated_count; i += LANES) {
        const uint32_t *bone = sampler->animated + i;
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

static void chain(const bp_batch_sampler *sampler, const bp_mat4 *locals, bp_mat4 *chains, bp_mat4 *palette) {
    for (size_t i = 0; i < sampler->count; i++) {
        size_t id = sampler->order[i], parent = sampler->parent[id];
        const bp_mat4 *above = parent == BONE_NONE ? &sampler->root : &chains[parent];
        multiply(chains[id].m, locals[id].m, above->m);
        if (palette && sampler->palette_index[id] >= 0)
            multiply(palette[sampler->palette_index[id]].m, sampler->inverse[id].m, chains[id].m);
    }
}

const batch_kernels BP_ISA_NAME(bp_batch_kernels) = {
    .interpolate = {vectors, rotations, vectors}, .compose = compose, .chain = chain};

/* Batch sampling, one bone at a time: the definition. The kernels (batch_isa.c) compute the same bits.
 *
 * To sample a character: find the key interval on each timeline, interpolate each track between the two
 * keys, compose each animated bone's local matrix, then multiply down the skeleton, parents first. All of it
 * is in float. The path bone by bone (see bindpose/batch.h) computes the same values in double.
 */
#include "rig/batch/batch.h"

/* sin(a) / a for x = a^2 up to (pi / 2)^2: the Taylor series up to x^5 / 11!; the next term is at most
 * 3.7e-8. */
static float sine_over_angle(float x) {
    float sum = -1.0f / 39916800.0f * x + 1.0f / 362880.0f;
    sum = sum * x - 1.0f / 5040.0f;
    sum = sum * x + 1.0f / 120.0f;
    sum = sum * x - 1.0f / 6.0f;
    return sum * x + 1.0f;
}

/* Slerp: weights sin((1 - t) a) / sin(a) and sin(t a) / sin(a). With q(x) = sin(sqrt x) / sqrt x the first
 * is (1 - t) q((1 - t)^2 a^2) * a / sin(a), which also holds for a = 0: there it is 1 - t. */
static void rotations(const batch_track_group *group, size_t key, float t, float *parts) {
    size_t n = group->padded, row = BATCH_ROTATION_ARRAYS * n;
    float rest = 1.0f - t;
    for (size_t i = 0; i < group->count; i++) {
        const float *a = group->rows + key * row + i, *b = a + row;
        float angle2 = a[4 * n], angle_over_sine = a[5 * n];
        float weight_a = sine_over_angle(angle2 * (rest * rest)) * (angle_over_sine * rest);
        float weight_b = sine_over_angle(angle2 * (t * t)) * (angle_over_sine * t);
        for (size_t c = 0; c < 4; c++)
            parts[4 * group->targets[i] + c] = a[c * n] * weight_a + b[c * n] * weight_b;
    }
}

static void vectors(const batch_track_group *group, size_t key, float t, float *parts) {
    size_t n = group->padded, row = BATCH_VECTOR_ARRAYS * n;
    for (size_t i = 0; i < group->count; i++) {
        const float *a = group->rows + key * row + i, *b = a + row;
        for (size_t c = 0; c < 3; c++)
            parts[4 * group->targets[i] + c] = a[c * n] + (b[c * n] - a[c * n]) * t;
    }
}

static void sample_groups(const bp_batch_sampler *p, const batch_kernels *kernels, double time,
                          const batch_scratch *s) {
    for (size_t i = 0; i < p->timeline_count; i++) {
        const batch_timeline *timeline = &p->timelines[i];
        if (timeline->key_count == 0) continue;
        bp_key_interval at = bp_key_find(timeline->times, timeline->key_count, time, &s->hints[i]);
        s->intervals[i] = at;
        for (int kind = 0; kind < BATCH_GROUP_KINDS; kind++) {
            const batch_track_group *group = &timeline->groups[kind];
            if (group->count > 0) kernels->interpolate[kind](group, at.key, at.fraction, s->parts[kind]);
        }
    }
}

static void sample_other_tracks(const bp_batch_sampler *p, const batch_scratch *s) {
    for (size_t i = 0; i < p->other_count; i++) {
        const bp_owned_track *track = &p->clip->tracks[p->other_tracks[i]];
        uint32_t index = p->animated_index[track->view.target];
        size_t width = bp_track_width(&track->view);
        bp_mat4 value; /* or its first 3 or 4 floats */
        bp_trs trs;
        bp_track_evaluate(&track->view, s->intervals[track->timeline], width, value.m);
        if (track->view.kind == BP_TRACK_MATRIX) {
            bp_mat4_decompose(value, &trs);
            batch_set_parts(s, index, trs);
        } else {
            memcpy(s->parts[track->view.kind] + 4 * index, value.m, width * sizeof *value.m);
        }
    }
}

/* scale * rotation * translation, as bp_mat4_from_trs. */
static bp_mat4 local_matrix(const float *t, const float *q, const float *s) {
    float x = q[0], y = q[1], z = q[2], w = q[3], x2 = x + x, y2 = y + y, z2 = z + z;
    float xx = x * x2, yy = y * y2, zz = z * z2, xy = x * y2, xz = x * z2, yz = y * z2;
    float wx = w * x2, wy = w * y2, wz = w * z2;
    return (bp_mat4){{(1.0f - (yy + zz)) * s[0], (xy + wz) * s[0], (xz - wy) * s[0], 0, /**/
                      (xy - wz) * s[1], (1.0f - (xx + zz)) * s[1], (yz + wx) * s[1], 0, /**/
                      (xz + wy) * s[2], (yz - wx) * s[2], (1.0f - (xx + yy)) * s[2], 0, /**/
                      t[0], t[1], t[2], 1}};
}

static void compose(const bp_batch_sampler *p, const batch_scratch *s) {
    for (size_t i = 0; i < p->animated_count; i++)
        s->locals[p->animated[i]] =
            local_matrix(s->parts[BP_TRACK_POSITION] + 4 * i, s->parts[BP_TRACK_ROTATION] + 4 * i,
                         s->parts[BP_TRACK_SCALE] + 4 * i);
}

static void chain(const bp_batch_sampler *p, const bp_mat4 *locals, bp_mat4 *chains, bp_mat4 *palette) {
    for (size_t i = 0; i < p->count; i++) {
        size_t id = p->order[i], parent = p->parent[id];
        chains[id] = bp_mat4_mul(locals[id], parent == BONE_NONE ? p->root : chains[parent]);
        if (palette && p->palette_index[id] >= 0)
            palette[p->palette_index[id]] = bp_mat4_mul(p->inverse[id], chains[id]);
    }
}

void bp_batch_sample_character(const bp_batch_sampler *p, const batch_kernels *kernels,
                               const bp_batch_job *job, size_t character, const batch_scratch *s) {
    bp_mat4 *chains = job->absolutes ? job->absolutes + character * p->count : s->chains;
    bp_mat4 *palette = job->palettes ? job->palettes + character * p->palette_count : NULL;
    sample_groups(p, kernels, job->times[character], s);
    sample_other_tracks(p, s);
    kernels->compose(p, s);
    if (palette && p->has_gaps) memset(palette, 0, p->palette_count * sizeof *palette);
    kernels->chain(p, s->locals, chains, palette);
}

void bp_batch_sampler_run_scalar(bp_batch_sampler *sampler, const bp_batch_job *job) {
    if (!sampler || !job) return;
    static const batch_kernels scalar = {{vectors, rotations, vectors}, compose, chain};
    for (size_t i = 0; i < job->count; i++)
        bp_batch_sample_character(sampler, &scalar, job, i, &sampler->scratch[0]);
}

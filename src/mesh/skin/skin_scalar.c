/* Skinning as the formulas say it, a vertex at a time: what the tuned kernels are compared with, and
 * what to read first. Each joint moves the vertex by itself, and the weights mix the results, which is
 * the same as mixing the matrices but for rounding. */
#include "mesh/skin/skin_kernel.h"

static bp_vec3 xyz(bp_vec4 v) { return bp_vec3_make(v.x, v.y, v.z); }

/* ---- linear blend -------------------------------------------------------------------------------*/

static bp_mat4 palette_matrix(const bp_skin_palette *palette, uint16_t joint) {
    bp_mat4 m = bp_mat4_identity();
    for (size_t i = 0; i < 12; i++) m.m[4 * (i % 4) + i / 4] = palette->matrices[16 * (size_t)joint + i];
    return m;
}

typedef bp_vec3 transform(bp_mat4 m, bp_vec3 v);

static bp_vec3 mix(const bp_skin_job *job, const bp_skin_palette *palette, size_t vertex, transform *through,
                   bp_vec3 v) {
    size_t influences = (size_t)job->source.influences;
    bp_vec3 sum = {0, 0, 0};
    for (size_t k = vertex * influences; k < (vertex + 1) * influences; k++) {
        bp_mat4 m = palette_matrix(palette, job->source.joints[k]);
        sum = bp_vec3_add(sum, bp_vec3_scale(through(m, v), job->source.weights[k]));
    }
    return sum;
}

/* Two tangents of the surface, at right angles to the normal and to each other, are moved; the normal
 * is what is at right angles to them afterwards. With a blended matrix that mirrors, it is turned
 * over, so as to stay outside. */
static bp_vec3 normal_by_tangents(const bp_skin_job *job, const bp_skin_palette *palette, size_t vertex,
                                  bp_vec3 n) {
    bool along_x = fabsf(n.x) < fabsf(n.y) && fabsf(n.x) < fabsf(n.z), along_y = fabsf(n.y) < fabsf(n.z);
    bp_vec3 aside = along_x ? bp_vec3_make(1, 0, 0) : along_y ? bp_vec3_make(0, 1, 0) : bp_vec3_make(0, 0, 1);
    bp_vec3 u = bp_vec3_cross(n, aside), v = bp_vec3_cross(n, u);
    bp_vec3 moved_u = mix(job, palette, vertex, bp_mat4_direction, u);
    bp_vec3 moved_v = mix(job, palette, vertex, bp_mat4_direction, v);
    bp_vec3 moved_n = mix(job, palette, vertex, bp_mat4_direction, n);
    bp_vec3 out = bp_vec3_normalize(bp_vec3_cross(moved_u, moved_v));
    return bp_vec3_dot(out, moved_n) < 0.0f ? bp_vec3_negate(out) : out;
}

static bp_vec3 mix_normal(const bp_skin_job *job, const bp_skin_palette *palette, size_t vertex, bp_vec3 n) {
    if (palette->inverse_transpose) return normal_by_tangents(job, palette, vertex, n);
    return mix(job, palette, vertex, bp_mat4_direction, n);
}

/* ---- dual quaternions ---------------------------------------------------------------------------*/

static bp_vec3 unit(const bp_skin_job *job, bp_vec3 v) { return job->unnormalized ? v : bp_vec3_normalize(v); }

typedef struct rigid {
    bp_quat rotation;
    bp_vec3 translation;
} rigid;

static bp_quat quat_at(const float *q) { return bp_quat_make(q[0], q[1], q[2], q[3]); }

static bp_quat quat_plus(bp_quat a, bp_quat b, float s) {
    return bp_quat_make(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z, a.w + s * b.w);
}

static rigid blended_motion(const bp_skin_job *job, const bp_skin_palette *palette, size_t vertex) {
    size_t influences = (size_t)job->source.influences;
    const uint16_t *joints = job->source.joints + vertex * influences;
    const float *weights = job->source.weights + vertex * influences;
    bp_quat pivot = quat_at(palette->duals + 8 * (size_t)joints[0]);
    bp_quat real = {0, 0, 0, 0}, dual = {0, 0, 0, 0};
    for (size_t k = 0; k < influences; k++) {
        const float *record = palette->duals + 8 * (size_t)joints[k];
        float weight = bp_quat_dot(pivot, quat_at(record)) < 0.0f ? -weights[k] : weights[k];
        real = quat_plus(real, quat_at(record), weight);
        dual = quat_plus(dual, quat_at(record + 4), weight);
    }
    float length = bp_quat_length(real), inverse = length == 0.0f ? 1.0f : 1.0f / length;
    real = bp_quat_make(real.x * inverse, real.y * inverse, real.z * inverse, real.w * inverse);
    bp_quat half = bp_quat_mul(dual, bp_quat_conjugate(real));
    float twice = 2.0f * inverse;
    return (rigid){real, bp_vec3_make(twice * half.x, twice * half.y, twice * half.z)};
}

/* ---- both ---------------------------------------------------------------------------------------*/

static void skin_vertex_linear(const bp_skin_job *job, const bp_skin_palette *palette, size_t i) {
    const bp_skin_source *from = &job->source;
    const bp_skin_target *to = &job->target;
    if (to->positions) to->positions[i] = mix(job, palette, i, bp_mat4_point, from->positions[i]);
    if (to->normals) to->normals[i] = unit(job, mix_normal(job, palette, i, from->normals[i]));
    if (!to->tangents) return;
    bp_vec3 t = unit(job, mix(job, palette, i, bp_mat4_direction, xyz(from->tangents[i])));
    to->tangents[i] = bp_vec4_make(t.x, t.y, t.z, from->tangents[i].w);
}

static void skin_vertex_dual(const bp_skin_job *job, const bp_skin_palette *palette, size_t i) {
    const bp_skin_source *from = &job->source;
    const bp_skin_target *to = &job->target;
    rigid motion = blended_motion(job, palette, i);
    bool stretched = palette->matrices != NULL;
    if (to->positions) {
        bp_vec3 p = from->positions[i];
        if (stretched) p = mix(job, palette, i, bp_mat4_direction, p);
        to->positions[i] = bp_vec3_add(bp_quat_rotate(motion.rotation, p), motion.translation);
    }
    if (to->normals) {
        bp_vec3 n = from->normals[i];
        if (stretched) n = mix_normal(job, palette, i, n);
        to->normals[i] = unit(job, bp_quat_rotate(motion.rotation, n));
    }
    if (!to->tangents) return;
    bp_vec3 t = xyz(from->tangents[i]);
    if (stretched) t = mix(job, palette, i, bp_mat4_direction, t);
    t = unit(job, bp_quat_rotate(motion.rotation, t));
    to->tangents[i] = bp_vec4_make(t.x, t.y, t.z, from->tangents[i].w);
}

bool bp_skin_job_run_scalar(const bp_skin_job *job, bp_error *error) {
    if (!bp_skin_job_check(job, error)) return false;
    if (job->source.vertex_count == 0) return true;
    bp_skin_palette palette;
    if (!bp_skin_palette_make(&palette, NULL, job, BP_ISA_PORTABLE, error)) return false;
    for (size_t i = 0; i < job->source.vertex_count; i++) {
        if (palette.duals)
            skin_vertex_dual(job, &palette, i);
        else
            skin_vertex_linear(job, &palette, i);
    }
    bp_skin_palette_free(&palette, NULL);
    return true;
}

/* Skinning, one vertex at a time: the definition. The kernels (skin_isa.c) compute the same bits.
 *
 * Linear blend skinning blends the matrices of a vertex's joints and transforms the vertex by the result:
 *
 *     M = w0 M0 + w1 M1 + ...        v' = v M
 *
 * Dual quaternion skinning blends rigid motions. Each palette matrix is a stretch (scale, shear, mirroring)
 * followed by a rigid motion, stored as a unit dual quaternion (skin.c). The stretches are blended
 * linearly and applied first. The dual quaternions are summed and normalized, so that the sum is a rigid
 * motion again.
 */
#include "mesh/skin/skin.h"

typedef struct influences {
    const uint16_t *joints;
    const float *weights;
    int count;
} influences;

/* The palette stores the first three columns of a matrix, one after the other, or its rows. */
static bp_mat4 blend_matrices(const bp_skin_palette *palette, influences vertex) {
    bp_mat4 blended = bp_mat4_identity();
    for (int k = 0; k < vertex.count; k++) {
        const float *columns = palette->matrices + 16 * (size_t)vertex.joints[k];
        for (int i = 0; i < 12; i++) {
            const int row = 4 * (i % 4) + i / 4;
            float *sum = &blended.m[row], entry = vertex.weights[k] * columns[palette->rows ? row : i];
            *sum = k == 0 ? entry : *sum + entry;
        }
    }
    return blended;
}

/* Normals go through the inverse transpose, which is the matrix of cofactors divided by the determinant.
 * Cofactors of small scales are tiny, so the largest coordinate is made 1. */
static bp_vec3 through_inverse_transpose(bp_mat4 m, bp_vec3 n) {
    bp_vec3 x = {m.m[0], m.m[1], m.m[2]}, y = {m.m[4], m.m[5], m.m[6]}, z = {m.m[8], m.m[9], m.m[10]};
    bp_vec3 a = bp_vec3_cross(y, z), b = bp_vec3_cross(z, x), c = bp_vec3_cross(x, y);
    bp_vec3 out =
        bp_vec3_add(bp_vec3_add(bp_vec3_scale(a, n.x), bp_vec3_scale(b, n.y)), bp_vec3_scale(c, n.z));
    float largest = fabsf(out.x) > fabsf(out.y) ? fabsf(out.x) : fabsf(out.y);
    if (!(largest > fabsf(out.z))) largest = fabsf(out.z);
    float factor = 1.0f / (largest == 0.0f ? 1.0f : largest);
    return bp_vec3_scale(out, bp_vec3_dot(x, a) < 0.0f ? -factor : factor);
}

typedef struct rigid_motion {
    bp_quat rotation;
    bp_vec3 translation;
} rigid_motion;

static void add_scaled(bp_quat *sum, const float *q, float s) {
    *sum = bp_quat_make(sum->x + s * q[0], sum->y + s * q[1], sum->z + s * q[2], sum->w + s * q[3]);
}

static bp_quat quat_scale(bp_quat q, float s) { return bp_quat_make(q.x * s, q.y * s, q.z * s, q.w * s); }

/* q and -q are the same rotation. Each quaternion takes the sign that is nearer to the first one's, or the
 * blend would go the long way round. The translation of a unit dual quaternion r + e d is 2 d conjugate(r).
 */
static rigid_motion blend_motions(const bp_skin_palette *palette, influences vertex) {
    bp_quat first = {0}, r = {-0.0f, -0.0f, -0.0f, -0.0f}, d = r; /* x + -0 is x, also for x = -0 */
    for (int k = 0; k < vertex.count; k++) {
        const float *motion = palette->duals + 8 * (size_t)vertex.joints[k];
        bp_quat rotation = bp_quat_make(motion[0], motion[1], motion[2], motion[3]);
        if (k == 0) first = rotation;
        float weight = bp_quat_dot(first, rotation) < 0.0f ? -vertex.weights[k] : vertex.weights[k];
        add_scaled(&r, motion, weight);
        add_scaled(&d, motion + 4, weight);
    }
    float length = sqrtf(bp_quat_dot(r, r)), factor = 1.0f / (length == 0.0f ? 1.0f : length);
    r = quat_scale(r, factor);
    d = quat_scale(d, factor);
    bp_vec3 rv = {r.x, r.y, r.z}, dv = {d.x, d.y, d.z}, across = bp_vec3_cross(rv, dv);
    return (rigid_motion){r, bp_vec3_make(2.0f * (r.w * dv.x - d.w * rv.x + across.x),
                                          2.0f * (r.w * dv.y - d.w * rv.y + across.y),
                                          2.0f * (r.w * dv.z - d.w * rv.z + across.z))};
}

/* v + 2 q x (q x v + w v), q being the vector part of the quaternion and w its scalar part. */
static bp_vec3 rotate(bp_quat rotation, bp_vec3 v) {
    bp_vec3 q = {rotation.x, rotation.y, rotation.z};
    bp_vec3 inner = bp_vec3_add(bp_vec3_cross(q, v), bp_vec3_scale(v, rotation.w));
    return bp_vec3_add(v, bp_vec3_scale(bp_vec3_cross(q, inner), 2.0f));
}

static bp_vec3 unit(const bp_skin_job *job, bp_vec3 v) {
    if (job->unnormalized) return v;
    float length = sqrtf(bp_vec3_dot(v, v));
    return bp_vec3_scale(v, 1.0f / (length == 0.0f ? 1.0f : length));
}

static void skin_vertex(const bp_skin_job *job, const bp_skin_palette *palette, size_t i) {
    const bp_skin_source *from = &job->source;
    const bp_vertex_arrays *to = &job->target;
    size_t first = i * (size_t)from->influences;
    influences vertex = {from->joints + first, from->weights + first, from->influences};
    bool linear = palette->matrices != NULL, rigid = palette->duals != NULL;
    bp_mat4 m = linear ? blend_matrices(palette, vertex) : bp_mat4_identity();
    rigid_motion motion = {0};
    if (rigid) motion = blend_motions(palette, vertex);
    if (to->positions) {
        bp_vec3 p = from->positions[i];
        if (linear) p = rigid ? bp_mat4_direction(m, p) : bp_mat4_point(m, p);
        if (rigid) p = bp_vec3_add(rotate(motion.rotation, p), motion.translation);
        to->positions[i] = p;
    }
    if (to->normals) {
        bp_vec3 n = from->normals[i];
        if (linear)
            n = palette->inverse_transpose ? through_inverse_transpose(m, n) : bp_mat4_direction(m, n);
        if (rigid) n = rotate(motion.rotation, n);
        to->normals[i] = unit(job, n);
    }
    if (to->tangents) {
        bp_vec4 tangent = from->tangents[i];
        bp_vec3 t = {tangent.x, tangent.y, tangent.z};
        if (linear) t = bp_mat4_direction(m, t);
        if (rigid) t = rotate(motion.rotation, t);
        t = unit(job, t);
        to->tangents[i] = bp_vec4_make(t.x, t.y, t.z, tangent.w);
    }
}

bool bp_skin_kernel_scalar(const bp_skin_job *job, const bp_skin_palette *palette, size_t first,
                           size_t count) {
    const size_t width = (size_t)job->source.influences;
    for (size_t i = first; i < first + count; i++) {
        for (size_t k = i * width; k < (i + 1) * width; k++)
            if (job->source.joints[k] >= palette->count) return false;
        skin_vertex(job, palette, i);
    }
    return true;
}

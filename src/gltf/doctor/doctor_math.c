/* Helpers that several checks share: memory, joints by node, and measures of matrices. */
#include "gltf/doctor/doctor.h"
#include <math.h>

static void *memory_of(bp_doctor *doctor, bp_arena *arena, size_t count, size_t size) {
    void *block = bp_arena_alloc(arena, count, size, &doctor->fault);
    bp_doctor_read(doctor, block != NULL);
    return block;
}

void *bp_doctor_memory(bp_doctor *doctor, size_t count, size_t size) {
    return memory_of(doctor, &doctor->arena, count, size);
}

void *bp_doctor_scratch(bp_doctor *doctor, size_t count, size_t size) {
    return memory_of(doctor, &doctor->scratch, count, size);
}

void *bp_doctor_alloc(bp_doctor *doctor, const bp_gltf_value *value, size_t count, size_t size) {
    if (bp_doctor_read(doctor, bp_gltf_charge(&doctor->document, value, count, size, &doctor->fault)))
        return bp_doctor_memory(doctor, count, size);
    doctor->is_stopped = true;
    return NULL;
}

float *bp_doctor_floats(bp_doctor *doctor, const bp_gltf_value *object, const char *key, unsigned types,
                        bp_gltf_accessor *out) {
    bp_gltf_document *document = &doctor->document;
    bool exists = false;
    float *floats = NULL;
    bool ok = bp_gltf_accessor_member(document, object, key, types, out, &exists, &doctor->fault) &&
              (!exists || (floats = bp_gltf_accessor_copy(document, object, out, &doctor->fault)));
    bp_doctor_read(doctor, ok);
    return floats;
}

bool bp_doctor_bind_of_node(const bp_doctor *doctor, const bp_doctor_skin *skin, size_t joint,
                            const bp_mat4 *transform, bp_mat4 *out) {
    int node = skin->joints[joint];
    bp_mat4 inverse;
    if (node < 0 || !bp_mat4_inverse_affine(doctor->nodes[node].world, &inverse)) return false;
    *out = transform ? bp_mat4_mul(*transform, inverse) : inverse;
    for (int i = 3; i < 16; i += 4) out->m[i] = i == 15 ? 1.0f : 0.0f;
    return true;
}

bool bp_doctor_binds_of_nodes(const bp_doctor *doctor, const bp_doctor_skin *skin, bp_mat4 *out) {
    for (size_t i = 0; i < skin->joint_count; i++)
        if (!bp_doctor_bind_of_node(doctor, skin, i, NULL, &out[i])) return false;
    return true;
}

void bp_doctor_mark_joints(bp_doctor *doctor, const bp_doctor_skin *skin) {
    for (size_t i = skin->joint_count; i-- > 0;)
        if (skin->joints[i] >= 0) doctor->joint_of[skin->joints[i]] = (int)i;
}

void bp_doctor_unmark_joints(bp_doctor *doctor, const bp_doctor_skin *skin) {
    for (size_t i = 0; i < skin->joint_count; i++)
        if (skin->joints[i] >= 0) doctor->joint_of[skin->joints[i]] = -1;
}

int bp_doctor_parent_joint(const bp_doctor *doctor, int node) {
    enum { MAX_STEPS = 256 };
    int ancestor = node < 0 ? -1 : doctor->nodes[node].joint_above;
    for (int steps = 0; ancestor >= 0 && doctor->joint_of[ancestor] < 0 && steps < MAX_STEPS; steps++)
        ancestor = doctor->nodes[ancestor].joint_above;
    return ancestor >= 0 ? doctor->joint_of[ancestor] : -1;
}

bool bp_doctor_is_above(const bp_doctor *doctor, int above, int node) {
    const bp_doctor_node *top = &doctor->nodes[above];
    size_t number = doctor->nodes[node].preorder;
    return number >= top->preorder && number < top->preorder + top->subtree_size;
}

bool bp_doctor_is_finite(bp_mat4 m) {
    for (int i = 0; i < 16; i++)
        if (!bp_is_finite(m.m[i])) return false;
    return true;
}

bp_mat4 bp_doctor_joint_matrix(const bp_doctor *doctor, const bp_doctor_skin *skin, size_t joint) {
    return bp_mat4_mul(skin->binds[joint], doctor->nodes[skin->joints[joint]].world);
}

static double corner_distance(const bp_doctor_skin *skin, int i, const bp_mat4 *a, const bp_mat4 *b) {
    bool bounded = skin->diagonal > 0.0;
    bp_vec3 lo = bounded ? skin->bounds.lo : (bp_vec3){0, 0, 0};
    bp_vec3 hi = bounded ? skin->bounds.hi : (bp_vec3){1, 1, 1};
    bp_vec3 corner = {i & 1 ? hi.x : lo.x, i & 2 ? hi.y : lo.y, i & 4 ? hi.z : lo.z};
    return (double)bp_vec3_distance(bp_mat4_point(*a, corner), bp_mat4_point(*b, corner)) /
           (bounded ? skin->diagonal : 1.7320508);
}

double bp_doctor_distance(const bp_doctor_skin *skin, bp_mat4 a, bp_mat4 b) {
    double worst = 0.0;
    if (!bp_doctor_is_finite(a) || !bp_doctor_is_finite(b)) return 1e30;
    for (int i = 0; i < 8; i++) {
        double off = corner_distance(skin, i, &a, &b);
        if (!(off <= worst)) worst = off;
    }
    double scale = fmax(bp_doctor_matrix_scale(a), bp_doctor_matrix_scale(b));
    if (scale > 0.0) worst /= scale;
    return worst - worst == 0.0 ? worst : 1e30;
}

bool bp_doctor_is_close(const bp_doctor_skin *skin, bp_mat4 a, bp_mat4 b) {
    return bp_doctor_distance(skin, a, b) < BP_DOCTOR_TOLERANCE;
}

static double dot3(const float *a, const float *b) {
    return (double)a[0] * b[0] + (double)a[1] * b[1] + (double)a[2] * b[2];
}

static double lengths(const float *a, const float *b) { return sqrt(dot3(a, a)) * sqrt(dot3(b, b)); }

double bp_doctor_determinant(bp_mat4 m) {
    const float *a = m.m, *b = m.m + 4, *c = m.m + 8;
    return a[0] * ((double)b[1] * c[2] - (double)b[2] * c[1]) -
           a[1] * ((double)b[0] * c[2] - (double)b[2] * c[0]) +
           a[2] * ((double)b[0] * c[1] - (double)b[1] * c[0]);
}

double bp_doctor_matrix_scale(bp_mat4 m) {
    double sum = dot3(m.m, m.m) + dot3(m.m + 4, m.m + 4) + dot3(m.m + 8, m.m + 8);
    return sqrt(sum / 3.0);
}

double bp_doctor_unit_determinant(bp_mat4 m) {
    double volume = lengths(m.m, m.m + 4) * sqrt(dot3(m.m + 8, m.m + 8));
    return volume > 0.0 ? bp_doctor_determinant(m) / volume : 0.0;
}

static double cosine(const float *a, const float *b) {
    double product = lengths(a, b);
    return product > 0.0 ? fabs(dot3(a, b)) / product : 0.0;
}

double bp_doctor_shear(bp_mat4 m) {
    double xy = cosine(m.m, m.m + 4), xz = cosine(m.m, m.m + 8), yz = cosine(m.m + 4, m.m + 8);
    double max = xy > xz ? xy : xz;
    return max > yz ? max : yz;
}

bool bp_doctor_are_nodes_alike(const bp_doctor *doctor, const bp_doctor_skin *skin) {
    int first = -1;
    float scale = 1.0f; /* of integer positions, whose unit only the inverse binds know */
    for (size_t i = 0; i < skin->joint_count; i++) {
        if (skin->joints[i] < 0) continue;
        if (first < 0) {
            first = skin->joints[i];
            if (skin->has_integers)
                scale = (float)bp_doctor_matrix_scale(bp_doctor_joint_matrix(doctor, skin, i));
        }
        bp_mat4 unit = bp_mat4_scaling(bp_vec3_make(scale, scale, scale));
        bp_mat4 one = bp_mat4_mul(unit, doctor->nodes[skin->joints[i]].world);
        bp_mat4 other = bp_mat4_mul(unit, doctor->nodes[first].world);
        if (!(bp_doctor_distance(skin, one, other) < BP_DOCTOR_TOLERANCE)) return false;
    }
    return true;
}

bool bp_doctor_is_identity(bp_mat4 m) {
    for (int i = 0; i < 16; i++)
        if (!(fabsf(m.m[i] - (i % 5 == 0 ? 1.0f : 0.0f)) <= 1e-5f)) return false;
    return true;
}

bool bp_doctor_is_affine(bp_mat4 m) {
    return fabsf(m.m[3]) < 1e-4f && fabsf(m.m[7]) < 1e-4f && fabsf(m.m[11]) < 1e-4f &&
           fabsf(m.m[15] - 1.0f) < 1e-4f;
}

const char *const bp_doctor_ways[BP_DOCTOR_WAYS] = {"", "with w first", "as conjugates"};

bp_quat bp_doctor_reorder(bp_quat q, int way) {
    if (way == 1) return (bp_quat){q.y, q.z, q.w, q.x};
    return way == 2 ? bp_quat_conjugate(q) : q;
}

double bp_doctor_angle(bp_quat a, bp_quat b) {
    float cosine = fabsf(bp_quat_dot(bp_quat_normalize(a), bp_quat_normalize(b)));
    return 2.0 * (double)bp_degrees(bp_acos(cosine > 1.0f ? 1.0f : cosine));
}

/* Sound clips come within 49 degrees of rest, in the mean over the joints; the same clips with w first within
 * 125 at best. */
int bp_doctor_clear_way(const bp_doctor_way_tally *tally) {
    enum { LEAST = 4 };
    static const double far[BP_DOCTOR_WAYS] = {0, 55, 30}, nearer[BP_DOCTOR_WAYS] = {0, 0.5, 0.4};
    for (int way = 1; tally->count >= LEAST && way < BP_DOCTOR_WAYS; way++)
        if (tally->off[0] > far[way] * (double)tally->count && tally->off[way] < nearer[way] * tally->off[0])
            return way;
    return 0;
}

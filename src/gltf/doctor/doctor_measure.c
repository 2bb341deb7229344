/* Measures of a skin under a hypothesis: do its inverse binds agree with the nodes, and do its vertices lie
 * near their bones and keep together?
 *
 * - Joint matrices: with the nodes in the bind pose, inverse bind times world is the same for every joint.
 * - Offsets: in any pose that only rotates joints, a joint's position in its parent's frame is that of the
 *   bind pose.
 * - Distance: a vertex lies near the bone that moves it most. This needs no node.
 * - Tearing: edges keep about their length, at rest and over the clips. */
#include "gltf/doctor/doctor_search.h"
#include "mesh/editing.h"
#include <math.h>
#include <string.h>

/* Vertices and edges that are looked at, and times the number of shifts that are tried. */
enum { MAX_SAMPLES = 1500, MAX_EDGES = 4000, MAX_CHILDREN = 16 };

static uint16_t main_joint(const bp_doctor_primitive *primitive, size_t vertex) {
    size_t first = vertex * primitive->influences, best = first;
    for (size_t i = first + 1; i < first + primitive->influences; i++)
        if (primitive->weights[i] > primitive->weights[best]) best = i;
    return primitive->joints[best];
}

static void find_parents(bp_doctor_measure *m) {
    bp_doctor *doctor = m->doctor;
    const bp_doctor_skin *skin = m->skin;
    bp_doctor_mark_joints(doctor, skin);
    for (size_t i = 0; i < m->count; i++) {
        int parent = m->parents[i] = bp_doctor_parent_joint(doctor, skin->joints[i]);
        bp_mat4 inverse;
        m->next_child[i] = m->first_child[i] = -1;
        if (parent < 0 || skin->joints[i] < 0 ||
            !bp_mat4_inverse_affine(doctor->nodes[skin->joints[parent]].world, &inverse))
            continue;
        m->offsets[i] = bp_mat4_point(inverse, bp_mat4_position(doctor->nodes[skin->joints[i]].world));
        double length = (double)bp_vec3_length(m->offsets[i]);
        if (length > m->longest) m->longest = length;
    }
    bp_doctor_unmark_joints(doctor, skin);
    for (size_t i = m->count; i-- > 0;) {
        if (m->parents[i] < 0) continue;
        m->next_child[i] = m->first_child[m->parents[i]];
        m->first_child[m->parents[i]] = (int)i;
    }
}

/* The first primitive with weights of the skin, or the one after another; NULL: none. */
static const bp_doctor_primitive *next_of(const bp_doctor_measure *m, const bp_doctor_primitive *before) {
    const bp_doctor_primitive *all = m->doctor->primitives;
    for (size_t i = before ? (size_t)(before - all) + 1 : 0; i < m->doctor->primitive_count; i++)
        if (all[i].skin == (int)m->index && all[i].sets > 0) return &all[i];
    return NULL;
}

/* Of how many vertices, or corners, one is looked at. */
static size_t step_of(const bp_doctor_measure *m, bool corners) {
    size_t all = 0;
    for (const bp_doctor_primitive *p = NULL; (p = next_of(m, p));)
        all += corners ? p->index_count : p->vertex_count;
    return all / (corners ? MAX_EDGES : MAX_SAMPLES) + 1;
}

static void find_samples(bp_doctor_measure *m) {
    size_t seen = 0, step = step_of(m, false);
    for (const bp_doctor_primitive *p = NULL; (p = next_of(m, p));)
        for (size_t j = 0; j < p->vertex_count; j++)
            if (seen++ % step == 0 && m->sample_count < MAX_SAMPLES + 1)
                m->samples[m->sample_count++] = (bp_doctor_sample){p->positions[j], main_joint(p, j)};
}

bool bp_doctor_measure_open(bp_doctor_measure *m, bp_doctor *doctor, size_t index) {
    bp_doctor_skin *skin = &doctor->skins[index];
    size_t n = skin->joint_count;
    *m = (bp_doctor_measure){.doctor = doctor, .index = index, .skin = skin, .count = n};
    bp_arena_reset(&doctor->scratch);
    if (!(m->parents = bp_doctor_scratch(doctor, n, sizeof *m->parents)) ||
        !(m->first_child = bp_doctor_scratch(doctor, n, sizeof *m->first_child)) ||
        !(m->next_child = bp_doctor_scratch(doctor, n, sizeof *m->next_child)) ||
        !(m->offsets = bp_doctor_scratch(doctor, n, sizeof *m->offsets)) ||
        !(m->positions = bp_doctor_scratch(doctor, n, sizeof *m->positions)) ||
        !(m->samples = bp_doctor_scratch(doctor, MAX_SAMPLES + 1, sizeof *m->samples)))
        return false;
    for (size_t i = 0; i < n; i++) m->any_used = m->any_used || skin->used[i];
    find_parents(m);
    find_samples(m);
    return true;
}

bool bp_doctor_is_usable(const bp_doctor_skin *skin, size_t joint) {
    return !skin->bad_bind[joint] && skin->joints[joint] >= 0;
}

bp_mat4 bp_doctor_measure_matrix(const bp_doctor_measure *m, const bp_mat4 *binds, size_t joint) {
    return bp_mat4_mul(binds[joint], m->doctor->nodes[m->skin->joints[joint]].world);
}

bool bp_doctor_measure_counts(const bp_doctor_measure *m, size_t joint) {
    return bp_doctor_is_usable(m->skin, joint) && (m->skin->used[joint] || !m->any_used);
}

bool bp_doctor_measure_agrees(const bp_doctor_measure *m, const bp_mat4 *binds, bp_mat4 *transform) {
    size_t agreed = 0;
    for (size_t i = 0; i < m->count; i++) {
        if (!bp_doctor_measure_counts(m, i)) continue;
        bp_mat4 matrix = bp_doctor_measure_matrix(m, binds, i);
        if (agreed++ == 0) *transform = matrix;
        if (!bp_doctor_is_close(m->skin, matrix, *transform)) return false;
    }
    return agreed > 0;
}

double bp_doctor_offset_error(const bp_doctor_measure *m, const bp_mat4 *binds, size_t joint) {
    int parent = m->parents[joint];
    bp_mat4 absolute;
    if (parent < 0) return 0.0;
    if (!bp_doctor_is_finite(binds[joint]) || !bp_mat4_inverse_affine(binds[joint], &absolute))
        return INFINITY;
    bp_vec3 offset = bp_mat4_point(binds[parent], bp_mat4_position(absolute));
    double length = (double)bp_vec3_length(m->offsets[joint]) + 0.1 * m->longest;
    double off = (double)bp_vec3_distance(offset, m->offsets[joint]);
    return off < 1e30 * length ? off / length : INFINITY;
}

bool bp_doctor_offset_fits(const bp_doctor_measure *m, const bp_mat4 *binds, size_t joint) {
    return m->parents[joint] < 0 || bp_doctor_offset_error(m, binds, joint) < 0.01;
}

double bp_doctor_measure_offsets(const bp_doctor_measure *m, const bp_mat4 *binds, size_t *count) {
    size_t fitting = 0, all = 0;
    for (size_t i = 0; i < m->count; i++) {
        int parent = m->parents[i];
        if (parent < 0 || !bp_doctor_measure_counts(m, i) || !bp_doctor_is_usable(m->skin, (size_t)parent) ||
            (double)bp_vec3_length(m->offsets[i]) < 1e-2 * m->longest)
            continue;
        all++;
        fitting += bp_doctor_offset_fits(m, binds, i);
    }
    if (count) *count = all;
    return all > 0 ? (double)fitting / (double)all : 0.0;
}

double bp_doctor_measure_reach(const bp_doctor_measure *m, const bp_mat4 *binds) {
    double bound = 0.0, nodes = 0.0;
    for (size_t i = 0; i < m->count; i++) {
        int parent = m->parents[i];
        bp_mat4 absolute;
        if (parent < 0 || !bp_doctor_measure_counts(m, i) || !bp_doctor_is_usable(m->skin, (size_t)parent) ||
            !bp_mat4_inverse_affine(binds[i], &absolute))
            continue;
        bound += (double)bp_vec3_length(bp_mat4_point(binds[parent], bp_mat4_position(absolute)));
        nodes += (double)bp_vec3_length(m->offsets[i]);
    }
    return bound > 0.0 && nodes > 0.0 && bound - bound == 0.0 ? bound / nodes : 0.0;
}

static double segment_distance(bp_vec3 p, bp_vec3 a, bp_vec3 b) {
    bp_vec3 along = bp_vec3_sub(b, a);
    float length2 = bp_vec3_dot(along, along);
    float t = length2 > 0.0f ? bp_vec3_dot(bp_vec3_sub(p, a), along) / length2 : 0.0f;
    t = t < 0.0f ? 0.0f : t > 1.0f ? 1.0f : t;
    return (double)bp_vec3_distance(p, bp_vec3_add(a, bp_vec3_scale(along, t)));
}

double bp_doctor_bone_distance(const bp_doctor_measure *m, bp_vec3 vertex, size_t joint) {
    double least = (double)bp_vec3_distance(vertex, m->positions[joint]);
    int steps = 0;
    for (int c = m->first_child[joint]; c >= 0 && steps++ < MAX_CHILDREN; c = m->next_child[c]) {
        double distance = segment_distance(vertex, m->positions[joint], m->positions[c]);
        if (distance < least) least = distance;
    }
    return least;
}

/* The joint that a vertex means if its number is too large by `shift`; the count of joints: none. */
static size_t shifted(const bp_doctor_measure *m, size_t label, size_t shift) {
    if (label < m->count) return (label + m->count - shift) % m->count;
    return label >= shift && label - shift < m->count ? label - shift : m->count;
}

double bp_doctor_measure_mean(const bp_doctor_measure *m, const int *bones, size_t shift) {
    double sum = 0.0;
    size_t counted = 0;
    for (size_t i = 0; i < m->sample_count; i++) {
        size_t bone = shifted(m, m->samples[i].joint, shift);
        if (bone == m->count) continue;
        double distance =
            bp_doctor_bone_distance(m, m->samples[i].position, bones ? (size_t)bones[bone] : bone);
        if (!(distance < 1e30)) continue;
        sum += distance;
        counted++;
    }
    return counted > 0 && m->skin->diagonal > 0.0 ? sum / ((double)counted * m->skin->diagonal) : 0.0;
}

double bp_doctor_measure_distance(bp_doctor_measure *m, const bp_mat4 *binds, const int *bones) {
    bp_mat4 absolute;
    for (size_t i = 0; i < m->count; i++)
        m->positions[i] = bp_mat4_inverse_affine(binds[i], &absolute) ? bp_mat4_position(absolute)
                                                                      : bp_vec3_make(NAN, NAN, NAN);
    return bp_doctor_measure_mean(m, bones, 0);
}

double bp_doctor_nearest_bone(const bp_doctor_measure *m, bp_vec3 vertex) {
    double least = INFINITY;
    for (size_t j = 0; j < m->count; j++) least = fmin(least, bp_doctor_bone_distance(m, vertex, j));
    return least;
}

double bp_doctor_measure_near(const bp_doctor_measure *m, size_t shift) {
    size_t near = 0;
    for (size_t i = 0; i < m->sample_count; i++) {
        size_t bone = shifted(m, m->samples[i].joint, shift);
        if (bone == m->count) continue;
        bp_vec3 vertex = m->samples[i].position;
        near += bp_doctor_bone_distance(m, vertex, bone) <=
                1.25 * bp_doctor_nearest_bone(m, vertex) + 0.01 * m->skin->diagonal;
    }
    return m->sample_count > 0 ? (double)near / (double)m->sample_count : 1.0;
}

void bp_doctor_measure_means(const bp_doctor_measure *m, double *means, double *weights) {
    size_t n = m->count, seen = 0, step = step_of(m, false);
    double *row = weights + n;
    memset(weights, 0, n * sizeof *weights);
    memset(means, 0, n * n * sizeof *means);
    for (const bp_doctor_primitive *p = NULL; (p = next_of(m, p));)
        for (size_t v = 0; v < p->vertex_count; v++) {
            if (seen++ % step != 0) continue;
            for (size_t j = 0; j < n; j++) row[j] = bp_doctor_bone_distance(m, p->positions[v], j);
            for (size_t k = v * p->influences; k < (v + 1) * p->influences; k++) {
                size_t own = p->joints[k];
                double weight = (double)p->weights[k];
                if (own >= n || !(weight > 0.0)) continue;
                weights[own] += weight;
                for (size_t j = 0; j < n; j++) means[own * n + j] += weight * row[j];
            }
        }
    for (size_t i = 0; i < n * n; i++)
        if (weights[i / n] > 0.0) means[i] /= weights[i / n] * m->skin->diagonal;
}

double bp_doctor_measure_spread(const bp_doctor_measure *m) {
    bp_bounds joints = bp_bounds_empty();
    for (size_t i = 0; i < m->count; i++)
        if (bp_doctor_measure_counts(m, i))
            joints = bp_bounds_union(joints, bp_bounds_from_points(&m->positions[i], 1));
    return bp_bounds_is_empty(joints) ? 0.0 : (double)bp_vec3_distance(joints.lo, joints.hi);
}

double bp_doctor_measure_size(const bp_doctor_measure *m) {
    double spread = bp_doctor_measure_spread(m);
    return spread > 0.0 ? m->skin->diagonal / spread : 1.0;
}

double bp_doctor_measure_scale(const bp_doctor_measure *m, const bp_mat4 *binds, double *spread) {
    double least = INFINITY, most = 0.0, sum = 0.0;
    size_t counted = 0;
    for (size_t i = 0; i < m->count; i++) {
        if (!bp_doctor_measure_counts(m, i)) continue;
        double scale = bp_doctor_matrix_scale(bp_doctor_measure_matrix(m, binds, i));
        if (!(scale > 0.0) || scale - scale != 0.0) continue;
        sum += scale;
        counted++;
        if (scale < least) least = scale;
        if (scale > most) most = scale;
    }
    if (spread) *spread = counted > 0 ? most / least - 1.0 : INFINITY;
    return counted > 0 ? sum / (double)counted : 1.0;
}

static bp_vec3 skin_vertex(const bp_doctor_measure *m, const bp_doctor_primitive *primitive, size_t vertex,
                           const bp_mat4 *binds) {
    bp_vec3 sum = {0};
    for (size_t i = vertex * primitive->influences; i < (vertex + 1) * primitive->influences; i++) {
        size_t bone = primitive->joints[i];
        if (bone >= m->count || primitive->weights[i] == 0.0f) continue;
        int node = m->skin->joints[bone];
        if (node < 0) continue;
        bp_mat4 world = m->doctor->nodes[node].world;
        bp_vec3 moved = bp_mat4_point(world, bp_mat4_point(binds[bone], primitive->positions[vertex]));
        sum = bp_vec3_add(sum, bp_vec3_scale(moved, primitive->weights[i]));
    }
    return sum;
}

/* Whether an edge gets more than three times as long, and visibly so. */
static bool is_torn(const bp_doctor_measure *m, const bp_mat4 *binds, double scale,
                    const bp_doctor_primitive *primitive, uint32_t a, uint32_t b) {
    double before = (double)bp_vec3_distance(primitive->positions[a], primitive->positions[b]);
    double after =
        (double)bp_vec3_distance(skin_vertex(m, primitive, a, binds), skin_vertex(m, primitive, b, binds)) /
        scale;
    return !(after < 3.0 * before + 0.05 * m->skin->diagonal);
}

static bool are_close(const bp_doctor_measure *m, size_t a, size_t b) {
    int above_a = m->parents[a], above_b = m->parents[b];
    return a == b || above_a == (int)b || above_b == (int)a || above_a == above_b ||
           (above_a >= 0 && m->parents[above_a] == (int)b) || (above_b >= 0 && m->parents[above_b] == (int)a);
}

static double weight_of(const bp_doctor_primitive *primitive, size_t vertex, uint16_t joint) {
    double sum = 0.0;
    for (size_t i = vertex * primitive->influences; i < (vertex + 1) * primitive->influences; i++)
        if (primitive->joints[i] == joint) sum += (double)primitive->weights[i];
    return sum;
}

/* How much of a vertex's weights another one has for the same joints: 0 to 1; 1 if it has none. */
static double shared_weight(const bp_doctor_primitive *primitive, size_t a, size_t b) {
    double shared = 0.0, sum = 0.0;
    for (size_t i = a * primitive->influences; i < (a + 1) * primitive->influences; i++) {
        shared += fmin((double)primitive->weights[i], weight_of(primitive, b, primitive->joints[i]));
        sum += (double)primitive->weights[i];
    }
    return sum > 0.0 ? shared / sum : 1.0;
}

/* Whether the ends of an edge follow joints that have nothing to do with each other. */
static bool is_unlike(const bp_doctor_measure *m, const bp_doctor_primitive *primitive, uint32_t a,
                      uint32_t b) {
    size_t one = main_joint(primitive, a), two = main_joint(primitive, b);
    return one < m->count && two < m->count && !are_close(m, one, two) &&
           shared_weight(primitive, a, b) == 0.0;
}

double bp_doctor_measure_torn(const bp_doctor_measure *m, const bp_mat4 *binds, double *unlike) {
    size_t all = 0, torn = 0, jumps = 0, seen = 0, step = step_of(m, true);
    double scale = bp_doctor_measure_scale(m, binds, NULL);
    for (const bp_doctor_primitive *p = NULL; (p = next_of(m, p));)
        for (size_t j = 0; j < p->index_count; j++) {
            uint32_t a = p->indices[j], b = p->indices[j / 3 * 3 + (j + 1) % 3];
            if (seen++ % step != 0) continue;
            all++;
            torn += is_torn(m, binds, scale, p, a, b);
            jumps += is_unlike(m, p, a, b);
        }
    if (unlike) *unlike = all > 0 ? (double)jumps / (double)all : 0.0;
    return all > 0 ? (double)torn / (double)all : 0.0;
}

double bp_doctor_measure_rough(const bp_doctor_measure *m) {
    enum { TRIANGLES = 3 }; /* around a vertex; one in fewer has too few neighbours */
    static const double LITTLE = 0.6;
    size_t all = 0, rough = 0;
    for (const bp_doctor_primitive *p = NULL; (p = next_of(m, p));) {
        if (p->index_count == 0) continue;
        double *most = bp_doctor_scratch(m->doctor, p->vertex_count, sizeof *most);
        size_t *triangles = bp_doctor_scratch(m->doctor, p->vertex_count, sizeof *triangles);
        if (!most || !triangles) return 0.0;
        for (size_t j = 0; j < p->index_count; j++) {
            uint32_t a = p->indices[j], b = p->indices[j / 3 * 3 + (j + 1) % 3];
            most[a] = fmax(most[a], shared_weight(p, a, b));
            most[b] = fmax(most[b], shared_weight(p, b, a));
            triangles[a]++;
        }
        for (size_t j = 0; j < p->vertex_count; j++) {
            if (triangles[j] < TRIANGLES) continue;
            all++;
            rough += most[j] < LITTLE;
        }
    }
    return all > 0 ? (double)rough / (double)all : 0.0;
}

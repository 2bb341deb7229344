/* Skinning kernels, compiled once for each instruction set (BP_ISA_SUFFIX, BP_ISA_LANES).
 *
 * LANES vertices at a time, in two stages. Blending is done a vertex at a time, because a vertex's
 * matrices lie together in memory: whole matrices times a weight, a few vectors each. The blended
 * matrices stand for a moment on the stack, and are read back turned round: one vector for each entry,
 * with an element for each vertex. From there on everything is plain formulas.
 *
 * The same bits on every machine: no fused multiply-adds, no approximate reciprocals, and an order of
 * additions that doesn't depend on the width.
 */
#include "mesh/lanes.h"
#include "mesh/skin_kernel.h"

#define JOIN_NAMES(a, b) a##b
#define NAME_FOR(a, b) JOIN_NAMES(a, b)

/* Where a group of LANES vertices comes from and goes to. */
typedef struct group {
    const uint16_t *joints;
    const float *weights;
    const float *positions, *normals, *tangents; /* normals and tangents may be NULL */
    float *to_positions, *to_normals, *to_tangents;
    int influences;
} group;

/* The first three columns of LANES matrices. */
typedef struct matrices {
    bp_lanes3 rows[4];
} matrices;

/* ---- blending -----------------------------------------------------------------------------------*/

enum { PARTS = 16 / LANES };

/* One vertex: w0 M0 + w1 M1 + ... in this order. */
static inline void blend_vertex(const float *palette, const uint16_t *joints, const float *weights, int influences,
                                float *out) {
    bp_lanes part[PARTS];
    const float *m = palette + 16 * (size_t)joints[0];
    for (int p = 0; p < PARTS; p++) part[p] = weights[0] * lanes_load(m + LANES * p);
    for (int k = 1; k < influences; k++) {
        m = palette + 16 * (size_t)joints[k];
        for (int p = 0; p < PARTS; p++) part[p] += weights[k] * lanes_load(m + LANES * p);
    }
    for (int p = 0; p < PARTS; p++) lanes_store(out + LANES * p, part[p]);
}

static inline matrices blend(const float *palette, const group *g, int influences) {
    _Alignas(64) float blended[16 * LANES];
    for (int i = 0; i < LANES; i++)
        blend_vertex(palette, g->joints + i * influences, g->weights + i * influences, influences, blended + 16 * i);
    matrices m;
    for (int row = 0; row < 4; row++) {
        bp_lanes4 entries = lanes4_load(blended + 4 * row, 16);
        m.rows[row] = (bp_lanes3){entries.x, entries.y, entries.z};
    }
    return m;
}

/* With the usual number of influences as a constant, so that the loop is gone. */
static inline matrices blend_any(const float *palette, const group *g) {
    return g->influences == 4 ? blend(palette, g, 4) : blend(palette, g, g->influences);
}

/* ---- through matrices ---------------------------------------------------------------------------*/

static inline bp_lanes3 direction(const matrices *m, bp_lanes3 d) {
    const bp_lanes3 *r = m->rows;
    return (bp_lanes3){d.x * r[0].x + d.y * r[1].x + d.z * r[2].x, d.x * r[0].y + d.y * r[1].y + d.z * r[2].y,
                       d.x * r[0].z + d.y * r[1].z + d.z * r[2].z};
}

static inline bp_lanes3 point(const matrices *m, bp_lanes3 p) { return lanes3_add(direction(m, p), m->rows[3]); }

/* The inverse transpose is the cofactors divided by the determinant, of which only the sign matters
 * for a direction. Cofactors of small scales are tiny: the largest coordinate is made 1 before
 * lengths are squared. */
static inline bp_lanes3 normal_through_inverse(const matrices *m, bp_lanes3 n) {
    const bp_lanes3 *r = m->rows;
    matrices cofactors = {
        {lanes3_cross(r[1], r[2]), lanes3_cross(r[2], r[0]), lanes3_cross(r[0], r[1]), {{0}, {0}, {0}}}};
    bp_lanes determinant = lanes3_dot(r[0], cofactors.rows[0]);
    bp_lanes3 out = direction(&cofactors, n);
    bp_lanes largest = lanes_larger(lanes_larger(lanes_abs(out.x), lanes_abs(out.y)), lanes_abs(out.z));
    bp_lanes one = lanes_splat(1.0f);
    bp_lanes factor = one / lanes_select(largest == 0.0f, one, largest);
    return lanes3_scale(out, lanes_negate_where(determinant < 0.0f, factor));
}

static inline bp_lanes3 normal(const matrices *m, bp_lanes3 n, bool inverse_transpose) {
    return inverse_transpose ? normal_through_inverse(m, n) : direction(m, n);
}

static inline void skin_linear(const bp_skin_palette *palette, const group *g) {
    matrices m = blend_any(palette->matrices, g);
    if (g->to_positions) lanes3_store(g->to_positions, point(&m, lanes3_load(g->positions)));
    if (g->to_normals)
        lanes3_store(g->to_normals,
                     lanes3_normalize(normal(&m, lanes3_load(g->normals), palette->inverse_transpose)));
    if (!g->to_tangents) return;
    bp_lanes4 t = lanes4_load(g->tangents, 4);
    bp_lanes3 turned = lanes3_normalize(direction(&m, (bp_lanes3){t.x, t.y, t.z}));
    lanes4_store(g->to_tangents, (bp_lanes4){turned.x, turned.y, turned.z, t.w});
}

/* ---- dual quaternions ---------------------------------------------------------------------------*/

typedef struct motion {
    bp_lanes3 vector; /* of the unit quaternion */
    bp_lanes w;
    bp_lanes3 translation;
} motion;

/* The dual quaternions of the vertices' influence number k. */
static inline void pick_duals(const float *duals, const group *g, int k, bp_lanes4 *real, bp_lanes4 *dual) {
    float picked[8 * LANES];
    for (int i = 0; i < LANES; i++)
        memcpy(picked + 8 * i, duals + 8 * (size_t)g->joints[i * g->influences + k], 8 * sizeof(float));
    *real = lanes4_load(picked, 8);
    *dual = lanes4_load(picked + 4, 8);
}

static inline bp_lanes pick_weights(const group *g, int k) {
    float picked[LANES];
    for (int i = 0; i < LANES; i++) picked[i] = g->weights[i * g->influences + k];
    return lanes_load(picked);
}

static inline bp_lanes4 lanes4_scale(bp_lanes4 a, bp_lanes s) {
    return (bp_lanes4){a.x * s, a.y * s, a.z * s, a.w * s};
}

static inline void lanes4_add_to(bp_lanes4 *sum, bp_lanes4 a, bp_lanes s) {
    sum->x += a.x * s;
    sum->y += a.y * s;
    sum->z += a.z * s;
    sum->w += a.w * s;
}

static inline bp_lanes lanes4_dot(bp_lanes4 a, bp_lanes4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

/* Translation of a unit dual quaternion r + e d: the vector part of 2 d conjugate(r). */
static inline bp_lanes3 translation_of(bp_lanes4 r, bp_lanes4 d) {
    bp_lanes3 rv = {r.x, r.y, r.z}, dv = {d.x, d.y, d.z}, across = lanes3_cross(rv, dv);
    return (bp_lanes3){2.0f * (r.w * dv.x - d.w * rv.x + across.x), 2.0f * (r.w * dv.y - d.w * rv.y + across.y),
                       2.0f * (r.w * dv.z - d.w * rv.z + across.z)};
}

static inline motion blend_duals(const float *duals, const group *g) {
    bp_lanes4 first, real, dual;
    pick_duals(duals, g, 0, &first, &dual);
    bp_lanes weight = pick_weights(g, 0);
    bp_lanes4 r = lanes4_scale(first, weight), d = lanes4_scale(dual, weight);
    for (int k = 1; k < g->influences; k++) {
        pick_duals(duals, g, k, &real, &dual);
        weight = lanes_negate_where(lanes4_dot(first, real) < 0.0f, pick_weights(g, k));
        lanes4_add_to(&r, real, weight);
        lanes4_add_to(&d, dual, weight);
    }
    bp_lanes length = lanes_sqrt(lanes4_dot(r, r)), one = lanes_splat(1.0f);
    bp_lanes inverse = one / lanes_select(length == 0.0f, one, length);
    r = lanes4_scale(r, inverse);
    d = lanes4_scale(d, inverse);
    return (motion){.vector = {r.x, r.y, r.z}, .w = r.w, .translation = translation_of(r, d)};
}

/* v + 2 q x (q x v + w v) */
static inline bp_lanes3 turn(const motion *m, bp_lanes3 v) {
    bp_lanes3 inner = lanes3_add(lanes3_cross(m->vector, v), lanes3_scale(v, m->w));
    bp_lanes3 outer = lanes3_cross(m->vector, inner);
    return lanes3_add(v, lanes3_scale(outer, lanes_splat(2.0f)));
}

static inline void skin_dual(const bp_skin_palette *palette, const group *g) {
    motion move = blend_duals(palette->duals, g);
    matrices stretch = {{{{0}, {0}, {0}}}};
    bool stretched = palette->matrices != NULL;
    if (stretched) stretch = blend_any(palette->matrices, g);
    if (g->to_positions) {
        bp_lanes3 p = lanes3_load(g->positions);
        if (stretched) p = direction(&stretch, p);
        lanes3_store(g->to_positions, lanes3_add(turn(&move, p), move.translation));
    }
    if (g->to_normals) {
        bp_lanes3 n = lanes3_load(g->normals);
        if (stretched) n = normal(&stretch, n, palette->inverse_transpose);
        lanes3_store(g->to_normals, lanes3_normalize(turn(&move, n)));
    }
    if (!g->to_tangents) return;
    bp_lanes4 t = lanes4_load(g->tangents, 4);
    bp_lanes3 v = {t.x, t.y, t.z};
    if (stretched) v = direction(&stretch, v);
    v = lanes3_normalize(turn(&move, v));
    lanes4_store(g->to_tangents, (bp_lanes4){v.x, v.y, v.z, t.w});
}

/* ---- groups -------------------------------------------------------------------------------------*/

static group group_at(const bp_skin_job *job, size_t vertex) {
    const bp_skin_source *from = &job->source;
    const bp_skin_target *to = &job->target;
    size_t influence = vertex * (size_t)from->influences;
    return (group){
        .joints = from->joints + influence,
        .weights = from->weights + influence,
        .positions = &from->positions[vertex].x,
        .normals = from->normals ? &from->normals[vertex].x : NULL,
        .tangents = from->tangents ? &from->tangents[vertex].x : NULL,
        .to_positions = to->positions ? &to->positions[vertex].x : NULL,
        .to_normals = to->normals ? &to->normals[vertex].x : NULL,
        .to_tangents = to->tangents ? &to->tangents[vertex].x : NULL,
        .influences = from->influences,
    };
}

static inline void skin_group(const bp_skin_palette *palette, const group *g) {
    if (palette->duals)
        skin_dual(palette, g);
    else
        skin_linear(palette, g);
}

/* Fewer than LANES vertices: filled up in a group of its own. */
static void skin_rest(const bp_skin_palette *palette, const group *g, size_t count) {
    uint16_t joints[LANES * BP_MESH_MAX_INFLUENCES] = {0};
    float weights[LANES * BP_MESH_MAX_INFLUENCES] = {0};
    float positions[3 * LANES] = {0}, normals[3 * LANES] = {0}, tangents[4 * LANES] = {0};
    size_t influences = count * (size_t)g->influences;
    memcpy(joints, g->joints, influences * sizeof *joints);
    memcpy(weights, g->weights, influences * sizeof *weights);
    if (g->to_positions) memcpy(positions, g->positions, count * 12);
    if (g->to_normals) memcpy(normals, g->normals, count * 12);
    if (g->to_tangents) memcpy(tangents, g->tangents, count * 16);
    group whole = {.joints = joints,
                   .weights = weights,
                   .positions = positions,
                   .normals = normals,
                   .tangents = tangents,
                   .to_positions = g->to_positions ? positions : NULL,
                   .to_normals = g->to_normals ? normals : NULL,
                   .to_tangents = g->to_tangents ? tangents : NULL,
                   .influences = g->influences};
    skin_group(palette, &whole);
    if (g->to_positions) memcpy(g->to_positions, positions, count * 12);
    if (g->to_normals) memcpy(g->to_normals, normals, count * 12);
    if (g->to_tangents) memcpy(g->to_tangents, tangents, count * 16);
}

static void skin(const bp_skin_job *job, const bp_skin_palette *palette, size_t first, size_t count) {
    size_t end = first + count, vertex = first;
    for (; vertex + LANES <= end; vertex += LANES) {
        group g = group_at(job, vertex);
        skin_group(palette, &g);
    }
    if (vertex == end) return;
    group g = group_at(job, vertex);
    skin_rest(palette, &g, end - vertex);
}

/* joint < limit, for all of them: limit - 1 - joint has its top bit set where it isn't (with joints and
 * limit below 2^15, which the joint's own top bit tells). */
static bool joints_below(const uint16_t *joints, size_t count, size_t limit) {
    typedef uint16_t shorts __attribute__((vector_size(4 * BP_ISA_LANES)));
    enum { WIDE = 2 * LANES };
    if (limit == 0 || limit > 0x8000) return false;
    uint16_t last = (uint16_t)(limit - 1), bits = 0;
    shorts seen = {0};
    size_t i = 0;
    for (; i + WIDE <= count; i += WIDE) {
        shorts some;
        memcpy(&some, joints + i, sizeof some);
        seen |= some | (last - some);
    }
    for (int k = 0; k < WIDE; k++) bits = (uint16_t)(bits | seen[k]);
    for (; i < count; i++) bits = (uint16_t)(bits | joints[i] | (uint16_t)(last - joints[i]));
    return (bits & 0x8000) == 0;
}

const bp_skin_kernels NAME_FOR(bp_skin_kernels_, BP_ISA_SUFFIX) = {.skin = skin, .joints_below = joints_below};

/* Skinning kernels, compiled once for each instruction set (BP_ISA_SUFFIX, BP_ISA_LANES).
 *
 * What is asked for most, linear blending with directions through the matrices as they are, is done four
 * vertices at a time from registers: skin_quad.h says how. Positions and normals of meshes with four
 * influences go faster in pairs, where a vector holds half a matrix (skin_pair.h): processors with wider
 * vectors use that kernel for them. The rest, and all else where a vector holds a whole matrix:
 *
 * A tile of vertices at a time, in three stages. Blending is done a vertex at a time, because a vertex's
 * matrices lie together in memory: whole matrices times a weight, a few vectors each. The blended
 * matrices stand for a moment on the stack, and are read back turned round, LANES vertices together:
 * one vector for each entry, with an element for each vertex. From there on everything is plain
 * formulas. Last, normals and tangents get length 1. Each stage is a loop of its own over the tile,
 * since its turns don't wait for one another: a processor that looks a few hundred instructions ahead
 * then always has something to do while a square root takes its time.
 *
 * The same bits on every machine: no fused multiply-adds, no approximate reciprocals, and an order of
 * additions that doesn't depend on the width.
 */
#include "simd/lanes.h"
#include "mesh/skin/skin_joints.h"
#include "mesh/skin/skin_kernel.h"
#if BP_ISA_LANES == 8
#include "mesh/skin/skin_pair.h"
#elif BP_ISA_LANES == 4
#include "mesh/skin/skin_quad.h"
#endif

#define JOIN_NAMES(a, b) a##b
#define NAME_FOR(a, b) JOIN_NAMES(a, b)

enum { TILE = 128, GROUPS = TILE / LANES };

/* Where the vertices of a tile, or a group of LANES of them, come from and go to. */
typedef struct group {
    const uint16_t *joints;
    const float *weights;
    const float *positions, *normals, *tangents; /* normals and tangents may be NULL */
    float *to_positions, *to_normals, *to_tangents;
    int influences;
    bool any_length; /* normals and tangents stay as blending leaves them */
} group;

/* What stands between the stages. */
typedef struct scratch {
    _Alignas(64) float blended[16 * TILE];
    bp_lanes3 normals[GROUPS], tangents[GROUPS];
} scratch;

/* Of LANES matrices, what matters: the first three columns. */
typedef struct matrices {
    bp_lanes3 rows[4];
} matrices;

/* ---- blending -----------------------------------------------------------------------------------*/

/* A matrix in the palette is its first three columns, one after the other, and four zeros: as many
 * vectors as hold 12 floats. */
enum { PARTS = (12 + LANES - 1) / LANES };

/* One vertex: w0 M0 + w1 M1 + ... in this order. */
static inline void blend_vertex(const float *palette, const uint16_t *joints, const float *weights,
                                int influences, float *out) {
    bp_lanes part[PARTS];
    const float *m = palette + 16 * (size_t)joints[0];
    for (int p = 0; p < PARTS; p++) part[p] = weights[0] * lanes_load(m + LANES * p);
    for (int k = 1; k < influences; k++) {
        m = palette + 16 * (size_t)joints[k];
        for (int p = 0; p < PARTS; p++) part[p] += weights[k] * lanes_load(m + LANES * p);
    }
    for (int p = 0; p < PARTS; p++) lanes_store(out + LANES * p, part[p]);
}

/* The same for four influences, the usual number, written out: compilers keep the loop. */
static inline __attribute__((always_inline)) void blend_vertex4(const float *palette, const uint16_t *joints,
                                                                const float *weights, float *out) {
    const float *m0 = palette + 16 * (size_t)joints[0], *m1 = palette + 16 * (size_t)joints[1];
    const float *m2 = palette + 16 * (size_t)joints[2], *m3 = palette + 16 * (size_t)joints[3];
    bp_lanes w0 = lanes_splat(weights[0]), w1 = lanes_splat(weights[1]);
    bp_lanes w2 = lanes_splat(weights[2]), w3 = lanes_splat(weights[3]);
    for (int p = 0; p < PARTS * LANES; p += LANES)
        lanes_store(out + p, w0 * lanes_load(m0 + p) + w1 * lanes_load(m1 + p) + w2 * lanes_load(m2 + p) +
                                 w3 * lanes_load(m3 + p));
}

static inline void blend(const float *palette, const group *g, size_t count, float *blended) {
    const uint16_t *joints = g->joints;
    const float *weights = g->weights;
    size_t n = (size_t)g->influences;
    if (n == 4) {
        for (size_t i = 0; i < count; i++)
            blend_vertex4(palette, joints + 4 * i, weights + 4 * i, blended + 16 * i);
    } else {
        for (size_t i = 0; i < count; i++)
            blend_vertex(palette, joints + n * i, weights + n * i, g->influences, blended + 16 * i);
    }
}

/* Written as a function that is always inlined: twelve vectors would go through memory otherwise. */
static inline __attribute__((always_inline)) matrices read_matrices(const float *blended) {
    bp_lanes4 x = lanes4_load(blended, 16), y = lanes4_load(blended + 4, 16),
              z = lanes4_load(blended + 8, 16);
    return (matrices){{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}, {x.w, y.w, z.w}}};
}

/* ---- through matrices ---------------------------------------------------------------------------*/

static inline bp_lanes3 direction(const matrices *m, bp_lanes3 d) {
    const bp_lanes3 *r = m->rows;
    return (bp_lanes3){d.x * r[0].x + d.y * r[1].x + d.z * r[2].x, d.x * r[0].y + d.y * r[1].y + d.z * r[2].y,
                       d.x * r[0].z + d.y * r[1].z + d.z * r[2].z};
}

static inline bp_lanes3 point(const matrices *m, bp_lanes3 p) {
    return lanes3_add(direction(m, p), m->rows[3]);
}

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

static inline bp_lanes3 tangent_load(const float *tangents) {
    bp_lanes4 t = lanes4_load(tangents, 4);
    return (bp_lanes3){t.x, t.y, t.z};
}

static inline void tangent_store(const group *g, size_t i, bp_lanes3 t) {
    bp_lanes w = lanes4_load(g->tangents + 4 * i, 4).w;
    lanes4_store(g->to_tangents + 4 * i, (bp_lanes4){t.x, t.y, t.z, w});
}

/* Directions wait for the last stage, where there is one. */
static inline void put_normal(const group *g, scratch *s, size_t i, bp_lanes3 n) {
    if (g->any_length)
        lanes3_store(g->to_normals + 3 * i, n);
    else
        s->normals[i / LANES] = n;
}

static inline void put_tangent(const group *g, scratch *s, size_t i, bp_lanes3 t) {
    if (g->any_length)
        tangent_store(g, i, t);
    else
        s->tangents[i / LANES] = t;
}

static void skin_linear(const bp_skin_palette *palette, const group *g, size_t count, scratch *s) {
    blend(palette->matrices, g, count, s->blended);
    for (size_t i = 0; i < count; i += LANES) {
        matrices m = read_matrices(s->blended + 16 * i);
        if (g->to_positions)
            lanes3_store(g->to_positions + 3 * i, point(&m, lanes3_load(g->positions + 3 * i)));
        if (g->to_normals)
            put_normal(g, s, i, normal(&m, lanes3_load(g->normals + 3 * i), palette->inverse_transpose));
        if (g->to_tangents) put_tangent(g, s, i, direction(&m, tangent_load(g->tangents + 4 * i)));
    }
}

/* ---- four vertices at a time ---------------------------------------------------------------------*/

/* Linear blending with directions as they are. With vectors that hold a whole matrix the tile's stages
 * take fewer instructions. */
static bool by_quads(const bp_skin_palette *palette) {
    return LANES < 16 && !palette->duals && !palette->inverse_transpose;
}

#if BP_ISA_LANES < 16
/* Both are moved before either is stored: one waits while the other is computed. */
QUAD_INLINE void move_usual(const quad_matrices *m, const group *g, size_t i) {
    quad_points p = quad_point(m, quad_load3(g->positions + 3 * i));
    quad_points n = quad_direction(m, quad_load3(g->normals + 3 * i));
    quad_store3(g->to_positions + 3 * i, p);
    quad_store3(g->to_normals + 3 * i, n);
}

QUAD_INLINE void move_wanted(const quad_matrices *m, const group *g, size_t i) {
    if (g->to_positions)
        quad_store3(g->to_positions + 3 * i, quad_point(m, quad_load3(g->positions + 3 * i)));
    if (g->to_normals) quad_store3(g->to_normals + 3 * i, quad_direction(m, quad_load3(g->normals + 3 * i)));
    if (!g->to_tangents) return;
    bp_lanes4 t = quad_load4(g->tangents + 4 * i);
    quad_points turned = quad_direction(m, (bp_lanes3){t.x, t.y, t.z});
    quad_store4(g->to_tangents + 4 * i, turned, quad_low(t.w));
}

/* Usual: positions and normals. It and the number of influences, where there are four, are constants to
 * the compiler. Joints are checked on the way then; other numbers make no whole vectors. */
QUAD_INLINE bool skin_quads_with(const bp_skin_palette *from_palette, const group *from, size_t count,
                                 size_t influences, bool usual) {
    const quad_palette palette = quad_palette_of(from_palette->matrices);
    const uint16_t last = (uint16_t)(from_palette->count - 1);
    const group g = *from;
    for (size_t i = 0; i < count; i += 4) {
        if (influences == 4 && !joints_within(g.joints + 4 * i, 16, last)) return false;
        quad_matrices m =
            quad_blend_four(&palette, g.joints + influences * i, g.weights + influences * i, influences);
        if (usual)
            move_usual(&m, &g, i);
        else
            move_wanted(&m, &g, i);
    }
    return true;
}

/* ---- two at a time --------------------------------------------------------------------------------*/

#if BP_ISA_LANES == 8
/* Where the coordinates of a pair come from, and where those of the pair before it go: `at` floats into
 * the arrays. */
QUAD_INLINE pair_way pair_way_to(const group *g, size_t at) {
    return (pair_way){g->positions + at, g->normals + at, g->to_positions + at - 6, g->to_normals + at - 6};
}

/* The last two of `count` vertices, with nothing read or written behind them; the two before move first. */
static void skin_last_pair(const quad_palette *palette, const group *g, size_t count, pair_move *m) {
    float positions[8] = {0}, normals[8] = {0};
    const size_t last = count - 2, bytes = 6 * sizeof(float);
    memcpy(positions, g->positions + 3 * last, bytes);
    memcpy(normals, g->normals + 3 * last, bytes);
    pair_way way = pair_way_to(g, 3 * last);
    way.positions = positions;
    way.normals = normals;
    pair_blend_and_move(palette, g->joints + 4 * last, g->weights + 4 * last, m, &way);
    way.to_positions = positions;
    way.to_normals = normals;
    pair_move_last(m, &way);
    memcpy(g->to_positions + 3 * last, positions, bytes);
    memcpy(g->to_normals + 3 * last, normals, bytes);
}

/* `count` is a multiple of 4: joints are looked at four vertices at a time. */
static bool skin_pairs(const bp_skin_palette *from_palette, const group *from, size_t count) {
    const quad_palette palette = quad_palette_of(from_palette->matrices);
    const uint16_t last = (uint16_t)(from_palette->count - 1);
    const group g = *from;
    if (!joints_within(g.joints, 16, last)) return false;
    pair_move m = {.rows = pair_blend_first(&palette, g.joints, g.weights),
                   .position = pair_load(g.positions),
                   .normal = pair_load(g.normals)};
    const uint16_t *joints = g.joints;
    const float *weights = g.weights;
    QUAD_HIDE(joints); /* or joints are taken out of the vector that was looked at, which is slower */
    for (size_t at = 12; at < 3 * count; at += 12, joints += 16, weights += 16) {
        pair_way second = pair_way_to(&g, at - 6), first = pair_way_to(&g, at);
        pair_fetch_ahead(&first, weights);
        pair_blend_and_move(&palette, joints + 8, weights + 8, &m, &second);
        if (!joints_within(joints + 16, 16, last)) return false;
        QUAD_HIDE(joints);
        pair_blend_and_move(&palette, joints + 16, weights + 16, &m, &first);
    }
    skin_last_pair(&palette, &g, count, &m);
    return true;
}
#endif

static bool skin_quads(const bp_skin_palette *palette, const group *g, size_t count) {
    size_t influences = (size_t)g->influences;
#if BP_ISA_LANES == 8
    if (palette->rows) return skin_pairs(palette, g, count);
#endif
    if (influences != 4) return skin_quads_with(palette, g, count, influences, false);
    if (BP_ISA_LANES == 4 && g->to_positions && g->to_normals && !g->to_tangents)
        return skin_quads_with(palette, g, count, 4, true);
    return skin_quads_with(palette, g, count, 4, false);
}
#else
static bool skin_quads(const bp_skin_palette *palette, const group *g, size_t count) {
    (void)palette, (void)g, (void)count;
    return true;
}
#endif

/* Where they lie: the last stage after quads. */
static void normalize_directions(const group *g, size_t count) {
    for (size_t i = 0; g->to_normals && i < count; i += LANES)
        lanes3_store(g->to_normals + 3 * i, lanes3_normalize(lanes3_load(g->to_normals + 3 * i)));
    for (size_t i = 0; g->to_tangents && i < count; i += LANES) {
        bp_lanes4 t = lanes4_load(g->to_tangents + 4 * i, 4);
        bp_lanes3 n = lanes3_normalize((bp_lanes3){t.x, t.y, t.z});
        lanes4_store(g->to_tangents + 4 * i, (bp_lanes4){n.x, n.y, n.z, t.w});
    }
}

/* The last stage after tiles, of both methods. */
static void store_directions(const group *g, size_t count, const scratch *s) {
    for (size_t i = 0; g->to_normals && i < count; i += LANES)
        lanes3_store(g->to_normals + 3 * i, lanes3_normalize(s->normals[i / LANES]));
    for (size_t i = 0; g->to_tangents && i < count; i += LANES)
        tangent_store(g, i, lanes3_normalize(s->tangents[i / LANES]));
}

/* ---- dual quaternions ---------------------------------------------------------------------------*/

typedef struct motion {
    bp_lanes3 vector; /* of the unit quaternion */
    bp_lanes w;
    bp_lanes3 translation;
} motion;

/* The dual quaternions of one influence of LANES vertices. */
static inline void pick_duals(const float *duals, const uint16_t *joints, size_t stride, bp_lanes4 *real,
                              bp_lanes4 *dual) {
    float picked[8 * LANES];
    for (size_t i = 0; i < LANES; i++)
        memcpy(picked + 8 * i, duals + 8 * (size_t)joints[i * stride], 8 * sizeof(float));
    *real = lanes4_load(picked, 8);
    *dual = lanes4_load(picked + 4, 8);
}

static inline bp_lanes pick_weights(const float *weights, size_t stride) {
    float picked[LANES];
    for (size_t i = 0; i < LANES; i++) picked[i] = weights[i * stride];
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

static inline bp_lanes lanes4_dot(bp_lanes4 a, bp_lanes4 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

/* Translation of a unit dual quaternion r + e d: the vector part of 2 d conjugate(r). */
static inline bp_lanes3 translation_of(bp_lanes4 r, bp_lanes4 d) {
    bp_lanes3 rv = {r.x, r.y, r.z}, dv = {d.x, d.y, d.z}, across = lanes3_cross(rv, dv);
    return (bp_lanes3){2.0f * (r.w * dv.x - d.w * rv.x + across.x),
                       2.0f * (r.w * dv.y - d.w * rv.y + across.y),
                       2.0f * (r.w * dv.z - d.w * rv.z + across.z)};
}

static inline motion blend_duals(const float *duals, const uint16_t *joints, const float *weights,
                                 size_t stride) {
    bp_lanes4 first, real, dual;
    pick_duals(duals, joints, stride, &first, &dual);
    bp_lanes weight = pick_weights(weights, stride);
    bp_lanes4 r = lanes4_scale(first, weight), d = lanes4_scale(dual, weight);
    for (size_t k = 1; k < stride; k++) {
        pick_duals(duals, joints + k, stride, &real, &dual);
        weight = lanes_negate_where(lanes4_dot(first, real) < 0.0f, pick_weights(weights + k, stride));
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

static void skin_dual(const bp_skin_palette *palette, const group *g, size_t count, scratch *s) {
    bool stretched = palette->matrices != NULL;
    size_t stride = (size_t)g->influences;
    if (stretched) blend(palette->matrices, g, count, s->blended);
    for (size_t i = 0; i < count; i += LANES) {
        motion move = blend_duals(palette->duals, g->joints + i * stride, g->weights + i * stride, stride);
        matrices stretch = {{{{0}, {0}, {0}}}};
        if (stretched) stretch = read_matrices(s->blended + 16 * i);
        if (g->to_positions) {
            bp_lanes3 p = lanes3_load(g->positions + 3 * i);
            if (stretched) p = direction(&stretch, p);
            lanes3_store(g->to_positions + 3 * i, lanes3_add(turn(&move, p), move.translation));
        }
        if (g->to_normals) {
            bp_lanes3 n = lanes3_load(g->normals + 3 * i);
            if (stretched) n = normal(&stretch, n, palette->inverse_transpose);
            put_normal(g, s, i, turn(&move, n));
        }
        if (g->to_tangents) {
            bp_lanes3 t = tangent_load(g->tangents + 4 * i);
            if (stretched) t = direction(&stretch, t);
            put_tangent(g, s, i, turn(&move, t));
        }
    }
}

/* ---- tiles --------------------------------------------------------------------------------------*/

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
        .any_length = job->any_length,
    };
}

/* Four influences by quads: those check their joints themselves. */
static bool checks_joints(const bp_skin_palette *palette, int influences) {
    return by_quads(palette) && influences == 4;
}

/* `count` vertices, a multiple of LANES; at most TILE of them unless by quads, which keep nothing for
 * later (then more: each tile has a beginning and an end that cost). False where a joint isn't in the
 * palette. */
static bool skin_tile(const bp_skin_palette *palette, const group *g, size_t count) {
    if (!checks_joints(palette, g->influences) &&
        !joints_within(g->joints, count * (size_t)g->influences, (uint16_t)(palette->count - 1)))
        return false;
    if (by_quads(palette)) {
        if (!skin_quads(palette, g, count)) return false;
        if (!g->any_length) normalize_directions(g, count);
        return true;
    }
    scratch between;
    if (palette->duals)
        skin_dual(palette, g, count, &between);
    else
        skin_linear(palette, g, count, &between);
    if (!g->any_length) store_directions(g, count, &between);
    return true;
}

/* Fewer than LANES vertices: filled up in a group of its own. */
static bool skin_rest(const bp_skin_palette *palette, const group *g, size_t count) {
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
                   .influences = g->influences,
                   .any_length = g->any_length};
    if (!skin_tile(palette, &whole, LANES)) return false;
    if (g->to_positions) memcpy(g->to_positions, positions, count * 12);
    if (g->to_normals) memcpy(g->to_normals, normals, count * 12);
    if (g->to_tangents) memcpy(g->to_tangents, tangents, count * 16);
    return true;
}

bool NAME_FOR(bp_skin_kernel_, BP_ISA_SUFFIX)(const bp_skin_job *job, const bp_skin_palette *palette,
                                              size_t first, size_t count) {
    bool untiled = by_quads(palette);
    bool at_once = job->any_length && checks_joints(palette, job->source.influences);
    size_t whole = count / LANES * LANES, tile = at_once ? whole : untiled ? 8 * TILE : TILE;
    for (size_t done = 0; done < whole; done += tile) {
        group g = group_at(job, first + done);
        if (!skin_tile(palette, &g, whole - done < tile ? whole - done : tile)) return false;
    }
    if (whole == count) return true;
    group g = group_at(job, first + whole);
    return skin_rest(palette, &g, count - whole);
}

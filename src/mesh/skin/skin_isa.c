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
#include "simd/transpose.h"
#include "mesh/skin/skin_joints.h"
#include "mesh/skin/skin_kernel.h"
#if BP_ISA_LANES == 8
#include "mesh/skin/skin_x2.h"
#elif BP_ISA_LANES == 4
#include "mesh/skin/skin_x4.h"
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
    bool unnormalized; /* normals and tangents stay as blending leaves them */
} group;

/* What stands between the stages. */
typedef struct scratch {
    _Alignas(64) float blended[16 * TILE];
    vf_xyz normals[GROUPS], tangents[GROUPS];
} scratch;

/* Of LANES matrices, what matters: the first three columns. */
typedef struct matrices {
    vf_xyz rows[4];
} matrices;

/* ---- blending -----------------------------------------------------------------------------------*/

/* A matrix in the palette is its first three columns, one after the other, and four zeros: as many
 * vectors as hold 12 floats. */
enum { PARTS = (12 + LANES - 1) / LANES };

/* One vertex: w0 M0 + w1 M1 + ... in this order. */
static inline void blend_vertex(const float *palette, const uint16_t *joints, const float *weights,
                                int influences, float *out) {
    vf part[PARTS];
    const float *m = palette + 16 * (size_t)joints[0];
    for (int p = 0; p < PARTS; p++) part[p] = weights[0] * vf_load(m + LANES * p);
    for (int k = 1; k < influences; k++) {
        m = palette + 16 * (size_t)joints[k];
        for (int p = 0; p < PARTS; p++) part[p] += weights[k] * vf_load(m + LANES * p);
    }
    for (int p = 0; p < PARTS; p++) vf_store(out + LANES * p, part[p]);
}

/* The same for four influences, the usual number, written out: compilers keep the loop. */
static inline __attribute__((always_inline)) void blend_vertex4(const float *palette, const uint16_t *joints,
                                                                const float *weights, float *out) {
    const float *m0 = palette + 16 * (size_t)joints[0], *m1 = palette + 16 * (size_t)joints[1];
    const float *m2 = palette + 16 * (size_t)joints[2], *m3 = palette + 16 * (size_t)joints[3];
    vf w0 = vf_set1(weights[0]), w1 = vf_set1(weights[1]);
    vf w2 = vf_set1(weights[2]), w3 = vf_set1(weights[3]);
    for (int p = 0; p < PARTS * LANES; p += LANES)
        vf_store(out + p, w0 * vf_load(m0 + p) + w1 * vf_load(m1 + p) + w2 * vf_load(m2 + p) +
                                 w3 * vf_load(m3 + p));
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
    vf_xyzw x = vf_xyzw_load(blended, 16), y = vf_xyzw_load(blended + 4, 16),
              z = vf_xyzw_load(blended + 8, 16);
    return (matrices){{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}, {x.w, y.w, z.w}}};
}

/* ---- through matrices ---------------------------------------------------------------------------*/

static inline vf_xyz direction(const matrices *m, vf_xyz d) {
    const vf_xyz *r = m->rows;
    return (vf_xyz){d.x * r[0].x + d.y * r[1].x + d.z * r[2].x, d.x * r[0].y + d.y * r[1].y + d.z * r[2].y,
                       d.x * r[0].z + d.y * r[1].z + d.z * r[2].z};
}

static inline vf_xyz point(const matrices *m, vf_xyz p) {
    return vf_xyz_add(direction(m, p), m->rows[3]);
}

/* The inverse transpose is the cofactors divided by the determinant, of which only the sign matters
 * for a direction. Cofactors of small scales are tiny: the largest coordinate is made 1 before
 * lengths are squared. */
static inline vf_xyz normal_through_inverse(const matrices *m, vf_xyz n) {
    const vf_xyz *r = m->rows;
    matrices cofactors = {
        {vf_xyz_cross(r[1], r[2]), vf_xyz_cross(r[2], r[0]), vf_xyz_cross(r[0], r[1]), {{0}, {0}, {0}}}};
    vf determinant = vf_xyz_dot(r[0], cofactors.rows[0]);
    vf_xyz out = direction(&cofactors, n);
    vf largest = vf_max(vf_max(vf_abs(out.x), vf_abs(out.y)), vf_abs(out.z));
    vf one = vf_set1(1.0f);
    vf factor = one / vf_select(largest == 0.0f, one, largest);
    return vf_xyz_scale(out, vf_negate_where(determinant < 0.0f, factor));
}

static inline vf_xyz normal(const matrices *m, vf_xyz n, bool inverse_transpose) {
    return inverse_transpose ? normal_through_inverse(m, n) : direction(m, n);
}

static inline vf_xyz tangent_load(const float *tangents) {
    vf_xyzw t = vf_xyzw_load(tangents, 4);
    return (vf_xyz){t.x, t.y, t.z};
}

static inline void tangent_store(const group *g, size_t i, vf_xyz t) {
    vf w = vf_xyzw_load(g->tangents + 4 * i, 4).w;
    vf_xyzw_store(g->to_tangents + 4 * i, (vf_xyzw){t.x, t.y, t.z, w});
}

/* Directions wait for the last stage, where there is one. */
static inline void keep_normal(const group *g, scratch *s, size_t i, vf_xyz n) {
    if (g->unnormalized)
        vf_xyz_store(g->to_normals + 3 * i, n);
    else
        s->normals[i / LANES] = n;
}

static inline void keep_tangent(const group *g, scratch *s, size_t i, vf_xyz t) {
    if (g->unnormalized)
        tangent_store(g, i, t);
    else
        s->tangents[i / LANES] = t;
}

static void skin_linear(const bp_skin_palette *palette, const group *g, size_t count, scratch *s) {
    blend(palette->matrices, g, count, s->blended);
    for (size_t i = 0; i < count; i += LANES) {
        matrices m = read_matrices(s->blended + 16 * i);
        if (g->to_positions)
            vf_xyz_store(g->to_positions + 3 * i, point(&m, vf_xyz_load(g->positions + 3 * i)));
        if (g->to_normals)
            keep_normal(g, s, i, normal(&m, vf_xyz_load(g->normals + 3 * i), palette->inverse_transpose));
        if (g->to_tangents) keep_tangent(g, s, i, direction(&m, tangent_load(g->tangents + 4 * i)));
    }
}

/* ---- four vertices at a time ---------------------------------------------------------------------*/

/* Linear blending with directions as they are. With vectors that hold a whole matrix the tile's stages
 * take fewer instructions. */
static bool uses_x4(const bp_skin_palette *palette) {
    return LANES < 16 && !palette->duals && !palette->inverse_transpose;
}

#if BP_ISA_LANES < 16
/* Both are moved before either is stored: one waits while the other is computed. */
SIMD_INLINE void x4_move_usual(const x4_matrices *m, const group *g, size_t i) {
    vf4_xyz p = x4_point(m, x4_load_xyz(g->positions + 3 * i));
    vf4_xyz n = x4_direction(m, x4_load_xyz(g->normals + 3 * i));
    vf4_xyz_store(g->to_positions + 3 * i, p);
    vf4_xyz_store(g->to_normals + 3 * i, n);
}

SIMD_INLINE void x4_move_wanted(const x4_matrices *m, const group *g, size_t i) {
    if (g->to_positions)
        vf4_xyz_store(g->to_positions + 3 * i, x4_point(m, x4_load_xyz(g->positions + 3 * i)));
    if (g->to_normals) vf4_xyz_store(g->to_normals + 3 * i, x4_direction(m, x4_load_xyz(g->normals + 3 * i)));
    if (!g->to_tangents) return;
    vf_xyzw t = x4_load_xyzw(g->tangents + 4 * i);
    vf4_xyz turned = x4_direction(m, (vf_xyz){t.x, t.y, t.z});
    x4_store_tangents(g->to_tangents + 4 * i, turned, vf_low_vf4(t.w));
}

/* Usual: positions and normals. It and the number of influences, where there are four, are constants to
 * the compiler. Joints are checked on the way then; other numbers make no whole vectors. */
SIMD_INLINE bool skin_x4_with(const bp_skin_palette *from_palette, const group *from, size_t count,
                                 size_t influences, bool usual) {
    const x4_palette palette = x4_palette_make(from_palette->matrices);
    const uint16_t last = (uint16_t)(from_palette->count - 1);
    const group g = *from;
    for (size_t i = 0; i < count; i += 4) {
        if (influences == 4 && !joints_within(g.joints + 4 * i, 16, last)) return false;
        x4_matrices m =
            x4_blend(&palette, g.joints + influences * i, g.weights + influences * i, influences);
        if (usual)
            x4_move_usual(&m, &g, i);
        else
            x4_move_wanted(&m, &g, i);
    }
    return true;
}

/* ---- two at a time --------------------------------------------------------------------------------*/

#if BP_ISA_LANES == 8
/* Where the coordinates of a pair come from, and where those of the pair before it go: `at` floats into
 * the arrays. */
SIMD_INLINE x2_streams x2_streams_at(const group *g, size_t at) {
    return (x2_streams){g->positions + at, g->normals + at, g->to_positions + at - 6, g->to_normals + at - 6};
}

/* The last two of `count` vertices, with nothing read or written behind them; the two before move first. */
static void skin_x2_last(const x4_palette *palette, const group *g, size_t count, x2_move *m) {
    float positions[8] = {0}, normals[8] = {0};
    const size_t last = count - 2, bytes = 6 * sizeof(float);
    memcpy(positions, g->positions + 3 * last, bytes);
    memcpy(normals, g->normals + 3 * last, bytes);
    x2_streams way = x2_streams_at(g, 3 * last);
    way.positions = positions;
    way.normals = normals;
    x2_blend_and_move(palette, g->joints + 4 * last, g->weights + 4 * last, m, &way);
    way.to_positions = positions;
    way.to_normals = normals;
    x2_move_last(m, &way);
    memcpy(g->to_positions + 3 * last, positions, bytes);
    memcpy(g->to_normals + 3 * last, normals, bytes);
}

/* `count` is a multiple of 4: joints are looked at four vertices at a time. */
static bool skin_x2(const bp_skin_palette *from_palette, const group *from, size_t count) {
    const x4_palette palette = x4_palette_make(from_palette->matrices);
    const uint16_t last = (uint16_t)(from_palette->count - 1);
    const group g = *from;
    if (!joints_within(g.joints, 16, last)) return false;
    x2_move m = {.rows = x2_blend_first(&palette, g.joints, g.weights),
                   .position = x2_load(g.positions),
                   .normal = x2_load(g.normals)};
    const uint16_t *joints = g.joints;
    const float *weights = g.weights;
    HIDE_FROM_COMPILER(joints); /* or joints are taken out of the vector that was looked at, which is slower */
    for (size_t at = 12; at < 3 * count; at += 12, joints += 16, weights += 16) {
        x2_streams second = x2_streams_at(&g, at - 6), first = x2_streams_at(&g, at);
        x2_prefetch_streams(&first, weights);
        x2_blend_and_move(&palette, joints + 8, weights + 8, &m, &second);
        if (!joints_within(joints + 16, 16, last)) return false;
        HIDE_FROM_COMPILER(joints);
        x2_blend_and_move(&palette, joints + 16, weights + 16, &m, &first);
    }
    skin_x2_last(&palette, &g, count, &m);
    return true;
}
#endif

static bool skin_x4(const bp_skin_palette *palette, const group *g, size_t count) {
    size_t influences = (size_t)g->influences;
#if BP_ISA_LANES == 8
    if (palette->rows) return skin_x2(palette, g, count);
#endif
    if (influences != 4) return skin_x4_with(palette, g, count, influences, false);
    if (BP_ISA_LANES == 4 && g->to_positions && g->to_normals && !g->to_tangents)
        return skin_x4_with(palette, g, count, 4, true);
    return skin_x4_with(palette, g, count, 4, false);
}
#else
static bool skin_x4(const bp_skin_palette *palette, const group *g, size_t count) {
    (void)palette, (void)g, (void)count;
    return true;
}
#endif

/* Where they lie: the last stage after quads. */
static void normalize_directions(const group *g, size_t count) {
    for (size_t i = 0; g->to_normals && i < count; i += LANES)
        vf_xyz_store(g->to_normals + 3 * i, vf_xyz_normalize(vf_xyz_load(g->to_normals + 3 * i)));
    for (size_t i = 0; g->to_tangents && i < count; i += LANES) {
        vf_xyzw t = vf_xyzw_load(g->to_tangents + 4 * i, 4);
        vf_xyz n = vf_xyz_normalize((vf_xyz){t.x, t.y, t.z});
        vf_xyzw_store(g->to_tangents + 4 * i, (vf_xyzw){n.x, n.y, n.z, t.w});
    }
}

/* The last stage after tiles, of both methods. */
static void store_directions(const group *g, size_t count, const scratch *s) {
    for (size_t i = 0; g->to_normals && i < count; i += LANES)
        vf_xyz_store(g->to_normals + 3 * i, vf_xyz_normalize(s->normals[i / LANES]));
    for (size_t i = 0; g->to_tangents && i < count; i += LANES)
        tangent_store(g, i, vf_xyz_normalize(s->tangents[i / LANES]));
}

/* ---- dual quaternions ---------------------------------------------------------------------------*/

typedef struct motion {
    vf_xyz vector; /* of the unit quaternion */
    vf w;
    vf_xyz translation;
} motion;

/* The dual quaternions of one influence of LANES vertices. */
static inline void gather_duals(const float *duals, const uint16_t *joints, size_t stride, vf_xyzw *real,
                              vf_xyzw *dual) {
    float picked[8 * LANES];
    for (size_t i = 0; i < LANES; i++)
        memcpy(picked + 8 * i, duals + 8 * (size_t)joints[i * stride], 8 * sizeof(float));
    *real = vf_xyzw_load(picked, 8);
    *dual = vf_xyzw_load(picked + 4, 8);
}

static inline vf gather_weights(const float *weights, size_t stride) {
    float picked[LANES];
    for (size_t i = 0; i < LANES; i++) picked[i] = weights[i * stride];
    return vf_load(picked);
}

static inline vf_xyzw vf_xyzw_scale(vf_xyzw a, vf s) {
    return (vf_xyzw){a.x * s, a.y * s, a.z * s, a.w * s};
}

static inline void vf_xyzw_add_to(vf_xyzw *sum, vf_xyzw a, vf s) {
    sum->x += a.x * s;
    sum->y += a.y * s;
    sum->z += a.z * s;
    sum->w += a.w * s;
}

static inline vf vf_xyzw_dot(vf_xyzw a, vf_xyzw b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

/* Translation of a unit dual quaternion r + e d: the vector part of 2 d conjugate(r). */
static inline vf_xyz translation_of(vf_xyzw r, vf_xyzw d) {
    vf_xyz rv = {r.x, r.y, r.z}, dv = {d.x, d.y, d.z}, across = vf_xyz_cross(rv, dv);
    return (vf_xyz){2.0f * (r.w * dv.x - d.w * rv.x + across.x),
                       2.0f * (r.w * dv.y - d.w * rv.y + across.y),
                       2.0f * (r.w * dv.z - d.w * rv.z + across.z)};
}

static inline motion blend_duals(const float *duals, const uint16_t *joints, const float *weights,
                                 size_t stride) {
    vf_xyzw first, real, dual;
    gather_duals(duals, joints, stride, &first, &dual);
    vf weight = gather_weights(weights, stride);
    vf_xyzw r = vf_xyzw_scale(first, weight), d = vf_xyzw_scale(dual, weight);
    for (size_t k = 1; k < stride; k++) {
        gather_duals(duals, joints + k, stride, &real, &dual);
        weight = vf_negate_where(vf_xyzw_dot(first, real) < 0.0f, gather_weights(weights + k, stride));
        vf_xyzw_add_to(&r, real, weight);
        vf_xyzw_add_to(&d, dual, weight);
    }
    vf length = vf_sqrt(vf_xyzw_dot(r, r)), one = vf_set1(1.0f);
    vf inverse = one / vf_select(length == 0.0f, one, length);
    r = vf_xyzw_scale(r, inverse);
    d = vf_xyzw_scale(d, inverse);
    return (motion){.vector = {r.x, r.y, r.z}, .w = r.w, .translation = translation_of(r, d)};
}

/* v + 2 q x (q x v + w v) */
static inline vf_xyz turn(const motion *m, vf_xyz v) {
    vf_xyz inner = vf_xyz_add(vf_xyz_cross(m->vector, v), vf_xyz_scale(v, m->w));
    vf_xyz outer = vf_xyz_cross(m->vector, inner);
    return vf_xyz_add(v, vf_xyz_scale(outer, vf_set1(2.0f)));
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
            vf_xyz p = vf_xyz_load(g->positions + 3 * i);
            if (stretched) p = direction(&stretch, p);
            vf_xyz_store(g->to_positions + 3 * i, vf_xyz_add(turn(&move, p), move.translation));
        }
        if (g->to_normals) {
            vf_xyz n = vf_xyz_load(g->normals + 3 * i);
            if (stretched) n = normal(&stretch, n, palette->inverse_transpose);
            keep_normal(g, s, i, turn(&move, n));
        }
        if (g->to_tangents) {
            vf_xyz t = tangent_load(g->tangents + 4 * i);
            if (stretched) t = direction(&stretch, t);
            keep_tangent(g, s, i, turn(&move, t));
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
        .unnormalized = job->unnormalized,
    };
}

/* Four influences by quads: those check their joints themselves. */
static bool checks_joints(const bp_skin_palette *palette, int influences) {
    return uses_x4(palette) && influences == 4;
}

/* `count` vertices, a multiple of LANES; at most TILE of them unless by quads, which keep nothing for
 * later (then more: each tile has a beginning and an end that cost). False where a joint isn't in the
 * palette. */
static bool skin_tile(const bp_skin_palette *palette, const group *g, size_t count) {
    if (!checks_joints(palette, g->influences) &&
        !joints_within(g->joints, count * (size_t)g->influences, (uint16_t)(palette->count - 1)))
        return false;
    if (uses_x4(palette)) {
        if (!skin_x4(palette, g, count)) return false;
        if (!g->unnormalized) normalize_directions(g, count);
        return true;
    }
    scratch between;
    if (palette->duals)
        skin_dual(palette, g, count, &between);
    else
        skin_linear(palette, g, count, &between);
    if (!g->unnormalized) store_directions(g, count, &between);
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
                   .unnormalized = g->unnormalized};
    if (!skin_tile(palette, &whole, LANES)) return false;
    if (g->to_positions) memcpy(g->to_positions, positions, count * 12);
    if (g->to_normals) memcpy(g->to_normals, normals, count * 12);
    if (g->to_tangents) memcpy(g->to_tangents, tangents, count * 16);
    return true;
}

bool NAME_FOR(bp_skin_kernel_, BP_ISA_SUFFIX)(const bp_skin_job *job, const bp_skin_palette *palette,
                                              size_t first, size_t count) {
    bool untiled = uses_x4(palette);
    bool at_once = job->unnormalized && checks_joints(palette, job->source.influences);
    size_t whole = count / LANES * LANES, tile = at_once ? whole : untiled ? 8 * TILE : TILE;
    for (size_t done = 0; done < whole; done += tile) {
        group g = group_at(job, first + done);
        if (!skin_tile(palette, &g, whole - done < tile ? whole - done : tile)) return false;
    }
    if (whole == count) return true;
    group g = group_at(job, first + whole);
    return skin_rest(palette, &g, count - whole);
}

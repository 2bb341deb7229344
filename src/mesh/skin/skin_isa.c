/* Skinning kernels, compiled once for each instruction set. Scalar definition: skin_scalar.c.
 *
 * The most frequent job has a path of its own. Linear blending with normals through the blended matrix
 * takes four vertices at a time, in registers (skin_x4.h). With four influences, positions alone or with
 * normals take two vertices at a time, where a vector holds half a matrix (skin_x2.h); processors with wider
 * vectors use that kernel too.
 *
 * Everything else, and every job where a vector holds a whole matrix, takes tiles of 128 vertices through
 * three stages:
 * 1. Blend. One vertex at a time, because a matrix lies together in memory: matrices times weights, a few
 *    vectors each, into an array on the stack.
 * 2. Transform. LANES vertices at a time: the blended matrices are loaded transposed, one vector for each
 *    entry with a lane for each vertex. The formulas read like the scalar ones from here on.
 * 3. Normalize normals and tangents. Each stage is a loop of its own, because iterations within a stage are
 *    independent: a processor that looks ahead a few hundred instructions always has work while a square
 *    root takes its time.
 *
 * The same bits on every machine: no fused multiply-adds, no approximate reciprocals, and an order of
 * additions that doesn't depend on the width.
 */
#include "mesh/skin/skin.h"
#include "mesh/skin/skin_joints.h"
#include "simd/transpose.h"
#if BP_ISA_LANES == 8
#include "mesh/skin/skin_x2.h"
#elif BP_ISA_LANES == 4
#include "mesh/skin/skin_x4.h"
#endif

enum { TILE = 128, GROUPS = TILE / LANES };

/* Inputs and outputs of a run of vertices. */
typedef struct vertex_streams {
    const uint16_t *joints;
    const float *weights;
    const float *positions, *normals, *tangents; /* normals and tangents may be NULL */
    float *to_positions, *to_normals, *to_tangents;
    int influences;
    bool unnormalized;
} vertex_streams;

/* Results that one stage leaves for the next. */
typedef struct scratch {
    _Alignas(64) float blended[16 * TILE];
    vf_xyz normals[GROUPS], tangents[GROUPS];
} scratch;

/* LANES affine matrices: four rows of three columns. */
typedef struct matrices {
    vf_xyz rows[4];
} matrices;

/* ---- blending -----------------------------------------------------------------------------------*/

/* A matrix in the palette is its first three columns, one after the other, and four zeros. Vectors that
 * hold 12 floats: */
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

/* Four influences, the usual number, written out, because compilers don't unroll the loop. */
SIMD_INLINE void blend_vertex4(const float *palette, const uint16_t *joints, const float *weights,
                               float *out) {
    const float *m0 = palette + 16 * (size_t)joints[0], *m1 = palette + 16 * (size_t)joints[1];
    const float *m2 = palette + 16 * (size_t)joints[2], *m3 = palette + 16 * (size_t)joints[3];
    vf w0 = vf_set1(weights[0]), w1 = vf_set1(weights[1]);
    vf w2 = vf_set1(weights[2]), w3 = vf_set1(weights[3]);
    for (int p = 0; p < PARTS * LANES; p += LANES)
        vf_store(out + p,
                 w0 * vf_load(m0 + p) + w1 * vf_load(m1 + p) + w2 * vf_load(m2 + p) + w3 * vf_load(m3 + p));
}

static inline void blend(const float *palette, const vertex_streams *v, size_t count, float *blended) {
    const uint16_t *joints = v->joints;
    const float *weights = v->weights;
    size_t n = (size_t)v->influences;
    if (n == 4) {
        for (size_t i = 0; i < count; i++)
            blend_vertex4(palette, joints + 4 * i, weights + 4 * i, blended + 16 * i);
    } else {
        for (size_t i = 0; i < count; i++)
            blend_vertex(palette, joints + n * i, weights + n * i, v->influences, blended + 16 * i);
    }
}

/* Always inlined, or twelve vectors would go through memory. */
SIMD_INLINE matrices load_matrices(const float *blended) {
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

static inline vf_xyz point(const matrices *m, vf_xyz p) { return vf_xyz_add(direction(m, p), m->rows[3]); }

/* The inverse transpose is the matrix of cofactors divided by the determinant. For a direction only the
 * sign of the determinant matters. Cofactors of small scales are tiny, so the largest coordinate is made 1
 * before lengths are squared. */
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

static inline void tangent_store(const vertex_streams *v, size_t i, vf_xyz t) {
    vf w = vf_xyzw_load(v->tangents + 4 * i, 4).w;
    vf_xyzw_store(v->to_tangents + 4 * i, (vf_xyzw){t.x, t.y, t.z, w});
}

/* Leaves the direction for the last stage, or stores it if there is none. */
static inline void keep_normal(const vertex_streams *v, scratch *s, size_t i, vf_xyz n) {
    if (v->unnormalized)
        vf_xyz_store(v->to_normals + 3 * i, n);
    else
        s->normals[i / LANES] = n;
}

static inline void keep_tangent(const vertex_streams *v, scratch *s, size_t i, vf_xyz t) {
    if (v->unnormalized)
        tangent_store(v, i, t);
    else
        s->tangents[i / LANES] = t;
}

static void skin_linear(const bp_skin_palette *palette, const vertex_streams *v, size_t count, scratch *s) {
    blend(palette->matrices, v, count, s->blended);
    for (size_t i = 0; i < count; i += LANES) {
        matrices m = load_matrices(s->blended + 16 * i);
        if (v->to_positions)
            vf_xyz_store(v->to_positions + 3 * i, point(&m, vf_xyz_load(v->positions + 3 * i)));
        if (v->to_normals)
            keep_normal(v, s, i, normal(&m, vf_xyz_load(v->normals + 3 * i), palette->inverse_transpose));
        if (v->to_tangents) keep_tangent(v, s, i, direction(&m, tangent_load(v->tangents + 4 * i)));
    }
}

/* ---- four vertices at a time ---------------------------------------------------------------------*/

/* With vectors that hold a whole matrix the tile's stages take fewer instructions. */
static bool uses_x4(const bp_skin_palette *palette) {
    return LANES < 16 && !palette->duals && !palette->inverse_transpose;
}

#if BP_ISA_LANES < 16
/* Both are computed before either is stored: the second fills the time in which the first waits. */
SIMD_INLINE void x4_move_positions_normals(const x4_matrices *m, const vertex_streams *v, size_t i) {
    vf4_xyz p = x4_point(m, x4_load_xyz(v->positions + 3 * i));
    vf4_xyz n = x4_direction(m, x4_load_xyz(v->normals + 3 * i));
    x4_store_xyz(v->to_positions + 3 * i, p);
    x4_store_xyz(v->to_normals + 3 * i, n);
}

SIMD_INLINE void x4_move_any(const x4_matrices *m, const vertex_streams *v, size_t i) {
    if (v->to_positions)
        x4_store_xyz(v->to_positions + 3 * i, x4_point(m, x4_load_xyz(v->positions + 3 * i)));
    if (v->to_normals) x4_store_xyz(v->to_normals + 3 * i, x4_direction(m, x4_load_xyz(v->normals + 3 * i)));
    if (!v->to_tangents) return;
    vf_xyzw t = x4_load_xyzw(v->tangents + 4 * i);
    vf4_xyz moved = x4_direction(m, (vf_xyz){t.x, t.y, t.z});
    x4_store_xyzw(v->to_tangents + 4 * i, moved, vf_extract_vf4(t.w, 0));
}

/* `influences` (if 4) and `positions_normals` (both and no tangents) are constants to the compiler. Four
 * influences are checked here; other numbers don't fill whole vectors, and skin_tile checks them. */
SIMD_INLINE bool skin_x4_with(const bp_skin_palette *from_palette, const vertex_streams *from, size_t count,
                              size_t influences, bool positions_normals) {
    const x4_palette palette = x4_palette_make(from_palette->matrices);
    const uint16_t last = (uint16_t)(from_palette->count - 1);
    const vertex_streams v = *from;
    for (size_t i = 0; i < count; i += 4) {
        if (influences == 4 && !joints_within(v.joints + 4 * i, 16, last)) return false;
        x4_matrices m = x4_blend(&palette, v.joints + influences * i, v.weights + influences * i, influences);
        if (positions_normals)
            x4_move_positions_normals(&m, &v, i);
        else
            x4_move_any(&m, &v, i);
    }
    return true;
}

/* ---- two at a time --------------------------------------------------------------------------------*/

#if BP_ISA_LANES == 8
/* The pair whose coordinates begin `offset` floats into the arrays is read; the pair before it is written. */
SIMD_INLINE x2_streams x2_streams_at(const vertex_streams *v, size_t offset) {
    return (x2_streams){v->positions + offset, v->normals + offset, v->to_positions + offset - 6,
                        v->to_normals + offset - 6};
}

/* Skins the last two of `count` vertices without reading or writing behind them. First the pair before is
 * moved. */
SIMD_INLINE void skin_x2_last(const x4_palette *palette, const vertex_streams *v, size_t count, x2_move *m,
                              bool with_normals) {
    float positions[8] = {0}, normals[8] = {0};
    const size_t last = count - 2, bytes = 6 * sizeof(float);
    memcpy(positions, v->positions + 3 * last, bytes);
    if (with_normals) memcpy(normals, v->normals + 3 * last, bytes);
    x2_streams pair = x2_streams_at(v, 3 * last);
    pair.positions = positions;
    pair.normals = normals;
    x2_blend_and_move(palette, v->joints + 4 * last, v->weights + 4 * last, m, &pair, with_normals);
    pair.to_positions = positions;
    pair.to_normals = normals;
    x2_move_last(m, &pair, with_normals);
    memcpy(v->to_positions + 3 * last, positions, bytes);
    if (with_normals) memcpy(v->to_normals + 3 * last, normals, bytes);
}

/* `count` is a multiple of 4, because joints are checked for four vertices at a time. */
SIMD_INLINE bool skin_x2_with(const bp_skin_palette *from_palette, const vertex_streams *from, size_t count,
                              bool normals) {
    const x4_palette palette = x4_palette_make(from_palette->matrices);
    const uint16_t last = (uint16_t)(from_palette->count - 1);
    vertex_streams v = *from;
    if (!normals) v.normals = v.positions, v.to_normals = v.to_positions; /* only their addresses are used */
    if (!joints_within(v.joints, 16, last)) return false;
    x2_move m = {.rows = x2_blend_first(&palette, v.joints, v.weights),
                 .position = x2_load(v.positions),
                 .normal = x2_load(v.normals)};
    const uint16_t *joints = v.joints;
    const float *weights = v.weights;
    HIDE_FROM_COMPILER(joints); /* or the compiler extracts joints from the checked vector, which is slower */
    for (size_t offset = 12; offset < 3 * count; offset += 12, joints += 16, weights += 16) {
        x2_streams second = x2_streams_at(&v, offset - 6), first = x2_streams_at(&v, offset);
        x2_prefetch_streams(&first, weights, normals);
        x2_blend_and_move(&palette, joints + 8, weights + 8, &m, &second, normals);
        if (!joints_within(joints + 16, 16, last)) return false;
        HIDE_FROM_COMPILER(joints);
        x2_blend_and_move(&palette, joints + 16, weights + 16, &m, &first, normals);
    }
    skin_x2_last(&palette, &v, count, &m, normals);
    return true;
}

static __attribute__((noinline)) bool skin_x2_points(const bp_skin_palette *palette, const vertex_streams *v,
                                                     size_t count) {
    return skin_x2_with(palette, v, count, false);
}

static bool skin_x2(const bp_skin_palette *palette, const vertex_streams *v, size_t count) {
    return v->to_normals ? skin_x2_with(palette, v, count, true) : skin_x2_points(palette, v, count);
}
#endif

static bool skin_x4(const bp_skin_palette *palette, const vertex_streams *v, size_t count) {
    size_t influences = (size_t)v->influences;
#if BP_ISA_LANES == 8
    if (palette->rows) return skin_x2(palette, v, count);
#endif
    if (influences != 4) return skin_x4_with(palette, v, count, influences, false);
    if (BP_ISA_LANES == 4 && v->to_positions && v->to_normals && !v->to_tangents)
        return skin_x4_with(palette, v, count, 4, true);
    return skin_x4_with(palette, v, count, 4, false);
}
#else
static bool skin_x4(const bp_skin_palette *palette, const vertex_streams *v, size_t count) {
    (void)palette, (void)v, (void)count;
    return true;
}
#endif

/* The last stage after x4 and x2. */
static void normalize_directions(const vertex_streams *v, size_t count) {
    for (size_t i = 0; v->to_normals && i < count; i += LANES)
        vf_xyz_store(v->to_normals + 3 * i, vf_xyz_normalize(vf_xyz_load(v->to_normals + 3 * i)));
    for (size_t i = 0; v->to_tangents && i < count; i += LANES) {
        vf_xyzw t = vf_xyzw_load(v->to_tangents + 4 * i, 4);
        vf_xyz n = vf_xyz_normalize((vf_xyz){t.x, t.y, t.z});
        vf_xyzw_store(v->to_tangents + 4 * i, (vf_xyzw){n.x, n.y, n.z, t.w});
    }
}

/* The last stage of tiles. */
static void store_directions(const vertex_streams *v, size_t count, const scratch *s) {
    for (size_t i = 0; v->to_normals && i < count; i += LANES)
        vf_xyz_store(v->to_normals + 3 * i, vf_xyz_normalize(s->normals[i / LANES]));
    for (size_t i = 0; v->to_tangents && i < count; i += LANES)
        tangent_store(v, i, vf_xyz_normalize(s->tangents[i / LANES]));
}

/* ---- dual quaternions ---------------------------------------------------------------------------*/

/* A rotation (unit quaternion: vector part and w) and a translation. */
typedef struct blended_motion {
    vf_xyz vector;
    vf w;
    vf_xyz translation;
} blended_motion;

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

static inline vf_xyzw scale4(vf_xyzw a, vf s) { return (vf_xyzw){a.x * s, a.y * s, a.z * s, a.w * s}; }

static inline void add_scaled(vf_xyzw *sum, vf_xyzw a, vf s) {
    sum->x += a.x * s;
    sum->y += a.y * s;
    sum->z += a.z * s;
    sum->w += a.w * s;
}

static inline vf dot4(vf_xyzw a, vf_xyzw b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

/* Translation of a unit dual quaternion r + e d: the vector part of 2 d conjugate(r). */
static inline vf_xyz translation_of(vf_xyzw r, vf_xyzw d) {
    vf_xyz rv = {r.x, r.y, r.z}, dv = {d.x, d.y, d.z}, across = vf_xyz_cross(rv, dv);
    return (vf_xyz){2.0f * (r.w * dv.x - d.w * rv.x + across.x), 2.0f * (r.w * dv.y - d.w * rv.y + across.y),
                    2.0f * (r.w * dv.z - d.w * rv.z + across.z)};
}

static inline blended_motion blend_duals(const float *duals, const uint16_t *joints, const float *weights,
                                         size_t stride) {
    vf_xyzw first, real, dual;
    gather_duals(duals, joints, stride, &first, &dual);
    vf weight = gather_weights(weights, stride);
    vf_xyzw r = scale4(first, weight), d = scale4(dual, weight);
    for (size_t k = 1; k < stride; k++) {
        gather_duals(duals, joints + k, stride, &real, &dual);
        weight = vf_negate_where(dot4(first, real) < 0.0f, gather_weights(weights + k, stride));
        add_scaled(&r, real, weight);
        add_scaled(&d, dual, weight);
    }
    vf length = vf_sqrt(dot4(r, r)), one = vf_set1(1.0f);
    vf inverse = one / vf_select(length == 0.0f, one, length);
    r = scale4(r, inverse);
    d = scale4(d, inverse);
    return (blended_motion){.vector = {r.x, r.y, r.z}, .w = r.w, .translation = translation_of(r, d)};
}

/* v + 2 q x (q x v + w v) */
static inline vf_xyz rotate(const blended_motion *m, vf_xyz v) {
    vf_xyz inner = vf_xyz_add(vf_xyz_cross(m->vector, v), vf_xyz_scale(v, m->w));
    vf_xyz outer = vf_xyz_cross(m->vector, inner);
    return vf_xyz_add(v, vf_xyz_scale(outer, vf_set1(2.0f)));
}

static void skin_dual(const bp_skin_palette *palette, const vertex_streams *v, size_t count, scratch *s) {
    bool stretched = palette->matrices != NULL;
    size_t stride = (size_t)v->influences;
    if (stretched) blend(palette->matrices, v, count, s->blended);
    for (size_t i = 0; i < count; i += LANES) {
        blended_motion move =
            blend_duals(palette->duals, v->joints + i * stride, v->weights + i * stride, stride);
        matrices stretch = {{{{0}, {0}, {0}}}};
        if (stretched) stretch = load_matrices(s->blended + 16 * i);
        if (v->to_positions) {
            vf_xyz p = vf_xyz_load(v->positions + 3 * i);
            if (stretched) p = direction(&stretch, p);
            vf_xyz_store(v->to_positions + 3 * i, vf_xyz_add(rotate(&move, p), move.translation));
        }
        if (v->to_normals) {
            vf_xyz n = vf_xyz_load(v->normals + 3 * i);
            if (stretched) n = normal(&stretch, n, palette->inverse_transpose);
            keep_normal(v, s, i, rotate(&move, n));
        }
        if (v->to_tangents) {
            vf_xyz t = tangent_load(v->tangents + 4 * i);
            if (stretched) t = direction(&stretch, t);
            keep_tangent(v, s, i, rotate(&move, t));
        }
    }
}

/* ---- tiles --------------------------------------------------------------------------------------*/

static vertex_streams streams_at(const bp_skin_job *job, size_t vertex) {
    const bp_skin_source *from = &job->source;
    const bp_vertex_arrays *to = &job->target;
    size_t influence = vertex * (size_t)from->influences;
    return (vertex_streams){
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

/* Whether the kernel for four influences checks joints itself. */
static bool checks_joints(const bp_skin_palette *palette, int influences) {
    return uses_x4(palette) && influences == 4;
}

/* Skins `count` vertices, a multiple of LANES. At most TILE of them, unless x4 is used, which needs no
 * scratch; it then gets longer runs, because each has a beginning and an end that cost time. False if a
 * joint isn't in the palette. */
static bool skin_tile(const bp_skin_palette *palette, const vertex_streams *v, size_t count) {
    if (!checks_joints(palette, v->influences) &&
        !joints_within(v->joints, count * (size_t)v->influences, (uint16_t)(palette->count - 1)))
        return false;
    if (uses_x4(palette)) {
        if (!skin_x4(palette, v, count)) return false;
        if (!v->unnormalized) normalize_directions(v, count);
        return true;
    }
    scratch between;
    if (palette->duals)
        skin_dual(palette, v, count, &between);
    else
        skin_linear(palette, v, count, &between);
    if (!v->unnormalized) store_directions(v, count, &between);
    return true;
}

/* The last count < LANES vertices, copied to local arrays that are padded to LANES. */
static bool skin_rest(const bp_skin_palette *palette, const vertex_streams *v, size_t count) {
    uint16_t joints[LANES * BP_MESH_MAX_INFLUENCES] = {0};
    float weights[LANES * BP_MESH_MAX_INFLUENCES] = {0};
    float positions[3 * LANES] = {0}, normals[3 * LANES] = {0}, tangents[4 * LANES] = {0};
    size_t influences = count * (size_t)v->influences;
    memcpy(joints, v->joints, influences * sizeof *joints);
    memcpy(weights, v->weights, influences * sizeof *weights);
    if (v->to_positions) memcpy(positions, v->positions, count * 12);
    if (v->to_normals) memcpy(normals, v->normals, count * 12);
    if (v->to_tangents) memcpy(tangents, v->tangents, count * 16);
    vertex_streams whole = {.joints = joints,
                            .weights = weights,
                            .positions = positions,
                            .normals = normals,
                            .tangents = tangents,
                            .to_positions = v->to_positions ? positions : NULL,
                            .to_normals = v->to_normals ? normals : NULL,
                            .to_tangents = v->to_tangents ? tangents : NULL,
                            .influences = v->influences,
                            .unnormalized = v->unnormalized};
    if (!skin_tile(palette, &whole, LANES)) return false;
    if (v->to_positions) memcpy(v->to_positions, positions, count * 12);
    if (v->to_normals) memcpy(v->to_normals, normals, count * 12);
    if (v->to_tangents) memcpy(v->to_tangents, tangents, count * 16);
    return true;
}

bool BP_ISA_NAME(bp_skin_kernel)(const bp_skin_job *job, const bp_skin_palette *palette, size_t first,
                                 size_t count) {
    bool untiled = uses_x4(palette);
    bool at_once = job->unnormalized && checks_joints(palette, job->source.influences);
    size_t whole = count / LANES * LANES, tile = at_once ? whole : untiled ? 8 * TILE : TILE;
    for (size_t done = 0; done < whole; done += tile) {
        vertex_streams v = streams_at(job, first + done);
        if (!skin_tile(palette, &v, whole - done < tile ? whole - done : tile)) return false;
    }
    if (whole == count) return true;
    vertex_streams v = streams_at(job, first + whole);
    return skin_rest(palette, &v, count - whole);
}

/* Operations on a skeleton and on a plain model of it, which must agree.
 *
 * The model keeps every bone's local, bind, rest and absolute bind as arrays of doubles, without flags or
 * caches, and computes chain, final and absolute from scratch. The library may take short cuts. After every
 * prepare both must give equal matrices, by the page's rules. Each operation is done on both, with numbers
 * from the pair's seed.
 */
#ifndef BINDPOSE_TESTS_SUPPORT_PLAIN_SKELETON_H
#define BINDPOSE_TESTS_SUPPORT_PLAIN_SKELETON_H

#include "rig/engine.h"
#include "support/engine_forms.h"
#include "support/test.h"
#include <bindpose/bindpose.h>
#include <math.h>

#define PLAIN_BONES 24
#define PLAIN_CLOSE 4e-6

typedef struct matrix {
    double m[16];
} matrix;

typedef struct model {
    size_t count;
    long parent[PLAIN_BONES];
    matrix local[PLAIN_BONES], bind[PLAIN_BONES], rest[PLAIN_BONES], absolute_bind[PLAIN_BONES];
} model;

typedef struct pair {
    uint64_t seed;
    bp_skeleton *skeleton;
    model model;
} pair;

/* ---- plain mathematics ---- */

static inline matrix to_double(bp_mat4 m) {
    matrix wide;
    for (int i = 0; i < 16; i++) wide.m[i] = (double)m.m[i];
    return wide;
}

static inline matrix times(matrix a, matrix b) {
    matrix r = {{0}};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 4; k++) r.m[4 * i + j] += a.m[4 * i + k] * b.m[4 * k + j];
    return r;
}

/* Gauss and Jordan, with the largest pivot of the column. */
static inline matrix inverse(matrix a) {
    matrix r = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    for (int c = 0; c < 4; c++) {
        int best = c;
        for (int i = c + 1; i < 4; i++) {
            if (fabs(a.m[4 * i + c]) > fabs(a.m[4 * best + c])) best = i;
        }
        for (int j = 0; j < 4; j++) {
            double t = a.m[4 * c + j], u = r.m[4 * c + j];
            a.m[4 * c + j] = a.m[4 * best + j];
            a.m[4 * best + j] = t;
            r.m[4 * c + j] = r.m[4 * best + j];
            r.m[4 * best + j] = u;
        }
        double pivot = a.m[4 * c + c];
        for (int j = 0; j < 4; j++) {
            a.m[4 * c + j] /= pivot;
            r.m[4 * c + j] /= pivot;
        }
        for (int i = 0; i < 4; i++) {
            double factor = a.m[4 * i + c];
            for (int j = 0; j < 4 && i != c; j++) {
                a.m[4 * i + j] -= factor * a.m[4 * c + j];
                r.m[4 * i + j] -= factor * r.m[4 * c + j];
            }
        }
    }
    return r;
}

static inline matrix turn(bp_quat q) {
    double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
    return (matrix){{1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0,
                     2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0,
                     2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0, 0, 0, 0, 1}};
}

static inline double row_length(const matrix *m, int row) {
    const double *v = m->m + 4 * row;
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static inline void scale_row(matrix *m, int row, double by) {
    for (int j = 0; j < 3; j++) m->m[4 * row + j] *= by;
}

static inline void expect_matrix(bp_mat4 got, const matrix *want) {
    for (int row = 0; row < 4; row++) {
        double max = 1;
        for (int j = 0; j < 4; j++) max = fmax(max, fabs(want->m[4 * row + j]));
        for (int j = 0; j < 4; j++) {
            expect_float((double)got.m[4 * row + j] / max, want->m[4 * row + j] / max, PLAIN_CLOSE);
        }
    }
}

/* ---- derived matrices ---- */

static inline matrix chain(const model *m, size_t bone) {
    matrix r = m->local[bone];
    for (long p = m->parent[bone]; p >= 0; p = m->parent[p]) r = times(r, m->local[p]);
    return r;
}

static inline bool is_below(const model *m, long bone, long top) {
    for (; bone >= 0; bone = m->parent[bone]) {
        if (bone == top) return true;
    }
    return false;
}

/* Absolute binds of a bone and its descendants, from the parent's current one. */
static inline void rebind(model *m, size_t top) {
    long p = m->parent[top];
    m->absolute_bind[top] = p < 0 ? m->bind[top] : times(m->bind[top], m->absolute_bind[p]);
    for (size_t i = 0; i < m->count; i++) {
        if (m->parent[i] == (long)top) rebind(m, i);
    }
}

/* ---- random values ---- */

static inline size_t below(uint64_t *seed, size_t count) { return (size_t)(test_random(seed) % count); }

static inline bp_vec3 any_vec3(uint64_t *seed, float low, float high) {
    float x = test_random_float(seed, low, high), y = test_random_float(seed, low, high);
    return (bp_vec3){x, y, test_random_float(seed, low, high)};
}

static inline bp_quat any_quat(uint64_t *seed) {
    bp_vec3 v = any_vec3(seed, -1, 1);
    return bp_quat_normalize((bp_quat){v.x, v.y, v.z, test_random_float(seed, -1, 1)});
}

static inline bp_mat4 any_local(uint64_t *seed) {
    bp_trs trs = {any_vec3(seed, -1, 1), any_quat(seed), any_vec3(seed, 0.8f, 1.25f)};
    return bp_mat4_from_trs(trs);
}

static inline void add_bone(pair *p) {
    model *m = &p->model;
    size_t n = m->count;
    long parent = n == 0 || below(&p->seed, 8) == 0 ? -1 : (long)below(&p->seed, n);
    bp_mat4 local = any_local(&p->seed), bind = any_local(&p->seed);
    bool has_bind = below(&p->seed, 2) == 0;
    bp_bone_options o = {.name = "bone", .local = &local, .bind = has_bind ? &bind : NULL};
    if (parent >= 0) o.parent = bp_skeleton_bone_by_id(p->skeleton, (size_t)parent);
    assert_non_null(bp_skeleton_add(p->skeleton, &o, NULL));
    m->parent[n] = parent;
    m->local[n] = to_double(local);
    m->bind[n] = m->rest[n] = to_double(has_bind ? bind : local);
    m->count = n + 1;
    rebind(m, n);
}

/* ---- operations: each on the library and on the model ---- */

typedef void operation(pair *p, bp_bone *bone, size_t n);

static inline void set_local(pair *p, bp_bone *bone, size_t n) {
    bp_mat4 local = any_local(&p->seed);
    bp_bone_set_local(bone, local);
    p->model.local[n] = to_double(local);
}

static inline void set_position(pair *p, bp_bone *bone, size_t n) {
    bp_vec3 v = any_vec3(&p->seed, -1, 1);
    bp_bone_set_position(bone, v);
    const double to[3] = {(double)v.x, (double)v.y, (double)v.z};
    for (int j = 0; j < 3; j++) p->model.local[n].m[12 + j] = to[j];
}

static inline void set_rotation(pair *p, bp_bone *bone, size_t n) {
    bp_quat q = any_quat(&p->seed);
    matrix fresh = turn(q), *old = &p->model.local[n];
    bp_bone_set_rotation(bone, q);
    for (int row = 0; row < 3; row++) scale_row(&fresh, row, row_length(old, row));
    for (int j = 12; j < 15; j++) fresh.m[j] = old->m[j];
    *old = fresh;
}

static inline void set_scale(pair *p, bp_bone *bone, size_t n) {
    bp_vec3 v = any_vec3(&p->seed, 0.8f, 1.25f);
    const double to[3] = {(double)v.x, (double)v.y, (double)v.z};
    bp_bone_set_scale(bone, v);
    for (int row = 0; row < 3; row++) {
        scale_row(&p->model.local[n], row, to[row] / row_length(&p->model.local[n], row));
    }
}

static inline void translate(pair *p, bp_bone *bone, size_t n) {
    bp_vec3 v = any_vec3(&p->seed, -0.1f, 0.1f);
    const double by[3] = {(double)v.x, (double)v.y, (double)v.z};
    assert_true(bp_bone_translate(bone, v, BP_SPACE_LOCAL, NULL, NULL));
    for (int j = 0; j < 3; j++) p->model.local[n].m[12 + j] += by[j];
}

/* L * R, the translation kept. */
static inline void rotate(pair *p, bp_bone *bone, size_t n) {
    float angle = test_random_float(&p->seed, -3, 3);
    double s = sin((double)angle),
           c = cos((double)angle); /* in float, 40 turns would be off by what is allowed */
    assert_true(bp_bone_rotate(bone, (bp_vec3){0, 2, 0}, angle, BP_SPACE_LOCAL, NULL, NULL));
    matrix *old = &p->model.local[n], r = {{c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, 0, 0, 0, 1}};
    matrix fresh = times(*old, r);
    for (int j = 12; j < 15; j++) fresh.m[j] = old->m[j];
    *old = fresh;
}

/* Scales the bone by v and its children by 1/v, so its descendants keep their size. */
static inline void scale_evenly(pair *p, bp_bone *bone, size_t n) {
    float v = row_length(&p->model.local[n], 0) > 1 ? 0.8f : 1.25f;
    assert_true(bp_bone_scale_by(bone, (bp_vec3){v, v, v}, false, NULL));
    for (int row = 0; row < 3; row++) {
        scale_row(&p->model.local[n], row, (double)v);
        for (size_t i = 0; i < p->model.count; i++) {
            if (p->model.parent[i] == (long)n) scale_row(&p->model.local[i], row, 1 / (double)v);
        }
    }
}

static inline void set_bind(pair *p, bp_bone *bone, size_t n) {
    bp_mat4 bind = any_local(&p->seed);
    assert_true(bp_bone_set_bind(bone, bind, NULL));
    p->model.bind[n] = p->model.local[n] = to_double(bind);
    rebind(&p->model, n);
}

static inline void update_bind(pair *p, bp_bone *bone, size_t n) {
    bp_mat4 bind = any_local(&p->seed);
    bool absolutes = below(&p->seed, 2), local = below(&p->seed, 2);
    assert_true(bp_bone_update_bind(bone, bind, absolutes, local, NULL));
    p->model.bind[n] = to_double(bind);
    if (local) p->model.local[n] = to_double(bind);
    if (absolutes) rebind(&p->model, n);
}

static inline void bind_pose(pair *p, bp_bone *bone, size_t n) {
    assert_true(bp_bone_set_bind_from_pose(bone, NULL));
    p->model.bind[n] = p->model.local[n];
    rebind(&p->model, n);
}

static inline void set_parent(pair *p, bp_bone *bone, size_t n) {
    size_t other = below(&p->seed, p->model.count);
    bool root = below(&p->seed, 6) == 0, again = below(&p->seed, 2);
    bp_error error = {0};
    bp_bone *parent = root ? NULL : bp_skeleton_bone_by_id(p->skeleton, other);
    bool ok = bp_bone_set_parent(bone, parent, again, &error);
    if (!root && is_below(&p->model, (long)other, (long)n)) {
        assert_false(ok);
        expect_error(&error, BP_ERROR_ARGUMENT, "");
        return;
    }
    long above = root ? -1 : (long)other;
    assert_true(ok);
    if (above == p->model.parent[n]) return; /* then nothing happens, for either value of `again` */
    p->model.parent[n] = above;
    if (again) rebind(&p->model, n);
}

static inline void rest_from_pose(pair *p, bp_bone *bone, size_t n) {
    bp_bone_set_rest_from_pose(bone);
    p->model.rest[n] = p->model.local[n];
}

static inline void return_to_rest(pair *p, bp_bone *bone, size_t n) {
    bp_bone_return_to_rest(bone);
    p->model.local[n] = p->model.rest[n];
}

static inline void skeleton_to_rest(pair *p, bp_bone *bone, size_t n) {
    (void)bone, (void)n;
    bp_skeleton_return_to_rest(p->skeleton);
    for (size_t i = 0; i < p->model.count; i++) p->model.local[i] = p->model.rest[i];
}

static inline void shuffle(pair *p, bp_bone *bone, size_t n) {
    (void)bone, (void)n;
    size_t order[PLAIN_BONES], count = p->model.count;
    for (size_t i = 0; i < count; i++) order[i] = i;
    for (size_t i = count - 1; i > 0; i--) {
        size_t j = below(&p->seed, i + 1), t = order[i];
        order[i] = order[j];
        order[j] = t;
    }
    assert_true(bp_skeleton_reorder(p->skeleton, order, count, NULL));
}

/* The copy must equal the original, bit for bit. The test continues with the copy. */
static inline void clone(pair *p, bp_bone *bone, size_t n) {
    (void)bone, (void)n;
    bp_skeleton *copy = bp_skeleton_clone(p->skeleton, NULL, NULL);
    assert_non_null(copy);
    bp_mat4 (*const asks[])(const bp_bone *) = {bp_bone_local,
                                                bp_bone_absolute,
                                                bp_bone_chain,
                                                bp_bone_final,
                                                bp_bone_bind,
                                                bp_bone_absolute_bind,
                                                bp_bone_absolute_inverse_bind,
                                                bp_bone_rest};
    for (size_t i = 0; i < p->model.count; i++) {
        bp_bone *a = bp_skeleton_bone_by_id(p->skeleton, i), *b = bp_skeleton_bone_by_id(copy, i);
        assert_int_equal(bp_bone_array_index(a), bp_bone_array_index(b));
        for (size_t k = 0; k < BP_COUNT(asks); k++) {
            bp_mat4 want = asks[k](a), got = asks[k](b);
            expect_floats(got.m, want.m, 16, 0);
        }
    }
    bp_skeleton_destroy(p->skeleton);
    p->skeleton = copy;
}

static inline void compute_absolutes(pair *p, bp_bone *bone, size_t n) {
    (void)bone, (void)n;
    bp_skeleton_compute_absolutes(p->skeleton, false);
    for (size_t i = 0; i < p->model.count; i++) {
        assert_true(bp_bone_absolute_is_current(bp_skeleton_bone_by_id(p->skeleton, i)));
    }
}

static operation *const operations[] = {
    set_local,    set_position, set_rotation,   set_scale,      translate,        rotate,
    scale_evenly, set_bind,     update_bind,    bind_pose,      set_parent,       set_parent,
    shuffle,      clone,        rest_from_pose, return_to_rest, skeleton_to_rest, compute_absolutes,
};

/* ---- checks ---- */

static inline void check_order(const pair *p) {
    bool seen[PLAIN_BONES] = {false};
    assert_true(bp_skeleton_is_sorted(p->skeleton));
    for (size_t place = 0; place < p->model.count; place++) {
        size_t n = bp_bone_id(bp_skeleton_bone(p->skeleton, place));
        assert_true(n < p->model.count && !seen[n]);
        if (p->model.parent[n] >= 0) assert_true(seen[p->model.parent[n]]);
        seen[n] = true;
    }
}

/* A current absolute equals the chain. The library may call a current one stale, but not the reverse. */
static inline void check_current_absolutes(const pair *p) {
    for (size_t i = 0; i < p->model.count; i++) {
        const bp_bone *bone = bp_skeleton_bone_by_id(p->skeleton, i);
        if (!bp_bone_absolute_is_current(bone)) continue;
        matrix want = chain(&p->model, i);
        expect_matrix(bp_bone_absolute(bone), &want);
    }
}

static inline void check_finals(const pair *p) {
    const model *m = &p->model;
    if (!bp_skeleton_is_sorted(p->skeleton)) bp_skeleton_sort(p->skeleton); /* which would have it computed */
    check_order(p);
    bp_skeleton_prepare(p->skeleton);
    assert_false(bp_skeleton_is_dirty(p->skeleton));
    for (size_t i = 0; i < m->count; i++) {
        const bp_bone *bone = bp_skeleton_bone_by_id(p->skeleton, i);
        matrix way = chain(m, i), back = inverse(m->absolute_bind[i]), final = times(back, way);
        expect_matrix(bp_bone_local(bone), &m->local[i]);
        expect_matrix(bp_bone_absolute_bind(bone), &m->absolute_bind[i]);
        expect_matrix(bp_bone_absolute_inverse_bind(bone), &back);
        expect_matrix(bp_bone_rest(bone), &m->rest[i]);
        expect_matrix(bp_bone_chain(bone), &way);
        expect_matrix(bp_bone_final(bone), &final);
        expect_matrix(bp_skeleton_palette(p->skeleton)[i], &final); /* palette index = id, in any order */
    }
}

static inline pair make_pair(uint64_t seed) {
    pair p = {.seed = seed, .skeleton = bp_skeleton_create(NULL, NULL, NULL)};
    assert_non_null(p.skeleton);
    size_t count = 1 + below(&p.seed, PLAIN_BONES);
    while (p.model.count < count) add_bone(&p);
    return p;
}

#endif

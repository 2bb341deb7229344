/* A second path to what a lesson shows: the bones' matrices in double, by the definitions of the page, from
 * their locals, binds and rests alone; and the words for a matrix read back as a matrix. */
#ifndef BINDPOSE_TESTS_SUPPORT_SECOND_PATH_H
#define BINDPOSE_TESTS_SUPPORT_SECOND_PATH_H

#include "rig/engine.h"
#include "support/test.h"
#include <bindpose/lesson_session.h>
#include <math.h>

enum { SECOND_BONES = 32 };
/* In the order of bp_bone_matrices; the chain comes last. */
enum { LOCAL, ABSOLUTE, FINAL, BIND, ABSOLUTE_BIND, INVERSE_BIND, REST, CHAIN, MATRICES };

typedef struct mat {
    double m[16]; /* row vectors */
} mat;
typedef struct bone_state {
    mat m[MATRICES];
    int parent, place; /* its parent's id, -1: none; its place in the array */
    bool current;      /* the stored absolute */
} bone_state;
typedef struct stage_state {
    int count; /* of bones, by id */
    bone_state bones[SECOND_BONES];
} stage_state;

static const mat IDENTITY = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};

static inline mat mat_of(bp_mat4 m) {
    mat r;
    for (int i = 0; i < 16; i++) r.m[i] = (double)m.m[i];
    return r;
}
static inline mat product(mat a, mat b) {
    mat r = {{0}};
    for (int i = 0; i < 64; i++) r.m[i / 16 * 4 + i % 4] += a.m[i / 4] * b.m[i / 4 % 4 * 4 + i % 4];
    return r;
}
static inline mat transposed(mat a) {
    mat r;
    for (int i = 0; i < 16; i++) r.m[i] = a.m[i % 4 * 4 + i / 4];
    return r;
}
static inline double row_dot(mat a, int i, int k) {
    return a.m[4 * i] * a.m[4 * k] + a.m[4 * i + 1] * a.m[4 * k + 1] + a.m[4 * i + 2] * a.m[4 * k + 2];
}
/* Of an affine matrix, by cofactors. */
static inline mat inverse_of(mat a) {
    mat r = IDENTITY;
    double determinant = 0;
    for (int i = 0; i < 9; i++) {
        int row = i / 3, c = i % 3, r1 = (row + 1) % 3, r2 = (row + 2) % 3, c1 = (c + 1) % 3,
            c2 = (c + 2) % 3;
        r.m[4 * c + row] = a.m[4 * r1 + c1] * a.m[4 * r2 + c2] - a.m[4 * r1 + c2] * a.m[4 * r2 + c1];
        if (row == 0) determinant += a.m[c] * r.m[4 * c];
    }
    for (int i = 0; i < 9; i++) r.m[i / 3 * 4 + i % 3] /= determinant;
    for (int c = 0; c < 3; c++)
        r.m[12 + c] = -(a.m[12] * r.m[c] + a.m[13] * r.m[4 + c] + a.m[14] * r.m[8 + c]);
    return r;
}
static inline mat rotation_of(double x, double y, double z, double w) {
    return (mat){{1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0, 2 * (x * y - z * w),
                  1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0, 2 * (x * z + y * w), 2 * (y * z - x * w),
                  1 - 2 * (x * x + y * y), 0, 0, 0, 0, 1}};
}
static inline mat rotation_about(const double axis[3], double degrees) {
    double half = degrees * 3.14159265358979323846 / 360,
           size = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    double s = sin(half) / size;
    return rotation_of(axis[0] * s, axis[1] * s, axis[2] * s, cos(half));
}
/* Roll about Z first, then pitch about X, then yaw about Y. */
static inline mat rotation_of_euler(const double d[3]) {
    static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    return product(product(rotation_about(axes[2], d[2]), rotation_about(axes[0], d[0])),
                   rotation_about(axes[1], d[1]));
}
static inline double angle_about_z(mat a) { return atan2(a.m[1], a.m[0]) * 180 / 3.14159265358979323846; }
static inline void transform(const double p[3], mat a, double out[3]) {
    for (int c = 0; c < 3; c++) out[c] = p[0] * a.m[c] + p[1] * a.m[4 + c] + p[2] * a.m[8 + c] + a.m[12 + c];
}
static inline double difference(mat a, mat b, int from, int to) {
    double most = 0;
    for (int i = from; i < to; i++) most = fmax(most, fabs(a.m[i] - b.m[i]));
    return most;
}
/* Scaling, rotation and position, and no more. */
static inline bool has_parts(mat a) {
    mat up = a;
    for (int i = 0; i < 12; i++) up.m[i] /= sqrt(row_dot(a, i / 4, i / 4));
    double across = fabs(row_dot(up, 0, 1)) + fabs(row_dot(up, 1, 2)) + fabs(row_dot(up, 2, 0));
    double third = (up.m[0] * up.m[5] - up.m[1] * up.m[4]) * up.m[10] +
                   (up.m[1] * up.m[6] - up.m[2] * up.m[5]) * up.m[8] +
                   (up.m[2] * up.m[4] - up.m[0] * up.m[6]) * up.m[9];
    return across < 1e-4 && third > 0;
}

/* What the code under test has. */
static inline stage_state read_stage(const bp_stage *stage) {
    stage_state s = {0};
    s.count = stage->skeleton ? (int)bp_skeleton_count(stage->skeleton) : 0;
    assert_true(s.count <= SECOND_BONES);
    for (int i = 0; i < s.count; i++) {
        const bp_bone *bone = bp_skeleton_bone_by_id(stage->skeleton, (size_t)i),
                      *parent = bp_bone_parent(bone);
        bp_mat4 all[BP_BONE_MATRIX_COUNT];
        bp_bone_matrices(bone, all);
        for (int k = 0; k < CHAIN; k++) s.bones[i].m[k] = mat_of(all[k]);
        s.bones[i].m[CHAIN] = mat_of(bp_bone_chain(bone));
        s.bones[i].parent = parent ? (int)bp_bone_id(parent) : -1;
        s.bones[i].place = (int)bp_bone_array_index(bone);
        s.bones[i].current = bp_bone_absolute_is_current(bone);
    }
    return s;
}
/* The product of one kind of matrix from the bone up to its root. */
static inline mat up_the_tree(const stage_state *s, int bone, int kind) {
    mat r = s->bones[bone].m[kind];
    for (int up = s->bones[bone].parent; up >= 0; up = s->bones[up].parent)
        r = product(r, s->bones[up].m[kind]);
    return r;
}
/* The local after the edits: the new rotation first, so on the left of a product of row vectors. */
static inline mat edited(mat local, const bp_edit *edits, int count, int stage, int bone) {
    mat r = local;
    for (int i = 0; i < count; i++) {
        if (edits[i].kind == BP_EDIT_HANDLE || edits[i].stage != stage || (int)edits[i].target != bone)
            continue;
        bp_quat q = edits[i].rotation;
        if (edits[i].kind == BP_EDIT_ROTATE) {
            mat scale = IDENTITY, unscale = IDENTITY;
            for (int k = 0; k < 3; k++)
                scale.m[5 * k] = sqrt(row_dot(local, k, k)), unscale.m[5 * k] = 1 / scale.m[5 * k];
            mat turned = rotation_of((double)q.x, (double)q.y, (double)q.z, (double)q.w);
            r = product(product(product(scale, turned), unscale), r);
        } else {
            r.m[12] += (double)edits[i].vector.x;
            r.m[13] += (double)edits[i].vector.y;
            r.m[14] += (double)edits[i].vector.z;
        }
    }
    return r;
}

/* ---- words ---- */

/* With ASCII minus signs. */
static inline void plain_text(const char *text, char *out, size_t size) {
    size_t n = 0;
    for (; *text && n + 1 < size; text++) {
        bool minus = strncmp(text, "\xE2\x88\x92", 3) == 0;
        out[n++] = minus ? '-' : *text;
        if (minus) text += 2;
    }
    out[n] = '\0';
}
/* Numbers from the text, at most `most`; NaN too. *end: behind the last one. */
static inline int numbers_of(const char *text, double *out, int most, const char **end) {
    int count = 0;
    const char *at = text;
    *end = text;
    while (*at && count < most) {
        bool begins = strchr("0123456789", *at) ||
                      ((*at == '-' || *at == '.') && strchr(".0123456789", at[1]) && at[1]);
        char *after;
        if (begins) {
            out[count++] = strtod(at, &after);
            *end = at = after;
        } else {
            at++;
        }
    }
    return count;
}
/* How far a value may be from a number printed with that many significant digits. */
static inline double half_digit(double value, int digits) {
    double size = fabs(value);
    return size > 1e-300 ? 0.501 * pow(10, floor(log10(size) + 1e-9) + 1 - digits) : 0;
}
/* Up to a comma or parenthesis that belongs to `name`; count numbers. */
static inline bool part_of(const char *text, const char *name, int count, double *out) {
    const char *at = strstr(text, name), *end;
    return at && numbers_of(at + strlen(name), out, count, &end) == count;
}

/* Compares "rotated 75° about Z, scaled 2 along X, at (1, 2, 3)" and "S(1, 2, 1) Rz 75° T(1, 2, 3)" with a
 * matrix.
 * `coarse` is added to the tolerance of positions. NULL: they agree; else what doesn't. */
static inline const char *words_differ(const char *words, mat is, double coarse) {
    static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    mat said = IDENTITY;
    double v[3], tolerance = 2e-3, at[3] = {0, 0, 0}, size = 0;
    bool brief = strcmp(words, "rotated") == 0;
    const char *found, *end;
    if (strstr(words, "not a number") || strstr(words, "not affine")) return NULL;
    if (part_of(words, "at (", 3, at) || part_of(words, "T(", 3, at)) coarse += 1e-9;
    if (strstr(words, "R(")) coarse += 5e-3, tolerance = 0.02; /* three digits: up to half a degree */
    for (int i = 0; i < 3; i++) size = fmax(size, fabs(is.m[12 + i]));
    bool placed = strstr(words, "at (") || strstr(words, "T(") || strncmp(words, "identity", 8) == 0 ||
                  strcmp(words, "I") == 0;
    for (int i = 0; i < 3 && placed; i++)
        if (!(fabs(at[i] - is.m[12 + i]) <= coarse + 5.2e-4 * fmax(1, size))) return "the position";
    if (strcmp(words, "only moved") == 0 && size < 1e-6) return "\"moved\"";
    if (strstr(words, "sheared")) return has_parts(is) ? "\"sheared\"" : NULL;
    if (strstr(words, "flat") || strstr(words, "shrunk")) return has_parts(is) ? "\"flat\"" : NULL;
    if ((found = strstr(words, "rotated "))) {
        if (numbers_of(found, v, 1, &end) != 1) return "the angle";
        double degrees = v[0];
        const char *about = strstr(found, "about ");
        brief |= !about;
        if (about && about[6] == '(') {
            if (numbers_of(about, v, 3, &end) != 3) return "the axis";
            said = rotation_about(v, degrees), tolerance = 0.025;
        } else if (about) {
            said = rotation_about(axes[about[6] - 'X'], degrees);
            const char *then = strstr(about, ", then ");
            if (then && numbers_of(then, v, 1, &end) == 1)
                said = product(said, rotation_about(axes[strstr(then, "about ")[6] - 'X'], v[0]));
        }
    } else if ((found = strstr(words, "R(")) && numbers_of(found, v, 3, &end) == 3) {
        said = rotation_of_euler(v);
    } else if ((found = strchr(words, 'R')) && numbers_of(found, v, 1, &end) == 1) {
        said = rotation_about(axes[found[1] - 'x'], v[0]);
    }
    double scale[3] = {1, 1, 1};
    if ((found = strstr(words, "scaled")) && numbers_of(found, v, 3, &end) > 0) {
        bool along =
            strstr(found, " along ") && strstr(found, " along ") < found + 20 && !strchr("(", found[7]);
        for (int i = 0; i < 3; i++)
            if (found[7] == '(')
                scale[i] = v[i];
            else if (!along || strstr(found, " along ")[7] == 'X' + i)
                scale[i] = v[0];
    } else if (found) {
        brief = true;
    } else if (part_of(words, "S(", 3, v)) {
        memcpy(scale, v, sizeof scale);
    }
    if ((found = strstr(words, "mirrored along "))) scale[found[15] - 'X'] *= -1;
    for (int i = 0; i < 12 && !brief; i++)
        if (!(fabs(said.m[i] * scale[i / 4] - is.m[i]) <= tolerance * fmax(1, fabs(scale[i / 4]))))
            return "the rotation or the scaling";
    return NULL;
}

#endif

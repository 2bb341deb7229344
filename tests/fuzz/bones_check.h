/* Invariants of any skeleton: the tree is consistent, each id and array index occurs once, and each current
 * matrix is the product of its factors, computed here again in double. A product of floats is exact to the
 * rounding of its largest terms, so that is the tolerance; terms that are not finite or would overflow are
 * skipped. */
#ifndef BINDPOSE_TESTS_FUZZ_BONES_CHECK_H
#define BINDPOSE_TESTS_FUZZ_BONES_CHECK_H

#include "fuzz/input.h"
#include "rig/engine.h"
#include "support/engine_forms.h"
#include <bindpose/rig.h>
#include <math.h>

/* A few roundings to float, each 2^-24, relative to the terms. */
#define CHECK_TOLERANCE 1e-6
/* The distance between the smallest floats. */
#define CHECK_MIN_STEP 0x1p-149

typedef bp_mat4 bone_matrix(const bp_bone *bone);

static inline bool same_matrix(bp_mat4 a, bp_mat4 b) {
    for (int i = 0; i < 16; i++)
        if (!(a.m[i] == b.m[i] || (a.m[i] != a.m[i] && b.m[i] != b.m[i]))) return false;
    return true;
}

/* Checks c = a * b for affine matrices, if no term over- or underflows. */
static inline void check_product(bp_mat4 a, bp_mat4 b, bp_mat4 c, const char *what) {
    for (int i = 0; i < 16; i++)
        if (!(fabsf(a.m[i]) < 1e15f) || !(fabsf(b.m[i]) < 1e15f)) return;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++) {
            double sum = 0, size = 0, tiny = 1;
            for (int k = 0; k < 4; k++) {
                double term = (double)a.m[4 * i + k] * (double)b.m[4 * k + j];
                sum += term;
                size += fabs(term);
                tiny += fabs((double)a.m[4 * i + k]) + fabs((double)b.m[4 * k + j]);
            }
            double off = fabs((double)c.m[4 * i + j] - sum);
            FUZZ_CHECK(off <= CHECK_TOLERANCE * size + CHECK_MIN_STEP * tiny,
                       "%s[%d]: got %.9g, expected %.9g (terms of %.3g)", what, 4 * i + j,
                       (double)c.m[4 * i + j], sum, size);
        }
}

/* ---- the tree ------------------------------------------------------------------------------------*/

static inline void check_children(const bp_bone *bone, size_t count) {
    size_t children = 0;
    for (const bp_bone *child = bp_bone_first_child(bone); child; child = bp_bone_next_sibling(child)) {
        FUZZ_CHECK(bp_bone_parent(child) == bone, "a child with another parent");
        FUZZ_CHECK(++children < count, "a cycle of children");
    }
}

static inline void check_tree(const bp_skeleton *skeleton) {
    size_t count = bp_skeleton_count(skeleton), children = 0, roots = 0;
    bool sorted = true;
    for (size_t index = 0; index < count; index++) {
        const bp_bone *bone = bp_skeleton_bone(skeleton, index), *parent = bp_bone_parent(bone);
        FUZZ_CHECK(bone && bp_bone_array_index(bone) == index, "a bone with another array index");
        FUZZ_CHECK(bp_skeleton_bone_by_id(skeleton, bp_bone_id(bone)) == bone, "an id of another bone");
        size_t steps = 0;
        for (const bp_bone *up = parent; up; up = bp_bone_parent(up))
            FUZZ_CHECK(++steps < count, "a cycle of parents");
        if (parent && bp_bone_array_index(parent) > index) sorted = false;
        if (!parent) roots++;
        check_children(bone, count);
        for (const bp_bone *child = bp_bone_first_child(bone); child; child = bp_bone_next_sibling(child))
            children++;
    }
    FUZZ_CHECK(children + roots == count, "%zu children and %zu roots of %zu bones", children, roots, count);
    FUZZ_CHECK(sorted == bp_skeleton_is_sorted(skeleton), "sorted %d, but reported %d", sorted, !sorted);
}

/* ---- the matrices --------------------------------------------------------------------------------*/

/* If a bone's absolute and local are current, its parent's absolute is too, and absolute is local times
 * it. */
static inline void check_absolutes(bp_skeleton *skeleton) {
    if (bp_skeleton_rules(skeleton) & BP_RULE_POSE_MATRIX)
        return; /* roots may have a pose matrix as another factor */
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++) {
        const bp_bone *bone = bp_skeleton_bone_by_id(skeleton, i), *parent = bp_bone_parent(bone);
        if (!bp_bone_absolute_is_current(bone) || !bp_bone_local_is_current(bone)) continue;
        FUZZ_CHECK(!parent || bp_bone_absolute_is_current(parent), "current below a parent that isn't");
        bp_mat4 above = parent ? bp_bone_absolute(parent) : bp_mat4_identity();
        check_product(bp_bone_local(bone), above, bp_bone_absolute(bone), "absolute");
    }
}

/* After prepare, with parents first: checks the chain, final and palette matrices. */
static inline void check_prepared(bp_skeleton *skeleton) {
    const bp_mat4 *palette = bp_skeleton_palette(skeleton);
    size_t slots = bp_skeleton_palette_count(skeleton);
    FUZZ_CHECK(!bp_skeleton_is_dirty(skeleton), "dirty after prepare");
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++) {
        const bp_bone *bone = bp_skeleton_bone_by_id(skeleton, i), *parent = bp_bone_parent(bone);
        FUZZ_CHECK(bp_bone_local_is_current(bone), "a linked node has another transform after prepare");
        if (parent || !(bp_skeleton_rules(skeleton) & BP_RULE_POSE_MATRIX))
            check_product(bp_bone_local(bone), parent ? bp_bone_chain(parent) : bp_mat4_identity(),
                          bp_bone_chain(bone), "chain");
        bp_mat4 final = bp_bone_final(bone);
        check_product(bp_bone_absolute_inverse_bind(bone), bp_bone_chain(bone), final, "final");
        int slot = bp_bone_index(bone);
        FUZZ_CHECK(slot >= BP_INDEX_NONE && (slot < 0 || (size_t)slot < slots), "slot %d of %zu", slot,
                   slots);
        bool shared = false; /* two bones with one explicit index: either may be in the slot */
        for (size_t k = 0; k < bp_skeleton_count(skeleton); k++)
            shared |= k != i && bp_bone_index(bp_skeleton_bone_by_id(skeleton, k)) == slot;
        if (slot >= 0 && !shared)
            FUZZ_CHECK(same_matrix(palette[slot], final), "slot %d isn't the final", slot);
    }
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++) {
        const bp_bone *bone = bp_skeleton_bone_by_id(skeleton, i);
        if (bp_bone_node(bone)) return; /* linked nodes may need another prepare */
    }
    if (!(bp_skeleton_rules(skeleton) & BP_RULE_ENGINE_DIRTY))
        FUZZ_CHECK(!bp_skeleton_prepare(skeleton), "prepared again without a change");
}

/* Checks the tree and the current matrices. `whole`: also sorts and prepares, then checks all matrices. */
static inline void check_skeleton(bp_skeleton *skeleton, bool whole) {
    check_tree(skeleton);
    check_absolutes(skeleton);
    if (!whole) return;
    if (!bp_skeleton_is_sorted(skeleton)) bp_skeleton_sort(skeleton);
    FUZZ_CHECK(bp_skeleton_is_sorted(skeleton), "not sorted after sorting");
    check_tree(skeleton);
    bp_skeleton_prepare(skeleton);
    if (!(bp_skeleton_rules(skeleton) & BP_RULE_ENGINE_DIRTY)) check_prepared(skeleton);
    bp_skeleton_compute_absolutes(skeleton, true);
    check_absolutes(skeleton);
}

/* ---- two skeletons -------------------------------------------------------------------------------*/

static inline void check_bones(const bp_skeleton *expected, const bp_skeleton *got,
                               bone_matrix *const *getters, size_t count, const char *what) {
    FUZZ_CHECK(bp_skeleton_count(expected) == bp_skeleton_count(got), "%s: a different number of bones",
               what);
    for (size_t i = 0; i < bp_skeleton_count(expected); i++) {
        const bp_bone *a = bp_skeleton_bone_by_id(expected, i), *b = bp_skeleton_bone_by_id(got, i);
        FUZZ_CHECK(bp_bone_array_index(a) == bp_bone_array_index(b), "%s: bone %zu has another array index",
                   what, i);
        FUZZ_CHECK(bp_bone_index(a) == bp_bone_index(b), "%s: bone %zu has another palette index", what, i);
        FUZZ_CHECK(bp_bone_node(a) == bp_bone_node(b), "%s: bone %zu linked to another node", what, i);
        for (size_t k = 0; k < count; k++)
            FUZZ_CHECK(same_matrix(getters[k](a), getters[k](b)), "%s: bone %zu: matrix %zu differs", what, i,
                       k);
    }
}

/* A clone: all matrices are equal. */
static inline void check_same(const bp_skeleton *expected, const bp_skeleton *got) {
    bone_matrix *const getters[] = {bp_bone_local, bp_bone_chain,         bp_bone_final,
                                    bp_bone_bind,  bp_bone_absolute_bind, bp_bone_absolute_inverse_bind,
                                    bp_bone_rest,  bp_bone_absolute};
    check_bones(expected, got, getters, BP_COUNT(getters), "clone");
}

/* After a refused operation. It may have refreshed absolutes, and only prepare computes finals. */
static inline void check_unchanged(const bp_skeleton *before, const bp_skeleton *after) {
    bone_matrix *const getters[] = {bp_bone_local, bp_bone_chain,         bp_bone_final,
                                    bp_bone_bind,  bp_bone_absolute_bind, bp_bone_absolute_inverse_bind,
                                    bp_bone_rest};
    check_bones(before, after, getters, BP_COUNT(getters), "after a refusal");
}

#endif

/* prepare: the pass of every frame, from local matrices to the palette.
 *
 * For each bone, in the order of the array:
 *
 *     chain = local * parent's chain
 *     final = absolute inverse bind * chain
 *
 * A parent that comes after its child gives it the chain of the frame before. That is the page's rule, and
 * the reason to sort. The loop is in prepare_isa.c, the products are in affine_product.h.
 */
#include "base/allocator.h"
#include "base/isa.h"
#include "rig/skeleton.h"
#include <string.h>

/* order: the order of the array, in which prepare runs.
 *
 * Sorting walks the array. Before it places a bone, it places the ancestors that it hasn't placed yet: it
 * climbs and counts them, then fills their array indices from the back. It climbs over each bone once, so
 * the time is linear, and nothing recurses.
 */

bool bp_skeleton_is_sorted(const bp_skeleton *skeleton) {
    if (!skeleton) return false;
    for (uint32_t i = 0; i < skeleton->count; i++) {
        const bp_bone *bone = skeleton->bones.bone[i];
        if (bone->parent && bone->parent->array_index > bone->array_index) return false;
    }
    return true;
}

/* Rebuilds `order` from the bones' array indices. */
static void rebuild_order(bp_skeleton *skeleton) {
    bone_arrays *bones = &skeleton->bones;
    for (uint32_t i = 0; i < skeleton->count; i++) bones->order[bones->bone[i]->array_index] = i;
    if (skeleton->count) memset(bones->visited, 0, skeleton->count);
    if (skeleton->rules & BP_RULE_SORT_RENUMBERS) bp_palette_assign(skeleton);
    if (!(skeleton->rules & BP_RULE_ENGINE_DIRTY)) skeleton->dirty = true;
}

void bp_skeleton_sort(bp_skeleton *skeleton) {
    if (!skeleton) return;
    bone_arrays *bones = &skeleton->bones;
    uint32_t placed = 0;
    for (uint32_t i = 0; i < skeleton->count; i++) {
        bp_bone *bone = bones->bone[bones->order[i]];
        uint32_t missing = 0;
        for (bp_bone *b = bone; b && !bones->visited[b->id]; b = b->parent) {
            bones->visited[b->id] = 1;
            missing++;
        }
        placed += missing;
        for (uint32_t back = 1; back <= missing; back++, bone = bone->parent)
            bone->array_index = placed - back;
    }
    rebuild_order(skeleton);
}

bool bp_skeleton_reorder(bp_skeleton *skeleton, const size_t *ids, size_t count, bp_error *error) {
    if (!skeleton) return bp_fail_null(error, "skeleton");
    bone_arrays *bones = &skeleton->bones;
    bool ok = count == skeleton->count;
    for (size_t i = 0; ok && i < count; i++) {
        ok = ids[i] < count && !bones->visited[ids[i]];
        if (ok) bones->visited[ids[i]] = 1;
    }
    if (!ok) {
        if (skeleton->count) memset(bones->visited, 0, skeleton->count);
        return bp_fail(error, BP_ERROR_ARGUMENT, skeleton->name,
                       "the order must name each of the %u bones once, by id", skeleton->count);
    }
    for (size_t i = 0; i < count; i++) bones->bone[ids[i]]->array_index = (uint32_t)i;
    rebuild_order(skeleton);
    return true;
}

/* palette: each bone's palette index, and the array that prepare writes final matrices to.
 *
 * While every palette index is the bone's id, the array of finals is the palette, and prepare writes each
 * matrix once. The first explicit index, or BP_RULE_SORT_RENUMBERS, gives the palette an array of its own,
 * for good.
 */

bool bp_palette_check_index(int index, const char *name, bp_error *error) {
    return (index >= BP_INDEX_NONE && index < BP_INDEX_LIMIT) ||
           bp_fail(error, BP_ERROR_ARGUMENT, name, "index %d is outside %d..%d", index, BP_INDEX_NONE,
                   BP_INDEX_LIMIT - 1);
}

bool bp_palette_is_separate(const bp_skeleton *skeleton) {
    return skeleton->palette || (skeleton->rules & BP_RULE_SORT_RENUMBERS);
}

bool bp_palette_reserve(bp_skeleton *skeleton, uint32_t end, bool separate, bp_error *error) {
    if (!separate || (skeleton->palette && end <= skeleton->palette_capacity)) return true;
    uint32_t capacity = skeleton->palette_capacity;
    if (capacity < skeleton->bones.capacity) capacity = skeleton->bones.capacity;
    if (capacity < end) capacity = end;
    bp_mat4 *fresh = bp_alloc_aligned(&skeleton->allocator, (size_t)capacity * sizeof *fresh, 64, error);
    if (!fresh) return false;
    if (skeleton->palette)
        memcpy(fresh, skeleton->palette, skeleton->palette_capacity * sizeof *fresh);
    else if (skeleton->count)
        memcpy(fresh, skeleton->bones.final, skeleton->count * sizeof *fresh);
    bp_free_aligned(&skeleton->allocator, skeleton->palette);
    skeleton->palette = fresh;
    skeleton->palette_capacity = capacity;
    return true;
}

void bp_palette_assign(bp_skeleton *skeleton) {
    bool by_array_index = (skeleton->rules & BP_RULE_SORT_RENUMBERS) != 0;
    for (uint32_t id = 0; id < skeleton->count; id++) {
        const bp_bone *bone = skeleton->bones.bone[id];
        uint32_t automatic = by_array_index ? bone->array_index : id;
        skeleton->bones.palette_index[id] = bone->has_index ? bone->index : (int32_t)automatic;
    }
}

const bp_mat4 *bp_skeleton_palette(const bp_skeleton *skeleton) {
    if (!skeleton) return NULL;
    return skeleton->palette ? skeleton->palette : skeleton->bones.final;
}

size_t bp_skeleton_palette_count(const bp_skeleton *skeleton) {
    if (!skeleton) return 0;
    return skeleton->count > skeleton->index_end ? skeleton->count : skeleton->index_end;
}

int bp_bone_index(const bp_bone *bone) {
    return bone ? bone->skeleton->bones.palette_index[bone->id] : BP_INDEX_NONE;
}

#define BP_DECLARE_FINALS_KERNEL(constant, suffix) void bp_compute_finals_##suffix(bp_skeleton *skeleton);
BP_ISA_EACH(BP_DECLARE_FINALS_KERNEL)

static void copy_nodes(bp_skeleton *skeleton) {
    for (uint32_t i = 0; skeleton->linked && i < skeleton->count; i++)
        if (skeleton->bones.bone[i]->node) bp_bone_copy_from_node(skeleton->bones.bone[i]);
}

/* Puts a pose matrix that was set since the last call into the absolute binds. */
static void apply_pose_matrix(bp_skeleton *skeleton) {
    if (!skeleton->pose_matrix_pending) return;
    skeleton->pose_matrix_pending = false;
    for (uint32_t i = 0; i < skeleton->count; i++)
        if (!skeleton->bones.bone[i]->parent) bp_bone_compute_binds(skeleton->bones.bone[i]);
}

static void compute_finals(bp_skeleton *skeleton) {
    static void (*const kernels[BP_ISA_COUNT])(bp_skeleton *) = {
#define BP_LIST_FINALS_KERNELS(constant, suffix) [constant] = bp_compute_finals_##suffix,
        BP_ISA_EACH(BP_LIST_FINALS_KERNELS)
#undef BP_LIST_FINALS_KERNELS
    };
    bool listed = (unsigned)skeleton->isa < BP_ISA_COUNT && kernels[skeleton->isa];
    kernels[listed ? skeleton->isa : BP_ISA_BASE](skeleton);
    skeleton->counters.chain += skeleton->count;
    skeleton->counters.final += skeleton->count;
}

/* After the pass, so a function sees the chains of all bones. */
static void replace_finals(bp_skeleton *skeleton) {
    bone_arrays *bones = &skeleton->bones;
    for (uint32_t id = 0; id < skeleton->count; id++) {
        bones->final[id] = skeleton->final_function(bones->bone[id]);
        if (skeleton->palette && bones->palette_index[id] != BP_INDEX_NONE)
            skeleton->palette[bones->palette_index[id]] = bones->final[id];
    }
}

void bp_skeleton_replace_final(bp_skeleton *skeleton, bp_final_function *function) {
    if (!skeleton) return;
    skeleton->final_function = function;
    skeleton->dirty = true;
}

bool bp_skeleton_prepare(bp_skeleton *skeleton) {
    if (!skeleton) return false;
    copy_nodes(skeleton);
    if (!skeleton->dirty) return false;
    apply_pose_matrix(skeleton);
    compute_finals(skeleton);
    if (skeleton->final_function) replace_finals(skeleton);
    skeleton->dirty = false;
    skeleton->counters.prepared++;
    return true;
}

bp_mat4 bp_bone_final(const bp_bone *bone) {
    return bone ? bone->skeleton->bones.final[bone->id] : bp_mat4_identity();
}
bp_mat4 bp_bone_chain(const bp_bone *bone) {
    return bone ? bp_dmat4_to_mat4(bone->skeleton->bones.chain[bone->id]) : bp_mat4_identity();
}

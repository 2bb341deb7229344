/* clone: a second skeleton in the same state.
 *
 * An id means the same bone in both, so the arrays are copied as they are, and every pointer between bones
 * is found again by id.
 */
#include "rig/skeleton.h"

#include <string.h>

static bool make_bones(bp_skeleton *copy, const bp_skeleton *from, bp_error *error) {
    for (uint32_t i = 0; i < from->count; i++) {
        const bp_bone *bone = from->bones.bone[i];
        bp_bone *fresh = bp_arena_alloc(&copy->arena, 1, sizeof *fresh, error);
        char *name = fresh ? bp_rig_copy_name(&copy->arena, bone->name, error) : NULL;
        if (!name) return false;
        *fresh = *bone;
        fresh->name = name;
        fresh->skeleton = copy;
        copy->bones.bone[i] = fresh;
    }
    return true;
}

static void link_bones(bp_skeleton *copy) {
    for (uint32_t i = 0; i < copy->count; i++) {
        bp_bone *bone = copy->bones.bone[i];
        bp_bone **links[] = {&bone->parent, &bone->first_child, &bone->last_child, &bone->previous,
                             &bone->next};
        for (size_t k = 0; k < BP_COUNT(links); k++)
            if (*links[k]) *links[k] = copy->bones.bone[(*links[k])->id];
    }
}

static void copy_state(bp_skeleton *copy, const bp_skeleton *from) {
    copy->count = from->count;
    copy->linked = from->linked;
    copy->index_end = from->index_end;
    copy->dirty = from->dirty;
    copy->absolutes_dirty = from->absolutes_dirty;
    copy->has_pose_matrix = from->has_pose_matrix;
    copy->pose_matrix_pending = from->pose_matrix_pending;
    copy->pose_matrix = from->pose_matrix;
    copy->pose_matrix_inverse = from->pose_matrix_inverse;
    copy->last_version = from->last_version;
    copy->pose_matrix_version = from->pose_matrix_version;
    copy->final_function = from->final_function;
}

static bool copy_tables(bp_skeleton *copy, const bp_skeleton *from, bp_error *error) {
    if (from->names.capacity) {
        bp_bone **entry = bp_alloc(&copy->allocator, from->names.capacity, sizeof *entry, error);
        if (!entry) return false;
        for (uint32_t i = 0; i < from->names.capacity; i++)
            if (from->names.entry[i]) entry[i] = copy->bones.bone[from->names.entry[i]->id];
        copy->names = from->names;
        copy->names.entry = entry;
    }
    if (!from->palette) return true;
    if (!bp_palette_reserve(copy, from->palette_capacity, true, error)) return false;
    memcpy(copy->palette, from->palette, from->palette_capacity * sizeof *from->palette);
    return true;
}

bp_skeleton *bp_skeleton_clone(const bp_skeleton *skeleton, const char *name, bp_error *error) {
    if (!skeleton) return bp_fail_null(error, "skeleton"), NULL;
    bp_skeleton_options options = {
        .name = name ? name : skeleton->name, .rules = skeleton->rules, .reserve = skeleton->count};
    bp_skeleton *copy = bp_skeleton_create(skeleton->context, &options, error);
    if (!copy) return NULL;
    bp_bone_arrays_copy(&copy->bones, &skeleton->bones, skeleton->count);
    if (!make_bones(copy, skeleton, error) || !copy_tables(copy, skeleton, error)) {
        bp_skeleton_destroy(copy);
        return NULL;
    }
    copy_state(copy, skeleton);
    link_bones(copy);
    return copy;
}

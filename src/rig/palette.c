/* palette: each bone's palette index, and the array that prepare writes final matrices to.
 *
 * While every palette index is the bone's id, the array of finals is the palette, and prepare writes each
 * matrix once. The first explicit index, or BP_RULE_SORT_RENUMBERS, gives the palette an array of its own,
 * for good.
 */
#include "base/allocator.h"
#include "rig/skeleton.h"

#include <string.h>

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

bool bp_bone_has_index(const bp_bone *bone) { return bone ? bone->has_index : false; }

bool bp_bone_set_index(bp_bone *bone, int index, bp_error *error) {
    if (!bone) return bp_fail_null(error, "bone");
    bp_skeleton *skeleton = bone->skeleton;
    if (!bp_palette_check_index(index, bone->name, error)) return false;
    uint32_t end = (uint32_t)(index + 1);
    if (end < skeleton->count) end = skeleton->count;
    if (!bp_palette_reserve(skeleton, end, true, error)) return false;
    if (skeleton->index_end < (uint32_t)(index + 1)) skeleton->index_end = (uint32_t)(index + 1);
    bone->has_index = true;
    bone->index = index;
    skeleton->bones.palette_index[bone->id] = index;
    if (!(skeleton->rules & BP_RULE_ENGINE_DIRTY)) skeleton->dirty = true;
    return true;
}

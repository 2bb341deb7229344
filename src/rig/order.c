/* order: the order of the array, in which prepare runs.
 *
 * Sorting walks the array. Before it places a bone, it places the ancestors that it hasn't placed yet: it
 * climbs and counts them, then fills their array indices from the back. It climbs over each bone once, so
 * the time is linear, and nothing recurses.
 */
#include "rig/skeleton.h"

#include <string.h>

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

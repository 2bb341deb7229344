/* order: the array's order, in which prepare runs.
 *
 * Sorting walks the array, and before it puts a bone it puts those of its ancestors that it hasn't put
 * yet: first it climbs, counting them and marking, then it fills their places from the back. Each
 * bone is climbed over once, so the time is linear in the bones, and nothing recurses.
 */
#include "rig/skeleton.h"

#include <string.h>

bool bp_skeleton_is_sorted(const bp_skeleton *skeleton) {
    for (uint32_t i = 0; i < skeleton->count; i++) {
        const bp_bone *bone = skeleton->at.bone[i];
        if (bone->parent && bone->parent->place > bone->place) return false;
    }
    return true;
}

/* The array's order follows from the bones' places. */
static void settle_places(bp_skeleton *skeleton) {
    bone_arrays *at = &skeleton->at;
    for (uint32_t i = 0; i < skeleton->count; i++) at->order[at->bone[i]->place] = i;
    if (skeleton->count) memset(at->visited, 0, skeleton->count);
    if (skeleton->rules & BP_RULE_SORT_RENUMBERS) bp_palette_assign(skeleton);
    if (!(skeleton->rules & BP_RULE_ENGINE_DIRTY)) skeleton->dirty = true;
}

void bp_skeleton_sort(bp_skeleton *skeleton) {
    bone_arrays *at = &skeleton->at;
    uint32_t put = 0;
    for (uint32_t place = 0; place < skeleton->count; place++) {
        bp_bone *bone = at->bone[at->order[place]];
        uint32_t missing = 0;
        for (bp_bone *above = bone; above && !at->visited[above->number]; above = above->parent) {
            at->visited[above->number] = 1;
            missing++;
        }
        put += missing;
        for (uint32_t i = 1; i <= missing; i++, bone = bone->parent) bone->place = put - i;
    }
    settle_places(skeleton);
}

bool bp_skeleton_reorder(bp_skeleton *skeleton, const size_t *numbers, size_t count, bp_error *error) {
    bone_arrays *at = &skeleton->at;
    bool good = count == skeleton->count;
    for (size_t i = 0; good && i < count; i++) {
        good = numbers[i] < count && !at->visited[numbers[i]];
        if (good) at->visited[numbers[i]] = 1;
    }
    if (!good) {
        if (skeleton->count) memset(at->visited, 0, skeleton->count);
        return bp_fail(error, BP_ERROR_ARGUMENT, skeleton->name,
                       "an order names each of the %u bones once, by number", skeleton->count);
    }
    for (size_t i = 0; i < count; i++) at->bone[numbers[i]]->place = (uint32_t)i;
    settle_places(skeleton);
    return true;
}

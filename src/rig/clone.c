/* clone: a second skeleton that stands exactly as the first does.
 *
 * Numbers mean the same bone in both, so arrays are copied as they are, and each pointer of the family
 * is found again by number.
 */
#include "rig/skeleton.h"

#include <string.h>

static bp_bone *twin(const bp_skeleton *copy, const bp_bone *bone) {
    return bone ? copy->at.bone[bone->number] : NULL;
}

/* New bones at new places in memory; family still unset. */
static bool make_bones(bp_skeleton *copy, const bp_skeleton *from, bp_error *error) {
    for (uint32_t i = 0; i < from->count; i++) {
        const bp_bone *bone = from->at.bone[i];
        size_t size = strlen(bone->name) + 1;
        bp_bone *fresh = bp_arena_alloc(&copy->arena, 1, sizeof *fresh, error);
        char *name = fresh ? bp_arena_alloc(&copy->arena, size, 1, error) : NULL;
        if (!name) return false;
        memcpy(name, bone->name, size);
        *fresh = *bone;
        fresh->name = name;
        fresh->skeleton = copy;
        copy->at.bone[i] = fresh;
    }
    return true;
}

static void join_family(bp_skeleton *copy, const bp_skeleton *from) {
    for (uint32_t i = 0; i < from->count; i++) {
        const bp_bone *bone = from->at.bone[i];
        bp_bone *fresh = copy->at.bone[i];
        fresh->parent = twin(copy, bone->parent);
        fresh->first_child = twin(copy, bone->first_child);
        fresh->last_child = twin(copy, bone->last_child);
        fresh->previous = twin(copy, bone->previous);
        fresh->next = twin(copy, bone->next);
    }
}

static void copy_arrays(bone_arrays *to, const bone_arrays *from, size_t count) {
    memcpy(to->local, from->local, count * sizeof *to->local);
    memcpy(to->chain, from->chain, count * sizeof *to->chain);
    memcpy(to->inverse, from->inverse, count * sizeof *to->inverse);
    memcpy(to->trs, from->trs, count * sizeof *to->trs);
    memcpy(to->final, from->final, count * sizeof *to->final);
    memcpy(to->parent, from->parent, count * sizeof *to->parent);
    memcpy(to->order, from->order, count * sizeof *to->order);
    memcpy(to->slot, from->slot, count * sizeof *to->slot);
    memcpy(to->pending, from->pending, count * sizeof *to->pending);
}

static void copy_state(bp_skeleton *copy, const bp_skeleton *from) {
    copy->count = from->count;
    copy->linked = from->linked;
    copy->index_end = from->index_end;
    copy->dirty = from->dirty;
    copy->absolutes_dirty = from->absolutes_dirty;
    copy->has_pose = from->has_pose;
    copy->pose_waits = from->pose_waits;
    copy->pose = from->pose;
    copy->pose_inverse = from->pose_inverse;
    copy->clock = from->clock;
    copy->pose_stamp = from->pose_stamp;
}

static bool copy_tables(bp_skeleton *copy, const bp_skeleton *from, bp_error *error) {
    if (from->names.capacity) {
        copy->names.entry = bp_alloc(&copy->allocator, from->names.capacity, sizeof(uint32_t), error);
        if (!copy->names.entry) return false;
        memcpy(copy->names.entry, from->names.entry, from->names.capacity * sizeof(uint32_t));
        copy->names.capacity = from->names.capacity;
        copy->names.used = from->names.used;
    }
    if (!from->palette) return true;
    if (!bp_palette_reserve(copy, from->palette_capacity, true, error)) return false;
    memcpy(copy->palette, from->palette, from->palette_capacity * sizeof *from->palette);
    return true;
}

bp_skeleton *bp_skeleton_clone(const bp_skeleton *skeleton, const char *name, bp_error *error) {
    bp_skeleton_options options = {
        .name = name ? name : skeleton->name, .rules = skeleton->rules, .reserve = skeleton->count};
    bp_skeleton *copy = bp_skeleton_create(skeleton->context, &options, error);
    if (!copy) return NULL;
    if (!copy_tables(copy, skeleton, error) || !make_bones(copy, skeleton, error)) {
        bp_skeleton_destroy(copy);
        return NULL;
    }
    if (skeleton->count) copy_arrays(&copy->at, &skeleton->at, skeleton->count);
    join_family(copy, skeleton);
    copy_state(copy, skeleton);
    return copy;
}

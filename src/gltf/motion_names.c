/* Names are sorted once, so many joints take no time. */
#include "gltf/motion_names.h"
#include <bindpose/rig.h>
#include <stdlib.h>
#include <string.h>

/* All joints' names of a model, sorted; owned by the caller, the names by the model. */
typedef struct name_set {
    const char **names;
    size_t count;
} name_set;

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Bones of skins are joints; others stand above them. */
static const char *joint_name(const bp_skeleton *skeleton, size_t i) {
    const bp_bone *bone = skeleton && i < bp_skeleton_count(skeleton) ? bp_skeleton_bone(skeleton, i) : NULL;
    return bone && bp_bone_index(bone) != BP_INDEX_NONE ? bp_bone_name(bone) : NULL;
}

static bool collect(const bp_model *model, const bp_allocator *allocator, name_set *out, bp_error *error) {
    size_t count = 0;
    for (size_t i = 0; i < model->skeleton_count; i++) count += bp_skeleton_count(model->skeletons[i]);
    out->names = bp_alloc(allocator, count, sizeof(const char *), error);
    if (!out->names) return false;
    for (size_t i = 0; i < model->skeleton_count; i++)
        for (size_t j = 0; j < bp_skeleton_count(model->skeletons[i]); j++) {
            const char *name = joint_name(model->skeletons[i], j);
            if (name && *name) out->names[out->count++] = name;
        }
    qsort(out->names, out->count, sizeof(const char *), by_text);
    return true;
}

static bool has(const name_set *set, const char *name) {
    return bsearch(&name, set->names, set->count, sizeof(const char *), by_text) != NULL;
}

enum { MOST = 1024 };

static void add(bp_motion_diff *out, const char *a, const char *b) {
    for (size_t i = 0; i < out->name_count; i++) {
        const bp_motion_name *name = &out->names[i];
        if ((!a == !name->a) && (!b == !name->b) && (!a || strcmp(a, name->a) == 0) &&
            (!b || strcmp(b, name->b) == 0))
            return;
    }
    if (out->name_count < MOST) out->names[out->name_count++] = (bp_motion_name){a, b};
}

static const bp_skeleton *skeleton_at(const bp_model *model, size_t i) {
    return i < model->skeleton_count ? model->skeletons[i] : NULL;
}

static size_t size_of(const bp_skeleton *skeleton) { return skeleton ? bp_skeleton_count(skeleton) : 0; }

static void compare(bp_model *const models[2], const name_set sets[2], size_t index, bp_motion_diff *out) {
    const bp_skeleton *a = skeleton_at(models[0], index), *b = skeleton_at(models[1], index);
    size_t count = size_of(a) > size_of(b) ? size_of(a) : size_of(b);
    for (size_t i = 0; i < count; i++) {
        const char *one = joint_name(a, i), *two = joint_name(b, i);
        if (one && (!*one || has(&sets[1], one))) one = NULL;
        if (two && (!*two || has(&sets[0], two))) two = NULL;
        if (one || two) add(out, one, two);
    }
}

bool bp_motion_names_find(bp_model *const models[2], bp_motion_diff *out, bp_error *error) {
    const bp_allocator *allocator = &out->allocator;
    name_set sets[2] = {{0}};
    out->names = bp_alloc(allocator, MOST, sizeof *out->names, error);
    bool ok = out->names && collect(models[0], allocator, &sets[0], error) &&
              collect(models[1], allocator, &sets[1], error);
    size_t skeletons = models[0]->skeleton_count > models[1]->skeleton_count ? models[0]->skeleton_count
                                                                             : models[1]->skeleton_count;
    for (size_t i = 0; ok && i < skeletons; i++) compare(models, sets, i, out);
    for (int i = 0; i < 2; i++) bp_free(allocator, sets[i].names);
    return ok;
}

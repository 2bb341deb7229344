/* Instances of a model: nodes and skeletons are cloned, all else is borrowed. */
#include "rig/engine.h"
#include <bindpose/model.h>
#include <stdlib.h>

/* A node of the original and its clone; sorted by original, for a fast search. */
typedef struct clone_entry {
    const bp_node *original;
    bp_node *clone;
} clone_entry;

static int by_original(const void *a, const void *b) {
    uintptr_t first = (uintptr_t)((const clone_entry *)a)->original,
              second = (uintptr_t)((const clone_entry *)b)->original;
    return (first > second) - (first < second);
}

static bp_node *clone_of(const clone_entry *entries, size_t count, const bp_node *original) {
    clone_entry key = {.original = original};
    const clone_entry *found = original ? bsearch(&key, entries, count, sizeof *entries, by_original) : NULL;
    return found ? found->clone : NULL;
}

static bool clone_nodes(bp_model *copy, const bp_model *model, clone_entry *entries, bp_error *error) {
    for (size_t i = 0; i < model->node_count; i++) {
        copy->nodes[i] = bp_node_clone(model->nodes[i], error);
        if (!copy->nodes[i]) return false;
        entries[i] = (clone_entry){model->nodes[i], copy->nodes[i]};
    }
    qsort(entries, model->node_count, sizeof *entries, by_original);
    for (size_t i = 0; i < model->node_count; i++) {
        bp_node *parent = clone_of(entries, model->node_count, bp_node_parent(model->nodes[i]));
        if (parent && !bp_node_set_parent(copy->nodes[i], parent, error)) return false;
    }
    return true;
}

static bool clone_skeletons(bp_model *copy, const bp_model *model, const clone_entry *entries,
                            bp_error *error) {
    for (size_t i = 0; i < model->skeleton_count; i++) {
        copy->skeletons[i] = bp_skeleton_clone(model->skeletons[i], NULL, error);
        if (!copy->skeletons[i]) return false;
        for (size_t b = 0; b < bp_skeleton_count(copy->skeletons[i]); b++) {
            bp_bone *bone = bp_skeleton_bone_by_id(copy->skeletons[i], b);
            bp_bone_link(bone, clone_of(entries, model->node_count, bp_bone_node(bone)));
        }
    }
    return true;
}

bp_model *bp_model_instantiate(const bp_model *model, bp_error *error) {
    if (!model) return bp_fail_null(error, "model"), NULL;
    const bp_allocator *allocator = &model->allocator;
    bp_model *copy = bp_alloc(allocator, 1, sizeof *copy, error);
    if (!copy) return NULL;
    *copy = *model;
    copy->shares = model->shares ? model->shares : model;
    copy->nodes = bp_alloc(allocator, model->node_count, sizeof *copy->nodes, error);
    copy->skeletons =
        copy->nodes ? bp_alloc(allocator, model->skeleton_count, sizeof *copy->skeletons, error) : NULL;
    clone_entry *entries =
        copy->skeletons ? bp_alloc(allocator, model->node_count, sizeof *entries, error) : NULL;
    if (!copy->nodes) copy->node_count = 0;
    if (!copy->skeletons) copy->skeleton_count = 0;
    bool ok =
        entries && clone_nodes(copy, model, entries, error) && clone_skeletons(copy, model, entries, error);
    bp_free(allocator, entries);
    if (ok) return copy;
    bp_model_destroy(copy);
    return NULL;
}

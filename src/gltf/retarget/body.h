/* body: which nodes of a model are which bones of a human body; and the model's tree at rest. */
#pragma once

#include "base/arena.h"
#include "math/double.h"
#include <bindpose/retarget.h>

/* Bones, named as in VRM. Those from SHOULDER on are the left ones; the right ones follow in the same order.
 * A chain (spine, neck, finger) may have several nodes. */
typedef enum body_slot {
    BODY_HIPS,
    BODY_SPINE,
    BODY_NECK,
    BODY_HEAD,
    BODY_SHOULDER,
    BODY_UPPER_ARM,
    BODY_LOWER_ARM,
    BODY_HAND,
    BODY_THUMB,
    BODY_INDEX,
    BODY_MIDDLE,
    BODY_RING,
    BODY_LITTLE,
    BODY_UPPER_LEG,
    BODY_LOWER_LEG,
    BODY_FOOT,
    BODY_TOES,
    BODY_RIGHT, /* the right shoulder */
    BODY_SIDED = BODY_RIGHT - BODY_SHOULDER,
    BODY_SLOTS = BODY_RIGHT + BODY_SIDED
} body_slot;
enum { BODY_MAX_CHAIN = 8, BODY_MAX_TWISTS = 4 };

/* The left or only one of a pair of slots. */
static inline int body_left(int slot) { return slot >= BODY_RIGHT ? slot - BODY_SIDED : slot; }
static inline bool body_is_chain(int slot) {
    int left = body_left(slot);
    return left == BODY_SPINE || left == BODY_NECK || (left >= BODY_THUMB && left <= BODY_LITTLE);
}
/* Of the two bones of a limb. */
static inline bool body_is_limb(int slot) {
    int left = body_left(slot);
    return left == BODY_UPPER_ARM || left == BODY_LOWER_ARM || left == BODY_UPPER_LEG ||
           left == BODY_LOWER_LEG;
}
/* "leftUpperArm", or with a chain's index "spine 2"; bp_body_slot_of is the reverse, also for a twist bone
 * ("leftUpperArm twist 1"); -1: no slot. */
void bp_body_role(int slot, int index, char role[24]);
int bp_body_slot_of(const char *role);

/* A model's tree: parents, an order with parents first, joints, world matrices at rest. */
typedef struct retarget_tree {
    size_t count;
    int *parents, *order; /* in the arena; -1: a root */
    bool *joint;          /* of a skin; if there is no skin, all are */
    bp_dtrs *rest;        /* local */
    bp_dmat4 *world;
} retarget_tree;
bool bp_retarget_tree_make(retarget_tree *tree, const bp_model *model, bp_arena *arena, bp_error *error);
/* Whether `node` is `above` or below it. */
bool bp_retarget_is_below(const retarget_tree *tree, int node, int above);
/* The lowest node that both are below, or are. */
int bp_retarget_common(const retarget_tree *tree, int a, int b);
static inline bp_dvec3 bp_retarget_at(const bp_dmat4 *world) {
    return (bp_dvec3){world->m[12], world->m[13], world->m[14]};
}

static inline bp_dvec3 bp_retarget_plus(bp_dvec3 a, bp_dvec3 b, double t) {
    return (bp_dvec3){a.x + t * b.x, a.y + t * b.y, a.z + t * b.z};
}
static inline bp_dvec3 bp_retarget_minus(bp_dvec3 a, bp_dvec3 b) { return bp_retarget_plus(a, b, -1); }

typedef struct body {
    int nodes[BODY_SLOTS][BODY_MAX_CHAIN];
    int counts[BODY_SLOTS];
    float certainty[BODY_SLOTS];
    const char *reason[BODY_SLOTS];
    /* Bones along an upper or lower limb that only roll, from its joint on, and how far along each one is. */
    int twists[BODY_SLOTS][BODY_MAX_TWISTS], twist_counts[BODY_SLOTS];
    float parts[BODY_SLOTS][BODY_MAX_TWISTS];
} body;

/* Adds a node to a slot, if there is place. */
void bp_body_give(body *out, bool *used, int slot, int node, float certainty, const char *reason);
/* By names (body.c). `names`: in place of the nodes' own; may be NULL. */
bool bp_body_find(body *out, const bp_model *model, const retarget_tree *tree, const bp_retarget_name *names,
                  bp_arena *arena, bp_error *error);
/* Fills slots that are empty, from the shape of the tree alone (body_structure.c). */
bool bp_body_find_by_structure(body *out, const bp_model *model, const retarget_tree *tree, bp_arena *arena,
                               bp_error *error);

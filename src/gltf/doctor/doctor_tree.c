/* Joints in the hierarchy: one root, in the scene, each node once, parents first. */
#include "gltf/doctor/doctor.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A joint of the skin that is also at an earlier place. */
static void check_repeated(bp_doctor *doctor, size_t index) {
    const bp_doctor_skin *skin = &doctor->skins[index];
    for (size_t i = 0; i < skin->joint_count; i++) {
        int node = skin->joints[i];
        char place[64], text[64];
        if (node < 0 || doctor->joint_of[node] == (int)i) continue;
        snprintf(place, sizeof place, "skins[%zu].joints[%zu]", index, i);
        bp_doctor_add(doctor, BP_DOCTOR_JOINTS_REPEATED, BP_DOCTOR_ERROR, BP_DOCTOR_NO_CAUSE, place,
                      "%s is joint %d of this skin already",
                      bp_doctor_node_text(doctor, node, text, sizeof text), doctor->joint_of[node]);
    }
}

/* Whether all joints hang below one node; else says which doesn't. */
static bool check_root(bp_doctor *doctor, size_t index) {
    const bp_doctor_skin *skin = &doctor->skins[index];
    int top = -1;
    for (size_t i = 0; i < skin->joint_count; i++) {
        int node = skin->joints[i];
        char place[64], text[64], other[64];
        if (node < 0) continue;
        if (top < 0) top = doctor->nodes[node].root;
        if (doctor->nodes[node].root == top) continue;
        snprintf(place, sizeof place, "skins[%zu].joints[%zu]", index, i);
        bp_doctor_add(doctor, BP_DOCTOR_NO_COMMON_ROOT, BP_DOCTOR_ERROR,
                      doctor->looped ? BP_DOCTOR_NODE_CYCLE : BP_DOCTOR_NO_CAUSE, place,
                      "%s is not below %s, where the joints before it are",
                      bp_doctor_node_text(doctor, node, text, sizeof text),
                      bp_doctor_node_text(doctor, top, other, sizeof other));
        return false;
    }
    return true;
}

static void check_skeleton(bp_doctor *doctor, size_t index, bool rooted) {
    const bp_doctor_skin *skin = &doctor->skins[index];
    bp_doctor_id cause = doctor->looped ? BP_DOCTOR_NODE_CYCLE
                         : rooted       ? BP_DOCTOR_NO_CAUSE
                                        : BP_DOCTOR_NO_COMMON_ROOT;
    for (size_t i = 0; skin->skeleton >= 0 && i < skin->joint_count; i++) {
        int node = skin->joints[i];
        char place[64], text[64], other[64];
        if (node < 0 || bp_doctor_is_above(doctor, skin->skeleton, node)) continue;
        snprintf(place, sizeof place, "skins[%zu].skeleton", index);
        bp_doctor_add(doctor, BP_DOCTOR_SKELETON_NOT_ANCESTOR, BP_DOCTOR_ERROR, cause, place,
                      "%s does not stand above joint %zu, %s",
                      bp_doctor_node_text(doctor, skin->skeleton, text, sizeof text), i,
                      bp_doctor_node_text(doctor, node, other, sizeof other));
        return;
    }
}

/* Which skins a mesh that is shown uses; NULL: no memory. */
static bool *find_shown(bp_doctor *doctor, bp_error *error) {
    bool *shown = bp_arena_alloc(&doctor->arena, doctor->skin_count, sizeof *shown, error);
    for (size_t i = 0; shown && i < doctor->node_count; i++) {
        const bp_doctor_node *node = &doctor->nodes[i];
        if (node->in_scene && node->mesh >= 0 && node->skin >= 0) shown[node->skin] = true;
    }
    return shown;
}

static void check_scene(bp_doctor *doctor, size_t index, bool rooted) {
    const bp_doctor_skin *skin = &doctor->skins[index];
    bp_doctor_id cause = doctor->looped ? BP_DOCTOR_NODE_CYCLE
                         : rooted       ? BP_DOCTOR_NO_CAUSE
                                        : BP_DOCTOR_NO_COMMON_ROOT;
    size_t outside = 0, first = 0;
    for (size_t i = skin->joint_count; i-- > 0;) {
        if (skin->joints[i] < 0 || doctor->nodes[skin->joints[i]].in_scene) continue;
        outside++;
        first = i;
    }
    if (outside == 0) return;
    char place[64], text[64];
    snprintf(place, sizeof place, "skins[%zu].joints[%zu]", index, first);
    bp_doctor_add(doctor, BP_DOCTOR_JOINT_NOT_IN_SCENE, BP_DOCTOR_ERROR, cause, place,
                  "%s, and %zu more of %zu joints, are not below a node of the scene that shows the mesh",
                  bp_doctor_node_text(doctor, skin->joints[first], text, sizeof text), outside - 1,
                  skin->joint_count);
}

/* A parent that is listed behind its child. */
static void check_order(bp_doctor *doctor, size_t index) {
    const bp_doctor_skin *skin = &doctor->skins[index];
    const int *joint_of = doctor->joint_of;
    size_t late = 0, first = 0;
    for (size_t i = skin->joint_count; i-- > 0;) {
        int parent = skin->joints[i] < 0 ? -1 : doctor->nodes[skin->joints[i]].parent;
        if (parent < 0 || joint_of[parent] <= (int)i) continue;
        late++;
        first = i;
    }
    if (late == 0) return;
    int node = skin->joints[first], parent = doctor->nodes[node].parent;
    char place[64], text[64], other[64];
    snprintf(place, sizeof place, "skins[%zu].joints[%zu]", index, first);
    bp_doctor_add(doctor, BP_DOCTOR_JOINT_ORDER, BP_DOCTOR_NOTE, BP_DOCTOR_NO_CAUSE, place,
                  "%s comes before its parent %s, which is joint %d; %zu joints do so",
                  bp_doctor_node_text(doctor, node, text, sizeof text),
                  bp_doctor_node_text(doctor, parent, other, sizeof other), joint_of[parent], late);
}

bool bp_doctor_check_tree(bp_doctor *doctor, bp_error *error) {
    const bool *shown = find_shown(doctor, error);
    if (!shown) return false;
    for (size_t i = 0; i < doctor->skin_count; i++) {
        bp_doctor_mark_joints(doctor, &doctor->skins[i]);
        check_repeated(doctor, i);
        bool rooted = check_root(doctor, i);
        check_skeleton(doctor, i, rooted);
        if (shown[i]) check_scene(doctor, i, rooted);
        check_order(doctor, i);
        bp_doctor_unmark_joints(doctor, &doctor->skins[i]);
    }
    return true;
}

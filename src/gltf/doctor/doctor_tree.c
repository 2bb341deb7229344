/* Joints in the hierarchy: one root, in the scene, each node once, parents first, each with a name of its
 * own. */
#include "gltf/doctor/doctor.h"
#include <stdlib.h>
#include <string.h>

/* Reports joints whose node is already an earlier joint. */
static void check_repeated(bp_doctor *doctor, size_t index) {
    const bp_doctor_skin *skin = &doctor->skins[index];
    for (size_t i = 0; i < skin->joint_count; i++) {
        int node = skin->joints[i];
        if (node < 0 || doctor->joint_of[node] == (int)i) continue;
        bp_doctor_add(doctor, BP_DOCTOR_JOINTS_REPEATED, BP_DOCTOR_ERROR,
                      bp_doctor_at_joint(doctor, index, i), "%s is already joint %d of this skin",
                      bp_doctor_node_text(doctor, node).text, doctor->joint_of[node]);
    }
}

/* Returns whether all joints have the same root; else reports the first that doesn't. */
static bool check_root(bp_doctor *doctor, size_t index) {
    const bp_doctor_skin *skin = &doctor->skins[index];
    int top = -1;
    for (size_t i = 0; i < skin->joint_count; i++) {
        int node = skin->joints[i];
        if (node < 0) continue;
        if (top < 0) top = doctor->nodes[node].root;
        if (doctor->nodes[node].root == top) continue;
        bp_doctor_add_caused(doctor, BP_DOCTOR_NO_COMMON_ROOT, BP_DOCTOR_ERROR,
                             doctor->has_cycle ? BP_DOCTOR_NODE_CYCLE : BP_DOCTOR_NONE,
                             bp_doctor_at_joint(doctor, index, i),
                             "%s is not below %s, the root of the joints before it",
                             bp_doctor_node_text(doctor, node).text, bp_doctor_node_text(doctor, top).text);
        return false;
    }
    return true;
}

static void check_skeleton(bp_doctor *doctor, size_t index, bp_doctor_id cause) {
    const bp_doctor_skin *skin = &doctor->skins[index];
    for (size_t i = 0; skin->skeleton >= 0 && i < skin->joint_count; i++) {
        int node = skin->joints[i];
        if (node < 0 || bp_doctor_is_above(doctor, skin->skeleton, node)) continue;
        bp_doctor_add_caused(
            doctor, BP_DOCTOR_SKELETON_NOT_ANCESTOR, BP_DOCTOR_ERROR, cause,
            bp_doctor_at_skin(doctor, index, -1, "skeleton"), "%s is not an ancestor of joint %zu, %s",
            bp_doctor_node_text(doctor, skin->skeleton).text, i, bp_doctor_node_text(doctor, node).text);
        return;
    }
}

/* Finds the skins that a visible mesh uses; NULL: no memory. */
static bool *find_shown(bp_doctor *doctor) {
    bool *shown = bp_doctor_memory(doctor, doctor->skin_count, sizeof *shown);
    for (size_t i = 0; shown && i < doctor->node_count; i++) {
        const bp_doctor_node *node = &doctor->nodes[i];
        if (node->in_scene && node->mesh >= 0 && node->skin >= 0) shown[node->skin] = true;
    }
    return shown;
}

static void check_scene(bp_doctor *doctor, size_t index, bp_doctor_id cause) {
    const bp_doctor_skin *skin = &doctor->skins[index];
    size_t outside = 0, first = 0;
    for (size_t i = skin->joint_count; i-- > 0;) {
        if (skin->joints[i] < 0 || doctor->nodes[skin->joints[i]].in_scene) continue;
        outside++;
        first = i;
    }
    if (outside > 0)
        bp_doctor_add_caused(doctor, BP_DOCTOR_JOINT_NOT_IN_SCENE, BP_DOCTOR_ERROR, cause,
                             bp_doctor_at_joint(doctor, index, first),
                             "%zu of %zu joints are not in the scene that shows the mesh; the first is %s",
                             outside, skin->joint_count,
                             bp_doctor_node_text(doctor, skin->joints[first]).text);
}

/* Reports joints that come before their parent. */
static void check_order(bp_doctor *doctor, size_t index) {
    const bp_doctor_skin *skin = &doctor->skins[index];
    const int *joint_of = doctor->joint_of;
    size_t early = 0, first = 0;
    for (size_t i = skin->joint_count; i-- > 0;) {
        int parent = skin->joints[i] < 0 ? -1 : doctor->nodes[skin->joints[i]].parent;
        if (parent < 0 || joint_of[parent] <= (int)i) continue;
        early++;
        first = i;
    }
    if (early == 0) return;
    int node = skin->joints[first], parent = doctor->nodes[node].parent;
    bp_doctor_add(doctor, BP_DOCTOR_JOINT_ORDER, BP_DOCTOR_NOTE, bp_doctor_at_joint(doctor, index, first),
                  "%zu joints come before their parents; the first is %s, whose parent %s is joint %d", early,
                  bp_doctor_node_text(doctor, node).text, bp_doctor_node_text(doctor, parent).text,
                  joint_of[parent]);
}

/* Reports joints whose parent is no joint, though a joint is above them. The skin's joints must be marked. */
static void check_between(bp_doctor *doctor, size_t index) {
    const bp_doctor_skin *skin = &doctor->skins[index];
    size_t apart = 0, first = 0;
    for (size_t i = skin->joint_count; i-- > 0;) {
        int node = skin->joints[i], parent = node >= 0 ? doctor->nodes[node].parent : -1;
        if (parent < 0 || doctor->joint_of[parent] >= 0 || bp_doctor_parent_joint(doctor, node) < 0) continue;
        apart++;
        first = i;
    }
    if (apart > 0)
        bp_doctor_add(doctor, BP_DOCTOR_JOINTS_APART, BP_DOCTOR_NOTE,
                      bp_doctor_at_joint(doctor, index, first),
                      "between %zu of %zu joints and the joint above them are nodes that are no joints; the "
                      "first is %s, below %s",
                      apart, skin->joint_count, bp_doctor_node_text(doctor, skin->joints[first]).text,
                      bp_doctor_node_text(doctor, doctor->nodes[skin->joints[first]].parent).text);
}

void bp_doctor_check_tree(bp_doctor *doctor) {
    const bool *shown = find_shown(doctor);
    for (size_t i = 0; shown && i < doctor->skin_count; i++) {
        bp_doctor_mark_joints(doctor, &doctor->skins[i]);
        check_repeated(doctor, i);
        bp_doctor_id cause = check_root(doctor, i) ? BP_DOCTOR_NONE : BP_DOCTOR_NO_COMMON_ROOT;
        if (doctor->has_cycle) cause = BP_DOCTOR_NODE_CYCLE;
        check_skeleton(doctor, i, cause);
        if (shown[i]) check_scene(doctor, i, cause);
        check_order(doctor, i);
        check_between(doctor, i);
        bp_doctor_unmark_joints(doctor, &doctor->skins[i]);
    }
}

/* Skins one after the other that have the same joints. */
static void check_alike(bp_doctor *doctor) {
    size_t alike = 0, first = 0;
    for (size_t i = 1; i < doctor->skin_count; i++) {
        const bp_doctor_skin *one = &doctor->skins[i - 1], *two = &doctor->skins[i];
        if (one->joint_count == 0 || one->joint_count != two->joint_count ||
            memcmp(one->joints, two->joints, one->joint_count * sizeof *one->joints) != 0)
            continue;
        if (alike++ == 0) first = i;
    }
    if (alike > 0)
        bp_doctor_add(doctor, BP_DOCTOR_SKINS_ALIKE, BP_DOCTOR_NOTE,
                      bp_doctor_at_skin(doctor, first, -1, NULL),
                      "%zu of %zu skins have the joints of the skin before them; the first is skins[%zu]",
                      alike, doctor->skin_count, first);
}

typedef struct named_joint {
    const char *name;
    int node;
} named_joint;

static int by_name(const void *a, const void *b) {
    const named_joint *first = a, *second = b;
    int order = strcmp(first->name, second->name);
    return order ? order : (first->node > second->node) - (first->node < second->node);
}

/* Reports neighbours of equal name in a sorted list; a repeated node is another finding. */
static void report_equal_names(bp_doctor *doctor, const named_joint *joints, size_t count) {
    for (size_t i = 1; i < count; i++) {
        const named_joint *one = &joints[i - 1], *two = &joints[i];
        if (one->node == two->node || *one->name == '\0' || strcmp(one->name, two->name) != 0) continue;
        bp_doctor_add(doctor, BP_DOCTOR_NAMES_DUPLICATED, BP_DOCTOR_WARNING,
                      bp_doctor_at_node(two->node, "nodes[%d].name", two->node),
                      "the joints nodes[%d] and nodes[%d] are both called \"%.60s\"", one->node, two->node,
                      two->name);
    }
}

static void report_missing_names(bp_doctor *doctor, size_t skin, const named_joint *joints, size_t count) {
    size_t missing = 0;
    int first = -1;
    for (size_t i = count; i-- > 0;) {
        if (*joints[i].name) continue;
        missing++;
        first = joints[i].node;
    }
    if (missing == 0) return;
    bp_doctor_place place = bp_doctor_at_node(first, "nodes[%d]", first);
    place.skin = (int)skin;
    bp_doctor_add(doctor, BP_DOCTOR_NAMES_MISSING, BP_DOCTOR_NOTE, place,
                  "%zu of %zu joints have no name; the first is nodes[%d]", missing, count, first);
}

void bp_doctor_check_names(bp_doctor *doctor) {
    check_alike(doctor);
    for (size_t i = 0; i < doctor->skin_count; i++) {
        const bp_doctor_skin *skin = &doctor->skins[i];
        named_joint *joints = bp_doctor_memory(doctor, skin->joint_count, sizeof *joints);
        size_t count = 0;
        if (!joints) return;
        for (size_t j = 0; j < skin->joint_count; j++)
            if (skin->joints[j] >= 0)
                joints[count++] = (named_joint){doctor->nodes[skin->joints[j]].name, skin->joints[j]};
        report_missing_names(doctor, i, joints, count);
        qsort(joints, count, sizeof *joints, by_name);
        report_equal_names(doctor, joints, count);
    }
}

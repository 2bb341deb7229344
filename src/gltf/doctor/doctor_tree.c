/* Joints in the hierarchy: one root, in the scene, each node once, parents first, each with a name of its
 * own. And bind sites, the nodes that skinned meshes are attached to: their transforms have no effect, and
 * their skins may be missing. */
#include "gltf/doctor/doctor.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    bp_doctor_concerned outside = {0};
    for (size_t i = 0; i < skin->joint_count; i++)
        if (skin->joints[i] >= 0 && !doctor->nodes[skin->joints[i]].in_scene) bp_doctor_concern(&outside, i);
    if (outside.count == 0) return;
    bp_doctor_place place = bp_doctor_at_joints(doctor, index, &outside);
    bp_doctor_add_caused(doctor, BP_DOCTOR_JOINT_NOT_IN_SCENE, BP_DOCTOR_ERROR, cause, place,
                         "%zu of %zu joints are not in the scene that shows the mesh; the first is %s",
                         outside.count, skin->joint_count, bp_doctor_node_text(doctor, place.node).text);
}

/* Reports joints that come before their parent, and those whose parent is no joint, though a joint is above
 * them. The skin's joints must be marked. */
static void check_parents(bp_doctor *doctor, size_t index) {
    const bp_doctor_skin *skin = &doctor->skins[index];
    bp_doctor_concerned early = {0}, apart = {0};
    for (size_t i = 0; i < skin->joint_count; i++) {
        int node = skin->joints[i], parent = node >= 0 ? doctor->nodes[node].parent : -1;
        if (parent < 0) continue;
        if (doctor->joint_of[parent] > (int)i) bp_doctor_concern(&early, i);
        if (doctor->joint_of[parent] < 0 && bp_doctor_parent_joint(doctor, node) >= 0)
            bp_doctor_concern(&apart, i);
    }
    for (int i = 0; i < 2; i++) {
        const bp_doctor_concerned *joints = i ? &apart : &early;
        if (joints->count == 0) continue;
        bp_doctor_place place = bp_doctor_at_joints(doctor, index, joints);
        int parent = doctor->nodes[place.node].parent;
        const bp_formatted first = bp_doctor_node_text(doctor, place.node),
                           above = bp_doctor_node_text(doctor, parent);
        if (i)
            bp_doctor_add(doctor, BP_DOCTOR_JOINTS_APART, BP_DOCTOR_NOTE, place,
                          "between %zu of %zu joints and the joint above them are nodes that are no joints; "
                          "the first is %s, below %s",
                          apart.count, skin->joint_count, first.text, above.text);
        else
            bp_doctor_add(
                doctor, BP_DOCTOR_JOINT_ORDER, BP_DOCTOR_NOTE, place,
                "%zu joints come before their parents; the first is %s, whose parent %s is joint %d",
                early.count, first.text, above.text, doctor->joint_of[parent]);
    }
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
        check_parents(doctor, i);
        bp_doctor_unmark_joints(doctor, &doctor->skins[i]);
    }
}

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

int bp_doctor_by_name(const void *a, const void *b) {
    const bp_doctor_node *one = *(bp_doctor_node *const *)a, *two = *(bp_doctor_node *const *)b;
    int order = strcmp(one->name, two->name);
    return order ? order : (one > two) - (one < two);
}

/* Reports neighbours of equal name in a sorted list; a repeated node is another finding. */
static void report_equal_names(bp_doctor *doctor, const bp_doctor_node *const *joints, size_t count) {
    for (size_t i = 1; i < count; i++) {
        int one = (int)(joints[i - 1] - doctor->nodes), two = (int)(joints[i] - doctor->nodes);
        const char *name = joints[i]->name;
        if (one == two || *name == '\0' || strcmp(joints[i - 1]->name, name) != 0) continue;
        bp_doctor_add(doctor, BP_DOCTOR_NAMES_DUPLICATED, BP_DOCTOR_WARNING,
                      bp_doctor_at_node(two, "nodes[%d].name", two),
                      "the joints nodes[%d] and nodes[%d] are both called \"%.60s\"", one, two, name);
    }
}

void bp_doctor_check_names(bp_doctor *doctor) {
    check_alike(doctor);
    for (size_t i = 0; i < doctor->skin_count; i++) {
        const bp_doctor_skin *skin = &doctor->skins[i];
        const bp_doctor_node **joints = bp_doctor_memory(doctor, skin->joint_count, sizeof *joints);
        size_t count = 0, missing = 0;
        int first = -1;
        if (!joints) return;
        for (size_t j = 0; j < skin->joint_count; j++) {
            int node = skin->joints[j];
            if (node < 0) continue;
            joints[count++] = &doctor->nodes[node];
            if (!*doctor->nodes[node].name && missing++ == 0) first = node;
        }
        bp_doctor_place place = bp_doctor_at_node(first, "nodes[%d]", first);
        place.skin = (int)i;
        if (missing > 0)
            bp_doctor_add(doctor, BP_DOCTOR_NAMES_MISSING, BP_DOCTOR_NOTE, place,
                          "%zu of %zu joints have no name; the first is nodes[%d]", missing, count, first);
        qsort(joints, count, sizeof *joints, bp_doctor_by_name);
        report_equal_names(doctor, joints, count);
    }
}

static bp_doctor_place place_of(const bp_doctor_node *node, int index) {
    bp_doctor_place place = bp_doctor_at_node(index, "nodes[%d]", index);
    place.mesh = node->mesh;
    place.skin = node->skin;
    return place;
}

static void check_skin(bp_doctor *doctor, int index) {
    const bp_doctor_node *node = &doctor->nodes[index];
    bool influences = node->mesh >= 0 && doctor->meshes[node->mesh].has_influences;
    bp_doctor_place place = place_of(node, index);
    bp_doctor_id cause = bp_doctor_first(doctor, BP_DOCTOR_UNREADABLE, BP_DOCTOR_UNREADABLE);
    if (cause == BP_DOCTOR_NONE)
        cause = bp_doctor_first(doctor, BP_DOCTOR_WEIGHTS_NOT_NORMALIZED, BP_DOCTOR_WEIGHTS_NOT_NORMALIZED);
    if (influences && node->skin < 0)
        bp_doctor_add_caused(doctor, BP_DOCTOR_SKIN_MISSING,
                             doctor->meshes[node->mesh].skin >= 0 ? BP_DOCTOR_WARNING : BP_DOCTOR_ERROR,
                             cause, place, "meshes[%d] has joints and weights, but the node has no skin",
                             node->mesh);
    if (node->mesh < 0 && node->skin >= 0)
        bp_doctor_add_coded(doctor, BP_DOCTOR_SKIN_MISSING, BP_DOCTOR_ERROR, cause, "UNSATISFIED_DEPENDENCY",
                            place, "the node has skins[%d], but no mesh", node->skin);
    if (!influences && node->mesh >= 0 && node->skin >= 0)
        bp_doctor_add_coded(
            doctor, BP_DOCTOR_SKIN_MISSING, BP_DOCTOR_ERROR, cause, "NODE_SKIN_WITH_NON_SKINNED_MESH", place,
            "the node has skins[%d], but meshes[%d] has no joints and weights", node->skin, node->mesh);
}

/* What the specification ignores of a transform: "a scale of 100, a rotation of 90 degrees". */
static bp_formatted describe(bp_mat4 m) {
    bp_trs trs;
    bp_formatted out = {.text = ""};
    if (!bp_mat4_decompose(m, &trs)) return bp_format("a matrix that flattens");
    double x = (double)trs.scale.x, y = (double)trs.scale.y, z = (double)trs.scale.z;
    double degrees = 2.0 * (double)bp_acos(fabsf(trs.rotation.w)) * 57.29577951308232;
    bp_vec3 t = trs.position;
    bool even = fabs(x - y) <= 1e-4 * fabs(x) && fabs(x - z) <= 1e-4 * fabs(x);
    if (even && fabs(x - 1.0) > 1e-5) out = bp_format(", a scale of %.4g", x);
    if (!even) out = bp_format(", a scale of (%.3g, %.3g, %.3g)", x, y, z);
    if (degrees > 1e-2) out = bp_format("%s, a rotation of %.4g degrees", out.text, degrees);
    if (bp_vec3_length(t) > 1e-5f)
        out = bp_format("%s, a translation of (%.4g, %.4g, %.4g)", out.text, (double)t.x, (double)t.y,
                        (double)t.z);
    return *out.text ? bp_format("%s", out.text + 2) : bp_format("a transform");
}

/* Whether the nodes above the mesh are above its joints too, as in Mixamo's armatures. */
static bool is_shared(const bp_doctor *doctor, const bp_doctor_node *node) {
    const bp_doctor_skin *skin = &doctor->skins[node->skin];
    for (size_t i = 0; i < skin->joint_count; i++)
        if (skin->joints[i] >= 0 && !bp_doctor_is_above(doctor, node->parent, skin->joints[i])) return false;
    return true;
}

/* An ancestor that moves mesh and joints alike does no harm, even in an engine that doesn't ignore it. */
static void check_transform(bp_doctor *doctor, int index) {
    const bp_doctor_node *node = &doctor->nodes[index];
    bp_doctor_place place = place_of(node, index);
    if (node->joint_above >= 0)
        bp_doctor_add(doctor, BP_DOCTOR_MESH_UNDER_SKELETON, BP_DOCTOR_WARNING, place,
                      "the skinned mesh's node is a descendant of the joint %s",
                      bp_doctor_node_text(doctor, node->joint_above).text);
    if (!bp_doctor_is_identity(node->local))
        bp_doctor_add(doctor, BP_DOCTOR_MESH_TRANSFORM_IGNORED, BP_DOCTOR_WARNING, place,
                      "the skinned mesh's node has %s, which glTF ignores", describe(node->local).text);
    else if (node->joint_above < 0 && !bp_doctor_is_identity(node->world) && !is_shared(doctor, node))
        bp_doctor_add_coded(doctor, BP_DOCTOR_MESH_TRANSFORM_IGNORED, BP_DOCTOR_NOTE, BP_DOCTOR_NONE,
                            "NODE_SKINNED_MESH_NON_ROOT", place,
                            "the nodes above the skinned mesh's node have %s, which glTF ignores",
                            describe(node->world).text);
}

void bp_doctor_check_bind_sites(bp_doctor *doctor) {
    for (size_t i = 0; i < doctor->node_count; i++) {
        const bp_doctor_node *node = &doctor->nodes[i];
        check_skin(doctor, (int)i);
        if (node->mesh >= 0 && node->skin >= 0) check_transform(doctor, (int)i);
    }
}

/* A skin's joints as a tree that importers take: one root, no plain nodes between joints, parents first.
 * Nodes that are missing become joints that move no vertex, so the motion stays. */
#include "gltf/repair/repair.h"
#include <stdlib.h>

/* A joint of the new list. */
typedef struct new_joint {
    size_t preorder; /* of its node: the place in the list */
    int node, old;   /* old: its number before; -1: it is new */
} new_joint;

static int by_preorder(const void *a, const void *b) {
    const new_joint *one = a, *two = b;
    return (one->preorder > two->preorder) - (one->preorder < two->preorder);
}

/* The lowest node that is above all joints, or is one of them; -1: there is none. */
static int common_root(const bp_doctor *doctor, const bp_doctor_skin *skin) {
    int root = skin->joints[0];
    for (size_t i = 1; i < skin->joint_count && root >= 0; i++)
        while (root >= 0 && !bp_doctor_is_above(doctor, root, skin->joints[i]))
            root = doctor->nodes[root].parent;
    return root;
}

/* The old joints, and every node between them and their common root. Returns how many there are; 0: a joint
 * is missing, or they have no common root. The skin's joints are marked, and afterwards the new ones too. */
static size_t list_joints(bp_repair_pass *pass, const bp_doctor_skin *skin, new_joint *list) {
    const bp_doctor *doctor = pass->doctor;
    size_t count = 0;
    for (size_t i = 0; i < skin->joint_count; i++)
        if (skin->joints[i] < 0 || doctor->joint_of[skin->joints[i]] != (int)i) return 0;
    int root = common_root(doctor, skin);
    for (size_t i = 0; i < skin->joint_count && root >= 0; i++) {
        int node = skin->joints[i];
        list[count++] = (new_joint){doctor->nodes[node].preorder, node, (int)i};
        while (node != root && doctor->joint_of[doctor->nodes[node].parent] < 0) {
            node = doctor->nodes[node].parent;
            doctor->joint_of[node] = (int)skin->joint_count;
            list[count++] = (new_joint){doctor->nodes[node].preorder, node, -1};
        }
    }
    return count;
}

/* Writes the inverse binds in the new order; a new joint's is the inverse of its node. */
static bool write_binds(bp_repair_pass *pass, size_t index, const new_joint *list, size_t count) {
    const bp_doctor *doctor = pass->doctor;
    const bp_doctor_skin *skin = &doctor->skins[index];
    bp_gltf_value value = bp_gltf_element(&doctor->document, BP_GLTF_SKINS, index);
    bp_gltf_accessor accessor;
    bool exists;
    if (!bp_gltf_inverse_binds_open(&pass->doctor->document, &value, &accessor, &exists,
                                    bp_gltf_rewrite_error(&pass->rewrite)))
        return false;
    if (!exists) return true; /* all are identities, and new ones move nothing */
    bp_mat4 *binds = bp_repair_alloc(pass, count, sizeof *binds);
    for (size_t i = 0; binds && i < count; i++) {
        if (list[i].old >= 0)
            binds[i] = skin->binds[list[i].old];
        else if (!bp_mat4_inverse_affine(doctor->nodes[list[i].node].world, &binds[i]))
            binds[i] = bp_mat4_identity();
    }
    if (binds) bp_repair_replace(pass, &value, "inverseBindMatrices", &accessor, (uint8_t *)binds, count, 0);
    return binds != NULL;
}

static void fix_skin(bp_repair_pass *pass, size_t index, bool own) {
    const bp_doctor *doctor = pass->doctor;
    const bp_doctor_skin *skin = &doctor->skins[index];
    new_joint *list = bp_repair_alloc(pass, doctor->node_count, sizeof *list);
    int *numbers = bp_repair_alloc(pass, skin->joint_count, sizeof *numbers);
    size_t count = list && numbers ? list_joints(pass, skin, list) : 0, moved = 0;
    for (size_t i = 0; i < count; i++) pass->doctor->joint_of[list[i].node] = -1;
    if (count == 0 || count > UINT16_MAX) return;
    qsort(list, count, sizeof *list, by_preorder);
    for (size_t i = 0; i < count; i++)
        if (list[i].old >= 0 && (numbers[list[i].old] = (int)i) != list[i].old) moved++;
    if (count == skin->joint_count && moved == 0) return;
    if ((moved > 0 && !own) || !write_binds(pass, index, list, count)) return;
    for (size_t i = 0; i < count; i++) {
        bp_rewrite_value *joints = bp_gltf_rewrite_find(&pass->rewrite, "skins[%zu].joints", index);
        if (i < skin->joint_count)
            bp_rewrite_set(&pass->rewrite.tree,
                           bp_gltf_rewrite_find(&pass->rewrite, "skins[%zu].joints[%zu]", index, i), "%d",
                           list[i].node);
        else
            bp_rewrite_add(&pass->rewrite.tree, joints, "%d", list[i].node);
    }
    if (moved > 0) bp_repair_renumber(pass, index, numbers, skin->joint_count);
    bp_repair_note(pass, count > skin->joint_count ? BP_DOCTOR_PROFILE_ROOTS : BP_DOCTOR_PROFILE_ORDER,
                   bp_doctor_path("skins[%zu].joints", index).text,
                   "sorted the joints, parents first, with %zu nodes more, which move no vertex: one root, "
                   "%s, and no plain nodes between joints",
                   count - skin->joint_count, bp_doctor_node_text(doctor, list[0].node).text);
}

void bp_repair_skeleton(bp_repair_pass *pass) {
    bp_doctor *doctor = pass->doctor;
    const bool *own = bp_repair_own_meshes(pass);
    for (size_t i = 0; own && i < doctor->skin_count; i++) {
        const bp_doctor_skin *skin = &doctor->skins[i];
        if (skin->joint_count == 0 || doctor->has_cycle || skin->remedy.verdict != BP_DOCTOR_SOUND) continue;
        bp_doctor_mark_joints(doctor, skin);
        fix_skin(pass, i, own[i]);
        bp_doctor_unmark_joints(doctor, skin);
    }
}

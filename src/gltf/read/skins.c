/* Skins: each a skeleton, whose bones are linked to the joints' nodes.
 *
 * A skeleton's bones are the joints and whatever stands above them, parents first, in the order of the
 * tree. Those that are no joints have the index BP_INDEX_NONE: they move others and no vertex. So a
 * joint's final matrix is its inverse bind times its node's world matrix. */
#include "gltf/read/reader.h"
#include <stdlib.h>

/* Bones of one skin, while it is being made. */
typedef struct skin_plan {
    size_t index;
    bp_gltf_value joints; /* the JSON's array; its upper end is `value` */
    bp_gltf_value value;
    int *members; /* owned; places in the tree's order of the nodes that become bones, ascending */
    size_t member_count;
    int *joint_of;   /* owned; node -> joint, -1: a bone that is none, -2: not in this skeleton */
    bp_bone **bones; /* owned; node -> bone */
} skin_plan;

/* All bones of a file: many skins below one long chain would otherwise ask for endless memory. */
enum { BONE_BYTES = 1536 };

static void clear_plan(bp_gltf_reader *reader, skin_plan *plan) {
    bp_free(&reader->document.allocator, plan->members);
    bp_free(&reader->document.allocator, plan->joint_of);
    bp_free(&reader->document.allocator, plan->bones);
}

/* The arrays by node serve all skins one after the other. */
static bool create_plan(bp_gltf_reader *reader, skin_plan *plan, bp_error *error) {
    const bp_allocator *allocator = &reader->document.allocator;
    size_t nodes = reader->model->node_count;
    if (!(plan->members = bp_alloc(allocator, nodes, sizeof *plan->members, error))) return false;
    if (!(plan->joint_of = bp_alloc(allocator, nodes, sizeof *plan->joint_of, error))) return false;
    if (!(plan->bones = bp_alloc(allocator, nodes, sizeof *plan->bones, error))) return false;
    for (size_t i = 0; i < nodes; i++) plan->joint_of[i] = -2;
    return true;
}

static void forget_members(bp_gltf_reader *reader, skin_plan *plan) {
    for (size_t i = 0; i < plan->member_count; i++) {
        int node = reader->tree.order[plan->members[i]];
        plan->joint_of[node] = -2;
        plan->bones[node] = NULL;
    }
    plan->member_count = 0;
}

/* ---- joints -------------------------------------------------------------------------------------*/

/* A node that isn't one yet. */
static void add_member(bp_gltf_reader *reader, skin_plan *plan, int node, int joint) {
    plan->members[plan->member_count++] = reader->tree.places[node];
    plan->joint_of[node] = joint;
}

static bool add_joint(bp_gltf_reader *reader, skin_plan *plan, size_t joint, bp_error *error) {
    bp_gltf_value item = bp_gltf_item(&plan->joints, joint);
    int node;
    if (!bp_gltf_index_value(&item, "nodes", reader->model->node_count, &node, error)) return false;
    if (plan->joint_of[node] >= 0)
        return bp_gltf_fail(
            &item, error, "nodes[%d] is joint %d of this skin already; each joint must be a node of its own",
            node, plan->joint_of[node]);
    add_member(reader, plan, node, (int)joint);
    reader->model->skins[plan->index].nodes[joint] = node;
    return true;
}

static void add_ancestors(bp_gltf_reader *reader, skin_plan *plan, int joint_node) {
    int node = reader->tree.parents[joint_node];
    for (; node >= 0 && plan->joint_of[node] == -2; node = reader->tree.parents[node])
        add_member(reader, plan, node, -1);
}

static int by_place(const void *a, const void *b) {
    int first = *(const int *)a, second = *(const int *)b;
    return (first > second) - (first < second);
}

static bool find_members(bp_gltf_reader *reader, skin_plan *plan, bp_error *error) {
    const bp_model_skin *skin = &reader->model->skins[plan->index];
    for (size_t i = 0; i < skin->joint_count; i++)
        if (!add_joint(reader, plan, i, error)) return false;
    for (size_t i = 0; i < skin->joint_count; i++) add_ancestors(reader, plan, skin->nodes[i]);
    qsort(plan->members, plan->member_count, sizeof *plan->members, by_place);
    return bp_gltf_charge(&reader->document, &plan->value, plan->member_count, BONE_BYTES, error);
}

/* ---- bones --------------------------------------------------------------------------------------*/

static bool add_bone(bp_gltf_reader *reader, skin_plan *plan, bp_skeleton *skeleton, int node,
                     bp_error *error) {
    bp_model *model = reader->model;
    bp_mat4 local = bp_node_local(model->nodes[node]), identity = bp_mat4_identity();
    int parent = reader->tree.parents[node], joint = plan->joint_of[node];
    bp_bone_options options = {
        .name = model->node_names[node],
        .parent = parent < 0 ? NULL : plan->bones[parent],
        .local = &local,
        .bind = &identity,
        .rest = &local,
        .has_index = true,
        .index = joint < 0 ? BP_INDEX_NONE : joint,
    };
    bp_bone *bone = bp_skeleton_add(skeleton, &options, error);
    if (!bone) return false;
    plan->bones[node] = bone;
    /* Where the node has a scale of 0 the identity stays: final doesn't depend on it. */
    (void)bp_bone_update_bind(bone, local, true, false, NULL);
    bp_bone_link(bone, model->nodes[node]);
    if (joint >= 0) model->skins[plan->index].bones[joint] = (int)bp_bone_id(bone);
    return true;
}

static bool make_skeleton(bp_gltf_reader *reader, skin_plan *plan, bp_error *error) {
    bp_model *model = reader->model;
    bp_skeleton_options options = {.name = model->skins[plan->index].name, .reserve = plan->member_count};
    bp_skeleton *skeleton = bp_skeleton_create(reader->context, &options, error);
    if (!skeleton) return false;
    model->skeletons[plan->index] = skeleton;
    model->skins[plan->index].skeleton = (int)plan->index;
    for (size_t i = 0; i < plan->member_count; i++)
        if (!add_bone(reader, plan, skeleton, reader->tree.order[plan->members[i]], error)) return false;
    return true;
}

/* ---- inverse binds ------------------------------------------------------------------------------*/

/* The matrices of all joints, identities where the file gives none. */
static bool read_matrices(bp_gltf_reader *reader, skin_plan *plan, const bp_gltf_accessor *accessor,
                          bp_mat4 *out, bp_error *error) {
    bp_gltf_value place = bp_gltf_member(&plan->value, "inverseBindMatrices");
    size_t joints = reader->model->skins[plan->index].joint_count;
    if (accessor->count < joints)
        return bp_gltf_fail(&place, error, "has %zu matrices for %zu joints; there must be one for each",
                             accessor->count, joints);
    if (accessor->count > joints)
        bp_gltf_add_note(&reader->document, &place, "has %zu matrices for %zu joints; the first ones are used",
                        accessor->count, joints);
    if (!bp_gltf_finite_floats(&reader->document, accessor, (float *)out, error)) return false;
    for (size_t i = 0; i < joints; i++) {
        const float *m = out[i].m;
        if (m[3] == 0.0f && m[7] == 0.0f && m[11] == 0.0f && m[15] == 1.0f) continue;
        bp_gltf_add_note(&reader->document, &place,
                        "the matrix of joint %zu ends in (%g, %g, %g, %g); (0, 0, 0, 1) is used", i,
                        (double)m[3], (double)m[7], (double)m[11], (double)m[15]);
    }
    return true;
}

/* Parents before children, as the rig wants it. */
static bool set_binds(bp_gltf_reader *reader, skin_plan *plan, const bp_mat4 *matrices, bp_error *error) {
    for (size_t i = 0; i < plan->member_count; i++) {
        int node = reader->tree.order[plan->members[i]], joint = plan->joint_of[node];
        bp_mat4 inverse = matrices && joint >= 0 ? matrices[joint] : bp_mat4_identity();
        if (joint >= 0 && !bp_bone_set_absolute_inverse_bind(plan->bones[node], inverse, error)) return false;
    }
    return true;
}

static bool read_binds(bp_gltf_reader *reader, skin_plan *plan, bp_error *error) {
    bp_gltf_document *document = &reader->document;
    bp_gltf_accessor accessor;
    bool given;
    if (!bp_gltf_accessor_at(document, &plan->value, "inverseBindMatrices", BP_GLTF_MAT4, &accessor, &given,
                             error))
        return false;
    if (!given) return set_binds(reader, plan, NULL, error);
    bp_gltf_value place = bp_gltf_member(&plan->value, "inverseBindMatrices");
    if (accessor.base.component != BP_GLTF_FLOAT)
        return bp_gltf_fail(&place, error, "has components of type %s; these matrices are floats",
                             bp_gltf_component_text(accessor.base.component));
    if (!bp_gltf_charge(document, &place, accessor.count, sizeof(bp_mat4), error)) return false;
    bp_mat4 *matrices = bp_alloc(&document->allocator, accessor.count, sizeof *matrices, error);
    bool good = matrices && read_matrices(reader, plan, &accessor, matrices, error) &&
                set_binds(reader, plan, matrices, error);
    bp_free(&document->allocator, matrices);
    return good;
}

/* ---- the skin -----------------------------------------------------------------------------------*/

/* The skeleton root moves nothing; it should stand above all joints. */
static bool check_root(bp_gltf_reader *reader, skin_plan *plan, bp_error *error) {
    int root;
    if (!bp_gltf_reference(&reader->document, &plan->value, "skeleton", BP_GLTF_NODES, &root, error))
        return false;
    if (root >= 0 && plan->joint_of[root] == -2) {
        bp_gltf_value place = bp_gltf_member(&plan->value, "skeleton");
        bp_gltf_add_note(&reader->document, &place, "nodes[%d] is neither a joint nor above one", root);
    }
    return true;
}

static bool take_skin(bp_gltf_reader *reader, skin_plan *plan, bp_error *error) {
    bp_model_skin *skin = &reader->model->skins[plan->index];
    const bp_allocator *allocator = &reader->model->allocator;
    const char *name = "";
    size_t count;
    if (!bp_gltf_text(&plan->value, "name", &name, error) ||
        !bp_gltf_array(&plan->value, "joints", &plan->joints, &count, error))
        return false;
    if (count == 0) return bp_gltf_fail(&plan->joints, error, "names no joint; a skin has one at least");
    if (!(skin->name = bp_copy_text(allocator, name, error))) return false;
    if (!(skin->nodes = bp_alloc(allocator, count, sizeof *skin->nodes, error))) return false;
    if (!(skin->bones = bp_alloc(allocator, count, sizeof *skin->bones, error))) return false;
    skin->joint_count = count;
    return true;
}

static bool read_skin(bp_gltf_reader *reader, skin_plan *plan, bp_error *error) {
    return take_skin(reader, plan, error) && find_members(reader, plan, error) &&
           make_skeleton(reader, plan, error) && read_binds(reader, plan, error) &&
           check_root(reader, plan, error);
}

bool bp_gltf_read_skins(bp_gltf_reader *reader, bp_error *error) {
    skin_plan plan = {0};
    bool good = create_plan(reader, &plan, error);
    for (size_t i = 0; good && i < reader->model->skin_count; i++) {
        plan.index = i;
        plan.value = bp_gltf_element(&reader->document, BP_GLTF_SKINS, i);
        good = read_skin(reader, &plan, error);
        forget_members(reader, &plan);
    }
    clear_plan(reader, &plan);
    return good;
}

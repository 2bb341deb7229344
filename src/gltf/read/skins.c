/* Skins: each becomes a skeleton whose bones are linked to the joints' nodes.
 *
 * The bones are the joints and all their ancestors, parents first, in the order of the tree. An ancestor
 * that is not a joint has the index BP_INDEX_NONE: it moves other bones, but no vertex. Therefore a joint's
 * final matrix is its inverse bind times its node's world matrix. */
#include "gltf/read/reader.h"
#include "rig/engine.h"
#include <math.h>
#include <stdlib.h>

/* One skin while its skeleton is being made. */
typedef struct skin_plan {
    size_t index;
    bp_gltf_value value, joints; /* the skin, and its member */
    int *members; /* the nodes that become bones, as indices into the tree's order, ascending */
    size_t member_count;
    int *joint_of;   /* by node: its joint, NO_JOINT or NO_BONE */
    bp_bone **bones; /* by node */
} skin_plan;

/* NO_JOINT: the node is a bone, but not a joint. NO_BONE: it is not in this skeleton. */
enum { NO_JOINT = -1, NO_BONE = -2 };

/* Charged for each bone: many skins below one long chain would otherwise need unlimited memory. */
enum { BONE_BYTES = 1536 };

/* The arrays are reused from skin to skin. */
static bool create_plan(bp_gltf_reader *reader, skin_plan *plan, bp_error *error) {
    bp_arena *arena = &reader->arena;
    size_t nodes = reader->document.counts[BP_GLTF_NODES];
    plan->members = bp_arena_alloc(arena, nodes, sizeof *plan->members, error);
    plan->joint_of = plan->members ? bp_arena_alloc(arena, nodes, sizeof *plan->joint_of, error) : NULL;
    plan->bones = plan->joint_of ? bp_arena_alloc(arena, nodes, sizeof *plan->bones, error) : NULL;
    for (size_t i = 0; plan->bones && i < nodes; i++) plan->joint_of[i] = NO_BONE;
    return plan->bones != NULL;
}

static void clear_members(bp_gltf_reader *reader, skin_plan *plan) {
    for (size_t i = 0; i < plan->member_count; i++) {
        int node = reader->tree.order[plan->members[i]];
        plan->joint_of[node] = NO_BONE;
        plan->bones[node] = NULL;
    }
    plan->member_count = 0;
}

static void add_member(bp_gltf_reader *reader, skin_plan *plan, int node, int joint) {
    plan->members[plan->member_count++] = reader->tree.order_index[node];
    plan->joint_of[node] = joint;
}

static bool add_joint(bp_gltf_reader *reader, skin_plan *plan, size_t joint, bp_error *error) {
    bp_gltf_value item = bp_gltf_item(&plan->joints, joint);
    int node;
    if (!bp_gltf_index_value(&item, "nodes", reader->document.counts[BP_GLTF_NODES], &node, error))
        return false;
    if (plan->joint_of[node] >= 0)
        return bp_gltf_fail(&item, error,
                            "nodes[%d] is already joint %d of this skin; each joint must be another node",
                            node, plan->joint_of[node]);
    add_member(reader, plan, node, (int)joint);
    reader->model->skins[plan->index].nodes[joint] = node;
    return true;
}

static int compare_ints(const void *a, const void *b) {
    int first = *(const int *)a, second = *(const int *)b;
    return (first > second) - (first < second);
}

static bool find_members(bp_gltf_reader *reader, skin_plan *plan, bp_error *error) {
    const bp_model_skin *skin = &reader->model->skins[plan->index];
    const int *parents = reader->tree.parents;
    for (size_t i = 0; i < skin->joint_count; i++)
        if (!add_joint(reader, plan, i, error)) return false;
    for (size_t i = 0; i < skin->joint_count; i++)
        for (int at = parents[skin->nodes[i]]; at >= 0 && plan->joint_of[at] == NO_BONE; at = parents[at])
            add_member(reader, plan, at, NO_JOINT);
    qsort(plan->members, plan->member_count, sizeof *plan->members, compare_ints);
    return bp_gltf_charge(&reader->document, &plan->value, plan->member_count, BONE_BYTES, error);
}

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
    /* Fails if the node has a scale of 0. The bind then stays the identity; final matrices ignore it. */
    (void)bp_bone_update_bind(bone, local, true, false, NULL);
    bp_bone_link(bone, model->nodes[node]);
    if (joint >= 0 && model->skin_count > 0) model->skins[plan->index].bones[joint] = (int)bp_bone_id(bone);
    return true;
}

static bool make_skeleton(bp_gltf_reader *reader, skin_plan *plan, const char *name, bp_error *error) {
    bp_skeleton_options options = {.name = name,
                                   .reserve = plan->member_count,
                                   .rules = reader->options->no_write_through ? 0 : BP_RULE_WRITE_THROUGH};
    bp_skeleton *skeleton = bp_skeleton_create(reader->context, &options, error);
    if (!skeleton) return false;
    reader->model->skeletons[plan->index] = skeleton;
    for (size_t i = 0; i < plan->member_count; i++)
        if (!add_bone(reader, plan, skeleton, reader->tree.order[plan->members[i]], error)) return false;
    return true;
}

/* One note for all joints; rounding isn't worth one. */
static void note_last_columns(bp_gltf_reader *reader, const bp_gltf_value *member, const bp_mat4 *matrices,
                              size_t joints) {
    const float tolerance = 1e-5f;
    size_t wrong = 0, first = 0;
    for (size_t i = 0; i < joints; i++) {
        const float *m = matrices[i].m;
        if (fabsf(m[3]) <= tolerance && fabsf(m[7]) <= tolerance && fabsf(m[11]) <= tolerance &&
            fabsf(m[15] - 1.0f) <= tolerance)
            continue;
        if (wrong++ == 0) first = i;
    }
    if (wrong == 0) return;
    const float *m = matrices[first].m;
    bp_gltf_add_note(
        &reader->document, member,
        "%zu of %zu matrices don't end in (0, 0, 0, 1), which is used; that of joint %zu ends in (%g, %g, "
        "%g, %g)",
        wrong, joints, first, (double)m[3], (double)m[7], (double)m[11], (double)m[15]);
}

static bool read_matrices(bp_gltf_reader *reader, skin_plan *plan, const bp_gltf_accessor *accessor,
                          bp_mat4 *out, bp_error *error) {
    bp_gltf_value member = bp_gltf_member(&plan->value, "inverseBindMatrices");
    size_t joints = reader->model->skins[plan->index].joint_count;
    if (accessor->count < joints)
        return bp_gltf_fail(&member, error, "has %zu matrices for %zu joints; each joint needs one",
                            accessor->count, joints);
    if (accessor->count > joints)
        bp_gltf_add_note(&reader->document, &member,
                         "has %zu matrices for %zu joints; the first ones are used", accessor->count, joints);
    if (!bp_gltf_finite_floats(&reader->document, accessor, (float *)out, 0, error)) return false;
    note_last_columns(reader, &member, out, joints);
    return true;
}

/* A skin's matrices by joint; *out stays NULL if there are none. Free it in any case. */
static bool find_matrices(bp_gltf_reader *reader, skin_plan *plan, bp_mat4 **out, bp_error *error) {
    bp_gltf_document *document = &reader->document;
    bp_gltf_accessor accessor;
    bool exists;
    if (!bp_gltf_inverse_binds_open(document, &plan->value, &accessor, &exists, error)) return false;
    if (!exists) return true;
    if (!bp_gltf_charge(document, &plan->value, accessor.count, sizeof **out, error)) return false;
    *out = bp_alloc(&document->allocator, accessor.count, sizeof **out, error);
    return *out && read_matrices(reader, plan, &accessor, *out, error);
}

/* Without matrices, inverse binds are identities; in lenient reading, those of the rest pose stand for
 * unusable ones. Sets parents before children: setting a bind uses the parent's. */
static bool read_binds(bp_gltf_reader *reader, skin_plan *plan, bp_error *error) {
    bp_gltf_document *document = &reader->document;
    bp_mat4 *matrices = NULL;
    bp_error fault = {0};
    bool usable = find_matrices(reader, plan, &matrices, &fault);
    bool ok = usable || bp_gltf_forgive(document, &fault, "the skin is bound at rest", error);
    for (size_t i = 0; ok && i < plan->member_count; i++) {
        int node = reader->tree.order[plan->members[i]], joint = plan->joint_of[node];
        if (joint < 0) continue;
        bp_mat4 inverse = usable && matrices ? matrices[joint] : bp_mat4_identity();
        if (!usable) (void)bp_mat4_inverse_affine(bp_node_world(reader->model->nodes[node]), &inverse);
        ok = bp_bone_set_absolute_inverse_bind(plan->bones[node], inverse, error);
    }
    bp_free(&document->allocator, matrices);
    return ok;
}

/* skin.skeleton has no effect, but should be an ancestor of all joints. */
static bool check_root(bp_gltf_reader *reader, skin_plan *plan, bp_error *error) {
    int root;
    if (!bp_gltf_optional_reference(&reader->document, &plan->value, "skeleton", BP_GLTF_NODES, &root, error))
        return false;
    if (root >= 0 && plan->joint_of[root] == NO_BONE) {
        bp_gltf_value member = bp_gltf_member(&plan->value, "skeleton");
        bp_gltf_add_note(&reader->document, &member, "nodes[%d] is neither a joint nor an ancestor of one",
                         root);
    }
    return true;
}

static bool start_skin(bp_gltf_reader *reader, skin_plan *plan, bp_error *error) {
    bp_model_skin *skin = &reader->model->skins[plan->index];
    const bp_allocator *allocator = &reader->model->allocator;
    const char *name = "";
    size_t count;
    if (!bp_gltf_text(&plan->value, "name", &name, error) ||
        !bp_gltf_array(&plan->value, "joints", &plan->joints, &count, error))
        return false;
    if (count == 0) return bp_gltf_fail(&plan->joints, error, "is empty; a skin needs at least one joint");
    if (!(skin->name = bp_copy_text(allocator, name, error))) return false;
    if (!(skin->nodes = bp_alloc(allocator, count, sizeof *skin->nodes, error))) return false;
    if (!(skin->bones = bp_alloc(allocator, count, sizeof *skin->bones, error))) return false;
    skin->joint_count = count;
    skin->skeleton = (int)plan->index;
    return true;
}

bool bp_gltf_read_skins(bp_gltf_reader *reader, bp_error *error) {
    skin_plan plan = {0};
    bool ok = create_plan(reader, &plan, error);
    for (size_t i = 0; ok && i < reader->model->skin_count; i++) {
        plan.index = i;
        plan.value = bp_gltf_element(&reader->document, BP_GLTF_SKINS, i);
        ok = start_skin(reader, &plan, error) && find_members(reader, &plan, error) &&
             make_skeleton(reader, &plan, reader->model->skins[i].name, error) &&
             read_binds(reader, &plan, error) && check_root(reader, &plan, error);
        clear_members(reader, &plan);
    }
    return ok;
}

/* ---- files without skins ------------------------------------------------------------------------*/

/* The nodes that are shown, and their ancestors, are the joints. */
static void find_shown(bp_gltf_reader *reader, skin_plan *plan) {
    const bp_gltf_tree *tree = &reader->tree;
    size_t nodes = reader->document.counts[BP_GLTF_NODES];
    for (size_t i = nodes; i-- > 0;) {
        int node = tree->order[i], parent = tree->parents[node];
        if (tree->in_scene[node]) plan->joint_of[node] = NO_JOINT;
        if (plan->joint_of[node] != NO_BONE && parent >= 0) plan->joint_of[parent] = NO_JOINT;
    }
    for (size_t i = 0; i < nodes; i++)
        if (plan->joint_of[tree->order[i]] != NO_BONE)
            add_member(reader, plan, tree->order[i], (int)plan->member_count);
}

/* Each node becomes a bone, as if it were a joint whose bind is the node's own transform. */
bool bp_gltf_read_node_skeleton(bp_gltf_reader *reader, bp_error *error) {
    skin_plan plan = {.value = reader->document.collections[BP_GLTF_NODES]};
    if (reader->model->skin_count > 0 || reader->model->skeleton_count == 0) return true;
    bool ok = create_plan(reader, &plan, error);
    if (ok) find_shown(reader, &plan);
    return ok && bp_gltf_charge(&reader->document, &plan.value, plan.member_count, BONE_BYTES, error) &&
           make_skeleton(reader, &plan, "nodes", error);
}

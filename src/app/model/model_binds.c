/* A file has an inverse bind for each joint, and none depends on another. A bone's bind is relative to its
 * parent's, so the binds of its children change with it: all are set again, parents first. */
#include "app/model/model_binds.h"
#include "app/bone_tree.h"
#include "gltf/rebind/set_binds.h"
#include "math/double.h"

bool bp_model_binds_keep(bp_loaded_model *loaded, bp_error *error) {
    const bp_model *model = loaded->model;
    size_t count = 0, at = 0;
    for (size_t i = 0; i < model->skeleton_count; i++) count += bp_skeleton_count(model->skeletons[i]);
    loaded->binds = bp_alloc(bp_context_allocator(loaded->context), count + 1, sizeof *loaded->binds, error);
    if (!loaded->binds) return false;
    for (size_t i = 0; i < model->skeleton_count; i++)
        for (size_t j = 0; j < bp_skeleton_count(model->skeletons[i]); j++)
            loaded->binds[at++] = bp_bone_absolute_inverse_bind(bp_skeleton_bone(model->skeletons[i], j));
    return true;
}

static const bp_mat4 *edited(const bp_pose_spec *spec, size_t skeleton, const bp_bone *bone) {
    for (int i = 0; i < spec->edit_count; i++) {
        const bp_edit *edit = &spec->edits[i];
        if (edit->kind == BP_EDIT_BIND && edit->stage == (int)skeleton && edit->target == bp_bone_id(bone))
            return &edit->matrix;
    }
    return NULL;
}

bool bp_model_binds_set(bp_loaded_model *loaded, const bp_pose_spec *spec, bp_error *error) {
    const bp_model *model = loaded->model;
    bool any = false;
    for (int i = 0; i < spec->edit_count; i++) any |= spec->edits[i].kind == BP_EDIT_BIND;
    if (!any && !loaded->binds_changed) return true;
    const bp_mat4 *original = loaded->binds;
    for (size_t i = 0; i < model->skeleton_count; i++)
        for (size_t j = 0; j < bp_skeleton_count(model->skeletons[i]); j++, original++) {
            bp_bone *bone = bp_skeleton_bone(model->skeletons[i], j);
            const bp_mat4 *by_hand = edited(spec, i, bone);
            if (bp_bone_index(bone) == BP_INDEX_NONE) continue;
            if (!bp_bone_set_absolute_inverse_bind(bone, by_hand ? *by_hand : *original, error)) return false;
        }
    loaded->binds_changed = any;
    return true;
}

static bool is_joint(const bp_bone *bone) { return bp_bone_index(bone) != BP_INDEX_NONE; }

/* The bone's matrix relative to one above it, or to the world: NULL. */
static bp_dmat4 relative_to(const bp_bone *above, const bp_bone *bone, bool rest) {
    bp_dmat4 matrix = bp_dmat4_identity();
    for (; bone && bone != above; bone = bp_bone_parent(bone))
        matrix = bp_dmat4_mul(matrix, bp_dmat4_from_mat4(rest ? bp_bone_rest(bone) : bp_bone_local(bone)));
    return matrix;
}

static const bp_bone *joint_above(const bp_bone *bone) {
    do bone = bp_bone_parent(bone);
    while (bone && !is_joint(bone));
    return bone;
}

static bool is_below(const bp_bone *bone, const bp_bone *top) {
    while (bone && bone != top) bone = bp_bone_parent(bone);
    return bone != NULL;
}

static const bp_bone *joint_below(const bp_bone *top) {
    const bp_bone *bone = bp_bone_tree_next(top);
    while (bone && is_below(bone, top) && !is_joint(bone)) bone = bp_bone_tree_next(bone);
    return bone && is_below(bone, top) ? bone : NULL;
}

/* final = inverse bind * world is to be that of the other joint. With world = relative * the world above:
 * inverse bind = the other's * inverse(relative). */
bool bp_model_binds_take(const bp_bone *bone, bool rest, bp_mat4 *inverse) {
    const bp_bone *above = joint_above(bone), *below = above ? NULL : joint_below(bone);
    bp_dmat4 own = bp_dmat4_identity(), relative;
    if (below) {
        relative = relative_to(bone, below, rest);
        own = bp_dmat4_from_mat4(bp_bone_absolute_inverse_bind(below));
    } else {
        if (above) own = bp_dmat4_from_mat4(bp_bone_absolute_inverse_bind(above));
        if (!bp_dmat4_inverse_affine(relative_to(above, bone, rest), &relative)) return false;
    }
    *inverse = bp_dmat4_to_mat4(bp_dmat4_mul(own, relative));
    return true;
}

/* A skin has the index of its skeleton, a joint that of its bone. */
bool bp_loaded_model_write_binds(const bp_loaded_model *loaded, const bp_edit_history *history, bp_file *out,
                                 bp_error *error) {
    bp_set_bind binds[BP_EDITS_MAX];
    size_t count = 0;
    for (int i = 0; i < history->count; i++) {
        const bp_edit *edit = &history->edits[i];
        if (edit->kind != BP_EDIT_BIND) continue;
        const bp_bone *bone = bp_skeleton_bone_by_id(loaded->model->skeletons[edit->stage], edit->target);
        binds[count++] = (bp_set_bind){edit->stage, bp_bone_index(bone), edit->matrix};
    }
    return bp_gltf_set_binds(loaded->context, loaded->path, binds, count, out, error);
}

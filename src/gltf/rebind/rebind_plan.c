/* Which frames the presets want, and the way in which each joint gets its own. */
#include "gltf/rebind/rebind.h"
#include <string.h>

static bp_dmat4 matrix_of(bp_rebind_frame frame) {
    bp_dtrs trs = {{0, 0, 0}, frame.rotation, {frame.scale, frame.scale, frame.scale}};
    return bp_dmat4_from_dtrs(trs);
}

static bool is_identity(bp_dmat4 m, double tolerance) {
    for (int i = 0; i < 16; i++)
        if (!(fabs(m.m[i] - (i % 5 == 0 ? 1.0 : 0.0)) <= tolerance)) return false;
    return true;
}

/* The matrix as rotation and uniform scale, if it is no more than that. */
static bool frame_of(bp_dmat4 m, bp_rebind_frame *out) {
    bp_dvec3 rows[3];
    for (int i = 0; i < 3; i++) rows[i] = (bp_dvec3){m.m[4 * i], m.m[4 * i + 1], m.m[4 * i + 2]};
    double scale = bp_cube_root_d(fabs(bp_dmat4_determinant3(m)));
    double far = fabs(m.m[12]) + fabs(m.m[13]) + fabs(m.m[14]);
    if (!(bp_dmat4_determinant3(m) > 0.0) || far > 1e-7 * (1.0 + scale)) return false;
    for (int i = 0; i < 3; i++) {
        if (fabs(bp_dvec3_length(rows[i]) - scale) > 1e-5 * scale) return false;
        if (fabs(bp_dvec3_dot(rows[i], rows[(i + 1) % 3])) > 1e-5 * scale * scale) return false;
    }
    bp_dmat4 turn = m;
    for (int i = 0; i < 12; i++) turn.m[i] /= scale;
    *out = (bp_rebind_frame){bp_dquat_normalize(bp_dquat_from_dmat4(turn)), scale};
    return true;
}

static bool is_rotation(bp_dquat q) { return fabs(q.x) + fabs(q.y) + fabs(q.z) > 1e-9; }

/* ---- frames by node: rotation-free and unit-scale -----------------------------------------------*/

static void plan_nodes(bp_rebind_job *job) {
    for (size_t i = 0; i < job->node_count; i++) {
        bp_rebind_node *node = &job->nodes[i];
        bp_dtrs world;
        if (!node->has_joint_below) continue;
        if (job->options->preset == BP_REBIND_UNIT_SCALE) {
            double volume = fabs(bp_dmat4_determinant3(node->world));
            if (volume > 0.0 && bp_is_finite(volume)) node->frame.scale = 1.0 / bp_cube_root_d(volume);
            node->changed = fabs(node->frame.scale - 1.0) > 1e-7;
            if (!node->changed) node->frame.scale = 1.0;
        } else if (!node->uneven && bp_dmat4_decompose(node->world, &world)) {
            bp_dquat q = bp_dquat_normalize(world.rotation); /* of a sheared matrix, it has another length */
            node->changed = is_rotation(q);
            if (node->changed) node->frame.rotation = bp_dquat_conjugate(q);
        }
    }
}

/* ---- frames by joint ----------------------------------------------------------------------------*/

static const char *without_helper(const char *name) {
    size_t length = strlen(BP_REBIND_HELPER);
    return strncmp(name, BP_REBIND_HELPER, length) == 0 ? name + length : name;
}

/* The inverse bind of the joint of the same name in another file's model. */
static bool find_bind(const bp_model *model, const char *name, bp_dmat4 *out) {
    name = without_helper(name);
    for (size_t i = 0; name[0] && i < model->skin_count; i++) {
        const bp_model_skin *skin = &model->skins[i];
        for (size_t j = 0; j < skin->joint_count; j++) {
            if (strcmp(without_helper(model->node_names[skin->nodes[j]]), name) != 0) continue;
            const bp_bone *bone = bp_skeleton_bone(model->skeletons[skin->skeleton], (size_t)skin->bones[j]);
            *out = bp_dmat4_from_mat4(bp_bone_absolute_inverse_bind(bone));
            return true;
        }
    }
    return false;
}

/* The new inverse bind that the preset wants; false: the old one. */
static bool wanted_bind(const bp_rebind_job *job, const bp_rebind_skin *skin, size_t joint, bp_dmat4 *out) {
    const bp_dmat4 *bind = &skin->binds[joint];
    *out = bp_dmat4_identity();
    switch (job->options->preset) {
    case BP_REBIND_IDENTITY: return true;
    case BP_REBIND_FILE:
        return find_bind(job->options->from, job->model->node_names[skin->nodes[joint]], out);
    default: break; /* translation only: the bind position stays */
    }
    bp_dmat4 absolute;
    if (!bp_dmat4_inverse_affine(*bind, &absolute)) return false;
    for (int i = 12; i < 15; i++) out->m[i] = -absolute.m[i];
    return true;
}

/* Chooses the way for a joint whose world matrix is to be multiplied by `change` from the left. */
static void choose(bp_rebind_job *job, bp_rebind_skin *skin, size_t joint, bp_dmat4 change, bool *planned) {
    bp_rebind_node *node = &job->nodes[skin->nodes[joint]];
    bp_rebind_frame frame;
    bp_dmat4 inverse;
    bool *first = &planned[skin->nodes[joint]];
    if (!*first && frame_of(change, &frame) && !(node->uneven && is_rotation(frame.rotation))) {
        node->frame = frame;
        node->changed = !is_identity(change, 1e-9);
        *first = true;
        skin->ways[joint] = node->changed ? BP_REBIND_FRAME : BP_REBIND_KEPT;
        return;
    }
    if (!*first && node->still && !is_identity(change, 1e-9)) {
        node->reshaped = *first = true;
        node->change = change;
        skin->ways[joint] = BP_REBIND_FRAME;
        return;
    }
    if (node->reshaped) { /* by another skin, whose change this one undoes */
        bp_dmat4 back;
        if (!bp_dmat4_inverse_affine(node->change, &back)) return;
        change = bp_dmat4_mul(change, back);
    }
    if (!*first) *first = true; /* its frame stays; other skins may ask for another */
    if (!bp_dmat4_inverse_affine(matrix_of(node->frame), &inverse)) return;
    bp_dmat4 rest = bp_dmat4_mul(change, inverse);
    if (is_identity(rest, 1e-9)) {
        skin->ways[joint] = node->changed || node->reshaped ? BP_REBIND_FRAME : BP_REBIND_KEPT;
        return;
    }
    skin->helpers[joint] = rest;
    skin->ways[joint] = BP_REBIND_NODE;
}

static void plan_joint(bp_rebind_job *job, bp_rebind_skin *skin, size_t joint, bool *planned) {
    bp_dmat4 wanted, inverse;
    if (!wanted_bind(job, skin, joint, &wanted)) return;
    if (!bp_dmat4_inverse_affine(wanted, &inverse) ||
        !bp_dmat4_inverse_affine(skin->binds[joint], &(bp_dmat4){{0}})) {
        skin->ways[joint] = BP_REBIND_SINGULAR;
        return;
    }
    choose(job, skin, joint, bp_dmat4_mul(inverse, skin->binds[joint]), planned);
    if (skin->ways[joint] != BP_REBIND_KEPT) skin->new_binds[joint] = wanted;
}

/* Multiplies a joint's inverse bind by the inverse of its node's new frame. False: it has the old one. */
static bool follow_frame(const bp_rebind_job *job, bp_rebind_skin *skin, size_t joint) {
    const bp_rebind_node *node = &job->nodes[skin->nodes[joint]];
    bp_dmat4 inverse;
    if (!node->changed || !bp_dmat4_inverse_affine(matrix_of(node->frame), &inverse)) return false;
    skin->new_binds[joint] = bp_dmat4_mul(skin->binds[joint], inverse);
    return true;
}

/* The frames of nodes were chosen without regard to skins: their inverse binds follow. */
static void follow_node(bp_rebind_job *job, bp_rebind_skin *skin, size_t joint) {
    const bp_rebind_node *node = &job->nodes[skin->nodes[joint]];
    bp_dtrs world;
    if (job->options->preset == BP_REBIND_ROTATION_FREE && node->uneven &&
        bp_dmat4_decompose(node->world, &world) && is_rotation(world.rotation)) {
        bp_dmat4 turn = bp_dmat4_from_dquat(bp_dquat_normalize(world.rotation));
        if (!bp_dmat4_inverse_affine(turn, &skin->helpers[joint])) return;
        skin->new_binds[joint] = bp_dmat4_mul(skin->binds[joint], turn);
        skin->ways[joint] = BP_REBIND_NODE;
    } else if (follow_frame(job, skin, joint)) {
        skin->ways[joint] = BP_REBIND_FRAME;
    }
}

/* Joints that another skin has given a new frame, but that were kept in this one. */
void bp_rebind_follow(bp_rebind_job *job) {
    for (size_t i = 0; i < job->skin_count; i++)
        for (size_t j = 0; j < job->skins[i].joint_count; j++) {
            bp_rebind_way way = job->skins[i].ways[j];
            if (way == BP_REBIND_KEPT || way == BP_REBIND_SINGULAR)
                (void)follow_frame(job, &job->skins[i], j);
        }
}

bool bp_rebind_plan(bp_rebind_job *job, bp_error *error) {
    bp_rebind_preset preset = job->options->preset;
    bool by_node = preset == BP_REBIND_ROTATION_FREE || preset == BP_REBIND_UNIT_SCALE;
    bool *planned = bp_arena_alloc(&job->arena, job->node_count, sizeof *planned, error); /* by node */
    if (!planned) return false;
    if (by_node) plan_nodes(job);
    for (size_t i = 0; i < job->skin_count; i++)
        for (size_t j = 0; j < job->skins[i].joint_count; j++) {
            bp_rebind_skin *skin = &job->skins[i];
            if (bp_rebind_is_baked(job)) {
                /* The joint's world matrix in the pose is the new bind. */
                bool ok = bp_dmat4_inverse_affine(job->nodes[skin->nodes[j]].world, &skin->new_binds[j]);
                skin->ways[j] = ok ? BP_REBIND_BAKED : BP_REBIND_SINGULAR;
                if (!ok) skin->new_binds[j] = skin->binds[j];
            } else if (by_node) {
                follow_node(job, skin, j);
            } else {
                plan_joint(job, skin, j, planned);
            }
        }
    if (!bp_rebind_is_baked(job) && !by_node) bp_rebind_follow(job);
    return true;
}

bp_dtrs bp_rebind_local(const bp_rebind_job *job, size_t index, bp_dtrs local) {
    const bp_rebind_node *node = &job->nodes[index];
    bp_rebind_frame own = node->frame, above = {{0, 0, 0, 1}, 1.0};
    if (node->parent >= 0) above = job->nodes[node->parent].frame;
    bp_dquat back = bp_dquat_conjugate(above.rotation);
    bp_dvec3 t = bp_dquat_rotate(back, local.position);
    double scale = own.scale / above.scale;
    return (bp_dtrs){.position = {t.x / above.scale, t.y / above.scale, t.z / above.scale},
                     .rotation = bp_dquat_mul(bp_dquat_mul(back, local.rotation), own.rotation),
                     .scale = {local.scale.x * scale, local.scale.y * scale, local.scale.z * scale}};
}

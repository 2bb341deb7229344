/* Nodes, skeletons, bones, clips, poses, controllers. */
#include "fingerprints.h"
#include "rig/anim/anim.h"
#include "rig/engine.h"
#include "support/engine_forms.h"
#include "support/range.c"
#include <bindpose/motion.h>

enum { MORE = 40 }; /* additions go to lists of 0 .. MORE - 1 more, so that one of them makes the list grow */

typedef struct objects {
    int param; /* additional bones, tracks or ranges */
    bp_allocator hook;
    bp_context *context;
    bp_node *node, *child;
    bp_skeleton *skeleton, *other;
    bp_clip *clip, *other_clip;
    bp_pose *a, *b;
    bp_ik *ik;
    bp_look_at *look_at;
    bp_playback playback;
    /* created by the call */
    bp_node *created_node;
    bp_skeleton *created_skeleton;
    bp_clip *created_clip;
    bp_pose *created_pose;
    bp_batch *posing;
    bp_ik *created_ik;
    bp_look_at *created_look_at;
    bp_bone *created_bone;
    bp_mat4 absolutes[64];
    bp_vec3 out;
} objects;

static bp_skeleton *chain(objects *t, int bones) {
    bp_error error = {0};
    bp_skeleton *created = bp_skeleton_create(
        t->context, &(bp_skeleton_options){.name = "s", .rules = BP_RULE_POSE_MATRIX}, &error);
    SWEEP_NEED(created);
    bp_bone *parent = NULL;
    for (int i = 0; i < bones; i++) {
        char name[24];
        snprintf(name, sizeof name, "bone%d", i);
        bp_mat4 local = bp_mat4_mul(bp_mat4_rotation_z(0.3f), bp_mat4_translation((bp_vec3){0, 1, 0}));
        SWEEP_NEED(parent = bp_skeleton_add(
                       created,
                       &(bp_bone_options){
                           .name = name, .parent = parent, .local = &local, .has_length = true, .length = 1},
                       &error));
    }
    bp_skeleton_prepare(created);
    return created;
}

static const double TIMES[] = {0, 1, 2};
static const float PLACES[] = {0, 1, 0, 0, 2, 0, 1, 3, 0};
static const float TURNS[] = {0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0};

static bp_track track_of(int target, bp_track_kind kind) {
    return (bp_track){.target = target,
                      .kind = kind,
                      .key_count = 3,
                      .times = TIMES,
                      .values = kind == BP_TRACK_ROTATION ? TURNS : PLACES};
}

static bp_clip *make_clip(objects *t, int more) {
    bp_error error = {0};
    bp_clip *clip = bp_clip_create(&t->hook, &(bp_clip_options){.name = "walk"}, &error);
    SWEEP_NEED(clip);
    for (int i = 0; i < 2 + more; i++) {
        bp_track track = track_of(i / 2, i % 2 ? BP_TRACK_ROTATION : BP_TRACK_POSITION);
        SWEEP_NEED(bp_clip_add(clip, &track, &error));
    }
    for (int i = 0; i <= more % 17; i++) {
        char name[24];
        snprintf(name, sizeof name, "range%d", i);
        SWEEP_NEED(bp_clip_range_create(clip, name, 0, 2, &error));
    }
    return clip;
}

static void prepare(void *user) {
    objects *t = user;
    bp_error error = {0};
    t->hook = heap_hook();
    SWEEP_NEED(t->context =
                   bp_context_create(&(bp_context_options){.allocator = t->hook, .threads = 1}, &error));
    SWEEP_NEED(t->node = bp_node_create(t->context, "node", NULL, &error));
    SWEEP_NEED(t->child = bp_node_create(t->context, "child", t->node, &error));
    t->skeleton = chain(t, 3 + t->param);
    t->other = chain(t, 4);
    bp_bone_link(bp_skeleton_bone(t->skeleton, 1), t->child);
    t->clip = make_clip(t, t->param);
    t->other_clip = make_clip(t, 0);
    SWEEP_NEED(bp_clip_range_delete(t->other_clip, "range0", false, &error)); /* the target of the copy */
    SWEEP_NEED(t->a = bp_pose_create(&t->hook, 3, NULL, &error));
    SWEEP_NEED(t->b = bp_pose_create(&t->hook, 3, NULL, &error));
    for (size_t i = 0; i < 3; i++) {
        bp_pose_set_trs(t->a, i, bp_bone_trs(bp_skeleton_bone(t->skeleton, i)));
        bp_pose_set_trs(t->b, i, bp_bone_trs(bp_skeleton_bone(t->other, i)));
    }
    SWEEP_NEED(t->ik = bp_ik_create(t->context, bp_skeleton_bone(t->other, 1), NULL, &error));
    SWEEP_NEED(t->look_at = bp_look_at_create(t->context, bp_skeleton_bone(t->other, 2), NULL, &error));
    bp_ik_set_target(t->ik, (bp_vec3){1, 1, 0.5f});
    bp_look_at_set_target(t->look_at, (bp_vec3){1, 1, 3});
}

static void fingerprint(const void *user, uint64_t *hash) {
    const objects *t = user;
    const void *created[] = {t->posing, t->created_ik, t->created_look_at};
    fingerprint_node(t->node, hash), fingerprint_node(t->child, hash),
        fingerprint_node(t->created_node, hash);
    fingerprint_skeleton(t->skeleton, hash), fingerprint_skeleton(t->other, hash),
        fingerprint_skeleton(t->created_skeleton, hash);
    fingerprint_clip(t->clip, hash), fingerprint_clip(t->other_clip, hash),
        fingerprint_clip(t->created_clip, hash);
    fingerprint_pose(t->a, hash), fingerprint_pose(t->b, hash), fingerprint_pose(t->created_pose, hash);
    for (size_t i = 0; i < BP_COUNT(created); i++) sweep_word(hash, created[i] != NULL);
    sweep_word(hash, t->playback.started);
    sweep_floats(hash, t->absolutes[0].m, 16 * 64);
    sweep_floats(hash, &t->out.x, 3);
}

static void finish(void *user) {
    objects *t = user;
    bp_batch_destroy(t->posing);
    bp_ik_destroy(t->ik), bp_ik_destroy(t->created_ik);
    bp_look_at_destroy(t->look_at), bp_look_at_destroy(t->created_look_at);
    bp_pose_destroy(t->a), bp_pose_destroy(t->b), bp_pose_destroy(t->created_pose);
    bp_clip_destroy(t->clip), bp_clip_destroy(t->other_clip), bp_clip_destroy(t->created_clip);
    bp_skeleton_destroy(t->skeleton), bp_skeleton_destroy(t->other), bp_skeleton_destroy(t->created_skeleton);
    bp_node_destroy(t->created_node), bp_node_destroy(t->child), bp_node_destroy(t->node);
    bp_context_destroy(t->context);
}

#define CALL(name, ...)                                                                                      \
    static bool name(void *user, bp_error *error) {                                                          \
        objects *t = user;                                                                                   \
        bp_bone *bone = bp_skeleton_bone(t->skeleton, 2);                                                    \
        (void)bone;                                                                                          \
        return __VA_ARGS__;                                                                                  \
    }
#define Q ((bp_quat){0, 0.6f, 0, 0.8f})
#define V ((bp_vec3){1, 2, 3})
#define M bp_mat4_translation(V)
#define W BP_SPACE_WORLD, t->node

CALL(node_create, (t->created_node = bp_node_create(t->context, "made", t->node, error)) != NULL)
CALL(node_parent, bp_node_set_parent(t->child, NULL, error))
CALL(skeleton_create,
     (t->created_skeleton = bp_skeleton_create(
          t->context, &(bp_skeleton_options){.name = "made", .reserve = (size_t)t->param}, error)) != NULL)
CALL(skeleton_clone, (t->created_skeleton = bp_skeleton_clone(t->skeleton, "clone", error)) != NULL)
CALL(rules, bp_skeleton_set_rules(t->skeleton, BP_RULES_ENGINE, error))
CALL(add, (t->created_bone = bp_skeleton_add(t->skeleton,
                                             &(bp_bone_options){.name = "a bone with a name", .parent = bone},
                                             error)) != NULL)
CALL(add_indexed,
     (t->created_bone = bp_skeleton_add(
          t->skeleton, &(bp_bone_options){.name = "indexed", .parent = bone, .has_index = true, .index = 9},
          error)) != NULL)
CALL(node_clone, (t->created_node = bp_node_clone(t->child, error)) != NULL)
CALL(layers, bp_pose_blend_layers(&(bp_pose_blend_options){.rest = t->a}, t->b, error) &&
                 bp_pose_subtract(t->b, t->a, t->b, error))
CALL(reorder, bp_skeleton_reorder(t->skeleton, (size_t[]){2, 0, 1}, 3, error))
CALL(pose_matrix, bp_skeleton_set_pose_matrix(t->skeleton, (bp_mat4[]){M}, error))
CALL(set_parent, bp_bone_set_parent(bone, NULL, true, error))
CALL(set_index, bp_bone_set_index(bone, 5 + t->param, error))
CALL(set_bind, bp_bone_set_bind(bone, M, error))
CALL(update_bind, bp_bone_update_bind(bone, M, true, false, error))
CALL(bind_from_pose, bp_bone_set_bind_from_pose(bone, error))
CALL(inverse_bind, bp_bone_set_absolute_inverse_bind(bone, M, error))
CALL(in_space, bp_bone_set_position_in(bone, V, W, error) && bp_bone_translate(bone, V, W, error) &&
                   bp_bone_rotate(bone, V, 1, W, error) && bp_bone_set_rotation_in(bone, Q, W, error) &&
                   bp_bone_set_axis_angle(bone, V, 1, W, error) && bp_bone_set_euler_in(bone, V, W, error) &&
                   bp_bone_set_rotation_matrix(bone, bp_mat4_rotation_x(1), W, error) &&
                   bp_bone_scale_by(bone, V, true, error) &&
                   bp_bone_from_world(bone, V, t->node, &t->out, error))
CALL(clip_create, (t->created_clip = bp_clip_create(&t->hook, NULL, error)) != NULL)
CALL(clip_clone, (t->created_clip = bp_clip_clone(t->clip, error)) != NULL)
CALL(pose_create, (t->created_pose = bp_pose_create(
                       &t->hook, 3, &(bp_pose_options){.matrices = true, .weight_counts = (int[]){1, 0, 4}},
                       error)) != NULL)
CALL(pose_apply, bp_pose_apply(t->b, t->skeleton, error) && bp_pose_apply_nodes(t->b, &t->node, 1, error))
CALL(playback_start, bp_playback_start(&t->playback, &(bp_playback_options){.to = 3}, error))
CALL(range_create, bp_clip_range_create(t->clip, "another", 0, 1, error))
CALL(range_delete, bp_clip_range_delete(t->clip, "range0", true, error))
CALL(ik_create,
     (t->created_ik = bp_ik_create(t->context, bp_skeleton_bone(t->other, 2), NULL, error)) != NULL)
CALL(ik_use, bp_ik_set_options(t->ik, NULL, error) && bp_ik_update(t->ik, NULL, error))
CALL(look_at_create,
     (t->created_look_at = bp_look_at_create(t->context, bp_skeleton_bone(t->other, 1), NULL, error)) != NULL)
CALL(look_at_use, bp_look_at_set_options(t->look_at, NULL, error) && bp_look_at_update(t->look_at, error))

static bool motion_extract(void *user, bp_error *error) {
    objects *t = user;
    bp_motion *motion = bp_motion_extract(t->clip, &(bp_motion_options){.x = true, .yaw = true}, error);
    bp_motion_destroy(motion);
    return motion != NULL;
}

static bool clip_add(void *user, bp_error *error) {
    objects *t = user;
    bp_track track = track_of(50, BP_TRACK_ROTATION);
    return bp_clip_add(t->clip, &track, error) && bp_track_check(&track, error);
}

static bool range_copies(void *user, bp_error *error) {
    objects *t = user;
    bp_range_copy copy = {.clip = t->other_clip,
                          .skeleton = t->other,
                          .source = t->clip,
                          .source_skeleton = t->skeleton,
                          .name = "range0",
                          .rescale = true};
    return bp_range_copy_run(&copy, error);
}

static bool posing(void *user, bp_error *error) {
    objects *t = user;
    const bp_clip *clips[] = {t->other_clip};
    const bp_batch_layer layers[2] = {{.time = TIMES[0], .weight = 1}, {.time = TIMES[1], .weight = 0.5f}};
    t->posing = bp_batch_create(t->context, t->other, clips, 1, error);
    bp_batch_job job = {.count = 2, .layers = layers, .absolutes = t->absolutes};
    return t->posing && bp_batch_run(t->posing, &job, error);
}

static bool packing(void *user, bp_error *error) {
    enum { KEYS = 40, BONES = 4 };
    objects *t = user;
    double times[KEYS];
    float values[4 * KEYS];
    bp_vec3 shells[2 * BONES];
    for (int k = 0; k < KEYS; k++) {
        bp_quat q = bp_quat_from_axis_angle((bp_vec3){0, 1, 0}, 0.01f * (float)k);
        times[k] = k;
        memcpy(values + 4 * k, &q, sizeof q);
    }
    for (int i = 0; i < 2 * BONES; i++) shells[i] = i % 2 ? (bp_vec3){1, 1, 1} : (bp_vec3){0, 0, 0};
    bp_track track = {.kind = BP_TRACK_ROTATION, .key_count = KEYS, .times = times, .values = values};
    bp_clip *clip = bp_clip_create(&t->hook, NULL, error), *packed = NULL, *unpacked = NULL;
    bool ok = clip && bp_clip_add(clip, &track, error);
    bp_batch *batch = ok ? bp_batch_create(t->context, t->other, (const bp_clip *[]){clip}, 1, error) : NULL;
    if (batch) packed = bp_batch_pack(batch, 0, &(bp_pack_options){shells, 0.01}, error);
    if (packed) unpacked = bp_clip_unpack(packed, error);
    ok = unpacked && bp_clip_track_count(packed) == 0 && bp_clip_track_count(unpacked) == 1;
    bp_batch_destroy(batch);
    bp_clip_destroy(clip);
    bp_clip_destroy(packed);
    bp_clip_destroy(unpacked);
    return ok;
}

static const sweep_case cases[] = {
    {"bp_node_create", node_create, 0, 0},
    {"bp_node_clone", node_clone, 0, 0},
    {"bp_pose_blend_layers bp_pose_subtract", layers, 0, 0},
    {"bp_node_set_parent", node_parent, 0, 0},
    {"bp_skeleton_create", skeleton_create, 3, 0},
    {"bp_skeleton_clone", skeleton_clone, 3, 0},
    {"bp_skeleton_set_rules", rules, 3, 0},
    {"bp_skeleton_add", add, MORE, 0},
    {"bp_skeleton_add (index)", add_indexed, MORE, 0},
    {"bp_skeleton_reorder", reorder, 0, 0},
    {"bp_skeleton_set_pose_matrix", pose_matrix, 0, 0},
    {"bp_bone_set_parent", set_parent, 0, 0},
    {"bp_bone_set_index", set_index, MORE, 0},
    {"bp_bone_set_bind", set_bind, 0, 0},
    {"bp_bone_update_bind", update_bind, 0, 0},
    {"bp_bone_set_bind_from_pose", bind_from_pose, 0, 0},
    {"bp_bone_set_absolute_inverse_bind", inverse_bind, 0, 0},
    {"bp_bone_set_position_in bp_bone_translate bp_bone_rotate bp_bone_set_rotation_in "
     "bp_bone_set_axis_angle "
     "bp_bone_set_euler_in bp_bone_set_rotation_matrix bp_bone_scale_by "
     "bp_bone_from_world",
     in_space, 0, 0},
    {"bp_clip_create", clip_create, 0, 0},
    {"bp_clip_clone", clip_clone, 12, 0},
    {"bp_clip_add bp_track_check", clip_add, MORE, 0},
    {"bp_motion_extract", motion_extract, 6, 0},
    {"bp_pose_create", pose_create, 0, 0},
    {"bp_pose_apply bp_pose_apply_nodes", pose_apply, 0, 0},
    {"bp_batch_create bp_batch_run", posing, 0, 0},
    {"bp_batch_pack bp_clip_unpack", packing, 0, 0},
    {"bp_playback_start", playback_start, 0, 0},
    {"bp_clip_range_create", range_create, MORE, 0},
    {"bp_clip_range_delete", range_delete, 6, 0},
    {"bp_range_copy_run", range_copies, 12, 0},
    {"bp_ik_create", ik_create, 0, 0},
    {"bp_ik_set_options bp_ik_update", ik_use, 0, 0},
    {"bp_look_at_create", look_at_create, 0, 0},
    {"bp_look_at_set_options bp_look_at_update", look_at_use, 0, 0},
};

const sweep_suite sweep_rig = {"rig", sizeof(objects), prepare, fingerprint, finish, cases, BP_COUNT(cases)};

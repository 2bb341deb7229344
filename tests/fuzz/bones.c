/* Bone operations in any order, in one of two modes, chosen by the first byte:
 *
 * Model: numbers of a usual size. Each operation also runs on a plain model (support/plain_skeleton.h), and
 * the results of both are compared.
 *
 * Arbitrary: any numbers, any rules, linked nodes, inverse kinematics, look-at, sorting. After each
 * operation the invariants of any skeleton are checked (bones_check.h); a refused operation names the
 * reason and changes nothing. */
#include "fuzz/bones_check.h"
#include "rig/engine.h"
#include "support/engine_forms.h"
#include "support/plain_skeleton.h"

enum { OPERATIONS = 40, BONES = 12, NODES = 4 };

static void run_against_model(fuzz_input *in) {
    pair p = make_pair(fuzz_seed(in));
    for (int i = 0; i < OPERATIONS && fuzz_left(in) > 0; i++) {
        operation *what = operations[fuzz_below(in, (int)BP_COUNT(operations))];
        size_t n = (size_t)fuzz_byte(in) % p.model.count;
        p.seed = fuzz_seed(in);
        what(&p, bp_skeleton_bone_by_id(p.skeleton, n), n);
        check_current_absolutes(&p);
        if (fuzz_byte(in) % 4) check_finals(&p);
    }
    check_finals(&p);
    bp_skeleton_destroy(p.skeleton);
}

/* ---- arbitrary-------------------------------------------------------------------------------------*/

typedef struct world {
    bp_skeleton *skeleton;
    bp_node *nodes[NODES]; /* may be NULL */
} world;

static bp_bone *any_bone(const world *w, fuzz_input *in) {
    size_t count = bp_skeleton_count(w->skeleton);
    return count ? bp_skeleton_bone_by_id(w->skeleton, fuzz_byte(in) % count) : NULL;
}

static bp_node *any_node(const world *w, fuzz_input *in) { return w->nodes[fuzz_below(in, NODES)]; }

static bp_quat fuzz_quat(fuzz_input *in) {
    bp_vec3 v = fuzz_vec3(in, true);
    bp_quat q = {v.x, v.y, v.z, fuzz_float(in)};
    return fuzz_byte(in) % 4 ? bp_quat_normalize(q) : q;
}

static bp_mat4 fuzz_matrix(fuzz_input *in) {
    bp_mat4 m = bp_mat4_from_trs((bp_trs){fuzz_vec3(in, true), fuzz_quat(in), fuzz_vec3(in, true)});
    for (int i = fuzz_below(in, 4); i > 0; i--) m.m[fuzz_below(in, 16)] = fuzz_float(in);
    m.m[3] = m.m[7] = m.m[11] = 0, m.m[15] = 1;
    return m;
}

static bool add(world *w, fuzz_input *in, bp_error *error) {
    if (bp_skeleton_count(w->skeleton) >= BONES) return true;
    bp_mat4 local = fuzz_matrix(in), bind = fuzz_matrix(in), rest = fuzz_matrix(in);
    uint8_t has = fuzz_byte(in);
    bp_bone_options o = {.name = "bone", .has_index = has & 8, .has_length = has & 16, .length = 1.5f};
    if (has & 1) o.local = &local;
    if (has & 2) o.bind = &bind;
    if (has & 4) o.rest = &rest;
    if (has & 32) o.parent = any_bone(w, in);
    o.index = (int)(int8_t)fuzz_byte(in);
    return bp_skeleton_add(w->skeleton, &o, error) != NULL;
}

static void change_node(world *w, fuzz_input *in) {
    int which = fuzz_below(in, NODES);
    bp_node *node = w->nodes[which];
    if (!node) {
        w->nodes[which] = bp_node_create(NULL, "node", any_node(w, in), NULL);
        return;
    }
    switch (fuzz_below(in, 7)) {
    case 0: bp_node_set_position(node, fuzz_vec3(in, true)); break;
    case 1: bp_node_set_rotation(node, fuzz_quat(in)); break;
    case 2: bp_node_set_euler(node, fuzz_vec3(in, true)); break;
    case 3: bp_node_set_scale(node, fuzz_vec3(in, true)); break;
    case 4: bp_node_set_matrix(node, fuzz_matrix(in)); break;
    case 5: (void)bp_node_set_parent(node, any_node(w, in), NULL); break;
    default:
        for (bp_bone *bone; (bone = bp_skeleton_find_linked(w->skeleton, node)) != NULL;)
            bp_bone_link(bone, NULL);
        bp_node_destroy(node);
        w->nodes[which] = NULL;
        break;
    }
}

/* Operations that can't fail. */
static void change_bone(world *w, bp_bone *bone, fuzz_input *in) {
    switch (fuzz_below(in, 13)) {
    case 0: bp_bone_set_local(bone, fuzz_matrix(in)); break;
    case 1: bp_bone_set_position(bone, fuzz_vec3(in, true)); break;
    case 2: bp_bone_set_rotation(bone, fuzz_quat(in)); break;
    case 3: bp_bone_set_euler(bone, fuzz_vec3(in, true)); break;
    case 4: bp_bone_set_scale(bone, fuzz_vec3(in, true)); break;
    case 5: bp_bone_set_length(bone, fuzz_float(in)); break;
    case 6: bp_bone_unset_length(bone); break;
    case 7: bp_bone_set_rest(bone, fuzz_matrix(in)); break;
    case 8: bp_bone_set_rest_from_pose(bone); break;
    case 9: bp_bone_return_to_rest(bone); break;
    case 10: bp_bone_compute_absolutes(bone); break;
    case 11: bp_bone_link(bone, any_node(w, in)); break;
    default: bp_bone_link(bone, NULL); break;
    }
}

/* Operations in a space, which may be refused. */
static bool transform_bone(world *w, bp_bone *bone, fuzz_input *in, bp_error *error) {
    bp_space space = fuzz_flag(in) ? BP_SPACE_WORLD : BP_SPACE_LOCAL;
    const bp_node *node = any_node(w, in);
    bp_vec3 v = fuzz_vec3(in, true);
    switch (fuzz_below(in, 8)) {
    case 0: return bp_bone_set_position_in(bone, v, space, node, error);
    case 1: return bp_bone_translate(bone, v, space, node, error);
    case 2: return bp_bone_rotate(bone, v, fuzz_float(in), space, node, error);
    case 3: return bp_bone_set_rotation_in(bone, fuzz_quat(in), space, node, error);
    case 4: return bp_bone_set_axis_angle(bone, v, fuzz_float(in), space, node, error);
    case 5: return bp_bone_set_euler_in(bone, v, space, node, error);
    case 6: return bp_bone_set_euler_in(bone, (bp_vec3){v.y, v.x, v.z}, space, node, error);
    default: return bp_bone_scale_by(bone, v, fuzz_flag(in), error);
    }
}

static bool rebind_bone(world *w, bp_bone *bone, fuzz_input *in, bp_error *error) {
    switch (fuzz_below(in, 6)) {
    case 0: return bp_bone_set_bind(bone, fuzz_matrix(in), error);
    case 1: return bp_bone_update_bind(bone, fuzz_matrix(in), fuzz_flag(in), fuzz_flag(in), error);
    case 2: return bp_bone_set_bind_from_pose(bone, error);
    case 3: return bp_bone_set_absolute_inverse_bind(bone, fuzz_matrix(in), error);
    case 4: return bp_bone_set_index(bone, (int)(int8_t)fuzz_byte(in), error);
    default: return bp_bone_set_parent(bone, fuzz_flag(in) ? any_bone(w, in) : NULL, fuzz_flag(in), error);
    }
}

static bool solve_ik(world *w, bp_bone *bone, fuzz_input *in, bp_error *error) {
    uint8_t has = fuzz_byte(in);
    bp_ik_options o = {.mesh = has & 1 ? any_node(w, in) : NULL,
                       .target_node = has & 2 ? any_node(w, in) : NULL,
                       .pole_node = has & 4 ? any_node(w, in) : NULL,
                       .pole_bone = has & 8 ? any_bone(w, in) : NULL,
                       .pole_fixed = has & 16,
                       .as_engine = has & 32,
                       .pole_angle = fuzz_float(in),
                       .slerp = has & 64 ? fuzz_float(in) : 0,
                       .max_angle = has & 128 ? fuzz_float(in) : 0};
    if (fuzz_flag(in)) o.bend_axis = fuzz_vec3(in, true), o.pole_offset = fuzz_vec3(in, true);
    if (fuzz_flag(in)) o.softness = fuzz_float(in);
    bp_ik *ik = bp_ik_create(NULL, bone, &o, error);
    if (!ik) return false;
    if (fuzz_flag(in)) bp_ik_set_weight(ik, fuzz_float(in));
    bp_ik_set_target(ik, fuzz_vec3(in, true));
    bp_ik_set_pole(ik, fuzz_vec3(in, true));
    bool ok = bp_ik_update(ik, NULL, error);
    bp_ik_destroy(ik);
    return ok;
}

static bool look_at(world *w, bp_bone *bone, fuzz_input *in, bp_error *error) {
    uint8_t has = fuzz_byte(in);
    bp_look_at_options o = {.mesh = has & 1 ? any_node(w, in) : NULL,
                            .limit_yaw = has & 2,
                            .absolute_yaw = has & 4,
                            .limit_pitch = has & 8,
                            .as_engine = has & 16,
                            .up_space = (bp_look_at_up)(has >> 5 & 3),
                            .slerp = has & 128 ? fuzz_float(in) : 0};
    o.min_yaw = fuzz_small_float(in), o.max_yaw = fuzz_small_float(in), o.min_pitch = fuzz_small_float(in),
    o.max_pitch = fuzz_small_float(in);
    if (fuzz_flag(in)) o.up_axis = fuzz_vec3(in, true);
    if (fuzz_flag(in)) o.forward_axis = fuzz_vec3(in, true);
    bp_look_at *look = bp_look_at_create(NULL, bone, &o, error);
    if (!look) return false;
    bp_look_at_set_target(look, fuzz_vec3(in, true));
    bool ok = bp_look_at_update(look, error);
    bp_look_at_destroy(look);
    return ok;
}

static bool reorder(world *w, fuzz_input *in, bp_error *error) {
    size_t order[BONES], count = bp_skeleton_count(w->skeleton);
    for (size_t i = 0; i < count; i++) order[i] = i;
    for (int swaps = fuzz_below(in, 4); count && swaps > 0; swaps--) {
        size_t a = fuzz_byte(in) % count, b = fuzz_byte(in) % count, t = order[a];
        order[a] = order[b];
        order[b] = t;
    }
    if (count && fuzz_byte(in) > 240) order[0] = order[count - 1];
    return bp_skeleton_reorder(w->skeleton, order, count, error);
}

static bool change_skeleton(world *w, fuzz_input *in, bp_error *error) {
    bp_mat4 pose;
    bp_skeleton *copy;
    switch (fuzz_below(in, 9)) {
    case 0: bp_skeleton_sort(w->skeleton); return true;
    case 1: bp_skeleton_compute_absolutes(w->skeleton, fuzz_flag(in)); return true;
    case 2: bp_skeleton_return_to_rest(w->skeleton); return true;
    case 3: bp_skeleton_set_rest_from_pose(w->skeleton); return true;
    case 4: return bp_skeleton_set_rules(w->skeleton, fuzz_byte(in) % 70, error);
    case 5:
        pose = fuzz_matrix(in);
        return bp_skeleton_set_pose_matrix(w->skeleton, fuzz_flag(in) ? &pose : NULL, error);
    case 6: return reorder(w, in, error);
    case 7:
        copy = bp_skeleton_clone(w->skeleton, NULL, error);
        if (!copy) return false;
        check_same(w->skeleton, copy);
        bp_skeleton_destroy(w->skeleton);
        w->skeleton = copy;
        return true;
    default: bp_skeleton_prepare(w->skeleton); return true;
    }
}

static bool run_operation(world *w, fuzz_input *in, bp_error *error) {
    int what = fuzz_below(in, 9);
    bp_bone *bone = any_bone(w, in);
    if (!bone || what == 0) return add(w, in, error);
    switch (what) {
    case 1: change_node(w, in); return true;
    case 2: return rebind_bone(w, bone, in, error);
    case 3: return change_skeleton(w, in, error);
    case 4: return transform_bone(w, bone, in, error);
    case 5: return solve_ik(w, bone, in, error);
    case 6: return look_at(w, bone, in, error);
    default: change_bone(w, bone, in); return true;
    }
}

static void run_arbitrary(fuzz_input *in) {
    world w = {.skeleton =
                   bp_skeleton_create(NULL, &(bp_skeleton_options){.rules = fuzz_byte(in) % 64}, NULL)};
    FUZZ_CHECK(w.skeleton, "no skeleton");
    for (int i = 0; i < OPERATIONS && fuzz_left(in) > 0; i++) {
        bp_error error = {0};
        bp_skeleton *before = bp_skeleton_clone(w.skeleton, NULL, NULL);
        FUZZ_CHECK(before, "no clone");
        bool ok = run_operation(&w, in, &error);
        if (!ok) {
            FUZZ_CHECK_ERROR(&error);
            check_unchanged(before, w.skeleton);
        }
        bp_skeleton_destroy(before);
        check_skeleton(w.skeleton, fuzz_byte(in) % 4 == 0);
    }
    for (int i = 0; i < NODES; i++)
        for (bp_bone *bone; w.nodes[i] && (bone = bp_skeleton_find_linked(w.skeleton, w.nodes[i])) != NULL;)
            bp_bone_link(bone, NULL);
    for (int i = 0; i < NODES; i++) bp_node_destroy(w.nodes[i]);
    bp_skeleton_destroy(w.skeleton);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input in = {data, size, 0};
    if (fuzz_byte(&in) % 4 == 0)
        run_against_model(&in);
    else
        run_arbitrary(&in);
    return 0;
}

/* rig_operations: the recorded calls of Bone and Skeleton, each made by the library's equivalent.
 *
 * A table has one row for each name that FORMAT.md lists: the arguments of the call, and a short function
 * that makes it. A call that the library refuses is a mismatch, because the engine made it.
 */
#include "rig/engine.h"
#include "rig_scene.h"
#include "support/engine_forms.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One step with its arguments read. */
typedef struct call {
    replay *r;
    rig_scene *scene;
    const json_t *step;
    bool full;
    bp_bone *bone;
    bp_node *node;
    bp_space space;
} call;

static bool done(const call *c, bool ok, const bp_error *error) {
    char text[512];
    c->r->place.matrix = "call";
    if (!ok) replay_expect(c->r, false, "the library refuses: %s", bp_error_text(error, text, sizeof text));
    return true;
}

/* ---- setters of a bone -------------------------------------------------------------------------------- */

#define SETTER(name, type, read, key, statement)                                                             \
    static bool name(const call *c) {                                                                        \
        type value;                                                                                          \
        bp_error error = {0};                                                                                \
        if (!read(c->r, c->step, key, &value)) return false;                                                 \
        return done(c, (statement), &error);                                                                 \
    }

SETTER(set_position, bp_vec3, replay_vec3, "v", (bp_bone_set_position(c->bone, value), true))
SETTER(set_euler, bp_vec3, replay_vec3, "v", (bp_bone_set_euler(c->bone, value), true))
SETTER(set_scale, bp_vec3, replay_vec3, "v", (bp_bone_set_scale(c->bone, value), true))
SETTER(set_quaternion, bp_quat, replay_quat, "q", (bp_bone_set_rotation(c->bone, value), true))
SETTER(set_rest, bp_mat4, replay_mat4, "m", (bp_bone_set_rest(c->bone, value), true))
SETTER(set_bind, bp_mat4, replay_mat4, "m", bp_bone_set_bind(c->bone, value, &error))
SETTER(set_position_in, bp_vec3, replay_vec3, "v",
       bp_bone_set_position_in(c->bone, value, c->space, c->node, &error))
SETTER(set_absolute_position, bp_vec3, replay_vec3, "v",
       bp_bone_set_position_in(c->bone, value, BP_SPACE_WORLD, c->node, &error))
SETTER(translate, bp_vec3, replay_vec3, "v", bp_bone_translate(c->bone, value, c->space, c->node, &error))
SETTER(set_euler_in, bp_vec3, replay_vec3, "v",
       bp_bone_set_euler_in(c->bone, value, c->space, c->node, &error))
SETTER(set_quaternion_in, bp_quat, replay_quat, "q",
       bp_bone_set_rotation_in(c->bone, value, c->space, c->node, &error))
SETTER(set_rotation_matrix, bp_mat4, replay_mat4, "m",
       bp_bone_set_rotation_matrix(c->bone, value, c->space, c->node, &error))

static bool read_turn(const call *c, bp_vec3 *axis, double *angle) {
    return replay_vec3(c->r, c->step, "axis", axis) && replay_number(c->r, c->step, "angle", angle);
}

static bool rotate(const call *c) {
    bp_vec3 axis;
    double angle;
    bp_error error = {0};
    if (!read_turn(c, &axis, &angle)) return false;
    return done(c, bp_bone_rotate(c->bone, axis, (float)angle, c->space, c->node, &error), &error);
}

static bool set_axis_angle(const call *c) {
    bp_vec3 axis;
    double angle;
    bp_error error = {0};
    if (!read_turn(c, &axis, &angle)) return false;
    return done(c, bp_bone_set_axis_angle(c->bone, axis, (float)angle, c->space, c->node, &error), &error);
}

static bool set_yaw_pitch_roll(const call *c) {
    double yaw, pitch, roll;
    bp_error error = {0};
    if (!replay_number(c->r, c->step, "yaw", &yaw) || !replay_number(c->r, c->step, "pitch", &pitch) ||
        !replay_number(c->r, c->step, "roll", &roll))
        return false;
    return done(c,
                bp_bone_set_euler_in(c->bone, (bp_vec3){(float)pitch, (float)yaw, (float)roll}, c->space,
                                     c->node, &error),
                &error);
}

static bool scale_by(const call *c) {
    bp_vec3 v;
    bool children = false;
    bp_error error = {0};
    if (!replay_vec3(c->r, c->step, "v", &v)) return false;
    if (!replay_flag(c->r, c->step, "scaleChildren", &children)) return false;
    return done(c, bp_bone_scale_by(c->bone, v, children, &error), &error);
}

static bool set_parent(const call *c) {
    long parent;
    bool rebind = false;
    bp_error error = {0};
    if (!replay_index(c->r, c->step, "parent", -1, (long)c->scene->bone_count - 1, &parent)) return false;
    if (!replay_flag(c->r, c->step, "updateBind", &rebind)) return false;
    bp_bone *above = parent < 0 ? NULL : bp_skeleton_bone_by_id(c->scene->skeleton, (size_t)parent);
    return done(c, bp_bone_set_parent(c->bone, above, rebind, &error), &error);
}

static bool update_bind(const call *c) {
    bp_mat4 m;
    bool absolutes = false, local = false;
    bp_error error = {0};
    if (!replay_mat4(c->r, c->step, "m", &m)) return false;
    if (!replay_flag(c->r, c->step, "updateBind", &absolutes)) return false;
    if (!replay_flag(c->r, c->step, "updateLocal", &local)) return false;
    return done(c, bp_bone_update_bind(c->bone, m, absolutes, local, &error), &error);
}

static bool bind_to_local(const call *c) {
    bp_error error = {0};
    return done(c, bp_bone_set_bind_from_pose(c->bone, &error), &error);
}

static bool set_index(const call *c) {
    long index;
    bp_error error = {0};
    if (!replay_index(c->r, c->step, "index", -1, BP_INDEX_LIMIT - 1, &index)) return false;
    return done(c, bp_bone_set_index(c->bone, (int)index, &error), &error);
}

static bool rest_from_pose(const call *c) { return bp_bone_set_rest_from_pose(c->bone), true; }
static bool return_to_rest(const call *c) { return bp_bone_return_to_rest(c->bone), true; }
static bool link_node(const call *c) { return bp_bone_link(c->bone, c->node), true; }
static bool compute_bone(const call *c) { return bp_bone_compute_absolutes(c->bone), true; }

/* ---- nodes ------------------------------------------------------------------------------------------- */

static bool move_node(const call *c, bool euler) {
    bp_vec3 t, s, e;
    bp_quat q;
    if (!c->node) return replay_malformed(c->r, "\"node\" is missing");
    if (!replay_vec3(c->r, c->step, "t", &t) || !replay_vec3(c->r, c->step, "s", &s)) return false;
    if (euler ? !replay_vec3(c->r, c->step, "e", &e) : !replay_quat(c->r, c->step, "q", &q)) return false;
    bp_node_set_position(c->node, t);
    bp_node_set_scale(c->node, s);
    if (euler)
        bp_node_set_euler(c->node, e);
    else
        bp_node_set_rotation(c->node, q);
    bp_mat4 world = bp_node_world(c->node);
    c->r->place.matrix = "world";
    return replay_compare(c->r, json_object_get(c->step, "world"), world.m, 16);
}

static bool set_node(const call *c) { return move_node(c, false); }
static bool set_node_euler(const call *c) { return move_node(c, true); }

/* ---- the whole skeleton -------------------------------------------------------------------------------- */

static bool prepare(const call *c) {
    (void)bp_skeleton_prepare(c->scene->skeleton);
    if (c->full) return true;
    return rig_scene_compare(c->r, c->scene, c->step, "final", rig_scene_chain) &&
           rig_scene_compare(c->r, c->scene, c->step, "skin", rig_scene_palette) &&
           rig_scene_compare_order(c->r, c->scene, json_object_get(c->step, "order"));
}

static bool sort(const call *c) {
    bp_skeleton_sort(c->scene->skeleton);
    const json_t *order = replay_array(c->r, c->step, "order", (long)c->scene->bone_count);
    return order && rig_scene_compare_order(c->r, c->scene, order);
}

static bool reorder(const call *c) {
    size_t count = c->scene->bone_count;
    const json_t *order = replay_array(c->r, c->step, "order", (long)count);
    size_t *numbers = order ? calloc(count, sizeof *numbers) : NULL;
    if (!numbers) return false;
    bp_error error = {0};
    for (size_t i = 0; i < count; i++) {
        const json_t *number = json_array_get(order, i);
        bool valid = json_is_integer(number) && json_integer_value(number) >= 0;
        numbers[i] = valid ? (size_t)json_integer_value(number) : SIZE_MAX;
    }
    bool ok = bp_skeleton_reorder(c->scene->skeleton, numbers, count, &error);
    free(numbers);
    return ok ? true : replay_malformed(c->r, "\"order\": %s", error.message);
}

static bool compute_all(const call *c) {
    bool force = false;
    if (!replay_flag(c->r, c->step, "force", &force)) return false;
    bp_skeleton_compute_absolutes(c->scene->skeleton, force);
    return c->full || rig_scene_compare(c->r, c->scene, c->step, "absolute", rig_scene_absolute);
}

static bool all_to_rest(const call *c) { return bp_skeleton_return_to_rest(c->scene->skeleton), true; }
static bool rest_all(const call *c) { return bp_skeleton_set_rest_from_pose(c->scene->skeleton), true; }

/* ---- readers: the result against `result`
 * ---------------------------------------------------------------- */

static bool answer(const call *c, const float *got, size_t count) {
    c->r->place.matrix = "result";
    return replay_compare(c->r, json_object_get(c->step, "result"), got, count);
}

static bool answer_vec3(const call *c, bp_vec3 v) { return answer(c, (float[3]){v.x, v.y, v.z}, 3); }
static bool answer_mat4(const call *c, bp_mat4 m) { return answer(c, m.m, 16); }

static bool get_position(const call *c) {
    return answer_vec3(c, bp_bone_position_in(c->bone, c->space, c->node));
}
static bool get_absolute_position(const call *c) {
    return answer_vec3(c, bp_bone_position_in(c->bone, BP_SPACE_WORLD, c->node));
}
static bool get_scale(const call *c) { return answer_vec3(c, bp_bone_scale(c->bone)); }
static bool get_rotation_matrix(const call *c) {
    return answer_mat4(c, bp_bone_rotation_matrix(c->bone, c->space, c->node));
}
static bool get_absolute(const call *c) { return answer_mat4(c, bp_bone_absolute(c->bone)); }
static bool get_local(const call *c) { return answer_mat4(c, bp_bone_local(c->bone)); }
static bool get_chain(const call *c) { return answer_mat4(c, bp_bone_chain(c->bone)); }

static bool get_quaternion(const call *c) {
    c->r->place.matrix = "result";
    bp_quat q = bp_bone_rotation_in(c->bone, c->space, c->node);
    return replay_compare_rotation(c->r, json_object_get(c->step, "result"), q);
}

/* Angles are compared modulo 2 pi: pi and -pi are one direction. */
static bool get_euler(const call *c) {
    bp_vec3 e = bp_bone_euler_in(c->bone, c->space, c->node);
    double want[3], got[3] = {(double)e.x, (double)e.y, (double)e.z};
    const double turn = 6.283185307179586;
    c->r->place.matrix = "result";
    if (!replay_member(c->r, c->step, "result", 3, want)) return false;
    for (int i = 0; i < 3; i++) got[i] += floor((want[i] - got[i]) / turn + 0.5) * turn;
    replay_compare_numbers(c->r, want, got, 3);
    return true;
}

static bool get_direction(const call *c) {
    bp_vec3 v;
    return replay_vec3(c->r, c->step, "v", &v) && answer_vec3(c, bp_bone_direction(c->bone, v, c->node));
}
static bool get_to_world(const call *c) {
    bp_vec3 v;
    return replay_vec3(c->r, c->step, "v", &v) && answer_vec3(c, bp_bone_to_world(c->bone, v, c->node));
}
static bool get_from_world(const call *c) {
    bp_vec3 v, out;
    bp_error error = {0};
    if (!replay_vec3(c->r, c->step, "v", &v)) return false;
    if (!bp_bone_from_world(c->bone, v, c->node, &out, &error)) return done(c, false, &error);
    return answer_vec3(c, out);
}
static bool get_index(const call *c) { return answer(c, (float[1]){(float)bp_bone_index(c->bone)}, 1); }

static bool get_length(const call *c) {
    float length = 0;
    const json_t *want = json_object_get(c->step, "result");
    c->r->place.matrix = "result";
    bool has = bp_bone_has_length(c->bone);
    if (has) (void)bp_bone_length(c->bone, &length);
    if (has && json_is_array(want)) return answer(c, &length, 1);
    if (!json_is_array(want) && !json_is_null(want)) return replay_malformed(c->r, "\"result\" is no length");
    replay_expect(c->r, !has && json_is_null(want), "got %s length, wanted %s", has ? "a" : "no",
                  has ? "none" : "one");
    return true;
}

/* ---- the table ---------------------------------------------------------------------------------------- */

enum { BONE = 1, NODE = 2, SPACE = 4, LINK = 8 };

typedef struct operation {
    const char *name;
    int arguments; /* bits of bone, node (optional except for LINK), space that are read first */
    bool (*make)(const call *c);
} operation;

static const operation operations[] = {
    {"position", BONE, set_position},
    {"rotation", BONE, set_euler},
    {"rotationQuaternion", BONE, set_quaternion},
    {"scaling", BONE, set_scale},
    {"setScale", BONE, set_scale},
    {"setPosition", BONE | NODE | SPACE, set_position_in},
    {"translate", BONE | NODE | SPACE, translate},
    {"setAbsolutePosition", BONE | NODE, set_absolute_position},
    {"rotate", BONE | NODE | SPACE, rotate},
    {"setAxisAngle", BONE | NODE | SPACE, set_axis_angle},
    {"setYawPitchRoll", BONE | NODE | SPACE, set_yaw_pitch_roll},
    {"setRotation", BONE | NODE | SPACE, set_euler_in},
    {"setRotationQuaternion", BONE | NODE | SPACE, set_quaternion_in},
    {"setRotationMatrix", BONE | NODE | SPACE, set_rotation_matrix},
    {"scale", BONE, scale_by},
    {"setParent", BONE, set_parent},
    {"setBindMatrix", BONE, set_bind},
    {"setBindMatrixToLocal", BONE, bind_to_local},
    {"updateMatrix", BONE, update_bind},
    {"setRestMatrix", BONE, set_rest},
    {"setCurrentPoseAsRest", BONE, rest_from_pose},
    {"skeletonSetCurrentPoseAsRest", 0, rest_all},
    {"returnToRest", BONE, return_to_rest},
    {"skeletonReturnToRest", 0, all_to_rest},
    {"setIndex", BONE, set_index},
    {"linkTransformNode", BONE | NODE | LINK, link_node},
    {"nodeSet", NODE, set_node},
    {"nodeSetEuler", NODE, set_node_euler},
    {"prepare", 0, prepare},
    {"sortBones", 0, sort},
    {"reorder", 0, reorder},
    {"computeAbsoluteMatrices", 0, compute_all},
    {"boneComputeAbsoluteMatrices", BONE, compute_bone},
    {"getPosition", BONE | NODE | SPACE, get_position},
    {"getRotation", BONE | NODE | SPACE, get_euler},
    {"getRotationQuaternion", BONE | NODE | SPACE, get_quaternion},
    {"getRotationMatrix", BONE | NODE | SPACE, get_rotation_matrix},
    {"getAbsolutePosition", BONE | NODE, get_absolute_position},
    {"getDirection", BONE | NODE, get_direction},
    {"getAbsolutePositionFromLocal", BONE | NODE, get_to_world},
    {"getLocalPositionFromAbsolute", BONE | NODE, get_from_world},
    {"getScale", BONE, get_scale},
    {"getAbsoluteMatrix", BONE, get_absolute},
    {"getLocalMatrix", BONE, get_local},
    {"getFinalMatrix", BONE, get_chain},
    {"getIndex", BONE, get_index},
    {"getLength", BONE, get_length},
};

static const operation *find_operation(const char *name) {
    for (size_t i = 0; i < BP_COUNT(operations); i++)
        if (strcmp(operations[i].name, name) == 0) return &operations[i];
    return NULL;
}

static bool read_space(call *c) {
    if (!json_object_get(c->step, "space")) return true;
    const char *space = replay_text(c->r, c->step, "space");
    if (!space) return false;
    c->space = strcmp(space, "world") == 0 ? BP_SPACE_WORLD : BP_SPACE_LOCAL;
    if (c->space == BP_SPACE_WORLD || strcmp(space, "local") == 0) return true;
    return replay_malformed(c->r, "\"space\" is \"%.40s\", neither local nor world", space);
}

static bool read_arguments(call *c, int arguments) {
    long bone = -1, node = -1;
    if (arguments & BONE) {
        if (!replay_index(c->r, c->step, "bone", 0, (long)c->scene->bone_count - 1, &bone)) return false;
        c->bone = bp_skeleton_bone_by_id(c->scene->skeleton, (size_t)bone);
    }
    if ((arguments & LINK) || ((arguments & NODE) && json_object_get(c->step, "node"))) {
        if (!replay_index(c->r, c->step, "node", -1, (long)c->scene->node_count - 1, &node)) return false;
        if (node >= 0) c->node = c->scene->nodes[node];
    }
    c->r->place.bone = bone >= 0 ? bone : node;
    return !(arguments & SPACE) || read_space(c);
}

bool rig_scene_step(replay *r, rig_scene *scene, const json_t *step, bool full) {
    call c = {.r = r, .scene = scene, .step = step, .full = full};
    const char *name = replay_text(r, step, "op");
    const operation *found = name ? find_operation(name) : NULL;
    if (!name) return false;
    if (!found) return replay_malformed(r, "there is no operation \"%.60s\"", name);
    r->place.operation = name;
    r->steps++;
    return read_arguments(&c, found->arguments) && found->make(&c);
}

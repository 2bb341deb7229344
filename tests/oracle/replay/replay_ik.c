/* replay_ik: ik-look.json, the two controllers.
 *
 * Each case makes a mesh's node, other nodes and a skeleton, sets up one controller and updates it
 * several times; after each update every bone's local matrix and chain (which the engine calls final)
 * are compared. Controllers run with as_engine, see ik.h and look_at.h.
 */
#include "oracle/replay/replay.h"
#include <stdlib.h>
#include <string.h>

#define NODE_LIMIT 1000000 /* nodes or bones in one case */

typedef struct stage {
    bp_node *mesh;
    bp_node **nodes; /* owned, `count` of them */
    size_t count;
    bp_skeleton *skeleton;
} stage;

static void strike(stage *s) {
    bp_skeleton_destroy(s->skeleton);
    for (size_t i = 0; i < s->count; i++) bp_node_destroy(s->nodes[i]);
    free(s->nodes);
    bp_node_destroy(s->mesh);
}

static bool refused(replay *r, const bp_error *error) {
    char text[768];
    return replay_malformed(r, "the library refuses it: %s", bp_error_text(error, text, sizeof text));
}

/* ---- reading ---- */

static bool has(const json_t *object, const char *key) { return json_object_get(object, key) != NULL; }

/* An optional member: *out stays unchanged without it. */
static bool maybe_number(replay *r, const json_t *object, const char *key, float *out) {
    double value;
    if (!has(object, key)) return true;
    if (!replay_number(r, object, key, &value)) return false;
    *out = (float)value;
    return true;
}

static bool maybe_vec3(replay *r, const json_t *object, const char *key, bp_vec3 *out) {
    return !has(object, key) || replay_vec3(r, object, key, out);
}

static bp_node *read_node(replay *r, const json_t *object) {
    bp_vec3 t, s;
    bp_quat q;
    bp_error error = {0};
    if (!replay_vec3(r, object, "t", &t) || !replay_quat(r, object, "q", &q) ||
        !replay_vec3(r, object, "s", &s)) {
        return NULL;
    }
    bp_node *node = bp_node_create(NULL, NULL, NULL, &error);
    if (!node) {
        refused(r, &error);
        return NULL;
    }
    bp_node_set_position(node, t);
    bp_node_set_rotation(node, q);
    bp_node_set_scale(node, s);
    return node;
}

static bool read_nodes(replay *r, const json_t *object, stage *s) {
    const json_t *rows = replay_array(r, object, "nodes", -1);
    if (!rows) return false;
    size_t count = json_array_size(rows), outer = replay_enter(r, "nodes", 0);
    s->nodes = calloc(count + 1, sizeof *s->nodes);
    if (!s->nodes || count > NODE_LIMIT) return replay_malformed(r, "too many nodes");
    for (; s->count < count; s->count++) {
        size_t mark = replay_enter(r, NULL, s->count);
        s->nodes[s->count] = read_node(r, json_array_get(rows, s->count));
        if (!s->nodes[s->count]) return false;
        replay_leave(r, mark);
    }
    replay_leave(r, outer);
    return true;
}

static bool read_bone(replay *r, const json_t *object, stage *s) {
    long parent, above = (long)bp_skeleton_count(s->skeleton) - 1;
    bp_mat4 local;
    bp_bone_options o = {.name = "b", .local = &local, .has_length = has(object, "length")};
    bp_error error = {0};
    if (!replay_index(r, object, "parent", -1, above, &parent) || !replay_mat4(r, object, "local", &local) ||
        !maybe_number(r, object, "length", &o.length)) {
        return false;
    }
    if (parent >= 0) o.parent = bp_skeleton_bone_by_id(s->skeleton, (size_t)parent);
    return bp_skeleton_add(s->skeleton, &o, &error) ? true : refused(r, &error);
}

static bool read_bones(replay *r, const json_t *object, stage *s) {
    bp_error error = {0};
    const json_t *rows = replay_array(r, object, "bones", -1);
    if (!rows) return false;
    size_t outer = replay_enter(r, "bones", 0), count = json_array_size(rows);
    if (count > NODE_LIMIT) return replay_malformed(r, "too many bones");
    s->skeleton = bp_skeleton_create(NULL, &(bp_skeleton_options){.rules = BP_RULES_ENGINE}, &error);
    if (!s->skeleton) return refused(r, &error);
    for (size_t i = 0; i < count; i++) {
        size_t mark = replay_enter(r, NULL, i);
        if (!read_bone(r, json_array_get(rows, i), s)) return false;
        replay_leave(r, mark);
    }
    replay_leave(r, outer);
    return true;
}

static bool read_stage(replay *r, const json_t *object, stage *s) {
    const json_t *mesh = replay_object(r, object, "mesh");
    if (!mesh) return false;
    size_t mark = replay_enter(r, "mesh", 0);
    s->mesh = read_node(r, mesh);
    if (!s->mesh) return false;
    replay_leave(r, mark);
    return (!has(object, "nodes") || read_nodes(r, object, s)) && read_bones(r, object, s);
}

static bp_bone *read_bone_index(replay *r, const json_t *object, const char *key, const stage *s) {
    long number;
    long last = (long)bp_skeleton_count(s->skeleton) - 1;
    if (!replay_index(r, object, key, 0, last, &number)) return NULL;
    return bp_skeleton_bone_by_id(s->skeleton, (size_t)number);
}

static bool maybe_node(replay *r, const json_t *object, const char *key, const stage *s,
                       const bp_node **out) {
    long number;
    if (!has(object, key)) return true;
    if (!replay_index(r, object, key, 0, (long)s->count - 1, &number)) return false;
    *out = s->nodes[number];
    return true;
}

/* ---- comparing ---- */

static bool compare_matrices(replay *r, const json_t *update, const char *key, const stage *s,
                             bp_mat4 matrix(const bp_bone *)) {
    size_t count = bp_skeleton_count(s->skeleton);
    const json_t *rows = replay_array(r, update, key, (long)count);
    if (!rows) return false;
    size_t mark = replay_enter(r, key, 0);
    r->place.matrix = key;
    for (size_t i = 0; i < count; i++) {
        size_t row = replay_enter(r, NULL, i);
        r->place.bone = (long)i;
        bp_mat4 got = matrix(bp_skeleton_bone_by_id(s->skeleton, i));
        if (!replay_compare(r, json_array_get(rows, i), got.m, 16)) return false;
        replay_leave(r, row);
    }
    replay_leave(r, mark);
    return true;
}

static bool compare_bones(replay *r, const json_t *update, const stage *s) {
    bp_skeleton_prepare(s->skeleton);
    return compare_matrices(r, update, "local", s, bp_bone_local) &&
           compare_matrices(r, update, "final", s, bp_bone_chain);
}

static bool compare_number(replay *r, const json_t *object, const char *key, float got) {
    double want, wide = (double)got;
    if (!replay_number(r, object, key, &want)) return false;
    r->place.bone = -1;
    r->place.matrix = key;
    replay_compare_numbers(r, &want, &wide, 1);
    return true;
}

static bool compare_vec3(replay *r, const json_t *object, const char *key, bp_vec3 got) {
    double want[3], wide[3] = {(double)got.x, (double)got.y, (double)got.z};
    if (!replay_member(r, object, key, 3, want)) return false;
    r->place.bone = -1;
    r->place.matrix = key;
    replay_compare_numbers(r, want, wide, 3);
    return true;
}

static void note_failure(replay *r, const bp_error *error) {
    char text[768];
    replay_expect(r, false, "the update failed: %s", bp_error_text(error, text, sizeof text));
}

/* ---- ik ---- */

static bp_ik *make_ik(replay *r, const json_t *object, const stage *s, const bp_node **target_node) {
    bp_ik_options o = {.mesh = s->mesh, .as_engine = true};
    bp_bone *upper = read_bone_index(r, object, "bone1", s);
    bp_bone *lower = upper ? read_bone_index(r, object, "bone2", s) : NULL;
    const json_t *given = lower ? replay_object(r, object, "options") : NULL;
    if (!given) return NULL;
    size_t mark = replay_enter(r, "options", 0);
    if (has(given, "poleTargetBone")) {
        o.pole_bone = read_bone_index(r, given, "poleTargetBone", s);
        if (!o.pole_bone) return NULL;
    }
    if (!maybe_node(r, given, "poleTargetNode", s, &o.pole_node) ||
        !maybe_node(r, given, "targetNode", s, &o.target_node) ||
        !maybe_vec3(r, given, "poleTargetLocalOffset", &o.pole_offset) ||
        !maybe_vec3(r, given, "bendAxis", &o.bend_axis) ||
        !maybe_number(r, given, "poleAngle", &o.pole_angle) ||
        !maybe_number(r, given, "maxAngle", &o.max_angle) ||
        !maybe_number(r, given, "slerpAmount", &o.slerp)) {
        return NULL;
    }
    replay_leave(r, mark);
    *target_node = o.target_node;
    bp_error error = {0};
    bp_ik *ik = bp_ik_create(NULL, lower, &o, &error);
    if (!ik) refused(r, &error);
    return ik;
}

static bool compare_init(replay *r, const json_t *object, const bp_ik *ik) {
    const json_t *init = replay_object(r, object, "init");
    bool right_handed;
    if (!init) return false;
    size_t mark = replay_enter(r, "init", 0);
    r->place.operation = "init";
    if (!compare_number(r, init, "bone1Length", bp_ik_read(ik).upper_length) ||
        !compare_number(r, init, "bone2Length", bp_ik_read(ik).lower_length) ||
        !compare_number(r, init, "maxReach", bp_ik_read(ik).reach) ||
        !compare_number(r, init, "adjustRoll", bp_ik_read(ik).roll) ||
        !compare_number(r, init, "maxAngle", bp_ik_read(ik).max_angle) ||
        !compare_vec3(r, init, "bendAxis", bp_ik_read(ik).bend_axis) ||
        !replay_flag(r, init, "positiveDeterminant", &right_handed)) {
        return false;
    }
    replay_expect(r, right_handed == !bp_ik_read(ik).mirrored, "positiveDeterminant: got %d, wanted %d",
                  !bp_ik_read(ik).mirrored, right_handed);
    replay_leave(r, mark);
    return true;
}

static bool update_ik(replay *r, const json_t *update, const stage *s, bp_ik *ik, bp_node *target_node) {
    bp_vec3 target, pole;
    bp_error error = {0};
    if (!replay_vec3(r, update, "target", &target)) return false;
    if (target_node)
        bp_node_set_position(target_node, target);
    else
        bp_ik_set_target(ik, target);
    if (has(update, "poleTargetPosition")) {
        if (!replay_vec3(r, update, "poleTargetPosition", &pole)) return false;
        bp_ik_set_pole(ik, pole);
    }
    if (!bp_ik_update(ik, NULL, &error)) note_failure(r, &error);
    return compare_bones(r, update, s) && compare_vec3(r, update, "poleTargetUsed", bp_ik_read(ik).pole) &&
           compare_number(r, update, "bone2Angle", bp_ik_read(ik).bend);
}

static bool play_ik_updates(replay *r, const json_t *object, const stage *s, bp_ik *ik,
                            const bp_node *target_node) {
    bp_node *moved = NULL;
    for (size_t i = 0; i < s->count; i++) {
        if (s->nodes[i] == target_node) moved = s->nodes[i];
    }
    const json_t *updates = replay_array(r, object, "updates", -1);
    if (!compare_init(r, object, ik) || !updates) return false;
    size_t mark = replay_enter(r, "updates", 0);
    for (size_t i = 0; i < json_array_size(updates); i++) {
        size_t step = replay_enter(r, NULL, i);
        r->place.operation = "ik update";
        r->place.step = (long)i;
        if (!update_ik(r, json_array_get(updates, i), s, ik, moved)) return false;
        r->steps++;
        replay_leave(r, step);
    }
    replay_leave(r, mark);
    return true;
}

static bool play_ik(replay *r, const json_t *object, const stage *s) {
    const bp_node *target_node = NULL;
    bp_ik *ik = make_ik(r, object, s, &target_node);
    bool ok = ik && play_ik_updates(r, object, s, ik, target_node);
    bp_ik_destroy(ik);
    return ok;
}

/* ---- look ---- */

static bool read_look_limits(replay *r, const json_t *given, bp_look_at_options *o) {
    o->limit_yaw = has(given, "minYaw") || has(given, "maxYaw");
    o->limit_pitch = has(given, "minPitch") || has(given, "maxPitch");
    if (o->limit_yaw) {
        o->min_yaw = -BP_PI;
        o->max_yaw = BP_PI;
    }
    if (o->limit_pitch) { /* the engine's default is pi, which no pitch reaches */
        o->min_pitch = -BP_PI / 2;
        o->max_pitch = BP_PI / 2;
    }
    if (has(given, "useAbsoluteValueForYaw") &&
        !replay_flag(r, given, "useAbsoluteValueForYaw", &o->absolute_yaw)) {
        return false;
    }
    return maybe_number(r, given, "minYaw", &o->min_yaw) && maybe_number(r, given, "maxYaw", &o->max_yaw) &&
           maybe_number(r, given, "minPitch", &o->min_pitch) &&
           maybe_number(r, given, "maxPitch", &o->max_pitch);
}

static bool read_up_space(replay *r, const json_t *given, bp_look_at_up *out) {
    static const struct {
        const char *name;
        bp_look_at_up space;
    } spaces[] = {
        {"local", BP_LOOK_AT_UP_MESH}, {"world", BP_LOOK_AT_UP_WORLD}, {"bone", BP_LOOK_AT_UP_PARENT}};
    if (!has(given, "upAxisSpace")) return true;
    const char *name = replay_text(r, given, "upAxisSpace");
    if (!name) return false;
    for (size_t i = 0; i < BP_COUNT(spaces); i++) {
        if (strcmp(spaces[i].name, name) != 0) continue;
        *out = spaces[i].space;
        return true;
    }
    return replay_malformed(r, "upAxisSpace should be local, world or bone, and is \"%s\"", name);
}

static bool read_look_options(replay *r, const json_t *object, bp_look_at_options *o) {
    if (json_is_null(json_object_get(object, "options"))) return true;
    const json_t *given = replay_object(r, object, "options");
    if (!given) return false;
    size_t mark = replay_enter(r, "options", 0);
    if (!read_look_limits(r, given, o) || !read_up_space(r, given, &o->up_space) ||
        !maybe_vec3(r, given, "upAxis", &o->up_axis) || !maybe_vec3(r, given, "yawAxis", &o->yaw_axis) ||
        !maybe_vec3(r, given, "pitchAxis", &o->pitch_axis) ||
        !maybe_number(r, given, "adjustYaw", &o->adjust_yaw) ||
        !maybe_number(r, given, "adjustPitch", &o->adjust_pitch) ||
        !maybe_number(r, given, "adjustRoll", &o->adjust_roll) ||
        !maybe_number(r, given, "slerpAmount", &o->slerp)) {
        return false;
    }
    replay_leave(r, mark);
    return true;
}

static bool play_look_updates(replay *r, const json_t *object, const stage *s, bp_look_at *look) {
    const json_t *updates = replay_array(r, object, "updates", -1);
    if (!updates) return false;
    size_t mark = replay_enter(r, "updates", 0);
    for (size_t i = 0; i < json_array_size(updates); i++) {
        size_t step = replay_enter(r, NULL, i);
        const json_t *update = json_array_get(updates, i);
        bp_vec3 target;
        bp_error error = {0};
        r->place.operation = "look update";
        r->place.step = (long)i;
        if (!replay_vec3(r, update, "target", &target)) return false;
        bp_look_at_set_target(look, target);
        if (!bp_look_at_update(look, &error)) note_failure(r, &error);
        if (!compare_bones(r, update, s)) return false;
        r->steps++;
        replay_leave(r, step);
    }
    replay_leave(r, mark);
    return true;
}

static bool play_look(replay *r, const json_t *object, const stage *s) {
    bp_look_at_options o = {.mesh = s->mesh, .as_engine = true};
    bp_bone *bone = read_bone_index(r, object, "bone", s);
    bp_error error = {0};
    if (!bone || !read_look_options(r, object, &o)) return false;
    bp_look_at *look = bp_look_at_create(NULL, bone, &o, &error);
    if (!look) return refused(r, &error);
    bool ok = play_look_updates(r, object, s, look);
    bp_look_at_destroy(look);
    return ok;
}

/* ---- the file ---- */

static bool play_cases(replay *r, const json_t *root, const char *key,
                       bool play(replay *, const json_t *, const stage *)) {
    const json_t *cases = replay_array(r, root, key, -1);
    if (!cases) return false;
    size_t outer = replay_enter(r, key, 0);
    bool ok = true;
    for (size_t i = 0; ok && i < json_array_size(cases); i++) {
        size_t mark = replay_enter(r, NULL, i);
        const json_t *object = json_array_get(cases, i);
        stage s = {0};
        r->place = (replay_position){.trace = replay_text(r, object, "name"), .step = -1, .bone = -1};
        ok = r->place.trace && read_stage(r, object, &s) && play(r, object, &s);
        strike(&s);
        r->traces += ok;
        if (ok) replay_leave(r, mark);
    }
    if (ok) replay_leave(r, outer);
    return ok;
}

bool replay_ik_look(replay *r, const json_t *root) {
    return play_cases(r, root, "ik", play_ik) && play_cases(r, root, "look", play_look);
}

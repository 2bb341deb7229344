/* replay_traces: random or hand-made sequences of calls, with every change that each of them made.
 *
 * A trace lists for each step the local matrices, absolute inverse binds and nodes that changed; all others
 * must stay. The expected state of all of them is kept here and compared after every step.
 */
#include "rig/engine.h"
#include "rig_scene.h"
#include "support/engine_forms.h"

#include <stdlib.h>
#include <string.h>

/* The expected state. */
typedef struct expected {
    double (*local)[16];   /* by bone */
    double (*inverse)[16]; /* by bone */
    double (*node)[10];    /* t3, q4 or e3, s3 */
    bool *euler;           /* by node: e3 */
} expected;

static void expected_free(expected *e) {
    free(e->local);
    free(e->inverse);
    free(e->node);
    free(e->euler);
}

static bool expected_make(replay *r, const rig_scene *scene, expected *e) {
    e->local = calloc(scene->bone_count, sizeof *e->local);
    e->inverse = calloc(scene->bone_count, sizeof *e->inverse);
    e->node = calloc(scene->node_count + 1, sizeof *e->node);
    e->euler = calloc(scene->node_count + 1, sizeof *e->euler);
    if (e->local && e->inverse && e->node && e->euler) return true;
    return replay_malformed(r, "no memory");
}

/* ---- reading changes --------------------------------------------------------------------------------- */

/* The index in front of a row [index, values...]. */
static bool row_number(replay *r, const json_t *row, size_t count, size_t *number) {
    const json_t *first = json_array_get(row, 0);
    if (!json_is_integer(first) || json_integer_value(first) < 0 ||
        (unsigned long long)json_integer_value(first) >= count)
        return replay_malformed(r, "a row doesn't begin with a number below %zu", count);
    *number = (size_t)json_integer_value(first);
    return true;
}

static bool read_row(replay *r, const json_t *row, size_t bones, double (*matrices)[16]) {
    double numbers[17];
    size_t bone = 0;
    if (!replay_numbers(r, row, 17, numbers) || !row_number(r, row, bones, &bone)) return false;
    memcpy(matrices[bone], numbers + 1, sizeof matrices[bone]);
    return true;
}

/* Rows [bone, m0..m15] of a member that may be absent. */
static bool read_matrix_rows(replay *r, const json_t *object, const char *key, size_t bones,
                             double (*matrices)[16]) {
    if (!json_object_get(object, key)) return true;
    const json_t *rows = replay_array(r, object, key, -1);
    size_t mark = replay_enter(r, key, 0);
    for (size_t i = 0; rows && i < json_array_size(rows); i++) {
        size_t inner = replay_enter(r, NULL, i);
        if (!read_row(r, json_array_get(rows, i), bones, matrices)) return false;
        replay_leave(r, inner);
    }
    replay_leave(r, mark);
    return rows != NULL;
}

/* Rows [node, t3, q4 or e3, s3]. */
static bool read_node_rows(replay *r, const json_t *step, const rig_scene *scene, expected *e) {
    if (!json_object_get(step, "nodes")) return true;
    const json_t *rows = replay_array(r, step, "nodes", -1);
    size_t mark = replay_enter(r, "nodes", 0);
    for (size_t i = 0; rows && i < json_array_size(rows); i++) {
        size_t inner = replay_enter(r, NULL, i);
        const json_t *row = json_array_get(rows, i);
        double numbers[11];
        size_t node = 0, size = json_array_size(row) == 10 ? 10 : 11;
        if (!replay_numbers(r, row, size, numbers)) return false;
        if (!row_number(r, row, scene->node_count, &node)) return false;
        memcpy(e->node[node], numbers + 1, (size - 1) * sizeof(double));
        e->euler[node] = size == 10;
        replay_leave(r, inner);
    }
    replay_leave(r, mark);
    return rows != NULL;
}

/* The arguments of nodeSet and nodeSetEuler are the node's new state. */
static bool read_node_call(replay *r, const json_t *step, const rig_scene *scene, expected *e) {
    long node = -1;
    bool euler = json_object_get(step, "e") != NULL;
    size_t turned = euler ? 3 : 4;
    if (strncmp(r->place.operation, "nodeSet", 7) != 0) return true;
    if (!replay_index(r, step, "node", 0, (long)scene->node_count - 1, &node)) return false;
    e->euler[node] = euler;
    return replay_member(r, step, "t", 3, e->node[node]) &&
           replay_member(r, step, euler ? "e" : "q", turned, e->node[node] + 3) &&
           replay_member(r, step, "s", 3, e->node[node] + 3 + turned);
}

/* ---- comparing --------------------------------------------------------------------------------------- */

static void compare_matrix(replay *r, const char *name, size_t bone, const double *want, bp_mat4 got) {
    double wide[16];
    for (int i = 0; i < 16; i++) wide[i] = (double)got.m[i];
    r->place.bone = (long)bone;
    r->place.matrix = name;
    replay_compare_numbers(r, want, wide, 16);
}

static void compare_node(replay *r, size_t number, const bp_node *node, const double *want, bool euler) {
    bp_vec3 t = bp_node_position(node), s = bp_node_scale(node), e = bp_node_euler(node);
    bp_quat q = bp_node_rotation(node);
    r->place.bone = (long)number;
    r->place.matrix = "node";
    replay_expect(r, bp_node_holds_euler(node) == euler, "node %zu holds %s", number,
                  euler ? "a quaternion, wanted Euler angles" : "Euler angles, wanted a quaternion");
    double dot =
        (double)q.x * want[3] + (double)q.y * want[4] + (double)q.z * want[5] + (double)q.w * want[6];
    if (!euler && dot < 0) q = bp_quat_negate(q);
    double with_quaternion[10] = {(double)t.x, (double)t.y, (double)t.z, (double)q.x, (double)q.y,
                                  (double)q.z, (double)q.w, (double)s.x, (double)s.y, (double)s.z};
    double with_euler[9] = {(double)t.x, (double)t.y, (double)t.z, (double)e.x, (double)e.y,
                            (double)e.z, (double)s.x, (double)s.y, (double)s.z};
    replay_compare_numbers(r, want, euler ? with_euler : with_quaternion, euler ? 9 : 10);
}

static void compare_all(replay *r, const rig_scene *scene, const expected *e) {
    for (size_t i = 0; i < scene->bone_count; i++) {
        const bp_bone *bone = bp_skeleton_bone_by_id(scene->skeleton, i);
        compare_matrix(r, "local", i, e->local[i], bp_bone_local(bone));
        compare_matrix(r, "absoluteInverseBind", i, e->inverse[i], bp_bone_absolute_inverse_bind(bone));
    }
    for (size_t i = 0; i < scene->node_count; i++)
        compare_node(r, i, scene->nodes[i], e->node[i], e->euler[i]);
}

/* ---- full dumps of the state, in behaviours
 * -------------------------------------------------------------- */

#define GETTER(name, function)                                                                               \
    static bp_mat4 name(const rig_scene *scene, size_t number) {                                             \
        return function(bp_skeleton_bone_by_id(scene->skeleton, number));                                    \
    }
GETTER(get_local, bp_bone_local)
GETTER(get_bind, bp_bone_bind)
GETTER(get_absolute_bind, bp_bone_absolute_bind)
GETTER(get_inverse, bp_bone_absolute_inverse_bind)
GETTER(get_rest, bp_bone_rest)

static bool compare_dump(replay *r, rig_scene *scene, const json_t *object, const char *key) {
    const json_t *dump = replay_object(r, object, key);
    if (!dump) return false;
    size_t mark = replay_enter(r, key, 0);
    const json_t *order = replay_array(r, dump, "order", (long)scene->bone_count);
    bool ok = order && rig_scene_compare_order(r, scene, order) &&
              rig_scene_compare(r, scene, dump, "absolute", rig_scene_absolute) &&
              rig_scene_compare(r, scene, dump, "final", rig_scene_chain) &&
              rig_scene_compare(r, scene, dump, "bind", get_bind) &&
              rig_scene_compare(r, scene, dump, "absoluteBind", get_absolute_bind) &&
              rig_scene_compare(r, scene, dump, "absoluteInverseBind", get_inverse) &&
              rig_scene_compare(r, scene, dump, "rest", get_rest) &&
              rig_scene_compare(r, scene, dump, "local", get_local);
    if (ok && !json_is_null(json_object_get(dump, "skin")))
        ok = rig_scene_compare(r, scene, dump, "skin", rig_scene_palette);
    if (ok) replay_leave(r, mark);
    return ok;
}

/* ---- a trace ------------------------------------------------------------------------------------------- */

static bool play_step(replay *r, rig_scene *scene, const json_t *step, expected *e, bool full) {
    if (!rig_scene_step(r, scene, step, full)) return false;
    if (!read_matrix_rows(r, step, "local", scene->bone_count, e->local)) return false;
    if (!read_matrix_rows(r, step, "inv", scene->bone_count, e->inverse)) return false;
    if (!read_node_call(r, step, scene, e) || !read_node_rows(r, step, scene, e)) return false;
    compare_all(r, scene, e);
    return !full || compare_dump(r, scene, step, "state");
}

/* The state at the start. */
static bool read_start(replay *r, const json_t *trace, rig_scene *scene, expected *e) {
    const json_t *bones = json_object_get(trace, "bones"), *nodes = json_object_get(trace, "nodes");
    for (size_t i = 0; i < scene->bone_count; i++) {
        const json_t *bone = json_array_get(bones, i);
        for (int k = 0; k < 16; k += 5) e->local[i][k] = 1;
        if (json_object_get(bone, "local") && !replay_member(r, bone, "local", 16, e->local[i])) return false;
    }
    for (size_t i = 0; i < scene->node_count; i++) {
        const json_t *node = json_array_get(nodes, i);
        bp_mat4 world = bp_node_world(scene->nodes[i]);
        r->place.bone = (long)i;
        r->place.matrix = "world";
        if (!replay_compare(r, json_object_get(node, "world"), world.m, 16)) return false;
        if (!replay_member(r, node, "t", 3, e->node[i]) || !replay_member(r, node, "q", 4, e->node[i] + 3) ||
            !replay_member(r, node, "s", 3, e->node[i] + 7))
            return false;
    }
    const json_t *start = replay_object(r, trace, "init");
    if (!start || !replay_array(r, start, "inv", (long)scene->bone_count)) return false;
    return read_matrix_rows(r, start, "inv", scene->bone_count, e->inverse);
}

static bool play_steps(replay *r, const json_t *trace, rig_scene *scene, expected *e) {
    bool full = json_object_get(trace, "initState") != NULL;
    const json_t *steps = replay_array(r, trace, "steps", -1);
    if (!steps || !read_start(r, trace, scene, e)) return false;
    compare_all(r, scene, e);
    if (full && !compare_dump(r, scene, trace, "initState")) return false;
    for (size_t i = 0; i < json_array_size(steps); i++) {
        size_t mark = replay_enter(r, "steps", 0);
        (void)replay_enter(r, NULL, i);
        r->place.step = (long)i;
        if (!play_step(r, scene, json_array_get(steps, i), e, full)) return false;
        replay_leave(r, mark);
    }
    return true;
}

static bool play_trace(replay *r, const json_t *trace) {
    rig_scene scene = {0};
    expected e = {0};
    r->place = (replay_position){.step = -1, .bone = -1};
    r->place.trace = replay_text(r, trace, "name");
    if (!r->place.trace) return false;
    const json_t *nodes = replay_array(r, trace, "nodes", -1), *bones = replay_array(r, trace, "bones", -1);
    bool ok = nodes && bones && rig_scene_make(r, nodes, bones, &scene) && expected_make(r, &scene, &e) &&
              play_steps(r, trace, &scene, &e);
    expected_free(&e);
    rig_scene_free(&scene);
    r->traces++;
    return ok;
}

static bool play_list(replay *r, const json_t *root, const char *key) {
    const json_t *traces = replay_array(r, root, key, -1);
    if (!traces) return false;
    if (json_array_size(traces) == 0) return replay_malformed(r, "\"%s\" is empty", key);
    for (size_t i = 0; i < json_array_size(traces); i++) {
        size_t mark = replay_enter(r, key, 0);
        (void)replay_enter(r, NULL, i);
        if (!play_trace(r, json_array_get(traces, i))) return false;
        replay_leave(r, mark);
    }
    return true;
}

bool replay_traces(replay *r, const json_t *root) { return play_list(r, root, "traces"); }
bool replay_behaviours(replay *r, const json_t *root) { return play_list(r, root, "behaviours"); }

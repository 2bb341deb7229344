/* replay_doc_cases: the examples of the page, down to the skinned vertices.
 *
 * Each case is a skeleton of three bones with given binds, a pose, and every number that follows: parts,
 * all matrices, the ends of the bones, and the mesh's vertices after skinning, if the case has a mesh also
 * in its world.
 */
#include "rig/engine.h"
#include "rig_scene.h"
#include "support/engine_forms.h"

#include <stdlib.h>
#include <string.h>

typedef struct doc_mesh {
    size_t count;
    double (*position)[3];
    double (*joint)[4];
    double (*weight)[4];
} doc_mesh;

static void mesh_free(doc_mesh *mesh) {
    free(mesh->position);
    free(mesh->joint);
    free(mesh->weight);
}

/* Rows of `width` numbers into `out`. */
static bool read_rows(replay *r, const json_t *object, const char *key, size_t count, size_t width,
                      double *out) {
    const json_t *rows = replay_array(r, object, key, (long)count);
    size_t mark = replay_enter(r, key, 0);
    for (size_t i = 0; rows && i < count; i++) {
        size_t inner = replay_enter(r, NULL, i);
        if (!replay_numbers(r, json_array_get(rows, i), width, out + i * width)) return false;
        replay_leave(r, inner);
    }
    replay_leave(r, mark);
    return rows != NULL;
}

/* Rows of `width` numbers that must exist and are not used. */
static bool check_rows(replay *r, const json_t *object, const char *key, long count, size_t width,
                       double limit) {
    const json_t *rows = replay_array(r, object, key, count);
    size_t mark = replay_enter(r, key, 0);
    for (size_t i = 0; rows && i < json_array_size(rows); i++) {
        double numbers[4];
        size_t inner = replay_enter(r, NULL, i);
        if (!replay_numbers(r, json_array_get(rows, i), width, numbers)) return false;
        for (size_t k = 0; k < width; k++)
            if (!(numbers[k] >= -1 && numbers[k] <= limit))
                return replay_malformed(r, "element %zu is outside -1..%g", k, limit);
        replay_leave(r, inner);
    }
    replay_leave(r, mark);
    return rows != NULL;
}

static bool read_mesh(replay *r, const json_t *root, doc_mesh *mesh) {
    const json_t *json = replay_object(r, root, "mesh");
    const json_t *positions = json ? replay_array(r, json, "positions", -1) : NULL;
    if (!positions) return false;
    mesh->count = json_array_size(positions);
    mesh->position = calloc(mesh->count + 1, sizeof *mesh->position);
    mesh->joint = calloc(mesh->count + 1, sizeof *mesh->joint);
    mesh->weight = calloc(mesh->count + 1, sizeof *mesh->weight);
    if (!mesh->position || !mesh->joint || !mesh->weight) return replay_malformed(r, "no memory");
    size_t mark = replay_enter(r, "mesh", 0);
    if (!read_rows(r, json, "positions", mesh->count, 3, mesh->position[0])) return false;
    if (!read_rows(r, json, "joints", mesh->count, 4, mesh->joint[0])) return false;
    if (!read_rows(r, json, "weights", mesh->count, 4, mesh->weight[0])) return false;
    if (!check_rows(r, json, "normals", (long)mesh->count, 3, 1)) return false;
    if (!check_rows(r, json, "colors", (long)mesh->count, 4, 1)) return false;
    if (!check_rows(r, json, "triangles", -1, 3, (double)mesh->count - 1)) return false;
    for (size_t i = 0; i < mesh->count; i++)
        for (int k = 0; k < 4; k++)
            if (!(mesh->joint[i][k] >= 0 && mesh->joint[i][k] < 3))
                return replay_malformed(r, "joints[%zu][%d] is none of the three bones", i, k);
    replay_leave(r, mark);
    return true;
}

/* ---- the skeleton of a case
 * ------------------------------------------------------------------------------- */

static const char *const names_of_bones[3] = {"boneBody", "boneArmLeft", "boneArmRight"};

static bool make_bones(replay *r, const json_t *json, rig_scene *scene) {
    bp_error error = {0};
    const json_t *binds = replay_array(r, json, "bind", 3), *bones = replay_array(r, json, "bones", 3);
    bp_skeleton_options options = {.name = "case", .rules = BP_RULES_ENGINE};
    if (!binds || !bones) return false;
    scene->skeleton = bp_skeleton_create(NULL, &options, &error);
    if (!scene->skeleton) return replay_malformed(r, "%s", error.message);
    for (; scene->bone_count < 3; scene->bone_count++) {
        size_t i = scene->bone_count;
        double m[16], length;
        bp_mat4 bind;
        if (!replay_numbers(r, json_array_get(binds, i), 16, m)) return false;
        if (!replay_number(r, json_array_get(bones, i), "length", &length)) return false;
        for (int k = 0; k < 16; k++) bind.m[k] = (float)m[k];
        bp_bone_options bone = {.name = names_of_bones[i],
                                .parent = bp_skeleton_bone_by_id(scene->skeleton, i ? 0 : 1),
                                .local = &bind,
                                .has_length = true,
                                .length = (float)length};
        if (!bp_skeleton_add(scene->skeleton, &bone, &error))
            return replay_malformed(r, "bone %zu: %s", i, error.message);
    }
    return true;
}

static bool play_calls(replay *r, rig_scene *scene, const json_t *json, const char *key) {
    const json_t *calls = replay_array(r, json, key, -1);
    for (size_t i = 0; calls && i < json_array_size(calls); i++) {
        size_t mark = replay_enter(r, key, 0);
        (void)replay_enter(r, NULL, i);
        r->place.step = (long)i;
        if (!rig_scene_step(r, scene, json_array_get(calls, i), false)) return false;
        replay_leave(r, mark);
    }
    r->place.step = -1;
    return calls != NULL;
}

/* ---- comparing a bone
 * -------------------------------------------------------------------------------------- */

static bool compare_row(replay *r, const json_t *bone, const char *key, const float *got, size_t count) {
    size_t mark = replay_enter(r, key, 0);
    r->place.matrix = key;
    if (!replay_compare(r, json_object_get(bone, key), got, count)) return false;
    replay_leave(r, mark);
    return true;
}

static bool compare_vec3(replay *r, const json_t *bone, const char *key, bp_vec3 v) {
    return compare_row(r, bone, key, (float[3]){v.x, v.y, v.z}, 3);
}

static bool compare_line(replay *r, const json_t *json, const bp_bone *bone) {
    bp_vec3 from = bp_bone_position_in(bone, BP_SPACE_WORLD, NULL), to;
    (void)bp_bone_tip(bone, NULL, &to);
    const json_t *ends = replay_array(r, json, "viewerLine", 2);
    r->place.matrix = "viewerLine";
    return ends && replay_compare(r, json_array_get(ends, 0), (float[3]){from.x, from.y, from.z}, 3) &&
           replay_compare(r, json_array_get(ends, 1), (float[3]){to.x, to.y, to.z}, 3);
}

static bool compare_family(replay *r, const json_t *json, const bp_bone *bone) {
    long parent = -1;
    const char *name = replay_text(r, json, "name");
    if (!name || !replay_index(r, json, "parent", -1, 2, &parent)) return false;
    const bp_bone *above = bp_bone_parent(bone);
    r->place.matrix = "parent";
    replay_expect(r, (above ? (long)bp_bone_id(above) : -1) == parent, "the parent is not bone %ld", parent);
    replay_expect(r, strcmp(bp_bone_name(bone), name) == 0, "the name is \"%s\", wanted \"%.60s\"",
                  bp_bone_name(bone), name);
    return true;
}

static bool compare_bone(replay *r, const rig_scene *scene, const json_t *json, size_t number) {
    const bp_bone *bone = bp_skeleton_bone_by_id(scene->skeleton, number);
    float length = 0;
    (void)bp_bone_length(bone, &length);
    double want_length = 0;
    if (!compare_family(r, json, bone) || !replay_number(r, json, "length", &want_length)) return false;
    r->place.matrix = "length";
    replay_compare_numbers(r, &want_length, &(double){(double)length}, 1);
    r->place.matrix = "rotationQuaternion";
    if (!replay_compare_rotation(r, json_object_get(json, "rotationQuaternion"), bp_bone_rotation(bone)))
        return false;
    return compare_vec3(r, json, "position", bp_bone_position(bone)) &&
           compare_vec3(r, json, "rotation", bp_bone_euler(bone)) &&
           compare_vec3(r, json, "scaling", bp_bone_scale(bone)) &&
           compare_row(r, json, "local", bp_bone_local(bone).m, 16) &&
           compare_row(r, json, "absolute", bp_bone_absolute(bone).m, 16) &&
           compare_row(r, json, "final", bp_bone_chain(bone).m, 16) &&
           compare_row(r, json, "skin", bp_bone_final(bone).m, 16) &&
           compare_row(r, json, "skin", bp_skeleton_palette(scene->skeleton)[number].m, 16) &&
           compare_row(r, json, "bind", bp_bone_bind(bone).m, 16) &&
           compare_row(r, json, "absoluteBind", bp_bone_absolute_bind(bone).m, 16) &&
           compare_row(r, json, "absoluteInverseBind", bp_bone_absolute_inverse_bind(bone).m, 16) &&
           compare_row(r, json, "rest", bp_bone_rest(bone).m, 16) && compare_line(r, json, bone);
}

/* ---- comparing vertices
 * -------------------------------------------------------------------------------------- */

static void transform(const bp_mat4 *m, const double p[3], double out[3]) {
    for (int k = 0; k < 3; k++)
        out[k] = p[0] * (double)m->m[k] + p[1] * (double)m->m[4 + k] + p[2] * (double)m->m[8 + k] +
                 (double)m->m[12 + k];
}

static void skin(const rig_scene *scene, const doc_mesh *mesh, size_t vertex, double out[3]) {
    const bp_mat4 *palette = bp_skeleton_palette(scene->skeleton);
    out[0] = out[1] = out[2] = 0;
    for (int i = 0; i < 4; i++) {
        double moved[3];
        transform(&palette[(size_t)mesh->joint[vertex][i]], mesh->position[vertex], moved);
        for (int k = 0; k < 3; k++) out[k] += mesh->weight[vertex][i] * moved[k];
    }
}

static bool compare_vertices(replay *r, const rig_scene *scene, const doc_mesh *mesh, const json_t *json,
                             const char *key, const bp_mat4 *world) {
    const json_t *rows = replay_array(r, json, key, (long)mesh->count);
    size_t mark = replay_enter(r, key, 0);
    r->place.matrix = key;
    for (size_t i = 0; rows && i < mesh->count; i++) {
        size_t inner = replay_enter(r, NULL, i);
        double got[3], placed[3];
        r->place.bone = (long)i;
        skin(scene, mesh, i, got);
        if (world) transform(world, got, placed);
        if (!replay_compare_doubles(r, json_array_get(rows, i), world ? placed : got, 3)) return false;
        replay_leave(r, inner);
    }
    replay_leave(r, mark);
    return rows != NULL;
}

static bool compare_in_world(replay *r, const rig_scene *scene, const doc_mesh *mesh, const json_t *json) {
    const json_t *trs = replay_object(r, json, "meshTrs");
    bp_vec3 t, s;
    bp_quat q;
    if (!trs || !replay_vec3(r, trs, "t", &t) || !replay_quat(r, trs, "q", &q) ||
        !replay_vec3(r, trs, "s", &s))
        return false;
    bp_mat4 world = bp_mat4_from_trs((bp_trs){t, q, s});
    r->place.bone = -1;
    return compare_row(r, json, "meshWorld", world.m, 16) &&
           compare_vertices(r, scene, mesh, json, "skinnedWorld", &world);
}

static bool compare_case(replay *r, const rig_scene *scene, const doc_mesh *mesh, const json_t *json) {
    const json_t *bones = replay_array(r, json, "bones", 3);
    for (size_t i = 0; i < 3; i++) {
        size_t mark = replay_enter(r, "bones", 0);
        (void)replay_enter(r, NULL, i);
        r->place.bone = (long)i;
        if (!compare_bone(r, scene, json_array_get(bones, i), i)) return false;
        replay_leave(r, mark);
    }
    if (!compare_vertices(r, scene, mesh, json, "skinned", NULL)) return false;
    return !json_object_get(json, "meshWorld") || compare_in_world(r, scene, mesh, json);
}

static bool play_case(replay *r, const doc_mesh *mesh, const json_t *json) {
    rig_scene scene = {0};
    r->place = (replay_position){.step = -1, .bone = -1};
    r->place.trace = replay_text(r, json, "name");
    bool ok = r->place.trace && make_bones(r, json, &scene) && play_calls(r, &scene, json, "pose");
    if (ok) {
        (void)bp_skeleton_prepare(scene.skeleton);
        bp_skeleton_compute_absolutes(scene.skeleton, true);
        ok = compare_case(r, &scene, mesh, json);
    }
    rig_scene_free(&scene);
    r->traces++;
    return ok;
}

/* ---- a mesh's pose matrix
 * ------------------------------------------------------------------------------------- */

static bp_mat4 get_inverse(const rig_scene *scene, size_t number) {
    return bp_bone_absolute_inverse_bind(bp_skeleton_bone_by_id(scene->skeleton, number));
}
static bp_mat4 get_absolute(const rig_scene *scene, size_t number) {
    return bp_bone_absolute(bp_skeleton_bone_by_id(scene->skeleton, number));
}

static bool compare_pose_case(replay *r, rig_scene *scene, const json_t *json) {
    bp_mat4 pose;
    bp_error error = {0};
    if (!replay_mat4(r, json, "pose", &pose)) return false;
    if (!bp_skeleton_set_pose_matrix(scene->skeleton, &pose, &error))
        return replay_malformed(r, "pose: %s", error.message);
    if (!play_calls(r, scene, json, "poseOps")) return false;
    (void)bp_skeleton_prepare(scene->skeleton);
    return rig_scene_compare(r, scene, json, "absoluteInverseBind", get_inverse) &&
           rig_scene_compare(r, scene, json, "final", rig_scene_chain) &&
           rig_scene_compare(r, scene, json, "absolute", get_absolute) &&
           rig_scene_compare(r, scene, json, "skin", rig_scene_palette);
}

static bool play_pose_case(replay *r, const doc_mesh *mesh, const json_t *json) {
    (void)mesh;
    rig_scene scene = {0};
    r->place = (replay_position){.step = -1, .bone = -1};
    r->place.trace = replay_text(r, json, "name");
    const json_t *bones = r->place.trace ? replay_array(r, json, "bones", -1) : NULL;
    bool ok = bones && rig_scene_make(r, NULL, bones, &scene) && compare_pose_case(r, &scene, json);
    rig_scene_free(&scene);
    r->traces++;
    return ok;
}

/* ---- the file
 * -------------------------------------------------------------------------------------------------- */

static bool play_cases(replay *r, const json_t *root, const doc_mesh *mesh, const char *key,
                       bool play(replay *r, const doc_mesh *mesh, const json_t *json)) {
    const json_t *cases = replay_array(r, root, key, -1);
    for (size_t i = 0; cases && i < json_array_size(cases); i++) {
        size_t mark = replay_enter(r, key, 0);
        (void)replay_enter(r, NULL, i);
        if (!play(r, mesh, json_array_get(cases, i))) return false;
        replay_leave(r, mark);
    }
    return cases != NULL;
}

bool replay_doc_cases(replay *r, const json_t *root) {
    doc_mesh mesh = {0};
    bool ok = read_mesh(r, root, &mesh) && play_cases(r, root, &mesh, "cases", play_case) &&
              play_cases(r, root, &mesh, "poseCases", play_pose_case) && replay_behaviours(r, root);
    mesh_free(&mesh);
    return ok;
}

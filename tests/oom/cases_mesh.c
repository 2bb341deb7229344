/* Meshes, shapes, skinning, morphing, images, models. */
#include "fingerprints.h"
#include "gltf/motion_diff.h"
#include "mesh/editing.h"
#include "mesh/model_pose.h"
#include "mesh/shapes.h"
#include "mesh/skin/skin.h"
#include "scene/character.h"
#include "support/skin_scalar.h"
#include <bindpose/mixer.h>
#include <bindpose/tools.h>

typedef struct objects {
    int param;
    bp_allocator hook;
    bp_context *context;
    bp_mesh *mesh; /* a tube with two morph targets */
    bp_model *model;
    bp_model_pose *pose;
    bp_vec3 *positions, *normals; /* of mesh */
    /* created by the call */
    bp_mesh *created;
    bp_image *image;
    bp_model *created_model;
    bp_model_pose *created_pose;
    bp_clip *created_clip;
    bp_mixer *mixer, *created_mixer;
} objects;

static void prepare(void *user) {
    objects *t = user;
    bp_error error = {0};
    t->hook = heap_hook();
    SWEEP_NEED(t->context =
                   bp_context_create(&(bp_context_options){.allocator = t->hook, .threads = 1}, &error));
    SWEEP_NEED(t->mesh = bp_shape_tube(&t->hook, &(bp_tube_options){.sides = 5, .rings = 4}, &error));
    SWEEP_NEED(bp_mesh_set_morphs(t->mesh, 2, BP_MESH_NORMALS, &error));
    t->mesh->morphs[1].positions[3].x = 2;
    SWEEP_NEED(t->model = bp_character_model(t->context, BP_BIND_NATURAL, &error));
    static const double at = 0;
    static const float there[3] = {1, 2, 3};
    bp_free(&t->hook, t->model->clips); /* the empty list */
    SWEEP_NEED(t->model->clips = bp_alloc(&t->hook, 1, sizeof(bp_clip *), &error));
    SWEEP_NEED(t->model->clips[0] = bp_clip_create(&t->hook, NULL, &error));
    t->model->clip_count = 1;
    SWEEP_NEED(
        bp_clip_add(t->model->clips[0], &(bp_track){.key_count = 1, .times = &at, .values = there}, &error));
    SWEEP_NEED(t->pose = bp_model_pose_create(t->model, &error));
    SWEEP_NEED(t->mixer = bp_mixer_create(t->pose, &error));
    SWEEP_NEED(t->positions = bp_alloc(&t->hook, 256, sizeof(bp_vec3), &error));
    SWEEP_NEED(t->normals = bp_alloc(&t->hook, 256, sizeof(bp_vec3), &error));
}

static void fingerprint(const void *user, uint64_t *hash) {
    const objects *t = user;
    fingerprint_mesh(t->mesh, hash);
    fingerprint_mesh(t->created, hash);
    fingerprint_image(t->image, hash);
    fingerprint_model(t->model, hash);
    fingerprint_model(t->created_model, hash);
    sweep_word(hash, t->created_pose != NULL);
    sweep_word(hash, t->created_clip != NULL);
    sweep_floats(hash, &t->positions->x, 256 * 3);
    sweep_floats(hash, &t->normals->x, 256 * 3);
}

static void finish(void *user) {
    objects *t = user;
    bp_free(&t->hook, t->positions);
    bp_free(&t->hook, t->normals);
    bp_mesh_destroy(t->mesh);
    bp_mesh_destroy(t->created);
    bp_image_destroy(t->image);
    bp_mixer_destroy(t->mixer);
    bp_mixer_destroy(t->created_mixer);
    bp_model_pose_destroy(t->pose);
    bp_model_pose_destroy(t->created_pose);
    bp_model_destroy(t->model);
    bp_model_destroy(t->created_model);
    bp_clip_destroy(t->created_clip);
    bp_context_destroy(t->context);
}

#define RUN(name) static bool name(void *user, bp_error *error)
#define T objects *t = user
/* A call that makes a mesh from &t->hook. */
#define MAKES(name, ...)                                                                                     \
    RUN(name) {                                                                                              \
        T;                                                                                                   \
        return (t->created = __VA_ARGS__) != NULL;                                                           \
    }
/* A call that changes t->mesh. */
#define CHANGES(name, ...)                                                                                   \
    RUN(name) {                                                                                              \
        T;                                                                                                   \
        return __VA_ARGS__;                                                                                  \
    }

MAKES(create,
      bp_mesh_create(&t->hook,
                     &(bp_mesh_options){
                         .name = "m", .vertex_count = 6, .index_count = 9, .attributes = 31, .influences = 4},
                     error))
MAKES(clone, bp_mesh_clone(&t->hook, t->mesh, error))
MAKES(simplify, bp_mesh_simplify(&t->hook, t->mesh, 0.3f, error))
MAKES(box, bp_shape_box(&t->hook, NULL, error))
MAKES(sphere, bp_shape_sphere(&t->hook, &(bp_sphere_options){.sides = 4, .rings = 3}, error))
MAKES(tube, bp_shape_tube(&t->hook, &(bp_tube_options){.sides = 4, .rings = 3}, error))
MAKES(character, bp_shape_character(&t->hook, error))
MAKES(merge,
      bp_mesh_merge(&t->hook, (bp_mesh_part[]){{t->mesh, NULL}, {t->model->meshes[0], NULL}}, 2, error))
CHANGES(attributes, bp_mesh_add_attributes(t->mesh, 31, error))
CHANGES(influences, bp_mesh_set_influences(t->mesh, 6, error))
CHANGES(rigid, bp_mesh_bind_rigid(t->mesh, 1, error))
CHANGES(submeshes, bp_mesh_set_submeshes(t->mesh, (bp_submesh[]){{0, 3, 0}, {3, 6, 1}}, 2, error))
/* Of a new mesh: t->mesh has triangles. */
static bp_mesh *make_lines(const bp_allocator *allocator, bp_error *error) {
    bp_mesh *mesh = bp_mesh_create(allocator, &(bp_mesh_options){.vertex_count = 3}, error);
    if (mesh && bp_mesh_set_lines(mesh, 2, (uint32_t[]){0, 1, 1, 2}, 4, error)) return mesh;
    bp_mesh_destroy(mesh);
    return NULL;
}
MAKES(lines, make_lines(&t->hook, error))
CHANGES(morphs, bp_mesh_set_morphs(t->mesh, 3, BP_MESH_NORMALS | BP_MESH_TANGENTS, error))
CHANGES(name, bp_mesh_set_name(t->mesh, "another name", error))
CHANGES(check, bp_mesh_check(t->mesh, error))
CHANGES(normals, bp_mesh_make_normals(t->mesh, error))
CHANGES(flat, bp_mesh_make_flat(t->mesh, error))
CHANGES(morph, bp_mesh_morph(t->mesh, (float[]){0.5f, 1}, 2,
                             &(bp_vertex_arrays){t->positions, t->normals, NULL}, error))

static bp_skin_job job_of(objects *t) {
    return (bp_skin_job){.source = bp_skin_source_from_mesh(t->mesh),
                         .palette = bp_skeleton_palette(t->model->skeletons[0]),
                         .palette_count = bp_skeleton_palette_count(t->model->skeletons[0]),
                         .method = t->param ? BP_SKIN_DUAL_QUATERNION : BP_SKIN_LINEAR,
                         .normals = BP_SKIN_NORMALS_INVERSE_TRANSPOSE,
                         .target = {.positions = t->positions, .normals = t->normals}};
}
RUN(skin) {
    T;
    bp_skin_job job = job_of(t);
    return bp_skin_job_run(t->context, &job, error);
}
RUN(skin_scalar) {
    T;
    bp_skin_job job = job_of(t);
    return bp_skin_job_check(&job, error) && bp_skin_job_run_scalar(&job, error);
}
RUN(image) {
    T;
    return (t->image = bp_image_create(&t->hook, 9, 7, error)) != NULL;
}
RUN(model) {
    T;
    const bp_model_counts counts = {3, 2, 1, 2, 1, 1, 2, 1};
    return (t->created_model = bp_model_create(&t->hook, "m", &counts, error)) != NULL;
}
RUN(model_check) {
    T;
    return bp_model_check(t->model, error);
}
RUN(model_check_limit) {
    T;
    return bp_model_check_limit(t->context, t->model, "drawing", 80, 600, error);
}
RUN(clip_for_skeleton) {
    T;
    return (t->created_clip = bp_model_clip_for_skeleton(t->model, 0, t->model->skeletons[0], error)) != NULL;
}
RUN(inverse_binds) {
    T;
    bp_mat4 binds[3];
    return bp_model_inverse_binds(t->model, 0, binds, 3, error);
}
RUN(instantiate) {
    T;
    return (t->created_model = bp_model_instantiate(t->model, error)) != NULL;
}
RUN(model_batch) {
    T;
    bp_batch *batch = bp_model_batch_create(t->context, t->model, error);
    bp_batch_destroy(batch);
    return batch != NULL;
}
RUN(mixer) {
    T;
    return (t->created_mixer = bp_mixer_create(t->pose, error)) != NULL;
}
RUN(mixer_play) {
    T;
    static const float mask[8] = {1};
    return bp_mixer_play(t->mixer, &(bp_mixer_options){.additive = true, .mask = mask}, error) >= 0;
}
RUN(mixer_update) {
    T;
    return bp_mixer_update(t->mixer, 1, error) && bp_model_pose_apply(t->pose, error);
}
RUN(pose) {
    T;
    return (t->created_pose = bp_model_pose_create(t->model, error)) != NULL;
}
RUN(pose_set) {
    T;
    return bp_model_pose_set(t->pose, -1, 0, error);
}
RUN(pose_vertices) {
    T;
    bp_vertex_arrays out = {t->positions, t->normals, NULL};
    return bp_model_pose_vertices(t->context, t->pose, 0, &out, error);
}
RUN(diff_run) {
    T;
    bp_motion_diff diff;
    bool ok = bp_motion_diff_run(t->context, t->model, t->model, NULL, &diff, error);
    bp_motion_diff_clear(&diff);
    return ok;
}
RUN(diff_vertices) {
    T;
    double distances[256];
    return bp_motion_diff_vertices(t->context, t->pose, t->pose, 0, 1, distances, error);
}

/* A created model is still empty, so fingerprint_model can't read it. This hashes only its existence. */
static void fingerprint_all(const void *user, uint64_t *hash) {
    const objects *t = user;
    objects seen = *t;
    seen.created_model = NULL;
    fingerprint(&seen, hash);
    sweep_word(hash, t->created_model != NULL);
}

static const sweep_case cases[] = {
    {"bp_mesh_create", create, 0, 0},
    {"bp_mesh_clone bp_mesh_clone_onto", clone, 0, 0},
    {"bp_mesh_add_attributes", attributes, 0, 0},
    {"bp_mesh_set_influences", influences, 0, 0},
    {"bp_mesh_bind_rigid", rigid, 0, 0},
    {"bp_mesh_set_submeshes", submeshes, 0, 0},
    {"bp_mesh_set_lines", lines, 0, 0},
    {"bp_mesh_set_morphs", morphs, 0, 0},
    {"bp_mesh_set_name bp_replace_text", name, 0, 0},
    {"bp_mesh_check", check, 0, 0},
    {"bp_mesh_make_normals", normals, 0, 0},
    {"bp_mesh_make_flat", flat, 0, 0},
    {"bp_mesh_merge", merge, 0, 0},
    {"bp_mesh_simplify", simplify, 0, 0},
    {"bp_shape_box", box, 0, 0},
    {"bp_shape_sphere", sphere, 0, 0},
    {"bp_shape_tube", tube, 0, 0},
    {"bp_shape_character", character, 0, 0},
    {"bp_skin_job_run bp_skin_palette_make", skin, 2, 0},
    /* The scalar definition takes no allocator. */
    {"bp_skin_job_check bp_skin_job_check_fields bp_skin_job_run_scalar", skin_scalar, 2, SWEEP_FOREIGN},
    {"bp_mesh_morph", morph, 0, 0},
    {"bp_image_create", image, 0, 0},
    {"bp_model_create", model, 0, 0},
    {"bp_model_check", model_check, 0, 0},
    {"bp_model_check_limit bp_check_limit", model_check_limit, 0, 0},
    {"bp_model_clip_for_skeleton", clip_for_skeleton, 0, 0},
    {"bp_model_inverse_binds", inverse_binds, 0, 0},
    {"bp_model_instantiate", instantiate, 0, 0},
    {"bp_model_batch_create bp_model_list_nodes", model_batch, 0, 0},
    {"bp_mixer_create", mixer, 0, 0},
    {"bp_mixer_play", mixer_play, 0, 0},
    {"bp_mixer_update bp_mixer_begin bp_mixer_blend bp_model_pose_apply", mixer_update, 0, 0},
    {"bp_model_pose_create bp_model_make_pose", pose, 0, 0},
    {"bp_model_pose_set bp_model_pose_check", pose_set, 0, 0},
    {"bp_model_pose_vertices", pose_vertices, 0, SWEEP_ABANDONS},
    {"bp_motion_diff_run", diff_run, 0, SWEEP_ABANDONS},
    {"bp_motion_diff_vertices", diff_vertices, 0, 0},
};

const sweep_suite sweep_mesh = {"mesh", sizeof(objects), prepare,        fingerprint_all,
                                finish, cases,           BP_COUNT(cases)};

/* Figures and their drawing, standard skeletons, the workloads of `bindpose bench`. */
#include "fingerprints.h"
#include "mesh/editing.h"
#include "scene/character.h"
#include "scene/explain.h"
#include "scene/figure.h"
#include "scene/shadow.h"
#include "tools/bench/workload.h"
#include <bindpose/illustration.h>
#include <bindpose/instance.h>

enum { SIDE = 64 };

typedef struct objects {
    int param;
    bp_allocator hook;
    bp_context *context;
    bp_raster *raster;
    bp_framebuffer picture;
    bp_model *model;
    bp_model_pose *pose;
    bp_model_figure *figure;
    bp_mesh *tube, *line;
    bp_skeleton *chain;
    bp_figure *ready;
    bp_shadow *shadow;
    /* created by the call */
    bp_figure *created_figure;
    bp_model_figure *created_model_figure;
    bp_instance *instance, *created_instance;
    bp_skeleton *created_skeleton;
    bp_model *created_model;
    bp_workload *workload;
    bp_workload_pose *workload_pose;
    bp_workload_skin *workload_skin;
    bp_shadow *created_shadow;
} objects;

static void prepare(void *user) {
    objects *t = user;
    bp_error error = {0};
    t->hook = heap_hook();
    SWEEP_NEED(t->context =
                   bp_context_create(&(bp_context_options){.allocator = t->hook, .threads = 1}, &error));
    SWEEP_NEED(t->raster = bp_raster_create(t->context, &error));
    SWEEP_NEED(bp_framebuffer_create(t->context, SIDE, SIDE, &t->picture, &error));
    SWEEP_NEED(t->model = bp_character_model(t->context, BP_BIND_NATURAL, &error));
    SWEEP_NEED(t->pose = bp_model_pose_create(t->model, &error));
    SWEEP_NEED(t->figure = bp_model_figure_create(t->context, t->pose, &error));
    SWEEP_NEED(t->instance = bp_instance_create(t->context, t->figure, &error));
    SWEEP_NEED(t->tube = bp_shape_tube(&t->hook, &(bp_tube_options){.sides = 5, .rings = 4}, &error));
    SWEEP_NEED(bp_mesh_set_morphs(t->tube, 1, BP_MESH_NORMALS, &error));
    SWEEP_NEED(t->chain = bp_tube_skeleton(t->context, NULL, 2, 1, 0, &error));
    SWEEP_NEED(t->line = bp_mesh_create(&t->hook, &(bp_mesh_options){.vertex_count = 3}, &error));
    SWEEP_NEED(bp_mesh_set_lines(t->line, 2, (uint32_t[]){0, 1, 1, 2}, 4, &error));
    t->line->positions[1] = (bp_vec3){1, 0, 0}, t->line->positions[2] = (bp_vec3){0, 1, 0};
    bp_figure_part parts[3] = {
        {.mesh = t->tube, .skeleton = t->chain}, {.mesh = t->model->meshes[0]}, {.mesh = t->line}};
    SWEEP_NEED(t->ready = bp_figure_create(t->context, parts, 3, &error));
    SWEEP_NEED(t->shadow = bp_shadow_create(t->context, &error));
}

static void fingerprint_figure(const bp_figure *figure, uint64_t *hash) {
    sweep_word(hash, figure != NULL);
    for (size_t i = 0; figure && i < bp_figure_part_count(figure); i++)
        sweep_floats(hash, &bp_figure_positions(figure, i)->x,
                     3 * bp_figure_part_at(figure, i)->mesh->vertex_count);
}

static void fingerprint(const void *user, uint64_t *hash) {
    const objects *t = user;
    const void *created[] = {t->created_model_figure, t->workload,         t->workload_pose,
                             t->workload_skin,        t->created_instance, t->created_shadow};
    sweep_bytes(hash, t->picture.pixels, SIDE * SIDE * 4);
    fingerprint_model(t->model, hash), fingerprint_model(t->created_model, hash);
    fingerprint_skeleton(t->chain, hash), fingerprint_skeleton(t->created_skeleton, hash);
    fingerprint_figure(t->created_figure, hash), fingerprint_figure(t->ready, hash);
    for (size_t i = 0; i < BP_COUNT(created); i++) sweep_word(hash, created[i] != NULL);
}

static void finish(void *user) {
    objects *t = user;
    bp_workload_destroy(t->workload);
    bp_workload_pose_destroy(t->workload_pose);
    bp_workload_skin_destroy(t->workload_skin);
    bp_shadow_destroy(t->shadow), bp_shadow_destroy(t->created_shadow);
    bp_figure_destroy(t->created_figure), bp_figure_destroy(t->ready);
    bp_instance_destroy(t->instance), bp_instance_destroy(t->created_instance);
    bp_model_figure_destroy(t->created_model_figure), bp_model_figure_destroy(t->figure);
    bp_model_pose_destroy(t->pose);
    bp_model_destroy(t->model), bp_model_destroy(t->created_model);
    bp_mesh_destroy(t->tube), bp_mesh_destroy(t->line);
    bp_skeleton_destroy(t->chain), bp_skeleton_destroy(t->created_skeleton);
    bp_framebuffer_destroy(t->context, &t->picture);
    bp_raster_destroy(t->raster);
    bp_context_destroy(t->context);
}

#define CALL(name, ...)                                                                                      \
    static bool name(void *user, bp_error *error) {                                                          \
        objects *t = user;                                                                                   \
        return __VA_ARGS__;                                                                                  \
    }

static bool figure(void *user, bp_error *error) {
    objects *t = user;
    bp_figure_part parts[2] = {{.mesh = t->tube, .skeleton = t->chain}, {.mesh = t->model->meshes[0]}};
    return (t->created_figure = bp_figure_create(t->context, parts, 2, error)) != NULL;
}

static bool parts_like(void *user, bp_error *error) {
    objects *t = user;
    bp_figure_part parts[2] = {{.mesh = t->tube, .skeleton = t->chain}, {.mesh = t->model->meshes[0]}};
    return (t->created_figure = bp_figure_create_like(t->context, parts, 2, t->ready, error)) != NULL;
}

static bool figure_like(void *user, bp_error *error) {
    objects *t = user;
    const bp_model_pose *pose = bp_instance_pose(t->instance);
    return (t->created_model_figure = bp_model_figure_create_like(t->context, pose, t->figure, error)) !=
           NULL;
}

static bool attach(void *user, bp_error *error) {
    objects *t = user;
    return bp_figure_attach(t->ready, t->tube, bp_skeleton_bone(t->chain, 0), NULL, NULL, NULL, error);
}

static bool instance(void *user, bp_error *error) {
    objects *t = user;
    return (t->created_instance = bp_instance_create(t->context, t->figure, error)) != NULL;
}

static bool instances_pose(void *user, bp_error *error) {
    objects *t = user;
    return bp_instances_pose(t->context, &(bp_instance_frame){.instance = t->instance, .clip = -1}, 1, error);
}

static bool pose(void *user, bp_error *error) {
    objects *t = user;
    return bp_figure_pose(t->ready, error);
}

static bool draw(void *user, bp_error *error) {
    objects *t = user;
    bp_view view = {.camera = bp_character_camera(),
                    .viewport = {0, 0, SIDE, SIDE},
                    .show = BP_SHOW_MESH | BP_SHOW_BONES | BP_SHOW_AXES | BP_SHOW_WIREFRAME};
    return bp_view_check(&view, error) && bp_raster_begin(t->raster, &t->picture, NULL, error) &&
           bp_raster_clear(t->raster, &(bp_clear){.color = {9, 9, 9, 255}}, error) &&
           bp_scene_draw_floor(t->raster, &view, (bp_vec3){0, -2, 0}, 4, 8, 1, (bp_rgba8){90, 90, 90, 255},
                               error) &&
           bp_scene_draw_meshes(t->raster, &view, bp_model_figure_get_figure(t->figure), error) &&
           bp_scene_draw_bones(t->raster, &view, t->model->skeletons[0], bp_mat4_identity(), NULL, error) &&
           bp_raster_end(t->raster, NULL, error);
}

/* A highlighted bone, a ghost, one bone: the figure's buffers for them stay, so a second attempt needs less. */
static bool draw_over(void *user, bp_error *error) {
    objects *t = user;
    bp_view view = {.camera = bp_character_camera(), .viewport = {0, 0, SIDE, SIDE}, .show = BP_SHOW_BONES};
    const bp_bone *bone = bp_skeleton_bone_by_id(t->chain, 1);
    const bp_rgba8 color = {90, 160, 230, 120};
    bp_highlight lit;
    return bp_raster_begin(t->raster, &t->picture, NULL, error) &&
           bp_figure_highlight(t->ready, 0, bone, NULL, color, &lit, error) &&
           bp_scene_draw_highlight(t->raster, &view, t->ready, bone, NULL, color, error) &&
           bp_scene_draw_highlight(t->raster, &view, t->ready, NULL, NULL, color, error) &&
           bp_scene_draw_bone(t->raster, &view, bone, bp_mat4_identity(), error) &&
           bp_raster_end(t->raster, NULL, error);
}

static bool draw_shadow(void *user, bp_error *error) {
    objects *t = user;
    bp_view view = {.camera = bp_character_camera(), .viewport = {0, 0, SIDE, SIDE}};
    return bp_shadow_update(t->shadow, t->ready, bp_figure_bounds(t->ready), error) &&
           bp_raster_begin(t->raster, &t->picture, NULL, error) &&
           bp_scene_draw_shadow(t->raster, &view, t->shadow, error) && bp_raster_end(t->raster, NULL, error);
}

static bool draw_illustration(void *user, bp_error *error) {
    objects *t = user;
    const bp_stage stage = {.title = "a tube", .subtitle = "", .skeleton = t->chain, .figure = t->ready};
    const bp_content content = {.stages = &stage,
                                .stage_count = 1,
                                .number = 1,
                                .camera = bp_character_camera(),
                                .show = BP_SHOW_MESH | BP_SHOW_BONES | BP_SHOW_NAMES,
                                .floor_half = 1};
    bp_illustration illustration = bp_illustration_make();
    bp_illustration_set(&illustration, &content, true);
    bp_illustration_place(&illustration, (bp_rect){0, 0, SIDE, SIDE}, 1);
    return bp_illustration_render(&illustration, t->raster, &t->picture, bp_theme_of(false), error);
}

static bool count_pixels(void *user, bp_error *error) {
    objects *t = user;
    bp_view view = {.camera = bp_character_camera(), .viewport = {0, 0, SIDE, SIDE}, .show = BP_SHOW_MESH};
    return bp_raster_begin(t->raster, &t->picture, NULL, error) &&
           bp_scene_draw_meshes(t->raster, &view, t->ready, error) &&
           bp_raster_end_with_statistics(t->raster, error) != NULL;
}

static bool explain(void *user, bp_error *error) {
    objects *t = user;
    bp_view view = {.camera = bp_character_camera(), .viewport = {0, 0, SIDE, SIDE}, .show = BP_SHOW_MESH};
    bp_pixel_history history, both = {0};
    bp_pick pick;
    bool ok = bp_raster_begin(t->raster, &t->picture, NULL, error) &&
              bp_scene_draw_meshes(t->raster, &view, t->ready, error) &&
              bp_raster_end_with_history(t->raster, SIDE / 2, SIDE / 2, &history, error);
    if (!ok) return false;
    SWEEP_NEED(history.count > 0 && bp_figure_drew(t->ready, &history.events[0], &pick));
    ok = bp_pixel_history_append(t->context, &both, &history, error);
    SWEEP_NEED(!history.events && !ok == !both.events);
    bp_pixel_history_clear(t->context, &both);
    return ok;
}

CALL(shadow, (t->created_shadow = bp_shadow_create(t->context, error)) != NULL)
CALL(model_figure, (t->created_model_figure = bp_model_figure_create(t->context, t->pose, error)) != NULL)
CALL(character, (t->created_skeleton = bp_character_skeleton(t->context, (bp_character_bind)t->param, NULL, 0,
                                                             error)) != NULL)
CALL(character_model,
     (t->created_model = bp_character_model(t->context, (bp_character_bind)t->param, error)) != NULL)
CALL(chain, (t->created_skeleton = bp_tube_skeleton(t->context, NULL, 20, 1, 0, error)) != NULL)
CALL(workload, (t->workload = bp_workload_create(t->context, (bp_workload_kind)t->param, error)) != NULL)
CALL(workload_pose, (t->workload_pose = bp_workload_pose_create(t->context, 2, error)) != NULL)
/* Creates and runs it. If only the run failed, the workload exists already. */
static bool workload_skin(void *user, bp_error *error) {
    objects *t = user;
    if (!t->workload_skin) t->workload_skin = bp_workload_skin_create(t->context, 100, error);
    return t->workload_skin && bp_workload_skin_run(t->workload_skin, 1, error);
}

static const sweep_case cases[] = {
    {"bp_figure_create", figure, 0, 0},
    {"bp_figure_create_like", parts_like, 0, 0},
    {"bp_model_figure_create_like", figure_like, 0, 0},
    {"bp_figure_attach", attach, 0, 0},
    {"bp_instance_create", instance, 0, 0},
    {"bp_instances_pose", instances_pose, 0, SWEEP_ABANDONS},
    {"bp_figure_pose bp_figure_pose_by", pose, 0, SWEEP_ABANDONS},
    {"bp_model_figure_create", model_figure, 0, 0},
    {"bp_view_check bp_scene_draw_meshes bp_draw_lines bp_scene_draw_bones bp_scene_draw_floor", draw, 0, 0},
    {"bp_figure_highlight bp_scene_draw_highlight bp_scene_draw_bone", draw_over, 0, SWEEP_ABANDONS},
    {"bp_illustration_render", draw_illustration, 0, SWEEP_ABANDONS},
    {"bp_raster_end_with_history bp_pixel_history_append", explain, 0, SWEEP_ABANDONS},
    {"bp_raster_end_with_statistics", count_pixels, 0, SWEEP_ABANDONS},
    {"bp_shadow_create", shadow, 0, 0},
    {"bp_shadow_update bp_scene_draw_shadow", draw_shadow, 0, SWEEP_ABANDONS},
    {"bp_character_skeleton", character, 3, 0},
    {"bp_character_model", character_model, 3, 0},
    {"bp_tube_skeleton", chain, 0, 0},
    {"bp_workload_create", workload, BP_WORKLOAD_COUNT, 0},
    {"bp_workload_pose_create", workload_pose, 0, 0},
    {"bp_workload_skin_create", workload_skin, 0, SWEEP_ABANDONS},
};

const sweep_suite sweep_scene = {"scene", sizeof(objects), prepare,        fingerprint,
                                 finish,  cases,           BP_COUNT(cases)};

/* The world of a lesson: stages that own their skeletons, meshes and nodes. Lessons call these in a
 * row without looking at each result: the first failure is kept, and the engine looks at it. */
#include "lesson/world.h"
#include <stdarg.h>
#include <stdio.h>

bp_world bp_world_make(bp_context *context, const char *file, bool engine, bp_model_cache *cache) {
    return (bp_world){.context = context,
                      .cache = cache,
                      .file = file,
                      .engine = engine,
                      .camera = bp_character_camera(),
                      .show = BP_SHOW_MESH | BP_SHOW_BONES | BP_SHOW_NAMES};
}

static void clear_stage(bp_stage *stage) {
    if (stage->owns_posed) bp_posed_model_destroy(stage->shown);
    if (!stage->model) { /* else they are the model's */
        bp_figure_destroy(stage->figure);
        bp_skeleton_destroy(stage->skeleton);
    }
    if (!stage->mesh_cached) bp_mesh_destroy(stage->mesh);
    for (int i = 0; i < BP_STAGE_NODE_MAX; i++) bp_node_destroy(stage->nodes[i]);
}

void bp_world_clear(bp_world *world) {
    for (int i = 0; i < BP_STAGE_MAX; i++) clear_stage(&world->stages[i]);
    *world = (bp_world){.context = world->context};
}

bool bp_world_fail(bp_world *world, const char *format, ...) {
    if (world->error.kind != BP_ERROR_NONE) return false;
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return bp_fail(&world->error, BP_ERROR_ARGUMENT, NULL, "%s", text);
}

bp_error *bp_world_error_slot(bp_world *world) { return world->error.kind == BP_ERROR_NONE ? &world->error : NULL; }

static bp_stage *no_more_stages(bp_world *world) {
    bp_world_fail(world, "a lesson has at most %d stages", BP_STAGE_MAX);
    return &world->stages[BP_STAGE_MAX - 1];
}

bp_stage *bp_world_add_mesh_stage(bp_world *world, const char *title, const char *subtitle, bp_mesh *mesh,
                            bp_skeleton *skeleton, bp_skin_method method, bool shelved) {
    if (world->stage_count == BP_STAGE_MAX) {
        if (!shelved) bp_mesh_destroy(mesh);
        bp_skeleton_destroy(skeleton);
        return no_more_stages(world);
    }
    bp_stage *stage = &world->stages[world->stage_count++];
    *stage = (bp_stage){
        .title = title, .subtitle = subtitle, .mesh = mesh, .mesh_cached = shelved, .skeleton = skeleton};
    /* So that a stale absolute shows what it was, and not the zeros of one never computed. */
    if (skeleton) bp_skeleton_compute_absolutes(skeleton, true);
    if (mesh) {
        bp_figure_part part = {.mesh = mesh, .skeleton = skeleton, .method = method};
        stage->figure = bp_figure_create(world->context, &part, 1, bp_world_error_slot(world));
    }
    return stage;
}

bp_stage *bp_world_add_stage(bp_world *world, const char *title, const char *subtitle, bp_mesh *mesh,
                             bp_skeleton *skeleton) {
    return bp_world_add_mesh_stage(world, title, subtitle, mesh, skeleton, BP_SKIN_LINEAR, false);
}

/* A stage for a shown model; NULL where making it failed. */
static bp_stage *stage_for(bp_world *world, const char *title, const char *subtitle, bp_posed_model *shown,
                           bool owned) {
    if (world->stage_count == BP_STAGE_MAX) {
        if (owned) bp_posed_model_destroy(shown);
        return no_more_stages(world);
    }
    bp_stage *stage = &world->stages[world->stage_count++];
    *stage = (bp_stage){.title = title, .subtitle = subtitle, .shown = shown, .owns_posed = owned};
    if (!shown) return stage;
    stage->model = bp_posed_model_source(shown);
    stage->skeleton = stage->model->skeleton_count > 0 ? stage->model->skeletons[0] : NULL;
    stage->figure = bp_posed_model_figure(shown);
    return stage;
}

bp_stage *bp_world_add_model(bp_world *world, const char *title, const char *subtitle, bp_model *model) {
    bp_posed_model *shown = model ? bp_posed_model_create(world->context, model, bp_world_error_slot(world)) : NULL;
    return stage_for(world, title, subtitle, shown, true);
}

bp_stage *bp_world_add_file(bp_world *world, const char *title, const char *subtitle, const char *path) {
    bp_posed_model *shown = bp_model_cache_get(world->cache, path, world->stage_count, bp_world_error_slot(world));
    bp_stage *stage = stage_for(world, title, subtitle, shown, false);
    if (!shown || !bp_figure_pose(stage->figure, bp_world_error_slot(world))) return stage;
    world->camera = (bp_camera){.eye = {0.6f, 0.5f, 2}};
    bp_camera_fit(&world->camera, bp_figure_bounds(stage->figure), 1);
    return stage;
}

void bp_world_sample_clip(bp_world *world, int stage, int clip, double seconds) {
    bp_posed_model *shown = world->stages[stage].shown;
    if (shown)
        bp_posed_model_set(shown, clip, seconds, bp_world_error_slot(world));
    else
        bp_world_fail(world, "stage %d shows no model", stage + 1);
}

bp_bone *bp_world_bone(bp_world *world, int stage, const char *name) {
    bp_skeleton *skeleton = world->stages[stage].skeleton;
    bp_bone *bone = skeleton ? bp_skeleton_find(skeleton, name) : NULL;
    if (bone) return bone;
    bp_world_fail(world, "stage %d has no bone named %s", stage + 1, name);
    return skeleton ? bp_skeleton_bone_by_id(skeleton, 0) : NULL;
}

void bp_world_rotate(bp_world *world, int stage, const char *name, bp_vec3 axis, float degrees) {
    bp_bone *bone = bp_world_bone(world, stage, name);
    if (bone) bp_bone_set_rotation(bone, bp_quat_from_axis_angle(axis, bp_radians(degrees)));
}

bp_node *bp_world_add_node(bp_world *world, int stage, const char *name, bp_node *parent) {
    bp_stage *on = &world->stages[stage];
    for (int i = 0; i < BP_STAGE_NODE_MAX; i++) {
        if (on->nodes[i]) continue;
        on->nodes[i] = bp_node_create(world->context, name, parent, bp_world_error_slot(world));
        return on->nodes[i];
    }
    bp_world_fail(world, "stage %d: at most %d nodes", stage + 1, BP_STAGE_NODE_MAX);
    return NULL;
}

void bp_world_set_method(bp_world *world, int stage, bp_skin_method method) {
    bp_stage *on = &world->stages[stage];
    if (!on->figure || on->model) { /* a model's figure is its own */
        bp_world_fail(world, "stage %d has no mesh to be skinned", stage + 1);
        return;
    }
    bp_figure_part part = *bp_figure_part_at(on->figure, 0);
    part.method = method;
    bp_figure *figure = bp_figure_create(world->context, &part, 1, bp_world_error_slot(world));
    if (!figure) return;
    bp_figure_set_world(figure, bp_figure_world(on->figure));
    bp_figure_destroy(on->figure);
    on->figure = figure;
}

void bp_world_pose(bp_world *world) {
    bp_offscreen_invalidate(world->offscreen);
    for (int i = 0; i < world->stage_count; i++) {
        bp_stage *stage = &world->stages[i];
        if (stage->figure)
            bp_figure_pose(stage->figure, bp_world_error_slot(world));
        else if (stage->skeleton)
            bp_skeleton_prepare(stage->skeleton);
    }
}

static void prepare_figure(const bp_figure *figure) {
    for (size_t i = 0; i < bp_figure_part_count(figure); i++) {
        const bp_figure_part *part = bp_figure_part_at(figure, i);
        if (part->skeleton && part->mesh->influences > 0) bp_skeleton_prepare(part->skeleton);
    }
}

void bp_world_prepare(bp_world *world) {
    for (int i = 0; i < world->stage_count; i++) {
        const bp_stage *stage = &world->stages[i];
        if (stage->figure)
            prepare_figure(stage->figure);
        else if (stage->skeleton)
            bp_skeleton_prepare(stage->skeleton);
    }
}

void bp_world_note(bp_world *world, int stage, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(world->stages[stage].note, sizeof world->stages[stage].note, format, arguments);
    va_end(arguments);
}

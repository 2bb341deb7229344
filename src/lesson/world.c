/* The world of a lesson. Lessons call these functions in a row without checking results: the world keeps
 * the first failure, and the session checks for it. */
#include "lesson/world.h"
#include "base/format.h"
#include "rig/engine.h"
#include "scene/figure.h"
#include <stdio.h>
#include <string.h>

bp_world bp_world_make(const bp_context *context, const char *file, bool engine, bp_model_cache *cache) {
    return (bp_world){.context = context,
                      .cache = cache,
                      .file = file,
                      .engine = engine,
                      .camera = bp_character_camera(),
                      .show = BP_SHOW_MESH | BP_SHOW_BONES | BP_SHOW_NAMES};
}

static void clear_stage(const bp_allocator *allocator, bp_stage *stage) {
    if (!stage->model) { /* otherwise the model owns these */
        bp_figure_destroy(stage->figure);
        bp_skeleton_destroy(stage->skeleton);
    }
    if (stage->owns_posed) bp_posed_model_destroy(stage->posed);
    if (!stage->mesh_cached) bp_mesh_destroy(stage->mesh);
    bp_free(allocator, stage->data);
    for (int i = 0; i < BP_STAGE_NODE_MAX; i++) bp_node_destroy(stage->nodes[i]);
}

void bp_world_clear(bp_world *world) {
    bp_world_clear_ghosts(world);
    const bp_allocator *allocator = bp_context_allocator(world->context);
    for (int i = 0; i < BP_STAGE_MAX; i++) clear_stage(allocator, &world->stages[i]);
    *world = (bp_world){.context = world->context};
}

int bp_world_rules(const bp_world *world) { return world->engine ? BP_RULES_ENGINE : BP_RULES_PAGE; }

void bp_world_note(bp_world *world, int stage, const char *format, ...) {
    BP_FORMAT_REST(world->stages[stage].note, format);
}

void *bp_world_data(bp_world *world) { return &world->data; }

void *bp_world_keep(bp_world *world, size_t size, void (*destroy)(void *block)) {
    bp_session_memory *memory = world->memory, *end = memory ? memory + BP_SESSION_BLOCKS : NULL;
    while (memory != end && memory->block && memory->destroy != destroy) memory++;
    if (memory == end) {
        bp_world_fail(world, end ? "a session keeps no more blocks" : "only a session keeps memory");
        return NULL;
    }
    if (!memory->block)
        memory->block = bp_alloc(bp_context_allocator(world->context), 1, size, bp_world_error_slot(world));
    if (memory->block) memory->destroy = destroy;
    return memory->block;
}

bp_raster *bp_world_raster(bp_world *world) {
    if (!world->raster) bp_world_fail(world, "only a session draws pictures");
    return world->raster;
}

/* Adds a stage that is complete. */
static bp_stage *world_add_made_stage(bp_world *world, bp_stage stage) {
    if (world->stage_count < BP_STAGE_MAX) {
        stage.id = ++world->last_stage_id;
        world->stages[world->stage_count++] = stage;
    } else {
        clear_stage(bp_context_allocator(world->context), &stage);
        bp_world_fail(world, "a lesson has at most %d stages", BP_STAGE_MAX);
    }
    return &world->stages[world->stage_count - 1];
}

bp_stage *bp_world_add_mesh_stage(bp_world *world, bp_stage stage, bp_skin_method method) {
    /* A stale absolute then shows its last value, not the zeros of one never computed. */
    if (stage.skeleton) bp_skeleton_compute_absolutes(stage.skeleton, true);
    if (stage.mesh) {
        bp_figure_part part = {.mesh = stage.mesh, .skeleton = stage.skeleton, .method = method};
        stage.figure = bp_figure_create(world->context, &part, 1, bp_world_error_slot(world));
    }
    return world_add_made_stage(world, stage);
}

bp_stage *bp_world_add_kind(bp_world *world, bp_stage stage) {
    return stage.figure ? world_add_made_stage(world, stage)
                        : bp_world_add_mesh_stage(world, stage, BP_SKIN_LINEAR);
}

bp_stage *bp_world_add_stage(bp_world *world, const char *title, const char *subtitle, bp_mesh *mesh,
                             bp_skeleton *skeleton) {
    bp_stage stage = {.title = title, .subtitle = subtitle, .mesh = mesh, .skeleton = skeleton};
    return bp_world_add_mesh_stage(world, stage, BP_SKIN_LINEAR);
}

static bp_stage *add_model_stage(bp_world *world, bp_stage stage) {
    if (stage.posed) {
        stage.model = stage.posed->model;
        stage.skeleton = stage.model->skeleton_count > 0 ? stage.model->skeletons[0] : NULL;
        stage.figure = bp_model_figure_get_figure(stage.posed->figure);
    }
    return world_add_made_stage(world, stage);
}

bp_stage *bp_world_add_model(bp_world *world, const char *title, const char *subtitle, bp_model *model) {
    bp_stage stage = {.title = title, .subtitle = subtitle, .owns_posed = true};
    if (model) stage.posed = bp_posed_model_create(world->context, model, bp_world_error_slot(world));
    return add_model_stage(world, stage);
}

bp_stage *bp_world_add_file(bp_world *world, const char *title, const char *subtitle, const char *path) {
    bp_stage stage = {.title = title, .subtitle = subtitle};
    stage.posed = bp_model_cache_get(world->cache, path, world->stage_count, bp_world_error_slot(world));
    bp_stage *added = add_model_stage(world, stage);
    if (added->skeleton) bp_skeleton_replace_final(added->skeleton, NULL); /* the session keeps the model */
    if (world->error.kind != BP_ERROR_NONE || !bp_figure_pose(added->figure, &world->error)) return added;
    world->camera = (bp_camera){.eye = {0.6f, 0.5f, 2}};
    bp_camera_fit(&world->camera, bp_figure_bounds(added->figure), 1);
    return added;
}

void bp_world_show_stages(bp_world *world, int first, int count) {
    bp_stage all[BP_STAGE_MAX];
    int used = 0, added = world->last_stage_id;
    if (first < 0 || count < 1 || first + count > added) {
        bp_world_fail(world, "stages %d to %d: there are %d", first + 1, first + count, added);
        return;
    }
    memcpy(all, world->stages, sizeof all);
    for (int i = 0; i < added; i++)
        for (int k = 0; k < BP_STAGE_MAX && used < BP_STAGE_MAX; k++)
            if (all[k].id == (first + i) % added + 1) world->stages[used++] = all[k];
    world->stage_count = count;
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
    bp_node **nodes = world->stages[stage].nodes;
    for (int i = 0; i < BP_STAGE_NODE_MAX; i++)
        if (!nodes[i])
            return nodes[i] = bp_node_create(world->context, name, parent, bp_world_error_slot(world));
    bp_world_fail(world, "stage %d: at most %d nodes", stage + 1, BP_STAGE_NODE_MAX);
    return NULL;
}

void bp_world_sample_clip(bp_world *world, int stage, int clip, double seconds) {
    const bp_posed_model *posed = world->stages[stage].posed;
    const bp_model *model = world->stages[stage].model;
    world->clip = model && clip >= 0 && (size_t)clip < model->clip_count ? model->clips[clip] : NULL;
    if (posed)
        bp_model_pose_set(posed->pose, clip, seconds, bp_world_error_slot(world));
    else
        bp_world_fail(world, "stage %d shows no model", stage + 1);
}

static void update(bp_world *world, bool skins) {
    if (skins && world->update) world->update(world);
    for (int i = 0; i < BP_STAGE_MAX; i++) {
        const bp_stage *stage = &world->stages[i];
        if (stage->figure && skins)
            bp_figure_pose(stage->figure, bp_world_error_slot(world));
        else if (stage->figure)
            bp_figure_prepare(stage->figure);
        else if (stage->skeleton)
            bp_skeleton_prepare(stage->skeleton);
    }
}

void bp_world_prepare(bp_world *world) { update(world, false); }

/* ---- what an illustration shows --------------------------------------------------------------------*/

static void paint(void *user, bp_painter *painter) {
    bp_world *world = user;
    world->paint(world, painter);
}

void bp_world_content(bp_world *world, bp_content *content) {
    *content = (bp_content){.stages = world->stages,
                            .stage_count = world->stage_count,
                            .ghosts = world->ghosts,
                            .ghost_count = world->ghost_count,
                            .camera = world->camera,
                            .show = world->show,
                            .floor = world->floor,
                            .floor_half = world->has_floor ? world->floor_half : 0,
                            .paint = world->paint ? paint : NULL,
                            .user = world};
    for (int i = 0; i < BP_STAGE_MAX; i++)
        if (!world->close_up) content->extents[i] = world->extents[i];
}

bool bp_world_fail(bp_world *world, const char *format, ...) {
    if (world->error.kind != BP_ERROR_NONE) return false;
    char text[400];
    BP_FORMAT_REST(text, format);
    return bp_fail(&world->error, BP_ERROR_ARGUMENT, NULL, "%s", text);
}

bp_error *bp_world_error_slot(bp_world *world) {
    return world->error.kind == BP_ERROR_NONE ? &world->error : NULL;
}

bool bp_world_check(const bp_world *world, bp_error *error) {
    if (world->error.kind != BP_ERROR_NONE && error) *error = world->error;
    return world->error.kind == BP_ERROR_NONE;
}

/* ---- ghosts: second figures on a stage, posed on a copy of its skeleton ---- */

/* A ghost is posed after everything else, because it starts from the stage's pose: what the student changes
 * by hand moves the ghost in the same frame. */
static void free_figure(bp_ghost *ghost) {
    bp_figure_destroy(ghost->figure);
    bp_skeleton_destroy(ghost->skeleton);
    ghost->figure = NULL;
    ghost->skeleton = NULL;
}

void bp_world_clear_ghosts(bp_world *world) {
    for (int i = 0; i < world->ghost_count; i++) free_figure(&world->ghosts[i]);
    world->ghost_count = 0;
}

bp_ghost *bp_world_add_ghost(bp_world *world, int stage, const char *name, bp_ghost_pose *pose, float value) {
    if (stage < 0 || stage >= world->stage_count || world->ghost_count == BP_GHOST_MAX) {
        bp_world_fail(world, "ghost %s: there are %d stages, and at most %d ghosts", name, world->stage_count,
                      BP_GHOST_MAX);
        return NULL;
    }
    bp_ghost *ghost = &world->ghosts[world->ghost_count++];
    *ghost = (bp_ghost){.stage = stage, .pose = pose, .value = value};
    snprintf(ghost->name, sizeof ghost->name, "%s", name);
    return ghost;
}

/* The stage's parts on the ghost's skeleton. */
static bp_figure *make_figure(bp_world *world, const bp_stage *stage, bp_skeleton *skeleton) {
    enum { PARTS_MAX = 32 };
    bp_figure_part parts[PARTS_MAX];
    size_t count = 0, all = bp_figure_part_count(stage->figure);
    for (size_t i = 0; i < all && count < PARTS_MAX; i++) {
        const bp_figure_part *part = bp_figure_part_at(stage->figure, i);
        if (part->skeleton != stage->skeleton) continue;
        parts[count] = *part;
        parts[count++].skeleton = skeleton;
    }
    bp_figure *figure =
        count > 0 ? bp_figure_create(world->context, parts, count, bp_world_error_slot(world)) : NULL;
    if (figure) bp_figure_set_world(figure, bp_figure_world(stage->figure));
    return figure;
}

static void pose_ghosts(bp_world *world) {
    for (int i = 0; i < world->ghost_count; i++) {
        bp_ghost *ghost = &world->ghosts[i];
        const bp_stage *stage = &world->stages[ghost->stage];
        free_figure(ghost);
        if (!stage->skeleton) continue;
        ghost->skeleton = bp_skeleton_clone(stage->skeleton, "ghost", bp_world_error_slot(world));
        if (!ghost->skeleton) return;
        for (size_t b = 0; b < bp_skeleton_count(ghost->skeleton); b++) /* prepare must not copy the nodes */
            bp_bone_link(bp_skeleton_bone(ghost->skeleton, b), NULL);
        ghost->pose(ghost->skeleton, ghost->value);
        bp_skeleton_prepare(ghost->skeleton);
        if (stage->figure && !ghost->bones_only) ghost->figure = make_figure(world, stage, ghost->skeleton);
    }
}

void bp_world_pose(bp_world *world) {
    update(world, true);
    if (world->write_notes) world->write_notes(world);
    pose_ghosts(world);
}

void bp_ghost_in_bind(bp_skeleton *copy, float value) {
    (void)value;
    for (size_t i = 0; i < bp_skeleton_count(copy); i++) {
        bp_bone *bone = bp_skeleton_bone(copy, i);
        bp_bone_set_local(bone, bp_bone_bind(bone));
    }
}

void bp_ghost_in_rest(bp_skeleton *copy, float value) {
    (void)value;
    bp_skeleton_return_to_rest(copy);
}

/* The stored absolute of a bone that may be stale. Reading it must not bring it up to date. */
void bp_ghost_at_absolutes(bp_skeleton *copy, float value) {
    (void)value;
    for (size_t i = 0; i < bp_skeleton_count(copy); i++) {
        bp_bone *bone = bp_skeleton_bone(copy, i), *parent = bp_bone_parent(bone);
        bp_mat4 local = bp_bone_absolute(bone), inverse;
        if (parent && bp_mat4_inverse(bp_bone_absolute(parent), &inverse))
            local = bp_mat4_mul(local, inverse);
        bp_bone_set_local(bone, local);
    }
}

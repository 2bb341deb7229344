/* Models on stages, and the session's cache. Reading a model takes longer than a frame, so a session reads
 * each file once; every new world borrows the model and sets it to rest. Tubes are cached too: building
 * one takes as long as building the rest of its world. */
#include "lesson/world.h"
#include "mesh/editing.h"
#include "scene/figure.h"
#include <bindpose/gltf.h>
#include <string.h>

/* What has no material gets the colours of its bones, like every figure of a lesson. */
static void color_by_bone(const bp_posed_model *posed) {
    bp_figure *figure = bp_model_figure_get_figure(posed->figure);
    for (size_t i = 0; i < bp_figure_part_count(figure); i++) {
        const bp_mesh *mesh = bp_figure_part_at(figure, i)->mesh;
        if (bp_mesh_material(mesh) < 0) bp_figure_set_material(figure, i, NULL);
    }
}

bp_posed_model *bp_posed_model_create(const bp_context *context, bp_model *model, bp_error *error) {
    bp_posed_model *posed = bp_alloc(bp_context_allocator(context), 1, sizeof *posed, error);
    if (!posed) {
        bp_model_destroy(model);
        return NULL;
    }
    posed->context = context;
    posed->model = model;
    posed->pose = bp_model_pose_create(model, error);
    posed->figure = posed->pose ? bp_model_figure_create(context, posed->pose, error) : NULL;
    if (posed->figure) {
        color_by_bone(posed);
        bp_figure_set_plain_light(bp_model_figure_get_figure(posed->figure));
        return posed;
    }
    bp_posed_model_destroy(posed);
    return NULL;
}

void bp_posed_model_destroy(bp_posed_model *posed) {
    if (!posed) return;
    bp_model_figure_destroy(posed->figure);
    bp_model_pose_destroy(posed->pose);
    bp_model_destroy(posed->model);
    bp_free(bp_context_allocator(posed->context), posed);
}

enum { ENTRY_MAX = 4 };

typedef struct cached_model {
    char *path;            /* owned; NULL: the entry is free */
    int stage;             /* two stages with one file have a model each */
    bp_posed_model *posed; /* owned */
} cached_model;

typedef struct cached_tube {
    bp_tube_options options;
    bp_mesh *mesh; /* owned; NULL: the entry is free */
} cached_tube;

struct bp_model_cache {
    const bp_context *context;
    cached_model models[ENTRY_MAX];
    cached_tube tubes[ENTRY_MAX];
};

bp_model_cache *bp_model_cache_create(const bp_context *context, bp_error *error) {
    bp_model_cache *cache = bp_alloc(bp_context_allocator(context), 1, sizeof *cache, error);
    if (cache) cache->context = context;
    return cache;
}

static void free_entry(const bp_context *context, cached_model *entry) {
    bp_posed_model_destroy(entry->posed);
    bp_free(bp_context_allocator(context), entry->path);
    *entry = (cached_model){0};
}

void bp_model_cache_destroy(bp_model_cache *cache) {
    if (!cache) return;
    for (int i = 0; i < ENTRY_MAX; i++) {
        free_entry(cache->context, &cache->models[i]);
        bp_mesh_destroy(cache->tubes[i].mesh);
    }
    bp_free(bp_context_allocator(cache->context), cache);
}

static bool read_model(const bp_context *context, cached_model *entry, const char *path, int stage,
                       bp_error *error) {
    bp_model *model = NULL;
    if (!bp_gltf_read(context, path, NULL, &model, NULL, error)) return false;
    entry->posed = bp_posed_model_create(context, model, error);
    entry->path = entry->posed ? bp_copy_text(bp_context_allocator(context), path, error) : NULL;
    entry->stage = stage;
    if (entry->path) return true;
    free_entry(context, entry);
    return false;
}

bp_posed_model *bp_model_cache_get(bp_model_cache *cache, const char *path, int stage, bp_error *error) {
    cached_model *entry = cache->models, *end = entry + ENTRY_MAX;
    while (entry < end && entry->path && (entry->stage != stage || strcmp(entry->path, path) != 0)) entry++;
    if (entry == end) {
        bp_fail(error, BP_ERROR_ARGUMENT, path, "a lesson reads at most %d files", ENTRY_MAX);
        return NULL;
    }
    if (!entry->path && !read_model(cache->context, entry, path, stage, error)) return NULL;
    bp_posed_model *posed = entry->posed;
    bool ok = bp_model_pose_set(posed->pose, -1, 0, error);
    /* The absolutes are still those of the previous world. */
    for (size_t i = 0; i < posed->model->skeleton_count; i++)
        bp_skeleton_compute_absolutes(posed->model->skeletons[i], true);
    bp_figure_set_world(bp_model_figure_get_figure(posed->figure), bp_mat4_identity());
    return ok ? posed : NULL;
}

static bool equal_tubes(const bp_tube_options *a, const bp_tube_options *b) {
    return a->radius == b->radius && a->length == b->length && a->sides == b->sides && a->rings == b->rings &&
           a->joints == b->joints && a->blend == b->blend && a->open == b->open;
}

bp_mesh **bp_model_cache_tube(bp_model_cache *cache, const bp_tube_options *options) {
    for (int i = 0; cache && i < ENTRY_MAX; i++) {
        cached_tube *tube = &cache->tubes[i];
        if (!tube->mesh) tube->options = *options;
        if (equal_tubes(&tube->options, options)) return &tube->mesh;
    }
    return NULL;
}

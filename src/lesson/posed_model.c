/* Models on stages, and the cache where those from files are kept: reading one takes longer than a frame, so a
 * session reads each once, and every world that is made borrows it, set to rest. Tubes stay there for the same reason:
 * of thousands of vertices, they take as long to make as all else in their world. */
#include "lesson/world.h"
#include <bindpose/gltf.h>
#include <stdio.h>
#include <string.h>

struct bp_posed_model {
    bp_context *context;
    bp_model *model;         /* owned */
    bp_model_pose *pose;     /* owned */
    bp_model_figure *figure; /* owned */
};

bp_posed_model *bp_posed_model_create(bp_context *context, bp_model *model, bp_error *error) {
    bp_posed_model *shown = bp_alloc(bp_context_allocator(context), 1, sizeof *shown, error);
    if (!shown) {
        bp_model_destroy(model);
        return NULL;
    }
    shown->context = context;
    shown->model = model;
    shown->pose = bp_model_pose_create(model, error);
    shown->figure = shown->pose ? bp_model_figure_create(context, shown->pose, error) : NULL;
    if (shown->figure) return shown;
    bp_posed_model_destroy(shown);
    return NULL;
}

void bp_posed_model_destroy(bp_posed_model *shown) {
    if (!shown) return;
    bp_model_figure_destroy(shown->figure);
    bp_model_pose_destroy(shown->pose);
    bp_model_destroy(shown->model);
    bp_free(bp_context_allocator(shown->context), shown);
}

const bp_model *bp_posed_model_source(const bp_posed_model *shown) { return shown->model; }

bp_figure *bp_posed_model_figure(const bp_posed_model *shown) { return bp_model_figure_get_figure(shown->figure); }

bool bp_posed_model_set(bp_posed_model *shown, int clip, double seconds, bp_error *error) {
    return bp_model_pose_set(shown->pose, clip, seconds, error);
}

/* ---- the cache ---------------------------------------------------------------------------------- */

enum { PLACES = 4 };

struct bp_model_cache {
    bp_context *context;
    char *paths[PLACES];           /* owned */
    int stages[PLACES];            /* which stage it is for: two stages with one file have a model each */
    bp_posed_model *shown[PLACES]; /* owned */
    bp_tube_options made[PLACES];
    bp_mesh *tubes[PLACES]; /* owned */
};

bp_model_cache *bp_model_cache_create(bp_context *context, bp_error *error) {
    bp_model_cache *cache = bp_alloc(bp_context_allocator(context), 1, sizeof *cache, error);
    if (cache) cache->context = context;
    return cache;
}

static void empty_place(bp_model_cache *cache, int place) {
    bp_posed_model_destroy(cache->shown[place]);
    bp_free(bp_context_allocator(cache->context), cache->paths[place]);
    cache->shown[place] = NULL;
    cache->paths[place] = NULL;
}

void bp_model_cache_destroy(bp_model_cache *cache) {
    if (!cache) return;
    for (int i = 0; i < PLACES; i++) {
        empty_place(cache, i);
        bp_mesh_destroy(cache->tubes[i]);
    }
    bp_free(bp_context_allocator(cache->context), cache);
}

static bool read_to(bp_model_cache *cache, int place, const char *path, int stage, bp_error *error) {
    bp_model *model = NULL;
    if (!bp_gltf_read(cache->context, path, NULL, &model, NULL, error)) return false;
    cache->shown[place] = bp_posed_model_create(cache->context, model, error);
    if (!cache->shown[place]) return false;
    cache->paths[place] = bp_copy_text(bp_context_allocator(cache->context), path, error);
    if (!cache->paths[place]) empty_place(cache, place);
    cache->stages[place] = stage;
    return cache->paths[place] != NULL;
}

static int find_place(const bp_model_cache *cache, const char *path, int stage) {
    int place = 0;
    for (; place < PLACES && cache->paths[place]; place++)
        if (cache->stages[place] == stage && strcmp(cache->paths[place], path) == 0) return place;
    return place;
}

bp_posed_model *bp_model_cache_get(bp_model_cache *cache, const char *path, int stage, bp_error *error) {
    int place = find_place(cache, path, stage);
    if (place == PLACES) {
        bp_fail(error, BP_ERROR_ARGUMENT, path, "a lesson reads at most %d files", PLACES);
        return NULL;
    }
    if (!cache->paths[place] && !read_to(cache, place, path, stage, error)) return NULL;
    bool good = bp_posed_model_set(cache->shown[place], -1, 0, error);
    /* As bp_world_add_stage does; and absolutes are what would be left over from the world before. */
    const bp_model *model = cache->shown[place]->model;
    for (size_t i = 0; i < model->skeleton_count; i++)
        bp_skeleton_compute_absolutes(model->skeletons[i], true);
    bp_figure_set_world(bp_posed_model_figure(cache->shown[place]), bp_mat4_identity());
    return good ? cache->shown[place] : NULL;
}

static bool same_tube(const bp_tube_options *a, const bp_tube_options *b) {
    return a->radius == b->radius && a->length == b->length && a->sides == b->sides && a->rings == b->rings &&
           a->joints == b->joints && a->blend == b->blend && a->open == b->open;
}

bp_mesh *bp_model_cache_get_tube(bp_model_cache *cache, const bp_tube_options *options) {
    for (int i = 0; cache && i < PLACES && cache->tubes[i]; i++)
        if (same_tube(&cache->made[i], options)) return cache->tubes[i];
    return NULL;
}

bool bp_model_cache_add_tube(bp_model_cache *cache, const bp_tube_options *options, bp_mesh *tube) {
    for (int i = 0; cache && i < PLACES; i++) {
        if (cache->tubes[i]) continue;
        cache->made[i] = *options;
        cache->tubes[i] = tube;
        return true;
    }
    return false;
}

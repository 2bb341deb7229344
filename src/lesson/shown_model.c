/* Models on stages, and the shelf where those from files are kept: reading one takes longer than a frame, so a
 * session reads each once, and every world that is made borrows it, set to rest. Tubes stay there for the same reason:
 * of thousands of vertices, they take as long to make as all else in their world. */
#include "lesson/world.h"
#include <bindpose/gltf.h>
#include <stdio.h>
#include <string.h>

struct bp_shown_model {
    bp_context *context;
    bp_model *model;         /* owned */
    bp_model_pose *pose;     /* owned */
    bp_model_figure *figure; /* owned */
};

bp_shown_model *bp_shown_model_create(bp_context *context, bp_model *model, bp_error *error) {
    bp_shown_model *shown = bp_alloc(bp_context_allocator(context), 1, sizeof *shown, error);
    if (!shown) {
        bp_model_destroy(model);
        return NULL;
    }
    shown->context = context;
    shown->model = model;
    shown->pose = bp_model_pose_create(model, error);
    shown->figure = shown->pose ? bp_model_figure_create(context, shown->pose, error) : NULL;
    if (shown->figure) return shown;
    bp_shown_model_destroy(shown);
    return NULL;
}

void bp_shown_model_destroy(bp_shown_model *shown) {
    if (!shown) return;
    bp_model_figure_destroy(shown->figure);
    bp_model_pose_destroy(shown->pose);
    bp_model_destroy(shown->model);
    bp_free(bp_context_allocator(shown->context), shown);
}

const bp_model *bp_shown_model_of(const bp_shown_model *shown) { return shown->model; }

bp_figure *bp_shown_model_figure(const bp_shown_model *shown) { return bp_model_figure_of(shown->figure); }

bool bp_shown_model_set(bp_shown_model *shown, int clip, double seconds, bp_error *error) {
    return bp_model_pose_set(shown->pose, clip, seconds, error);
}

/* ---- the shelf ---------------------------------------------------------------------------------- */

enum { PLACES = 4 };

struct bp_shelf {
    bp_context *context;
    char *paths[PLACES];           /* owned */
    int stages[PLACES];            /* which stage it is for: two stages with one file have a model each */
    bp_shown_model *shown[PLACES]; /* owned */
    bp_tube_options made[PLACES];
    bp_mesh *tubes[PLACES]; /* owned */
};

bp_shelf *bp_shelf_create(bp_context *context, bp_error *error) {
    bp_shelf *shelf = bp_alloc(bp_context_allocator(context), 1, sizeof *shelf, error);
    if (shelf) shelf->context = context;
    return shelf;
}

static void empty_place(bp_shelf *shelf, int place) {
    bp_shown_model_destroy(shelf->shown[place]);
    bp_free(bp_context_allocator(shelf->context), shelf->paths[place]);
    shelf->shown[place] = NULL;
    shelf->paths[place] = NULL;
}

void bp_shelf_destroy(bp_shelf *shelf) {
    if (!shelf) return;
    for (int i = 0; i < PLACES; i++) {
        empty_place(shelf, i);
        bp_mesh_destroy(shelf->tubes[i]);
    }
    bp_free(bp_context_allocator(shelf->context), shelf);
}

static bool read_to(bp_shelf *shelf, int place, const char *path, int stage, bp_error *error) {
    bp_model *model = NULL;
    if (!bp_gltf_read(shelf->context, path, NULL, &model, NULL, error)) return false;
    shelf->shown[place] = bp_shown_model_create(shelf->context, model, error);
    if (!shelf->shown[place]) return false;
    shelf->paths[place] = bp_copy_text(bp_context_allocator(shelf->context), path, error);
    if (!shelf->paths[place]) empty_place(shelf, place);
    shelf->stages[place] = stage;
    return shelf->paths[place] != NULL;
}

static int find_place(const bp_shelf *shelf, const char *path, int stage) {
    int place = 0;
    for (; place < PLACES && shelf->paths[place]; place++)
        if (shelf->stages[place] == stage && strcmp(shelf->paths[place], path) == 0) return place;
    return place;
}

bp_shown_model *bp_shelf_get(bp_shelf *shelf, const char *path, int stage, bp_error *error) {
    int place = find_place(shelf, path, stage);
    if (place == PLACES) {
        bp_fail(error, BP_ERROR_ARGUMENT, path, "a lesson reads at most %d files", PLACES);
        return NULL;
    }
    if (!shelf->paths[place] && !read_to(shelf, place, path, stage, error)) return NULL;
    bool good = bp_shown_model_set(shelf->shown[place], -1, 0, error);
    /* As bp_world_add_stage does; and absolutes are what would be left over from the world before. */
    const bp_model *model = shelf->shown[place]->model;
    for (size_t i = 0; i < model->skeleton_count; i++)
        bp_skeleton_compute_absolutes(model->skeletons[i], true);
    bp_figure_set_world(bp_shown_model_figure(shelf->shown[place]), bp_mat4_identity());
    return good ? shelf->shown[place] : NULL;
}

static bool same_tube(const bp_tube_options *a, const bp_tube_options *b) {
    return a->radius == b->radius && a->length == b->length && a->sides == b->sides && a->rings == b->rings &&
           a->joints == b->joints && a->blend == b->blend && a->open == b->open;
}

bp_mesh *bp_shelf_tube(bp_shelf *shelf, const bp_tube_options *options) {
    for (int i = 0; shelf && i < PLACES && shelf->tubes[i]; i++)
        if (same_tube(&shelf->made[i], options)) return shelf->tubes[i];
    return NULL;
}

bool bp_shelf_put_tube(bp_shelf *shelf, const bp_tube_options *options, bp_mesh *tube) {
    for (int i = 0; shelf && i < PLACES; i++) {
        if (shelf->tubes[i]) continue;
        shelf->made[i] = *options;
        shelf->tubes[i] = tube;
        return true;
    }
    return false;
}

/* A model controller without a window. Its file is the page's character, with a clip that rotates the left
 * arm from 0 to 90 degrees about Z in two seconds, and one that lifts the body; the right arm's rest
 * differs from its bind. Beside it are a file without clips and a broken one. */
#ifndef BINDPOSE_TESTS_SUPPORT_MODEL_BENCH_H
#define BINDPOSE_TESTS_SUPPORT_MODEL_BENCH_H

#include "support/folder.h"
#include "support/window.h"
#include "viewer/model/model_controller.h"
#include <bindpose/gltf.h>
#include <math.h>

enum { WIDTH = 1000, HEIGHT = 600, LEFT = 1, RIGHT = 2 };

typedef struct bench {
    char folder[256], file[300], other[300], broken[300];
    bp_context *context;
    bp_model_controller controller;
} bench;

static inline bp_clip *arm_clip(const bp_allocator *allocator) {
    static const double times[] = {0, 2};
    const float values[] = {0, 0, 0, 1, 0, 0, sqrtf(0.5f), sqrtf(0.5f)};
    bp_clip *clip = bp_clip_create(allocator, &(bp_clip_options){.name = "arm"}, NULL);
    bp_track track = {.target = LEFT,
                      .kind = BP_TRACK_ROTATION,
                      .interpolation = BP_INTERPOLATION_LINEAR,
                      .key_count = 2,
                      .times = times,
                      .values = values};
    assert_true(bp_clip_add(clip, &track, NULL));
    return clip;
}

static inline bp_clip *lift_clip(const bp_allocator *allocator) {
    static const double times[] = {0, 1};
    static const float values[] = {0, 0, 0, 0, 1, 0};
    bp_clip *clip = bp_clip_create(allocator, &(bp_clip_options){.name = "lift"}, NULL);
    bp_track track = {.kind = BP_TRACK_POSITION,
                      .interpolation = BP_INTERPOLATION_LINEAR,
                      .key_count = 2,
                      .times = times,
                      .values = values};
    assert_true(bp_clip_add(clip, &track, NULL));
    return clip;
}

static inline void write_files(bench *b) {
    bp_error error = {0};
    bp_model *model = bp_character_model(b->context, BP_BIND_NATURAL, &error);
    assert_non_null(model);
    if (!bp_gltf_write(b->context, model, b->other, NULL, &error)) fail_msg("%s", error.message);
    bp_free(&model->allocator, model->clips); /* the empty list */
    model->clips = bp_alloc(&model->allocator, 2, sizeof(bp_clip *), &error);
    model->clips[0] = arm_clip(&model->allocator);
    model->clips[1] = lift_clip(&model->allocator);
    model->clip_count = 2;
    bp_node_set_rotation(model->nodes[RIGHT], bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(10)));
    if (!bp_gltf_write(b->context, model, b->file, NULL, &error)) fail_msg("%s", error.message);
    bp_model_destroy(model);
    FILE *broken = fopen(b->broken, "wb");
    assert_non_null(broken);
    fputs("{\"asset\": {\"version\": \"2.0\"}, \"nodes\": [{\"children\": [7]}]}", broken);
    fclose(broken);
}

static inline void draw(bench *b) {
    bp_error error = {0};
    if (!bp_controller_draw(&b->controller.base, &error)) fail_msg("%s", error.message);
}

static inline void open_bench(bench *b) {
    bp_error error = {0};
    test_folder_make(b->folder, sizeof b->folder);
    test_path(b->file, sizeof b->file, b->folder, "arms.glb");
    test_path(b->other, sizeof b->other, b->folder, "other one.gltf");
    test_path(b->broken, sizeof b->broken, b->folder, "broken.gltf");
    b->context = bp_context_create(&(bp_context_options){.threads = 1}, &error);
    write_files(b);
    if (!bp_model_controller_open(&b->controller, b->context, b->file, WIDTH, HEIGHT, &error))
        fail_msg("%s", error.message);
    b->controller.viewer.play.playing = false; /* most tests want a clip that stands still */
    draw(b);
}

static inline void close_bench(bench *b) {
    bp_model_controller_close(&b->controller);
    bp_context_destroy(b->context);
    test_folder_remove(b->folder);
}

static inline unsigned give(bench *b, bp_event event) {
    bp_error error = {0};
    unsigned requests = 0;
    if (!bp_controller_event(&b->controller.base, &event, &requests, &error)) fail_msg("%s", error.message);
    draw(b);
    return requests;
}
static inline unsigned key(bench *b, int code, unsigned mods) {
    return give(b, (bp_event){.kind = BP_EVENT_KEY, .key = code, .mods = mods});
}
static inline void type(bench *b, const char *text) {
    for (; *text; text++) give(b, (bp_event){.kind = BP_EVENT_TEXT, .text = {*text}});
}
static inline void mouse(bench *b, bp_event_kind kind, float x, float y) {
    give(b, (bp_event){.kind = kind, .button = BP_BUTTON_LEFT, .x = x, .y = y});
}
static inline void click(bench *b, float x, float y) {
    mouse(b, BP_EVENT_PRESS, x, y);
    mouse(b, BP_EVENT_RELEASE, x, y);
}
static inline bp_bone *bone(const bench *b, size_t number) {
    return bp_skeleton_bone_by_id(b->controller.loaded.model->skeletons[0], number);
}
/* The angle about Z of a bone's local matrix, in degrees. */
static inline double degrees(const bench *b, size_t number) {
    bp_mat4 m = bp_bone_local(bone(b, number));
    return (double)bp_degrees(bp_atan2(m.m[1], m.m[0]));
}
static inline bp_vec2 on_screen(const bench *b, bp_vec3 at) {
    const bp_placed_stage *scene = &b->controller.base.drawn.scenes[0];
    bp_vec2 pixel;
    assert_true(bp_camera_project(&scene->camera, scene->rect, at, &pixel, NULL));
    return pixel;
}
static inline bp_vec2 joint(const bench *b, size_t number) {
    return on_screen(b, bp_mat4_position(bp_bone_chain(bone(b, number))));
}
/* The middle of the first hit area of an action. */
static inline bp_vec2 place_of(const bench *b, bp_action action, int value) {
    const bp_hit_areas *hits = &b->controller.base.drawn.hits;
    for (int i = 0; i < hits->count; i++) {
        const bp_rect *r = &hits->items[i].rect;
        if (hits->items[i].action == action && hits->items[i].value == value)
            return (bp_vec2){(float)r->x + (float)r->width / 2, (float)r->y + (float)r->height / 2};
    }
    fail_msg("nothing to click for action %d, value %d", (int)action, value);
    return (bp_vec2){0, 0};
}

#endif

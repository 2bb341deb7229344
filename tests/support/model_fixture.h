/* A model file's screen without a window. Its file is the page's character, with a clip that rotates the left
 * arm from 0 to 90 degrees about Z in two seconds, and one that lifts the body; the right arm's rest
 * differs from its bind. Beside it are a file without clips and a broken one. */
#ifndef BINDPOSE_TESTS_SUPPORT_MODEL_BENCH_H
#define BINDPOSE_TESTS_SUPPORT_MODEL_BENCH_H

#include "support/app.h"
#include "support/folder.h"
#include <bindpose/gltf.h>
#include <math.h>

enum { WIDTH = 1000, HEIGHT = 600, LEFT = 1, RIGHT = 2 };

typedef struct files {
    char folder[256], file[300], other[300], broken[300];
} files;

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

static inline void write_files(bp_context *context, const files *f) {
    bp_error error = {0};
    bp_model *model = bp_character_model(context, BP_BIND_NATURAL, &error);
    assert_non_null(model);
    if (!bp_gltf_write(context, model, f->other, NULL, &error)) fail_msg("%s", error.message);
    bp_free(&model->allocator, model->clips); /* the empty list */
    model->clips = bp_alloc(&model->allocator, 2, sizeof(bp_clip *), &error);
    model->clips[0] = arm_clip(&model->allocator);
    model->clips[1] = lift_clip(&model->allocator);
    model->clip_count = 2;
    bp_node_set_rotation(model->nodes[RIGHT], bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(10)));
    if (!bp_gltf_write(context, model, f->file, NULL, &error)) fail_msg("%s", error.message);
    bp_model_destroy(model);
    FILE *broken = fopen(f->broken, "wb");
    assert_non_null(broken);
    fputs("{\"asset\": {\"version\": \"2.0\"}, \"nodes\": [", broken);
    fclose(broken);
}

static inline void open_model(bench *b, files *f) {
    bp_error error = {0};
    test_folder_make(f->folder, sizeof f->folder);
    test_path(f->file, sizeof f->file, f->folder, "arms.glb");
    test_path(f->other, sizeof f->other, f->folder, "other one.gltf");
    test_path(f->broken, sizeof f->broken, f->folder, "broken.gltf");
    bench_open(b, WIDTH, HEIGHT);
    write_files(b->context, f);
    if (!bp_model_open(&b->app, f->file, &error)) fail_msg("%s", error.message);
    b->app.model->play.playing = false; /* most tests want a clip that stands still */
    draw(b);
}

static inline void close_model(bench *b, files *f) {
    bench_close(b);
    test_folder_remove(f->folder);
}

static inline bp_bone *bone(const bench *b, size_t number) {
    return bp_skeleton_bone_by_id(b->app.model->loaded.model->skeletons[0], number);
}
/* The angle about Z of a bone's local matrix, in degrees. */
static inline double degrees(const bench *b, size_t number) {
    bp_mat4 m = bp_bone_local(bone(b, number));
    return (double)bp_degrees(bp_atan2(m.m[1], m.m[0]));
}

#endif

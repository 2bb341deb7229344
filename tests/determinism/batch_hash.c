/* Hashes of palettes sampled in a batch: rotations near and far, positions, scales, several timelines; and of
 * palettes and local poses blended from a clip, another one that moves half the bones by steps and splines too,
 * and the difference of either, with masks and depths. */
#include "determinism/hash.h"
#include <bindpose/rig.h>
#include <stdlib.h>

enum { BONES = 67, KEYS = 9, CHARACTERS = 50, LAYERS = 4 };

typedef struct scene {
    bp_skeleton *skeleton;
    bp_clip *clips[2];
    bp_batch *batch;
    bp_trs locals[CHARACTERS * BONES];
    bp_mat4 absolutes[CHARACTERS * BONES], palettes[CHARACTERS * BONES];
} scene;

static float next(uint64_t *seed) {
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (float)(*seed >> 40) * 0x1p-23f - 1.0f;
}

static bool add_bones(scene *s, uint64_t *seed) {
    for (size_t i = 0; i < BONES; i++) {
        bp_mat4 local = bp_mat4_from_trs((bp_trs){
            {next(seed), next(seed) * 0.5f, 0.1f}, {0.6f, 0, 0.8f, 0}, {1, 1 + 0.1f * next(seed), 1}});
        bp_bone_options options = {.local = &local,
                                   .parent = i ? bp_skeleton_bone_by_id(s->skeleton, (i - 1) / 2) : NULL};
        if (!bp_skeleton_add(s->skeleton, &options, NULL)) return false;
    }
    return bp_skeleton_prepare(s->skeleton);
}

static bool add_tracks(bp_clip *clip, bool sparse, uint64_t *seed) {
    for (int i = 0; i < 3 * BONES; i++) {
        double times[KEYS];
        float values[KEYS * 4];
        bp_track track = {.target = i / 3,
                          .kind = (bp_track_kind)(i % 3),
                          .interpolation = sparse && i % 7 == 3   ? BP_INTERPOLATION_STEP
                                           : sparse && i % 7 == 5 ? BP_INTERPOLATION_CUBIC
                                                                  : BP_INTERPOLATION_LINEAR,
                          .key_count = sparse && i % 7 == 5 ? KEYS / 3 : KEYS,
                          .times = times,
                          .values = values};
        if (i % 5 == 2 || (sparse && i % 2)) continue;
        for (int k = 0; k < KEYS; k++) times[k] = k + 0.125 * (i % 4);
        for (int k = 0; k < KEYS * 4; k++) values[k] = next(seed) + (i % 3 == BP_TRACK_SCALE ? 1.5f : 0.0f);
        for (int k = 0; k < KEYS && i % 3 == BP_TRACK_ROTATION; k++) {
            bp_quat q = bp_quat_normalize(bp_quat_make(values[4 * k], values[4 * k + 1], values[4 * k + 2],
                                                       values[4 * k + 3] + (i % 2 ? 40.0f : 0.0f)));
            values[4 * k] = q.x, values[4 * k + 1] = q.y, values[4 * k + 2] = q.z, values[4 * k + 3] = q.w;
        }
        if (!bp_clip_add(clip, &track, NULL)) return false;
    }
    return true;
}

static bool blend(scene *s, uint64_t *seed) {
    bp_batch_layer layers[CHARACTERS * LAYERS];
    float mask[BONES];
    for (int i = 0; i < BONES; i++) mask[i] = i % 4 ? 0.5f + 0.5f * next(seed) : 0;
    for (int i = 0; i < CHARACTERS * LAYERS; i++)
        layers[i] = (bp_batch_layer){.time = 4 + 4 * (double)next(seed),
                                     .clip = (i + i / LAYERS) % 2,
                                     .weight = 0.5f + 0.7f * next(seed),
                                     .mask = i % 3 == 1 ? mask : NULL,
                                     .depth = i % 5 == 4 ? 3 : 0,
                                     .additive = i % LAYERS > 1};
    bp_batch_job job = {.count = CHARACTERS,
                        .layers = layers,
                        .layer_count = LAYERS,
                        .locals = s->locals,
                        .palettes = s->palettes};
    if (!bp_batch_run(s->batch, &job, NULL)) return false;
    hash locals = hash_make(), palettes = hash_make();
    hash_add_floats(&locals, &s->locals[0].position.x, (size_t)10 * CHARACTERS * BONES);
    hash_add_floats(&palettes, s->palettes[0].m, (size_t)16 * CHARACTERS * BONES);
    hash_print("blended-locals", locals);
    hash_print("blended-palettes", palettes);
    return true;
}

static bool print_hashes(bp_context *context, scene *s) {
    uint64_t seed = 5;
    bp_batch_layer layers[CHARACTERS];
    s->skeleton = bp_skeleton_create(context, NULL, NULL);
    for (int i = 0; i < 2; i++) s->clips[i] = bp_clip_create(NULL, NULL, NULL);
    if (!s->skeleton || !s->clips[0] || !s->clips[1] || !add_bones(s, &seed) ||
        !add_tracks(s->clips[0], false, &seed) || !add_tracks(s->clips[1], true, &seed))
        return false;
    s->batch = bp_batch_create(context, s->skeleton, (const bp_clip *const *)s->clips, 2, NULL);
    if (!s->batch) return false;
    for (int i = 0; i < CHARACTERS; i++) layers[i] = (bp_batch_layer){.time = i * 0.1875 - 0.5, .weight = 1};
    bp_batch_job job = {
        .count = CHARACTERS, .layers = layers, .absolutes = s->absolutes, .palettes = s->palettes};
    if (!bp_batch_run(s->batch, &job, NULL)) return false;
    hash absolutes = hash_make(), palettes = hash_make();
    hash_add_floats(&absolutes, s->absolutes[0].m, (size_t)16 * CHARACTERS * BONES);
    hash_add_floats(&palettes, s->palettes[0].m, (size_t)16 * CHARACTERS * BONES);
    hash_print("absolutes", absolutes);
    hash_print("palettes", palettes);
    return blend(s, &seed);
}

int main(int count, char **arguments) {
    bp_error error = {0};
    int threads = count > 1 ? atoi(arguments[1]) : 1;
    bp_context *context = bp_context_create(&(bp_context_options){.threads = threads}, &error);
    if (!context) {
        fprintf(stderr, "%s\n", error.message);
        return 3;
    }
    scene *s = calloc(1, sizeof *s);
    bool ok = s && print_hashes(context, s);
    if (s) {
        bp_batch_destroy(s->batch);
        bp_skeleton_destroy(s->skeleton);
        for (int i = 0; i < 2; i++) bp_clip_destroy(s->clips[i]);
    }
    free(s);
    bp_context_destroy(context);
    return ok ? 0 : 1;
}

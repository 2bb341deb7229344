/* Hashes of palettes sampled in a batch: rotations near and far, positions, scales, several timelines. */
#include "determinism/hash.h"
#include <bindpose/rig.h>
#include <stdlib.h>

enum { BONES = 67, KEYS = 9, CHARACTERS = 50 };

typedef struct scene {
    bp_skeleton *skeleton;
    bp_clip *clip;
    bp_batch *batch;
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

static bool add_tracks(scene *s, uint64_t *seed) {
    for (int i = 0; i < 3 * BONES; i++) {
        double times[KEYS];
        float values[KEYS * 4];
        bp_track track = {.target = i / 3,
                          .kind = (bp_track_kind)(i % 3),
                          .key_count = KEYS,
                          .times = times,
                          .values = values};
        if (i % 5 == 2) continue;
        for (int k = 0; k < KEYS; k++) times[k] = k + 0.125 * (i % 4);
        for (int k = 0; k < KEYS * 4; k++) values[k] = next(seed) + (i % 3 == BP_TRACK_SCALE ? 1.5f : 0.0f);
        for (int k = 0; k < KEYS && i % 3 == BP_TRACK_ROTATION; k++) {
            bp_quat q = bp_quat_normalize(bp_quat_make(values[4 * k], values[4 * k + 1], values[4 * k + 2],
                                                       values[4 * k + 3] + (i % 2 ? 40.0f : 0.0f)));
            values[4 * k] = q.x, values[4 * k + 1] = q.y, values[4 * k + 2] = q.z, values[4 * k + 3] = q.w;
        }
        if (!bp_clip_add(s->clip, &track, NULL)) return false;
    }
    return true;
}

static bool print_hashes(bp_context *context, scene *s) {
    uint64_t seed = 5;
    bp_batch_layer layers[CHARACTERS];
    s->skeleton = bp_skeleton_create(context, NULL, NULL);
    s->clip = bp_clip_create(NULL, NULL, NULL);
    if (!s->skeleton || !s->clip || !add_bones(s, &seed) || !add_tracks(s, &seed)) return false;
    const bp_clip *clips[] = {s->clip};
    s->batch = bp_batch_create(context, s->skeleton, clips, 1, NULL);
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
    return true;
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
        bp_clip_destroy(s->clip);
    }
    free(s);
    bp_context_destroy(context);
    return ok ? 0 : 1;
}

/* Clips into a file, and VRM's names out of it: what retargeting needs of a document. */
#include "gltf/decode.h"
#include "gltf/rewrite/rewrite.h"
#include "io/json.h"
#include "rig/anim/anim.h"
#include <bindpose/retarget.h>
#include <stdio.h>

/* VRM 0.x has a list of {bone, node}, VRM 1.0 and VRMA an object of {node} by bone. */
bool bp_retarget_names_read(const bp_context *context, const char *path, bp_retarget_name *names,
                            size_t count, bp_error *error) {
    static const char *const lists[] = {"extensions.VRMC_vrm.humanoid.humanBones.*",
                                        "extensions.VRMC_vrm_animation.humanoid.humanBones.*",
                                        "extensions.VRM.humanoid.humanBones.*"};
    bp_gltf_document document;
    if (!bp_gltf_document_read(&document, context, path, error)) return false;
    for (size_t i = 0; i < BP_COUNT(lists); i++)
        for (bp_gltf_walk walk = bp_gltf_walk_of(&document.root, lists[i]); bp_gltf_walk_next(&walk);) {
            const bp_json *json = walk.value->json;
            const char *bone = bp_json_text_or(bp_json_member(json, "bone"), walk.value->key);
            int node = bp_gltf_index_of(&document, bp_json_member(json, "node"), BP_GLTF_NODES);
            if (bone && node >= 0 && (size_t)node < count)
                snprintf(names[node].text, sizeof names[node].text, "%s", bone);
        }
    bp_gltf_document_close(&document);
    return true;
}

static size_t add_times(bp_gltf_rewrite *rewrite, const bp_track *track) {
    float *times =
        bp_arena_alloc(&rewrite->arena, track->key_count, sizeof *times, bp_gltf_rewrite_error(rewrite));
    for (size_t i = 0; times && i < track->key_count; i++) times[i] = (float)track->times[i];
    bp_gltf_numbers numbers = bp_gltf_float_numbers(times, times ? track->key_count : 0, BP_GLTF_SCALAR);
    numbers.bounds = true;
    return bp_gltf_rewrite_add(rewrite, &numbers);
}

/* Neighbouring tracks with as many keys share their times. */
static void add_samplers(bp_gltf_rewrite *rewrite, bp_json_writer *json, const bp_clip *clip) {
    size_t input = 0, keys = 0;
    bp_json_write(json, "samplers: [");
    for (size_t i = 0; i < bp_clip_track_count(clip); i++) {
        const bp_track *track = bp_clip_track(clip, i);
        const bp_gltf_numbers values = bp_gltf_float_numbers(
            track->values, track->key_count, track->kind == BP_TRACK_ROTATION ? BP_GLTF_VEC4 : BP_GLTF_VEC3);
        if (track->key_count != keys) input = add_times(rewrite, track);
        keys = track->key_count;
        bp_json_write(json, "<input: %zu, output: %zu>", input, bp_gltf_rewrite_add(rewrite, &values));
    }
    bp_json_write(json, "]");
}

static bool add_clip(bp_gltf_rewrite *rewrite, bp_rewrite_value *animations, const bp_clip *clip,
                     bp_error *error) {
    const bp_allocator *allocator = &rewrite->document->allocator;
    bp_json_writer json = bp_json_writer_make(allocator);
    bp_file text;
    bp_json_write(&json, "{name: %s, channels: [", bp_clip_name(clip));
    for (size_t i = 0; i < bp_clip_track_count(clip); i++)
        bp_json_write(&json, "<sampler: %zu, target: {node: %d, path: %s}>", i,
                      bp_clip_track(clip, i)->target, bp_gltf_paths[bp_clip_track(clip, i)->kind]);
    bp_json_write(&json, "]");
    add_samplers(rewrite, &json, clip);
    bp_json_write(&json, "}");
    if (!bp_json_writer_finish(&json, &text, error)) return false;
    bp_rewrite_add(&rewrite->tree, animations, "%s", (const char *)text.data);
    bp_file_free(allocator, &text);
    return true;
}

typedef struct new_clips {
    const bp_clip *const *clips;
    size_t count;
} new_clips;

static bool add_clips(void *user, bp_gltf_rewrite *rewrite, bp_error *error) {
    const new_clips *new = user;
    bp_rewrite_value *animations = bp_gltf_rewrite_array(rewrite, "animations");
    for (size_t i = 0; i < new->count; i++)
        if (!add_clip(rewrite, animations, new->clips[i], error)) return false;
    return true;
}

bool bp_gltf_add_clips(const bp_context *context, const char *path, const bp_clip *const *clips, size_t count,
                       bp_gltf_container container, bool embed, bp_file *out, bp_error *error) {
    new_clips new = {clips, count};
    return bp_gltf_rewrite_run(context, path, add_clips, &new, container, embed, out, error);
}

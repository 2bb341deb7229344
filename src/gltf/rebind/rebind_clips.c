/* Carrying keys over to the new frames. Every change is linear in a key's numbers, so tangents and values
 * between keys change in the same way. */
#include "gltf/decode.h"
#include "gltf/rebind/rebind.h"

/* Whether the channel's numbers change at all. */
static bool is_affected(const bp_rebind_job *job, size_t node, bp_track_kind kind) {
    int parent = job->nodes[node].parent;
    if (kind == BP_TRACK_WEIGHTS) return false;
    bool above = parent >= 0 && job->nodes[parent].changed;
    return above || (kind != BP_TRACK_POSITION && job->nodes[node].changed);
}

static void change(const bp_rebind_job *job, size_t node, bp_track_kind kind, float *numbers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        float *n = numbers + (kind == BP_TRACK_ROTATION ? 4 : 3) * i;
        bp_dtrs trs = {.rotation = {0, 0, 0, 1}, .scale = {1, 1, 1}};
        if (kind == BP_TRACK_POSITION) trs.position = (bp_dvec3){n[0], n[1], n[2]};
        if (kind == BP_TRACK_ROTATION) trs.rotation = (bp_dquat){n[0], n[1], n[2], n[3]};
        if (kind == BP_TRACK_SCALE) trs.scale = (bp_dvec3){n[0], n[1], n[2]};
        trs = bp_rebind_local(job, node, trs);
        const double *from = kind == BP_TRACK_POSITION   ? &trs.position.x
                             : kind == BP_TRACK_ROTATION ? &trs.rotation.x
                                                         : &trs.scale.x;
        for (int j = 0; j < (kind == BP_TRACK_ROTATION ? 4 : 3); j++) n[j] = (float)from[j];
    }
}

/* A sampler that several channels share is copied for all but the first. */
static size_t own_sampler(bp_rebind_job *job, const bp_gltf_value *channel, const bp_gltf_value *sampler,
                          bool *used, size_t *count) {
    bp_rewrite_tree *tree = &job->rewrite.tree;
    const bp_json *old = sampler->json;
    if (!used[sampler->index]) {
        used[sampler->index] = true;
        return sampler->index;
    }
    bp_gltf_value number = bp_gltf_member(channel, "sampler");
    int output = bp_gltf_index_of(&job->document, bp_json_member(old, "output"), BP_GLTF_ACCESSORS);
    if (output >= 0) job->rewrite.ranges[output].users++;
    bp_rewrite_add(tree, bp_gltf_rewrite_at(&job->rewrite, sampler->up),
                   "{\"input\":%.0f,\"output\":%.0f,\"interpolation\":\"%s\"}",
                   bp_json_number_or(bp_json_member(old, "input"), 0),
                   bp_json_number_or(bp_json_member(old, "output"), 0),
                   bp_json_text_or(bp_json_member(old, "interpolation"), "LINEAR"));
    bp_rewrite_set(tree, bp_gltf_rewrite_at(&job->rewrite, &number), "%zu", *count);
    return (*count)++;
}

/* Numbers that were integers become floats: a rotation would be rounded again. `own`: the sampler to write
 * to. */
static bool write_channel(bp_rebind_job *job, const bp_gltf_value *sampler, size_t own, bp_gltf_target target,
                          bp_error *error) {
    bp_gltf_accessor output;
    bool exists;
    if (!bp_gltf_accessor_member(&job->document, sampler, "output", BP_GLTF_VEC3 | BP_GLTF_VEC4, &output,
                                 &exists, error))
        return false;
    if (!exists || output.width != (target.kind == BP_TRACK_ROTATION ? 4u : 3u)) return true;
    float *numbers = bp_gltf_accessor_copy(&job->document, sampler, &output, error);
    if (!numbers) return false;
    change(job, (size_t)target.node, target.kind, numbers, output.count);
    const bp_gltf_numbers changed = bp_gltf_float_numbers(numbers, output.count, output.type);
    bp_gltf_rewrite_accessor(&job->rewrite,
                             bp_gltf_rewrite_find(&job->rewrite, "animations[%zu].samplers[%zu].output",
                                                  sampler->up->up->index, own),
                             output.index, &changed);
    bp_free(&job->document.allocator, numbers);
    return true;
}

static bool write_clip(bp_rebind_job *job, size_t animation, bp_error *error) {
    bp_gltf_value value = bp_gltf_element(&job->document, BP_GLTF_ANIMATIONS, animation);
    bp_gltf_value samplers = bp_gltf_member(&value, "samplers");
    size_t count = bp_json_count(samplers.json);
    bool *used = bp_arena_alloc(&job->arena, count, sizeof *used, error);
    if (!used) return false;
    /* First those that stay: they keep their samplers. */
    for (int pass = 0; pass < 2; pass++)
        for (bp_gltf_walk walk = bp_gltf_walk_of(&value, "channels.*"); bp_gltf_walk_next(&walk);) {
            const bp_json *channel = walk.value->json;
            bp_gltf_target target = bp_gltf_target_of(&job->document, bp_json_member(channel, "target"));
            long long index = -1;
            if (!bp_json_integer(bp_json_member(channel, "sampler"), &index) || index < 0 ||
                (size_t)index >= bp_json_count(samplers.json))
                continue;
            bool affected = target.node >= 0 && is_affected(job, (size_t)target.node, target.kind);
            if (pass == 0 && !affected) used[index] = true;
            if (pass == 0 || !affected) continue;
            bp_gltf_value sampler = bp_gltf_item(&samplers, (size_t)index);
            size_t own = own_sampler(job, walk.value, &sampler, used, &count);
            if (!write_channel(job, &sampler, own, target, error)) return false;
        }
    return true;
}

bool bp_rebind_write_clips(bp_rebind_job *job, bp_error *error) {
    for (size_t i = 0; i < job->document.counts[BP_GLTF_ANIMATIONS]; i++)
        if (!write_clip(job, i, error)) return false;
    return true;
}

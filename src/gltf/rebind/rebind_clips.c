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
        if (kind == BP_TRACK_POSITION) trs.translation = (bp_dvec3){n[0], n[1], n[2]};
        if (kind == BP_TRACK_ROTATION) trs.rotation = (bp_dquat){n[0], n[1], n[2], n[3]};
        if (kind == BP_TRACK_SCALE) trs.scale = (bp_dvec3){n[0], n[1], n[2]};
        trs = bp_rebind_local(job, node, trs);
        const double *from = kind == BP_TRACK_POSITION   ? &trs.translation.x
                             : kind == BP_TRACK_ROTATION ? &trs.rotation.x
                                                         : &trs.scale.x;
        for (int j = 0; j < (kind == BP_TRACK_ROTATION ? 4 : 3); j++) n[j] = (float)from[j];
    }
}

/* A sampler that several channels share is copied for all but the first. */
static size_t own_sampler(bp_rebind_job *job, size_t animation, size_t channel, size_t sampler, bool *used,
                          size_t *count) {
    bp_rewrite_tree *tree = &job->rewrite.tree;
    if (!used[sampler]) {
        used[sampler] = true;
        return sampler;
    }
    bp_rewrite_value *list = bp_gltf_rewrite_find(&job->rewrite, "animations[%zu].samplers", animation);
    bp_gltf_value value = bp_gltf_element(&job->document, BP_GLTF_ANIMATIONS, animation);
    const bp_json *old = bp_json_item(bp_json_member(value.json, "samplers"), sampler);
    long long output;
    if (bp_json_integer(bp_json_member(old, "output"), &output)) job->rewrite.ranges[output].users++;
    const char *interpolation = bp_json_text_or(bp_json_member(old, "interpolation"), "LINEAR");
    bp_rewrite_add(tree, list, "{\"input\":%.0f,\"output\":%.0f,\"interpolation\":\"%s\"}",
                   bp_json_number_or(bp_json_member(old, "input"), 0),
                   bp_json_number_or(bp_json_member(old, "output"), 0), interpolation);
    bp_rewrite_set(
        tree,
        bp_gltf_rewrite_find(&job->rewrite, "animations[%zu].channels[%zu].sampler", animation, channel),
        "%zu", *count);
    return (*count)++;
}

/* Numbers that were integers become floats: a rotation would be rounded again. */
static bool write_channel(bp_rebind_job *job, size_t animation, size_t sampler, const bp_gltf_value *value,
                          size_t node, bp_track_kind kind, bp_error *error) {
    bp_gltf_accessor output;
    bool exists;
    if (!bp_gltf_accessor_member(&job->document, value, "output", BP_GLTF_VEC3 | BP_GLTF_VEC4, &output,
                                 &exists, error))
        return false;
    if (!exists || output.width != (kind == BP_TRACK_ROTATION ? 4u : 3u)) return true;
    bp_gltf_value accessor = bp_gltf_element(&job->document, BP_GLTF_ACCESSORS, output.index);
    size_t charged = job->document.memory_charged;
    if (!bp_gltf_charge(&job->document, &accessor, output.count, output.width * sizeof(float), error))
        return false;
    job->document.memory_charged = charged; /* it is freed below */
    float *numbers = bp_alloc(&job->document.allocator, output.count * output.width, sizeof *numbers, error);
    if (!numbers) return false;
    bp_gltf_accessor_floats(&output, numbers, 0);
    change(job, node, kind, numbers, output.count);
    bp_rewrite_numbers changed = {.bytes = numbers,
                                  .count = output.count,
                                  .width = output.width,
                                  .type = output.type,
                                  .component = BP_GLTF_FLOAT};
    bool ok = bp_gltf_rewrite_accessor(
        &job->rewrite,
        bp_gltf_rewrite_find(&job->rewrite, "animations[%zu].samplers[%zu].output", animation, sampler),
        output.index, &changed, error);
    bp_free(&job->document.allocator, numbers);
    return ok;
}

static bool write_clip(bp_rebind_job *job, size_t animation, bp_error *error) {
    bp_gltf_value value = bp_gltf_element(&job->document, BP_GLTF_ANIMATIONS, animation);
    bp_gltf_value samplers = bp_gltf_member(&value, "samplers");
    const bp_json *channels = bp_json_member(value.json, "channels");
    size_t count = bp_json_count(samplers.json);
    bool *used = bp_arena_alloc(&job->arena, count, sizeof *used, error);
    if (!used) return false;
    /* First those that stay: they keep their samplers. */
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < bp_json_count(channels); i++) {
            const bp_json *channel = bp_json_item(channels, i);
            bp_gltf_target target = bp_gltf_target_of(&job->document, bp_json_member(channel, "target"));
            long long sampler = -1;
            if (!bp_json_integer(bp_json_member(channel, "sampler"), &sampler) || sampler < 0 ||
                (size_t)sampler >= bp_json_count(samplers.json))
                continue;
            bool affected = target.node >= 0 && is_affected(job, (size_t)target.node, target.kind);
            if (pass == 0 && !affected) used[sampler] = true;
            if (pass == 0 || !affected) continue;
            size_t own = own_sampler(job, animation, i, (size_t)sampler, used, &count);
            bp_gltf_value from = bp_gltf_item(&samplers, (size_t)sampler);
            if (!write_channel(job, animation, own, &from, (size_t)target.node, target.kind, error))
                return false;
        }
    return true;
}

bool bp_rebind_write_clips(bp_rebind_job *job, bp_error *error) {
    for (size_t i = 0; i < job->document.counts[BP_GLTF_ANIMATIONS]; i++)
        if (!write_clip(job, i, error)) return false;
    return true;
}

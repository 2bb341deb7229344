/* Animations: a clip's tracks, times as floats in seconds. Tracks with equal times share one accessor. */
#include "gltf/decode.h"
#include "gltf/write/writer.h"
#include "rig/anim/anim.h"

typedef struct clip_plan {
    size_t index;
    const bp_clip *clip;
    const bp_track **inputs; /* tracks whose times are in the buffer */
    int *accessors;          /* the accessors of these times */
    size_t input_count;
    int *samplers; /* by track; -1: a track without keys */
} clip_plan;

static bool fail_track(bp_gltf_writer *writer, const clip_plan *plan, size_t track, const char *message) {
    return bp_gltf_fail_model(writer, "clips", plan->index, bp_format("tracks[%zu]", track).text, "%s",
                              message);
}

static bool check_rotations(bp_gltf_writer *writer, const clip_plan *plan, size_t index,
                            const bp_track *track) {
    bool cubic = track->interpolation == BP_INTERPOLATION_CUBIC;
    for (size_t i = cubic ? 1 : 0; i < (cubic ? 3 : 1) * track->key_count; i += cubic ? 3 : 1) {
        const float *q = track->values + 4 * i;
        double square = 0;
        for (int j = 0; j < 4; j++) square += (double)q[j] * (double)q[j];
        if (!(square > 0.999 && square < 1.001))
            return fail_track(writer, plan, index, "has a rotation whose length isn't 1; normalize it");
    }
    return true;
}

static bool check_track(bp_gltf_writer *writer, const clip_plan *plan, size_t index) {
    const bp_track *track = bp_clip_track(plan->clip, index);
    if (track->target < 0 || (size_t)track->target >= writer->model->node_count)
        return fail_track(writer, plan, index, "animates a node that isn't in the model");
    if (track->kind == BP_TRACK_MATRIX)
        return fail_track(writer, plan, index,
                          "animates matrices; glTF has separate tracks for position, rotation and scale");
    for (size_t i = 0; track->modes && i + 1 < track->key_count; i++)
        if (track->modes[i] != (uint8_t)track->interpolation)
            return fail_track(writer, plan, index,
                              "changes its interpolation between keys; a glTF track has only one");
    if (track->kind == BP_TRACK_ROTATION) return check_rotations(writer, plan, index, track);
    if (track->kind != BP_TRACK_WEIGHTS) return true;
    int file_mesh = writer->plan.mesh_of_node[track->target];
    if (file_mesh < 0) return fail_track(writer, plan, index, "animates weights of a node that has no mesh");
    const bp_mesh *mesh = writer->model->meshes[writer->plan.meshes[file_mesh].primitives[0]];
    return mesh->morph_count == bp_track_width(track) ||
           fail_track(writer, plan, index,
                      "has a different number of weights than its node's mesh has morph targets");
}

static bool fill_times(bp_gltf_writer *writer, const clip_plan *plan, size_t index, float *seconds) {
    const bp_track *track = bp_clip_track(plan->clip, index);
    for (size_t i = 0; i < track->key_count; i++) {
        double time = track->times[i] / bp_clip_rate(plan->clip);
        if (!(time >= 0.0 && time < 1e30))
            return fail_track(writer, plan, index, "has a key before 0 seconds or at infinity");
        seconds[i] = (float)time;
        if (i > 0 && !(seconds[i] > seconds[i - 1]))
            return fail_track(writer, plan, index, "has two keys whose times are equal as floats");
    }
    return true;
}

/* Writes the track's times, unless an equal track did. Returns their accessor. */
static int write_times(bp_gltf_writer *writer, clip_plan *plan, size_t index) {
    const bp_track *track = bp_clip_track(plan->clip, index);
    for (size_t i = 0; i < plan->input_count; i++)
        if (bp_track_same_times(plan->inputs[i], track)) return plan->accessors[i];
    float *seconds = bp_gltf_writer_alloc(writer, track->key_count, sizeof *seconds);
    bp_gltf_numbers numbers = bp_gltf_float_numbers(seconds, track->key_count, BP_GLTF_SCALAR);
    numbers.bounds = true;
    int accessor = 0;
    if (seconds && fill_times(writer, plan, index, seconds))
        accessor = bp_gltf_add_accessor(writer, "times", &numbers);
    plan->inputs[plan->input_count] = track;
    plan->accessors[plan->input_count++] = accessor;
    return accessor;
}

/* A cubic curve needs two keys in glTF; one key is a constant, whatever its tangents. */
static void write_sampler(bp_gltf_writer *writer, clip_plan *plan, size_t index) {
    static const char *const names[] = {[BP_INTERPOLATION_LINEAR] = "LINEAR",
                                        [BP_INTERPOLATION_STEP] = "STEP",
                                        [BP_INTERPOLATION_CUBIC] = "CUBICSPLINE"};
    const bp_track *track = bp_clip_track(plan->clip, index);
    bool cubic = track->interpolation == BP_INTERPOLATION_CUBIC, constant = cubic && track->key_count == 1;
    size_t width = bp_track_width(track), values = cubic && !constant ? 3 : 1;
    size_t element = track->kind == BP_TRACK_WEIGHTS ? 1 : width;
    const bp_gltf_numbers numbers = bp_gltf_float_numbers(track->values + (constant ? width : 0),
                                                          track->key_count * values * width / element,
                                                          element == 1   ? BP_GLTF_SCALAR
                                                          : element == 3 ? BP_GLTF_VEC3
                                                                         : BP_GLTF_VEC4);
    bp_json_write(&writer->json, "{input: %d, interpolation: %s", write_times(writer, plan, index),
                  names[constant ? BP_INTERPOLATION_STEP : track->interpolation]);
    bp_gltf_write_accessor(writer, "output", "values", &numbers);
    bp_json_write(&writer->json, "}");
}

static bool is_written(const bp_track *track) { return track->key_count > 0 && track->kind != BP_TRACK_USER; }

static void write_tracks(bp_gltf_writer *writer, clip_plan *plan) {
    bp_json_writer *json = &writer->json;
    size_t count = bp_clip_track_count(plan->clip);
    int samplers = 0;
    bp_json_write(json, "samplers: [");
    for (size_t i = 0; i < count; i++) {
        plan->samplers[i] = -1;
        if (!is_written(bp_clip_track(plan->clip, i)) || !check_track(writer, plan, i)) continue;
        write_sampler(writer, plan, i);
        plan->samplers[i] = samplers++;
    }
    bp_json_write(json, "], channels: [");
    for (size_t i = 0; i < count; i++)
        if (plan->samplers[i] >= 0)
            bp_json_write(json, "{sampler: %d, target: {node: %d, path: %s}}", plan->samplers[i],
                          bp_clip_track(plan->clip, i)->target,
                          bp_gltf_paths[bp_clip_track(plan->clip, i)->kind]);
    bp_json_write(json, "]");
}

/* glTF has no empty animations, so a clip without keys is left out. */
static bool has_keys(const bp_clip *clip) {
    for (size_t i = 0; i < bp_clip_track_count(clip); i++)
        if (is_written(bp_clip_track(clip, i))) return true;
    return false;
}

static void write_clip(bp_gltf_writer *writer, size_t index, const bp_clip *clip) {
    clip_plan plan = {.index = index, .clip = clip};
    size_t count = bp_clip_track_count(clip);
    bp_json_write(&writer->json, "{");
    bp_gltf_json_name(&writer->json, bp_clip_name(clip));
    if ((plan.inputs = bp_gltf_writer_alloc(writer, count, sizeof *plan.inputs)) &&
        (plan.accessors = bp_gltf_writer_alloc(writer, count, sizeof *plan.accessors)) &&
        (plan.samplers = bp_gltf_writer_alloc(writer, count, sizeof *plan.samplers)))
        write_tracks(writer, &plan);
    bp_json_write(&writer->json, "}");
}

void bp_gltf_write_animations(bp_gltf_writer *writer) {
    const bp_model *model = writer->model;
    bool any = false;
    for (size_t i = 0; i < model->clip_count; i++) {
        any = any || has_keys(model->clips[i]);
        if (model->clips[i]->packed_count > 0)
            bp_gltf_fail_model(writer, "clips", i, "", "is packed; write the clip that bp_clip_unpack makes");
    }
    if (!any) return;
    bp_json_write(&writer->json, "animations: [");
    for (size_t i = 0; i < model->clip_count; i++)
        if (has_keys(model->clips[i])) write_clip(writer, i, model->clips[i]);
    bp_json_write(&writer->json, "]");
}

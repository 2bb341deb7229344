/* Animations: each becomes a clip, and each of its channels a track whose target is a node. */
#include "gltf/read/reader.h"
#include "rig/anim/anim.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One channel while it becomes a track. */
typedef struct channel_plan {
    bp_gltf_value value, target, sampler;
    bp_gltf_accessor input, output;
    bp_track track;
} channel_plan;

static bool read_interpolation(bp_gltf_document *document, const bp_gltf_value *sampler,
                               bp_interpolation *out, bp_error *error) {
    bp_gltf_value value = bp_gltf_member(sampler, "interpolation");
    const char *name = "LINEAR";
    long long number;
    if (bp_json_integer(value.json,
                        &number)) { /* some exporters write what three.js or OpenGL has for the word */
        if (number == 2300 || number == 0) name = "STEP";
        if (number == 2302 || number == 2) name = "CUBICSPLINE";
        bp_gltf_add_note(document, &value, "is the number %lld instead of a word, and is read as %s", number,
                         name);
    } else if (!bp_gltf_text(sampler, "interpolation", &name, error)) {
        return false;
    }
    *out = strcmp(name, "STEP") == 0          ? BP_INTERPOLATION_STEP
           : strcmp(name, "CUBICSPLINE") == 0 ? BP_INTERPOLATION_CUBIC
                                              : BP_INTERPOLATION_LINEAR;
    if (*out != BP_INTERPOLATION_LINEAR || strcmp(name, "LINEAR") == 0) return true;
    return bp_gltf_fail_member(sampler, "interpolation", error,
                               "is \"%.40s\"; it must be LINEAR, STEP or CUBICSPLINE", name);
}

static bool open_accessors(bp_gltf_document *document, channel_plan *channel, bp_error *error) {
    bool weights = channel->track.kind == BP_TRACK_WEIGHTS, has_input, has_output;
    bp_error fault = {0};
    unsigned type = weights                                    ? BP_GLTF_SCALAR
                    : channel->track.kind == BP_TRACK_ROTATION ? BP_GLTF_VEC4
                                                               : BP_GLTF_VEC3;
    if (!bp_gltf_accessor_member(document, &channel->sampler, "input", BP_GLTF_SCALAR, &channel->input,
                                 &has_input, error) ||
        !bp_gltf_accessor_member(document, &channel->sampler, "output", type, &channel->output, &has_output,
                                 error))
        return false;
    if (!has_input || !has_output)
        return bp_gltf_fail_member(&channel->sampler, has_input ? "output" : "input", error,
                                   "is missing; a sampler needs times and values");
    if (channel->input.base.component != BP_GLTF_FLOAT)
        return bp_gltf_fail_member(&channel->sampler, "input", error,
                                   "is accessors[%zu] of type %s; times must be floats", channel->input.index,
                                   bp_gltf_component_text(channel->input.base.component));
    if (channel->output.base.component == BP_GLTF_FLOAT || channel->output.normalized || type == BP_GLTF_VEC3)
        return true;
    channel->output.normalized = true;
    bp_gltf_fail_member(&channel->sampler, "output", &fault,
                        "is accessors[%zu] of integers; it must be floats or normalized integers",
                        channel->output.index);
    return bp_gltf_forgive(document, &fault, "they are read as normalized", error);
}

static bool check_count(channel_plan *channel, bp_error *error) {
    bp_track *track = &channel->track;
    size_t values = track->interpolation == BP_INTERPOLATION_CUBIC ? 3 : 1;
    size_t per_key = values * (track->kind == BP_TRACK_WEIGHTS ? (size_t)track->width : 1);
    track->key_count = channel->input.count;
    if (track->key_count == 0) return bp_gltf_fail_member(&channel->sampler, "input", error, "has no keys");
    if (channel->output.count / per_key == track->key_count && channel->output.count % per_key == 0)
        return true;
    return bp_gltf_fail_member(&channel->sampler, "output", error,
                               "has %zu elements for %zu keys, which need %zu each", channel->output.count,
                               track->key_count, per_key);
}

/* Times as doubles. The floats are decoded into the upper half of the same block and widened from the front.
 */
static void read_times(const bp_gltf_accessor *input, double *times) {
    float *raw = (float *)(void *)times + input->count, time;
    bp_gltf_accessor_floats(input, raw, 0);
    for (size_t i = 0; i < input->count; i++) {
        memcpy(&time, raw + i, sizeof time);
        times[i] = (double)time;
    }
}

/* Turns an error of the track, at "times[3]" or "values[7]", into one of the sampler. */
static bool fail_track(const channel_plan *channel, bp_error *error, const bp_error *fault) {
    bool times = strncmp(fault->place, "times", 5) == 0;
    if (fault->kind != BP_ERROR_ARGUMENT) {
        if (error) *error = *fault;
        return false;
    }
    return bp_gltf_fail_member(&channel->sampler, times ? "input" : "output", error, "%.40s %.300s",
                               fault->place, fault->message);
}

/* Exporters round quaternions, and some write them without dividing by their length. */
static void note_lengths(bp_gltf_document *document, const channel_plan *channel, const float *values,
                         size_t count) {
    size_t off = 0, step = channel->track.interpolation == BP_INTERPOLATION_CUBIC ? 3 : 1;
    double worst = 1.0;
    for (size_t i = step / 3; i < count; i += step) {
        const float *q = values + 4 * i;
        double square = (double)q[0] * q[0] + (double)q[1] * q[1] + (double)q[2] * q[2] + (double)q[3] * q[3];
        if (square > 0.99 && square < 1.01) continue;
        if (off++ == 0) worst = square;
    }
    bp_gltf_value output = bp_gltf_member(&channel->sampler, "output");
    if (off > 0)
        bp_gltf_add_note(
            document, &output,
            "%zu of %zu rotations are quaternions whose length isn't 1 (the first: %.3g); they are used as "
            "they are",
            off, count / step, sqrt(worst));
}

/* ---- lenient reading: keys in order, and with values --------------------------------------------*/

/* Whether a key's numbers can't be used: one isn't finite, or a quaternion has no direction. */
static bool is_bad_key(const channel_plan *channel, const float *values, size_t width) {
    double square = 0;
    for (size_t i = 0; i < width; i++)
        if (!bp_is_finite(values[i])) return true;
    if (channel->track.kind != BP_TRACK_ROTATION) return false;
    for (size_t i = width == 12 ? 4 : 0, end = i + 4; i < end; i++) square += (double)values[i] * values[i];
    return square < 1e-12;
}

typedef struct key_place {
    double time;
    size_t index;
} key_place;

static int compare_keys(const void *a, const void *b) {
    const key_place *one = a, *two = b;
    if (one->time != two->time) return one->time < two->time ? -1 : 1;
    return (one->index > two->index) - (one->index < two->index);
}

/* The keys that have times, in order, of equal times the first. Returns how many. */
static size_t order_keys(const double *times, size_t count, key_place *order) {
    size_t timed = 0, kept = 0;
    for (size_t i = 0; i < count; i++)
        if (bp_is_finite(times[i])) order[timed++] = (key_place){times[i], i};
    qsort(order, timed, sizeof *order, compare_keys);
    for (size_t i = 0; i < timed; i++)
        if (kept == 0 || order[i].time > order[kept - 1].time) order[kept++] = order[i];
    return kept;
}

/* Copies the keys in their order from `old`. One without a usable value has that of the one before, or after.
 * Returns how many changed. */
static size_t place_keys(const channel_plan *channel, const key_place *order, size_t count, const float *old,
                         size_t width, double *times, float *values) {
    size_t good = 0, changed = 0;
    while (good < count && is_bad_key(channel, old + order[good].index * width, width)) good++;
    for (size_t i = 0; i < count; i++) {
        bool bad = is_bad_key(channel, old + order[i].index * width, width);
        if (!bad) good = i;
        if (bad || order[i].index != i) changed++;
        times[i] = order[i].time;
        size_t from = good < count ? good : i;
        memcpy(values + i * width, old + order[from].index * width, width * sizeof *values);
    }
    return changed;
}

static bool mend_track(bp_gltf_document *document, channel_plan *channel, double *times, float *values,
                       size_t numbers, bp_error *error) {
    size_t keys = channel->track.key_count, width = numbers / keys, changed = 0;
    bp_error fault = {0};
    key_place *order = bp_alloc(&document->allocator, keys, sizeof *order, error);
    float *old = order ? bp_alloc(&document->allocator, numbers, sizeof *old, error) : NULL;
    if (old) {
        memcpy(old, values, numbers * sizeof *old);
        channel->track.key_count = order_keys(times, keys, order);
        changed = place_keys(channel, order, channel->track.key_count, old, width, times, values);
        if (changed < keys - channel->track.key_count) changed = keys - channel->track.key_count;
    }
    bp_free(&document->allocator, order);
    bp_free(&document->allocator, old);
    if (!old || changed == 0) return old != NULL;
    bp_gltf_fail_member(&channel->sampler, "input", &fault,
                        "%zu of %zu keys are out of order, or have no time, or no usable value", changed,
                        keys);
    return bp_gltf_forgive(document, &fault, "they are sorted, and take their neighbours' values", error);
}

static bool add_track(bp_gltf_document *document, channel_plan *channel, bp_clip *clip, bp_error *error) {
    const bp_allocator *allocator = &document->allocator;
    size_t keys = channel->input.count, numbers = channel->output.count * channel->output.width;
    /* The clip makes its own copy of both, and keeps three numbers for the way from each rotation to the
     * next. */
    size_t doubles = channel->track.kind == BP_TRACK_ROTATION ? 5 : 2;
    if (!bp_gltf_charge(document, &channel->value, keys, doubles * sizeof(double), error) ||
        !bp_gltf_charge(document, &channel->value, numbers, 2 * sizeof(float), error))
        return false;
    double *times = bp_alloc(allocator, keys, sizeof *times, error);
    float *values = times ? bp_alloc(allocator, numbers, sizeof *values, error) : NULL;
    bool ok = values != NULL;
    if (ok) {
        bp_error fault = {0};
        read_times(&channel->input, times);
        bp_gltf_accessor_floats(&channel->output, values, 0);
        if (channel->track.kind == BP_TRACK_ROTATION)
            note_lengths(document, channel, values, channel->output.count);
        channel->track.times = times;
        channel->track.values = values;
        ok = (!document->lenient || mend_track(document, channel, times, values, numbers, error));
        ok = ok && (bp_clip_add(clip, &channel->track, &fault) || fail_track(channel, error, &fault));
    }
    bp_free(allocator, times);
    bp_free(allocator, values);
    document->memory_charged -= keys * sizeof(double) + numbers * sizeof(float);
    return ok;
}

/* The channel's node and what it moves of it. Other targets are left out. */
static bool read_target(bp_gltf_reader *reader, channel_plan *channel, bool *known, bp_error *error) {
    bp_gltf_document *document = &reader->document;
    const char *path = NULL;
    int node;
    if (!bp_gltf_require_object(&channel->target, error) ||
        !bp_gltf_text(&channel->target, "path", &path, error) ||
        !bp_gltf_reference(document, &channel->target, "node", BP_GLTF_NODES, &node, error))
        return false;
    if (!path)
        return bp_gltf_fail_member(&channel->target, "path", error,
                                   "is missing; write translation, rotation, scale or weights");
    bp_gltf_target target = bp_gltf_target_of(document, channel->target.json);
    channel->track.target = target.node;
    channel->track.kind = target.kind;
    *known = target.node >= 0;
    if (!*known) {
        bp_gltf_value extension = bp_gltf_inner(&channel->target, "extensions.KHR_animation_pointer");
        const char *pointer = bp_json_text_or(bp_json_member(extension.json, "pointer"), NULL);
        if (strcmp(path, "pointer") == 0 && pointer)
            bp_gltf_add_note(document, &channel->target, "moves \"%.100s\", which Bindpose doesn't play",
                             pointer);
        else
            bp_gltf_add_note(document, &channel->target,
                             "has no node, or a path that Bindpose doesn't know; the channel is left out");
        return true;
    }
    if (target.kind != BP_TRACK_WEIGHTS) return true;
    channel->track.width = (int)reader->tree.morph_counts[target.node];
    *known = channel->track.width > 0;
    if (!*known)
        bp_gltf_add_note(document, &channel->target,
                         "animates weights, but nodes[%d] has no morph targets; the channel is left out",
                         target.node);
    return true;
}

static bool read_channel(bp_gltf_reader *reader, const bp_gltf_value *channels, size_t index,
                         const bp_gltf_value *samplers, size_t sampler_count, bp_clip *clip,
                         bp_error *error) {
    channel_plan channel = {.value = bp_gltf_item(channels, index)};
    channel.target = bp_gltf_member(&channel.value, "target");
    bool known = false;
    int sampler;
    if (!bp_gltf_require_object(&channel.value, error) || !read_target(reader, &channel, &known, error) ||
        !bp_gltf_required_index(&channel.value, "sampler", "samplers", sampler_count, &sampler, error))
        return false;
    if (!known) return true;
    channel.sampler = bp_gltf_item(samplers, (size_t)sampler);
    if (bp_clip_find(clip, channel.track.target, channel.track.kind) < bp_clip_track_count(clip)) {
        bp_gltf_add_note(&reader->document, &channel.target,
                         "is already the target of another channel of this animation; this one is left out");
        return true;
    }
    return bp_gltf_require_object(&channel.sampler, error) &&
           read_interpolation(&reader->document, &channel.sampler, &channel.track.interpolation, error) &&
           open_accessors(&reader->document, &channel, error) && check_count(&channel, error) &&
           add_track(&reader->document, &channel, clip, error);
}

static bool read_animation(bp_gltf_reader *reader, size_t index, bp_error *error) {
    bp_gltf_value value = bp_gltf_element(&reader->document, BP_GLTF_ANIMATIONS, index), channels, samplers;
    size_t channel_count, sampler_count;
    bp_clip_options options = {.name = "", .targets = BP_TARGETS_NODES};
    bp_error fault = {0};
    if (!bp_gltf_text(&value, "name", &options.name, &fault) ||
        !bp_gltf_array(&value, "channels", &channels, &channel_count, &fault) ||
        !bp_gltf_array(&value, "samplers", &samplers, &sampler_count, &fault)) {
        if (!bp_gltf_forgive(&reader->document, &fault, "the animation is empty", error)) return false;
        options.name = "";
        channel_count = 0;
    }
    bp_clip *clip = bp_clip_create(&reader->model->allocator, &options, error);
    if (!clip) return false;
    reader->model->clips[index] = clip;
    for (size_t i = 0; i < channel_count; i++)
        if (!read_channel(reader, &channels, i, &samplers, sampler_count, clip, &fault) &&
            !bp_gltf_forgive(&reader->document, &fault, "the channel is left out", error))
            return false;
    return true;
}

bool bp_gltf_read_animations(bp_gltf_reader *reader, bp_error *error) {
    const bp_model *model = reader->model;
    for (size_t i = 0; i < model->instance_count; i++) {
        const bp_model_instance *instance = &model->instances[i];
        if ((size_t)instance->node < reader->document.counts[BP_GLTF_NODES])
            reader->tree.morph_counts[instance->node] = model->meshes[instance->mesh]->morph_count;
    }
    for (size_t i = 0; i < reader->model->clip_count; i++)
        if (!read_animation(reader, i, error)) return false;
    return true;
}

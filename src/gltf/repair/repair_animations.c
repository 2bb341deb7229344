/* Clips: keys in the order of time, and rotations of length 1. */
#include "gltf/repair/repair.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A sampler, with the values that lead to it; the structure must not move. */
typedef struct sampler_value {
    bp_gltf_value animation, list, sampler;
} sampler_value;

/* Reads the samplers of all clips one after the other. */
typedef bool sampler_function(bp_repair_pass *pass, const sampler_value *value, size_t animation,
                              size_t sampler, bp_error *error);

static bool each_sampler(bp_repair_pass *pass, sampler_function *function, bp_error *error) {
    const bp_gltf_document *document = &pass->doctor->document;
    for (size_t i = 0; i < document->counts[BP_GLTF_ANIMATIONS]; i++) {
        sampler_value value = {.animation = bp_gltf_element(document, BP_GLTF_ANIMATIONS, i)};
        value.list = bp_gltf_member(&value.animation, "samplers");
        for (size_t j = 0; j < bp_json_count(value.list.json); j++) {
            value.sampler = bp_gltf_item(&value.list, j);
            bp_error fault = {0};
            if (bp_json_kind_of(value.sampler.json) != BP_JSON_OBJECT) continue;
            if (function(pass, &value, i, j, &fault)) continue;
            if (fault.kind == BP_ERROR_INPUT) continue; /* it stays as it is */
            if (error) *error = fault;
            return false;
        }
    }
    return true;
}

static bool is_cubic(const sampler_value *value) {
    const char *text = bp_json_text_or(bp_json_member(value->sampler.json, "interpolation"), "");
    return strcmp(text, "CUBICSPLINE") == 0;
}

/* ---- one cubic key ------------------------------------------------------------------------------*/

/* A single cubic key has no curve: its value alone, without tangents, moves the same. */
static bool fix_interpolation(bp_repair_pass *pass, const sampler_value *value, size_t animation,
                              size_t sampler, bp_error *error) {
    bp_gltf_document *document = &pass->doctor->document;
    bp_gltf_accessor input, output;
    bool has_input, has_output;
    if (!is_cubic(value)) return true;
    if (!bp_gltf_accessor_member(document, &value->sampler, "input", BP_GLTF_SCALAR, &input, &has_input,
                                 error) ||
        !bp_gltf_accessor_member(document, &value->sampler, "output",
                                 BP_GLTF_SCALAR | BP_GLTF_VEC3 | BP_GLTF_VEC4, &output, &has_output, error))
        return false;
    if (!has_input || !has_output || input.count != 1 || output.count == 0 || output.count % 3 != 0)
        return true;
    uint8_t *bytes = bp_repair_pack(pass, &output, error);
    if (!bytes) return false;
    size_t count = output.count / 3;
    bp_doctor_text path = bp_doctor_path("animations[%zu].samplers[%zu]", animation, sampler);
    bp_rewrite_set(&pass->rewrite.tree, bp_gltf_rewrite_find(&pass->rewrite, "%s.interpolation", path.text),
                   "\"LINEAR\"");
    bool ok = bp_repair_replace(pass, bp_gltf_rewrite_find(&pass->rewrite, "%s.output", path.text), &output,
                                bytes + count * output.width * bp_gltf_component_size(output.base.component),
                                count, 0, error);
    bp_free(&document->allocator, bytes);
    return ok && bp_repair_note(pass, BP_DOCTOR_KEYS_COUNT, path.text, error,
                                "made the one key LINEAR, without tangents: its value is the same");
}

bool bp_repair_interpolation(bp_repair_pass *pass, bp_error *error) {
    return each_sampler(pass, fix_interpolation, error);
}

/* ---- keys ---------------------------------------------------------------------------------------*/

typedef struct key {
    float time;
    size_t from; /* its place in the file */
} key;

typedef struct key_list {
    key *keys; /* owned */
    size_t count, key_size;
    const uint8_t *values; /* key_size bytes each */
    size_t guessed, moved, removed, shifted;
} key_list;

static int by_time(const void *a, const void *b) {
    const key *one = a, *two = b;
    if (one->time != two->time) return one->time < two->time ? -1 : 1;
    return (one->from > two->from) - (one->from < two->from);
}

/* Times that are no numbers lie evenly between their neighbours. */
static void guess_times(key_list *list) {
    for (size_t i = 0; i < list->count; i++) {
        size_t next = i;
        while (next < list->count && !bp_is_finite(list->keys[next].time)) next++;
        if (next == i) continue;
        float before = i > 0 ? list->keys[i - 1].time : 0.0f;
        float after = next < list->count ? list->keys[next].time : before + (float)(next - i + 1) / 30.0f;
        size_t steps = next - i + (i > 0);
        for (size_t j = i; j < next; j++)
            list->keys[j].time =
                before + (after - before) * (float)(j - i + (i > 0)) / (float)(steps > 0 ? steps : 1);
        list->guessed += next - i;
        i = next - 1;
    }
}

/* Of two keys at one time with the same value the second goes. With another value both stay, the second a
 * little later: the clip jumps there. */
static void separate(key_list *list) {
    size_t left = 0;
    for (size_t i = 0; i < list->count; i++) {
        key one = list->keys[i];
        if (left > 0 && !(one.time > list->keys[left - 1].time)) {
            const uint8_t *before = list->values + list->keys[left - 1].from * list->key_size;
            if (memcmp(before, list->values + one.from * list->key_size, list->key_size) == 0) {
                list->removed++;
                continue;
            }
            one.time = nextafterf(list->keys[left - 1].time, INFINITY);
            list->shifted++;
        }
        list->keys[left++] = one;
    }
    list->count = left;
}

static bool write_keys(bp_repair_pass *pass, key_list *list, const bp_gltf_accessor *input,
                       const bp_gltf_accessor *output, size_t animation, size_t sampler, bp_error *error) {
    const bp_allocator *allocator = &pass->doctor->document.allocator;
    uint8_t *values = bp_alloc(allocator, list->count, list->key_size, error);
    float *times = values ? bp_alloc(allocator, list->count, sizeof *times, error) : NULL;
    for (size_t i = 0; times && i < list->count; i++) {
        times[i] = list->keys[i].time;
        memcpy(values + i * list->key_size, list->values + list->keys[i].from * list->key_size,
               list->key_size);
    }
    bp_doctor_text path = bp_doctor_path("animations[%zu].samplers[%zu]", animation, sampler);
    bool ok = times && bp_repair_replace(pass, bp_gltf_rewrite_find(&pass->rewrite, "%s.input", path.text),
                                         input, (const uint8_t *)times, list->count, 0, error);
    if (ok && list->moved + list->removed > 0) {
        size_t elements = output->count / input->count;
        ok = bp_repair_replace(pass, bp_gltf_rewrite_find(&pass->rewrite, "%s.output", path.text), output,
                               values, list->count * elements, 0, error);
    }
    bp_free(allocator, values);
    bp_free(allocator, times);
    return ok && bp_repair_note(pass, BP_DOCTOR_KEYS_NOT_INCREASING, path.text, error,
                                "sorted %zu keys by time, removed %zu that were there twice, moved %zu "
                                "behind a key at the same time, and gave %zu without a time one between "
                                "their neighbours",
                                list->moved, list->removed, list->shifted, list->guessed);
}

static bool is_increasing(const key_list *list) {
    for (size_t i = 0; i < list->count; i++)
        if (!bp_is_finite(list->keys[i].time) || (i > 0 && !(list->keys[i].time > list->keys[i - 1].time)))
            return false;
    return true;
}

static bool fix_list(bp_repair_pass *pass, key_list *list, const bp_gltf_accessor *input,
                     const bp_gltf_accessor *output, size_t animation, size_t sampler, bp_error *error) {
    guess_times(list);
    qsort(list->keys, list->count, sizeof *list->keys, by_time);
    for (size_t i = 0; i < list->count; i++) list->moved += list->keys[i].from != i;
    separate(list);
    if (list->moved + list->removed + list->shifted + list->guessed == 0) return true;
    return write_keys(pass, list, input, output, animation, sampler, error);
}

static bool fix_keys(bp_repair_pass *pass, const sampler_value *value, size_t animation, size_t sampler,
                     bp_error *error) {
    bp_gltf_document *document = &pass->doctor->document;
    bp_gltf_accessor input, output;
    bool has_input, has_output;
    const unsigned any = BP_GLTF_SCALAR | BP_GLTF_VEC2 | BP_GLTF_VEC3 | BP_GLTF_VEC4 | BP_GLTF_MAT2 |
                         BP_GLTF_MAT3 | BP_GLTF_MAT4;
    if (!bp_gltf_accessor_member(document, &value->sampler, "input", BP_GLTF_SCALAR, &input, &has_input,
                                 error) ||
        !bp_gltf_accessor_member(document, &value->sampler, "output", any, &output, &has_output, error))
        return false;
    if (!has_input || !has_output || input.base.component != BP_GLTF_FLOAT || input.count == 0 ||
        output.count == 0 || output.count % input.count != 0)
        return true;
    uint8_t *times = bp_repair_pack(pass, &input, error), *values = NULL;
    key_list list = {.count = input.count};
    list.key_size = output.count / input.count * output.width * bp_gltf_component_size(output.base.component);
    if (times) list.keys = bp_alloc(&document->allocator, input.count, sizeof *list.keys, error);
    for (size_t i = 0; list.keys && i < input.count; i++) {
        list.keys[i].from = i;
        memcpy(&list.keys[i].time, times + 4 * i, sizeof(float));
    }
    bool ok = list.keys != NULL;
    if (ok && !is_increasing(&list)) {
        list.values = values = bp_repair_pack(pass, &output, error);
        ok = values && fix_list(pass, &list, &input, &output, animation, sampler, error);
    }
    bp_free(&document->allocator, list.keys);
    bp_free(&document->allocator, values);
    bp_free(&document->allocator, times);
    return ok;
}

bool bp_repair_keys(bp_repair_pass *pass, bp_error *error) { return each_sampler(pass, fix_keys, error); }

/* ---- rotations ----------------------------------------------------------------------------------*/

static double length_of(const float *q) {
    return sqrt((double)q[0] * q[0] + (double)q[1] * q[1] + (double)q[2] * q[2] + (double)q[3] * q[3]);
}

/* Divides `count` quaternions by the length of the one at `from`. */
static void scale(float *quats, size_t count, double length) {
    for (size_t i = 0; i < 4 * count; i++) quats[i] = (float)((double)quats[i] / length);
}

/* Whether a channel of this clip rotates a node by this sampler. */
static bool rotates(const sampler_value *value, size_t sampler) {
    const bp_json *channels = bp_json_member(value->animation.json, "channels");
    for (size_t i = 0; i < bp_json_count(channels); i++) {
        const bp_json *channel = bp_json_item(channels, i);
        if (bp_json_number_or(bp_json_member(channel, "sampler"), -1) != (double)sampler) continue;
        const bp_json *path = bp_json_member(bp_json_member(channel, "target"), "path");
        if (strcmp(bp_json_text_or(path, ""), "rotation") == 0) return true;
    }
    return false;
}

/* A rotation of length 0 has no direction: it becomes that of the key before it, or of the next one that has
 * one. */
static void copy_neighbour(float *quats, size_t count, size_t i, size_t step) {
    size_t middle = step == 3 ? 1 : 0, from = i >= step ? i - step : i;
    while (from < count && !(length_of(quats + 4 * (from + middle)) > 1e-6)) from += step;
    float *to = quats + 4 * i;
    if (from + step > count) return;
    memset(to, 0, 4 * step * sizeof *to);
    memcpy(to + 4 * middle, quats + 4 * (from + middle), 4 * sizeof *to);
}

/* The curve of a cubic key keeps its direction: tangents are divided by the value's length too. */
static size_t normalize(float *quats, size_t count, bool cubic, double tolerance) {
    size_t changed = 0, step = cubic ? 3 : 1;
    for (size_t i = 0; i + step <= count; i += step) {
        double length = length_of(quats + 4 * (i + (cubic ? 1 : 0)));
        if (length < 1e-6 && count > step) {
            copy_neighbour(quats, count, i, step);
            changed++;
            continue;
        }
        if (!(length > 1e-6) || !bp_is_finite(length) || fabs(length - 1.0) <= tolerance) continue;
        scale(quats + 4 * i, step, length);
        changed++;
    }
    return changed;
}

static bool fix_rotations(bp_repair_pass *pass, const sampler_value *value, size_t animation, size_t sampler,
                          bp_error *error) {
    const double float_tolerance = 1e-5, integer_tolerance = 0.008;
    bp_gltf_document *document = &pass->doctor->document;
    bp_gltf_accessor output;
    bool exists;
    if (!rotates(value, sampler)) return true;
    if (!bp_gltf_accessor_member(document, &value->sampler, "output", BP_GLTF_VEC4, &output, &exists, error))
        return false;
    if (!exists) return true;
    bool floats = output.base.component == BP_GLTF_FLOAT;
    uint8_t *bytes = bp_repair_pack(pass, &output, error);
    float *quats = bytes ? bp_alloc(&document->allocator, output.count, 4 * sizeof *quats, error) : NULL;
    size_t changed = 0;
    if (quats) {
        bp_gltf_accessor_floats(&output, quats, 0);
        changed =
            normalize(quats, output.count, is_cubic(value), floats ? float_tolerance : integer_tolerance);
        for (size_t i = 0; i < 4 * output.count && changed > 0; i++)
            bp_repair_encode(&output, bytes, i, quats[i]);
    }
    bp_doctor_text path = bp_doctor_path("animations[%zu].samplers[%zu].output", animation, sampler);
    bool ok = quats &&
              (changed == 0 || bp_repair_replace(pass, bp_gltf_rewrite_find(&pass->rewrite, "%s", path.text),
                                                 &output, bytes, output.count, 0, error));
    bp_free(&document->allocator, quats);
    bp_free(&document->allocator, bytes);
    if (!ok || changed == 0) return ok;
    return bp_repair_note(
        pass, BP_DOCTOR_ROTATION_NOT_UNIT, path.text, error,
        "divided %zu quaternions by their length, or gave them their neighbour's value if it was 0", changed);
}

static bool fix_node_rotation(bp_repair_pass *pass, size_t index, bp_error *error) {
    bp_gltf_value node = bp_gltf_element(&pass->doctor->document, BP_GLTF_NODES, index);
    float q[4] = {0, 0, 0, 1};
    bool exists = false;
    if (!bp_gltf_floats(&node, "rotation", q, 4, &exists, NULL) || !exists) return true;
    double length = length_of(q);
    if (normalize(q, 1, false, 0.005) == 0) return true;
    bp_doctor_text path = bp_doctor_path("nodes[%zu].rotation", index);
    bp_rewrite_set(&pass->rewrite.tree, bp_gltf_rewrite_find(&pass->rewrite, "%s", path.text), "%s",
                   bp_rewrite_floats(&pass->rewrite.tree, q, 4));
    return bp_repair_note(pass, BP_DOCTOR_ROTATION_NOT_UNIT, path.text, error,
                          "divided the quaternion by its length, %g", length);
}

bool bp_repair_rotations(bp_repair_pass *pass, bp_error *error) {
    for (size_t i = 0; i < pass->doctor->node_count; i++)
        if (!fix_node_rotation(pass, i, error)) return false;
    return each_sampler(pass, fix_rotations, error);
}

/* Clips: keys in the order of time, and rotations of length 1. */
#include "gltf/repair/repair.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef void sampler_function(bp_repair_pass *pass, const bp_gltf_value *sampler);

static void each_sampler(bp_repair_pass *pass, sampler_function *function) {
    BP_GLTF_EACH(walk, &pass->doctor->document.root, "animations.*.samplers.*")
        if (bp_json_kind_of(walk.value->json) == BP_JSON_OBJECT) function(pass, walk.value);
}

/* A single cubic key has no curve: its value alone, without tangents, moves the same. */
static void fix_interpolation(bp_repair_pass *pass, const bp_gltf_value *sampler) {
    const unsigned types = BP_GLTF_SCALAR | BP_GLTF_VEC3 | BP_GLTF_VEC4;
    bp_gltf_accessor input, output;
    if (!bp_doctor_is_cubic(sampler) || !bp_repair_find(pass, sampler, "input", BP_GLTF_SCALAR, &input) ||
        !bp_repair_find(pass, sampler, "output", types, &output) || input.count != 1 || output.count == 0 ||
        output.count % 3 != 0)
        return;
    const uint8_t *bytes = bp_repair_pack(pass, &output);
    if (!bytes) return;
    bp_gltf_value interpolation = bp_gltf_member(sampler, "interpolation");
    size_t count = output.count / 3;
    bp_rewrite_set(&pass->rewrite.tree, bp_gltf_rewrite_at(&pass->rewrite, &interpolation), "\"LINEAR\"");
    bp_repair_replace(pass, sampler, "output", &output,
                      bytes + count * output.width * bp_gltf_component_size(output.base.component), count, 0);
    bp_repair_note(pass, BP_DOCTOR_KEYS_COUNT, bp_doctor_path_of(sampler).text,
                   "made the one key LINEAR, without tangents: its value is the same");
}

void bp_repair_interpolation(bp_repair_pass *pass) { each_sampler(pass, fix_interpolation); }

typedef struct key {
    float time;
    size_t from; /* its place in the file */
} key;

typedef struct key_list {
    key *keys;
    size_t count, key_size;
    const uint8_t *values; /* key_size bytes each */
    const float *floats;   /* the same, `width` for each key */
    size_t width;
    size_t moved, removed;
} key_list;

static int by_time(const void *a, const void *b) {
    const key *one = a, *two = b;
    if (one->time != two->time) return one->time < two->time ? -1 : 1;
    return (one->from > two->from) - (one->from < two->from);
}

/* How far the values go from key to key: as the list has the keys now, or as the file has them. */
static double way_along(const key_list *list, bool as_in_file) {
    double sum = 0.0;
    for (size_t i = 1; i < list->count; i++) {
        const float *a = list->floats + list->width * (as_in_file ? i - 1 : list->keys[i - 1].from);
        const float *b = list->floats + list->width * (as_in_file ? i : list->keys[i].from);
        double square = 0.0;
        for (size_t j = 0; j < list->width; j++) square += ((double)a[j] - b[j]) * ((double)a[j] - b[j]);
        sum += sqrt(square);
    }
    return sum;
}

/* Of keys that were not in order, either the times alone were, or the values with them. Many values tell, if
 * they go a clearly shorter way in one order. False: they don't. Equal ones go in either order. */
static bool choose_order(key_list *list) {
    enum { MANY = 6 };
    double values_stay = way_along(list, true), values_move = way_along(list, false);
    bool sure = list->count >= MANY && (values_stay < 0.8 * values_move || values_move < 0.8 * values_stay);
    if (sure && values_stay < values_move)
        for (size_t i = 0; i < list->count; i++) list->keys[i].from = i;
    return sure || values_stay == 0.0;
}

/* Of two keys at one time with the same value the second goes. False: their values differ, and nothing tells
 * when one of them was meant. */
static bool separate(key_list *list) {
    size_t left = 0;
    for (size_t i = 0; i < list->count; i++) {
        key one = list->keys[i];
        const uint8_t *before = list->values + (left > 0 ? list->keys[left - 1].from * list->key_size : 0);
        if (left == 0 || one.time > list->keys[left - 1].time)
            list->keys[left++] = one;
        else if (memcmp(before, list->values + one.from * list->key_size, list->key_size) != 0)
            return false;
    }
    list->removed = list->count - left;
    list->count = left;
    return true;
}

static void write_keys(bp_repair_pass *pass, const bp_gltf_value *sampler, const key_list *list,
                       const bp_gltf_accessor *input, const bp_gltf_accessor *output) {
    uint8_t *values = bp_repair_alloc(pass, list->count, list->key_size);
    float *times = bp_repair_alloc(pass, list->count, sizeof *times);
    if (!values || !times) return;
    for (size_t i = 0; i < list->count; i++) {
        times[i] = list->keys[i].time;
        memcpy(values + i * list->key_size, list->values + list->keys[i].from * list->key_size,
               list->key_size);
    }
    bp_repair_replace(pass, sampler, "input", input, (const uint8_t *)times, list->count, 0);
    if (list->moved + list->removed > 0)
        bp_repair_replace(pass, sampler, "output", output, values,
                          list->count * (output->count / input->count), 0);
    bp_repair_note(pass, BP_DOCTOR_KEYS_NOT_INCREASING, bp_doctor_path_of(sampler).text,
                   "sorted %zu keys by time, and removed %zu that were there twice", list->moved,
                   list->removed);
}

static void fix_keys(bp_repair_pass *pass, const bp_gltf_value *sampler) {
    bp_gltf_accessor input, output;
    if (!bp_repair_find(pass, sampler, "input", BP_GLTF_SCALAR, &input) ||
        !bp_repair_find(pass, sampler, "output", BP_GLTF_ANY_TYPE, &output) ||
        input.base.component != BP_GLTF_FLOAT || input.count == 0 || output.count == 0 ||
        output.count % input.count != 0)
        return;
    const uint8_t *times = bp_repair_pack(pass, &input);
    key_list list = {.count = input.count, .keys = bp_repair_alloc(pass, input.count, sizeof *list.keys)};
    list.key_size = output.count / input.count * output.width * bp_gltf_component_size(output.base.component);
    list.width = output.count / input.count * output.width;
    float *floats = bp_repair_alloc(pass, output.count, output.width * sizeof *floats);
    if (!times || !list.keys || !floats) return;
    bp_gltf_accessor_floats(&output, floats, 0);
    list.floats = floats;
    bool increasing = true;
    for (size_t i = 0; i < input.count; i++) {
        list.keys[i].from = i;
        memcpy(&list.keys[i].time, times + 4 * i, sizeof(float));
        if (!bp_is_finite(list.keys[i].time)) return; /* nothing tells what it was */
        increasing = increasing && (i == 0 || list.keys[i].time > list.keys[i - 1].time);
    }
    if (increasing || !(list.values = bp_repair_pack(pass, &output))) return;
    qsort(list.keys, list.count, sizeof *list.keys, by_time);
    for (size_t i = 0; i < list.count; i++) list.moved += list.keys[i].from != i;
    bool sure = list.moved == 0 || choose_order(&list);
    pass->guessing = !sure;
    if (!separate(&list) || (pass->guessing && !pass->options->guess)) return;
    write_keys(pass, sampler, &list, &input, &output);
}

void bp_repair_keys(bp_repair_pass *pass) { each_sampler(pass, fix_keys); }

static double length_of(const float *q) {
    return sqrt((double)q[0] * q[0] + (double)q[1] * q[1] + (double)q[2] * q[2] + (double)q[3] * q[3]);
}

/* The rotations of a sampler; NULL: it has others, or on error. `bytes`: as they are in the file. */
static float *read_rotations(bp_repair_pass *pass, const bp_gltf_value *sampler, bp_gltf_accessor *output,
                             uint8_t **bytes) {
    bp_gltf_target target = bp_doctor_sampler_target(pass->doctor, sampler);
    if (target.node < 0 || target.kind != BP_TRACK_ROTATION ||
        !bp_repair_find(pass, sampler, "output", BP_GLTF_VEC4, output) ||
        !(*bytes = bp_repair_pack(pass, output)))
        return NULL;
    float *quats = bp_repair_alloc(pass, output->count, 4 * sizeof *quats);
    if (quats) bp_gltf_accessor_floats(output, quats, 0);
    return quats;
}

static void write_rotations(bp_repair_pass *pass, const bp_gltf_value *sampler,
                            const bp_gltf_accessor *output, uint8_t *bytes, const float *quats) {
    for (size_t i = 0; i < 4 * output->count; i++) bp_repair_encode(output, bytes, i, quats[i]);
    bp_repair_replace(pass, sampler, "output", output, bytes, output->count, 0);
}

/* Whether all quaternions are too long by the same small factor, or nearly of length 1. Others may hold
 * something else, such as angles. */
static bool are_scaled(const float *quats, size_t count, bool cubic) {
    double least = INFINITY, most = 0.0;
    for (size_t i = cubic ? 1 : 0; i < count; i += cubic ? 3 : 1) {
        double length = length_of(quats + 4 * i);
        if (!(length > 1e-6)) return false;
        least = fmin(least, length);
        most = fmax(most, length);
    }
    return most < 8.0 && (most < 1.01 * least || (least > 0.9 && most < 1.1));
}

/* A rotation of length 0 has no direction: it becomes that of the key before it, or of the next one that has
 * one, which is a guess. */
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
        for (size_t j = 0; j < 4 * step; j++) quats[4 * i + j] = (float)((double)quats[4 * i + j] / length);
        changed++;
    }
    return changed;
}

static void fix_rotations(bp_repair_pass *pass, const bp_gltf_value *sampler) {
    const double float_tolerance = 1e-5, integer_tolerance = 0.008;
    bp_gltf_accessor output;
    uint8_t *bytes;
    float *quats = read_rotations(pass, sampler, &output, &bytes);
    if (!quats) return;
    bool floats = output.base.component == BP_GLTF_FLOAT, cubic = bp_doctor_is_cubic(sampler);
    pass->guessing = !are_scaled(quats, output.count, cubic);
    size_t changed = normalize(quats, output.count, cubic, floats ? float_tolerance : integer_tolerance);
    if (changed == 0 || (pass->guessing && !pass->options->guess)) return;
    write_rotations(pass, sampler, &output, bytes, quats);
    bp_repair_note(
        pass, BP_DOCTOR_ROTATION_NOT_UNIT, bp_format("%s.output", bp_doctor_path_of(sampler).text).text,
        "divided %zu quaternions by their length, or gave them their neighbour's value if it was 0", changed);
}

/* Quaternions that are written with w first, or as conjugates; a cubic key's tangents are so too. */
static void fix_order(bp_repair_pass *pass, const bp_gltf_value *sampler, int way) {
    bp_gltf_accessor output;
    uint8_t *bytes;
    float *quats = read_rotations(pass, sampler, &output, &bytes);
    if (!quats) return;
    for (float *q = quats; q < quats + 4 * output.count; q += 4) {
        bp_quat right = bp_doctor_reorder((bp_quat){q[0], q[1], q[2], q[3]}, way);
        memcpy(q, &right.x, 4 * sizeof *q);
    }
    write_rotations(pass, sampler, &output, bytes, quats);
    bp_repair_note(
        pass, BP_DOCTOR_ROTATION_ORDER, bp_format("%s.output", bp_doctor_path_of(sampler).text).text,
        "wrote %zu quaternions as x, y, z, w, which were written %s", output.count, bp_doctor_ways[way]);
}

/* Once one clip is clearly wrong, others are wrong too if they begin nearer to rest when they are read so.
 * None is changed if one could be either, or if the nodes may be what is wrong. */
void bp_repair_rotation_order(bp_repair_pass *pass) {
    static const double nearer = 0.67;
    int way = bp_doctor_clips_way(pass->doctor);
    for (size_t i = 0; i < pass->doctor->skin_count; i++) {
        const bp_doctor_way_tally nodes = bp_doctor_node_ways(pass->doctor, i);
        if (nodes.off[way] < nodes.off[0]) return;
    }
    for (int change = 0; way > 0 && change < 2; change++)
        BP_GLTF_EACH(walk, &pass->doctor->document.root, "animations.*") {
            const bp_doctor_way_tally tally = bp_doctor_clip_ways(pass->doctor, walk.value);
            bool wrong = tally.off[way] < nearer * tally.off[0];
            if (!change && tally.count > 0 && !wrong && tally.off[0] >= nearer * tally.off[way]) return;
            if (!change || !wrong) continue;
            BP_GLTF_EACH(all, walk.value, "samplers.*") fix_order(pass, all.value, way);
        }
}

static void fix_node_rotation(bp_repair_pass *pass, size_t index) {
    bp_gltf_value node = bp_gltf_element(&pass->doctor->document, BP_GLTF_NODES, index);
    float q[4] = {0, 0, 0, 1};
    bool exists = false;
    if (!bp_gltf_floats(&node, "rotation", q, 4, &exists, NULL) || !exists) return;
    double length = length_of(q);
    pass->guessing = !(length > 0.9 && length < 1.1);
    if (normalize(q, 1, false, 0.005) == 0 || (pass->guessing && !pass->options->guess)) return;
    bp_formatted path = bp_format("nodes[%zu].rotation", index);
    bp_rewrite_set(&pass->rewrite.tree, bp_gltf_rewrite_find(&pass->rewrite, "%s", path.text), "%s",
                   bp_rewrite_floats(&pass->rewrite.tree, q, 4));
    bp_repair_note(pass, BP_DOCTOR_ROTATION_NOT_UNIT, path.text, "divided the quaternion by its length, %g",
                   length);
}

void bp_repair_rotations(bp_repair_pass *pass) {
    for (size_t i = 0; i < pass->doctor->node_count; i++) fix_node_rotation(pass, i);
    each_sampler(pass, fix_rotations);
}

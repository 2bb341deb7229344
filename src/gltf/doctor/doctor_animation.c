/* Animations: keys in order, quaternions of length 1, targets that a channel can move. */
#include "gltf/doctor/doctor.h"
#include "io/json.h"
#include <math.h>
#include <string.h>

/* How far a quaternion's length may be from 1: components stored as bytes round that far. */
static const double UNIT_TOLERANCE = 0.008;

typedef void check_values(bp_doctor *doctor, const bp_gltf_value *sampler, const float *values, size_t count);

/* Decodes an accessor of a sampler and checks its values. Reports one that can't be read. */
static void check_accessor(bp_doctor *doctor, const bp_gltf_value *sampler, const char *key, unsigned types,
                           check_values *check) {
    bp_gltf_accessor accessor;
    float *values = bp_doctor_floats(doctor, sampler, key, types, &accessor);
    if (values) check(doctor, sampler, values, accessor.count);
    bp_free(&doctor->document.allocator, values);
}

bp_gltf_target bp_doctor_sampler_target(const bp_doctor *doctor, const bp_gltf_value *sampler) {
    BP_GLTF_EACH(walk, sampler->up->up, "channels.*")
        if (bp_json_number_or(bp_json_member(walk.value->json, "sampler"), -1) == (double)sampler->index)
            return bp_gltf_target_of(&doctor->document, bp_json_member(walk.value->json, "target"));
    return (bp_gltf_target){.node = -1};
}

/* The sampler's times or values, and the node that they move; not of more samplers than are reported. */
static bp_doctor_place at_member(const bp_doctor *doctor, const bp_gltf_value *sampler, const char *key) {
    bp_gltf_value member = bp_gltf_member(sampler, key);
    bool told = doctor->report->count < BP_DOCTOR_MAX_FINDINGS;
    return bp_doctor_at_node(told ? bp_doctor_sampler_target(doctor, sampler).node : -1, "%s",
                             bp_doctor_path_of(&member).text);
}

static void check_times(bp_doctor *doctor, const bp_gltf_value *sampler, const float *times, size_t count) {
    for (size_t i = 0; i < count; i++) {
        bool finite = bp_is_finite(times[i]);
        if (finite && times[i] >= 0.0f && (i == 0 || times[i] > times[i - 1])) continue;
        bp_doctor_place place = at_member(doctor, sampler, "input");
        if (finite) bp_doctor_add_time(&place, (double)times[i]);
        if (!finite)
            bp_doctor_add_coded(doctor, BP_DOCTOR_KEYS_NOT_INCREASING, BP_DOCTOR_ERROR, BP_DOCTOR_NONE,
                                "ACCESSOR_INVALID_FLOAT", place, "the time of key %zu is NaN or infinite", i);
        else if (times[i] < 0.0f)
            bp_doctor_add_coded(doctor, BP_DOCTOR_KEYS_NOT_INCREASING, BP_DOCTOR_ERROR, BP_DOCTOR_NONE,
                                "ACCESSOR_ANIMATION_INPUT_NEGATIVE", place, "the time of key %zu is %g s", i,
                                (double)times[i]);
        else
            bp_doctor_add(doctor, BP_DOCTOR_KEYS_NOT_INCREASING, BP_DOCTOR_ERROR, place,
                          "key %zu is at %g s, not after the key before it, at %g s", i, (double)times[i],
                          (double)times[i - 1]);
        return;
    }
}

bool bp_doctor_is_cubic(const bp_gltf_value *sampler) {
    return strcmp(bp_json_text_or(bp_json_member(sampler->json, "interpolation"), ""), "CUBICSPLINE") == 0;
}

/* Reports a cubic sampler whose tangents are its values: a slope of 1 per second for a value of 1 is none
 * that a tool would write. */
static void check_tangents(bp_doctor *doctor, const bp_gltf_value *sampler, const float *values, size_t count,
                           size_t width) {
    size_t size = width * sizeof(float);
    bool any = false;
    for (size_t i = 0; i + 2 < count; i += 3) {
        const float *in = values + width * i, *value = in + width, *out = value + width;
        if (memcmp(in, value, size) != 0 || memcmp(out, value, size) != 0) return;
        for (size_t j = 0; j < width; j++) any = any || value[j] != 0.0f;
    }
    if (any && count >= 6 && bp_doctor_is_cubic(sampler))
        bp_doctor_add(doctor, BP_DOCTOR_TANGENTS, BP_DOCTOR_WARNING, at_member(doctor, sampler, "output"),
                      "both tangents of all %zu keys equal the keys' values", count / 3);
}

static void check_vectors(bp_doctor *doctor, const bp_gltf_value *sampler, const float *values,
                          size_t count) {
    check_tangents(doctor, sampler, values, count, 3);
}

static void add_key_time(bp_doctor *doctor, const bp_gltf_value *sampler, size_t key,
                         bp_doctor_place *place) {
    bp_gltf_accessor accessor;
    float *times = bp_doctor_floats(doctor, sampler, "input", BP_GLTF_SCALAR, &accessor);
    if (times && key < accessor.count && bp_is_finite(times[key]))
        bp_doctor_add_time(place, (double)times[key]);
    bp_free(&doctor->document.allocator, times);
}

/* Reports keys after which a full turn may be lost: a quaternion and its negative are one rotation. */
static void check_turns(bp_doctor *doctor, const bp_gltf_value *sampler, const float *values, size_t count) {
    bool cubic = bp_doctor_is_cubic(sampler);
    size_t step = cubic ? 3 : 1, turns = 0, first = 0;
    for (size_t i = (cubic ? 1 : 0) + step; i < count; i += step) {
        const float *q = values + 4 * i, *before = q - 4 * step;
        if (!(q[0] * before[0] + q[1] * before[1] + q[2] * before[2] + q[3] * before[3] < -0.99999f))
            continue;
        if (turns++ == 0) first = i / step;
    }
    if (turns == 0) return;
    bp_doctor_place place = at_member(doctor, sampler, "output");
    add_key_time(doctor, sampler, first, &place);
    bp_doctor_add(
        doctor, BP_DOCTOR_FULL_TURN, cubic ? BP_DOCTOR_WARNING : BP_DOCTOR_NOTE, place,
        "%zu quaternions are the negative of the one before, as after a full turn; the first is that "
        "of key %zu. %s",
        turns, first,
        cubic ? "The curve between them goes through a quaternion of length 0"
              : "Between them the joint stands still");
}

static void check_count(bp_doctor *doctor, const bp_gltf_value *sampler) {
    bp_gltf_document *document = &doctor->document;
    bp_gltf_accessor times, values;
    size_t step = bp_doctor_is_cubic(sampler) ? 3 : 1;
    int input, index;
    if (!bp_gltf_reference(document, sampler, "input", BP_GLTF_ACCESSORS, &input, NULL) || input < 0 ||
        !bp_gltf_reference(document, sampler, "output", BP_GLTF_ACCESSORS, &index, NULL) || index < 0 ||
        !bp_gltf_accessor_shape(document, (size_t)input, &times, NULL) ||
        !bp_gltf_accessor_shape(document, (size_t)index, &values, NULL))
        return;
    if (values.count != step * times.count)
        bp_doctor_add(doctor, BP_DOCTOR_KEYS_COUNT, BP_DOCTOR_ERROR, at_member(doctor, sampler, "output"),
                      "%zu times need %zu values%s, but there are %zu", times.count, step * times.count,
                      step == 3 ? ", with the tangents of CUBICSPLINE" : "", values.count);
    else if (step == 3 && times.count == 1)
        bp_doctor_add_coded(doctor, BP_DOCTOR_KEYS_COUNT, BP_DOCTOR_ERROR, BP_DOCTOR_NONE,
                            "ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS",
                            at_member(doctor, sampler, "output"),
                            "CUBICSPLINE needs at least two keys, but there is one");
}

/* A cubic key has three quaternions; the middle one is the value, the others are tangents. */
static void check_rotations(bp_doctor *doctor, const bp_gltf_value *sampler, const float *values,
                            size_t count) {
    bool cubic = bp_doctor_is_cubic(sampler);
    size_t wrong = 0, first = 0;
    double first_length = 1.0;
    check_tangents(doctor, sampler, values, count, 4);
    check_turns(doctor, sampler, values, count);
    for (size_t i = cubic ? 1 : 0; i < count; i += cubic ? 3 : 1) {
        const float *q = values + 4 * i;
        double length =
            sqrt((double)q[0] * q[0] + (double)q[1] * q[1] + (double)q[2] * q[2] + (double)q[3] * q[3]);
        if (fabs(length - 1.0) <= UNIT_TOLERANCE) continue;
        if (wrong++ > 0) continue;
        first = cubic ? i / 3 : i;
        first_length = length;
    }
    if (wrong == 0) return;
    bp_doctor_place place = at_member(doctor, sampler, "output");
    add_key_time(doctor, sampler, first, &place);
    bp_doctor_add(doctor, BP_DOCTOR_ROTATION_NOT_UNIT, BP_DOCTOR_ERROR, place,
                  "the length of %zu of %zu quaternions is not 1; that of key %zu is %g", wrong,
                  cubic ? count / 3 : count, first, first_length);
}

static void check_target(bp_doctor *doctor, const bp_gltf_value *target, int index) {
    const bp_doctor_node *node = &doctor->nodes[index];
    bp_doctor_place place = bp_doctor_at_node(index, "%s", bp_doctor_path_of(target).text);
    if (node->has_matrix)
        bp_doctor_add(doctor, BP_DOCTOR_CHANNEL_ON_MATRIX_NODE, BP_DOCTOR_ERROR, place,
                      "the channel moves %s, whose transform is a matrix",
                      bp_doctor_node_text(doctor, index).text);
    if (node->mesh >= 0 && node->skin >= 0)
        bp_doctor_add(doctor, BP_DOCTOR_CHANNEL_ON_SKINNED_MESH, BP_DOCTOR_WARNING, place,
                      "the channel moves %s, whose mesh is skinned", bp_doctor_node_text(doctor, index).text);
}

/* Reports a channel for a target that an earlier channel of the clip has. `seen`: by node, a bit for each
 * kind of track. */
static void check_repeated(bp_doctor *doctor, const bp_gltf_value *value, bp_gltf_target target,
                           uint8_t *seen) {
    if (seen[target.node] & 1 << target.kind)
        bp_doctor_add(doctor, BP_DOCTOR_CHANNEL_DUPLICATED, BP_DOCTOR_ERROR,
                      bp_doctor_at_node(target.node, "%s", bp_doctor_path_of(value).text),
                      "an earlier channel of this clip moves the %s of %s too", bp_gltf_paths[target.kind],
                      bp_doctor_node_text(doctor, target.node).text);
    seen[target.node] |= (uint8_t)(1 << target.kind);
}

static void report_unplayed(bp_doctor *doctor, const bp_gltf_value *target) {
    const bp_json *extensions = bp_json_member(target->json, "extensions");
    const bp_json *extension = bp_json_member(extensions, "KHR_animation_pointer");
    const char *pointer = bp_json_text_or(bp_json_member(extension, "pointer"), NULL);
    if (pointer)
        bp_doctor_add(doctor, BP_DOCTOR_EXTENSIONS_LEFT_OUT, BP_DOCTOR_NOTE,
                      bp_doctor_at("%s", bp_doctor_path_of(target).text),
                      "the channel moves \"%.100s\", which Bindpose doesn't play", pointer);
}

/* A sampler that several channels share is checked once; `done` has a flag for each sampler. */
static void check_channel(bp_doctor *doctor, const bp_gltf_value *channel, const bp_gltf_value *samplers,
                          size_t sampler_count, bool *done, uint8_t *seen) {
    bp_error *fault = &doctor->fault;
    bp_gltf_value value = bp_gltf_member(channel, "target");
    int node, sampler;
    if (!bp_doctor_read(
            doctor,
            bp_gltf_require_object(channel, fault) && bp_gltf_require_object(&value, fault) &&
                bp_gltf_reference(&doctor->document, &value, "node", BP_GLTF_NODES, &node, fault) &&
                bp_gltf_required_index(channel, "sampler", "samplers", sampler_count, &sampler, fault)))
        return;
    bp_gltf_target target = bp_gltf_target_of(&doctor->document, value.json);
    bool rotation = target.kind == BP_TRACK_ROTATION;
    if (target.node < 0) {
        report_unplayed(doctor, &value);
        return;
    }
    check_repeated(doctor, &value, target, seen);
    if (target.kind == BP_TRACK_WEIGHTS) return;
    check_target(doctor, &value, target.node);
    value = bp_gltf_item(samplers, (size_t)sampler);
    if (done[sampler]) return;
    done[sampler] = true;
    check_count(doctor, &value);
    check_accessor(doctor, &value, "output", rotation ? BP_GLTF_VEC4 : BP_GLTF_VEC3,
                   rotation ? check_rotations : check_vectors);
}

/* ---- how near a clip comes to rest ----------------------------------------------------------------*/

/* Degrees from rest and the bind pose in the mean of the joints, at their nearest. Sound clips: up to 70. */
static const double FAR = 75.0;
/* A channel is far from rest by so many degrees, or by this share of the joint's length, and fits another
 * joint so many times as well. In sound files no two joints fit each other's channels. */
static const double ASTRAY = 45.0, ASTRAY_LENGTH = 0.1, FITS = 0.3, FITS_LENGTH = 0.1;
enum { KEYS = 8, MAX_ASTRAY = 128 };

/* Some of the values with which a channel moves a joint. */
typedef struct joint_keys {
    int node;
    size_t count;
    float values[KEYS][4];
} joint_keys;

static bool read_keys(bp_doctor *doctor, const bp_gltf_value *channel, bp_track_kind kind, joint_keys *out) {
    bp_gltf_value value = bp_gltf_member(channel, "target"),
                  samplers = bp_gltf_member(channel->up->up, "samplers");
    bp_gltf_target target = bp_gltf_target_of(&doctor->document, value.json);
    double number = bp_json_number_or(bp_json_member(channel->json, "sampler"), -1.0);
    bp_gltf_accessor accessor;
    bool exists = false;
    if (target.node < 0 || target.kind != kind || !doctor->nodes[target.node].is_joint ||
        !(number >= 0.0 && number < (double)bp_json_count(samplers.json)))
        return false;
    bp_gltf_value sampler = bp_gltf_item(&samplers, (size_t)number);
    if (!bp_gltf_accessor_member(&doctor->document, &sampler, "output",
                                 kind == BP_TRACK_ROTATION ? BP_GLTF_VEC4 : BP_GLTF_VEC3, &accessor, &exists,
                                 NULL) ||
        !exists || accessor.sparse_count > 0 || !accessor.base.data)
        return false;
    size_t middle = bp_doctor_is_cubic(&sampler), step = 1 + 2 * middle, keys = accessor.count / step;
    const uint8_t *first = accessor.base.data;
    *out = (joint_keys){.node = target.node, .count = keys < KEYS ? keys : KEYS};
    accessor.count = 1;
    for (size_t i = 0; i < out->count; i++) {
        size_t key = out->count > 1 ? i * (keys - 1) / (out->count - 1) : 0;
        accessor.base.data = first + (step * key + middle) * accessor.base.stride;
        bp_gltf_accessor_floats(&accessor, out->values[i], 0);
    }
    return keys > 0;
}

/* How far the nearest key is from a node's rotation at rest, in degrees, if it is read in a way (-1: as it
 * is, and from that in the bind pose if that is nearer); or from its translation. */
static double off_node(const joint_keys *keys, bp_track_kind kind, const bp_doctor_node *node, int way) {
    double least = kind == BP_TRACK_ROTATION ? 180.0 : INFINITY;
    for (size_t i = 0; i < keys->count; i++) {
        const float *v = keys->values[i];
        bp_quat q = bp_doctor_reorder((bp_quat){v[0], v[1], v[2], v[3]}, way);
        if (kind == BP_TRACK_ROTATION)
            least = fmin(least, fmin(bp_doctor_angle(q, node->rotation),
                                     way < 0 ? bp_doctor_angle(q, node->bound) : 180.0));
        else
            least = fmin(least, (double)bp_vec3_distance(bp_vec3_make(v[0], v[1], v[2]),
                                                         bp_mat4_position(node->local)));
    }
    return least;
}

bp_doctor_way_tally bp_doctor_clip_ways(bp_doctor *doctor, const bp_gltf_value *animation) {
    bp_doctor_way_tally tally = {.count = 0};
    joint_keys keys;
    BP_GLTF_EACH(walk, animation, "channels.*") {
        if (!read_keys(doctor, walk.value, BP_TRACK_ROTATION, &keys)) continue;
        tally.count++;
        tally.nearest += off_node(&keys, BP_TRACK_ROTATION, &doctor->nodes[keys.node], -1);
        for (int way = 0; way < BP_DOCTOR_WAYS; way++)
            tally.off[way] += off_node(&keys, BP_TRACK_ROTATION, &doctor->nodes[keys.node], way);
    }
    return tally;
}

int bp_doctor_clips_way(bp_doctor *doctor) {
    int way = 0;
    for (bp_gltf_walk walk = bp_gltf_walk_of(&doctor->document.root, "animations.*");
         way == 0 && bp_gltf_walk_next(&walk);) {
        const bp_doctor_way_tally tally = bp_doctor_clip_ways(doctor, walk.value);
        way = bp_doctor_clear_way(&tally);
    }
    return way;
}

static bool check_way(bp_doctor *doctor, const bp_gltf_value *animation) {
    const bp_doctor_way_tally tally = bp_doctor_clip_ways(doctor, animation);
    int way = bp_doctor_clear_way(&tally);
    double now = tally.count > 0 ? tally.nearest / (double)tally.count : 0.0;
    bp_doctor_place place = bp_doctor_at("%s", bp_doctor_path_of(animation).text);
    if (way > 0)
        bp_doctor_add(
            doctor, BP_DOCTOR_ROTATION_ORDER, BP_DOCTOR_ERROR, place,
            "the rotations seem to be written %s: read so, the clip comes within %.3g degrees of rest in "
            "the mean of its joints, else within %.3g",
            bp_doctor_ways[way], tally.off[way] / (double)tally.count, tally.off[0] / (double)tally.count);
    else if (tally.count >= 4 && now > FAR)
        bp_doctor_add(
            doctor, BP_DOCTOR_ROTATION_ORDER, BP_DOCTOR_WARNING, place,
            "the clip comes only within %.3g degrees of rest in the mean of its joints: its channels may be "
            "those of other joints, or its rotations written in another way",
            now);
    return way == 0 && !(now > FAR);
}

/* Reports two joints whose channels would be near rest if they were each other's. Returns whether there are
 * none. */
static bool check_joints(bp_doctor *doctor, const bp_gltf_value *animation, bp_track_kind kind) {
    const double fits = kind == BP_TRACK_ROTATION ? FITS : FITS_LENGTH;
    joint_keys keys[MAX_ASTRAY];
    double own[MAX_ASTRAY];
    size_t count = 0;
    for (bp_gltf_walk walk = bp_gltf_walk_of(animation, "channels.*");
         count < MAX_ASTRAY && bp_gltf_walk_next(&walk);) {
        if (!read_keys(doctor, walk.value, kind, &keys[count])) continue;
        const bp_doctor_node *node = &doctor->nodes[keys[count].node];
        double length = ASTRAY_LENGTH * (double)bp_vec3_length(bp_mat4_position(node->local));
        own[count] = off_node(&keys[count], kind, node, -1);
        if (!(own[count] > (kind == BP_TRACK_ROTATION ? ASTRAY : length))) continue;
        for (size_t i = 0; i < count; i++) {
            if (!(off_node(&keys[i], kind, node, -1) < fits * own[i]) ||
                !(off_node(&keys[count], kind, &doctor->nodes[keys[i].node], -1) < fits * own[count]))
                continue;
            bp_doctor_add(
                doctor, BP_DOCTOR_ROTATION_ORDER, BP_DOCTOR_WARNING,
                bp_doctor_at_node(keys[count].node, "%s", bp_doctor_path_of(walk.value).text),
                "the clip's channels of %s and %s seem to be exchanged: both joints are far from rest all "
                "the time, and each one's channel comes near the other's",
                bp_doctor_node_text(doctor, keys[i].node).text,
                bp_doctor_node_text(doctor, keys[count].node).text);
            return false;
        }
        count++;
    }
    return true;
}

static void check_animation(bp_doctor *doctor, const bp_gltf_value *animation) {
    const bp_allocator *allocator = &doctor->document.allocator;
    bp_gltf_value channels, samplers, item;
    size_t channel_count, sampler_count;
    if (!bp_doctor_read(doctor,
                        bp_gltf_array(animation, "channels", &channels, &channel_count, &doctor->fault) &&
                            bp_gltf_array(animation, "samplers", &samplers, &sampler_count, &doctor->fault)))
        return;
    bool *done = bp_alloc(allocator, sampler_count, sizeof *done, &doctor->fault);
    uint8_t *seen = bp_alloc(allocator, doctor->node_count, sizeof *seen, &doctor->fault);
    if (bp_doctor_read(doctor, done && seen)) {
        for (size_t i = 0; i < sampler_count; i++) {
            item = bp_gltf_item(&samplers, i);
            check_accessor(doctor, &item, "input", BP_GLTF_SCALAR, check_times);
        }
        for (size_t i = 0; i < channel_count; i++) {
            item = bp_gltf_item(&channels, i);
            check_channel(doctor, &item, &samplers, sampler_count, done, seen);
        }
        (void)(check_way(doctor, animation) && check_joints(doctor, animation, BP_TRACK_ROTATION) &&
               check_joints(doctor, animation, BP_TRACK_POSITION));
    }
    bp_free(allocator, done);
    bp_free(allocator, seen);
}

void bp_doctor_check_animations(bp_doctor *doctor) {
    for (size_t i = 0; i < doctor->document.counts[BP_GLTF_ANIMATIONS]; i++) {
        bp_gltf_value animation = bp_gltf_element(&doctor->document, BP_GLTF_ANIMATIONS, i);
        check_animation(doctor, &animation);
    }
}

/* BVH as glTF: unit and upward axis, nodes, and an animation. */
#include "gltf/bvh/bvh.h"
#include "io/json.h"
#include <string.h>

/* The change to metres with Y up, and how it was found. */
typedef struct bvh_change {
    double unit;
    const char *unit_text, *axis_text;
    bp_dquat turn;
} bvh_change;

/* ---- unit and axes --------------------------------------------------------------------------------*/

static bool name_has(const bp_bvh_joint *joint, const char *part) {
    size_t size = strlen(part);
    for (size_t i = 0; i + size <= joint->name_size; i++) {
        size_t same = 0;
        while (same < size && (joint->name[i + same] | 0x20) == part[same]) same++;
        if (same == size) return true;
    }
    return false;
}

/* The first joint of a name; -1: none. */
static int find_joint(const bp_bvh *bvh, const char *part) {
    for (size_t i = 0; i < bvh->joint_count; i++)
        if (name_has(&bvh->joints[i], part)) return (int)i;
    return -1;
}

static void find_worlds(const bp_bvh *bvh, size_t frame, bp_dvec3 *at, bp_dquat *turned) {
    for (size_t i = 0; i < bvh->joint_count; i++) {
        int parent = bvh->joints[i].parent;
        bp_bvh_local(bvh, i, frame, &at[i], &turned[i]);
        if (parent < 0) continue;
        bp_dvec3 arm = bp_dquat_rotate(turned[parent], at[i]);
        at[i] = (bp_dvec3){at[parent].x + arm.x, at[parent].y + arm.y, at[parent].z + arm.z};
        turned[i] = bp_dquat_mul(turned[parent], turned[i]);
    }
}

/* How far the joint is from the root along the bones. */
static double way_to_root(const bp_bvh *bvh, int joint) {
    double length = 0;
    for (; joint > 0; joint = bvh->joints[joint].parent) length += bp_dvec3_length(bvh->joints[joint].offset);
    return length;
}

enum { FEW = 8 }; /* so few joints may be anything, and lie in any way */

/* Sums over some frames: `up` from foot to head, `size` of the box around the joints; of a body's around
 * those that end a chain, since its root may stay behind. */
static bool measure(const bp_bvh *bvh, int head, int foot, double up[3], double size[3], bp_error *error) {
    enum { MOST_FRAMES = 16 };
    bp_arena arena = bp_arena_make(&bvh->arena.allocator, 0);
    bp_dvec3 *at = bp_arena_alloc(&arena, bvh->joint_count, sizeof *at, error);
    bp_dquat *turned = at ? bp_arena_alloc(&arena, bvh->joint_count, sizeof *turned, error) : NULL;
    size_t frames = bvh->frame_count < MOST_FRAMES ? bvh->frame_count : MOST_FRAMES;
    for (size_t i = 0; turned && i < (frames > 0 ? frames : 1); i++) {
        find_worlds(bvh, frames > 0 ? i * bvh->frame_count / frames : SIZE_MAX, at, turned);
        for (int axis = 0; axis < 3; axis++) {
            double lo = 1e300, hi = -1e300;
            for (size_t j = 0; j < bvh->joint_count; j++) {
                bool ends = j + 1 == bvh->joint_count || bvh->joints[j + 1].parent != (int)j;
                if (bvh->joint_count > FEW && !ends) continue;
                lo = fmin(lo, bp_dvec3_part(at[j], axis));
                hi = fmax(hi, bp_dvec3_part(at[j], axis));
            }
            size[axis] += (hi - lo) / (double)(frames > 0 ? frames : 1);
            if (head >= 0 && foot >= 0)
                up[axis] += bp_dvec3_part(at[head], axis) - bp_dvec3_part(at[foot], axis);
        }
    }
    bp_arena_clear(&arena);
    return turned != NULL;
}

/* The size decides: people are 1.2 to 2.2 metres tall from head joint to foot. */
static void choose_unit(bvh_change *change, double height, bool human) {
    static const struct {
        double most, unit;
        bool human;
        const char *text;
    } units[] = {{6, 1, false, "metres"},           {42, 0.0254 / 0.45, true, "CMU's unit of 5.64 cm"},
                 {50, 0.01, false, "centimetres"},  {84, 0.0254, true, "inches"},
                 {600, 0.01, false, "centimetres"}, {1e300, 0.001, false, "millimetres"}};
    size_t i = 0;
    while (i + 1 < BP_COUNT(units) && (height > units[i].most || (units[i].human && !human))) i++;
    change->unit = units[i].unit;
    change->unit_text = units[i].text;
}

/* The quarter turn that brings an axis (0, 1, 2) or its opposite to +Y. */
static void choose_turn(bvh_change *change, int axis, bool negative) {
    static const char *const texts[] = {"X up", "Y up", "Z up", "-X up", "-Y up", "-Z up"};
    const double half = 0.70710678118654752440;
    bp_dquat turns[] = {{0, 0, half, half}, {0, 0, 0, 1}, {-half, 0, 0, half}};
    if (negative) turns[axis] = axis == 1 ? (bp_dquat){1, 0, 0, 0} : turns[axis];
    if (negative && axis != 1) turns[axis].w = -half;
    change->turn = turns[axis];
    change->axis_text = texts[axis + (negative ? 3 : 0)];
}

static bool find_change(const bp_bvh *bvh, bvh_change *change, bp_error *error) {
    int head = find_joint(bvh, "head"), foot = find_joint(bvh, "foot"), axis = 1;
    double up[3] = {0}, size[3] = {0};
    if (foot < 0) foot = find_joint(bvh, "ankle");
    bool human = head >= 0 && foot >= 0;
    if (!measure(bvh, head, foot, up, size, error)) return false;
    double most = fmax(size[0], fmax(size[1], size[2]));
    if (human) {
        for (int i = 0; i < 3; i++)
            if (i != axis && fabs(up[i]) > 1.5 * fabs(up[axis])) axis = i;
        most = way_to_root(bvh, head) + way_to_root(bvh, foot);
    } else if (bvh->joint_count > FEW && size[2] > 1.25 * size[1]) {
        axis = 2;
    }
    choose_turn(change, axis, human && up[axis] < 0);
    choose_unit(change, most, human);
    return true;
}

typedef struct bvh_writer {
    bp_bvh *bvh;
    bvh_change change;
    bp_text_buffer bytes;
    bp_json_writer json;
    size_t track_count;
    struct track {
        size_t joint, at; /* at: in the bytes */
        bool rotates;
    } * tracks; /* in the arena */
} bvh_writer;

static bp_dvec3 changed(const bvh_change *change, bp_dvec3 v) {
    bp_dvec3 turned = bp_dquat_rotate(change->turn, v);
    return (bp_dvec3){turned.x * change->unit, turned.y * change->unit, turned.z * change->unit};
}

/* The same rotation about the turned axis, with the sign nearest to the one before. */
static bp_dquat changed_rotation(const bvh_change *change, bp_dquat q, bp_dquat before) {
    bp_dvec3 axis = bp_dquat_rotate(change->turn, (bp_dvec3){q.x, q.y, q.z});
    double dot = axis.x * before.x + axis.y * before.y + axis.z * before.z + q.w * before.w;
    double sign = dot < 0 ? -1 : 1;
    return bp_dquat_normalize((bp_dquat){sign * axis.x, sign * axis.y, sign * axis.z, sign * q.w});
}

/* Whether channels of a kind move the joint: positions that stay at the OFFSET don't. */
static bool has_track(const bp_bvh *bvh, const bp_bvh_joint *joint, bool rotates) {
    for (size_t c = 0; c < joint->count; c++) {
        int axis = joint->channels[c] & ~BP_BVH_ROTATION;
        if (!(joint->channels[c] & BP_BVH_ROTATION) == rotates) continue;
        if (rotates) return true;
        double rest = joint->moves_relative ? 0 : bp_dvec3_part(joint->offset, axis);
        for (size_t f = 0; f < bvh->frame_count; f++) {
            double value = (double)((const float *)bvh->values.data)[f * bvh->width + joint->first + c];
            if (fabs(value - rest) > 1e-6 * (1 + fabs(rest))) return true;
        }
    }
    return false;
}

static void put_track(bvh_writer *writer, size_t index, bool rotates) {
    const bp_bvh *bvh = writer->bvh;
    bp_dquat before = {0, 0, 0, 1};
    if (!has_track(bvh, &bvh->joints[index], rotates)) return;
    writer->tracks[writer->track_count++] =
        (struct track){.joint = index, .at = writer->bytes.size, .rotates = rotates};
    for (size_t f = 0; f < bvh->frame_count; f++) {
        bp_dvec3 position;
        bp_dquat rotation;
        bp_bvh_local(bvh, index, f, &position, &rotation);
        before = changed_rotation(&writer->change, rotation, before);
        bp_vec3 at = bp_dvec3_to_vec3(changed(&writer->change, position));
        bp_quat turned = bp_dquat_to_quat(before);
        bp_text_buffer_put(&writer->bytes, rotates ? &turned.x : &at.x, rotates ? sizeof turned : sizeof at);
    }
}

static float time_of(const bp_bvh *bvh, size_t frame) { return (float)((double)frame * bvh->frame_time); }

static bool put_tracks(bvh_writer *writer, bp_error *error) {
    bp_bvh *bvh = writer->bvh;
    writer->tracks = bp_arena_alloc(&bvh->arena, 2 * bvh->joint_count, sizeof *writer->tracks, error);
    if (!writer->tracks) return false;
    for (size_t f = 0; f < bvh->frame_count; f++) {
        float time = time_of(bvh, f);
        bp_text_buffer_put(&writer->bytes, &time, sizeof time);
    }
    for (size_t i = 0; bvh->frame_count > 0 && i < bvh->joint_count; i++) {
        put_track(writer, i, false);
        put_track(writer, i, true);
    }
    return true;
}

/* A joint's name; an end site's is that of its joint and "_end". */
static bool write_name(bvh_writer *writer, const bp_bvh_joint *joint, bp_error *error) {
    const bp_bvh_joint *named = joint->is_end ? &writer->bvh->joints[joint->parent] : joint;
    char *name = bp_alloc(&writer->bvh->arena.allocator, named->name_size + 5, 1, error);
    if (!name) return false;
    memcpy(name, named->name, named->name_size);
    memcpy(name + named->name_size, joint->is_end ? "_end" : "", joint->is_end ? 5 : 1);
    bp_json_write(&writer->json, "name: %s", name);
    bp_free(&writer->bvh->arena.allocator, name);
    return true;
}

static bool write_nodes(bvh_writer *writer, bp_error *error) {
    bp_bvh *bvh = writer->bvh;
    int *child = bp_arena_alloc(&bvh->arena, bvh->joint_count, sizeof *child, error);
    int *sibling = child ? bp_arena_alloc(&bvh->arena, bvh->joint_count, sizeof *sibling, error) : NULL;
    if (!sibling) return false;
    for (size_t i = bvh->joint_count; i-- > 1;) { /* 0: none, since the root is no child */
        sibling[i] = child[bvh->joints[i].parent];
        child[bvh->joints[i].parent] = (int)i;
    }
    bp_json_write(&writer->json, "nodes: [");
    for (size_t i = 0; i < bvh->joint_count; i++) {
        bp_vec3 at = bp_dvec3_to_vec3(changed(&writer->change, bvh->joints[i].offset));
        bp_json_write(&writer->json, "{");
        if (!write_name(writer, &bvh->joints[i], error)) return false;
        bp_json_write(&writer->json, "translation: %3p", bp_floats(&at.x));
        if (child[i] > 0) {
            bp_json_write(&writer->json, "children: (");
            for (int c = child[i]; c > 0; c = sibling[c]) bp_json_write(&writer->json, "%d", c);
            bp_json_write(&writer->json, ")");
        }
        bp_json_write(&writer->json, "}");
    }
    bp_json_write(&writer->json, "]");
    return true;
}

static void write_accessor(bp_json_writer *json, size_t frames, size_t offset, const char *type,
                           const float *last) {
    bp_json_write(json, "{bufferView: 0, byteOffset: %zu, componentType: 5126, count: %zu, type: %s", offset,
                  frames, type);
    if (last) bp_json_write(json, "min: (0), max: %1p", bp_floats(last));
    bp_json_write(json, "}");
}

static void write_animation(bvh_writer *writer) {
    bp_json_writer *json = &writer->json;
    size_t frames = writer->bvh->frame_count;
    bp_json_write(json, "animations: [{name: %s, channels: [", "motion");
    for (size_t i = 0; i < writer->track_count; i++)
        bp_json_write(json, "<sampler: %zu, target: {node: %zu, path: %s}>", i, writer->tracks[i].joint,
                      writer->tracks[i].rotates ? "rotation" : "translation");
    bp_json_write(json, "], samplers: [");
    for (size_t i = 1; i <= writer->track_count; i++) bp_json_write(json, "<input: 0, output: %zu>", i);
    bp_json_write(json, "]}], accessors: [");
    write_accessor(json, frames, 0, "SCALAR", &(const float){time_of(writer->bvh, frames - 1)});
    for (size_t i = 0; i < writer->track_count; i++)
        write_accessor(json, frames, writer->tracks[i].at, writer->tracks[i].rotates ? "VEC4" : "VEC3", NULL);
    bp_json_write(json, "], bufferViews: [<buffer: 0, byteLength: %zu>], buffers: [<byteLength: %zu>]",
                  writer->bytes.size, writer->bytes.size);
}

static bool write_json(bvh_writer *writer, bp_file *out, bp_error *error) {
    bp_json_writer *json = &writer->json;
    *json = bp_json_writer_make(&writer->bvh->arena.allocator);
    bp_json_write(json, "{asset: <version: %s, generator: %s>, scene: 0, scenes: [<nodes: [0]>]", "2.0",
                  "Bindpose " BP_VERSION ", from BVH");
    bool ok = write_nodes(writer, error);
    if (ok && writer->track_count > 0) write_animation(writer);
    if (!ok) {
        bp_json_writer_clear(json);
        return false;
    }
    bp_json_write(json, "}");
    return bp_json_writer_finish(json, out, error);
}

bool bp_bvh_to_gltf(bp_bvh *bvh, bp_file *json, bp_file *buffer, bp_error *error) {
    bvh_writer writer = {.bvh = bvh, .bytes = {.allocator = bvh->arena.allocator}};
    *json = *buffer = (bp_file){0};
    if (!find_change(bvh, &writer.change, error)) return false;
    bp_bvh_note(bvh, "BVH, read as %s with %s: %zu joints and end sites, %zu frames of %.6g s",
                writer.change.unit_text, writer.change.axis_text, bvh->joint_count, bvh->frame_count,
                bvh->frame_time);
    if (!put_tracks(&writer, error)) return false;
    bool ok = write_json(&writer, json, error);
    if (bp_text_buffer_finish(&writer.bytes, buffer, ok ? error : NULL) && ok) return true;
    bp_file_free(&bvh->arena.allocator, json);
    bp_file_free(&bvh->arena.allocator, buffer);
    return false;
}

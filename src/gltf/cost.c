/* Counts what a file needs: nodes, joints, primitives, instances, and the keys of channels, as the reader,
 * the figures of a scene and the rasterizer hold them. Values of a wrong kind count nothing: the reader or
 * the doctor tells what is wrong with them.
 *
 * The bytes and steps of each kind were measured with tests/hostile, and rounded up. They are doubles, which
 * no product of counts overflows. */
#include "gltf/cost.h"
#include "base/error.h"
#include <stdio.h>

typedef struct cost {
    double bytes, steps;
} cost;

typedef struct counter {
    const bp_gltf_document *document;
    cost used, limit;
    cost *instances; /* owned; of each mesh, what one instance needs */
} counter;

/* Per node, joint of a skin, primitive, and primitive of an instance. */
static const cost NODE = {2200, 20000}, JOINT = {1700, 3000}, PRIMITIVE = {2048, 2000},
                  INSTANCE = {6000, 5000};
/* Per vertex and corner of a primitive; a vertex of an instance is posed, transformed and drawn. */
static const cost VERTEX = {40, 100}, CORNER = {8, 20}, INFLUENCES = {48, 100}, POSED = {140, 600};
/* Per channel, key, and number of a key. */
static const cost CHANNEL = {600, 500}, KEY = {56, 100}, NUMBER = {8, 20};
/* How many times an animated vertex is posed before the first picture, to find where to look from. */
enum { POSES = 48, POSE_STEPS = 12 };

static cost times(cost c, double count) { return (cost){c.bytes * count, c.steps * count}; }
static cost plus(cost a, cost b) { return (cost){a.bytes + b.bytes, a.steps + b.steps}; }

static bool spend(counter *c, const bp_gltf_value *value, const char *what, double count, cost all,
                  bp_error *error) {
    c->used = plus(c->used, all);
    if (c->used.bytes <= c->limit.bytes && c->used.steps <= c->limit.steps) return true;
    bool memory = c->used.bytes > c->limit.bytes;
    double unit = memory ? 1e6 : 1e9;
    return bp_gltf_fail(
        value, error,
        "%.0f %s: with what comes before, they need %.*f %s, more than the limit of %.*f; if you trust the "
        "file, raise the limit (--limit)",
        count, what, memory ? 0 : 1, (memory ? c->used.bytes : c->used.steps) / unit,
        memory ? "MB" : "billion steps of work", memory ? 0 : 1,
        (memory ? c->limit.bytes : c->limit.steps) / unit);
}

/* ---- values of any kind ------------------------------------------------------------------------- */

/* The element that a member refers to; its json is NULL if there is none. */
static bp_gltf_value referred(const counter *c, const bp_json *object, const char *key,
                              bp_gltf_collection collection) {
    long long index = -1;
    if (!bp_json_integer(bp_json_member(object, key), &index) || index < 0 ||
        (size_t)index >= c->document->counts[collection])
        return (bp_gltf_value){.json = NULL};
    return bp_gltf_element(c->document, collection, (size_t)index);
}

/* The elements of the accessor that a member refers to. */
static double elements(const counter *c, const bp_json *object, const char *key) {
    bp_gltf_value accessor = referred(c, object, key, BP_GLTF_ACCESSORS);
    long long count = 0;
    return bp_json_integer(bp_json_member(accessor.json, "count"), &count) && count > 0 ? (double)count : 0;
}

/* ---- meshes ------------------------------------------------------------------------------------- */

/* Corners of the triangles, lines or points: never more than three for each vertex in the order. */
static double count_corners(const counter *c, const bp_json *primitive, double vertices) {
    long long mode = 4;
    double order = bp_json_member(primitive, "indices") ? elements(c, primitive, "indices") : vertices;
    bp_json_integer(bp_json_member(primitive, "mode"), &mode);
    return mode == 0 || mode == 1 || mode == 4 ? order : mode < 4 ? 2 * order : 3 * order;
}

static size_t count_sets(const bp_json *attributes) {
    char key[24];
    size_t sets = 0;
    do snprintf(key, sizeof key, "JOINTS_%zu", sets);
    while (bp_json_member(attributes, key) && ++sets < 64);
    return sets;
}

/* What a primitive needs; adds what one instance of it needs to *instance. */
static cost primitive_cost(const counter *c, const bp_json *primitive, bool animated, cost *instance) {
    const bp_json *attributes = bp_json_member(primitive, "attributes");
    double vertices = elements(c, attributes, "POSITION"), corners = count_corners(c, primitive, vertices);
    double targets = (double)bp_json_count(bp_json_member(primitive, "targets"));
    /* Without normals each corner has a vertex of its own, once for all instances. */
    double flat = bp_json_member(attributes, "NORMAL") ? 0 : corners;
    double posed = flat > vertices ? flat : vertices;
    cost own = plus(PRIMITIVE, plus(times(VERTEX, vertices + flat), times(CORNER, corners)));
    own = plus(own, times(INFLUENCES, vertices * (double)count_sets(attributes)));
    own = plus(own, times((cost){36, 20}, vertices * targets));
    *instance = plus(*instance, plus(INSTANCE, times(POSED, posed)));
    instance->steps += posed * (animated ? POSES : 1) * (POSE_STEPS + 4 * targets);
    return own;
}

static bool count_mesh(counter *c, size_t index, bool animated, bp_error *error) {
    bp_gltf_value mesh = bp_gltf_element(c->document, BP_GLTF_MESHES, index);
    bp_gltf_value primitives = bp_gltf_member(&mesh, "primitives");
    for (size_t i = 0; i < bp_json_count(primitives.json); i++) {
        bp_gltf_value primitive = bp_gltf_item(&primitives, i);
        double vertices = elements(c, bp_json_member(primitive.json, "attributes"), "POSITION");
        cost own = primitive_cost(c, primitive.json, animated, &c->instances[index]);
        if (!spend(c, &primitive, "vertices and their triangles", vertices, own, error)) return false;
    }
    return true;
}

static bool count_node(counter *c, size_t index, bp_error *error) {
    bp_gltf_value node = bp_gltf_element(c->document, BP_GLTF_NODES, index);
    long long mesh = -1;
    if (!bp_json_integer(bp_json_member(node.json, "mesh"), &mesh) || mesh < 0 ||
        (size_t)mesh >= c->document->counts[BP_GLTF_MESHES])
        return true;
    return spend(c, &node, "nodes, the last of them with a mesh", (double)index + 1, c->instances[mesh],
                 error);
}

/* ---- skins and animations ----------------------------------------------------------------------- */

static bool count_skin(counter *c, size_t index, bp_error *error) {
    bp_gltf_value skin = bp_gltf_element(c->document, BP_GLTF_SKINS, index);
    bp_gltf_value joints = bp_gltf_member(&skin, "joints");
    double count = (double)bp_json_count(joints.json);
    return spend(c, &joints, "joints", count, times(JOINT, count), error);
}

static bool count_channel(counter *c, const bp_gltf_value *channel, const bp_json *samplers,
                          bp_error *error) {
    long long sampler = -1;
    const char *path = bp_json_text_or(bp_json_member(bp_json_member(channel->json, "target"), "path"), "");
    bp_json_integer(bp_json_member(channel->json, "sampler"), &sampler);
    const bp_json *of = sampler >= 0 ? bp_json_item(samplers, (size_t)sampler) : NULL;
    double keys = elements(c, of, "input"), values = elements(c, of, "output");
    double width = path[0] == 'w' ? 1 : path[0] == 'r' ? 4 : 3;
    cost all = plus(CHANNEL, plus(times(KEY, keys), times(NUMBER, values * width)));
    return spend(c, channel, "keys", keys, all, error);
}

static bool count_animation(counter *c, size_t index, bp_error *error) {
    bp_gltf_value animation = bp_gltf_element(c->document, BP_GLTF_ANIMATIONS, index);
    bp_gltf_value channels = bp_gltf_member(&animation, "channels");
    const bp_json *samplers = bp_json_member(animation.json, "samplers");
    for (size_t i = 0; i < bp_json_count(channels.json); i++) {
        bp_gltf_value channel = bp_gltf_item(&channels, i);
        if (!count_channel(c, &channel, samplers, error)) return false;
    }
    return true;
}

static bool count_all(counter *c, bp_error *error) {
    const bp_gltf_document *document = c->document;
    const size_t *counts = document->counts;
    double nodes = (double)counts[BP_GLTF_NODES];
    if (!spend(c, &document->collections[BP_GLTF_NODES], "nodes", nodes, times(NODE, nodes), error))
        return false;
    for (size_t i = 0; i < counts[BP_GLTF_MESHES]; i++)
        if (!count_mesh(c, i, counts[BP_GLTF_ANIMATIONS] > 0, error)) return false;
    for (size_t i = 0; i < counts[BP_GLTF_NODES]; i++)
        if (!count_node(c, i, error)) return false;
    for (size_t i = 0; i < counts[BP_GLTF_SKINS]; i++)
        if (!count_skin(c, i, error)) return false;
    for (size_t i = 0; i < counts[BP_GLTF_ANIMATIONS]; i++)
        if (!count_animation(c, i, error)) return false;
    return true;
}

bool bp_gltf_document_open_within(bp_gltf_document *document, const bp_context *context,
                                  const bp_gltf_source *source, bp_gltf_notes *notes, size_t limit,
                                  bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(context);
    if (limit == 0) limit = bp_context_limit(context);
    if (!bp_gltf_document_open(document, allocator, source, notes, limit, error)) return false;
    counter c = {.document = document, .limit = {(double)limit, (double)limit * BP_GLTF_STEPS_PER_BYTE}};
    c.instances = bp_alloc(allocator, document->counts[BP_GLTF_MESHES], sizeof *c.instances, error);
    bool ok = c.instances && count_all(&c, error);
    bp_free(allocator, c.instances);
    if (ok) return true;
    if (source->name) bp_error_prefix_place(error, source->name);
    bp_gltf_document_close(document);
    return false;
}

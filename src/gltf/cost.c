/* Counts what a file needs: nodes, joints, primitives, instances, and the keys of channels, as the reader
 * holds them. Values of a wrong kind count nothing: the reader or the doctor tells what is wrong with them.
 * Whoever poses all vertices at once counts these (bp_model_check_limit).
 *
 * A few bytes of JSON can ask for any amount: a node repeats a mesh, a channel repeats its keys, an accessor
 * without a buffer view has any number of zeros. The count is of bytes and of steps of work, not of time, so
 * that a file is refused on every machine or on none. Those of each kind were measured with tests/hostile,
 * and rounded up. They are doubles, which no product of counts overflows. */
#include "base/allocator.h"
#include "base/error.h"
#include "gltf/document.h"

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
                  INSTANCE = {1000, 5000};
/* Per vertex and corner of a primitive. */
static const cost VERTEX = {40, 100}, CORNER = {8, 20}, INFLUENCES = {48, 100};
/* Per joint and clip: skins are posed at the moments of every clip. */
static const cost POSED_JOINT = {0, 4000};
/* Per channel, key, and number of a key. */
static const cost CHANNEL = {600, 50000}, KEY = {56, 100}, NUMBER = {8, 20};
/* How many times an animated vertex is posed before the first picture, to find where to look from. */
enum { POSES = 48, POSE_STEPS = 12 };

static cost times(cost c, double count) { return (cost){c.bytes * count, c.steps * count}; }
static cost plus(cost a, cost b) { return (cost){a.bytes + b.bytes, a.steps + b.steps}; }

static bool spend(counter *c, const bp_gltf_value *value, const char *what, double count, cost all,
                  bp_error *error) {
    c->used = plus(c->used, all);
    if (c->used.bytes <= c->limit.bytes && c->used.steps <= c->limit.steps) return true;
    return bp_gltf_fail(value, error,
                        "%.0f %s: with what comes before, they need %.0f MB and %.1f billion steps of work, "
                        "more than the limit of %.0f and %.1f; if you trust the file, raise it (--limit)",
                        count, what, c->used.bytes / 1e6, c->used.steps / 1e9, c->limit.bytes / 1e6,
                        c->limit.steps / 1e9);
}

/* The elements of the accessor that a member refers to. */
static double elements(const counter *c, const bp_json *object, const char *key) {
    int index = bp_gltf_index_of(c->document, bp_json_member(object, key), BP_GLTF_ACCESSORS);
    long long count = 0;
    if (index < 0) return 0;
    bp_gltf_value accessor = bp_gltf_element(c->document, BP_GLTF_ACCESSORS, (size_t)index);
    return bp_json_integer(bp_json_member(accessor.json, "count"), &count) && count > 0 ? (double)count : 0;
}

/* Corners of the triangles, lines or points: never more than three for each vertex in the order. */
static double count_corners(const counter *c, const bp_json *primitive, double vertices) {
    long long mode = 4;
    double order = bp_json_member(primitive, "indices") ? elements(c, primitive, "indices") : vertices;
    bp_json_integer(bp_json_member(primitive, "mode"), &mode);
    return mode == 0 || mode == 1 || mode == 4 ? order : mode < 4 ? 2 * order : 3 * order;
}

static size_t count_sets(const bp_json *attributes) {
    size_t sets = 0;
    while (sets < 64 && bp_json_member(attributes, bp_format("JOINTS_%zu", sets).text)) sets++;
    return sets;
}

/* Counts what a primitive needs, and adds to its mesh what one instance of it needs. */
static bool count_primitive(counter *c, const bp_gltf_walk *walk, bp_error *error) {
    const bp_json *primitive = walk->value->json, *attributes = bp_json_member(primitive, "attributes");
    cost *instance = &c->instances[walk->steps[1].index];
    double vertices = elements(c, attributes, "POSITION"), corners = count_corners(c, primitive, vertices);
    double targets = (double)bp_json_count(bp_json_member(primitive, "targets"));
    /* Without normals each corner has a vertex of its own, once for all instances. */
    double flat = bp_json_member(attributes, "NORMAL") ? 0 : corners;
    double poses = c->document->counts[BP_GLTF_ANIMATIONS] > 0 ? POSES : 1;
    cost own = plus(PRIMITIVE, plus(times(VERTEX, vertices + flat), times(CORNER, corners)));
    own = plus(own, times(INFLUENCES, vertices * (double)count_sets(attributes)));
    own = plus(own, times((cost){36, 20}, vertices * targets));
    *instance = plus(*instance, INSTANCE);
    instance->steps += (flat > vertices ? flat : vertices) * poses * (POSE_STEPS + 4 * targets);
    return spend(c, walk->value, "vertices and their triangles", vertices, own, error);
}

static bool count_instances(counter *c, const bp_gltf_walk *walk, bp_error *error) {
    int mesh = bp_gltf_index_of(c->document, walk->value->json, BP_GLTF_MESHES);
    const bp_gltf_value *node = &walk->steps[1];
    return mesh < 0 || spend(c, node, "nodes, the last of them with a mesh", (double)node->index + 1,
                             c->instances[mesh], error);
}

static bool count_joints(counter *c, const bp_gltf_walk *walk, bp_error *error) {
    double count = (double)bp_json_count(walk->value->json);
    double posed = count * (double)c->document->counts[BP_GLTF_ANIMATIONS];
    return spend(c, walk->value, "joints", count, plus(times(JOINT, count), times(POSED_JOINT, posed)),
                 error);
}

static bool count_keys(counter *c, const bp_gltf_walk *walk, bp_error *error) {
    const bp_json *channel = walk->value->json, *target = bp_json_member(channel, "target");
    const bp_json *samplers = bp_json_member(walk->steps[1].json, "samplers");
    const char *path = bp_json_text_or(bp_json_member(target, "path"), "");
    long long index = -1;
    bp_json_integer(bp_json_member(channel, "sampler"), &index);
    const bp_json *sampler = index >= 0 ? bp_json_item(samplers, (size_t)index) : NULL;
    double keys = elements(c, sampler, "input"), values = elements(c, sampler, "output");
    double width = path[0] == 'w' ? 1 : path[0] == 'r' ? 4 : 3;
    cost all = plus(CHANNEL, plus(times(KEY, keys), times(NUMBER, values * width)));
    return spend(c, walk->value, "keys", keys, all, error);
}

static bool count_all(counter *c, bp_error *error) {
    static const struct {
        const char *path;
        bool (*count)(counter *c, const bp_gltf_walk *walk, bp_error *error);
    } kinds[] = {{"meshes.*.primitives.*", count_primitive},
                 {"nodes.*.mesh", count_instances},
                 {"skins.*.joints", count_joints},
                 {"animations.*.channels.*", count_keys}};
    const bp_gltf_document *document = c->document;
    double nodes = (double)document->counts[BP_GLTF_NODES];
    if (!spend(c, &document->collections[BP_GLTF_NODES], "nodes", nodes, times(NODE, nodes), error))
        return false;
    for (size_t i = 0; i < BP_COUNT(kinds); i++)
        for (bp_gltf_walk walk = bp_gltf_walk_of(&document->root, kinds[i].path); bp_gltf_walk_next(&walk);)
            if (!kinds[i].count(c, &walk, error)) return false;
    return true;
}

bool bp_gltf_document_open_within(bp_gltf_document *document, const bp_context *context,
                                  const bp_gltf_source *source, bp_gltf_notes *notes, size_t limit,
                                  bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(context);
    if (limit == 0) limit = bp_context_limit(context);
    if (!bp_gltf_document_open(document, allocator, source, notes, limit, error)) return false;
    counter c = {.document = document, .limit = {(double)limit, (double)limit * BP_STEPS_PER_BYTE}};
    c.instances = bp_alloc(allocator, document->counts[BP_GLTF_MESHES], sizeof *c.instances, error);
    bool ok = c.instances && count_all(&c, error);
    bp_free(allocator, c.instances);
    if (ok) return true;
    if (source->name) bp_error_prefix_place(error, source->name);
    bp_gltf_document_close(document);
    return false;
}

bool bp_gltf_document_read(bp_gltf_document *document, const bp_context *context, const char *path,
                           bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_file file = {0};
    bp_gltf_source source;
    bool ok = bp_gltf_source_read(allocator, path, &file, &source, error) &&
              bp_gltf_document_open_within(document, context, &source, NULL, 0, error);
    if (ok && !document->owned.data)
        document->owned = file;
    else
        bp_file_free(allocator, &file);
    return ok;
}

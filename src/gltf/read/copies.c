/* EXT_mesh_gpu_instancing: a node's mesh many times, each time with a transform of its own below the node's.
 * Each copy becomes a node without a name, after the file's own nodes.
 *
 * A few bytes can ask for any number of copies. If they and their primitives are more than MAX_COPIES, the
 * others are left out with a note. */
#include "gltf/read/reader.h"

enum { MAX_COPIES = 65536, COPY_BYTES = 4096 /* about what one needs with its node */ };

/* The transforms of one node's copies. */
typedef struct copy_set {
    bp_gltf_value attributes;
    bp_gltf_accessor accessors[3]; /* translation, rotation, scale */
    bool given[3];
    size_t count, primitives; /* of each copy */
} copy_set;

static const char *const KEYS[3] = {"TRANSLATION", "ROTATION", "SCALE"};

/* Opens the accessors; the shortest one counts. Skinned meshes have no copies, since their nodes don't move
 * them. */
static bool open_copies(bp_gltf_reader *reader, size_t node, copy_set *out, bp_error *error) {
    bp_gltf_value value = bp_gltf_element(&reader->document, BP_GLTF_NODES, node);
    bp_gltf_value extensions = bp_gltf_member(&value, "extensions");
    bp_gltf_value instancing = bp_gltf_member(&extensions, "EXT_mesh_gpu_instancing");
    const bp_json *given = bp_json_member(instancing.json, "attributes");
    int mesh = bp_gltf_index_of(&reader->document, bp_json_member(value.json, "mesh"), BP_GLTF_MESHES);
    *out = (copy_set){.count = 0};
    if (!given || mesh < 0 || bp_json_member(value.json, "skin")) return true;
    out->primitives = reader->mesh_starts[mesh + 1] - reader->mesh_starts[mesh];
    bp_gltf_value attributes = bp_gltf_member(&instancing, "attributes");
    size_t count = SIZE_MAX;
    for (int i = 0; i < 3; i++) {
        unsigned type = i == 1 ? BP_GLTF_VEC4 : BP_GLTF_VEC3;
        if (!bp_gltf_accessor_member(&reader->document, &attributes, KEYS[i], type, &out->accessors[i],
                                     &out->given[i], error))
            return false;
        if (out->given[i] && out->accessors[i].count < count) count = out->accessors[i].count;
    }
    out->count = count == SIZE_MAX ? 0 : count;
    return true;
}

bool bp_gltf_count_copies(bp_gltf_reader *reader, bp_error *error) {
    size_t nodes = reader->document.counts[BP_GLTF_NODES], left = MAX_COPIES;
    reader->copy_starts =
        bp_alloc(&reader->document.allocator, nodes + 1, sizeof *reader->copy_starts, error);
    if (!reader->copy_starts) return false;
    reader->copy_starts[0] = nodes;
    for (size_t i = 0; i < nodes; i++) {
        copy_set copies;
        bp_error fault = {0};
        if (!open_copies(reader, i, &copies, &fault)) {
            if (!bp_gltf_forgive(&reader->document, &fault, "the copies are left out", error)) return false;
            copies.count = 0;
        }
        size_t each = 1 + copies.primitives, most = left / each;
        if (copies.count > most) {
            bp_gltf_value node = bp_gltf_element(&reader->document, BP_GLTF_NODES, i);
            bp_gltf_add_note(
                &reader->document, &node,
                "has %zu copies of its mesh; %zu of them are drawn, and %d of all meshes at most",
                copies.count, most, MAX_COPIES);
            copies.count = most;
        }
        left -= copies.count * each;
        reader->copy_starts[i + 1] = reader->copy_starts[i] + copies.count;
    }
    return bp_gltf_charge(&reader->document, &reader->document.collections[BP_GLTF_NODES],
                          reader->copy_starts[nodes] - nodes, COPY_BYTES, error);
}

static bool make_copy(bp_gltf_reader *reader, size_t node, size_t copy, float *const values[3],
                      bp_error *error) {
    bp_model *model = reader->model;
    size_t i = copy - reader->copy_starts[node];
    bp_node *made = bp_node_create(reader->context, "", model->nodes[node], error);
    if (!made) return false;
    model->nodes[copy] = made;
    if (!(model->node_names[copy] = bp_copy_text(&model->allocator, "", error))) return false;
    if (values[0])
        bp_node_set_position(made, (bp_vec3){values[0][3 * i], values[0][3 * i + 1], values[0][3 * i + 2]});
    if (values[1])
        bp_node_set_rotation(made, (bp_quat){values[1][4 * i], values[1][4 * i + 1], values[1][4 * i + 2],
                                             values[1][4 * i + 3]});
    if (values[2])
        bp_node_set_scale(made, (bp_vec3){values[2][3 * i], values[2][3 * i + 1], values[2][3 * i + 2]});
    return true;
}

static bool make_copies(bp_gltf_reader *reader, size_t node, bp_error *error) {
    bp_gltf_document *document = &reader->document;
    float *values[3] = {NULL, NULL, NULL};
    copy_set copies;
    bool ok = open_copies(reader, node, &copies, error);
    for (int i = 0; ok && i < 3; i++) {
        const bp_gltf_accessor *accessor = &copies.accessors[i];
        if (!copies.given[i]) continue;
        size_t charged = document->memory_charged;
        ok = bp_gltf_charge(document, &copies.attributes, accessor->count, accessor->width * sizeof(float),
                            error) &&
             (values[i] =
                  bp_alloc(&document->allocator, accessor->count, accessor->width * sizeof(float), error)) &&
             bp_gltf_finite_floats(document, accessor, values[i], 0, error);
        document->memory_charged = charged; /* it is freed below */
    }
    for (size_t i = reader->copy_starts[node]; ok && i < reader->copy_starts[node + 1]; i++)
        ok = make_copy(reader, node, i, values, error);
    for (int i = 0; i < 3; i++) bp_free(&document->allocator, values[i]);
    return ok;
}

bool bp_gltf_read_copies(bp_gltf_reader *reader, bp_error *error) {
    for (size_t i = 0; i < reader->document.counts[BP_GLTF_NODES]; i++)
        if (reader->copy_starts[i + 1] > reader->copy_starts[i] && !make_copies(reader, i, error))
            return false;
    return true;
}

/* Primitives that Draco compresses (KHR_draco_mesh_compression). Their accessors say how many numbers
 * there are, and of which type; the numbers are in the extension's buffer view. The context's decoder
 * unpacks a primitive when one of its accessors is first used. If the accessor has a buffer view of its
 * own, that is used. */
#include "gltf/accessor.h"

static const char EXTENSION[] = "extensions.KHR_draco_mesh_compression";

static void set_place(bp_gltf_document *document, const bp_json *reference, const bp_gltf_walk *primitive) {
    int accessor = bp_gltf_index_of(document, reference, BP_GLTF_ACCESSORS);
    if (accessor < 0 || document->draco[accessor].primitive > 0) return;
    document->draco[accessor].mesh = primitive->steps[1].index;
    document->draco[accessor].primitive = primitive->value->index + 1;
}

/* Finds the primitive that each accessor is of, once. */
static bool find_places(bp_gltf_document *document, bp_error *error) {
    if (document->draco) return true;
    document->draco =
        bp_alloc(&document->allocator, document->counts[BP_GLTF_ACCESSORS], sizeof *document->draco, error);
    if (!document->draco) return false;
    for (bp_gltf_walk at = bp_gltf_walk_of(&document->root, "meshes.*.primitives.*");
         bp_gltf_walk_next(&at);) {
        bp_gltf_value draco = bp_gltf_inner(at.value, EXTENSION);
        const bp_json *attributes = bp_json_member(at.value->json, "attributes");
        if (!draco.json) continue;
        for (bp_gltf_walk id = bp_gltf_walk_of(&draco, "attributes.*"); bp_gltf_walk_next(&id);)
            if (id.value->key) set_place(document, bp_json_member(attributes, id.value->key), &at);
        set_place(document, bp_json_member(at.value->json, "indices"), &at);
    }
    return true;
}

/* A primitive being unpacked. */
typedef struct unpacking {
    bp_gltf_document *document;
    bp_gltf_value draco;
    bp_draco_mesh mesh;
    bp_draco_attribute attributes[32];
    bp_gltf_accessor accessors[32];
} unpacking;

/* Room for as many numbers, tightly packed; NULL on error. */
static void *make_room(unpacking *u, size_t count, size_t size, bp_error *error) {
    bp_gltf_document *document = u->document;
    if (!bp_gltf_charge(document, &u->draco, count, size, error)) return NULL;
    return bp_alloc(&document->allocator, count * size, 1, error);
}

static void keep(unpacking *u, const bp_gltf_accessor *accessor, void *bytes) {
    bp_file *out = &u->document->draco[accessor->index].bytes;
    bp_file_free(&u->document->allocator, out); /* of a primitive that shares it */
    *out = (bp_file){bytes, accessor->count * accessor->base.stride};
}

static bool add_attribute(unpacking *u, const char *key, const bp_json *id, const bp_gltf_value *attributes,
                          bp_error *error) {
    bp_gltf_document *document = u->document;
    bp_draco_attribute *out = &u->attributes[u->mesh.attribute_count];
    bp_gltf_accessor *accessor = &u->accessors[u->mesh.attribute_count];
    long long number = -1;
    int index;
    if (!bp_gltf_reference(document, attributes, key, BP_GLTF_ACCESSORS, &index, error)) return false;
    if (index < 0 || !bp_json_integer(id, &number) || number < 0 || number > UINT32_MAX ||
        u->mesh.attribute_count == BP_COUNT(u->attributes))
        return bp_gltf_fail(&u->draco, error, "has an attribute \"%.40s\" that the primitive doesn't have",
                            key);
    if (!bp_gltf_accessor_shape(document, (size_t)index, accessor, error)) return false;
    if (u->mesh.attribute_count > 0 && accessor->count != u->mesh.vertex_count)
        return bp_gltf_fail_member(attributes, key, error, "has %zu elements, but others have %zu",
                                   accessor->count, u->mesh.vertex_count);
    u->mesh.vertex_count = accessor->count;
    *out = (bp_draco_attribute){.id = (unsigned)number,
                                .component = (unsigned)accessor->base.component,
                                .width = accessor->width,
                                .out = make_room(u, accessor->count, accessor->base.stride, error)};
    u->mesh.attribute_count += out->out != NULL;
    return out->out != NULL;
}

/* The decoded indices in the accessor's type. */
static bool keep_indices(unpacking *u, const bp_gltf_accessor *accessor, bp_error *error) {
    size_t size = bp_gltf_component_size(accessor->base.component);
    uint8_t *bytes = make_room(u, accessor->count, accessor->base.stride, error), *to = bytes;
    for (size_t i = 0; bytes && i < accessor->count; i++)
        for (size_t j = 0; j < size; j++) *to++ = (uint8_t)(u->mesh.indices[i] >> (8 * j));
    if (bytes) keep(u, accessor, bytes);
    return bytes != NULL;
}

static bool run(unpacking *u, const bp_gltf_value *primitive, bp_error *error) {
    bp_gltf_document *document = u->document;
    bp_gltf_value ids = bp_gltf_member(&u->draco, "attributes"),
                  attributes = bp_gltf_member(primitive, "attributes");
    bp_gltf_span bytes;
    bp_gltf_accessor indices;
    int view, index;
    void *at = NULL;
    const char *key;
    if (!bp_gltf_require_object(&ids, error) ||
        !bp_gltf_required_index(&u->draco, "bufferView", "bufferViews",
                                document->counts[BP_GLTF_BUFFER_VIEWS], &view, error) ||
        !bp_gltf_buffer_view_bytes(document, (size_t)view, &bytes, error) ||
        !bp_gltf_reference(document, primitive, "indices", BP_GLTF_ACCESSORS, &index, error))
        return false;
    for (const bp_json *id; (id = bp_json_next(ids.json, &at, &key));)
        if (!add_attribute(u, key, id, &attributes, error)) return false;
    if (index < 0) return bp_gltf_fail(primitive, error, "has no indices, which Draco's meshes have");
    if (!bp_gltf_accessor_shape(document, (size_t)index, &indices, error) ||
        !(u->mesh.indices = make_room(u, indices.count, sizeof(uint32_t), error)))
        return false;
    u->mesh.data = bytes.data;
    u->mesh.size = bytes.size;
    u->mesh.index_count = indices.count;
    u->mesh.attributes = u->attributes;
    const char *wrong = document->draco_decoder(&u->mesh);
    if (wrong)
        return bp_gltf_fail(&u->draco, error, "the compressed mesh %s; download or export the file again",
                            wrong);
    if (!keep_indices(u, &indices, error)) return false;
    for (size_t i = 0; i < u->mesh.attribute_count; i++) {
        keep(u, &u->accessors[i], u->attributes[i].out);
        u->attributes[i].out = NULL;
    }
    return true;
}

bool bp_gltf_draco_bytes(bp_gltf_document *document, size_t accessor, bp_gltf_span *out, bp_error *error) {
    *out = (bp_gltf_span){NULL, 0};
    if (!document->draco_decoder) return true;
    if (!find_places(document, error)) return false;
    const bp_gltf_draco *place = &document->draco[accessor];
    if (place->primitive > 0 && !place->bytes.data) {
        bp_gltf_primitive at;
        unpacking u = {.document = document};
        bp_gltf_primitive_find(document, place->mesh, place->primitive - 1, &at);
        u.draco = bp_gltf_inner(&at.primitive, EXTENSION);
        bool ok = run(&u, &at.primitive, error);
        for (size_t i = 0; i < u.mesh.attribute_count; i++)
            bp_free(&document->allocator, u.attributes[i].out);
        bp_free(&document->allocator, u.mesh.indices);
        if (!ok) return false;
    }
    *out = (bp_gltf_span){place->bytes.data, place->bytes.size};
    return true;
}

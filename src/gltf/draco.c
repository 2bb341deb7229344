/* Primitives that Draco compresses (KHR_draco_mesh_compression). Their accessors say how many numbers
 * there are, and of which type; the numbers are in the extension's buffer view. The context's decoder
 * unpacks a primitive when one of its accessors is first used. If the accessor has a buffer view of its
 * own, that is used. */
#include "gltf/accessor.h"

static const char NAME[] = "KHR_draco_mesh_compression";

bp_gltf_value bp_gltf_draco_value(const bp_gltf_value *primitive, bp_gltf_value *extensions) {
    *extensions = bp_gltf_member(primitive, "extensions");
    return bp_gltf_member(extensions, NAME);
}

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
        bp_gltf_value extensions, draco = bp_gltf_draco_value(at.value, &extensions);
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
    size_t accessors[32];
    int indices; /* the accessor; -1: none */
} unpacking;

/* Room for an accessor's numbers, tightly packed. */
static bool make_room(unpacking *u, size_t index, size_t size, void **out, bp_error *error) {
    bp_gltf_document *document = u->document;
    bp_gltf_accessor accessor;
    if (!bp_gltf_accessor_shape(document, index, &accessor, error) ||
        !bp_gltf_charge(document, &u->draco, accessor.count, size ? size : accessor.base.stride, error))
        return false;
    size_t bytes = accessor.count * (size ? size : accessor.base.stride);
    *out = bp_alloc(&document->allocator, bytes, 1, error);
    return *out != NULL;
}

static bool add_attribute(unpacking *u, const char *key, const bp_json *id, const bp_gltf_value *attributes,
                          bp_error *error) {
    bp_gltf_document *document = u->document;
    bp_draco_attribute *out = &u->attributes[u->mesh.attribute_count];
    bp_gltf_accessor accessor;
    long long number = -1;
    int index;
    if (!bp_gltf_reference(document, attributes, key, BP_GLTF_ACCESSORS, &index, error)) return false;
    if (index < 0 || !bp_json_integer(id, &number) || number < 0 || number > UINT32_MAX ||
        u->mesh.attribute_count == BP_COUNT(u->attributes))
        return bp_gltf_fail(&u->draco, error, "has an attribute \"%.40s\" that the primitive doesn't have",
                            key);
    if (!bp_gltf_accessor_shape(document, (size_t)index, &accessor, error)) return false;
    if (u->mesh.attribute_count > 0 && accessor.count != u->mesh.vertex_count)
        return bp_gltf_fail_member(attributes, key, error, "has %zu elements, but others have %zu",
                                   accessor.count, u->mesh.vertex_count);
    u->mesh.vertex_count = accessor.count;
    *out = (bp_draco_attribute){
        .id = (unsigned)number, .component = (unsigned)accessor.base.component, .width = accessor.width};
    if (!make_room(u, (size_t)index, 0, &out->out, error)) return false;
    u->accessors[u->mesh.attribute_count++] = (size_t)index;
    return true;
}

/* The decoded indices in the accessor's type. */
static void narrow_indices(const uint32_t *from, size_t count, bp_gltf_component component, uint8_t *to) {
    size_t size = bp_gltf_component_size(component);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < size; j++) *to++ = (uint8_t)(from[i] >> (8 * j));
}

static bool keep_indices(unpacking *u, bp_error *error) {
    bp_gltf_accessor accessor;
    void *bytes = NULL;
    if (u->indices < 0) return true;
    if (!bp_gltf_accessor_shape(u->document, (size_t)u->indices, &accessor, error) ||
        !make_room(u, (size_t)u->indices, 0, &bytes, error))
        return false;
    narrow_indices(u->mesh.indices, accessor.count, accessor.base.component, bytes);
    u->document->draco[u->indices].bytes = (bp_file){bytes, accessor.count * accessor.base.stride};
    return true;
}

static bool run(unpacking *u, const bp_gltf_value *primitive, bp_error *error) {
    bp_gltf_document *document = u->document;
    bp_gltf_value ids = bp_gltf_member(&u->draco, "attributes"),
                  attributes = bp_gltf_member(primitive, "attributes");
    bp_gltf_span bytes;
    bp_gltf_accessor indices;
    void *room = NULL;
    int view;
    void *at = NULL;
    const char *key;
    if (!bp_gltf_require_object(&ids, error) ||
        !bp_gltf_required_index(&u->draco, "bufferView", "bufferViews",
                                document->counts[BP_GLTF_BUFFER_VIEWS], &view, error) ||
        !bp_gltf_buffer_view_bytes(document, (size_t)view, &bytes, error) ||
        !bp_gltf_reference(document, primitive, "indices", BP_GLTF_ACCESSORS, &u->indices, error))
        return false;
    for (const bp_json *id; (id = bp_json_next(ids.json, &at, &key));)
        if (!add_attribute(u, key, id, &attributes, error)) return false;
    if (u->indices < 0) return bp_gltf_fail(primitive, error, "has no indices, which Draco's meshes have");
    if (!bp_gltf_accessor_shape(document, (size_t)u->indices, &indices, error) ||
        !make_room(u, (size_t)u->indices, sizeof(uint32_t), &room, error))
        return false;
    u->mesh.indices = room;
    u->mesh.data = bytes.data;
    u->mesh.size = bytes.size;
    u->mesh.index_count = indices.count;
    u->mesh.attributes = u->attributes;
    const char *wrong = document->draco_decoder(&u->mesh);
    if (wrong)
        return bp_gltf_fail(&u->draco, error, "the compressed mesh %s; download or export the file again",
                            wrong);
    if (!keep_indices(u, error)) return false;
    for (size_t i = 0; i < u->mesh.attribute_count; i++) {
        bp_gltf_accessor accessor;
        if (!bp_gltf_accessor_shape(document, u->accessors[i], &accessor, error)) return false;
        bp_file *out = &document->draco[u->accessors[i]].bytes;
        bp_file_free(&document->allocator, out); /* of a primitive that shares it */
        *out = (bp_file){u->attributes[i].out, accessor.count * accessor.base.stride};
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
        bp_gltf_value extensions;
        unpacking u = {.document = document, .indices = -1};
        bp_gltf_primitive_find(document, place->mesh, place->primitive - 1, &at);
        u.draco = bp_gltf_draco_value(&at.primitive, &extensions);
        bool ok = run(&u, &at.primitive, error);
        for (size_t i = 0; i < u.mesh.attribute_count; i++)
            bp_free(&document->allocator, u.attributes[i].out);
        bp_free(&document->allocator, u.mesh.indices);
        if (!ok) return false;
    }
    *out = (bp_gltf_span){place->bytes.data, place->bytes.size};
    return true;
}

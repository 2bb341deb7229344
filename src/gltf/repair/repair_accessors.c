/* Functions that all passes call: to note a repair, to take memory, to read and write an accessor's numbers.
 * And two passes: breaches of glTF's own rules; and the minimum and maximum, by which engines cull (of
 * POSITION) and end clips (of times). */
#include "base/allocator.h"
#include "gltf/repair/repair.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void bp_repair_note(bp_repair_pass *pass, bp_doctor_id id, const char *path, const char *format, ...) {
    bp_repair *out = pass->out;
    if (!bp_grow(&out->allocator, &out->changes, &out->capacity, out->count + 1, sizeof *out->changes,
                 bp_gltf_rewrite_error(&pass->rewrite)))
        return;
    bp_repair_change *change = &out->changes[out->count++];
    change->id = id;
    change->guess = pass->guessing;
    snprintf(change->place, sizeof change->place, "%s", path);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(change->message, sizeof change->message, format, arguments);
    va_end(arguments);
}

bool bp_repair_may(bp_repair_pass *pass, const bp_doctor_skin *skin) {
    pass->guessing = skin->remedy.verdict == BP_DOCTOR_PLAUSIBLE;
    return skin->joint_count > 0 &&
           (skin->remedy.verdict <= BP_DOCTOR_CERTAIN || (pass->guessing && pass->options->guess));
}

void *bp_repair_alloc(bp_repair_pass *pass, size_t count, size_t size) {
    return bp_arena_alloc(&pass->rewrite.arena, count, size, bp_gltf_rewrite_error(&pass->rewrite));
}

bool bp_repair_find(bp_repair_pass *pass, const bp_gltf_value *object, const char *key, unsigned types,
                    bp_gltf_accessor *out) {
    bp_error fault = {0};
    bool exists = false;
    if (bp_gltf_accessor_member(&pass->doctor->document, object, key, types, out, &exists, &fault))
        return exists;
    if (fault.kind == BP_ERROR_MEMORY) pass->rewrite.fault = fault;
    return false;
}

uint8_t *bp_repair_pack(bp_repair_pass *pass, const bp_gltf_accessor *accessor) {
    bp_gltf_document *document = &pass->doctor->document;
    bp_gltf_value value = bp_gltf_element(document, BP_GLTF_ACCESSORS, accessor->index);
    size_t size = accessor->width * bp_gltf_component_size(accessor->base.component);
    if (accessor->count > pass->work_left / 16) {
        bp_gltf_fail(&value, bp_gltf_rewrite_error(&pass->rewrite), "is used too often to be repaired");
        return NULL;
    }
    pass->work_left -= accessor->count * accessor->width;
    if (!bp_gltf_charge(document, &value, accessor->count, size, bp_gltf_rewrite_error(&pass->rewrite)))
        return NULL;
    uint8_t *bytes = bp_repair_alloc(pass, accessor->count, size);
    const bp_gltf_strided *base = &accessor->base, *sparse = &accessor->sparse_values;
    for (size_t i = 0; bytes && base->data && i < accessor->count; i++)
        memcpy(bytes + i * size, base->data + i * base->stride, size);
    for (size_t i = 0; bytes && i < accessor->sparse_count; i++)
        memcpy(bytes + bp_gltf_sparse_index(accessor, i) * size, sparse->data + i * sparse->stride, size);
    return bytes;
}

void bp_repair_encode(const bp_gltf_accessor *accessor, uint8_t *bytes, size_t i, float value) {
    static const float most[] = {127, 255, 32767, 65535};
    if (accessor->base.component == BP_GLTF_FLOAT) {
        memcpy(bytes + 4 * i, &value, sizeof value);
        return;
    }
    float scaled = accessor->normalized && accessor->base.component <= BP_GLTF_UNSIGNED_SHORT
                       ? value * most[accessor->base.component - BP_GLTF_BYTE]
                       : value;
    int number = (int)(scaled < 0.0f ? scaled - 0.5f : scaled + 0.5f);
    bytes += i * bp_gltf_component_size(accessor->base.component);
    bytes[0] = (uint8_t)number;
    if (bp_gltf_component_size(accessor->base.component) > 1) bytes[1] = (uint8_t)(number >> 8);
}

static bp_gltf_numbers numbers_of(const bp_gltf_accessor *accessor, const uint8_t *bytes, size_t count) {
    return (bp_gltf_numbers){.bytes = bytes,
                             .count = count,
                             .type = accessor->type,
                             .component = accessor->base.component,
                             .normalized = accessor->normalized};
}

void bp_repair_replace(bp_repair_pass *pass, const bp_gltf_value *object, const char *key,
                       const bp_gltf_accessor *accessor, const uint8_t *bytes, size_t count, int target) {
    bp_gltf_value reference = bp_gltf_member(object, key);
    bp_gltf_numbers numbers = numbers_of(accessor, bytes, count);
    numbers.target = target;
    bp_gltf_rewrite_accessor(&pass->rewrite, bp_gltf_rewrite_at(&pass->rewrite, &reference), accessor->index,
                             &numbers);
}

/* ---- numbers in buffer views of their own -------------------------------------------------------*/

static int target_of(const char *key) {
    if (strcmp(key, "indices") == 0) return BP_GLTF_INDICES;
    return (*key >= 'A' && *key <= 'Z') || *key == '_' ? BP_GLTF_VERTICES : 0;
}

/* An accessor's numbers as floats, or as shorts if all of them are such. NULL: they aren't, or on error. */
static uint8_t *convert(bp_repair_pass *pass, bp_gltf_accessor *accessor, bp_gltf_component component) {
    size_t count = accessor->count * accessor->width;
    uint8_t *bytes = bp_repair_pack(pass, accessor);
    if (!bytes || accessor->base.component == component) return bytes;
    float *values = bp_repair_alloc(pass, count, sizeof *values);
    if (!values) return NULL;
    if (component != BP_GLTF_FLOAT) accessor->normalized = false;
    bp_gltf_accessor_floats(accessor, values, 0);
    accessor->normalized = false;
    accessor->base.component = component;
    for (size_t i = 0; component != BP_GLTF_FLOAT && i < count; i++)
        if (!(values[i] >= 0.0f && values[i] <= 65535.0f) || values[i] != (float)(uint16_t)values[i])
            return NULL;
    if (component == BP_GLTF_FLOAT) return (uint8_t *)values;
    bytes = bp_repair_alloc(pass, count, sizeof(uint16_t));
    for (size_t i = 0; bytes && i < count; i++) bp_repair_encode(accessor, bytes, i, values[i]);
    return bytes;
}

/* Moves the accessor that a value refers to into a new view; `moved`: by accessor, whether that was done. */
static bool move(bp_repair_pass *pass, const bp_gltf_value *reference, bp_gltf_component component,
                 bool *moved) {
    bp_gltf_accessor accessor;
    if (!bp_repair_find(pass, reference->up, reference->key, BP_GLTF_ANY_TYPE, &accessor) ||
        moved[accessor.index])
        return false;
    const uint8_t *bytes = convert(pass, &accessor, component);
    if (!bytes) return false;
    bp_gltf_numbers numbers = numbers_of(&accessor, bytes, accessor.count);
    numbers.target = target_of(reference->key);
    bp_gltf_rewrite_move(&pass->rewrite, accessor.index, &numbers);
    return moved[accessor.index] = true;
}

/* Each vertex's normal by its triangles, weighted by their areas; of any length. NULL: on error. */
static bp_vec3 *normals_of(bp_repair_pass *pass, size_t mesh, size_t index, size_t count) {
    bp_vec3 *sums = bp_repair_alloc(pass, count, sizeof *sums);
    for (size_t i = 0; sums && i < pass->doctor->primitive_count; i++) {
        const bp_doctor_primitive *p = &pass->doctor->primitives[i];
        for (size_t j = 0; p->mesh == mesh && p->index == index && j + 2 < p->index_count; j += 3) {
            const uint32_t *corner = p->indices + j;
            bp_vec3 area = bp_vec3_cross(bp_vec3_sub(p->positions[corner[1]], p->positions[corner[0]]),
                                         bp_vec3_sub(p->positions[corner[2]], p->positions[corner[0]]));
            for (int k = 0; k < 3; k++)
                if (corner[k] < count) sums[corner[k]] = bp_vec3_add(sums[corner[k]], area);
        }
    }
    return sums;
}

static bool unit_length(bp_vec3 *v, float least) {
    float length = bp_vec3_length(*v);
    if (!(length > least) || !bp_is_finite(length)) return false;
    *v = bp_vec3_scale(*v, 1.0f / length);
    return true;
}

/* Gives normals and tangents the length 1, and colours the range of 0 to 1. Normals without a length follow
 * the triangles; tangents that are lost go, since readers compute them then. */
static bool fix_vectors(bp_repair_pass *pass, const bp_gltf_value *attribute) {
    const bp_gltf_value *primitive = attribute->up->up;
    bp_gltf_accessor accessor;
    if (pass->guessing && strcmp(attribute->key, "TANGENT") == 0) {
        bp_rewrite_remove(bp_gltf_rewrite_at(&pass->rewrite, attribute));
        return true;
    }
    if (!bp_repair_find(pass, attribute->up, attribute->key, BP_GLTF_VEC3 | BP_GLTF_VEC4, &accessor))
        return false;
    uint8_t *bytes = bp_repair_pack(pass, &accessor);
    size_t width = accessor.width;
    float *values = bytes ? bp_repair_alloc(pass, accessor.count, width * sizeof *values) : NULL;
    if (!values) return false;
    bp_vec3 *normals = NULL; /* made when a vertex needs its own */
    bp_gltf_accessor_floats(&accessor, values, 0);
    for (size_t i = 0; *attribute->key == 'C' && i < accessor.count * width; i++)
        bp_repair_encode(&accessor, bytes, i, values[i] > 0.0f ? fminf(values[i], 1.0f) : 0.0f);
    for (size_t i = 0; *attribute->key != 'C' && i < accessor.count; i++) {
        float *v = values + width * i;
        bp_vec3 n = bp_vec3_make(v[0], v[1], v[2]);
        if (!unit_length(&n, 1e-6f)) {
            if (!normals)
                normals = normals_of(pass, primitive->up->up->index, primitive->index, accessor.count);
            if (!normals) return false;
            n = normals[i];
            if (!unit_length(&n, 0.0f)) n = bp_vec3_make(0, 1, 0);
        }
        const float out[4] = {n.x, n.y, n.z, width == 4 && v[3] < 0.0f ? -1.0f : 1.0f};
        for (size_t j = 0; j < width; j++) bp_repair_encode(&accessor, bytes, width * i + j, out[j]);
    }
    bp_repair_replace(pass, attribute->up, attribute->key, &accessor, bytes, accessor.count,
                      BP_GLTF_VERTICES);
    return true;
}

typedef struct rule_fix {
    bp_repair_pass *pass;
    bool *moved; /* by accessor */
} rule_fix;

static void fix_breach(void *user, const bp_doctor_breach *breach) {
    rule_fix *fix = user;
    bp_repair_pass *pass = fix->pass;
    const bp_doctor_rule_remedy *remedy = &breach->remedy;
    bp_rewrite_tree *tree = &pass->rewrite.tree;
    const char *done = NULL;
    pass->guessing = remedy->guess;
    if (remedy->guess && !pass->options->guess) return;
    if (remedy->vectors && fix_vectors(pass, breach->at))
        done = "computed them anew, or left them to readers";
    if (remedy->padding) done = "wrote the file anew";
    if (remedy->type && move(pass, breach->at, remedy->type, fix->moved))
        done = "moved the numbers into a buffer view of their own";
    if (remedy->pairs > 0) {
        const bp_gltf_numbers zeros = {.bytes = bp_repair_alloc(pass, remedy->pairs, 8),
                                       .count = remedy->pairs,
                                       .type = BP_GLTF_VEC2,
                                       .component = BP_GLTF_FLOAT,
                                       .target = BP_GLTF_VERTICES};
        if (!zeros.bytes) return;
        bp_rewrite_set_member(tree, bp_gltf_rewrite_at(&pass->rewrite, remedy->object), remedy->key, "%zu",
                              bp_gltf_rewrite_add(&pass->rewrite, &zeros));
        done = "gave all vertices the coordinates 0, 0, which readers take without";
    }
    if (remedy->text) {
        bp_rewrite_value *object = remedy->object ? bp_gltf_rewrite_at(&pass->rewrite, remedy->object)
                                                  : bp_gltf_rewrite_array(&pass->rewrite, breach->at->key);
        bp_rewrite_set_member(tree, object, remedy->key, "%s", remedy->text);
        done = remedy->key ? "wrote the member that is right" : "added the name";
    }
    if (remedy->remove) {
        bp_rewrite_remove(bp_gltf_rewrite_at(&pass->rewrite, breach->at));
        if (!done) done = "removed it";
    }
    if (done)
        bp_repair_note(pass, breach->id, bp_doctor_path_of(breach->at).text, "%s: %s", done, breach->message);
}

void bp_repair_rules(bp_repair_pass *pass) {
    size_t accessors = pass->doctor->document.counts[BP_GLTF_ACCESSORS];
    rule_fix fix = {pass, bp_repair_alloc(pass, accessors, sizeof *fix.moved)};
    if (fix.moved) bp_doctor_each_breach(pass->doctor, fix_breach, &fix);
}

static bool is_right(const bp_json *array, const float *values, size_t width) {
    if (bp_json_count(array) != width) return false;
    for (size_t i = 0; i < width; i++)
        if ((float)bp_json_number_or(bp_json_item(array, i), 1e30) != values[i]) return false;
    return true;
}

static void fix_bounds(bp_repair_pass *pass, size_t index, bool required) {
    bp_gltf_value value = bp_gltf_element(&pass->doctor->document, BP_GLTF_ACCESSORS, index);
    const bp_json *min = bp_json_member(value.json, "min"), *max = bp_json_member(value.json, "max");
    bp_gltf_accessor accessor;
    float lo[16], hi[16];
    if (!required && !min && !max) return;
    if (!bp_gltf_accessor_open(&pass->doctor->document, index, true, &accessor, NULL) ||
        accessor.count > pass->work_left / 16 ||
        accessor.base.component == BP_GLTF_UNSIGNED_INT) /* beyond what a float holds exactly */
        return;                                          /* the doctor reports it */
    pass->work_left -= accessor.count * accessor.width;
    if (!bp_gltf_accessor_bounds(&accessor, lo, hi) ||
        (is_right(min, lo, accessor.width) && is_right(max, hi, accessor.width)))
        return;
    bp_gltf_rewrite_bounds(&pass->rewrite, bp_gltf_rewrite_at(&pass->rewrite, &value), lo, hi,
                           accessor.width);
    bp_repair_note(pass, BP_DOCTOR_POSITION_BOUNDS, bp_format("accessors[%zu]", index).text,
                   "wrote the minimum and maximum that its numbers have");
}

void bp_repair_bounds(bp_repair_pass *pass) {
    static const char *const users[] = {"meshes.*.primitives.*.attributes.POSITION",
                                        "meshes.*.primitives.*.targets.*.POSITION",
                                        "animations.*.samplers.*.input"};
    const bp_gltf_document *document = &pass->doctor->document;
    size_t count = document->counts[BP_GLTF_ACCESSORS];
    bool *required = bp_repair_alloc(pass, count, sizeof *required);
    if (!required) return;
    for (size_t i = 0; i < BP_COUNT(users); i++)
        BP_GLTF_EACH(walk, &document->root, users[i]) {
            int index = bp_gltf_index_of(document, walk.value->json, BP_GLTF_ACCESSORS);
            if (index >= 0) required[index] = true;
        }
    for (size_t i = 0; i < count; i++) fix_bounds(pass, i, required[i]);
}

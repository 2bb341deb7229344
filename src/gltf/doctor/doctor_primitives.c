/* The patient's primitives: positions, normals, influences and triangles as they are. */
#include "gltf/doctor/doctor.h"
#include "gltf/triangles.h"
#include <stdio.h>
#include <string.h>

enum { MOST_SETS = 16 };

/* ---- attributes ---------------------------------------------------------------------------------*/

static void *take(bp_doctor *doctor, const bp_gltf_value *value, size_t count, size_t size, bp_error *error) {
    if (!bp_gltf_charge(&doctor->document, value, count, size, error)) return NULL;
    return bp_arena_alloc(&doctor->vertices, count, size, error);
}

/* An accessor's floats, where they lie or copied. */
static const float *floats_of(bp_doctor *doctor, const bp_gltf_value *value, const bp_gltf_accessor *accessor,
                              bp_error *error) {
    const float *there = bp_gltf_accessor_in_place(accessor, BP_GLTF_FLOAT);
    if (there) return there;
    float *floats = take(doctor, value, accessor->count * accessor->width, sizeof *floats, error);
    if (floats) bp_gltf_accessor_floats(accessor, floats);
    return floats;
}

/* The same for joints. */
static const uint16_t *joints_of(bp_doctor *doctor, const bp_gltf_value *value,
                                 const bp_gltf_accessor *accessor, bp_error *error) {
    const uint16_t *there = bp_gltf_accessor_in_place(accessor, BP_GLTF_UNSIGNED_SHORT);
    if (there) return there;
    uint16_t *joints = take(doctor, value, accessor->count * accessor->width, sizeof *joints, error);
    if (joints) bp_gltf_accessor_u16(accessor, joints);
    return joints;
}

/* An attribute's floats; *out is NULL where there is none, or it is wrong, which is said. `vertices`: how many there
 * must be; NULL: any number, which goes to *count. */
static bool read_floats(bp_doctor *doctor, const bp_gltf_value *attributes, const char *key,
                        const size_t *vertices, size_t *count, const float **out, bp_error *error) {
    bp_gltf_accessor accessor;
    bp_error fault = {0};
    bool given;
    if (!bp_gltf_accessor_at(&doctor->document, attributes, key, BP_GLTF_VEC3, &accessor, &given, &fault))
        return bp_doctor_add_unreadable(doctor, &fault, error);
    if (!given) return true;
    if (vertices && accessor.count != *vertices) {
        bp_gltf_value place = bp_gltf_member(attributes, key);
        bp_gltf_fail(&place, &fault, "has %zu elements, POSITION has %zu", accessor.count, *vertices);
        return bp_doctor_add_unreadable(doctor, &fault, error);
    }
    const float *floats = floats_of(doctor, attributes, &accessor, &fault);
    if (!floats) return bp_doctor_add_unreadable(doctor, &fault, error);
    if (count) *count = accessor.count;
    *out = floats;
    return true;
}

/* ---- influences ---------------------------------------------------------------------------------*/

typedef struct set_accessors {
    bp_gltf_accessor joints, weights;
} set_accessors;

static float step_of(const bp_gltf_accessor *weights) {
    if (weights->base.component == BP_GLTF_UNSIGNED_BYTE) return 1.0f / 255.0f;
    return weights->base.component == BP_GLTF_UNSIGNED_SHORT ? 1.0f / 65535.0f : 0.0f;
}

/* Opens one set. False where it can't be used, with `fault` empty where there simply is none. */
static bool open_set(bp_doctor *doctor, const bp_gltf_value *attributes, size_t number, size_t vertices,
                     set_accessors *out, bp_error *fault) {
    char joints_key[24], weights_key[24];
    bool has_joints, has_weights;
    snprintf(joints_key, sizeof joints_key, "JOINTS_%zu", number);
    snprintf(weights_key, sizeof weights_key, "WEIGHTS_%zu", number);
    if (!bp_gltf_accessor_at(&doctor->document, attributes, joints_key, BP_GLTF_VEC4, &out->joints,
                             &has_joints, fault) ||
        !bp_gltf_accessor_at(&doctor->document, attributes, weights_key, BP_GLTF_VEC4, &out->weights,
                             &has_weights, fault))
        return false;
    if (!has_joints && !has_weights) return false;
    bp_gltf_value joints = bp_gltf_member(attributes, joints_key);
    bp_gltf_value weights = bp_gltf_member(attributes, weights_key);
    if (has_joints != has_weights)
        return bp_gltf_fail(has_joints ? &weights : &joints, fault, "is missing; %s needs it",
                             has_joints ? joints_key : weights_key);
    if (out->joints.count != vertices)
        return bp_gltf_fail(&joints, fault, "has %zu elements, POSITION has %zu", out->joints.count,
                             vertices);
    if (out->weights.count != vertices)
        return bp_gltf_fail(&weights, fault, "has %zu elements, POSITION has %zu", out->weights.count,
                             vertices);
    if (!bp_gltf_accessor_is_unsigned(&out->joints, 2) || out->joints.normalized)
        return bp_gltf_fail(&joints, fault,
                             "has components of type %s; plain unsigned bytes or shorts must be",
                             bp_gltf_component_text(out->joints.base.component));
    if (out->weights.base.component == BP_GLTF_FLOAT ||
        (out->weights.normalized && bp_gltf_accessor_is_unsigned(&out->weights, 2)))
        return true;
    return bp_gltf_fail(&weights, fault,
                         "has components of type %s; floats or normalized unsigned ones must be",
                         bp_gltf_component_text(out->weights.base.component));
}

static void note_step(bp_doctor_primitive *primitive, size_t number, const bp_gltf_accessor *weights) {
    float step = step_of(weights);
    if (number == 0 || step > primitive->step) primitive->step = step;
}

/* One set is all there is. */
static bool read_single(bp_doctor *doctor, bp_doctor_primitive *primitive, const bp_gltf_value *attributes,
                        bp_error *fault) {
    set_accessors set;
    if (!open_set(doctor, attributes, 0, primitive->vertex_count, &set, fault)) return false;
    primitive->joints = joints_of(doctor, attributes, &set.joints, fault);
    if (primitive->joints) primitive->weights = floats_of(doctor, attributes, &set.weights, fault);
    note_step(primitive, 0, &set.weights);
    return primitive->weights != NULL;
}

/* Four of a vertex's influences out of one set. */
static void spread_set(size_t vertices, size_t width, const uint16_t *joints, const float *weights,
                       uint16_t *to_joints, float *to_weights) {
    for (size_t i = 0; i < vertices; i++) {
        memcpy(to_joints + i * width, joints + 4 * i, 4 * sizeof *joints);
        memcpy(to_weights + i * width, weights + 4 * i, 4 * sizeof *weights);
    }
}

/* Several sets side by side. */
static bool read_many(bp_doctor *doctor, bp_doctor_primitive *primitive, const bp_gltf_value *attributes,
                      bp_error *fault) {
    size_t vertices = primitive->vertex_count, width = 4 * primitive->sets;
    uint16_t *all_joints = take(doctor, attributes, vertices * width, sizeof *all_joints, fault);
    float *all_weights =
        all_joints ? take(doctor, attributes, vertices * width, sizeof *all_weights, fault) : NULL;
    if (!all_weights) return false;
    for (size_t i = 0; i < primitive->sets; i++) {
        set_accessors set;
        if (!open_set(doctor, attributes, i, vertices, &set, fault)) return false;
        const uint16_t *joints = joints_of(doctor, attributes, &set.joints, fault);
        const float *weights = joints ? floats_of(doctor, attributes, &set.weights, fault) : NULL;
        if (!weights) return false;
        note_step(primitive, i, &set.weights);
        spread_set(vertices, width, joints, weights, all_joints + 4 * i, all_weights + 4 * i);
    }
    primitive->joints = all_joints;
    primitive->weights = all_weights;
    return true;
}

static bool fill_sets(bp_doctor *doctor, bp_doctor_primitive *primitive, const bp_gltf_value *attributes,
                      bp_error *fault) {
    primitive->influences = 4 * primitive->sets;
    return primitive->sets == 1 ? read_single(doctor, primitive, attributes, fault)
                                : read_many(doctor, primitive, attributes, fault);
}

static bool read_influences(bp_doctor *doctor, bp_doctor_primitive *primitive,
                            const bp_gltf_value *attributes, bp_error *error) {
    bp_error fault = {0};
    set_accessors set;
    while (primitive->sets < MOST_SETS &&
           open_set(doctor, attributes, primitive->sets, primitive->vertex_count, &set, &fault))
        primitive->sets++;
    if (fault.kind != BP_ERROR_NONE && !bp_doctor_add_unreadable(doctor, &fault, error)) return false;
    fault = (bp_error){0};
    if (primitive->sets == 0 || fill_sets(doctor, primitive, attributes, &fault)) return true;
    primitive->sets = primitive->influences = 0;
    return bp_doctor_add_unreadable(doctor, &fault, error);
}

/* ---- triangles ----------------------------------------------------------------------------------*/

static bool read_triangles(bp_doctor *doctor, bp_doctor_primitive *primitive, const bp_gltf_value *value,
                           bp_error *error) {
    bp_gltf_triangles triangles;
    bp_error fault = {0};
    bp_mesh mesh = {.vertex_count = primitive->vertex_count};
    if (!bp_gltf_triangles_open(&doctor->document, value, primitive->vertex_count, &triangles, &fault))
        return bp_doctor_add_unreadable(doctor, &fault, error);
    mesh.index_count = triangles.corner_count;
    mesh.indices = bp_arena_alloc(&doctor->vertices, triangles.corner_count, sizeof *mesh.indices, error);
    if (!mesh.indices) return false;
    if (!bp_gltf_triangles_fill(&doctor->document, value, &triangles, &mesh, &fault))
        return bp_doctor_add_unreadable(doctor, &fault, error);
    primitive->indices = mesh.indices;
    primitive->index_count = mesh.index_count;
    return true;
}

/* ---- primitives ---------------------------------------------------------------------------------*/

/* Which skins the nodes use each mesh with. */
static bool load_meshes(bp_doctor *doctor, bp_error *error) {
    size_t count = doctor->document.counts[BP_GLTF_MESHES];
    doctor->meshes =
        bp_doctor_alloc(doctor, &doctor->document.top[BP_GLTF_MESHES], count, sizeof *doctor->meshes, error);
    if (!doctor->meshes) return false;
    for (size_t i = 0; i < count; i++) doctor->meshes[i].skin = -1;
    for (size_t i = 0; i < doctor->node_count; i++) {
        const bp_doctor_node *node = &doctor->nodes[i];
        if (node->mesh < 0 || node->skin < 0) continue;
        int *best = &doctor->meshes[node->mesh].skin;
        if (*best < 0 || doctor->skins[node->skin].joint_count < doctor->skins[*best].joint_count)
            *best = node->skin;
    }
    return true;
}

static bool read_primitive(bp_doctor *doctor, bp_doctor_primitive *primitive, const bp_gltf_value *value,
                           bp_error *error) {
    bp_gltf_value attributes = bp_gltf_member(value, "attributes");
    bp_error fault = {0};
    if (!bp_gltf_require_object(value, &fault) || !bp_gltf_require_object(&attributes, &fault))
        return bp_doctor_add_unreadable(doctor, &fault, error);
    if (!read_floats(doctor, &attributes, "POSITION", NULL, &primitive->vertex_count, &primitive->positions,
                     error))
        return false;
    if (!primitive->positions) return true;
    return read_floats(doctor, &attributes, "NORMAL", &primitive->vertex_count, NULL, &primitive->normals,
                       error) &&
           read_influences(doctor, primitive, &attributes, error) &&
           read_triangles(doctor, primitive, value, error);
}

static bool count_primitives(bp_doctor *doctor, size_t *count, bp_error *error) {
    *count = 0;
    for (size_t i = 0; i < doctor->document.counts[BP_GLTF_MESHES]; i++) {
        bp_gltf_value mesh = bp_gltf_element(&doctor->document, BP_GLTF_MESHES, i), list;
        bp_error fault = {0};
        size_t n;
        if (!bp_gltf_array(&mesh, "primitives", &list, &n, &fault) &&
            !bp_doctor_add_unreadable(doctor, &fault, error))
            return false;
        *count += n;
    }
    return true;
}

static bool read_mesh(bp_doctor *doctor, size_t index, bp_error *error) {
    bp_gltf_value mesh = bp_gltf_element(&doctor->document, BP_GLTF_MESHES, index), list;
    bp_error said = {0};
    size_t count;
    if (!bp_gltf_array(&mesh, "primitives", &list, &count, &said)) return true;
    for (size_t i = 0; i < count; i++) {
        bp_gltf_value value = bp_gltf_item(&list, i);
        bp_doctor_primitive *primitive = &doctor->primitives[doctor->primitive_count++];
        *primitive = (bp_doctor_primitive){.mesh = index, .number = i, .skin = doctor->meshes[index].skin};
        if (!read_primitive(doctor, primitive, &value, error)) return false;
        if (primitive->sets > 0) doctor->meshes[index].has_influences = true;
    }
    return true;
}

/* The box of what a skin moves. */
static void measure(bp_doctor_skin *skin, const bp_doctor_primitive *primitive) {
    for (size_t i = 0; i < primitive->vertex_count; i++) {
        const float *p = primitive->positions + 3 * i;
        if (!bp_doctor_is_finite(p[0] + p[1] + p[2])) continue;
        bool first = skin->size == 0.0;
        skin->size = 1.0;
        bp_vec3 *lo = &skin->lo, *hi = &skin->hi;
        lo->x = first || p[0] < lo->x ? p[0] : lo->x, hi->x = first || p[0] > hi->x ? p[0] : hi->x;
        lo->y = first || p[1] < lo->y ? p[1] : lo->y, hi->y = first || p[1] > hi->y ? p[1] : hi->y;
        lo->z = first || p[2] < lo->z ? p[2] : lo->z, hi->z = first || p[2] > hi->z ? p[2] : hi->z;
    }
}

bool bp_doctor_load_primitives(bp_doctor *doctor, bp_error *error) {
    const bp_gltf_value *meshes = &doctor->document.top[BP_GLTF_MESHES];
    bp_error fault = {0};
    size_t count;
    if (!count_primitives(doctor, &count, error)) return false;
    if (load_meshes(doctor, &fault))
        doctor->primitives = bp_doctor_alloc(doctor, meshes, count, sizeof *doctor->primitives, &fault);
    if (!doctor->primitives) return bp_doctor_add_unreadable(doctor, &fault, error);
    for (size_t i = 0; i < doctor->document.counts[BP_GLTF_MESHES]; i++)
        if (!read_mesh(doctor, i, error)) return false;
    for (size_t i = 0; i < doctor->primitive_count; i++) {
        const bp_doctor_primitive *primitive = &doctor->primitives[i];
        if (primitive->skin >= 0 && primitive->positions) measure(&doctor->skins[primitive->skin], primitive);
    }
    for (size_t i = 0; i < doctor->skin_count; i++) {
        bp_doctor_skin *skin = &doctor->skins[i];
        if (skin->size > 0.0) skin->size = (double)bp_vec3_distance(skin->lo, skin->hi);
    }
    return true;
}

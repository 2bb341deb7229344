/* The primitives of the file under examination: positions, normals, influences and triangles as they are. */
#include "gltf/doctor/doctor.h"
#include "mesh/editing.h"

static void *alloc(bp_doctor *doctor, const bp_gltf_value *value, size_t count, size_t size) {
    if (!bp_gltf_charge(&doctor->document, value, count, size, &doctor->fault)) return NULL;
    return bp_arena_alloc(&doctor->vertex_arena, count, size, &doctor->fault);
}

static const void *floats_of(bp_doctor *doctor, const bp_gltf_value *value,
                             const bp_gltf_accessor *accessor) {
    const void *in_place = bp_gltf_accessor_in_place(accessor, BP_GLTF_FLOAT);
    if (in_place) return in_place;
    float *floats = alloc(doctor, value, accessor->count * accessor->width, sizeof *floats);
    if (floats) bp_gltf_accessor_floats(accessor, floats, 0);
    return floats;
}

/* Whether the accessor is unpacked by a filter that rounds: then its bounds are those of the numbers
 * before. */
static bool is_filtered(const bp_gltf_document *document, size_t accessor) {
    bp_gltf_value value = bp_gltf_element(document, BP_GLTF_ACCESSORS, accessor);
    bp_gltf_buffer_view view;
    int index;
    return bp_gltf_reference(document, &value, "bufferView", BP_GLTF_BUFFER_VIEWS, &index, NULL) &&
           index >= 0 && bp_gltf_buffer_view_read(document, (size_t)index, &view, NULL) && view.filter > 0;
}

/* Reports positions outside the accessor's min and max. Both are about the numbers before they are
 * normalized. */
static void check_bounds(bp_doctor *doctor, const bp_doctor_primitive *primitive,
                         const bp_gltf_accessor *accessor) {
    bp_gltf_value value = bp_gltf_element(&doctor->document, BP_GLTF_ACCESSORS, accessor->index);
    float min[3], max[3];
    bool has_min, has_max;
    size_t outside = 0, first = 0;
    double worst = 0.0;
    if (accessor->normalized || is_filtered(&doctor->document, accessor->index) ||
        !bp_gltf_floats(&value, "min", min, 3, &has_min, NULL) ||
        !bp_gltf_floats(&value, "max", max, 3, &has_max, NULL) || !has_min || !has_max)
        return;
    double size = 0.0;
    for (int j = 0; j < 3; j++)
        if ((double)max[j] - (double)min[j] > size) size = (double)max[j] - (double)min[j];
    for (size_t i = 0; i < primitive->vertex_count; i++) {
        const float *p = &primitive->positions[i].x;
        double far = 0.0;
        for (int j = 0; j < 3; j++) {
            if ((double)min[j] - (double)p[j] > far) far = (double)min[j] - (double)p[j];
            if ((double)p[j] - (double)max[j] > far) far = (double)p[j] - (double)max[j];
        }
        if (!(far > 1e-3 * size)) continue;
        if (outside++ == 0) first = i;
        if (far > worst) worst = far;
    }
    if (outside > 0)
        bp_doctor_add(doctor, BP_DOCTOR_POSITION_BOUNDS, BP_DOCTOR_WARNING,
                      bp_doctor_at_primitive(primitive, "attributes.POSITION"),
                      "%zu of %zu vertices are outside accessors[%zu].min and max, by up to %.3g; the first "
                      "is vertex %zu",
                      outside, primitive->vertex_count, accessor->index, worst, first);
}

/* Reads POSITION, which decides the number of vertices, and NORMAL. */
static bool read_vertices(bp_doctor *doctor, bp_doctor_primitive *primitive,
                          const bp_gltf_value *attributes) {
    bp_gltf_document *document = &doctor->document;
    bp_gltf_accessor accessor;
    bool exists;
    if (!bp_gltf_accessor_member(document, attributes, "POSITION", BP_GLTF_VEC3, &accessor, &exists,
                                 &doctor->fault) ||
        (exists && !(primitive->positions = floats_of(doctor, attributes, &accessor))))
        return false;
    if (!exists) return true;
    primitive->vertex_count = accessor.count;
    primitive->integer_positions = accessor.base.component != BP_GLTF_FLOAT;
    check_bounds(doctor, primitive, &accessor);
    return bp_gltf_attribute_open(document, attributes, "NORMAL", BP_GLTF_VEC3, accessor.count, &accessor,
                                  &exists, &doctor->fault) &&
           (!exists || (primitive->normals = floats_of(doctor, attributes, &accessor)));
}

static float weight_step(const bp_gltf_accessor *weights) {
    if (weights->base.component == BP_GLTF_UNSIGNED_BYTE) return 1.0f / 255.0f;
    return weights->base.component == BP_GLTF_UNSIGNED_SHORT ? 1.0f / 65535.0f : 0.0f;
}

/* Decodes set n among `width` influences of a vertex. The only set may stay in the buffer. */
static bool read_set(bp_doctor *doctor, bp_doctor_primitive *primitive, const bp_gltf_value *attributes,
                     size_t n, uint16_t *joints, float *weights) {
    bp_gltf_influence_set set;
    bool exists;
    size_t width = primitive->influences;
    if (!bp_gltf_influence_set_open(&doctor->document, attributes, n, primitive->vertex_count, &set, &exists,
                                    &doctor->fault))
        return false;
    float step = weight_step(&set.weights);
    if (step > primitive->weight_step) primitive->weight_step = step;
    bp_gltf_accessor_u16(&set.joints, joints + n * BP_GLTF_SET_SIZE, width);
    if (weights) bp_gltf_accessor_floats(&set.weights, weights + n * BP_GLTF_SET_SIZE, width);
    if (!weights) primitive->weights = floats_of(doctor, attributes, &set.weights);
    return primitive->weights != NULL;
}

static bool read_sets(bp_doctor *doctor, bp_doctor_primitive *primitive, const bp_gltf_value *attributes) {
    size_t count = primitive->vertex_count * (primitive->influences = primitive->sets * BP_GLTF_SET_SIZE);
    uint16_t *joints = alloc(doctor, attributes, count, sizeof *joints);
    float *weights = NULL;
    if (!joints) return false;
    if (primitive->sets > 1 && !(weights = alloc(doctor, attributes, count, sizeof *weights))) return false;
    primitive->joints = joints;
    primitive->weights = weights;
    for (size_t i = 0; i < primitive->sets; i++)
        if (!read_set(doctor, primitive, attributes, i, joints, weights)) return false;
    return true;
}

/* Reports integer weights that aren't marked as normalized: they mean numbers up to 255, and can't be judged.
 */
static bool check_normalized(bp_doctor *doctor, const bp_doctor_primitive *primitive,
                             const bp_gltf_value *attributes) {
    bp_gltf_accessor weights;
    bool exists = false;
    if (!bp_gltf_accessor_member(&doctor->document, attributes, "WEIGHTS_0", BP_GLTF_VEC4, &weights, &exists,
                                 NULL) ||
        !exists || weights.normalized || !bp_gltf_accessor_is_unsigned(&weights, 2))
        return true;
    bp_doctor_add(doctor, BP_DOCTOR_WEIGHTS_NOT_NORMALIZED, BP_DOCTOR_ERROR,
                  bp_doctor_at_primitive(primitive, "attributes.WEIGHTS_0"),
                  "accessors[%zu] has weights of type %s without \"normalized\": true", weights.index,
                  bp_gltf_component_text(weights.base.component));
    return false;
}

/* Keeps the sets before the first invalid one. */
static void read_influences(bp_doctor *doctor, bp_doctor_primitive *primitive,
                            const bp_gltf_value *attributes) {
    if (!check_normalized(doctor, primitive, attributes)) return;
    bp_doctor_read(doctor, bp_gltf_influence_sets(&doctor->document, attributes, primitive->vertex_count,
                                                  &primitive->sets, &doctor->fault));
    if (primitive->sets > 0 && !bp_doctor_read(doctor, read_sets(doctor, primitive, attributes)))
        primitive->sets = primitive->influences = 0;
}

static bool read_triangles(bp_doctor *doctor, bp_doctor_primitive *primitive, const bp_gltf_value *value) {
    bp_gltf_topology topology;
    uint32_t *indices;
    if (!bp_gltf_topology_open(&doctor->document, value, primitive->vertex_count, &topology,
                               &doctor->fault) ||
        !(indices = bp_arena_alloc(&doctor->vertex_arena, topology.corner_count, sizeof *indices,
                                   &doctor->fault)) ||
        !bp_gltf_topology_decode(&doctor->document, value, &topology, indices, &doctor->fault))
        return false;
    if (topology.ends < 3) return true; /* lines and points have no faces to examine */
    primitive->indices = indices;
    primitive->index_count = topology.corner_count;
    return true;
}

static void load_meshes(bp_doctor *doctor) {
    size_t count = doctor->document.counts[BP_GLTF_MESHES];
    doctor->meshes =
        bp_doctor_alloc(doctor, &doctor->document.collections[BP_GLTF_MESHES], count, sizeof *doctor->meshes);
    if (!doctor->meshes) return;
    for (size_t i = 0; i < count; i++) doctor->meshes[i].skin = -1;
    for (size_t i = 0; i < doctor->node_count; i++) {
        const bp_doctor_node *node = &doctor->nodes[i];
        if (node->mesh < 0 || node->skin < 0) continue;
        int *best = &doctor->meshes[node->mesh].skin;
        if (*best < 0 || doctor->skins[node->skin].joint_count < doctor->skins[*best].joint_count)
            *best = node->skin;
    }
}

static void read_primitive(bp_doctor *doctor, bp_doctor_primitive *primitive, const bp_gltf_value *value) {
    bp_gltf_value attributes = bp_gltf_member(value, "attributes");
    if (!bp_doctor_read(doctor, bp_gltf_require_object(value, &doctor->fault) &&
                                    bp_gltf_require_object(&attributes, &doctor->fault)))
        return;
    bp_doctor_read(doctor, read_vertices(doctor, primitive, &attributes));
    if (!primitive->positions) return;
    read_influences(doctor, primitive, &attributes);
    bp_doctor_read(doctor, read_triangles(doctor, primitive, value));
}

static size_t count_primitives(bp_doctor *doctor) {
    size_t count = 0, n;
    for (size_t i = 0; i < doctor->document.counts[BP_GLTF_MESHES]; i++) {
        bp_gltf_value mesh = bp_gltf_element(&doctor->document, BP_GLTF_MESHES, i), list;
        if (bp_doctor_read(doctor, bp_gltf_array(&mesh, "primitives", &list, &n, &doctor->fault))) count += n;
    }
    return count;
}

static void measure_skins(bp_doctor *doctor) {
    for (size_t i = 0; i < doctor->skin_count; i++) {
        bp_doctor_skin *skin = &doctor->skins[i];
        skin->bounds = bp_bounds_empty();
        for (size_t j = 0; j < doctor->primitive_count; j++) {
            const bp_doctor_primitive *primitive = &doctor->primitives[j];
            if (primitive->skin != (int)i || !primitive->positions) continue;
            bp_bounds bounds = bp_bounds_from_points(primitive->positions, primitive->vertex_count);
            skin->has_integers = skin->has_integers || primitive->integer_positions;
            skin->bounds = bp_bounds_union(skin->bounds, bounds);
        }
        if (!bp_bounds_is_empty(skin->bounds))
            skin->diagonal = (double)bp_vec3_distance(skin->bounds.lo, skin->bounds.hi);
    }
}

void bp_doctor_load_primitives(bp_doctor *doctor) {
    const bp_gltf_value *meshes = &doctor->document.collections[BP_GLTF_MESHES];
    size_t count = count_primitives(doctor);
    load_meshes(doctor);
    doctor->primitives = bp_doctor_alloc(doctor, meshes, count, sizeof *doctor->primitives);
    if (!doctor->meshes || !doctor->primitives) return;
    BP_GLTF_EACH(walk, meshes, "*.primitives.*") {
        if (walk.value->key) continue; /* no array, which was reported */
        bp_doctor_mesh *mesh = &doctor->meshes[walk.steps[0].index];
        bp_doctor_primitive *primitive = &doctor->primitives[doctor->primitive_count++];
        *primitive = (bp_doctor_primitive){
            .mesh = walk.steps[0].index, .index = walk.value->index, .skin = mesh->skin};
        read_primitive(doctor, primitive, walk.value);
        if (primitive->sets > 0) mesh->has_influences = true;
    }
    measure_skins(doctor);
}

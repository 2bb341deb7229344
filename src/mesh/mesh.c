/* Meshes: created with zeroed arrays, filled by the caller, changed, checked, cloned, destroyed. Functions
 * that change a mesh allocate all memory first. If that fails, the mesh stays as it was. */
#include "base/format.h"
#include "mesh/editing.h"
#include "mesh/shapes.h"
#include <stdio.h>
#include <string.h>

enum { ALL_ATTRIBUTES = BP_MESH_NORMALS | BP_MESH_TANGENTS | BP_MESH_UV0 | BP_MESH_UV1 | BP_MESH_COLORS };

/* ---- attributes ---------------------------------------------------------------------------------*/

/* The optional attributes: their flags, and where and how large their arrays are. */
static const struct {
    bp_mesh_attributes flag;
    size_t offset, size; /* of the pointer in a bp_mesh, and of one element */
} ATTRIBUTES[] = {
    {BP_MESH_NORMALS, offsetof(bp_mesh, normals), sizeof(bp_vec3)},
    {BP_MESH_TANGENTS, offsetof(bp_mesh, tangents), sizeof(bp_vec4)},
    {BP_MESH_UV0, offsetof(bp_mesh, uv), sizeof(bp_vec2)},
    {BP_MESH_UV1, offsetof(bp_mesh, uv) + sizeof(bp_vec2 *), sizeof(bp_vec2)},
    {BP_MESH_COLORS, offsetof(bp_mesh, colors), sizeof(bp_rgba8)},
};

static void *get_array(const bp_mesh *mesh, size_t attribute) {
    void *array;
    memcpy(&array, (const char *)mesh + ATTRIBUTES[attribute].offset, sizeof array);
    return array;
}

static void set_array(bp_mesh *mesh, size_t attribute, void *array) {
    memcpy((char *)mesh + ATTRIBUTES[attribute].offset, &array, sizeof array);
}

unsigned bp_mesh_attributes_of(const bp_mesh *mesh) {
    if (!mesh) return 0;
    unsigned attributes = 0;
    for (size_t i = 0; i < BP_COUNT(ATTRIBUTES); i++)
        if (get_array(mesh, i)) attributes |= ATTRIBUTES[i].flag;
    return attributes;
}

static void free_attributes(bp_mesh *mesh, unsigned attributes) {
    for (size_t i = 0; i < BP_COUNT(ATTRIBUTES); i++) {
        if (!(attributes & ATTRIBUTES[i].flag)) continue;
        bp_free(&mesh->allocator, get_array(mesh, i));
        set_array(mesh, i, NULL);
    }
}

static bool alloc_attributes(bp_mesh *mesh, unsigned attributes, bp_error *error) {
    for (size_t i = 0; i < BP_COUNT(ATTRIBUTES); i++) {
        if (!(attributes & ATTRIBUTES[i].flag)) continue;
        void *array = bp_alloc(&mesh->allocator, mesh->vertex_count, ATTRIBUTES[i].size, error);
        if (!array) return false;
        set_array(mesh, i, array);
    }
    if (attributes & BP_MESH_COLORS) memset(mesh->colors, 255, mesh->vertex_count * sizeof *mesh->colors);
    return true;
}

bool bp_mesh_add_attributes(bp_mesh *mesh, unsigned attributes, bp_error *error) {
    if (!mesh) return bp_fail_null(error, "mesh");
    if (attributes & ~(unsigned)ALL_ATTRIBUTES)
        return bp_fail(error, BP_ERROR_ARGUMENT, "attributes",
                       "%#x has bits that are not in bp_mesh_attributes", attributes);
    unsigned missing = attributes & ~bp_mesh_attributes_of(mesh);
    if (alloc_attributes(mesh, missing, error)) return true;
    free_attributes(mesh, missing);
    return false;
}

/* Elements have `size` bytes. */
static void copy_elements(void *to, size_t first, const void *from, const uint32_t *selection, size_t count,
                          size_t size) {
    if (!to || !from || count == 0) return;
    char *out = (char *)to + first * size;
    const char *in = from;
    if (!selection) {
        memcpy(out, in, count * size);
        return;
    }
    for (size_t i = 0; i < count; i++) memcpy(out + i * size, in + selection[i] * size, size);
}

static void copy_influences(bp_mesh *to, size_t first, const bp_mesh *from, const uint32_t *selection,
                            size_t count) {
    size_t to_influences = (size_t)to->influences, from_influences = (size_t)from->influences;
    size_t shared = to_influences < from_influences ? to_influences : from_influences;
    if (shared == 0) return;
    for (size_t i = 0; i < count; i++) {
        size_t out = (first + i) * to_influences, in = (selection ? selection[i] : i) * from_influences;
        memcpy(to->joints + out, from->joints + in, shared * sizeof *to->joints);
        memcpy(to->weights + out, from->weights + in, shared * sizeof *to->weights);
    }
}

void bp_mesh_copy_vertices(bp_mesh *to, size_t first, const bp_mesh *from, const uint32_t *selection,
                           size_t count) {
    copy_elements(to->positions, first, from->positions, selection, count, sizeof *to->positions);
    for (size_t i = 0; i < BP_COUNT(ATTRIBUTES); i++)
        copy_elements(get_array(to, i), first, get_array(from, i), selection, count, ATTRIBUTES[i].size);
    copy_influences(to, first, from, selection, count);
    for (size_t i = 0; i < to->morph_count && i < from->morph_count; i++) {
        const bp_morph *source = &from->morphs[i];
        bp_morph *target = &to->morphs[i];
        copy_elements(target->positions, first, source->positions, selection, count, sizeof(bp_vec3));
        copy_elements(target->normals, first, source->normals, selection, count, sizeof(bp_vec3));
        copy_elements(target->tangents, first, source->tangents, selection, count, sizeof(bp_vec3));
    }
}

bool bp_mesh_set_influences(bp_mesh *mesh, int influences, bp_error *error) {
    if (!mesh) return bp_fail_null(error, "mesh");
    if (influences < 0 || influences > BP_MESH_MAX_INFLUENCES)
        return bp_fail(error, BP_ERROR_ARGUMENT, "influences", "%d is not within 0 and %d", influences,
                       BP_MESH_MAX_INFLUENCES);
    if (influences == mesh->influences) return true;
    bp_mesh fresh = {.influences = influences};
    if (influences > 0) {
        size_t count = (size_t)influences;
        fresh.joints = bp_alloc(&mesh->allocator, mesh->vertex_count, count * sizeof *fresh.joints, error);
        fresh.weights = bp_alloc(&mesh->allocator, mesh->vertex_count, count * sizeof *fresh.weights, error);
        if (!fresh.joints || !fresh.weights) {
            bp_free(&mesh->allocator, fresh.joints);
            bp_free(&mesh->allocator, fresh.weights);
            return false;
        }
        bp_mesh_copy_vertices(&fresh, 0, mesh, NULL, mesh->vertex_count);
    }
    bp_free(&mesh->allocator, mesh->joints);
    bp_free(&mesh->allocator, mesh->weights);
    mesh->joints = fresh.joints;
    mesh->weights = fresh.weights;
    mesh->influences = influences;
    return true;
}

bool bp_mesh_bind_rigid(bp_mesh *mesh, uint16_t joint, bp_error *error) {
    if (!mesh) return bp_fail_null(error, "mesh");
    if (!bp_mesh_set_influences(mesh, 1, error)) return false;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        mesh->joints[i] = joint;
        mesh->weights[i] = 1.0f;
    }
    return true;
}

/* Quantized weights are off by some thousandths; more than this is worth a word. */
static const double QUANTIZED = 0.01;

/* Whether the weights of a vertex changed. Rounding moves a sum of 1 by less than 2e-7; such sums are left
 * alone, so that a second call changes nothing. */
static bool mend_vertex(float *weights, size_t width, size_t vertex, bp_weight_faults *faults) {
    double sum = 0.0;
    size_t wrong = 0;
    for (size_t k = 0; k < width; k++) {
        bool good = bp_is_finite(weights[k]) && weights[k] >= 0.0f;
        if (!good) weights[k] = 0.0f;
        wrong += !good;
        sum += (double)weights[k];
    }
    faults->negative += wrong;
    if (sum == 0.0) {
        if (faults->empty++ == 0) faults->first_empty = vertex;
        weights[0] = 1.0f;
        return true;
    }
    if (sum > 1.0 - 2e-7 && sum < 1.0 + 2e-7) return wrong > 0;
    for (size_t k = 0; k < width; k++) weights[k] = (float)((double)weights[k] / sum);
    if (sum > 1.0 - QUANTIZED && sum < 1.0 + QUANTIZED) return true;
    faults->rescaled++;
    if (fabs(sum - 1) > fabs(faults->worst_sum - 1)) {
        faults->worst_vertex = vertex;
        faults->worst_sum = sum;
    }
    return true;
}

bp_weight_faults bp_mesh_mend_weights(bp_mesh *mesh) {
    bp_weight_faults faults = {.worst_sum = 1};
    size_t width = mesh ? (size_t)mesh->influences : 0;
    for (size_t i = 0; width > 0 && i < mesh->vertex_count; i++)
        faults.changed += mend_vertex(mesh->weights + i * width, width, i, &faults);
    return faults;
}

size_t bp_mesh_normalize_weights(bp_mesh *mesh) { return bp_mesh_mend_weights(mesh).changed; }

bool bp_replace_text(const bp_allocator *allocator, char **text, const char *fresh, bp_error *error) {
    char *copy = bp_copy_text(allocator, fresh, error);
    if (!copy) return false;
    bp_free(allocator, *text);
    *text = copy;
    return true;
}

bool bp_mesh_set_name(bp_mesh *mesh, const char *name, bp_error *error) {
    if (!mesh) return bp_fail_null(error, "mesh");
    return bp_replace_text(&mesh->allocator, &mesh->name, name, error);
}

/* ---- indices and submeshes ----------------------------------------------------------------------*/

static bool check_index_count(size_t count, const char *place, bp_error *error) {
    if (count % 3 == 0) return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, place,
                   "%zu is not a multiple of 3; every triangle has three indices", count);
}

static bool fail_both(const char *place, bp_error *error) {
    return bp_fail(error, BP_ERROR_ARGUMENT, place,
                   "a mesh has triangles, or points, or lines; make a mesh of each");
}

static bool check_range(const bp_mesh *mesh, const uint32_t *indices, size_t count, bp_error *error) {
    size_t i = 0;
    while (i < count && indices[i] < mesh->vertex_count) i++;
    if (i == count) return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, bp_format("indices[%zu]", i).text,
                   "there is no vertex %u among %zu", (unsigned)indices[i], mesh->vertex_count);
}

int bp_mesh_material(const bp_mesh *mesh) {
    if (mesh && mesh->submesh_count > 0) return mesh->submeshes[0].material;
    return mesh && mesh->line_count > 0 ? mesh->line_material : -1;
}

static bool check_line_count(int ends, size_t count, const char *place, bp_error *error) {
    if (ends == 2 ? count % 2 == 0 : ends == 1 || (ends == 0 && count == 0)) return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, place,
                   "%zu vertices don't make points, with 1 end each, or lines, with 2; got %d", count, ends);
}

bool bp_mesh_set_lines(bp_mesh *mesh, int ends, const uint32_t *vertices, size_t count, bp_error *error) {
    if (!mesh) return bp_fail_null(error, "mesh");
    if (!check_line_count(ends, count, "count", error)) return false;
    if (count > 0 && mesh->index_count > 0) return fail_both("lines", error);
    if (!check_range(mesh, vertices, count, error)) return false;
    uint32_t *copy = bp_alloc(&mesh->allocator, count, sizeof *copy, error);
    if (!copy) return false;
    if (count) memcpy(copy, vertices, count * sizeof *copy);
    bp_free(&mesh->allocator, mesh->lines);
    mesh->lines = copy;
    mesh->line_count = count;
    mesh->line_ends = ends;
    return true;
}

static bool check_submesh(const bp_submesh *submesh, size_t number, size_t index_count, bp_error *error) {
    bool ok = submesh->first % 3 == 0 && submesh->count % 3 == 0 && submesh->first <= index_count &&
              submesh->count <= index_count - submesh->first;
    if (ok) return true;
    return bp_fail(
        error, BP_ERROR_ARGUMENT, "submeshes",
        "number %zu has %zu indices from %zu on, of %zu; both must be multiples of 3 and end within them",
        number, submesh->count, submesh->first, index_count);
}

bool bp_mesh_set_submeshes(bp_mesh *mesh, const bp_submesh *submeshes, size_t count, bp_error *error) {
    if (!mesh) return bp_fail_null(error, "mesh");
    for (size_t i = 0; i < count; i++) {
        if (!check_submesh(&submeshes[i], i, mesh->index_count, error)) return false;
    }
    bp_submesh *copy = bp_alloc(&mesh->allocator, count, sizeof *copy, error);
    if (!copy) return false;
    if (count) memcpy(copy, submeshes, count * sizeof *copy);
    bp_free(&mesh->allocator, mesh->submeshes);
    mesh->submeshes = copy;
    mesh->submesh_count = count;
    return true;
}

/* ---- morph targets ------------------------------------------------------------------------------*/

static void free_morphs(const bp_allocator *allocator, bp_morph *morphs, size_t count) {
    for (size_t i = 0; morphs && i < count; i++) {
        bp_free(allocator, morphs[i].name);
        bp_free(allocator, morphs[i].positions);
        bp_free(allocator, morphs[i].normals);
        bp_free(allocator, morphs[i].tangents);
    }
    bp_free(allocator, morphs);
}

static bool alloc_morph(const bp_mesh *mesh, bp_morph *morph, unsigned attributes, bp_error *error) {
    bp_vec3 **const arrays[] = {&morph->positions, &morph->normals, &morph->tangents};
    const unsigned flags[] = {0, BP_MESH_NORMALS, BP_MESH_TANGENTS};
    if (!(morph->name = bp_copy_text(&mesh->allocator, "", error))) return false;
    for (int i = 0; i < 3; i++)
        if ((attributes & flags[i]) == flags[i] &&
            !(*arrays[i] = bp_alloc(&mesh->allocator, mesh->vertex_count, sizeof(bp_vec3), error)))
            return false;
    return true;
}

bool bp_mesh_set_morphs(bp_mesh *mesh, size_t count, unsigned attributes, bp_error *error) {
    if (!mesh) return bp_fail_null(error, "mesh");
    bp_morph *morphs = bp_alloc(&mesh->allocator, count, sizeof *morphs, error);
    if (!morphs) return false;
    for (size_t i = 0; i < count; i++) {
        if (alloc_morph(mesh, &morphs[i], attributes, error)) continue;
        free_morphs(&mesh->allocator, morphs, count);
        return false;
    }
    free_morphs(&mesh->allocator, mesh->morphs, mesh->morph_count);
    mesh->morphs = morphs;
    mesh->morph_count = count;
    return true;
}

/* ---- create, clone, destroy ---------------------------------------------------------------------*/

static bool check_options(const bp_mesh_options *options, bp_error *error) {
    if (!options)
        return bp_fail(error, BP_ERROR_ARGUMENT, "options", "is NULL; a mesh needs at least its counts");
    if (options->vertex_count > UINT32_MAX)
        return bp_fail(error, BP_ERROR_ARGUMENT, "options.vertex_count",
                       "%zu vertices are too many for 32-bit indices; use several meshes",
                       options->vertex_count);
    return check_index_count(options->index_count, "options.index_count", error);
}

static bool alloc_arrays(bp_mesh *mesh, const bp_mesh_options *options, bp_error *error) {
    const bp_allocator *allocator = &mesh->allocator;
    mesh->vertex_count = options->vertex_count;
    mesh->index_count = options->index_count;
    if (!(mesh->name = bp_copy_text(allocator, options->name, error))) return false;
    if (!(mesh->positions = bp_alloc(allocator, mesh->vertex_count, sizeof(bp_vec3), error))) return false;
    if (!(mesh->indices = bp_alloc(allocator, mesh->index_count, sizeof(uint32_t), error))) return false;
    bp_submesh *block = bp_alloc(allocator, 1, sizeof *block, error);
    if (!block) return false;
    mesh->submeshes = block;
    mesh->submesh_count = mesh->index_count > 0 ? 1 : 0;
    block[0] = (bp_submesh){.count = mesh->index_count, .material = -1};
    return bp_mesh_add_attributes(mesh, options->attributes, error) &&
           bp_mesh_set_influences(mesh, options->influences, error) && bp_mesh_set_morphs(mesh, 0, 0, error);
}

bp_mesh *bp_mesh_create(const bp_allocator *allocator, const bp_mesh_options *options, bp_error *error) {
    if (!check_options(options, error)) return NULL;
    bp_mesh *mesh = bp_alloc(allocator, 1, sizeof *mesh, error);
    if (!mesh) return NULL;
    mesh->allocator = allocator ? *allocator : bp_allocator_default();
    mesh->line_material = -1;
    if (alloc_arrays(mesh, options, error)) return mesh;
    bp_mesh_destroy(mesh);
    return NULL;
}

void bp_mesh_destroy(bp_mesh *mesh) {
    if (!mesh) return;
    bp_allocator allocator = mesh->allocator;
    free_attributes(mesh, ALL_ATTRIBUTES);
    free_morphs(&allocator, mesh->morphs, mesh->morph_count);
    bp_free(&allocator, mesh->name);
    bp_free(&allocator, mesh->positions);
    bp_free(&allocator, mesh->joints);
    bp_free(&allocator, mesh->weights);
    bp_free(&allocator, mesh->indices);
    bp_free(&allocator, mesh->submeshes);
    bp_free(&allocator, mesh->lines);
    bp_free(&allocator, mesh);
}

/* Morph targets with the names, weights and attributes of `from`'s, but zeroed. */
static bool clone_morphs(bp_mesh *mesh, const bp_mesh *from, bp_error *error) {
    unsigned attributes = 0;
    for (size_t i = 0; i < from->morph_count; i++) {
        if (from->morphs[i].normals) attributes |= BP_MESH_NORMALS;
        if (from->morphs[i].tangents) attributes |= BP_MESH_TANGENTS;
    }
    if (!bp_mesh_set_morphs(mesh, from->morph_count, attributes, error)) return false;
    for (size_t i = 0; i < from->morph_count; i++) {
        if (!bp_replace_text(&mesh->allocator, &mesh->morphs[i].name, from->morphs[i].name, error))
            return false;
        mesh->morphs[i].weight = from->morphs[i].weight;
    }
    return true;
}

bp_mesh_options bp_mesh_options_like(const bp_mesh *mesh, size_t vertex_count, size_t index_count) {
    return (bp_mesh_options){.name = mesh->name,
                             .vertex_count = vertex_count,
                             .index_count = index_count,
                             .attributes = bp_mesh_attributes_of(mesh),
                             .influences = mesh->influences};
}

bp_mesh *bp_mesh_clone_onto(const bp_allocator *allocator, const bp_mesh *mesh,
                            const bp_mesh_options *options, const uint32_t *selection, bp_error *error) {
    bp_mesh *clone = bp_mesh_create(allocator, options, error);
    if (!clone) return NULL;
    if (!clone_morphs(clone, mesh, error) ||
        !bp_mesh_set_submeshes(clone, mesh->submeshes, mesh->submesh_count, error)) {
        bp_mesh_destroy(clone);
        return NULL;
    }
    bp_mesh_copy_vertices(clone, 0, mesh, selection, options->vertex_count);
    return clone;
}

bp_mesh *bp_mesh_clone(const bp_allocator *allocator, const bp_mesh *mesh, bp_error *error) {
    if (!mesh) return bp_fail_null(error, "mesh"), NULL;
    bp_mesh_options same = bp_mesh_options_like(mesh, mesh->vertex_count, mesh->index_count);
    bp_mesh *clone = bp_mesh_clone_onto(allocator, mesh, &same, NULL, error);
    if (!clone) return NULL;
    if (mesh->index_count) memcpy(clone->indices, mesh->indices, mesh->index_count * sizeof *clone->indices);
    clone->line_material = mesh->line_material;
    if (mesh->line_count == 0 ||
        bp_mesh_set_lines(clone, mesh->line_ends, mesh->lines, mesh->line_count, error))
        return clone;
    bp_mesh_destroy(clone);
    return NULL;
}

static bool check_arrays(const bp_mesh *mesh, bp_error *error) {
    if (mesh->vertex_count > 0 && !mesh->positions)
        return bp_fail(error, BP_ERROR_ARGUMENT, "positions", "is NULL, but there are %zu vertices",
                       mesh->vertex_count);
    if (mesh->index_count > 0 && !mesh->indices)
        return bp_fail(error, BP_ERROR_ARGUMENT, "indices", "is NULL, but there are %zu of them",
                       mesh->index_count);
    if (mesh->influences < 0 || mesh->influences > BP_MESH_MAX_INFLUENCES)
        return bp_fail(error, BP_ERROR_ARGUMENT, "influences", "%d is not within 0 and %d", mesh->influences,
                       BP_MESH_MAX_INFLUENCES);
    if (mesh->influences > 0 && (!mesh->joints || !mesh->weights))
        return bp_fail(error, BP_ERROR_ARGUMENT, mesh->joints ? "weights" : "joints",
                       "is NULL, but each vertex has %d influences", mesh->influences);
    if (mesh->line_count > 0 && !mesh->lines)
        return bp_fail(error, BP_ERROR_ARGUMENT, "lines", "is NULL, but there are %zu of them",
                       mesh->line_count);
    if (mesh->line_count > 0 && mesh->index_count > 0) return fail_both("lines", error);
    return check_index_count(mesh->index_count, "index_count", error) &&
           check_line_count(mesh->line_ends, mesh->line_count, "line_count", error);
}

bool bp_mesh_check(const bp_mesh *mesh, bp_error *error) {
    if (!mesh) return bp_fail(error, BP_ERROR_ARGUMENT, "mesh", "is NULL");
    if (!check_arrays(mesh, error)) return false;
    if (!check_range(mesh, mesh->indices, mesh->index_count, error) ||
        !check_range(mesh, mesh->lines, mesh->line_count, error))
        return false;
    for (size_t i = 0; i < mesh->submesh_count; i++) {
        if (!check_submesh(&mesh->submeshes[i], i, mesh->index_count, error)) return false;
    }
    return true;
}

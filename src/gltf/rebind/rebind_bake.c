/* Baking: vertices move to where they are in the new bind pose. Each is multiplied by the weighted sum of its
 * joint matrices, as skinning does it, so in that pose nothing changes. */
#include "gltf/decode.h"
#include "gltf/rebind/rebind.h"

/* A primitive at work. */
typedef struct bake_job {
    bp_rebind_job *job;
    size_t count;       /* of vertices */
    bp_dmat4 *matrices; /* owned; by vertex */
} bake_job;

/* ---- matrices -----------------------------------------------------------------------------------*/

static bool add_set(bake_job *bake, const bp_rebind_skin *skin, const bp_gltf_influence_set *set,
                    bp_error *error) {
    bp_rebind_job *job = bake->job;
    const bp_allocator *allocator = &job->document.allocator;
    float *weights = bp_alloc(allocator, 4 * bake->count, sizeof *weights, error);
    uint16_t *joints = weights ? bp_alloc(allocator, 4 * bake->count, sizeof *joints, error) : NULL;
    if (joints) {
        bp_gltf_accessor_floats(&set->weights, weights, 0);
        bp_gltf_accessor_u16(&set->joints, joints, 0);
    }
    for (size_t i = 0; joints && i < 4 * bake->count; i++) {
        if (weights[i] == 0.0f || joints[i] >= skin->joint_count) continue;
        const bp_rebind_node *node = &job->nodes[skin->nodes[joints[i]]];
        bp_dmat4 matrix = bp_dmat4_mul(skin->binds[joints[i]], node->world);
        for (int k = 0; k < 16; k++) bake->matrices[i / 4].m[k] += (double)weights[i] * matrix.m[k];
    }
    bp_free(allocator, weights);
    bp_free(allocator, joints);
    return joints != NULL;
}

static bool find_matrices(bake_job *bake, const bp_gltf_value *attributes, const bp_rebind_skin *skin,
                          size_t *sets, bp_error *error) {
    if (!bp_gltf_influence_sets(&bake->job->document, attributes, bake->count, sets, error)) return false;
    for (size_t n = 0; n < *sets; n++) {
        bp_gltf_influence_set set;
        bool exists;
        if (!bp_gltf_influence_set_open(&bake->job->document, attributes, n, bake->count, &set, &exists,
                                        error) ||
            !add_set(bake, skin, &set, error))
            return false;
    }
    return true;
}

/* ---- attributes ---------------------------------------------------------------------------------*/

typedef enum bake_kind { BAKE_POINT, BAKE_OFFSET, BAKE_NORMAL, BAKE_NORMAL_OFFSET, BAKE_TANGENT } bake_kind;

static bp_dvec3 unit(bp_dvec3 v, bool normalize) { return normalize ? bp_dvec3_normalize(v) : v; }

/* Normals go through the cofactors, the inverse transpose times the determinant. For an offset of a normal
 * the factor must be that of the normals: the determinant's cube root is near it. */
static bp_dvec3 bake_normal(bp_dmat4 m, bp_dvec3 n, bool normalize) {
    bp_dvec3 x = {m.m[0], m.m[1], m.m[2]}, y = {m.m[4], m.m[5], m.m[6]}, z = {m.m[8], m.m[9], m.m[10]};
    bp_dvec3 a = bp_dvec3_cross(y, z), b = bp_dvec3_cross(z, x), c = bp_dvec3_cross(x, y);
    double determinant = bp_dmat4_determinant3(m);
    double size = bp_cube_root_d(fabs(determinant)), sign = determinant < 0.0 ? -1.0 : 1.0;
    double factor = size > 0.0 ? sign / (size * size) : 1.0;
    bp_dvec3 out = {factor * (n.x * a.x + n.y * b.x + n.z * c.x),
                    factor * (n.x * a.y + n.y * b.y + n.z * c.y),
                    factor * (n.x * a.z + n.y * b.z + n.z * c.z)};
    return unit(out, normalize);
}

static bp_dvec3 baked(bp_dmat4 m, bake_kind kind, bp_dvec3 v) {
    switch (kind) {
    case BAKE_POINT: return bp_dmat4_point(m, v);
    case BAKE_OFFSET: return bp_dmat4_direction(m, v);
    case BAKE_NORMAL: return bake_normal(m, v, true);
    case BAKE_NORMAL_OFFSET: return bake_normal(m, v, false);
    default: return unit(bp_dmat4_direction(m, v), true);
    }
}

static bool bake_attribute(bake_job *bake, const bp_gltf_value *object, const char *key, bake_kind kind,
                           bp_error *error) {
    bp_rebind_job *job = bake->job;
    bp_gltf_value reference = bp_gltf_member(object, key);
    bp_gltf_accessor accessor;
    bool exists;
    if (!bp_gltf_attribute_open(&job->document, object, key, BP_GLTF_VEC3 | BP_GLTF_VEC4, bake->count,
                                &accessor, &exists, error))
        return false;
    if (!exists) return true;
    float *numbers = bp_gltf_accessor_copy(&job->document, object, &accessor, error);
    if (!numbers) return false;
    for (size_t i = 0; i < accessor.count; i++) {
        float *n = numbers + accessor.width * i;
        bp_dvec3 v = baked(bake->matrices[i], kind, (bp_dvec3){n[0], n[1], n[2]});
        n[0] = (float)v.x;
        n[1] = (float)v.y;
        n[2] = (float)v.z;
        if (accessor.width == 4 && bp_dmat4_determinant3(bake->matrices[i]) < 0.0) n[3] = -n[3];
    }
    const bp_gltf_numbers changed = {.bytes = numbers,
                                     .count = accessor.count,
                                     .type = accessor.type,
                                     .component = BP_GLTF_FLOAT,
                                     .bounds = kind == BAKE_POINT || kind == BAKE_OFFSET,
                                     .target = BP_GLTF_VERTICES};
    bp_gltf_rewrite_accessor(&job->rewrite, bp_gltf_rewrite_at(&job->rewrite, &reference), accessor.index,
                             &changed);
    bp_free(&job->document.allocator, numbers);
    return true;
}

static bool bake_all(bake_job *bake, const bp_gltf_value *primitive, const bp_gltf_value *attributes,
                     bp_error *error) {
    if (!bake_attribute(bake, attributes, "POSITION", BAKE_POINT, error) ||
        !bake_attribute(bake, attributes, "NORMAL", BAKE_NORMAL, error) ||
        !bake_attribute(bake, attributes, "TANGENT", BAKE_TANGENT, error))
        return false;
    for (bp_gltf_walk walk = bp_gltf_walk_of(primitive, "targets.*"); bp_gltf_walk_next(&walk);)
        if (!bake_attribute(bake, walk.value, "POSITION", BAKE_OFFSET, error) ||
            !bake_attribute(bake, walk.value, "NORMAL", BAKE_NORMAL_OFFSET, error) ||
            !bake_attribute(bake, walk.value, "TANGENT", BAKE_OFFSET, error))
            return false;
    return true;
}

/* ---- meshes -------------------------------------------------------------------------------------*/

static bool bake_primitive(bp_rebind_job *job, const bp_gltf_value *primitive, const bp_rebind_skin *skin,
                           bp_error *error) {
    bake_job bake = {.job = job};
    bp_gltf_value attributes = bp_gltf_member(primitive, "attributes");
    bp_gltf_accessor positions;
    bool exists;
    size_t sets;
    if (!bp_gltf_accessor_member(&job->document, &attributes, "POSITION", BP_GLTF_VEC3, &positions, &exists,
                                 error))
        return false;
    if (!exists) return true;
    bake.count = positions.count;
    if (!bp_gltf_charge(&job->document, &attributes, bake.count, sizeof *bake.matrices, error)) return false;
    bake.matrices = bp_alloc(&job->document.allocator, bake.count, sizeof *bake.matrices, error);
    bool ok = bake.matrices && find_matrices(&bake, &attributes, skin, &sets, error) &&
              (sets == 0 || bake_all(&bake, primitive, &attributes, error));
    bp_free(&job->document.allocator, bake.matrices);
    return ok;
}

/* Finds the skin of each mesh; -1: none. A mesh with two skins has two bind poses. */
static bool find_skins(bp_rebind_job *job, int *skins, bp_error *error) {
    enum { UNKNOWN = -2, NONE = -1 };
    for (size_t i = 0; i < job->document.counts[BP_GLTF_MESHES]; i++) skins[i] = UNKNOWN;
    for (size_t i = 0; i < job->document.counts[BP_GLTF_NODES]; i++) {
        bp_gltf_value node = bp_gltf_element(&job->document, BP_GLTF_NODES, i);
        int mesh, skin;
        if (!bp_gltf_reference(&job->document, &node, "mesh", BP_GLTF_MESHES, &mesh, error) ||
            !bp_gltf_reference(&job->document, &node, "skin", BP_GLTF_SKINS, &skin, error))
            return false;
        if (mesh < 0) continue;
        if (skins[mesh] != UNKNOWN && skins[mesh] != skin)
            return bp_gltf_fail(&node, error,
                                "shows meshes[%d] with another skin than a node before it; one mesh can't be "
                                "baked for two, so make a copy of it",
                                mesh);
        skins[mesh] = skin;
    }
    return true;
}

bool bp_rebind_bake(bp_rebind_job *job, bp_error *error) {
    size_t count = job->document.counts[BP_GLTF_MESHES];
    int *skins = bp_arena_alloc(&job->arena, count, sizeof *skins, error);
    if (!skins || !find_skins(job, skins, error)) return false;
    bp_gltf_walk walk = bp_gltf_walk_of(&job->document.collections[BP_GLTF_MESHES], "*.primitives.*");
    while (bp_gltf_walk_next(&walk)) {
        int skin = skins[walk.steps[0].index];
        if (skin >= 0 && !bake_primitive(job, walk.value, &job->skins[skin], error)) return false;
    }
    return true;
}

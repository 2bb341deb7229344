/* Rebinding: reads the file, plans, writes. */
#include "gltf/rebind/rebind.h"
#include "base/allocator.h"
#include "base/error.h"
#include "gltf/read/reader.h"
#include "gltf/retarget/body.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reading the file twice, as a model for its poses and as a document to be rewritten. */

static bp_dtrs trs_of(const bp_node *node) {
    return (bp_dtrs){bp_dvec3_from_vec3(bp_node_position(node)), bp_dquat_from_quat(bp_node_rotation(node)),
                     bp_dvec3_from_vec3(bp_node_scale(node))};
}

static bool is_even(bp_dvec3 s) {
    double most = fmax(fabs(s.x), fmax(fabs(s.y), fabs(s.z)));
    return fabs(s.x - s.y) <= 1e-6 * most && fabs(s.x - s.z) <= 1e-6 * most;
}

static bool read_nodes(bp_rebind_job *job, bp_error *error) {
    const bp_model *model = job->model;
    retarget_tree tree;
    job->node_count = model->node_count;
    job->nodes = bp_arena_alloc(&job->arena, job->node_count, sizeof *job->nodes, error);
    if (!job->nodes || !bp_retarget_tree_make(&tree, model, &job->arena, error)) return false;
    job->order = tree.order;
    for (size_t i = 0; i < job->node_count; i++) {
        bp_rebind_node *node = &job->nodes[i];
        /* Copies of a mesh are no nodes of the file. */
        node->parent = i < job->document.counts[BP_GLTF_NODES] ? tree.parents[i] : -1;
        node->rest = node->local = trs_of(model->nodes[i]);
        node->frame = (bp_rebind_frame){{0, 0, 0, 1}, 1.0};
        node->uneven = !is_even(node->rest.scale);
        node->still = true;
    }
    for (size_t i = 0; i < job->node_count; i++)
        if (job->nodes[i].parent >= 0) job->nodes[job->nodes[i].parent].still = false;
    for (size_t i = 0; i < model->clip_count; i++)
        for (size_t j = 0; j < bp_clip_track_count(model->clips[i]); j++) {
            const bp_track *track = bp_clip_track(model->clips[i], j);
            job->nodes[track->target].still = false;
            size_t values = track->key_count * (track->interpolation == BP_INTERPOLATION_CUBIC ? 3 : 1);
            for (size_t k = 0; track->kind == BP_TRACK_SCALE && k < values; k++)
                if (!is_even(
                        (bp_dvec3){track->values[3 * k], track->values[3 * k + 1], track->values[3 * k + 2]}))
                    job->nodes[track->target].uneven = true;
        }
    return true;
}

static bool read_skin(bp_rebind_job *job, size_t index, bp_error *error) {
    const bp_model_skin *from = &job->model->skins[index];
    bp_rebind_skin *skin = &job->skins[index];
    bp_gltf_value value = bp_gltf_element(&job->document, BP_GLTF_SKINS, index);
    bp_gltf_accessor accessor;
    bool exists;
    size_t count = skin->joint_count = from->joint_count;
    skin->nodes = from->nodes;
    if (!(skin->binds = bp_arena_alloc(&job->arena, count, sizeof *skin->binds, error)) ||
        !(skin->new_binds = bp_arena_alloc(&job->arena, count, sizeof *skin->new_binds, error)) ||
        !(skin->helpers = bp_arena_alloc(&job->arena, count, sizeof *skin->helpers, error)) ||
        !(skin->ways = bp_arena_alloc(&job->arena, count, sizeof *skin->ways, error)) ||
        !bp_gltf_inverse_binds_open(&job->document, &value, &accessor, &exists, error))
        return false;
    bp_mat4 *matrices = exists ? bp_arena_alloc(&job->arena, accessor.count, sizeof *matrices, error) : NULL;
    if (exists && !matrices) return false;
    if (exists) bp_gltf_accessor_floats(&accessor, (float *)matrices, 0);
    for (size_t i = 0; i < count; i++) {
        skin->binds[i] = exists && i < accessor.count ? bp_dmat4_from_mat4(matrices[i]) : bp_dmat4_identity();
        skin->new_binds[i] = skin->binds[i];
        for (int at = skin->nodes[i]; at >= 0 && !job->nodes[at].has_joint_below; at = job->nodes[at].parent)
            job->nodes[at].has_joint_below = true;
    }
    return true;
}

/* Reads a file as model and document, its nodes and skins. Close it in any case. */
static bool open_job(bp_rebind_job *job, const bp_gltf_source *source, bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(job->context);
    const bp_gltf_read_options reading = {.no_images = true};
    job->arena = bp_arena_make(allocator, 4096);
    if (!bp_gltf_read_source(job->context, source, NULL, &reading, &job->model, NULL, error)) return false;
    job->is_open = bp_gltf_document_open_within(&job->document, job->context, source, NULL, 0, error);
    job->document.draco_decoder = bp_context_draco(job->context);
    job->skin_count = job->model->skin_count;
    bool ok = job->is_open && bp_gltf_rewrite_open(&job->rewrite, &job->document, error) &&
              read_nodes(job, error) &&
              (job->skins = bp_arena_alloc(&job->arena, job->skin_count, sizeof *job->skins, error));
    for (size_t i = 0; ok && i < job->skin_count; i++) ok = read_skin(job, i, error);
    if (!ok && job->is_open) bp_error_prefix_place(error, source->name);
    return ok;
}

/* Closes its libraries, too. */
static void close_job(bp_rebind_job *job) {
    for (size_t i = 0; job->libraries && i < job->options->clips_count; i++) {
        close_job(&job->libraries[i].job);
        bp_file_free(bp_context_allocator(job->context), &job->libraries[i].file);
    }
    if (job->is_open) {
        bp_gltf_rewrite_close(&job->rewrite);
        bp_gltf_document_close(&job->document);
    }
    bp_arena_clear(&job->arena);
    bp_model_destroy(job->model);
}

/* Clips in other files: an animation library for the same skeleton.
 *
 * Its keys are local transforms of nodes that have the names of this file's nodes. If a node of this file
 * gets another frame, the library's node of that name gets the same one, in the same way: local matrix, keys,
 * and inverse bind if it is a joint there. So the library itself moves as before, too. */

typedef struct named_node {
    const char *name;
    size_t node;
} named_node;

static int compare_names(const void *a, const void *b) {
    const named_node *first = a, *second = b;
    int order = strcmp(first->name, second->name);
    return order ? order : (first->node > second->node) - (first->node < second->node);
}

/* By name, those of one name in the file's order. */
static named_node *sort_names(bp_rebind_job *job, bp_error *error) {
    named_node *names = bp_arena_alloc(&job->arena, job->node_count, sizeof *names, error);
    if (!names) return NULL;
    for (size_t i = 0; i < job->node_count; i++) names[i] = (named_node){job->model->node_names[i], i};
    if (job->node_count > 0) qsort(names, job->node_count, sizeof *names, compare_names);
    return names;
}

/* This file's node that a library's node stands for; NULL: none. */
static bp_rebind_node *find(const bp_rebind_job *job, const named_node *names, const char *name) {
    size_t low = 0, high = job->node_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(names[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (!*name || low == job->node_count || strcmp(names[low].name, name) != 0) return NULL;
    return &job->nodes[names[low].node];
}

/* A change of frame must suit the library's keys as well as the file's. Returns how many of the library's
 * tracks move a node of the file. */
static size_t note_keys(bp_rebind_job *job, const named_node *names, const bp_rebind_job *library) {
    const bp_model *model = library->model;
    size_t tracks = 0;
    for (size_t i = 0; i < library->node_count; i++) {
        bp_rebind_node *node = find(job, names, model->node_names[i]);
        if (node && library->nodes[i].uneven) node->uneven = true;
    }
    for (size_t i = 0; i < model->clip_count; i++)
        for (size_t j = 0; j < bp_clip_track_count(model->clips[i]); j++) {
            const bp_track *track = bp_clip_track(model->clips[i], j);
            bp_rebind_node *node = find(job, names, model->node_names[track->target]);
            if (!node) continue;
            node->still = false;
            tracks += track->kind != BP_TRACK_WEIGHTS;
        }
    return tracks;
}

/* The files with clips are opened before the plan, so that nodes know of their keys, and written after it.
 * Errors name the file. Close them in any case. */
static bool open_libraries(bp_rebind_job *job, bp_error *error) {
    const bp_rebind_options *options = job->options;
    const bp_allocator *allocator = bp_context_allocator(job->context);
    if (options->clips_count == 0) return true;
    const named_node *names = sort_names(job, error);
    if (!names) return false;
    job->libraries = bp_arena_alloc(&job->arena, options->clips_count, sizeof *job->libraries, error);
    for (size_t i = 0; job->libraries && i < options->clips_count; i++) {
        bp_rebind_library *library = &job->libraries[i];
        library->job.context = job->context;
        library->job.options = options;
        if (!bp_gltf_source_read(allocator, options->clips[i], &library->file, &library->source, error) ||
            !open_job(&library->job, &library->source, error))
            return false;
        if (note_keys(job, names, &library->job) == 0)
            return bp_fail(error, BP_ERROR_INPUT, options->clips[i],
                           "its clips move no node that the file has by the same name: it is for another "
                           "skeleton");
    }
    return job->libraries != NULL;
}

static bool write_library(bp_rebind_job *job, const named_node *names, bp_rebind_job *library, bp_file *out,
                          bp_error *error) {
    for (size_t i = 0; i < library->node_count; i++) {
        const bp_rebind_node *node = find(job, names, library->model->node_names[i]);
        if (!node || !node->changed) continue;
        library->nodes[i].frame = node->frame;
        library->nodes[i].changed = true;
    }
    bp_rebind_follow(library);
    return bp_rebind_write_clips(library, error) && bp_rebind_write_skins(library, error) &&
           bp_rebind_write_extensions(library, error) &&
           bp_gltf_rewrite_finish(&library->rewrite, BP_GLTF_BY_NAME, true, out, error);
}

static bool write_libraries(bp_rebind_job *job, bp_error *error) {
    size_t count = job->options->clips_count;
    bp_rebind *out = job->out;
    if (count == 0) return true;
    const named_node *names = sort_names(job, error);
    out->clips = names ? bp_alloc(&out->allocator, count, sizeof *out->clips, error) : NULL;
    if (!out->clips) return false;
    out->clips_count = count;
    for (size_t i = 0; i < count; i++) {
        bp_rebind_library *library = &job->libraries[i];
        if (write_library(job, names, &library->job, &out->clips[i], error)) continue;
        bp_error_prefix_place(error, library->source.name);
        return false;
    }
    return true;
}

/* Baking: vertices move to where they are in the new bind pose. Each is multiplied by the weighted sum of its
 * joint matrices, as skinning does it, so in that pose nothing changes. */

typedef struct bake_job {
    bp_rebind_job *job;
    size_t count;       /* of vertices */
    bp_dmat4 *matrices; /* owned; by vertex */
} bake_job;

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

typedef enum bake_kind { BAKE_POINT, BAKE_OFFSET, BAKE_NORMAL, BAKE_NORMAL_OFFSET, BAKE_TANGENT } bake_kind;

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
    return normalize ? bp_dvec3_normalize(out) : out;
}

static bp_dvec3 baked(bp_dmat4 m, bake_kind kind, bp_dvec3 v) {
    switch (kind) {
    case BAKE_POINT: return bp_dmat4_point(m, v);
    case BAKE_OFFSET: return bp_dmat4_direction(m, v);
    case BAKE_NORMAL: return bake_normal(m, v, true);
    case BAKE_NORMAL_OFFSET: return bake_normal(m, v, false);
    default: return bp_dvec3_normalize(bp_dmat4_direction(m, v));
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
    bp_gltf_numbers changed = bp_gltf_float_numbers(numbers, accessor.count, accessor.type);
    changed.bounds = kind == BAKE_POINT || kind == BAKE_OFFSET;
    changed.target = BP_GLTF_VERTICES;
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

static bool bake_vertices(bp_rebind_job *job, bp_error *error) {
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

void bp_rebind_clear(bp_rebind *rebind) {
    if (!rebind) return;
    bp_file_free(&rebind->allocator, &rebind->file);
    bp_free(&rebind->allocator, rebind->joints);
    for (size_t i = 0; i < rebind->clips_count; i++) bp_file_free(&rebind->allocator, &rebind->clips[i]);
    bp_free(&rebind->allocator, rebind->clips);
    *rebind = (bp_rebind){0};
}

const char *bp_rebind_way_text(bp_rebind_way way) {
    static const char *const texts[] = {
        "kept as it is",
        "frame changed, keys carried over: exact in every pose",
        "a new node below it became the joint: exact in every pose",
        "vertices baked: exact in the new bind pose, and for vertices with one joint",
        "kept: its matrix has no inverse",
    };
    return way < BP_REBIND_WAY_COUNT ? texts[way] : "?";
}

/* ---- the pose of the new bind -------------------------------------------------------------------*/

/* Sets the nodes to the pose that vertices are to be bound in: rest, or a moment of a clip. */
static bool pose_nodes(bp_rebind_job *job, bp_error *error) {
    const bp_rebind_options *options = job->options;
    if (options->preset == BP_REBIND_POSE) {
        bp_model_pose *pose = bp_model_pose_create(job->model, error);
        bool ok = pose && bp_model_pose_set(pose, options->clip, options->seconds, error);
        for (size_t i = 0; ok && i < job->node_count; i++) job->nodes[i].local = trs_of(job->model->nodes[i]);
        if (ok) (void)bp_model_pose_set(pose, -1, 0, NULL);
        bp_model_pose_destroy(pose);
        if (!ok) return false;
    }
    for (size_t i = 0; i < job->node_count; i++) {
        bp_rebind_node *node = &job->nodes[job->order[i]];
        node->world = bp_dmat4_from_dtrs(node->local);
        if (node->parent >= 0) node->world = bp_dmat4_mul(node->world, job->nodes[node->parent].world);
    }
    return true;
}

static bool list_joints(bp_rebind_job *job, bp_error *error) {
    bp_rebind *out = job->out;
    for (size_t i = 0; i < job->skin_count; i++) out->joint_count += job->skins[i].joint_count;
    out->joints = bp_alloc(&out->allocator, out->joint_count, sizeof *out->joints, error);
    if (!out->joints) return false;
    for (size_t i = 0, at = 0; i < job->skin_count; i++)
        for (size_t j = 0; j < job->skins[i].joint_count; j++) {
            bp_rebind_joint *joint = &out->joints[at++];
            int node = job->skins[i].nodes[j];
            *joint = (bp_rebind_joint){.skin = (int)i, .joint = (int)j, .node = node};
            joint->way = job->skins[i].ways[j];
            snprintf(joint->name, sizeof joint->name, "%s", job->model->node_names[node]);
        }
    return true;
}

static bool run(bp_rebind_job *job, bp_error *error) {
    const bp_rebind_options *options = job->options;
    if (job->model->skin_count == 0)
        return bp_fail(error, BP_ERROR_INPUT, "skins", "there are none, so nothing is bound");
    return pose_nodes(job, error) && bp_rebind_plan(job, error) && bp_rebind_write_clips(job, error) &&
           (!bp_rebind_is_baked(job) || bake_vertices(job, error)) && bp_rebind_write_skins(job, error) &&
           bp_rebind_write_extensions(job, error) && list_joints(job, error) &&
           bp_gltf_rewrite_finish(&job->rewrite, options->container, options->embed, &job->out->file, error);
}

static bool rebind(const bp_context *context, const bp_gltf_source *source, const bp_rebind_options *options,
                   bp_rebind *out, bp_error *error) {
    bp_rebind_job job = {.context = context, .options = options, .out = out};
    *out = (bp_rebind){.allocator = *bp_context_allocator(context)};
    bool ok = open_job(&job, source, error) && open_libraries(&job, error);
    if (ok && !run(&job, error)) {
        ok = false;
        bp_error_prefix_place(error, source->name);
    }
    ok = ok && write_libraries(&job, error);
    close_job(&job);
    if (!ok) bp_rebind_clear(out);
    return ok;
}

bool bp_gltf_rebind_memory(const bp_context *context, const void *data, size_t size, const char *name,
                           const char *folder, const bp_rebind_options *options, bp_rebind *out,
                           bp_error *error) {
    bp_gltf_source source = {data, size, name ? name : "glTF", folder, folder ? strlen(folder) : 0, NULL};
    return rebind(context, &source, options, out, error);
}

bool bp_gltf_rebind(const bp_context *context, const char *path, const bp_rebind_options *options,
                    bp_rebind *out, bp_error *error) {
    bp_file file = {0};
    bp_gltf_source source;
    *out = (bp_rebind){0};
    if (!bp_gltf_source_read(bp_context_allocator(context), path, &file, &source, error)) return false;
    bool ok = rebind(context, &source, options, out, error);
    bp_file_free(bp_context_allocator(context), &file);
    return ok;
}

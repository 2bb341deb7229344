/* Posing a model: nodes and morph weights from a clip, and the resulting vertices.
 *
 * Every pose starts from rest. Otherwise nodes that a clip doesn't animate would keep values of the clip
 * before. */
#include "mesh/model_pose.h"
#include "base/allocator.h"
#include "mesh/editing.h"
#include <stdio.h>
#include <string.h>

static size_t morph_count(const bp_model *model, size_t instance) {
    int mesh = model->instances[instance].mesh;
    return mesh >= 0 && (size_t)mesh < model->mesh_count && model->meshes[mesh]
               ? model->meshes[mesh]->morph_count
               : 0;
}

/* The number of weights that a clip may set at each node: the most that an instance at it has. */
static int *count_weights(const bp_model *model, bp_error *error) {
    int *counts = bp_alloc(&model->allocator, model->node_count, sizeof *counts, error);
    for (size_t i = 0; counts && i < model->instance_count; i++) {
        int node = model->instances[i].node, count = (int)morph_count(model, i);
        if (node >= 0 && (size_t)node < model->node_count && counts[node] < count) counts[node] = count;
    }
    return counts;
}

/* A batch of a model: its nodes are the bones, and each skeleton has a part of the palette. */

static bool add_nodes(bp_batch *batch, const bp_model *model, const bp_node_entry *entries, bp_error *error) {
    for (size_t i = 0; i < model->node_count; i++) {
        const bp_node *node = model->nodes[i];
        int parent = bp_node_entry_find(entries, model->node_count, node->parent);
        if (parent < 0 && node->parent)
            return bp_fail(error, BP_ERROR_ARGUMENT, node->name, "its parent is not a node of the model");
        batch->parent[i] = parent < 0 ? BONE_NONE : (uint32_t)parent;
        batch->rest[i] = bp_dtrs_to_trs(node->trs);
        batch->locals[i] = bp_dmat4_to_mat4(bp_node_local_d(node));
    }
    return true;
}

/* Whether a bone's chain is its node's world matrix. */
static bool follows(const bp_skeleton *skeleton, const bp_bone *bone) {
    const bp_node *above = bone->parent ? bone->parent->node : NULL;
    return bone->node && bone->node->parent == above && !skeleton->has_pose_matrix &&
           !skeleton->final_function && bp_skeleton_is_sorted(skeleton);
}

static bool add_skeleton(bp_batch *batch, const bp_model *model, const bp_node_entry *entries,
                         const bp_skeleton *skeleton, bp_error *error) {
    for (uint32_t id = 0; id < skeleton->count; id++) {
        const bp_bone *bone = skeleton->bones.bone[id];
        int node = bp_node_entry_find(entries, model->node_count, bone->node);
        if (node < 0 || !follows(skeleton, bone))
            return bp_fail(error, BP_ERROR_ARGUMENT, bone->name,
                           "the bone doesn't follow a node of the model, with its parent");
        int32_t index = skeleton->bones.palette_index[id];
        if (index != BP_INDEX_NONE)
            batch_add_final(batch, (size_t)node, batch->palette_count + (size_t)index,
                            bp_dmat4_to_mat4(skeleton->bones.inverse[id]));
    }
    batch->palette_count += bp_skeleton_palette_count(skeleton);
    return true;
}

static void add_weights(bp_batch *batch, const int *counts) {
    for (size_t i = 0; i < batch->count; i++) {
        if (counts[i] == 0) continue;
        batch->morphs[batch->morph_count++] =
            (batch_morphs){(uint32_t)i, (uint32_t)batch->weight_count, (uint32_t)counts[i]};
        batch->weight_count += (size_t)counts[i];
    }
}

static bool fill(bp_batch *batch, const bp_model *model, const bp_node_entry *entries, const int *counts,
                 bp_error *error) {
    if (!add_nodes(batch, model, entries, error)) return false;
    for (size_t i = 0; i < model->skeleton_count; i++)
        if (!add_skeleton(batch, model, entries, model->skeletons[i], error)) return false;
    add_weights(batch, counts);
    return bp_batch_lay_out(batch, (const bp_clip *const *)model->clips, model->clip_count, error);
}

bp_batch *bp_model_batch_create(const bp_context *context, const bp_model *model, bp_error *error) {
    if (!model) return bp_fail_null(error, "model"), NULL;
    size_t bones = 0;
    for (size_t i = 0; i < model->skeleton_count; i++) bones += bp_skeleton_count(model->skeletons[i]);
    bp_node_entry *entries = bp_model_list_nodes(model, error);
    int *counts = entries ? count_weights(model, error) : NULL;
    bp_batch *batch =
        counts ? bp_batch_begin(context, model->node_count, bones, model->node_count, error) : NULL;
    if (batch && !fill(batch, model, entries, counts, error)) {
        bp_batch_destroy(batch);
        batch = NULL;
    }
    bp_free(&model->allocator, entries);
    bp_free(&model->allocator, counts);
    return batch;
}

bp_pose *bp_model_make_pose(const bp_model *model, bp_error *error) {
    int *counts = count_weights(model, error);
    if (!counts) return NULL;
    bp_pose_options options = {.weight_counts = counts, .targets = BP_TARGETS_NODES};
    bp_pose *pose = bp_pose_create(&model->allocator, model->node_count, &options, error);
    bp_free(&model->allocator, counts);
    return pose;
}

static bool create_weights(bp_model_pose *pose, bp_error *error) {
    const bp_model *model = pose->model;
    pose->starts = bp_alloc(&model->allocator, model->instance_count + 1, sizeof *pose->starts, error);
    if (!pose->starts) return false;
    for (size_t i = 0; i < model->instance_count; i++)
        pose->starts[i + 1] = pose->starts[i] + morph_count(model, i);
    pose->weights =
        bp_alloc(&model->allocator, pose->starts[model->instance_count], sizeof *pose->weights, error);
    return pose->weights != NULL;
}

/* Weights of the clip for the instance's node, or else of the instance, or else of the mesh. */
static void set_weights(bp_model_pose *pose, size_t index) {
    const bp_model_instance *instance = &pose->model->instances[index];
    float *weights = pose->weights + pose->starts[index];
    size_t count = pose->starts[index + 1] - pose->starts[index];
    const bp_pose *now = pose->now;
    bool animated = instance->node >= 0 && (size_t)instance->node < now->count &&
                    (now->parts[instance->node] & BP_POSE_WEIGHTS);
    for (size_t i = 0; i < count; i++) {
        weights[i] = pose->model->meshes[instance->mesh]->morphs[i].weight;
        if (instance->weights) weights[i] = i < instance->weight_count ? instance->weights[i] : 0.0f;
        if (animated) weights[i] = now->weights[now->weight_starts[instance->node] + i];
    }
}

bp_model_pose *bp_model_pose_create(bp_model *model, bp_error *error) {
    if (!model) return bp_fail_null(error, "model"), NULL;
    bp_model_pose *pose = bp_alloc(&model->allocator, 1, sizeof *pose, error);
    if (!pose) return NULL;
    pose->model = model;
    if (!(pose->rest = bp_pose_create(&model->allocator, model->node_count, NULL, error)) ||
        !(pose->now = bp_model_make_pose(model, error)) || !create_weights(pose, error)) {
        bp_model_pose_destroy(pose);
        return NULL;
    }
    bp_pose_from_nodes(pose->rest, model->nodes, model->node_count);
    for (size_t i = 0; i < model->instance_count; i++) set_weights(pose, i);
    return pose;
}

void bp_model_pose_destroy(bp_model_pose *pose) {
    if (!pose) return;
    bp_allocator allocator = pose->model->allocator;
    bp_pose_destroy(pose->rest);
    bp_pose_destroy(pose->now);
    bp_free(&allocator, pose->starts);
    bp_free(&allocator, pose->weights);
    bp_free(&allocator, pose);
}

bool bp_model_pose_apply(bp_model_pose *pose, bp_error *error) {
    if (!pose) return bp_fail_null(error, "pose");
    bp_model *model = pose->model;
    if (pose->now->targets == BP_TARGETS_BONES)
        return bp_fail(error, BP_ERROR_ARGUMENT, "pose->now",
                       "moves bones, and a model's pose moves its nodes");
    pose->behind = false;
    bp_pose_apply_nodes_over(pose->rest, pose->now, model->nodes, model->node_count);
    for (size_t i = 0; i < model->instance_count; i++) set_weights(pose, i);
    for (size_t i = 0; i < model->skeleton_count; i++) bp_skeleton_prepare(model->skeletons[i]);
    return true;
}

void bp_model_pose_take(bp_model_pose *pose, const bp_batch *batch, const batch_scratch *scratch) {
    bp_pose *now = pose->now;
    bp_pose_clear(now);
    for (size_t i = 0; i < batch->animated_count; i++)
        bp_pose_set_trs(now, batch->animated[i], batch_get_parts(scratch->parts, i));
    for (size_t i = 0; i < batch->morph_count; i++) {
        const batch_morphs *m = &batch->morphs[i];
        if (!(scratch->morph_totals[i] > 0)) continue;
        memcpy(now->weights + now->weight_starts[m->bone], scratch->morphs + m->first,
               m->count * sizeof *now->weights);
        now->parts[m->bone] |= BP_POSE_WEIGHTS;
    }
    for (size_t i = 0; i < pose->model->instance_count; i++) set_weights(pose, i);
    pose->behind = true;
}

/* The pose is const for those that only read it; its nodes aren't. */
void bp_model_pose_catch_up(const bp_model_pose *pose) {
    if (pose && pose->behind) bp_model_pose_apply((bp_model_pose *)pose, NULL);
}

bool bp_model_pose_rests_as(const bp_model_pose *pose, const bp_batch *batch) {
    bool equal = pose->rest->count == batch->count;
    for (size_t i = 0; equal && i < batch->count; i++) {
        bp_trs rest = bp_pose_trs(pose->rest, i);
        equal = memcmp(&rest, &batch->rest[i], sizeof rest) == 0;
    }
    return equal;
}

bool bp_model_pose_check(const bp_model_pose *pose, int clip, bp_error *error) {
    const bp_model *model = pose->model;
    if (clip < -1 || (clip >= 0 && (size_t)clip >= model->clip_count))
        return bp_fail(error, BP_ERROR_ARGUMENT, "clip", "there is no clip %d; the model has %zu", clip,
                       model->clip_count);
    if (clip >= 0 && bp_clip_targets(model->clips[clip]) == BP_TARGETS_BONES)
        return bp_fail(error, BP_ERROR_ARGUMENT, "clip",
                       "clip %d moves bones, and a model's clips move its nodes: apply it with bp_pose_apply",
                       clip);
    return true;
}

bool bp_model_pose_set(bp_model_pose *pose, int clip, double seconds, bp_error *error) {
    if (!pose) return bp_fail_null(error, "pose");
    if (!bp_model_pose_check(pose, clip, error)) return false;
    const bp_clip *played = clip >= 0 ? pose->model->clips[clip] : NULL;
    bp_pose_clear(pose->now);
    if (played) bp_clip_sample(played, seconds * bp_clip_rate(played), pose->now);
    return bp_model_pose_apply(pose, error);
}

static bool skin_in_place(const bp_context *context, const bp_model *model, const bp_model_instance *instance,
                          const bp_vertex_arrays *out, bp_error *error) {
    const bp_mesh *mesh = model->meshes[instance->mesh];
    const bp_skeleton *skeleton = model->skeletons[model->skins[instance->skin].skeleton];
    bp_skin_job job = {.source = bp_skin_source_from_mesh(mesh),
                       .palette = bp_skeleton_palette(skeleton),
                       .palette_count = bp_skeleton_palette_count(skeleton)};
    job.source.positions = job.target.positions = out->positions;
    job.source.normals = job.target.normals = mesh->normals ? out->normals : NULL;
    job.source.tangents = job.target.tangents = mesh->tangents ? out->tangents : NULL;
    return bp_skin_job_run(context, &job, error);
}

static void transform_by_node(const bp_model *model, const bp_model_instance *instance,
                              const bp_vertex_arrays *out) {
    const bp_mesh *mesh = model->meshes[instance->mesh];
    bp_mesh view = {.allocator = model->allocator,
                    .vertex_count = mesh->vertex_count,
                    .positions = out->positions,
                    .normals = mesh->normals ? out->normals : NULL,
                    .tangents = mesh->tangents ? out->tangents : NULL};
    bp_mesh_transform(&view, bp_node_world(model->nodes[instance->node]));
}

bool bp_check_limit(const bp_context *context, const char *place, const char *what, double bytes,
                    double steps, bp_error *error) {
    const double limit = (double)bp_context_limit(context);
    if (bytes <= limit && steps <= BP_STEPS_PER_BYTE * limit) return true;
    return bp_fail(error, BP_ERROR_INPUT, place,
                   "%s needs %.0f MB and %.1f billion steps of work; the limits are %.0f and %.1f; if you "
                   "trust the file, raise them (--limit)",
                   what, bytes / 1e6, steps / 1e9, limit / 1e6, BP_STEPS_PER_BYTE * limit / 1e9);
}

/* glTF: the triangles of a mesh without normals are flat, so each corner is drawn as a vertex of its own. */
bool bp_model_check_limit(const bp_context *context, const bp_model *model, const char *what, double bytes,
                          double steps, bp_error *error) {
    double vertices = 0;
    size_t shown = 0;
    char all[160];
    for (size_t i = 0; i < model->instance_count; i++) {
        const bp_mesh *mesh = model->meshes[model->instances[i].mesh];
        bool flat = !mesh->normals && mesh->index_count > mesh->vertex_count;
        if (model->instances[i].outside_scene) continue;
        vertices += (double)(flat ? mesh->index_count : mesh->vertex_count);
        shown++;
    }
    snprintf(all, sizeof all, "%s %zu meshes with %.0f vertices in all", what, shown, vertices);
    return bp_check_limit(context, "nodes", all, 2000 * (double)shown + bytes * vertices, steps * vertices,
                          error);
}

bool bp_model_pose_vertices(const bp_context *context, const bp_model_pose *pose, size_t index,
                            const bp_vertex_arrays *out, bp_error *error) {
    if (!pose) return bp_fail_null(error, "pose");
    const bp_model *model = pose->model;
    if (index >= model->instance_count)
        return bp_fail(error, BP_ERROR_ARGUMENT, "instance", "there is no instance %zu; the model has %zu",
                       index, model->instance_count);
    bp_model_pose_catch_up(pose);
    const bp_model_instance *instance = &model->instances[index];
    const bp_mesh *mesh = model->meshes[instance->mesh];
    size_t weights = pose->starts[index + 1] - pose->starts[index];
    if (!bp_mesh_morph(mesh, pose->weights + pose->starts[index], weights, out, error)) return false;
    if (instance->skin >= 0 && mesh->influences > 0)
        return skin_in_place(context, model, instance, out, error);
    transform_by_node(model, instance, out);
    return true;
}

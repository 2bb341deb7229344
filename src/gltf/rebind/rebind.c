/* Reading the file twice, as a model for its poses and as a document to be rewritten; then plan and write. */
#include "gltf/rebind/rebind.h"
#include "gltf/decode.h"
#include "gltf/read/reader.h"
#include <bindpose/rig.h>
#include <stdio.h>
#include <string.h>

void bp_rebind_clear(bp_rebind *rebind) {
    if (!rebind) return;
    bp_file_free(&rebind->allocator, &rebind->file);
    bp_free(&rebind->allocator, rebind->joints);
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

/* ---- reading ------------------------------------------------------------------------------------*/

static bp_dtrs trs_of(const bp_node *node) {
    return (bp_dtrs){bp_dvec3_from_vec3(bp_node_position(node)), bp_dquat_from_quat(bp_node_rotation(node)),
                     bp_dvec3_from_vec3(bp_node_scale(node))};
}

static bool is_even(bp_dvec3 s) {
    double most = fmax(fabs(s.x), fmax(fabs(s.y), fabs(s.z)));
    return fabs(s.x - s.y) <= 1e-6 * most && fabs(s.x - s.z) <= 1e-6 * most;
}

/* World matrices: walks up to the first node with a known one, then back down. The strict reader has refused
 * cycles. */
static bool find_worlds(bp_rebind_job *job, bp_error *error) {
    int *path = bp_arena_alloc(&job->arena, job->node_count, sizeof *path, error);
    bool *known = path ? bp_arena_alloc(&job->arena, job->node_count, sizeof *known, error) : NULL;
    if (!known) return false;
    for (size_t i = 0; i < job->node_count; i++) {
        size_t count = 0;
        for (int at = (int)i; at >= 0 && !known[at]; at = job->nodes[at].parent) path[count++] = at;
        while (count-- > 0) {
            bp_rebind_node *node = &job->nodes[path[count]];
            node->world = bp_dmat4_from_dtrs(node->local);
            if (node->parent >= 0) node->world = bp_dmat4_mul(node->world, job->nodes[node->parent].world);
            known[path[count]] = true;
        }
    }
    return true;
}

static bool read_nodes(bp_rebind_job *job, bp_error *error) {
    const bp_model *model = job->model;
    job->node_count = model->node_count;
    job->nodes = bp_arena_alloc(&job->arena, job->node_count, sizeof *job->nodes, error);
    if (!job->nodes) return false;
    for (size_t i = 0; i < job->node_count; i++) {
        bp_rebind_node *node = &job->nodes[i];
        node->parent = -1;
        node->rest = node->local = trs_of(model->nodes[i]);
        node->frame = (bp_rebind_frame){{0, 0, 0, 1}, 1.0};
        node->uneven = !is_even(node->rest.scale);
        node->still = true;
    }
    for (size_t i = 0; i < job->node_count; i++) {
        const bp_json *children =
            bp_json_member(bp_gltf_element(&job->document, BP_GLTF_NODES, i).json, "children");
        for (size_t j = 0; j < bp_json_count(children); j++) {
            long long child;
            if (bp_json_integer(bp_json_item(children, j), &child) && child >= 0 &&
                (size_t)child < job->node_count)
                job->nodes[child].parent = (int)i;
            job->nodes[i].still = false;
        }
    }
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
    return find_worlds(job, error);
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

static bool read_skins(bp_rebind_job *job, bp_error *error) {
    job->skin_count = job->model->skin_count;
    job->skins = bp_arena_alloc(&job->arena, job->skin_count, sizeof *job->skins, error);
    bool ok = job->skins != NULL;
    for (size_t i = 0; ok && i < job->skin_count; i++) ok = read_skin(job, i, error);
    return ok;
}

/* ---- running ------------------------------------------------------------------------------------*/

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
    return read_nodes(job, error) && read_skins(job, error) && pose_nodes(job, error) &&
           bp_rebind_plan(job, error) && bp_rebind_write_clips(job, error) &&
           (!bp_rebind_is_baked(job) || bp_rebind_bake(job, error)) && bp_rebind_write_nodes(job, error) &&
           bp_rebind_write_skins(job, error) && list_joints(job, error) &&
           bp_gltf_rewrite_finish(&job->rewrite, options->container, options->embed, &job->out->file, error);
}

static bool rebind(const bp_context *context, const bp_gltf_source *source, const bp_rebind_options *options,
                   bp_rebind *out, bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(context);
    const bp_gltf_read_options reading = {.no_images = true};
    *out = (bp_rebind){.allocator = *allocator};
    bp_rebind_job job = {
        .context = context, .options = options, .out = out, .arena = bp_arena_make(allocator, 4096)};
    if (!bp_gltf_read_source(context, source, NULL, &reading, &job.model, NULL, error)) return false;
    bool open = bp_gltf_document_open(&job.document, allocator, source, NULL, 0, error);
    bool ok = open && bp_gltf_rewrite_open(&job.rewrite, &job.document, error) && run(&job, error);
    if (!ok && open && source->name) bp_error_prefix_place(error, source->name);
    if (open) {
        bp_gltf_rewrite_close(&job.rewrite);
        bp_gltf_document_close(&job.document);
    }
    bp_arena_clear(&job.arena);
    bp_model_destroy(job.model);
    if (!ok) bp_rebind_clear(out);
    return ok;
}

bool bp_gltf_rebind_memory(const bp_context *context, const void *data, size_t size, const char *name,
                           const char *folder, const bp_rebind_options *options, bp_rebind *out,
                           bp_error *error) {
    bp_gltf_source source = {data, size, name ? name : "glTF", folder, folder ? strlen(folder) : 0};
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

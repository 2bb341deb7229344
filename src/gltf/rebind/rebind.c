/* Rebinding: reads the file, plans, writes. */
#include "gltf/rebind/rebind.h"
#include "base/arena.h"
#include "base/error.h"
#include <bindpose/rig.h>
#include <bindpose/tools.h>
#include <stdio.h>
#include <string.h>

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

/* Sets the nodes to the pose that vertices are to be bound in: rest, or a moment of a clip. */
static bool pose_nodes(bp_rebind_job *job, bp_error *error) {
    const bp_rebind_options *options = job->options;
    if (options->preset == BP_REBIND_POSE) {
        bp_model_pose *pose = bp_model_pose_create(job->model, error);
        bool ok = pose && bp_model_pose_set(pose, options->clip, options->seconds, error);
        for (size_t i = 0; ok && i < job->node_count; i++)
            job->nodes[i].local = bp_rebind_trs(job->model->nodes[i]);
        if (ok) (void)bp_model_pose_set(pose, -1, 0, NULL);
        bp_model_pose_destroy(pose);
        if (!ok) return false;
    }
    return find_worlds(job, error);
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
    return pose_nodes(job, error) && bp_rebind_plan(job, error) && bp_rebind_write_clips(job, error) &&
           (!bp_rebind_is_baked(job) || bp_rebind_bake(job, error)) && bp_rebind_write_skins(job, error) &&
           bp_rebind_write_extensions(job, error) && list_joints(job, error) &&
           bp_gltf_rewrite_finish(&job->rewrite, options->container, options->embed, &job->out->file, error);
}

static bool rebind(const bp_context *context, const bp_gltf_source *source, const bp_rebind_options *options,
                   bp_rebind *out, bp_error *error) {
    bp_rebind_job job = {.context = context, .options = options, .out = out};
    *out = (bp_rebind){.allocator = *bp_context_allocator(context)};
    bool ok = bp_rebind_job_open(&job, source, error) && bp_rebind_libraries_open(&job, error);
    if (ok && !run(&job, error)) {
        ok = false;
        bp_error_prefix_place(error, source->name);
    }
    ok = ok && bp_rebind_libraries_write(&job, error);
    bp_rebind_libraries_close(&job);
    bp_rebind_job_close(&job);
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

/* Reading the file twice, as a model for its poses and as a document to be rewritten. */
#include "base/error.h"
#include "gltf/read/reader.h"
#include "gltf/rebind/rebind.h"

bp_dtrs bp_rebind_trs(const bp_node *node) {
    return (bp_dtrs){bp_dvec3_from_vec3(bp_node_position(node)), bp_dquat_from_quat(bp_node_rotation(node)),
                     bp_dvec3_from_vec3(bp_node_scale(node))};
}

static bool is_even(bp_dvec3 s) {
    double most = fmax(fabs(s.x), fmax(fabs(s.y), fabs(s.z)));
    return fabs(s.x - s.y) <= 1e-6 * most && fabs(s.x - s.z) <= 1e-6 * most;
}

static bool read_nodes(bp_rebind_job *job, bp_error *error) {
    const bp_model *model = job->model;
    job->node_count = model->node_count;
    job->nodes = bp_arena_alloc(&job->arena, job->node_count, sizeof *job->nodes, error);
    if (!job->nodes) return false;
    for (size_t i = 0; i < job->node_count; i++) {
        bp_rebind_node *node = &job->nodes[i];
        node->parent = -1;
        node->rest = node->local = bp_rebind_trs(model->nodes[i]);
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

bool bp_rebind_job_open(bp_rebind_job *job, const bp_gltf_source *source, bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(job->context);
    const bp_gltf_read_options reading = {.no_images = true};
    job->arena = bp_arena_make(allocator, 4096);
    if (!bp_gltf_read_source(job->context, source, NULL, &reading, &job->model, NULL, error)) return false;
    job->is_open = bp_gltf_document_open_within(&job->document, job->context, source, NULL, 0, error);
    job->document.draco_decoder = bp_context_draco(job->context);
    bool ok = job->is_open && bp_gltf_rewrite_open(&job->rewrite, &job->document, error) &&
              read_nodes(job, error) && read_skins(job, error);
    if (!ok && job->is_open) bp_error_prefix_place(error, source->name);
    return ok;
}

void bp_rebind_job_close(bp_rebind_job *job) {
    if (job->is_open) {
        bp_gltf_rewrite_close(&job->rewrite);
        bp_gltf_document_close(&job->document);
    }
    bp_arena_clear(&job->arena);
    bp_model_destroy(job->model);
}

/* Each skin's matrices are decoded, changed and written back by a rewrite, which leaves all else alone. */
#include "gltf/rebind/set_binds.h"
#include "base/error.h"
#include "gltf/decode.h"
#include "gltf/rewrite/rewrite.h"

typedef struct set_binds_job {
    bp_gltf_document document;
    bp_gltf_rewrite rewrite;
    const bp_set_bind *binds;
    size_t count;
} set_binds_job;

static bool fail_joint(const bp_set_bind *bind, bp_error *error) {
    return bp_fail(error, BP_ERROR_INPUT, "skins",
                   "there is no joint %d of skin %d any more; the file was changed since it was opened",
                   bind->joint, bind->skin);
}

/* Puts the skin's new matrices in their places. */
static bool change(const set_binds_job *job, size_t skin, bp_mat4 *matrices, size_t joints, bp_error *error) {
    for (size_t i = 0; i < job->count; i++) {
        const bp_set_bind *bind = &job->binds[i];
        if (bind->skin != (int)skin) continue;
        if (bind->joint < 0 || (size_t)bind->joint >= joints) return fail_joint(bind, error);
        matrices[bind->joint] = bind->inverse;
    }
    return true;
}

static bool write_skin(set_binds_job *job, size_t index, bp_error *error) {
    bp_gltf_document *document = &job->document;
    bp_gltf_value skin = bp_gltf_element(document, BP_GLTF_SKINS, index);
    bp_gltf_accessor accessor;
    bool exists;
    if (!bp_gltf_inverse_binds_open(document, &skin, &accessor, &exists, error)) return false;
    size_t joints = bp_json_count(bp_json_member(skin.json, "joints"));
    size_t count = exists && accessor.count > joints ? accessor.count : joints;
    bp_mat4 *matrices = bp_arena_alloc(&job->rewrite.arena, count, sizeof *matrices, error);
    if (!matrices) return false;
    for (size_t i = 0; i < count; i++) matrices[i] = bp_mat4_identity();
    if (exists) bp_gltf_accessor_floats(&accessor, (float *)matrices, 0);
    if (!change(job, index, matrices, joints, error)) return false;
    bp_gltf_rewrite_binds(&job->rewrite, index, exists ? &accessor : NULL, matrices, count);
    return true;
}

static bool write_skins(set_binds_job *job, bp_error *error) {
    size_t skins = job->document.counts[BP_GLTF_SKINS];
    for (size_t i = 0; i < job->count; i++)
        if (job->binds[i].skin < 0 || (size_t)job->binds[i].skin >= skins)
            return fail_joint(&job->binds[i], error);
    for (size_t i = 0; i < skins; i++) {
        size_t changed = 0;
        for (size_t j = 0; j < job->count; j++) changed += job->binds[j].skin == (int)i;
        if (changed > 0 && !write_skin(job, i, error)) return false;
    }
    return true;
}

bool bp_gltf_set_binds(const bp_context *context, const char *path, const bp_set_bind *binds, size_t count,
                       bp_file *out, bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(context);
    set_binds_job job = {.binds = binds, .count = count};
    bp_file file = {0};
    bp_gltf_source source;
    *out = (bp_file){0};
    if (!bp_gltf_source_read(allocator, path, &file, &source, error)) return false;
    bool open = bp_gltf_document_open_within(&job.document, context, &source, NULL, 0, error);
    bool ok = open && bp_gltf_rewrite_open(&job.rewrite, &job.document, error) && write_skins(&job, error) &&
              bp_gltf_rewrite_finish(&job.rewrite, BP_GLTF_BINARY, true, out, error);
    if (!ok && open) bp_error_prefix_place(error, path);
    if (open) {
        bp_gltf_rewrite_close(&job.rewrite);
        bp_gltf_document_close(&job.document);
    }
    bp_file_free(allocator, &file);
    return ok;
}

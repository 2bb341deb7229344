/* A library often has no mesh. So the proof plays its clips on the file that was rebound. */
#include "cli/rebind_clips.h"
#include "base/file_name.h"
#include "rig/anim/anim.h"
#include <stdio.h>
#include <string.h>

#define WHERE "--clips"

/* ---- names --------------------------------------------------------------------------------------*/

static bool add(bp_rebind_clips *clips, const char *in, const char *const model[2], bp_error *error) {
    const char *name = bp_path_name(in), *dot = strrchr(name, '.'), *beside = model[1];
    int folder = (int)(bp_path_name(beside) - beside),
        stem = dot && dot > name ? (int)(dot - name) : (int)strlen(name);
    size_t size = (size_t)folder + strlen(name) + sizeof "-rebound";
    if (!*name) return bp_fail(error, BP_ERROR_ARGUMENT, WHERE, "has an empty name; it is FILE or FILE,FILE");
    if (clips->count == BP_REBIND_CLIPS_MAX)
        return bp_fail(error, BP_ERROR_ARGUMENT, WHERE, "takes %d files at most", BP_REBIND_CLIPS_MAX);
    char *out = bp_alloc(NULL, size, 1, error);
    if (!out) return false;
    snprintf(out, size, "%.*s%.*s-rebound%s", folder, beside, stem, name, name + stem);
    clips->in[clips->count] = in;
    clips->out[clips->count++] = out;
    for (int i = 0; i < 2; i++)
        if (strcmp(model[i], out) == 0)
            return bp_fail(error, BP_ERROR_ARGUMENT, WHERE,
                           "%s would be written to %s, %s: give OUT another name or another folder", in, out,
                           i ? "and so would the model" : "over the model");
    for (size_t i = 0; i + 1 < clips->count; i++)
        if (strcmp(clips->out[i], out) == 0)
            return bp_fail(error, BP_ERROR_ARGUMENT, WHERE, "%s and %s would both be written to %s",
                           clips->in[i], in, out);
    return true;
}

bool bp_rebind_clips_read(bp_rebind_clips *clips, const char *option, const char *const model[2],
                          bp_error *error) {
    *clips = (bp_rebind_clips){.count = 0};
    if (!option) return true;
    if (!(clips->text = bp_copy_text(NULL, option, error))) return false;
    for (char *at = clips->text, *end; at; at = end) {
        if ((end = strchr(at, ','))) *end++ = '\0';
        if (!add(clips, at, model, error)) return false;
    }
    return true;
}

void bp_rebind_clips_clear(bp_rebind_clips *clips) {
    for (size_t i = 0; i < clips->count; i++) bp_free(NULL, clips->out[i]);
    bp_free(NULL, clips->text);
    *clips = (bp_rebind_clips){.count = 0};
}

/* ---- proof --------------------------------------------------------------------------------------*/

/* The library's clip for the model's nodes of the same names. NULL on error. */
static bp_clip *translate(const bp_model *model, const bp_model *library, const bp_clip *clip,
                          bp_error *error) {
    const bp_clip_options options = {
        .name = bp_clip_name(clip), .rate = bp_clip_rate(clip), .targets = bp_clip_targets(clip)};
    bp_clip *made = bp_clip_create(&model->allocator, &options, error);
    for (size_t i = 0; made && i < bp_clip_track_count(clip); i++) {
        bp_track track = *bp_clip_track(clip, i);
        const char *name = library->node_names[track.target];
        track.target = *name ? bp_model_find_node(model, name) : -1;
        if (track.target < 0 || track.kind == BP_TRACK_WEIGHTS) continue;
        if (bp_clip_add(made, &track, error)) continue;
        bp_clip_destroy(made);
        return NULL;
    }
    return made;
}

/* Replaces the model's clips by those of a library. */
static bool play_library(bp_model_file *file, const char *program, const char *path, const bp_file *bytes,
                         bp_error *error) {
    bp_model_file library = {.limit = file->limit, .bytes = bytes};
    bp_model *model = file->model;
    if (!bp_model_file_open(&library, program, path, false, error)) return false;
    size_t count = library.model->clip_count, made = 0;
    bp_clip **clips = bp_alloc(&model->allocator, count + 1, sizeof(bp_clip *), error);
    while (clips && made < count &&
           (clips[made] = translate(model, library.model, library.model->clips[made], error)))
        made++;
    bool ok = clips && made == count;
    bp_model_file_close(&library);
    for (size_t i = 0; clips && i < model->clip_count; i++) bp_clip_destroy(model->clips[i]);
    if (clips) {
        bp_free(&model->allocator, model->clips);
        model->clips = clips;
        model->clip_count = made;
    }
    return ok;
}

bool bp_rebind_clips_prove(bp_diff_files *proof, const char *program, const char *const files[2],
                           const char *const libraries[2], const bp_file *made, double tolerance,
                           bp_error *error) {
    const bp_motion_diff_options options = {.tolerance = tolerance, .ignore_names = true};
    return bp_model_file_open(&proof->a, program, files[0], false, error) &&
           bp_model_file_open(&proof->b, program, files[1], false, error) &&
           play_library(&proof->a, program, libraries[0], NULL, error) &&
           play_library(&proof->b, program, libraries[1], made, error) &&
           bp_motion_diff_run(proof->a.context, proof->a.model, proof->b.model, &options, &proof->diff,
                              error);
}

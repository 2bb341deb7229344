/* Clips in other files: an animation library for the same skeleton.
 *
 * Its keys are local transforms of nodes that have the names of this file's nodes. If a node of this file
 * gets another frame, the library's node of that name gets the same one, in the same way: local matrix, keys,
 * and inverse bind if it is a joint there. So the library itself moves as before, too. */
#include "base/error.h"
#include "gltf/rebind/rebind.h"
#include <bindpose/rig.h>
#include <stdlib.h>
#include <string.h>

/* ---- nodes by name ------------------------------------------------------------------------------*/

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

/* ---- opening ------------------------------------------------------------------------------------*/

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

bool bp_rebind_libraries_open(bp_rebind_job *job, bp_error *error) {
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
            !bp_rebind_job_open(&library->job, &library->source, error))
            return false;
        if (note_keys(job, names, &library->job) == 0)
            return bp_fail(error, BP_ERROR_INPUT, options->clips[i],
                           "its clips move no node that the file has by the same name: it is for another "
                           "skeleton");
    }
    return job->libraries != NULL;
}

void bp_rebind_libraries_close(bp_rebind_job *job) {
    for (size_t i = 0; job->libraries && i < job->options->clips_count; i++) {
        bp_rebind_library *library = &job->libraries[i];
        bp_rebind_job_close(&library->job);
        bp_file_free(bp_context_allocator(job->context), &library->file);
    }
}

/* ---- writing ------------------------------------------------------------------------------------*/

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

bool bp_rebind_libraries_write(bp_rebind_job *job, bp_error *error) {
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

/* Reads a model for a program, and prints the reader's notes. */
#include "viewer/model/model_file.h"
#include <bindpose/gltf.h>
#include <stdio.h>

static void print_notes(const char *program, const char *path, const bp_gltf_notes *notes) {
    for (size_t i = 0; i < notes->kept; i++)
        fprintf(stderr, "%s: note: %s: %s%s%s\n", program, path, notes->notes[i].place,
                notes->notes[i].place[0] ? ": " : "", notes->notes[i].message);
    if (notes->count > notes->kept)
        fprintf(stderr, "%s: note: %s: and %zu more of the kind\n", program, path,
                notes->count - notes->kept);
}

bool bp_model_file_open(bp_model_file *file, const char *program, const char *path, bool images,
                        bp_error *error) {
    *file = (bp_model_file){.path = path, .clip = -1};
    bp_gltf_notes notes = {0};
    bp_gltf_read_options options = {.no_images = !images};
    file->context = bp_context_create(NULL, error);
    bool read = file->context && bp_gltf_read(file->context, path, &options, &file->model, &notes, error);
    print_notes(program, path, &notes);
    bp_gltf_notes_clear(&notes);
    if (read) file->pose = bp_model_pose_create(file->model, error);
    if (file->pose && bp_model_pose_set(file->pose, -1, 0, error)) return true;
    bp_model_file_close(file);
    return false;
}

void bp_model_file_close(bp_model_file *file) {
    bp_model_pose_destroy(file->pose);
    bp_model_destroy(file->model);
    bp_context_destroy(file->context);
    *file = (bp_model_file){.clip = -1};
}

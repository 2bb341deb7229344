/* The result of comparing two files' motion, as text, JSON and a picture: for `diff`, and as the proof of
 * commands that write files. */
#pragma once

#include "cli/model_command.h"
#include "gltf/motion_diff.h"
#include "gltf/rebind/vrm_diff.h"
#include "io/json.h"
#include <bindpose/io.h>

typedef struct bp_diff_files {
    bp_model_file a, b;
    bp_motion_diff diff;
    bp_vrm_diff vrm;
    bool ignore_names;
} bp_diff_files;

/* Reads two files, with the limits and bytes of a and b (else zero), and compares them. Close it in any
 * case. */
bool bp_diff_files_compare(bp_diff_files *files, const char *program, const char *a, const char *b,
                           double tolerance, bool ignore_names, bp_error *error);
/* Whether the two move in the same way, and mean the same to VRM. */
bool bp_diff_files_equal(const bp_diff_files *files);
void bp_diff_files_close(bp_diff_files *files);

/* Prints clips, and where the two part. */
void bp_diff_print(const bp_diff_files *files);
/* Writes the members of an object that is open. */
void bp_diff_put(bp_json_writer *writer, const bp_diff_files *files);
/* A picture of both at the moment where they are furthest apart. The models lose their colours. */
bool bp_diff_write_picture(bp_diff_files *files, const char *path, const int size[2], bool light,
                           bp_error *error);

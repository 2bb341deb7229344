/* model_file: a model from a file, at a moment of one of its clips: what the commands that take
 * FILE [--animation NAME|N [--time SECONDS]] begin with. */
#ifndef BP_CLI_MODEL_FILE_H
#define BP_CLI_MODEL_FILE_H

#include <bindpose/io.h>
#include <bindpose/mesh.h>

typedef struct bp_model_file {
    const char *path; /* borrowed */
    bp_context *context;
    bp_model *model;
    bp_model_pose *pose;
    int clip; /* -1: none */
    double seconds;
} bp_model_file;

/* Reads the file, with its pictures where `images` says so, and poses it. `animation` is a number, or a clip's
 * name, or NULL; `time` is the option's text, or NULL: 0. What there is to say about the file goes to standard
 * error, each line beginning with `program`. On failure there is nothing to close. */
bool bp_model_file_open(bp_model_file *file, const char *program, const char *path, bool images,
                        const char *animation, const char *time, bp_error *error);
void bp_model_file_close(bp_model_file *file);
/* The clip of that number, or else of that name; -1 for NULL. Error: there is none, with the nearest name. */
bool bp_model_find_clip(const bp_model *model, const char *animation, int *out, bp_error *error);
/* Seconds from an option's text; 0 for NULL. */
bool bp_model_read_time(const char *text, double *out, bp_error *error);

/* A command that shows numbers of a posed model: FILE [--json] [--animation NAME|N [--time SECONDS]]. */
typedef struct bp_model_command {
    const char *program, *summary, *json_help; /* json_help: what --json prints */
    bool (*show)(const bp_model_file *file, bool json, bp_error *error);
} bp_model_command;
/* Runs it; the exit code. */
int bp_model_command_run(const bp_model_command *command, int argc, char **argv);

/* Finishes the writer, and prints what it holds to standard output. The writer is empty afterwards. */
bool bp_print_json(bp_json_writer *writer, bp_error *error);
/* Whether all that was printed so far went out: a full disk, a pipe that nobody reads. */
bool bp_printed(bp_error *error);

#endif

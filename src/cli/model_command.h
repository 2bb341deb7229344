/* model_command: the commands that take FILE [--animation NAME|N [--time SECONDS]]: they open the file and pose the
 * model at a moment of one of its clips. */
#ifndef BP_CLI_MODEL_COMMAND_H
#define BP_CLI_MODEL_COMMAND_H

#include "viewer/model/model_file.h"
#include <bindpose/io.h>

/* bp_model_file_open, then poses the model. `animation` is a number, a clip's name, or NULL: the rest pose; `time` is
 * the option's text, or NULL: 0. */
bool bp_model_file_open_posed(bp_model_file *file, const char *program, const char *path, bool images,
                              const char *animation, const char *time, bp_error *error);
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

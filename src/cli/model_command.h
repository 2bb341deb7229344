/* A model read from a file, with its context and pose, for commands that show or print it. Below it, the
 * beginning of commands that take FILE [--animation NAME|N [--time SECONDS]]. */
#pragma once

#include "cli/options.h"
#include <bindpose/model.h>

typedef struct bp_model_file {
    /* Set before opening, zero for none; borrowed: */
    const bp_file *bytes;         /* what the file will hold; NULL: it is read */
    const char *animation, *time; /* the options' texts: a clip's index or name, and seconds */
    float limit;                  /* of --limit */
    bool images;                  /* are read, too */
    const char *path;
    bp_context *context;
    bp_model *model;
    bp_model_pose *pose;
    int clip; /* -1: rest pose */
    double seconds;
} bp_model_file;

/* Reads the file, and poses the model. Notes about the file go to standard error, each line beginning with
 * `program`. If it fails there is nothing to close. */
bool bp_model_file_open(bp_model_file *file, const char *program, const char *path, bp_error *error);
void bp_model_file_close(bp_model_file *file);

/* The index of the clip with that index or name, as `option` gives it; -1 for NULL. Error: there is none; the
 * message names the nearest. */
bool bp_model_choose_clip(const bp_model *model, const char *option, const char *animation, int *out,
                          bp_error *error);
/* Seconds from the text of an option; 0 for NULL. */
bool bp_model_read_time(const char *text, double *out, bp_error *error);

/* Prints a model, as JSON or text. */
typedef bool bp_model_printer(const bp_model_file *file, bool json, bp_error *error);
/* A command that shows numbers of a posed model: FILE [--json] [--animation NAME|N [--time SECONDS]].
 * `json_help`: of --json; `summarize`: what --summary prints; NULL: there is no such option. */
int bp_model_command_run(bp_cli *call, const char *summary, const char *json_help, bp_model_printer *show,
                         bp_model_printer *summarize);

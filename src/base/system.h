/* The system around the program: paths, the terminal, the processor. `base/windows` has these functions for
 * Windows. Paths are UTF-8, with slashes, on every system. */
#pragma once

#include "base/clock.h"

/* Called first in main: makes the arguments UTF-8 with slashes, and the outputs binary. Does nothing but on
 * Windows. */
void bp_program_begin(int *argc, char ***argv);
/* Turns the backslashes of a path from outside into slashes. Does nothing but on Windows. */
void bp_path_normalize(char *path);

typedef enum bp_path_use {
    BP_PATH_EXISTS,
    BP_PATH_READ,
    BP_PATH_WRITE,
    BP_PATH_RUN, /* a program */
} bp_path_use;

/* Whether this process may use a file or folder in that way. */
bool bp_path_allows(const char *path, bp_path_use use);
/* The absolute path behind all links. False: there is no such file, or it doesn't fit. */
bool bp_path_resolve(const char *path, char *out, size_t size);
/* The path of the running program. False, and "": the system doesn't say. */
bool bp_program_path(char *path, size_t size);
/* Finds a program by its name, as the system does, in $PATH. False: there is none. */
bool bp_program_find(const char *name, char *path, size_t size);
/* The current folder. False, and "": it can't be told. */
bool bp_current_folder(char *path, size_t size);
/* The user's folder for data of programs: $XDG_DATA_HOME (unless it is relative, as its specification says)
 * or ~/.local/share; %APPDATA% on Windows. It may be missing. Error: ENVIRONMENT. */
bool bp_data_folder(char *path, size_t size, bp_error *error);

/* Tells versions of a file apart. */
typedef struct bp_file_stamp {
    uint64_t seconds, nanoseconds; /* of the last change */
    uint64_t size;                 /* in bytes */
} bp_file_stamp;

/* False: it is no regular file. */
bool bp_file_get_stamp(const char *path, bp_file_stamp *out);
void bp_file_remove(const char *path);

/* Megabytes that are free for this user on the disk with the folder; -1: the file system doesn't say. */
int bp_free_megabytes(const char *folder);

/* The size of the terminal that standard output goes to; 0 and 0 if it goes elsewhere. */
void bp_stdout_terminal_size(int *columns, int *rows);
bool bp_stdout_is_terminal(void);

/* A random number: the system's, or the clock's. */
uint32_t bp_random_number(void);

/* Finds one of the project's own files (assets/NAME): in $BINDPOSE_ASSETS if that is set; else relative to
 * the program, built (../../assets), installed (../share/bindpose) or unpacked (assets); else in ./assets.
 * Writes its path to `path`, which has `size` bytes. Error: it is in none of them (ENVIRONMENT). */
bool bp_asset_path(const char *name, char *path, size_t size, bp_error *error);

/* Whether standard error is a terminal. */
bool bp_stderr_is_terminal(void);
/* Writes the processor's name to `text`, cut to `size` bytes. "unknown processor" on systems other than
 * Linux on x86. Returns `text`. */
const char *bp_processor_name(char *text, size_t size);

/* Folders whose content is not trusted: listing, and checking that a file is really inside. */
#pragma once

#include <bindpose/base.h>

typedef struct bp_folder_names {
    char **names; /* owned, sorted by bytes; no name begins with a dot */
    size_t count;
} bp_folder_names;

/* Lists everything but folders in a folder and below, as paths relative to it, without names that begin with
 * a dot. Links are listed, not followed. Below 20 levels it doesn't look. Errors: it is unreadable, or has
 * more than `max_count` entries or 20 levels (INPUT), memory. */
bool bp_folder_list_files(const bp_allocator *allocator, const char *path, size_t max_count,
                          bp_folder_names *out, bp_error *error);
void bp_folder_names_free(const bp_allocator *allocator, bp_folder_names *names);
/* For filling a list: adds a name; sorts the names, or frees them if not `ok`, and returns `ok`. */
bool bp_folder_names_add(const bp_allocator *allocator, bp_folder_names *out, const char *name,
                         bp_error *error);
bool bp_folder_names_finish(const bp_allocator *allocator, bp_folder_names *names, bool ok);

typedef enum bp_folder_file_kind {
    BP_FOLDER_REGULAR_FILE,
    BP_FOLDER_MISSING,
    BP_FOLDER_REFUSED
} bp_folder_file_kind;

/* Whether folder/name is a regular file that is inside the folder after all links are followed. MISSING: no
 * such file. REFUSED, with the reason in `error`: a link out of the folder, a pipe, a folder, an unreadable
 * file. */
bp_folder_file_kind bp_folder_check_file(const char *folder, const char *name, bp_error *error);

/* Creates an empty folder in $TMPDIR or /tmp, and removes those that killed runs left there. Other users may
 * enter but not list it. Error: ENVIRONMENT. */
bool bp_folder_make_scratch(char *path, size_t size, bp_error *error);
/* The same in the folder `parent`; nothing else is removed. */
bool bp_folder_make_scratch_in(const char *parent, char *path, size_t size, bp_error *error);
/* As bp_file_write, but doesn't wait for the disk, which takes longer than a check: for scratch folders and
 * caches. A power cut may damage the file. */
bool bp_folder_write_file(const char *path, const void *data, size_t size, bp_error *error);
/* Removes a folder and its content. Links are removed, not followed. */
void bp_folder_remove(const char *path);
/* Removes from a folder what killed runs of this user left in it: scratch folders, whose names say which
 * process made them, and temporary files of bp_file_write that are older than a minute. */
void bp_folder_sweep(const char *path);

/* Sets the permissions of a file or folder, as chmod does; does nothing on Windows. */
void bp_folder_set_mode(const char *path, unsigned mode);
/* Whether the program runs as root. */
bool bp_user_is_root(void);

/* Waits until no other process holds the folder, for at most 5 seconds, and holds it: around reading a file
 * and writing it again. Returns a handle for bp_folder_unlock; -1: it can't be held. The system ends a killed
 * process's hold. */
int bp_folder_lock(const char *path);
void bp_folder_unlock(int lock);

/* Creates a folder and its parents. It may exist already. */
bool bp_folder_make(const char *path, bp_error *error);

/* What is in a folder, read with distrust: names only, and files only where they really lie in it. */
#ifndef BP_BASE_FOLDER_H
#define BP_BASE_FOLDER_H

#include <bindpose/base.h>

typedef struct bp_folder_names {
    char **names; /* owned, sorted by bytes; no name begins with a dot */
    size_t count;
} bp_folder_names;

/* The folders in a folder; symbolic links are none. Errors: it can't be read (INPUT), more than `most` (INPUT), memory. */
bool bp_folder_list_folders(const bp_allocator *allocator, const char *path, size_t most, bp_folder_names *out,
                            bp_error *error);
void bp_folder_names_free(const bp_allocator *allocator, bp_folder_names *names);

typedef enum bp_folder_file_kind { BP_FOLDER_REGULAR_FILE, BP_FOLDER_MISSING, BP_FOLDER_REFUSED } bp_folder_file_kind;

/* Whether folder/name is a plain file that lies in the folder once all links are followed: NOTHING where there is
 * no such thing, REFUSED (with the reason) for a link out of the folder, a FIFO, a folder, or what can't be read. */
bp_folder_file_kind bp_folder_check_file(const char *folder, const char *name, bp_error *error);

/* A fresh, empty folder in $TMPDIR or /tmp, which others may pass through but not list. Error: ENVIRONMENT. */
bool bp_folder_make_scratch(char *path, size_t size, bp_error *error);
/* Removes it with all that is in it; links are removed, not followed. */
void bp_folder_remove(const char *path);

#endif

/* Files named on a command line: each by itself, all models of a folder, or those that a pattern matches. */
#pragma once

#include <bindpose/gltf.h>

typedef struct bp_listed_file {
    char *path;         /* owned; "-": standard input */
    const char *inside; /* its part below the folder or pattern that named it; the name of a single file */
} bp_listed_file;

typedef struct bp_file_list {
    bp_allocator allocator;
    bp_listed_file *files; /* owned; in the order of the command line, and those of a folder by name */
    size_t count;
} bp_file_list;

/* Adds what an argument names: a file that need not exist, a folder (its .glb, .gltf, .vrm and .bvh, and
 * those of folders in it), or a pattern as of bp_glob_matches. Errors: a folder or pattern without models, an
 * unreadable folder (INPUT), memory. */
bool bp_file_list_add(bp_file_list *list, const char *argument, bp_error *error);
/* The path of a file's copy in the folder of --out-dir, with .glb after .bvh; if `make`, makes the copy's
 * folder. */
bool bp_listed_file_copy(const bp_listed_file *file, const char *out_dir, bool make, char *out, size_t size,
                         bp_error *error);
/* Error ARGUMENT if two files would get the same copy, or a copy would replace a listed file. */
bool bp_file_list_check_copies(const bp_file_list *list, const char *out_dir, bp_error *error);
/* Reads the text of --shard, "2/4"; NULL: "1/1". Error: it is none (ARGUMENT). */
bool bp_shard_read(const char *text, int *shard, int *shards, bp_error *error);
/* Whether a path is in part `shard` of `shards`, counted from 1: that depends on the path alone. */
bool bp_shard_has(int shard, int shards, const char *path);
/* Keeps the files of that part. */
void bp_file_list_keep_shard(bp_file_list *list, int shard, int shards);
void bp_file_list_clear(bp_file_list *list);

/* Whether a pattern matches a path, or the end of it from the start of a name on: `*` stands for anything but
 * slashes, `?` for one such character, `**` for anything. Takes time in proportion to the product of their
 * lengths. */
bool bp_glob_matches(const char *pattern, const char *path);

/* ---- the file that a command writes from another one */

/* Its container, by its name: .glb, .vrm or .vrma, or .gltf; BY_NAME if it ends as the input does. In another
 * folder the new file can't refer to the files beside the old one: `embed`, they become part of it. Error
 * ARGUMENT: another ending, which promises another format. */
bool bp_output_choose(const char *in, const char *out, bp_gltf_container *container, bool *embed,
                      bp_error *error);

/* Lists of files, and patterns of paths. */
#include "cli/file_list.h"
#include "base/allocator.h"
#include "base/file_name.h"
#include "base/folder.h"
#include "base/format.h"
#include "base/system.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Matches the whole of a path. If the pattern fails behind a star, the star takes one character more; only
 * the last star of each kind needs to be tried again. */
static bool matches_whole(const char *pattern, const char *path) {
    const char *star = NULL, *star_at = NULL, *deep = NULL, *deep_at = NULL;
    for (;;) {
        if (pattern[0] == '*' && pattern[1] == '*') {
            pattern += pattern[2] == '/' ? 3 : 2;
            deep = pattern, deep_at = path, star = NULL;
        } else if (*pattern == '*') {
            star = ++pattern, star_at = path;
        } else if (*path && (*pattern == *path || (*pattern == '?' && *path != '/'))) {
            pattern++, path++;
        } else if (!*pattern && !*path) {
            return true;
        } else if (star && *star_at && *star_at != '/') {
            pattern = star, path = ++star_at;
        } else if (deep && *deep_at) {
            pattern = deep, path = ++deep_at, star = NULL;
        } else {
            return false;
        }
    }
}

bool bp_glob_matches(const char *pattern, const char *path) {
    while (!matches_whole(pattern, path)) {
        path = strchr(path, '/');
        if (!path++) return false;
    }
    return true;
}

/* ".glb", or "". */
static const char *ending(const char *path) {
    const char *end = strrchr(bp_path_name(path), '.');
    return end ? end : "";
}

static bool ends_in(const char *path, const char *end) { return strcasecmp(ending(path), end) == 0; }

static bool is_model(const char *path) {
    return ends_in(path, ".glb") || ends_in(path, ".gltf") || ends_in(path, ".vrm") || ends_in(path, ".bvh");
}

static bool is_folder(const char *path) {
    bp_file_stamp stamp;
    char inside[4096];
    int length = snprintf(inside, sizeof inside, "%s/.", path);
    return length > 0 && (size_t)length < sizeof inside && !bp_file_get_stamp(path, &stamp) &&
           bp_path_allows(inside, BP_PATH_EXISTS);
}

/* Adds the file `inside` of a folder, whose path is `length` bytes long and empty or ends with a slash; but
 * not a link to a folder. */
static bool add_file(bp_file_list *list, const char *folder, size_t length, const char *inside,
                     bp_error *error) {
    bp_listed_file *grown =
        bp_realloc(&list->allocator, list->files, list->count, list->count + 1, sizeof *grown, error);
    if (!grown) return false;
    list->files = grown;
    size_t size = length + strlen(inside) + 1;
    char *path = bp_alloc(&list->allocator, size, 1, error);
    if (!path) return false;
    snprintf(path, size, "%.*s%s", (int)length, folder, inside);
    if (is_folder(path))
        bp_free(&list->allocator, path);
    else
        list->files[list->count++] = (bp_listed_file){path, path + length};
    return true;
}

/* Adds the models of a folder, or the files whose paths in it match a pattern. */
static bool add_folder(bp_file_list *list, const char *folder, const char *pattern, bp_error *error) {
    enum { MOST = 1000000 };
    bp_folder_names names;
    size_t before = list->count;
    if (!bp_folder_list_files(&list->allocator, *folder ? folder : ".", MOST, &names, error)) return false;
    bool ok = true;
    for (size_t i = 0; i < names.count && ok; i++)
        if (pattern ? matches_whole(pattern, names.names[i]) : is_model(names.names[i]))
            ok = add_file(list, folder, strlen(folder), names.names[i], error);
    bp_folder_names_free(&list->allocator, &names);
    if (ok && list->count == before)
        return bp_fail(error, BP_ERROR_INPUT, *folder ? folder : ".", "no file in it %s%.80s",
                       pattern ? "matches " : "is a .glb, .gltf, .vrm or .bvh", pattern ? pattern : "");
    return ok;
}

bool bp_file_list_add(bp_file_list *list, const char *argument, bp_error *error) {
    char folder[4096];
    size_t length = strcspn(argument, "*?");
    bool is_pattern = argument[length] && !bp_path_allows(argument, BP_PATH_EXISTS);
    if (!is_pattern && !is_folder(argument)) {
        const char *name = bp_path_name(argument);
        return add_file(list, argument, (size_t)(name - argument), name, error);
    }
    while (is_pattern && length > 0 && argument[length - 1] != '/') length--;
    int written = snprintf(folder, sizeof folder, "%.*s%s", (int)length, argument,
                           is_pattern || argument[length - 1] == '/' ? "" : "/");
    if (written < 0 || (size_t)written >= sizeof folder)
        return bp_fail(error, BP_ERROR_INPUT, NULL, "the path %.80s... is too long", argument);
    return add_folder(list, folder, is_pattern ? argument + length : NULL, error);
}

static int by_inside(const void *a, const void *b) {
    return strcmp(((const bp_listed_file *)a)->inside, ((const bp_listed_file *)b)->inside);
}

bool bp_listed_file_copy(const bp_listed_file *file, const char *out_dir, bool make, char *out, size_t size,
                         bp_error *error) {
    char folder[4096];
    const char *end = ends_in(file->inside, ".bvh") ? ".glb" : "";
    int length = snprintf(out, size, "%s/%s%s", out_dir, file->inside, end);
    if (length < 0 || (size_t)length >= size)
        return bp_fail(error, BP_ERROR_ARGUMENT, "--out-dir", "the path is too long");
    snprintf(folder, sizeof folder, "%.*s", (int)(bp_path_name(out) - out), out);
    return !make || bp_folder_make(folder, error);
}

/* No copy may replace a listed file. Both paths are compared behind all links; a copy that isn't there yet
 * replaces nothing. */
static bool check_inputs(const bp_file_list *list, const char *out_dir, char **inputs, bp_error *error) {
    char path[4096], real[4096];
    const char *key = real;
    for (size_t i = 0; i < list->count; i++) {
        const char *input = list->files[i].path;
        if (!bp_path_resolve(input, real, sizeof real)) snprintf(real, sizeof real, "%.4000s", input);
        if (!(inputs[i] = bp_copy_text(&list->allocator, real, error))) return false;
    }
    qsort(inputs, list->count, sizeof *inputs, bp_compare_texts);
    for (size_t i = 0; i < list->count; i++) {
        if (!bp_listed_file_copy(&list->files[i], out_dir, false, path, sizeof path, error)) return false;
        if (bp_path_resolve(path, real, sizeof real) &&
            bsearch(&key, inputs, list->count, sizeof *inputs, bp_compare_texts))
            return bp_fail(error, BP_ERROR_ARGUMENT, "--out-dir",
                           "the copy of %.120s would replace %.120s, which is examined; name another folder",
                           list->files[i].path, path);
    }
    return true;
}

bool bp_file_list_check_copies(const bp_file_list *list, const char *out_dir, bp_error *error) {
    bp_listed_file *sorted = bp_alloc(&list->allocator, list->count, sizeof *sorted, error);
    char **inputs = sorted ? bp_alloc(&list->allocator, list->count, sizeof *inputs, error) : NULL;
    bool ok = inputs != NULL;
    if (ok) memcpy(sorted, list->files, list->count * sizeof *sorted);
    if (ok) qsort(sorted, list->count, sizeof *sorted, by_inside);
    for (size_t i = 1; i < list->count && ok; i++)
        if (strcmp(sorted[i].inside, sorted[i - 1].inside) == 0)
            ok = bp_fail(error, BP_ERROR_ARGUMENT, "--out-dir", "%.120s and %.120s would get the same copy",
                         sorted[i - 1].path, sorted[i].path);
    ok = ok && check_inputs(list, out_dir, inputs, error);
    for (size_t i = 0; inputs && i < list->count; i++) bp_free(&list->allocator, inputs[i]);
    bp_free(&list->allocator, inputs);
    bp_free(&list->allocator, sorted);
    return ok;
}

bool bp_shard_read(const char *text, int *shard, int *shards, bp_error *error) {
    int end = 0;
    *shard = *shards = 1;
    if (!text || (sscanf(text, "%d/%d%n", shard, shards, &end) == 2 && !text[end] && *shard >= 1 &&
                  *shard <= *shards && *shards <= 100000))
        return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, "--shard", "'%.40s' is not a part such as 2/4", text);
}

/* By FNV-1a of the path, so that a file stays in its part whatever else there is. */
bool bp_shard_has(int shard, int shards, const char *path) {
    uint32_t hash = 2166136261u;
    for (; *path; path++) hash = (hash ^ (unsigned char)*path) * 16777619u;
    return hash % (uint32_t)shards == (uint32_t)shard - 1;
}

void bp_file_list_keep_shard(bp_file_list *list, int shard, int shards) {
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (bp_shard_has(shard, shards, list->files[i].path))
            list->files[kept++] = list->files[i];
        else
            bp_free(&list->allocator, list->files[i].path);
    list->count = kept;
}

void bp_file_list_clear(bp_file_list *list) {
    for (size_t i = 0; i < list->count; i++) bp_free(&list->allocator, list->files[i].path);
    bp_free(&list->allocator, list->files);
    *list = (bp_file_list){.allocator = list->allocator};
}

bool bp_output_choose(const char *in, const char *out, bp_gltf_container *container, bool *embed,
                      bp_error *error) {
    size_t folder = (size_t)(bp_path_name(in) - in);
    bool binary = ends_in(out, ".glb") || ends_in(out, ".vrm") || ends_in(out, ".vrma"),
         text = ends_in(out, ".gltf");
    *container = binary ? BP_GLTF_BINARY : text ? BP_GLTF_EMBEDDED : BP_GLTF_BY_NAME;
    *embed = folder != (size_t)(bp_path_name(out) - out) || strncmp(in, out, folder) != 0;
    return binary || text || (ends_in(out, ending(in)) && !ends_in(out, ".bvh")) ||
           bp_fail(error, BP_ERROR_ARGUMENT, out,
                   "would be glTF under another format's name: end it in .glb, .gltf or .vrm");
}

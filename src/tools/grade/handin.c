/* Handins come from students: everything in one is checked, and only known exercises' names become paths. */
#include "tools/grade/handin.h"
#include "base/folder.h"
#include "base/sha256.h"
#include "base/system.h"
#include "base/utf8.h"
#include "io/json.h"
#include <bindpose/io.h>
#include <stdio.h>
#include <string.h>

#define FORM "bindpose-handin-1"
enum { PATH = 1400, MOST_BYTES = 64 << 10, LIMIT = 4 << 20 };

/* ---- writing ---------------------------------------------------------------------------------------- */

/* The text's lines. What follows the last line feed is a line too, so joining them gives the text again. */
static void put_lines(bp_json_writer *json, char *text) {
    bp_json_write(json, "lines: [");
    for (char *line = text; line;) {
        char *end = strchr(line, '\n');
        if (end) *end = '\0';
        bp_json_write(json, "%s", line);
        line = end ? end + 1 : NULL;
    }
    bp_json_write(json, "]");
}

static bool join_lines(const bp_allocator *allocator, const bp_json *lines, bp_file *out, bp_error *error) {
    bp_text_buffer text = {.allocator = allocator ? *allocator : bp_allocator_default()};
    for (size_t i = 0; i < bp_json_count(lines); i++)
        bp_text_buffer_add(&text, "%s%s", i ? "\n" : "", bp_json_text_or(bp_json_item(lines, i), ""));
    return bp_text_buffer_finish(&text, out, error);
}

/* The hash of the text as a reader will see it: with U+FFFD for bytes that aren't UTF-8. */
static bool put_file(bp_json_writer *json, const bp_exercise *exercise, bp_file *file, bp_error *error) {
    char hash[BP_SHA256_TEXT];
    bp_json_writer lines = bp_json_writer_make(NULL);
    char *copy = bp_copy_text(NULL, (const char *)file->data, error);
    bp_file text = {0}, joined = {0};
    bp_json_write(&lines, "{");
    if (copy) put_lines(&lines, copy);
    bp_json_write(&lines, "}");
    bool ok = bp_json_writer_finish(&lines, &text, error) && copy;
    bp_json *root = ok ? bp_json_parse((char *)text.data, text.size, LIMIT, "handin", error) : NULL;
    ok = root && join_lines(NULL, bp_json_member(root, "lines"), &joined, error);
    if (ok) {
        bp_sha256_of(joined.data, joined.size, hash);
        bp_json_write(json, "{exercise: %s, sha256: %s", exercise->name, hash);
        put_lines(json, (char *)file->data);
        bp_json_write(json, "}");
    }
    bp_file_free(NULL, &joined);
    bp_file_free(NULL, &text);
    bp_json_destroy(root);
    bp_free(NULL, copy);
    return ok;
}

static bool read_both(const bp_exercise_paths *paths, const bp_exercise *exercise, bp_file *own,
                      bool *missing, bool *untouched, bp_error *error) {
    char path[PATH];
    bp_file original = {0};
    if (!bp_exercise_source_path(paths, exercise, path, sizeof path, error)) return false;
    *missing = !bp_path_allows(path, BP_PATH_READ);
    if (*missing) return true;
    if (!bp_file_read(NULL, path, MOST_BYTES, own, error)) return false;
    own->size = bp_text_unify_lines((char *)own->data, own->size);
    if (memchr(own->data, '\0', own->size))
        return bp_fail(error, BP_ERROR_INPUT, path,
                       "it has zero bytes in it, as UTF-16 has: save it as UTF-8");
    bool ok = bp_exercise_original_path(paths, exercise, path, sizeof path, error) &&
              bp_file_read(NULL, path, 0, &original, error);
    if (ok) original.size = bp_text_unify_lines((char *)original.data, original.size);
    *untouched = ok && original.size == own->size && memcmp(original.data, own->data, own->size) == 0;
    bp_file_free(NULL, &original);
    return ok;
}

bool bp_handin_write(const bp_exercise_paths *paths, const char *name, const char *id, const char *path,
                     bp_handin_counts *counts, bp_error *error) {
    bp_json_writer json = bp_json_writer_make(NULL);
    bool ok = true;
    *counts = (bp_handin_counts){0};
    bp_json_write(&json, "{form: %s, name: %s, id: %s, files: [", FORM, name, id);
    for (int i = 0; ok && bp_exercises[i]; i++) {
        bp_file own = {0};
        bool missing = false, untouched = false;
        ok = read_both(paths, bp_exercises[i], &own, &missing, &untouched, error);
        counts->missing += missing;
        counts->untouched += untouched;
        if (ok && !missing && !untouched) {
            ok = put_file(&json, bp_exercises[i], &own, error);
            counts->begun++;
        }
        bp_file_free(NULL, &own);
    }
    bp_json_write(&json, "]}");
    if (ok && counts->begun == 0)
        ok = bp_fail(error, BP_ERROR_INPUT, paths->root,
                     "none of the exercises is begun, so there is nothing to hand in");
    bp_file text = {0};
    ok = ok && bp_json_writer_finish(&json, &text, error) && bp_file_write(path, text.data, text.size, error);
    bp_file_free(NULL, &text);
    bp_json_writer_clear(&json);
    return ok;
}

/* ---- reading ---------------------------------------------------------------------------------------- */

static bp_json *read_handin(const bp_allocator *allocator, const char *path, bp_error *error) {
    bp_json *root = bp_json_read(allocator, path, LIMIT, error);
    if (!root || strcmp(bp_json_text_or(bp_json_member(root, "form"), ""), FORM) == 0) return root;
    bp_json_destroy(root);
    bp_fail(error, BP_ERROR_INPUT, path, "it isn't a handin");
    return NULL;
}

bool bp_handin_open(const bp_allocator *allocator, const char *path, char **name, char **id) {
    bp_json *root = read_handin(allocator, path, NULL);
    if (!root) return false;
    *name = bp_copy_text(allocator, bp_json_text_or(bp_json_member(root, "name"), ""), NULL);
    *id = bp_copy_text(allocator, bp_json_text_or(bp_json_member(root, "id"), ""), NULL);
    bp_json_destroy(root);
    if (*name && *id) return true;
    bp_free(allocator, *name);
    bp_free(allocator, *id);
    return false;
}

static bool unpack_file(const bp_allocator *allocator, const bp_json *file, const char *path,
                        const char *folder, bp_error *error) {
    char target[PATH], hash[BP_SHA256_TEXT];
    bp_file text;
    const char *name = bp_json_text_or(bp_json_member(file, "exercise"), "");
    const bp_exercise *exercise = bp_exercise_find(name);
    if (!exercise || strcmp(exercise->name, name) != 0) return true; /* of a newer handout */
    if (!join_lines(allocator, bp_json_member(file, "lines"), &text, error)) return false;
    bp_sha256_of(text.data, text.size, hash);
    bool ok = strcmp(hash, bp_json_text_or(bp_json_member(file, "sha256"), "")) == 0;
    if (!ok)
        bp_fail(error, BP_ERROR_INPUT, path, "%s was changed after it was packed (its checksum differs)",
                name);
    snprintf(target, sizeof target, "%.1000s/%s", folder, name);
    ok = ok && bp_folder_make(target, error);
    snprintf(target, sizeof target, "%.1000s/%s/exercise.c", folder, name);
    ok = ok && bp_folder_write_file(target, text.data, text.size, error);
    bp_file_free(allocator, &text);
    return ok;
}

bool bp_handin_unpack(const bp_allocator *allocator, const char *path, const char *folder, bp_error *error) {
    bp_json *root = read_handin(allocator, path, error);
    const bp_json *files = bp_json_member(root, "files");
    bool ok = root != NULL;
    for (size_t i = 0; ok && i < bp_json_count(files); i++)
        ok = unpack_file(allocator, bp_json_item(files, i), path, folder, error);
    bp_json_destroy(root);
    return ok;
}

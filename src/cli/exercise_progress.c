/* exercises.json: {"05_final_matrix": {"hints": 1, "passed": true, "file": "cbf29ce484222325"}, ...}. A
 * fingerprint identifies the checked file, because the student may change it afterwards, or use another copy
 * of the project. */
#include "app/progress.h"
#include "base/folder.h"
#include "base/system.h"
#include "base/utf8.h"
#include "cli/exercise_command.h"
#include "cli/print.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LIMIT = 1 << 20 };

bp_exercise_record *bp_exercise_progress_record(bp_exercise_progress *progress, const char *name) {
    int i = 0;
    while (i < progress->count && strcmp(progress->records[i].name, name) != 0) i++;
    if (i == BP_EXERCISE_RECORDS) return &progress->records[BP_EXERCISE_RECORDS - 1];
    if (i == progress->count) {
        progress->count++;
        progress->records[i] = (bp_exercise_record){.hints = 0};
        snprintf(progress->records[i].name, sizeof progress->records[i].name, "%s", name);
    }
    return &progress->records[i];
}

static bool path_beside(char *path, size_t size, bp_error *error) {
    bp_exercise_paths paths;
    if (!bp_exercise_find_paths(&paths, error)) return false;
    int length = snprintf(path, size, "%s/lessons/exercises/.progress.json", paths.root);
    return length > 0 && (size_t)length < size;
}

static void folder_of(const char *path, char *folder, size_t size) {
    const char *slash = strrchr(path, '/');
    snprintf(folder, size, "%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
}

/* The file to write. *beside: it is the one beside the exercises; then `error` says why. */
static bool path_to_write(char *path, size_t size, bool *beside, bp_error *error) {
    char folder[1200];
    *beside = false;
    if (bp_data_path("exercises.json", true, path, size, error)) {
        folder_of(path, folder, sizeof folder);
        if (bp_path_allows(folder, BP_PATH_WRITE)) return true;
        bp_fail(error, BP_ERROR_ENVIRONMENT, folder, "it can't be written");
    }
    *beside = true;
    return path_beside(path, size, NULL);
}

void bp_exercise_progress_read(bp_exercise_progress *progress) {
    char path[1200];
    *progress = (bp_exercise_progress){.count = 0, .lock = -1};
    bp_json *root = bp_data_path("exercises.json", false, path, sizeof path, NULL)
                        ? bp_json_read(NULL, path, LIMIT, NULL)
                        : NULL;
    if (!root && path_beside(path, sizeof path, NULL)) root = bp_json_read(NULL, path, LIMIT, NULL);
    void *cursor = NULL;
    const char *name;
    for (const bp_json *value; (value = bp_json_next(root, &cursor, &name));) {
        if (!bp_exercise_find(name)) continue;
        bp_exercise_record *record = bp_exercise_progress_record(progress, name);
        long long hints = 0;
        if (bp_json_integer(bp_json_member(value, "hints"), &hints) && hints >= 0 && hints < 100)
            record->hints = (int)hints;
        if (bp_json_integer(bp_json_member(value, "wrong_tries"), &hints) && hints >= 0 && hints < 1000000)
            record->wrong_tries = (int)hints;
        record->passed = bp_json_bool_or(bp_json_member(value, "passed"), false);
        snprintf(record->fingerprint, sizeof record->fingerprint, "%s",
                 bp_json_text_or(bp_json_member(value, "file"), ""));
    }
    bp_json_destroy(root);
}

bool bp_exercise_progress_write(const bp_exercise_progress *progress, bp_error *error) {
    char path[1200], text[800];
    bool beside;
    bp_error reason = {0};
    if (!path_to_write(path, sizeof path, &beside, &reason)) {
        if (error) *error = reason;
        return false;
    }
    if (beside && !bp_path_allows(path, BP_PATH_EXISTS))
        fprintf(stderr, "Your progress is kept in %s: %s\n", path, bp_error_text(&reason, text, sizeof text));
    bp_json_writer json = bp_json_writer_make(NULL);
    bp_json_write(&json, "{");
    for (int i = 0; i < progress->count; i++) {
        bp_json_write(&json, "%s: {hints: %d", progress->records[i].name, progress->records[i].hints);
        if (progress->records[i].wrong_tries > 0)
            bp_json_write(&json, "wrong_tries: %d", progress->records[i].wrong_tries);
        bp_json_write(&json, "passed: %i, file: %s}", progress->records[i].passed,
                      progress->records[i].fingerprint);
    }
    bp_json_write(&json, "}");
    return bp_data_write_json(&json, path, error);
}

void bp_exercise_progress_begin(bp_exercise_progress *progress) {
    char path[1200], folder[1200];
    bool beside;
    int lock = -1;
    if (path_to_write(path, sizeof path, &beside, NULL)) {
        folder_of(path, folder, sizeof folder);
        bp_folder_sweep(folder);
        lock = bp_folder_lock(folder);
    }
    bp_exercise_progress_read(progress);
    progress->lock = lock;
}

void bp_exercise_progress_end(bp_exercise_progress *progress) {
    bp_error error = {0};
    char text[800];
    if (!bp_exercise_progress_write(progress, &error))
        fprintf(stderr, "Your progress can't be kept: %s\n", bp_error_text(&error, text, sizeof text));
    bp_folder_unlock(progress->lock);
    progress->lock = -1;
}

const char *bp_exercise_status_text(bp_exercise_status status) {
    static const char *const TEXTS[] = {"file missing", "not begun", "to be checked", "fails", "passes"};
    return TEXTS[status];
}

/* FNV-1a; the same with the line ends of Windows, which an editor may have changed. */
static bool fingerprint_of(const char *path, char print[20]) {
    bp_file file;
    uint64_t hash = UINT64_C(14695981039346656037);
    if (!bp_file_read(NULL, path, LIMIT, &file, NULL)) return false;
    file.size = bp_text_unify_lines((char *)file.data, file.size);
    for (size_t i = 0; i < file.size; i++) hash = (hash ^ file.data[i]) * UINT64_C(1099511628211);
    snprintf(print, 20, "%016" PRIx64, hash);
    bp_file_free(NULL, &file);
    return true;
}

bp_exercise_status bp_exercise_status_of(const bp_exercise_progress *progress, const bp_exercise_paths *paths,
                                         const bp_exercise *exercise) {
    char path[2048], own[20], original[20];
    if (!bp_exercise_source_path(paths, exercise, path, sizeof path, NULL) || !fingerprint_of(path, own))
        return BP_EXERCISE_STATUS_MISSING;
    if (bp_exercise_original_path(paths, exercise, path, sizeof path, NULL) &&
        fingerprint_of(path, original) && strcmp(own, original) == 0)
        return BP_EXERCISE_STATUS_NOT_BEGUN;
    for (int i = 0; i < progress->count; i++)
        if (strcmp(progress->records[i].name, exercise->name) == 0 &&
            strcmp(progress->records[i].fingerprint, own) == 0)
            return progress->records[i].passed ? BP_EXERCISE_STATUS_PASSES : BP_EXERCISE_STATUS_FAILS;
    return BP_EXERCISE_STATUS_CHANGED;
}

void bp_exercise_progress_store(const bp_exercise *exercise, const char *source, bool passed) {
    bp_exercise_progress progress;
    char print[20];
    if (!fingerprint_of(source, print)) return;
    bp_exercise_progress_begin(&progress);
    bp_exercise_record *record = bp_exercise_progress_record(&progress, exercise->name);
    memcpy(record->fingerprint, print, sizeof record->fingerprint);
    record->passed = passed;
    bp_exercise_progress_end(&progress);
}

const bp_exercise *bp_exercise_named(const char *name, bp_error *error) {
    const char *names[BP_EXERCISES_MOST + 1] = {NULL};
    const bp_exercise *found = bp_exercise_find(name);
    for (size_t i = 0; bp_exercises[i]; i++) names[i] = bp_exercises[i]->name;
    if (!found)
        bp_fail(error, BP_ERROR_ARGUMENT, name,
                "there is no such exercise%s; `bindpose exercise list` lists them",
                bp_suggest(name, names).text);
    return found;
}

/* exercises.json: {"05_final_matrix": {"hints": 1, "passed": true, "file": "cbf29ce484222325"}, ...}. A file that was
 * changed since it was checked is told by its fingerprint, so that a copy of the project elsewhere isn't
 * taken for this one's. */
#include "cli/exercise_progress.h"
#include "viewer/data_folder.h"
#include <bindpose/io.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LIMIT = 1 << 20 };

bp_exercise_record *bp_exercise_progress_record(bp_exercise_progress *state, const char *name) {
    int i = 0;
    while (i < state->count && strcmp(state->notes[i].name, name) != 0) i++;
    if (i == BP_EXERCISE_RECORDS) return &state->notes[BP_EXERCISE_RECORDS - 1];
    if (i == state->count) {
        state->count++;
        state->notes[i] = (bp_exercise_record){.hints = 0};
        snprintf(state->notes[i].name, sizeof state->notes[i].name, "%s", name);
    }
    return &state->notes[i];
}

void bp_exercise_progress_read(bp_exercise_progress *state) {
    char path[1024];
    *state = (bp_exercise_progress){.count = 0};
    if (!bp_data_path("exercises.json", false, path, sizeof path, NULL)) return;
    bp_json *root = bp_json_read(NULL, path, LIMIT, NULL);
    void *cursor = NULL;
    const char *name;
    for (const bp_json *value; (value = bp_json_next(root, &cursor, &name));) {
        if (!bp_exercise_find(name)) continue;
        bp_exercise_record *note = bp_exercise_progress_record(state, name);
        long long hints = 0;
        if (bp_json_integer(bp_json_member(value, "hints"), &hints) && hints >= 0 && hints < 100)
            note->hints = (int)hints;
        note->passed = bp_json_bool_or(bp_json_member(value, "passed"), false);
        snprintf(note->print, sizeof note->print, "%s", bp_json_text_or(bp_json_member(value, "file"), ""));
    }
    bp_json_destroy(root);
}

bool bp_exercise_progress_write(const bp_exercise_progress *state, bp_error *error) {
    char path[1024];
    if (!bp_data_path("exercises.json", true, path, sizeof path, error)) return false;
    bp_json_writer json = bp_json_writer_make(NULL);
    bp_json_begin_object(&json);
    for (int i = 0; i < state->count; i++) {
        bp_json_key(&json, state->notes[i].name);
        bp_json_begin_object(&json);
        bp_json_key(&json, "hints");
        bp_json_put_integer(&json, state->notes[i].hints);
        bp_json_key(&json, "passed");
        bp_json_put_bool(&json, state->notes[i].passed);
        bp_json_key(&json, "file");
        bp_json_put_text(&json, state->notes[i].print);
        bp_json_end_object(&json);
    }
    bp_json_end_object(&json);
    bp_file text;
    if (!bp_json_writer_finish(&json, &text, error)) return false;
    bool good = bp_file_write(path, text.data, text.size, error);
    bp_file_free(NULL, &text);
    return good;
}

/* ---- standing ---------------------------------------------------------------------------------------- */

const char *bp_exercise_status_text(bp_exercise_status standing) {
    static const char *const TEXTS[] = {"file missing", "not begun", "to be checked", "fails", "passes"};
    return TEXTS[standing];
}

/* FNV-1a. */
static void fingerprint(const bp_file *file, char print[20]) {
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < file->size; i++) hash = (hash ^ file->data[i]) * UINT64_C(1099511628211);
    snprintf(print, 20, "%016" PRIx64, hash);
}

static bool fingerprint_of(const char *path, char print[20]) {
    bp_file file;
    if (!bp_file_read(NULL, path, LIMIT, &file, NULL)) return false;
    fingerprint(&file, print);
    bp_file_free(NULL, &file);
    return true;
}

bp_exercise_status bp_exercise_status_of(const bp_exercise_progress *state, const bp_exercise_paths *paths,
                                         const bp_exercise *exercise) {
    char path[2048], own[20], original[20];
    if (!bp_exercise_source_path(paths, exercise, path, sizeof path, NULL) || !fingerprint_of(path, own))
        return BP_EXERCISE_STATUS_MISSING;
    if (bp_exercise_original_path(paths, exercise, path, sizeof path, NULL) &&
        fingerprint_of(path, original) && strcmp(own, original) == 0)
        return BP_EXERCISE_STATUS_NOT_BEGUN;
    for (int i = 0; i < state->count; i++)
        if (strcmp(state->notes[i].name, exercise->name) == 0 && strcmp(state->notes[i].print, own) == 0)
            return state->notes[i].passed ? BP_EXERCISE_STATUS_PASSES : BP_EXERCISE_STATUS_FAILS;
    return BP_EXERCISE_STATUS_CHANGED;
}

void bp_exercise_progress_store(const bp_exercise *exercise, const char *source, bool passed) {
    bp_exercise_progress state;
    bp_exercise_progress_read(&state);
    bp_exercise_record *note = bp_exercise_progress_record(&state, exercise->name);
    if (!fingerprint_of(source, note->print)) return;
    note->passed = passed;
    bp_exercise_progress_write(&state, NULL);
}

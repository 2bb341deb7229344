/* progress.json: {"05_same_pose_three_ways": 7, ...} */
#include "viewer/progress.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT = 1 << 20, STEP_MOST = 1000 };

/* By the XDG specification a relative $XDG_DATA_HOME is ignored. */
bool bp_data_path(const char *name, bool make, char *path, size_t size, bp_error *error) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    bool own = data && data[0] == '/';
    if (!own && (!home || !*home))
        return bp_fail(error, BP_ERROR_ENVIRONMENT, "HOME", "it is not set, so there is no data folder");
    char folder[900];
    int length = own ? snprintf(folder, sizeof folder, "%s/bindpose", data)
                     : snprintf(folder, sizeof folder, "%s/.local/share/bindpose", home);
    if (length < 0 || (size_t)length >= sizeof folder)
        return bp_fail(error, BP_ERROR_ENVIRONMENT, "XDG_DATA_HOME", "the path is too long");
    if (make && !bp_folder_make(folder, error)) return false;
    length = snprintf(path, size, "%s/%s", folder, name);
    if (length < 0 || (size_t)length >= size)
        return bp_fail(error, BP_ERROR_ENVIRONMENT, "XDG_DATA_HOME", "the path is too long");
    return true;
}

bool bp_data_write_json(bp_json_writer *json, const char *path, bp_error *error) {
    bp_file text;
    if (!bp_json_writer_finish(json, &text, error)) return false;
    bool ok = bp_file_write(path, text.data, text.size, error);
    bp_file_free(NULL, &text);
    return ok;
}

void bp_progress_read(bp_progress *progress) {
    char path[1024];
    *progress = (bp_progress){.count = 0};
    if (!bp_data_path("progress.json", false, path, sizeof path, NULL)) return;
    bp_json *root = bp_json_read(NULL, path, LIMIT, NULL);
    void *place = NULL;
    const char *lesson;
    for (const bp_json *value; (value = bp_json_next(root, &place, &lesson));) {
        long long step;
        if (bp_json_integer(value, &step) && step > 0 && step <= STEP_MOST)
            bp_progress_record(progress, lesson, (int)step);
    }
    bp_json_destroy(root);
}

int bp_progress_of(const bp_progress *progress, const char *lesson) {
    for (int i = 0; i < progress->count; i++)
        if (strcmp(progress->entries[i].lesson, lesson) == 0) return progress->entries[i].step;
    return 0;
}

bool bp_progress_record(bp_progress *progress, const char *lesson, int step) {
    int i = 0;
    while (i < progress->count && strcmp(progress->entries[i].lesson, lesson) != 0) i++;
    if (i == BP_PROGRESS_MAX || strlen(lesson) >= BP_PROGRESS_NAME) return false;
    bp_progress_entry *entry = &progress->entries[i];
    if (i == progress->count) {
        progress->count++;
        *entry = (bp_progress_entry){.step = 0};
        snprintf(entry->lesson, sizeof entry->lesson, "%.63s", lesson);
    }
    if (step <= entry->step) return false;
    entry->step = step;
    return true;
}

bool bp_progress_write(const bp_progress *progress, bp_error *error) {
    char path[1024];
    if (!bp_data_path("progress.json", true, path, sizeof path, error)) return false;
    bp_json_writer json = bp_json_writer_make(NULL);
    bp_json_begin_object(&json);
    for (int i = 0; i < progress->count; i++) {
        bp_json_key(&json, progress->entries[i].lesson);
        bp_json_put_integer(&json, progress->entries[i].step);
    }
    bp_json_end_object(&json);
    return bp_data_write_json(&json, path, error);
}

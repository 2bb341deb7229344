/* progress.json: {"05_same_pose_three_ways": {"step": 7, "left": 4, "answered": [2, 5], "ended": true}, ...}
 *
 * "answered" lists steps, from 1. Files of earlier versions have the step alone:
 * {"05_same_pose_three_ways": 7, ...} */
#include "app/progress.h"
#include "base/folder.h"
#include "base/system.h"
#include <stdio.h>
#include <string.h>

enum { LIMIT = 1 << 20, STEP_MOST = 1000 };

bool bp_data_path(const char *name, bool make, char *path, size_t size, bp_error *error) {
    char data[900], folder[910];
    if (!bp_data_folder(data, sizeof data, error)) return false;
    snprintf(folder, sizeof folder, "%s/bindpose", data);
    if (make && !bp_folder_make(folder, error)) return false;
    int length = snprintf(path, size, "%s/%s", folder, name);
    return (length >= 0 && (size_t)length < size) ||
           bp_fail(error, BP_ERROR_ENVIRONMENT, folder, "the path is too long");
}

bool bp_data_write_json(bp_json_writer *json, const char *path, bp_error *error) {
    bp_file text;
    if (!bp_json_writer_finish(json, &text, error)) return false;
    bool ok = bp_file_write(path, text.data, text.size, error);
    bp_file_free(NULL, &text);
    return ok;
}

static int step_of(const bp_json *value) {
    long long step;
    return bp_json_integer(value, &step) && step > 0 && step <= STEP_MOST ? (int)step : 0;
}

static bp_progress_entry read_entry(const bp_json *value) {
    bp_progress_entry entry = {.step = step_of(value)};
    if (bp_json_kind_of(value) != BP_JSON_OBJECT) return entry;
    entry.step = step_of(bp_json_member(value, "step"));
    entry.left = step_of(bp_json_member(value, "left"));
    entry.ended = bp_json_bool_or(bp_json_member(value, "ended"), false);
    const bp_json *answered = bp_json_member(value, "answered");
    size_t count = answered && bp_json_kind_of(answered) == BP_JSON_ARRAY ? bp_json_count(answered) : 0;
    for (size_t i = 0; i < count; i++) {
        int step = step_of(bp_json_item(answered, i));
        if (step > 0 && step <= 64) entry.answered |= (uint64_t)1 << (step - 1);
    }
    return entry;
}

void bp_progress_read(bp_progress *progress) {
    char path[1024];
    *progress = (bp_progress){.count = 0};
    if (!bp_data_path("progress.json", false, path, sizeof path, NULL)) return;
    bp_json *root = bp_json_read(NULL, path, LIMIT, NULL);
    void *place = NULL;
    const char *lesson;
    for (const bp_json *value; (value = bp_json_next(root, &place, &lesson));)
        bp_progress_record(progress, lesson, read_entry(value));
    bp_json_destroy(root);
}

static int index_of(const bp_progress *progress, const char *lesson) {
    int i = 0;
    while (i < progress->count && strcmp(progress->entries[i].lesson, lesson) != 0) i++;
    return i;
}

bp_progress_entry bp_progress_of(const bp_progress *progress, const char *lesson) {
    int i = index_of(progress, lesson);
    return i < progress->count ? progress->entries[i] : (bp_progress_entry){.step = 0};
}

bool bp_progress_record(bp_progress *progress, const char *lesson, bp_progress_entry seen) {
    int i = index_of(progress, lesson);
    bool any = seen.step > 0 || seen.answered || seen.ended;
    if (!any || i == BP_PROGRESS_MAX || strlen(lesson) >= BP_PROGRESS_NAME) return false;
    bp_progress_entry *known = &progress->entries[i];
    if (i == progress->count) {
        progress->count++;
        *known = (bp_progress_entry){.step = 0};
        snprintf(known->lesson, sizeof known->lesson, "%.63s", lesson);
    }
    bool more = seen.step > known->step || seen.left != known->left || (seen.answered & ~known->answered) ||
                (seen.ended && !known->ended);
    if (seen.step > known->step) known->step = seen.step;
    known->left = seen.left;
    known->answered |= seen.answered;
    known->ended |= seen.ended;
    return more;
}

int bp_progress_answered(const bp_progress_entry *entry, const bp_lesson_plan *lesson, int *count) {
    int answered = 0;
    *count = 0;
    for (int i = 0; i < lesson->step_count && i < 64; i++) {
        if (!lesson->steps[i].question) continue;
        ++*count;
        answered += (int)(entry->answered >> i & 1);
    }
    return answered;
}

bool bp_progress_is_done(const bp_progress_entry *entry, const bp_lesson_plan *lesson) {
    int count, answered = bp_progress_answered(entry, lesson, &count);
    return count > 0 ? answered == count : entry->ended;
}

static void write_entry(bp_json_writer *json, const bp_progress_entry *entry) {
    bp_json_write(json, "{step: %d", entry->step);
    if (entry->left > 0) bp_json_write(json, "left: %d", entry->left);
    bp_json_write(json, "answered: [");
    for (int i = 0; i < 64; i++)
        if (entry->answered >> i & 1) bp_json_write(json, "%d", i + 1);
    bp_json_write(json, "], ended: %i}", entry->ended);
}

bool bp_progress_write(const bp_progress *progress, bp_error *error) {
    char path[1024];
    if (!bp_data_path("progress.json", true, path, sizeof path, error)) return false;
    bp_json_writer json = bp_json_writer_make(NULL);
    bp_json_write(&json, "{");
    for (int i = 0; i < progress->count; i++) {
        bp_json_write(&json, "%s:", progress->entries[i].lesson);
        write_entry(&json, &progress->entries[i]);
    }
    bp_json_write(&json, "}");
    return bp_data_write_json(&json, path, error);
}

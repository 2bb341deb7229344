/* What an exercise is worth, and what a late submission loses. The time of a submission is that of its
 * newest file in the class's folder, as the course's site or the teacher's copy kept it; times in archives
 * and handins are the student's own, and don't count. */
#define _XOPEN_SOURCE 700
#include "tools/grade/grade.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { PATH = 2800, DAY = 24 * 60 * 60 };

/* Splits "NAME=NUMBER": the number, or -1. */
static int split(char *item, int most) {
    char *equals = strrchr(item, '='), *end;
    if (!equals || equals == item) return -1;
    *equals = '\0';
    const long number = strtol(equals + 1, &end, 10);
    return end == equals + 1 || *end || number < 0 || number > most ? -1 : (int)number;
}

bool bp_gradebook_weigh(bp_gradebook *book, const char *weights, bp_error *error) {
    char text[1024], *rest = NULL;
    snprintf(text, sizeof text, "%s", weights);
    for (char *item = strtok_r(text, " ,", &rest); item; item = strtok_r(NULL, " ,", &rest)) {
        const int worth = split(item, 1000);
        const bp_exercise *exercise = worth < 0 ? NULL : bp_exercise_find(item);
        int at = 0;
        while (exercise && book->exercises[at] != exercise && at < book->exercise_count) at++;
        if (!exercise || at == book->exercise_count)
            return bp_fail(error, BP_ERROR_ARGUMENT, item,
                           worth < 0  ? "weights are like 05=20, from 0 to 1000"
                           : exercise ? "it isn't graded here"
                                      : "there is no such exercise");
        book->worth[at] = worth;
    }
    return true;
}

/* "2026-11-30 18:00", or the end of a day. */
static bool read_time(const char *text, time_t *out) {
    struct tm read = {.tm_hour = 23, .tm_min = 59, .tm_sec = 59, .tm_isdst = -1};
    int used = 0;
    if (sscanf(text, "%4d-%2d-%2d%n", &read.tm_year, &read.tm_mon, &read.tm_mday, &used) != 3) return false;
    if (text[used]) {
        int more = 0;
        read.tm_sec = 0;
        if (sscanf(text + used, " %2d:%2d%n", &read.tm_hour, &read.tm_min, &more) != 2 || text[used + more])
            return false;
    }
    read.tm_year -= 1900, read.tm_mon--;
    struct tm real = read;
    *out = mktime(&real);
    return *out != (time_t)-1 && real.tm_mday == read.tm_mday && real.tm_mon == read.tm_mon &&
           real.tm_min == read.tm_min && read.tm_hour < 24;
}

static void take_newer(const char *folder, const bp_folder_names *names, time_t *newest) {
    for (size_t i = 0; i < names->count; i++) {
        char path[PATH];
        struct stat about;
        snprintf(path, sizeof path, "%.1200s%s%.1500s", folder, *folder ? "/" : "", names->names[i]);
        if (lstat(path, &about) == 0 && S_ISREG(about.st_mode) && about.st_mtime > *newest)
            *newest = about.st_mtime;
    }
}

static time_t time_of(const bp_gradebook *book, bp_student *student) {
    char folder[PATH];
    time_t newest = 0;
    bp_folder_names inside = {NULL, 0};
    snprintf(folder, sizeof folder, "%.1000s/%.300s", book->folder, student->entry);
    if (student->is_folder && bp_folder_list_files(book->allocator, folder, 20000, &inside, NULL))
        take_newer(folder, &inside, &newest);
    bp_folder_names_free(book->allocator, &inside);
    take_newer(book->folder, &student->files, &newest);
    take_newer("", &(bp_folder_names){&student->handin, student->handin != NULL}, &newest);
    return newest;
}

/* More days for some students: "Ada Lovelace=2, 1815=1". */
static bool give_days(bp_gradebook *book, const char *extra, bp_error *error) {
    char text[4096], *rest = NULL;
    snprintf(text, sizeof text, "%s", extra);
    for (char *item = strtok_r(text, ",", &rest); item; item = strtok_r(NULL, ",", &rest)) {
        int found = 0;
        item += strspn(item, " ");
        const int days = split(item, 365);
        for (size_t i = 0; days >= 0 && i < book->student_count; i++) {
            bp_student *student = &book->students[i];
            if (strcmp(item, student->name) != 0 && strcmp(item, student->entry) != 0 &&
                (!*student->id || strcmp(item, student->id) != 0) &&
                (!*student->site_id || strcmp(item, student->site_id) != 0))
                continue;
            student->extra_days = days;
            found++;
        }
        if (found != 1) /* a handin says what it likes: another's number as a name, too */
            return bp_fail(error, BP_ERROR_ARGUMENT, item,
                           days < 0    ? "more days are like Ada=2, from 0 to 365"
                           : found > 1 ? "several students are called that; take the name of the entry"
                                       : "there is no such student");
    }
    return true;
}

bool bp_gradebook_set_due(bp_gradebook *book, const char *due, int percent, const char *extra,
                          bp_error *error) {
    time_t end;
    if (!read_time(due, &end))
        return bp_fail(error, BP_ERROR_ARGUMENT, due, "a time is like 2026-11-30 or \"2026-11-30 18:00\"");
    if (!give_days(book, extra, error)) return false;
    book->late_percent = percent;
    for (size_t i = 0; i < book->student_count; i++) {
        bp_student *student = &book->students[i];
        const long long beyond = (long long)time_of(book, student) - (long long)end;
        const int days = beyond > 0 ? (int)((beyond + DAY - 1) / DAY) : student->late;
        student->days_late = days > student->extra_days ? days - student->extra_days : 0;
        student->late = student->days_late > 0;
    }
    return true;
}

int bp_gradebook_max_points(const bp_gradebook *book) {
    int sum = 0;
    for (int e = 0; e < book->exercise_count; e++) sum += book->worth[e];
    return sum;
}

void bp_gradebook_sum(bp_gradebook *book) {
    for (size_t i = 0; i < book->student_count; i++) {
        bp_student *student = &book->students[i];
        const int lost = student->days_late * book->late_percent;
        student->points = 0;
        for (int e = 0; e < book->exercise_count; e++) {
            student->grades[e].points = student->grades[e].points * (lost > 100 ? 0 : 100 - lost) / 100;
            student->points += student->grades[e].points;
        }
    }
}

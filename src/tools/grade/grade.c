/* Checks are independent, so a pool runs them, one exercise of one student at a time. Each writes its own
 * bp_grade, so the order doesn't matter. */
#define _POSIX_C_SOURCE 200809L /* sigset_t */
#include "tools/grade/grade.h"
#include "base/process.h"
#include "tools/grade/sandbox.h"
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_BYTES = 64 << 10, PATH = 1400 };

static int count_exercises(void) {
    int count = 0;
    while (bp_exercises[count]) count++;
    return count;
}

bool bp_gradebook_open(const bp_allocator *allocator, const char *folder, bp_gradebook *out,
                       bp_error *error) {
    *out = (bp_gradebook){.allocator = allocator, .folder = folder, .exercise_count = count_exercises()};
    if (!bp_folder_list_folders(allocator, folder, BP_GRADEBOOK_MAX_STUDENTS, &out->names, error))
        return false;
    if (out->names.count == 0) return bp_fail(error, BP_ERROR_INPUT, folder, "it has no student's folder");
    out->students = bp_alloc(allocator, out->names.count, sizeof *out->students, error);
    bool ok = out->students != NULL;
    for (size_t i = 0; i < out->names.count && ok; i++) {
        out->students[i] = (bp_student){.name = out->names.names[i]};
        out->students[i].grades = bp_alloc(allocator, (size_t)out->exercise_count, sizeof(bp_grade), error);
        ok = out->students[i].grades != NULL;
    }
    if (!ok) bp_gradebook_close(out);
    return ok;
}

void bp_gradebook_close(bp_gradebook *book) {
    for (size_t i = 0; book->students && i < book->names.count; i++)
        bp_free(book->allocator, book->students[i].grades);
    bp_free(book->allocator, book->students);
    bp_folder_names_free(book->allocator, &book->names);
    book->students = NULL;
}

int bp_gradebook_max_points(const bp_gradebook *book) { return book->exercise_count * BP_EXERCISE_POINTS; }

const char *bp_grade_verdict(const bp_grade *grade) {
    return grade->checked ? bp_exercise_verdict_text(grade->verdict) : "none";
}

typedef struct grading {
    bp_gradebook *book;
    const bp_exercise_paths *paths;
    const bp_grade_options *options;
    bp_sandbox_plan *plan;
    char scratch[1024];
    atomic_size_t done;
    atomic_bool failed;
    bp_error *errors; /* one for each job */
} grading;

static void put_cause(bp_grade *grade, const char *cause, const char *text) {
    snprintf(grade->cause, sizeof grade->cause, "%s", cause);
    snprintf(grade->text, sizeof grade->text, "%s", text);
}

/* Possible paths of a student's file: the parts before and after the exercise's name. */
static const char *const CANDIDATES[][2] = {
    {"lessons/exercises/", "/exercise.c"}, {"exercises/", "/exercise.c"}, {"", "/exercise.c"}, {"", ".c"}};

/* Reads the student's file. False if there is nothing to check; the grade says why. */
static bool read_submission(const grading *g, const bp_student *student, const bp_exercise *exercise,
                            bp_file *out, bp_grade *grade) {
    char folder[PATH], name[160], path[2 * PATH];
    snprintf(folder, sizeof folder, "%.1000s/%.300s", g->book->folder, student->name);
    for (size_t i = 0; i < BP_COUNT(CANDIDATES); i++) {
        bp_error error = {0};
        snprintf(name, sizeof name, "%s%s%s", CANDIDATES[i][0], exercise->name, CANDIDATES[i][1]);
        bp_folder_file_kind found = bp_folder_check_file(folder, name, &error);
        if (found == BP_FOLDER_MISSING) continue;
        snprintf(path, sizeof path, "%s/%s", folder, name);
        if (found == BP_FOLDER_REGULAR_FILE &&
            bp_file_read(g->book->allocator, path, MOST_BYTES, out, &error))
            return true;
        put_cause(grade, "unreadable", error.message);
        return false;
    }
    put_cause(grade, "missing", "There is no file for this exercise.");
    return false;
}

/* True if the file is the unchanged original. */
static bool is_untouched(const grading *g, const bp_exercise *exercise, const bp_file *file) {
    char path[PATH];
    bp_file original;
    if (!bp_exercise_original_path(g->paths, exercise, path, sizeof path, NULL) ||
        !bp_file_read(g->book->allocator, path, 0, &original, NULL))
        return false;
    bool same = original.size == file->size && memcmp(original.data, file->data, file->size) == 0;
    bp_file_free(g->book->allocator, &original);
    return same;
}

/* Checks the file in its own folder and sandbox. */
static bool check_file(const grading *g, const bp_exercise *exercise, const char *folder, size_t job,
                       const bp_file *file, bp_grade *grade, bp_error *error) {
    char source[PATH + 64];
    bp_sandboxes *sandboxes = bp_alloc(g->book->allocator, 1, sizeof *sandboxes, error);
    bp_exercise_result *result = bp_alloc(g->book->allocator, 1, sizeof *result, error);
    snprintf(source, sizeof source, "%s/%s.c", folder, exercise->name);
    bp_exercise_options options = {
        .seed = g->options->seed, .scratch = folder, .allocator = g->book->allocator};
    bool ok = sandboxes && result && bp_file_write(source, file->data, file->size, error);
    if (ok && !g->options->unsafe) {
        ok = bp_sandboxes_make(g->plan, folder, job, sandboxes, error);
        options.wrap_compile = sandboxes->compile.words;
        options.wrap_link = sandboxes->link.words;
        options.wrap_run = sandboxes->run.words;
    }
    ok = ok && bp_exercise_check(exercise, g->paths, source, &options, result, error);
    if (ok) {
        grade->checked = true;
        grade->verdict = result->verdict;
        grade->points = result->points;
        put_cause(grade, result->id, result->text);
        if (result->failed_case >= 0)
            snprintf(grade->case_name, sizeof grade->case_name, "%s", result->case_name);
    }
    bp_free(g->book->allocator, result);
    bp_free(g->book->allocator, sandboxes);
    return ok;
}

static bool grade_one(const grading *g, const bp_student *student, const bp_exercise *exercise, size_t job,
                      bp_grade *grade, bp_error *error) {
    char folder[PATH];
    bp_file file;
    *grade = (bp_grade){.points = 0};
    if (!read_submission(g, student, exercise, &file, grade)) return true;
    bool ok = true;
    if (is_untouched(g, exercise, &file)) {
        put_cause(grade, "not_begun", "The file is the unchanged original.");
    } else {
        snprintf(folder, sizeof folder, "%s/%zu", g->scratch, job);
        ok = bp_folder_make(folder, error) && check_file(g, exercise, folder, job, &file, grade, error);
        bp_folder_remove(folder);
    }
    bp_file_free(g->book->allocator, &file);
    return ok;
}

static void run_job(void *user, size_t index, int worker) {
    grading *g = user;
    (void)worker;
    size_t exercises = (size_t)g->book->exercise_count, all = exercises * g->book->names.count;
    if (atomic_load(&g->failed) || bp_interrupts_pending()) return;
    const bp_student *student = &g->book->students[index / exercises];
    size_t number = index % exercises;
    if (!grade_one(g, student, bp_exercises[number], index, &student->grades[number], &g->errors[index]))
        atomic_store(&g->failed, true);
    size_t done = atomic_fetch_add(&g->done, 1) + 1;
    if (g->options->progress) g->options->progress(g->options->user, done, all);
}

static bool run_all(grading *g, bp_error *error) {
    bp_gradebook *book = g->book;
    size_t all = (size_t)book->exercise_count * book->names.count;
    bp_pool *pool = bp_pool_create(book->allocator, g->options->jobs > 0 ? g->options->jobs : 1, error);
    g->errors = bp_alloc(book->allocator, all, sizeof *g->errors, error);
    bool ok = pool && g->errors;
    if (ok) {
        bp_pool_run(pool, all, run_job, g);
        ok = !atomic_load(&g->failed);
        for (size_t i = 0; i < all && !ok; i++)
            if (g->errors[i].kind != BP_ERROR_NONE) {
                if (error) *error = g->errors[i];
                break;
            }
    }
    bp_pool_destroy(pool);
    bp_free(book->allocator, g->errors);
    return ok;
}

bool bp_gradebook_grade(bp_gradebook *book, const bp_exercise_paths *paths, const bp_grade_options *options,
                        bp_error *error) {
    grading g = {.book = book, .paths = paths, .options = options};
    book->seed = options->seed ? options->seed : 1;
    sigset_t before;
    bp_interrupts_block(&before);
    bool made = bp_folder_make_scratch(g.scratch, sizeof g.scratch, error);
    g.plan = bp_alloc(book->allocator, 1, sizeof *g.plan, error);
    const mode_t mask = umask(022); /* sandboxes run as another user, who must be able to read the files */
    bool ok = made && g.plan &&
              (options->unsafe || bp_sandbox_plan_make(book->allocator, paths, g.scratch, g.plan, error)) &&
              run_all(&g, error);
    umask(mask);
    bp_free(book->allocator, g.plan);
    if (made) bp_folder_remove(g.scratch);
    bp_interrupts_restore(&before);
    if (!made) return false;
    for (size_t i = 0; i < book->names.count; i++) {
        book->students[i].points = 0;
        for (int e = 0; e < book->exercise_count; e++)
            book->students[i].points += book->students[i].grades[e].points;
    }
    return ok;
}

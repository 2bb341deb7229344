/* Checks are independent, so a pool runs them, one exercise of one student at a time. Each writes its own
 * bp_grade, so the order doesn't matter. */
#define _POSIX_C_SOURCE 200809L /* sigset_t */
#include "base/file_name.h"
#include "base/pool.h"
#include "base/process.h"
#include "tools/grade/answer_code.h"
#include "tools/grade/check_cache.h"
#include "tools/grade/handin.h"
#include "tools/grade/similar.h"
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Thirty files that wait, or that the compiler is busy with, would keep the class waiting for minutes. After
 * so many seconds of processor time more than answers need (a file that is stopped counts as 7), a student's
 * other files get less time, and one attempt: still a hundred times what an answer needs. */
enum { PATIENCE = 20, USUAL = 3, TOO_LONG = 7 };
#define IMPATIENT_SECONDS 1.0
#define BUILD_SECONDS 10.0 /* of processor time: fifty times what an answer needs */
#define IMPATIENT_BUILD_SECONDS 3.0

enum { MOST_BYTES = 64 << 10, MOST_UNPACKED = 16 << 20, PATH = 1400 };

typedef struct grading {
    bp_gradebook *book;
    const bp_exercise_paths *paths;
    const bp_grade_options *options;
    bp_sandbox_plan *plan;
    bp_check_cache cache; /* without a folder: none */
    int *trivial;         /* of each exercise: the cases that an answer passes that computes nothing */
    char scratch[1024];
    atomic_int *slow; /* of each student: processor seconds that files took beyond the usual */
    atomic_size_t done;
    atomic_bool failed;
    bp_error *errors; /* one for each job */
} grading;

static void put_cause(bp_grade *grade, const char *cause, const char *text) {
    snprintf(grade->cause, sizeof grade->cause, "%s", cause);
    snprintf(grade->text, sizeof grade->text, "%s", text);
}

/* Many students make the same mistake, and then their pictures are the same: each is drawn once. */
static void draw_once(const grading *g, const bp_exercise *exercise, const bp_exercise_result *result,
                      bp_file pictures[2]) {
    char key[BP_SHA256_TEXT], paths[2][PATH + 80];
    bp_sha256 hash = bp_sha256_begin();
    bp_sha256_add(&hash, exercise->name, strlen(exercise->name) + 1);
    bp_sha256_add(&hash, result->in, (size_t)result->in_count * sizeof *result->in);
    bp_sha256_add(&hash, result->got, (size_t)result->got_count * sizeof *result->got);
    bp_sha256_end(&hash, key);
    bool drawn = true;
    for (int i = 0; i < 2; i++) {
        snprintf(paths[i], sizeof paths[i], "%s/%s-%d.png", g->scratch, key, i);
        drawn = drawn && bp_file_read(NULL, paths[i], 0, &pictures[i], NULL);
    }
    if (drawn) return;
    bp_file_free(NULL, &pictures[0]);
    if (!g->options->draw(exercise, result, pictures, NULL)) return;
    for (int i = 0; i < 2; i++) bp_folder_write_file(paths[i], pictures[i].data, pictures[i].size, NULL);
}

/* Fills the grade from the cache, so a result is the same the first time and later. A file that took too long
 * is checked again each time: the machine may have been busy. */
static bool keep_result(const grading *g, const bp_exercise *exercise, const char *key,
                        const bp_exercise_result *result, const char *code, bp_grade *grade,
                        bp_error *error) {
    bp_file pictures[2] = {{0}, {0}};
    if (g->options->draw && result->verdict == BP_EXERCISE_WRONG && result->got_count > 0)
        draw_once(g, exercise, result, pictures);
    bool ok = bp_check_cache_store(&g->cache, key, exercise, result, code, pictures, error);
    for (int i = 0; i < 2; i++) bp_file_free(NULL, &pictures[i]);
    if (!ok) return false;
    ok = bp_check_cache_load(&g->cache, key, grade);
    if (result->verdict == BP_EXERCISE_TIME || *code == '?') bp_check_cache_forget(&g->cache, key);
    return ok ||
           bp_fail(error, BP_ERROR_ENVIRONMENT, g->cache.folder, "a result that was written can't be read");
}

static void remove_all(char *text, const char *part) {
    const size_t length = strlen(part);
    char *to = text;
    for (const char *at = text; *at;)
        if (strncmp(at, part, length) == 0)
            at += length;
        else
            *to++ = *at++;
    *to = '\0';
}

/* Students needn't read where on the teacher's machine their files lay. */
static void hide_folder(bp_exercise_result *result, const char *folder) {
    char begin[PATH + 80];
    snprintf(begin, sizeof begin, "%s/", folder);
    remove_all(result->text, begin);
    remove_all(result->warnings, begin);
    remove_all(result->printed, begin);
}

/* The code of an answer that the checker could compile, for comparing it (similar.h). "": it is short;
 * "?": it doesn't compile a second time. */
static char *code_of(const grading *g, const bp_exercise *exercise, const bp_code_options *options,
                     const char *source, const bp_file *file, bp_error *error) {
    char path[PATH];
    bp_file original;
    if (!bp_exercise_original_path(g->paths, exercise, path, sizeof path, error) ||
        !bp_file_read(g->book->allocator, path, 0, &original, error))
        return NULL;
    const int own = bp_code_length((char *)file->data, file->size),
              begun = bp_code_length((char *)original.data, original.size);
    bp_file_free(g->book->allocator, &original);
    if (own - begun < BP_CODE_SHORT) return bp_copy_text(g->book->allocator, "", error);
    char *code = bp_answer_code(g->book->allocator, options, source, error);
    if (!code || *code) return code;
    bp_free(g->book->allocator, code);
    return bp_copy_text(g->book->allocator, "?", error);
}

static int seconds_beyond(const bp_exercise_result *result, bool not_compared) {
    const int beyond = (int)(result->build_seconds + result->run_seconds) - USUAL;
    const int least = result->verdict == BP_EXERCISE_TIME || not_compared ? TOO_LONG : 0;
    return beyond > least ? beyond : least;
}

/* Checks the file in its own folder and sandbox. */
static bool check_file(const grading *g, const bp_exercise *exercise, const char *folder, size_t job,
                       const bp_file *file, const char *key, bp_grade *grade, bp_error *error) {
    char source[PATH + 64];
    bp_sandboxes *sandboxes = bp_alloc(g->book->allocator, 1, sizeof *sandboxes, error);
    bp_exercise_result *result = bp_alloc(g->book->allocator, 1, sizeof *result, error);
    snprintf(source, sizeof source, "%s/%s.c", folder, exercise->name);
    bp_exercise_options options = {.seed = g->options->seed,
                                   .scratch = folder,
                                   .build_seconds = BUILD_SECONDS,
                                   .allocator = g->book->allocator};
    atomic_int *slow = &g->slow[job / (size_t)g->book->exercise_count];
    const bool impatient = atomic_load(slow) >= PATIENCE;
    if (impatient) {
        options.seconds = IMPATIENT_SECONDS;
        options.build_seconds = IMPATIENT_BUILD_SECONDS;
        options.once = true;
    }
    bool ok = sandboxes && result && bp_folder_write_file(source, file->data, file->size, error);
    if (ok && !g->options->unsafe) {
        ok = bp_sandboxes_make(g->plan, folder, job, sandboxes, error);
        options.wrap_build = sandboxes->build.words;
        options.wrap_run = sandboxes->run.words;
        options.loader = *g->plan->loader ? BP_SANDBOX_LOADER : NULL;
        options.header = BP_SANDBOX_HEADER;
    }
    ok = ok && bp_exercise_check(exercise, g->paths, source, &options, result, error);
    const bp_code_options how = {
        .paths = g->paths, .wrap = options.wrap_build, .folder = folder, .header = options.header};
    const bool built = ok && result->verdict != BP_EXERCISE_BUILD && result->verdict != BP_EXERCISE_TIME;
    char *code = !ok                   ? NULL
                 : built && !impatient ? code_of(g, exercise, &how, source, file, error)
                                       : bp_copy_text(g->book->allocator, built ? "?" : "", error);
    ok = ok && code;
    if (ok) hide_folder(result, folder);
    if (ok) atomic_fetch_add(slow, seconds_beyond(result, *code == '?'));
    ok = ok && keep_result(g, exercise, key, result, code, grade, error);
    bp_free(g->book->allocator, code);
    bp_free(g->book->allocator, result);
    bp_free(g->book->allocator, sandboxes);
    return ok;
}

/* The points of an answer that passes; with `partial`, of a wrong one its part of the cases that can't be
 * passed without computing, rounded down. */
static void give_points(const grading *g, int number, bp_grade *grade) {
    const int worth = g->book->worth[number], trivial = g->trivial[number], won = grade->case_right - trivial;
    grade->points = 0;
    if (grade->verdict == BP_EXERCISE_PASSED)
        grade->points = worth;
    else if (g->options->partial && grade->verdict == BP_EXERCISE_WRONG && won > 0)
        grade->points = worth * won / (grade->case_count - trivial);
}

static void put_missing(bp_grade *grade, const bp_exercise *exercise, const bp_submitted *own) {
    put_cause(grade, "missing", "There is no file for this exercise.");
    if (*own->elsewhere)
        snprintf(grade->text, sizeof grade->text,
                 "%s has the function of this exercise, %s. Hand it in as %s.c.", own->elsewhere,
                 exercise->function, exercise->id);
}

static bool grade_one(const grading *g, const bp_student *student, int number, size_t job, bp_grade *grade,
                      bp_error *error) {
    const bp_exercise *exercise = g->book->exercises[number];
    const bp_submitted *own = student->submission->exercises;
    for (int i = 0; bp_exercises[i] != exercise; i++) own++;
    char folder[PATH], key[BP_SHA256_TEXT];
    bool ok = true;
    bp_grade_clear(g->book->allocator, grade);
    if (*student->problem || *own->problem)
        put_cause(grade, "unreadable", *own->problem ? own->problem : student->problem);
    else if (!own->file.data)
        put_missing(grade, exercise, own);
    else if (own->untouched)
        put_cause(grade, "not_begun", "The file is the unchanged original.");
    if (*grade->cause) return true;
    bp_check_cache_key(&g->cache, exercise, &own->file, key);
    if (!bp_check_cache_load(&g->cache, key, grade)) {
        snprintf(folder, sizeof folder, "%s/%zu", g->scratch, job);
        ok = bp_folder_make(folder, error) &&
             check_file(g, exercise, folder, job, &own->file, key, grade, error);
        bp_folder_remove(folder);
    }
    if (ok && strcmp(grade->cause, "no_function") == 0 && own->holds >= 0) {
        const bp_exercise *held = bp_exercises[own->holds];
        snprintf(grade->text, sizeof grade->text,
                 "%s has %s, the function of exercise %s, and not %s. Hand it in as %s.c.", own->name,
                 held->function, held->id, exercise->function, held->id);
    }
    if (ok) give_points(g, number, grade);
    return ok;
}

static void run_job(void *user, size_t index, int worker) {
    grading *g = user;
    (void)worker;
    size_t exercises = (size_t)g->book->exercise_count, all = exercises * g->book->student_count;
    if (atomic_load(&g->failed) || bp_interrupts_pending()) return;
    const bp_student *student = &g->book->students[index / exercises];
    const int number = (int)(index % exercises);
    if (!grade_one(g, student, number, index, &student->grades[number], &g->errors[index]))
        atomic_store(&g->failed, true);
    size_t done = atomic_fetch_add(&g->done, 1) + 1;
    if (g->options->progress) g->options->progress(g->options->user, done, all);
}

/* Copies a student's files from beside those of others, or out of a handin, into a folder of its own. */
static bool stage(const grading *g, bp_student *student, const char *folder, bp_error *error) {
    char path[2 * PATH];
    bp_error damage = {0};
    bp_file file;
    bool ok = bp_folder_make(folder, error);
    for (size_t i = 0; ok && i < student->files.count; i++) {
        const char *name = student->files.names[i], *name_there = bp_class_own_name(name);
        if (*name_there == '.') continue; /* as in folders; and it may be ".." */
        if (bp_folder_check_file(g->book->folder, name, NULL) != BP_FOLDER_REGULAR_FILE) continue;
        snprintf(path, sizeof path, "%.1000s/%.300s", g->book->folder, name);
        if (!bp_file_read(g->book->allocator, path, MOST_UNPACKED, &file, &damage)) continue;
        snprintf(path, sizeof path, "%.1000s/%s%.300s", folder, bp_path_has_device(name_there) ? "_" : "",
                 name_there);
        ok = bp_folder_write_file(path, file.data, file.size, error);
        bp_file_free(g->book->allocator, &file);
    }
    if (!ok) return false;
    ok = !student->handin || bp_handin_unpack(g->book->allocator, student->handin, folder, &damage);
    snprintf(student->problem, sizeof student->problem, "%s",
             damage.kind == BP_ERROR_INPUT ? damage.message : "");
    if (ok || damage.kind == BP_ERROR_INPUT) return true;
    if (error) *error = damage;
    return false;
}

static bool open_one(const grading *g, bp_student *student, size_t number, bp_error *error) {
    char scratch[PATH], name[32];
    snprintf(name, sizeof name, "%zu", number);
    snprintf(scratch, sizeof scratch, "%s/unpacked%zu", g->scratch, number);
    bp_submission_place place = {.folder = g->book->folder,
                                 .name = student->entry,
                                 .scratch = scratch,
                                 .paths = g->paths,
                                 .sandbox = g->options->unsafe ? NULL : g->plan,
                                 .number = number};
    char staged[PATH], own[2 * PATH];
    snprintf(staged, sizeof staged, "%s/staged", g->scratch);
    snprintf(own, sizeof own, "%s/%zu", staged, number);
    if (!student->is_folder || student->handin) place.folder = staged, place.name = name;
    bool ok = bp_folder_make(scratch, error) && (place.folder != staged || stage(g, student, own, error));
    student->submission = ok ? bp_alloc(g->book->allocator, 1, sizeof *student->submission, error) : NULL;
    ok = student->submission && bp_submission_open(g->book->allocator, &place, student->submission, error);
    if (!ok) bp_free(g->book->allocator, student->submission);
    if (!ok) student->submission = NULL;
    bp_folder_remove(scratch);
    if (ok && *student->problem)
        bp_file_free(g->book->allocator, &student->submission->notes); /* "it is empty" */
    return ok;
}

static void open_job(void *user, size_t index, int worker) {
    grading *g = user;
    (void)worker;
    if (atomic_load(&g->failed) || bp_interrupts_pending()) return;
    if (!open_one(g, &g->book->students[index], index, &g->errors[index])) atomic_store(&g->failed, true);
}

/* Whether the right answer stands in the inputs, from the place `at` on. */
static bool is_copy(const bp_exercise_case *one, const bp_exercise_answer *right, int at) {
    for (int i = 0; i < right->count; i++) {
        if (at + i >= one->in_count) return false;
        const float difference = right->values[i] - one->in[at + i];
        if (!(difference < 1e-4f && difference > -1e-4f)) return false;
    }
    return true;
}

/* How many cases does an answer pass that copies the inputs from the same place in all of them? */
static int count_copies(const bp_case_list *cases, const bp_exercise_answer *right) {
    int most = 0;
    for (int at = 0; at < BP_EXERCISE_FLOATS; at++) {
        int count = 0;
        for (int i = 0; i < cases->count; i++) count += is_copy(&cases->cases[i], &right[i], at);
        if (count > most) most = count;
    }
    return most;
}

static void answer_all(const bp_exercise *exercise, const bp_case_list *cases, int answer,
                       bp_exercise_answer *out) {
    for (int i = 0; i < cases->count; i++)
        out[i].count = bp_exercise_solve_case(exercise, answer, cases->cases[i].in, out[i].values);
}

/* How many cases does an answer pass that computes nothing: the unchanged original's, a copy of inputs, or
 * those that can be learned by heart because they are much the same for every seed? */
static bool count_trivial(const grading *g, const bp_exercise *exercise, int *out, bp_error *error) {
    bp_case_list cases = {0};
    const bp_allocator *allocator = g->book->allocator;
    bp_exercise_result *result = bp_alloc(allocator, 1, sizeof *result, error);
    bp_exercise_answer *answers = bp_alloc(allocator, BP_EXERCISE_CASES, sizeof *answers, error);
    int known = 0;
    bool ok = result && answers && bp_exercise_make_cases(exercise, allocator, g->book->seed, &cases, error);
    for (int i = 0; i < cases.count; i++) known += strncmp(cases.cases[i].name, "from the seed", 13) != 0;
    if (ok) answer_all(exercise, &cases, 0, answers);
    ok = ok && bp_exercise_judge(exercise, allocator, &cases, answers, cases.count, result, error);
    if (ok) answer_all(exercise, &cases, exercise->right, answers);
    const int copies = ok ? count_copies(&cases, answers) : 0;
    if (copies > known) known = copies;
    if (ok) *out = result->case_right > known ? result->case_right : known;
    bp_free(allocator, cases.cases);
    bp_free(allocator, answers);
    bp_free(allocator, result);
    return ok;
}

static bool prepare(grading *g, bp_error *error) {
    bp_gradebook *book = g->book;
    bool ok = bp_check_cache_open(book->allocator, g->paths, g->options, &g->cache, error);
    g->slow = bp_alloc(book->allocator, book->student_count, sizeof *g->slow, error);
    ok = ok && g->slow;
    for (size_t i = 0; ok && i < book->student_count; i++) atomic_init(&g->slow[i], 0);
    g->trivial =
        ok ? bp_alloc(book->allocator, (size_t)book->exercise_count, sizeof *g->trivial, error) : NULL;
    for (int e = 0; g->trivial && g->options->partial && ok && e < book->exercise_count; e++)
        ok = count_trivial(g, book->exercises[e], &g->trivial[e], error);
    return ok && g->trivial;
}

static bool run_jobs(grading *g, bp_pool *pool, size_t all, void (*job)(void *, size_t, int),
                     bp_error *error) {
    bp_pool_run(pool, all, job, g);
    bool ok = !atomic_load(&g->failed);
    for (size_t i = 0; i < all && !ok; i++)
        if (g->errors[i].kind != BP_ERROR_NONE) {
            if (error) *error = g->errors[i];
            break;
        }
    return ok;
}

static bool run_all(grading *g, bp_error *error) {
    bp_gradebook *book = g->book;
    size_t all = (size_t)book->exercise_count * book->student_count;
    bp_pool *pool = bp_pool_create(book->allocator, g->options->jobs > 0 ? g->options->jobs : 1, error);
    g->errors = bp_alloc(book->allocator, all, sizeof *g->errors, error);
    bool ok = pool && g->errors && run_jobs(g, pool, book->student_count, open_job, error) &&
              (bp_interrupts_pending() || run_jobs(g, pool, all, run_job, error));
    bp_pool_destroy(pool);
    bp_free(book->allocator, g->errors);
    return ok;
}

bool bp_gradebook_grade(bp_gradebook *book, const bp_exercise_paths *paths, const bp_grade_options *options,
                        bp_error *error) {
    grading g = {.book = book, .paths = paths, .options = options};
    book->seed = options->seed ? options->seed : 1;
    bp_interrupts before;
    bp_interrupts_block(&before);
    /* The outer folder keeps other accounts of this machine out: what lies in it is compiled, linked and
     * run, and the users of the sandboxes must be able to write to parts of it. */
    char outer[960];
    bool made = bp_folder_make_scratch(outer, sizeof outer, error);
    if (made) bp_folder_set_mode(outer, 0700);
    snprintf(g.scratch, sizeof g.scratch, "%s/work", outer);
    bool ok = made && bp_folder_make(g.scratch, error);
    if (ok) bp_folder_set_mode(g.scratch, 0711);
    g.plan = bp_alloc(book->allocator, 1, sizeof *g.plan, error);
    const mode_t mask = umask(022); /* sandboxes run as another user, who must be able to read the files */
    ok = ok && g.plan &&
         (options->unsafe || bp_sandbox_plan_make(book->allocator, paths, g.scratch, g.plan, error)) &&
         prepare(&g, error) && run_all(&g, error) &&
         bp_similar_find(book, paths, &book->pairs, &book->pair_count, error);
    umask(mask);
    bp_free(book->allocator, g.plan);
    bp_free(book->allocator, g.trivial);
    bp_free(book->allocator, g.slow);
    if (made) bp_folder_remove(outer);
    bp_interrupts_restore(&before);
    if (!made) return false;
    if (ok) bp_gradebook_sum(book);
    return ok;
}

bool bp_gradebook_write(const bp_gradebook *book, const char *folder, bp_error *error) {
    return bp_folder_make(folder, error) && bp_gradebook_write_tables(book, folder, error) &&
           bp_similar_write(book, folder, error) && bp_gradebook_write_feedback(book, folder, error);
}

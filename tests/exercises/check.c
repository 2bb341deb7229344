/* make check-exercises: that the exercises keep their word.
 *
 * Each original compiles without a warning and fails as not done; each right solution passes, for several seeds; each wrong
 * one, tests/exercises/NN_name/wrong_ID.c, is refused with the explanation ID, and every explanation has such a file;
 * files that do harm come to no good (hostile/);
 * texts, hints, gaps and solutions are all there, and nothing else is. With names or numbers of exercises as
 * arguments, those alone. Prints in cmocka's words, exit 1 where something failed. */
#define _POSIX_C_SOURCE 200809L
#include <bindpose/exercise.h>
#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { JOBS = 1024, LINES = 40, LEAST_WRONG = 4, RIGHT_SEEDS = 2 };

/* One file to be checked, and what must come of it. */
typedef struct check_job {
    const bp_exercise *exercise;
    char source[1200], label[160];
    char wanted[64]; /* id; "": passes */
    uint64_t seed;
    double seconds;
    bool without_warnings;
    bool failed;
    char trouble[2048];
} check_job;

typedef struct check_all {
    bp_exercise_paths paths;
    char sources[1100]; /* the project's folder */
    check_job *jobs;
    int job_count, failed, passed;
} check_all;

static void tell(check_all *all, bool ok, const char *label, const char *format, ...) BP_PRINTF(4, 5);
static void tell(check_all *all, bool ok, const char *label, const char *format, ...) {
    *(ok ? &all->passed : &all->failed) += 1;
    if (ok) return;
    printf("[  FAILED  ] %s: ", label);
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
}

static void add_job(check_all *all, const bp_exercise *exercise, const char *source, const char *label,
                    const char *wanted, uint64_t seed) {
    if (all->job_count == JOBS) exit(3);
    check_job *job = &all->jobs[all->job_count++];
    *job = (check_job){.exercise = exercise,
                       .seed = seed,
                       .seconds = 60,
                       .without_warnings = strcmp(wanted, "not_done") == 0};
    snprintf(job->source, sizeof job->source, "%s", source);
    snprintf(job->label, sizeof job->label, "%.40s %.80s seed %d", exercise->name, label, (int)seed);
    snprintf(job->wanted, sizeof job->wanted, "%.63s", wanted);
}

static void run_job(void *user, size_t index, int worker) {
    check_all *all = user;
    check_job *job = &all->jobs[index];
    (void)worker;
    bp_error error = {0};
    bp_exercise_options options = {.seed = job->seed, .seconds = job->seconds};
    bp_exercise_result *result = calloc(1, sizeof *result);
    if (!result) exit(3);
    if (!bp_exercise_check(job->exercise, &all->paths, job->source, &options, result, &error)) {
        bp_error_text(&error, job->trouble, sizeof job->trouble);
        job->failed = true;
    } else if (strcmp(result->id, job->wanted) != 0 ||
               (result->verdict == BP_EXERCISE_PASSED) != !*job->wanted) {
        snprintf(job->trouble, sizeof job->trouble, "got \"%s\" (%s), wanted \"%s\"\n%.300s\n%.900s%.300s",
                 result->id, bp_exercise_verdict_text(result->verdict), job->wanted, result->text,
                 result->warnings, result->printed);
        job->failed = true;
    } else if (job->without_warnings && result->warnings[0]) {
        snprintf(job->trouble, sizeof job->trouble, "it has warnings:\n%.1800s", result->warnings);
        job->failed = true;
    }
    free(result);
}

/* ---- what must be there ------------------------------------------------------------------------------ */

static bool is_explanation(const bp_exercise *exercise, const char *id) {
    static const char *const OTHERS[] = {"calls", "other", "not_finite", "sanitizer", "ended_early", NULL};
    for (const bp_misconception *wrong = exercise->wrong; wrong->id; wrong++)
        if (strcmp(wrong->id, id) == 0) return true;
    for (const char *const *other = OTHERS; *other; other++)
        if (strcmp(*other, id) == 0) return true;
    return false;
}

/* Turns the files of tests/exercises/NN_name into jobs, and complains of strays. Returns how many are wrong ones. */
static int take_solutions(check_all *all, const bp_exercise *exercise, bool right[2]) {
    char folder[1200], path[1500];
    int wrong = 0;
    snprintf(folder, sizeof folder, "%s/tests/exercises/%s", all->sources, exercise->name);
    DIR *open = opendir(folder);
    for (struct dirent *entry; open && (entry = readdir(open));) {
        char id[64] = "";
        const char *name = entry->d_name;
        if (name[0] == '.') continue;
        snprintf(path, sizeof path, "%.1100s/%.250s", folder, name);
        if (strcmp(name, "right_a.c") == 0 || strcmp(name, "right_b.c") == 0) {
            right[name[6] - 'a'] = true;
            for (int i = 0; i < RIGHT_SEEDS; i++)
                add_job(all, exercise, path, name, "", (uint64_t)(1 + 41 * i));
        } else if (sscanf(name, "wrong_%63[a-z0-9_].c", id) == 1 && is_explanation(exercise, id)) {
            add_job(all, exercise, path, name, id, 1);
            wrong++;
        } else {
            tell(all, false, exercise->name, "stray file %s", path);
        }
    }
    if (open) closedir(open);
    return wrong;
}

static bool is_file(const check_all *all, const bp_exercise *exercise, const char *id) {
    char path[1500];
    struct stat about;
    snprintf(path, sizeof path, "%s/tests/exercises/%s/wrong_%s.c", all->sources, exercise->name, id);
    return stat(path, &about) == 0;
}

static void check_solutions(check_all *all, const bp_exercise *exercise) {
    bool right[2] = {false, false};
    int wrong = take_solutions(all, exercise, right);
    tell(all, right[0] && right[1], exercise->name, "right_a.c and right_b.c must both be there");
    tell(all, wrong >= LEAST_WRONG, exercise->name, "%d wrong answers, at least %d are wanted", wrong,
         LEAST_WRONG);
    tell(all, exercise->wrong[0].id && strcmp(exercise->wrong[0].id, "not_done") == 0, exercise->name,
         "the first misconception must be not_done");
    for (const bp_misconception *one = exercise->wrong + 1; one->id; one++)
        tell(all, is_file(all, exercise, one->id), exercise->name, "no wrong_%s.c shows this misconception",
             one->id);
}

static bool same_files(const bp_file *a, const bp_file *b) {
    return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

static void check_text(check_all *all, const bp_exercise *exercise, const char *text) {
    int lines = 0;
    size_t widest = 0;
    for (const char *at = text; *at; lines++) {
        size_t length = strcspn(at, "\n");
        if (length > widest) widest = length;
        at += length + (at[length] == '\n');
    }
    tell(all, lines < LINES, exercise->name, "exercise.c has %d lines, under %d are wanted", lines, LINES);
    tell(all, widest <= 110, exercise->name, "exercise.c has a line of %zu characters", widest);
    tell(all, strstr(text, exercise->lesson) != NULL, exercise->name, "exercise.c doesn't name lesson %s",
         exercise->lesson);
    tell(all, strstr(text, "Your code here") != NULL, exercise->name,
         "exercise.c doesn't mark the gap: Your code here");
    for (const char *const *name = exercise->allowed; *name; name++)
        tell(all, strstr(text, *name) != NULL, exercise->name,
             "exercise.c doesn't list %s, which may be called", *name);
}

static void check_original(check_all *all, const bp_exercise *exercise) {
    char source[1500], original[1500];
    bp_file a = {0}, b = {0};
    bp_error error = {0};
    bool ok = bp_exercise_source_path(&all->paths, exercise, source, sizeof source, &error) &&
              bp_exercise_original_path(&all->paths, exercise, original, sizeof original, &error) &&
              bp_file_read(NULL, source, 0, &a, &error) && bp_file_read(NULL, original, 0, &b, &error);
    tell(all, ok, exercise->name, "%s: %s", error.place, error.message);
    if (ok) {
        tell(all, same_files(&a, &b), exercise->name,
             "%s differs from %s: put it back (bindpose exercise reset)", source, original);
        check_text(all, exercise, (const char *)b.data);
        add_job(all, exercise, original, "original", "not_done", 1);
    }
    bp_file_free(NULL, &a);
    bp_file_free(NULL, &b);
}

static void check_words(check_all *all, const bp_exercise *exercise) {
    char path[1500];
    struct stat about;
    int hints = 0, number = 0;
    while (exercise->hints[hints]) hints++;
    tell(all, hints >= 2, exercise->name, "%d hints, at least 2 are wanted", hints);
    tell(all, sscanf(exercise->name, "%d_", &number) == 1 && number == exercise->number, exercise->name,
         "its number is %d", exercise->number);
    snprintf(path, sizeof path, "%s/lessons/%s/lesson.c", all->sources, exercise->lesson);
    tell(all, stat(path, &about) == 0, exercise->name, "there is no lesson %s", exercise->lesson);
    tell(all, exercise->show != NULL, exercise->name, "it has no picture");
    for (const bp_misconception *one = exercise->wrong; one->id; one++) {
        tell(all, strlen(one->text) > 40 && strlen(one->text) < sizeof((bp_exercise_result *)0)->text,
             exercise->name, "the explanation of %s is too short or too long", one->id);
        for (const bp_misconception *other = exercise->wrong; other != one; other++)
            tell(all, strcmp(one->text, other->text) != 0 && strcmp(one->id, other->id) != 0, exercise->name,
                 "%s and %s explain alike", one->id, other->id);
    }
}

/* The cases are what they say: as many floats as the inputs have, and right ones that agree with what was recorded. */
static void check_cases(check_all *all, const bp_exercise *exercise) {
    bp_case_list cases;
    bp_error error = {0};
    bp_exercise_result *result = calloc(1, sizeof *result);
    if (!result || !bp_exercise_make_cases(exercise, NULL, 1, &cases, &error)) exit(3);
    tell(all, cases.count >= 8 && cases.count < BP_EXERCISE_CASES, exercise->name, "%d cases", cases.count);
    bool ok = bp_exercise_judge(exercise, NULL, &cases, NULL, 0, result, &error);
    tell(all, ok, exercise->name, "%s: %s", error.place, error.message);
    bp_free(NULL, cases.cases);
    free(result);
}

/* ---- no strays ------------------------------------------------------------------------------------------- */

static void check_strays(check_all *all, const char *below, bool of_students) {
    char folder[1200];
    snprintf(folder, sizeof folder, "%s/%s", all->sources, below);
    DIR *open = opendir(folder);
    for (struct dirent *entry; open && (entry = readdir(open));) {
        const char *name = entry->d_name;
        bool known = name[0] == '.' || strcmp(name, "README.md") == 0 ||
                     (bp_exercise_find(name) && strcmp(bp_exercise_find(name)->name, name) == 0) ||
                     (of_students && (strcmp(name, "exercise.h") == 0 || strcmp(name, "originals") == 0)) ||
                     (!of_students && strcmp(name, "check.c") == 0) ||
                     (!of_students && strcmp(name, "hostile") == 0);
        tell(all, known, below, "stray file %s", name);
    }
    if (open) closedir(open);
}

/* Files that do harm, tests/exercises/hostile/ID__what.c, against exercise 05: each is refused as ID. */
static void check_hostile(check_all *all) {
    char folder[1200], path[1500];
    const bp_exercise *exercise = bp_exercise_find("05");
    snprintf(folder, sizeof folder, "%s/tests/exercises/hostile", all->sources);
    DIR *open = opendir(folder);
    for (struct dirent *entry; open && (entry = readdir(open));) {
        char id[64];
        const char *name = entry->d_name, *part = strstr(name, "__");
        if (name[0] == '.') continue;
        tell(all, part != NULL, "hostile", "stray file %s", name);
        if (!part) continue;
        snprintf(id, sizeof id, "%.*s", (int)(part - name), name);
        snprintf(path, sizeof path, "%.1100s/%.250s", folder, name);
        add_job(all, exercise, path, name, id, 1);
        all->jobs[all->job_count - 1].without_warnings = false;
        all->jobs[all->job_count - 1].seconds = strcmp(id, "time") == 0 ? 2 : 60;
    }
    if (open) closedir(open);
}

/* ---- all together ------------------------------------------------------------------------------------------ */

static bool is_asked_for(const bp_exercise *exercise, int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (bp_exercise_find(argv[i]) == exercise) return true;
    return argc < 2;
}

static void collect(check_all *all, int argc, char **argv) {
    for (const bp_exercise *const *one = bp_exercises; *one; one++) {
        if (!is_asked_for(*one, argc, argv)) continue;
        check_words(all, *one);
        check_cases(all, *one);
        check_original(all, *one);
        check_solutions(all, *one);
    }
    if (argc < 2 || is_asked_for(bp_exercise_find("05"), argc, argv)) check_hostile(all);
    check_strays(all, "lessons/exercises", true);
    check_strays(all, "tests/exercises", false);
}

int main(int argc, char **argv) {
    check_all all = {.jobs = calloc(JOBS, sizeof *all.jobs)};
    bp_error error = {0};
    bp_pool *pool = bp_pool_create(NULL, 0, &error);
    if (!all.jobs || !pool || !bp_exercise_find_paths(&all.paths, &error)) {
        fprintf(stderr, "check: %s\n", error.message);
        return 3;
    }
    snprintf(all.sources, sizeof all.sources, "%s", all.paths.root);
    double begun = bp_seconds();
    collect(&all, argc, argv);
    bp_pool_run(pool, (size_t)all.job_count, run_job, &all);
    for (int i = 0; i < all.job_count; i++)
        tell(&all, !all.jobs[i].failed, all.jobs[i].label, "%s", all.jobs[i].trouble);
    bp_pool_destroy(pool);
    free(all.jobs);
    printf("[==========] %d test(s) run: %d programs in %.1f s.\n[  PASSED  ] %d test(s).\n",
           all.passed + all.failed, all.job_count, bp_seconds() - begun, all.passed);
    if (all.failed) printf("[  FAILED  ] %d test(s).\n", all.failed);
    return all.failed > 0;
}

/* make check-exercises: checks the exercises and their checker.
 *
 * Each original compiles without a warning and fails as not_done. Each correct solution passes, for several seeds.
 * Each known mistake, build/answers/NN_name/wrong_ID.c, fails with its explanation. The lines of C that the web page lets students put in order are compiled too, and get the verdict that
 * they get there. Harmful files (hostile/) fail with the cause in their names. Texts, hints, gaps and solutions are
 * complete, and there are no other files. Arguments choose exercises by name or number. Prints like cmocka; exit 1
 * if a check failed. */
#define _POSIX_C_SOURCE 200809L
#include "base/folder.h"
#include "base/pool.h"
#include "base/system.h"
#include "exercise/diagnose.h"
#include "support/page_answers.h"
#include <bindpose/exercise.h>
#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { JOBS = 1024, LINES = 40, MIN_WRONG = 4, RIGHT_SEEDS = 2 };

/* One file to be checked, and the result that it must give. */
typedef struct check_job {
    const bp_exercise *exercise;
    char source[1200], label[160];
    char expected[64]; /* id; "": passes */
    uint64_t seed;
    double seconds;
    bool without_warnings;
    bool failed;
    const char *skipped; /* the reason, or NULL */
    char failure[2048];
} check_job;

typedef struct check_all {
    bp_exercise_paths paths;
    char sources[1100]; /* the project's folder */
    char folder[1100];  /* for programs that are put together here */
    check_job *jobs;
    int job_count, failed, passed;
} check_all;

static void report(check_all *all, bool ok, const char *label, const char *format, ...) BP_PRINTF(4, 5);
static void report(check_all *all, bool ok, const char *label, const char *format, ...) {
    *(ok ? &all->passed : &all->failed) += 1;
    if (ok) return;
    printf("[  FAILED  ] %s: ", label);
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
}

/* Why this check can't pass with tcc; NULL: it can. */
static const char *why_not_with_tcc(const char *label, const char *expected) {
    const char *compiler = getenv("CC");
    if (!compiler || strcmp(compiler, "tcc") != 0) return NULL;
    if (strcmp(expected, "sanitizer") == 0) return "tcc has no address sanitizer";
    if (strcmp(label, "wrong_index_by_height.c") == 0) return "tcc doesn't watch an array's end, so the heap may break";
    if (strcmp(label, "memory__one_block.c") == 0) return "the address sanitizer limits single blocks";
    if (strcmp(label, "ended_early__constructor.c") == 0) return "tcc doesn't run constructors";
    return NULL;
}

static void add_job(check_all *all, const bp_exercise *exercise, const char *source, const char *label,
                    const char *expected, uint64_t seed) {
    if (all->job_count == JOBS) exit(3);
    check_job *job = &all->jobs[all->job_count++];
    *job = (check_job){.exercise = exercise,
                       .seed = seed,
                       .skipped = why_not_with_tcc(label, expected),
                       .seconds = 60,
                       .without_warnings = strcmp(expected, "not_done") == 0};
    snprintf(job->source, sizeof job->source, "%s", source);
    snprintf(job->label, sizeof job->label, "%.40s %.80s seed %d", exercise->name, label, (int)seed);
    snprintf(job->expected, sizeof job->expected, "%.63s", expected);
}

static void run_job(void *user, size_t index, int worker) {
    check_all *all = user;
    check_job *job = &all->jobs[index];
    (void)worker;
    if (job->skipped) return;
    bp_error error = {0};
    bp_exercise_options options = {.seed = job->seed, .seconds = job->seconds};
    bp_exercise_result *result = calloc(1, sizeof *result);
    if (!result) exit(3);
    if (!bp_exercise_check(job->exercise, &all->paths, job->source, &options, result, &error)) {
        bp_error_text(&error, job->failure, sizeof job->failure);
        job->failed = true;
    } else if (!page_answer_gets(&(page_answer){0, job->expected, ""}, result->id) ||
               (result->verdict == BP_EXERCISE_PASSED) != !*job->expected) {
        snprintf(job->failure, sizeof job->failure, "got \"%s\" (%s), expected \"%s\"\n%.300s\n%.900s%.300s",
                 result->id, bp_exercise_verdict_text(result->verdict), job->expected, result->text,
                 result->warnings, result->printed);
        job->failed = true;
    } else if (job->without_warnings && result->warnings[0]) {
        snprintf(job->failure, sizeof job->failure, "it has warnings:\n%.1800s", result->warnings);
        job->failed = true;
    }
    free(result);
}

/* ---- solutions and texts --------------------------------------------------------------------------- */

static bool is_explanation(const bp_exercise *exercise, const char *id) {
    static const char *const OTHERS[] = {"calls", "other", "not_finite", "sanitizer", "ended_early", NULL};
    for (const bp_misconception *wrong = exercise->wrong; wrong->id; wrong++)
        if (strcmp(wrong->id, id) == 0) return true;
    for (const char *const *other = OTHERS; *other; other++)
        if (strcmp(*other, id) == 0) return true;
    return false;
}

/* Adds a job for each file of tests/exercises/NN_name, and reports stray files. */
static void add_files(check_all *all, const bp_exercise *exercise) {
    char folder[1200], path[1500];
    snprintf(folder, sizeof folder, "%s/tests/exercises/%s", all->sources, exercise->name);
    DIR *open = opendir(folder);
    for (struct dirent *entry; open && (entry = readdir(open));) {
        char id[64] = "";
        const char *name = entry->d_name;
        if (name[0] == '.') continue;
        snprintf(path, sizeof path, "%.1100s/%.250s", folder, name);
        if (strcmp(name, "right_a.c") == 0 || strcmp(name, "right_b.c") == 0) {
            for (int i = 0; i < RIGHT_SEEDS; i++)
                add_job(all, exercise, path, name, "", (uint64_t)(1 + 41 * i));
        } else if (sscanf(name, "wrong_%63[a-z0-9_].c", id) == 1 && is_explanation(exercise, id)) {
            add_job(all, exercise, path, name, id, 1);
        } else {
            report(all, false, exercise->name, "stray file %s", path);
        }
    }
    if (open) closedir(open);
}

/* The right answer, and the known mistakes: made from src/exercise/answers/NN_name.txt. */
static void add_answers(check_all *all, const bp_exercise *exercise) {
    char path[1500], name[100];
    for (int i = 1; i <= exercise->right; i++) {
        const char *id = i < exercise->right ? exercise->wrong[i].id : "";
        if (i < exercise->right && strcmp(id, exercise->wrong[i - 1].id) == 0) continue; /* another way to it */
        snprintf(name, sizeof name, *id ? "wrong_%s.c" : "right.c", id);
        snprintf(path, sizeof path, "%s/answers/%s/%s", all->paths.build, exercise->name, name);
        add_job(all, exercise, path, name, id, 1);
    }
}

static void check_solutions(check_all *all, const bp_exercise *exercise) {
    add_files(all, exercise);
    add_answers(all, exercise);
    report(all, exercise->right > MIN_WRONG, exercise->name, "%d known mistakes, expected at least %d",
           exercise->right - 1, MIN_WRONG);
    report(all, strcmp(exercise->wrong[0].id, "not_done") == 0, exercise->name,
           "the first misconception must be not_done");
}

static void check_text(check_all *all, const bp_exercise *exercise, const char *text) {
    int lines = 0;
    size_t widest = 0;
    for (const char *at = text; *at; lines++) {
        size_t length = strcspn(at, "\n");
        if (length > widest) widest = length;
        at += length + (at[length] == '\n');
    }
    report(all, lines < LINES, exercise->name, "it has %d lines, expected fewer than %d", lines,
           LINES);
    report(all, widest <= 110, exercise->name, "it has a line of %zu characters", widest);
    const char *lesson = exercise->lesson ? exercise->lesson : "(no lesson";
    report(all, strstr(text, lesson) != NULL, exercise->name, "it doesn't name its lesson: %s", lesson);
    report(all, strstr(text, "Your code here") != NULL, exercise->name,
           "it doesn't mark the gap: Your code here");
    for (const char *const *name = exercise->allowed; *name; name++)
        report(all, strstr(text, *name) != NULL, exercise->name,
               "it doesn't list %s, which may be called", *name);
}

static void check_original(check_all *all, const bp_exercise *exercise) {
    char path[1500];
    bp_file file = {0};
    bp_error error = {0};
    bool ok = bp_exercise_original_path(&all->paths, exercise, path, sizeof path, &error) &&
              bp_file_read(NULL, path, 0, &file, &error);
    report(all, ok, exercise->name, "%s: %s", error.place, error.message);
    if (ok) {
        check_text(all, exercise, (const char *)file.data);
        add_job(all, exercise, path, "original", "not_done", 1);
    }
    bp_file_free(NULL, &file);
}

static void check_words(check_all *all, const bp_exercise *exercise) {
    char path[1500];
    struct stat about;
    int hints = 0, length = (int)strlen(exercise->id);
    while (exercise->hints[hints]) hints++;
    report(all, hints >= 2, exercise->name, "%d hints, expected at least 2", hints);
    report(all, strncmp(exercise->name, exercise->id, (size_t)length) == 0 && exercise->name[length] == '_',
           exercise->name, "its id is %s", exercise->id);
    snprintf(path, sizeof path, "%s/lessons/%s/lesson.c", all->sources, exercise->lesson ? exercise->lesson : "");
    report(all, !exercise->lesson || stat(path, &about) == 0, exercise->name, "there is no file %s", path);
    snprintf(path, sizeof path, "%s/src/%s", all->sources, exercise->source ? exercise->source : "");
    report(all, stat(path, &about) == 0, exercise->name, "there is no file %s", path);
    report(all, exercise->show != NULL, exercise->name, "it has no picture");
    for (const bp_misconception *one = exercise->wrong; one->id; one++) {
        report(all, strlen(one->text) > 40 && strlen(one->text) < sizeof((bp_exercise_result *)0)->text,
               exercise->name, "the explanation of %s is too short or too long", one->id);
        for (const bp_misconception *other = exercise->wrong; other != one; other++)
            report(all, (strcmp(one->text, other->text) == 0) == (strcmp(one->id, other->id) == 0),
                   exercise->name, "%s and %s have equal texts", one->id, other->id);
    }
}

/* ---- boundaries of the inputs --------------------------------------------------------------------------- */

/* An input's floats in a case. */
static float *input_of(const bp_exercise *exercise, bp_exercise_case *one, int index, int *count) {
    const bp_case_list cases = {.cases = one, .count = 1};
    return one->in + bp_diagnose_find(&(bp_diagnosis){.exercise = exercise, .cases = &cases}, exercise->inputs, index, 0, count);
}

/* Finds an input by its name in a case. NULL: there is none. */
static const bp_exercise_value *find_input(const bp_exercise *exercise, bp_exercise_case *one, const char *name, int length,
                                           float **values, int *count) {
    char known[64];
    for (int i = 0; exercise->inputs[i].name; i++) {
        snprintf(known, sizeof known, "%.*s", (int)strcspn(exercise->inputs[i].name, " ,"), exercise->inputs[i].name);
        if (strlen(known) != (size_t)length || strncmp(known, name, (size_t)length) != 0) continue;
        *values = input_of(exercise, one, i, count);
        return &exercise->inputs[i];
    }
    return NULL;
}

static bool is_identity(const float *m) {
    const bp_mat4 identity = bp_mat4_identity();
    return memcmp(m, identity.m, sizeof identity.m) == 0;
}

/* Two equal elements, or numbers of a single one; of points in a plane: two in one row or column. */
static bool has_equal(bp_value_kind kind, const float *v, int count) {
    const int floats = count == 1 ? 1 : bp_value_floats(kind), parts = kind == BP_VALUE_VEC2 && count > 1 ? 2 : 1;
    if (count == 1) count = bp_value_floats(kind);
    for (int a = 0; a < count * floats; a += floats)
        for (int b = a + floats; b < count * floats; b += floats)
            for (int part = 0; part < parts; part++)
                if (memcmp(v + a + part, v + b + part, (size_t)(floats / parts) * sizeof *v) == 0) return true;
    return false;
}

/* The number of elements; of a single number, its value. */
static float size_of(const bp_exercise_value *input, const float *values, int count) {
    return input->count == 0 && bp_value_floats(input->kind) == 1 ? values[0] : (float)count;
}

/* Whether a case's input `name`, or "a=b", has a boundary of that kind. */
static bool has_boundary(const bp_exercise *exercise, const bp_case_list *cases, int index, const char *kind, const char *name) {
    float *v, *other;
    int count, other_count, length = (int)strcspn(name, "=");
    const bp_exercise_value *input = find_input(exercise, &cases->cases[index], name, length, &v, &count);
    if (!input) return false;
    const int floats = bp_value_floats(input->kind);
    if (name[length])
        return strcmp(kind, "equal") == 0 &&
               find_input(exercise, &cases->cases[index], name + length + 1, (int)strlen(name + length + 1), &other, &other_count) &&
               other_count == count && memcmp(v, other, (size_t)(count * floats) * sizeof *v) == 0;
    if (strcmp(kind, "equal") == 0) return has_equal(input->kind, v, count);
    if (strcmp(kind, "empty") == 0) return count == 0;
    if (strcmp(kind, "outside") == 0) return true;
    if (strcmp(kind, "many") == 0) {
        const float size = size_of(input, v, count);
        for (int i = 0; i < cases->count; i++) {
            find_input(exercise, &cases->cases[i], name, length, &other, &other_count);
            if (size_of(input, other, other_count) > size) return false;
        }
        return true;
    }
    for (int i = 0; i < count * floats; i++)
        if (strcmp(kind, "zero") == 0       ? v[i] == 0
            : strcmp(kind, "negative") == 0 ? v[i] < 0
            : input->kind == BP_VALUE_MAT4  ? i % 16 == 0 && is_identity(v + i)
                                            : v[i] == 1)
            return true;
    return false;
}

/* tests/exercises/boundaries has each kind, and the named cases have what it says. */
static void check_boundaries(check_all *all, const bp_exercise *exercise, const bp_case_list *cases) {
    static const char *const KINDS[] = {"zero", "one", "negative", "equal", "empty", "many", "outside"};
    bool has[BP_COUNT(KINDS)] = {false};
    char path[1500], line[300], id[8], kind[16], name[64];
    snprintf(path, sizeof path, "%s/tests/exercises/boundaries", all->sources);
    FILE *file = fopen(path, "r");
    if (!file) exit(3);
    while (fgets(line, sizeof line, file)) {
        int used = 0, index = 0;
        line[strcspn(line, "\n")] = '\0';
        if (sscanf(line, "%7s %15s %63[^:]: %n", id, kind, name, &used) != 3 || strcmp(id, exercise->id) != 0) continue;
        for (size_t k = 0; k < BP_COUNT(KINDS); k++) has[k] |= strcmp(kind, KINDS[k]) == 0;
        if (strcmp(name, "-") == 0) continue;
        while (index < cases->count && strcmp(cases->cases[index].name, line + used) != 0) index++;
        report(all, index < cases->count && has_boundary(exercise, cases, index, kind, name), exercise->name,
               index < cases->count ? "boundaries: the case hasn't it: %s" : "boundaries: no such case: %s", line);
    }
    fclose(file);
    for (size_t k = 0; k < BP_COUNT(KINDS); k++) report(all, has[k], exercise->name, "boundaries: %s is missing", KINDS[k]);
    /* A number that is the same in all cases could be written into an answer. */
    for (int i = 0; exercise->inputs[i].name; i++) {
        bool varies = false;
        for (int k = 1; k < cases->count; k++) {
            int a, b;
            const float *x = input_of(exercise, &cases->cases[0], i, &a);
            const float *y = input_of(exercise, &cases->cases[k], i, &b);
            varies |= a != b || memcmp(x, y, (size_t)(a * bp_value_floats(exercise->inputs[i].kind)) * sizeof *x) != 0;
        }
        report(all, varies, exercise->name, "%s is the same in all cases", exercise->inputs[i].name);
    }
}

/* There are enough cases, and the exercise's answers agree with the recorded ones. Every other case depends on the
 * seed, so nobody can know it in advance. */
static void check_cases(check_all *all, const bp_exercise *exercise) {
    bp_case_list cases, others[3];
    bp_error error = {0};
    bp_exercise_result *result = calloc(1, sizeof *result);
    if (!result || !bp_exercise_make_cases(exercise, NULL, 1, &cases, &error)) exit(3);
    report(all, cases.count >= 8 && cases.count < BP_EXERCISE_CASES, exercise->name, "%d cases", cases.count);
    for (int i = 0; i < 3; i++)
        if (!bp_exercise_make_cases(exercise, NULL, (uint64_t)(2 + i), &others[i], &error)) exit(3);
    for (int k = 0; k < cases.count; k++) {
        const bp_exercise_case *one = &cases.cases[k];
        bool fixed = true;
        for (int i = 0; i < 3; i++) fixed &= memcmp(one->in, others[i].cases[k].in, sizeof one->in) == 0;
        report(all, !fixed || one->expected_count > 0 || one->in_count <= 2, exercise->name, "\"%s\" is the same for every seed", one->name);
    }
    for (int i = 0; i < 3; i++) bp_free(NULL, others[i].cases);
    bool ok = bp_exercise_judge(exercise, NULL, &cases, NULL, 0, result, &error);
    report(all, ok, exercise->name, "%s: %s", error.place, error.message);
    check_boundaries(all, exercise, &cases);
    bp_free(NULL, cases.cases);
    free(result);
}

static void check_strays(check_all *all, const char *below, bool lessons) {
    char folder[1200];
    snprintf(folder, sizeof folder, "%s/%s", all->sources, below);
    DIR *open = opendir(folder);
    for (struct dirent *entry; open && (entry = readdir(open));) {
        const char *name = entry->d_name;
        bool known = name[0] == '.' || strcmp(name, "README.md") == 0 ||
                     strcmp(name, "raster") == 0 || /* the course: tests/shell/test_renderer.sh */
                     (bp_exercise_find(name) && strcmp(bp_exercise_find(name)->name, name) == 0) ||
                     (lessons && (strcmp(name, "exercise.h") == 0 || strcmp(name, "originals") == 0)) ||
                     (!lessons && (strcmp(name, "check.c") == 0 || strcmp(name, "hostile") == 0 || strcmp(name, "lists") == 0 || strcmp(name, "boundaries") == 0 ||
                                   strcmp(name, "list.c") == 0 || strcmp(name, "wrong_answers.c") == 0));
        report(all, known, below, "stray file %s", name);
    }
    if (open) closedir(open);
}

/* Checks tests/exercises/hostile/ID__name.c as answers to exercise 05: each must fail with ID. */
static void check_hostile(check_all *all) {
    char folder[1200], path[1500];
    const bp_exercise *exercise = bp_exercise_find("05");
    snprintf(folder, sizeof folder, "%s/tests/exercises/hostile", all->sources);
    DIR *open = opendir(folder);
    for (struct dirent *entry; open && (entry = readdir(open));) {
        char id[64];
        const char *name = entry->d_name, *part = strstr(name, "__");
        if (name[0] == '.') continue;
        report(all, part != NULL, "hostile", "stray file %s", name);
        if (!part) continue;
        snprintf(id, sizeof id, "%.*s", (int)(part - name), name);
        snprintf(path, sizeof path, "%.1100s/%.250s", folder, name);
        add_job(all, exercise, path, name, id, 1);
        all->jobs[all->job_count - 1].without_warnings = false;
        all->jobs[all->job_count - 1].seconds = strcmp(id, "time") == 0 ? 2 : 60;
    }
    if (open) closedir(open);
}

/* ---- lines in order ---------------------------------------------------------------------------------- */

/* Writes a line with its line breaks. */
static void write_line(FILE *to, const char *line) {
    for (const char *end; (end = strstr(line, " BR ")); line = end + 4) fprintf(to, "%.*s\n", (int)(end - line), line);
    fprintf(to, "%s\n", line);
}

/* An answer of the page, letters of lines, as a C file. */
static void write_program(const bp_exercise_form *form, const char *letters, const char *path) {
    FILE *to = fopen(path, "w");
    if (!to) exit(3);
    fprintf(to, "#include \"exercise.h\"\n%s\n%s", form->helpers ? form->helpers : "", form->before);
    for (const char *letter = letters; *letter; letter++)
        if (*letter != ' ') write_line(to, form->lines[*letter - 'A']);
    fprintf(to, "%s", form->after);
    if (fclose(to) != 0) exit(3);
}

static void check_lines(check_all *all, const bp_exercise *exercise) {
    char path[1200], label[80];
    for (size_t i = 0; i < BP_COUNT(PAGE_ANSWERS); i++) {
        const page_answer *one = &PAGE_ANSWERS[i];
        if (!page_answer_is_to(one, exercise->id) || exercise->form.kind == BP_FORM_EXPRESSION || !*one->answer) continue;
        snprintf(path, sizeof path, "%s/%d.c", all->folder, (int)i);
        snprintf(label, sizeof label, "lines %s", one->answer);
        write_program(&exercise->form, one->answer, path);
        add_job(all, exercise, path, label, one->id, 1);
    }
}

/* ---- all checks ------------------------------------------------------------------------------------ */

static bool is_chosen(const bp_exercise *exercise, int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (bp_exercise_find(argv[i]) == exercise) return true;
    return argc < 2;
}

static void collect(check_all *all, int argc, char **argv) {
    for (const bp_exercise *const *one = bp_exercises; *one; one++) {
        if (!is_chosen(*one, argc, argv)) continue;
        check_words(all, *one);
        check_cases(all, *one);
        check_original(all, *one);
        check_solutions(all, *one);
        check_lines(all, *one);
    }
    if (argc < 2 || is_chosen(bp_exercise_find("05"), argc, argv)) check_hostile(all);
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
    if (!bp_folder_make_scratch(all.folder, sizeof all.folder, &error)) return 3;
    double start = bp_seconds();
    collect(&all, argc, argv);
    bp_pool_run(pool, (size_t)all.job_count, run_job, &all);
    for (int i = 0; i < all.job_count; i++)
        if (all.jobs[i].skipped)
            printf("[  SKIPPED ] %s: %s\n", all.jobs[i].label, all.jobs[i].skipped);
        else
            report(&all, !all.jobs[i].failed, all.jobs[i].label, "%s", all.jobs[i].failure);
    bp_pool_destroy(pool);
    bp_folder_remove(all.folder);
    free(all.jobs);
    printf("[==========] %d test(s) run: %d programs in %.1f s.\n[  PASSED  ] %d test(s).\n",
           all.passed + all.failed, all.job_count, bp_seconds() - start, all.passed);
    if (all.failed) printf("[  FAILED  ] %d test(s).\n", all.failed);
    return all.failed > 0;
}

/* `bindpose exercise grade`: the teacher's side of the exercises. It prints a table; src/tools/grade does the
 * work. */
#define _POSIX_C_SOURCE 200809L /* geteuid, stat */
#include "base/process.h"
#include "base/system.h"
#include "base/utf8.h"
#include "cli/exercise_command.h"
#include "cli/file_list.h"
#include "cli/print.h"
#include "tools/grade/check_cache.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct grade_arguments {
    const char *folder, *out, *only, *weights, *due, *extra, *shard, *merge;
    int seed, jobs, late;
    bool unsafe, partial;
} grade_arguments;

static char letter_of(const bp_grade *grade) {
    if (!grade->checked) return grade->cause[0] == 'm' ? '.' : grade->cause[0] == 'n' ? '-' : '?';
    switch (grade->verdict) {
    case BP_EXERCISE_PASSED: return '+';
    case BP_EXERCISE_WRONG: return 'w';
    case BP_EXERCISE_BUILD: return 'b';
    case BP_EXERCISE_FORBIDDEN: return 'f';
    case BP_EXERCISE_CRASH: return 'c';
    case BP_EXERCISE_TIME: return 't';
    case BP_EXERCISE_MEMORY: return 'm';
    }
    return '?';
}

/* Replaces control characters, and bytes that aren't UTF-8: a folder's name may contain any. */
static void print_name(const char *name, int width) {
    for (int i = 0; i < width; i++) {
        const size_t length = *name ? bp_utf8_length((const unsigned char *)name) : 1;
        const unsigned char c = *name ? (unsigned char)*name : ' ';
        const bool shown = length > 0 && c >= 32 && c != 127 && !(c == 0xc2 && (unsigned char)name[1] < 0xa0);
        printf("%.*s", shown ? (int)length : 1, !shown ? "?" : *name ? name : " ");
        if (*name) name += length ? length : 1;
    }
}

static void print_table(const bp_gradebook *book) {
    int width = 7;
    for (size_t i = 0; i < book->student_count; i++) {
        int length = (int)strlen(book->students[i].name);
        if (length > width) width = length > 40 ? 40 : length;
    }
    print_name("student", width);
    for (int e = 0; e < book->exercise_count; e++) printf(" %3s", book->exercises[e]->id);
    printf("  points\n");
    for (size_t i = 0; i < book->student_count; i++) {
        const bp_student *student = &book->students[i];
        print_name(student->name, width);
        for (int e = 0; e < book->exercise_count; e++) printf("   %c", letter_of(&student->grades[e]));
        printf("  %3d of %d", student->points, bp_gradebook_max_points(book));
        if (student->days_late)
            printf(", %d day%s late", student->days_late, student->days_late > 1 ? "s" : "");
        printf("\n");
    }
    printf("\n+ passed  w wrong  b does not build  f uses what it may not  c crashed  t time  m memory\n"
           "- not begun  . missing  ? unreadable\n");
}

/* Progress: on a terminal a line that changes; in a log a line for each twentieth. */
typedef struct grade_progress {
    bool terminal;
    double started_at;
} grade_progress;

static void show_progress(void *user, size_t done, size_t all) {
    const grade_progress *progress = user;
    if (progress->terminal)
        fprintf(stderr, "\r%zu of %zu%s", done, all, done == all ? "\n" : "");
    else if (done * 20 / all != (done - 1) * 20 / all)
        fprintf(stderr, "%zu of %zu checks, %.0f seconds\n", done, all, bp_seconds() - progress->started_at);
}

static bool draw(const bp_exercise *exercise, const bp_exercise_result *result, bp_file pictures[2],
                 bp_error *error) {
    const bp_exercise_pictures how = {.size = {400, 280}, .theme = 1};
    return bp_exercise_draw_pictures(&how, exercise, result, pictures, error);
}

/* The seed of a run that was interrupted is in OUT/unfinished; that run goes on, unless another seed is
 * given. */
static bool choose_seed(grade_arguments *arguments, const char *unfinished, bp_error *error) {
    bp_file file;
    char text[32];
    if (arguments->seed == 0 && bp_file_read(NULL, unfinished, 64, &file, NULL)) {
        arguments->seed = atoi((const char *)file.data);
        bp_file_free(NULL, &file);
        if (arguments->seed > 0)
            fprintf(stderr, "Going on with the run that was interrupted, with its seed %d.\n",
                    arguments->seed);
    }
    arguments->seed = bp_seed_or_random(arguments->seed);
    int length = snprintf(text, sizeof text, "%d\n", arguments->seed);
    return bp_folder_make(arguments->out, error) && bp_file_write(unfinished, text, (size_t)length, error);
}

/* Takes the results in a file of --shard, or of several one after the other. */
static bool take_checks(const bp_check_cache *cache, const char *path, bp_error *error) {
    char place[160];
    size_t number = 0;
    bp_file text;
    bool ok = bp_file_read(NULL, path, 0, &text, error);
    if (!ok) return false;
    for (const char *line = (const char *)text.data; ok && *line;) {
        const size_t length = strcspn(line, "\n");
        snprintf(place, sizeof place, "%.120s, line %zu", path, ++number);
        ok = length == 0 || bp_check_cache_import(cache, line, length, place, error);
        line += length + (line[length] == '\n');
    }
    bp_file_free(NULL, &text);
    return ok;
}

static bool give_checks(const bp_check_cache *cache, const char *path, bp_error *error) {
    const bp_allocator allocator = bp_allocator_default();
    bp_text_buffer lines = {.allocator = allocator};
    bp_file text = {0};
    bool ok = bp_check_cache_export(cache, &lines, error) && bp_text_buffer_finish(&lines, &text, error) &&
              bp_file_write(path, text.data, text.size, error);
    bp_file_free(&allocator, &text);
    return ok;
}

static bool grade_class(const grade_arguments *arguments, bp_gradebook *book, bp_error *error) {
    char cache[1200], results[1200];
    bp_exercise_paths paths;
    bp_check_cache kept;
    grade_progress progress = {.terminal = bp_stderr_is_terminal(), .started_at = bp_seconds()};
    snprintf(cache, sizeof cache, "%.1000s/checks", arguments->out);
    snprintf(results, sizeof results, "%.1000s/checks.jsonl", arguments->out);
    const bp_grade_options options = {.seed = (uint64_t)arguments->seed,
                                      .jobs = arguments->jobs,
                                      .unsafe = arguments->unsafe,
                                      .partial = arguments->partial,
                                      .cache = cache,
                                      .draw = draw,
                                      .progress = show_progress,
                                      .user = &progress};
    bp_interrupts before;
    bp_interrupts_block(&before);
    bool ok = bp_exercise_find_paths(&paths, error) &&
              (!arguments->merge || (bp_check_cache_open(NULL, &paths, &options, &kept, error) &&
                                     take_checks(&kept, arguments->merge, error))) &&
              bp_gradebook_grade(book, &paths, &options, error);
    if (bp_interrupts_pending())
        fprintf(stderr, "\nInterrupted. What was checked is kept in %s: call this again to go on.\n",
                arguments->out);
    bp_interrupts_restore(&before); /* an interrupt ends the program here */
    if (!ok && strcmp(error->place, "bwrap") == 0)
        fprintf(stderr,
                "Without a sandbox, students' code could read and change all of your files. %s, or allow it "
                "with UNSAFE=1 (--unsafe).\n",
                strstr(error->message, "/proc")          ? "Mount /proc (mount -t proc proc /proc)"
                : strstr(error->message, "doesn't work") ? "See below why bubblewrap can't start"
                                                         : "Install bubblewrap");
    else if (!ok)
        fprintf(stderr, "No grades were written. What was checked is kept in %s: call this again to go on.\n",
                arguments->out);
    if (ok && arguments->shard)
        return bp_check_cache_open(NULL, &paths, &options, &kept, error) &&
               give_checks(&kept, results, error);
    return ok && bp_gradebook_write(book, arguments->out, error);
}

/* Lines, each after the student's name, with no control characters of theirs. */
static void print_lines(const char *name, const char *text) {
    char line[600];
    while (text && *text) {
        const int length = (int)strcspn(text, "\n");
        snprintf(line, sizeof line, "%.200s%s%.*s", name, *name ? ": " : "", length > 390 ? 390 : length,
                 text);
        printf("  %s\n", bp_escape(line).text);
        text += length + (text[length] == '\n');
    }
}

/* Only the checker could compile it. */
static bool is_hidden(const bp_grade *grade) { return grade->code && strcmp(grade->code, "?") == 0; }

static void print_warnings(const bp_gradebook *book) {
    bool any = *book->warnings != '\0';
    for (size_t i = 0; i < book->student_count; i++) {
        any |= book->students[i].submission->notes.data || *book->students[i].problem;
        for (int e = 0; e < book->exercise_count; e++) any |= is_hidden(&book->students[i].grades[e]);
    }
    if (any) printf("\nTo look at:\n");
    print_lines("", book->warnings);
    for (size_t i = 0; i < book->student_count; i++) {
        print_lines(book->students[i].entry, book->students[i].problem);
        print_lines(book->students[i].entry, (const char *)book->students[i].submission->notes.data);
        for (int e = 0; e < book->exercise_count; e++)
            if (is_hidden(&book->students[i].grades[e]))
                print_lines(
                    book->students[i].entry,
                    bp_format("%s can't be compared with others' answers", book->exercises[e]->name).text);
    }
}

/* Of OUT, the nearest folder that is there already. */
static bool find_nearest(const char *out, char *real, size_t size) {
    char path[1200];
    snprintf(path, sizeof path, "%s", out);
    while (!bp_path_resolve(path, real, size)) {
        char *slash = strrchr(path, '/');
        if (!slash || slash == path) return bp_path_resolve(slash ? "/" : ".", real, size);
        *slash = '\0';
    }
    return true;
}

/* In the class's folder OUT would become a student. In another account's folder there could be links, through
 * which grades replace files of the teacher's. */
static bool may_hold_grades(const char *out, const char *class_folder, bp_error *error) {
    char real[4200], class_real[4200];
    struct stat own, class_own;
    if (!find_nearest(out, real, sizeof real) ||
        !bp_path_resolve(class_folder, class_real, sizeof class_real) || stat(real, &own) != 0 ||
        stat(class_real, &class_own) != 0)
        return true; /* the next steps say so */
    const size_t length = strlen(class_real);
    if (strncmp(real, class_real, length) == 0 && (real[length] == '/' || real[length] == '\0'))
        return bp_fail(
            error, BP_ERROR_ARGUMENT, out,
            "it lies in the class's folder, where it would count as a student; name a folder elsewhere");
    return own.st_uid == 0 || own.st_uid == geteuid() || own.st_uid == class_own.st_uid ||
           bp_fail(error, BP_ERROR_ARGUMENT, real,
                   "it belongs to another account, which could put links in it; name a folder of your own");
}

/* Moves the students of a part to the front, in their order, and counts only them. */
static void keep_shard(bp_gradebook *book, int shard, int shards) {
    size_t kept = 0;
    for (size_t i = 0; i < book->student_count; i++) {
        const bp_student student = book->students[i];
        if (!bp_shard_has(shard, shards, student.entry)) continue;
        book->students[i] = book->students[kept];
        book->students[kept++] = student;
    }
    book->student_count = kept;
}

static bool grade(grade_arguments *arguments, bp_error *error) {
    char unfinished[1200];
    int shard, shards;
    bp_gradebook book;
    snprintf(unfinished, sizeof unfinished, "%.1000s/unfinished", arguments->out);
    if (!may_hold_grades(arguments->out, arguments->folder, error)) return false;
    if (!arguments->due && (arguments->late || *arguments->extra))
        return bp_fail(error, BP_ERROR_ARGUMENT, arguments->late ? "--late" : "--extra",
                       "it counts from a deadline: name one (--due TIME, or DUE=)");
    if ((arguments->shard || arguments->merge) && arguments->seed == 0)
        return bp_fail(error, BP_ERROR_ARGUMENT, arguments->shard ? "--shard" : "--merge",
                       "all machines need the same cases: give --seed N");
    if (!bp_shard_read(arguments->shard, &shard, &shards, error) ||
        !bp_gradebook_open(NULL, arguments->folder, &book, error))
        return false;
    const size_t all = book.student_count;
    keep_shard(&book, shard, shards);
    bool ok = (!arguments->only || bp_gradebook_choose(&book, arguments->only, error)) &&
              (!arguments->weights || bp_gradebook_weigh(&book, arguments->weights, error)) &&
              (!arguments->due ||
               bp_gradebook_set_due(&book, arguments->due, arguments->late, arguments->extra, error)) &&
              choose_seed(arguments, unfinished, error) && grade_class(arguments, &book, error);
    if (ok) {
        remove(unfinished);
        print_table(&book);
        print_warnings(&book);
        if (arguments->shard)
            printf("\nSeed %d. %zu of %zu students; their results are in %s/checks.jsonl. --merge turns "
                   "those of "
                   "all parts into grades.\n",
                   arguments->seed, book.student_count, all, arguments->out);
        else if (book.pair_count)
            printf("\n%zu pairs of answers are alike: see similar.html.\n", book.pair_count);
        if (!arguments->shard)
            printf(
                "\nSeed %d. Written to %s: grades.csv, .json, .xml; moodle.csv, canvas.csv, and both with a "
                "column for each exercise; similar.csv, similar.html; a page for each student in feedback.\n",
                arguments->seed, arguments->out);
    }
    book.student_count = all;
    bp_gradebook_close(&book);
    return ok;
}

int bp_grade_command(bp_cli *call) {
    grade_arguments arguments = {.out = "build/grades", .extra = "", .jobs = 2};
    const bp_option options[] = {
        bp_option_seed(&arguments.seed),
        bp_option_text("--out", &arguments.out, "DIR", "where the grades go (build/grades)"),
        bp_option_integer("--jobs", &arguments.jobs, "N", 1, 64, "checks at a time (2)"),
        bp_option_text("--only", &arguments.only, "N,N", "grade these exercises (all)"),
        bp_option_text("--weights", &arguments.weights, "N=P,...", "points of exercises (10 each)"),
        bp_option_text("--due", &arguments.due, "TIME", "2026-11-30, or \"2026-11-30 18:00\""),
        bp_option_integer("--late", &arguments.late, "PERCENT", 0, 100, "less for each day after that (0)"),
        bp_option_text("--extra", &arguments.extra, "WHO=DAYS,...", "students with more days"),
        bp_option_flag("--partial", &arguments.partial, "points for the part of the cases that is right"),
        bp_option_flag("--unsafe", &arguments.unsafe, "run students' code without a sandbox"),
        bp_option_text("--shard", &arguments.shard, "I/N",
                       "check only part I of N of the students, for several machines"),
        bp_option_text("--merge", &arguments.merge, "FILE",
                       "take the results of all parts, OUT/checks.jsonl one after the other, as checked"),
    };
    if (!bp_cli_read(call, "DIR",
                     "Checks what each student handed in to DIR (folders, handins, a download from Moodle or "
                     "Canvas); prints a table and writes grades and feedback.",
                     BP_OPTIONS(options)))
        return 0;
    arguments.folder = call->argv[1];
    (void)grade(&arguments, &call->error);
    return 0;
}

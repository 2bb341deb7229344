/* `bindpose exercise grade`: the teacher's side of the exercises. It prints a table; src/tools/grade does the
 * work. */
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/print.h"
#include "tools/grade/grade.h"
#include <stdio.h>
#include <string.h>

typedef struct grade_arguments {
    const char *folder, *out;
    int seed, jobs;
    bool unsafe;
} grade_arguments;

/* The letter for a cell of the table. */
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

/* Replaces control characters: a folder's name may contain any. */
static void print_name(const char *name, int width) {
    for (int i = 0; i < width; i++) {
        char c = *name ? *name++ : ' ';
        putchar((unsigned char)c < 32 || c == 127 ? '?' : c);
    }
}

static void print_table(const bp_gradebook *book) {
    int width = 7;
    for (size_t i = 0; i < book->names.count; i++) {
        int length = (int)strlen(book->students[i].name);
        if (length > width) width = length > 40 ? 40 : length;
    }
    print_name("student", width);
    for (int e = 0; e < book->exercise_count; e++) printf(" %3s", bp_exercises[e]->id);
    printf("  points\n");
    for (size_t i = 0; i < book->names.count; i++) {
        const bp_student *student = &book->students[i];
        print_name(student->name, width);
        for (int e = 0; e < book->exercise_count; e++) printf("   %c", letter_of(&student->grades[e]));
        printf("  %3d of %d\n", student->points, bp_gradebook_max_points(book));
    }
    printf("\n+ passed  w wrong  b does not build  f uses what it may not  c crashed  t time  m memory\n"
           "- not begun  . missing  ? unreadable\n");
}

static void show_progress(void *user, size_t done, size_t all) {
    (void)user;
    fprintf(stderr, "\r%zu of %zu%s", done, all, done == all ? "\n" : "");
}

static bool grade(const grade_arguments *arguments, bp_error *error) {
    bp_gradebook book;
    bp_exercise_paths paths;
    const bp_grade_options options = {.seed = (uint64_t)arguments->seed,
                                      .jobs = arguments->jobs,
                                      .unsafe = arguments->unsafe,
                                      .progress = bp_stderr_is_terminal() ? show_progress : NULL};
    if (!bp_exercise_find_paths(&paths, error) || !bp_gradebook_open(NULL, arguments->folder, &book, error))
        return false;
    bool ok = bp_gradebook_grade(&book, &paths, &options, error);
    if (!ok && strcmp(error->place, "bwrap") == 0)
        fprintf(stderr, "Without a sandbox, students' code could read and change all of your files. Install "
                        "bubblewrap, or allow it with UNSAFE=1 (--unsafe).\n");
    ok = ok && bp_gradebook_write(&book, arguments->out, error);
    if (ok) {
        print_table(&book);
        printf("\nSeed %d. Written to %s: grades.csv, grades.json, grades.xml.\n", arguments->seed,
               arguments->out);
    }
    bp_gradebook_close(&book);
    return ok;
}

int bp_grade_command(const bp_environment *environment, int argc, char **argv) {
    (void)environment;
    grade_arguments arguments = {.out = "build/grades", .jobs = 2};
    const bp_option options[] = {
        bp_option_seed(&arguments.seed),
        bp_option_text("--out", &arguments.out, "DIR", "where the grades go (build/grades)"),
        bp_option_integer("--jobs", &arguments.jobs, "N", 1, 64, "checks at a time (2)"),
        bp_option_flag("--unsafe", &arguments.unsafe, "run students' code without a sandbox"),
    };
    bp_usage usage = {.program = "bindpose exercise grade",
                      .positionals = "DIR",
                      .summary =
                          "Checks the files in every student's folder in DIR; prints a table and writes "
                          "grades.csv, .json and .xml.",
                      BP_OPTION_TABLE(options)};
    bp_error error = {0};
    int code;
    if (!bp_options_read(&usage, argc, argv, &arguments.folder, &code)) return code;
    arguments.seed = bp_seed_or_random(arguments.seed);
    return grade(&arguments, &error) ? 0 : bp_report(usage.program, &error);
}

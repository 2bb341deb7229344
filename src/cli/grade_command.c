/* The teacher's side of the exercises. Checking and writing are the room exercise's; here is the command line and the
 * table. */
#include "cli/grade_command.h"
#include "cli/options.h"
#include "tools/grade/grade.h"
#include <stdio.h>
#include <string.h>

typedef struct grade_arguments {
    const char *folder, *out;
    int seed, jobs;
    bool unsafe;
} grade_arguments;

/* What a cell of the table says: points, or a letter for why there are none. */
static char letter_of(const bp_grade *mark) {
    if (!mark->checked) return mark->cause[0] == 'm' ? '.' : mark->cause[0] == 'n' ? '-' : '?';
    switch (mark->verdict) {
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

/* A folder's name may hold anything; what would move the cursor is not printed. */
static void print_name(const char *name, int width) {
    for (int i = 0; i < width; i++) {
        char c = *name ? *name++ : ' ';
        putchar((unsigned char)c < 32 || c == 127 ? '?' : c);
    }
}

static void print_table(const bp_gradebook *class) {
    int width = 7;
    for (size_t i = 0; i < class->names.count; i++) {
        int length = (int)strlen(class->students[i].name);
        if (length > width) width = length > 40 ? 40 : length;
    }
    print_name("student", width);
    for (int e = 0; e < class->exercise_count; e++) printf(" %02d", bp_exercises[e]->number);
    printf("  points\n");
    for (size_t i = 0; i < class->names.count; i++) {
        const bp_student *student = &class->students[i];
        print_name(student->name, width);
        for (int e = 0; e < class->exercise_count; e++) printf("  %c", letter_of(&student->marks[e]));
        printf("  %3d of %d\n", student->points, bp_gradebook_max_points(class));
    }
    printf("\n+ passed  w wrong  b does not build  f uses what it may not  c crashed  t time  m memory\n"
           "- not begun  . missing  ? unreadable\n");
}

static void show_progress(void *user, size_t done, size_t all) {
    (void)user;
    fprintf(stderr, "\r%zu of %zu%s", done, all, done == all ? "\n" : "");
}

static bool grade(const grade_arguments *arguments, bp_error *error) {
    bp_gradebook class;
    bp_exercise_paths place;
    const bp_grade_options options = {.seed = (uint64_t)arguments->seed,
                                      .jobs = arguments->jobs,
                                      .unsafe = arguments->unsafe,
                                      .progress = bp_stderr_is_terminal() ? show_progress : NULL};
    if (!bp_exercise_find_paths(&place, error) || !bp_gradebook_open(NULL, arguments->folder, &class, error)) return false;
    bool good = bp_gradebook_grade(&class, &place, &options, error);
    if (!good && error->kind == BP_ERROR_ENVIRONMENT && !arguments->unsafe)
        fprintf(stderr, "Without walls, students' code could read and change whatever you can. Install "
                        "bubblewrap, or say UNSAFE=1 (--unsafe) where that is all right.\n");
    good = good && bp_gradebook_write(&class, arguments->out, error);
    if (good) {
        print_table(&class);
        printf("\nSeed %d. Written to %s: grades.csv, grades.json, grades.xml.\n", arguments->seed, arguments->out);
    }
    bp_gradebook_close(&class);
    return good;
}

int bp_grade_command(int argc, char **argv) {
    grade_arguments arguments = {.out = "build/grades", .seed = 7, .jobs = 2};
    const bp_option options[] = {
        {"--seed", BP_OPTION_INTEGER, &arguments.seed, "N", "of the hidden cases (7); students check with 1", 1, 1e9,
         NULL, NULL},
        {"--out", BP_OPTION_TEXT, &arguments.out, "DIR", "where the grades go (build/grades)", 0, 0, NULL, NULL},
        {"--jobs", BP_OPTION_INTEGER, &arguments.jobs, "N", "checks at a time (2)", 1, 64, NULL, NULL},
        {"--unsafe", BP_OPTION_FLAG, &arguments.unsafe, NULL, "no walls round the students' code", 0, 0, NULL, NULL},
    };
    bp_usage usage = {.program = "bindpose exercise grade",
                      .positionals = "DIR",
                      .summary = "Checks every student's folder in DIR, each file apart; prints a table and "
                                 "writes grades.csv, .json and .xml.",
                      .options = options,
                      .option_count = BP_COUNT(options),
                      .positionals_min = 1,
                      .positionals_max = 1};
    bp_error error = {0};
    bp_parsed parsed = bp_options_parse(&usage, argc, argv, &arguments.folder, &error);
    if (parsed == BP_PARSED_DONE) return 0;
    return parsed == BP_PARSED && grade(&arguments, &error) ? 0 : bp_report(usage.program, &error);
}

/* The student's side of the exercises: what there is and how it stands, a check, the next hint, back to the
 * beginning. The judging itself is the room exercise's. */
#define _POSIX_C_SOURCE 200809L
#include "cli/exercise_command.h"
#include "cli/exercise_show.h"
#include "cli/exercise_progress.h"
#include "cli/grade_command.h"
#include "cli/options.h"
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- finding ----------------------------------------------------------------------------------------- */

static bool find_exercise(const char *name, const bp_exercise **out, bp_error *error) {
    enum { MOST = 64 };
    const char *names[MOST + 1];
    size_t count = 0;
    *out = bp_exercise_find(name);
    if (*out) return true;
    for (; bp_exercises[count] && count < MOST; count++) names[count] = bp_exercises[count]->name;
    names[count] = NULL;
    const char *nearest = bp_nearest_word(name, names);
    return bp_fail(error, BP_ERROR_ARGUMENT, name,
                   "there is no such exercise%s%s%s; `bindpose exercise list` lists them",
                   nearest ? ", did you mean " : "", nearest ? nearest : "", nearest ? "?" : "");
}

/* What most commands begin with: an exercise, where things are, the student's file. */
typedef struct exercise_desk {
    const bp_exercise *exercise;
    bp_exercise_paths place;
    char source[2048];
} exercise_desk;

/* Paths as one would type them here: without the folder that one is in. */
static void shorten(exercise_desk *desk) {
    char here[sizeof desk->place.root];
    if (!getcwd(here, sizeof here) || strcmp(here, desk->place.root) != 0) return;
    size_t skip = strlen(here) + 1;
    memmove(desk->source, desk->source + skip, strlen(desk->source + skip) + 1);
}

static bool open_desk(exercise_desk *desk, const char *name, bp_error *error) {
    if (!find_exercise(name, &desk->exercise, error) || !bp_exercise_find_paths(&desk->place, error) ||
        !bp_exercise_source_path(&desk->place, desk->exercise, desk->source, sizeof desk->source, error))
        return false;
    shorten(desk);
    return true;
}

/* ---- list -------------------------------------------------------------------------------------------- */

static void print_next(const bp_exercise *next, bp_exercise_status standing) {
    if (!next) {
        printf("\nAll of them pass.\n");
        return;
    }
    printf("\nNext: %02d %s. Read lesson %s, then ", next->number, next->title, next->lesson);
    printf(standing == BP_EXERCISE_STATUS_NOT_BEGUN ? "fill the gap in " : "go on with ");
    printf("lessons/exercises/%s/exercise.c\nand check it with `make exercise EX=%02d`; `make hint EX=%02d` "
           "helps.\n",
           next->name, next->number, next->number);
}

static int list(int argc, char **argv, const bp_window *window) {
    (void)window;
    bp_error error = {0};
    bp_usage usage = {.program = "bindpose exercise list",
                      .positionals = "",
                      .summary = "Lists the exercises, how each stands, and what to do next."};
    bp_parsed parsed = bp_options_parse(&usage, argc, argv, NULL, &error);
    if (parsed == BP_PARSED_DONE) return 0;
    bp_exercise_paths place;
    if (parsed != BP_PARSED || !bp_exercise_find_paths(&place, &error))
        return bp_report(usage.program, &error);
    bp_exercise_progress state;
    bp_exercise_progress_read(&state);
    const bp_exercise *next = NULL;
    bp_exercise_status next_standing = BP_EXERCISE_STATUS_PASSES;
    for (const bp_exercise *const *one = bp_exercises; *one; one++) {
        bp_exercise_status standing = bp_exercise_status_of(&state, &place, *one);
        printf("%02d  %-14s %-55s  lesson %s\n", (*one)->number, bp_exercise_status_text(standing), (*one)->title,
               (*one)->lesson);
        if (!next && standing != BP_EXERCISE_STATUS_PASSES) {
            next = *one;
            next_standing = standing;
        }
    }
    print_next(next, next_standing);
    return 0;
}

/* ---- check ------------------------------------------------------------------------------------------- */

static bool print_result(const exercise_desk *desk, const bp_exercise_result *result, bp_error *error) {
    bp_file text;
    if (!bp_exercise_report(desk->exercise, NULL, result, &text, error)) return false;
    fwrite(text.data, 1, text.size, stdout);
    bp_file_free(NULL, &text);
    if (result->verdict != BP_EXERCISE_PASSED)
        printf("\nThe file is %s. A hint: make hint EX=%02d\n", desk->source, desk->exercise->number);
    return true;
}

/* Checks the exercise's own file, or another; only the own one is kept in mind. */
static bool check_once(const exercise_desk *desk, const char *file, int seed, int *code, bp_error *error) {
    bp_exercise_result *result = bp_alloc(NULL, 1, sizeof *result, error);
    if (!result) return false;
    const bp_exercise_options how = {.seed = (uint64_t)seed};
    bool good =
        bp_exercise_check(desk->exercise, &desk->place, file ? file : desk->source, &how, result, error);
    if (good && !file)
        bp_exercise_progress_store(desk->exercise, desk->source, result->verdict == BP_EXERCISE_PASSED);
    good = good && print_result(desk, result, error);
    *code = bp_exercise_exit_code(result->verdict);
    bp_free(NULL, result);
    return good;
}

static int check(int argc, char **argv, const bp_window *window) {
    (void)window;
    const char *name = NULL, *file = NULL;
    int seed = 1;
    const bp_option options[] = {
        {"--seed", BP_OPTION_INTEGER, &seed, "N", "of the cases that are made up (1)", 1, 1e9, NULL, NULL},
        {"--file", BP_OPTION_TEXT, &file, "FILE.c", "check this file instead of the exercise's own", 0, 0,
         NULL, NULL},
    };
    bp_usage usage = {.program = "bindpose exercise check",
                      .positionals = "N",
                      .summary = "Compiles and checks an exercise: exit 0 pass, 1 wrong, 2 does not build, 3 "
                                 "environment, 4 took too long.",
                      .options = options,
                      .option_count = BP_COUNT(options),
                      .positionals_min = 1,
                      .positionals_max = 1};
    bp_error error = {0};
    exercise_desk desk;
    bp_parsed parsed = bp_options_parse(&usage, argc, argv, &name, &error);
    if (parsed == BP_PARSED_DONE) return 0;
    int code = 0;
    bool good =
        parsed == BP_PARSED && open_desk(&desk, name, &error) && check_once(&desk, file, seed, &code, &error);
    return good ? code : bp_report(usage.program, &error);
}

/* ---- watch ------------------------------------------------------------------------------------------- */

/* When the file was last written, and how long it is; zeros where it is gone, which editors do in passing. */
static bool has_changed(const char *path, struct timespec *when, off_t *size) {
    struct stat about;
    if (stat(path, &about) != 0) return false;
    bool changed = about.st_mtim.tv_sec != when->tv_sec || about.st_mtim.tv_nsec != when->tv_nsec ||
                   about.st_size != *size;
    *when = about.st_mtim;
    *size = about.st_size;
    return changed;
}

/* Until it is interrupted, or a check can't be made; --times is for scripts. */
static int watch(int argc, char **argv, const bp_window *window) {
    (void)window;
    const char *name = NULL;
    int times = 0;
    const bp_option options[] = {
        {"--times", BP_OPTION_INTEGER, &times, "N", "end after N checks, with the last one's exit code", 1,
         1e9, NULL, NULL},
    };
    bp_usage usage = {.program = "bindpose exercise watch",
                      .positionals = "N",
                      .summary = "Checks an exercise, and again whenever its file is saved; Ctrl-C ends it.",
                      .options = options,
                      .option_count = BP_COUNT(options),
                      .positionals_min = 1,
                      .positionals_max = 1};
    bp_error error = {0};
    exercise_desk desk;
    bp_parsed parsed = bp_options_parse(&usage, argc, argv, &name, &error);
    if (parsed == BP_PARSED_DONE) return 0;
    if (parsed != BP_PARSED || !open_desk(&desk, name, &error)) return bp_report(usage.program, &error);
    struct timespec when = {0, 0}, nap = {0, 200000000};
    off_t size = -1;
    int code = 0;
    for (int done = 0; times == 0 || done < times;) {
        if (!has_changed(desk.source, &when, &size)) {
            nanosleep(&nap, NULL);
            continue;
        }
        if (!check_once(&desk, NULL, 1, &code, &error)) return bp_report(usage.program, &error);
        done++;
        if (done != times) printf("\n---- waiting for %s to be saved (Ctrl-C ends this) ----\n", desk.source);
        fflush(stdout);
    }
    return code;
}

/* ---- show -------------------------------------------------------------------------------------------- */

static bool show_once(const exercise_desk *desk, const char *file, const bp_exercise_show_options *how,
                      const bp_window *window, int *code, bp_error *error) {
    bp_exercise_result *result = bp_alloc(NULL, 1, sizeof *result, error);
    bool good = result && bp_exercise_check(desk->exercise, &desk->place, file ? file : desk->source, NULL,
                                            result, error);
    if (good) *code = bp_exercise_exit_code(result->verdict);
    bp_error why = {0};
    if (good && !bp_exercise_show_answer(window, desk->exercise, result, how, &why)) {
        good = false;
        *error = why;
        if (why.kind == BP_ERROR_ENVIRONMENT && !how->screenshot)
            bp_fail(error, BP_ERROR_ENVIRONMENT, NULL,
                    "there is no display to open a window on (%.120s). Instead: bindpose exercise show %d "
                    "--screenshot OUT.png draws the picture, bindpose exercise check %d tells it in numbers",
                    why.message, desk->exercise->number, desk->exercise->number);
    }
    bp_free(NULL, result);
    return good;
}

/* The exit code is the check's. */
static int show(int argc, char **argv, const bp_window *window) {
    static const char *const THEMES[] = {"dark", "light", NULL};
    const char *name = NULL, *file = NULL;
    bp_exercise_show_options how = {.screenshot = NULL};
    int size[2] = {0, 0}, theme = 0;
    const bp_option options[] = {
        {"--screenshot", BP_OPTION_TEXT, &how.screenshot, "OUT.png", "write the picture, open no window", 0,
         0, NULL, NULL},
        {"--file", BP_OPTION_TEXT, &file, "FILE.c", "show this file instead of the exercise's own", 0, 0,
         NULL, NULL},
        {"--size", BP_OPTION_SIZE, size, "WxH", "of picture and window (1280x800)", 320, 8192, NULL, NULL},
        {"--theme", BP_OPTION_CHOICE, &theme, "light|dark", "colours (dark)", 0, 0, THEMES, NULL},
    };
    bp_usage usage = {.program = "bindpose exercise show",
                      .positionals = "N",
                      .summary = "Shows what an exercise's answer looks like, beside the right one.",
                      .options = options,
                      .option_count = BP_COUNT(options),
                      .positionals_min = 1,
                      .positionals_max = 1};
    bp_error error = {0};
    exercise_desk desk;
    int code = 0;
    bp_parsed parsed = bp_options_parse(&usage, argc, argv, &name, &error);
    if (parsed == BP_PARSED_DONE) return 0;
    how.width = size[0], how.height = size[1], how.light = theme == 1;
    bool good = parsed == BP_PARSED && open_desk(&desk, name, &error) &&
                show_once(&desk, file, &how, window, &code, &error);
    return good ? code : bp_report(usage.program, &error);
}

/* ---- hint -------------------------------------------------------------------------------------------- */

static int hint(int argc, char **argv, const bp_window *window) {
    (void)window;
    const char *name = NULL;
    bp_usage usage = {.program = "bindpose exercise hint",
                      .positionals = "N",
                      .summary = "Gives the first hint to an exercise; again, the next one.",
                      .positionals_min = 1,
                      .positionals_max = 1};
    bp_error error = {0};
    const bp_exercise *exercise;
    bp_parsed parsed = bp_options_parse(&usage, argc, argv, &name, &error);
    if (parsed == BP_PARSED_DONE) return 0;
    if (parsed != BP_PARSED || !find_exercise(name, &exercise, &error))
        return bp_report(usage.program, &error);
    bp_exercise_progress state;
    bp_exercise_progress_read(&state);
    bp_exercise_record *note = bp_exercise_progress_record(&state, exercise->name);
    int count = 0;
    while (exercise->hints[count]) count++;
    int number = note->hints < count ? note->hints : count - 1;
    printf("%02d %s, hint %d of %d:\n%s\n", exercise->number, exercise->title, number + 1, count,
           exercise->hints[number]);
    if (number + 1 < count)
        printf("Another one: make hint EX=%02d\n", exercise->number);
    else
        printf("That was the last one; lesson %s shows the rest.\n", exercise->lesson);
    note->hints = number + 1;
    bp_exercise_progress_write(&state, NULL); /* without a data folder the first hint comes again */
    return 0;
}

/* ---- reset ------------------------------------------------------------------------------------------- */

/* The copy's name: exercise.c.1, exercise.c.2, ...: the first that isn't taken. */
static bool keep_copy(const char *source, const bp_file *text, char *copy, size_t size, bp_error *error) {
    for (int i = 1; i < 1000; i++) {
        snprintf(copy, size, "%s.%d", source, i);
        FILE *taken = fopen(copy, "rb");
        if (taken) fclose(taken);
        if (!taken) return bp_file_write(copy, text->data, text->size, error);
    }
    return bp_fail(error, BP_ERROR_ENVIRONMENT, source, "there are a thousand copies already");
}

static bool agrees(const exercise_desk *desk) {
    printf("Put %s back to its beginning? What is in it now is kept as a copy. [y/N] ", desk->source);
    fflush(stdout);
    char answer[16] = "";
    return fgets(answer, sizeof answer, stdin) && (answer[0] == 'y' || answer[0] == 'Y');
}

static bool put_back(const exercise_desk *desk, bp_error *error) {
    char original[2048], copy[2200];
    bp_file fresh, old = {0};
    struct stat about;
    if (!bp_exercise_original_path(&desk->place, desk->exercise, original, sizeof original, error) ||
        !bp_file_read(NULL, original, 1 << 20, &fresh, error))
        return false;
    /* What is there and can't be read can't be kept either, so it stays. */
    bool had = stat(desk->source, &about) == 0, good = true;
    if (had)
        good = bp_file_read(NULL, desk->source, 0, &old, error) &&
               keep_copy(desk->source, &old, copy, sizeof copy, error);
    bp_file_free(NULL, &old);
    good = good && bp_file_write(desk->source, fresh.data, fresh.size, error);
    bp_file_free(NULL, &fresh);
    if (good) printf(had ? "Done. Your version is in %s\n" : "Done.\n", copy);
    return good;
}

static int reset(int argc, char **argv, const bp_window *window) {
    (void)window;
    const char *name = NULL;
    bool yes = false;
    const bp_option options[] = {
        {"--yes", BP_OPTION_FLAG, &yes, NULL, "don't ask", 0, 0, NULL, NULL},
    };
    bp_usage usage = {.program = "bindpose exercise reset",
                      .positionals = "N",
                      .summary = "Puts an exercise back to its beginning; asks first, and keeps a copy.",
                      .options = options,
                      .option_count = BP_COUNT(options),
                      .positionals_min = 1,
                      .positionals_max = 1};
    bp_error error = {0};
    exercise_desk desk;
    bp_parsed parsed = bp_options_parse(&usage, argc, argv, &name, &error);
    if (parsed == BP_PARSED_DONE) return 0;
    if (parsed != BP_PARSED || !open_desk(&desk, name, &error)) return bp_report(usage.program, &error);
    bp_exercise_progress state = {.count = 0};
    if (bp_exercise_status_of(&state, &desk.place, desk.exercise) == BP_EXERCISE_STATUS_NOT_BEGUN) {
        printf("%s is at its beginning already.\n", desk.source);
        return 0;
    }
    if (!yes && !agrees(&desk)) {
        printf("Nothing was changed.\n");
        return 0;
    }
    return put_back(&desk, &error) ? 0 : bp_report(usage.program, &error);
}

/* ---- the command ---------------------------------------------------------------------------------------- */

typedef struct exercise_word {
    const char *name, *arguments, *help;
    int (*run)(int argc, char **argv, const bp_window *window);
} exercise_word;

static int grade(int argc, char **argv, const bp_window *window) {
    (void)window;
    return bp_grade_command(argc, argv);
}

static const exercise_word WORDS[] = {
    {"list", "", "the exercises, how each stands, and what to do next", list},
    {"check", "N", "compile and check exercise N", check},
    {"watch", "N", "check it now, and again whenever it is saved", watch},
    {"show", "N", "its answer beside the right one, as a picture; also just `bindpose exercise N`", show},
    {"hint", "N", "the first hint; again, the next one", hint},
    {"reset", "N", "back to the beginning; asks first, keeps a copy", reset},
    {"grade", "DIR", "for teachers: a class's folders, checked with hidden cases", grade},
};

static void print_help(FILE *to) {
    fprintf(
        to,
        "Usage: bindpose exercise COMMAND [arguments]\n\nSixteen small functions to write, checked one by "
        "one. N is 05, 5 or the full name.\n\nCommands:\n");
    for (size_t i = 0; i < BP_COUNT(WORDS); i++)
        fprintf(to, "  %-6s %-2s  %s\n", WORDS[i].name, WORDS[i].arguments, WORDS[i].help);
    fprintf(to, "\nExit: 0 pass, 1 wrong, 2 does not build or wrong use, 3 environment, 4 time limit.\n");
}

int bp_exercise_command(int argc, char **argv, const bp_window *window) {
    const char *names[BP_COUNT(WORDS) + 1] = {NULL};
    if (argc < 2 || strcmp(argv[1], "--help") == 0) {
        print_help(argc < 2 ? stderr : stdout);
        return argc < 2 ? 2 : 0;
    }
    for (size_t i = 0; i < BP_COUNT(WORDS); i++) {
        if (strcmp(argv[1], WORDS[i].name) == 0) return WORDS[i].run(argc - 1, argv + 1, window);
        names[i] = WORDS[i].name;
    }
    if (bp_exercise_find(argv[1])) return show(argc, argv, window);
    const char *nearest = bp_nearest_word(argv[1], names);
    fprintf(stderr, "bindpose exercise: %s: there is no such command%s%s%s; --help lists them\n", argv[1],
            nearest ? ", did you mean " : "", nearest ? nearest : "", nearest ? "?" : "");
    return 2;
}

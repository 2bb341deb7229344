/* `bindpose exercise`: the student's side of the exercises. It lists them, checks an answer, gives the next
 * hint, shows the answer as a picture, and puts a file back to its beginning. */
#include "cli/exercise_command.h"
#include "base/base64.h"
#include "base/system.h"
#include "cli/print.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How one calls a command for an exercise, with %s for its id: on Windows without make. */
#ifdef _WIN32
#define CALL(command) "bindpose exercise " command " %s"
#define CALL_CHECK CALL("check")
#else
#define CALL(command) "make " command " EX=%s"
#define CALL_CHECK CALL("exercise")
#endif

typedef struct exercise_files {
    const bp_exercise *exercise;
    bp_exercise_paths paths;
    char source[2048]; /* the student's file */
} exercise_files;

/* Begins a command whose argument is an exercise. In the project's folder, its path is relative, as one would
 * type it. False: the command ends. */
static bool begin(bp_cli *call, const char *summary, const bp_option *options, size_t count,
                  exercise_files *files) {
    char here[sizeof files->paths.root], *source = files->source;
    if (!bp_cli_read(call, "N", summary, options, count) ||
        !(files->exercise = bp_exercise_named(call->argv[1], &call->error)) ||
        !bp_exercise_find_paths(&files->paths, &call->error) ||
        !bp_exercise_source_path(&files->paths, files->exercise, source, sizeof files->source, &call->error))
        return false;
    if (bp_current_folder(here, sizeof here) && strcmp(here, files->paths.root) == 0)
        memmove(source, source + strlen(here) + 1, strlen(source + strlen(here) + 1) + 1);
    return true;
}

static void print_next(const bp_exercise *next, bp_exercise_status status) {
    if (!next) {
        printf("\nAll of them pass.\n");
        return;
    }
    printf("\nNext: %s %s. %s%s%s%s lessons/exercises/%s/exercise.c\nand check it with `" CALL_CHECK
           "`; `" CALL("hint") "` helps.\n",
           next->id, next->title, next->lesson ? "Read lesson " : "", next->lesson ? next->lesson : "",
           next->lesson ? ", then " : "",
           status == BP_EXERCISE_STATUS_NOT_BEGUN ? "fill the gap in" : "go on with", next->name, next->id,
           next->id);
}

static int list(bp_cli *call) {
    bp_exercise_paths paths;
    if (!bp_cli_read(call, "", "Lists the exercises with their status, and says what to do next.", NULL, 0) ||
        !bp_exercise_find_paths(&paths, &call->error))
        return 0;
    bp_exercise_progress progress;
    bp_exercise_progress_read(&progress);
    const bp_exercise *next = NULL;
    bp_exercise_status next_status = BP_EXERCISE_STATUS_PASSES;
    for (const bp_exercise *const *one = bp_exercises; *one; one++) {
        bp_exercise_status status = bp_exercise_status_of(&progress, &paths, *one);
        printf("%-3s %-14s %-55s  %s%s\n", (*one)->id, bp_exercise_status_text(status), (*one)->title,
               (*one)->lesson ? "lesson " : "no lesson", (*one)->lesson ? (*one)->lesson : "");
        if (next || status == BP_EXERCISE_STATUS_PASSES) continue;
        next = *one;
        next_status = status;
    }
    print_next(next, next_status);
    return 0;
}

static const char *variable(const char *name) {
    const char *value = getenv(name);
    return value ? value : "";
}

static bool is_one_of(const char *value, const char *const *names) {
    for (; *names; names++)
        if (strcmp(value, *names) == 0) return true;
    return false;
}

typedef enum terminal_images {
    NO_IMAGES,
    KITTY_IMAGES, /* the graphics protocol of kitty, Ghostty, WezTerm, Konsole */
    ITERM_IMAGES, /* the inline images of iTerm2, WezTerm, VS Code, mintty */
} terminal_images;

/* A terminal within tmux or screen says what its outer terminal is, but pictures don't get through. */
static terminal_images detect(void) {
    static const char *const KITTY[] = {"xterm-kitty", "xterm-ghostty", "ghostty", "WezTerm", NULL};
    static const char *const ITERM[] = {"iTerm.app", "iTerm2", "vscode", "mintty", NULL};
    if (*variable("TMUX") || strncmp(variable("TERM"), "screen", 6) == 0) return NO_IMAGES;
    if (*variable("KITTY_WINDOW_ID") || is_one_of(variable("TERM"), KITTY) ||
        is_one_of(variable("TERM_PROGRAM"), KITTY) || *variable("KONSOLE_VERSION"))
        return KITTY_IMAGES;
    if (is_one_of(variable("TERM_PROGRAM"), ITERM) || is_one_of(variable("LC_TERMINAL"), ITERM))
        return ITERM_IMAGES;
    return NO_IMAGES;
}

/* What $BINDPOSE_IMAGES asks for: "kitty", "iterm", or "auto", which goes by what the terminal says in the
 * environment. Nothing unless standard output is a terminal: in a log or pipe a picture would be garbage. */
static terminal_images find_images(void) {
    const char *wish = variable("BINDPOSE_IMAGES");
    if (!bp_stdout_is_terminal()) return NO_IMAGES;
    if (strcmp(wish, "kitty") == 0) return KITTY_IMAGES;
    if (strcmp(wish, "iterm") == 0) return ITERM_IMAGES;
    return strcmp(wish, "auto") == 0 ? detect() : NO_IMAGES;
}

enum { CHUNK = 3072 }; /* bytes: 4096 characters, the most that kitty takes at a time */

/* In base64; chunks of whole groups of three join to one text. */
static void print_base64(const uint8_t *bytes, size_t size) {
    char text[CHUNK / 3 * 4 + 1];
    for (size_t i = 0; i < size; i += CHUNK) {
        bp_base64_write(bytes + i, size - i < CHUNK ? size - i : CHUNK, text);
        printf("%s", text);
    }
}

/* Prints a PNG in the terminal, and a line break. */
static void show_png(const char *path) {
    const terminal_images how = find_images();
    bp_file png;
    if (how == NO_IMAGES || !bp_file_read(NULL, path, 1 << 24, &png, NULL)) return;
    if (how == ITERM_IMAGES) {
        printf("\033]1337;File=inline=1;size=%zu:", png.size);
        print_base64(png.data, png.size);
        printf("\a");
    }
    for (size_t i = 0; how == KITTY_IMAGES && i < png.size; i += CHUNK) {
        size_t left = png.size - i;
        printf("\033_G%sm=%d;", i ? "" : "a=T,f=100,q=2,", left > CHUNK);
        print_base64(png.data + i, left < CHUNK ? left : CHUNK);
        printf("\033\\");
    }
    printf("\n");
    bp_file_free(NULL, &png);
}

/* What a check is to do beside checking. */
typedef struct check_options {
    const char *file; /* instead of the exercise's own; NULL: that */
    int seed;
    bool whole, trace;
    const bp_exercise_pictures *pictures; /* to show instead of printing; NULL: print */
    const bp_window *window;
} check_options;

/* Writes the picture of wrong beside right: beside the exercises' objects, or, if that folder can't be
 * written to (an installed program's), into the student's. The picture is an extra, so failing is no
 * error. */
static void write_picture(const exercise_files *files, const bp_exercise_result *result, char *path,
                          size_t size) {
    const bp_exercise_pictures how = {.screenshot = path, .size = {800, 450}};
    bp_error error = {0};
    char here[sizeof files->paths.root];
    int built = snprintf(path, size, "%s/exercises", files->paths.build);
    if (built > 0 && (size_t)built < size && bp_path_allows(path, BP_PATH_WRITE))
        snprintf(path + built, size - (size_t)built, "/%s.png", files->exercise->name);
    else
        snprintf(path, size, "%s/%s.png", files->paths.root, files->exercise->name);
    if (bp_current_folder(here, sizeof here) && strncmp(path, here, strlen(here)) == 0 &&
        path[strlen(here)] == '/')
        memmove(path, path + strlen(here) + 1, strlen(path + strlen(here) + 1) + 1);
    if (!bp_exercise_show_answer(NULL, files->exercise, result, &how, &error)) path[0] = '\0';
}

static void print_below(const exercise_files *files, const check_options *how,
                        const bp_exercise_result *result) {
    char picture[1200] = "";
    bool has_run = result->verdict != BP_EXERCISE_BUILD && result->verdict != BP_EXERCISE_FORBIDDEN;
    const char *id = files->exercise->id;
    printf("\n");
    if (result->verdict != BP_EXERCISE_PASSED)
        printf("File: %s\n", bp_escape(how->file ? how->file : files->source).text);
    if (has_run && result->got_count > 0) write_picture(files, result, picture, sizeof picture);
    if (*picture) printf("Picture: %s (" CALL("show") ")\n", bp_escape(picture).text, id);
    if (*picture) show_png(picture);
    if (result->verdict == BP_EXERCISE_PASSED) return;
    printf("Hint: " CALL("hint"), id);
    if (result->verdict == BP_EXERCISE_WRONG)
        printf(". Step by step: bindpose exercise trace %s --seed %d", id, how->seed);
    printf("\n");
    if (has_run)
        printf("The same cases in full: bindpose exercise check %s --seed %d --whole\n", id, how->seed);
}

static bool print_result(const exercise_files *files, const check_options *how,
                         const bp_exercise_result *result, bp_error *error) {
    bp_file text;
    bp_exercise_report_options options = {.whole = how->whole, .trace = how->trace};
    bp_stdout_terminal_size(&options.columns, &options.rows);
    if (!bp_exercise_report(files->exercise, NULL, result, &options, &text, error)) return false;
    fwrite(text.data, 1, text.size, stdout);
    bp_file_free(NULL, &text);
    if (!how->trace || result->verdict != BP_EXERCISE_WRONG) print_below(files, how, result);
    return true;
}

/* Draws the answer beside the right one. Without a window, says how else to see it. */
static bool show_result(const exercise_files *files, const check_options *how,
                        const bp_exercise_result *result, bp_error *error) {
    if (bp_exercise_show_answer(how->window, files->exercise, result, how->pictures, error)) return true;
    if (error->kind != BP_ERROR_ENVIRONMENT || how->pictures->screenshot) return false;
    const char *id = files->exercise->id;
    bp_explain_no_window(
        bp_format("bindpose exercise show %s --screenshot OUT.png draws the picture, bindpose exercise check "
                  "%s prints the numbers",
                  id, id)
            .text,
        error);
    return false;
}

/* Checks the exercise's own file, or another, and prints or shows the result. Only what is printed of its own
 * file counts as progress. */
static bool check_once(const exercise_files *files, const check_options *how, int *code, bp_error *error) {
    bp_exercise_result *result = bp_alloc(NULL, 1, sizeof *result, error);
    const bp_exercise_options options = {.seed = (uint64_t)how->seed};
    bool ok = result && bp_exercise_check(files->exercise, &files->paths,
                                          how->file ? how->file : files->source, &options, result, error);
    if (ok && !how->file && !how->pictures)
        bp_exercise_progress_store(files->exercise, files->source, result->verdict == BP_EXERCISE_PASSED);
    ok = ok && (how->pictures ? show_result : print_result)(files, how, result, error);
    if (ok) *code = bp_exercise_exit_code(result->verdict);
    bp_free(NULL, result);
    return ok;
}

static int check_with(bp_cli *call, const char *summary, check_options how) {
    int code = 0;
    const bp_option options[] = {
        bp_option_seed(&how.seed),
        bp_option_text("--file", &how.file, "FILE.c", "check this file instead of the exercise's own"),
        bp_option_flag("--whole", &how.whole, "cut nothing to the size of the screen"),
    };
    exercise_files files;
    if (!begin(call, summary, BP_OPTIONS(options), &files)) return 0;
    how.seed = bp_seed_or_random(how.seed);
    (void)check_once(&files, &how, &code, &call->error);
    return code;
}

static int check(bp_cli *call) {
    return check_with(
        call,
        "Compiles and checks an exercise: exit 0 pass, 1 wrong, 2 does not build, 3 environment, 4 took too "
        "long.\nWith BINDPOSE_IMAGES=auto (or kitty, iterm) the picture appears in the terminal.",
        (check_options){.file = NULL});
}

static int trace(bp_cli *call) {
    return check_with(call,
                      "Checks an exercise, and follows the case that fails step by step: each intermediate "
                      "value as it\nshould be, up to the first wrong result.",
                      (check_options){.trace = true});
}

/* True if the file was saved since the last call; false while it is missing, as it is briefly when some
 * editors save. */
static bool has_changed(const char *path, bp_file_stamp *saved) {
    bp_file_stamp now = {0};
    if (!bp_file_get_stamp(path, &now)) return false;
    bool changed =
        now.seconds != saved->seconds || now.nanoseconds != saved->nanoseconds || now.size != saved->size;
    *saved = now;
    return changed;
}

/* Runs until interrupted, or until a check is impossible. --times is for scripts. */
static int watch(bp_cli *call) {
    int times = 0, seed = 0, code = 0;
    const bp_option options[] = {
        bp_option_seed(&seed),
        bp_option_integer("--times", &times, "N", 1, 1e9,
                          "end after N checks, with the last one's exit code"),
    };
    exercise_files files;
    if (!begin(call, "Checks an exercise now and whenever its file is saved; Ctrl-C ends it.",
               BP_OPTIONS(options), &files))
        return 0;
    bp_file_stamp saved = {0};
    seed = bp_seed_or_random(seed); /* one for all checks: the case at hand stays while one works on it */
    for (int done = 0; times == 0 || done < times;) {
        if (!has_changed(files.source, &saved)) {
            bp_sleep(0.2);
            continue;
        }
        if (!check_once(&files, &(check_options){.seed = seed}, &code, &call->error)) return 0;
        done++;
        if (done != times)
            printf("\n---- waiting for %s to be saved (Ctrl-C ends this) ----\n", files.source);
        fflush(stdout);
    }
    return code;
}

/* The exit code is the check's. */
static int show(bp_cli *call) {
    bp_exercise_pictures pictures = {.screenshot = NULL};
    check_options how = {.pictures = &pictures, .window = call->window};
    int code = 0;
    const bp_option options[] = {
        bp_option_seed(&how.seed),
        bp_option_text("--screenshot", &pictures.screenshot, "OUT.png", "write the picture, open no window"),
        bp_option_text("--file", &how.file, "FILE.c", "show this file instead of the exercise's own"),
        bp_option_size(pictures.size, 320, "of picture and window (1280x800)"),
        bp_option_theme(&pictures.theme, "colours (dark)"),
    };
    exercise_files files;
    if (!begin(call, "Shows an exercise's answer as a picture, beside the correct one.", BP_OPTIONS(options),
               &files))
        return 0;
    how.seed = bp_seed_or_random(how.seed);
    (void)check_once(&files, &how, &code, &call->error);
    return code;
}

static int hint(bp_cli *call) {
    if (!bp_cli_read(call, "N", "Gives the first hint to an exercise; called again, the next one.", NULL, 0))
        return 0;
    const bp_exercise *exercise = bp_exercise_named(call->argv[1], &call->error);
    if (!exercise) return 0;
    bp_exercise_progress progress;
    bp_exercise_progress_begin(&progress);
    bp_exercise_record *record = bp_exercise_progress_record(&progress, exercise->name);
    int count = 0;
    while (exercise->hints[count]) count++;
    int index = record->hints < count ? record->hints : count - 1;
    printf("%s %s, hint %d of %d:\n%s\n", exercise->id, exercise->title, index + 1, count,
           exercise->hints[index]);
    if (index + 1 < count)
        printf("For the next one: " CALL("hint") "\n", exercise->id);
    else
        printf("That was the last one%s%s%s.\n", exercise->lesson ? "; lesson " : "",
               exercise->lesson ? exercise->lesson : "", exercise->lesson ? " shows the rest" : "");
    record->hints = index + 1;
    bp_exercise_progress_end(&progress); /* if this fails, the same hint comes again */
    return 0;
}

/* Writes exercise.c.1, exercise.c.2, ...: the first name that isn't taken. */
static bool keep_copy(const char *source, const bp_file *text, char *copy, size_t size, bp_error *error) {
    for (int i = 1; i < 1000; i++) {
        snprintf(copy, size, "%s.%d", source, i);
        if (!bp_path_allows(copy, BP_PATH_EXISTS)) return bp_file_write(copy, text->data, text->size, error);
    }
    return bp_fail(error, BP_ERROR_ENVIRONMENT, source, "there are a thousand copies already");
}

static bool ask(const exercise_files *files) {
    printf("Put %s back to its beginning? Your version is kept as a copy. [y/N] ", files->source);
    fflush(stdout);
    char answer[16] = "";
    return fgets(answer, sizeof answer, stdin) && (answer[0] == 'y' || answer[0] == 'Y');
}

static bool put_back(const exercise_files *files, bp_error *error) {
    char original[2048], copy[2200];
    bp_file fresh, old = {0};
    if (!bp_exercise_original_path(&files->paths, files->exercise, original, sizeof original, error) ||
        !bp_file_read(NULL, original, 1 << 20, &fresh, error))
        return false;
    /* A file that can't be read can't be copied, so it stays. */
    bool had = bp_path_allows(files->source, BP_PATH_EXISTS), ok = true;
    if (had)
        ok = bp_file_read(NULL, files->source, 0, &old, error) &&
             keep_copy(files->source, &old, copy, sizeof copy, error);
    bp_file_free(NULL, &old);
    ok = ok && bp_file_write(files->source, fresh.data, fresh.size, error);
    bp_file_free(NULL, &fresh);
    if (ok) printf(had ? "Done. Your version is in %s\n" : "Done.\n", copy);
    return ok;
}

static int reset(bp_cli *call) {
    bool yes = false;
    const bp_option options[] = {bp_option_flag("--yes", &yes, "don't ask")};
    exercise_files files;
    if (!begin(call, "Puts an exercise back to its beginning; asks first, and keeps a copy.",
               BP_OPTIONS(options), &files))
        return 0;
    bp_exercise_progress progress = {.count = 0};
    if (bp_exercise_status_of(&progress, &files.paths, files.exercise) == BP_EXERCISE_STATUS_NOT_BEGUN)
        printf("%s is at its beginning already.\n", files.source);
    else if (!yes && !ask(&files))
        printf("Nothing was changed.\n");
    else
        (void)put_back(&files, &call->error);
    return 0;
}

static const bp_named_command COMMANDS[] = {
    {"list", "", "the exercises with their status, and what to do next", list},
    {"check", "N", "compile and check exercise N", check},
    {"watch", "N", "check it now, and again whenever it is saved", watch},
    {"trace", "N", "the case that fails, step by step", trace},
    {"show", "N", "its answer beside the correct one, as a picture; also `bindpose exercise N`", show},
    {"hint", "N", "the first hint; called again, the next one", hint},
    {"reset", "N", "back to the beginning; asks first, keeps a copy", reset},
    {"describe", "[N]", "the exercises as the web page shows them, as JSON", bp_exercise_describe_command},
    {"try", "N ANSWER", "check a formula, or lines in order, as the web page does", bp_exercise_try_command},
    {"handin", "", "pack your work into one file to hand in", bp_handin_command},
    {"grade", "DIR", "for teachers: check a class's folders with hidden cases", bp_grade_command},
    {NULL, NULL, NULL, NULL},
};

static void print_help(FILE *to) {
    fprintf(to, "Usage: bindpose exercise COMMAND [arguments]\n\nSmall functions to write, checked one by "
                "one. N is 05, 5, 12b or the full name.\n\nCommands:\n");
    for (const bp_named_command *one = COMMANDS; one->name; one++)
        fprintf(to, "  %-8s %-8s  %s\n", one->name, one->arguments, one->help);
    fprintf(to, "\nExit: 0 pass, 1 wrong, 2 does not build or wrong use, 3 environment, 4 time limit.\n");
}

int bp_exercise_command(bp_cli *call) {
    const char *name = call->argv[1];
    if (!name || strcmp(name, "--help") == 0) {
        print_help(name ? stdout : stderr);
        return name ? 0 : 2;
    }
    if (!bp_exercise_find(name)) return bp_cli_choose(call, COMMANDS);
    bp_cli shown = *call;
    shown.program = "bindpose exercise show";
    return bp_cli_run(show, &shown);
}

/* What main of `bindpose` does: the first word says which command, the rest is the command's. */
#include "cli/bench_command.h"
#include "viewer/browser/browser_window.h"
#include "cli/claims_command.h"
#include "cli/demo_command.h"
#include "cli/doctor_command.h"
#include "cli/exercise_command.h"
#include "cli/inspect_command.h"
#include "cli/lesson_program.h"
#include "cli/options.h"
#include "cli/render_command.h"
#include "cli/skin_command.h"
#include "cli/view_command.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct program_desk {
    const bp_lesson_plan *const *lessons;
    const bp_window *window;
} program_desk;

typedef struct command {
    const char *name, *arguments, *help;
    int (*run)(const program_desk *desk, int argc, char **argv);
} command;

static int list_lessons(const program_desk *desk, int argc, char **argv) {
    bp_error error = {0};
    bp_usage usage = {.program = "bindpose lessons",
                      .positionals = "",
                      .summary = "Lists the lessons: number, name, one line, steps, claims."};
    bp_parsed parsed = bp_options_parse(&usage, argc, argv, NULL, &error);
    if (parsed != BP_PARSED) return parsed == BP_PARSED_DONE ? 0 : bp_report(usage.program, &error);
    for (const bp_lesson_plan *const *lesson = desk->lessons; *lesson; lesson++)
        printf("%02d  %-28s %s  (%d steps, %d claims)\n", (*lesson)->number, (*lesson)->name, (*lesson)->summary,
               (*lesson)->step_count, bp_lesson_claim_count(*lesson));
    return 0;
}

/* By full name, or by number with or without its zero. */
static const bp_lesson_plan *find_lesson(const program_desk *desk, const char *name) {
    char *end;
    long number = strtol(name, &end, 10);
    for (const bp_lesson_plan *const *lesson = desk->lessons; *lesson; lesson++) {
        if (strcmp((*lesson)->name, name) == 0) return *lesson;
        if (end != name && *end == '\0' && number == (*lesson)->number) return *lesson;
    }
    return NULL;
}

static int unknown_lesson(const program_desk *desk, const char *name) {
    enum { MOST = 64 };
    const char *names[MOST + 1];
    size_t count = 0;
    for (; desk->lessons[count] && count < MOST; count++) names[count] = desk->lessons[count]->name;
    names[count] = NULL;
    const char *nearest = bp_nearest_word(name, names);
    fprintf(stderr, "bindpose lesson: %s: there is no such lesson%s%s%s; `bindpose lessons` lists them\n",
            name, nearest ? ", did you mean " : "", nearest ? nearest : "", nearest ? "?" : "");
    return 2;
}

static int run_lesson(const program_desk *desk, int argc, char **argv) {
    if (argc < 2 || strcmp(argv[1], "--help") == 0) {
        FILE *to = argc < 2 ? stderr : stdout;
        fprintf(to, "Usage: bindpose lesson NAME [lesson options]\n\nNAME is 05, 5 or the full name; "
                    "`bindpose lesson 5 --help` lists the options.\n");
        return argc < 2 ? 2 : 0;
    }
    const bp_lesson_plan *lesson = find_lesson(desk, argv[1]);
    if (!lesson) return unknown_lesson(desk, argv[1]);
    char program[96];
    snprintf(program, sizeof program, "bindpose lesson %s", argv[1]);
    return bp_lesson_command(program, argc - 1, argv + 1, lesson, desk->window);
}

static int run_claims(const program_desk *desk, int argc, char **argv) {
    return bp_claims_command(argc, argv, desk->lessons);
}

static int run_bench(const program_desk *desk, int argc, char **argv) {
    (void)desk;
    return bp_bench_command(argc, argv);
}

static int run_skin(const program_desk *desk, int argc, char **argv) {
    (void)desk;
    return bp_skin_command(argc, argv);
}

static int run_inspect(const program_desk *desk, int argc, char **argv) {
    (void)desk;
    return bp_inspect_command(argc, argv);
}

static int run_render(const program_desk *desk, int argc, char **argv) {
    (void)desk;
    return bp_render_command(argc, argv);
}

static int run_doctor(const program_desk *desk, int argc, char **argv) {
    (void)desk;
    return bp_doctor_command(argc, argv);
}

static int run_exercise(const program_desk *desk, int argc, char **argv) {
    return bp_exercise_command(argc, argv, desk->window);
}

static int run_view(const program_desk *desk, int argc, char **argv) {
    return bp_view_command(argc, argv, desk->window);
}

static int run_demo(const program_desk *desk, int argc, char **argv) {
    return bp_demo_command(argc, argv, desk->window);
}

static const command COMMANDS[] = {
    {"lessons", "", "list the lessons", list_lessons},
    {"lesson", "NAME ...", "one lesson; the same as its own program", run_lesson},
    {"claims", "[--json]", "every claim of the page, measured", run_claims},
    {"view", "FILE ...", "a glTF character in a window: clips, bones, matrices, weights, doctor", run_view},
    {"inspect", "FILE ...", "a glTF file's skeletons, with the seven matrices of each bone", run_inspect},
    {"skin", "FILE ...", "a glTF file's skinned vertices and joint matrices", run_skin},
    {"render", "FILE -o OUT.png ...", "pictures of a glTF file", run_render},
    {"doctor", "FILE [--json]", "what is wrong with a glTF file's skins", run_doctor},
    {"exercise", "list | check N ...", "functions to write yourself, and what checks them", run_exercise},
    {"demo", "[FILE] ...", "a crowd of walking characters, in a window", run_demo},
    {"bench", "[--json] ...", "how fast this machine draws, skins and poses", run_bench},
};

static void print_help(FILE *to) {
    fprintf(to, "Usage: bindpose COMMAND [arguments]\n\nStep through skeletal animation, with nothing "
                "hidden.\n\nCommands:\n");
    for (size_t i = 0; i < BP_COUNT(COMMANDS); i++) {
        char left[64];
        snprintf(left, sizeof left, "%s %s", COMMANDS[i].name, COMMANDS[i].arguments);
        fprintf(to, "  %-28s %s\n", left, COMMANDS[i].help);
    }
    fprintf(to, "  %-28s %s\n  %-28s %s\n\n`bindpose COMMAND --help` tells more.\n", "--help", "print this",
            "--version", "print the version");
}

/* A word that is none of the commands, or an option that isn't one of the program's own. */
static int unknown_word(const char *word) {
    static const char *const options[] = {"--help", "--version", NULL};
    const char *names[BP_COUNT(COMMANDS) + 1];
    size_t count = 0;
    for (; count < BP_COUNT(COMMANDS); count++) names[count] = COMMANDS[count].name;
    names[count] = NULL;
    bool option = word[0] == '-';
    const char *nearest = bp_nearest_word(word, option ? options : names);
    if (option && !nearest)
        fprintf(stderr,
                "bindpose: %.80s: unknown option; there are --help and --version, and those of a command "
                "after its name\n",
                word);
    else if (option)
        fprintf(
            stderr,
            "bindpose: %.80s: unknown option, did you mean %s? Options of a command come after its name\n",
            word, nearest);
    else
        fprintf(stderr, "bindpose: %.80s: there is no such command%s%s%s; --help lists them\n", word,
                nearest ? ", did you mean " : "", nearest ? nearest : "", nearest ? "?" : "");
    return 2;
}

/* With no arguments: the browser; with no display, what to type instead. */
static int run_browser(const program_desk *desk) {
    bp_error error = {0};
    bp_context *context = bp_context_create(NULL, &error);
    bool good =
        context && desk->window && bp_browser_window_run(desk->window, context, desk->lessons, &error);
    bp_context_destroy(context);
    if (good) return 0;
    if (desk->window && error.kind != BP_ERROR_ENVIRONMENT) return bp_report("bindpose", &error);
    fprintf(stderr,
            "bindpose: there is no display for the lesson browser%s%.120s%s. Instead: `bindpose lessons` "
            "lists the "
            "lessons, `bindpose lesson 5 --frames DIR` writes pictures, `bindpose --help` the rest\n",
            error.message[0] ? " (" : "", error.message, error.message[0] ? ")" : "");
    return 3;
}

static int run_command(const program_desk *desk, int argc, char **argv) {
    if (argc < 2) return run_browser(desk);
    if (strcmp(argv[1], "--help") == 0) {
        print_help(stdout);
        return 0;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("bindpose %s\n", BP_VERSION);
        return 0;
    }
    for (size_t i = 0; i < BP_COUNT(COMMANDS); i++)
        if (strcmp(argv[1], COMMANDS[i].name) == 0) return COMMANDS[i].run(desk, argc - 1, argv + 1);
    return unknown_word(argv[1]);
}

int bp_program(int argc, char **argv, const bp_lesson_plan *const *lessons, const bp_window *window) {
    const program_desk desk = {lessons, window};
    return bp_finish_output("bindpose", run_command(&desk, argc, argv));
}

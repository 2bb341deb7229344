/* `bindpose`: the first word selects a command from a table; the other words are the command's. */
#include "app/screens/list/list.h"
#include "base/isa.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/print.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int list_lessons(const bp_environment *environment, int argc, char **argv) {
    const bp_usage usage = {.program = "bindpose lessons",
                            .summary = "Lists the lessons: number, name, one line, steps, claims."};
    int code;
    if (!bp_options_read(&usage, argc, argv, NULL, &code)) return code;
    bp_lesson_group group = BP_LESSONS_BONES;
    for (const bp_lesson_plan *const *lesson = environment->lessons; *lesson; lesson++) {
        if ((*lesson)->group != group) printf("\n%s\n\n", bp_lesson_group_title((*lesson)->group));
        group = (*lesson)->group;
        printf("%02d  %-28s %s  (%d steps, %d claims)\n", (*lesson)->number, (*lesson)->name,
               (*lesson)->summary, (*lesson)->step_count, bp_lesson_claim_count(*lesson));
    }
    return 0;
}

/* By full name, or by number with or without its zero. */
static const bp_lesson_plan *find_lesson(const bp_environment *environment, const char *name) {
    char *end;
    long number = strtol(name, &end, 10);
    for (const bp_lesson_plan *const *lesson = environment->lessons; *lesson; lesson++) {
        if (strcmp((*lesson)->name, name) == 0) return *lesson;
        if (end != name && *end == '\0' && number == (*lesson)->number) return *lesson;
    }
    return NULL;
}

static int unknown_lesson(const bp_environment *environment, const char *name) {
    const char *names[65] = {NULL};
    for (size_t i = 0; environment->lessons[i] && i < BP_COUNT(names) - 1; i++)
        names[i] = environment->lessons[i]->name;
    fprintf(stderr, "bindpose lesson: %s: there is no such lesson%s; `bindpose lessons` lists them\n", name,
            bp_suggest(name, names).text);
    return 2;
}

static int run_lesson(const bp_environment *environment, int argc, char **argv) {
    if (argc < 2 || strcmp(argv[1], "--help") == 0) {
        fprintf(argc < 2 ? stderr : stdout,
                "Usage: bindpose lesson NAME [lesson options]\n\nNAME is 05, 5 or the full name; "
                "`bindpose lesson 5 --help` lists the options.\n");
        return argc < 2 ? 2 : 0;
    }
    const bp_lesson_plan *lesson = find_lesson(environment, argv[1]);
    if (!lesson) return unknown_lesson(environment, argv[1]);
    return bp_lesson_command(bp_format("bindpose lesson %s", argv[1]).text, argc - 1, argv + 1, lesson,
                             environment->window);
}

/* Without arguments: the list of lessons. */
static int run_list(const bp_environment *environment) {
    bp_error error = {0};
    bp_context *context = bp_context_create(NULL, &error);
    bool ok = context && environment->window &&
              bp_list_window_run(environment->window, context, environment->lessons, &error);
    bp_context_destroy(context);
    if (ok) return 0;
    if (environment->window && error.kind != BP_ERROR_ENVIRONMENT) return bp_report("bindpose", &error);
    fprintf(
        stderr,
        "bindpose: there is no display for the lesson browser%s%.120s%s. Instead: `bindpose lessons` lists "
        "the lessons, `bindpose lesson 5 --frames DIR` writes pictures, `bindpose --help` lists the other "
        "commands\n",
        error.message[0] ? " (" : "", error.message, error.message[0] ? ")" : "");
    return 3;
}

static const struct {
    const char *name, *arguments, *help;
    bp_command *run;
} COMMANDS[] = {
    {"lessons", "", "list the lessons", list_lessons},
    {"lesson", "NAME ...", "one lesson; the same as its own program", run_lesson},
    {"claims", "[--json]", "every claim of the page, measured", bp_claims_command},
    {"view", "FILE ...", "a glTF character in a window: clips, bones, matrices, weights, doctor",
     bp_view_command},
    {"inspect", "FILE ...", "a glTF file's skeletons, with the seven matrices of each bone",
     bp_inspect_command},
    {"skin", "FILE ...", "a glTF file's skinned vertices and joint matrices", bp_skin_command},
    {"render", "FILE -o OUT.png ...", "pictures of a glTF file; a clip as GIF or animated PNG",
     bp_render_command},
    {"diff", "A B [-o OUT.png]", "do two glTF files move in the same way?", bp_diff_command},
    {"rebind", "IN OUT --bind PRESET", "another bind pose for the same motion, with the proof",
     bp_rebind_command},
    {"pack", "IN OUT [--bound MM]", "clips in few bytes, within a bound that is proven", bp_pack_command},
    {"retarget", "MOTION CHARACTER -o OUT", "another skeleton's motion for a character", bp_retarget_command},
    {"match", "CHARACTER CLIPS...", "do these clips fit this skeleton?", bp_match_command},
    {"doctor", "PATH... [--fix OUT]", "what is wrong with the skins of glTF files, and its repair",
     bp_doctor_command},
    {"explain", "[ID]", "what a finding of the doctor means", bp_explain_command},
    {"exercise", "list | check N ...", "functions to write yourself, and their checker", bp_exercise_command},
    {"demo", "[FILE] ...", "a crowd of walking characters, in a window", bp_demo_command},
    {"bench", "[--json] ...", "how fast this machine draws, skins and poses", bp_bench_command},
};

static int print_help(void) {
    printf("Usage: bindpose COMMAND [arguments]\n\nStep through skeletal animation, with nothing hidden.\n\n"
           "Commands:\n");
    for (size_t i = 0; i < BP_COUNT(COMMANDS); i++) {
        printf("  %-28s %s\n", bp_format("%s %s", COMMANDS[i].name, COMMANDS[i].arguments).text,
               COMMANDS[i].help);
    }
    printf("  %-28s %s\n  %-28s %s\n\n`bindpose COMMAND --help` tells more.\n", "--help", "print this",
           "--version", "print version, commit, compiler, instruction set");
    return 0;
}

static int unknown_word(const char *word) {
    static const char *const OPTIONS[] = {"--help", "--version", NULL};
    const char *names[BP_COUNT(COMMANDS) + 1] = {NULL};
    for (size_t i = 0; i < BP_COUNT(COMMANDS); i++) names[i] = COMMANDS[i].name;
    if (word[0] == '-')
        fprintf(stderr,
                "bindpose: %.80s: unknown option%s there are --help and --version; a command\'s options come "
                "after its "
                "name\n",
                word, bp_nearest_word(word, OPTIONS) ? bp_suggest(word, OPTIONS).text : ";");
    else
        fprintf(stderr, "bindpose: %.80s: there is no such command%s; --help lists them\n", word,
                bp_suggest(word, names).text);
    return 2;
}

#define STRING_OF(number) #number
#define NUMBERS(major, minor, patch) STRING_OF(major) "." STRING_OF(minor) "." STRING_OF(patch)
#if defined(__clang__)
#define COMPILER "clang " NUMBERS(__clang_major__, __clang_minor__, __clang_patchlevel__)
#elif defined(__GNUC__)
#define COMPILER "gcc " NUMBERS(__GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__)
#else
#define COMPILER "another compiler"
#endif

#if defined(__x86_64__) || defined(_M_X64)
#define MACHINE "x86-64"
#elif defined(__aarch64__) || defined(_M_ARM64)
#define MACHINE "64-bit ARM"
#elif defined(__wasm__)
#define MACHINE "WebAssembly"
#else
#define MACHINE "another processor"
#endif

/* The set that a context gets: the best one, or $BINDPOSE_ISA's. */
static bp_isa isa_in_use(void) {
    bp_context *context = bp_context_create(&(bp_context_options){.threads = 1}, NULL);
    bp_isa isa = bp_context_isa(context);
    bp_context_destroy(context);
    return isa;
}

/* "bindpose VERSION (commit COMMIT, COMPILER, PROCESSOR, INSTRUCTION SET)", for reports of faults. */
static void print_version(const char *commit) {
    static const char *const NAMES[BP_ISA_COUNT] = {[BP_ISA_PORTABLE] = "portable C",
                                                    [BP_ISA_SSE2] = "SSE2",
                                                    [BP_ISA_AVX2] = "AVX2",
                                                    [BP_ISA_AVX512] = "AVX-512"};
    printf("bindpose %s (%s%s%s%s, %s, %s)\n", BP_VERSION, *commit ? "commit " : "", commit,
           *commit ? ", " : "", COMPILER, MACHINE, NAMES[isa_in_use()]);
}

static int run_command(const bp_environment *environment, int argc, char **argv) {
    if (argc < 2) return run_list(environment);
    if (strcmp(argv[1], "--help") == 0) return print_help();
    if (strcmp(argv[1], "--version") == 0) {
        print_version(environment->commit);
        return 0;
    }
    for (size_t i = 0; i < BP_COUNT(COMMANDS); i++)
        if (strcmp(argv[1], COMMANDS[i].name) == 0) return COMMANDS[i].run(environment, argc - 1, argv + 1);
    return unknown_word(argv[1]);
}

int bp_program(int argc, char **argv, const bp_lesson_plan *const *lessons, const bp_window *window,
               const char *commit) {
    const bp_environment environment = {lessons, window, commit};
    return bp_finish_output("bindpose", run_command(&environment, argc, argv));
}

/* `bindpose`: the first word selects a command from a table; the other words are the command's. */
#include "app/screens/list/list.h"
#include "base/isa.h"
#include "cli/commands.h"
#include "cli/print.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int list_lessons(bp_cli *call) {
    if (!bp_cli_read(call, "", "Lists the lessons: number, name, one line, steps, claims.", NULL, 0))
        return 0;
    bp_lesson_group group = BP_LESSONS_BONES;
    for (const bp_lesson_plan *const *lesson = call->lessons; *lesson; lesson++) {
        if ((*lesson)->group != group) printf("\n%s\n\n", bp_lesson_group_title((*lesson)->group));
        group = (*lesson)->group;
        printf("%02d  %-28s %s  (%d steps, %d claims)\n", (*lesson)->number, (*lesson)->name,
               (*lesson)->summary, (*lesson)->step_count, bp_lesson_claim_count(*lesson));
    }
    return 0;
}

/* By full name, or by number with or without its zero. */
static const bp_lesson_plan *const *find_lesson(const bp_cli *call, const char *name) {
    char *end;
    long number = strtol(name, &end, 10);
    for (const bp_lesson_plan *const *lesson = call->lessons; *lesson; lesson++)
        if (strcmp((*lesson)->name, name) == 0 ||
            (end != name && *end == '\0' && number == (*lesson)->number))
            return lesson;
    return NULL;
}

static int run_lesson(bp_cli *call) {
    const char *name = call->argv[1], *names[65] = {NULL};
    if (!name || strcmp(name, "--help") == 0) {
        fprintf(name ? stdout : stderr,
                "Usage: bindpose lesson NAME [lesson options]\n\nNAME is 05, 5 or the full name; "
                "`bindpose lesson 5 --help` lists the options.\n");
        return name ? 0 : 2;
    }
    bp_cli chosen = *call;
    chosen.lessons = find_lesson(call, name);
    if (chosen.lessons) return bp_cli_run_below(bp_lesson_command, &chosen, name);
    for (size_t i = 0; call->lessons[i] && i < BP_COUNT(names) - 1; i++) names[i] = call->lessons[i]->name;
    return bp_fail(&call->error, BP_ERROR_ARGUMENT, name,
                   "there is no such lesson%s; `bindpose lessons` lists them", bp_suggest(name, names).text);
}

/* Without arguments: the list of lessons. */
static int run_list(bp_cli *call) {
    bp_error *error = &call->error;
    bp_context *context = bp_context_create(NULL, error);
    bool ok = context && call->window && bp_list_window_run(call->window, context, call->lessons, error);
    bp_context_destroy(context);
    if (!ok && (!call->window || error->kind == BP_ERROR_ENVIRONMENT)) {
        const bp_error why = *error;
        bp_fail(
            error, BP_ERROR_ENVIRONMENT, NULL,
            "there is no display for the lesson browser%s%.120s%s. Instead: `bindpose lessons` lists the "
            "lessons, `bindpose lesson 5 --frames DIR` writes pictures, `bindpose --help` lists the other "
            "commands",
            why.message[0] ? " (" : "", why.message, why.message[0] ? ")" : "");
    }
    return 0;
}

static const bp_named_command COMMANDS[] = {
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
    {NULL, NULL, NULL, NULL},
};

static void print_help(void) {
    printf("Usage: bindpose COMMAND [arguments]\n\nStep through skeletal animation, with nothing hidden.\n\n"
           "Commands:\n");
    for (const bp_named_command *one = COMMANDS; one->name; one++)
        printf("  %-28s %s\n", bp_format("%s %s", one->name, one->arguments).text, one->help);
    printf("  %-28s %s\n  %-28s %s\n\n`bindpose COMMAND --help` tells more.\n", "--help", "print this",
           "--version", "print version, commit, compiler, instruction set");
}

static int unknown_option(bp_cli *call) {
    static const char *const OPTIONS[] = {"--help", "--version", NULL};
    const bp_suggestion nearest = bp_suggest(call->argv[1], OPTIONS);
    return bp_fail(&call->error, BP_ERROR_ARGUMENT, call->argv[1],
                   "unknown option%s there are --help and --version; a command's options come after its name",
                   nearest.text[0] ? nearest.text : ";");
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

static int run_command(bp_cli *call) {
    if (call->argc < 2) return run_list(call);
    if (strcmp(call->argv[1], "--help") == 0)
        print_help();
    else if (strcmp(call->argv[1], "--version") == 0)
        print_version(call->commit);
    else
        return call->argv[1][0] == '-' ? unknown_option(call) : bp_cli_choose(call, COMMANDS);
    return 0;
}

int bp_program(int argc, char **argv, const bp_lesson_plan *const *lessons, const bp_window *window,
               const char *commit) {
    bp_cli call = {"bindpose", argc, argv, lessons, window, commit, .error = {0}};
    return bp_finish_output("bindpose", bp_cli_run(run_command, &call));
}

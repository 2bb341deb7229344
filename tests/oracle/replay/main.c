/* replay FILE.json...: plays recordings of the real Babylon.js on this library and compares.
 *
 * Prints for each file the numbers of traces, steps and values compared, the largest relative difference,
 * and the first mismatch with its position. Exit: 0 all equal within the tolerance, 1 a mismatch, 2 a file
 * that can't be read or is no recording, or wrong use.
 */
#include "cli/options.h"
#include "replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void report(const replay *r) {
    if (r->malformed) {
        fprintf(stderr, "%s: %s\n", r->file, r->complaint);
        return;
    }
    printf("%s: %zu traces, %zu steps, %zu values; worst relative difference %.3g", r->file, r->traces,
           r->steps, r->values, r->worst);
    if (r->worst_place[0]) printf(" (%s)", r->worst_place);
    printf("; tolerance %g: %s\n", r->tolerance, r->mismatch ? "MISMATCH" : "equal");
    if (r->mismatch) printf("%s: first mismatch: %s\n", r->file, r->first);
}

static int replay_file(const char *path, double tolerance) {
    replay r = {.file = path};
    bp_file text;
    bp_error error = {0};
    bp_allocator allocator = bp_allocator_default();
    if (!bp_file_read(&allocator, path, 0, &text, &error)) {
        fprintf(stderr, "%s: %s\n", path, error.message);
        return 2;
    }
    replay_recording(&r, text.data, text.size, tolerance);
    bp_file_free(&allocator, &text);
    report(&r);
    return r.malformed ? 2 : r.mismatch ? 1 : 0;
}

static const char usage[] =
    "usage: replay [--tolerance X] FILE.json...\n"
    "Plays recordings of Babylon.js (api-fuzz, doc-cases, animation, ik-look) on this library.\n"
    "  --tolerance X  instead of the file kind's own (1e-5; ik-look 1e-4): |got - want| may be up to\n"
    "                 X times the largest magnitude of the recorded row, or X where that is below 1\n"
    "  --help, --version\n"
    "Exit: 0 equal, 1 a mismatch, 2 not such a recording or wrong use.\n";

static int unknown_option(const char *option) {
    const char *const known[] = {"--tolerance", "--help", "--version", NULL};
    const char *nearest = bp_nearest_word(option, known);
    fprintf(stderr, "replay: there is no option %s%s%s\n%s", option, nearest ? "; did you mean " : "",
            nearest ? nearest : "", usage);
    return 2;
}

static int wrong_use(const char *message) {
    fprintf(stderr, "replay: %s\n%s", message, usage);
    return 2;
}

static int run(int count, char **arguments) {
    double tolerance = 0;
    int worst = 0, files = 0;
    for (int i = 1; i < count; i++) {
        const char *argument = arguments[i];
        if (strcmp(argument, "--help") == 0) return fputs(usage, stdout) < 0 ? 3 : 0;
        if (strcmp(argument, "--version") == 0) return puts("replay " BP_VERSION) < 0 ? 3 : 0;
        if (strcmp(argument, "--tolerance") == 0) {
            char *end = NULL;
            tolerance = i + 1 < count ? strtod(arguments[++i], &end) : 0;
            if (!(tolerance > 0) || *end) return wrong_use("--tolerance wants a number above 0");
        } else if (argument[0] == '-' && argument[1]) {
            return unknown_option(argument);
        } else {
            int result = replay_file(argument, tolerance);
            if (result > worst) worst = result;
            files++;
        }
    }
    return files ? worst : wrong_use("no file given");
}

int main(int count, char **arguments) {
    int code = run(count, arguments);
    if ((fflush(stdout) == 0 && !ferror(stdout)) || code > 1) return code;
    fputs("replay: standard output can't be written to\n", stderr);
    return 3;
}

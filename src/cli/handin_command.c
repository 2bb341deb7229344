/* `bindpose exercise handin`: packs a student's work. Not in the page (src/web/desktop_only.c). */
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/print.h"
#include "tools/grade/handin.h"
#include <ctype.h>
#include <stdio.h>

/* "handin-1815.json": letters, digits, - and _ of the id, or else of the name. */
static void choose_file(const char *text, char *path, size_t size) {
    size_t used = (size_t)snprintf(path, size, "handin-");
    for (; *text && used < size - 8; text++)
        if (isalnum((unsigned char)*text) || *text == '-' || *text == '_') path[used++] = *text;
    snprintf(path + used, size - used, ".json");
}

int bp_handin_command(const bp_environment *environment, int argc, char **argv) {
    (void)environment;
    const char *name = NULL, *id = "", *out = NULL;
    char path[100];
    int code;
    const bp_option options[] = {
        bp_option_text("--name", &name, "NAME", "your name (needed)"),
        bp_option_text("--id", &id, "ID", "your student number, if your teacher asks for it"),
        bp_option_text("--out", &out, "FILE", "the file to write (handin-ID.json)"),
    };
    const bp_usage usage = {.program = "bindpose exercise handin",
                            .summary = "Packs all exercises that you have begun into one file to hand in.",
                            BP_OPTION_TABLE(options)};
    bp_error error = {0};
    bp_exercise_paths paths;
    bp_handin_counts counts;
    if (!bp_options_read(&usage, argc, argv, NULL, &code)) return code;
    choose_file(*id ? id : name ? name : "", path, sizeof path);
    if (!out) out = path;
    if (!name)
        bp_fail(&error, BP_ERROR_ARGUMENT, "--name",
                "whose work is it? Give your name: --name 'Ada Lovelace'");
    if (!name || !bp_exercise_find_paths(&paths, &error) ||
        !bp_handin_write(&paths, name, id, out, &counts, &error))
        return bp_report(usage.program, &error);
    printf("Packed %d exercises into %s; %d aren't begun.%s\nHand in that file. `bindpose exercise list` "
           "says which of them pass.\n",
           counts.begun, out, counts.untouched, counts.missing ? " Some files are missing." : "");
    return 0;
}

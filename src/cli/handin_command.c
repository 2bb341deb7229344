/* `bindpose exercise handin`: packs a student's work. Not in the page (src/web/desktop_only.c). */
#include "cli/commands.h"
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

int bp_handin_command(bp_cli *call) {
    const char *name = NULL, *id = "", *out = NULL;
    char path[100];
    const bp_option options[] = {
        bp_option_text("--name", &name, "NAME", "your name (needed)"),
        bp_option_text("--id", &id, "ID", "your student number, if your teacher asks for it"),
        bp_option_text("--out", &out, "FILE", "the file to write (handin-ID.json)"),
    };
    bp_exercise_paths paths;
    bp_handin_counts counts;
    if (!bp_cli_read(call, "", "Packs all exercises that you have begun into one file to hand in.",
                     BP_OPTIONS(options)))
        return 0;
    if (!name)
        return bp_fail(&call->error, BP_ERROR_ARGUMENT, "--name",
                       "whose work is it? Give your name: --name 'Ada Lovelace'");
    choose_file(*id ? id : name, path, sizeof path);
    if (!out) out = path;
    if (!bp_exercise_find_paths(&paths, &call->error) ||
        !bp_handin_write(&paths, name, id, out, &counts, &call->error))
        return 0;
    printf("Packed %d exercises into %s; %d aren't begun.%s\nHand in that file. `bindpose exercise list` "
           "says which of them pass.\n",
           counts.begun, out, counts.untouched, counts.missing ? " Some files are missing." : "");
    return 0;
}

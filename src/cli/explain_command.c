/* `bindpose explain [ID]`: what a finding of the doctor means, without a file that has it. */
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/print.h"
#include "gltf/doctor/doctor.h"
#include <stdio.h>
#include <string.h>

static void list_all(void) {
    for (int id = 1; id < BP_DOCTOR_ID_COUNT; id++)
        if (bp_doctor_has_own_name(id))
            printf("%-26s %s\n", bp_doctor_id_name((bp_doctor_id)id),
                   bp_doctor_text_of((bp_doctor_id)id)->effect);
}

static void explain(bp_doctor_id id) {
    const bp_doctor_id_text *text = bp_doctor_text_of(id);
    int lesson = bp_doctor_lesson(id);
    printf("%s\n  picture: %s\n  cause:   %s\n  remedy:  %s\n", text->name, text->effect, text->cause,
           text->remedy);
    if (text->code) printf("  Khronos' validator calls it %s.\n", text->code);
    printf("  lesson:  `bindpose lesson %d` shows what goes wrong.\n"
           "  repair:  `bindpose doctor FILE --fix OUT.glb --only %s`, if the file tells how.\n",
           lesson, text->name);
}

int bp_explain_command(const bp_environment *environment, int argc, char **argv) {
    (void)environment;
    const bp_usage usage = {.program = "bindpose explain",
                            .positionals = "[ID]",
                            .summary =
                                "Says what a finding of `bindpose doctor` means, such as weights-sum: what "
                                "one sees, how it comes about, what to do. Without ID: a line for each."};
    const char *name, *names[BP_DOCTOR_ID_COUNT];
    bp_error error = {0};
    int code;
    if (!bp_options_read(&usage, argc, argv, &name, &code)) return code;
    if (!name) {
        list_all();
        return 0;
    }
    bp_doctor_id id = bp_doctor_id_of(name, strlen(name));
    if (id != BP_DOCTOR_NONE) {
        explain(id);
        return 0;
    }
    bp_doctor_id_names(names);
    bp_fail(&error, BP_ERROR_ARGUMENT, name, "is no finding's id%s; `bindpose explain` lists them",
            bp_suggest(name, names).text);
    return bp_report(usage.program, &error);
}

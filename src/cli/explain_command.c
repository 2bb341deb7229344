/* `bindpose explain [ID]`: what a finding of the doctor means, without a file that has it. */
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/print.h"
#include "gltf/doctor/doctor_profiles.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static void list_all(void) {
    for (int id = 1; id < BP_DOCTOR_ID_COUNT; id++)
        if (bp_doctor_has_own_name(id))
            printf("%-26s %s\n", bp_doctor_id_name((bp_doctor_id)id),
                   bp_doctor_text_of((bp_doctor_id)id)->effect);
}

/* What each profile allows. */
static void print_limits(bp_doctor_id id) {
    for (int i = 0; bp_doctor_profiles[i]; i++) {
        bp_doctor_limits limits;
        bp_doctor_limits_make(&limits, i);
        const bp_doctor_limit *limit = &limits.rules[id - BP_DOCTOR_FIRST_RULE];
        if (limit->at_most < INFINITY)
            printf("  %-8s at most %.6g (%s): %s\n", bp_doctor_profiles[i], limit->at_most,
                   bp_doctor_severity_text(limit->severity), limit->says);
    }
    printf("  bindpose.json sets it: {\"limits\": {\"%s\": %s}}.\n",
           bp_doctor_id_name(id) + strlen(BP_DOCTOR_RULE_PREFIX),
           id == BP_DOCTOR_PROFILE_NAME_CHARACTERS ? "\".:/\"" : "NUMBER");
}

static void explain(bp_doctor_id id) {
    const bp_doctor_id_text *text = bp_doctor_text_of(id);
    const bp_doctor_group *group = bp_doctor_group_of(id);
    printf("%s\n  picture: %s\n  cause:   %s\n  Blender: %s\n  Maya:    %s\n  engines: %s\n  remedy:  %s\n",
           text->name, text->effect, text->cause, group->blender, group->maya, group->engines, text->remedy);
    if (text->code) printf("  Khronos' validator calls it %s.\n", text->code);
    printf("  lesson:  `bindpose lesson %d` shows what goes wrong.\n", group->lesson);
    if (id >= BP_DOCTOR_FIRST_RULE)
        print_limits(id);
    else
        printf("  repair:  `bindpose doctor FILE --fix OUT.glb --only %s`, if the file tells how.\n",
               text->name);
}

/* All texts, from which the pages of the site are made. */
static int print_json(const char *program) {
    bp_json_writer json = bp_json_writer_make(NULL);
    bp_error error = {0};
    bp_json_write(&json, "[");
    for (int id = 1; id < BP_DOCTOR_ID_COUNT; id++) {
        const bp_doctor_id_text *text = bp_doctor_text_of((bp_doctor_id)id);
        const bp_doctor_group *group = bp_doctor_group_of((bp_doctor_id)id);
        if (!bp_doctor_has_own_name(id)) continue;
        bp_json_write(&json,
                      "{id: %s, effect: %s, cause: %s, blender: %s, maya: %s, engines: %s, remedy: %s, "
                      "validatorCode: %s, lesson: %d}",
                      text->name, text->effect, text->cause, group->blender, group->maya, group->engines,
                      text->remedy, text->code, group->lesson);
    }
    bp_json_write(&json, "]");
    return bp_print_json(&json, &error) ? 0 : bp_report(program, &error);
}

int bp_explain_command(const bp_environment *environment, int argc, char **argv) {
    (void)environment;
    bool json = false;
    const bp_option options[] = {bp_option_flag("--json", &json, "print the texts of all findings as JSON")};
    const bp_usage usage = {.program = "bindpose explain",
                            .positionals = "[ID]",
                            .summary =
                                "Says what a finding of `bindpose doctor` means, such as weights-sum: what "
                                "one sees, how it comes about, what to do. Without ID: a line for each.",
                            BP_OPTION_TABLE(options)};
    const char *name, *names[BP_DOCTOR_ID_COUNT];
    bp_error error = {0};
    int code;
    if (!bp_options_read(&usage, argc, argv, &name, &code)) return code;
    if (json) return print_json(usage.program);
    bp_doctor_id id = name ? bp_doctor_id_of(name, strlen(name)) : BP_DOCTOR_NONE;
    if (!name)
        list_all();
    else if (id != BP_DOCTOR_NONE)
        explain(id);
    if (!name || id != BP_DOCTOR_NONE) return 0;
    bp_doctor_id_names(names);
    bp_fail(&error, BP_ERROR_ARGUMENT, name, "is no finding's id%s; `bindpose explain` lists them",
            bp_suggest(name, names).text);
    return bp_report(usage.program, &error);
}

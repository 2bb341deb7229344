/* `bindpose explain [ID]`: what a finding of the doctor means, without a file that has it. */
#include "cli/commands.h"
#include "cli/print.h"
#include "gltf/doctor/doctor_profiles.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

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
static bool print_json(bp_error *error) {
    bp_json_writer json = bp_json_writer_make(NULL);
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
    return bp_print_json(&json, error);
}

int bp_explain_command(bp_cli *call) {
    bool json = false;
    const bp_option options[] = {bp_option_flag("--json", &json, "print the texts of all findings as JSON")};
    const char *summary = "Says what a finding of `bindpose doctor` means, such as weights-sum: what one "
                          "sees, how it comes about, "
                          "what to do. Without ID: a line for each.";
    const char *name, *names[BP_DOCTOR_ID_COUNT];
    if (!bp_cli_read(call, "[ID]", summary, BP_OPTIONS(options))) return 0;
    name = call->argv[1];
    bp_doctor_id id = name ? bp_doctor_id_of(name, strlen(name)) : BP_DOCTOR_NONE;
    if (json) {
        print_json(&call->error);
    } else if (!name) {
        for (id = 1; id < BP_DOCTOR_ID_COUNT; id++)
            if (bp_doctor_has_own_name((int)id))
                printf("%-26s %s\n", bp_doctor_id_name(id), bp_doctor_text_of(id)->effect);
    } else if (id != BP_DOCTOR_NONE) {
        explain(id);
    } else {
        bp_doctor_id_names(names);
        bp_fail(&call->error, BP_ERROR_ARGUMENT, name, "is no finding's id%s; `bindpose explain` lists them",
                bp_suggest(name, names).text);
    }
    return 0;
}

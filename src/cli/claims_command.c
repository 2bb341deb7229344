/* `bindpose claims`: all claims of the page, in the page's order, each with the lessons' measurements; then
 * those of each other group of lessons. */
#include "cli/commands.h"
#include "cli/print.h"
#include <bindpose/lesson_session.h>
#include <stdio.h>

enum { PAGE_CLAIMS = 64, CLAIMS_MAX = 256 };

static void put_claim(bp_json_writer *json, const bp_lesson_plan *lesson, const bp_claim_result *result) {
    const bp_claim *claim = result->claim;
    char name[16];
    bp_json_write(json, "{");
    if (lesson->group == BP_LESSONS_BONES)
        bp_json_write(json, "claim: %d", claim->number);
    else
        bp_json_write(json, "claim: %s", bp_claim_name(lesson->group, claim->number, name, sizeof name));
    bp_json_write(json, "text: %s, lesson: %s, step: %d", claim->text, lesson->name, result->step + 1);
    bp_claim_result_write_json(json, result);
    bp_json_write(json, "page: %s, engine: %s}", claim->page, claim->engine);
}

static void print_values(const float *values, int count) {
    for (int i = 0; i < (count > 0 ? count : 1); i++) printf("%s%.6g", i ? ", " : "", (double)values[i]);
}

static void print_claim(const bp_lesson_plan *lesson, const bp_claim_result *result) {
    const bp_claim *claim = result->claim;
    char name[16];
    printf("%2s %s  %s\n        measured ", bp_claim_name(lesson->group, claim->number, name, sizeof name),
           result->pass ? "pass" : "FAIL", claim->text);
    print_values(result->measured, claim->count);
    printf(", expected %s", claim->at_most ? "at most " : "");
    print_values(claim->expected, claim->count);
    printf("%s%s; %s, step %d\n", claim->unit && *claim->unit ? " " : "", claim->unit ? claim->unit : "",
           lesson->name, result->step + 1);
    if (claim->engine) printf("        page: %s\n        engine: %s\n", claim->page, claim->engine);
    if (!result->pass) printf("        %s\n", result->failure);
}

typedef struct claim_tally {
    const bp_context *context;
    bp_json_writer *json; /* NULL: print */
    bp_lesson_group group;
    int last; /* the number of the group's last claim */
    int passed, failed;
    bool taught[CLAIMS_MAX + 1];
} claim_tally;

static bool measure_lesson(claim_tally *tally, const bp_lesson_plan *lesson, int number, bp_error *error) {
    bp_session *session = NULL;
    bool ok = true;
    for (int s = 0; ok && lesson->group == tally->group && s < lesson->step_count; s++) {
        for (int i = 0; ok && i < lesson->steps[s].claim_count; i++) {
            if (lesson->steps[s].claims[i].number != number) continue;
            bp_claim_result result;
            if (!session) session = bp_session_create(tally->context, lesson, NULL, error);
            ok = session && bp_session_check(session, s, i, &result, error);
            if (!ok) break;
            tally->taught[number] = true;
            *(result.pass ? &tally->passed : &tally->failed) += 1;
            if (tally->json)
                put_claim(tally->json, lesson, &result);
            else
                print_claim(lesson, &result);
        }
    }
    bp_session_destroy(session);
    return ok;
}

/* The page has 64 claims; another group has those of its lessons, without a gap. */
static int last_claim(const bp_lesson_plan *const *lessons, bp_lesson_group group) {
    int last = group == BP_LESSONS_BONES ? PAGE_CLAIMS : 0;
    for (; *lessons; lessons++)
        for (int s = 0; (*lessons)->group == group && s < (*lessons)->step_count; s++)
            for (int i = 0; i < (*lessons)->steps[s].claim_count; i++)
                if ((*lessons)->steps[s].claims[i].number > last)
                    last = (*lessons)->steps[s].claims[i].number;
    return last < CLAIMS_MAX ? last : CLAIMS_MAX;
}

/* Measures a group's claims, in the order of their numbers. */
static bool measure_group(claim_tally *tally, const bp_lesson_plan *const *lessons, bp_error *error) {
    tally->last = last_claim(lessons, tally->group);
    if (tally->group != BP_LESSONS_BONES && tally->last > 0 && !tally->json)
        printf("\n%s\n\n", bp_lesson_group_title(tally->group));
    for (int number = 1; number <= tally->last; number++)
        for (const bp_lesson_plan *const *lesson = lessons; *lesson; lesson++)
            if (!measure_lesson(tally, *lesson, number, error)) return false;
    return true;
}

/* Ends the group's table, and complains about claims that no lesson teaches. Returns the exit code. */
static int finish_group(const claim_tally *tally) {
    int missing = 0;
    char name[16];
    for (int number = 1; number <= tally->last; number++) missing += !tally->taught[number];
    if (!tally->json && tally->last > 0)
        printf("\n%d measurements hold, %d don't; %d of the %s%d claims are taught.\n", tally->passed,
               tally->failed, tally->last - missing,
               tally->group == BP_LESSONS_BONES ? "page's " : "group's ", tally->last);
    for (int number = 1; number <= tally->last; number++)
        if (!tally->taught[number])
            fprintf(stderr, "bindpose claims: claim %s is in no lesson\n",
                    bp_claim_name(tally->group, number, name, sizeof name));
    return tally->failed > 0 || missing > 0 ? 1 : 0;
}

int bp_claims_command(bp_cli *call) {
    bool json = false;
    const bp_option options[] = {bp_option_flag("--json", &json, "print JSON")};
    int code = 0;
    if (!bp_cli_read(call, "",
                     "Measures every claim of the page, and of the lessons on pixels; exit 1 if one fails.",
                     BP_OPTIONS(options)))
        return 0;
    bp_json_writer writer = bp_json_writer_make(NULL);
    bp_context *context = bp_context_create(NULL, &call->error);
    if (json) bp_json_write(&writer, "[");
    bool ok = context != NULL;
    for (int group = 0; ok && group < BP_LESSON_GROUPS; group++) {
        claim_tally tally = {
            .context = context, .json = json ? &writer : NULL, .group = (bp_lesson_group)group};
        ok = measure_group(&tally, call->lessons, &call->error);
        if (ok && finish_group(&tally) != 0) code = 1;
    }
    if (json) bp_json_write(&writer, "]");
    if (ok && json) bp_print_json(&writer, &call->error);
    bp_json_writer_clear(&writer);
    bp_context_destroy(context);
    return code;
}

/* `bindpose claims`: all claims of the page, in the page's order, each with the lessons' measurements. */
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/print.h"
#include <bindpose/lesson_session.h>
#include <stdio.h>
#include <string.h>

enum { PAGE_CLAIMS = 64 };

static const char PROGRAM[] = "bindpose claims";

static void put_claim(bp_json_writer *json, const bp_lesson_plan *lesson, const bp_claim_result *result) {
    const bp_claim *claim = result->claim;
    bp_json_begin_object(json);
    bp_json_set_integer(json, "claim", claim->number);
    bp_json_set_text(json, "text", claim->text);
    bp_json_set_text(json, "lesson", lesson->name);
    bp_json_set_integer(json, "step", result->step + 1);
    bp_claim_result_write_json(json, result);
    bp_json_set_text(json, "page", claim->page);
    bp_json_set_text(json, "engine", claim->engine);
    bp_json_end_object(json);
}

static void print_values(const float *values, int count) {
    for (int i = 0; i < (count > 0 ? count : 1); i++) printf("%s%.6g", i ? ", " : "", (double)values[i]);
}

static void print_claim(const bp_lesson_plan *lesson, const bp_claim_result *result) {
    const bp_claim *claim = result->claim;
    printf("%2d %s  %s\n        measured ", claim->number, result->pass ? "pass" : "FAIL", claim->text);
    print_values(result->measured, claim->count);
    printf(", expected %s", claim->at_most ? "at most " : "");
    print_values(claim->expected, claim->count);
    printf("%s%s; %s, step %d\n", claim->unit && *claim->unit ? " " : "", claim->unit ? claim->unit : "",
           lesson->name, result->step + 1);
    if (claim->engine) printf("        page: %s\n        engine: %s\n", claim->page, claim->engine);
    if (!result->pass) printf("        %s\n", result->failure);
}

typedef struct claim_tally {
    bp_context *context;
    bp_json_writer *json; /* NULL: print */
    int passed, failed;
    bool taught[PAGE_CLAIMS + 1];
} claim_tally;

static bool measure_lesson(claim_tally *tally, const bp_lesson_plan *lesson, int number, bp_error *error) {
    bool any = false;
    for (int s = 0; s < lesson->step_count; s++)
        for (int i = 0; i < lesson->steps[s].claim_count; i++)
            any |= lesson->steps[s].claims[i].number == number;
    if (!any) return true;
    bp_session *session = bp_session_create(tally->context, lesson, NULL, error);
    bool ok = session != NULL;
    for (int s = 0; ok && s < lesson->step_count; s++) {
        for (int i = 0; ok && i < lesson->steps[s].claim_count; i++) {
            if (lesson->steps[s].claims[i].number != number) continue;
            bp_claim_result result;
            ok = bp_session_check(session, s, i, &result, error);
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

static bool measure_all(claim_tally *tally, const bp_lesson_plan *const *lessons, bp_error *error) {
    for (int number = 1; number <= PAGE_CLAIMS; number++)
        for (const bp_lesson_plan *const *lesson = lessons; *lesson; lesson++)
            if (!measure_lesson(tally, *lesson, number, error)) return false;
    return true;
}

/* Ends the table, and complains about claims that no lesson teaches. Returns the exit code. */
static int finish(const claim_tally *tally) {
    int missing = 0;
    for (int number = 1; number <= PAGE_CLAIMS; number++) missing += !tally->taught[number];
    if (!tally->json) {
        printf("\n%d measurements hold, %d don't; %d of the page's %d claims are taught.\n", tally->passed,
               tally->failed, PAGE_CLAIMS - missing, PAGE_CLAIMS);
    }
    for (int number = 1; number <= PAGE_CLAIMS; number++)
        if (!tally->taught[number]) fprintf(stderr, "bindpose claims: claim %d is in no lesson\n", number);
    return tally->failed > 0 || missing > 0 ? 1 : 0;
}

int bp_claims_command(const bp_environment *environment, int argc, char **argv) {
    bool json = false;
    const bp_option options[] = {bp_option_flag("--json", &json, "print JSON")};
    const bp_usage usage = {.program = PROGRAM,
                            .summary = "Measures every claim of the page; exit 1 if one fails.",
                            BP_OPTION_TABLE(options)};
    bp_error error = {0};
    int code;
    if (!bp_options_read(&usage, argc, argv, NULL, &code)) return code;
    bp_json_writer writer = bp_json_writer_make(NULL);
    claim_tally tally = {.context = bp_context_create(NULL, &error), .json = json ? &writer : NULL};
    if (json) bp_json_begin_array(&writer);
    bool ok = tally.context && measure_all(&tally, environment->lessons, &error);
    if (json) bp_json_end_array(&writer);
    if (ok && json) ok = bp_print_json(&writer, &error);
    bp_json_writer_clear(&writer);
    bp_context_destroy(tally.context);
    return ok ? finish(&tally) : bp_report(PROGRAM, &error);
}

/* Checks a claim: false before its step's change, true after it. Measuring may move bones, so each
 * measurement gets a world of its own. */
#include "io/json.h"
#include "lesson/world.h"
#include <bindpose/lesson_session.h>
#include <stdio.h>

static int count_of(const bp_claim *claim) { return claim->count > 0 ? claim->count : 1; }

static float tolerance_of(const bp_claim *claim) { return claim->tolerance > 0 ? claim->tolerance : 1e-5f; }

/* The index of the first value that disagrees; -1: none. NaN agrees with nothing. */
static int first_difference(const bp_claim *claim, const float *measured, const float *expected) {
    float largest = 1;
    for (int i = 0; i < count_of(claim); i++) largest = fmaxf(largest, fabsf(expected[i]));
    float allowed = tolerance_of(claim) * largest;
    for (int i = 0; i < count_of(claim); i++) {
        bool ok = claim->at_most ? measured[i] <= expected[i] : fabsf(measured[i] - expected[i]) <= allowed;
        if (!ok) return i;
    }
    return -1;
}

/* Compares, and describes the first difference in result->failure, after `prefix`. */
static bool compare(bp_claim_result *result, const char *prefix, const float *measured,
                    const float *expected) {
    int i = first_difference(result->claim, measured, expected);
    if (i < 0) return true;
    snprintf(result->failure, sizeof result->failure, "%svalue %d: measured %.9g, expected %s%.9g", prefix,
             i + 1, (double)measured[i], result->claim->at_most ? "at most " : "", (double)expected[i]);
    return false;
}

static bool measure(bp_session *session, bp_lesson_state state, const bp_claim *claim, float *values,
                    bp_error *error) {
    if (!bp_session_seek(session, state, error)) return false;
    bp_world *world = bp_session_world(session);
    bool by_engine = state.engine && claim->engine_measure;
    (by_engine ? claim->engine_measure : claim->measure)(world, &claim->args, values);
    return bp_world_check(world, error);
}

bool bp_session_check(bp_session *session, int step, int claim, bp_claim_result *result, bp_error *error) {
    const bp_claim *c = &bp_session_lesson(session)->steps[step].claims[claim];
    float before[BP_CLAIM_VALUE_MAX] = {0};
    *result = (bp_claim_result){.claim = c, .step = step};
    if (!c->holds_before && !measure(session, (bp_lesson_state){.step = step}, c, before, error))
        return false;
    if (!measure(session, (bp_lesson_state){.step = step, .t = 1}, c, result->measured, error)) return false;
    result->pass = compare(result, "", result->measured, c->expected);
    if (result->pass && !c->holds_before && first_difference(c, before, c->expected) < 0) {
        result->pass = false;
        snprintf(result->failure, sizeof result->failure,
                 "it is true before the step's change too, so the step shows nothing");
    }
    if (!c->engine) return true;
    bp_lesson_state engine = {.step = step, .t = 1, .engine = true};
    if (!measure(session, engine, c, result->engine_measured, error)) return false;
    if (result->pass)
        result->pass =
            compare(result, "by the engine's rules: ", result->engine_measured, c->engine_expected);
    return true;
}

static void put_values(bp_json_writer *json, const char *key, const float *values, int count) {
    bp_json_write(json, "%s:", key);
    if (count > 1)
        bp_json_write(json, "%*p", (int)count, bp_floats(values));
    else
        bp_json_write(json, "%g", (double)values[0]);
}

void bp_claim_result_write_json(bp_json_writer *json, const bp_claim_result *result) {
    const bp_claim *claim = result->claim;
    put_values(json, "measured", result->measured, claim->count);
    put_values(json, "expected", claim->expected, claim->count);
    bp_json_write(json, "tolerance: %g, pass: %i", (double)tolerance_of(claim), result->pass);
}

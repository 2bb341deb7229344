/* Checking a claim: it must be false before its step's change and true after it, each on a world that was
 * made for the measurement alone, since measuring may move bones. What came out is written as JSON here, for
 * the lesson's own transcript and for the list of all claims. */
#include <bindpose/lesson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static int count_of(const bp_claim *claim) { return claim->count > 0 ? claim->count : 1; }

static float tolerance_of(const bp_claim *claim) { return claim->tolerance > 0 ? claim->tolerance : 1e-5f; }

static bool agrees(const bp_claim *claim, const float *measured, const float *expected) {
    float largest = 1;
    for (int i = 0; i < count_of(claim); i++)
        if (fabsf(expected[i]) > largest) largest = fabsf(expected[i]);
    float allowed = tolerance_of(claim) * largest;
    for (int i = 0; i < count_of(claim); i++) {
        /* Written so that NaN agrees with nothing. */
        bool good = claim->at_most ? measured[i] <= expected[i] : fabsf(measured[i] - expected[i]) <= allowed;
        if (!good) return false;
    }
    return true;
}

static bool measure(bp_session *session, bp_lesson_state moment, bp_measure *with, const bp_claim *claim,
                    float *values, bp_error *error) {
    if (!bp_session_seek(session, moment, error)) return false;
    bp_world *world = bp_session_world(session);
    with(world, &claim->of, values);
    if (world->error.kind == BP_ERROR_NONE) return true;
    if (error) *error = world->error;
    return false;
}

static void first_difference(const bp_claim *claim, const float *measured, const float *expected, char *text,
                             size_t size) {
    for (int i = 0; i < count_of(claim); i++) {
        bp_claim one = *claim;
        one.count = 1;
        if (agrees(&one, &measured[i], &expected[i])) continue;
        snprintf(text, size, "value %d: measured %.9g, expected %s%.9g", i + 1, (double)measured[i],
                 claim->at_most ? "at most " : "", (double)expected[i]);
        return;
    }
}

static bool check_engine(bp_session *session, int step, bp_claim_result *result, bp_error *error) {
    const bp_claim *claim = result->claim;
    bp_lesson_state moment = {.step = step, .t = 1, .engine = true};
    bp_measure *with = claim->engine_measure ? claim->engine_measure : claim->measure;
    if (!measure(session, moment, with, claim, result->engine_measured, error)) return false;
    /* What is wrong by the page's rules already is said as that. */
    if (!result->pass || agrees(claim, result->engine_measured, claim->engine_expected)) return true;
    result->pass = false;
    size_t used = (size_t)snprintf(result->failure, sizeof result->failure, "by the engine's rules: ");
    first_difference(claim, result->engine_measured, claim->engine_expected, result->failure + used,
                     sizeof result->failure - used);
    return true;
}

bool bp_session_check(bp_session *session, int step, int claim, bp_claim_result *result, bp_error *error) {
    const bp_step *of = &bp_session_lesson(session)->steps[step];
    *result = (bp_claim_result){.claim = &of->claims[claim], .step = step};
    const bp_claim *c = result->claim;
    float before[BP_CLAIM_VALUE_MAX] = {0};
    if (!c->holds_before && !measure(session, (bp_lesson_state){.step = step}, c->measure, c, before, error))
        return false;
    if (!measure(session, (bp_lesson_state){.step = step, .t = 1}, c->measure, c, result->measured, error))
        return false;
    result->pass = agrees(c, result->measured, c->expected);
    if (!result->pass) {
        first_difference(c, result->measured, c->expected, result->failure, sizeof result->failure);
    } else if (!c->holds_before && agrees(c, before, c->expected)) {
        result->pass = false;
        snprintf(result->failure, sizeof result->failure,
                 "it held before the step's change already, so the step shows nothing");
    }
    if (c->engine) return check_engine(session, step, result, error);
    return true;
}

int bp_lesson_claim_count(const bp_lesson_plan *lesson) {
    int count = 0;
    for (int i = 0; i < lesson->step_count; i++) count += lesson->steps[i].claim_count;
    return count;
}

/* ---- as JSON -------------------------------------------------------------------------------------*/

static void put_values(bp_json_writer *json, const char *key, const float *values, int count) {
    bp_json_key(json, key);
    if (count > 1)
        bp_json_put_floats(json, values, (size_t)count);
    else
        bp_json_put_number(json, (double)values[0]);
}

void bp_claim_result_write_json(bp_json_writer *json, const bp_claim_result *result) {
    const bp_claim *claim = result->claim;
    put_values(json, "measured", result->measured, claim->count);
    put_values(json, "expected", claim->expected, claim->count);
    bp_json_key(json, "tolerance");
    bp_json_put_number(json, (double)tolerance_of(claim));
    bp_json_key(json, "pass");
    bp_json_put_bool(json, result->pass);
}

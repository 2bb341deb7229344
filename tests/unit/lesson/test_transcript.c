/* A lesson's transcript as text, Markdown and JSON: claims that hold and that don't, by the page's rules and the
 * engine's, notes, readouts, questions, stale absolutes, errors of the lesson's functions. */
#include "io/json.h"
#include "support/allocator.h"
#include <bindpose/io.h>
#include <bindpose/lesson_session.h>

#define ARM "boneArmLeft"

static void setup(bp_world *world) {
    bp_world_add_character(world, "one", "", BP_BIND_NATURAL);
    bp_world_add_stage(world, "bare", "", NULL, NULL);
    bp_world_note(world, 0, "bound at %d", 30);
}
static void turn(bp_world *world, float t) {
    bp_world_rotate(world, 0, ARM, (bp_vec3){0, 0, 1}, 30 + 60 * t);
}
/* 1 by the page's rules, 2 by the engine's. */
static void by_rules(bp_world *world, const bp_measure_args *subject, float *values) {
    (void)subject;
    values[0] = world->engine ? 2 : 1;
}
static void fail_measure(bp_world *world, const bp_measure_args *subject, float *values) {
    (void)subject;
    values[0] = 0;
    bp_world_fail(world, "it is gone");
}
static void fail_by_engine(bp_world *world, const bp_measure_args *subject, float *values) {
    if (world->engine) fail_measure(world, subject, values);
}
static void two(bp_world *world, const bp_measure_args *subject, float *values) {
    (void)world, (void)subject;
    values[0] = 1, values[1] = 5;
}
static void half(bp_world *world, const bp_measure_args *subject, float *values) {
    (void)world, (void)subject;
    values[0] = 0.5f;
}

#define BOTH .holds_before = true, .page = "page says", .engine = "engine says"
static const bp_claim CLAIMS[] = {
    {.number = 7,
     .text = "Turned.",
     .measure = bp_measure_rotation_z,
     .args = {0, 0, ARM, bp_bone_local},
     .expected = {90},
     .tolerance = 1e-4f,
     .unit = "degrees"},
    {.text = "Small.", .measure = half, .expected = {1}, .at_most = true, .holds_before = true},
    {.text = "Two.", .measure = two, .count = 2, .expected = {1, 5}, .unit = "", .holds_before = true},
    {.text = "Second is wrong.", .measure = two, .count = 2, .expected = {1, 6}, .holds_before = true},
    {.text = "Too large.", .measure = two, .expected = {0.5f}, .at_most = true, .holds_before = true},
    {.text = "Both.", .measure = by_rules, .expected = {1}, .engine_expected = {2}, BOTH},
    {.text = "Engine is wrong.", .measure = by_rules, .expected = {1}, .engine_expected = {3}, BOTH},
    {.text = "Page is wrong.", .measure = by_rules, .expected = {4}, .engine_expected = {2}, BOTH},
    {.text = "Its own.",
     .measure = by_rules,
     .engine_measure = half,
     .expected = {1},
     .engine_expected = {0.5f},
     BOTH},
};
static const bp_readout READOUTS[] = {{"half", half, {0}, "%.2f", "of all"},
                                      {"plain", half, {0}, NULL, NULL}};
static const bp_question QUESTION = {
    .text = "How far?", .answer = 60, .unit = "degrees", .right = "Just so."};
static const bp_question BARE_QUESTION = {.text = "How many?", .answer = 3, .right = "Three."};
static const bp_step STEPS[] = {
    {.caption = "First.", .bone = ARM, .question = &BARE_QUESTION},
    {.caption = "Turns.",
     .change = turn,
     .claims = CLAIMS,
     .claim_count = BP_COUNT(CLAIMS),
     .question = &QUESTION,
     .readouts = READOUTS,
     .readout_count = BP_COUNT(READOUTS)},
    {.caption = "Nothing here.", .bone = ARM, .stage = 1},
};
static const bp_lesson_plan LESSON = {.number = 5,
                                      .name = "05_test",
                                      .title = "A test",
                                      .summary = "One line.",
                                      .setup = setup,
                                      .steps = STEPS,
                                      .step_count = BP_COUNT(STEPS)};

static void claims_are_judged(void **state) {
    (void)state;
    static const struct {
        bool pass;
        const char *failure;
        float engine;
    } expected[] = {{true, "", 0},
                    {true, "", 0},
                    {true, "", 0},
                    {false, "value 2: measured 5, expected 6", 0},
                    {false, "value 1: measured 1, expected at most 0.5", 0},
                    {true, "", 2},
                    {false, "by the engine's rules: value 1: measured 2, expected 3", 2},
                    {false, "value 1: measured 1, expected 4", 2}, /* also measures the engine */
                    {true, "", 0.5f}};
    bp_error error = {0};
    bp_session *session = bp_session_create(NULL, &LESSON, NULL, &error);
    assert_non_null(session);
    for (int i = 0; i < (int)BP_COUNT(expected); i++) {
        bp_claim_result result;
        assert_true(bp_session_check(session, 1, i, &result, &error));
        if (result.pass != expected[i].pass || strcmp(result.failure, expected[i].failure) != 0 ||
            (CLAIMS[i].engine && result.engine_measured[0] != expected[i].engine))
            fail_msg("claim %d: pass %d, \"%s\", by the engine %g", i, result.pass, result.failure,
                     (double)result.engine_measured[0]);
    }
    assert_int_equal(bp_lesson_claim_count(&LESSON), (int)BP_COUNT(CLAIMS));
    bp_session_destroy(session);
}

static char *write_transcript(const bp_lesson_plan *lesson, bp_transcript_format format, bool columns,
                              int *failed) {
    static char text[60000];
    bp_error error = {0};
    bp_file out;
    bp_session *session = bp_session_create(NULL, lesson, NULL, &error);
    assert_non_null(session);
    if (!bp_session_transcript(session, format, columns, &out, failed, &error)) fail_msg("%s", error.message);
    assert_true(out.size < sizeof text);
    memcpy(text, out.data, out.size);
    text[out.size] = '\0';
    bp_file_free(NULL, &out);
    bp_session_destroy(session);
    return text;
}

static void expect_all(const char *text, const char *const *parts, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!strstr(text, parts[i])) fail_msg("missing:\n%s\nin:\n%s", parts[i], text);
}

static void transcript_as_text(void **state) {
    (void)state;
    static const char *const parts[] = {
        "05. A test\nOne line.\n",
        "\nStep 1. First.\n\nQuestion: How many?\n\nAnswer: 3. Three.\n  one: bound at 30\n  bare\n",
        "\nStep 2. Turns.\n\nQuestion: How far?\n\nAnswer: 60 degrees. Just so.\n",
        "  half: 0.50 of all\n  plain: 0.5\n",
        "\n" ARM
        " of stage 1:\n  local\n      0.0000    1.0000    0.0000    0.0000\n", /* 90 degrees: X goes to Y */
        "  absolute (stale)\n",
        "  [pass] claim 7: Turned.\n         measured 90, expected 90 degrees\n",
        "  [pass] lesson: Small.\n         measured 0.5, expected at most 1\n",
        "  [pass] lesson: Two.\n         measured 1, 5, expected 1, 5\n",
        "  [FAIL] lesson: Second is wrong.\n         measured 1, 5, expected 1, 6\n         value 2: "
        "measured 5",
        "  [pass] lesson: Both.\n         measured 1, expected 1\n         page: page says\n         engine: "
        "engine says (2)\n",
        "  [FAIL] lesson: Page is wrong.\n         measured 1, expected 4\n         value 1: measured 1, "
        "expected 4\n         page: page says\n         engine: engine says (2)\n",
        "\nStep 3. Nothing here.\n  one: bound at 30\n  bare\n  half: 0.50 of all\n"};
    int failed = -1;
    char *text = write_transcript(&LESSON, BP_TRANSCRIPT_TEXT, false, &failed);
    assert_int_equal(failed, 4);
    expect_all(text, parts, BP_COUNT(parts));
    assert_null(strstr(strstr(text, "Step 3."), "of stage 2")); /* the bare stage has no bone */
    static const char *const columns[] = {
        " of stage 1, matrices for column vectors:\n  local\n      0.0000   -1.0000    0.0000    0.5000\n"};
    expect_all(write_transcript(&LESSON, BP_TRANSCRIPT_TEXT, true, NULL), columns, BP_COUNT(columns));
    static const char *const markdown[] = {"# 05. A test\n\nOne line.\n",
                                           "\n## Step 2\n\nTurns.\n",
                                           "- half: 0.50 of all\n",
                                           "\n```\nlocal\n    0.0000",
                                           "| claim 7 | Turned. | 90 | 90 | degrees | yes |\n",
                                           "| lesson | Small. | 0.5 | at most 1 |  | yes |\n",
                                           "| lesson | Second is wrong. | 1, 5 | 1, 6 |  | NO |\n"};
    expect_all(write_transcript(&LESSON, BP_TRANSCRIPT_MARKDOWN, false, &failed), markdown,
               BP_COUNT(markdown));
}

static void transcript_as_json(void **state) {
    (void)state;
    int failed = -1;
    char *text = write_transcript(&LESSON, BP_TRANSCRIPT_JSON, false, &failed);
    assert_int_equal(failed, 4);
    bp_error error = {0};
    bp_json *root = bp_json_parse(text, strlen(text), 1 << 20, "transcript", &error);
    if (!root) fail_msg("%s", error.message);
    const bp_json *steps = bp_json_member(root, "steps");
    assert_int_equal(bp_json_count(steps), 3);
    const bp_json *claims = bp_json_member(bp_json_item(steps, 1), "claims");
    assert_int_equal(bp_json_count(claims), BP_COUNT(CLAIMS));
    float pair[2];
    assert_true(
        bp_json_floats(bp_json_member(bp_json_item(claims, 3), "expected"), "expected", pair, 2, &error));
    assert_true(pair[0] == 1 && pair[1] == 6);
    const bp_json *stages = bp_json_member(bp_json_item(steps, 2), "stages");
    assert_int_equal(bp_json_count(bp_json_member(bp_json_item(stages, 0), "bones")), 3);
    assert_int_equal(bp_json_count(bp_json_member(bp_json_item(stages, 1), "bones")), 0);
    assert_string_equal(
        bp_json_text_or(bp_json_member(bp_json_member(bp_json_item(steps, 2), "readouts"), "half"), ""),
        "0.50");
    bp_json_destroy(root);
}

/* A change that fails, and readouts and claims that can't be measured: no format gives a transcript. */
static void fails(bp_world *world, float t) {
    (void)t;
    bp_world_fail(world, "it is gone");
}
static const bp_readout BAD_READOUT[] = {{"bad", fail_measure, {0}, NULL, NULL}};
static const bp_claim BAD_CLAIM[] =
    {{.text = "x", .measure = fail_measure, .expected = {0}, .holds_before = true}},
                      BAD_BEFORE[] = {{.text = "x", .measure = fail_measure, .expected = {0}}},
                      BAD_ENGINE[] = {{.text = "x", .measure = fail_by_engine, BOTH}};
static const bp_step BAD_STEPS[][2] = {
    {{.caption = "a"}, {.caption = "b", .change = fails}},
    {{.caption = "a"}, {.caption = "b", .readouts = BAD_READOUT, .readout_count = 1}},
    {{.caption = "a"}, {.caption = "b", .claims = BAD_CLAIM, .claim_count = 1}},
    {{.caption = "a"}, {.caption = "b", .claims = BAD_BEFORE, .claim_count = 1}},
    {{.caption = "a"}, {.caption = "b", .claims = BAD_ENGINE, .claim_count = 1}},
    {{.caption = "a"}, {.caption = "b", .change = fails, .claims = BAD_CLAIM, .claim_count = 1}},
};

static void failures_reach_the_caller(void **state) {
    (void)state;
    for (size_t i = 0; i < BP_COUNT(BAD_STEPS); i++) {
        bp_lesson_plan plan = LESSON;
        plan.steps = BAD_STEPS[i];
        plan.step_count = 2;
        for (int format = BP_TRANSCRIPT_TEXT; format <= BP_TRANSCRIPT_JSON; format++) {
            bp_error error = {0};
            bp_file out;
            bp_session *session = bp_session_create(NULL, &plan, NULL, &error);
            assert_non_null(session);
            assert_false(
                bp_session_transcript(session, (bp_transcript_format)format, false, &out, NULL, &error));
            expect_error(&error, BP_ERROR_ARGUMENT, "it is gone");
            /* The error may be NULL. */
            assert_false(
                bp_session_transcript(session, (bp_transcript_format)format, false, &out, NULL, NULL));
            bp_session_destroy(session);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(claims_are_judged),
        cmocka_unit_test(transcript_as_text),
        cmocka_unit_test(transcript_as_json),
        cmocka_unit_test(failures_reach_the_caller),
    };
    return cmocka_run_group_tests_name("transcript", tests, NULL, NULL);
}

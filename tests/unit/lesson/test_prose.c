/* Prose with coloured words, and lines of code that last until the next one. */
#include "support/test.h"
#include <bindpose/lesson.h>
#include <string.h>

static void expect_runs(const char *text, const char *const runs[][2], int count) {
    bp_prose_run run;
    int i = 0;
    for (const char *at = text; bp_prose_next(&at, &run); i++) {
        if (i >= count || strlen(runs[i][0]) != run.length ||
            strncmp(runs[i][0], run.text, run.length) != 0 || strcmp(runs[i][1], run.color) != 0)
            fail_msg("\"%s\", run %d: \"%.*s\" in \"%s\"", text, i, (int)run.length, run.text, run.color);
    }
    assert_int_equal(i, count);
}

static void words_are_coloured(void **state) {
    (void)state;
    expect_runs("Drag the [left:arm] onto the [ghost:ghost].",
                (const char *const[][2]){
                    {"Drag the ", ""}, {"arm", "left"}, {" onto the ", ""}, {"ghost", "ghost"}, {".", ""}},
                5);
    expect_runs("[bone:It]", (const char *const[][2]){{"It", "bone"}}, 1);
    expect_runs("", NULL, 0);
    /* No markup: a range, an open bracket, no name, no words, a name that is too long. */
    expect_runs("[0, 1]", (const char *const[][2]){{"[0, 1]", ""}}, 1);
    expect_runs("a [b: c", (const char *const[][2]){{"a [b: c", ""}}, 1);
    expect_runs("[:c] [d:]", (const char *const[][2]){{"[:c] [d:]", ""}}, 1);
    expect_runs("[abcdefghijkl:x]", (const char *const[][2]){{"[abcdefghijkl:x]", ""}}, 1);
    expect_runs("[x] [A:y]", (const char *const[][2]){{"[x] ", ""}, {"y", "A"}}, 2);
}

static void steps_have_fallbacks(void **state) {
    (void)state;
    const bp_step steps[] = {{.caption = "one"},
                             {.caption = "two", .prose = "Two.", .code = "a();", .babylon = "b();"},
                             {.caption = "three", .code = "c();"}};
    const bp_lesson_plan plan = {.steps = steps, .step_count = 3};
    assert_string_equal(bp_step_prose(&steps[0]), "one");
    assert_string_equal(bp_step_prose(&steps[1]), "Two.");
    assert_null(bp_step_code(&plan, 0, false));
    assert_string_equal(bp_step_code(&plan, 1, false), "a();");
    assert_string_equal(bp_step_code(&plan, 2, false), "c();");
    assert_string_equal(bp_step_code(&plan, 1, true), "b();");
    assert_null(bp_step_code(&plan, 2, true)); /* the older line isn't what c does */
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(words_are_coloured),
                                       cmocka_unit_test(steps_have_fallbacks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

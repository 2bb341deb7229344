/* Judging answers: right within the tolerance, known mistakes with their explanations, the hint for the rest. */
#include "support/test.h"
#include <bindpose/lesson.h>

static const bp_question QUESTION = {"?", .answer = 75, .right = "right",
                                     .wrong = {{45, "seen"}, {15, "twice"}}, .hint = "other"};

static void judges_answers(void **state) {
    (void)state;
    static const struct {
        float answer;
        bool right;
        const char *reply;
    } cases[] = {{75, true, "right"},   {75.004f, true, "right"},  {75.02f, false, "other"},
                 {45, false, "seen"},   {15, false, "twice"},      {-75, false, "other"},
                 {NAN, false, "other"}, {INFINITY, false, "other"}};
    for (size_t i = 0; i < BP_COUNT(cases); i++) {
        bool right = !cases[i].right;
        const char *reply = bp_question_judge(&QUESTION, cases[i].answer, &right);
        if (right != cases[i].right) fail_msg("answer %g: right is %d", (double)cases[i].answer, right);
        assert_string_equal(reply, cases[i].reply);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(judges_answers)};
    return cmocka_run_group_tests_name("question", tests, NULL, NULL);
}

/* What goes through the channel: cases as bytes, bytes as answers, and bytes that are none. */
#include "exercise/checker.h"
#include "support/allocator.h"

/* A count in 32 bits and two floats, as a process on this machine writes them. */
static const struct answer_bytes {
    uint32_t count;
    float values[2];
} TWO = {2, {0.5f, -3}};

static void test_cases_are_counts_and_floats(void **state) {
    (void)state;
    bp_exercise_case *cases = calloc(BP_EXERCISE_CASES, sizeof *cases);
    bp_case_list list = {.count = 2, .cases = cases};
    assert_non_null(cases);
    cases[0].in_count = 2, cases[0].in[0] = 0.5f, cases[0].in[1] = -3;
    bp_file file = {0};
    bp_error error = {0};
    assert_true(bp_exercise_encode_cases(NULL, &list, &file, &error));
    assert_int_equal(file.size, sizeof TWO + sizeof(uint32_t)); /* the second has no floats */
    expect_bytes(file.data, &TWO, sizeof TWO);
    expect_bytes(file.data + sizeof TWO, "\0\0\0\0", 4);
    bp_file_free(NULL, &file);
    free(cases);
}

/* `size` bytes, of which `wanted` answers can be read; whether something is left that is none. */
static void expect_answers(const void *bytes, size_t size, int max, int wanted, bool left) {
    bp_exercise_answer *answers = calloc(BP_EXERCISE_CASES, sizeof *answers);
    bp_file file = {malloc(size + !size), size}; /* exactly, so that a sanitizer sees a read behind the end */
    assert_true(answers && file.data);
    memcpy(file.data, bytes, size);
    bool malformed = !left;
    assert_int_equal(bp_exercise_decode_answers(&file, max, answers, &malformed), wanted);
    assert_int_equal(malformed, left);
    for (int i = 0; i < wanted; i++) {
        assert_int_equal(answers[i].count, 2);
        expect_floats(answers[i].values, TWO.values, 2, 0);
    }
    free(file.data);
    free(answers);
}

static void test_answers_as_far_as_they_make_sense(void **state) {
    (void)state;
    const struct answer_bytes pair[2] = {TWO, TWO};
    expect_answers(pair, 0, 5, 0, false);
    expect_answers(pair, sizeof pair, 5, 2, false);
    expect_answers(pair, sizeof pair, 1, 1, true);     /* more than was asked for */
    expect_answers(pair, sizeof pair - 1, 5, 1, true); /* cut off among the floats */
    expect_answers(pair, sizeof TWO + 4, 5, 1, true);  /* a count alone */
    expect_answers(pair, sizeof TWO + 3, 5, 1, true);  /* a part of a count */
}

static void test_counts_are_not_believed(void **state) {
    (void)state;
    const uint32_t counts[] = {BP_EXERCISE_FLOATS + 1, 0x40000000u,
                               0xffffffffu}; /* times 4: 0, -4 in 32 bits */
    for (size_t i = 0; i < BP_COUNT(counts); i++) {
        const struct answer_bytes wrong[2] = {TWO, {counts[i], {1, 2}}};
        expect_answers(wrong, sizeof wrong, 5, 1, true);
    }
}

static bool pack_attempt(const bp_allocator *allocator, void *user, bp_error *error) {
    bp_file file = {0};
    if (!bp_exercise_encode_cases(allocator, user, &file, error)) return false;
    bp_file_free(allocator, &file);
    return true;
}

static void test_no_memory(void **state) {
    (void)state;
    bp_exercise_case *cases = calloc(1, sizeof *cases);
    assert_non_null(cases);
    bp_case_list list = {.count = 1, .cases = cases};
    assert_int_equal(test_each_allocation_fails(pack_attempt, &list), 1);
    free(cases);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases_are_counts_and_floats),
        cmocka_unit_test(test_answers_as_far_as_they_make_sense),
        cmocka_unit_test(test_counts_are_not_believed),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

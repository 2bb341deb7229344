/* Errors: storing, cutting, exit codes. */
#include "base/error.h"
#include "support/test.h"

static void test_an_error_is_filled(void **state) {
    (void)state;
    bp_error error = {0};
    assert_false(bp_fail(&error, BP_ERROR_INPUT, "skins[0]", "%d joints of %s", 3, "x"));
    assert_int_equal(error.kind, BP_ERROR_INPUT);
    assert_string_equal(error.place, "skins[0]");
    assert_string_equal(error.message, "3 joints of x");
    assert_false(bp_fail(&error, BP_ERROR_MEMORY, NULL, "again"));
    assert_string_equal(error.place, ""); /* nothing of the old one stays */
    assert_string_equal(error.message, "again");
    assert_false(bp_fail(NULL, BP_ERROR_INPUT, "x", "nobody listens"));
    assert_false(bp_fail(&error, BP_ERROR_INPUT, "a\nb", "%s", "first line\nsecond\tline\n\n"));
    assert_string_equal(error.place, "a?b");
    assert_string_equal(error.message, "first line second line");
}

static void test_places_are_nested(void **state) {
    (void)state;
    bp_error error = {0};
    bp_error_prefix_place(&error, "file.glb"); /* no error: stays none */
    assert_string_equal(error.place, "");
    bp_fail(&error, BP_ERROR_INPUT, "skins[0]", "bad");
    bp_error_prefix_place(&error, "file.glb");
    assert_string_equal(error.place, "file.glb: skins[0]");
    bp_error_prefix_place(&error, "");
    bp_error_prefix_place(&error, NULL);
    bp_error_prefix_place(NULL, "x");
    assert_string_equal(error.place, "file.glb: skins[0]");
    bp_fail(&error, BP_ERROR_INPUT, NULL, "bad");
    bp_error_prefix_place(&error, "file.glb");
    assert_string_equal(error.place, "file.glb");
}

static void test_text(void **state) {
    (void)state;
    bp_error error = {0};
    char text[64], tiny[6] = "-----";
    bp_fail(&error, BP_ERROR_INPUT, "here", "what");
    assert_string_equal(bp_error_text(&error, text, sizeof text), "here: what");
    assert_string_equal(bp_error_text(&error, tiny, sizeof tiny), "here:");
    assert_ptr_equal(bp_error_text(&error, tiny, 0), tiny); /* untouched */
    assert_string_equal(tiny, "here:");
    bp_fail(&error, BP_ERROR_INPUT, NULL, "what");
    assert_string_equal(bp_error_text(&error, text, sizeof text), "what");
}

static void test_exit_codes(void **state) {
    (void)state;
    const int expected[] = {[BP_ERROR_NONE] = 0,
                            [BP_ERROR_ARGUMENT] = 2,
                            [BP_ERROR_INPUT] = 2,
                            [BP_ERROR_MEMORY] = 3,
                            [BP_ERROR_ENVIRONMENT] = 3};
    for (size_t i = 0; i < BP_COUNT(expected); i++) {
        bp_error error = {.kind = (bp_error_kind)i};
        assert_int_equal(bp_error_exit_code(&error), expected[i]);
    }
    assert_int_equal(bp_error_exit_code(NULL), 0);
    bp_error odd = {.kind = (bp_error_kind)99}; /* not a valid kind */
    assert_int_equal(bp_error_exit_code(&odd), 3);
}

/* Whether a text that repeats one character ends with a whole one. */
static bool is_whole(const char *text, const char *character) {
    size_t length = strlen(character);
    return strlen(text) % length == 0 && strcmp(text + strlen(text) - length, character) == 0;
}

static void test_long_texts_are_cut_at_characters(void **state) {
    (void)state;
    const char *characters[] = {"x", "\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\xa6\xb4"}; /* 1 to 4 bytes */
    for (size_t i = 0; i < BP_COUNT(characters); i++) {
        char text[4096] = "";
        size_t length = strlen(characters[i]);
        for (size_t at = 0; at + length < sizeof text; at += length)
            memcpy(text + at, characters[i], length + 1);
        bp_error error = {0};
        bp_fail(&error, BP_ERROR_INPUT, text, "%s", text);
        assert_true(is_whole(error.place, characters[i]));
        assert_true(is_whole(error.message, characters[i]));
        assert_true(strlen(error.place) > sizeof error.place - 1 - length);
        assert_true(strlen(error.message) > sizeof error.message - 1 - length);
        bp_error_prefix_place(&error, characters[i]);
        assert_int_equal(strncmp(error.place, characters[i], length), 0);
        for (size_t size = 1; size < 20; size++) {
            char part[20];
            bp_error plain = {.kind = BP_ERROR_INPUT};
            memcpy(plain.message, error.message, sizeof plain.message);
            bp_error_text(&plain, part, size);
            assert_true(strlen(part) < size);
            assert_int_equal(strlen(part) % length, 0);
        }
    }
}

static void test_bytes_that_are_no_utf8_are_kept(void **state) {
    (void)state;
    char text[4096];
    memset(text, 0x80, sizeof text); /* continuations with nothing to continue */
    text[sizeof text - 1] = '\0';
    bp_error error = {0};
    bp_fail(&error, BP_ERROR_INPUT, text, "%s", text);
    assert_int_equal(strlen(error.message), sizeof error.message - 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_error_is_filled),
        cmocka_unit_test(test_places_are_nested),
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_exit_codes),
        cmocka_unit_test(test_long_texts_are_cut_at_characters),
        cmocka_unit_test(test_bytes_that_are_no_utf8_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The version's numbers are those of its text. */
#include "support/test.h"
#include <bindpose/version.h>

static void test_numbers_and_text(void **state) {
    (void)state;
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", BP_VERSION_MAJOR, BP_VERSION_MINOR, BP_VERSION_PATCH);
    assert_string_equal(text, BP_VERSION);
    assert_string_equal(text, bp_version());
    assert_int_equal(BP_VERSION_NUMBER, 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_numbers_and_text)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Assets are found where they are said to be, and nowhere else then. */
#define _POSIX_C_SOURCE 200809L
#include "support/test.h"
#include <bindpose/base.h>
#include <stdlib.h>
#include <string.h>

static void found_where_told(void **state) {
    (void)state;
    char path[4096];
    bp_error error = {0};
    assert_int_equal(setenv("BINDPOSE_ASSETS", "/etc", 1), 0);
    assert_true(bp_asset_path("passwd", path, sizeof path, &error));
    assert_string_equal(path, "/etc/passwd");
    assert_false(bp_asset_path("no such asset", path, sizeof path, &error));
    assert_int_equal(error.kind, BP_ERROR_ENVIRONMENT);
    assert_string_equal(error.place, "no such asset");
    assert_string_equal(path, "");
    char small[6];
    assert_false(bp_asset_path("passwd", small, sizeof small, &error));
}

static void found_beside_the_program(void **state) {
    (void)state;
    char path[4096];
    bp_error error = {0};
    assert_int_equal(unsetenv("BINDPOSE_ASSETS"), 0);
    assert_false(bp_asset_path("no such asset", path, sizeof path, &error));
    assert_non_null(strstr(error.message, "set BINDPOSE_ASSETS"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(found_where_told),
                                       cmocka_unit_test(found_beside_the_program)};
    return cmocka_run_group_tests_name("asset", tests, NULL, NULL);
}

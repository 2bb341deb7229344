/* Assets are found in the configured folder, and only there if one is configured. */
#define _POSIX_C_SOURCE 200809L
#include "base/system.h"
#include "support/folder.h"
#include <bindpose/base.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    small[0] = 'x'; /* no room at all: nothing is written */
    assert_false(bp_asset_path("passwd", small, 0, &error));
    assert_int_equal(small[0], 'x');
    assert_int_equal(setenv("BINDPOSE_ASSETS", "", 1), 0); /* says nothing: as if it weren't set */
    assert_false(bp_asset_path("no such asset", path, sizeof path, &error));
    assert_null(strstr(error.message, "that BINDPOSE_ASSETS names"));
}

static void found_beside_the_program(void **state) {
    (void)state;
    char path[4096];
    bp_error error = {0};
    assert_int_equal(unsetenv("BINDPOSE_ASSETS"), 0);
    assert_false(bp_asset_path("no such asset", path, sizeof path, &error));
    assert_non_null(strstr(error.message, "set BINDPOSE_ASSETS"));
}

/* A copy of this program looks for an asset as if it were built (two folders above it) and as if it were
 * installed (beside it). */
static void found_from_where_the_program_is(void **state) {
    (void)state;
    char folder[256], command[2048];
    test_folder_make(folder, sizeof folder);
    snprintf(command, sizeof command,
             "cd '%s' && mkdir -p built/a/b built/assets installed/bin installed/share/bindpose && "
             "cp /proc/%ld/exe built/a/b/program && cp /proc/%ld/exe installed/bin/program && "
             "echo x >built/assets/thing && echo x >installed/share/bindpose/thing && cd / && "
             "test \"$('%s'/built/a/b/program thing)\" -ef '%s/built/assets/thing' && "
             "test \"$('%s'/installed/bin/program thing)\" -ef '%s/installed/share/bindpose/thing' && "
             "! '%s'/installed/bin/program other",
             folder, (long)getpid(), (long)getpid(), folder, folder, folder, folder, folder);
    assert_int_equal(unsetenv("BINDPOSE_ASSETS"), 0);
    assert_int_equal(system(command), 0);
    test_folder_remove(folder);
}

/* With an argument: prints the path of that asset. */
int main(int argc, char **argv) {
    char path[4096];
    if (argc == 2) return bp_asset_path(argv[1], path, sizeof path, NULL) ? puts(path) < 0 : 1;
    const struct CMUnitTest tests[] = {cmocka_unit_test(found_where_told),
                                       cmocka_unit_test(found_beside_the_program),
                                       cmocka_unit_test(found_from_where_the_program_is)};
    return cmocka_run_group_tests_name("asset", tests, NULL, NULL);
}

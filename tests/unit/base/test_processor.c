/* The processor's name equals the one that another program reads in /proc/cpuinfo, cut to the buffer. */
#include "base/system.h"
#include "support/test.h"

extern FILE *popen(const char *command, const char *mode);
extern int pclose(FILE *stream);

static void test_name(void **state) {
    (void)state;
    char expected[256] = "", got[256], cut[6];
    FILE *other = popen("sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1", "r");
    assert_non_null(other);
    if (!fgets(expected, sizeof expected, other)) snprintf(expected, sizeof expected, "unknown processor");
    pclose(other);
    expected[strcspn(expected, "\n")] = '\0';
    assert_string_equal(bp_processor_name(got, sizeof got), expected);
    bp_processor_name(cut, sizeof cut);
    expected[sizeof cut - 1] = '\0';
    assert_string_equal(cut, expected);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_name)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

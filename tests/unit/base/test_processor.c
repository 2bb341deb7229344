/* The processor's name equals the one that another program reads in /proc/cpuinfo, cut to the buffer. */
#include "support/test.h"

extern FILE *popen(const char *command, const char *mode);
extern int pclose(FILE *stream);

static void test_name(void **state) {
    (void)state;
    char wanted[256] = "", got[256], cut[6];
    FILE *other = popen("sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1", "r");
    assert_non_null(other);
    if (!fgets(wanted, sizeof wanted, other)) snprintf(wanted, sizeof wanted, "unknown processor");
    pclose(other);
    wanted[strcspn(wanted, "\n")] = '\0';
    assert_string_equal(bp_processor_name(got, sizeof got), wanted);
    bp_processor_name(cut, sizeof cut);
    wanted[sizeof cut - 1] = '\0';
    assert_string_equal(cut, wanted);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_name)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

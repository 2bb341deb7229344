/* Instruction sets: names and availability. Availability is compared with /proc/cpuinfo, another source. */
#include "base/isa.h"
#include "support/test.h"

static void test_names_go_both_ways(void **state) {
    (void)state;
    const char *expected[] = {"auto", "portable", "sse2", "avx2", "avx512"};
    assert_int_equal(BP_COUNT(expected), BP_ISA_COUNT);
    for (int i = 0; i < BP_ISA_COUNT; i++) {
        bp_isa isa = BP_ISA_COUNT;
        assert_string_equal(bp_isa_name((bp_isa)i), expected[i]);
        assert_true(bp_isa_from_name(expected[i], &isa));
        assert_int_equal(isa, i);
    }
}

static void test_unknown_names(void **state) {
    (void)state;
    const char *bad[] = {"", "AVX2", "avx", "avx2 ", "unknown", NULL};
    for (size_t i = 0; i < BP_COUNT(bad); i++) {
        bp_isa isa = BP_ISA_SSE2;
        assert_false(bp_isa_from_name(bad[i], &isa));
        assert_int_equal(isa, BP_ISA_SSE2); /* untouched */
    }
    assert_string_equal(bp_isa_name((bp_isa)99), "unknown");
    assert_string_equal(bp_isa_name((bp_isa)-1), "unknown");
}

static void test_availability(void **state) {
    (void)state;
    assert_true(bp_isa_available(BP_ISA_PORTABLE));
    assert_false(bp_isa_available(BP_ISA_AUTO));
    assert_false(bp_isa_available(BP_ISA_COUNT));
    assert_false(bp_isa_available((bp_isa)-1));
    bp_isa best = bp_isa_best();
    assert_true(bp_isa_available(best));
    for (int i = (int)best + 1; i < BP_ISA_COUNT; i++) assert_false(bp_isa_available((bp_isa)i));
}

/* Whether the line of flags contains the word. */
static bool has_flag(const char *flags, const char *word) {
    char padded[32];
    snprintf(padded, sizeof padded, " %s ", word);
    return strstr(flags, padded) != NULL;
}

static void test_as_the_system_says(void **state) {
    (void)state;
    char flags[8192] = "";
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(flags, sizeof flags - 1, file) && strncmp(flags, "flags", 5) != 0) flags[0] = '\0';
    if (file) fclose(file);
    char *end = strchr(flags, '\n');
    if (!end) {
        print_message("skipped: no flags in /proc/cpuinfo\n");
        return;
    }
    memcpy(end, " ", 2);
    assert_int_equal(bp_isa_available(BP_ISA_SSE2), has_flag(flags, "sse2"));
    assert_int_equal(bp_isa_available(BP_ISA_AVX2), has_flag(flags, "avx2"));
    assert_int_equal(bp_isa_available(BP_ISA_AVX512),
                     has_flag(flags, "avx512f") && has_flag(flags, "avx512bw") &&
                         has_flag(flags, "avx512dq") && has_flag(flags, "avx512vl"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_go_both_ways),
        cmocka_unit_test(test_unknown_names),
        cmocka_unit_test(test_availability),
        cmocka_unit_test(test_as_the_system_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Base64: the test vectors of RFC 4648, section 10. */
#include "base/base64.h"
#include "support/test.h"

static void test_vectors(void **state) {
    (void)state;
    static const char *const EXPECTED[] = {"", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"};
    char text[16];
    for (size_t i = 0; i < BP_COUNT(EXPECTED); i++) {
        bp_base64_write("foobar", i, text);
        assert_string_equal(text, EXPECTED[i]);
        assert_int_equal(bp_base64_length(i), strlen(EXPECTED[i]));
    }
    bp_base64_write("\xfb\xff\xbf", 3, text);
    assert_string_equal(text, "+/+/");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_vectors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

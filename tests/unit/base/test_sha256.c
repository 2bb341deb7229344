/* SHA-256 against the examples of FIPS 180-4 and its supplements, and coreutils' sha256sum around the block's end. */
#include "base/sha256.h"
#include "support/test.h"

static void expect_hash(const void *data, size_t size, const char *expected) {
    char text[BP_SHA256_TEXT];
    bp_sha256_of(data, size, text);
    assert_string_equal(text, expected);
}

static void test_examples(void **state) {
    (void)state;
    expect_hash("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect_hash("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect_hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

static void test_around_the_end_of_a_block(void **state) {
    (void)state;
    char text[64];
    memset(text, 'x', sizeof text);
    expect_hash(text, 55, "d5e285683cd4efc02d021a5c62014694958901005d6f71e89e0989fac77e4072");
    expect_hash(text, 56, "04c26261370ee7541549d16dee320c723e3fd14671e66a099afe0a377c16888e");
    expect_hash(text, 63, "75220b47218278e656f2013bb8f0c455a25eaf01e86c64924e9d48d89776d6f2");
    expect_hash(text, 64, "7ce100971f64e7001e8fe5a51973ecdfe1ced42befe7ee8d5fd6219506b5393c");
}

/* A million letters, byte by byte. */
static void test_in_parts(void **state) {
    (void)state;
    char text[BP_SHA256_TEXT];
    bp_sha256 hash = bp_sha256_begin();
    for (int i = 0; i < 1000000; i++) bp_sha256_add(&hash, "a", 1);
    bp_sha256_end(&hash, text);
    assert_string_equal(text, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples),
        cmocka_unit_test(test_around_the_end_of_a_block),
        cmocka_unit_test(test_in_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

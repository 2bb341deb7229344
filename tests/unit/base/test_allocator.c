/* The allocator: overflow, zeroing, alignment, failure. */
#include "base/allocator.h"
#include "support/allocator.h"

static bool all_zero(const unsigned char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (bytes[i]) return false;
    }
    return true;
}

static void test_blocks_are_zeroed(void **state) {
    (void)state;
    for (size_t size = 1; size < 5000; size = size * 3 + 1) {
        unsigned char *dirty = malloc(size); /* likely to come back from the C library */
        memset(dirty, 0xa5, size);
        free(dirty);
        unsigned char *block = bp_alloc(NULL, size, 1, NULL);
        assert_non_null(block);
        assert_true(all_zero(block, size));
        bp_free(NULL, block);
    }
}

static void test_growing_keeps_old_and_zeroes_new(void **state) {
    (void)state;
    uint32_t *block = bp_alloc(NULL, 3, sizeof *block, NULL);
    for (uint32_t i = 0; i < 3; i++) block[i] = 10 + i;
    block = bp_realloc(NULL, block, 3, 1000, sizeof *block, NULL);
    assert_non_null(block);
    for (uint32_t i = 0; i < 3; i++) assert_int_equal(block[i], 10 + i);
    assert_true(all_zero((unsigned char *)(block + 3), 997 * sizeof *block));
    block = bp_realloc(NULL, block, 1000, 2, sizeof *block, NULL);
    assert_int_equal(block[1], 11);
    bp_free(NULL, block);
}

/* Large enough for large pages. */
static void test_large_blocks_are_blocks(void **state) {
    (void)state;
    enum { FIRST = 5 << 20, THEN = 9 << 20 };
    unsigned char *block = bp_alloc(NULL, FIRST, 1, NULL);
    assert_non_null(block);
    assert_true(all_zero(block, FIRST));
    memset(block, 7, FIRST);
    block = bp_realloc(NULL, block, FIRST, THEN, 1, NULL);
    assert_non_null(block);
    for (size_t i = 0; i < FIRST; i++)
        if (block[i] != 7) fail_msg("byte %zu is %d", i, block[i]);
    assert_true(all_zero(block + FIRST, THEN - FIRST));
    block = bp_realloc(NULL, block, THEN, 1, 1, NULL);
    assert_int_equal(block[0], 7);
    bp_free(NULL, block);
}

static void test_a_fresh_block_has_no_old_elements(void **state) {
    (void)state;
    /* A NULL block held nothing, whatever old_count says: all new elements are zeroed. */
    unsigned char *block = bp_realloc(NULL, NULL, 50, 100, 1, NULL);
    assert_non_null(block);
    assert_true(all_zero(block, 100));
    bp_free(NULL, block);
}

static void test_overflow_is_an_error(void **state) {
    (void)state;
    bp_error error = {0};
    assert_null(bp_alloc(NULL, SIZE_MAX / 2, 3, &error));
    expect_error(&error, BP_ERROR_MEMORY, "x 3 bytes");
    assert_null(bp_alloc(NULL, (size_t)PTRDIFF_MAX + 1, 1, &error));
    assert_null(bp_alloc_aligned(NULL, SIZE_MAX - 8, 64, &error));
    expect_error(&error, BP_ERROR_MEMORY, "no memory");
    /* 2^32 elements of 2^32 bytes wrap to 0. */
    assert_null(bp_alloc(NULL, (size_t)1 << 32, (size_t)1 << 32, &error));
}

static void test_nothing_is_one_byte(void **state) {
    (void)state;
    test_allocator counter = {0};
    bp_allocator hook = test_allocator_hook(&counter);
    void *a = bp_alloc(&hook, 0, 8, NULL), *b = bp_alloc(&hook, 8, 0, NULL);
    assert_non_null(a);
    assert_non_null(b);
    assert_int_equal(counter.live, 2);
    bp_free(&hook, a);
    bp_free(&hook, b);
    bp_free(&hook, NULL);
    bp_free_aligned(&hook, NULL);
    assert_int_equal(counter.live, 0);
}

static void test_alignment(void **state) {
    (void)state;
    test_allocator counter = {0};
    bp_allocator hook = test_allocator_hook(&counter);
    for (size_t alignment = 1; alignment <= 4096; alignment *= 2) {
        unsigned char *block = bp_alloc_aligned(&hook, 100, alignment, NULL);
        assert_non_null(block);
        assert_int_equal((uintptr_t)block % alignment, 0);
        assert_true(all_zero(block, 100));
        memset(block, 0xff, 100); /* the sanitizers watch the ends */
        bp_free_aligned(&hook, block);
    }
    assert_int_equal(counter.live, 0);
    bp_error error = {0};
    const size_t bad[] = {0, 3, 48, 8192};
    for (size_t i = 0; i < BP_COUNT(bad); i++) {
        assert_null(bp_alloc_aligned(&hook, 1, bad[i], &error));
        expect_error(&error, BP_ERROR_ARGUMENT, "alignment: ");
    }
}

static void test_text_is_copied(void **state) {
    (void)state;
    const char *text = "Knochen \xc3\xa4\xc3\xb6\xc3\xbc";
    char *copy = bp_copy_text(NULL, text, NULL);
    assert_string_equal(copy, text);
    assert_ptr_not_equal(copy, text);
    bp_free(NULL, copy);
    copy = bp_copy_text(NULL, NULL, NULL);
    assert_string_equal(copy, "");
    bp_free(NULL, copy);
}

static bool attempt_everything(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    int *block = bp_alloc(allocator, 4, sizeof *block, error);
    if (!block) return false;
    block[3] = 7;
    int *grown = bp_realloc(allocator, block, 4, 400, sizeof *block, error);
    if (!grown) assert_int_equal(block[3], 7); /* as it was, and still ours */
    if (grown) block = grown;
    void *aligned = grown ? bp_alloc_aligned(allocator, 10, 64, error) : NULL;
    char *text = aligned ? bp_copy_text(allocator, "x", error) : NULL;
    bool ok = text != NULL;
    bp_free(allocator, text);
    bp_free_aligned(allocator, aligned);
    bp_free(allocator, block);
    return ok;
}

static void test_every_allocation_may_fail(void **state) {
    (void)state;
    assert_int_equal(test_each_allocation_fails(attempt_everything, NULL), 4);
}

static void test_the_hook_gets_everything(void **state) {
    (void)state;
    test_allocator counter = {0};
    bp_allocator hook = test_allocator_hook(&counter);
    void *block = bp_alloc(&hook, 1, 1, NULL);
    assert_int_equal(counter.asked, 1);
    bp_free(&hook, block);
    bp_allocator no_hook = {0}; /* means the C library */
    block = bp_alloc(&no_hook, 1, 1, NULL);
    assert_non_null(block);
    bp_free(&no_hook, block);
    assert_int_equal(counter.asked, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks_are_zeroed),
        cmocka_unit_test(test_growing_keeps_old_and_zeroes_new),
        cmocka_unit_test(test_large_blocks_are_blocks),
        cmocka_unit_test(test_a_fresh_block_has_no_old_elements),
        cmocka_unit_test(test_overflow_is_an_error),
        cmocka_unit_test(test_nothing_is_one_byte),
        cmocka_unit_test(test_alignment),
        cmocka_unit_test(test_text_is_copied),
        cmocka_unit_test(test_every_allocation_may_fail),
        cmocka_unit_test(test_the_hook_gets_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

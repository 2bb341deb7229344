/* The allocator shim: blocks are zeroed, leaked blocks are freed, and without memory the library gets NULL
 * or the shim jumps. */
#include "io/allocator_shim.h"
#include "support/allocator.h"

static void expect_all(const unsigned char *bytes, size_t from, size_t to, int value) {
    for (size_t i = from; i < to; i++) {
        if (bytes[i] != value) fail_msg("byte %zu: got %d, wanted %d", i, bytes[i], value);
    }
}

static void test_blocks_grow(void **state) {
    (void)state;
    test_allocator counter = {0};
    bp_allocator hook = test_allocator_hook(&counter);
    bp_shim_heap heap;
    assert_false(bp_shim_is_open());
    bp_shim_open(&heap, &hook, 0);
    assert_true(bp_shim_is_open());
    unsigned char *blocks[3];
    for (int i = 0; i < 3; i++) {
        blocks[i] = bp_shim_realloc(NULL, 40);
        assert_true((uintptr_t)blocks[i] % 16 == 0);
        expect_all(blocks[i], 0, 40, 0);
        memset(blocks[i], i + 1, 40);
    }
    /* The middle block of the ring moves, and its neighbours must point to the new address. */
    blocks[1] = bp_shim_realloc(blocks[1], 5000);
    expect_all(blocks[1], 0, 40, 2);
    expect_all(blocks[1], 40, 5000, 0);
    memset(blocks[1], 9, 5000);
    blocks[1] = bp_shim_realloc(blocks[1], 4000);
    expect_all(blocks[1], 0, 4000, 9);
    blocks[1] = bp_shim_realloc(blocks[1], 6000);
    expect_all(blocks[1], 0, 4000, 9);
    expect_all(blocks[1], 4000, 6000, 0);
    assert_int_equal(counter.live, 3);
    bp_shim_free(blocks[0]);
    assert_int_equal(counter.live, 2);
    bp_shim_free(NULL);
    bp_shim_close(&heap);
    assert_false(bp_shim_is_open());
    assert_int_equal(counter.live, 0);
}

/* Any block of a released heap frees all of them. */
static void test_kept_blocks(void **state) {
    (void)state;
    for (int by = 0; by < 4; by++) {
        test_allocator counter = {0};
        bp_allocator hook = test_allocator_hook(&counter);
        bp_shim_heap heap;
        bp_shim_open(&heap, &hook, 0);
        void *blocks[4];
        for (int i = 0; i < 4; i++) blocks[i] = bp_shim_realloc(NULL, 8);
        bp_shim_release(&heap);
        assert_false(bp_shim_is_open());
        memset(&heap, 0xff, sizeof heap); /* nothing of it is needed any more */
        assert_int_equal(counter.live, 4);
        bp_shim_free_all(&hook, blocks[by]);
        assert_int_equal(counter.live, 0);
    }
    bp_shim_free_all(NULL, NULL);
}

static void test_largest_block(void **state) {
    (void)state;
    bp_shim_heap heap;
    bp_shim_open(&heap, NULL, 100);
    void *block = bp_shim_realloc(NULL, 100);
    assert_non_null(block);
    assert_null(bp_shim_realloc(NULL, 101));
    assert_null(bp_shim_realloc(block, 101));
    bp_shim_close(&heap);
    bp_shim_open(&heap, NULL, 0);
    assert_null(bp_shim_realloc(NULL, SIZE_MAX)); /* a head more would be a few bytes */
    assert_non_null(bp_shim_realloc(NULL, 101));
    bp_shim_close(&heap);
}

/* The first allocation succeeds and the second fails. Returns whether the shim jumped. */
static bool takes_no_memory_exit(bp_shim_heap *heap, bool has_no_memory_exit, void **second) {
    heap->has_no_memory_exit = has_no_memory_exit;
    if (setjmp(heap->no_memory_exit) != 0) return true;
    bp_shim_realloc(NULL, 10);
    *second = bp_shim_realloc(NULL, 10);
    return false;
}

static void test_no_memory_exit(void **state) {
    (void)state;
    for (int has_no_memory_exit = 0; has_no_memory_exit < 2; has_no_memory_exit++) {
        test_allocator counter = {.fail_at = 2};
        bp_allocator hook = test_allocator_hook(&counter);
        bp_shim_heap heap;
        bp_shim_open(&heap, &hook, 0);
        assert_false(heap.has_no_memory_exit);
        void *second = &heap;
        assert_int_equal(takes_no_memory_exit(&heap, has_no_memory_exit, &second), has_no_memory_exit);
        if (!has_no_memory_exit) assert_null(second);
        bp_shim_close(&heap);
        assert_int_equal(counter.live, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks_grow),
        cmocka_unit_test(test_kept_blocks),
        cmocka_unit_test(test_largest_block),
        cmocka_unit_test(test_no_memory_exit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The heap that libraries without a context take from: what they are given is zero, what they forget is freed, and
 * where there is none they get NULL or the way out. */
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
    bp_guest_heap heap;
    assert_false(bp_guest_is_open());
    bp_guest_open(&heap, &hook, 0);
    assert_true(bp_guest_is_open());
    unsigned char *blocks[3];
    for (int i = 0; i < 3; i++) {
        blocks[i] = bp_guest_take(NULL, 40);
        assert_true((uintptr_t)blocks[i] % 16 == 0);
        expect_all(blocks[i], 0, 40, 0);
        memset(blocks[i], i + 1, 40);
    }
    /* The one in the middle of the ring moves; its neighbours must know where to. */
    blocks[1] = bp_guest_take(blocks[1], 5000);
    expect_all(blocks[1], 0, 40, 2);
    expect_all(blocks[1], 40, 5000, 0);
    memset(blocks[1], 9, 5000);
    blocks[1] = bp_guest_take(blocks[1], 4000);
    expect_all(blocks[1], 0, 4000, 9);
    blocks[1] = bp_guest_take(blocks[1], 6000);
    expect_all(blocks[1], 0, 4000, 9);
    expect_all(blocks[1], 4000, 6000, 0);
    assert_int_equal(counter.live, 3);
    bp_guest_give(blocks[0]);
    assert_int_equal(counter.live, 2);
    bp_guest_give(NULL);
    bp_guest_close(&heap);
    assert_false(bp_guest_is_open());
    assert_int_equal(counter.live, 0);
}

/* Kept blocks are freed by way of any of them. */
static void test_kept_blocks(void **state) {
    (void)state;
    for (int by = 0; by < 4; by++) {
        test_allocator counter = {0};
        bp_allocator hook = test_allocator_hook(&counter);
        bp_guest_heap heap;
        bp_guest_open(&heap, &hook, 0);
        void *blocks[4];
        for (int i = 0; i < 4; i++) blocks[i] = bp_guest_take(NULL, 8);
        bp_guest_keep(&heap);
        assert_false(bp_guest_is_open());
        memset(&heap, 0xff, sizeof heap); /* nothing of it is needed any more */
        assert_int_equal(counter.live, 4);
        bp_guest_free_all(&hook, blocks[by]);
        assert_int_equal(counter.live, 0);
    }
    bp_guest_free_all(NULL, NULL);
}

static void test_largest_block(void **state) {
    (void)state;
    bp_guest_heap heap;
    bp_guest_open(&heap, NULL, 100);
    void *block = bp_guest_take(NULL, 100);
    assert_non_null(block);
    assert_null(bp_guest_take(NULL, 101));
    assert_null(bp_guest_take(block, 101));
    bp_guest_close(&heap);
    bp_guest_open(&heap, NULL, 0);
    assert_null(bp_guest_take(NULL, SIZE_MAX)); /* a head more would be a few bytes */
    assert_non_null(bp_guest_take(NULL, 101));
    bp_guest_close(&heap);
}

/* The first allocation is there, the second isn't: true where the way out was taken. */
static bool takes_the_way_out(bp_guest_heap *heap, bool has_way_out, void **second) {
    heap->has_way_out = has_way_out;
    if (setjmp(heap->way_out) != 0) return true;
    bp_guest_take(NULL, 10);
    *second = bp_guest_take(NULL, 10);
    return false;
}

static void test_way_out(void **state) {
    (void)state;
    for (int has_way_out = 0; has_way_out < 2; has_way_out++) {
        test_allocator counter = {.fail_at = 2};
        bp_allocator hook = test_allocator_hook(&counter);
        bp_guest_heap heap;
        bp_guest_open(&heap, &hook, 0);
        assert_false(heap.has_way_out);
        void *second = &heap;
        assert_int_equal(takes_the_way_out(&heap, has_way_out, &second), has_way_out);
        if (!has_way_out) assert_null(second);
        bp_guest_close(&heap);
        assert_int_equal(counter.live, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks_grow),
        cmocka_unit_test(test_kept_blocks),
        cmocka_unit_test(test_largest_block),
        cmocka_unit_test(test_way_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

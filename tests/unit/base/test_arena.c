/* The arena: its blocks don't overlap, don't move, and are freed together. */
#include "base/arena.h"
#include "support/allocator.h"

static void test_blocks_keep_what_is_written(void **state) {
    (void)state;
    bp_arena arena = bp_arena_make(NULL, 0);
    uint64_t seed = 1;
    enum { BLOCKS = 2000 };
    struct {
        unsigned char *data;
        size_t size;
    } blocks[BLOCKS];
    for (size_t i = 0; i < BLOCKS; i++) {
        blocks[i].size = i % 100 == 99 ? 5000 : (size_t)(test_random(&seed) >> 57);
        blocks[i].data = bp_arena_alloc(&arena, blocks[i].size, 1, NULL);
        assert_non_null(blocks[i].data);
        for (size_t k = 0; k < blocks[i].size; k++) assert_int_equal(blocks[i].data[k], 0);
        if (blocks[i].size) memset(blocks[i].data, (int)(i & 0xff), blocks[i].size);
    }
    for (size_t i = 0; i < BLOCKS; i++) {
        for (size_t k = 0; k < blocks[i].size; k++) assert_int_equal(blocks[i].data[k], i & 0xff);
    }
    bp_arena_clear(&arena);
}

static void test_alignment(void **state) {
    (void)state;
    bp_arena arena = bp_arena_make(NULL, 300);
    for (size_t i = 0; i < 500; i++) {
        size_t count = i % 90, size = 1 + i % 3;
        uintptr_t at = (uintptr_t)bp_arena_alloc(&arena, count, size, NULL);
        assert_int_equal(at % (count * size >= 64 ? 64 : _Alignof(max_align_t)), 0);
    }
    bp_arena_clear(&arena);
}

static void test_few_allocations_and_all_freed(void **state) {
    (void)state;
    test_allocator counter = {0};
    bp_allocator hook = test_allocator_hook(&counter);
    bp_arena arena = bp_arena_make(&hook, 1024);
    assert_int_equal(counter.asked, 0); /* making it allocates nothing */
    for (int i = 0; i < 10000; i++) assert_non_null(bp_arena_alloc(&arena, 16, 1, NULL));
    /* 160,000 bytes in chunks of 1, 2, 4 ... 128 KiB: eight of them. */
    assert_int_equal(counter.asked, 8);
    bp_arena_clear(&arena);
    assert_int_equal(counter.live, 0);
    assert_non_null(bp_arena_alloc(&arena, 1, 8, NULL)); /* usable again */
    bp_arena_clear(&arena);
    bp_arena_clear(&arena);
    assert_int_equal(counter.live, 0);
}

static void test_chunks_stop_growing_at_a_megabyte(void **state) {
    (void)state;
    test_allocator counter = {0};
    bp_allocator hook = test_allocator_hook(&counter);
    bp_arena arena = bp_arena_make(&hook, 1 << 20);
    for (int i = 0; i < 10 * 1024; i++) assert_non_null(bp_arena_alloc(&arena, 1024, 1, NULL));
    assert_int_equal(arena.chunk_size, 1 << 20);
    assert_in_range(counter.asked, 10, 12); /* 10 MiB, and a little for each chunk's alignment */
    bp_arena_clear(&arena);
}

static void test_a_large_block_leaves_the_rest_of_the_chunk(void **state) {
    (void)state;
    test_allocator counter = {0};
    bp_allocator hook = test_allocator_hook(&counter);
    bp_arena arena = bp_arena_make(&hook, 4096);
    assert_non_null(bp_arena_alloc(&arena, 1, 16, NULL));
    assert_non_null(bp_arena_alloc(&arena, 1, 100000, NULL));
    assert_non_null(bp_arena_alloc(&arena, 1, 16, NULL)); /* out of the first chunk */
    assert_int_equal(counter.asked, 2);
    bp_arena_clear(&arena);
    /* A large block first: its chunk is the only one, and small blocks get another. */
    assert_non_null(bp_arena_alloc(&arena, 1, 100000, NULL));
    assert_non_null(bp_arena_alloc(&arena, 1, 16, NULL));
    bp_arena_clear(&arena);
    assert_int_equal(counter.live, 0);
}

static void test_overflow(void **state) {
    (void)state;
    bp_arena arena = bp_arena_make(NULL, 0);
    bp_error error = {0};
    const size_t huge[] = {SIZE_MAX, SIZE_MAX - 32, SIZE_MAX / 2, (size_t)PTRDIFF_MAX};
    for (size_t i = 0; i < BP_COUNT(huge); i++) {
        assert_null(bp_arena_alloc(&arena, huge[i], 1, &error));
        expect_error(&error, BP_ERROR_MEMORY, "in an arena");
        assert_null(bp_arena_alloc(&arena, huge[i], 16, &error));
    }
    assert_non_null(bp_arena_alloc(&arena, 0, SIZE_MAX, NULL));
    bp_arena_clear(&arena);
}

/* After a reset the same use costs no allocation. */
static void test_reset_keeps_memory(void **state) {
    (void)state;
    test_allocator counter = {0};
    bp_allocator hook = test_allocator_hook(&counter);
    bp_arena arena = bp_arena_make(&hook, 0);
    long asked = 0;
    for (int round = 0; round < 4; round++) {
        for (size_t i = 0; i < 300; i++) {
            uint8_t *block = bp_arena_alloc(&arena, 1, 1 + i * 37 % 5000, NULL);
            assert_non_null(block);
            for (size_t k = 0; k < 1 + i * 37 % 5000; k += 97) assert_int_equal(block[k], 0);
            memset(block, 0xff, 1 + i * 37 % 5000);
        }
        if (round > 0) assert_int_equal(counter.asked, asked);
        bp_arena_reset(&arena);
        asked = counter.asked;
        assert_int_equal(counter.live, 1);
    }
    bp_arena_clear(&arena);
    assert_int_equal(counter.live, 0);
    counter.fail_at = counter.asked + 2; /* the reset's own allocation: the arena is only empty then */
    assert_non_null(bp_arena_alloc(&arena, 1, 200, NULL));
    bp_arena_reset(&arena);
    assert_non_null(bp_arena_alloc(&arena, 1, 8, NULL));
    bp_arena_clear(&arena);
    assert_int_equal(counter.live, 0);
}

static bool attempt(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    bp_arena arena = bp_arena_make(allocator, 0);
    int *first = NULL;
    bool ok = true;
    for (int i = 0; ok && i < 100; i++) {
        int *block = bp_arena_alloc(&arena, 10, sizeof *block, error);
        ok = block != NULL;
        if (ok && !first) first = block;
        if (ok) block[0] = i + 1;
    }
    if (first) assert_int_equal(first[0], 1);
    bp_arena_clear(&arena);
    return ok;
}

static void test_every_allocation_may_fail(void **state) {
    (void)state;
    assert_true(test_each_allocation_fails(attempt, NULL) >= 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks_keep_what_is_written),
        cmocka_unit_test(test_alignment),
        cmocka_unit_test(test_few_allocations_and_all_freed),
        cmocka_unit_test(test_chunks_stop_growing_at_a_megabyte),
        cmocka_unit_test(test_a_large_block_leaves_the_rest_of_the_chunk),
        cmocka_unit_test(test_overflow),
        cmocka_unit_test(test_reset_keeps_memory),
        cmocka_unit_test(test_every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

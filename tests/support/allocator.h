/* An allocator that counts live blocks and lets the Nth allocation fail.
 *
 * test_each_allocation_fails calls a function again and again: first its first allocation fails, then its second, and so on,
 * until the function succeeds:
 *
 *   static bool attempt(const bp_allocator *allocator, void *user, bp_error *error) {
 *       thing *made = thing_create(allocator, error);
 *       if (!made) return false;
 *       thing_destroy(made);
 *       return true;
 *   }
 *   ...  test_each_allocation_fails(attempt, NULL);
 *
 * (Beyond the fortieth, make test takes each sixth.) Each failing call must return false with a MEMORY error and free
 * everything. The attempt itself can assert what must be unchanged afterwards.
 */
#ifndef BINDPOSE_TESTS_SUPPORT_ALLOCATOR_H
#define BINDPOSE_TESTS_SUPPORT_ALLOCATOR_H

#include "support/test.h"
#include <stdatomic.h>

typedef struct test_allocator {
    _Atomic long live;   /* blocks that are allocated */
    _Atomic long asked;  /* allocations and reallocations so far */
    _Atomic long failed; /* how many of them returned NULL */
    long fail_at;        /* the first allocation that fails, from 1; 0: none */
    bool fail_after;     /* all later ones fail too */
} test_allocator;

static inline void *test_allocator_resize(void *user, void *block, size_t size) {
    test_allocator *self = user;
    if (size == 0) {
        if (block) self->live--;
        free(block);
        return NULL;
    }
    long number = ++self->asked;
    if (self->fail_at && (number == self->fail_at || (self->fail_after && number > self->fail_at))) {
        self->failed++;
        return NULL;
    }
    void *fresh = realloc(block, size);
    if (fresh && !block) self->live++;
    return fresh;
}

/* The allocator to pass on; borrows `self`. */
static inline bp_allocator test_allocator_hook(test_allocator *self) {
    return (bp_allocator){.resize = test_allocator_resize, .user = self};
}

typedef bool test_attempt(const bp_allocator *allocator, void *user, bp_error *error);

/* Returns the number of allocations. Fails the test at 100,000. */
static inline long test_each_allocation_fails(test_attempt *attempt, void *user) {
    for (long n = 1; n <= 100000; n += n > 40 && !test_is_deep() ? 6 : 1) {
        test_allocator counter = {.fail_at = n};
        bp_allocator hook = test_allocator_hook(&counter);
        bp_error error = {0};
        bool ok = attempt(&hook, user, &error);
        if (counter.live != 0) fail_msg("allocation %ld failed: %ld blocks leaked", n, (long)counter.live);
        if (counter.failed == 0) {
            expect_no_error(&error);
            assert_true(ok);
            return counter.asked;
        }
        if (ok) fail_msg("allocation %ld failed, and nobody noticed", n);
        if (error.kind != BP_ERROR_MEMORY) {
            fail_msg("allocation %ld failed: error kind %d, expected %d (MEMORY); message: %s", n,
                     (int)error.kind, (int)BP_ERROR_MEMORY, error.message);
        }
    }
    fail_msg("more than 100000 allocations");
    return 0;
}

#endif

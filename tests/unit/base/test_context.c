/* The context: defaults, options, errors. Also the clock. */
#define _POSIX_C_SOURCE 200809L
#include "base/isa.h"
#include "base/pool.h"
#include "base/system.h"
#include "support/allocator.h"

static void set_environment(const char *value) {
    if (value) {
        assert_int_equal(setenv("BINDPOSE_ISA", value, 1), 0);
    } else {
        assert_int_equal(unsetenv("BINDPOSE_ISA"), 0);
    }
}

static void test_defaults(void **state) {
    (void)state;
    set_environment(NULL);
    bp_context *context = bp_context_create(NULL, NULL);
    assert_non_null(context);
    assert_int_equal(bp_context_isa(context), bp_isa_best());
    assert_true(bp_pool_threads(bp_context_pool(context)) >= 1);
    bp_allocator libc = bp_allocator_default();
    assert_memory_equal(bp_context_allocator(context), &libc, sizeof libc);
    bp_context_destroy(context);
    bp_context_destroy(NULL);
}

static void test_no_context(void **state) {
    (void)state;
    assert_null(bp_context_pool(NULL));
    assert_int_equal(bp_context_isa(NULL), bp_isa_best());
    void *block = bp_alloc(bp_context_allocator(NULL), 1, 1, NULL);
    assert_non_null(block);
    assert_non_null(bp_context_allocator(NULL)->resize); /* may be called and copied */
    bp_free(bp_context_allocator(NULL), block);
}

static void test_choices(void **state) {
    (void)state;
    test_allocator counter = {0};
    bp_context_options options = {
        .allocator = test_allocator_hook(&counter), .threads = 3, .isa = BP_ISA_PORTABLE};
    set_environment("sse2"); /* a choice in the program wins */
    bp_context *context = bp_context_create(&options, NULL);
    assert_non_null(context);
    assert_int_equal(bp_context_isa(context), BP_ISA_PORTABLE);
    assert_int_equal(bp_pool_threads(bp_context_pool(context)), 3);
    assert_ptr_equal(bp_context_allocator(context)->user, &counter);
    assert_true(counter.live > 0);
    bp_context_destroy(context);
    assert_int_equal(counter.live, 0);
}

static void test_the_environment_chooses(void **state) {
    (void)state;
    const bp_context_options options = {.threads = 1};
    const struct {
        const char *value;
        bp_isa expected;
    } cases[] = {
        {"portable", BP_ISA_PORTABLE}, {"", bp_isa_best()}, {"auto", bp_isa_best()}, {NULL, bp_isa_best()}};
    for (size_t i = 0; i < BP_COUNT(cases); i++) {
        set_environment(cases[i].value);
        bp_context *context = bp_context_create(&options, NULL);
        assert_non_null(context);
        assert_int_equal(bp_context_isa(context), cases[i].expected);
        bp_context_destroy(context);
    }
}

static void test_refusals(void **state) {
    (void)state;
    bp_error error = {0};
    bp_context_options options = {.threads = 1};
    set_environment("mmx");
    assert_null(bp_context_create(&options, &error));
    expect_error(&error, BP_ERROR_ARGUMENT,
                 "$BINDPOSE_ISA: no instruction set 'mmx' here; there are: auto, portable");
    set_environment(NULL);
    options.isa = (bp_isa)77;
    assert_null(bp_context_create(&options, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "isa: no instruction set 'unknown'");
    options = (bp_context_options){.threads = -1};
    assert_null(bp_context_create(&options, &error));
    expect_error(&error, BP_ERROR_ARGUMENT, "threads: -1");
    for (int i = BP_ISA_PORTABLE; i < BP_ISA_COUNT; i++) {
        options = (bp_context_options){.threads = 1, .isa = (bp_isa)i};
        bp_context *context = bp_context_create(&options, &error);
        assert_int_equal(context != NULL, bp_isa_available((bp_isa)i));
        bp_context_destroy(context);
    }
}

static bool attempt(const bp_allocator *allocator, void *user, bp_error *error) {
    (void)user;
    bp_context_options options = {.allocator = *allocator, .threads = 2};
    bp_context *context = bp_context_create(&options, error);
    bp_context_destroy(context);
    return context != NULL;
}

static void test_every_allocation_may_fail(void **state) {
    (void)state;
    set_environment(NULL);
    assert_int_equal(test_each_allocation_fails(attempt, NULL), 2);
}

static void test_the_clock_goes_on(void **state) {
    (void)state;
    double start = bp_seconds(), last = start;
    while (last < start + 0.002) {
        double now = bp_seconds();
        assert_true(now >= last);
        last = now;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),          cmocka_unit_test(test_no_context),
        cmocka_unit_test(test_choices),           cmocka_unit_test(test_the_environment_chooses),
        cmocka_unit_test(test_refusals),          cmocka_unit_test(test_every_allocation_may_fail),
        cmocka_unit_test(test_the_clock_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

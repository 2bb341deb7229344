/* For every test program: cmocka, and comparisons that print the result, the expected value and the first
 * difference.
 *
 *   #include "support/test.h"
 *   static void test_something(void **state) { (void)state; expect_float(bp_sin(0), 0, 0); }
 *   int main(void) {
 *       const struct CMUnitTest tests[] = {cmocka_unit_test(test_something)};
 *       return cmocka_run_group_tests(tests, NULL, NULL);
 *   }
 *
 * Tolerances: a float passes when |got - wanted| <= tolerance * max(1, |wanted|). NaN equals NaN,
 * and infinities equal themselves. With tolerance 0 the values must be equal (0 equals -0).
 */
#ifndef BINDPOSE_TESTS_SUPPORT_TEST_H
#define BINDPOSE_TESTS_SUPPORT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka needs the four headers above before it. */
#include <cmocka.h>

#include <bindpose/base.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Slow tests try each Nth of their cases in `make test`, and all in `make test-deep`, which sets TEST_DEEP. */
static inline bool test_is_deep(void) {
    const char *deep = getenv("TEST_DEEP");
    return deep && *deep;
}
static inline bool test_takes(int number, int nth) { return test_is_deep() || number % nth == 0; }

static inline bool test_close(double got, double wanted, double tolerance) {
    if (got != got || wanted != wanted) return got != got && wanted != wanted;
    if (got == wanted) return true;
    double size = wanted < 0 ? -wanted : wanted;
    double off = got > wanted ? got - wanted : wanted - got;
    return off <= tolerance * (size > 1 ? size : 1);
}

static inline void test_floats(const float *got, const float *wanted, size_t count, double tolerance,
                               const char *text, const char *file, int line) {
    size_t first = count, wrong = 0;
    for (size_t i = 0; i < count; i++) {
        if (test_close((double)got[i], (double)wanted[i], tolerance)) continue;
        if (wrong++ == 0) first = i;
    }
    if (wrong == 0) return;
    print_error("%s: %zu of %zu differ, the first is [%zu]: got %.9g, wanted %.9g (tolerance %g)\n", text,
                wrong, count, first, (double)got[first], (double)wanted[first], tolerance);
    for (size_t i = 0; i < count && count > 1 && count <= 16; i++) {
        print_error("  [%zu] got %.9g wanted %.9g\n", i, (double)got[i], (double)wanted[i]);
    }
    _fail(file, line);
}

static inline void test_double(double got, double wanted, double tolerance, const char *text,
                               const char *file, int line) {
    if (test_close(got, wanted, tolerance)) return;
    print_error("%s: got %.17g, wanted %.17g (tolerance %g)\n", text, got, wanted, tolerance);
    _fail(file, line);
}

/* Compares bytes, for example pixels, and prints the first difference. */
static inline void test_bytes(const void *got, const void *wanted, size_t size, const char *text,
                              const char *file, int line) {
    const unsigned char *a = got, *b = wanted;
    for (size_t i = 0; i < size; i++) {
        if (a[i] == b[i]) continue;
        print_error("%s: byte %zu of %zu differs: got 0x%02x, wanted 0x%02x\n", text, i, size, a[i], b[i]);
        _fail(file, line);
    }
}

static inline void test_text_contains(const char *text, const char *part, const char *file, int line) {
    if (text && strstr(text, part)) return;
    print_error("the text doesn't hold what it should\n  got    \"%s\"\n  wanted \"...%s...\"\n",
                text ? text : "(null)", part);
    _fail(file, line);
}

static inline void test_error(const bp_error *error, bp_error_kind kind, const char *part, const char *file,
                              int line) {
    char text[768];
    bp_error_text(error, text, sizeof text);
    if (error->kind != kind) {
        print_error("error kind: got %d, wanted %d; the error is \"%s\"\n", (int)error->kind, (int)kind,
                    text);
        _fail(file, line);
    }
    test_text_contains(text, part, file, line);
}

static inline void test_no_error(const bp_error *error, const char *file, int line) {
    if (error->kind == BP_ERROR_NONE) return;
    char text[768];
    print_error("unexpected error: %s\n", bp_error_text(error, text, sizeof text));
    _fail(file, line);
}

/* Compares one float, or `count` floats. For a matrix: expect_floats(got.m, wanted, 16, 1e-6). */
#define expect_float(got, wanted, tolerance)                                                                 \
    test_double((double)(got), (double)(wanted), tolerance, #got, __FILE__, __LINE__)
#define expect_floats(got, wanted, count, tolerance)                                                         \
    test_floats(got, wanted, count, tolerance, #got, __FILE__, __LINE__)
#define expect_bytes(got, wanted, size) test_bytes(got, wanted, size, #got, __FILE__, __LINE__)
#define expect_text_contains(text, part) test_text_contains(text, part, __FILE__, __LINE__)
/* Expects an error of this kind whose place or message contains `part`. */
#define expect_error(error, kind, part) test_error(error, kind, part, __FILE__, __LINE__)
#define expect_no_error(error) test_no_error(error, __FILE__, __LINE__)

/* ---- random numbers with a fixed seed ------------------------------------------------------ */

/* xorshift64*; any seed but 0. */
static inline uint64_t test_random(uint64_t *state) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(0x2545F4914F6CDD1D);
}

static inline float test_random_float(uint64_t *state, float low, float high) {
    return low + (high - low) * (float)(test_random(state) >> 40) * 0x1p-24f;
}

#endif

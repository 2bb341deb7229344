/* All programs of tests/determinism as one module: the first argument names the program. The Makefile renames
 * their main functions and lists them in HASH_PROGRAMS, as X(name).
 *
 * What they use of cmocka is here: a failed assertion ends the program, as it does in cmocka outside of a
 * test. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define X(name) int name##_main(int count, char **arguments);
HASH_PROGRAMS
#undef X

void _fail(const char *const file, const int line) {
    fprintf(stderr, "%s:%d: failed\n", file, line);
    exit(1);
}

void _assert_true(const LargestIntegralType result, const char *const expression, const char *const file,
                  const int line) {
    if (result) return;
    fprintf(stderr, "%s\n", expression);
    _fail(file, line);
}

void print_error(const char *const format, ...) {
    va_list values;
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
}

int main(int count, char **arguments) {
    if (count < 2) return 2;
#define X(name)                                                                                              \
    if (strcmp(arguments[1], #name) == 0) return name##_main(count - 1, arguments + 1);
    HASH_PROGRAMS
    return 2;
}

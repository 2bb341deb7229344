/* What a program prints while it runs within the test: standard output and standard error into files of a folder.
 *
 *   capture_begin(folder);
 *   int code = bp_program(...);
 *   capture_end(printed, sizeof printed, said, sizeof said);
 *
 * Between the two nothing may fail a test: its words would go there too. */
#ifndef BINDPOSE_TESTS_SUPPORT_CAPTURE_H
#define BINDPOSE_TESTS_SUPPORT_CAPTURE_H

#include "support/test.h"

/* These are POSIX; the tests are compiled as strict C17, which hides them. */
extern int dup(int file);
extern int dup2(int from, int to);
extern int close(int file);
extern int fileno(FILE *file);

typedef struct capture {
    FILE *into[2];
    int kept[2];
} capture;

static capture capture_now;

static inline void capture_begin(const char *folder) {
    static const char *const names[] = {"captured-output", "captured-errors"};
    fflush(stdout), fflush(stderr);
    for (int i = 0; i < 2; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        capture_now.into[i] = fopen(path, "w+b");
        assert_non_null(capture_now.into[i]);
        capture_now.kept[i] = dup(i + 1);
        dup2(fileno(capture_now.into[i]), i + 1);
    }
}

/* Either may be NULL: then it isn't wanted. What is longer than the size is cut. */
static inline void capture_end(char *printed, size_t printed_size, char *said, size_t said_size) {
    char *texts[] = {printed, said};
    size_t sizes[] = {printed_size, said_size};
    fflush(stdout), fflush(stderr);
    for (int i = 0; i < 2; i++) {
        dup2(capture_now.kept[i], i + 1);
        close(capture_now.kept[i]);
        rewind(capture_now.into[i]);
        if (texts[i]) texts[i][fread(texts[i], 1, sizes[i] - 1, capture_now.into[i])] = '\0';
        fclose(capture_now.into[i]);
    }
}

#endif

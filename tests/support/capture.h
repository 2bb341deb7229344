/* Captures the standard output and standard error of code that runs within the test.
 *
 *   capture_begin(folder);
 *   int code = bp_program(...);
 *   capture_end(printed, sizeof printed, said, sizeof said);
 *
 * Assert nothing in between: the message would be captured too. */
#ifndef BINDPOSE_TESTS_SUPPORT_CAPTURE_H
#define BINDPOSE_TESTS_SUPPORT_CAPTURE_H

#include "support/test.h"

/* POSIX functions, which strict C17 hides. */
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

/* Either may be NULL. Longer text is cut to the size. */
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

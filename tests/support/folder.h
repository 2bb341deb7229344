/* A temporary folder for a test, and where the shared models are. */
#ifndef BINDPOSE_TESTS_SUPPORT_FOLDER_H
#define BINDPOSE_TESTS_SUPPORT_FOLDER_H

#include "support/test.h"

/* These are POSIX; the tests are compiled as strict C17, which hides them. */
extern char *mkdtemp(char *template_path);

/* Makes a fresh folder below $TMPDIR or /tmp and puts its path into `path`. */
static inline void test_folder_make(char *path, size_t size) {
    const char *above = getenv("TMPDIR");
    snprintf(path, size, "%s/bindpose-test-XXXXXX", above && *above ? above : "/tmp");
    assert_non_null(mkdtemp(path));
}

/* Removes it with all that is in it. */
static inline void test_folder_remove(const char *path) {
    char command[2048];
    assert_non_null(strstr(path, "bindpose-test-"));
    snprintf(command, sizeof command, "chmod -R u+rwx '%s' && rm -rf '%s'", path, path);
    assert_int_equal(system(command), 0);
}

/* "FOLDER/name" in `text`; returns `text`. */
static inline const char *test_path(char *text, size_t size, const char *folder, const char *name) {
    int length = snprintf(text, size, "%s/%s", folder, name);
    assert_true(length > 0 && (size_t)length < size);
    return text;
}

/* The path of a shared model ($BINDPOSE_MODELS, else ../shared/models), or NULL after printing
 * "skipped" where it isn't there: the test then returns. */
static inline const char *test_model(char *text, size_t size, const char *name) {
    const char *folder = getenv("BINDPOSE_MODELS");
    test_path(text, size, folder && *folder ? folder : "../shared/models", name);
    FILE *file = fopen(text, "rb");
    if (!file) {
        print_message("skipped: no %s\n", text);
        return NULL;
    }
    fclose(file);
    return text;
}

#endif

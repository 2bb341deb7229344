/* Temporary folders, and paths of the shared models. */
#ifndef BINDPOSE_TESTS_SUPPORT_FOLDER_H
#define BINDPOSE_TESTS_SUPPORT_FOLDER_H

#include "support/test.h"

/* POSIX functions, which strict C17 hides. */
extern char *mkdtemp(char *template_path);

/* Creates a folder below $TMPDIR or /tmp and writes its path to `path`. */
static inline void test_folder_make(char *path, size_t size) {
    const char *above = getenv("TMPDIR");
    snprintf(path, size, "%s/bindpose-test-XXXXXX", above && *above ? above : "/tmp");
    assert_non_null(mkdtemp(path));
}

/* Removes the folder and its contents. */
static inline void test_folder_remove(const char *path) {
    char command[2048];
    assert_non_null(strstr(path, "bindpose-test-"));
    snprintf(command, sizeof command, "chmod -R u+rwx '%s' && rm -rf '%s'", path, path);
    assert_int_equal(system(command), 0);
}

/* Writes "FOLDER/name" to `text` and returns it. */
static inline const char *test_path(char *text, size_t size, const char *folder, const char *name) {
    int length = snprintf(text, size, "%s/%s", folder, name);
    assert_true(length > 0 && (size_t)length < size);
    return text;
}

/* The path of a shared model ($BINDPOSE_MODELS, else ../shared/models), or NULL, after printing
 * "skipped", if it is missing: then return from the test. */
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

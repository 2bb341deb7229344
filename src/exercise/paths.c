/* Finding the exercises and the files that they are linked with. A student usually works in the project's
 * folder. If the program is called from elsewhere, it finds the project that it was built in. */
#include "base/system.h"
#include <bindpose/exercise.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER "lessons/exercises"

static bool holds(const char *folder, const char *name) {
    char path[2048];
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    return length > 0 && (size_t)length < sizeof path && bp_path_allows(path, BP_PATH_READ);
}

/* Removes the last part of a path; false if there is none. */
static bool go_up(char *path) {
    char *slash = strrchr(path, '/');
    if (!slash || slash == path) return false;
    *slash = '\0';
    return true;
}

static bool program_folder(char *path, size_t size) { return bp_program_path(path, size) && go_up(path); }

static bool set(char *to, size_t size, const char *from) {
    int length = snprintf(to, size, "%s", from);
    return length > 0 && (size_t)length < size;
}

static bool find_root(bp_exercise_paths *out) {
    const char *chosen = getenv("BINDPOSE_ROOT");
    if (chosen && *chosen)
        return set(out->root, sizeof out->root, chosen) && holds(out->root, FOLDER "/exercise.h");
    bp_current_folder(out->root, sizeof out->root);
    if (holds(out->root, FOLDER "/exercise.h")) return true;
    bool more = program_folder(out->root, sizeof out->root);
    while (more && !holds(out->root, FOLDER "/exercise.h")) more = go_up(out->root);
    return more;
}

static bool holds_parts(const char *build) {
    return holds(build, BP_EXERCISE_LIBRARY) && holds(build, "exercises/main.o");
}

/* An installed program has its parts in lib/bindpose, beside bin; an unpacked one beside itself. */
static bool find_build(bp_exercise_paths *out) {
    const char *chosen = getenv("BINDPOSE_BUILD");
    if (chosen && *chosen) return set(out->build, sizeof out->build, chosen) && holds_parts(out->build);
    if (!program_folder(out->build, sizeof out->build)) return false;
    for (int i = 0; i < 2; i++) {
        const size_t length = strlen(out->build);
        if (holds_parts(out->build)) return true;
        if (set(out->build + length, sizeof out->build - length, "/lib/bindpose") && holds_parts(out->build))
            return true;
        out->build[length] = '\0';
        if (!go_up(out->build)) break;
    }
    return false;
}

/* The folder of exercises that an installed program came with, if there is one: to be copied. */
static bool find_installed(char *path, size_t size) {
    if (!program_folder(path, size) || !go_up(path)) return false;
    size_t length = strlen(path);
    return set(path + length, size - length, "/share/bindpose/exercises") &&
           holds(path, FOLDER "/exercise.h");
}

bool bp_exercise_find_paths(bp_exercise_paths *out, bp_error *error) {
    char installed[1024];
    bool found = find_root(out);
    if (!found && !getenv("BINDPOSE_ROOT") && find_installed(installed, sizeof installed))
        return bp_fail(
            error, BP_ERROR_ENVIRONMENT, FOLDER,
            "the exercises aren't in this folder: copy them by `cp -R %s .` and run this in the copy",
            installed);
    if (!found)
        return bp_fail(error, BP_ERROR_ENVIRONMENT, FOLDER,
                       "can't find the exercises; run this in the project's folder, or set BINDPOSE_ROOT to "
                       "that folder");
    if (!find_build(out))
        return bp_fail(error, BP_ERROR_ENVIRONMENT, out->build,
                       "the files that exercises are linked with are missing; run `make`, or set "
                       "BINDPOSE_BUILD to the build folder");
    return true;
}

static bool join(const bp_exercise_paths *paths, const char *middle, const char *name, const char *end,
                 char *path, size_t size, bp_error *error) {
    int length = snprintf(path, size, "%s/" FOLDER "/%s%s%s", paths->root, middle, name, end);
    return (length > 0 && (size_t)length < size) ||
           bp_fail(error, BP_ERROR_ENVIRONMENT, paths->root, "the path is too long");
}

bool bp_exercise_source_path(const bp_exercise_paths *paths, const bp_exercise *exercise, char *path,
                             size_t size, bp_error *error) {
    return join(paths, "", exercise->name, "/exercise.c", path, size, error);
}

bool bp_exercise_original_path(const bp_exercise_paths *paths, const bp_exercise *exercise, char *path,
                               size_t size, bp_error *error) {
    return join(paths, "originals/", exercise->name, ".c", path, size, error);
}

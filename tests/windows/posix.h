/* Included first in every test that is built for Windows: what tests use of POSIX. */
#ifndef BINDPOSE_TESTS_WINDOWS_POSIX_H
#define BINDPOSE_TESTS_WINDOWS_POSIX_H

#include "base/folder.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int _mkdir(const char *path);
int _setmode(int file, int mode);

/* Files are bytes. */
__attribute__((constructor)) static inline void posix_begin(void) {
    enum { BINARY = 0x8000 };
    for (int i = 0; i < 3; i++) _setmode(i, BINARY);
    _fmode = BINARY;
}

static inline char *mkdtemp(char *path) {
    char *end = path + strlen(path) - 6;
    for (unsigned i = 0; i < 10000; i++) {
        snprintf(end, 7, "%06x", (unsigned)(rand() * 32768 + rand() + (int)i) & 0xffffff);
        if (_mkdir(path) == 0) return path;
    }
    return NULL;
}

/* The folder for data has another variable here. */
static inline int setenv(const char *name, const char *value, int replace) {
    if (!replace && getenv(name)) return 0;
    if (strcmp(name, "XDG_DATA_HOME") == 0) name = "APPDATA";
    return _putenv_s(name, value);
}

static inline int unsetenv(const char *name) { return _putenv_s(name, ""); }

void bp_folder_remove(const char *path);

/* Only test_folder_remove calls a shell here: "... rm -rf 'FOLDER'". */
static inline int posix_system(const char *command) {
    const char *folder = strstr(command, "rm -rf '");
    char path[1024];
    if (!folder) return 1;
    snprintf(path, sizeof path, "%.*s", (int)strcspn(folder + 8, "'"), folder + 8);
    bp_folder_remove(path);
    return 0;
}
#define system posix_system
/* The C library's own names and parameters. */
#define mkdir(path, ...) _mkdir(path)

#endif

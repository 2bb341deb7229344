/* Paths, the terminal and the processor's name, by POSIX. The twin for Windows: windows/system.c. */
#define _DEFAULT_SOURCE     /* winsize, getentropy */
#define _XOPEN_SOURCE 700 /* realpath */
#include "base/system.h"
#ifdef __linux__
#include <sys/auxv.h>
#endif
#ifdef __APPLE__
#include <mach-o/dyld.h>
#include <sys/random.h>
#include <sys/sysctl.h>
#define st_mtim st_mtimespec
#endif
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

/* ---- paths --------------------------------------------------------------------------------------- */

/* A file that a limit (ulimit -f) cuts off is an error then, as on a full disk, and not a silent end. */
void bp_program_begin(int *argc, char ***argv) {
    (void)argc, (void)argv;
    signal(SIGXFSZ, SIG_IGN);
}

void bp_path_normalize(char *path) { (void)path; }

bool bp_path_allows(const char *path, bp_path_use use) {
    static const int MODES[] = {F_OK, R_OK, W_OK, X_OK};
    return access(path, MODES[use]) == 0;
}

bool bp_path_resolve(const char *path, char *out, size_t size) {
    char real[PATH_MAX];
    int length = realpath(path, real) ? snprintf(out, size, "%s", real) : -1;
    return length > 0 && (size_t)length < size;
}

bool bp_program_path(char *path, size_t size) {
#ifdef __APPLE__
    char found[PATH_MAX]; /* as it was started, perhaps by a link */
    uint32_t room = sizeof found;
    if (_NSGetExecutablePath(found, &room) == 0 && bp_path_resolve(found, path, size)) return true;
    *path = '\0';
    return false;
#else
    ssize_t length = readlink("/proc/self/exe", path, size - 1);
    path[length > 0 ? length : 0] = '\0';
#ifdef __linux__
    /* Without /proc: as it was started, from the folder that still is the current one. */
    const char *started = length > 0 ? NULL : (const char *)getauxval(AT_EXECFN);
    if (started && bp_path_resolve(started, path, size)) return true;
#endif
    return length > 0;
#endif
}

bool bp_program_find(const char *name, char *path, size_t size) {
    const char *folders = getenv("PATH");
    int written = snprintf(path, size, "%s", name);
    if (strchr(name, '/')) return (size_t)written < size && access(name, X_OK) == 0;
    for (const char *folder = folders ? folders : "/usr/bin:/bin"; *folder;) {
        size_t length = strcspn(folder, ":");
        written = snprintf(path, size, "%.*s/%s", (int)length, folder, name);
        if (written > 0 && (size_t)written < size && access(path, X_OK) == 0) return true;
        folder += length + (folder[length] == ':');
    }
    return false;
}

bool bp_current_folder(char *path, size_t size) {
    if (getcwd(path, size)) return true;
    *path = '\0';
    return false;
}

bool bp_data_folder(char *path, size_t size, bp_error *error) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    bool own = data && data[0] == '/';
    if (!own && (!home || !*home))
        return bp_fail(error, BP_ERROR_ENVIRONMENT, "HOME", "it is not set, so there is no data folder");
    int length = own ? snprintf(path, size, "%s", data) : snprintf(path, size, "%s/.local/share", home);
    return (length >= 0 && (size_t)length < size) ||
           bp_fail(error, BP_ERROR_ENVIRONMENT, "XDG_DATA_HOME", "the path is too long");
}

bool bp_file_get_stamp(const char *path, bp_file_stamp *out) {
    struct stat about;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode)) return false;
    *out = (bp_file_stamp){(uint64_t)about.st_mtim.tv_sec, (uint64_t)about.st_mtim.tv_nsec,
                           (uint64_t)about.st_size};
    return true;
}

void bp_file_remove(const char *path) { remove(path); }

int bp_free_megabytes(const char *folder) {
    struct statvfs about;
    if (statvfs(folder, &about) != 0 || about.f_blocks == 0) return -1;
    const uint64_t megabytes = (uint64_t)about.f_bavail * about.f_frsize >> 20;
    return megabytes < INT_MAX ? (int)megabytes : INT_MAX;
}

/* ---- terminal, processor ------------------------------------------------------------------- */

bool bp_stderr_is_terminal(void) { return isatty(STDERR_FILENO) == 1; }

bool bp_stdout_is_terminal(void) { return isatty(STDOUT_FILENO) == 1; }

void bp_stdout_terminal_size(int *columns, int *rows) {
    struct winsize size = {.ws_col = 0};
    bool known = bp_stdout_is_terminal() && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
    *columns = known ? size.ws_col : 0;
    *rows = known ? size.ws_row : 0;
}

uint32_t bp_random_number(void) {
    uint32_t random = 0;
    return getentropy(&random, sizeof random) == 0 ? random : (uint32_t)time(NULL) * 2654435761u;
}

#ifdef __APPLE__
const char *bp_processor_name(char *text, size_t size) {
    size_t length = size;
    if (sysctlbyname("machdep.cpu.brand_string", text, &length, NULL, 0) != 0)
        snprintf(text, size, "unknown processor");
    return text;
}
#else
/* The first "model name" in /proc/cpuinfo. */
const char *bp_processor_name(char *text, size_t size) {
    static const char key[] = "model name\t: ";
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    snprintf(text, size, "unknown processor");
    while (file && fgets(line, sizeof line, file)) {
        if (strncmp(line, key, sizeof key - 1) != 0) continue;
        const char *name = line + sizeof key - 1;
        snprintf(text, size, "%.*s", (int)strcspn(name, "\n"), name);
        break;
    }
    if (file) fclose(file);
    return text;
}
#endif

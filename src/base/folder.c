/* Folders: listing by opendir and lstat, and the check by realpath that a file is inside. */
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE /* flock */
#include "base/folder.h"
#include "base/allocator.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static bool is_folder(const char *folder, const char *name) {
    char path[PATH_MAX];
    struct stat about;
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    return length > 0 && (size_t)length < sizeof path && lstat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* Adds the files in root/below, a path that ends with a slash, or is empty. */
static bool add_files(const bp_allocator *allocator, const char *root, const char *below, int levels,
                      size_t max_count, bp_folder_names *out, bp_error *error) {
    char path[PATH_MAX], name[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", root, below);
    DIR *folder = opendir(path);
    if (!folder) return bp_fail(error, BP_ERROR_INPUT, path, "the folder can't be read: %s", strerror(errno));
    bool ok = true;
    const struct dirent *entry;
    while (ok && (entry = readdir(folder)) != NULL) {
        if (entry->d_name[0] == '.') continue;
        const bool deeper = is_folder(path, entry->d_name);
        int length = snprintf(name, sizeof name, "%s%s%s", below, entry->d_name, deeper ? "/" : "");
        if (length < 0 || (size_t)length >= sizeof name || (deeper && levels == 0)) continue;
        if (out->count == max_count)
            ok = bp_fail(error, BP_ERROR_INPUT, path, "there are more than %zu files in it", max_count);
        else
            ok = deeper ? add_files(allocator, root, name, levels - 1, max_count, out, error)
                        : bp_folder_names_add(allocator, out, name, error);
    }
    closedir(folder);
    return ok;
}

bool bp_folder_list_files(const bp_allocator *allocator, const char *path, size_t max_count,
                          bp_folder_names *out, bp_error *error) {
    *out = (bp_folder_names){NULL, 0};
    return bp_folder_names_finish(allocator, out, add_files(allocator, path, "", 20, max_count, out, error));
}

static bool is_inside(const char *folder, const char *path) {
    char outer[PATH_MAX], inner[PATH_MAX];
    if (!realpath(folder, outer) || !realpath(path, inner)) return false;
    size_t length = strlen(outer);
    return strncmp(outer, inner, length) == 0 && (inner[length] == '/' || strcmp(outer, "/") == 0);
}

bp_folder_file_kind bp_folder_check_file(const char *folder, const char *name, bp_error *error) {
    char path[PATH_MAX];
    struct stat about;
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (length < 0 || (size_t)length >= sizeof path) {
        bp_fail(error, BP_ERROR_INPUT, name, "the path is too long");
        return BP_FOLDER_REFUSED;
    }
    if (lstat(path, &about) != 0 && (errno == ENOENT || errno == ENOTDIR)) return BP_FOLDER_MISSING;
    if (stat(path, &about) != 0)
        bp_fail(error, BP_ERROR_INPUT, name, "it can't be read: %s", strerror(errno));
    else if (!S_ISREG(about.st_mode))
        bp_fail(error, BP_ERROR_INPUT, name, "it is not a regular file");
    else if (!is_inside(folder, path))
        bp_fail(error, BP_ERROR_INPUT, name, "it is a link out of the folder");
    else if (access(path, R_OK) != 0)
        bp_fail(error, BP_ERROR_INPUT, name, "it can't be read: %s", strerror(errno));
    else
        return BP_FOLDER_REGULAR_FILE;
    return BP_FOLDER_REFUSED;
}

/* Scratch folders are called bindpose-SPACE-PROCESS-XXXXXX. A process's number says which one it is only
 * among the processes of one space: a container has its own. */
static unsigned long process_space(void) {
    char link[64] = "";
    ssize_t length = readlink("/proc/self/ns/pid", link, sizeof link - 1); /* pid:[4026531836] */
    return length > 5 ? strtoul(link + 5, NULL, 10) : 0;
}

bool bp_folder_make_scratch_in(const char *parent, char *path, size_t size, bp_error *error) {
    int length = snprintf(path, size, "%s/bindpose-%lu-%ld-XXXXXX", parent, process_space(), (long)getpid());
    if (length < 0 || (size_t)length >= size)
        return bp_fail(error, BP_ERROR_ENVIRONMENT, parent,
                       "the path is too long; set TMPDIR to a shorter one");
    if (!mkdtemp(path) || chmod(path, 0711) != 0)
        return bp_fail(error, BP_ERROR_ENVIRONMENT, parent, "can't make a folder in it: %s", strerror(errno));
    return true;
}

bool bp_folder_make_scratch(char *path, size_t size, bp_error *error) {
    const char *temporary = getenv("TMPDIR");
    if (!temporary || !*temporary) temporary = "/tmp";
    bp_folder_sweep(temporary);
    return bp_folder_make_scratch_in(temporary, path, size, error);
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *where) {
    (void)about, (void)kind, (void)where;
    remove(path);
    return 0;
}

void bp_folder_remove(const char *path) { nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS); }

static bool is_left_behind(const char *name, const struct stat *about) {
    char random[17];
    unsigned long space;
    long process;
    int end = 0;
    if (S_ISREG(about->st_mode))
        return sscanf(name, ".bindpose-%16[0-9a-f].tmp%n", random, &end) == 1 && end == 30 && !name[end] &&
               about->st_mtime + 60 < time(NULL);
    return S_ISDIR(about->st_mode) && sscanf(name, "bindpose-%lu-%ld-%n", &space, &process, &end) == 2 &&
           end > 0 && strlen(name + end) == 6 && space == process_space() && process > 0 &&
           kill((pid_t)process, 0) != 0 && errno == ESRCH;
}

void bp_folder_sweep(const char *path) {
    char whole[PATH_MAX];
    struct stat about;
    DIR *folder = opendir(path);
    for (const struct dirent *entry; folder && (entry = readdir(folder));) {
        const char *name = entry->d_name;
        if (strncmp(name + (name[0] == '.'), "bindpose-", 9) != 0) continue;
        int length = snprintf(whole, sizeof whole, "%s/%s", path, name);
        if (length > 0 && (size_t)length < sizeof whole && lstat(whole, &about) == 0 &&
            about.st_uid == geteuid() && is_left_behind(name, &about))
            bp_folder_remove(whole);
    }
    if (folder) closedir(folder);
}

void bp_folder_set_mode(const char *path, unsigned mode) { chmod(path, (mode_t)mode); }

bool bp_user_is_root(void) { return geteuid() == 0; }

int bp_folder_lock(const char *path) {
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (int i = 0; folder >= 0 && i < 500; i++) {
        if (flock(folder, LOCK_EX | LOCK_NB) == 0) return folder;
        if (errno != EWOULDBLOCK && errno != EINTR) break;
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    if (folder >= 0) close(folder);
    return -1;
}

void bp_folder_unlock(int lock) {
    if (lock >= 0) close(lock);
}

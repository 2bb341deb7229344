/* Reading and writing whole files.
 *
 * A file is opened without blocking, because a pipe would wait for a writer. Its kind and size are checked
 * before memory is allocated, because a sparse file may claim terabytes. Writing goes to a temporary file
 * beside the target, which is flushed and renamed: other programs see either the old file or the new one.
 * While it is written it has no name, where the system allows that (Linux, on most disks): a program that is
 * killed then leaves nothing behind.
 */
#define _GNU_SOURCE /* realpath, getentropy, O_TMPFILE */
#include "base/allocator.h"
#include "base/error.h"
#include "base/folder.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_PATH = 4096 };
#define DEFAULT_LIMIT ((size_t)2 << 30)

/* ---- reading ----------------------------------------------------------------------------------- */

static const char *kind_name(mode_t mode) {
    if (S_ISDIR(mode)) return "a folder";
    if (S_ISFIFO(mode)) return "a pipe";
    return "a device";
}

static bool fail_with_errno(bp_error *error, const char *path, const char *action, int number) {
    bool asked_wrong = number == ENOENT || number == ENOTDIR || number == EISDIR || number == EACCES ||
                       number == ENAMETOOLONG || number == ELOOP || number == ENXIO;
    bp_error_kind kind = number == ENOMEM ? BP_ERROR_MEMORY
                         : asked_wrong    ? BP_ERROR_INPUT
                                          : BP_ERROR_ENVIRONMENT;
    return bp_fail(error, kind, path, "can't %s: %s", action, strerror(number));
}

static bool fail_over_limit(bp_error *error, const char *path, intmax_t size, size_t limit) {
    return bp_fail(error, BP_ERROR_INPUT, path, "the file has %jd bytes, the limit is %zu", size, limit);
}

static bool check_before_reading(int file, const char *path, size_t limit, size_t *size, bp_error *error) {
    struct stat about;
    if (fstat(file, &about) != 0) return fail_with_errno(error, path, "read its size", errno);
    if (!S_ISREG(about.st_mode))
        return bp_fail(error, BP_ERROR_INPUT, path, "this is %s; a regular file is needed",
                       kind_name(about.st_mode));
    if ((uintmax_t)about.st_size > limit) return fail_over_limit(error, path, (intmax_t)about.st_size, limit);
    *size = (size_t)about.st_size;
    return true;
}

/* Reads until the buffer is full or the file ends. -1 with errno on error. */
static ptrdiff_t read_up_to(int file, uint8_t *data, size_t size) {
    size_t done = 0;
    while (done < size) {
        ssize_t got = read(file, data + done, size - done);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return -1;
        if (got == 0) break;
        done += (size_t)got;
    }
    return (ptrdiff_t)done;
}

/* Reads to the end, even if the file is longer than its size (it grew, or is in /proc). The buffer has one
 * byte more than the expected size: for the zero at the end, and to notice a longer file. */
static bool read_all(const bp_allocator *allocator, int file, const char *path, size_t limit, bp_file *out,
                     bp_error *error) {
    size_t capacity = out->size + 1;
    out->size = 0;
    out->data = bp_alloc(allocator, capacity, 1, error);
    while (out->data) {
        ptrdiff_t got = read_up_to(file, out->data + out->size, capacity - out->size);
        if (got < 0) return fail_with_errno(error, path, "read it", errno);
        out->size += (size_t)got;
        if (out->size > limit) return fail_over_limit(error, path, (intmax_t)out->size, limit);
        if (out->size < capacity) break;
        size_t larger = capacity < limit / 2 ? capacity * 2 + 4096 : limit + 1;
        uint8_t *grown = bp_realloc(allocator, out->data, capacity, larger, 1, error);
        if (!grown) break;
        out->data = grown;
        capacity = larger;
    }
    if (!out->data || out->size == capacity) {
        bp_error_prefix_place(error, path);
        return false;
    }
    out->data[out->size] = 0;
    return true;
}

bool bp_file_read(const bp_allocator *allocator, const char *path, size_t limit, bp_file *out,
                  bp_error *error) {
    bp_file fresh = {0};
    if (!path || !*path) return bp_fail(error, BP_ERROR_ARGUMENT, "path", "an empty file name");
    if (limit == 0 || limit > DEFAULT_LIMIT) limit = DEFAULT_LIMIT;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0) return fail_with_errno(error, path, "open it", errno);
    bool ok = check_before_reading(file, path, limit, &fresh.size, error) &&
              read_all(allocator, file, path, limit, &fresh, error);
    close(file);
    if (ok)
        *out = fresh;
    else
        bp_free(allocator, fresh.data);
    return ok;
}

/* ---- writing ----------------------------------------------------------------------------------- */

static bool write_all(int file, const void *data, size_t size) {
    const uint8_t *bytes = data;
    while (size > 0) {
        ssize_t done = write(file, bytes, size);
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) return false;
        bytes += done;
        size -= (size_t)done;
    }
    return true;
}

/* Writes to a device or pipe (/dev/null), which must not be replaced. A pipe without a reader is an error;
 * opening it doesn't wait for one. */
static bool write_in_place(const char *path, const void *data, size_t size, bp_error *error) {
    int file = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0) return fail_with_errno(error, path, "write it", errno);
    fcntl(file, F_SETFL, 0);
    bool ok = write_all(file, data, size);
    int number = errno;
    if (close(file) != 0 && ok) ok = false, number = errno;
    return ok || fail_with_errno(error, path, "write it", number);
}

enum { NAME_LENGTH = 48 };

/* A name for a temporary file, which nobody can guess: else another user of the folder could put a link
 * there. It doesn't contain the target's name, which may have the maximal length. */
static bool make_name(char name[static NAME_LENGTH]) {
    uint64_t random;
    if (getentropy(&random, sizeof random) != 0) return false;
    snprintf(name, NAME_LENGTH, ".bindpose-%016" PRIx64 ".tmp", random);
    return true;
}

/* The path by which a file without a name can get one. */
static void write_link_path(int file, char path[static NAME_LENGTH]) {
    snprintf(path, NAME_LENGTH, "/proc/self/fd/%d", file);
}

/* Creates a file without a name. -1 if the disk can't have one, or without /proc, by which it would get its
 * name later. */
static int open_nameless(int folder) {
#ifdef O_TMPFILE
    char path[NAME_LENGTH];
    int file = openat(folder, ".", O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
    if (file < 0) return -1;
    write_link_path(file, path);
    if (access(path, F_OK) == 0) return file;
    close(file);
#else
    (void)folder;
#endif
    return -1;
}

/* A file that is not in place yet, with the permissions of a new file. */
typedef struct new_file {
    int folder, file;
    bool has_name;
    char name[NAME_LENGTH];
} new_file;

static bool open_new(int folder, new_file *out) {
    *out = (new_file){.folder = folder, .file = open_nameless(folder)};
    if (!make_name(out->name)) {
        if (out->file >= 0) close(out->file);
        return false;
    }
    if (out->file >= 0) return true;
    out->file = openat(folder, out->name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    return out->has_name = out->file >= 0;
}

static bool fill(const new_file *new, const void *data, size_t size, const struct stat *old, bool flush) {
    return write_all(new->file, data, size) && (!old || fchmod(new->file, old->st_mode & 07777) == 0) &&
           (!flush || fsync(new->file) == 0);
}

static bool link_as(const new_file *new, const char *name) {
    char path[NAME_LENGTH];
    write_link_path(new->file, path);
    return linkat(AT_FDCWD, path, new->folder, name, AT_SYMLINK_FOLLOW) == 0;
}

/* Whether closing the file tells of an error, while it stays open. */
static bool can_close(int file) {
    const int copy = dup(file);
    return copy >= 0 && close(copy) == 0;
}

/* Gives a whole file its place, and closes it. One without a name takes a free name at once; that of an old
 * file it can only take by way of a name of its own, and then nothing may come between the two calls: a kill
 * there would leave both files. */
static bool put_in_place(new_file *new, const char *name) {
    const bool nameless = !new->has_name;
    bool ok = can_close(new->file), placed = ok && nameless && link_as(new, name);
    if (ok && nameless && !placed) ok = errno == EEXIST && (new->has_name = link_as(new, new->name));
    if (ok && !placed) ok = renameat(new->folder, new->name, new->folder, name) == 0;
    const int number = errno;
    close(new->file);
    errno = number;
    return ok;
}

/* Writes a new file and puts it in the place of `name`. False with errno on error. */
static bool replace(int folder, const char *name, const void *data, size_t size, const struct stat *old,
                    bool flush) {
    new_file new;
    if (!open_new(folder, &new)) return false;
    const bool filled = fill(&new, data, size, old, flush);
    if (filled && put_in_place(&new, name)) {
        if (flush) fsync(folder); /* makes the name durable too; errors don't matter */
        return true;
    }
    const int number = errno;
    if (!filled) close(new.file);
    if (new.has_name) unlinkat(folder, new.name, 0);
    errno = number;
    return false;
}

/* Splits the path at its last slash: opens the folder, and sets *name to the rest. */
static int open_folder_of(char *path, const char **name) {
    char *slash = strrchr(path, '/');
    *name = slash ? slash + 1 : path;
    if (!slash) return open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    char kept = slash[1];
    slash[1] = '\0'; /* with the slash, so that "/file" gives "/" */
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    slash[1] = kept;
    return folder;
}

static bool write_file(const char *path, const void *data, size_t size, bool flush, bp_error *error) {
    char target[MAX_PATH + 1]; /* PATH_MAX is 4096 on Linux, less elsewhere */
    struct stat old;
    if (!path || !*path) return bp_fail(error, BP_ERROR_ARGUMENT, "path", "an empty file name");
    if (strlen(path) >= MAX_PATH) return fail_with_errno(error, path, "write it", ENAMETOOLONG);
    bool exists = stat(path, &old) == 0;
    if (exists && S_ISDIR(old.st_mode)) return fail_with_errno(error, path, "write it", EISDIR);
    if (exists && !S_ISREG(old.st_mode)) return write_in_place(path, data, size, error);
    if (exists && access(path, W_OK) != 0) return fail_with_errno(error, path, "write it", errno);
    /* The target of a symbolic link is replaced, not the link. */
    if (!exists || !realpath(path, target)) memcpy(target, path, strlen(path) + 1);
    const char *name = NULL;
    int folder = open_folder_of(target, &name);
    if (folder < 0) return fail_with_errno(error, path, "open its folder", errno);
    bool ok =
        *name ? replace(folder, name, data, size, exists ? &old : NULL, flush) : (errno = EISDIR, false);
    int number = errno;
    close(folder);
    return ok || fail_with_errno(error, path, "write it", number);
}

bool bp_file_write(const char *path, const void *data, size_t size, bp_error *error) {
    return write_file(path, data, size, true, error);
}

bool bp_folder_write_file(const char *path, const void *data, size_t size, bp_error *error) {
    return write_file(path, data, size, false, error);
}

static bool make_folder(const char *path) {
    if (mkdir(path, 0777) == 0) return true;
    int number = errno;
    struct stat about;
    if (stat(path, &about) == 0) {
        if (S_ISDIR(about.st_mode)) return true;
        number = ENOTDIR;
    }
    errno = number;
    return false;
}

bool bp_folder_make(const char *path, bp_error *error) {
    char partial[MAX_PATH];
    if (!path || !*path) return bp_fail(error, BP_ERROR_ARGUMENT, "path", "an empty folder name");
    if (strlen(path) >= MAX_PATH) return fail_with_errno(error, path, "make this folder", ENAMETOOLONG);
    memcpy(partial, path, strlen(path) + 1);
    for (char *end = partial + 1;; end++) {
        if (*end != '/' && *end != '\0') continue;
        char kept = *end;
        *end = '\0';
        if (!make_folder(partial)) return fail_with_errno(error, partial, "make this folder", errno);
        *end = kept;
        if (kept == '\0') return true;
    }
}

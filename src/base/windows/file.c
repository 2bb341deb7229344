/* Reading and writing whole files on Windows. As on other systems (../file.c), kind and size are checked
 * before memory is allocated, and a file is written to a temporary one beside the target, which replaces it
 * by MoveFileEx. A replaced file takes the folder's permissions. */
#define _CRT_RAND_S
#include "base/error.h"
#include "base/folder.h"
#include "base/windows/utf16.h"
#include <stdio.h>
#include <string.h>

#define DEFAULT_LIMIT ((size_t)2 << 30)
enum { CHUNK = 1 << 20 };

static bool is_folder(DWORD attributes) {
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY);
}

static bool check_before_reading(HANDLE file, const char *path, size_t limit, size_t *size, bp_error *error) {
    BY_HANDLE_FILE_INFORMATION about;
    LARGE_INTEGER bytes;
    const char *kind = GetFileType(file) == FILE_TYPE_PIPE ? "a pipe" : "a device";
    const bool disk = GetFileType(file) == FILE_TYPE_DISK;
    if (disk && (!GetFileInformationByHandle(file, &about) || !GetFileSizeEx(file, &bytes)))
        return bp_fail_by_windows(error, path, "read its size");
    if (disk && is_folder(about.dwFileAttributes)) kind = "a folder";
    if (!disk || is_folder(about.dwFileAttributes))
        return bp_fail(error, BP_ERROR_INPUT, path, "this is %s; a regular file is needed", kind);
    if ((uint64_t)bytes.QuadPart > limit)
        return bp_fail(error, BP_ERROR_INPUT, path, "the file has %lld bytes, the limit is %zu",
                       bytes.QuadPart, limit);
    *size = (size_t)bytes.QuadPart;
    return true;
}

/* Reads as many bytes as the file had, or up to its end. */
static bool read_all(HANDLE file, const char *path, bp_file *out, bp_error *error) {
    const size_t size = out->size;
    for (out->size = 0; out->size < size;) {
        DWORD got, wish = size - out->size < CHUNK ? (DWORD)(size - out->size) : CHUNK;
        if (!ReadFile(file, out->data + out->size, wish, &got, NULL))
            return bp_fail_by_windows(error, path, "read it");
        if (got == 0) break;
        out->size += got;
    }
    out->data[out->size] = 0;
    return true;
}

bool bp_file_read(const bp_allocator *allocator, const char *path, size_t limit, bp_file *out,
                  bp_error *error) {
    bp_file fresh = {0};
    if (!path || !*path) return bp_fail(error, BP_ERROR_ARGUMENT, "path", "an empty file name");
    if (limit == 0 || limit > DEFAULT_LIMIT) limit = DEFAULT_LIMIT;
    HANDLE file = bp_utf16_open(path, GENERIC_READ);
    if (file == INVALID_HANDLE_VALUE) {
        const DWORD code = GetLastError();
        if (is_folder(bp_utf16_attributes(path)))
            return bp_fail(error, BP_ERROR_INPUT, path, "this is a folder; a regular file is needed");
        SetLastError(code);
        return bp_fail_by_windows(error, path, "open it");
    }
    bool ok = check_before_reading(file, path, limit, &fresh.size, error);
    if (ok) fresh.data = bp_alloc(allocator, fresh.size + 1, 1, error);
    if (ok && !fresh.data) bp_error_prefix_place(error, path);
    ok = ok && fresh.data && read_all(file, path, &fresh, error);
    CloseHandle(file);
    if (ok)
        *out = fresh;
    else
        bp_free(allocator, fresh.data);
    return ok;
}

/* ---- writing ----------------------------------------------------------------------------------- */

static bool write_all(HANDLE file, const void *data, size_t size) {
    for (const uint8_t *bytes = data; size > 0;) {
        DWORD done;
        if (!WriteFile(file, bytes, size < CHUNK ? (DWORD)size : CHUNK, &done, NULL)) return false;
        bytes += done;
        size -= done;
    }
    return true;
}

static bool close_after(HANDLE file, bool ok) {
    const DWORD code = GetLastError();
    CloseHandle(file);
    SetLastError(code);
    return ok;
}

/* A device or pipe (NUL) must not be replaced: true if the path is one, and *ok says whether it was
 * written. */
static bool write_to_device(const char *path, const void *data, size_t size, bool *ok) {
    HANDLE file = bp_utf16_open(path, GENERIC_WRITE);
    if (file == INVALID_HANDLE_VALUE) return false;
    const bool device = GetFileType(file) != FILE_TYPE_DISK;
    *ok = close_after(file, device && write_all(file, data, size));
    return device;
}

/* Creates a temporary file beside `path`, by a name that nobody can guess, which goes to `temporary`. */
static HANDLE open_temporary(const wchar_t *path, wchar_t temporary[BP_UTF16_MOST]) {
    const wchar_t *slash = wcsrchr(path, L'\\');
    const size_t folder = slash ? (size_t)(slash + 1 - path) : 0;
    HANDLE file = INVALID_HANDLE_VALUE;
    if (folder + 48 > BP_UTF16_MOST) {
        SetLastError(ERROR_FILENAME_EXCED_RANGE);
        return file;
    }
    memcpy(temporary, path, folder * sizeof *path);
    unsigned random[2];
    if (rand_s(&random[0]) != 0 || rand_s(&random[1]) != 0) return file;
    swprintf(temporary + folder, 48, L".bindpose-%08x%08x.tmp", random[0], random[1]);
    return CreateFileW(temporary, GENERIC_WRITE, 0, NULL, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, NULL);
}

/* Virus scanners open new files for a moment, and then they can't be moved. */
static bool move_over(const wchar_t *from, const wchar_t *to, DWORD flags) {
    for (int i = 0;; i++) {
        if (MoveFileExW(from, to, MOVEFILE_REPLACE_EXISTING | flags)) return true;
        const DWORD code = GetLastError();
        const bool busy = code == ERROR_SHARING_VIOLATION || code == ERROR_ACCESS_DENIED;
        if (!busy || i == 20) return false;
        Sleep(10);
    }
}

static bool replace(const wchar_t *path, const void *data, size_t size, bool flush) {
    wchar_t temporary[BP_UTF16_MOST];
    HANDLE file = open_temporary(path, temporary);
    if (file == INVALID_HANDLE_VALUE) return false;
    const bool written = write_all(file, data, size) && (!flush || FlushFileBuffers(file));
    if (close_after(file, written) && move_over(temporary, path, flush ? MOVEFILE_WRITE_THROUGH : 0))
        return true;
    const DWORD code = GetLastError();
    DeleteFileW(temporary);
    SetLastError(code);
    return false;
}

/* The target of a symbolic link is replaced, not the link. */
static bool find_target(const char *path, wchar_t target[BP_UTF16_MOST]) {
    HANDLE file = bp_utf16_open(path, 0);
    DWORD length = 0;
    if (file != INVALID_HANDLE_VALUE) {
        length = GetFinalPathNameByHandleW(file, target, BP_UTF16_MOST, 0);
        CloseHandle(file);
    }
    return (length > 0 && length < BP_UTF16_MOST) || bp_utf16_path(path, target);
}

static bool write_file(const char *path, const void *data, size_t size, bool flush, bp_error *error) {
    wchar_t target[BP_UTF16_MOST];
    bool ok = false;
    if (!path || !*path) return bp_fail(error, BP_ERROR_ARGUMENT, "path", "an empty file name");
    const DWORD attributes = bp_utf16_attributes(path);
    const char last = path[strlen(path) - 1];
    if (is_folder(attributes) || last == '/')
        return bp_fail(error, BP_ERROR_INPUT, path, "can't write it: Is a directory");
    if (attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_READONLY))
        return bp_fail(error, BP_ERROR_INPUT, path, "can't write it: Permission denied");
    if (write_to_device(path, data, size, &ok)) return ok || bp_fail_by_windows(error, path, "write it");
    return (find_target(path, target) && replace(target, data, size, flush)) ||
           bp_fail_by_windows(error, path, "write it");
}

bool bp_file_write(const char *path, const void *data, size_t size, bp_error *error) {
    return write_file(path, data, size, true, error);
}

bool bp_folder_write_file(const char *path, const void *data, size_t size, bp_error *error) {
    return write_file(path, data, size, false, error);
}

/* Drives ("C:") and servers ("//server", "//server/share") are there, or can't be made. */
static bool is_above_folders(const char *path) {
    const size_t length = strlen(path);
    if (strncmp(path, "//", 2) != 0) return length > 0 && path[length - 1] == ':';
    const char *share = strchr(path + 2, '/');
    return !share || !strchr(share + 1, '/');
}

bool bp_folder_make(const char *path, bp_error *error) {
    char partial[BP_UTF16_MOST];
    wchar_t wide[BP_UTF16_MOST];
    if (!path || !*path) return bp_fail(error, BP_ERROR_ARGUMENT, "path", "an empty folder name");
    const int length = snprintf(partial, sizeof partial, "%s", path);
    if (length < 0 || (size_t)length >= sizeof partial)
        return bp_fail(error, BP_ERROR_INPUT, path, "can't make this folder: File name too long");
    for (char *end = partial + 1;; end++) {
        if (*end != '/' && *end != '\0') continue;
        const char kept = *end;
        *end = '\0';
        const DWORD attributes = bp_utf16_attributes(partial);
        if (attributes != INVALID_FILE_ATTRIBUTES && !is_folder(attributes))
            return bp_fail(error, BP_ERROR_INPUT, partial, "can't make this folder: Not a directory");
        if (!is_folder(attributes) && !is_above_folders(partial) &&
            !(bp_utf16_path(partial, wide) && CreateDirectoryW(wide, NULL)) &&
            GetLastError() != ERROR_ALREADY_EXISTS)
            return bp_fail_by_windows(error, partial, "make this folder");
        *end = kept;
        if (kept == '\0') return true;
    }
}

/* Scratch folders, removing folders, and locks on Windows. */
#include "base/folder.h"
#include "base/system.h"
#include "base/windows/utf16.h"
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <string.h>

/* ---- going through folders ----------------------------------------------------------------------- */

typedef void visit(const char *path, const WIN32_FIND_DATAW *about);

static void for_each(const char *folder, visit *call) {
    char pattern[BP_UTF16_MOST], name[3 * MAX_PATH], path[BP_UTF16_MOST];
    wchar_t wide[BP_UTF16_MOST];
    WIN32_FIND_DATAW about;
    snprintf(pattern, sizeof pattern, "%.3000s/*", folder);
    HANDLE all = bp_utf16_path(pattern, wide) ? FindFirstFileW(wide, &about) : INVALID_HANDLE_VALUE;
    for (bool more = all != INVALID_HANDLE_VALUE; more; more = FindNextFileW(all, &about)) {
        if (wcscmp(about.cFileName, L".") == 0 || wcscmp(about.cFileName, L"..") == 0) continue;
        if (!bp_utf16_to_text(about.cFileName, name, sizeof name)) continue;
        snprintf(path, sizeof path, "%.3000s/%s", folder, name);
        call(path, &about);
    }
    if (all != INVALID_HANDLE_VALUE) FindClose(all);
}

/* Adds the files in root/below, a path that ends with a slash, or is empty. */
static bool add_files(const bp_allocator *allocator, const char *root, const char *below, int levels,
                      size_t max_count, bp_folder_names *out, bp_error *error) {
    char path[BP_UTF16_MOST], text[3 * MAX_PATH], name[BP_UTF16_MOST];
    wchar_t wide[BP_UTF16_MOST];
    WIN32_FIND_DATAW about;
    snprintf(path, sizeof path, "%.1500s/%.1500s*", root, below);
    HANDLE all = bp_utf16_path(path, wide) ? FindFirstFileW(wide, &about) : INVALID_HANDLE_VALUE;
    if (all == INVALID_HANDLE_VALUE) return bp_fail_by_windows(error, root, "read the folder");
    bool ok = true;
    for (bool more = true; ok && more; more = FindNextFileW(all, &about)) {
        const DWORD kind = about.dwFileAttributes & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT);
        const bool deeper = kind == FILE_ATTRIBUTE_DIRECTORY;
        if (about.cFileName[0] == L'.' || !bp_utf16_to_text(about.cFileName, text, sizeof text)) continue;
        const int length = snprintf(name, sizeof name, "%s%s%s", below, text, deeper ? "/" : "");
        if (length < 0 || (size_t)length >= sizeof name || (deeper && levels == 0)) continue;
        if (out->count == max_count)
            ok = bp_fail(error, BP_ERROR_INPUT, root, "there are more than %zu files in it", max_count);
        else
            ok = deeper ? add_files(allocator, root, name, levels - 1, max_count, out, error)
                        : bp_folder_names_add(allocator, out, name, error);
    }
    FindClose(all);
    return ok;
}

bool bp_folder_list_files(const bp_allocator *allocator, const char *path, size_t max_count,
                          bp_folder_names *out, bp_error *error) {
    *out = (bp_folder_names){NULL, 0};
    return bp_folder_names_finish(allocator, out, add_files(allocator, path, "", 20, max_count, out, error));
}

/* Links are removed, not followed. */
static void remove_one(const char *path, const WIN32_FIND_DATAW *about) {
    wchar_t wide[BP_UTF16_MOST];
    const bool folder = about->dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY;
    if (folder && !(about->dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT)) for_each(path, remove_one);
    if (!bp_utf16_path(path, wide)) return;
    SetFileAttributesW(wide, FILE_ATTRIBUTE_NORMAL);
    if (folder)
        RemoveDirectoryW(wide);
    else
        DeleteFileW(wide);
}

void bp_folder_remove(const char *path) {
    const DWORD attributes = bp_utf16_attributes(path);
    if (attributes != INVALID_FILE_ATTRIBUTES)
        remove_one(path, &(WIN32_FIND_DATAW){.dwFileAttributes = attributes});
}

/* ---- scratch folders ------------------------------------------------------------------------------- */

bool bp_folder_make_scratch_in(const char *parent, char *path, size_t size, bp_error *error) {
    wchar_t wide[BP_UTF16_MOST];
    for (int i = 0; i < 100; i++) {
        const int length = snprintf(path, size, "%s/bindpose-%lu-%06x", parent, GetCurrentProcessId(),
                                    (unsigned)(bp_random_number() & 0xffffff));
        if (length < 0 || (size_t)length >= size)
            return bp_fail(error, BP_ERROR_ENVIRONMENT, parent,
                           "the path is too long; set TMP to a shorter one");
        if (bp_utf16_path(path, wide) && CreateDirectoryW(wide, NULL)) return true;
        if (GetLastError() != ERROR_ALREADY_EXISTS) break;
    }
    bp_fail_by_windows(error, parent, "make a folder in it");
    if (error) error->kind = BP_ERROR_ENVIRONMENT;
    return false;
}

bool bp_folder_make_scratch(char *path, size_t size, bp_error *error) {
    wchar_t wide[BP_UTF16_MOST];
    char temporary[BP_UTF16_MOST];
    const DWORD length = GetTempPathW(BP_UTF16_MOST, wide);
    if (length == 0 || length >= BP_UTF16_MOST || !bp_utf16_to_path(wide, temporary, sizeof temporary))
        return bp_fail(error, BP_ERROR_ENVIRONMENT, "TMP", "there is no folder for temporary files");
    const size_t end = strlen(temporary);
    if (end > 0 && temporary[end - 1] == '/') temporary[end - 1] = '\0';
    bp_folder_sweep(temporary);
    return bp_folder_make_scratch_in(temporary, path, size, error);
}

static bool is_running(unsigned long number) {
    HANDLE process = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, number);
    DWORD code = STILL_ACTIVE;
    if (!process) return GetLastError() != ERROR_INVALID_PARAMETER;
    GetExitCodeProcess(process, &code);
    CloseHandle(process);
    return code == STILL_ACTIVE;
}

/* Whether a minute has gone by since the file was written. */
static bool is_old(const FILETIME *written) {
    FILETIME now;
    GetSystemTimeAsFileTime(&now);
    const uint64_t a = (uint64_t)now.dwHighDateTime << 32 | now.dwLowDateTime,
                   b = (uint64_t)written->dwHighDateTime << 32 | written->dwLowDateTime;
    return a > b && a - b > UINT64_C(600000000);
}

static void sweep_one(const char *path, const WIN32_FIND_DATAW *about) {
    const char *name = strrchr(path, '/') + 1;
    unsigned long process, number;
    char random[17];
    int end = 0;
    const bool folder = about->dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY;
    const bool left =
        folder ? sscanf(name, "bindpose-%lu-%6lx%n", &process, &number, &end) == 2 && !is_running(process)
               : sscanf(name, ".bindpose-%16[0-9a-f].tmp%n", random, &end) == 1 && end == 30 &&
                     is_old(&about->ftLastWriteTime);
    if (left && end > 0 && !name[end]) remove_one(path, about);
}

void bp_folder_sweep(const char *path) { for_each(path, sweep_one); }

void bp_folder_set_mode(const char *path, unsigned mode) { (void)path, (void)mode; }

bool bp_user_is_root(void) { return false; }

/* ---- locks --------------------------------------------------------------------------------------- */

/* A file that only one process can have open; the system removes it when that ends. */
int bp_folder_lock(const char *path) {
    char name[BP_UTF16_MOST];
    wchar_t wide[BP_UTF16_MOST];
    snprintf(name, sizeof name, "%.4000s/.bindpose-lock", path);
    if (!bp_utf16_path(name, wide)) return -1;
    for (int i = 0; i < 500; i++) {
        HANDLE file = CreateFileW(wide, GENERIC_WRITE, 0, NULL, OPEN_ALWAYS,
                                  FILE_ATTRIBUTE_HIDDEN | FILE_FLAG_DELETE_ON_CLOSE, NULL);
        if (file != INVALID_HANDLE_VALUE) return _open_osfhandle((intptr_t)file, _O_NOINHERIT);
        if (GetLastError() != ERROR_SHARING_VIOLATION && GetLastError() != ERROR_ACCESS_DENIED) break;
        Sleep(10);
    }
    return -1;
}

void bp_folder_unlock(int lock) {
    if (lock >= 0) _close(lock);
}

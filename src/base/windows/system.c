/* Paths, the terminal and the processor's name on Windows. */
#define _CRT_RAND_S
#include "base/system.h"
#include "base/windows/utf16.h"
#include <fcntl.h>
#include <io.h>
#include <limits.h>
#include <shellapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the beginning of a program -------------------------------------------------------------------- */

/* One block, which stays until the program ends. */
static char **utf8_arguments(wchar_t **wide, int count) {
    size_t size = (size_t)(count + 1) * sizeof(char *);
    for (int i = 0; i < count; i++) size += 3 * wcslen(wide[i]) + 1;
    char **all = calloc(size, 1), *at = (char *)(all + count + 1);
    for (int i = 0; all && i < count; i++) {
        all[i] = at;
        bp_utf16_to_text(wide[i], at, 3 * wcslen(wide[i]) + 1);
        bp_path_normalize(at);
        at += strlen(at) + 1;
    }
    return all;
}

static UINT console_encoding;

static void restore_console(void) { SetConsoleOutputCP(console_encoding); }

void bp_program_begin(int *argc, char ***argv) {
    int count = 0;
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &count);
    char **all = wide ? utf8_arguments(wide, count) : NULL;
    if (all) *argc = count, *argv = all;
    LocalFree(wide);
    for (int i = 0; i < 3; i++) _setmode(i, _O_BINARY);
    console_encoding = GetConsoleOutputCP();
    if (console_encoding && SetConsoleOutputCP(CP_UTF8)) atexit(restore_console);
}

/* ---- paths --------------------------------------------------------------------------------------- */

void bp_path_normalize(char *path) {
    for (; *path; path++)
        if (*path == '\\') *path = '/';
}

bool bp_path_allows(const char *path, bp_path_use use) {
    const DWORD attributes = bp_utf16_attributes(path);
    if (use == BP_PATH_EXISTS) return attributes != INVALID_FILE_ATTRIBUTES;
    if (use == BP_PATH_RUN) {
        char whole[BP_UTF16_MOST];
        return bp_program_find(path, whole, sizeof whole);
    }
    const bool folder = attributes & FILE_ATTRIBUTE_DIRECTORY;
    HANDLE file = bp_utf16_open(path, use == BP_PATH_READ ? GENERIC_READ
                                      : folder            ? FILE_ADD_FILE
                                                          : GENERIC_WRITE);
    if (file == INVALID_HANDLE_VALUE) return false;
    CloseHandle(file);
    return true;
}

bool bp_path_resolve(const char *path, char *out, size_t size) {
    wchar_t wide[BP_UTF16_MOST];
    HANDLE file = bp_utf16_open(path, 0);
    if (file == INVALID_HANDLE_VALUE) return false;
    const DWORD length = GetFinalPathNameByHandleW(file, wide, BP_UTF16_MOST, 0);
    CloseHandle(file);
    return length > 0 && length < BP_UTF16_MOST && bp_utf16_to_path(wide, out, size);
}

bool bp_program_path(char *path, size_t size) {
    wchar_t wide[BP_UTF16_MOST];
    const DWORD length = GetModuleFileNameW(NULL, wide, BP_UTF16_MOST);
    *path = '\0';
    return length > 0 && length < BP_UTF16_MOST && bp_utf16_to_path(wide, path, size);
}

/* Not in the current folder, where the system would look, too. */
bool bp_program_find(const char *name, char *path, size_t size) {
    wchar_t wide[BP_UTF16_MOST], folders[BP_UTF16_MOST] = L"", found[BP_UTF16_MOST];
    GetEnvironmentVariableW(L"PATH", folders, BP_UTF16_MOST);
    if (!bp_utf16_path(name, wide)) return false;
    const DWORD length =
        SearchPathW(strchr(name, '/') ? NULL : folders, wide, L".exe", BP_UTF16_MOST, found, NULL);
    return length > 0 && length < BP_UTF16_MOST && !(GetFileAttributesW(found) & FILE_ATTRIBUTE_DIRECTORY) &&
           bp_utf16_to_path(found, path, size);
}

bool bp_current_folder(char *path, size_t size) {
    wchar_t wide[BP_UTF16_MOST];
    const DWORD length = GetCurrentDirectoryW(BP_UTF16_MOST, wide);
    *path = '\0';
    return length > 0 && length < BP_UTF16_MOST && bp_utf16_to_path(wide, path, size);
}

bool bp_data_folder(char *path, size_t size, bp_error *error) {
    wchar_t wide[BP_UTF16_MOST];
    if (!bp_utf16_variable(L"APPDATA", wide))
        return bp_fail(error, BP_ERROR_ENVIRONMENT, "APPDATA", "it is not set, so there is no data folder");
    return bp_utf16_to_path(wide, path, size) ||
           bp_fail(error, BP_ERROR_ENVIRONMENT, "APPDATA", "the path is too long");
}

bool bp_file_get_stamp(const char *path, bp_file_stamp *out) {
    wchar_t wide[BP_UTF16_MOST];
    WIN32_FILE_ATTRIBUTE_DATA about;
    if (!bp_utf16_path(path, wide) || !GetFileAttributesExW(wide, GetFileExInfoStandard, &about))
        return false;
    const uint64_t time =
        (uint64_t)about.ftLastWriteTime.dwHighDateTime << 32 | about.ftLastWriteTime.dwLowDateTime;
    *out = (bp_file_stamp){time / 10000000, time % 10000000 * 100,
                           (uint64_t)about.nFileSizeHigh << 32 | about.nFileSizeLow};
    return !(about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY);
}

void bp_file_remove(const char *path) {
    wchar_t wide[BP_UTF16_MOST];
    if (bp_utf16_path(path, wide)) DeleteFileW(wide);
}

int bp_free_megabytes(const char *folder) {
    wchar_t wide[BP_UTF16_MOST];
    ULARGE_INTEGER bytes;
    if (!bp_utf16_path(folder, wide) || !GetDiskFreeSpaceExW(wide, &bytes, NULL, NULL)) return -1;
    return bytes.QuadPart >> 20 < INT_MAX ? (int)(bytes.QuadPart >> 20) : INT_MAX;
}

/* ---- terminal, processor ------------------------------------------------------------------- */

static bool is_console(DWORD which) {
    DWORD mode;
    return GetConsoleMode(GetStdHandle(which), &mode);
}

bool bp_stderr_is_terminal(void) { return is_console(STD_ERROR_HANDLE); }

bool bp_stdout_is_terminal(void) { return is_console(STD_OUTPUT_HANDLE); }

void bp_stdout_terminal_size(int *columns, int *rows) {
    CONSOLE_SCREEN_BUFFER_INFO about;
    const bool known = GetConsoleScreenBufferInfo(GetStdHandle(STD_OUTPUT_HANDLE), &about);
    *columns = known ? about.srWindow.Right - about.srWindow.Left + 1 : 0;
    *rows = known ? about.srWindow.Bottom - about.srWindow.Top + 1 : 0;
}

uint32_t bp_random_number(void) {
    unsigned random;
    return rand_s(&random) == 0 ? random : GetTickCount() * 2654435761u;
}

const char *bp_processor_name(char *text, size_t size) {
    wchar_t name[128];
    DWORD bytes = sizeof name;
    if (RegGetValueW(HKEY_LOCAL_MACHINE, L"HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0",
                     L"ProcessorNameString", RRF_RT_REG_SZ, NULL, name, &bytes) != 0 ||
        !bp_utf16_to_text(name, text, size))
        snprintf(text, size, "unknown processor");
    return text;
}

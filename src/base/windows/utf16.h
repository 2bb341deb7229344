/* Windows' wide text, and its errors. */
#pragma once

#include <bindpose/base.h>
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

enum { BP_UTF16_MOST = 4096 };

/* Converts a UTF-8 path to wide text, with the prefix that Windows needs for long paths. False, and the
 * system's error is set: the path doesn't fit, or isn't valid UTF-8. */
bool bp_utf16_path(const char *path, wchar_t out[BP_UTF16_MOST]);
/* The same for text that is no path. */
bool bp_utf16_text(const char *text, wchar_t *out, size_t size);
/* Back to UTF-8. */
bool bp_utf16_to_text(const wchar_t *text, char *out, size_t size);
/* Back to UTF-8, with slashes, and without the prefix of long paths. */
bool bp_utf16_to_path(const wchar_t *path, char *out, size_t size);
/* A variable of the environment; false if it isn't set, or is empty. */
bool bp_utf16_variable(const wchar_t *name, wchar_t out[BP_UTF16_MOST]);

/* Fails with the words of GetLastError: "can't ACTION: ...", in those of the C library where it has some. */
bool bp_fail_by_windows(bp_error *error, const char *path, const char *action);

/* Opens a file or folder that other programs may use, too; INVALID_HANDLE_VALUE on error. */
HANDLE bp_utf16_open(const char *path, DWORD access);
/* GetFileAttributes; INVALID_FILE_ATTRIBUTES: there is nothing. */
DWORD bp_utf16_attributes(const char *path);

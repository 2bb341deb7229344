/* UTF-8 to UTF-16 and back, and the system's errors in the C library's words. */
#include "base/windows/utf16.h"
#include "base/system.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

bool bp_utf16_text(const char *text, wchar_t *out, size_t size) {
    return MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, out, (int)size) > 0;
}

/* Windows says of a name that is too long that there is no such file. */
static bool has_long_name(const wchar_t *path) {
    enum { NAME = 255 };
    for (size_t length; *path; path += length + (path[length] == L'\\')) {
        length = wcscspn(path, L"\\");
        if (length > NAME) return true;
    }
    return false;
}

/* A path of over 247 characters is only taken whole, behind this prefix. */
bool bp_utf16_path(const char *path, wchar_t out[BP_UTF16_MOST]) {
    enum { LONG = 240, PREFIX = 4 };
    wchar_t whole[BP_UTF16_MOST];
    if (!bp_utf16_text(path, out, BP_UTF16_MOST)) {
        SetLastError(GetLastError() == ERROR_INSUFFICIENT_BUFFER ? ERROR_FILENAME_EXCED_RANGE
                                                                 : ERROR_INVALID_NAME);
        return false;
    }
    for (wchar_t *at = out; *at; at++)
        if (*at == L'/') *at = L'\\';
    if (has_long_name(out)) {
        SetLastError(ERROR_FILENAME_EXCED_RANGE);
        return false;
    }
    if (wcslen(out) < LONG || wcsncmp(out, L"\\\\", 2) == 0) return true;
    const DWORD length = GetFullPathNameW(out, BP_UTF16_MOST - PREFIX, whole, NULL);
    if (length == 0 || length >= BP_UTF16_MOST - PREFIX) {
        SetLastError(ERROR_FILENAME_EXCED_RANGE);
        return false;
    }
    wcscpy(out, L"\\\\?\\");
    wcscpy(out + PREFIX, whole);
    return true;
}

bool bp_utf16_to_text(const wchar_t *text, char *out, size_t size) {
    if (WideCharToMultiByte(CP_UTF8, 0, text, -1, out, (int)size, NULL, NULL) > 0) return true;
    if (size > 0) *out = '\0';
    return false;
}

bool bp_utf16_to_path(const wchar_t *path, char *out, size_t size) {
    const bool network = wcsncmp(path, L"\\\\?\\UNC\\", 8) == 0;
    if (network)
        path += 6; /* "C\server\..." */
    else if (wcsncmp(path, L"\\\\?\\", 4) == 0)
        path += 4;
    if (!bp_utf16_to_text(path, out, size)) return false;
    if (network) out[0] = '/';
    bp_path_normalize(out);
    return true;
}

bool bp_utf16_variable(const wchar_t *name, wchar_t out[BP_UTF16_MOST]) {
    const DWORD length = GetEnvironmentVariableW(name, out, BP_UTF16_MOST);
    return length > 0 && length < BP_UTF16_MOST;
}

static int errno_of(DWORD code) {
    switch (code) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_INVALID_DRIVE:
    case ERROR_BAD_NETPATH:
    case ERROR_BAD_NET_NAME: return ENOENT;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION: return EACCES;
    case ERROR_DIRECTORY: return ENOTDIR;
    case ERROR_ALREADY_EXISTS:
    case ERROR_FILE_EXISTS: return EEXIST;
    case ERROR_FILENAME_EXCED_RANGE: return ENAMETOOLONG;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY: return ENOMEM;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL: return ENOSPC;
    case ERROR_WRITE_PROTECT: return EROFS;
    case ERROR_BROKEN_PIPE:
    case ERROR_NO_DATA: return EPIPE;
    default: return 0;
    }
}

bool bp_fail_by_windows(bp_error *error, const char *path, const char *action) {
    const DWORD code = GetLastError();
    const int number = errno_of(code);
    const bp_error_kind kind =
        number == ENOMEM ? BP_ERROR_MEMORY
        : number == ENOENT || number == ENOTDIR || number == EACCES || number == ENAMETOOLONG
            ? BP_ERROR_INPUT
            : BP_ERROR_ENVIRONMENT;
    if (code == ERROR_SHARING_VIOLATION)
        return bp_fail(error, kind, path, "can't %s: another program has it open", action);
    if (number) return bp_fail(error, kind, path, "can't %s: %s", action, strerror(number));
    return bp_fail(error, kind, path, "can't %s: error %lu of Windows", action, code);
}

HANDLE bp_utf16_open(const char *path, DWORD access) {
    wchar_t wide[BP_UTF16_MOST];
    return bp_utf16_path(path, wide)
               ? CreateFileW(wide, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                             OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS /* folders, too */, NULL)
               : INVALID_HANDLE_VALUE;
}

DWORD bp_utf16_attributes(const char *path) {
    wchar_t wide[BP_UTF16_MOST];
    return bp_utf16_path(path, wide) ? GetFileAttributesW(wide) : INVALID_FILE_ATTRIBUTES;
}

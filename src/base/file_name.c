/* The rules for names that come out of files, each part of a path by itself. */
#include "base/file_name.h"
#include "base/utf8.h"
#include <string.h>

const char *bp_path_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static char upper(char c) { return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c; }

static bool is_word(const char *text, size_t length, const char *word) {
    if (strlen(word) != length) return false;
    for (size_t i = 0; i < length; i++)
        if (upper(text[i]) != word[i]) return false;
    return true;
}

/* 1 to 9, or a superscript 1, 2 or 3 in UTF-8. */
static bool is_port_number(const char *text, size_t length) {
    if (length == 1) return *text >= '1' && *text <= '9';
    return length == 2 && text[0] == '\xc2' && (text[1] == '\xb9' || text[1] == '\xb2' || text[1] == '\xb3');
}

static bool is_device(const char *part, size_t length) {
    static const char *const DEVICES[] = {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"};
    const char *dot = memchr(part, '.', length);
    if (dot) length = (size_t)(dot - part);
    while (length > 0 && part[length - 1] == ' ') length--;
    for (size_t i = 0; i < sizeof DEVICES / sizeof DEVICES[0]; i++)
        if (is_word(part, length, DEVICES[i])) return true;
    return length > 3 && (is_word(part, 3, "COM") || is_word(part, 3, "LPT")) &&
           is_port_number(part + 3, length - 3);
}

/* The next part of a path and its length. `*at` moves behind its slash; after the last part it is NULL. */
static const char *next_part(const char **at, size_t *length) {
    const char *part = *at;
    *length = strcspn(part, "/");
    *at = part[*length] ? part + *length + 1 : NULL;
    return part;
}

bool bp_path_has_device(const char *path) {
    size_t length;
    for (const char *at = path; at;) {
        const char *part = next_part(&at, &length);
        if (is_device(part, length)) return true;
    }
    return false;
}

const char *bp_path_leaves_folder(const char *path) {
    size_t length;
    if (path[0] == '\0') return "is empty";
    if (path[0] == '/') return "is an absolute path";
    if (strchr(path, '\\')) return "has a backslash";
    for (const char *at = path; at;) {
        const char *part = next_part(&at, &length);
        if (length == 2 && memcmp(part, "..", 2) == 0) return "leaves the file's folder with \"..\"";
    }
    return NULL;
}

const char *bp_path_unsafe_name(const char *path) {
    size_t length;
    for (const unsigned char *c = (const unsigned char *)path; *c; c++)
        if (bp_utf8_is_control(c)) return "has a control character";
    if (strchr(path, ':')) return "has a colon, which Windows takes for a drive or a hidden part of a file";
    for (const char *at = path; at;) {
        const char *part = next_part(&at, &length), last = length ? part[length - 1] : 'x';
        if (last == ' ' || (last == '.' && length > 1))
            return "has a part that ends in a dot or a space, which Windows drops";
    }
    return bp_path_has_device(path) ? "names a device of Windows, as NUL or COM1 with any extension" : NULL;
}

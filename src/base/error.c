/* Errors as values: a kind, a place and a message. The function that fails fills them in, and its callers
 * pass them on. There is no global "last error", so several threads can fail at a time. */
#include "base/error.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Removes a UTF-8 character that snprintf has cut at the end of `text`. `length`: snprintf's result. */
static void trim_cut_character(char *text, size_t size, int length) {
    if (length < 0 || (size_t)length < size) return;
    size_t end = strlen(text), start = end;
    while (start > 0 && ((unsigned char)text[start - 1] & 0xC0u) == 0x80u) start--;
    if (start == 0) return;
    unsigned char lead = (unsigned char)text[start - 1];
    size_t whole = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
    if (end - (start - 1) < whole) text[start - 1] = '\0';
}

/* An error is one line. Paths and other programs' output may hold line breaks and other control
 * characters. */
static void make_one_line(char *text, char instead) {
    for (char *at = text; *at; at++)
        if ((unsigned char)*at < 32 || *at == 127) *at = instead;
    for (size_t length = strlen(text); length > 0 && text[length - 1] == ' ';) text[--length] = '\0';
}

bool bp_fail(bp_error *error, bp_error_kind kind, const char *place, const char *format, ...) {
    if (!error) return false;
    bp_error fresh = {.kind = kind};
    int length = snprintf(fresh.place, sizeof fresh.place, "%s", place ? place : "");
    trim_cut_character(fresh.place, sizeof fresh.place, length);
    make_one_line(fresh.place, '?');
    va_list arguments;
    va_start(arguments, format);
    length = vsnprintf(fresh.message, sizeof fresh.message, format, arguments);
    va_end(arguments);
    trim_cut_character(fresh.message, sizeof fresh.message, length);
    make_one_line(fresh.message, ' ');
    *error = fresh;
    return false;
}

bool bp_fail_null(bp_error *error, const char *argument) {
    return bp_fail(error, BP_ERROR_ARGUMENT, argument,
                   "is NULL, but an object is needed; a look-up that finds nothing returns NULL");
}

void bp_error_prefix_place(bp_error *error, const char *outer) {
    if (!error || error->kind == BP_ERROR_NONE || !outer || !*outer) return;
    char inner[sizeof error->place];
    memcpy(inner, error->place, sizeof inner);
    int length = snprintf(error->place, sizeof error->place, "%s%s%s", outer, *inner ? ": " : "", inner);
    trim_cut_character(error->place, sizeof error->place, length);
}

int bp_error_exit_code(const bp_error *error) {
    switch (error ? error->kind : BP_ERROR_NONE) {
    case BP_ERROR_NONE: return 0;
    case BP_ERROR_ARGUMENT:
    case BP_ERROR_INPUT: return 2;
    case BP_ERROR_MEMORY:
    case BP_ERROR_ENVIRONMENT: break;
    }
    return 3;
}

const char *bp_error_text(const bp_error *error, char *text, size_t size) {
    if (size == 0) return text;
    int length = snprintf(text, size, "%s%s%s", error->place, *error->place ? ": " : "", error->message);
    trim_cut_character(text, size, length);
    return text;
}

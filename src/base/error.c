/* Errors as values: a kind, a place and a sentence, filled in where something goes wrong and carried
 * upwards by the caller. There is no global "last error", so two threads can fail at a time. */
#include <bindpose/base.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Cuts a text that snprintf may have ended inside a UTF-8 character back to whole characters. */
static void cut_to_whole_characters(char *text, size_t size, int wanted) {
    if (wanted < 0 || (size_t)wanted < size) return;
    size_t end = strlen(text);
    size_t start = end;
    while (start > 0 && ((unsigned char)text[start - 1] & 0xC0u) == 0x80u) start--;
    if (start == 0) return;
    unsigned char lead = (unsigned char)text[start - 1];
    size_t need = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
    if (end - (start - 1) < need) text[start - 1] = '\0';
}

bool bp_fail(bp_error *error, bp_error_kind kind, const char *place, const char *format, ...) {
    if (!error) return false;
    bp_error fresh = {.kind = kind};
    int wanted = snprintf(fresh.place, sizeof fresh.place, "%s", place ? place : "");
    cut_to_whole_characters(fresh.place, sizeof fresh.place, wanted);
    va_list arguments;
    va_start(arguments, format);
    wanted = vsnprintf(fresh.message, sizeof fresh.message, format, arguments);
    va_end(arguments);
    cut_to_whole_characters(fresh.message, sizeof fresh.message, wanted);
    *error = fresh;
    return false;
}

void bp_error_prefix_place(bp_error *error, const char *outer) {
    if (!error || error->kind == BP_ERROR_NONE || !outer || !*outer) return;
    char inner[sizeof error->place];
    memcpy(inner, error->place, sizeof inner);
    int wanted = snprintf(error->place, sizeof error->place, "%s%s%s", outer, *inner ? ": " : "", inner);
    cut_to_whole_characters(error->place, sizeof error->place, wanted);
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
    int wanted = snprintf(text, size, "%s%s%s", error->place, *error->place ? ": " : "", error->message);
    cut_to_whole_characters(text, size, wanted);
    return text;
}

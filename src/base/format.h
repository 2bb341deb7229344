/* A short text as a value, for the call that it is written in: bp_format("meshes[%zu]", i).text. It is cut
 * off where it doesn't fit. */
#pragma once

#include <bindpose/base.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct bp_formatted {
    char text[256];
} bp_formatted;

static inline bp_formatted bp_format(const char *format, ...) BP_PRINTF(1, 2);
static inline bp_formatted bp_format(const char *format, ...) {
    bp_formatted out;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(out.text, sizeof out.text, format, arguments);
    va_end(arguments);
    return out;
}

/* The order of two texts by their bytes, for qsort and bsearch in lists of pointers to them. */
static inline int bp_compare_texts(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

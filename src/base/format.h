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

/* Formats the arguments behind `format`, which is the last parameter with a name, into an array. */
#define BP_FORMAT_REST(array, format)                                                                        \
    do {                                                                                                     \
        va_list arguments_;                                                                                  \
        va_start(arguments_, format);                                                                        \
        vsnprintf(array, sizeof(array), format, arguments_);                                                 \
        va_end(arguments_);                                                                                  \
    } while (0)

static inline bp_formatted bp_format(const char *format, ...) BP_PRINTF(1, 2);
static inline bp_formatted bp_format(const char *format, ...) {
    bp_formatted out;
    BP_FORMAT_REST(out.text, format);
    return out;
}

/* The order of two texts by their bytes, for qsort and bsearch in lists of pointers to them. */
static inline int bp_compare_texts(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

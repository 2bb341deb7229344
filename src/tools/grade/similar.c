#include "tools/grade/similar.h"
#include <ctype.h>
#include <string.h>

/* Skips spaces, comments, and lines that begin with #. */
static const char *skip(const char *at, const char *begin) {
    for (;;) {
        while (isspace((unsigned char)*at)) at++;
        if (at[0] == '/' && at[1] == '*') {
            const char *end = strstr(at + 2, "*/");
            at = end ? end + 2 : at + strlen(at);
        } else if (at[0] == '/' && at[1] == '/') {
            at += strcspn(at, "\n");
        } else if (*at == '#' && (at == begin || at[-1] == '\n')) {
            at += strcspn(at, "\n");
        } else {
            return at;
        }
    }
}

static size_t token_length(const char *at) {
    size_t length = 0;
    if (isalnum((unsigned char)*at) || *at == '_' || *at == '.') {
        while (isalnum((unsigned char)at[length]) || at[length] == '_' || at[length] == '.') length++;
    } else if (*at == '"' || *at == '\'') {
        for (length = 1; at[length] && at[length] != *at && at[length] != '\n'; length++)
            if (at[length] == '\\' && at[length + 1]) length++;
        length += at[length] == *at;
    }
    return length ? length : 1;
}

char *bp_similar_tokens(const bp_allocator *allocator, const char *text, bp_error *error) {
    char *out = bp_alloc(allocator, strlen(text) + 1, 2, error), *to = out;
    for (const char *at = skip(text, text); out && *at; at = skip(at, text)) {
        size_t length = token_length(at);
        memcpy(to, at, length);
        to += length;
        *to++ = ' ';
        at += length;
    }
    return out;
}

/* Escaping, and writing a text to a file. */
#include "tools/grade/grade_text.h"
#include "base/utf8.h"
#include <stdio.h>
#include <string.h>

static void put(bp_text_buffer *page, const char *text) { bp_text_buffer_add(page, "%s", text); }

/* Spreadsheets take these as formulas, some behind spaces, and some as wide as Chinese characters. */
static bool is_formula(const char *text) {
    static const char *const WIDE[] = {"\uFF1D", "\uFF0B", "\uFF0D", "\uFF20"};
    text += strspn(text, " \t\r\n\v\f");
    for (size_t i = 0; i < BP_COUNT(WIDE); i++)
        if (strncmp(text, WIDE[i], 3) == 0) return true;
    return *text && strchr("=+-@", *text);
}

static bool is_control(const char *text) { return bp_utf8_is_control((const unsigned char *)text); }

void bp_grade_put_csv(bp_text_buffer *p, const char *text) {
    put(p, "\"");
    if (is_formula(text)) put(p, "'");
    while (*text) {
        size_t length = bp_utf8_length((const unsigned char *)text);
        if (*text == '"')
            put(p, "\"\"");
        else if (length == 0 || is_control(text))
            put(p, "?");
        else
            bp_text_buffer_add(p, "%.*s", (int)length, text);
        text += length ? length : 1;
    }
    put(p, "\"");
}

void bp_grade_put_xml(bp_text_buffer *p, const char *text) {
    while (*text) {
        size_t length = bp_utf8_length((const unsigned char *)text);
        unsigned char c = (unsigned char)*text;
        switch (c) {
        case '&': put(p, "&amp;"); break;
        case '<': put(p, "&lt;"); break;
        case '>': put(p, "&gt;"); break;
        case '"': put(p, "&quot;"); break;
        case '\n': put(p, "&#10;"); break;
        default:
            if (length == 0 || is_control(text) || strncmp(text, "\xEF\xBF\xBE", 3) == 0 ||
                strncmp(text, "\xEF\xBF\xBF", 3) == 0)
                put(p, "?");
            else
                bp_text_buffer_add(p, "%.*s", (int)length, text);
        }
        text += length ? length : 1;
    }
}

bool bp_grade_write_file(const bp_file *text, const char *folder, const char *name, bp_error *error) {
    char path[1400];
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (length < 0 || (size_t)length >= sizeof path)
        return bp_fail(error, BP_ERROR_ARGUMENT, folder, "the folder's name is too long");
    return bp_file_write(path, text->data, text->size, error);
}

bool bp_grade_write_page(bp_text_buffer *page, const bp_gradebook *book, const char *folder, const char *name,
                         bp_error *error) {
    bp_file text;
    if (!bp_text_buffer_finish(page, &text, error)) return false;
    bool ok = bp_grade_write_file(&text, folder, name, error);
    bp_file_free(book->allocator, &text);
    return ok;
}

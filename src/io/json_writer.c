/* Writing JSON as text, without a tree: a million vertices need only the memory of their text. jansson
 * isn't used, because it writes the locale's decimal separator and adds ".0" to integers. */
#include "base/utf8.h"
#include "io/json.h"
#include <bindpose/io.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bp_json_writer bp_json_writer_make(const bp_allocator *allocator) {
    return (bp_json_writer){.text.allocator = allocator ? *allocator : bp_allocator_default()};
}

void bp_json_writer_clear(bp_json_writer *writer) {
    bp_free(&writer->text.allocator, writer->text.data);
    *writer = bp_json_writer_make(&writer->text.allocator);
}

static void put_string(bp_json_writer *writer, const char *text) {
    bp_text_buffer_put(&writer->text, text, strlen(text));
}

static char open_kind(const bp_json_writer *writer) {
    return writer->depth > 0 ? (char)writer->stack[writer->depth - 1] : 0;
}

/* Whether an enclosing array is inline. Everything in it is on its line. */
static bool on_one_line(const bp_json_writer *writer) {
    for (int i = 0; i < writer->depth; i++) {
        if (writer->stack[i] == '(') return true;
    }
    return false;
}

static void new_line(bp_json_writer *writer) {
    put_string(writer, "\n");
    for (int i = 0; i < writer->depth; i++) put_string(writer, "  ");
}

/* The comma and white space before the next element or member. */
static void separate(bp_json_writer *writer) {
    if (writer->depth == 0) {
        if (writer->text.size > 0) writer->wrong = true;
        return;
    }
    bool *has_member = &writer->has_member[writer->depth - 1];
    bool one_line = on_one_line(writer);
    if (*has_member) put_string(writer, one_line ? ", " : ",");
    if (!one_line) new_line(writer);
    *has_member = true;
}

/* Called before each value. */
static void before_value(bp_json_writer *writer) {
    if (writer->after_key) {
        writer->after_key = false;
        return;
    }
    if (open_kind(writer) == '{') writer->wrong = true;
    separate(writer);
}

/* ---- structure ----------------------------------------------------------------------------------*/

static void begin(bp_json_writer *writer, unsigned char kind) {
    before_value(writer);
    if (writer->depth == BP_JSON_MAX_DEPTH) {
        writer->wrong = true;
        return;
    }
    put_string(writer, kind == '{' ? "{" : "[");
    writer->stack[writer->depth] = kind;
    writer->has_member[writer->depth] = false;
    writer->depth++;
}

static void end(bp_json_writer *writer, bool object) {
    char kind = open_kind(writer);
    if (writer->after_key || kind == 0 || (kind == '{') != object) {
        writer->wrong = true;
        return;
    }
    bool one_line = on_one_line(writer), has_member = writer->has_member[writer->depth - 1];
    writer->depth--;
    if (has_member && !one_line) new_line(writer);
    put_string(writer, object ? "}" : "]");
}

void bp_json_begin_object(bp_json_writer *writer) { begin(writer, '{'); }
void bp_json_end_object(bp_json_writer *writer) { end(writer, true); }
void bp_json_begin_array(bp_json_writer *writer) { begin(writer, '['); }
void bp_json_begin_inline_array(bp_json_writer *writer) { begin(writer, '('); }
void bp_json_end_array(bp_json_writer *writer) { end(writer, false); }

/* ---- text ---------------------------------------------------------------------------------------*/

static void put_escaped(bp_json_writer *writer, unsigned char c) {
    static const char plain[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    const char *found = c ? strchr(plain, c) : NULL;
    char text[8];
    if (found)
        snprintf(text, sizeof text, "\\%c", letters[found - plain]);
    else
        snprintf(text, sizeof text, "\\u%04x", c);
    put_string(writer, text);
}

static void put_quoted(bp_json_writer *writer, const char *text) {
    put_string(writer, "\"");
    for (const unsigned char *c = (const unsigned char *)text; *c;) {
        size_t length = bp_utf8_length(c);
        if (length == 0)
            put_string(writer, "\xef\xbf\xbd");
        else if (*c < 0x20 || *c == '"' || *c == '\\' || *c == 0x7f)
            put_escaped(writer, *c);
        else
            bp_text_buffer_put(&writer->text, c, length);
        c += length ? length : 1;
    }
    put_string(writer, "\"");
}

void bp_json_key(bp_json_writer *writer, const char *key) {
    if (open_kind(writer) != '{' || writer->after_key) writer->wrong = true;
    separate(writer);
    put_quoted(writer, key);
    put_string(writer, ": ");
    writer->after_key = true;
}

void bp_json_put_text(bp_json_writer *writer, const char *text) {
    before_value(writer);
    if (text)
        put_quoted(writer, text);
    else
        put_string(writer, "null");
}

/* ---- numbers ------------------------------------------------------------------------------------*/

static void put_number(bp_json_writer *writer, double number) {
    if (!bp_is_finite(number)) {
        put_string(writer, "null");
        return;
    }
    char text[32];
    snprintf(text, sizeof text, "%.9g", number);
    /* The locale may have a decimal separator other than a point. */
    for (char *c = text; *c; c++) {
        if (!strchr("0123456789+-e", *c)) *c = '.';
    }
    put_string(writer, text);
}

void bp_json_put_number(bp_json_writer *writer, double number) {
    before_value(writer);
    put_number(writer, number);
}

void bp_json_put_format(bp_json_writer *writer, const char *format, ...) {
    va_list arguments;
    char text[256];
    va_start(arguments, format);
    if ((size_t)vsnprintf(text, sizeof text, format, arguments) >= sizeof text) writer->wrong = true;
    va_end(arguments);
    before_value(writer);
    put_string(writer, text);
}

void bp_json_put_integer(bp_json_writer *writer, long long number) {
    bp_json_put_format(writer, "%lld", number);
}
void bp_json_put_bool(bp_json_writer *writer, bool value) {
    bp_json_put_format(writer, "%s", value ? "true" : "false");
}
void bp_json_put_null(bp_json_writer *writer) { bp_json_put_format(writer, "null"); }

void bp_json_put_floats(bp_json_writer *writer, const float *numbers, size_t count) {
    before_value(writer);
    put_string(writer, "[");
    for (size_t i = 0; i < count; i++) {
        if (i > 0) put_string(writer, ", ");
        put_number(writer, (double)numbers[i]);
    }
    put_string(writer, "]");
}

/* ---- by a format ----*/

static void put_word(bp_json_writer *writer, const char *word, bool key, va_list *arguments) {
    const bool text = strcmp(word, "%s") == 0;
    if (text) word = va_arg(*arguments, const char *);
    if (key)
        bp_json_key(writer, word);
    else if (text)
        bp_json_put_text(writer, word);
    else if (strcmp(word, "%g") == 0)
        bp_json_put_number(writer, va_arg(*arguments, double));
    else if (strcmp(word, "%d") == 0)
        bp_json_put_integer(writer, va_arg(*arguments, int));
    else if (strcmp(word, "%zu") == 0)
        bp_json_put_integer(writer, (long long)va_arg(*arguments, size_t));
    else if (strcmp(word, "%i") == 0)
        bp_json_put_bool(writer, va_arg(*arguments, int));
    else if (word[0] == '%' && word[strlen(word) - 1] == 'p')
        bp_json_put_floats(writer, va_arg(*arguments, const void *), strtoul(word + 1, NULL, 10));
    else
        bp_json_put_format(writer, "%s", word);
}

void bp_json_write(bp_json_writer *writer, const char *format, ...) {
    va_list arguments;
    char word[64];
    va_start(arguments, format);
    for (const char *at = format; *at; at++) {
        const size_t length = strcspn(at, " ,:{}[]()");
        if (*at == '{' || *at == '[' || *at == '(')
            begin(writer, (unsigned char)*at);
        else if (*at == '}' || *at == ']' || *at == ')')
            end(writer, *at == '}');
        if (length == 0) continue;
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        put_word(writer, word, at[length] == ':', &arguments);
        at += length - 1;
    }
    va_end(arguments);
}

/* ---- members of objects ----*/

void bp_json_set_text(bp_json_writer *writer, const char *key, const char *text) {
    bp_json_key(writer, key);
    bp_json_put_text(writer, text);
}
void bp_json_set_number(bp_json_writer *writer, const char *key, double number) {
    bp_json_key(writer, key);
    bp_json_put_number(writer, number);
}
void bp_json_set_integer(bp_json_writer *writer, const char *key, long long number) {
    bp_json_key(writer, key);
    bp_json_put_integer(writer, number);
}
void bp_json_set_bool(bp_json_writer *writer, const char *key, bool value) {
    bp_json_key(writer, key);
    bp_json_put_bool(writer, value);
}
void bp_json_set_floats(bp_json_writer *writer, const char *key, const float *numbers, size_t count) {
    bp_json_key(writer, key);
    bp_json_put_floats(writer, numbers, count);
}
void bp_json_open_object(bp_json_writer *writer, const char *key) {
    bp_json_key(writer, key);
    bp_json_begin_object(writer);
}
void bp_json_open_array(bp_json_writer *writer, const char *key) {
    bp_json_key(writer, key);
    bp_json_begin_array(writer);
}
void bp_json_open_row(bp_json_writer *writer, const char *key) {
    bp_json_key(writer, key);
    bp_json_begin_inline_array(writer);
}

bool bp_json_writer_finish(bp_json_writer *writer, bp_file *out, bp_error *error) {
    *out = (bp_file){0};
    bool open = writer->wrong || writer->depth > 0 || writer->after_key || writer->text.size == 0;
    if (open && !writer->text.failed) {
        bp_json_writer_clear(writer);
        return bp_fail(
            error, BP_ERROR_ARGUMENT, "JSON",
            "was written with wrong nesting: every begin needs an end, every member of an object a key");
    }
    put_string(writer, "\n");
    bool ok = bp_text_buffer_finish(&writer->text, out, error);
    *writer = bp_json_writer_make(&writer->text.allocator);
    return ok;
}

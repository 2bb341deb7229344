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

static bool in_object(const bp_json_writer *writer) {
    const int open = writer->depth > 0 ? writer->stack[writer->depth - 1] : 0;
    return open == '{' || open == '<';
}

/* Whether an enclosing object or array is inline. Everything in it is on its line. */
static bool on_one_line(const bp_json_writer *writer) {
    for (int i = 0; i < writer->depth; i++)
        if (writer->stack[i] == '(' || writer->stack[i] == '<') return true;
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

static void before_value(bp_json_writer *writer) {
    if (writer->after_key) {
        writer->after_key = false;
        return;
    }
    if (in_object(writer)) writer->wrong = true;
    separate(writer);
}

static void begin(bp_json_writer *writer, unsigned char kind) {
    before_value(writer);
    if (writer->depth == BP_JSON_MAX_DEPTH) {
        writer->wrong = true;
        return;
    }
    writer->stack[writer->depth] = kind;
    writer->has_member[writer->depth] = false;
    writer->depth++;
    put_string(writer, in_object(writer) ? "{" : "[");
}

static void end(bp_json_writer *writer, bool object) {
    if (writer->after_key || writer->depth == 0 || in_object(writer) != object) {
        writer->wrong = true;
        return;
    }
    bool one_line = on_one_line(writer), has_member = writer->has_member[writer->depth - 1];
    writer->depth--;
    if (has_member && !one_line) new_line(writer);
    put_string(writer, object ? "}" : "]");
}

static void put_escaped(bp_json_writer *writer, unsigned char c) {
    static const char plain[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    const char *found = c ? strchr(plain, c) : NULL;
    if (found)
        bp_text_buffer_add(&writer->text, "\\%c", letters[found - plain]);
    else
        bp_text_buffer_add(&writer->text, "\\u%04x", c);
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

static void put_key(bp_json_writer *writer, const char *key) {
    if (!in_object(writer) || writer->after_key) writer->wrong = true;
    separate(writer);
    put_quoted(writer, key);
    put_string(writer, ": ");
    writer->after_key = true;
}

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

static void put_floats(bp_json_writer *writer, const float *numbers, size_t count) {
    put_string(writer, "[");
    for (size_t i = 0; i < count; i++) {
        if (i > 0) put_string(writer, ", ");
        put_number(writer, (double)numbers[i]);
    }
    put_string(writer, "]");
}

static void put_word(bp_json_writer *writer, const char *word, bool key, va_list *arguments) {
    const bool is_text = strcmp(word, "%s") == 0;
    if (is_text) word = va_arg(*arguments, const char *);
    if (key) {
        put_key(writer, word);
        return;
    }
    before_value(writer);
    if (is_text && word) {
        put_quoted(writer, word);
    } else if (is_text) {
        put_string(writer, "null");
    } else if (strcmp(word, "%g") == 0) {
        put_number(writer, va_arg(*arguments, double));
    } else if (strcmp(word, "%d") == 0) {
        bp_text_buffer_add(&writer->text, "%d", va_arg(*arguments, int));
    } else if (strcmp(word, "%zu") == 0) {
        bp_text_buffer_add(&writer->text, "%zu", va_arg(*arguments, size_t));
    } else if (strcmp(word, "%i") == 0) {
        put_string(writer, va_arg(*arguments, int) ? "true" : "false");
    } else if (word[0] == '%' && word[strlen(word) - 1] == 'p') {
        const size_t count = word[1] == '*' ? (size_t)va_arg(*arguments, int) : strtoul(word + 1, NULL, 10);
        put_floats(writer, va_arg(*arguments, const void *), count);
    } else {
        if (word[0] == '%') writer->wrong = true;
        put_string(writer, word);
    }
}

void bp_json_write(bp_json_writer *writer, const char *format, ...) {
    va_list arguments;
    char word[64];
    va_start(arguments, format);
    for (const char *at = format; *at; at++) {
        const size_t length = strcspn(at, " ,:{}[]()<>");
        if (strchr("{[(<", *at))
            begin(writer, (unsigned char)*at);
        else if (strchr("}])>", *at))
            end(writer, *at == '}' || *at == '>');
        if (length == 0) continue;
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        put_word(writer, word, at[length] == ':', &arguments);
        at += length - 1;
    }
    va_end(arguments);
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

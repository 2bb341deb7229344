/* Text that grows. */
#include "base/text_buffer.h"
#include "base/allocator.h"
#include "base/utf8.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- A text's terminator is no continuation byte, so this reads no byte after it ------------- */

size_t bp_utf8_length(const unsigned char *text) {
    unsigned char first = text[0];
    if (first < 0x80) return 1;
    size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4) return 0;
    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80) return 0;
    unsigned char second = text[1];
    if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f)) return 0;
    if ((first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f)) return 0;
    return length;
}

bool bp_utf8_is_control(const unsigned char *text) {
    if (text[0] < 0x80) return text[0] < 32 || text[0] == 127;
    if (text[0] == 0xc2) return text[1] >= 0x80 && text[1] < 0xa0;
    if (text[0] != 0xe2) return false;
    return (text[1] == 0x80 && text[2] >= 0xa8 && text[2] <= 0xae) ||
           (text[1] == 0x81 && text[2] >= 0xa6 && text[2] <= 0xa9);
}

size_t bp_text_unify_lines(char *text, size_t size) {
    size_t used = 0;
    for (size_t i = 0; i < size; i++)
        if (text[i] != '\r' || text[i + 1] != '\n') text[used++] = text[i];
    text[used] = '\0';
    return used;
}

/* Makes room for so many more bytes and a terminator. */
static bool reserve(bp_text_buffer *buffer, size_t more) {
    const size_t needed = buffer->size + more + 1;
    return needed <= buffer->capacity || bp_grow(&buffer->allocator, &buffer->data, &buffer->capacity,
                                                 needed < 1024 ? 1024 : needed, 1, NULL);
}

void bp_text_buffer_put(bp_text_buffer *buffer, const void *bytes, size_t size) {
    buffer->failed = buffer->failed || !reserve(buffer, size);
    if (buffer->failed) return;
    memcpy(buffer->data + buffer->size, bytes, size);
    buffer->size += size;
}

void bp_text_buffer_add(bp_text_buffer *buffer, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length >= 0 && !buffer->failed && reserve(buffer, (size_t)length)) {
        vsnprintf(buffer->data + buffer->size, (size_t)length + 1, format, again);
        buffer->size += (size_t)length;
    } else {
        buffer->failed = true;
    }
    va_end(again);
}

bool bp_text_buffer_finish(bp_text_buffer *buffer, bp_file *out, bp_error *error) {
    bool ok = !buffer->failed && reserve(buffer, 0);
    if (ok) {
        buffer->data[buffer->size] = '\0';
        *out = (bp_file){.data = (uint8_t *)buffer->data, .size = buffer->size};
    } else {
        bp_free(&buffer->allocator, buffer->data);
        bp_fail(error, BP_ERROR_MEMORY, NULL, "no memory for the text");
    }
    *buffer = (bp_text_buffer){.allocator = buffer->allocator};
    return ok;
}

void bp_file_free(const bp_allocator *allocator, bp_file *file) {
    if (!file) return;
    bp_free(allocator, file->data);
    *file = (bp_file){0};
}

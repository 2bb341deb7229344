/* Text that grows by doubling its memory. */
#include "base/text_buffer.h"
#include "base/allocator.h"
#include <stdarg.h>
#include <stdio.h>

static bool reserve(bp_text_buffer *buffer, size_t more) {
    if (buffer->size + more < buffer->capacity) return true;
    size_t capacity = buffer->capacity ? buffer->capacity * 2 : 4096;
    while (capacity <= buffer->size + more) capacity *= 2;
    char *bigger = bp_realloc(&buffer->allocator, buffer->data, buffer->capacity, capacity, 1, NULL);
    if (!bigger) return false;
    buffer->data = bigger;
    buffer->capacity = capacity;
    return true;
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

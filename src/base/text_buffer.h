/* Text, or other bytes, that grow. Only bp_text_buffer_finish reports a lack of memory, so other
 * calls need no checks. */
#pragma once

#include "base/format.h"

typedef struct bp_text_buffer {
    bp_allocator allocator;
    char *data; /* owned */
    size_t size, capacity;
    bool failed;
} bp_text_buffer;

void bp_text_buffer_put(bp_text_buffer *buffer, const void *bytes, size_t size);
void bp_text_buffer_add(bp_text_buffer *buffer, const char *format, ...) BP_PRINTF(2, 3);
/* Moves the text to `out`, with a terminator, and empties the buffer. False, with the text freed, if memory
 * ran out. */
bool bp_text_buffer_finish(bp_text_buffer *buffer, bp_file *out, bp_error *error);

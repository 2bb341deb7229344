/* Inside the lesson room: text that grows, for transcripts. Running out of memory is remembered and
 * reported at the end, so that the pieces can be written in a row. */
#ifndef BP_LESSON_TEXT_BUFFER_H
#define BP_LESSON_TEXT_BUFFER_H

#include <bindpose/base.h>

typedef struct bp_text_buffer {
    bp_allocator allocator;
    char *data; /* owned */
    size_t size, capacity;
    bool failed;
} bp_text_buffer;

void bp_text_buffer_add(bp_text_buffer *buffer, const char *format, ...) BP_PRINTF(2, 3);
/* Gives the text over as a file's bytes; false where memory ran out. The buffer is empty then. */
bool bp_text_buffer_finish(bp_text_buffer *buffer, bp_file *out, bp_error *error);

#endif

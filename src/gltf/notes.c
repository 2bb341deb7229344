/* Notes: parts of a file that the reader left out, or read in a way that the author may not expect. */
#include "gltf/document.h"
#include <stdarg.h>
#include <stdio.h>

void bp_gltf_notes_clear(bp_gltf_notes *notes) {
    bp_free(&notes->allocator, notes->notes);
    *notes = (bp_gltf_notes){0};
}

/* Counts one more note, and returns room for it; NULL without a list, without memory, and beyond the limit.
 * */
static bp_gltf_note *next_note(bp_gltf_document *document) {
    bp_gltf_notes *notes = document->notes;
    if (!notes) return NULL;
    notes->count++;
    if (!notes->notes) {
        notes->allocator = document->allocator;
        notes->notes = bp_alloc(&notes->allocator, BP_GLTF_MAX_NOTES, sizeof *notes->notes, NULL);
    }
    return notes->notes && notes->kept < BP_GLTF_MAX_NOTES ? &notes->notes[notes->kept++] : NULL;
}

void bp_gltf_add_note(bp_gltf_document *document, const bp_gltf_value *value, const char *format, ...) {
    bp_gltf_note *note = next_note(document);
    if (!note) return;
    bp_gltf_path(value, note->place, sizeof note->place);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(note->message, sizeof note->message, format, arguments);
    va_end(arguments);
}

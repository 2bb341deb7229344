/* The list of what the passes changed. */
#include "base/allocator.h"
#include "gltf/repair/repair.h"
#include <stdarg.h>
#include <stdio.h>

bool bp_repair_note(bp_repair_pass *pass, bp_doctor_id id, const char *path, bp_error *error,
                    const char *format, ...) {
    bp_repair *out = pass->out;
    if (out->count == out->capacity) {
        size_t capacity = out->capacity ? 2 * out->capacity : 16;
        bp_repair_change *changes =
            bp_realloc(&out->allocator, out->changes, out->capacity, capacity, sizeof *changes, error);
        if (!changes) return false;
        out->changes = changes;
        out->capacity = capacity;
    }
    bp_repair_change *change = &out->changes[out->count++];
    change->id = id;
    change->guess = pass->guessing;
    snprintf(change->place, sizeof change->place, "%s", path);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(change->message, sizeof change->message, format, arguments);
    va_end(arguments);
    return true;
}

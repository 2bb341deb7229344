/* A world keeps its first failure; later ones are ignored. */
#include "lesson/world.h"
#include <stdarg.h>
#include <stdio.h>

bool bp_world_fail(bp_world *world, const char *format, ...) {
    if (world->error.kind != BP_ERROR_NONE) return false;
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return bp_fail(&world->error, BP_ERROR_ARGUMENT, NULL, "%s", text);
}

bp_error *bp_world_error_slot(bp_world *world) {
    return world->error.kind == BP_ERROR_NONE ? &world->error : NULL;
}

bool bp_world_check(const bp_world *world, bp_error *error) {
    if (world->error.kind != BP_ERROR_NONE && error) *error = world->error;
    return world->error.kind == BP_ERROR_NONE;
}

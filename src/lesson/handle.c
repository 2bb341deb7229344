/* Handles: by the lesson's own functions, or by those of a kind of stage. */
#include <bindpose/lesson.h>

bp_vec3 bp_handle_position(const bp_handle *handle, bp_world *world) {
    if (handle->position) return handle->position(world);
    return handle->kind ? handle->kind->position(world, handle) : (bp_vec3){0, 0, 0};
}

void bp_handle_move(const bp_handle *handle, bp_world *world, bp_vec3 to) {
    if (handle->set)
        handle->set(world, to);
    else if (handle->kind)
        handle->kind->move(world, handle, to);
}

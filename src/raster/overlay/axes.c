/* Draws the three axes of a frame as arrows of lines. */
#include "raster/inspect.h"

/* Okabe and Ito's vermilion, bluish green and blue, which colour-blind people can tell apart. */
static const uint8_t axis_colors[3][4] = {{213, 94, 0, 255}, {0, 158, 115, 255}, {0, 114, 178, 255}};

enum { LINES_PER_AXIS = 3 };

static bp_mat4 frame_of(const bp_axes *axes) {
    for (int i = 0; i < 16; i++)
        if (axes->frame.m[i] != 0.0f) return axes->frame;
    return bp_mat4_identity();
}

/* A point of the frame, `along` on an axis and `aside` on the next axis. */
static bp_vec3 point_at(bp_mat4 frame, int axis, float along, float aside) {
    float point[3] = {0.0f, 0.0f, 0.0f};
    point[axis] = along;
    point[(axis + 1) % 3] = aside;
    return bp_mat4_point(frame, (bp_vec3){point[0], point[1], point[2]});
}

/* A shaft and the two strokes of the arrow's head. */
static void make_arrow(bp_line lines[LINES_PER_AXIS], bp_mat4 frame, int axis, float length, float width) {
    bp_vec3 tip = point_at(frame, axis, length, 0.0f);
    lines[0] = (bp_line){.from = bp_mat4_position(frame), .to = tip};
    lines[1] = (bp_line){.from = tip, .to = point_at(frame, axis, length * 0.86f, length * 0.07f)};
    lines[2] = (bp_line){.from = tip, .to = point_at(frame, axis, length * 0.86f, length * -0.07f)};
    for (int i = 0; i < LINES_PER_AXIS; i++) {
        lines[i].width = width;
        for (int c = 0; c < 4; c++) lines[i].color[c] = axis_colors[axis][c];
    }
}

bool bp_raster_axes(bp_raster *raster, const bp_axes *axes, const bp_overlay *overlay, bp_error *error) {
    if (!raster || !axes) return bp_fail(error, BP_ERROR_ARGUMENT, "bp_raster_axes", "no raster or no axes");
    bp_mat4 frame = frame_of(axes);
    float length = axes->length != 0.0f ? axes->length : 1.0f,
          width = axes->width > 0.0f ? axes->width : 2.0f;
    bp_line lines[3 * LINES_PER_AXIS];
    for (int axis = 0; axis < 3; axis++)
        make_arrow(&lines[axis * LINES_PER_AXIS], frame, axis, length, width);
    return bp_raster_lines(raster, lines, 3 * LINES_PER_AXIS, overlay, error);
}

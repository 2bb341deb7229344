/* Rows of matrices as arrows. */
#include "scene/camera.h"
#include "scene/illustration/stage_drawing.h"
#include <string.h>

enum { LENGTH = 78, TIP = 11 };                   /* layout units */
static const float SHORTEST = 0.25f, LONGEST = 3; /* of an axis, relative to one of unit length */

enum { LOCAL, ABSOLUTE, FINAL, BIND, ABSOLUTE_BIND, ABSOLUTE_INVERSE_BIND, REST };

/* The space that a matrix leads to, in world space. */
static bp_mat4 space_of(const bp_stage *stage, const bp_bone *bone, int matrix) {
    bp_mat4 world = stage->figure ? bp_figure_world(stage->figure) : bp_mat4_identity();
    const bp_bone *parent = bp_bone_parent(bone);
    if (!parent) return world;
    if (matrix == LOCAL || matrix == REST) return bp_bone_frame(stage, parent);
    if (matrix == BIND) return bp_mat4_mul(bp_bone_absolute_bind(parent), world);
    return world;
}

static bool is_finite(bp_vec3 v) {
    return bp_is_finite((double)v.x) && bp_is_finite((double)v.y) && bp_is_finite((double)v.z);
}

/* The arrows of a row of the bone's matrix, `lit_row` as above. A matrix is a frame in the space that it
 * leads to: the parent's for local and rest, the parent's absolute bind for bind, the root's for all others.
 * The position row is an arrow from that space's origin. Any other row shows all three axes of the frame,
 * the row's own one last; one of unit length becomes `length` metres long. Returns their number; 0: no such
 * row, or not finite. */
static int matrix_arrows(const bp_stage *stage, const bp_bone *bone, int lit_row, float length,
                         bp_matrix_arrow arrows[BP_MATRIX_ARROWS_MAX]) {
    int matrix = lit_row / 4, row = lit_row % 4;
    if (!bone || lit_row < 0 || matrix >= BP_BONE_MATRIX_COUNT) return 0;
    bp_mat4 all[BP_BONE_MATRIX_COUNT];
    bp_bone_matrices(bone, all);
    const bp_mat4 *m = &all[matrix];
    bp_mat4 space = space_of(stage, bone, matrix);
    bp_vec3 origin = bp_mat4_point(space, bp_mat4_position(*m));
    if (!is_finite(origin)) return 0;
    if (row == 3) {
        arrows[0] = (bp_matrix_arrow){bp_mat4_position(space), origin, row};
        return is_finite(arrows[0].from) ? 1 : 0;
    }
    int count = 0;
    for (int i = 1; i <= 3; i++) { /* the row's own axis last */
        int axis = (row + i) % 3;
        bp_vec3 v = {m->m[4 * axis], m->m[4 * axis + 1], m->m[4 * axis + 2]};
        float size = length * bp_clamp(bp_vec3_length(v), SHORTEST, LONGEST);
        bp_vec3 direction = bp_vec3_normalize(bp_mat4_direction(space, v));
        if (!is_finite(direction) || !bp_is_finite((double)size)) continue;
        arrows[count++] =
            (bp_matrix_arrow){origin, bp_vec3_add(origin, bp_vec3_scale(direction, size)), axis};
    }
    return count;
}

void bp_arrow_lines(bp_vec3 from, bp_vec3 to, bp_vec3 eye, float tip, bp_line lines[BP_ARROW_LINES]) {
    bp_vec3 along = bp_vec3_sub(to, from);
    float length = bp_vec3_length(along);
    if (tip > length / 2) tip = length / 2;
    bp_vec3 direction = bp_vec3_normalize(along);
    bp_vec3 side = bp_vec3_normalize(bp_vec3_cross(direction, bp_vec3_sub(eye, to)));
    bp_vec3 back = bp_vec3_add(to, bp_vec3_scale(direction, -tip));
    side = bp_vec3_scale(side, tip * 0.5f);
    lines[0] = (bp_line){.from = from, .to = to};
    lines[1] = (bp_line){.from = to, .to = bp_vec3_add(back, side)};
    lines[2] = (bp_line){.from = to, .to = bp_vec3_sub(back, side)};
}

static void make_arrow(const bp_painter *painter, const bp_stage_drawing *drawing,
                       const bp_matrix_arrow *arrow, bool lit, float pixel, bp_line lines[BP_ARROW_LINES]) {
    bp_rgba8 color = bp_theme_axis(painter->theme, arrow->row);
    bp_arrow_lines(arrow->from, arrow->to, drawing->camera.eye, TIP * painter->unit * pixel, lines);
    for (int i = 0; i < BP_ARROW_LINES; i++) {
        lines[i].width = (lit ? 3.5f : 2) * painter->unit;
        memcpy(lines[i].color, &color, 4);
    }
}

void bp_draw_matrix_arrows(bp_painter *painter, const bp_stage_drawing *drawing) {
    bp_matrix_arrow arrows[BP_MATRIX_ARROWS_MAX];
    bp_line lines[BP_MATRIX_ARROWS_MAX * BP_ARROW_LINES];
    float pixel = bp_camera_pixel_size(&drawing->camera, drawing->rect.height);
    int count = matrix_arrows(drawing->stage, drawing->selected, drawing->lit_row,
                              LENGTH * painter->unit * pixel, arrows);
    if (count == 0 || painter->failed) return;
    for (int i = 0; i < count; i++)
        make_arrow(painter, drawing, &arrows[i], i + 1 == count, pixel, &lines[i * BP_ARROW_LINES]);
    bp_mat4 transform;
    bp_overlay overlay = bp_stage_overlay(drawing->rect, &drawing->camera, &transform);
    painter->failed = !bp_painter_rimmed_lines(painter, lines, count * BP_ARROW_LINES, &overlay);
}

/* Marks that several lessons paint. */
#include "shared/painted_marks.h"
#include "shared/boxes.h"
#include <stdarg.h>
#include <stdio.h>

enum { SEGMENTS = 80, LABEL = 48, GRID_POINTS = 32 };
static const float NODE_AXIS = 0.5f; /* metres */

void bp_mark_arrow(bp_painter *painter, bp_vec3 from, bp_vec3 to, bool at_tip, const char *format, ...) {
    char text[LABEL];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    float length = bp_vec3_distance(from, to);
    if (!(length > 0) || !bp_is_finite((double)length)) return;
    bp_vec3 at = at_tip ? to : bp_vec3_mix(from, to, 0.5f);
    bp_paint_arrow(painter, from, to, painter->theme->here);
    if (*text) bp_paint_label(painter, &at, 1, text, painter->theme->here);
}

bp_vec3 bp_mark_short_of(const bp_painter *painter, bp_vec3 from, bp_vec3 to, float pixels) {
    const float length = bp_vec3_distance(from, to), cut = pixels * bp_paint_unit(painter);
    return length > cut ? bp_vec3_mix(to, from, cut / length) : from;
}

void bp_mark_point(bp_painter *painter, bp_vec3 at, float radius, const char *name, bp_rgba8 color) {
    bp_paint_disc(painter, at, radius, color);
    bp_paint_label(painter, &at, 1, name, color);
}
void bp_mark_gap(bp_painter *painter, float degrees, bp_vec3 from, const char *gap) {
    const bp_vec3 origin = {0};
    bp_mark_arrow(painter, origin, BP_SHOULDER, true, "S");
    bp_paint_label(painter, &origin, 1, "origin", painter->theme->here);
    if (degrees > 0.5f || degrees < -0.5f)
        bp_mark_arrow(painter, origin, bp_rotate_z(BP_SHOULDER, degrees), true, "S R");
    if (bp_vec3_distance(from, BP_SHOULDER) > 0.02f)
        bp_mark_arrow(painter, from, BP_SHOULDER, false, "%s", gap);
}
static int gap_points(bp_world *world, const bp_handle *handle, bp_vec3 *points) {
    points[0] = bp_handle_position(handle, world), points[1] = BP_SHOULDER;
    return 2;
}
const bp_handle_kind bp_gap_handle = {.curve = gap_points};

static bp_vec3 arc_point(const bp_angle_arc *arc, float degrees, float radius) {
    float angle = bp_radians(degrees);
    return bp_vec3_add(arc->center, (bp_vec3){radius * bp_sin(angle), -radius * bp_cos(angle), 0});
}

void bp_mark_grid(bp_painter *painter, bp_mat4 frame, bp_vec2 corner, float cell, int cells) {
    const float whole = cell * (float)cells;
    bp_vec3 points[GRID_POINTS]; /* of one line, to and fro, and then up and down: no rim cuts a line */
    int count = 0;
    for (int i = 0; i < 4 * (cells + 1) && count < GRID_POINTS; i++) {
        const int line = i / 2 % (cells + 1);
        const float along = i % 4 == 1 || i % 4 == 2 ? whole : 0, across = cell * (float)line;
        const bool rows = i < 2 * (cells + 1);
        const bp_vec3 at = {corner.x + (rows ? along : whole - across),
                            corner.y + (rows ? across : whole - along), 0};
        points[count++] = bp_mat4_point(frame, at);
    }
    bp_paint_lines(painter, points, count, false, 1, painter->theme->changed);
}
void bp_mark_bone(bp_world *world, bp_painter *painter, const char *bone) {
    const bp_bone *marked = bp_world_bone(world, bp_paint_stage(painter), bone);
    const bp_mat4 chain = bp_bone_chain(marked); /* absolute may be stale, and stays so */
    float length = 0;
    bp_bone_length(marked, &length);
    const bp_vec3 ends[] = {bp_mat4_position(chain), bp_mat4_point(chain, (bp_vec3){0, length, 0})};
    const bp_theme *usual = painter->theme;
    bp_theme theme = *usual;
    theme.card = theme.selected_rim; /* as the selected bone: seen on its box, too */
    painter->theme = &theme;
    bp_paint_lines(painter, ends, 2, false, 3, theme.selected);
    bp_paint_disc(painter, ends[0], 6, theme.selected);
    painter->theme = usual;
}
void bp_mark_bone_grid(bp_painter *painter) {
    bp_mark_grid(painter, bp_mat4_identity(), (bp_vec2){-1, -3}, 1, 3);
    bp_mark_point(painter, (bp_vec3){0}, 6, "origin", painter->theme->changed);
}

void bp_mark_arc(bp_painter *painter, const bp_angle_arc *arc) {
    bp_vec3 points[SEGMENTS + 1];
    bp_rgba8 color = arc->of_ghost ? painter->theme->ghost : painter->theme->ink;
    for (int i = 0; i <= SEGMENTS; i++)
        points[i] = arc_point(arc, arc->from + (arc->to - arc->from) / SEGMENTS * (float)i, arc->radius);
    bp_paint_lines(painter, points, SEGMENTS + 1, false, 3, color);
    if (!*arc->name) return;
    if (arc->to - arc->from < 360)
        bp_paint_lines(painter, (bp_vec3[]){points[0], arc->center, points[SEGMENTS]}, 3, false, 2, color);
    bp_vec3 at = arc_point(arc, (arc->from + arc->to) / 2, 1.03f * arc->radius); /* a little outside */
    bp_paint_label(painter, &at, 1, arc->name, color);
}
static float angle_z(bp_mat4 m) { return bp_degrees(bp_atan2(m.m[1], m.m[0])); }
void bp_mark_arm_angle(bp_world *world, bp_painter *painter, const char *local) {
    const bp_bone *arm = bp_world_bone(world, bp_paint_stage(painter), ARM);
    float angle = angle_z(local ? bp_bone_local(arm) : bp_bone_final(arm));
    bp_angle_arc arc = {.center = bp_mat4_position(bp_bone_chain(arm)), .radius = local ? 0.8f : 1.3f};
    arc.from = local ? angle_z(bp_bone_chain(arm)) - angle : 30;
    arc.to = arc.from + angle;
    arc.of_ghost = !local;
    snprintf(arc.name, sizeof arc.name, "%s %.0f°", local ? local : "rotated", (double)angle);
    if (local || angle > 0.5f || angle < -0.5f) bp_mark_arc(painter, &arc);
}

/* The bone that is linked to a node; NULL: none. */
static const bp_bone *linked_bone(const bp_stage *stage, const bp_node *node) {
    for (size_t i = 0; stage->skeleton && i < bp_skeleton_count(stage->skeleton); i++)
        if (bp_bone_node(bp_skeleton_bone(stage->skeleton, i)) == node)
            return bp_skeleton_bone(stage->skeleton, i);
    return NULL;
}

static void mark_node(bp_painter *painter, const bp_stage *stage, const bp_node *node) {
    bp_mat4 frame = bp_node_world(node);
    bp_vec3 at = bp_mat4_position(frame);
    const bp_bone *bone = linked_bone(stage, node);
    for (int i = 0; i < 3; i++) {
        bp_vec3 axis = bp_vec3_normalize((bp_vec3){frame.m[4 * i], frame.m[4 * i + 1], frame.m[4 * i + 2]});
        bp_vec3 to = bp_vec3_add(at, bp_vec3_scale(axis, NODE_AXIS));
        bp_paint_lines(painter, (bp_vec3[]){at, to}, 2, false, 3, bp_theme_axis(painter->theme, i));
        if (i < 2) bp_paint_label(painter, &to, 1, i ? "Y" : "X", bp_theme_axis(painter->theme, i));
    }
    if (bone) {
        bp_vec3 joint = bp_mat4_position(bp_bone_frame(stage, bone)), middle = bp_vec3_mix(at, joint, 0.5f);
        bp_paint_lines(painter, (bp_vec3[]){at, joint}, 2, false, 2, painter->theme->ghost);
        if (bp_vec3_distance(at, joint) > 120 * bp_paint_unit(painter))
            bp_paint_label(painter, &middle, 1, "left behind", painter->theme->ghost);
    }
    if (bp_node_parent(node)) {
        const bp_vec3 parent = bp_mat4_position(bp_node_world(bp_node_parent(node)));
        bp_paint_lines(painter, (bp_vec3[]){at, parent}, 2, false, 2, painter->theme->ghost);
    }
    bp_paint_disc(painter, at, 6.5f, painter->theme->ghost);
    bp_paint_label(painter, &at, 1, bp_node_name(node), painter->theme->ghost);
}

void bp_mark_nodes(bp_world *world, bp_painter *painter) {
    const bp_stage *stage = &world->stages[bp_paint_stage(painter)];
    for (int i = 0; i < BP_STAGE_NODE_MAX; i++)
        if (stage->nodes[i]) mark_node(painter, stage, stage->nodes[i]);
}

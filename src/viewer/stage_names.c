/* Names of bones beside their joints, and labels of other points. Each takes the first free position of
 * several around its point: not on a joint, a line or another label. If none is free, a bone's name is left
 * out; labels that must be seen (the selected bone's, ghosts') may lie on lines. */
#include "viewer/picking.h"
#include "viewer/stage_arcs.h"
#include "viewer/stage_frames.h"
#include <string.h>

enum {
    SIZE = 12,
    TALL = 15,
    MOST = 192,
    LINES_MAX = 320,
    OFFSET = 10,
    FAR_OFFSET = 34,
    JOINT = 5,
    HANDLE = 8,
    RING_POINTS = 16
};

typedef struct segment {
    bp_vec2 from, to;
} segment;

typedef struct labels {
    bp_rect taken[MOST];
    int count;
    segment lines[LINES_MAX];
    int line_count;
    float middle; /* x of the joints in pixels: names go to the side away from it */
} labels;

/* Whether a line crosses a rectangle: cuts off what is outside of it, side by side (Liang and Barsky). */
static bool crosses(segment line, bp_rect r) {
    float x = line.from.x, y = line.from.y, dx = line.to.x - x, dy = line.to.y - y, first = 0, last = 1;
    const float p[4] = {-dx, dx, -dy, dy};
    const float q[4] = {x - (float)r.x, (float)(r.x + r.width) - x, y - (float)r.y,
                        (float)(r.y + r.height) - y};
    for (int i = 0; i < 4; i++) {
        if (p[i] == 0 && q[i] < 0) return false;
        if (p[i] < 0 && q[i] / p[i] > first) first = q[i] / p[i];
        if (p[i] > 0 && q[i] / p[i] < last) last = q[i] / p[i];
    }
    return first < last;
}

static bool is_free(const labels *all, bp_rect rect, bp_rect scene, bool over_lines) {
    for (int i = 0; i < all->count; i++)
        if (bp_rect_overlaps(all->taken[i], rect)) return false;
    for (int i = 0; i < all->line_count && !over_lines; i++)
        if (crosses(all->lines[i], rect)) return false;
    return bp_rect_is_inside(rect, scene);
}

/* Rows from the point, in the order in which positions are tried. */
static const signed char ROWS[] = {0, 1, -1, 2, -2, 3, -3};
enum { TRIES = 4 * (int)sizeof ROWS };

/* Position number 0 .. TRIES - 1: near and then far, each row right and left of the point in turn. */
static bp_rect label_rect(const bp_ui *ui, bp_vec2 at, int width, bool left_first, int number) {
    int tall = bp_ui_px(ui, TALL), pair = number / 2, rows = (int)sizeof ROWS;
    int offset = bp_ui_px(ui, pair < rows ? OFFSET : FAR_OFFSET);
    int y = (int)at.y - tall + ROWS[pair % rows] * (tall + 1);
    bool right = (number % 2 == 0) != left_first;
    return (bp_rect){right ? (int)at.x + offset : (int)at.x - offset - width, y, width, tall};
}

static void draw_label(bp_ui *ui, bp_rect rect, const char *words, bp_style style) {
    bp_rgba8 ground = ui->theme->card; /* keeps the name readable over a mesh */
    ground.a = 225;
    bp_ui_box(ui, rect, ground, 3, (bp_rgba8){0});
    bp_ui_text(ui, rect.x + bp_ui_px(ui, 2), rect.y + bp_ui_px(ui, SIZE), words, style);
}

static void label(bp_ui *ui, const bp_stage_view *view, labels *all, bp_vec3 at_joint, const char *words,
                  bp_rgba8 color, bool must) {
    bp_rect scene = bp_stage_view_scene(ui, view->rect, view->stage);
    bp_vec2 at;
    if (all->count == MOST || !bp_camera_project(&view->camera, scene, at_joint, &at, NULL)) return;
    if (!bp_rect_contains(scene, at.x, at.y)) return;
    bp_style style = {.size = SIZE, .max_width = scene.width * 3 / 4, .color = color};
    int width = bp_ui_text_width(ui, words, style) + 2 * bp_ui_px(ui, 2);
    bool left_first = at.x < all->middle - (float)bp_ui_px(ui, OFFSET);
    for (int i = 0; i < (must ? 2 : 1) * TRIES; i++) {
        bp_rect rect = label_rect(ui, at, width, left_first, i % TRIES);
        if (!is_free(all, rect, scene, i >= TRIES)) continue;
        all->taken[all->count++] = rect;
        draw_label(ui, rect, words, style);
        return;
    }
}

static void name(bp_ui *ui, const bp_stage_view *view, labels *all, const bp_bone *bone) {
    bp_rgba8 color = bone == view->selected ? ui->theme->changed : ui->theme->ink;
    label(ui, view, all, bp_mat4_position(bp_bone_frame(view->stage, bone)), bp_bone_name(bone), color,
          bone == view->selected);
}

/* Names must not cover joints: half of the slots are for those. */
static void keep_joints_free(const bp_ui *ui, const bp_stage_view *view, labels *all) {
    const bp_skeleton *skeleton = view->stage->skeleton;
    bp_rect scene = bp_stage_view_scene(ui, view->rect, view->stage);
    int reach = bp_ui_px(ui, JOINT);
    float sum = 0;
    for (size_t i = 0; i < bp_skeleton_count(skeleton) && all->count < MOST / 2; i++) {
        bp_vec3 joint = bp_mat4_position(bp_bone_frame(view->stage, bp_skeleton_bone(skeleton, i)));
        bp_vec2 at;
        if (!bp_camera_project(&view->camera, scene, joint, &at, NULL)) continue;
        if (!bp_rect_contains(scene, at.x, at.y)) continue;
        all->taken[all->count++] = (bp_rect){(int)at.x - reach, (int)at.y - reach, 2 * reach, 2 * reach};
        sum += at.x;
    }
    all->middle = all->count > 0 ? sum / (float)all->count : 0;
}

static void keep_line_free(const bp_ui *ui, const bp_stage_view *view, labels *all, bp_vec3 from,
                           bp_vec3 to) {
    bp_rect scene = bp_stage_view_scene(ui, view->rect, view->stage);
    segment line;
    if (all->line_count == LINES_MAX || !bp_camera_project(&view->camera, scene, from, &line.from, NULL) ||
        !bp_camera_project(&view->camera, scene, to, &line.to, NULL))
        return;
    all->lines[all->line_count++] = line;
}

/* The lines that bp_scene_draw_bones draws. */
static void keep_skeleton_free(const bp_ui *ui, const bp_stage_view *view, labels *all,
                               const bp_skeleton *skeleton) {
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++) {
        const bp_bone *bone = bp_skeleton_bone(skeleton, i);
        bp_mat4 frame = bp_bone_frame(view->stage, bone);
        float length;
        if (bp_bone_has_length(bone) && bp_bone_length(bone, &length)) {
            keep_line_free(ui, view, all, bp_mat4_position(frame),
                           bp_mat4_point(frame, (bp_vec3){0, length, 0}));
            continue;
        }
        for (const bp_bone *child = bp_bone_first_child(bone); child; child = bp_bone_next_sibling(child))
            keep_line_free(ui, view, all, bp_mat4_position(frame),
                           bp_mat4_position(bp_bone_frame(view->stage, child)));
    }
}

/* Lines of bones, of ghosts, of the gimbal, and of the selected joint's ring. */
static void keep_bones_free(const bp_ui *ui, const bp_stage_view *view, labels *all) {
    if (view->selected && view->ring > 0) {
        bp_vec3 ring[RING_POINTS];
        bp_rotation_ring_points(bp_bone_frame(view->stage, view->selected), view->axis, view->ring, ring,
                                RING_POINTS);
        for (int i = 0; i < RING_POINTS; i++)
            keep_line_free(ui, view, all, ring[i], ring[(i + 1) % RING_POINTS]);
    }
    bp_vec3 gimbal[BP_GIMBAL_POINTS];
    for (int ring = 0; ring < BP_GIMBAL_RINGS; ring++)
        for (int i = 0; i < BP_GIMBAL_POINTS && bp_stage_gimbal_ring(view->stage, ring, gimbal); i += 3)
            keep_line_free(ui, view, all, gimbal[i], gimbal[(i + 3) % BP_GIMBAL_POINTS]);
    keep_skeleton_free(ui, view, all, view->stage->skeleton);
    for (int i = 0; view->world && i < view->world->ghost_count; i++)
        if (view->world->ghosts[i].stage == view->index && view->world->ghosts[i].skeleton)
            keep_skeleton_free(ui, view, all, view->world->ghosts[i].skeleton);
}

/* Where a ghost differs most from the stage's figure: at a vertex, or at a joint. */
static bp_vec3 farthest_point(const bp_stage *stage, const bp_ghost *ghost) {
    bp_vec3 at = {0, 0, 0};
    float max = -1;
    if (ghost->figure && stage->figure) {
        const bp_vec3 *posed = bp_figure_positions(ghost->figure, 0),
                      *other = bp_figure_positions(stage->figure, 0);
        size_t count = bp_figure_part_at(ghost->figure, 0)->mesh->vertex_count;
        for (size_t i = 0; i < count; i++) {
            float distance = bp_vec3_distance(posed[i], other[i]);
            if (!(distance > max)) continue;
            max = distance;
            at = bp_mat4_point(bp_figure_world(stage->figure), posed[i]);
        }
        return at;
    }
    for (size_t i = 0; i < bp_skeleton_count(ghost->skeleton); i++) {
        bp_bone *bone = bp_skeleton_bone_by_id(ghost->skeleton, i);
        bp_vec3 joint = bp_mat4_position(bp_bone_frame(stage, bone));
        float distance = bp_vec3_distance(
            joint, bp_mat4_position(bp_bone_frame(stage, bp_skeleton_bone_by_id(stage->skeleton, i))));
        if (!(distance > max)) continue;
        max = distance;
        at = joint;
    }
    return at;
}

static void name_ghosts(bp_ui *ui, const bp_stage_view *view, labels *all) {
    for (int i = 0; view->world && i < view->world->ghost_count; i++) {
        const bp_ghost *ghost = &view->world->ghosts[i];
        if (ghost->stage == view->index && ghost->skeleton)
            label(ui, view, all, farthest_point(view->stage, ghost), ghost->name, ui->theme->ghost, true);
    }
}

/* Handles have their labels even while names are hidden: they say what can be dragged. */
static void name_handles(bp_ui *ui, const bp_stage_view *view, labels *all) {
    int reach = bp_ui_px(ui, HANDLE);
    bp_vec2 at;
    for (int i = 0; i < view->handle_count; i++)
        if (bp_stage_view_handle(ui, view, i, &at) && all->count < MOST)
            all->taken[all->count++] = (bp_rect){(int)at.x - reach, (int)at.y - reach, 2 * reach, 2 * reach};
    for (int i = 0; i < view->handle_count; i++)
        if (view->handles[i].stage == view->index)
            label(ui, view, all, view->handles[i].position, view->handles[i].label, ui->theme->here, true);
}

/* Whether a handle beside the bone has the bone's name already. */
static bool has_handle(const bp_stage_view *view, const bp_bone *bone) {
    for (int i = 0; i < view->handle_count; i++)
        if (view->handles[i].stage == view->index && strcmp(view->handles[i].label, bp_bone_name(bone)) == 0)
            return true;
    return false;
}

/* The lesson's nodes and arrows, and the rings of a gimbal. */
static void name_frames(bp_ui *ui, const bp_stage_view *view, labels *all) {
    const bp_stage *stage = view->stage;
    for (int i = 0; stage->show_nodes && i < BP_STAGE_NODE_MAX; i++) {
        const bp_node *node = stage->nodes[i];
        if (node)
            label(ui, view, all, bp_mat4_position(bp_node_world(node)), bp_node_name(node), ui->theme->ghost,
                  true);
    }
    for (int i = 0; i < BP_STAGE_ARROW_MAX; i++) {
        const bp_arrow *arrow = &stage->arrows[i];
        if (bp_arrow_is_shown(arrow))
            label(ui, view, all, bp_vec3_mix(arrow->from, arrow->to, 0.5f), arrow->label, ui->theme->here,
                  true);
    }
    const char *words;
    bp_vec3 at;
    for (int ring = 0; ring < BP_GIMBAL_RINGS; ring++)
        if (bp_stage_gimbal_label(stage, ring, &words, &at))
            label(ui, view, all, at, words, bp_gimbal_color(ui->theme, ring), true);
}

/* The arcs' names, at their middle, a little outside. */
static void name_arcs(bp_ui *ui, const bp_stage_view *view, labels *all) {
    for (int i = 0; i < view->stage->arc_count; i++) {
        const bp_angle_arc *arc = &view->stage->arcs[i];
        bp_vec3 at = bp_angle_arc_point(arc, (arc->from + arc->to) / 2, 1.03f * arc->radius);
        label(ui, view, all, at, arc->name, bp_angle_arc_color(ui->theme, arc), true);
    }
}

void bp_stage_view_names(bp_ui *ui, const bp_stage_view *view) {
    const bp_skeleton *skeleton = view->stage->skeleton;
    labels all;
    all.count = all.line_count = 0;
    all.middle = 0;
    if (skeleton && view->show & BP_SHOW_BONES) keep_bones_free(ui, view, &all);
    if (skeleton && view->show & BP_SHOW_NAMES) keep_joints_free(ui, view, &all);
    name_handles(ui, view, &all);
    if (!skeleton) return;
    bp_vec3 followed;
    if (bp_stage_followed(view->stage, &followed))
        label(ui, view, &all, followed, view->stage->marked_name, ui->theme->here, true);
    name_arcs(ui, view, &all);
    name_ghosts(ui, view, &all);
    name_frames(ui, view, &all);
    if (!(view->show & BP_SHOW_NAMES)) return;
    if (view->selected && !has_handle(view, view->selected)) name(ui, view, &all, view->selected);
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++) {
        const bp_bone *bone = bp_skeleton_bone(skeleton, i);
        if (bone != view->selected && !has_handle(view, bone)) name(ui, view, &all, bone);
    }
}

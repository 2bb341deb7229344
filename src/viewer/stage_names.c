/* Names of bones beside their joints, and labels of other points. Each takes the first free position of
 * several around its point: not on a joint, a line or another label. If none is free, a bone's name is left
 * out; labels that must be seen (the selected bone's, ghosts') go farther away, or on the fewest lines.
 * Ghosts' labels also keep off other flesh, whose name they would seem to be. */
#include "rig/engine.h"
#include "scene/camera.h"
#include "scene/illustration/mesh_cover.h"
#include <bindpose/stage.h>
#include "viewer/stage_arcs.h"
#include "viewer/stage_frames.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    SIZE = 12,
    TALL = 15,
    MOST = 192,
    LINES_MAX = 480,
    OFFSET = 10,
    JOINT = 5,
    HANDLE = 8,
    LINE = 2, /* pixels to a line that leads sideways from the point */
    RING_POINTS = 16,
    ARC_POINTS = 12,
    NAME_TRIES = 6, /* positions of a ring's name, at each point of the ring */
    RING_STEP = 3,  /* of a gimbal's ring every third point */
    FARTHEST = 8    /* points of a ghost that its label may stand at */
};

typedef struct segment {
    bp_vec2 from, to;
} segment;

typedef struct labels {
    bp_rect taken[MOST];
    int count;
    segment lines[LINES_MAX];
    int line_count;
    float middle; /* x in pixels of the joints, or of the stage: names go to the side away from it */
    const bp_mesh_cover *cover; /* to keep off; NULL: flesh doesn't count */
} labels;

enum { CROSSING = 1024, TAKEN = CROSSING * (LINES_MAX + 1) }; /* costs of a position; a covered cell's is 1 */

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

/* Of the lines that cross it, and of the flesh; TAKEN: it lies on a joint or another label, or leaves the
 * scene. */
static int cost_of(const labels *all, bp_rect rect, bp_rect scene) {
    int count = 0;
    for (int i = 0; i < all->count; i++)
        if (bp_rect_overlaps(all->taken[i], rect)) return TAKEN;
    for (int i = 0; i < all->line_count; i++) count += crosses(all->lines[i], rect);
    if (!bp_rect_is_inside(rect, scene)) return TAKEN;
    return CROSSING * count + (all->cover ? bp_mesh_cover_count(all->cover, rect) : 0);
}

/* Rows from the point, and distances to the side, in the order in which positions are tried. */
static const signed char ROWS[] = {0, 1, -1, 2, -2, 3, -3}, OFFSETS[] = {OFFSET, 34, 64, 94};
enum { NEAR_TRIES = 4 * (int)sizeof ROWS, TRIES = 2 * (int)(sizeof ROWS * sizeof OFFSETS) };

/* Position number 0 .. TRIES - 1: near and then far, each row right and left of the point in turn. A wide one
 * is moved into the scene, and must then not lie over the mark at its point. */
static bp_rect label_rect(const bp_ui *ui, bp_rect scene, bp_vec2 at, int width, bool left_first,
                          int number) {
    int tall = bp_ui_px(ui, TALL), pair = number / 2, rows = (int)sizeof ROWS;
    int offset = bp_ui_px(ui, OFFSETS[pair / rows]);
    int row = ROWS[pair % rows], y = (int)at.y - tall + row * (tall + 1) + (row > 0 ? LINE - 1 : -LINE);
    bool right = (number % 2 == 0) != left_first;
    int x = right ? (int)at.x + offset : (int)at.x - offset - width;
    if (x < scene.x) x = scene.x;
    if (x + width > scene.x + scene.width) x = scene.x + scene.width - width;
    return (bp_rect){x, y, width, tall};
}

static void draw_label(bp_ui *ui, bp_rect rect, const char *words, bp_style style) {
    bp_rgba8 ground = ui->theme->card; /* keeps the name readable over a mesh */
    bp_ui_box(ui, rect, ground, 3, (bp_rgba8){0});
    bp_ui_text(ui, rect.x + bp_ui_px(ui, 2), rect.y + bp_ui_px(ui, SIZE), words, style);
}

/* The position with the least cost, of the first `tries`, for words of that width beside a point. */
static int best_position(const bp_ui *ui, const labels *all, bp_rect scene, bp_vec2 at, int width, int tries,
                         bp_rect *best) {
    bool left_first = at.x < all->middle - (float)bp_ui_px(ui, OFFSET);
    int least = TAKEN, reach = bp_ui_px(ui, JOINT) + 1;
    bp_rect mark = {(int)at.x - reach, (int)at.y - reach, 2 * reach, 2 * reach};
    for (int i = 0; i < tries && least > 0; i++) {
        bp_rect rect = label_rect(ui, scene, at, width, left_first, i);
        int cost = bp_rect_overlaps(rect, mark) ? TAKEN : cost_of(all, rect, scene);
        if (cost < least) least = cost, *best = rect;
    }
    return least;
}

static void label(bp_ui *ui, const bp_stage_view *view, labels *all, bp_vec3 at_joint, const char *words,
                  bp_rgba8 color, bool must) {
    bp_rect scene = bp_stage_view_scene(ui, view->rect, view->stage);
    bp_vec2 at;
    if (all->count == MOST || !bp_camera_project(&view->camera, scene, at_joint, &at, NULL)) return;
    if (!bp_rect_contains(scene, at.x, at.y)) return;
    bp_style style = {.size = SIZE, .max_width = must ? scene.width - bp_ui_px(ui, 8) : scene.width / 2};
    style.color = color;
    int width = bp_ui_text_width(ui, words, style) + 2 * bp_ui_px(ui, 2);
    bp_rect rect;
    int cost = best_position(ui, all, scene, at, width, must ? TRIES : NEAR_TRIES, &rect);
    if (must ? cost == TAKEN : cost > 0) return;
    all->taken[all->count++] = rect;
    draw_label(ui, rect, words, style);
}

/* Whether a handle has the name already that would stand beside it. */
static bool has_handle(const bp_stage_view *view, const char *words) {
    for (int i = 0; i < view->handle_count; i++)
        if (view->handles[i].stage == view->index && strcmp(view->handles[i].label, words) == 0) return true;
    return false;
}

static bp_vec3 joint_of(const bp_stage_view *view, const bp_bone *bone) {
    return bp_mat4_position(bp_bone_frame(view->stage, bone));
}

/* Whether two joints are one point of the picture. */
static bool share_point(const bp_stage_view *view, bp_rect scene, const bp_bone *a, const bp_bone *b) {
    bp_vec2 p, q;
    return bp_camera_project(&view->camera, scene, joint_of(view, a), &p, NULL) &&
           bp_camera_project(&view->camera, scene, joint_of(view, b), &q, NULL) && fabsf(p.x - q.x) < 2 &&
           fabsf(p.y - q.y) < 2;
}

/* The name; joints at one point have one label, beside the first of them or the selected one: "root,
 * leaf". */
static void name(bp_ui *ui, const bp_stage_view *view, labels *all, const bp_bone *bone) {
    const bp_skeleton *skeleton = view->stage->skeleton;
    bp_rect scene = bp_stage_view_scene(ui, view->rect, view->stage);
    char words[120] = "";
    size_t used = 0;
    bool must = bone == view->selected;
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++) {
        const bp_bone *other = bp_skeleton_bone(skeleton, i);
        if (other != bone && !share_point(view, scene, bone, other)) continue;
        if (other != bone && (other == view->selected || (!must && *words == 0))) return; /* its label */
        if (has_handle(view, bp_bone_name(other)) || used >= sizeof words) continue;
        used += (size_t)snprintf(words + used, sizeof words - used, "%s%s", used ? ", " : "",
                                 bp_bone_name(other));
    }
    label(ui, view, all, joint_of(view, bone), words, must ? ui->theme->changed : ui->theme->ink, must);
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

/* Lines of bones, of ghosts, and of the selected joint's ring. */
static void keep_bones_free(const bp_ui *ui, const bp_stage_view *view, labels *all) {
    if (view->selected && view->ring > 0) {
        bp_vec3 ring[RING_POINTS];
        bp_rotation_ring_points(bp_bone_frame(view->stage, view->selected), view->axis, view->ring, ring,
                                RING_POINTS);
        for (int i = 0; i < RING_POINTS; i++)
            keep_line_free(ui, view, all, ring[i], ring[(i + 1) % RING_POINTS]);
    }
    keep_skeleton_free(ui, view, all, view->stage->skeleton);
    for (int i = 0; view->world && i < view->world->ghost_count; i++)
        if (bp_stage_ghost_shown(view, &view->world->ghosts[i]))
            keep_skeleton_free(ui, view, all, view->world->ghosts[i].skeleton);
}

/* The lesson's arcs, arrows, nodes and gimbal. */
static void keep_frames_free(const bp_ui *ui, const bp_stage_view *view, labels *all) {
    const bp_stage *stage = view->stage;
    for (int i = 0; i < stage->arc_count; i++) {
        const bp_angle_arc *arc = &stage->arcs[i];
        float step = (arc->to - arc->from) / ARC_POINTS;
        for (int k = 0; k <= ARC_POINTS; k++) {
            bp_vec3 at = bp_angle_arc_point(arc, arc->from + step * (float)k, arc->radius);
            bp_vec3 next = bp_angle_arc_point(arc, arc->from + step * (float)(k + 1), arc->radius);
            if ((k == 0 || k == ARC_POINTS) && arc->to - arc->from < 360)
                keep_line_free(ui, view, all, arc->center, at);
            if (k < ARC_POINTS) keep_line_free(ui, view, all, at, next);
        }
    }
    for (int i = 0; i < BP_STAGE_ARROW_MAX; i++)
        if (bp_arrow_is_shown(&stage->arrows[i]))
            keep_line_free(ui, view, all, stage->arrows[i].from, stage->arrows[i].to);
    bp_line lines[BP_NODE_LINES];
    float pixel =
        bp_camera_pixel_size(&view->camera, bp_stage_view_scene(ui, view->rect, view->stage).height);
    for (int i = 0; stage->show_nodes && i < BP_STAGE_NODE_MAX; i++) {
        int count = stage->nodes[i] ? bp_stage_node_lines(ui, stage, stage->nodes[i], pixel, lines) : 0;
        for (int k = 0; k < count; k++) keep_line_free(ui, view, all, lines[k].from, lines[k].to);
    }
    bp_vec3 points[BP_GIMBAL_POINTS];
    for (int ring = 0; ring < BP_GIMBAL_RINGS && bp_stage_gimbal_ring(stage, ring, points, NULL); ring++)
        for (int i = 0; i < BP_GIMBAL_POINTS; i += RING_STEP)
            keep_line_free(ui, view, all, points[i], points[(i + RING_STEP) % BP_GIMBAL_POINTS]);
}

/* How far a ghost's vertex, or joint if it has no figure, is from the stage's. Sets where it is in the
 * world. */
static float ghost_distance(const bp_stage *stage, const bp_ghost *ghost, size_t i, bp_vec3 *at) {
    if (ghost->figure && stage->figure) {
        bp_vec3 posed = bp_figure_positions(ghost->figure, 0)[i];
        *at = bp_mat4_point(bp_figure_world(stage->figure), posed);
        return bp_vec3_distance(posed, bp_figure_positions(stage->figure, 0)[i]);
    }
    const bp_bone *bone = bp_skeleton_bone_by_id(ghost->skeleton, i),
                  *other = bp_skeleton_bone_by_id(stage->skeleton, i);
    *at = bp_mat4_position(bp_bone_frame(stage, bone));
    return bp_vec3_distance(*at, bp_mat4_position(bp_bone_frame(stage, other)));
}

/* The points, at most FARTHEST, where a ghost differs most from the stage's figure. A ghost that is only
 * moved differs as much everywhere: then its label has several points to stand at. */
static int farthest_points(const bp_stage *stage, const bp_ghost *ghost, bp_vec3 points[FARTHEST]) {
    size_t count = ghost->figure && stage->figure ? bp_figure_part_at(ghost->figure, 0)->mesh->vertex_count
                                                  : bp_skeleton_count(ghost->skeleton);
    bp_vec3 at;
    float max = 0;
    int found = 0;
    for (size_t i = 0; i < count; i++) max = fmaxf(max, ghost_distance(stage, ghost, i, &at));
    for (size_t i = 0; i < count && found < FARTHEST; i++)
        if (ghost_distance(stage, ghost, i, &at) >= 0.999f * max) points[found++] = at;
    return found;
}

static void name_ghost(bp_ui *ui, const bp_stage_view *view, labels *all, const bp_ghost *ghost) {
    bp_rect scene = bp_stage_view_scene(ui, view->rect, view->stage), rect;
    int width = bp_ui_text_width(ui, ghost->name, (bp_style){.size = SIZE}) + 2 * bp_ui_px(ui, 2),
        least = TAKEN + 1, best = 0;
    bp_vec3 points[FARTHEST];
    bp_vec2 at;
    int count = farthest_points(view->stage, ghost, points);
    for (int i = 0; i < count && least > 0; i++) {
        if (!bp_camera_project(&view->camera, scene, points[i], &at, NULL) ||
            !bp_rect_contains(scene, at.x, at.y))
            continue;
        int cost = best_position(ui, all, scene, at, width, TRIES, &rect);
        if (cost < least) least = cost, best = i;
    }
    if (count > 0) label(ui, view, all, points[best], ghost->name, ui->theme->ghost, true);
}

/* The flesh that isn't the ghost's own: of the stage's figure, and of other ghosts. */
static void cover_others(const bp_stage_view *view, const bp_ghost *ghost, bp_mesh_cover *cover) {
    if (view->stage->figure && view->show & BP_SHOW_MESH)
        bp_mesh_cover_add(cover, view->stage->figure, &view->camera);
    for (int i = 0; i < view->world->ghost_count; i++) {
        const bp_ghost *other = &view->world->ghosts[i];
        if (other != ghost && other->figure && bp_stage_ghost_shown(view, other))
            bp_mesh_cover_add(cover, other->figure, &view->camera);
    }
}

static void name_ghosts(bp_ui *ui, const bp_stage_view *view, labels *all) {
    bp_mesh_cover cover;
    for (int i = 0; view->world && i < view->world->ghost_count; i++) {
        const bp_ghost *ghost = &view->world->ghosts[i];
        if (!bp_stage_ghost_shown(view, ghost)) continue;
        bp_mesh_cover_clear(&cover, bp_stage_view_scene(ui, view->rect, view->stage));
        cover_others(view, ghost, &cover);
        all->cover = &cover;
        name_ghost(ui, view, all, ghost);
    }
    all->cover = NULL;
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

/* Names a gimbal's ring where the name crosses the fewest lines, and there as far out as possible. */
static void name_ring(bp_ui *ui, const bp_stage_view *view, labels *all, int ring) {
    bp_rect scene = bp_stage_view_scene(ui, view->rect, view->stage), rect;
    bp_vec3 points[BP_GIMBAL_POINTS], best = {0};
    const char *words;
    if (!bp_stage_gimbal_ring(view->stage, ring, points, &words)) return;
    int width = bp_ui_text_width(ui, words, (bp_style){.size = SIZE}) + 2 * bp_ui_px(ui, 2),
        least = TAKEN + 1;
    bp_vec2 at, opposite;
    float widest = 0;
    for (int i = 0; i < BP_GIMBAL_POINTS; i += RING_STEP) {
        int across = (i + BP_GIMBAL_POINTS / 2) % BP_GIMBAL_POINTS;
        if (!bp_camera_project(&view->camera, scene, points[i], &at, NULL) ||
            !bp_camera_project(&view->camera, scene, points[across], &opposite, NULL))
            continue;
        all->middle = (at.x + opposite.x) / 2;
        int cost = best_position(ui, all, scene, at, width, NAME_TRIES, &rect);
        float wide =
            sqrtf((at.x - opposite.x) * (at.x - opposite.x) + (at.y - opposite.y) * (at.y - opposite.y));
        if (cost > least || (cost == least && wide <= widest)) continue;
        least = cost, widest = wide, best = points[i];
    }
    label(ui, view, all, best, words, bp_gimbal_color(ui->theme, ring), true);
}

/* The lesson's nodes and arrows, and the rings of a gimbal. */
static void name_frames(bp_ui *ui, const bp_stage_view *view, labels *all) {
    const bp_stage *stage = view->stage;
    for (int i = 0; stage->show_nodes && i < BP_STAGE_NODE_MAX; i++) {
        const bp_node *node = stage->nodes[i];
        if (node && !has_handle(view, bp_node_name(node)))
            label(ui, view, all, bp_mat4_position(bp_node_world(node)), bp_node_name(node), ui->theme->ghost,
                  true);
    }
    for (int i = 0; i < BP_STAGE_ARROW_MAX; i++) {
        const bp_arrow *arrow = &stage->arrows[i];
        bp_vec3 at = bp_vec3_mix(arrow->from, arrow->to, arrow->label_at_tip ? 1 : 0.5f);
        if (bp_arrow_is_shown(arrow)) label(ui, view, all, at, arrow->label, ui->theme->here, true);
    }
    float middle = all->middle;
    for (int ring = 0; ring < BP_GIMBAL_RINGS; ring++) name_ring(ui, view, all, ring);
    all->middle = middle;
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
    all.cover = NULL;
    all.middle = (float)view->rect.x + 0.5f * (float)view->rect.width;
    if (skeleton && view->show & BP_SHOW_BONES) keep_bones_free(ui, view, &all);
    if (skeleton && view->show & BP_SHOW_NAMES) keep_joints_free(ui, view, &all);
    keep_frames_free(ui, view, &all);
    name_handles(ui, view, &all);
    if (!skeleton) {
        name_frames(ui, view, &all);
        return;
    }
    bp_vec3 followed;
    if (bp_stage_followed(view->stage, &followed) && !has_handle(view, view->stage->marked_name))
        label(ui, view, &all, followed, view->stage->marked_name, ui->theme->here, true);
    name_arcs(ui, view, &all);
    name_ghosts(ui, view, &all);
    name_frames(ui, view, &all);
    if (!(view->show & BP_SHOW_NAMES)) return;
    if (view->selected && !has_handle(view, bp_bone_name(view->selected)))
        name(ui, view, &all, view->selected);
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++) {
        const bp_bone *bone = bp_skeleton_bone(skeleton, i);
        if (bone != view->selected && !has_handle(view, bp_bone_name(bone))) name(ui, view, &all, bone);
    }
}

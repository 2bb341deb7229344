/* Labels beside points: names of bones, ghosts and handles, and what is painted. Each takes the first free
 * position of several around its point: not on a joint, a line or another label. If none is free, a bone's
 * name is left out; labels that must be seen (the selected bone's, ghosts') go farther away, or on the fewest
 * lines. Ghosts' labels also keep off meshes: they would hide them, or seem to name them. */
#include "rig/engine.h"
#include "scene/illustration/stage_drawing.h"
#include <stdio.h>
#include <string.h>

/* ---- which parts of a scene figures' meshes cover, in cells of a few pixels ---- */

enum { COVER_COLUMNS = 160, COVER_ROWS = 100 };

typedef struct mesh_cover {
    bp_rect scene;
    float cell; /* pixels of a side */
    uint8_t covered[COVER_ROWS][COVER_COLUMNS];
} mesh_cover;

enum { LEAST_CELL = 8 };

static int clamp_cell(float at, int count) { return (int)bp_clamp(floorf(at), 0, (float)count - 1); }

/* Twice the signed area of a triangle: its sign tells on which side of `a` to `b` the point is. */
static float side(bp_vec2 a, bp_vec2 b, bp_vec2 p) {
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

/* Marks the cells whose middle is in a triangle, and those of its corners. Corners are in cells. */
static void cover_triangle(mesh_cover *cover, const bp_vec2 v[3]) {
    bp_vec2 lo = v[0], hi = v[0];
    for (int i = 0; i < 3; i++) {
        lo.x = fminf(lo.x, v[i].x), lo.y = fminf(lo.y, v[i].y);
        hi.x = fmaxf(hi.x, v[i].x), hi.y = fmaxf(hi.y, v[i].y);
        if (v[i].x >= 0 && v[i].x < COVER_COLUMNS && v[i].y >= 0 && v[i].y < COVER_ROWS)
            cover->covered[(int)v[i].y][(int)v[i].x] = 1;
    }
    int right = clamp_cell(hi.x, COVER_COLUMNS), bottom = clamp_cell(hi.y, COVER_ROWS);
    for (int y = clamp_cell(lo.y, COVER_ROWS); y <= bottom; y++)
        for (int x = clamp_cell(lo.x, COVER_COLUMNS); x <= right; x++) {
            bp_vec2 middle = {(float)x + 0.5f, (float)y + 0.5f};
            float a = side(v[0], v[1], middle), b = side(v[1], v[2], middle), c = side(v[2], v[0], middle);
            if ((a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0)) cover->covered[y][x] = 1;
        }
}

/* A vertex in cells; false: behind the eye. */
static bool project(const mesh_cover *cover, bp_mat4 transform, bp_vec3 p, bp_vec2 *at) {
    bp_vec4 clip = bp_mat4_vec4(transform, (bp_vec4){p.x, p.y, p.z, 1});
    at->x = (clip.x / clip.w * 0.5f + 0.5f) * (float)cover->scene.width / cover->cell;
    at->y = (0.5f - clip.y / clip.w * 0.5f) * (float)cover->scene.height / cover->cell;
    return clip.w > 0 && bp_is_finite((double)at->x) && bp_is_finite((double)at->y);
}

static void add_cover(mesh_cover *cover, const bp_figure *figure, const bp_camera *camera) {
    bp_rect scene = cover->scene;
    if (scene.width < 1 || scene.height < 1) return;
    bp_mat4 view = bp_camera_view_projection(camera, (float)scene.width / (float)scene.height);
    bp_mat4 transform = bp_mat4_mul(bp_figure_world(figure), view);
    for (size_t k = 0; k < bp_figure_part_count(figure); k++) {
        const bp_mesh *mesh = bp_figure_part_at(figure, k)->mesh;
        const bp_vec3 *positions = bp_figure_positions(figure, k);
        for (size_t i = 0; i + 2 < mesh->index_count; i += 3) {
            bp_vec2 v[3];
            if (project(cover, transform, positions[mesh->indices[i]], &v[0]) &&
                project(cover, transform, positions[mesh->indices[i + 1]], &v[1]) &&
                project(cover, transform, positions[mesh->indices[i + 2]], &v[2]))
                cover_triangle(cover, v);
        }
    }
}

static int count_covered(const mesh_cover *cover, bp_rect rect) {
    float x = (float)(rect.x - cover->scene.x), y = (float)(rect.y - cover->scene.y);
    int right = clamp_cell((x + (float)rect.width) / cover->cell, COVER_COLUMNS),
        bottom = clamp_cell((y + (float)rect.height) / cover->cell, COVER_ROWS), count = 0;
    for (int row = clamp_cell(y / cover->cell, COVER_ROWS); row <= bottom; row++)
        for (int column = clamp_cell(x / cover->cell, COVER_COLUMNS); column <= right; column++)
            count += cover->covered[row][column];
    return count;
}

/* ---- labels ---- */

enum {
    LABEL_SIZE = 12,  /* of the letters */
    LABELS_MAX = 192, /* rectangles that labels keep off, and their own */
    LABEL_LINES_MAX = 480,
    LABEL_JOINT = 5 /* half of the square about a joint or point that labels leave free */
};

typedef struct label_line {
    bp_vec2 from, to;
} label_line;

typedef struct bp_stage_labels {
    bp_painter *painter;
    const bp_stage_drawing *drawing;
    bp_rect taken[LABELS_MAX];
    int count;
    label_line lines[LABEL_LINES_MAX];
    int line_count;
    float middle; /* x in pixels of the joints, or of the stage: names go to the side away from it */
    const mesh_cover *cover;        /* to keep off; NULL: meshes don't count */
    bp_rgba8 colors[BP_HANDLE_MAX]; /* of the handles' labels */
} bp_stage_labels;

typedef struct bp_stage_labels labels;

enum {
    CROSSING = 1024, /* costs of a position; a covered cell's is 1 */
    TAKEN = CROSSING * (LABEL_LINES_MAX + 1),
    TALL = 15,
    OFFSET = 10,
    LINE = 2,       /* pixels to a line that leads sideways from the point */
    BESIDE = 24,    /* farther away a label has a line to its point */
    POINT_TRIES = 6 /* positions of a label that has several points to stand at */
};

/* The point in pixels; false: it isn't in the scene. */
static bool is_in_scene(const bp_stage_drawing *drawing, bp_vec3 point, bp_vec2 *at) {
    return bp_camera_project(&drawing->camera, drawing->rect, point, at, NULL) &&
           bp_rect_contains(drawing->rect, at->x, at->y);
}

static bp_rect square_at(bp_vec2 at, int reach) {
    return (bp_rect){(int)at.x - reach, (int)at.y - reach, 2 * reach, 2 * reach};
}

/* Of the lines that cross it, and of the meshes; any that isn't below `least` says no more. TAKEN: it lies on
 * a joint or another label, or leaves the scene. */
static int cost_of(const labels *all, bp_rect rect, bp_rect scene, int least) {
    const bp_vec2 low = {(float)rect.x, (float)rect.y},
                  high = {(float)(rect.x + rect.width), (float)(rect.y + rect.height)};
    int count = 0;
    if (!bp_rect_is_inside(rect, scene)) return TAKEN;
    for (int i = 0; i < all->count; i++)
        if (bp_rect_overlaps(all->taken[i], rect)) return TAKEN;
    for (int i = 0; i < all->line_count && CROSSING * count < least; i++) {
        label_line line = all->lines[i];
        count += bp_segment_cut(low, high, &line.from, &line.to);
    }
    return CROSSING * count + (all->cover ? count_covered(all->cover, rect) : 0);
}

/* Rows from the point, and distances to the side, in the order in which positions are tried. */
static const signed char ROWS[] = {0, 1, -1, 2, -2, 3, -3}, OFFSETS[] = {OFFSET, 34, 64, 94};
enum { NEAR_TRIES = 4 * (int)sizeof ROWS, TRIES = 2 * (int)(sizeof ROWS * sizeof OFFSETS) };

/* Position number 0 .. TRIES - 1: near and then far, each row right and left of the point in turn. A wide one
 * is moved into the scene, and must then not lie over the mark at its point. */
static bp_rect label_rect(const bp_painter *painter, bp_rect scene, bp_vec2 at, int width, bool left_first,
                          int number) {
    int tall = bp_painter_px(painter, TALL), pair = number / 2, rows = (int)sizeof ROWS;
    int offset = bp_painter_px(painter, OFFSETS[pair / rows]);
    int row = ROWS[pair % rows], y = (int)at.y - tall + row * (tall + 1) + (row > 0 ? LINE - 1 : -LINE);
    bool right = (number % 2 == 0) != left_first;
    int x = right ? (int)at.x + offset : (int)at.x - offset - width;
    if (x < scene.x) x = scene.x;
    if (x + width > scene.x + scene.width) x = scene.x + scene.width - width;
    return (bp_rect){x, y, width, tall};
}

/* A thin line to a label that isn't right beside its point. */
static void draw_leader(bp_painter *painter, bp_vec2 at, bp_rect rect, bp_rgba8 color) {
    const bp_vec3 from = {at.x, at.y, 0},
                  to = {bp_clamp(at.x, (float)rect.x, (float)(rect.x + rect.width)),
                        bp_clamp(at.y, (float)rect.y, (float)(rect.y + rect.height)), 0};
    bp_line line = {.from = from, .to = to, .width = painter->unit};
    memcpy(line.color, &color, sizeof line.color);
    if (painter->failed || bp_vec3_distance(from, to) < (float)bp_painter_px(painter, BESIDE)) return;
    painter->failed = !bp_raster_lines(painter->raster, &line, 1, &(bp_overlay){0}, painter->error);
}

/* The position with the least cost, of the first `tries`, for words beside a point. */
static int best_position(const labels *all, bp_vec2 at, const char *words, bp_style style, int tries,
                         bp_rect *best) {
    const bp_painter *painter = all->painter;
    bp_rect scene = all->drawing->rect, mark = square_at(at, bp_painter_px(painter, LABEL_JOINT) + 1);
    bool left_first = at.x < all->middle - (float)bp_painter_px(painter, OFFSET);
    int width = bp_painter_text_width(painter, words, style) + 2 * bp_painter_px(painter, 2), least = TAKEN;
    for (int i = 0; i < tries && least > 0; i++) {
        bp_rect rect = label_rect(painter, scene, at, width, left_first, i);
        int cost = bp_rect_overlaps(rect, mark) ? TAKEN : cost_of(all, rect, scene, least);
        if (all->cover) cost += i / 2; /* the nearer the better */
        if (cost < least) least = cost, *best = rect;
    }
    return least;
}

static void put_label(labels *all, bp_vec3 at_joint, const char *words, bp_rgba8 color, bool must) {
    bp_painter *painter = all->painter;
    bp_rect scene = all->drawing->rect, rect;
    bp_vec2 at;
    if (all->count == LABELS_MAX || !is_in_scene(all->drawing, at_joint, &at)) return;
    const bp_style style = {.size = LABEL_SIZE,
                            .color = color,
                            .max_width = must ? scene.width - bp_painter_px(painter, 8) : scene.width / 2};
    int cost = best_position(all, at, words, style, must ? TRIES : NEAR_TRIES, &rect);
    if (must ? cost == TAKEN : cost > 0) return;
    all->taken[all->count++] = rect;
    draw_leader(painter, at, rect, color);
    bp_painter_box(painter, rect, painter->theme->card, 3, (bp_rgba8){0}); /* readable over a mesh */
    bp_painter_text(painter, rect.x + bp_painter_px(painter, 2), rect.y + bp_painter_px(painter, LABEL_SIZE),
                    words, style);
}

/* Whether a handle of the stage has its label from here: an arrow's or a ring's is painted with it. */
static bool is_named(const bp_stage_drawing *drawing, const bp_placed_handle *handle) {
    return handle->stage == drawing->index && handle->count == 0;
}

/* The handle that has these words as its label; -1: none. */
static int handle_of(const bp_stage_drawing *drawing, const char *words) {
    int i = drawing->content->label_count - 1;
    while (i >= 0 && (!is_named(drawing, &drawing->content->handles[i]) ||
                      strcmp(drawing->content->handles[i].label, words) != 0))
        i--;
    return i;
}

void bp_labels_color(labels *all, const char *text, bp_rgba8 color) {
    const int handle = handle_of(all->drawing, text);
    if (handle >= 0) all->colors[handle] = color;
}

void bp_labels_keep_line(labels *all, bp_vec3 from, bp_vec3 to) {
    const bp_stage_drawing *drawing = all->drawing;
    label_line line;
    if (all->line_count < LABEL_LINES_MAX &&
        bp_camera_project(&drawing->camera, drawing->rect, from, &line.from, NULL) &&
        bp_camera_project(&drawing->camera, drawing->rect, to, &line.to, NULL))
        all->lines[all->line_count++] = line;
}

void bp_labels_keep_rect(labels *all, bp_rect rect) {
    if (all->count < LABELS_MAX) all->taken[all->count++] = rect;
}

/* Where it crosses the fewest lines, and there as far as possible from the points' middle. */
void bp_labels_add(labels *all, const bp_vec3 *points, int count, const char *text, bp_rgba8 color) {
    const bp_stage_drawing *drawing = all->drawing;
    int least = TAKEN + 1, best = 0;
    float widest = -1, middle = all->middle;
    bp_vec2 at, sum = {0, 0};
    bp_rect rect;
    for (int i = 0; i < count; i++)
        if (bp_camera_project(&drawing->camera, drawing->rect, points[i], &at, NULL))
            sum = (bp_vec2){sum.x + at.x / (float)count, sum.y + at.y / (float)count};
    if (count > 1) all->middle = sum.x;
    for (int i = 0; i < count && count > 1; i++) {
        if (!bp_camera_project(&drawing->camera, drawing->rect, points[i], &at, NULL)) continue;
        int cost = best_position(all, at, text, (bp_style){.size = LABEL_SIZE}, POINT_TRIES, &rect);
        float wide = (at.x - sum.x) * (at.x - sum.x) + (at.y - sum.y) * (at.y - sum.y);
        if (cost > least || (cost == least && wide <= widest)) continue;
        least = cost, widest = wide, best = i;
    }
    if (count > 0 && handle_of(drawing, text) < 0) put_label(all, points[best], text, color, true);
    all->middle = middle;
}

/* ---- which names a stage shows: of its handles, ghosts and joints; and what those keep off ---- */

enum {
    HANDLE = 8,
    RING_POINTS = 16,
    FARTHEST = 8 /* points of a ghost that its label may stand at */
};

static bp_vec3 joint_of(const bp_stage_drawing *drawing, const bp_bone *bone) {
    return bp_mat4_position(bp_bone_frame(drawing->stage, bone));
}

/* Whether two joints are one point of the picture. */
static bool share_point(const bp_stage_drawing *drawing, const bp_bone *a, const bp_bone *b) {
    bp_vec2 p, q;
    return bp_camera_project(&drawing->camera, drawing->rect, joint_of(drawing, a), &p, NULL) &&
           bp_camera_project(&drawing->camera, drawing->rect, joint_of(drawing, b), &q, NULL) &&
           fabsf(p.x - q.x) < 2 && fabsf(p.y - q.y) < 2;
}

/* The name; joints at one point have one label, beside the first of them or the selected one: "root,
 * leaf". */
static void name(labels *all, const bp_bone *bone) {
    const bp_stage_drawing *drawing = all->drawing;
    const bp_theme *theme = all->painter->theme;
    const bp_skeleton *skeleton = drawing->stage->skeleton;
    char words[120] = "";
    size_t used = 0;
    bool must = bone == drawing->selected;
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++) {
        const bp_bone *other = bp_skeleton_bone(skeleton, i);
        if (other != bone && !share_point(drawing, bone, other)) continue;
        if (other != bone && (other == drawing->selected || (!must && *words == 0))) return; /* its label */
        if (handle_of(drawing, bp_bone_name(other)) >= 0 || used >= sizeof words) continue;
        used += (size_t)snprintf(words + used, sizeof words - used, "%s%s", used ? ", " : "",
                                 bp_bone_name(other));
    }
    put_label(all, joint_of(drawing, bone), words, must ? theme->changed : theme->ink, must);
}

/* Names must not cover joints: half of the slots are for those. */
static void keep_joints_free(labels *all) {
    const bp_stage_drawing *drawing = all->drawing;
    const bp_skeleton *skeleton = drawing->stage->skeleton;
    float sum = 0;
    for (size_t i = 0; i < bp_skeleton_count(skeleton) && all->count < LABELS_MAX / 2; i++) {
        bp_vec2 at;
        if (!is_in_scene(drawing, joint_of(drawing, bp_skeleton_bone(skeleton, i)), &at)) continue;
        all->taken[all->count++] = square_at(at, bp_painter_px(all->painter, LABEL_JOINT));
        sum += at.x;
    }
    all->middle = all->count > 0 ? sum / (float)all->count : 0;
}

/* The lines that bp_scene_draw_bones draws. */
static void keep_skeleton_free(labels *all, const bp_skeleton *skeleton, bool joints) {
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++) {
        const bp_bone *bone = bp_skeleton_bone(skeleton, i);
        bp_mat4 frame = bp_bone_frame(all->drawing->stage, bone);
        float length;
        bp_vec2 at;
        if (joints && is_in_scene(all->drawing, bp_mat4_position(frame), &at))
            bp_labels_keep_rect(all, square_at(at, bp_painter_px(all->painter, LABEL_JOINT)));
        if (bp_bone_has_length(bone) && bp_bone_length(bone, &length)) {
            bp_labels_keep_line(all, bp_mat4_position(frame), bp_mat4_point(frame, (bp_vec3){0, length, 0}));
            continue;
        }
        for (const bp_bone *child = bp_bone_first_child(bone); child; child = bp_bone_next_sibling(child))
            bp_labels_keep_line(all, bp_mat4_position(frame),
                                bp_mat4_position(bp_bone_frame(all->drawing->stage, child)));
    }
}

/* Lines of bones, of ghosts, and of the selected joint's ring. */
static void keep_bones_free(labels *all) {
    const bp_stage_drawing *drawing = all->drawing;
    if (drawing->selected && drawing->ring > 0) {
        bp_vec3 ring[RING_POINTS];
        bp_rotation_ring_points(bp_bone_frame(drawing->stage, drawing->selected), drawing->axis,
                                drawing->ring, ring, RING_POINTS);
        for (int i = 0; i < RING_POINTS; i++) bp_labels_keep_line(all, ring[i], ring[(i + 1) % RING_POINTS]);
    }
    keep_skeleton_free(all, drawing->stage->skeleton, false);
    for (int i = 0; i < drawing->content->ghost_count; i++) {
        const bp_ghost *ghost = &drawing->content->ghosts[i];
        if (bp_stage_ghost_shown(drawing, ghost)) keep_skeleton_free(all, ghost->skeleton, ghost->bones_only);
    }
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

static const float LEAST_MOVE = 1e-3f; /* metres */

/* The points, at most FARTHEST, where a ghost differs most from the stage's figure. A ghost that is only
 * moved differs as much everywhere: then its label has several points to stand at, all over it. */
static int farthest_points(const bp_stage_drawing *drawing, const bp_ghost *ghost, bp_vec3 points[FARTHEST]) {
    const bp_stage *stage = drawing->stage;
    size_t count = ghost->figure && stage->figure ? bp_figure_part_at(ghost->figure, 0)->mesh->vertex_count
                                                  : bp_skeleton_count(ghost->skeleton);
    bp_vec3 at;
    float max = 0;
    int found = 0;
    size_t farthest = 0, k = 0;
    for (size_t i = 0; i < count; i++) max = fmaxf(max, ghost_distance(stage, ghost, i, &at));
    for (size_t i = 0; i < count; i++) farthest += ghost_distance(stage, ghost, i, &at) >= 0.999f * max;
    if (ghost->figure && max < LEAST_MOVE) { /* only an outline; a prediction's is at its bone's end */
        const char *predicts = drawing->content->predicts;
        const bp_bone *bone = predicts ? bp_skeleton_find(stage->skeleton, predicts) : NULL;
        float length = 0;
        if (!bone || !bp_bone_length(bone, &length)) return 0;
        points[0] = bp_mat4_point(bp_bone_frame(stage, bone), (bp_vec3){0, length, 0});
        return 1;
    }
    for (size_t i = 0; i < count && found < FARTHEST; i++)
        if (ghost_distance(stage, ghost, i, &at) >= 0.999f * max &&
            k++ % ((farthest - 1) / FARTHEST + 1) == 0)
            points[found++] = at;
    return found;
}

static void name_ghost(labels *all, const bp_ghost *ghost) {
    int least = TAKEN + 1, best = 0;
    bp_vec3 points[FARTHEST];
    bp_rect rect;
    bp_vec2 at;
    int count = farthest_points(all->drawing, ghost, points);
    float aside = 0;
    for (int i = 0; i < count; i++) {
        if (!is_in_scene(all->drawing, points[i], &at)) continue;
        int cost = best_position(all, at, ghost->name, (bp_style){.size = LABEL_SIZE}, TRIES, &rect);
        const bool better = cost < least || (cost == least && fabsf(at.x - all->middle) > aside);
        if (better) least = cost, best = i, aside = fabsf(at.x - all->middle);
    }
    if (count > 0) put_label(all, points[best], ghost->name, all->painter->theme->ghost, true);
}

/* The meshes of the stage's figure and of all ghosts. */
static void cover_meshes(const bp_stage_drawing *drawing, mesh_cover *cover) {
    const bp_content *content = drawing->content;
    if (drawing->stage->figure && drawing->show & BP_SHOW_MESH)
        add_cover(cover, drawing->stage->figure, &drawing->camera);
    for (int i = 0; i < content->ghost_count; i++)
        if (content->ghosts[i].figure && bp_stage_ghost_shown(drawing, &content->ghosts[i]))
            add_cover(cover, content->ghosts[i].figure, &drawing->camera);
}

static void name_ghosts(labels *all) {
    const bp_stage_drawing *drawing = all->drawing;
    const float width = (float)drawing->rect.width, height = (float)drawing->rect.height;
    mesh_cover cover = {.scene = drawing->rect};
    cover.cell = fmaxf(LEAST_CELL, fmaxf(width / COVER_COLUMNS, height / COVER_ROWS));
    for (int i = 0; i < drawing->content->ghost_count; i++) {
        const bp_ghost *ghost = &drawing->content->ghosts[i];
        if (!*ghost->name || !bp_stage_ghost_shown(drawing, ghost)) continue;
        if (!all->cover) cover_meshes(drawing, &cover);
        all->cover = &cover;
        name_ghost(all, ghost);
    }
    all->cover = NULL;
}

/* Handles have their labels even while names are hidden: they say what can be dragged. */
static void name_handles(labels *all) {
    const bp_stage_drawing *drawing = all->drawing;
    bp_vec2 at;
    for (int i = 0; i < drawing->content->label_count; i++)
        if (bp_stage_handle_pixel(drawing, i, &at))
            bp_labels_keep_rect(all, square_at(at, bp_painter_px(all->painter, HANDLE)));
    for (int i = 0; i < drawing->content->label_count; i++)
        if (is_named(drawing, &drawing->content->handles[i]))
            put_label(all, drawing->content->handles[i].position, drawing->content->handles[i].label,
                      all->colors[i], true);
}

void bp_stage_draw_names(bp_painter *painter, const bp_stage_drawing *drawing) {
    const bp_skeleton *skeleton = drawing->stage->skeleton;
    labels all;
    all.painter = painter, all.drawing = drawing;
    all.count = all.line_count = 0;
    all.cover = NULL;
    for (int i = 0; i < BP_HANDLE_MAX; i++) all.colors[i] = painter->theme->here;
    all.middle = (float)drawing->rect.x + 0.5f * (float)drawing->rect.width;
    if (skeleton && drawing->show & BP_SHOW_BONES) keep_bones_free(&all);
    if (skeleton && drawing->show & BP_SHOW_NAMES) keep_joints_free(&all);
    bp_stage_paint(painter, drawing, BP_PAINT_LINES, &all);
    bp_rect note = bp_stage_note_rect(painter, drawing);
    if (note.width > 0) bp_labels_keep_rect(&all, note);
    name_handles(&all);
    if (skeleton) name_ghosts(&all);
    bp_stage_paint(painter, drawing, BP_PAINT_OVER, &all);
    if (!skeleton || !(drawing->show & BP_SHOW_NAMES)) return;
    if (drawing->selected && handle_of(drawing, bp_bone_name(drawing->selected)) < 0)
        name(&all, drawing->selected);
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++) {
        const bp_bone *bone = bp_skeleton_bone(skeleton, i);
        if (bone != drawing->selected && handle_of(drawing, bp_bone_name(bone)) < 0) name(&all, bone);
    }
}

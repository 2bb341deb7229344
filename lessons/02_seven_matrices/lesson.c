/* Where one fingertip goes: into its bone's grid, then into the pose, and in front of a camera (claims 11,
 * 13 to 15).
 *
 * The vertex is the left hand's outer front corner of the boxes, number 43. With c = cos 30, s = sin 30:
 *   modelled  (0.25, -1.25, 0.25) in its box, rotated by 30 and moved by (1, 0.5, 0): 0.25 c + 1.25 s + 1 =
 *             1.8415, 0.25 s - 1.25 c + 0.5 = -0.4575
 *   grid      minus the shoulder (0.5, 1.5, 0), rotated by -30: (1.3415 c - 1.9575 s, -1.3415 s - 1.9575 c,
 *             0.25) = (0.1830, -2.3660, 0.25)
 *   posed     rotated by 75 (c = 0.2588, s = 0.9659) at the shoulder: (0.1830 c + 2.3660 s + 0.5,
 *             0.1830 s - 2.3660 c + 1.5, 0.25) = (2.8328, 1.0644, 0.25); with the body 0.5 m up y = 1.5644
 *   world     the mesh is at x = -1: (1.8328, 1.5644, 0.25)
 *   view      the eye is at (3, 0, 4), 5 m from the origin: its Z axis is (0.6, 0, 0.8), its X axis
 *             (0.8, 0, -0.6). The vertex is (-1.1672, 1.5644, -3.75) from it: (1.3162, 1.5644, -3.7003)
 *   clip      lens 60 degrees: 1 / tan 30 = 1.7321 times x and y; near 1, far 101: z = 1.01 (3.7003 - 1) =
 *             2.7273; w = 3.7003, the distance: (2.2798, 2.7096, 2.7273, 3.7003)
 *   pixel     of 400 x 400: x = 200 (1 + 2.2798 / w) = 323.22, y = 200 (1 - 2.7096 / w) = 53.55
 * Final rotates by 75 - 30 = 45 and has the translation S - S R45 = (1.2071, 0.0858, 0). */
#include "rig/engine.h"
#include "scene/camera.h"
#include "shared/boxes.h"
#include <stdio.h>

enum { BY_HAND, BY_FLOOR, MODELLED, GRID, POSED, VERTEX = 43, TRAIL = 24, ROUND = 24, WIDTH = 8 };
static const float DEPTH_SHOWN = 8; /* metres that the side view shows before the eye */

typedef struct state {
    enum { FINGERTIP, CORNER, WALK, MERGED, CAMERA } paints;
    bp_vec3 trail[TRAIL];
    float bend;    /* the elbow's angle, degrees */
    float merged;  /* how far the two arrows have become one, 0 to 1 */
    float moved;   /* metres that the character has gone along -X, or the camera along +X */
    float away;    /* metres from the eye to the origin */
    bool measured; /* the triangle of eye, height and depth is drawn, seen from the side */
    bool twice;    /* and that of a vertex at twice the depth */
} state;
static state *state_of(bp_world *world) { return bp_world_data(world); }

static const bp_vec3 TIP = {0, 0.1f, 0}; /* in the hand's own grid */

static void bend(bp_world *world, int stage, float degrees) {
    bp_skeleton *skeleton = world->stages[stage].skeleton;
    bp_person_rotate(skeleton, UPPER_ARM, (bp_vec3){0, 0, 1}, 0.4f * degrees);
    bp_person_rotate(skeleton, FOREARM, (bp_vec3){0, 0, 1}, degrees);
    bp_skeleton_prepare(skeleton);
}
static bp_mat4 hand_frame(bp_world *world, int stage) {
    return bp_mat4_mul(bp_bone_chain(bp_world_bone(world, stage, HAND)),
                       bp_figure_world(world->stages[stage].figure));
}
/* The view from the hand: it stands as in the bind pose, and the person moves around it. */
static void sit_on_hand(bp_world *world, int stage) {
    bp_bone *hand = bp_world_bone(world, stage, HAND);
    bp_mat4 back;
    if (bp_mat4_inverse(bp_bone_chain(hand), &back))
        bp_figure_set_world(world->stages[stage].figure,
                            bp_mat4_mul(bp_mat4_mul(back, bp_bone_absolute_bind(hand)), bp_person_world()));
}
static void trace(bp_world *world, float degrees, int stage) {
    for (int i = 0; i < TRAIL; i++) {
        bend(world, stage, degrees * (float)i / (TRAIL - 1));
        state_of(world)->trail[i] = bp_mat4_point(hand_frame(world, stage), TIP);
    }
    bend(world, stage, degrees);
}
static void paint_fingertip(bp_world *world, bp_painter *painter) {
    int stage = bp_paint_stage(painter);
    bp_mat4 frame = hand_frame(world, stage);
    bp_vec3 tip = bp_mat4_point(frame, TIP);
    if (world->stage_count == 2) bp_mark_grid(painter, frame, (bp_vec2){-0.24f, -0.1f}, 0.08f, 6);
    if (stage == world->stage_count - 1)
        bp_paint_lines(painter, state_of(world)->trail, TRAIL, false, 3, painter->theme->here);
    bp_paint_disc(painter, tip, 6, painter->theme->here);
}

static bp_vec3 corner(bp_world *world, int stage) {
    const bp_figure *figure = world->stages[stage].figure;
    return bp_mat4_point(bp_figure_world(figure), bp_figure_positions(figure, 0)[VERTEX]);
}
static void paint_corner(bp_world *world, bp_painter *painter) {
    bp_paint_disc(painter, corner(world, bp_paint_stage(painter)), 5.5f, painter->theme->here);
}
/* From the shoulder along the rows of the pose: x along X, y along Y, z along Z. */
static void paint_walk(bp_world *world, bp_painter *painter) {
    bp_mat4 pose = bp_bone_chain(bp_world_bone(world, 0, ARM));
    float v[BP_CLAIM_VALUE_MAX] = {0};
    bp_measure_vertex_bone(world, &(bp_measure_args){.stage = 0, .other = VERTEX}, v);
    bp_vec3 at = bp_mat4_position(pose);
    bp_mark_point(painter, at, 5.5f, "row 4: the shoulder", painter->theme->ink);
    for (int row = 0; row < 3; row++) {
        bp_vec3 axis = {pose.m[4 * row], pose.m[4 * row + 1], pose.m[4 * row + 2]};
        bp_vec3 to = bp_vec3_add(at, bp_vec3_scale(axis, v[row])), middle = bp_vec3_mix(at, to, 0.5f);
        char text[32];
        snprintf(text, sizeof text, "%c: %.2f along row %d", "xyz"[row], (double)v[row], row + 1);
        bp_paint_arrow(painter, at, to, bp_theme_axis(painter->theme, row));
        bp_paint_label(painter, &middle, 1, text, bp_theme_axis(painter->theme, row));
        at = to;
    }
    paint_corner(world, painter);
}
/* Two arrows, by the bone's grid, that become one. */
static void paint_merged(bp_world *world, bp_painter *painter) {
    float merged = state_of(world)->merged, v[BP_CLAIM_VALUE_MAX] = {0};
    bp_vec3 from = world->stages[0].mesh->positions[VERTEX], to = corner(world, 0);
    bp_measure_vertex_bone(world, &(bp_measure_args){.stage = 0, .other = VERTEX}, v);
    bp_vec3 by = bp_vec3_mix((bp_vec3){v[0], v[1], v[2]}, bp_vec3_mix(from, to, 0.5f), merged);
    bp_paint_disc(painter, from, 5.5f, painter->theme->ghost);
    if (merged < 1) {
        /* The two are nearly parallel: the second one goes round. */
        const bp_vec3 middle = bp_vec3_mix(from, by, 0.6f), round = bp_vec3_add(by, (bp_vec3){2.8f, 0.2f, 0});
        bp_vec3 way[ROUND];
        for (int i = 0; i < ROUND; i++) {
            const float t = (float)i / (ROUND - 1);
            way[i] = bp_vec3_mix(bp_vec3_mix(by, round, t), bp_vec3_mix(round, to, t), t);
        }
        bp_paint_lines(painter, BP_HANGING_ARM, 4, true, 3, painter->theme->changed);
        bp_mark_point(painter, (bp_vec3){0}, 6, "the grid's origin", painter->theme->changed);
        bp_paint_label(painter, &BP_HANGING_ARM[2], 2, "the arm in the bone's grid", painter->theme->changed);
        bp_paint_arrow(painter, from, by, painter->theme->changed);
        bp_paint_label(painter, &middle, 1, "undo the bind", painter->theme->changed);
        bp_paint_lines(painter, way, ROUND, false, 3, painter->theme->here);
        bp_paint_arrow(painter, way[ROUND - 2], to, painter->theme->here);
        bp_paint_label(painter, &way[ROUND / 2], 1, "do the pose", painter->theme->here);
    } else {
        bp_mark_arrow(painter, from, to, false, "final");
    }
    paint_corner(world, painter);
}

/* ---- the eye's own space from the side, beside what the eye sees ---- */

static bp_camera eye_of(bp_world *world) {
    float away = state_of(world)->away;
    return (bp_camera){
        .eye = {0.6f * away, 0, 0.8f * away}, .fov_y = bp_radians(60), .near_z = 1, .far_z = 101};
}
/* From the eye's space to the picture: depth to the right, y up. */
static bp_mat4 from_the_side(void) {
    const float scale = WIDTH / DEPTH_SHOWN;
    return (bp_mat4){{0, 0, scale, 0, 0, scale, 0, 0, -scale, 0, 0, 0, -0.5f * WIDTH, 0, 0, 1}};
}
/* The eye's triangle with a vertex, and the smaller one at the plane of the picture, 2 m in front of the
 * eye. */
static void paint_triangle(bp_painter *painter, bp_vec3 eye, bp_vec3 at, const char *height) {
    bp_vec3 foot = {at.x, eye.y, eye.z};
    float part = 2 * WIDTH / DEPTH_SHOWN / (foot.x - eye.x);
    bp_vec3 small[] = {bp_vec3_mix(eye, foot, part), bp_vec3_mix(eye, at, part)};
    bp_paint_lines(painter, (bp_vec3[]){foot, at, eye}, 3, false, 2, painter->theme->here);
    bp_paint_lines(painter, small, 2, false, 5, painter->theme->changed);
    bp_paint_disc(painter, small[1], 5.5f, painter->theme->changed);
    if (height) bp_paint_label(painter, &small[1], 1, height, painter->theme->changed);
    bp_mark_point(painter, at, 5.5f, height ? "the dot" : "the other vertex", painter->theme->here);
}
/* All in the corner's own plane, so that lines end where the perspective of the figure shows it. */
static void paint_side(bp_world *world, bp_painter *painter) {
    const float end = 0.5f * WIDTH, high = 0.57735f * WIDTH; /* tan 30 */
    bp_vec3 at = corner(world, 0), eye = {-end, 0, at.z}, foot = {at.x, 0, at.z};
    const bp_vec3 edge = {0.3f * end, 0.65f * high, at.z};
    bp_paint_lines(painter, (bp_vec3[]){{end, high, at.z}, eye, {end, -high, at.z}}, 3, false, 2,
                   painter->theme->floor);
    bp_paint_label(painter, &edge, 1, "edge of the picture", painter->theme->quiet);
    bp_mark_arrow(painter, eye, foot, false, "depth: w");
    bp_mark_arrow(painter, foot, at, false, "height: y");
    paint_triangle(painter, eye, at, "2 y / w");
    if (state_of(world)->twice) paint_triangle(painter, eye, (bp_vec3){2 * at.x + end, at.y, at.z}, NULL);
    bp_mark_point(painter, eye, 7, "eye", painter->theme->ink);
}
/* The dots from the eye's middle, whose height in the picture is y / w. */
static void paint_front(bp_world *world, bp_painter *painter) {
    const bp_vec3 eye = world->camera.eye, at = bp_vec3_sub(corner(world, 1), eye);
    for (int i = 0; i <= state_of(world)->twice; i++) {
        const float part = 1 / (float)(1 + i);
        const bp_vec3 middle = {eye.x, eye.y, eye.z + at.z},
                      foot = {eye.x + part * at.x, eye.y, middle.z},
                      top = {foot.x, eye.y + part * at.y, middle.z};
        bp_paint_lines(painter, (bp_vec3[]){middle, foot, top}, 3, false, 2, painter->theme->here);
        bp_paint_disc(painter, top, 5.5f, painter->theme->here);
        bp_mark_point(painter, i ? top : middle, 4, i ? "the other vertex" : "middle", painter->theme->quiet);
    }
}
/* The figure of stage 0 moved by its world matrix, that of stage 1 by a camera that moved. At the last
 * step the first one is seen from the side. The picture's own camera looks along -Z. */
static void place_views(bp_world *world) {
    if (state_of(world)->paints != CAMERA) return;
    for (int i = 0; i < world->stage_count; i++) {
        bp_camera eye = eye_of(world);
        const float by = state_of(world)->moved;
        if (i == 1) eye.eye.x += by, eye.target.x += by;
        bp_mat4 mesh = bp_mat4_translation((bp_vec3){i == 1 ? 0 : -by, 0, 0});
        bp_mat4 seen =
            i == 0 && state_of(world)->measured ? from_the_side() : bp_mat4_translation(world->camera.eye);
        bp_figure_set_world(world->stages[i].figure,
                            bp_mat4_mul(bp_mat4_mul(mesh, bp_camera_view(&eye)), seen));
    }
}
/* How far the corner has gone in the picture; and the world's X, which goes along when the camera moves. */
static void paint_move(bp_world *world, bp_painter *painter) {
    const int stage = bp_paint_stage(painter);
    bp_camera eye = eye_of(world);
    bp_vec3 axis = bp_mat4_direction(bp_camera_view(&eye), (bp_vec3){1, 0, 0}),
            by = bp_vec3_scale(axis, state_of(world)->moved), at = corner(world, stage),
            was = bp_vec3_add(at, by),
            low = bp_mat4_point(bp_figure_world(world->stages[stage].figure), (bp_vec3){0.6f, -2, 0});
    if (stage == 0) low = bp_vec3_add(low, by); /* the world stays, and the character leaves it */
    bp_vec3 tip = bp_vec3_add(low, axis);
    bp_paint_arrow(painter, low, tip, bp_theme_axis(painter->theme, 0));
    bp_paint_label(painter, &tip, 1, "X", bp_theme_axis(painter->theme, 0));
    bp_paint_arrow(painter, was, at, painter->theme->here);
    bp_paint_disc(painter, was, 5.5f, painter->theme->ghost);
    paint_corner(world, painter);
}
static void paint(bp_world *world, bp_painter *painter) {
    int stage = bp_paint_stage(painter);
    switch (state_of(world)->paints) {
    case FINGERTIP: paint_fingertip(world, painter); break;
    case CORNER:
        if (world->stage_count == 3 && stage == 1) bp_mark_bone_grid(painter);
        paint_corner(world, painter);
        break;
    case WALK: paint_walk(world, painter); break;
    case MERGED: paint_merged(world, painter); break;
    case CAMERA:
        if (!state_of(world)->measured)
            paint_move(world, painter);
        else if (stage == 0)
            paint_side(world, painter);
        else
            paint_front(world, painter);
    }
}

static void setup(bp_world *world) {
    bp_add_person(world, "Seen from the hand");
    bp_add_person(world, "Seen from the floor");
    bp_world_add_character(world, "As modelled", "", BP_BIND_NATURAL);
    bp_world_add_character(world, "The bone's grid", "→ undo the bind", BP_BIND_NATURAL);
    bp_world_add_character(world, "Posed", "→ do the pose", BP_BIND_NATURAL);
    if (world->error.kind != BP_ERROR_NONE) return;
    world->stages[BY_HAND].own_view = world->stages[BY_FLOOR].own_view = true;
    bp_world_show_stages(world, BY_FLOOR, 1);
    world->paint = paint;
    world->update = place_views;
    trace(world, 0, 0);
}
static void raise_hand(bp_world *world, float t) { trace(world, 90 * t, 0); }
static void show_both(bp_world *world) {
    bp_world_show_stages(world, BY_HAND, 2);
    trace(world, 0, 1);
}
static void bend_both(bp_world *world, float t) {
    bend(world, 0, 90 * t);
    trace(world, 90 * t, 1);
    sit_on_hand(world, 0);
    state_of(world)->bend = 90 * t;
}
static void show_boxes(bp_world *world) {
    bp_world_show_stages(world, MODELLED, 3);
    state_of(world)->paints = CORNER;
    world->camera = (bp_camera){.eye = {0, 0, 8}, .near_z = 1, .far_z = 101};
    world->panel_bone = ARM;
}
/* 0 to 1: into the grid, the shoulder to the origin and the arm straight down; 1 to 2: into the pose. */
static void carry(bp_world *world, float t) {
    float in = bp_clamp(2 * t, 0, 1), out = bp_clamp(2 * t - 1, 0, 1);
    bp_mat4 shift = bp_mat4_translation((bp_vec3){-0.5f * in, -1.5f * in, 0});
    bp_figure_set_world(world->stages[1].figure,
                        bp_mat4_mul(shift, bp_mat4_rotation_z(bp_radians(-30 * in))));
    bp_pose_arm(world, 2, 75 * out, bp_vec3_scale(BP_SHOULDER, out));
}
static void show_walk(bp_world *world) {
    bp_world_show_stages(world, POSED, 1);
    bp_pose_arm(world, 0, 30, BP_SHOULDER);
    state_of(world)->paints = WALK;
    world->close_up = true;
    world->camera = (bp_camera){.eye = {3.4f, 2, 3.4f}, .target = {1.5f, 0.48f, 0}};
}
static void set_local(bp_world *world, float degrees) { bp_pose_arm(world, 0, degrees, BP_SHOULDER); }
static void merge(bp_world *world, float t) { state_of(world)->merged = bp_clamp(t, 0, 1); }
static void show_merged(bp_world *world) {
    state_of(world)->paints = MERGED;
    world->close_up = false;
    world->camera = bp_character_camera();
    bp_world_add_ghost(world, 0, "as modelled", bp_ghost_in_bind, 0);
}
static void ghost_below(bp_skeleton *copy, float value) {
    (void)value;
    bp_bone_set_position(bp_skeleton_find(copy, BODY), (bp_vec3){0});
}
static void show_raised(bp_world *world) {
    state_of(world)->paints = CORNER;
    world->show = BP_SHOW_MESH | BP_SHOW_BONES;
    bp_world_add_ghost(world, 0, "before", ghost_below, 0);
}
static void raise_body(bp_world *world, float t) {
    bp_bone_set_position(bp_world_bone(world, 0, BODY), (bp_vec3){0, 0.5f * t, 0});
    bp_skeleton_compute_absolutes(world->stages[0].skeleton, true);
}
static void show_camera(bp_world *world) {
    bp_world_show_stages(world, MODELLED, 2);
    for (int i = 0; i < 2; i++) {
        bp_pose_arm(world, i, 75, BP_SHOULDER);
        bp_bone_set_position(bp_world_bone(world, i, BODY), (bp_vec3){0, 0.5f, 0});
        world->stages[i].subtitle = "";
    }
    world->stages[0].title = "Character moved";
    world->stages[1].title = "Camera moved";
    *state_of(world) = (state){.paints = CAMERA, .away = 5};
    world->show = BP_SHOW_MESH;
    world->camera = (bp_camera){.eye = {0, 0, 6}, .near_z = 1, .far_z = 101, .fov_y = bp_radians(60)};
}
static void move_either(bp_world *world, float t) { state_of(world)->moved = t; }
static void show_distance(bp_world *world) {
    world->stages[0].title = "From the side";
    world->stages[1].title = "What the eye sees";
    state_of(world)->measured = true;
    world->camera.eye.z = 7; /* another view than the last step's, which is filled by less */
}
static void set_distance(bp_world *world, float away) { state_of(world)->away = away; }
static void show_twice(bp_world *world, float t) { state_of(world)->twice = t > 0; }

/* Final is R45 with S - S R45; in the other order R45 alone, for which the pose is Rz 75 at S R45. */
static void ghost_order(bp_skeleton *copy, float option) {
    bp_pose_ghost_arm(copy, 75, option < 0.5f ? BP_SHOULDER : bp_rotate_z(BP_SHOULDER, 45));
}

/* The handle: the corner as modelled; three vertices, one a face, share it. */
static bp_vec3 corner_position(bp_world *world) { return world->stages[0].mesh->positions[VERTEX]; }
static void set_corner_position(bp_world *world, bp_vec3 position) {
    bp_vec3 from = corner_position(world);
    for (int i = 0; i < world->stage_count; i++) {
        bp_mesh *mesh = world->stages[i].mesh;
        for (size_t k = 0; k < mesh->vertex_count; k++)
            if (bp_vec3_distance(mesh->positions[k], from) < 0.001f) mesh->positions[k] = position;
        bp_mesh_make_normals(mesh, &world->error);
    }
}

/* The fingertip in the hand's grid, from where it is in the world. */
static void measure_in_grid(bp_world *world, const bp_measure_args *args, float *values) {
    (void)args;
    bp_mat4 inverse;
    bp_vec3 tip = bp_mat4_point(hand_frame(world, 1), TIP);
    if (!bp_mat4_inverse(hand_frame(world, 1), &inverse)) return;
    tip = bp_mat4_point(inverse, tip);
    values[0] = tip.x, values[1] = tip.y, values[2] = tip.z, values[3] = state_of(world)->bend;
}
/* The corner from the eye, projected, and as a pixel of 400 x 400. */
static bp_vec4 clip_of(bp_world *world, bp_vec3 *view) {
    bp_camera eye = eye_of(world);
    bp_vec3 at = bp_figure_positions(world->stages[0].figure, 0)[VERTEX];
    *view = bp_mat4_point(bp_camera_view(&eye), bp_vec3_add(at, (bp_vec3){-state_of(world)->moved, 0, 0}));
    return bp_mat4_vec4(bp_mat4_perspective_rh(eye.fov_y, 1, eye.near_z, eye.far_z),
                        (bp_vec4){view->x, view->y, view->z, 1});
}
static void measure_view(bp_world *world, const bp_measure_args *args, float *values) {
    bp_vec3 view;
    (void)args;
    clip_of(world, &view);
    values[0] = view.x, values[1] = view.y, values[2] = view.z;
}
static void measure_clip(bp_world *world, const bp_measure_args *args, float *values) {
    bp_vec3 view;
    (void)args;
    bp_vec4 clip = clip_of(world, &view);
    values[0] = clip.w, values[1] = clip.x, values[2] = clip.y, values[3] = clip.z;
}
/* args->other: how many times its w. */
static void measure_pixel(bp_world *world, const bp_measure_args *args, float *values) {
    bp_vec3 view;
    bp_vec4 clip = clip_of(world, &view);
    float w = clip.w * (float)args->other;
    values[0] = 200 * (1 + clip.x / w), values[1] = 200 * (1 - clip.y / w);
}

/* clang-format off */ /* tables */
static const bp_handle CORNERS[] = {
    {.label = "corner", .position = corner_position, .set = set_corner_position, .normal = {0, 0, 1}}};

static const bp_step_slider ELBOW = {.name = "arm bends", .unit = "°", .max = 90, .to = 90};
static const bp_step_slider MOVES = {
    .name = "moves done", .unit = " of 2", .max = 2, .to = 2, .decimals = 1};
static const bp_step_slider LOCAL = ANGLE_SLIDER("local", 0, ARM, 30, 120, 30, 75);
static const bp_step_slider ANY_LOCAL = {.name = "local", .unit = "°", .min = 30, .max = 120, .from = 75,
                                         .to = 75, .set = set_local, .measure = bp_measure_rotation_z,
                                         .args = {0, 0, ARM, bp_bone_local}};
static const bp_step_slider RAISED = {.name = "body raised", .unit = " m", .max = 0.5f, .to = 0.5f,
                                      .decimals = 2, .measure = bp_measure_height,
                                      .args = {0, 0, BODY, bp_bone_local}};
static const bp_step_slider EITHER = {.name = "moved by", .unit = " m", .max = 1, .to = 1, .decimals = 2};
static const bp_step_slider DISTANCE = {.name = "distance of the eye", .unit = " m", .min = 4.2f,
                                        .max = 5.3f, .from = 5, .to = 5, .decimals = 1,
                                        .set = set_distance};

static const bp_question STANDS = {
    .text = "The arm moves. What does the dot do in the hand's grid?",
    CHOICE(1, "it moves along with the arm", "it stands still", "it goes the other way"),
    .right = "The dot is fixed to its bone, and so is the grid. Seen from its bone a vertex of weight 1 "
             "never moves, in any pose: that is why the grid is useful.",
    .wrong = {{0, "Seen from the floor it does. But the grid moves with the hand."},
              {2, "The floor does, seen from the hand. The dot belongs to the hand."}}};
static const bp_question ORDER = {
    .text = "In a product the vertex v stands on the left. Which product takes it from the violet arm to the "
            "pose?",
    .pose = ghost_order, CHOICE(0, "v · undo the bind · do the pose", "v · do the pose · undo the bind"),
    .right = "A vertex meets the factor beside it first. The product of the two is one matrix for all "
             "vertices of the bone. It is called final.",
    .wrong = {{1, "Then the bone rotates the vertex while it still counts from the mesh's origin: it ends "
                  "1.2102 m off."}}};
static const bp_question WHICH_CHANGE = {
    .text = "The body's bone goes up by 0.5 m. Which of the arm's matrices change?",
    CHOICE(1, "local, absolute and final", "absolute and final", "absolute alone"),
    .right = "Local counts from the body, which rises along. Absolute counts from the mesh's origin, and "
             "is 0.5 m higher. So final moves the vertices 0.5 m higher, too.",
    .wrong = {{0, "Local says where the arm is as its parent sees it. Parent and arm rise together."},
              {2, "Then the arm's box would stay below while the body rises. Final moves its vertices."}}};
static const bp_question SAME_PICTURE = {
    .text = "The character goes 1 m along -X. Which camera alone would make the same picture?",
    CHOICE(0, "one that goes 1 m along +X", "one that goes 1 m along -X", "none"),
    .right =
        "The eye knows only where things are relative to it. The view matrix moves the whole world the "
        "other way: in picture 2 the red X goes along.",
    .wrong = {{1, "Then eye and character would go together, and nothing would change in the picture."},
              {2, "Sit in a train: is it yours that moves, or the other one?"}}};
static const bp_question FARTHER = {
    .text = "Another vertex has the same height y, but twice the w. Where is its pixel?",
    CHOICE(0, "half as far above the middle", "at the same height", "twice as far above the middle"),
    .right = "y / w is half as large: the lower dot on the picture's plane. It is the same with x. "
             "So equal things look smaller far away.",
    .wrong = {{1, "w isn't only stored: x and y are divided by it."},
              {2, "Dividing by a larger number makes x and y smaller, not larger."}}};

static const bp_step STEPS[] = {
    {.prose = "A blue dot sits on the left fingertip. When the arm bends, two bones move at once, and the "
              "dot leaves a trail that curls. The hand just goes along with the arm.\n\nWhere does this dot "
              "end up? We follow it to its pixel.", .change = raise_hand, .slider = &ELBOW,
     .bone = HAND},
    {.heading = "A grid fixed to the hand",
     .prose =
         "Both pictures show the same arm. On the right you stand on the floor, as before. On the left you "
         "sit on the hand, and the person moves around you.\n\nA [bone:grid] is fixed to the hand.",
     .arrange = show_both, .change = bend_both, .slider = &ELBOW, .question = &STANDS,
     CLAIMS({.text = "The elbow bends by 90°, and in the hand's grid the fingertip stands still.",
             .measure = measure_in_grid, .count = 4, .expected = {0, 0.1f, 0, 90}, .unit = "m, degrees"}),
     READOUTS({.label = "in the hand's grid", .measure = measure_in_grid, .format = "(%.2f, %.2f, %.2f)"}),
     .bone = HAND, .code = "bp_bone_from_world(hand, dot, NULL, &out, &error);",
     .babylon = "hand.getLocalPositionFromAbsolute(dot);"},
    {.heading = "Into the grid, then into the pose",
     .prose = "The same with three boxes. The blue dot is a corner of the arm as it was modelled. Two "
              "moves take it to its place.\n\nThe bind is where the bone was when the mesh was attached. "
              "[bone:Undo the bind]: the shoulder comes to the origin of the bone's grid, and the arm "
              "hangs straight down. Then do the pose.",
     .arrange = show_boxes, .change = carry, .slider = &MOVES,
     CLAIMS({.text = "As modelled the corner is at (1.8415, -0.4575, 0.25).",
             .measure = bp_measure_vertex_mesh, .args = {0, VERTEX, 0, 0}, .count = 3,
             .expected = {1.8415064f, -0.4575318f, 0.25f}, .unit = "m", .holds_before = true},
            {.text = "In the bone's grid it is at (0.1830, -2.3660, 0.25).",
             .measure = bp_measure_vertex_bone, .args = {2, VERTEX, 0, 0}, .count = 3,
             .expected = {0.1830127f, -2.3660254f, 0.25f}, .unit = "m", .holds_before = true},
            {.text = "The pose takes it to (2.8328, 1.0644, 0.25).", .measure = bp_measure_vertex_skeleton,
             .args = {2, VERTEX, 0, 0}, .count = 3, .expected = {2.8327722f, 1.0644043f, 0.25f},
             .unit = "m"}),
     READOUTS(ANGLE_OF("pose", 2, ARM, bp_bone_local)),
     .bone = ARM, .stage = 2, .seconds = 2, .code = "bp_mat4_point(undo_bind, v);",
     .babylon = "Vector3.TransformCoordinates(v, undoBind);", .handles = CORNERS, .handle_count = 1},
    {.heading = "Three steps to the dot",
     .prose = "The pose is a matrix of four rows. Row 4 is the shoulder, and the other three are directions "
              "of length 1. The corner v in the bone's grid is (0.18, -2.37, 0.25): go 0.18 along row 1, "
              "2.37 against row 2, 0.25 along row 3, and you are at the dot.\n\nRotate the arm: the rows "
              "rotate, and v stays.", .arrange = show_walk, .change = bp_raise_arm, .slider = &LOCAL,
     CLAIMS({.number = 11, .text = "Local is composed of the rotation by 75° and the position (0.5, 1.5, 0).",
             MATRIX_OF(0, ARM, bp_bone_local), .expected = ABOUT_Z(0.2588190f, 0.9659258f, 0.5f, 1.5f)}),
     READOUTS(ANGLE_OF("local", 0, ARM, bp_bone_local)),
     .bone = ARM, .stage = 0, .code = "bp_mat4_point(m, v);",
     .babylon = "Vector3.TransformCoordinates(v, m);",
     .footnote =
         "Books with column vectors write M v, with these rows as columns. The numbers are the same."},
    {.heading = "Two arrows, one matrix",
     .prose = "A vertex goes from the [ghost:violet arm], as modelled, into the [bone:bone's grid], and "
              "from there to the pose: two matrices, two arrows. The picture lays the grid's origin on "
              "the mesh's: the arm hangs from the middle of the body.\n\nMultiplied, the two become one. "
              "Their order matters.",
     .arrange = show_merged, .change = merge, .slider = &ANY_LOCAL, .question = &ORDER,
     CLAIMS({.number = 14, .text = "Final is both in one: the pose with the bind removed.",
             MATRIX_OF(0, ARM, bp_bone_final),
             .expected = ABOUT_Z(0.7071068f, 0.7071068f, 1.2071068f, 0.0857864f), .holds_before = true,
             .page = "final is absolute with the bind removed",
             .engine = "getFinalMatrix() returns it with the bind still in",
             .engine_measure = bp_measure_chain,
             .engine_expected = ABOUT_Z(0.2588190f, 0.9659258f, 0.5f, 1.5f)},
            {.number = 15,
             .text = "Skinning multiplies the corner as modelled by it, and gets where the two matrices "
                     "lead.", .measure = bp_measure_vertex_skinned, .args = {0, VERTEX, 0, 0}, .count = 3,
             .expected = {2.8327722f, 1.0644043f, 0.25f}, .unit = "m", .holds_before = true}),
     READOUTS(ANGLE_OF("local", 0, ARM, bp_bone_local),
              ANGLE_OF("final", 0, ARM, bp_bone_final)),
     .code = "bp_mat4_mul(undo_bind, pose);", .babylon = "undoBind.multiply(pose);"},
    {.heading = "Raise the body",
     .prose = "The arm's parent is the body. So the arm's pose includes the body's. Its name is absolute: "
              "where the [bone:bone] is, counted from the mesh's origin. Local counts from the parent. "
              "Final undoes the bind, then does absolute.", .arrange = show_raised, .change = raise_body,
     .slider = &RAISED,
     .question = &WHICH_CHANGE,
     CLAIMS({.number = 13, .text = "Absolute is local times the body's: the arm's rotation, 0.5 m higher.",
             MATRIX_OF(0, ARM, bp_bone_absolute), .expected = ABOUT_Z(0.2588190f, 0.9659258f, 0.5f, 2)},
            {.text = "The corner is 0.5 m higher, too.", .measure = bp_measure_vertex_skinned,
             .args = {0, VERTEX, 0, 0}, .count = 3, .expected = {2.8327722f, 1.5644043f, 0.25f},
             .unit = "m"}),
     READOUTS(HEIGHT_OF("local y", 0, ARM, bp_bone_local, "%.2f"),
              HEIGHT_OF("absolute y", 0, ARM, bp_bone_absolute, "%.2f")),
     .code = "bp_bone_absolute(arm);", .babylon = "arm.getAbsoluteMatrix();"},
    {.heading = "In front of a camera",
     .prose = "The bones are done. The view matrix gives each position as the eye sees it: x to the right, y "
              "up, -z ahead.\n\nIn picture 1 the mesh's own world matrix moves the character by 1 m "
              "along -X, in picture 2 only the camera moves. A blue arrow shows where the dot goes.",
     .arrange = show_camera, .change = move_either, .slider = &EITHER,
     .question = &SAME_PICTURE,
     CLAIMS({.text = "To the eye the corner is 3.7003 m in front, 1.3162 to the right, 1.5644 up.",
             .measure = measure_view, .count = 3, .expected = {1.3162178f, 1.5644043f, -3.7003367f},
             .tolerance = 1e-6f, .unit = "m"},
            {.text = "Projected, w is the depth, 3.7003, and (x, y, z) is (2.2798, 2.7096, 2.7273).",
             .measure = measure_clip, .count = 4,
             .expected = {3.7003367f, 2.2797561f, 2.7096277f, 2.7273400f}, .tolerance = 1e-6f},
            {.text = "Divided by w and scaled to 400 x 400: the pixel (323.22, 53.55).",
             .measure = measure_pixel, .args = {0, 1, 0, 0}, .count = 2, .expected = {323.2189f, 53.5466f},
             .unit = "pixels"},
            {.text = "With twice the w: (261.61, 126.77).", .measure = measure_pixel, .args = {0, 2, 0, 0},
             .count = 2, .expected = {261.6094f, 126.7733f}, .unit = "pixels"}),
     READOUTS({.label = "from the eye", .measure = measure_view, .format = "(%.2f, %.2f, %.2f)"}),
     .code = "bp_camera_view(&camera);", .babylon = "camera.getViewMatrix();", .cover = true},
    {.heading = "The fourth number, w",
     .prose = "The projection adds a fourth number, w: the depth, how far ahead of the eye the dot is. Depth "
              "and height y make a triangle with the eye.\n\nThe picture is a plane, drawn 2 m in front of "
              "the eye. The smaller triangle there has the same shape: its height is 2 y / w.",
     .arrange = show_distance, .change = show_twice,
     .slider = &DISTANCE, .question = &FARTHER,
     READOUTS({.label = "w", .measure = measure_clip, .format = "%.2f"},
              {.label = "pixel", .measure = measure_pixel, .args = {0, 1, 0, 0}, .format = "(%.0f, %.0f)"}),
     .code = "bp_mat4_perspective_rh(fov, 1, near, far);",
     .babylon = "Matrix.PerspectiveFovRH(fov, 1, near, far);"},
};

const bp_lesson_plan bp_lesson = {
    LESSON(2, "02_seven_matrices"), .title = "Where does this fingertip go?",
    .summary = "The way of a vertex: into its bone's grid, then into the pose, and to its pixel.",
    .difficulty = 2,
    .matrices = BP_MATRIX_LOCAL | BP_MATRIX_ABSOLUTE | BP_MATRIX_FINAL | BP_MATRIX_ABSOLUTE_INVERSE_BIND,
    .text =
        {.goal = "You will be able to follow a vertex from the mesh to its pixel, and say what each matrix "
                 "on the way does.", .learned = {"You can follow a vertex from the mesh to its pixel.",
                     "In its bone's grid a vertex of weight 1 never moves. Absolute takes it from there to "
                     "the pose; final does both at once.",
                     "Local counts from the parent, absolute from the mesh's origin.",
                     "The way in undoes \"the bind\". Who stored it, and when?"},
         .next = "Why does nothing move in the bind pose?",
         .prerequisites = "01_what_a_bone_is",
         .try_this = {"At step 3 drag the corner as modelled: all three dots move, and no matrix changes.",
                      "At step 6 rotate the body, too: which line stays?"}},
};

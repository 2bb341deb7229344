/* An illustration without a window: its layout, what a pointer takes, what the history gets, and its
 * picture. The camera looks along -Z at the origin from 4 m with a field of 90 degrees, so 400 pixels are 8
 * m: pixel = (200 + 50 x, 200 - 50 y). */
#include "mesh/shapes.h"
#include "scene/character.h"
#include "scene/illustration/stage_drawing.h"
#include "support/test.h"
#include <math.h>
#include <string.h>

enum { SIZE = 400 };

/* The page's character, posed in its bind: the left arm's shoulder at (0.5, 1.5, 0), its hand 2 m along 30
 * degrees. */
typedef struct fixture {
    bp_context *context;
    bp_skeleton *skeleton;
    bp_mesh *mesh;
    bp_figure *figure;
    bp_stage stages[3];
    bp_content content;
    bp_illustration illustration;
} fixture;

static void open_fixture(fixture *f) {
    bp_error error = {0};
    *f = (fixture){.context = bp_context_create(&(bp_context_options){.threads = 1}, &error)};
    f->skeleton = bp_character_skeleton(f->context, BP_BIND_NATURAL, NULL, BP_RULES_PAGE, &error);
    f->mesh = bp_shape_character(bp_context_allocator(f->context), &error);
    bp_figure_part part = {.mesh = f->mesh, .skeleton = f->skeleton};
    f->figure = f->mesh && f->skeleton ? bp_figure_create(f->context, &part, 1, &error) : NULL;
    if (!f->figure) fail_msg("%s", error.message);
    f->stages[0] = (bp_stage){.title = "one", .skeleton = f->skeleton, .mesh = f->mesh, .figure = f->figure};
    f->stages[1] = f->stages[2] = f->stages[0];
    f->content =
        (bp_content){.stages = f->stages,
                     .stage_count = 1,
                     .camera = {.eye = {0, 0, 4}, .fov_y = 1.57079632679f, .near_z = 0.1f, .far_z = 100},
                     .show = BP_SHOW_MESH};
    f->illustration = bp_illustration_make();
}

static void close_fixture(fixture *f) {
    bp_figure_destroy(f->figure);
    bp_mesh_destroy(f->mesh);
    bp_skeleton_destroy(f->skeleton);
    bp_context_destroy(f->context);
}

static void show(fixture *f) {
    bp_illustration_set(&f->illustration, &f->content, false);
    bp_illustration_place(&f->illustration, (bp_rect){0, 0, SIZE, SIZE}, 1);
}

static bool point(fixture *f, bp_pointer_kind kind, float x, float y) {
    bp_pointer pointer = {.kind = kind, .x = x, .y = y};
    return bp_illustration_event(&f->illustration, &pointer);
}

/* Side by side if wide, one below the other if high; titles take 28 units, a slider 44. */
static void lays_out(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f);
    f.content.stage_count = 2;
    bp_illustration_set(&f.illustration, &f.content, true);
    bp_illustration_place(&f.illustration, (bp_rect){10, 20, 612, 300}, 1);
    assert_int_equal(f.illustration.placed_count, 2);
    const bp_rect *a = &f.illustration.placed[0].rect, *b = &f.illustration.placed[1].rect;
    assert_true(a->x == 10 && a->width == 300 && b->x == 10 + 312 && b->width == 300);
    assert_true(a->y == 20 + 28 && a->height == 300 - 28);
    bp_illustration_place(&f.illustration, (bp_rect){0, 0, 200, 612}, 1);
    assert_true(a->y == 28 && a->height == 300 - 28 && b->y == 312 + 28 && b->width == 200);
    /* Three that show 4 m by 4 m: in a row 196 pixels wide, two and one 272 high, the last in the middle. */
    f.content.stage_count = 3;
    for (int i = 0; i < 3; i++) f.content.extents[i] = (bp_bounds){{-2, -2, -1}, {2, 2, 1}};
    bp_illustration_set(&f.illustration, &f.content, true);
    bp_illustration_place(&f.illustration, (bp_rect){0, 0, 612, 612}, 1);
    const bp_rect *c = &f.illustration.placed[2].rect;
    assert_true(a->x == 0 && a->width == 300 && b->x == 312 && b->y == 28 && b->height == 300 - 28);
    assert_true(c->x == 156 && c->width == 300 && c->y == 312 + 28 && c->height == 300 - 28);
    bp_illustration_place(&f.illustration, (bp_rect){0, 0, 1224, 300}, 1); /* here a row is larger */
    assert_true(b->x == 412 && c->x == 824 && c->y == 28 && c->width == 400);
    for (int i = 0; i < 3; i++) f.content.extents[i] = (bp_bounds){{0, 0, 0}, {0, 0, 0}};
    f.content.stage_count = 1;
    f.content.slider_count = 1;
    f.content.sliders[0] = (bp_slider){.name = "angle", .max = 90};
    bp_illustration_set(&f.illustration, &f.content, true);
    bp_illustration_place(&f.illustration, (bp_rect){0, 0, 600, 400}, 2);
    assert_true(a->y == 0 && a->height == 400 - 88);
    bp_rect track = f.illustration.tracks[0];
    assert_true(track.width > 0 && track.y >= 400 - 88 && track.y + track.height <= 400 &&
                track.x + track.width <= 600);
    close_fixture(&f);
}

/* The middle of the left arm is 1 m along it: at (1, 0.634), pixel (250, 168). A drag of 30 degrees about
 * the shoulder, at pixel (225, 125), takes it to (275, 125) + ... : the arm's point then lies level with the
 * shoulder rotated by 30. */
static void a_drag_rotates_a_bone(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f);
    show(&f);
    assert_true(point(&f, BP_POINTER_MOVE, 250, 168));
    assert_int_equal(f.illustration.hover.drag, BP_TAKE_MESH);
    assert_int_equal(f.illustration.hover.bone, BP_BONE_ARM_LEFT);
    assert_int_equal(bp_illustration_cursor(&f.illustration), BP_SHAPE_HAND);
    char hint[160];
    assert_non_null(
        strstr(bp_illustration_hint(&f.illustration, hint, sizeof hint), "rotate boneArmLeft about Z"));
    uint64_t version = f.illustration.history.version;
    assert_true(point(&f, BP_POINTER_PRESS, 250, 168));
    assert_true(f.illustration.history.version == version);
    float last_x = 250, last_y = 168, sum = 0, unit = 1;
    for (int i = 1; i <= 6; i++) { /* around (225, 125), 5 degrees a movement; the picture grows on the way */
        float a = 5 * (float)i * 3.14159265f / 180;
        if (i == 4) bp_illustration_place(&f.illustration, (bp_rect){0, 0, 2 * SIZE, 2 * SIZE}, unit = 2);
        last_x = unit * (225 + 25 * cosf(a) + 43 * sinf(a));
        last_y = unit * (125 + 43 * cosf(a) - 25 * sinf(a));
        assert_true(point(&f, BP_POINTER_MOVE, last_x, last_y));
    }
    assert_int_equal(f.illustration.history.count, 1);
    assert_int_equal(f.illustration.history.undo_count, 1); /* one drag, one undo step */
    const bp_edit *edit = &f.illustration.history.edits[0];
    assert_int_equal(edit->kind, BP_EDIT_ROTATE);
    assert_int_equal(edit->target, BP_BONE_ARM_LEFT);
    sum = bp_degrees(2 * bp_atan2(edit->rotation.z, edit->rotation.w));
    expect_float(sum, 30, 1.5); /* the surface is 0.4 m nearer than the bone: seen a little off */
    assert_true(point(&f, BP_POINTER_RELEASE, last_x, last_y));
    assert_int_equal(f.illustration.chosen.bone, BP_BONE_ARM_LEFT);
    assert_false(bp_illustration_cancel(&f.illustration)); /* the drag is over */
    assert_true(bp_edit_history_undo(&f.illustration.history));
    assert_int_equal(f.illustration.history.count, 0);
    close_fixture(&f);
}

/* Escape takes a drag back that goes on. What is blocked orbits. */
static void drags_end_and_are_blocked(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f);
    show(&f);
    point(&f, BP_POINTER_PRESS, 250, 168);
    point(&f, BP_POINTER_MOVE, 270, 168);
    assert_int_equal(f.illustration.history.count, 1);
    assert_true(bp_illustration_cancel(&f.illustration));
    assert_int_equal(f.illustration.history.count, 0);
    f.content.blocked = "answer first";
    show(&f);
    point(&f, BP_POINTER_MOVE, 250, 168);
    assert_int_equal(f.illustration.hover.drag, BP_TAKE_ORBIT);
    char hint[160];
    assert_string_equal(bp_illustration_hint(&f.illustration, hint, sizeof hint),
                        "boneArmLeft\nanswer first");
    assert_false(bp_illustration_rotate(&f.illustration, 1, false));
    assert_int_equal(f.illustration.history.count, 0);
    close_fixture(&f);
}

/* From the background a drag orbits: 400 pixels are 180 degrees, at most 40. A page scrolls instead. */
static void the_background_orbits(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f);
    show(&f);
    assert_true(point(&f, BP_POINTER_PRESS, 390, 390));
    point(&f, BP_POINTER_MOVE, 350, 390);
    point(&f, BP_POINTER_RELEASE, 350, 390);
    expect_float(bp_degrees(f.illustration.moves.yaw), 18, 1e-3);
    bp_illustration_orbit(&f.illustration, 2, 0);
    expect_float(bp_degrees(f.illustration.moves.yaw), 40, 1e-3);
    bp_illustration_orbit(&f.illustration, 0, 2);
    expect_float(bp_degrees(f.illustration.moves.pitch), 40, 1e-3);
    bp_illustration_orbit(&f.illustration, 0, -2); /* the eye is level with the target, and never lower */
    expect_float(f.illustration.moves.pitch, 0, 0);
    bp_illustration_go_home(&f.illustration);
    assert_true(bp_illustration_is_moving(&f.illustration));
    for (int i = 0; i < 200 && bp_illustration_tick(&f.illustration, 0.016); i++) {
    }
    expect_float(f.illustration.moves.yaw, 0, 0);
    assert_false(bp_illustration_is_moving(&f.illustration));
    f.illustration.still_camera = true;
    assert_false(point(&f, BP_POINTER_PRESS, 390, 390));
    assert_true(point(&f, BP_POINTER_PRESS, 250, 168)); /* the arm is taken all the same */
    close_fixture(&f);
}

/* A slider's value is where its track was pressed, in steps; the edit has its index. */
static void a_slider_slides(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f);
    f.content.slider_count = 1;
    f.content.sliders[0] =
        (bp_slider){.name = "angle", .unit = "°", .min = 0, .max = 100, .step = 5, .value = 20};
    show(&f);
    bp_rect track = f.illustration.tracks[0];
    float middle = (float)track.x + 0.5f * (float)track.width, y = (float)(track.y + track.height / 2);
    assert_true(point(&f, BP_POINTER_PRESS, middle + 1, y));
    bp_edit edit = bp_edit_history_get(&f.illustration.history, BP_EDIT_SLIDER, 0, 0);
    expect_float(edit.vector.x, 50, 0);
    point(&f, BP_POINTER_MOVE, 5000, y);
    point(&f, BP_POINTER_RELEASE, 5000, y);
    expect_float(bp_edit_history_get(&f.illustration.history, BP_EDIT_SLIDER, 0, 0).vector.x, 100, 0);
    assert_int_equal(f.illustration.history.undo_count, 1);
    assert_true(bp_illustration_slide(&f.illustration, 0, 12, false));
    expect_float(bp_edit_history_get(&f.illustration.history, BP_EDIT_SLIDER, 0, 0).vector.x, 10, 0);
    assert_false(bp_illustration_slide(&f.illustration, 1, 12, false));
    f.content.sliders[0].waits = true;
    show(&f);
    assert_false(bp_illustration_slide(&f.illustration, 0, 12, false));
    close_fixture(&f);
}

/* A handle in the plane z = 0: a metre is 50 pixels. */
static void a_handle_moves(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f);
    f.content.handle_count = 1;
    f.content.handles[0] = (bp_placed_handle){.label = "P", .position = {3, -2, 0}, .normal = {0, 0, 1}};
    show(&f);
    assert_true(point(&f, BP_POINTER_PRESS, 350, 300));
    point(&f, BP_POINTER_MOVE, 325, 275);
    bp_edit edit = bp_edit_history_get(&f.illustration.history, BP_EDIT_HANDLE, 0, 0);
    const float wanted[] = {2.5f, -1.5f, 0};
    expect_floats(&edit.vector.x, wanted, 3, 1e-4);
    assert_int_equal(f.illustration.chosen.handle, 0);
    close_fixture(&f);
}

static int painted; /* phases */
/* An arrow from (2, -2) to (3, -2), taken in its middle, goes along with the mouse. A ring of radius 1 around
 * (3, -2), its handle on the right, is taken at the top: a quarter to the left puts the handle to the top. */
static void curves_are_taken_anywhere(void **state) {
    (void)state;
    fixture f;
    open_fixture(&f);
    f.content.handle_count = 1;
    bp_placed_handle *handle = &f.content.handles[0];
    *handle = (bp_placed_handle){.label = "arrow",
                                 .position = {2, -2, 0},
                                 .normal = {0, 0, 1},
                                 .count = 2,
                                 .curve = {{2, -2, 0}, {3, -2, 0}}};
    show(&f);
    point(&f, BP_POINTER_PRESS, 325, 301);
    point(&f, BP_POINTER_MOVE, 335, 301);
    point(&f, BP_POINTER_MOVE, 350, 276); /* 25 pixels each way: half a metre */
    point(&f, BP_POINTER_RELEASE, 350, 276);
    assert_int_equal(f.illustration.history.count, 1);
    expect_floats(&f.illustration.history.edits[0].vector.x, ((const float[]){2.5f, -1.5f, 0}), 3, 1e-4);

    bp_edit_history_clear(&f.illustration.history);
    handle->position = (bp_vec3){4, -2, 0}, handle->count = BP_HANDLE_POINTS;
    for (int i = 0; i < BP_HANDLE_POINTS; i++) {
        double angle = 2 * 3.14159265358979 * (i % (BP_HANDLE_POINTS - 1)) / (BP_HANDLE_POINTS - 1);
        handle->curve[i] = (bp_vec3){3 + (float)cos(angle), -2 + (float)sin(angle), 0};
    }
    show(&f);
    assert_false(f.illustration.history.count);
    point(&f, BP_POINTER_PRESS, 350, 250); /* its top */
    point(&f, BP_POINTER_MOVE, 340, 251);
    point(&f, BP_POINTER_MOVE, 300, 300);
    point(&f, BP_POINTER_RELEASE, 300, 300); /* its left */
    expect_floats(&f.illustration.history.edits[0].vector.x, ((const float[]){3, -1, 0}), 3, 1e-4);
    close_fixture(&f);
}

/* All six orders of three, sorted. */
static void orders_are_numbered(void **state) {
    (void)state;
    static const int all[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (int i = 0; i < 6; i++) {
        int order[3];
        bp_order_of((float)i, 3, order);
        assert_memory_equal(order, all[i], sizeof order);
        assert_int_equal((int)bp_order_number(all[i], 3), i);
    }
}

/* Three cards, 100 pixels each. */
static void cards_are_dragged(void **state) {
    (void)state;
    static const char *const names[] = {"a", "b", "c", NULL}, *const bones[] = {NULL, "boneArmLeft",
                                                                                "boneBody"};
    fixture f;
    open_fixture(&f);
    f.content.slider_count = 1;
    bp_slider *slider = &f.content.sliders[0];
    *slider = (bp_slider){.name = "cards", .max = 5, .step = 1, .names = names, .ordered = true};
    show(&f);
    f.illustration.tracks[0] = (bp_rect){0, 360, 300, 40};
    const bp_edit *edit = &f.illustration.history.edits[0];
    point(&f, BP_POINTER_PRESS, 50, 380); /* a ... */
    assert_int_equal(f.illustration.history.count, 0);
    point(&f, BP_POINTER_MOVE, 150, 380); /* ... to the second place, and to the third */
    point(&f, BP_POINTER_MOVE, 250, 380);
    point(&f, BP_POINTER_RELEASE, 250, 380);
    assert_int_equal((int)edit->vector.x, 3); /* b c a */
    point(&f, BP_POINTER_PRESS, 50, 380);
    point(&f, BP_POINTER_RELEASE, 50, 380);   /* a click exchanges it with the next one */
    assert_int_equal((int)edit->vector.x, 5); /* c b a */

    bp_edit_history_clear(&f.illustration.history);
    *slider = (bp_slider){.name = "cards", .max = 2, .step = 1, .names = names, .bones = bones};
    show(&f);
    f.illustration.tracks[0] = (bp_rect){0, 360, 300, 40};
    const bp_edit_history *history = &f.illustration.history;
    point(&f, BP_POINTER_PRESS, 150, 380); /* the left arm's card ... */
    point(&f, BP_POINTER_MOVE, 200, 200);
    point(&f, BP_POINTER_RELEASE, 200, 200); /* ... on the body */
    assert_int_equal(history->count, 0);
    point(&f, BP_POINTER_PRESS, 250, 380); /* the body's card ... */
    assert_int_equal(history->count, 0);
    point(&f, BP_POINTER_MOVE, 200, 200);
    point(&f, BP_POINTER_RELEASE, 200, 200); /* ... on the body */
    assert_int_equal((int)edit->vector.x, 2);
    point(&f, BP_POINTER_PRESS, 150, 380);
    point(&f, BP_POINTER_MOVE, 30, 30);
    point(&f, BP_POINTER_RELEASE, 30, 30); /* beside all bones */
    assert_int_equal((int)edit->vector.x, 2);
    point(&f, BP_POINTER_PRESS, 50, 380); /* of no bone: a click, or anywhere */
    point(&f, BP_POINTER_RELEASE, 50, 380);
    assert_int_equal((int)edit->vector.x, 0);
    close_fixture(&f);
}

static void paint(void *user, bp_painter *painter) {
    (void)user;
    painted |= 1 << painter->painting->phase;
    const bp_vec3 line[] = {{-3, -3, 0}, {3, -3, 0}};
    bp_paint_lines(painter, line, 2, false, 3, painter->theme->here);
    bp_paint_arrow(painter, (bp_vec3){-2, 3, 0}, (bp_vec3){2, 3, 0}, painter->theme->here);
    bp_paint_arrow(painter, (bp_vec3){INFINITY, 3, 0}, (bp_vec3){2, 3, 0}, painter->theme->here);
    bp_paint_label(painter, line, 2, "below", painter->theme->here);
    if (bp_paint_over(painter, (bp_rect){0, 0, 40, 20}))
        bp_painter_fill(painter, (bp_rect){0, 0, 40, 20}, painter->theme->wrong);
}

static bool is_color(const bp_framebuffer *picture, int x, int y, bp_rgba8 color) {
    return memcmp(picture->pixels + 4 * ((size_t)picture->stride * (size_t)y + (size_t)x), &color, 3) == 0;
}

/* The picture has the page's colour, the mesh, and what is painted: the line at y = -3 is row 350, the arrow
 * row 50. */
static void draws_and_paints(void **state) {
    (void)state;
    fixture f;
    bp_error error = {0};
    open_fixture(&f);
    bp_raster *raster = bp_raster_create(f.context, &error);
    bp_framebuffer picture;
    assert_true(raster && bp_framebuffer_create_color(f.context, SIZE, SIZE, &picture, &error));
    f.content.paint = paint;
    show(&f);
    const bp_theme *theme = bp_theme_of(true);
    if (!bp_illustration_render(&f.illustration, raster, &picture, theme, &error))
        fail_msg("%s", error.message);
    assert_int_equal(painted, 1 << BP_PAINT_SCENE | 1 << BP_PAINT_LINES | 1 << BP_PAINT_OVER);
    assert_true(is_color(&picture, 395, 200, theme->page));
    assert_false(is_color(&picture, 200, 200, theme->page)); /* the body */
    assert_true(is_color(&picture, 150, 350, theme->here) || is_color(&picture, 150, 349, theme->here));
    assert_true(is_color(&picture, 200, 50, theme->here) || is_color(&picture, 200, 49, theme->here));
    assert_true(is_color(&picture, 20, 10, theme->wrong));
    /* The extent has what is painted, too: 3 m to both sides, and the arrow at 3 m. */
    bp_bounds extent = bp_stage_extent(&f.content, 0, &f.content.camera);
    expect_float(extent.lo.y, -3, 1e-4);
    expect_float(extent.hi.y, 3, 1e-4);
    expect_float(extent.hi.x, 3, 1e-4);
    /* Cards that aren't laid out, because an article has them, are drawn nowhere: not at 0, 0 either. */
    static const char *const names[] = {"bind", "pose", NULL};
    f.content.paint = NULL, f.content.slider_count = 1;
    f.content.sliders[0] = (bp_slider){.name = "cards", .max = 1, .step = 1, .names = names};
    show(&f);
    f.illustration.tracks[0] = (bp_rect){0};
    if (!bp_illustration_render(&f.illustration, raster, &picture, theme, &error))
        fail_msg("%s", error.message);
    for (int i = 0; i < 30 * 15; i++) assert_true(is_color(&picture, i % 30, i / 30, theme->page));
    bp_framebuffer_destroy(f.context, &picture);
    bp_raster_destroy(raster);
    close_fixture(&f);
}

/* From (0, 0, 0) to (4, 0, 0), seen from +Z, with strokes of 1 m: back to x = 3, half a metre to each side.
 * A short arrow's strokes are half as long as the arrow. */
static void strokes_of_an_arrow(void **state) {
    (void)state;
    bp_line lines[BP_ARROW_LINES];
    bp_arrow_lines((bp_vec3){0, 0, 0}, (bp_vec3){4, 0, 0}, (bp_vec3){4, 0, 9}, 1, lines);
    assert_true(lines[0].to.x == 4 && lines[1].from.x == 4 && lines[2].from.x == 4);
    assert_true(fabsf(lines[1].to.x - 3) < 1e-6f && fabsf(fabsf(lines[1].to.y) - 0.5f) < 1e-6f);
    assert_true(fabsf(lines[2].to.x - 3) < 1e-6f && fabsf(lines[2].to.y + lines[1].to.y) < 1e-6f);
    bp_arrow_lines((bp_vec3){0, 0, 0}, (bp_vec3){1, 0, 0}, (bp_vec3){1, 0, 9}, 2, lines);
    assert_true(fabsf(lines[1].to.x - 0.5f) < 1e-6f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lays_out),
        cmocka_unit_test(a_drag_rotates_a_bone),
        cmocka_unit_test(drags_end_and_are_blocked),
        cmocka_unit_test(the_background_orbits),
        cmocka_unit_test(a_slider_slides),
        cmocka_unit_test(a_handle_moves),
        cmocka_unit_test(curves_are_taken_anywhere),
        cmocka_unit_test(orders_are_numbered),
        cmocka_unit_test(cards_are_dragged),
        cmocka_unit_test(draws_and_paints),
        cmocka_unit_test(strokes_of_an_arrow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

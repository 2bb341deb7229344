/* Marks over a stage: the rings of a gimbal, at points worked out by hand, the nodes of the scene, and the tiles of
 * the bones' array. */
#include "rig/engine.h"
#include "support/panel.h"
#include "viewer/matrix_arrows.h"
#include "viewer/stage_frames.h"
#include "viewer/stage_view.h"
#include <math.h>

enum { ROOT, ARM, HAND, BONES };

static bp_skeleton *make(void) {
    static const char *const names[BONES] = {"root", "arm", "hand"};
    bp_skeleton *skeleton = bp_skeleton_create(NULL, NULL, NULL);
    bp_bone *parent = NULL;
    for (int i = 0; i < BONES; i++) {
        bp_mat4 local = bp_mat4_translation(i == ARM ? (bp_vec3){1, 2, 3} : (bp_vec3){0, 0, 0});
        bp_bone_options options = {.name = names[i], .parent = parent, .local = &local};
        parent = bp_skeleton_add(skeleton, &options, NULL);
        assert_non_null(parent);
    }
    bp_skeleton_prepare(skeleton);
    return skeleton;
}

/* Of 72 points, numbers 30, 20 and 50 are at 150, 100 and 250 degrees, on rings of 1.05, 0.95 and 0.85 m
 * around (1, 2, 3). Yaw's ring runs from Z to X, pitch's from Y to Z, roll's from X to Y, each in its own frame. */
static void rings_turn_with_those_outside(void **state) {
    (void)state;
    bp_skeleton *skeleton = make();
    bp_stage stage = {.skeleton = skeleton, .gimbal_bone = "arm"};
    const float right = 1.57079632679f;
    static const struct {
        int ring;
        bool pitch, yaw; /* by 90 degrees */
        float x, y, z;   /* from (1, 2, 3) */
    } all[] = {
        {0, false, false, 0.525f, 0, -0.909327f},
        {0, true, true, 0.525f, 0, -0.909327f}, /* nothing is outside of yaw */
        {1, false, false, 0, -0.164966f, 0.935567f},
        {1, true, false, 0, -0.164966f, 0.935567f},
        {1, false, true, 0.935567f, -0.164966f, 0}, /* yaw takes Z to X */
        {2, false, false, -0.290717f, -0.798739f, 0},
        {2, true, false, -0.290717f, 0, -0.798739f}, /* pitch takes Y to Z: in the plane of yaw's ring */
        {2, true, true, -0.798739f, 0, 0.290717f},   /* then yaw takes X to -Z, and Z to X */
    };
    for (size_t i = 0; i < BP_COUNT(all); i++) {
        const char *name;
        bp_vec3 points[BP_GIMBAL_POINTS];
        stage.gimbal = (bp_vec3){all[i].pitch ? right : 0, all[i].yaw ? right : 0, 0.7f};
        assert_true(bp_stage_gimbal_ring(&stage, all[i].ring, points, &name));
        bp_vec3 at = points[(const int[]){30, 20, 50}[all[i].ring]];
        float off = bp_vec3_distance(at, (bp_vec3){1 + all[i].x, 2 + all[i].y, 3 + all[i].z});
        if (!(off < 1e-5f)) fail_msg("case %zu: %g, %g, %g", i, (double)at.x, (double)at.y, (double)at.z);
        assert_string_equal(name, all[i].ring == 0   ? "yaw, about Y"
                                  : all[i].ring == 1 ? "pitch, about X"
                                                     : "roll, about Z");
    }
    bp_vec3 unused[BP_GIMBAL_POINTS];
    stage.gimbal_bone = "tail";
    assert_false(bp_stage_gimbal_ring(&stage, 0, unused, NULL));
    stage.gimbal_bone = NULL;
    assert_false(bp_stage_gimbal_ring(&stage, 0, unused, NULL));
    bp_skeleton_destroy(skeleton);
}

/* Whether the picture shows the accent colour at a point. */
static bool is_here(const panel_canvas *canvas, int x, int y) {
    const uint8_t *pixel =
        canvas->picture.pixels + 4 * ((size_t)canvas->picture.stride * (size_t)y + (size_t)x);
    return memcmp(pixel, &canvas->ui.theme->here, 3) == 0;
}

static uint64_t draw(panel_canvas *canvas, const bp_stage *stage) {
    bp_view scene = {.camera = {.eye = {1, 2, 12}, .target = {1, 2, 3}}, .viewport = {0, 0, 300, 300}};
    panel_begin(canvas);
    assert_true(bp_stage_draw_frames(&canvas->ui, stage, &scene));
    return panel_end(canvas);
}

static void draws_rings_and_nodes_when_asked(void **state) {
    (void)state;
    panel_canvas canvas;
    panel_open(&canvas, 300, 300);
    bp_skeleton *skeleton = make();
    bp_node *node = bp_node_create(canvas.context, "node", NULL, NULL);
    bp_node_set_position(node, (bp_vec3){2, 2, 3});
    bp_stage stage = {.skeleton = skeleton, .nodes = {node}};
    uint64_t empty = draw(&canvas, &stage);
    stage.gimbal_bone = "arm";
    assert_true(draw(&canvas, &stage) != empty);
    stage.gimbal_bone = NULL;
    stage.show_nodes = true;
    uint64_t alone = draw(&canvas, &stage);
    assert_true(alone != empty);
    /* A linked bone gets a line from its node; it is at (1, 2, 3) until prepare copies the node. */
    bp_bone_link(bp_skeleton_find(skeleton, "arm"), node);
    assert_true(draw(&canvas, &stage) != alone);
    bp_bone_link(bp_skeleton_find(skeleton, "arm"), NULL);
    bp_skeleton_destroy(skeleton);
    bp_node_destroy(node);
    panel_close(&canvas);
}

/* The eye looks along -Z at the middle of 300 pixels: an arrow to the right crosses pixels right of the middle. One
 * without length, or not finite, draws nothing. */
static void draws_arrows_with_a_length(void **state) {
    (void)state;
    panel_canvas canvas;
    panel_open(&canvas, 300, 300);
    bp_stage stage = {0};
    uint64_t empty = draw(&canvas, &stage);
    stage.arrows[1] = (bp_arrow){.from = {1, 2, 3}, .to = {1, 2, 3}};
    assert_true(draw(&canvas, &stage) == empty);
    stage.arrows[1].to.x = INFINITY;
    assert_true(draw(&canvas, &stage) == empty);
    stage.arrows[1].to = (bp_vec3){3, 2, 3};
    assert_true(draw(&canvas, &stage) != empty);
    assert_true(is_here(&canvas, 165, 150));
    assert_false(is_here(&canvas, 135, 150));
    panel_close(&canvas);
}

/* From (0, 0, 0) to (4, 0, 0), seen from +Z, with strokes of 1 m: back to x = 3, half a metre to each side. A short
 * arrow's strokes are half as long as the arrow. */
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

static uint64_t draw_tiles_in(panel_canvas *canvas, const bp_stage *stage, int width, int height) {
    bp_stage_view view = {.stage = stage, .rect = {0, 0, width, height}};
    panel_begin(canvas);
    bp_stage_view_tiles(&canvas->ui, &view, bp_stage_view_scene(&canvas->ui, view.rect, NULL));
    return panel_end(canvas);
}

static uint64_t draw_tiles(panel_canvas *canvas, const bp_stage *stage, int width) {
    return draw_tiles_in(canvas, stage, width, 400);
}

static void tiles_show_order_and_cursor(void **state) {
    (void)state;
    panel_canvas canvas;
    panel_open(&canvas, 600, 400);
    bp_skeleton *skeleton = make();
    bp_stage stage = {.skeleton = skeleton};
    uint64_t empty = draw_tiles(&canvas, &stage, 600);
    stage.show_array = true;
    stage.array_cursor = 1.5f;
    uint64_t sorted = draw_tiles(&canvas, &stage, 600);
    assert_true(sorted != empty);
    /* The bars: 4 pixels below the tiles, 10 above the scene's end. Tiles are 168 wide with gaps of 6, from 10
     * pixels into the scene: 11, 185 and 359. The first is passed, the second half. */
    bp_rect scene = bp_stage_view_scene(&canvas.ui, (bp_rect){0, 0, 600, 400}, NULL);
    int y = scene.y + scene.height - 10 - 4 + 3;
    static const struct {
        int x;
        bool here;
    } all[] = {{5, false},  {12, true},  {177, true},  {182, false},
               {190, true}, {266, true}, {272, false}, {400, false}};
    for (size_t i = 0; i < BP_COUNT(all); i++)
        if (is_here(&canvas, all[i].x, y) != all[i].here) fail_msg("at x = %d", all[i].x);
    /* The scene ends above them: 42 of a tile, 4 of its bar, 22 above and 10 below. */
    bp_rect above_tiles = bp_stage_view_scene(&canvas.ui, (bp_rect){0, 0, 600, 400}, &stage);
    assert_int_equal(above_tiles.height, scene.height - 78);
    /* Another order of the array looks different; a full turn back, equal. */
    const size_t child_first[] = {ARM, ROOT, HAND}, first[] = {ROOT, ARM, HAND};
    assert_true(bp_skeleton_reorder(skeleton, child_first, BONES, NULL));
    assert_true(draw_tiles(&canvas, &stage, 600) != sorted);
    assert_true(bp_skeleton_reorder(skeleton, first, BONES, NULL));
    assert_true(draw_tiles(&canvas, &stage, 600) == sorted);
    /* A narrow card has smaller letters. */
    assert_true(draw_tiles(&canvas, &stage, 150) != sorted);
    /* A low one has tiles of 24 pixels, 10 above the scene's end with their bars: nothing above them. */
    scene = bp_stage_view_scene(&canvas.ui, (bp_rect){0, 0, 600, 200}, NULL);
    (void)draw_tiles_in(&canvas, &stage, 600, 200);
    assert_true(is_here(&canvas, 12, scene.y + scene.height - 6 - 4 + 3));
    const uint8_t *above = canvas.picture.pixels;
    above += (size_t)4 * ((size_t)canvas.picture.stride * (size_t)(scene.y + scene.height - 48) + 20);
    assert_memory_equal(above, &canvas.ui.theme->page, 3);
    /* A flat card, as on a phone, has its words beside the scene, which is as high as the card. */
    const bp_stage option = {.title = "arms raised", .subtitle = ""};
    scene = bp_stage_view_scene(&canvas.ui, (bp_rect){10, 20, 340, 110}, &option);
    assert_true(scene.height >= 106 && scene.y >= 20 && scene.y + scene.height <= 130);
    assert_true(scene.x >= 110 && scene.x + scene.width <= 350 && scene.width >= 200);
    stage.skeleton = NULL;
    assert_true(draw_tiles(&canvas, &stage, 600) == empty);
    bp_skeleton_destroy(skeleton);
    panel_close(&canvas);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rings_turn_with_those_outside), cmocka_unit_test(draws_arrows_with_a_length),
        cmocka_unit_test(strokes_of_an_arrow), cmocka_unit_test(draws_rings_and_nodes_when_asked),
        cmocka_unit_test(tiles_show_order_and_cursor)};
    return cmocka_run_group_tests_name("stage marks", tests, NULL, NULL);
}

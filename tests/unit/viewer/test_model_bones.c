/* Bones and vertices in the model viewer: rotating, dragging, selecting, pointing. */
#include "support/model_fixture.h"

/* ---- bones -------------------------------------------------------------------------------------- */

static void rotates_joints(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    type(&b, "r");
    key(&b, BP_KEY_TAB, 0);
    assert_int_equal(b.controller.viewer.core.selection.bone, LEFT);
    key(&b, BP_KEY_UP, 0);
    key(&b, BP_KEY_UP, 0);
    expect_float(degrees(&b, LEFT), 40, 1e-4);
    assert_true(b.controller.before.valid);
    bp_quat node = bp_node_rotation(bp_bone_node(bone(&b, LEFT)));
    expect_float(node.z, sin(20 * 3.14159265358979 / 180),
                 1e-5); /* the linked node turned: half of 40 degrees */
    key(&b, BP_KEY_DOWN, 0);
    expect_float(degrees(&b, LEFT), 35, 1e-4);
    key(&b, 'z', BP_MOD_CTRL);
    key(&b, 'z', BP_MOD_CTRL);
    expect_float(degrees(&b, LEFT), 35, 1e-4);
    key(&b, 'z', BP_MOD_CTRL);
    expect_float(degrees(&b, LEFT), 30, 1e-4);
    key(&b, 'z', BP_MOD_CTRL);
    assert_true(b.controller.viewer.core.notice[0] != '\0'); /* nothing left to undo */
    type(&b, "a");
    assert_int_equal(b.controller.viewer.core.selection.axis, 0);
    /* On top of a clip: 45 degrees of its own, 5 by hand. */
    type(&b, "aa");
    key(&b, BP_KEY_HOME, 0);
    b.controller.viewer.play.seconds = 1;
    key(&b, BP_KEY_UP, 0);
    expect_float(degrees(&b, LEFT), 50, 1e-4);
    close_bench(&b);
}

static void drags_joints(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    type(&b, "r");
    bp_vec2 at = joint(&b, RIGHT);
    mouse(&b, BP_EVENT_PRESS, at.x, at.y);
    assert_int_equal(b.controller.viewer.core.selection.bone, RIGHT);
    mouse(&b, BP_EVENT_MOVE, at.x + 20, at.y);
    mouse(&b, BP_EVENT_MOVE, at.x + 40, at.y);
    mouse(&b, BP_EVENT_RELEASE, at.x + 40, at.y);
    /* 180 degrees for the scene's height. */
    double turned = 40.0 / b.controller.base.drawn.scenes[0].rect.height * 180;
    expect_float(degrees(&b, RIGHT), 10 + turned, 1e-3);
    expect_float(b.controller.viewer.core.settings.yaw, 0, 0);
    key(&b, 'z', BP_MOD_CTRL); /* the whole drag is one undo step */
    expect_float(degrees(&b, RIGHT), 10, 1e-4);
    /* The ring: a quarter of it, seen from the front. */
    float radius = b.controller.base.drawn.scenes[0].ring;
    bp_mat4 frame = bp_bone_chain(bone(&b, RIGHT));
    bp_vec3 center = bp_mat4_position(frame);
    bp_vec3 x = {frame.m[0], frame.m[1], frame.m[2]}, y = {frame.m[4], frame.m[5], frame.m[6]};
    bp_vec2 from = on_screen(&b, bp_vec3_add(center, bp_vec3_scale(x, radius)));
    bp_vec2 to = on_screen(&b, bp_vec3_add(center, bp_vec3_scale(y, radius)));
    mouse(&b, BP_EVENT_PRESS, from.x, from.y);
    mouse(&b, BP_EVENT_MOVE, to.x, to.y);
    mouse(&b, BP_EVENT_RELEASE, to.x, to.y);
    expect_float(degrees(&b, RIGHT), 100, 1.5);
    close_bench(&b);
}

static void selects_bones(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    const bp_selection *selection = &b.controller.viewer.core.selection;
    assert_int_equal(selection->bone, 0);
    key(&b, BP_KEY_TAB, BP_MOD_SHIFT);
    assert_int_equal(selection->bone, RIGHT); /* backwards from the first: the last */
    key(&b, BP_KEY_TAB, 0);
    assert_int_equal(selection->bone, 0);
    type(&b, "/armr");
    assert_true(b.controller.viewer.core.search.open && selection->bone == RIGHT);
    key(&b, BP_KEY_ESCAPE, 0);
    assert_false(b.controller.viewer.core.search.open);
    bp_vec2 row = place_of(&b, BP_ACTION_BONE, LEFT);
    click(&b, row.x, row.y);
    assert_int_equal(selection->bone, LEFT);
    bp_vec2 at = joint(&b, 0);
    click(&b, at.x, at.y);
    assert_int_equal(selection->bone, 0);
    assert_int_equal(b.controller.viewer.core.history.undo_count, 0); /* a click rotations nothing */
    give(&b, (bp_event){.kind = BP_EVENT_WHEEL, .wheel = -1, .x = row.x, .y = row.y});
    assert_int_equal(b.controller.viewer.core.selection.scroll, b.controller.base.drawn.tree_scroll + 3);
    type(&b, "]["); /* one skin: nothing to step to */
    assert_int_equal(selection->stage, 0);
    close_bench(&b);
}

/* ---- vertices ----------------------------------------------------------------------------------- */

static void points_at_vertices(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    type(&b, "t");
    assert_false(b.controller.base.drawn.vertex.valid);
    /* The body's front face is 1 x 3.5 at z = 0.5; a little inside of its upper left corner. */
    bp_vec2 at = on_screen(&b, (bp_vec3){0.4f, -1.6f, 0.5f});
    mouse(&b, BP_EVENT_MOVE, at.x, at.y);
    bp_vertex_ref got = b.controller.base.drawn.vertex;
    assert_true(got.valid && got.part == 0);
    const float corner[] = {0.5f, -1.75f, 0.5f};
    expect_floats(
        &bp_figure_positions(bp_model_figure_get_figure(b.controller.loaded.figure), 0)[got.vertex].x, corner,
        3, 1e-4);
    assert_true(got.vertex < 24); /* the body's */
    bp_rect scene = b.controller.base.drawn.scenes[0].rect;
    mouse(&b, BP_EVENT_MOVE, (float)scene.x + 3, (float)scene.y + 3);
    assert_false(b.controller.base.drawn.vertex.valid); /* there is nothing behind the corner of the scene */
    key(&b, BP_KEY_TAB, 0);
    type(&b, "v");
    assert_int_equal(b.controller.base.drawn.vertex.vertex, 24); /* the first of the left arm's */
    type(&b, "v");
    assert_int_equal(b.controller.base.drawn.vertex.vertex, 25);
    for (int i = 0; i < 23; i++) type(&b, "v");
    assert_int_equal(b.controller.base.drawn.vertex.vertex, 24); /* and the first again */
    type(&b, "m"); /* without the mesh there is nothing to point at */
    mouse(&b, BP_EVENT_MOVE, at.x, at.y);
    assert_false(b.controller.base.drawn.vertex.valid);
    close_bench(&b);
}

/* ---- many ---------------------------------------------------------------------------------------- */

static void open_text(bench *b, const char *text) {
    bp_error error = {0};
    assert_true(bp_file_write(b->broken, text, strlen(text), &error));
    give(b, (bp_event){.kind = BP_EVENT_DROP, .path = b->broken});
    assert_string_equal(b->controller.viewer.failure, "");
}

/* A click on a bone's line selects it. A drag below the click distance rotates nothing, nor does one with
 * hidden bones. */
static void clicks_lines(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    type(&b, "t");
    key(&b, BP_KEY_TAB, 0);
    assert_int_equal(b.controller.viewer.core.selection.bone, LEFT);
    bp_vec2 body = joint(&b, 0), left = joint(&b, LEFT);
    bp_vec2 middle = {(body.x + left.x) / 2, (body.y + left.y) / 2}; /* of the body's line to the arm */
    mouse(&b, BP_EVENT_PRESS, middle.x, middle.y);
    mouse(&b, BP_EVENT_MOVE, middle.x + 1, middle.y);
    mouse(&b, BP_EVENT_RELEASE, middle.x, middle.y);
    assert_int_equal(b.controller.viewer.core.selection.bone, 0);
    mouse(&b, BP_EVENT_PRESS, left.x, left.y);
    mouse(&b, BP_EVENT_MOVE, left.x + 2, left.y);
    mouse(&b, BP_EVENT_RELEASE, left.x + 2, left.y);
    assert_true(b.controller.viewer.core.selection.bone == LEFT &&
                b.controller.viewer.core.history.count == 0);
    type(&b, "b");
    bp_vec2 right = joint(&b, RIGHT);
    mouse(&b, BP_EVENT_PRESS, right.x, right.y);
    assert_int_equal(b.controller.viewer.core.mouse.drag, BP_DRAG_FLESH); /* the joint can't be seen */
    mouse(&b, BP_EVENT_MOVE, right.x + 60, right.y + 60);
    mouse(&b, BP_EVENT_RELEASE, right.x + 60, right.y + 60);
    assert_true(b.controller.viewer.core.history.count == 1 && b.controller.viewer.core.settings.yaw == 0);
    close_bench(&b);
}

/* Two skins: [ and ] go from one to the other, to its first bone. */
static void walks_skins(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    open_text(&b, "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"children\":[1]},{},{\"children\":[3]},{}],"
                  "\"scenes\":[{\"nodes\":[0,2]}],\"skins\":[{\"joints\":[0,1]},{\"joints\":[2,3]}]}");
    const bp_selection *selection = &b.controller.viewer.core.selection;
    key(&b, BP_KEY_TAB, 0);
    assert_true(selection->stage == 0 && selection->bone == 1);
    type(&b, "]");
    assert_true(selection->stage == 1 && selection->bone == 0);
    uint64_t second = picture_hash(&b.controller.base.picture);
    type(&b, "]");
    assert_true(selection->stage == 0 && selection->bone == 0);
    assert_true(picture_hash(&b.controller.base.picture) != second);
    type(&b, "[");
    assert_int_equal(selection->stage, 1);
    key(&b, BP_KEY_UP, 0); /* rotates a joint of the second */
    expect_float(bp_node_rotation(b.controller.loaded.model->nodes[2]).z, sin(2.5 * 3.14159265358979 / 180),
                 1e-5);
    expect_float(bp_node_rotation(b.controller.loaded.model->nodes[0]).z, 0, 0);
    type(&b, "v");
    assert_string_equal(b.controller.viewer.core.notice, "this bone moves no vertex");
    close_bench(&b);
}

/* Seventy joints: the sixty-fifth isn't rotated, and a notice says why. */
static void rotates_sixty_four(void **state) {
    (void)state;
    enum { JOINTS = 70 };
    bench b;
    char text[8000] = "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":[";
    open_bench(&b);
    for (int i = 0; i < JOINTS; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 i + 1 < JOINTS ? "{\"children\":[%d]}," : "{}],", i + 1);
    strcat(text, "\"skins\":[{\"joints\":[");
    for (int i = 0; i < JOINTS; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), i + 1 < JOINTS ? "%d," : "%d]}]}", i);
    open_text(&b, text);
    for (int i = 0; i < BP_EDITS_MAX; i++) {
        key(&b, BP_KEY_UP, 0);
        assert_string_equal(b.controller.viewer.core.notice, "");
        key(&b, BP_KEY_TAB, 0);
    }
    key(&b, BP_KEY_UP, 0);
    assert_string_equal(b.controller.viewer.core.notice,
                        "64 changes by hand are the limit; R resets them");
    assert_int_equal(b.controller.viewer.core.history.count, BP_EDITS_MAX);
    type(&b, "r");
    assert_int_equal(b.controller.viewer.core.history.count, 0);
    key(&b, BP_KEY_UP, 0);
    assert_int_equal(b.controller.viewer.core.history.count, 1);
    close_bench(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rotates_joints),     cmocka_unit_test(drags_joints), cmocka_unit_test(selects_bones),
        cmocka_unit_test(points_at_vertices), cmocka_unit_test(clicks_lines), cmocka_unit_test(walks_skins),
        cmocka_unit_test(rotates_sixty_four),
    };
    return cmocka_run_group_tests_name("model bones", tests, NULL, NULL);
}

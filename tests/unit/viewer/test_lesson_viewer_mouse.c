/* The mouse and rare keys in a lesson's window: rings, drags that lose their scene, clicks, the wheel; questions
 * in steps without a change; a search without a match. */
#include "support/lesson_fixture.h"
#include "support/window.h"

#define ARM "boneArmLeft"

static void setup(bp_world *world) {
    bp_world_add_character(world, "one", "", BP_BIND_NATURAL);
    bp_world_add_character(world, "two", "", BP_BIND_IDENTITY);
    bp_world_add_stage(world, "bare", "", NULL, NULL);
}
static void turn(bp_world *world, float t) {
    bp_world_rotate(world, 0, ARM, (bp_vec3){0, 0, 1}, 30 + 60 * t);
}
static const bp_question QUESTION = {.text = "How far?", .answer = -60, .right = "Just so.", .hint = "No."};
static const bp_step STEPS[] = {{.caption = "First.", .bone = ARM},
                                {.caption = "Asks.", .question = &QUESTION, .bone = ARM},
                                {.caption = "Moves.", .change = turn, .bone = ARM},
                                {.caption = "Bare.", .bone = "x", .stage = 2}};
static const bp_lesson_plan LESSON = {.number = 5,
                                      .name = "05_test",
                                      .title = "A test",
                                      .summary = "One line.",
                                      .setup = setup,
                                      .steps = STEPS,
                                      .step_count = BP_COUNT(STEPS)};

static void open_drawn(bench *b, int step) {
    open_bench(b, &LESSON, step, 1200, 700);
    draw(b);
}
static unsigned mouse(bench *b, bp_event_kind kind, bp_vec2 at, int button, unsigned mods) {
    return give(b, (bp_event){.kind = kind, .button = button, .x = at.x, .y = at.y, .mods = mods});
}
static bp_vec2 on_screen(const bench *b, bp_vec3 at) {
    const bp_placed_stage *scene = &b->controller.base.drawn.scenes[0];
    bp_vec2 pixel;
    assert_true(bp_camera_project(&scene->camera, scene->rect, at, &pixel, NULL));
    return pixel;
}
static double degrees(const bench *b) {
    bp_mat4 m = bp_bone_local(bp_world_bone(bp_session_world(b->session), 0, ARM));
    return (double)bp_degrees(bp_atan2(m.m[1], m.m[0]));
}
/* A free place in the first scene, near its lower left corner. */
static bp_vec2 corner(const bench *b) {
    bp_rect rect = b->controller.base.drawn.scenes[0].rect;
    return (bp_vec2){(float)rect.x + 8, (float)rect.y + (float)rect.height - 8};
}

/* From the ring's X to its Y is a quarter, from the bind's 30 degrees to 120; one undo takes all of it
 * back. */
static void test_turns_by_the_ring(void **state) {
    (void)state;
    bench b;
    open_drawn(&b, 0);
    float radius = b.controller.base.drawn.scenes[0].ring;
    assert_true(radius > 0);
    bp_mat4 frame = bp_bone_chain(bp_world_bone(bp_session_world(b.session), 0, ARM));
    bp_vec3 center = bp_mat4_position(frame);
    bp_vec3 x = {frame.m[0], frame.m[1], frame.m[2]}, y = {frame.m[4], frame.m[5], frame.m[6]};
    bp_vec2 from = on_screen(&b, bp_vec3_add(center, bp_vec3_scale(x, radius)));
    bp_vec2 to = on_screen(&b, bp_vec3_add(center, bp_vec3_scale(y, radius)));
    bp_vec2 between = {(from.x + to.x) / 2 + 3, (from.y + to.y) / 2};
    mouse(&b, BP_EVENT_PRESS, from, BP_BUTTON_LEFT, 0);
    assert_int_equal(b.controller.viewer.core.mouse.drag, BP_DRAG_RING);
    assert_int_equal(mouse(&b, BP_EVENT_MOVE, (bp_vec2){from.x + 1, from.y + 1}, 0, 0),
                     0); /* a movement below the click limit */
    assert_int_equal(mouse(&b, BP_EVENT_MOVE, between, 0, 0), BP_REQUEST_REDRAW);
    mouse(&b, BP_EVENT_MOVE, to, 0, 0);
    mouse(&b, BP_EVENT_RELEASE, to, BP_BUTTON_LEFT, 0);
    draw(&b);
    expect_float(degrees(&b), 120, 0.02);
    assert_int_equal(b.controller.viewer.core.history.undo_count, 1);
    key(&b, 'z', BP_MOD_CTRL);
    draw(&b);
    expect_float(degrees(&b), 30, 1e-4);
    /* With Shift, or with another button, the ring isn't taken. */
    mouse(&b, BP_EVENT_PRESS, from, BP_BUTTON_LEFT, BP_MOD_SHIFT);
    assert_int_equal(b.controller.viewer.core.mouse.drag, BP_DRAG_PAN);
    mouse(&b, BP_EVENT_RELEASE, from, BP_BUTTON_LEFT, 0);
    mouse(&b, BP_EVENT_PRESS, from, BP_BUTTON_RIGHT, 0);
    assert_int_equal(b.controller.viewer.core.mouse.drag, BP_DRAG_PAN);
    mouse(&b, BP_EVENT_RELEASE, from, BP_BUTTON_RIGHT, 0);
    close_bench(&b);
}

static void test_drags_the_view(void **state) {
    (void)state;
    bench b;
    open_drawn(&b, 0);
    bp_vec2 at = corner(&b), to = {at.x + 40, at.y - 30};
    assert_int_equal(mouse(&b, BP_EVENT_MOVE, to, 0, 0), 0); /* no button: nothing */
    mouse(&b, BP_EVENT_PRESS, at, BP_BUTTON_LEFT, 0);
    assert_int_equal(mouse(&b, BP_EVENT_MOVE, to, 0, 0), BP_REQUEST_REDRAW);
    assert_true(b.controller.viewer.core.settings.yaw != 0 && b.controller.viewer.core.settings.pan_x == 0);
    assert_int_equal(mouse(&b, BP_EVENT_MOVE, (bp_vec2){NAN, 5}, 0, 0), 0);
    mouse(&b, BP_EVENT_RELEASE, to, BP_BUTTON_LEFT, 0);
    assert_string_equal(
        bp_bone_name(bp_lesson_viewer_bone(&b.controller.viewer, bp_session_world(b.session))), ARM);
    float yaw = b.controller.viewer.core.settings.yaw;
    mouse(&b, BP_EVENT_PRESS, at, BP_BUTTON_RIGHT, 0);
    mouse(&b, BP_EVENT_MOVE, to, 0, 0);
    mouse(&b, BP_EVENT_RELEASE, to, BP_BUTTON_RIGHT, 0);
    assert_true(b.controller.viewer.core.settings.yaw == yaw && b.controller.viewer.core.settings.pan_x != 0);
    /* A click on nothing selects nothing; a release without a press is nothing. */
    assert_int_equal(mouse(&b, BP_EVENT_RELEASE, at, BP_BUTTON_LEFT, 0), 0);
    mouse(&b, BP_EVENT_PRESS, at, BP_BUTTON_LEFT, 0);
    assert_int_equal(mouse(&b, BP_EVENT_RELEASE, at, BP_BUTTON_LEFT, 0), 0);
    close_bench(&b);
}

/* The window becomes small during a drag in the last scene, which disappears. */
static void test_a_drag_loses_its_scene(void **state) {
    (void)state;
    bench b;
    open_drawn(&b, 0);
    assert_int_equal(b.controller.base.drawn.scene_count, 3);
    bp_rect last = b.controller.base.drawn.scenes[2].rect;
    bp_vec2 at = {(float)last.x + 5, (float)last.y + 5};
    for (int release = 0; release < 2; release++) {
        give(&b, (bp_event){.kind = BP_EVENT_RESIZE, .width = 1200, .height = 700, .scale = 1});
        draw(&b);
        mouse(&b, BP_EVENT_PRESS, at, BP_BUTTON_LEFT, 0);
        assert_int_equal(b.controller.viewer.core.mouse.scene, 2);
        give(&b, (bp_event){.kind = BP_EVENT_RESIZE, .width = 330, .height = 400, .scale = 1});
        draw(&b);
        assert_int_equal(b.controller.base.drawn.scene_count, 1);
        bp_lesson_viewer before = b.controller.viewer;
        assert_int_equal(release ? mouse(&b, BP_EVENT_RELEASE, at, BP_BUTTON_LEFT, 0)
                                 : mouse(&b, BP_EVENT_MOVE, (bp_vec2){at.x + 50, at.y}, 0, 0),
                         0);
        assert_memory_equal(&before.core.settings, &b.controller.viewer.core.settings,
                            sizeof before.core.settings);
    }
    close_bench(&b);
}

static void test_clicks_and_the_wheel(void **state) {
    (void)state;
    bench b;
    open_drawn(&b, 0);
    const bp_hit_areas *hits = &b.controller.base.drawn.hits;
    int dots = 0;
    for (int i = 0; i < hits->count; i++) {
        if (hits->items[i].action != BP_ACTION_STEP || hits->items[i].value != 2) continue;
        bp_vec2 dot = {(float)hits->items[i].rect.x + 3, (float)hits->items[i].rect.y + 3};
        assert_int_equal(mouse(&b, BP_EVENT_PRESS, dot, BP_BUTTON_RIGHT, 0), 0);
        assert_int_equal(b.controller.viewer.position.step, 0);
        mouse(&b, BP_EVENT_PRESS, dot, BP_BUTTON_LEFT, 0);
        assert_int_equal(b.controller.viewer.position.step, 2);
        dots++;
    }
    assert_int_equal(dots, 1);
    draw(&b);
    bp_vec2 at = corner(&b);
    give(&b, (bp_event){.kind = BP_EVENT_WHEEL, .wheel = 1, .x = at.x, .y = at.y});
    expect_float(b.controller.viewer.core.settings.zoom, 0.9, 1e-6);
    give(&b, (bp_event){.kind = BP_EVENT_WHEEL, .wheel = -1, .x = at.x, .y = at.y});
    expect_float(b.controller.viewer.core.settings.zoom, 1, 1e-6);
    assert_int_equal(give(&b, (bp_event){.kind = BP_EVENT_WHEEL, .wheel = 1, .x = at.x, .y = 3}),
                     0); /* the title */
    bp_rect tree = b.controller.base.drawn.tree;
    give(&b, (bp_event){.kind = BP_EVENT_WHEEL, .wheel = -1, .x = (float)tree.x + 5, .y = (float)tree.y + 5});
    assert_int_equal(b.controller.viewer.core.selection.scroll, b.controller.base.drawn.tree_scroll + 1);
    give(&b, (bp_event){.kind = BP_EVENT_WHEEL, .wheel = 1, .x = (float)tree.x + 5, .y = (float)tree.y + 5});
    assert_int_equal(b.controller.viewer.core.selection.scroll, b.controller.base.drawn.tree_scroll - 1);
    type(&b, "h"); /* under the help nothing is dragged; a click closes it */
    draw(&b);
    mouse(&b, BP_EVENT_PRESS, at, BP_BUTTON_RIGHT, 0);
    assert_int_equal(b.controller.viewer.core.mouse.drag, BP_DRAG_NONE);
    mouse(&b, BP_EVENT_PRESS, at, BP_BUTTON_LEFT, 0);
    assert_false(b.controller.viewer.core.settings.help);
    assert_int_equal(give(&b, (bp_event){.kind = BP_EVENT_DROP, .path = "x"}), 0);
    assert_true((give(&b, (bp_event){.kind = BP_EVENT_CLOSE}) & BP_REQUEST_QUIT) != 0);
    close_bench(&b);
}

/* ---- keys --------------------------------------------------------------------------------------- */

/* A step with a question and no change is done after the answer, or after it is skipped. */
static void test_questions_without_a_change(void **state) {
    (void)state;
    bench b;
    open_drawn(&b, 0);
    const bp_lesson_viewer *v = &b.controller.viewer;
    key(&b, BP_KEY_RIGHT, 0);
    assert_true(v->position.asking && v->position.step == 1);
    assert_int_equal(key(&b, BP_KEY_UP, 0), BP_REQUEST_REDRAW); /* nothing is turned while it asks */
    assert_int_equal(v->core.history.count, 0);
    type(&b, "5");
    key(&b, BP_KEY_ENTER, 0);
    assert_string_equal(v->answer.reply, "No.");
    key(&b, BP_KEY_BACKSPACE, 0);
    give(&b, (bp_event){.kind = BP_EVENT_TEXT, .text = "\xE2\x88\x92"}); /* U+2212, the minus sign */
    type(&b, "60");
    assert_string_equal(v->answer.text, "-60");
    key(&b, BP_KEY_ENTER, BP_MOD_CTRL); /* no such key */
    assert_true(v->position.asking);
    key(&b, BP_KEY_ENTER, 0);
    assert_true(!v->position.asking && v->position.t == 1);
    assert_int_equal(key(&b, BP_KEY_ENTER, 0), BP_REQUEST_REDRAW); /* the question is closed */
    /* Its key in the row of keys can be clicked. */
    type(&b, "r");
    type(&b, "60");
    draw(&b);
    const bp_hit_area *enter = NULL;
    for (int i = 0; i < b.controller.base.drawn.hits.count; i++)
        if (b.controller.base.drawn.hits.items[i].action == BP_ACTION_ENTER)
            enter = &b.controller.base.drawn.hits.items[i];
    assert_non_null(enter);
    mouse(&b, BP_EVENT_PRESS, (bp_vec2){(float)enter->rect.x + 2, (float)enter->rect.y + 2}, BP_BUTTON_LEFT,
          0);
    assert_string_equal(v->answer.reply, "No.");
    type(&b, "r");
    assert_true(v->position.asking);
    key(&b, BP_KEY_SPACE, 0);
    key(&b, BP_KEY_SPACE, 0);
    assert_true(!v->position.asking && v->position.t == 1);
    assert_false(bp_lesson_viewer_is_moving(v, &LESSON));
    close_bench(&b);
}

static void test_ends_of_a_lesson(void **state) {
    (void)state;
    bp_lesson_viewer viewer = bp_lesson_viewer_make(&LESSON, -3, 100, 100);
    assert_int_equal(viewer.position.step, 0);
    viewer = bp_lesson_viewer_make(&LESSON, 99, 100, 100);
    assert_int_equal(viewer.position.step, 3);
    /* A clock that goes backwards, or not at all, moves nothing; a change without a length takes 0.8
     * seconds. */
    bp_lesson_viewer_enter(&viewer, &LESSON, 2);
    assert_true(viewer.position.t == 0);
    bp_lesson_viewer_tick(&viewer, &LESSON, -5);
    assert_true(viewer.position.t == 0);
    bp_lesson_viewer_tick(&viewer, &LESSON, 0.4);
    expect_float(viewer.position.t, 0.5, 1e-6);
}

/* A stage without bones ignores keys about bones. A selection that another stage doesn't have falls back to its
 * first bone. */
static void test_bare_stages(void **state) {
    (void)state;
    bench b;
    open_drawn(&b, 3);
    const bp_lesson_viewer *v = &b.controller.viewer;
    assert_int_equal(v->core.selection.stage, 2);
    assert_null(bp_lesson_viewer_bone(v, bp_session_world(b.session)));
    key(&b, BP_KEY_TAB, 0);
    key(&b, BP_KEY_UP, 0);
    type(&b, "/");
    assert_true(!v->core.search.open && v->core.history.count == 0);
    type(&b, "]"); /* round to the first */
    assert_int_equal(v->core.selection.stage, 0);
    type(&b, "[");
    assert_int_equal(v->core.selection.stage, 2);
    type(&b, "[/zzz"); /* a search without a match keeps the bone */
    assert_true(v->core.search.open);
    assert_string_equal(bp_bone_name(bp_lesson_viewer_bone(v, bp_session_world(b.session))), "boneBody");
    draw(&b);
    assert_int_equal(key(&b, BP_KEY_HOME, 0), BP_REQUEST_REDRAW); /* Home is the lesson's, not the search's */
    assert_int_equal(v->position.step, 0);
    assert_false(v->core.search.open);
    type(&b, "/x");
    give(&b, (bp_event){.kind = BP_EVENT_TEXT, .text = "\xC3\xA9"});
    assert_string_equal(v->core.search.name, "x\xC3\xA9");
    assert_int_equal(give(&b, (bp_event){.kind = BP_EVENT_KEY}), 0); /* a key without a name */
    key(&b, BP_KEY_ESCAPE, 0);
    assert_int_equal(give(&b, (bp_event){.kind = BP_EVENT_TEXT, .text = "\xC3\xA9"}), 0);
    assert_int_equal(give(&b, (bp_event){.kind = BP_EVENT_TEXT, .text = ""}), 0);
    assert_int_equal(key(&b, 'u', BP_MOD_CTRL), 0);
    close_bench(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turns_by_the_ring),
        cmocka_unit_test(test_drags_the_view),
        cmocka_unit_test(test_a_drag_loses_its_scene),
        cmocka_unit_test(test_clicks_and_the_wheel),
        cmocka_unit_test(test_questions_without_a_change),
        cmocka_unit_test(test_ends_of_a_lesson),
        cmocka_unit_test(test_bare_stages),
    };
    return cmocka_run_group_tests_name("viewer mouse", tests, NULL, NULL);
}

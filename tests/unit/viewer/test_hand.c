/* The student's hand in a lesson: flesh, handles, hover, Esc, redo, and notes that stay true.
 *
 * The figure is two squares in the plane z = 0, from (0, 0) to (2, 1). Bone "root" at the origin moves the left
 * edge, "tip" at (1, 0, 0) the right edge, both halve the middle. The camera looks along -Z, so an angle in the
 * picture is an angle about Z, and a distance in the plane z = 0 is known. */
#include "support/lesson_fixture.h"
#include <bindpose/stage.h>
#include "viewer/hover.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bp_mesh *make_mesh(bp_world *world) {
    const bp_mesh_options options = {.vertex_count = 6, .index_count = 12, .influences = 2};
    static const uint32_t indices[12] = {0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4};
    bp_mesh *mesh = bp_mesh_create(bp_context_allocator(world->context), &options, &world->error);
    for (int i = 0; mesh && i < 6; i++) {
        int column = i % 3;
        mesh->positions[i] = (bp_vec3){(float)column, (float)(i / 3), 0};
        mesh->joints[2 * i + 1] = 1;
        mesh->weights[2 * i] = 1 - 0.5f * (float)column;
        mesh->weights[2 * i + 1] = 0.5f * (float)column;
    }
    if (mesh) memcpy(mesh->indices, indices, sizeof indices);
    return mesh;
}

static bp_skeleton *make_skeleton(bp_world *world) {
    bp_skeleton *skeleton = bp_skeleton_create(world->context, NULL, &world->error);
    assert_non_null(skeleton);
    bp_bone *root = bp_skeleton_add(skeleton, &(bp_bone_options){.name = "root"}, &world->error);
    bp_mat4 at = bp_mat4_translation((bp_vec3){1, 0, 0});
    bp_skeleton_add(skeleton, &(bp_bone_options){.name = "tip", .parent = root, .local = &at}, &world->error);
    return skeleton;
}

static void setup(bp_world *world) {
    bp_skeleton *skeleton = make_skeleton(world);
    bp_world_add_stage(world, "one", "", make_mesh(world), skeleton);
    bp_world_add_stage(world, "bare", "", NULL, NULL);
    world->camera = (bp_camera){.eye = {1, 0.5f, 6}, .target = {1, 0.5f, 0}};
    world->show = BP_SHOW_MESH;
    bp_world_note(world, 0, "tip at 1");
}

static bp_vec3 root_position(bp_world *world) {
    return bp_mat4_position(bp_bone_local(bp_world_bone(world, 0, "root")));
}
static void set_root(bp_world *world, bp_vec3 at) {
    bp_bone_set_position(bp_world_bone(world, 0, "root"), at);
}
static const bp_handle HANDLES[] = {{"root", 0, root_position, set_root, .normal = {0, 0, 1}}};
static const bp_question QUESTION = {.text = "How far?", .answer = 5, .right = "Yes.", .hint = "No."};
static const bp_step STEPS[] = {
    {.caption = "First.", .bone = "root"},
    {.caption = "Handle.", .handles = HANDLES, .handle_count = 1},
    {.caption = "Asks.", .question = &QUESTION, .handles = HANDLES, .handle_count = 1}};
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
    b->live = true;
}
static bp_vec2 on_screen(const bench *b, float x, float y) {
    const bp_placed_stage *scene = &b->controller.base.drawn.scenes[0];
    bp_vec2 pixel;
    assert_true(bp_camera_project(&scene->camera, scene->rect, (bp_vec3){x, y, 0}, &pixel, NULL));
    return pixel;
}
static unsigned mouse(bench *b, bp_event_kind kind, bp_vec2 at, unsigned mods) {
    return give(b, (bp_event){.kind = kind, .button = BP_BUTTON_LEFT, .x = at.x, .y = at.y, .mods = mods});
}
/* From one point of the plane to another, over one between; the button stays down. */
static void drag(bench *b, bp_vec2 from, bp_vec2 between, bp_vec2 to, unsigned mods) {
    mouse(b, BP_EVENT_MOVE, from, mods);
    mouse(b, BP_EVENT_PRESS, from, mods);
    mouse(b, BP_EVENT_MOVE, between, mods);
    mouse(b, BP_EVENT_MOVE, to, mods);
}
static bp_mat4 local(const bench *b, const char *bone) {
    return bp_bone_local(bp_world_bone(bp_session_world(b->session), 0, bone));
}
static double degrees(const bench *b, const char *bone) {
    bp_mat4 m = local(b, bone);
    return (double)bp_degrees(bp_atan2(m.m[1], m.m[0]));
}
static void expect_position(const bench *b, const char *bone, double x, double y) {
    bp_vec3 at = bp_mat4_position(local(b, bone));
    expect_float(at.x, x, 1e-3);
    expect_float(at.y, y, 1e-3);
    expect_float(at.z, 0, 1e-3);
}
static const bp_viewer *core(const bench *b) { return &b->controller.viewer.core; }
static const char *words(const bench *b, char *text, size_t size) {
    const bp_world *world = bp_session_world(b->session);
    return bp_hover_text(core(b), world->stages, world->stage_count, &b->controller.base.drawn, text, size);
}

/* Left of the middle the corners' weights sum up to more for "root", right of it for "tip". */
static void finds_flesh(void **state) {
    (void)state;
    bench b;
    open_drawn(&b, 0);
    const bp_stage *stage = &bp_session_world(b.session)->stages[0];
    const bp_placed_stage *scene = &b.controller.base.drawn.scenes[0];
    const struct {
        float x, y;
        const char *bone;
    } cases[] = {{0.5f, 0.5f, "root"},
                 {1.5f, 0.25f, "tip"},
                 {1.9f, 0.9f, "tip"},
                 {-0.2f, 0.5f, NULL},
                 {1, 1.2f, NULL}};
    for (size_t i = 0; i < BP_COUNT(cases); i++) {
        bp_vec2 at = on_screen(&b, cases[i].x, cases[i].y);
        bp_mesh_hit hit = bp_pick_mesh(stage, scene, at.x, at.y);
        if (!cases[i].bone) {
            assert_null(hit.bone);
            continue;
        }
        assert_non_null(hit.bone);
        assert_string_equal(bp_bone_name(hit.bone), cases[i].bone);
        expect_float(hit.position.x, (double)cases[i].x, 1e-3);
        expect_float(hit.position.y, (double)cases[i].y, 1e-3);
        expect_float(hit.position.z, 0, 1e-3);
        assert_int_equal(bp_mesh_drag_axis(stage, scene, hit.bone), 2);
    }
    /* From the right of the joint at (1, 0) to above it: a quarter to the left. */
    bp_bone *tip = bp_skeleton_find(stage->skeleton, "tip");
    bp_vec3 taken = {2, 0, 0};
    expect_float(bp_mesh_drag_angle(stage, scene, tip, 2, taken, on_screen(&b, 2, 0), on_screen(&b, 1, 1)),
                 (double)BP_PI / 2, 1e-4);
    expect_float(bp_mesh_drag_angle(stage, scene, tip, 2, taken, on_screen(&b, 2, 0), on_screen(&b, 2, -1)),
                 (double)-BP_PI / 4, 1e-4);
    close_bench(&b);
}

/* The point (2, 0.5) is 26.565 degrees above the joint's level; at (1, 0.8) it is at 90. */
static void rotates_by_flesh(void **state) {
    (void)state;
    bench b;
    open_drawn(&b, 0);
    drag(&b, on_screen(&b, 1.9f, 0.45f), on_screen(&b, 1.5f, 0.6f), on_screen(&b, 1, 0.8f), 0);
    assert_int_equal(core(&b)->mouse.drag, BP_DRAG_FLESH);
    expect_float(degrees(&b, "tip"), 63.4349, 0.01);
    expect_float(bp_degrees(core(&b)->mouse.angle), 63.4349, 0.01);
    expect_float(core(&b)->mouse.arm.x, 0.9, 1e-3);
    expect_float(core(&b)->mouse.arm.y, 0.45, 1e-3);
    /* Esc takes it back and leaves nothing; the button that is still down does nothing. */
    assert_int_equal(key(&b, BP_KEY_ESCAPE, 0), BP_REQUEST_REDRAW);
    expect_float(degrees(&b, "tip"), 0, 1e-4);
    assert_int_equal(core(&b)->history.count, 0);
    mouse(&b, BP_EVENT_MOVE, on_screen(&b, 1.9f, 0), 0);
    expect_float(degrees(&b, "tip"), 0, 1e-4);
    mouse(&b, BP_EVENT_RELEASE, on_screen(&b, 1.9f, 0), 0);
    assert_true((key(&b, BP_KEY_ESCAPE, 0) & BP_REQUEST_LEAVE) != 0);
    close_bench(&b);
}

static void undoes_and_redoes(void **state) {
    (void)state;
    bench b;
    open_drawn(&b, 1);
    drag(&b, on_screen(&b, 1.9f, 0.45f), on_screen(&b, 1.5f, 0.6f), on_screen(&b, 1, 0.8f), 0);
    mouse(&b, BP_EVENT_RELEASE, on_screen(&b, 1, 0.8f), 0);
    drag(&b, on_screen(&b, 0.5f, 0.5f), on_screen(&b, 0.6f, 0.6f), on_screen(&b, 0.8f, 0.7f), BP_MOD_CTRL);
    assert_int_equal(core(&b)->mouse.drag, BP_DRAG_MOVE);
    mouse(&b, BP_EVENT_RELEASE, on_screen(&b, 0.8f, 0.7f), 0);
    expect_position(&b, "root", 0.3, 0.2);
    assert_int_equal(core(&b)->history.undo_count, 2);
    key(&b, 'z', BP_MOD_CTRL);
    expect_position(&b, "root", 0, 0);
    expect_float(degrees(&b, "tip"), 63.4349, 0.01);
    key(&b, 'z', BP_MOD_CTRL);
    expect_float(degrees(&b, "tip"), 0, 1e-4);
    key(&b, 'z', BP_MOD_CTRL);
    assert_non_null(strstr(core(&b)->notice, "nothing to undo"));
    key(&b, 'y', BP_MOD_CTRL);
    key(&b, 'z', BP_MOD_CTRL | BP_MOD_SHIFT);
    expect_position(&b, "root", 0.3, 0.2);
    expect_float(degrees(&b, "tip"), 63.4349, 0.01);
    key(&b, 'y', BP_MOD_CTRL);
    assert_string_equal(core(&b)->notice, "nothing to redo");
    /* Another change ends what can be redone. */
    key(&b, 'z', BP_MOD_CTRL);
    key(&b, BP_KEY_UP, 0);
    key(&b, 'y', BP_MOD_CTRL);
    assert_string_equal(core(&b)->notice, "nothing to redo");
    /* R: all is as the step has it. */
    type(&b, "r");
    assert_int_equal(core(&b)->history.count, 0);
    expect_float(degrees(&b, "tip"), 0, 1e-4);
    close_bench(&b);
}

static void moves_handles(void **state) {
    (void)state;
    bench b;
    char text[160];
    open_drawn(&b, 1);
    assert_int_equal(b.controller.base.drawn.handle_count, 1);
    mouse(&b, BP_EVENT_MOVE, on_screen(&b, 0, 0), 0);
    assert_int_equal(core(&b)->hover.handle, 1);
    assert_string_equal(words(&b, text, sizeof text), "drag: move root");
    assert_int_equal(bp_hover_cursor(core(&b)), BP_MOUSE_CURSOR_MOVE);
    for (int touch = 0; touch < 2; touch++) { /* a finger takes it from farther away */
        bp_vec2 beside = on_screen(&b, 0, 0);
        beside.y += 18 * bp_view_settings_unit(&core(&b)->settings);
        b.controller.viewer.core.settings.touch = touch;
        mouse(&b, BP_EVENT_MOVE, beside, 0);
        assert_int_equal(core(&b)->hover.handle, touch);
    }
    b.controller.viewer.core.settings.touch = false;
    drag(&b, on_screen(&b, 0, 0), on_screen(&b, 0.1f, 0), on_screen(&b, 0.4f, -0.2f), 0);
    mouse(&b, BP_EVENT_RELEASE, on_screen(&b, 0.4f, -0.2f), 0);
    expect_position(&b, "root", 0.4, -0.2);
    expect_float(b.controller.base.drawn.handles[0].position.x, 0.4, 1e-3);
    key(&b, 'z', BP_MOD_CTRL);
    expect_position(&b, "root", 0, 0);
    key(&b, 'y', BP_MOD_CTRL);
    expect_position(&b, "root", 0.4, -0.2);
    type(&b, "r");
    /* By keys: D takes the handle, and Y in the place of Z, which leaves its plane. A takes the next axis: Z, where
     * it stays, X, Y. The arrows move it. */
    type(&b, "d");
    assert_int_equal(core(&b)->selection.handle, 1);
    key(&b, BP_KEY_UP, 0);
    expect_position(&b, "root", 0, 0.05);
    type(&b, "a");
    key(&b, BP_KEY_UP, 0);
    expect_position(&b, "root", 0, 0.05);
    type(&b, "a");
    key(&b, BP_KEY_UP, 0);
    key(&b, BP_KEY_UP, 0);
    expect_position(&b, "root", 0.1, 0.05);
    type(&b, "a");
    key(&b, BP_KEY_DOWN, 0);
    key(&b, BP_KEY_DOWN, 0);
    expect_position(&b, "root", 0.1, -0.05);
    type(&b, "d"); /* the bone again: V moves it by the arrows */
    assert_int_equal(core(&b)->selection.handle, 0);
    type(&b, "v");
    key(&b, BP_KEY_DOWN, 0);
    expect_position(&b, "root", 0.1, -0.1);
    /* While a question is open there are no handles. */
    key(&b, BP_KEY_RIGHT, 0);
    assert_true(b.controller.viewer.position.asking);
    assert_int_equal(b.controller.base.drawn.handle_count, 0);
    type(&b, "d");
    assert_string_equal(core(&b)->notice, "this step has no handles");
    close_bench(&b);
}

static void hovers(void **state) {
    (void)state;
    bench b;
    char text[160];
    open_drawn(&b, 0);
    assert_int_equal(core(&b)->hover.bone, 0); /* without a mouse nothing */
    assert_int_equal(mouse(&b, BP_EVENT_MOVE, on_screen(&b, 1.5f, 0.5f), 0), BP_REQUEST_REDRAW);
    assert_string_equal(words(&b, text, sizeof text), "drag: rotate tip about Z\nCtrl + drag: move it");
    assert_int_equal(bp_hover_cursor(core(&b)), BP_MOUSE_CURSOR_HAND);
    mouse(&b, BP_EVENT_MOVE, on_screen(&b, 1.5f, 0.5f), BP_MOD_CTRL);
    assert_string_equal(words(&b, text, sizeof text), "drag: move tip");
    /* A row of the tree names its bone, and promises no drag. */
    const bp_hit_areas *hits = &b.controller.base.drawn.hits;
    int rows = 0;
    for (int i = 0; i < hits->count; i++) {
        bp_hit_area hit = hits->items[i];
        if (hit.action != BP_ACTION_BONE) continue;
        mouse(&b, BP_EVENT_MOVE, (bp_vec2){(float)hit.rect.x + 3, (float)hit.rect.y + 3}, 0);
        assert_int_equal(core(&b)->hover.bone, (size_t)hit.value + 1);
        assert_string_equal(words(&b, text, sizeof text), "");
        assert_int_equal(bp_hover_cursor(core(&b)), BP_MOUSE_CURSOR_HAND);
        rows++;
    }
    assert_int_equal(rows, 2);
    mouse(&b, BP_EVENT_MOVE, on_screen(&b, 1.5f, 0.5f), 0);
    type(&b, "l"); /* any key hides it until the mouse moves */
    assert_int_equal(core(&b)->hover.bone, 0);
    mouse(&b, BP_EVENT_MOVE, (bp_vec2){-1, -1}, 0); /* out of the window */
    assert_int_equal(bp_hover_cursor(core(&b)), BP_MOUSE_CURSOR_ARROW);
    close_bench(&b);
}

/* While a question is open a limb says why it can't be taken, and a drag orbits. */
static void asks_first(void **state) {
    (void)state;
    bench b;
    char text[160];
    open_drawn(&b, 1);
    key(&b, BP_KEY_RIGHT, 0);
    drag(&b, on_screen(&b, 1.5f, 0.5f), on_screen(&b, 1.6f, 0.6f), on_screen(&b, 1.7f, 0.7f), 0);
    assert_int_equal(core(&b)->mouse.drag, BP_DRAG_ORBIT);
    mouse(&b, BP_EVENT_RELEASE, on_screen(&b, 1.7f, 0.7f), 0);
    assert_int_equal(core(&b)->history.count, 0);
    type(&b, "o");
    mouse(&b, BP_EVENT_MOVE, on_screen(&b, 1.5f, 0.5f), 0);
    assert_string_equal(words(&b, text, sizeof text), "tip\nanswer the question first, or press Space");
    close_bench(&b);
}

static const char *note(const bench *b, int brief, char *text, size_t size) {
    const bp_lesson_view view = {.viewer = &b->controller.viewer,
                                 .lesson = &LESSON,
                                 .world = bp_session_world(b->session),
                                 .data = &b->controller.data};
    return bp_edit_note(&view, 0, brief, text, size);
}

/* The lesson's note stands until a bone is changed; then the note's numbers are the bone's. */
static void keeps_notes_true(void **state) {
    (void)state;
    bench b;
    char text[256];
    open_drawn(&b, 0);
    assert_null(note(&b, 0, text, sizeof text));
    srand(7);
    for (int i = 0; i < 40; i++) {
        const char *name = rand() % 2 ? "tip" : "root";
        bp_bone *bone = bp_world_bone(bp_session_world(b.session), 0, name);
        bp_edit_kind kind = rand() % 2 ? BP_EDIT_ROTATE : BP_EDIT_MOVE;
        float angle = (float)(rand() % 300 - 150) + 0.5f, x = (float)(rand() % 80 + 1) / 16, y = 0.25f;
        bp_edit edit = {.kind = kind, .target = bp_bone_id(bone), .vector = {x, y, 0}};
        edit.rotation = bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(angle));
        if (kind == BP_EDIT_ROTATE) edit.vector = (bp_vec3){0, 0, 0};
        assert_true(bp_edit_history_set(&b.controller.viewer.core.history, edit, false));
        draw(&b);
        bp_vec3 at = bp_mat4_position(local(&b, name));
        for (int brief = 0; brief <= BP_EDIT_NOTE_BRIEF; brief++) {
            assert_non_null(note(&b, brief, text, sizeof text));
            assert_memory_equal(text, name, strlen(name));
            const char *turned = strstr(text, "rotated "), *placed = strstr(text, "at (");
            char plain[256];
            size_t length = 0;
            for (const char *c = text; *c; c++) { /* U+2212 becomes a minus */
                if (memcmp(c, "\xE2\x88\x92", 3) == 0)
                    c += 2, plain[length++] = '-';
                else
                    plain[length++] = *c;
            }
            plain[length] = '\0';
            double expected = degrees(&b, name), px = 0, py = 0, pz = 0;
            if (turned)
                expect_float(strtod(strstr(plain, "rotated ") + 8, NULL), expected, 0.06);
            else
                expect_float(expected, 0, 0.01);
            if (!placed || brief >= 2) continue;
            assert_int_equal(sscanf(strstr(plain, "at (") + 4, "%lf, %lf, %lf", &px, &py, &pz), 3);
            expect_float(px, (double)at.x, 0.01);
            expect_float(py, (double)at.y, 0.01);
            expect_float(pz, (double)at.z, 0.01);
        }
    }
    while (bp_edit_history_undo(&b.controller.viewer.core.history)) continue;
    draw(&b);
    assert_null(note(&b, 0, text, sizeof text));
    close_bench(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_flesh),
        cmocka_unit_test(rotates_by_flesh),
        cmocka_unit_test(undoes_and_redoes),
        cmocka_unit_test(moves_handles),
        cmocka_unit_test(hovers),
        cmocka_unit_test(asks_first),
        cmocka_unit_test(keeps_notes_true),
    };
    return cmocka_run_group_tests_name("hand", tests, NULL, NULL);
}

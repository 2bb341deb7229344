/* The lesson viewer without a window: keys, clicks, answers, undo; pictures that don't depend on the steps
 * before; 20,000 random events. The lesson is a tiny one that the test defines. */
#include "support/lesson_fixture.h"
#include <stdio.h>
#include <string.h>

#define ARM "boneArmLeft"

static void setup(bp_world *world) {
    bp_world_add_character(world, "one", "", BP_BIND_NATURAL);
    bp_world_add_character(world, "two", "", BP_BIND_IDENTITY);
}
static void rotate_arm(bp_world *world, float t) {
    bp_quat q = bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, bp_radians(30 + 60 * t));
    bp_bone_set_rotation(bp_world_bone(world, 0, ARM), q);
}
static const bp_readout READOUTS[] = {
    {"rotation", bp_measure_rotation_z, {0, 0, ARM, bp_bone_local}, "%.1f°", NULL}};
static const bp_question QUESTION = {
    "How far?",   .answer = -60, .unit = "degrees", .right = "Just so.", .wrong = {{60, "The other way."}},
    .hint = "No."};
static const bp_step STEPS[] = {
    {"First.", .bone = ARM, .readouts = READOUTS, .readout_count = 1},
    {"The arm rotates.", rotate_arm, .question = &QUESTION, .bone = ARM, .seconds = 2},
    {"Last.", .bone = "boneBody", .stage = 1},
};
static const bp_lesson_plan LESSON = {.number = 5,
                                      .name = "05_test",
                                      .title = "A test",
                                      .summary = "One line.",
                                      .difficulty = 1,
                                      .setup = setup,
                                      .steps = STEPS,
                                      .step_count = BP_COUNT(STEPS)};

static void open_viewer(bench *b) {
    open_bench(b, &LESSON, 0, 640, 480);
    b->live = true;
    draw(b);
}

static void steps_by_keys(void **state) {
    (void)state;
    bench b;
    open_viewer(&b);
    bp_lesson_viewer *v = &b.controller.viewer;
    key(&b, BP_KEY_LEFT, 0);
    assert_int_equal(v->position.step, 0);
    key(&b, BP_KEY_RIGHT, 0);
    assert_int_equal(v->position.step, 1);
    assert_true(v->position.asking && v->position.t == 0);
    key(&b, BP_KEY_SPACE, 0); /* warns */
    assert_true(v->position.asking && v->answer.skipping);
    key(&b, BP_KEY_SPACE, 0);
    assert_true(!v->position.asking && v->position.t == 0);
    assert_int_equal(bp_controller_tick(&b.controller.base, 0.5), BP_REQUEST_REDRAW);
    expect_float(v->position.t, 0.25, 1e-6); /* half a second of two */
    bp_controller_tick(&b.controller.base, 100);
    expect_float(v->position.t, 1, 0);
    assert_int_equal(bp_controller_tick(&b.controller.base, 1), 0);
    key(&b, BP_KEY_END, 0);
    assert_int_equal(v->position.step, 2);
    key(&b, BP_KEY_SPACE, 0);
    assert_int_equal(v->position.step, 2); /* there is none after the last */
    key(&b, BP_KEY_LEFT, 0);               /* it was skipped: it waits */
    assert_true(v->position.step == 1 && v->position.asking && v->position.t == 0 && !v->answer.skipped);
    type(&b, "-60");
    key(&b, BP_KEY_ENTER, 0);
    bp_controller_tick(&b.controller.base, 100);
    key(&b, BP_KEY_RIGHT, 0);
    key(&b, BP_KEY_LEFT, 0); /* answered: it is done, and not asked on the way forward either */
    assert_true(v->position.step == 1 && !v->position.asking && v->position.t == 1);
    key(&b, BP_KEY_LEFT, 0);
    key(&b, BP_KEY_RIGHT, 0);
    assert_true(v->position.step == 1 && !v->position.asking && v->position.t == 0);
    type(&b, "r");
    assert_true(v->position.asking && v->position.t == 0);
    key(&b, BP_KEY_HOME, 0);
    assert_int_equal(v->position.step, 0);
    close_bench(&b);
}

static void answers(void **state) {
    (void)state;
    bench b;
    open_viewer(&b);
    bp_lesson_viewer *v = &b.controller.viewer;
    key(&b, BP_KEY_RIGHT, 0);
    key(&b, BP_KEY_ENTER, 0);
    assert_string_equal(v->answer.reply, "Type a number first.");
    type(&b, "x"); /* shows axes, as always */
    assert_true((v->core.settings.flipped & BP_SHOW_AXES) != 0);
    type(&b, "60");
    assert_null(v->answer.reply);
    type(&b, "x"); /* but not within a number */
    expect_text_contains(v->answer.reply, "digits");
    assert_string_equal(v->answer.text, "60");
    assert_true((v->core.settings.flipped & BP_SHOW_AXES) != 0);
    give(&b, (bp_event){.kind = BP_EVENT_TEXT, .text = "\xC2\xB0"}); /* a degree sign */
    assert_string_equal(v->answer.text, "60");
    key(&b, BP_KEY_ENTER, 0);
    assert_string_equal(v->answer.reply, "The other way.");
    assert_true(v->position.asking);
    key(&b, BP_KEY_BACKSPACE, 0);
    key(&b, BP_KEY_BACKSPACE, 0);
    key(&b, BP_KEY_BACKSPACE, 0);
    assert_string_equal(v->answer.text, "");
    type(&b, "12"); /* Esc empties the field first, and leaves the lesson only then */
    assert_int_equal(key(&b, BP_KEY_ESCAPE, 0) & BP_REQUEST_LEAVE, 0);
    assert_string_equal(v->answer.text, "");
    assert_true(v->position.asking);
    assert_int_equal(key(&b, BP_KEY_ESCAPE, 0) & BP_REQUEST_LEAVE, BP_REQUEST_LEAVE);
    type(&b, "-6-");
    key(&b, BP_KEY_ENTER, 0);
    expect_text_contains(v->answer.reply, "not a number");
    key(&b, BP_KEY_BACKSPACE, 0);
    type(&b, "0,0");
    assert_string_equal(v->answer.text, "-60.0");
    key(&b, BP_KEY_ENTER, 0);
    assert_true(!v->position.asking && v->position.t == 0);
    close_bench(&b);
}

/* Rotates the left arm's bone about its own Z by 5 degrees and back; the natural bind has it at 30. */
static void rotates_and_undoes(void **state) {
    (void)state;
    bench b;
    open_viewer(&b);
    const bp_lesson_viewer *v = &b.controller.viewer;
    assert_string_equal(bp_bone_name(bp_lesson_viewer_bone(v, bp_session_world(b.session))), ARM);
    assert_string_equal(b.controller.data.readouts[0], "30.0°");
    key(&b, BP_KEY_UP, 0);
    key(&b, BP_KEY_UP, 0);
    assert_string_equal(b.controller.data.readouts[0], "40.0°");
    assert_string_equal(b.controller.data.readouts_before[0], "35.0°");
    give(&b, (bp_event){.kind = BP_EVENT_KEY, .key = BP_KEY_DOWN, .repeat = true}); /* joins the last */
    assert_string_equal(b.controller.data.readouts[0], "35.0°");
    assert_string_equal(b.controller.data.readouts_before[0], "35.0°");
    key(&b, 'z', BP_MOD_CTRL);
    assert_string_equal(b.controller.data.readouts[0], "35.0°");
    assert_string_equal(b.controller.data.readouts_before[0], "30.0°");
    key(&b, 'z', BP_MOD_CTRL);
    assert_string_equal(b.controller.data.readouts[0], "30.0°");
    key(&b, 'z', BP_MOD_CTRL);
    type(&b, "a"); /* about X: the rotation about Z stays */
    key(&b, BP_KEY_UP, 0);
    assert_int_equal(v->core.selection.axis, 0);
    assert_string_equal(b.controller.data.readouts[0], "30.0°");
    close_bench(&b);
}

static void selects(void **state) {
    (void)state;
    bench b;
    open_viewer(&b);
    const bp_lesson_viewer *v = &b.controller.viewer;
    const bp_world *world = bp_session_world(b.session);
    key(&b, BP_KEY_TAB, 0);
    assert_string_equal(bp_bone_name(bp_lesson_viewer_bone(v, world)), "boneArmRight");
    key(&b, BP_KEY_TAB, 0);
    assert_string_equal(bp_bone_name(bp_lesson_viewer_bone(v, world)), "boneBody");
    key(&b, BP_KEY_TAB, BP_MOD_SHIFT);
    assert_string_equal(bp_bone_name(bp_lesson_viewer_bone(v, world)), "boneArmRight");
    type(&b, "]");
    assert_int_equal(v->core.selection.stage, 1);
    type(&b, "/mleft");
    assert_string_equal(bp_bone_name(bp_lesson_viewer_bone(v, world)), ARM);
    key(&b, BP_KEY_ESCAPE, 0);
    assert_false(v->core.search.open);
    /* A click on the body's joint, which is at the origin, on stage 1. */
    const bp_placed_stage *scene = &b.controller.base.drawn.scenes[0];
    bp_vec2 at;
    assert_true(bp_camera_project(&scene->camera, scene->rect, (bp_vec3){0, 0, 0}, &at, NULL));
    give(&b, (bp_event){.kind = BP_EVENT_PRESS, .button = BP_BUTTON_LEFT, .x = at.x, .y = at.y});
    give(&b, (bp_event){.kind = BP_EVENT_RELEASE, .button = BP_BUTTON_LEFT, .x = at.x, .y = at.y});
    assert_int_equal(v->core.selection.stage, 0);
    assert_string_equal(bp_bone_name(bp_lesson_viewer_bone(v, world)), "boneBody");
    close_bench(&b);
}

/* Every switch changes the picture, and back again when pressed twice (three times for the axes). */
static void switches(void **state) {
    (void)state;
    bench b;
    open_viewer(&b);
    const bp_view_settings before = b.controller.viewer.core.settings;
    const char *const signs[] = {"m", "w", "b", "x", "g", "n", "c", "l", "h", "i", "P"};
    for (size_t i = 0; i < BP_COUNT(signs); i++) {
        bp_lesson_viewer was = b.controller.viewer;
        type(&b, signs[i]);
        if (memcmp(&was, &b.controller.viewer, sizeof was) == 0) fail_msg("%s does nothing", signs[i]);
        type(&b, signs[i]);
    }
    type(&b, "k"); /* P shows whose rules are in force; K hides it again */
    assert_memory_equal(&before, &b.controller.viewer.core.settings, sizeof before);
    type(&b, "h");
    assert_int_equal(key(&b, BP_KEY_ESCAPE, 0) & BP_REQUEST_LEAVE, 0); /* closes the help alone */
    assert_true((key(&b, BP_KEY_ESCAPE, 0) & BP_REQUEST_LEAVE) != 0);
    assert_true((key(&b, 'q', BP_MOD_CTRL) & BP_REQUEST_QUIT) != 0);
    close_bench(&b);
}

static uint64_t picture_hash(const bench *b) {
    const bp_framebuffer *p = &b->controller.base.picture;
    uint64_t hash = 1469598103934665603u; /* FNV-1a */
    for (size_t i = 0; i < (size_t)4 * (size_t)p->stride * (size_t)p->height; i++)
        hash = (hash ^ p->pixels[i]) * 1099511628211u;
    return hash;
}

/* No key has two actions: the second would never happen. */
static void keys_are_unique(void **state) {
    (void)state;
    const bp_binding *a, *b;
    for (int i = 0; (a = bp_key_table_row(&bp_lesson_keys, i)); i++)
        for (int k = i + 1; (b = bp_key_table_row(&bp_lesson_keys, k)); k++)
            if (a->action && b->action && a->key == b->key && a->mods == b->mods &&
                a->character == b->character)
                fail_msg("rows %d and %d have one key: '%c', %d", i, k, a->character, a->key);
}

/* ---- the timeline ---- */

static bp_event at_track(const bench *b, bp_event_kind kind, float along) {
    bp_rect track = b->controller.base.drawn.track;
    return (bp_event){.kind = kind,
                      .button = BP_BUTTON_LEFT,
                      .x = (float)track.x + along * (float)(track.width - 1),
                      .y = (float)track.y + (float)track.height / 2};
}

/* Played, paused, stepped, dragged: t moves, edits stay. While the question is open there is no timeline. */
static void scrubs(void **state) {
    (void)state;
    bench b;
    open_viewer(&b);
    bp_lesson_viewer *v = &b.controller.viewer;
    assert_int_equal(b.controller.base.drawn.track.width, 0); /* the first step has no change */
    type(&b, "t");
    type(&b, ".");
    assert_true(v->position.t == 1 && !v->position.paused);
    key(&b, BP_KEY_RIGHT, 0);
    type(&b, "t");
    bp_lesson_viewer_scrub(v, &LESSON, 0.5f);
    assert_true(v->position.asking && v->position.t == 0 && !v->position.paused);
    assert_int_equal(b.controller.base.drawn.track.width, 0);
    type(&b, ",.");
    assert_string_equal(v->answer.text, ".."); /* typed, not stepped */
    key(&b, BP_KEY_SPACE, 0);
    key(&b, BP_KEY_SPACE, 0);
    bp_controller_tick(&b.controller.base, 1); /* of two seconds */
    type(&b, "t");
    assert_true(v->position.paused);
    assert_int_equal(bp_controller_tick(&b.controller.base, 1), 0);
    expect_float(v->position.t, 0.5, 1e-6);
    assert_string_equal(b.controller.data.readouts[0], "60.0°"); /* 30 + 60 * 0.5: eased at 0.5 is 0.5 */
    key(&b, BP_KEY_UP, 0);                                       /* by hand: 5 degrees more, at this t */
    expect_float(v->position.t, 0.5, 1e-6);
    assert_string_equal(b.controller.data.readouts[0], "65.0°");
    type(&b, ",,");
    expect_float(v->position.t, 0.3, 1e-6);
    for (int i = 0; i < 9; i++) type(&b, ".");
    assert_true(v->position.t == 1 && v->position.paused);
    assert_string_equal(b.controller.data.readouts[0], "95.0°");
    assert_int_equal(v->core.history.count, 1);
    type(&b, "t"); /* from the end: again */
    assert_true(v->position.t == 0 && !v->position.paused);
    bp_controller_tick(&b.controller.base, 0.5);
    give(&b, at_track(&b, BP_EVENT_PRESS, 0.75f));
    expect_float(v->position.t, 0.75, 1e-3);
    assert_true(v->position.paused);
    bp_event drag = at_track(&b, BP_EVENT_MOVE, 0.25f);
    drag.y = 5; /* the mouse may leave the line */
    give(&b, drag);
    expect_float(v->position.t, 0.25, 1e-3);
    drag.x = -100;
    give(&b, drag);
    assert_true(v->position.t == 0);
    drag.x = NAN;
    give(&b, drag);
    assert_true(v->position.t == 0);
    give(&b, at_track(&b, BP_EVENT_RELEASE, 0));
    give(&b, at_track(&b, BP_EVENT_MOVE, 0.5f));
    assert_true(v->position.t == 0 && v->core.history.count == 1);
    /* The button plays. */
    const bp_hit_areas *hits = &b.controller.base.drawn.hits;
    int i = 0;
    while (i < hits->count && hits->items[i].action != BP_ACTION_PLAY) i++;
    assert_true(i < hits->count);
    give(&b, (bp_event){.kind = BP_EVENT_PRESS,
                        .button = BP_BUTTON_LEFT,
                        .x = (float)hits->items[i].rect.x + 2,
                        .y = (float)hits->items[i].rect.y + 2});
    assert_false(v->position.paused);
    assert_int_equal(bp_controller_tick(&b.controller.base, 0.1), BP_REQUEST_REDRAW);
    close_bench(&b);
}

/* A jump to a question asks it, until it was answered. */
static void jumps_ask(void **state) {
    (void)state;
    bp_step steps[] = {STEPS[0], STEPS[2], STEPS[1]};
    bp_lesson_plan plan = LESSON;
    plan.steps = steps;
    bench b;
    open_bench(&b, &plan, 0, 640, 480);
    bp_lesson_viewer *v = &b.controller.viewer;
    key(&b, BP_KEY_END, 0);
    assert_true(v->position.step == 2 && v->position.asking && v->position.t == 0);
    type(&b, "-60");
    key(&b, BP_KEY_ENTER, 0);
    key(&b, BP_KEY_HOME, 0);
    assert_true(v->position.step == 0 && !v->position.asking && v->position.t == 1);
    key(&b, BP_KEY_END, 0);
    assert_true(v->position.step == 2 && !v->position.asking && v->position.t == 1);
    close_bench(&b);
}

/* ---- the beginning and the end ---- */

static void ends(void **state) {
    (void)state;
    bp_lesson_plan plan = LESSON;
    plan.text = (bp_lesson_text){.goal = "You will be able to test.",
                                 .learned = {"One.", "Two."},
                                 .try_this = {"Three."},
                                 .next = "Another test"};
    bench b;
    open_bench(&b, &plan, 0, 640, 480);
    b.live = true;
    bp_lesson_viewer *v = &b.controller.viewer;
    key(&b, BP_KEY_END, 0);
    assert_true(v->position.step == 2 && !v->position.ended && !v->finished);
    draw(&b);
    uint64_t last = picture_hash(&b);
    key(&b, BP_KEY_SPACE, 0);
    assert_true(v->position.step == 2 && v->position.ended && v->finished);
    assert_true(picture_hash(&b) != last);
    int scenes = b.controller.base.drawn.scene_count;
    assert_true(scenes > 0 && b.controller.base.drawn.scenes[0].rect.height > 50);
    key(&b, BP_KEY_UP, 0); /* free play */
    assert_int_equal(v->core.history.count, 1);
    /* Alone it tells how to start the next lesson; in the list it opens it. */
    assert_int_equal(key(&b, BP_KEY_ENTER, 0), BP_REQUEST_REDRAW);
    assert_string_equal(v->core.notice, "start it with: bindpose lesson 6");
    v->next = "Another test";
    assert_int_equal(key(&b, BP_KEY_SPACE, 0), BP_REQUEST_REDRAW | BP_REQUEST_NEXT_LESSON);
    assert_int_equal(key(&b, BP_KEY_RIGHT, 0), BP_REQUEST_REDRAW | BP_REQUEST_NEXT_LESSON);
    assert_int_equal(key(&b, BP_KEY_ENTER, 0), BP_REQUEST_REDRAW | BP_REQUEST_NEXT_LESSON);
    key(&b, BP_KEY_LEFT, 0);
    assert_true(v->position.step == 2 && !v->position.ended && v->finished);
    key(&b, 'z', BP_MOD_CTRL);
    key(&b, BP_KEY_SPACE, 0);
    key(&b, BP_KEY_HOME, 0);
    assert_true(v->position.step == 0 && !v->position.ended);
    /* The goal is shown at the first step alone. */
    uint64_t with = picture_hash(&b);
    plan.text.goal = "You will be able to examine.";
    draw(&b);
    assert_true(picture_hash(&b) != with);
    /* Any size and text size. */
    static const int sizes[][2] = {{1, 1}, {320, 320}, {800, 600}, {2000, 300}, {300, 1500}};
    key(&b, BP_KEY_END, 0);
    key(&b, BP_KEY_SPACE, 0);
    for (size_t i = 0; i < BP_COUNT(sizes); i++)
        for (v->core.settings.text = 0; v->core.settings.text < BP_TEXT_SIZES; v->core.settings.text++)
            give(&b, (bp_event){
                         .kind = BP_EVENT_RESIZE, .width = sizes[i][0], .height = sizes[i][1], .scale = 1});
    close_bench(&b);
}

static void answers_count(void **state) {
    (void)state;
    bench b;
    open_viewer(&b);
    const bp_lesson_viewer *v = &b.controller.viewer;
    key(&b, BP_KEY_RIGHT, 0);
    key(&b, BP_KEY_SPACE, 0);
    key(&b, BP_KEY_SPACE, 0); /* skipped */
    assert_true(v->answered == 0 && v->answer.skipped);
    type(&b, "r");
    assert_false(v->answer.skipped);
    type(&b, "-60");
    key(&b, BP_KEY_ENTER, 0);
    assert_true(v->answered == 2); /* step 2: bit 1 */
    key(&b, BP_KEY_RIGHT, 0);
    assert_true(v->answered == 2);
    close_bench(&b);
}

static void pictures_do_not_depend_on_the_path(void **state) {
    (void)state;
    bench b;
    open_viewer(&b);
    uint64_t expected[BP_COUNT(STEPS)], seed = 7;
    for (int i = 0; i < LESSON.step_count; i++) {
        bp_error error = {0};
        b.controller.viewer = bp_lesson_viewer_make(&LESSON, i, 640, 480);
        assert_true(bp_controller_draw(&b.controller.base, &error));
        expected[i] = picture_hash(&b);
    }
    assert_true(expected[0] != expected[1] && expected[1] != expected[2]);
    for (int i = 0; i < 40; i++) {
        static const int ways[] = {BP_KEY_SPACE, BP_KEY_RIGHT, BP_KEY_LEFT,
                                   BP_KEY_HOME,  BP_KEY_END,   BP_KEY_UP};
        key(&b, ways[test_random(&seed) % BP_COUNT(ways)], 0);
        if (b.controller.viewer.position.asking || b.controller.viewer.core.history.count > 0) continue;
        bp_controller_tick(&b.controller.base, 3);
        b.controller.viewer.answer.skipped = false; /* the pictures have its answer as given */
        bp_error error = {0};
        assert_true(bp_controller_draw(&b.controller.base, &error));
        int step = b.controller.viewer.position.step;
        if (picture_hash(&b) != expected[step]) fail_msg("walk %d: step %d looks different", i, step + 1);
    }
    close_bench(&b);
}

static bp_event random_event(uint64_t *seed) {
    bp_event event = {.kind = (bp_event_kind)(1 + test_random(seed) % 6)};
    event.key = test_random(seed) % 8 ? BP_KEY_SPACE + (int)(test_random(seed) % 16)
                                      : 'a' + (int)(test_random(seed) % 26);
    event.mods = test_random(seed) % 4 ? 0 : (unsigned)(test_random(seed) % 4);
    event.repeat = test_random(seed) % 5 == 0;
    event.text[0] = (char)(32 + test_random(seed) % 95);
    event.button = 1 + (int)(test_random(seed) % 3);
    event.x = test_random_float(seed, -40, 700);
    event.y = test_random_float(seed, -40, 520);
    if (test_random(seed) % 500 == 0) event.x = NAN;
    event.wheel = test_random_float(seed, -3, 3);
    return event;
}

static void check(const bp_lesson_viewer *v, const bp_world *world) {
    assert_true(v->position.step >= 0 && v->position.step < LESSON.step_count);
    assert_true(v->position.t >= 0 && v->position.t <= 1);
    assert_true(!v->position.asking || v->position.t == 0);
    assert_true(v->core.selection.stage >= -1 && v->core.selection.stage < world->stage_count);
    assert_true(v->core.history.count >= 0 && v->core.history.count <= BP_EDITS_MAX);
    assert_true(v->core.history.undo_count >= 0 && v->core.history.undo_count <= BP_UNDO_MAX);
    assert_true(v->core.settings.zoom >= 0.1f && v->core.settings.zoom <= 10);
    assert_true(v->core.settings.text >= 0 && v->core.settings.text < BP_TEXT_SIZES);
    assert_true(strlen(v->answer.text) < BP_TYPED_MAX && strlen(v->core.search.name) < BP_TYPED_MAX);
}

/* 20,000 events, with a picture every 500th: clicks hit what is drawn. */
static void storms(void **state) {
    (void)state;
    bench b;
    open_viewer(&b);
    uint64_t seed = 2026;
    for (int i = 0; i < 20000; i++) {
        bp_event event = random_event(&seed);
        if (event.kind == BP_EVENT_KEY && (event.mods & BP_MOD_CTRL))
            event.key = BP_KEY_UP; /* writes no files */
        if (event.kind == BP_EVENT_TEXT && (event.text[0] == 's' || event.text[0] == 'S')) continue;
        bp_error error = {0};
        unsigned requests;
        if (!bp_controller_event(&b.controller.base, &event, &requests, &error))
            fail_msg("%d: %s", i, error.message);
        bp_controller_tick(&b.controller.base, 0.05);
        check(&b.controller.viewer, bp_session_world(b.session));
        if (i % 500 == 0 && !bp_controller_draw(&b.controller.base, &error))
            fail_msg("%d: %s", i, error.message);
    }
    close_bench(&b);
}

/* Windows of any size: nothing fails, and no scene is without pixels. */
static void sizes(void **state) {
    (void)state;
    bench b;
    open_viewer(&b);
    static const int all[][2] = {{1, 1}, {320, 320}, {480, 360}, {800, 600}, {2000, 300}, {300, 1500}};
    for (size_t i = 0; i < BP_COUNT(all); i++) {
        for (int text = 0; text < BP_TEXT_SIZES; text += 3) {
            b.controller.viewer.core.settings.text = text;
            b.controller.viewer.core.settings.fold = text > 2;
            give(&b,
                 (bp_event){.kind = BP_EVENT_RESIZE, .width = all[i][0], .height = all[i][1], .scale = 1});
            for (int s = 0; s < b.controller.base.drawn.scene_count; s++)
                assert_true(b.controller.base.drawn.scenes[s].rect.width > 0 &&
                            b.controller.base.drawn.scenes[s].rect.height > 0);
        }
    }
    close_bench(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_by_keys),
        cmocka_unit_test(answers),
        cmocka_unit_test(rotates_and_undoes),
        cmocka_unit_test(selects),
        cmocka_unit_test(switches),
        cmocka_unit_test(keys_are_unique),
        cmocka_unit_test(scrubs),
        cmocka_unit_test(jumps_ask),
        cmocka_unit_test(ends),
        cmocka_unit_test(answers_count),
        cmocka_unit_test(pictures_do_not_depend_on_the_path),
        cmocka_unit_test(storms),
        cmocka_unit_test(sizes),
    };
    return cmocka_run_group_tests_name("viewer", tests, NULL, NULL);
}

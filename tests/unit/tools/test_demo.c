/* The demo without a window: keys, mouse, time, camera; random events; averaged figures. */
#include "base/isa.h"
#include "support/test.h"
#include "tools/demo/demo_renderer.h"
#include <bindpose/gltf.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static bp_demo make(void) { return bp_demo_make(1920, 1080, 4, bp_isa_best()); }

static unsigned type(bp_demo *demo, const char *signs) {
    unsigned requests = 0;
    for (; *signs; signs++) {
        const bp_event event = {.kind = BP_EVENT_TEXT, .text = {*signs}};
        requests |= bp_demo_step(demo, NULL, &event, 1, 0);
    }
    return requests;
}

static unsigned key(bp_demo *demo, int code, unsigned mods) {
    const bp_event event = {.kind = BP_EVENT_KEY, .key = code, .mods = mods};
    return bp_demo_step(demo, NULL, &event, 1, 0);
}

/* A dropped file, an empty event, an area without an action, characters of several bytes: all are ignored. */
static void test_ignored_events(void **state) {
    (void)state;
    bp_demo demo = make(), before = demo;
    const bp_hit_areas hits = {.count = 1, .items = {{{10, 10, 50, 20}, BP_ACTION_STEP, BP_DEMO_NOTHING}}};
    const bp_event events[] = {{.kind = BP_EVENT_NONE},
                               {.kind = BP_EVENT_DROP, .path = "x.glb"},
                               {.kind = BP_EVENT_TEXT, .text = "\xC3\xA9"},
                               {.kind = BP_EVENT_TEXT, .text = "mm"},
                               {.kind = BP_EVENT_KEY, .key = 'q'},
                               {.kind = BP_EVENT_KEY},
                               {.kind = BP_EVENT_PRESS, .button = BP_BUTTON_LEFT, .x = 20, .y = 15},
                               {.kind = BP_EVENT_PRESS, .button = BP_BUTTON_RIGHT, .x = 500, .y = 500},
                               {.kind = BP_EVENT_RELEASE}};
    assert_int_equal(bp_demo_step(&demo, &hits, events, BP_COUNT(events), 0), 0);
    demo.x = before.x, demo.y = before.y; /* the mouse position */
    assert_memory_equal(&demo, &before, sizeof demo);
}

static void test_numbers(void **state) {
    (void)state;
    bp_demo demo = make();
    assert_int_equal(demo.count, 50);
    type(&demo, "+");
    assert_int_equal(demo.count, 100);
    type(&demo, "--=");
    assert_int_equal(demo.count, 50);
    for (int i = 0; i < 30; i++) type(&demo, "+");
    assert_int_equal(demo.count, 10000);
    for (int i = 0; i < 30; i++) type(&demo, "-");
    assert_int_equal(demo.count, 1);
    demo.count = 70; /* as --characters may say */
    type(&demo, "+");
    assert_int_equal(demo.count, 100);
    demo.count = 70;
    type(&demo, "-");
    assert_int_equal(demo.count, 50);
    type(&demo, "]");
    assert_int_equal(demo.threads, 4);
    type(&demo, "[[[[[[");
    assert_int_equal(demo.threads, 1);
    type(&demo, "]");
    assert_int_equal(demo.threads, 2);
}

static void test_sets(void **state) {
    (void)state;
    bp_demo demo = make();
    int sets = 0;
    unsigned met = 0;
    for (int i = BP_ISA_PORTABLE; i < BP_ISA_COUNT; i++) sets += bp_isa_available((bp_isa)i);
    for (int i = 0; i < sets; i++) {
        type(&demo, "I");
        assert_true(bp_isa_available(demo.isa));
        met |= 1u << demo.isa;
    }
    assert_int_equal(demo.isa, bp_isa_best());
    assert_int_equal(__builtin_popcount(met), sets);
}

static void test_switches(void **state) {
    (void)state;
    bp_demo demo = make();
    type(&demo, "mwtdlpo");
    assert_int_equal(demo.samples, 4);
    assert_true(demo.wireframe && demo.tiles && demo.full_detail && demo.light && !demo.panel &&
                !demo.orbiting);
    bp_crowd_settings look = bp_demo_crowd_settings(&demo, 1.7f);
    assert_true(look.samples == 4 && look.wireframe && look.time_tiles && look.full_detail && look.light);
    type(&demo, "MWTDLPO");
    assert_int_equal(demo.samples, 1);
    assert_true(!demo.wireframe && !demo.tiles && !demo.full_detail && !demo.light && demo.panel &&
                demo.orbiting);
}

static void test_requests(void **state) {
    (void)state;
    bp_demo demo = make();
    assert_int_equal(type(&demo, "s"), BP_REQUEST_SCREENSHOT);
    assert_int_equal(type(&demo, "f"), BP_REQUEST_FULLSCREEN);
    assert_int_equal(key(&demo, BP_KEY_F11, 0), BP_REQUEST_FULLSCREEN);
    assert_int_equal(key(&demo, 'q', BP_MOD_CTRL), BP_REQUEST_QUIT);
    assert_int_equal(type(&demo, "h"), 0);
    assert_true(demo.help);
    assert_int_equal(key(&demo, BP_KEY_ESCAPE, 0), 0); /* closes the help ... */
    assert_false(demo.help);
    assert_int_equal(key(&demo, BP_KEY_ESCAPE, 0), BP_REQUEST_QUIT); /* ... then the demo */
    const bp_event close = {.kind = BP_EVENT_CLOSE};
    assert_int_equal(bp_demo_step(&demo, NULL, &close, 1, 0), BP_REQUEST_QUIT);
    assert_int_equal(type(&demo, "xyz9"), 0);
}

static void test_time(void **state) {
    (void)state;
    bp_demo demo = make();
    bp_demo_step(&demo, NULL, NULL, 0, 0.25);
    expect_float(demo.time, 0.25, 0);
    expect_float(demo.yaw, 0.06 * 0.25, 1e-6); /* the view goes round by itself */
    key(&demo, BP_KEY_SPACE, 0);
    bp_demo_step(&demo, NULL, NULL, 0, 5);
    expect_float(demo.time, 0.25, 0);
    key(&demo, BP_KEY_SPACE, 0);
    type(&demo, "o");
    bp_demo_step(&demo, NULL, NULL, 0, 1);
    expect_float(demo.time, 1.25, 0);
    expect_float(demo.yaw, 0.06 * 0.25, 1e-6);
    bp_demo_notify(&demo, "written");
    bp_demo_step(&demo, NULL, NULL, 0, 3);
    assert_string_equal(demo.notice, "written");
    bp_demo_step(&demo, NULL, NULL, 0, 3);
    assert_string_equal(demo.notice, "");
}

static void test_mouse(void **state) {
    (void)state;
    bp_demo demo = make();
    bp_hit_areas hits = {.count = 1, .items = {{{10, 10, 50, 20}, BP_ACTION_STEP, BP_DEMO_WIREFRAME}}};
    const bp_event click[] = {{.kind = BP_EVENT_PRESS, .button = BP_BUTTON_LEFT, .x = 20, .y = 15},
                              {.kind = BP_EVENT_RELEASE, .button = BP_BUTTON_LEFT, .x = 20, .y = 15}};
    bp_demo_step(&demo, &hits, click, 2, 0);
    assert_true(demo.wireframe && demo.yaw == 0);
    const bp_event drag[] = {{.kind = BP_EVENT_PRESS, .button = BP_BUTTON_LEFT, .x = 500, .y = 500},
                             {.kind = BP_EVENT_MOVE, .x = 608, .y = 446},
                             {.kind = BP_EVENT_RELEASE, .button = BP_BUTTON_LEFT},
                             {.kind = BP_EVENT_MOVE, .x = 0, .y = 0}};
    bp_demo_step(&demo, &hits, drag, 4, 0);
    expect_float(demo.yaw, -0.3, 1e-5); /* three radians over the picture's height, 108 of 1080 pixels */
    expect_float(demo.pitch, -0.15, 1e-5);
    const bp_event wheel = {.kind = BP_EVENT_WHEEL, .wheel = 1};
    bp_demo_step(&demo, &hits, &wheel, 1, 0);
    expect_float(demo.zoom, 0.9, 1e-6);
    key(&demo, BP_KEY_HOME, 0);
    assert_true(demo.yaw == 0 && demo.pitch == 0 && demo.zoom == 1);
}

static float distance(const bp_demo *demo) {
    bp_camera camera = bp_demo_camera(demo, 1.7f);
    return bp_vec3_distance(camera.eye, camera.target);
}

static void test_camera(void **state) {
    (void)state;
    bp_demo demo = make();
    demo.count = 1;
    float near = distance(&demo);
    demo.count = 1000;
    assert_true(distance(&demo) > 3 * near);
    float far = distance(&demo);
    key(&demo, BP_KEY_PAGE_UP, 0);
    expect_float(distance(&demo), 0.85 * far, 0.01 * far);
    key(&demo, BP_KEY_PAGE_DOWN, 0);
    bp_vec3 before = bp_demo_camera(&demo, 1.7f).eye;
    key(&demo, BP_KEY_UP, 0);
    assert_true(bp_demo_camera(&demo, 1.7f).eye.y > before.y);
    key(&demo, BP_KEY_RIGHT, 0);
    expect_float(demo.yaw, 0.1, 1e-6);
    key(&demo, BP_KEY_LEFT, 0);
    expect_float(demo.yaw, 0, 1e-6);
}

/* After any events all values stay within their limits, and the eye above the floor. */
static void test_storm(void **state) {
    (void)state;
    static const int keys[] = {BP_KEY_SPACE, BP_KEY_LEFT, BP_KEY_RIGHT, BP_KEY_UP,        BP_KEY_DOWN,
                               BP_KEY_HOME,  BP_KEY_F1,   BP_KEY_F11,   BP_KEY_PAGE_DOWN, BP_KEY_PAGE_UP};
    bp_demo demo = make();
    uint32_t seed = 7;
    for (int i = 0; i < 20000; i++) {
        seed = seed * 1664525u + 1013904223u;
        uint32_t r = seed >> 8;
        bp_event event = {.kind = (bp_event_kind)(r % (BP_EVENT_CLOSE)), .button = (int)(r >> 4) % 4};
        event.key = keys[(r >> 3) % BP_COUNT(keys)];
        event.text[0] = "+-[]imdwtolphsf?"[(r >> 5) & 15];
        event.x = (float)(r % 3000) - 500;
        event.y = (float)(r % 2003) - 500;
        event.wheel = (float)(r % 3) - 1;
        event.width = 1 + (int)(r % 4000);
        event.height = 1 + (int)(r % 3001);
        event.scale = 1;
        bp_demo_step(&demo, NULL, &event, 1, (double)(r % 7) / 60);
        assert_in_range(demo.count, 1, 10000);
        assert_in_range(demo.threads, 1, 4);
        assert_true(bp_isa_available(demo.isa) && (demo.samples == 1 || demo.samples == 4));
        bp_camera camera = bp_demo_camera(&demo, 1.7f);
        assert_true(camera.eye.y > 0 && isfinite(camera.eye.x) && isfinite(camera.eye.z));
        assert_true(camera.near_z > 0 && camera.far_z > camera.near_z);
    }
}

static void test_meter(void **state) {
    (void)state;
    bp_demo_meter meter = {.every = 0};
    bp_crowd_stats report = {.visible = 3, .pose = 0.001, .skin = 0.002};
    report.raster.setup = 0.003, report.raster.tiles = 0.004;
    report.counters = (bp_counters){.triangles_in = 100, .triangles_culled = 40, .fragments_written = 7};
    bp_demo_meter_add(&meter, &(bp_demo_times){.frame = 0.01}, &report);
    report.visible = 5;
    bp_demo_meter_add(&meter, &(bp_demo_times){.frame = 0.03, .present = 0.004}, &report);
    bp_demo_stats f = bp_demo_meter_flush(&meter);
    expect_float(f.frames_per_second, 50, 1e-9); /* two in 0.04 s */
    expect_float(f.frame, 20, 1e-9);
    expect_float(f.present, 2, 1e-9);
    expect_float(f.tiles, 4, 1e-9);
    expect_float(f.visible, 4, 0);
    expect_float(f.drawn, 60, 0);
    f = bp_demo_meter_flush(&meter);
    expect_float(f.frames_per_second, 0, 0);
    meter = (bp_demo_meter){.every = 0.05};
    for (int i = 0; i < 7; i++) bp_demo_meter_add(&meter, &(bp_demo_times){.frame = 0.02}, &report);
    expect_float(meter.shown.frames_per_second, 50, 1e-9);
    assert_int_equal(meter.frames, 1); /* shown after the third and the sixth */
}

/* A real frame with everything over it: every setting can be clicked, and a click on it changes it. */
static void test_panel(void **state) {
    (void)state;
    bp_error error = {0};
    bp_demo_renderer renderer;
    bp_model *model;
    const char *path = "assets/character.glb";
    bp_context *context = bp_context_create(NULL, &error);
    if (!bp_gltf_read(context, path, NULL, &model, NULL, &error)) fail_msg("%s", error.message);
    bp_model_pose *pose = bp_model_pose_create(model, &error);
    assert_true(bp_model_pose_set(pose, -1, 0, &error));
    bp_demo_renderer_open(&renderer, pose, path);
    bp_demo demo = bp_demo_make(800, 720, 2, bp_isa_best());
    demo.count = 3;
    type(&demo, "t");
    if (!bp_demo_renderer_draw(&renderer, &demo, true, &error)) fail_msg("%s", error.message);
    assert_int_equal(renderer.report.visible, 3);
    assert_true(renderer.report.raster.each_tile && renderer.panel > 0);
    unsigned clickable = 0;
    for (int i = 0; i < renderer.hits.count; i++) {
        assert_true(renderer.hits.items[i].rect.x >= 0 && renderer.hits.items[i].rect.y >= 0);
        clickable |= 1u << renderer.hits.items[i].value;
    }
    for (int act = BP_DEMO_COUNT; act <= BP_DEMO_PAUSE; act++) assert_true(clickable & 1u << act);
    /* On a phone only its head is shown, and the keys that fit: nothing is cut off. */
    bp_demo phone = demo;
    phone.width = 360;
    if (!bp_demo_renderer_draw(&renderer, &phone, true, &error)) fail_msg("%s", error.message);
    assert_true(renderer.hits.count > 0);
    for (int i = 0; i < renderer.hits.count; i++) {
        const bp_rect rect = renderer.hits.items[i].rect;
        assert_true(rect.x + rect.width <= 360 && renderer.hits.items[i].value >= BP_DEMO_PAUSE);
    }
    type(&demo, "th");
    if (!bp_demo_renderer_draw(&renderer, &demo, true, &error)) fail_msg("%s", error.message);
    const bp_event click = {.kind = BP_EVENT_PRESS, .button = BP_BUTTON_LEFT, .x = 400, .y = 400};
    bp_demo_step(&demo, &renderer.hits, &click, 1, 0);
    assert_false(demo.help); /* a click anywhere closes it */
    demo.isa = BP_ISA_PORTABLE;
    if (!bp_demo_renderer_draw(&renderer, &demo, true, &error)) fail_msg("%s", error.message);
    assert_int_equal(bp_context_isa(renderer.context), BP_ISA_PORTABLE);
    demo.threads = 1;
    if (!bp_demo_renderer_draw(&renderer, &demo, true, &error)) fail_msg("%s", error.message);
    assert_int_equal(renderer.threads, 1);
    bp_demo_renderer_close(&renderer);
    bp_model_pose_destroy(pose);
    bp_model_destroy(model);
    bp_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_sets),
        cmocka_unit_test(test_switches),
        cmocka_unit_test(test_requests),
        cmocka_unit_test(test_time),
        cmocka_unit_test(test_mouse),
        cmocka_unit_test(test_camera),
        cmocka_unit_test(test_storm),
        cmocka_unit_test(test_meter),
        cmocka_unit_test(test_panel),
        cmocka_unit_test(test_ignored_events),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The model viewer without a window: switches, keys, 20,000 random events, windows of any size. */
#include "support/model_fixture.h"

static uint64_t hash_of(const bench *b) { return picture_hash(&b->controller.base.picture); }

/* Each switch changes the picture, and back when pressed twice: the scene layer is never stale. */
static void switches(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    uint64_t before = hash_of(&b);
    for (const char *sign = "mwbxncildh"; *sign; sign++) {
        const char once[] = {*sign, '\0'};
        type(&b, once);
        if (hash_of(&b) == before) fail_msg("%s changes nothing", once);
        type(&b, once);
        if (hash_of(&b) != before) fail_msg("%s twice leaves something", once);
    }
    type(&b, "+");
    assert_true(hash_of(&b) != before);
    type(&b, "-");
    static const int ways[] = {BP_KEY_LEFT, BP_KEY_RIGHT, BP_KEY_UP, BP_KEY_DOWN};
    for (unsigned mods = BP_MOD_SHIFT; mods <= BP_MOD_CTRL; mods++) {
        for (size_t i = 0; i < BP_COUNT(ways); i++) {
            key(&b, ways[i], mods);
            if (i % 2 == 0 && hash_of(&b) == before) fail_msg("%zu, %u changes nothing", i, mods);
        }
    }
    key(&b, BP_KEY_PAGE_UP, 0);
    expect_float(b.controller.viewer.core.settings.zoom, 0.9f, 1e-6);
    key(&b, BP_KEY_PAGE_DOWN, 0);
    give(&b, (bp_event){.kind = BP_EVENT_WHEEL, .wheel = 1, .x = 250, .y = 250});
    expect_float(b.controller.viewer.core.settings.zoom, 0.9f, 1e-6);
    type(&b, "o");
    assert_true(hash_of(&b) == before);
    assert_true((key(&b, BP_KEY_F11, 0) & BP_REQUEST_FULLSCREEN) != 0);
    key(&b, BP_KEY_F1, 0);
    assert_true(b.controller.viewer.core.settings.help);
    assert_int_equal(key(&b, BP_KEY_ESCAPE, 0) & BP_REQUEST_LEAVE, 0); /* closes the help alone */
    assert_true((key(&b, BP_KEY_ESCAPE, 0) & BP_REQUEST_LEAVE) != 0);
    assert_true((key(&b, 'q', BP_MOD_CTRL) & BP_REQUEST_QUIT) != 0);
    assert_true((give(&b, (bp_event){.kind = BP_EVENT_CLOSE}) & BP_REQUEST_QUIT) != 0);
    close_bench(&b);
}

/* Every binding of the table can be reached: none shadows another. */
static void bindings_are_distinct(void **state) {
    (void)state;
    const bp_binding *binding;
    for (int i = 0; (binding = bp_key_table_row(&bp_model_keys, i)); i++) {
        if (binding->action == BP_ACTION_NONE) continue;
        bp_event event = {.kind = binding->character ? BP_EVENT_TEXT : BP_EVENT_KEY, .key = binding->key};
        event.mods = binding->mods;
        event.text[0] = binding->character;
        assert_ptr_equal(bp_key_table_lookup(&bp_model_keys, &event), binding);
    }
}

static bp_event random_event(uint64_t *seed) {
    bp_event event = {.kind = (bp_event_kind)(1 + test_random(seed) % 6)};
    event.key = test_random(seed) % 8 ? BP_KEY_SPACE + (int)(test_random(seed) % 16)
                                      : 'a' + (int)(test_random(seed) % 26);
    event.mods = test_random(seed) % 4 ? 0 : (unsigned)(test_random(seed) % 4);
    event.repeat = test_random(seed) % 5 == 0;
    event.text[0] = (char)(32 + test_random(seed) % 95);
    event.button = 1 + (int)(test_random(seed) % 3);
    event.x = test_random_float(seed, -40, WIDTH + 40);
    event.y = test_random_float(seed, -40, HEIGHT + 40);
    if (test_random(seed) % 500 == 0) event.x = NAN;
    event.wheel = test_random_float(seed, -3, 3);
    return event;
}

static bool writes_file(const bp_event *event) {
    if (event->kind == BP_EVENT_TEXT) return event->text[0] == 's' || event->text[0] == 'S';
    return event->kind == BP_EVENT_KEY && (event->mods & BP_MOD_CTRL) &&
           (event->key == 's' || event->key == 'd');
}

static void check(const bp_model_controller *controller) {
    const bp_model_viewer *v = &controller->viewer;
    assert_true(v->play.clip >= -1 && v->play.clip < (int)controller->loaded.model->clip_count);
    assert_true(v->play.seconds >= 0 && v->play.seconds <= 2);
    assert_true(v->play.speed >= 0 && v->play.speed < BP_MODEL_SPEEDS);
    assert_true(v->core.selection.stage == 0 && v->core.selection.bone < 3);
    assert_true(v->core.history.count >= 0 && v->core.history.count <= BP_EDITS_MAX);
    assert_true(v->core.settings.zoom >= 0.1f && v->core.settings.zoom <= 10);
    assert_true(v->doctor.selected >= -1 && v->doctor.selected < (int)(controller->loaded.report.count + 1));
    assert_true(v->doctor.top >= 0);
}

/* 20,000 events, with a picture every 500th: clicks hit what is drawn. */
static void storms(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    bp_loaded_model_examine(&b.controller.loaded);
    uint64_t seed = 2026;
    for (int i = 0; i < 20000; i++) {
        bp_event event = random_event(&seed);
        if (writes_file(&event)) continue;
        bp_error error = {0};
        unsigned requests;
        if (!bp_controller_event(&b.controller.base, &event, &requests, &error))
            fail_msg("%d: %s", i, error.message);
        bp_controller_tick(&b.controller.base, 0.05);
        check(&b.controller);
        if (i % 500 == 0 && !bp_controller_draw(&b.controller.base, &error))
            fail_msg("%d: %s", i, error.message);
    }
    close_bench(&b);
}

/* Windows of any size: nothing fails, and the scene always has pixels. */
static void sizes(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    static const int all[][2] = {{1, 1}, {320, 320}, {480, 360}, {800, 600}, {2000, 300}, {300, 1500}};
    for (size_t i = 0; i < BP_COUNT(all); i++) {
        for (int text = 0; text < BP_TEXT_SIZES; text += 3) {
            b.controller.viewer.core.settings.text = text;
            b.controller.viewer.core.settings.fold = text > 2;
            b.controller.viewer.doctor.open = text > 3;
            type(&b, "v");
            give(&b,
                 (bp_event){.kind = BP_EVENT_RESIZE, .width = all[i][0], .height = all[i][1], .scale = 1});
            bp_rect scene = b.controller.base.drawn.scenes[0].rect;
            assert_true(scene.width > 0 && scene.height > 0);
        }
    }
    close_bench(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(switches),
        cmocka_unit_test(bindings_are_distinct),
        cmocka_unit_test(storms),
        cmocka_unit_test(sizes),
    };
    return cmocka_run_group_tests_name("model viewer", tests, NULL, NULL);
}

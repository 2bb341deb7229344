/* The pixel inspector in a model's window: the pixel that it shows, its history, the keys and the mouse. */
#include "support/model_fixture.h"
#include "viewer/panel_inspector.h"

#include "support/inspector.h"

static void open_inspector(bench *b) {
    b->controller.base.texts = &inspector_texts;
    inspector_texts.count = 0;
    type(b, "#");
    assert_true(b->controller.viewer.core.inspector.open);
}

/* In both themes, with names and weights over and in the scene. */
static void same_bytes(void **state) {
    (void)state;
    static const char *const shown[] = {"", "l", "n", "g"};
    bench b;
    open_bench(&b);
    for (size_t i = 0; i < BP_COUNT(shown); i++) {
        type(&b, shown[i]);
        uint8_t *before = inspector_copy(&b.controller.base.picture);
        open_inspector(&b);
        assert_true(inspector_says("Pixel inspector"));
        assert_true(inspector_sweep(&b, before, WIDTH, b.controller.base.drawn.scenes[0].rect, 29) > 200);
        type(&b, "#");
        expect_bytes(before, b.controller.base.picture.pixels, (size_t)4 * WIDTH * HEIGHT); /* it is gone */
        free(before);
    }
    close_bench(&b);
}

/* A pixel on the body, whose history has a triangle. */
static bp_vec2 point_at_body(bench *b) {
    bp_vec2 at = joint(b, LEFT);
    inspector_point(b, (int)at.x, (int)at.y);
    return (bp_vec2){floorf(at.x), floorf(at.y)};
}

static void moves_and_keeps(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    open_inspector(&b);
    bp_inspector *in = &b.controller.viewer.core.inspector;
    bp_vec2 at = point_at_body(&b);
    assert_true(in->has_pixel && !in->kept && in->x == (int)at.x && in->y == (int)at.y);
    assert_true(b.controller.viewer.core.hover.drag == BP_DRAG_NONE); /* nothing lights up under the mouse */
    click(&b, at.x, at.y);
    assert_true(in->kept);
    inspector_point(&b, (int)at.x + 9, (int)at.y + 9);
    assert_true(in->x == (int)at.x && in->y == (int)at.y);
    static const int arrows[4][3] = {
        {BP_KEY_LEFT, -1, 0}, {BP_KEY_UP, -1, -1}, {BP_KEY_RIGHT, 0, -1}, {BP_KEY_DOWN, 0, 0}};
    for (int i = 0; i < 4; i++) {
        key(&b, arrows[i][0], 0);
        assert_true(in->x == (int)at.x + arrows[i][1] && in->y == (int)at.y + arrows[i][2]);
    }
    expect_float(degrees(&b, LEFT), 0, 0); /* the arrows rotated no bone */
    assert_int_equal(key(&b, BP_KEY_ESCAPE, 0) & BP_REQUEST_LEAVE, 0);
    assert_true(in->open && !in->kept);
    inspector_point(&b, (int)at.x + 9, (int)at.y + 9);
    assert_true(in->x == (int)at.x + 9);
    assert_int_equal(key(&b, BP_KEY_ESCAPE, 0) & BP_REQUEST_LEAVE, 0);
    assert_false(in->open);
    assert_int_not_equal(key(&b, BP_KEY_ESCAPE, 0) & BP_REQUEST_LEAVE, 0);
    close_bench(&b);
}

/* The keyboard alone: the first arrow takes the middle of the scene, and the pixel stays in it. */
static void works_without_mouse(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    open_inspector(&b);
    bp_inspector *in = &b.controller.viewer.core.inspector;
    bp_rect scene = b.controller.base.drawn.scenes[0].rect;
    assert_false(in->has_pixel);
    key(&b, BP_KEY_LEFT, 0);
    assert_true(in->has_pixel && in->x == scene.x + scene.width / 2 && in->y == scene.y + scene.height / 2);
    for (int i = 0; i < scene.height; i++) key(&b, BP_KEY_UP, 0);
    assert_int_equal(in->y, scene.y);
    close_bench(&b);
}

static void scrolls(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    open_inspector(&b);
    bp_inspector *in = &b.controller.viewer.core.inspector;
    bp_vec2 at = point_at_body(&b);
    assert_true(inspector_says("1. clear in draw 0"));
    int most = b.controller.base.drawn.inspector_scroll;
    assert_true(most > 10);
    float zoom = b.controller.viewer.core.settings.zoom;
    inspector_texts.count = 0;
    give(&b, (bp_event){.kind = BP_EVENT_WHEEL, .wheel = -1, .x = at.x, .y = at.y});
    assert_int_equal(in->scroll, 3);
    assert_false(inspector_says("1. clear in draw 0"));
    expect_float(b.controller.viewer.core.settings.zoom, zoom, 0);
    for (int i = 0; i < 200; i++) key(&b, BP_KEY_PAGE_DOWN, 0);
    assert_int_equal(in->scroll, most);
    for (int i = 0; i < 200; i++) key(&b, BP_KEY_PAGE_UP, 0);
    assert_int_equal(in->scroll, 0);
    close_bench(&b);
}

/* The history of a pixel of the window. */
static void read_history(bench *b, int x, int y, bp_pixel_probe *probe) {
    bp_error error = {0};
    *probe = (bp_pixel_probe){.context = b->context, .x = x, .y = y};
    b->controller.base.probe = probe;
    assert_true(b->controller.base.client->draw(&b->controller.base, &error));
    b->controller.base.probe = NULL;
}

static const bp_pixel_event *find(const bp_pixel_history *history, const bp_pixel_event *like) {
    for (size_t i = 0; i < history->count; i++) {
        const bp_pixel_event *event = &history->events[i];
        if (event->positions == like->positions && event->draw == like->draw &&
            event->primitive == like->primitive)
            return event;
    }
    return NULL;
}

/* A click on a triangle's line draws it large. The points that it shows as covered are those that the
 * histories of the pixels around have. */
static void shows_triangles(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    open_inspector(&b);
    const bp_inspector *in = &b.controller.viewer.core.inspector;
    bp_vec2 at = point_at_body(&b);
    bp_pixel_probe here;
    read_history(&b, (int)at.x, (int)at.y, &here);
    int number = 0;
    while (!here.history.events[number].positions) number++;
    uint64_t without = picture_hash(&b.controller.base.picture);
    bp_vec2 line = place_of(&b, BP_ACTION_INSPECT_EVENT, number + 1);
    inspector_texts.count = 0;
    click(&b, line.x, line.y);
    assert_true(in->event == number + 1 && in->kept);
    assert_true(inspector_says("A thick edge is a top or left edge"));
    assert_true(picture_hash(&b.controller.base.picture) != without);
    const bp_pixel_event *event = &here.history.events[number];
    int covered = 0, missed = 0;
    for (int i = 0; i < 41 * 41; i++) {
        int x = in->x + i % 41 - 20, y = in->y + i / 41 - 20;
        bp_pixel_probe there;
        read_history(&b, x, y, &there);
        const bp_pixel_event *same = find(&there.history, event);
        for (int s = 0; s < 4; s++) {
            float sx = event->samples[s].x - (float)in->x, sy = event->samples[s].y - (float)in->y;
            bool expected = same && same->samples[s].covered;
            assert_true(bp_event_covers(event, (float)x + sx, (float)y + sy) == expected);
            covered += expected, missed += !expected;
        }
        bp_pixel_history_clear(b.context, &there.history);
    }
    assert_true(covered > 0 && missed > 0);
    bp_pixel_history_clear(b.context, &here.history);
    key(&b, BP_KEY_ESCAPE, 0);
    assert_true(in->event == 0 && in->kept);
    close_bench(&b);
}

/* After the first draw there is only the ground. From one draw to the next the pixel changes only if its
 * history has an event of that draw. */
static void goes_through_draws(void **state) {
    (void)state;
    bench b;
    open_bench(&b);
    open_inspector(&b);
    const bp_inspector *in = &b.controller.viewer.core.inspector;
    const bp_drawn_frame *drawn = &b.controller.base.drawn;
    const bp_framebuffer *picture = &b.controller.base.picture;
    bp_vec2 at = joint(&b, LEFT);
    uint8_t *before = inspector_copy(picture);
    inspector_point(&b, (int)at.x, (int)at.y);
    uint64_t whole = picture_hash(picture);
    const uint8_t *pixel = picture->pixels + 4 * ((size_t)WIDTH * (size_t)at.y + (size_t)at.x);
    bp_pixel_probe here;
    read_history(&b, (int)at.x, (int)at.y, &here);
    uint8_t last[4];
    memcpy(last, pixel, 4);
    int all = drawn->inspector_draws, changes = 0;
    assert_true(all > 3 && in->draws == 0);
    for (int draws = all - 1; draws >= 1; draws--) {
        inspector_texts.count = 0;
        type(&b, ",");
        assert_int_equal(in->draws, draws);
        char words[48];
        snprintf(words, sizeof words, "after %d of %d draws", draws, all);
        assert_true(inspector_says(words));
        inspector_expect(before, WIDTH, (int)at.x, (int)at.y); /* the history is that of the whole picture */
        bool touched = false;
        for (size_t i = 0; i < here.history.count; i++) touched |= (int)here.history.events[i].draw == draws;
        bool changed = memcmp(last, pixel, 4) != 0;
        assert_true(!changed || touched ||
                    draws == all - 1); /* names and marks come after the scene's pass */
        memcpy(last, pixel, 4);
        changes += changed;
    }
    assert_true(changes > 0);
    assert_memory_equal(pixel, &bp_theme_of(false)->card, 4);
    type(&b, ",");
    assert_int_equal(in->draws, 1);
    for (int draws = 1; draws < all; draws++) type(&b, ".");
    assert_int_equal(in->draws, 0);
    assert_true(picture_hash(picture) == whole);
    bp_vec2 slider = place_of(&b, BP_ACTION_INSPECT_DRAWS, 0);
    mouse(&b, BP_EVENT_PRESS, slider.x, slider.y);
    assert_true(abs(in->draws - (all + 1) / 2) <= 1);
    mouse(&b, BP_EVENT_MOVE, 0, 0);
    assert_int_equal(in->draws, 1);
    mouse(&b, BP_EVENT_MOVE, WIDTH, 0);
    assert_int_equal(in->draws, 0);
    mouse(&b, BP_EVENT_RELEASE, WIDTH, 0);
    mouse(&b, BP_EVENT_MOVE, 0, 0);
    assert_int_equal(in->draws, 0);
    bp_pixel_history_clear(b.context, &here.history);
    free(before);
    close_bench(&b);
}

/* The key goes through all views and back. The inspector still has the picture's own bytes. */
static void shows_false_colors(void **state) {
    (void)state;
    static const char *const legends[] = {"Overdraw:", "Depth:", "Mip level:", "Coverage:", "Time:"};
    bench b;
    open_bench(&b);
    b.controller.base.texts = &inspector_texts;
    uint8_t *before = inspector_copy(&b.controller.base.picture);
    bp_vec2 at = joint(&b, LEFT);
    const bp_theme *theme = bp_theme_of(false);
    bp_rect scene = b.controller.base.drawn.scenes[0].rect;
    size_t corner = 4 * ((size_t)WIDTH * (size_t)scene.y + (size_t)scene.x),
           joint_at = 4 * ((size_t)WIDTH * (size_t)at.y + (size_t)at.x);
    for (size_t i = 0; i < BP_COUNT(legends); i++) {
        inspector_texts.count = 0;
        type(&b, "*");
        assert_true(inspector_says(legends[i]));
        const uint8_t *pixels = b.controller.base.picture.pixels;
        assert_true(memcmp(pixels + joint_at, before + joint_at, 4) != 0);
        if (i < 4) assert_memory_equal(pixels + corner, &theme->card, 4);         /* nothing is drawn there */
        assert_memory_equal(pixels, before, (size_t)4 * WIDTH * (size_t)scene.y); /* the title */
        open_inspector(&b);
        inspector_point(&b, (int)at.x, (int)at.y);
        inspector_expect(before, WIDTH, (int)at.x, (int)at.y);
        type(&b, "#");
    }
    type(&b, "*");
    expect_bytes(before, b.controller.base.picture.pixels, (size_t)4 * WIDTH * HEIGHT);
    free(before);
    close_bench(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_bytes),          cmocka_unit_test(moves_and_keeps),
        cmocka_unit_test(works_without_mouse), cmocka_unit_test(scrolls),
        cmocka_unit_test(shows_triangles),     cmocka_unit_test(shows_false_colors),
        cmocka_unit_test(goes_through_draws)};
    return cmocka_run_group_tests_name("the pixel inspector of a model", tests, NULL, NULL);
}

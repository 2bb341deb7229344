/* The browser's cards without a window: keys, clicks, scrolling, pictures. */
#include "support/test.h"
#include "viewer/browser/browser.h"

enum { LESSONS = 18 };

static void nothing(bp_world *world) { (void)world; }
static const bp_step STEPS[] = {{.caption = "One."}, {.caption = "Two."}};
static const bp_lesson_plan LESSON = {.number = 1,
                                      .name = "01_test",
                                      .title = "A test",
                                      .summary = "One line that says what it is about.",
                                      .difficulty = 2,
                                      .setup = nothing,
                                      .steps = STEPS,
                                      .step_count = BP_COUNT(STEPS)};

typedef struct bench {
    const bp_lesson_plan *lessons[LESSONS + 1];
    bp_browser browser;
    bp_hit_areas hits;
    int open;
} bench;

/* 18 cards, three in a row, two visible rows. */
static bench make_bench(void) {
    bench b = {.open = -1};
    for (int i = 0; i < LESSONS; i++) b.lessons[i] = &LESSON;
    b.browser = bp_browser_make(b.lessons, 1280, 800);
    b.browser.columns = 3;
    b.browser.rows_seen = 2;
    return b;
}
static unsigned give(bench *b, bp_event event) {
    return bp_browser_event(&b->browser, &b->hits, &event, &b->open);
}
static unsigned key(bench *b, int code, unsigned mods) {
    return give(b, (bp_event){.kind = BP_EVENT_KEY, .key = code, .mods = mods});
}
static unsigned type(bench *b, char sign) {
    return give(b, (bp_event){.kind = BP_EVENT_TEXT, .text = {sign}});
}

static void keys_walk_the_cards(void **state) {
    (void)state;
    static const struct {
        int key, selected, top;
    } walk[] = {{BP_KEY_LEFT, 0, 0}, {BP_KEY_RIGHT, 1, 0},     {BP_KEY_TAB, 2, 0},
                {BP_KEY_DOWN, 5, 0}, {BP_KEY_DOWN, 8, 1},      {BP_KEY_UP, 5, 1},
                {BP_KEY_UP, 2, 0},   {BP_KEY_PAGE_DOWN, 8, 1}, {BP_KEY_PAGE_UP, 2, 0},
                {BP_KEY_END, 17, 4}, {BP_KEY_RIGHT, 17, 4},    {BP_KEY_PAGE_DOWN, 17, 4},
                {BP_KEY_HOME, 0, 0}, {BP_KEY_UP, 0, 0}};
    bench b = make_bench();
    assert_int_equal(b.browser.count, LESSONS);
    for (size_t i = 0; i < BP_COUNT(walk); i++) {
        assert_int_equal(key(&b, walk[i].key, 0), BP_REQUEST_REDRAW);
        if (b.browser.selected != walk[i].selected || b.browser.top != walk[i].top)
            fail_msg("move %zu: card %d, row %d; expected %d, %d", i, b.browser.selected, b.browser.top,
                     walk[i].selected, walk[i].top);
    }
    assert_int_equal(b.open, -1);
    bench none = {.lessons = {NULL}, .open = -1}; /* no lessons: nothing to open */
    none.browser = bp_browser_make(none.lessons, 640, 480);
    key(&none, BP_KEY_ENTER, 0);
    key(&none, BP_KEY_END, 0);
    assert_true(none.open == -1 && none.browser.selected == 0);
    key(&b, BP_KEY_DOWN, 0);
    key(&b, BP_KEY_ENTER, 0);
    assert_int_equal(b.open, 3);
    b.open = -1;
    key(&b, BP_KEY_RIGHT, 0);
    key(&b, BP_KEY_SPACE, 0);
    assert_int_equal(b.open, 4);
}

static void keys_of_the_window(void **state) {
    (void)state;
    bench b = make_bench();
    strcpy(b.browser.notice, "something");
    assert_int_equal(type(&b, 'l'), BP_REQUEST_REDRAW);
    assert_true(b.browser.settings.light);
    assert_string_equal(b.browser.notice, "");
    type(&b, 'L');
    assert_false(b.browser.settings.light);
    assert_int_equal(type(&b, 'f'), BP_REQUEST_REDRAW | BP_REQUEST_FULLSCREEN);
    assert_int_equal(key(&b, BP_KEY_F11, 0), BP_REQUEST_REDRAW | BP_REQUEST_FULLSCREEN);
    for (int i = 0; i < 20; i++) type(&b, '+');
    assert_int_equal(b.browser.settings.text, BP_TEXT_SIZES - 1);
    for (int i = 0; i < 20; i++) type(&b, '-');
    assert_int_equal(b.browser.settings.text, 0);
    assert_int_equal(type(&b, 'm'), 0); /* a key of lessons only */
    assert_int_equal(key(&b, 'y', BP_MOD_CTRL), 0);
    assert_int_equal(type(&b, '~'), 0);
    assert_int_equal(key(&b, BP_KEY_ESCAPE, 0), BP_REQUEST_QUIT);
    assert_int_equal(key(&b, 'q', BP_MOD_CTRL), BP_REQUEST_QUIT);
    assert_int_equal(give(&b, (bp_event){.kind = BP_EVENT_CLOSE}), BP_REQUEST_QUIT);
    assert_int_equal(give(&b, (bp_event){.kind = BP_EVENT_MOVE}), 0);
    give(&b, (bp_event){.kind = BP_EVENT_RESIZE, .width = 900, .height = 700, .scale = 2});
    assert_true(b.browser.settings.width == 900 && b.browser.settings.height == 700 &&
                b.browser.settings.scale == 2);
}

static void the_wheel_scrolls(void **state) {
    (void)state;
    bench b = make_bench();
    assert_int_equal(give(&b, (bp_event){.kind = BP_EVENT_WHEEL, .wheel = 1}), 0); /* at the top */
    for (int i = 1; i <= 4; i++) {
        assert_int_equal(give(&b, (bp_event){.kind = BP_EVENT_WHEEL, .wheel = -1}), BP_REQUEST_REDRAW);
        assert_int_equal(b.browser.top, i);
    }
    assert_int_equal(give(&b, (bp_event){.kind = BP_EVENT_WHEEL, .wheel = -1}),
                     0); /* six rows, two visible */
    give(&b, (bp_event){.kind = BP_EVENT_WHEEL, .wheel = 0.5f});
    assert_int_equal(b.browser.top, 3);
}

/* Draws the browser and clicks into the middle of every hit area. */
static void clicks_every_hit_area(void **state) {
    (void)state;
    bp_error error = {0};
    bp_context *context = bp_context_create(NULL, &error);
    bp_raster *raster = bp_raster_create(context, &error);
    bp_framebuffer picture;
    assert_true(bp_framebuffer_create_color(context, 1280, 800, &picture, &error));
    bench b = make_bench();
    bp_framebuffer pictures[LESSONS] = {{0}};
    bp_progress progress = {.count = 0};
    bp_progress_record(&progress, "01_test", (bp_progress_entry){.step = 1});
    const bp_browser_scope scope = {b.lessons, &progress, pictures};
    for (int light = 0; light < 2; light++) {
        b.browser.settings.light = light;
        assert_true(bp_browser_draw(&b.browser, &scope, raster, &picture, &b.hits, &error));
        assert_true(b.browser.columns > 1 && b.browser.rows_seen >= 1);
        int cards = 0;
        for (int i = 0; i < b.hits.count; i++) {
            const bp_hit_area hit = b.hits.items[i];
            bench one = b;
            give(&one, (bp_event){.kind = BP_EVENT_PRESS,
                                  .button = BP_BUTTON_LEFT,
                                  .x = (float)hit.rect.x + (float)hit.rect.width / 2,
                                  .y = (float)hit.rect.y + (float)hit.rect.height / 2});
            if (hit.action != BP_ACTION_STEP) continue;
            assert_int_equal(one.open, hit.value);
            assert_int_equal(one.browser.selected, hit.value);
            cards++;
        }
        assert_true(cards >= b.browser.columns);
    }
    assert_int_equal(give(&b, (bp_event){.kind = BP_EVENT_PRESS, .button = BP_BUTTON_LEFT, .x = -5}), 0);
    bp_hit_area card = b.hits.items[0];
    assert_int_equal(give(&b, (bp_event){.kind = BP_EVENT_PRESS,
                                         .button = BP_BUTTON_RIGHT,
                                         .x = (float)card.rect.x + 1,
                                         .y = (float)card.rect.y + 1}),
                     0);
    assert_int_equal(b.open, -1);
    bp_framebuffer_destroy(context, &picture);
    bp_raster_destroy(raster);
    bp_context_destroy(context);
}

/* Windows of any size show at least one card, and clip pictures at the edge. Progress and difficulty out
 * of range are clamped. */
static void any_size(void **state) {
    (void)state;
    static const int sizes[][2] = {{1, 1}, {60, 60}, {150, 90}, {320, 200}, {900, 300}, {2000, 1200}};
    bp_error error = {0};
    bp_context *context = bp_context_create(&(bp_context_options){.threads = 1}, &error);
    bp_raster *raster = bp_raster_create(context, &error);
    bench b = make_bench();
    bp_lesson_plan easy = LESSON, odd = LESSON;
    easy.difficulty = 0, odd.difficulty = 9, odd.name = "02_odd";
    b.lessons[0] = &easy, b.lessons[1] = &odd;
    bp_progress progress = {.count = 0};
    bp_progress_record(&progress, "01_test", (bp_progress_entry){.step = 2}); /* done */
    bp_progress_record(&progress, "02_odd", (bp_progress_entry){.step = 900});
    bp_framebuffer pictures[LESSONS] = {{0}};
    for (int i = 0; i < LESSONS; i++) {
        assert_true(bp_framebuffer_create_color(context, 116, 86, &pictures[i], &error));
        memset(pictures[i].pixels, 77, (size_t)4 * 116 * 86);
    }
    const bp_browser_scope scope = {b.lessons, &progress, pictures};
    for (size_t i = 0; i < BP_COUNT(sizes); i++) {
        bp_framebuffer picture;
        int width = sizes[i][0], height = sizes[i][1];
        assert_true(bp_framebuffer_create_color(context, width, height, &picture, &error));
        b.browser.settings.width = width, b.browser.settings.height = height;
        for (int text = 0; text < BP_TEXT_SIZES; text++) {
            b.browser.settings.text = text;
            for (int selected = 0; selected < LESSONS; selected += 17) {
                key(&b, selected ? BP_KEY_END : BP_KEY_HOME, 0);
                assert_true(bp_browser_draw(&b.browser, &scope, raster, &picture, &b.hits, &error));
                assert_true(b.browser.columns >= 1 && b.browser.rows_seen >= 1);
                bool seen = false; /* the selected card is visible */
                for (int k = 0; k < b.hits.count; k++)
                    seen |= b.hits.items[k].action == BP_ACTION_STEP && b.hits.items[k].value == selected;
                assert_true(seen);
            }
        }
        b.browser.settings.text = BP_TEXT_SIZE_DEFAULT;
        key(&b, BP_KEY_HOME, 0);
        assert_true(bp_browser_draw(&b.browser, &scope, raster, &picture, &b.hits, &error));
        bp_rect card = b.hits.items[0].rect;
        int x = card.x + 12, y = card.y + 12; /* in the first card's picture */
        if (x < width && y < height) assert_int_equal(picture.pixels[4 * (y * picture.stride + x)], 77);
        bp_framebuffer_destroy(context, &picture);
    }
    /* From the last card the wheel scrolls up, and drawing leaves it there. */
    bp_framebuffer picture;
    assert_true(bp_framebuffer_create_color(context, 900, 300, &picture, &error));
    b.browser.settings.width = 900, b.browser.settings.height = 300;
    assert_true(bp_browser_draw(&b.browser, &scope, raster, &picture, &b.hits, &error));
    key(&b, BP_KEY_END, 0);
    assert_true(bp_browser_draw(&b.browser, &scope, raster, &picture, &b.hits, &error));
    int top = b.browser.top;
    assert_int_equal(give(&b, (bp_event){.kind = BP_EVENT_WHEEL, .wheel = 1}), BP_REQUEST_REDRAW);
    assert_true(bp_browser_draw(&b.browser, &scope, raster, &picture, &b.hits, &error));
    assert_int_equal(b.browser.top, top - 1);
    bp_framebuffer_destroy(context, &picture);
    for (int i = 0; i < LESSONS; i++) bp_framebuffer_destroy(context, &pictures[i]);
    bp_raster_destroy(raster);
    bp_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_walk_the_cards),
        cmocka_unit_test(keys_of_the_window),
        cmocka_unit_test(the_wheel_scrolls),
        cmocka_unit_test(clicks_every_hit_area),
        cmocka_unit_test(any_size),
    };
    return cmocka_run_group_tests_name("browser", tests, NULL, NULL);
}

/* Widgets: minus signs, wrapped text, hit areas; after the first error later calls do nothing. */
#include "support/panel.h"
#include "viewer/lesson/lesson_view.h"
#include "viewer/panels.h"
#include <math.h>
#include <stdlib.h>

/* A minus sign is as wide as a digit, a hyphen is not. */
static void test_minus_signs(void **state) {
    (void)state;
    static const struct {
        const char *typed, *set;
    } all[] = {{"-5", "\xE2\x88\x92"
                      "5"},
               {"x = -5", "x = \xE2\x88\x92"
                          "5"},
               {"-.5", "\xE2\x88\x92.5"},
               {"a - b", "a \xE2\x88\x92 b"},
               {"(-a)", "(\xE2\x88\x92"
                        "a)"},
               {"1e-5", "1e\xE2\x88\x92"
                        "5"},
               {"e-5", NULL},
               {"2e-x", NULL},
               {"well-known", NULL},
               {"3-4", NULL},
               {"--size", NULL},
               {"-", NULL},
               {"(-)", NULL}};
    panel_canvas canvas;
    panel_open(&canvas, 64, 32);
    for (size_t i = 0; i < BP_COUNT(all); i++) {
        const bp_text plain = {.text = all[i].set ? all[i].set : all[i].typed, .size = 13};
        int expected = bp_text_measure(&plain).width;
        int got = bp_ui_text_width(&canvas.ui, all[i].typed, (bp_style){.size = 0});
        if (got != expected) fail_msg("\"%s\": %d pixels, expected %d", all[i].typed, got, expected);
    }
    /* A text of 800 bytes or more doesn't change. */
    char text[860];
    memset(text, '1', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    text[0] = '-';
    const bp_text plain = {.text = text, .size = 13};
    assert_int_equal(bp_ui_text_width(&canvas.ui, text, (bp_style){.size = 13}),
                     bp_text_measure(&plain).width);
    panel_close(&canvas);
}

static void test_words(void **state) {
    (void)state;
    panel_canvas canvas;
    panel_open(&canvas, 200, 100);
    bp_style style = {.size = 13, .max_width = -3};
    panel_begin(&canvas);
    uint64_t empty = panel_end(&canvas);
    panel_begin(&canvas);
    assert_int_equal(bp_ui_text(&canvas.ui, 5, 20, "no room at all", style), 0);
    assert_true(panel_end(&canvas) == empty);
    assert_int_equal(bp_ui_count_lines(&canvas.ui, 60, 9, "", style), 0);
    int lines = bp_ui_count_lines(&canvas.ui, 60, 9, "one two three four five", (bp_style){0});
    assert_true(lines > 1 && lines < 9);
    assert_int_equal(bp_ui_count_lines(&canvas.ui, 60, 1, "one two three four five", (bp_style){0}), 1);
    panel_begin(&canvas);
    assert_int_equal(bp_ui_lines(&canvas.ui, 5, 15, 60, 15, 9, "one two three four five", (bp_style){0}),
                     lines);
    assert_true(panel_end(&canvas) != empty);
    panel_close(&canvas);
}

/* At most BP_HIT_AREAS_MAX areas; none without a list; later ones cover earlier ones. */
static void test_hits(void **state) {
    (void)state;
    panel_canvas canvas;
    panel_open(&canvas, 64, 32);
    bp_ui ui = canvas.ui;
    bp_ui_hit(&ui, (bp_rect){0, 0, 10, 10}, BP_ACTION_HELP, 0);
    bp_ui_hit(&ui, (bp_rect){5, 0, 10, 10}, BP_ACTION_THEME, 0);
    assert_int_equal(bp_hit_areas_find(&canvas.hits, 4, 4)->action, BP_ACTION_HELP);
    assert_int_equal(bp_hit_areas_find(&canvas.hits, 5, 4)->action, BP_ACTION_THEME);
    assert_null(bp_hit_areas_find(&canvas.hits, 15, 4));
    for (int i = 0; i < 2 * BP_HIT_AREAS_MAX; i++) bp_ui_hit(&ui, (bp_rect){20, 20, 1, 1}, BP_ACTION_STEP, i);
    assert_int_equal(canvas.hits.count, BP_HIT_AREAS_MAX);
    assert_int_equal(bp_hit_areas_find(&canvas.hits, 20, 20)->value, BP_HIT_AREAS_MAX - 3);
    ui.hits = NULL;
    bp_ui_hit(&ui, (bp_rect){0, 0, 10, 10}, BP_ACTION_QUIT, 0); /* without a list nothing is recorded */
    panel_close(&canvas);
}

/* Outside of a pass drawing fails: the first error stays. */
static void test_failures_stick(void **state) {
    (void)state;
    panel_canvas canvas;
    panel_open(&canvas, 64, 32);
    bp_ui *ui = &canvas.ui;
    bp_ui_fill(ui, (bp_rect){0, 0, 4, 4}, ui->theme->ink);
    assert_true(ui->failed);
    expect_error(&canvas.error, BP_ERROR_ARGUMENT, "");
    bp_error first = canvas.error;
    bp_ui_fill(ui, (bp_rect){0, 0, 4, 4}, ui->theme->ink);
    bp_ui_dot(ui, 5, 5, 3, ui->theme->ink, true);
    assert_int_equal(bp_ui_text(ui, 5, 5, "x", (bp_style){0}), 0);
    assert_int_equal(bp_ui_lines(ui, 5, 5, 60, 15, 2, "x", (bp_style){0}), 1);
    bp_ui_key(ui, 5, 5, "K", "key", BP_ACTION_NONE, 0);
    assert_memory_equal(&first, &canvas.error, sizeof first);
    panel_close(&canvas);
}

/* Sizes are in layout units: twice the unit, twice the pixels. */
static void test_units(void **state) {
    (void)state;
    panel_canvas canvas;
    panel_open(&canvas, 64, 64);
    bp_ui *ui = &canvas.ui;
    assert_int_equal(bp_ui_px(ui, 7), 7);
    ui->unit = 2;
    assert_int_equal(bp_ui_px(ui, 7), 14);
    assert_int_equal(bp_ui_px(ui, 0.3f), 1);
    panel_begin(&canvas);
    bp_ui_dot(ui, 32, 32, 8, ui->theme->here, true); /* 16 pixels around */
    panel_end(&canvas);
    const uint8_t *row = canvas.picture.pixels + (size_t)4 * 32 * (size_t)canvas.picture.stride;
    expect_bytes(row + 4 * (32 + 14), &ui->theme->here, 4);
    expect_bytes(row + 4 * (32 + 18), &ui->theme->page, 4);
    panel_begin(&canvas);
    bp_ui_dot(ui, 32, 32, 8, ui->theme->here, false); /* a ring of 2.4 pixels around the page's colour */
    panel_end(&canvas);
    expect_bytes(row + 4 * 32, &ui->theme->page, 4);
    expect_bytes(row + 4 * (32 + 14), &ui->theme->here, 4);
    bp_rect inset = bp_rect_inset((bp_rect){10, 20, 100, 50}, 3, 4);
    assert_true(inset.x == 13 && inset.y == 24 && inset.width == 94 && inset.height == 42);
    panel_close(&canvas);
}

/* Parts of a wrapped text: rectangles on the lines, as wide as the words. */
static void test_spans(void **state) {
    (void)state;
    panel_canvas canvas;
    panel_open(&canvas, 300, 100);
    bp_text_log log = {.count = 0};
    canvas.ui.texts = &log;
    const char *text = "one -2 two three";
    bp_style style = {.size = 13};
    int width = bp_ui_text_width(&canvas.ui, "one -2 two ", style);
    bp_ui_span spans[] = {{.start = 4, .length = 2}, {.start = 7, .length = 9}, {.start = 3, .length = 1}};
    panel_begin(&canvas);
    int lines = bp_ui_lines_spans(&canvas.ui, (bp_rect){10, 20, width, 0}, 25, 4, text, style, spans, 3);
    panel_end(&canvas);
    assert_int_equal(lines, 2);
    assert_true(spans[0].count == 1 && spans[1].count == 2 && spans[2].count == 0);
    assert_int_equal(spans[0].rects[0].x, 10 + bp_ui_text_width(&canvas.ui, "one ", style));
    assert_true(abs(spans[0].rects[0].width - bp_ui_text_width(&canvas.ui, "-2", style)) <= 1);
    assert_true(abs(spans[1].rects[0].width - bp_ui_text_width(&canvas.ui, "two", style)) <= 1);
    assert_int_equal(spans[1].rects[1].x, 10);
    assert_int_equal(spans[1].rects[1].y, spans[1].rects[0].y + 25);
    assert_int_equal(spans[1].rects[1].width, bp_ui_text_width(&canvas.ui, "three", style));
    assert_int_equal(log.count, 2);
    assert_string_equal(log.items[0].text, "one \xE2\x88\x92"
                                           "2 two ");
    assert_string_equal(log.items[1].text, "three");
    assert_false(log.items[0].cut || log.items[1].cut);
    style.max_width = 20;
    panel_begin(&canvas);
    bp_ui_text(&canvas.ui, 10, 20, "three", style);
    panel_end(&canvas);
    assert_true(log.count == 3 && log.items[2].cut);
    panel_close(&canvas);
}

/* WCAG's relative luminance of an sRGB colour. */
static double luminance(bp_rgba8 c) {
    const int channels[3] = {c.r, c.g, c.b};
    static const double weights[3] = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double s = channels[i] / 255.0;
        sum += weights[i] * (s <= 0.03928 ? s / 12.92 : pow((s + 0.055) / 1.055, 2.4));
    }
    return sum;
}

/* Names of a matrix's rows are small text: 4.5 to 1 on every ground, in both themes. */
static void test_axis_colors_are_legible(void **state) {
    (void)state;
    for (int light = 0; light < 2; light++) {
        const bp_theme *theme = bp_theme_of(light);
        const bp_rgba8 grounds[] = {theme->page, theme->bar, theme->card};
        for (int row = 0; row < 4; row++) {
            for (size_t g = 0; g < BP_COUNT(grounds); g++) {
                double a = luminance(bp_theme_axis(theme, row)), b = luminance(grounds[g]);
                double contrast = (fmax(a, b) + 0.05) / (fmin(a, b) + 0.05);
                if (!(contrast >= 4.5))
                    fail_msg("row %d on ground %zu, light %d: %.2f", row, g, light, contrast);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_minus_signs),    cmocka_unit_test(test_words), cmocka_unit_test(test_hits),
        cmocka_unit_test(test_failures_stick), cmocka_unit_test(test_units), cmocka_unit_test(test_spans),
        cmocka_unit_test(test_axis_colors_are_legible),
    };
    return cmocka_run_group_tests_name("widgets", tests, NULL, NULL);
}

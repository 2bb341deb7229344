/* The pictures in the lessons' READMEs equal the lessons': each illustration that a page shows, also those of
 * open questions, is drawn again and compared with its file in lessons/NN_name/pictures/. `make docs` draws
 * the files.
 *
 * The files have at most 256 colours (tests/docs/pictures), so a pixel may differ a little: letters, lines
 * and figures elsewhere differ by more. */
#include "support/app.h"
#include <bindpose/io.h>

extern const bp_lesson_plan *const bp_lesson_registry[];

enum { WIDTH = 800, HEIGHT = 450, MOST = 64 /* of a channel, in one pixel */ };
static const double MOST_MEAN = 1.5; /* over all channels */

/* The number of wrong pixels in the file, all if the mean is wrong; the first of them in *x, *y. */
static size_t count_wrong(const bp_image *file, const bp_framebuffer *drawn, int *x, int *y) {
    const size_t pixels = (size_t)file->width * (size_t)file->height;
    size_t wrong = 0;
    double sum = 0;
    *x = *y = 0;
    if (file->width != drawn->width || file->height != drawn->height) return pixels;
    for (int row = 0; row < file->height; row++) {
        for (int column = 0; column < file->width; column++) {
            const uint8_t *is = &file->pixels[(size_t)row * (size_t)file->width + (size_t)column].r,
                          *should =
                              drawn->pixels + 4 * ((size_t)row * (size_t)drawn->stride + (size_t)column);
            int most = 0;
            for (int c = 0; c < 3; c++) {
                const int differs = abs(is[c] - should[c]);
                sum += differs;
                if (differs > most) most = differs;
            }
            if (most > MOST && wrong++ == 0) *x = column, *y = row;
        }
    }
    return sum > 3 * MOST_MEAN * (double)pixels ? pixels : wrong;
}

/* Draws a step, or its open question, and compares it with its file. */
static bool same(bench *b, int step, bool asking) {
    const bp_lesson_plan *lesson = bp_session_lesson(b->session);
    const char *end = lesson->steps[step].question && !asking ? "-answer" : "";
    bp_error error = {0};
    char path[256], text[400];
    snprintf(path, sizeof path, "lessons/%s/pictures/step-%02d%s.png", lesson->name, step + 1, end);
    b->app.lesson->picture = bp_illustration_make();
    (asking ? bp_lesson_enter : bp_lesson_enter_done)(b->app.lesson, step);
    draw(b);
    bp_image *file = bp_image_read(NULL, path, NULL, &error);
    if (!file) {
        print_error("%s: %s\n", path, bp_error_text(&error, text, sizeof text));
        return false;
    }
    int x = 0, y = 0;
    size_t wrong = count_wrong(file, &b->app.picture, &x, &y);
    if (wrong > 0)
        print_error("%s: %zu pixels differ from the lesson's picture, the first at (%d, %d)\n", path, wrong,
                    x, y);
    bp_image_destroy(file);
    return wrong == 0;
}

static void every_picture_is_what_its_lesson_draws(void **state) {
    (void)state;
    int wrong = 0;
    for (const bp_lesson_plan *const *lesson = bp_lesson_registry; *lesson; lesson++) {
        if (!test_takes((*lesson)->number, 3)) continue;
        bench b;
        bench_lesson(&b, *lesson, 0, WIDTH, HEIGHT);
        b.app.settings.illustration = true;
        for (int step = 0; step < (*lesson)->step_count; step++) {
            wrong += !same(&b, step, false);
            if ((*lesson)->steps[step].question) wrong += !same(&b, step, true);
        }
        bench_close(&b);
    }
    if (wrong > 0) fail_msg("%d pictures differ; look at them, then draw them again with `make docs`", wrong);
}

/* One pixel of another colour is detected, and many that are a little off, so the test above can fail. */
static void one_pixel_is_noticed(void **state) {
    (void)state;
    uint8_t bytes[4 * 6] = {10, 20, 30, 255, 200, 100, 50, 255, 11, 20, 30, 255,
                            10, 20, 30, 255, 200, 100, 50, 255, 10, 20, 30, 255};
    bp_rgba8 colors[6] = {{10, 20, 30, 255}, {200, 100, 50, 255}, {10, 20, 30, 255},
                          {10, 20, 30, 255}, {200, 100, 50, 255}, {10, 20, 30, 255}};
    bp_framebuffer drawn = {.pixels = bytes, .width = 3, .height = 2, .stride = 3};
    bp_image file = {.pixels = colors, .width = 3, .height = 2};
    int x = -1, y = -1;
    assert_int_equal(count_wrong(&file, &drawn, &x, &y), 0); /* 11 for 10 is near enough */
    for (int i = 0; i < 6; i++) colors[i].g += 5;
    assert_int_equal(count_wrong(&file, &drawn, &x, &y), 6);
    for (int i = 0; i < 6; i++) colors[i].g -= 5;
    colors[4].r -= MOST + 1;
    colors[3].r = 9;
    assert_int_not_equal(count_wrong(&file, &drawn, &x, &y), 0);
    assert_int_equal(x, 1);
    assert_int_equal(y, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_pixel_is_noticed),
                                       cmocka_unit_test(every_picture_is_what_its_lesson_draws)};
    return cmocka_run_group_tests_name("lesson pictures", tests, NULL, NULL);
}

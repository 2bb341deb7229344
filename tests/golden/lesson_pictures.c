/* The pictures in the lessons' READMEs equal the lessons': each step that a page shows is drawn again and compared
 * with its file in lessons/NN_name/pictures/, pixel by pixel. `make docs` draws the files.
 *
 * tests/docs/shrink reduces each file to at most 256 colours and replaces the others by the nearest of these. So a
 * file's pixel is right if it has the drawn colour or, if the file lacks that colour, one of the nearest. */
#include "support/app.h"
#include <bindpose/io.h>

extern const bp_lesson_plan *const bp_lesson_registry[];

enum { WIDTH = 960, HEIGHT = 600, COLORS = 256, BUCKETS = 4096 };

typedef struct palette {
    uint32_t colors[COLORS];
    size_t count;
} palette;

/* A cache of the distance from each drawn colour to the nearest colour of the file. */
typedef struct memory {
    uint32_t asked[BUCKETS];
    long distance[BUCKETS]; /* to the nearest colour of the palette; -1: not computed yet */
} memory;

static uint32_t pack(const uint8_t *at) {
    return (uint32_t)at[0] << 16 | (uint32_t)at[1] << 8 | (uint32_t)at[2];
}

static long distance(uint32_t a, uint32_t b) {
    long sum = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        long difference = (long)(a >> shift & 255) - (long)(b >> shift & 255);
        sum += difference * difference;
    }
    return sum;
}

static bool find_colors(const bp_image *image, palette *all) {
    size_t pixels = (size_t)image->width * (size_t)image->height;
    uint32_t last = UINT32_MAX;
    for (size_t i = 0; i < pixels; i++) {
        uint32_t color = pack(&image->pixels[i].r);
        size_t k = 0;
        if (color == last) continue;
        last = color;
        while (k < all->count && all->colors[k] != color) k++;
        if (k < all->count) continue;
        if (all->count == COLORS) return false;
        all->colors[all->count++] = color;
    }
    return true;
}

static long nearest(const palette *all, memory *kept, uint32_t color) {
    size_t bucket = (color * 2654435761u) >> 20;
    if (kept->distance[bucket] >= 0 && kept->asked[bucket] == color) return kept->distance[bucket];
    long min = distance(color, all->colors[0]);
    for (size_t k = 1; k < all->count && min > 0; k++) {
        long one = distance(color, all->colors[k]);
        if (one < min) min = one;
    }
    kept->asked[bucket] = color;
    kept->distance[bucket] = min;
    return min;
}

/* The number of wrong pixels in the file; the first of them in *x, *y. */
static size_t count_wrong(const bp_image *file, const bp_framebuffer *drawn, int *x, int *y) {
    palette colors = {.count = 0};
    if (file->width != drawn->width || file->height != drawn->height || !find_colors(file, &colors)) {
        *x = *y = 0;
        return (size_t)file->width * (size_t)file->height;
    }
    memory kept;
    for (size_t i = 0; i < BUCKETS; i++) kept.distance[i] = -1;
    size_t wrong = 0;
    for (int row = 0; row < file->height; row++) {
        for (int column = 0; column < file->width; column++) {
            size_t at = (size_t)row * (size_t)drawn->stride + (size_t)column;
            uint32_t is = pack(&file->pixels[(size_t)row * (size_t)file->width + (size_t)column].r);
            uint32_t should = pack(drawn->pixels + 4 * at);
            if (is == should || distance(is, should) == nearest(&colors, &kept, should)) continue;
            if (wrong++ == 0) *x = column, *y = row;
        }
    }
    return wrong;
}

/* Whether the lesson's page shows the step. */
static bool is_shown(const bp_lesson_plan *lesson, int step) {
    char path[256], name[32];
    bp_file page = {0};
    bp_error error = {0};
    snprintf(path, sizeof path, "lessons/%s/README.md", lesson->name);
    snprintf(name, sizeof name, "pictures/step-%02d.png", step + 1);
    if (!bp_file_read(NULL, path, 0, &page, &error)) fail_msg("%s: %s", path, error.message);
    bool shown = strstr((const char *)page.data, name) != NULL;
    bp_file_free(NULL, &page);
    return shown;
}

/* Draws a step and compares it with its file. */
static bool same(bench *b, int step) {
    const bp_lesson_plan *lesson = bp_session_lesson(b->session);
    bp_error error = {0};
    char path[256], text[400];
    snprintf(path, sizeof path, "lessons/%s/pictures/step-%02d.png", lesson->name, step + 1);
    bp_lesson_enter_done(b->app.lesson, step);
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
        bench b;
        bench_lesson(&b, *lesson, 0, WIDTH, HEIGHT);
        int shown = 0;
        for (int step = 0; step < (*lesson)->step_count; step++) {
            if (!is_shown(*lesson, step)) continue;
            shown++;
            wrong += !same(&b, step);
        }
        if (shown < 2 || shown > 4)
            fail_msg("%s: the page shows %d pictures, not 2 to 4", (*lesson)->name, shown);
        bench_close(&b);
    }
    if (wrong > 0) fail_msg("%d pictures differ; look at them, then draw them again with `make docs`", wrong);
}

/* One pixel of another colour is detected, so the test above can fail. */
static void one_pixel_is_noticed(void **state) {
    (void)state;
    uint8_t bytes[4 * 6] = {10, 20, 30, 255, 200, 100, 50, 255, 11, 20, 30, 255,
                            10, 20, 30, 255, 200, 100, 50, 255, 10, 20, 30, 255};
    bp_rgba8 colors[6] = {{10, 20, 30, 255}, {200, 100, 50, 255}, {10, 20, 30, 255},
                          {10, 20, 30, 255}, {200, 100, 50, 255}, {10, 20, 30, 255}};
    bp_framebuffer drawn = {.pixels = bytes, .width = 3, .height = 2, .stride = 3};
    bp_image file = {.pixels = colors, .width = 3, .height = 2};
    int x = -1, y = -1;
    assert_int_equal(count_wrong(&file, &drawn, &x, &y), 0); /* the file lacks 11: 10 is the nearest */
    colors[4] = colors[0];
    assert_int_equal(count_wrong(&file, &drawn, &x, &y), 1);
    assert_int_equal(x, 1);
    assert_int_equal(y, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_pixel_is_noticed),
                                       cmocka_unit_test(every_picture_is_what_its_lesson_draws)};
    return cmocka_run_group_tests_name("lesson pictures", tests, NULL, NULL);
}

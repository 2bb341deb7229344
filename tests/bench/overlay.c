/* The time that a window's panels take at 1280x800: 3,120 glyphs and 200 lines (half of them thin, half 1.5
 * pixels wide), alone and together, less the time of an empty frame. Medians of 200 frames.
 *
 *     build/tests/bench/overlay [THREADS]
 */
#include "base/error.h"
#include "base/system.h"
#include <bindpose/raster.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDE = 1280, HIGH = 800, FRAMES = 200, TEXTS = 60, LINES = 200 };

typedef enum what { NOTHING = 0, GLYPHS = 1, STROKES = 2 } what;

static void write_texts(bp_raster *raster) {
    for (int i = 0; i < TEXTS; i++) {
        char line[80];
        snprintf(line, sizeof line,
                 "%02d \xE2\x88\x92"
                 "0.2588 0.9659 0.0000 1.0000 abs bind of the arm x",
                 i);
        bp_text text = {.text = line,
                        .x = 20 + i % 3 * 420,
                        .y = 20 + i / 3 * 38,
                        .size = 12,
                        .face = (bp_face)(i & 3),
                        .color = {32, 36, 42, 255}};
        bp_raster_text(raster, &text, NULL);
    }
}

static void draw_lines(bp_raster *raster) {
    bp_line lines[LINES];
    for (int i = 0; i < LINES; i++) {
        float x = 10 + (float)(i * 37 % 1200), y = 10 + (float)(i * 91 % 700);
        bp_vec3 end = {x + (i % 5 ? 120 : 0), y + (i % 5 ? (float)(i % 3 * 20) : 80), 0};
        lines[i] = (bp_line){{x, y, 0}, end, {90, 96, 105, 255}, i % 2 ? 1.5f : 0, BP_CAP_ROUND};
    }
    bp_raster_lines(raster, lines, LINES, NULL, NULL);
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Milliseconds of a frame with some of the content. */
static double measure(bp_raster *raster, const bp_framebuffer *frame, int content) {
    double times[FRAMES];
    for (int i = 0; i < FRAMES; i++) {
        double start = bp_seconds();
        bp_raster_begin(raster, frame, NULL, NULL);
        bp_raster_clear(raster, &(bp_clear){.color = {244, 245, 247, 255}}, NULL);
        if (content & GLYPHS) write_texts(raster);
        if (content & STROKES) draw_lines(raster);
        bp_raster_end(raster, NULL, NULL);
        times[i] = (bp_seconds() - start) * 1e3;
    }
    qsort(times, FRAMES, sizeof *times, compare);
    return times[FRAMES / 2];
}

int main(int count, char **arguments) {
    bp_error error = {0};
    bp_framebuffer frame;
    bp_context *context =
        bp_context_create(&(bp_context_options){.threads = count > 1 ? atoi(arguments[1]) : 0}, &error);
    bp_raster *raster = context ? bp_raster_create(context, &error) : NULL;
    if (!raster || !bp_framebuffer_create(context, WIDE, HIGH, &frame, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return bp_error_exit_code(&error);
    }
    double empty = measure(raster, &frame, NOTHING), glyphs = measure(raster, &frame, GLYPHS),
           strokes = measure(raster, &frame, STROKES), both = measure(raster, &frame, GLYPHS | STROKES);
    printf("empty frame %.2f ms; beyond it: 3,120 glyphs %.2f ms, 200 lines %.2f ms, both %.2f ms\n", empty,
           glyphs - empty, strokes - empty, both - empty);
    bp_framebuffer_destroy(context, &frame);
    bp_raster_destroy(raster);
    bp_context_destroy(context);
    return 0;
}

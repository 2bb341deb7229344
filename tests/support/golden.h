/* Golden pictures: compares a drawing, byte for byte, with a picture that someone looked at.
 *
 *   golden_expect("lines", &framebuffer);     // tests/golden/lines.png
 *
 * If they differ, the test fails, prints the first runs of differing pixels, and writes the drawing and a picture of the
 * differences (red on a dimmed copy) to build/golden/NAME.got.png and NAME.diff.png. Only BINDPOSE_GOLDEN_UPDATE=1 (make
 * golden) writes golden pictures. Programs run in the top folder of the sources; $B names another build folder.
 */
#ifndef BINDPOSE_TESTS_SUPPORT_GOLDEN_H
#define BINDPOSE_TESTS_SUPPORT_GOLDEN_H

#include "base/folder.h"
#include "io/sequence.h"
#include "support/test.h"
#include <bindpose/io.h>
#include <bindpose/raster.h>

static inline const bp_rgba8 *golden_row(const bp_framebuffer *frame, int y) {
    size_t stride = (size_t)(frame->stride ? frame->stride : frame->width);
    return (const bp_rgba8 *)(const void *)(frame->pixels + 4 * stride * (size_t)y);
}

static inline bool golden_same(bp_rgba8 a, bp_rgba8 b) {
    return a.r == b.r && a.g == b.g && a.b == b.b && a.a == b.a;
}

/* "build/golden/NAME.WHAT.png" */
static inline const char *golden_out(char *path, size_t size, const char *name, const char *what) {
    const char *build = getenv("B");
    snprintf(path, size, "%s/golden/%s.%s.png", build && *build ? build : "build", name, what);
    return path;
}

static inline void golden_write(const char *path, const bp_rgba8 *pixels, int width, int height,
                                size_t stride) {
    bp_error error = {0};
    bp_file file = {0};
    char folder[512];
    snprintf(folder, sizeof folder, "%s", path);
    *strrchr(folder, '/') = 0;
    assert_true(bp_folder_make(folder, &error));
    bp_allocator allocator = bp_allocator_default();
    if (!bp_pixels_encode_png(&allocator, pixels, width, height, stride, &file, &error) ||
        !bp_file_write(path, file.data, file.size, &error))
        expect_no_error(&error);
    bp_file_free(&allocator, &file);
}

static inline void golden_write_difference(const char *path, const bp_framebuffer *got,
                                           const bp_image *expected) {
    bp_error error = {0};
    bp_image *picture = bp_image_create(NULL, got->width, got->height, &error);
    assert_non_null(picture);
    for (int y = 0; y < got->height; y++)
        for (int x = 0; x < got->width; x++) {
            bp_rgba8 a = golden_row(got, y)[x], b = expected->pixels[y * expected->width + x];
            uint8_t grey = (uint8_t)((a.r + 2 * a.g + a.b) / 8 + 96);
            bp_rgba8 red = {255, 0, 0, 255}, dim = {grey, grey, grey, 255};
            picture->pixels[y * got->width + x] = golden_same(a, b) ? dim : red;
        }
    golden_write(path, picture->pixels, got->width, got->height, (size_t)got->width);
    bp_image_destroy(picture);
}

/* Prints at most `runs` runs of differing pixels; returns the number of differing pixels. */
static inline size_t golden_compare(const bp_framebuffer *got, const bp_image *expected, int runs) {
    size_t wrong = 0;
    for (int y = 0; y < got->height; y++)
        for (int x = 0; x < got->width; x++) {
            int start = x;
            const bp_rgba8 *a = golden_row(got, y),
                           *b = expected->pixels + (size_t)y * (size_t)expected->width;
            while (x < got->width && !golden_same(a[x], b[x])) x++;
            if (x == start) continue;
            wrong += (size_t)(x - start);
            if (runs-- > 0)
                print_error("  row %d, columns %d to %d: got %d,%d,%d,%d first, expected %d,%d,%d,%d\n", y,
                            start, x - 1, a[start].r, a[start].g, a[start].b, a[start].a, b[start].r,
                            b[start].g, b[start].b, b[start].a);
        }
    return wrong;
}

/* At most `allowed` pixels may differ from the picture at `path`. */
static inline void golden_expect_file(const char *path, const char *name, const bp_framebuffer *got,
                                      size_t allowed) {
    bp_error error = {0};
    char out[512];
    bp_image *expected = bp_image_read(NULL, path, NULL, &error);
    if (!expected) {
        golden_write(golden_out(out, sizeof out, name, "got"), golden_row(got, 0), got->width, got->height,
                     (size_t)(got->stride ? got->stride : got->width));
        print_error("%s\n  what was drawn is in %s; look at it, then: make golden\n", error.message, out);
        fail();
        return;
    }
    bool same_size = expected->width == got->width && expected->height == got->height;
    if (!same_size)
        print_error("%s: got %dx%d, expected %dx%d\n", name, got->width, got->height, expected->width,
                    expected->height);
    size_t wrong = same_size ? golden_compare(got, expected, allowed ? 0 : 8) : 1 + allowed;
    if (wrong > allowed) {
        golden_write(golden_out(out, sizeof out, name, "got"), golden_row(got, 0), got->width, got->height,
                     (size_t)(got->stride ? got->stride : got->width));
        if (same_size) golden_write_difference(golden_out(out, sizeof out, name, "diff"), got, expected);
        if (same_size && allowed) golden_compare(got, expected, 8);
        print_error("%s: %zu pixels differ (allowed: %zu); see %s\n", name, wrong, allowed, out);
    }
    bp_image_destroy(expected);
    assert_true(wrong <= allowed);
}

static inline void golden_expect(const char *name, const bp_framebuffer *got) {
    char path[512];
    const char *update = getenv("BINDPOSE_GOLDEN_UPDATE");
    snprintf(path, sizeof path, "tests/golden/%s.png", name);
    if (update && strcmp(update, "1") == 0)
        golden_write(path, golden_row(got, 0), got->width, got->height,
                     (size_t)(got->stride ? got->stride : got->width));
    else
        golden_expect_file(path, name, got, 0);
}

/* ---- a scene, drawn and compared ---------------------------------------------------------------*/

typedef void golden_draw(bp_raster *raster, void *user, bp_error *error);

typedef struct golden_scene {
    const char *name;
    int width, height;
    bp_pass pass;
    golden_draw *draw; /* clears and draws */
    void *user;
} golden_scene;

static inline void golden_render(const golden_scene *scene, bool reference, bp_framebuffer *frame) {
    bp_error error = {0};
    bp_pass pass = scene->pass;
    pass.reference = reference;
    bp_raster *raster = bp_raster_create(NULL, &error);
    assert_non_null(raster);
    assert_true(bp_framebuffer_create(NULL, scene->width, scene->height, frame, &error));
    assert_true(bp_raster_begin(raster, frame, &pass, &error));
    scene->draw(raster, scene->user, &error);
    expect_no_error(&error);
    assert_true(bp_raster_end(raster, NULL, &error));
    bp_raster_destroy(raster);
}

/* The tiled and the scalar rasterizer must both draw the golden picture. */
static inline void golden_run(const golden_scene *scene) {
    bp_framebuffer fast, plain;
    golden_render(scene, false, &fast);
    golden_render(scene, true, &plain);
    golden_expect(scene->name, &fast);
    size_t bytes = 4 * (size_t)scene->width * (size_t)scene->height;
    expect_bytes(plain.pixels, fast.pixels, bytes);
    expect_bytes(plain.depth, fast.depth, bytes);
    bp_framebuffer_destroy(NULL, &fast);
    bp_framebuffer_destroy(NULL, &plain);
}

#endif

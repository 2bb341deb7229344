/* Framebuffers: checks and memory. */
#include "base/allocator.h"
#include "raster/inspect.h"

static bool check_size(int width, int height, bp_error *error) {
    if (width >= 1 && width <= BP_FRAMEBUFFER_MAX && height >= 1 && height <= BP_FRAMEBUFFER_MAX) return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, "bp_framebuffer",
                   "%d x %d pixels: width and height must be from 1 to %d", width, height,
                   BP_FRAMEBUFFER_MAX);
}

bool bp_framebuffer_check(const bp_framebuffer *framebuffer, bp_error *error) {
    if (!framebuffer) return bp_fail(error, BP_ERROR_ARGUMENT, "bp_framebuffer", "is NULL");
    if (!check_size(framebuffer->width, framebuffer->height, error)) return false;
    if (framebuffer->stride != 0 && framebuffer->stride < framebuffer->width)
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_framebuffer.stride", "%d is less than the width %d",
                       framebuffer->stride, framebuffer->width);
    if (!framebuffer->pixels || ((uintptr_t)framebuffer->pixels & 3) != 0)
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_framebuffer.pixels",
                       "is NULL or not aligned to 4 bytes");
    return true;
}

bool bp_framebuffer_create_color(const bp_context *context, int width, int height, bp_framebuffer *out,
                                 bp_error *error) {
    *out = (bp_framebuffer){0};
    if (!check_size(width, height, error)) return false;
    size_t count = (size_t)width * (size_t)height;
    uint8_t *pixels = bp_alloc_aligned(bp_context_allocator(context), count * 4, 64, error);
    if (!pixels) return false;
    *out = (bp_framebuffer){pixels, NULL, width, height, width};
    return true;
}

bool bp_framebuffer_create(const bp_context *context, int width, int height, bp_framebuffer *out,
                           bp_error *error) {
    if (!bp_framebuffer_create_color(context, width, height, out, error)) return false;
    size_t count = (size_t)width * (size_t)height;
    out->depth = bp_alloc_aligned(bp_context_allocator(context), count * sizeof *out->depth, 64, error);
    if (!out->depth) {
        bp_framebuffer_destroy(context, out);
        return false;
    }
    for (size_t i = 0; i < count; i++) out->depth[i] = 1.0f;
    return true;
}

void bp_framebuffer_destroy(const bp_context *context, bp_framebuffer *framebuffer) {
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_free_aligned(allocator, framebuffer->pixels);
    bp_free_aligned(allocator, framebuffer->depth);
    *framebuffer = (bp_framebuffer){0};
}

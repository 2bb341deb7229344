/* A bp_raster from creation to destruction, and a pass from begin to end. */
#include "base/allocator.h"
#include "raster/inspect.h"
#include "raster/probe.h"
#include "raster/srgb.h"
#include <string.h>

/* ---- The table of color.h, from the formula in srgb.h ---------------------------------------- */

void bp_color_tables_fill(bp_color_tables *tables) {
    for (int i = 0; i < 256; i++) tables->linear[i] = (float)bp_srgb_decode(i / 255.0);
}

/* ---- Framebuffers: checks and memory --------------------------------------------------------- */

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

bp_raster *bp_raster_create(const bp_context *context, bp_error *error) {
    const bp_allocator *allocator = bp_context_allocator(context);
    bp_raster *raster = bp_alloc(allocator, 1, sizeof *raster, error);
    if (!raster) return NULL;
    raster->context = context;
    raster->allocator = *allocator;
    raster->arena = bp_arena_make(allocator, 64 * 1024);
    bp_color_tables_fill(&raster->tables);
    return raster;
}

void bp_raster_destroy(bp_raster *raster) {
    if (!raster) return;
    bp_workspace_free(raster);
    bp_arena_clear(&raster->arena);
    bp_free(&raster->allocator, raster->commands);
    bp_free(&raster->allocator, raster->statistics);
    bp_allocator allocator = raster->allocator;
    bp_free(&allocator, raster);
}

/* Forgets the commands; the pass is over. */
static void raster_drop_commands(bp_raster *raster) {
    bp_arena_reset(&raster->arena);
    raster->command_count = 0;
    raster->recording = false;
}

bool bp_raster_begin(bp_raster *raster, const bp_framebuffer *framebuffer, const bp_pass *options,
                     bp_error *error) {
    if (!raster) return bp_fail_null(error, "raster");
    if (!framebuffer) return bp_fail_null(error, "framebuffer");
    bp_pass pass = options ? *options : (bp_pass){0};
    raster_drop_commands(raster);
    if (!bp_framebuffer_check(framebuffer, error)) return false;
    if (pass.samples == 0) pass.samples = 1;
    if (pass.subpixel_bits == 0) pass.subpixel_bits = 8;
    if (pass.samples != 1 && pass.samples != 4)
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_pass.samples", "is %d, but must be 1 or 4",
                       pass.samples);
    if (pass.subpixel_bits < 4 || pass.subpixel_bits > 8)
        return bp_fail(error, BP_ERROR_ARGUMENT, "bp_pass.subpixel_bits", "is %d, but must be 4 to 8",
                       pass.subpixel_bits);
    raster->framebuffer = *framebuffer;
    if (raster->framebuffer.stride == 0) raster->framebuffer.stride = framebuffer->width;
    raster->pass = pass;
    raster->recording = true;
    raster->samples_resolved = false;
    return true;
}

size_t bp_raster_limit_draws(bp_raster *raster, size_t count) {
    if (!raster || !raster->recording) return 0;
    size_t before = raster->command_count;
    if (count < before) raster->command_count = count;
    return before;
}

bool bp_raster_end(bp_raster *raster, bp_counters *counters, bp_error *error) {
    if (!raster) return bp_fail_null(error, "raster");
    bp_counters sum = {0};
    if (!bp_raster_is_recording(raster, error)) return false;
    raster->times = (bp_pass_times){0};
    bp_tile_cache_begin(raster);
    const bp_irect whole = {0, 0, raster->framebuffer.width, raster->framebuffer.height};
    bool ok = raster->pass.reference ? bp_raster_execute_reference(raster, whole, NULL, &sum, error)
                                     : bp_raster_execute(raster, &sum, error);
    raster_drop_commands(raster);
    if (counters) *counters = ok ? sum : (bp_counters){0};
    return ok;
}

bool bp_raster_end_with_history(bp_raster *raster, int x, int y, bp_pixel_history *out, bp_error *error) {
    if (!raster) return bp_fail_null(error, "raster");
    if (!out) return bp_fail_null(error, "out");
    *out = (bp_pixel_history){.x = x, .y = y};
    if (!bp_raster_is_recording(raster, error)) return false;
    const bp_framebuffer *f = &raster->framebuffer;
    bp_probe probe = {.allocator = &raster->allocator, .history = out};
    bool inside = x >= 0 && x < f->width && y >= 0 && y < f->height;
    bool ok = inside ? bp_raster_execute_reference(raster, (bp_irect){x, y, x + 1, y + 1}, &probe,
                                                   &(bp_counters){0}, error)
                     : bp_fail(error, BP_ERROR_ARGUMENT, "pixel", "(%d, %d) is outside of %d x %d pixels", x,
                               y, f->width, f->height);
    raster_drop_commands(raster);
    if (ok && probe.failed) ok = bp_fail(error, BP_ERROR_MEMORY, "bp_raster_end_with_history", "no memory");
    if (!ok) {
        bp_pixel_history_clear(raster->context, out);
        return false;
    }
    size_t at = (size_t)y * (size_t)f->stride + (size_t)x;
    memcpy(out->color, f->pixels + 4 * at, 4);
    out->depth = f->depth ? f->depth[at] : 1;
    return true;
}

const bp_pixel_statistics *bp_raster_end_with_statistics(bp_raster *raster, bp_error *error) {
    if (!raster) return bp_fail_null(error, "raster"), NULL;
    const size_t pixels = (size_t)raster->framebuffer.width * (size_t)raster->framebuffer.height;
    raster->pass.reference = raster->pass.framebuffer_unchanged = false;
    raster->counts = bp_raster_is_recording(raster, error) &&
                     bp_grow(&raster->allocator, &raster->statistics, &raster->statistics_capacity, pixels,
                             sizeof *raster->statistics, error);
    const bool ok = raster->counts && bp_raster_end(raster, NULL, error);
    raster->counts = false;
    raster_drop_commands(raster);
    return ok ? raster->statistics : NULL;
}

bp_drawn_tiles bp_raster_drawn_tiles(const bp_raster *raster) {
    const bp_workspace *w = &raster->workspace;
    return (bp_drawn_tiles){w->drawn, w->tiles_x, w->tiles_y, BP_TILE_SIZE};
}

bp_pass_times bp_raster_times(const bp_raster *raster) { return raster ? raster->times : (bp_pass_times){0}; }

/* Linked into an example with --wrap: counts its allocations from frame to frame, a frame being what lies
 * between two calls of bp_raster_begin. At exit it prints the first frame's and the sum of all after it. */
#include <bindpose/raster.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
bool __real_bp_raster_begin(bp_raster *raster, const bp_framebuffer *framebuffer, const bp_pass *options,
                            bp_error *error);

static _Atomic unsigned long asked; /* from any thread */
static unsigned long frames, first, later, before;

static void report(void) {
    printf("%lu frames; %lu allocations in the first, %lu in later ones\n", frames, first, later);
}

void *__wrap_malloc(size_t size) {
    asked++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    asked++;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size) {
    asked++;
    return __real_realloc(block, size);
}

bool __wrap_bp_raster_begin(bp_raster *raster, const bp_framebuffer *framebuffer, const bp_pass *options,
                            bp_error *error) {
    if (frames == 0) atexit(report);
    if (frames > 0) *(frames == 1 ? &first : &later) += asked - before;
    frames++;
    before = asked;
    return __real_bp_raster_begin(raster, framebuffer, options, error);
}

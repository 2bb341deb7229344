/* What our own windows and measurements ask of a pass. */
#pragma once

#include <bindpose/raster.h>

/* Checks the fields: sizes, stride, and that pixels is not NULL and aligned. Error: ARGUMENT. */
bool bp_framebuffer_check(const bp_framebuffer *framebuffer, bp_error *error);

/* Adds the counters of another pass, or of part of one. */
void bp_counters_add(bp_counters *sum, const bp_counters *more);

/* Resolves all samples so far into pixels, as the end of the pass does. Later overlay primitives and clears
 * are drawn over these pixels, as in another pass with one sample; bp_raster_draw fails. Call it once in a
 * pass. */
bool bp_raster_resolve_samples(bp_raster *raster, bp_error *error);
/* Drops what was recorded in the pass after the first `count` draws: calls of the recording functions, as
 * bp_pixel_event numbers them. For pictures that grow draw by draw. Returns how many there were; 0 outside of
 * a pass. */
size_t bp_raster_limit_draws(bp_raster *raster, size_t count);

/* The times of the last pass that was ended. All zero before the first, after an error, and for the
 * reference. */
bp_pass_times bp_raster_times(const bp_raster *raster);

/* Squares of pixels, row after row, with a byte for each: 1 if a pass drew it since the caller set it to 0.
 * Borrowed until the next pass. */
typedef struct bp_drawn_tiles {
    uint8_t *drawn; /* NULL before the first pass */
    int across, down, size;
} bp_drawn_tiles;
bp_drawn_tiles bp_raster_drawn_tiles(const bp_raster *raster);

/* Wraps text into lines `width` pixels wide: how many of its bytes make the first line. All of them if they
 * fit, else up to and with the last space that fits, else as many characters as fit, and at least one. 0 for
 * an empty text. Uses only text, bytes, size and face. */
size_t bp_text_wrap(const bp_text *text, int width);

/* A framebuffer of pixels alone; its depth is NULL. Passes then keep depth to themselves. */
bool bp_framebuffer_create_color(const bp_context *context, int width, int height, bp_framebuffer *out,
                                 bp_error *error);

/* ---- boxes (src/raster/overlay/box.c) ------------------------------------------------------------
 * Rectangles in pixels, for panels and buttons: filled, with round corners and a border inside. */

typedef struct bp_box {
    bp_rect rect;
    uint8_t color[4]; /* R, G, B, A as bytes of the framebuffer; alpha 0: no filling */
    float corner;     /* radius in pixels; cut to half of the shorter side */
    float border;     /* width in pixels; 0: none */
    uint8_t border_color[4];
} bp_box;
/* Draws `count` boxes inside `clip` (width 0: no restriction), without depth. Errors: a negative size, corner
 * or border, or a coordinate or size over 65536 pixels. */
bool bp_raster_boxes(bp_raster *raster, const bp_box *boxes, size_t count, bp_rect clip, bp_error *error);

/* Uses only text, bytes, size, face and max_width. */
bp_text_extent bp_text_measure(const bp_text *text);

/* The three axes of a frame as arrows: x vermilion, y green, z blue (Okabe and Ito). */
typedef struct bp_axes {
    bp_mat4 frame; /* to the space of overlay->transform; all zero: the identity */
    float length;  /* of an axis, in units of the frame; 0: 1 */
    float width;   /* pixels; 0: 2 */
} bp_axes;

bool bp_raster_axes(bp_raster *raster, const bp_axes *axes, const bp_overlay *overlay, bp_error *error);

/* A flat disc that faces the viewer, or a shaded ball with depth. Antialiased. */
typedef struct bp_disc {
    bp_vec3 center;
    float radius;       /* pixels; ignored if `world_radius` is not 0 */
    float world_radius; /* in the units of `center`: shrinks with distance */
    uint8_t color[4];
    float ring;            /* width in pixels of the outermost part that has ... */
    uint8_t ring_color[4]; /* ... this colour; 0: no ring */
    bool ball;             /* shaded from the upper left, with the depth of a sphere */
} bp_disc;

/* Errors: a radius that is negative, NaN, or over 8192 pixels. A world_radius that becomes larger is cut to
 * that. */
bool bp_raster_discs(bp_raster *raster, const bp_disc *discs, size_t count, const bp_overlay *overlay,
                     bp_error *error);

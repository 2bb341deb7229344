/* font.h: the baked faces, as data.
 *
 * src/tools/bake_font.c turns the DejaVu files into build/gen/font_atlas.c at build time; what is in there is
 * declared here and nowhere else. There are no pointers in it, so all of it is read-only memory
 * that is paged in when a sign is first drawn.
 *
 * A sign at a size is a small picture with 16 levels of coverage, two pixels a byte, the left one in
 * the low half, each row starting at a byte. Faces, sizes and signs make one big table; a face that lacks a
 * sign has got it from a related one, so every (face, size, sign) is there.
 */
#ifndef BP_RASTER_OVERLAY_FONT_H
#define BP_RASTER_OVERLAY_FONT_H

#include <stdint.h>

#define BP_FONT_FACES 4 /* in the order of bp_face: sans, sans bold, mono, mono bold */
#define BP_FONT_SIZES 19
#define BP_FONT_COVER 15 /* full coverage */

/* One sign. The pen stands on the baseline at x = 0; the picture's left column is at pen + left, its
 * top row `top` rows above the baseline (top = 1: the row just above it). All in pixels. */
typedef struct bp_font_glyph {
    uint32_t offset; /* of the first row in bp_font_pixels */
    int8_t left, top;
    uint8_t width, height;
    uint8_t advance; /* how far the pen moves: whole pixels */
} bp_font_glyph;

/* Measures of a face at a size, in whole pixels, all positive. */
typedef struct bp_font_metrics {
    uint8_t ascent, descent; /* room above and below the baseline that signs of the face ask for */
    uint8_t cap, x_height;   /* height of H and of x above the baseline */
} bp_font_metrics;

extern const uint8_t bp_font_sizes[BP_FONT_SIZES]; /* pixels an em, rising */
extern const uint32_t bp_font_code_point_count;
extern const uint32_t bp_font_code_points[]; /* code points, rising */
extern const bp_font_metrics bp_font_metric_table[BP_FONT_FACES * BP_FONT_SIZES];
extern const bp_font_glyph bp_font_glyphs[]; /* [(face * BP_FONT_SIZES + size) * bp_font_code_point_count + sign] */
extern const uint32_t bp_font_pixel_count;
extern const uint8_t bp_font_pixels[];

#endif

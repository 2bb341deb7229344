/* The font atlas, and finding glyphs in it. At build time, src/tools/bake_font.c bakes the atlas from the
 * DejaVu files (build/gen/font_atlas.c). It contains no pointers, so all of it is read-only memory that the
 * system loads when a glyph is first drawn.
 *
 * A glyph is a small picture with 16 levels of coverage, two pixels a byte, the left one in the low half;
 * each row starts at a byte. Each face at each size is a set with one glyph for each code point: a face that
 * lacks a character has it from a related face.
 *
 * A character's glyphs in all sets follow each other, each measure has an array of its own, and the place of
 * every 16th picture alone is stored: so the tables compress well. The web page downloads no pictures, but
 * the outlines that they are drawn from (outline.h).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BP_FONT_FACES 4 /* in the order of bp_face: sans, sans bold, mono, mono bold */
#define BP_FONT_SIZES 19
#define BP_FONT_SETS (BP_FONT_FACES * BP_FONT_SIZES) /* set = face * BP_FONT_SIZES + size */
#define BP_FONT_COVERAGE_MAX 15
#define BP_FONT_OFFSET_STEP 16 /* glyphs for each element of bp_font_offsets */

/* With the pen on the baseline at x = 0, the picture's left column is at `left`, and its top row `top` rows
 * above the baseline (top = 1: the row just above it). In pixels. */
typedef struct bp_font_glyph {
    int8_t left, top;
    uint8_t width, height;
    uint8_t advance; /* how far the pen moves */
} bp_font_glyph;

/* Measures of a face at a size, in whole pixels, all positive. */
typedef struct bp_font_metrics {
    uint8_t ascent, descent; /* the face's extent above and below the baseline */
    uint8_t cap, x_height;   /* height of H and of x above the baseline */
} bp_font_metrics;

extern const uint8_t bp_font_sizes[BP_FONT_SIZES]; /* pixels an em, rising */
extern const uint32_t bp_font_code_point_count;
extern const uint32_t bp_font_code_points[]; /* rising */
extern const bp_font_metrics bp_font_metric_table[BP_FONT_SETS];
/* The members of all glyphs, by index: that of the code point * BP_FONT_SETS + set. */
extern const int8_t bp_font_left[], bp_font_top[];
extern const uint8_t bp_font_width[], bp_font_height[], bp_font_advance[];
extern const uint32_t bp_font_offsets[]; /* in bp_font_pixels: of glyphs 0, 16, 32 ... */
extern const uint32_t bp_font_pixel_count;

/* What the atlas alone has. */
extern const uint8_t bp_font_pixels[];

/* What the page has instead. A face's measures, in font units: descender, baseline, x-height, capitals,
 * ascender. */
typedef struct bp_font_face {
    int16_t heights[5];
    uint16_t units_per_em;
} bp_font_face;
/* An outline that glyphs of a code point share; a face that lacks a character has another face's. */
typedef struct bp_font_outline {
    uint16_t first, count; /* of the vertices */
    uint8_t face;
    float squeeze; /* makes it narrower; at most 1 */
} bp_font_outline;
#define BP_OUTLINE_MAX 1024 /* vertices of an outline */
extern const bp_font_face bp_font_faces[BP_FONT_FACES];
extern const bp_font_outline bp_font_outlines[]; /* by code point * BP_FONT_FACES + face */
extern const uint8_t bp_font_phases[]; /* of all glyphs: x + 4 | (y + 4) << 4, in eighths of a pixel */
/* Of all vertices: stb_truetype's kind, and how far the point and the control point are from the point
 * before. */
extern const uint8_t bp_font_vertex_kind[];
extern const int16_t bp_font_vertex_x[], bp_font_vertex_y[], bp_font_vertex_cx[], bp_font_vertex_cy[];

/* Pictures as in the atlas, and which of them are drawn. */
extern uint8_t bp_font_drawn_pixels[];
extern bool bp_font_is_drawn[];

/* The code point that begins at text[*offset], *offset < size. Advances *offset to the next one. A byte that
 * is not part of valid UTF-8 gives U+FFFD. */
uint32_t bp_utf8_next(const char *text, size_t size, size_t *offset);

/* The index of a code point's glyph in set 0; the one of U+FFFD if the atlas lacks it. */
uint32_t bp_font_find_glyph(uint32_t code);

bp_font_glyph bp_font_glyph_at(uint32_t index);

/* The index of the first byte of a glyph among all pictures. */
size_t bp_font_glyph_offset(uint32_t index);

/* A glyph's picture, which begins at `offset` of all. In the page, which has a single thread, it is drawn at
 * the first call. */
const uint8_t *bp_font_glyph_pixels(uint32_t index, size_t offset);

/* The index of the largest baked size up to `pixels`, or of the smallest. */
int bp_font_find_size(int pixels);

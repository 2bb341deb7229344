/* The font atlas, and finding glyphs in it. At build time, src/tools/bake_font.c bakes the atlas from the
 * DejaVu files (build/gen/font_atlas.c). It contains no pointers, so all of it is read-only memory that the
 * system loads when a glyph is first drawn.
 *
 * A glyph is a small picture with 16 levels of coverage, two pixels a byte, the left one in the low half;
 * each row starts at a byte. Each face at each size is a set with one glyph for each code point: a face that
 * lacks a character has it from a related face.
 *
 * The web page downloads the atlas, so its tables are made to compress well. A character's glyphs in all sets
 * follow each other, because they are alike. Each measure has an array of its own. Pictures follow each other
 * without gaps, so only the place of every 16th is stored.
 */
#ifndef BP_RASTER_OVERLAY_FONT_H
#define BP_RASTER_OVERLAY_FONT_H

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
extern const uint8_t bp_font_pixels[];

/* The code point that begins at text[*offset], *offset < size. Advances *offset to the next one. A byte that
 * is not part of valid UTF-8 gives U+FFFD. */
uint32_t bp_utf8_next(const char *text, size_t size, size_t *offset);

/* The index of a code point's glyph in set 0; the one of U+FFFD if the atlas lacks it. */
uint32_t bp_font_find_glyph(uint32_t code);

bp_font_glyph bp_font_glyph_at(uint32_t index);

/* The index in bp_font_pixels of the first row of a glyph. */
size_t bp_font_glyph_offset(uint32_t index);

/* The index of the largest baked size up to `pixels`, or of the smallest. */
int bp_font_find_size(int pixels);

#endif

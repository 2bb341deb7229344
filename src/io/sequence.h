/* The parts that both formats of a sequence of pictures use. */
#pragma once

#include <bindpose/io.h>

bool bp_sequence_check(const bp_image_sequence *sequence, double fps_max, bp_error *error);
/* For how many ticks of a clock a picture is shown. Rounded so that errors don't add up. */
int bp_sequence_ticks(const bp_image_sequence *sequence, int index, int ticks_a_second);
/* A rectangle of a picture. */
typedef struct bp_changed_part {
    int x, y, width, height;
} bp_changed_part;

/* Compares two pictures, whose pixels have `size` bytes, and copies `now` to `before`. Returns the smallest
 * rectangle that holds all differences; one pixel if there are none. */
bp_changed_part bp_sequence_changed(const bp_image_sequence *sequence, uint8_t *before, const uint8_t *now,
                                    size_t stride, size_t size);

/* Whether the segments of a JPEG are valid, before it is decoded (src/io/image.c): returns NULL, with the image's
 * size from the frame header; else a constant text that says what is wrong. */
const char *bp_jpeg_validate(const uint8_t *bytes, size_t size, int *width, int *height);

/* The checksum of PNG's chunks (src/io/image.c). */
uint32_t bp_png_crc(const void *bytes, size_t size);

/* Encodes as PNG, 8-bit RGBA. Equal pixels give equal bytes. Free `out` with bp_file_free. */
bool bp_image_encode_png(const bp_allocator *allocator, const bp_image *image, bp_file *out, bp_error *error);

/* The colours of a GIF, chosen from all of its pictures. Whole numbers only: the same on every machine. */

/* One index is left for transparent pixels. */
enum { BP_PALETTE_SIZE = 255 };

typedef struct bp_color_bin {
    uint64_t count, red, green, blue; /* pixels, and the sums of their channels */
} bp_color_bin;

typedef struct bp_palette {
    const bp_allocator *allocator;          /* borrowed */
    bp_color_bin *bins;                     /* owned: similar colours share one */
    uint8_t *nearest;                       /* owned: the index for the colours of a bin */
    uint8_t colors[BP_PALETTE_SIZE + 1][3]; /* the last one stays black */
} bp_palette;

/* Close the palette even if this fails. */
bool bp_palette_open(bp_palette *palette, const bp_allocator *allocator, bp_error *error);
void bp_palette_close(bp_palette *palette);
/* Adds pixels to those that the colours are chosen from. */
void bp_palette_count(bp_palette *palette, const bp_rgba8 *pixels, size_t count);
/* Chooses the colours. After that only pixels that were counted may be mapped. */
bool bp_palette_choose(bp_palette *palette, bp_error *error);
void bp_palette_map(const bp_palette *palette, const bp_rgba8 *pixels, size_t count, uint8_t *indices);

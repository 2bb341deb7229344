/* The colours of a GIF, chosen from all of its pictures. Whole numbers only: the same on every machine. */
#ifndef BP_IO_PALETTE_H
#define BP_IO_PALETTE_H

#include <bindpose/mesh.h>

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

#endif

/* Tells if this is the font of the golden pictures with text. */
#ifndef BINDPOSE_TESTS_SUPPORT_FONT_H
#define BINDPOSE_TESTS_SUPPORT_FONT_H

#include "raster/overlay/font.h"
#include "support/test.h"

/* FNV-1a of the atlas of DejaVu 2.37. */
#define TEST_FONT_HASH UINT64_C(0x534c6af39de2a63e)

static inline uint64_t test_font_hash(void) {
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (uint32_t i = 0; i < bp_font_pixel_count; i++)
        hash = (hash ^ bp_font_pixels[i]) * UINT64_C(0x100000001B3);
    return hash;
}

/* False, after printing `skipped`, if another version of the fonts is installed. */
static inline bool test_font_is_known(void) {
    uint64_t hash = test_font_hash();
    if (hash == TEST_FONT_HASH) return true;
    print_message("skipped: this is not the DejaVu 2.37 that the pictures were made with (atlas %016llx)\n",
                  (unsigned long long)hash);
    return false;
}

#endif

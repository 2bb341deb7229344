/* The table of color.h, from the formula in srgb.h. */
#include "raster/color.h"
#include "raster/srgb.h"

void bp_color_tables_fill(bp_color_tables *tables) {
    for (int i = 0; i < 256; i++) tables->linear[i] = (float)bp_srgb_decode(i / 255.0);
}

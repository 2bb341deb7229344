/* The tables of color.h, from the formula in srgb.h. */
#include "raster/color.h"
#include "raster/srgb.h"

void bp_color_tables_fill(bp_color_tables *tables) {
    for (int i = 0; i < 256; i++) tables->linear[i] = (float)bp_srgb_decode(i / 255.0);
    int byte = 0;
    double limit = bp_srgb_decode(0.5 / 255.0); /* the largest linear light that rounds to `byte` */
    for (int i = 0; i <= BP_ENCODE_STEPS; i++) {
        double root = (double)i / BP_ENCODE_STEPS;
        while (byte < 255 && root * root > limit) {
            byte++;
            limit = bp_srgb_decode((byte + 0.5) / 255.0);
        }
        tables->encoded[i] = (uint8_t)byte;
    }
    for (int i = BP_ENCODE_STEPS + 1; i < BP_ENCODE_STEPS + 4; i++) tables->encoded[i] = 255;
}

/* The tables of color.h, from sRGB's formula, without pow. */
#include "raster/color.h"

/* a^(1/5) for 0 < a <= 1.2. Newton's iteration from above decreases until it has converged. */
static double fifth_root(double a) {
    double x = 1.2;
    for (int i = 0; i < 64; i++) {
        double next = (4.0 * x + a / (x * x * x * x)) / 5.0;
        if (next >= x) return x;
        x = next;
    }
    return x;
}

/* An encoded value 0..1 in linear light. */
static double decode(double c) {
    if (c <= 0.04045) return c / 12.92;
    double t = (c + 0.055) / 1.055;
    return t * t * fifth_root(t * t);
}

void bp_color_tables_fill(bp_color_tables *tables) {
    for (int i = 0; i < 256; i++) tables->linear[i] = (float)decode(i / 255.0);
    int byte = 0;
    double limit = decode(0.5 / 255.0); /* the largest linear light that rounds to `byte` */
    for (int i = 0; i <= BP_ENCODE_STEPS; i++) {
        double root = (double)i / BP_ENCODE_STEPS;
        while (byte < 255 && root * root > limit) {
            byte++;
            limit = decode((byte + 0.5) / 255.0);
        }
        tables->encoded[i] = (uint8_t)byte;
    }
    for (int i = BP_ENCODE_STEPS + 1; i < BP_ENCODE_STEPS + 4; i++) tables->encoded[i] = 255;
}

/* sRGB (IEC 61966-2-1): linear = c / 12.92 up to 0.04045, else ((c + 0.055) / 1.055)^2.4. The power is
 * computed from squares and a fifth root in double, only with + - * /, so it has the same bits on every
 * computer. */
#pragma once

/* a^(1/5) for 0 < a <= 1.2. Newton's iteration from above decreases until it has converged. */
static inline double bp_fifth_root(double a) {
    double x = 1.2;
    for (int i = 0; i < 64; i++) {
        double next = (4.0 * x + a / (x * x * x * x)) / 5.0;
        if (next >= x) return x;
        x = next;
    }
    return x;
}

/* An encoded value 0..1 in linear light. */
static inline double bp_srgb_decode(double c) {
    if (c <= 0.04045) return c / 12.92;
    double t = (c + 0.055) / 1.055;
    return t * t * bp_fifth_root(t * t);
}

/* The reverse, for linear light 0..1, which it is limited to. Newton's iteration on bp_srgb_decode, whose
 * derivative is 2.4 * decode(c) / (c + 0.055). */
static inline double bp_srgb_encode(double linear) {
    if (!(linear > 0.0031308)) return linear > 0 ? linear * 12.92 : 0;
    if (linear >= 1) return 1;
    double c = 1;
    for (int i = 0; i < 16; i++) {
        double decoded = bp_srgb_decode(c);
        c -= (decoded - linear) * (c + 0.055) / (2.4 * decoded);
    }
    return c;
}

/* Contrast as drawn, by WCAG's ratio. */
#ifndef BINDPOSE_TESTS_SUPPORT_CONTRAST_H
#define BINDPOSE_TESTS_SUPPORT_CONTRAST_H

#include <bindpose/raster.h>
#include <math.h>

static inline double linear(uint8_t value) {
    static double all[256];
    if (all[255] == 0)
        for (int i = 0; i < 256; i++)
            all[i] = i <= 10 ? i / 255.0 / 12.92 : pow((i / 255.0 + 0.055) / 1.055, 2.4);
    return all[value];
}
static inline double luminance(const uint8_t *p) {
    return 0.2126 * linear(p[0]) + 0.7152 * linear(p[1]) + 0.0722 * linear(p[2]);
}
static inline double contrast(const uint8_t *a, const uint8_t *b) {
    double la = luminance(a) + 0.05, lb = luminance(b) + 0.05;
    return la > lb ? la / lb : lb / la;
}

/* Of a text: between the darkest and the brightest pixel of its rectangle. */
static inline double text_contrast(const bp_framebuffer *picture, bp_rect r) {
    double dark = 1, bright = 0;
    for (int y = r.y; y < r.y + r.height; y++) {
        for (int x = r.x; x < r.x + r.width; x++) {
            if (x < 0 || y < 0 || x >= picture->width || y >= picture->height) continue;
            double l = luminance(picture->pixels + 4 * ((size_t)picture->stride * (size_t)y + (size_t)x));
            if (l < dark) dark = l;
            if (l > bright) bright = l;
        }
    }
    return (bright + 0.05) / (dark + 0.05);
}

#endif

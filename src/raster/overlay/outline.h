/* Drawing a glyph from its outline: fitted to the pixel grid, and then by stb_truetype's rasterizer.
 * bake_font does it at build time for the atlas. The page does it when a glyph is first needed
 * (src/web/glyphs.c), because outlines are a tenth of the atlas's download. stb_truetype uses only float
 * arithmetic and sqrt, so both get the same bits.
 *
 * stb_truetype ignores the pixel grid, which makes letters of 12 pixels a grey blur. The eye compares five
 * heights from letter to letter: descender, baseline, x-height, capitals, ascender. At each size they are
 * rounded to whole pixels, and the outline's y is stretched between them piecewise. Round letters overshoot
 * these heights; at sizes where that would be a grey row it is flattened.
 */
#pragma once

#include "raster/overlay/font.h"
#include <math.h>
#include <stdbool.h>
#include <string.h>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wcast-qual"
#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include <stb/stb_truetype.h>
#pragma GCC diagnostic pop

#define BP_OUTLINE_SCALE 8    /* outline units are multiplied by this, so that fitting loses no precision */
#define BP_GLYPH_PHASES 8     /* positions tried within a pixel */
#define BP_GLYPH_SIDE_MAX 128 /* of the scratch picture: more than three times the largest size */
#define BP_OVERSHOOT 45       /* font units (of 2048) by which round letters reach beyond a height */
#define BP_FLAT_BELOW 30      /* sizes below this have overshoots flattened */

/* The fitting of a face to the grid at one size. */
typedef struct bp_font_grid {
    float scale; /* pixels a font unit */
    float to[5]; /* the five heights in whole pixels */
    bool flatten;
} bp_font_grid;

typedef struct bp_glyph_picture {
    int side; /* rows and columns in use, BP_GLYPH_SIDE_MAX at most */
    unsigned char pixels[BP_GLYPH_SIDE_MAX * BP_GLYPH_SIDE_MAX];
    int left, top, width, height; /* the part that isn't empty; left and top from the pen */
} bp_glyph_picture;

/* A fitted outline, and the scale to draw it at. */
typedef struct bp_fitted_outline {
    stbtt_vertex *vertices;
    int count;
    float scale;
} bp_fitted_outline;

/* ---- fitting -----------------------------------------------------------------------------------*/

/* Rounds a height to whole pixels, in favour of the larger one: small letters profit from height. */
static float bp_round_height(float pixels) { return floorf(pixels + 0.6f); }

static bp_font_grid bp_font_grid_of(const bp_font_face *face, int size) {
    bp_font_grid fit = {.scale = (float)size / (float)face->units_per_em, .flatten = size < BP_FLAT_BELOW};
    for (int i = 0; i < 5; i++) {
        float pixels = (float)face->heights[i] * fit.scale;
        fit.to[i] = pixels < 0 ? -bp_round_height(-pixels) : bp_round_height(pixels);
    }
    return fit;
}

/* A font unit's y to pixels. */
static float bp_fit_y(const bp_font_face *face, const bp_font_grid *fit, int y) {
    const int16_t *h = face->heights;
    if (fit->flatten) {
        for (int i = 0; i < 2; i++)
            if (y < h[i] && y >= h[i] - BP_OVERSHOOT) y = h[i];
        for (int i = 2; i < 5; i++)
            if (y > h[i] && y <= h[i] + BP_OVERSHOOT && !(i + 1 < 5 && y > h[i + 1])) y = h[i];
    }
    if (y <= h[0]) return fit->to[0] + (float)(y - h[0]) * fit->scale;
    if (y >= h[4]) return fit->to[4] + (float)(y - h[4]) * fit->scale;
    int i = 0;
    while (y > h[i + 1]) i++;
    return fit->to[i] + (fit->to[i + 1] - fit->to[i]) * (float)(y - h[i]) / (float)(h[i + 1] - h[i]);
}

static stbtt_vertex_type bp_outline_unit(float pixels, float scale) {
    return (stbtt_vertex_type)floorf(pixels / scale * BP_OUTLINE_SCALE + 0.5f);
}

/* Fits an outline in place, made narrower by `squeeze`, at most 1. */
static bp_fitted_outline bp_fit_outline(stbtt_vertex *vertices, int count, const bp_font_face *face,
                                        const bp_font_grid *fit, float squeeze) {
    for (stbtt_vertex *v = vertices; v < vertices + count; v++) {
        v->y = bp_outline_unit(bp_fit_y(face, fit, v->y), fit->scale);
        v->cy = bp_outline_unit(bp_fit_y(face, fit, v->cy), fit->scale);
        v->x = (stbtt_vertex_type)floorf((float)v->x * squeeze * BP_OUTLINE_SCALE + 0.5f);
        v->cx = (stbtt_vertex_type)floorf((float)v->cx * squeeze * BP_OUTLINE_SCALE + 0.5f);
    }
    return (bp_fitted_outline){vertices, count, fit->scale};
}

/* ---- drawing -----------------------------------------------------------------------------------*/

/* Moves the part of the scratch picture that isn't empty to its corner, and reduces it to 16 levels. */
static void bp_crop_glyph(bp_glyph_picture *out) {
    int side = out->side, x0 = side, y0 = side, x1 = -1, y1 = -1;
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            unsigned char *pixel = &out->pixels[y * side + x];
            *pixel = (unsigned char)((*pixel * BP_FONT_COVERAGE_MAX + 127) / 255);
            if (!*pixel) continue;
            x0 = x < x0 ? x : x0;
            x1 = x > x1 ? x : x1;
            y0 = y < y0 ? y : y0;
            y1 = y;
        }
    out->width = x1 < 0 ? 0 : x1 - x0 + 1;
    out->height = x1 < 0 ? 0 : y1 - y0 + 1;
    out->left = x1 < 0 ? 0 : x0 - side / 3;
    out->top = x1 < 0 ? 0 : 2 * side / 3 - y0;
    for (int y = 0; y < out->height; y++)
        memmove(out->pixels + y * side, out->pixels + (y + y0) * side + x0, (size_t)out->width);
}

/* With the pen at a phase, in eighths of a pixel. */
static void bp_draw_outline(bp_glyph_picture *out, const bp_fitted_outline *from, int size, int phase_x,
                            int phase_y) {
    const float scale = from->scale / BP_OUTLINE_SCALE;
    out->side = 3 * size + 6;
    memset(out->pixels, 0, (size_t)(out->side * out->side));
    stbtt__bitmap bitmap = {.w = out->side, .h = out->side, .stride = out->side, .pixels = out->pixels};
    /* The pen is a third from the left and from the bottom: glyphs reach beyond it on both sides. */
    stbtt_Rasterize(&bitmap, 0.2f, from->vertices, from->count, scale, scale,
                    (float)phase_x / BP_GLYPH_PHASES, (float)phase_y / BP_GLYPH_PHASES, -(out->side / 3),
                    -(2 * out->side / 3), 1, NULL);
    bp_crop_glyph(out);
}

/* As the atlas has it: two pixels a byte. Returns the byte behind the last. */
static uint8_t *bp_pack_glyph(uint8_t *to, const bp_glyph_picture *p) {
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x += 2) {
            const unsigned char *pair = p->pixels + y * p->side + x;
            *to++ = (uint8_t)(pair[0] | (x + 1 < p->width ? pair[1] : 0) << 4);
        }
    return to;
}

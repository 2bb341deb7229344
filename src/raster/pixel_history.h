/* The history of a pixel: what each draw of a pass did to it, in order, with all values on the way. They come
 * from the scalar rasterizer (src/raster/triangle_scalar.c), which defines every picture; so they are the
 * picture's own, and the last colour is the picture's byte for byte. src/raster/pixel_history.c. */
#pragma once

#include <bindpose/raster.h>

/* What a draw did to one sample. Without multisampling a pixel has one, at its centre. */
typedef struct bp_sample_step {
    float x, y; /* pixels from the framebuffer's top left corner */
    /* Triangles: the edge functions there, in 1/65536 square pixel, twice the area of the triangle that the
     * edge from vertex i to the next one makes with the point; positive inside. */
    int64_t edge[3];
    bool covered;    /* inside all edges, or on one that is a top or left edge */
    bool passed;     /* the depth test too */
    bool written;    /* its colour or depth: neither the alpha test nor a wireframe's gap left it out */
    float depth;     /* of the triangle there */
    float old_depth; /* that it was compared with */
    uint8_t old_color[4], color[4]; /* before and after: R, G, B, A */
} bp_sample_step;

/* A texel that a texture filter read. */
typedef struct bp_texel_step {
    int level, x, y; /* mip level, and the texel's place in it */
    float weight;    /* the weights of all texels of a pixel sum to 1 */
    float color[4];  /* linear light 0..1; RAW 0..255 */
} bp_texel_step;

enum { BP_TEXELS_MAX = 8 }; /* trilinear: four of each of two levels */

/* A texture that shading read. */
typedef struct bp_texture_step {
    int map;                 /* -1: the base colour; else a bp_map (raster.h) */
    float uv[2];             /* texture coordinates, perspective-correct ... */
    float flat_uv[2];        /* ... and as they would be without: interpolated on the screen */
    int size[2];             /* of the texture itself, in texels */
    float right[2], down[2]; /* how u and v change to the next pixel, in its texels; trilinear only */
    float level;             /* of detail: 0 the texture itself, 1 the half of it ...; trilinear only */
    bp_texel_step texels[BP_TEXELS_MAX];
    int texel_count;
    float color[4];      /* filtered */
    const void *sampler; /* internal */
} bp_texture_step;

/* How a covered pixel got its colour, at its centre. Colours are linear light 0..1, RAW 0..255. */
typedef struct bp_shading_step {
    bool shaded;        /* else the rest is zero: no sample passed */
    bool raw;           /* BP_COLOR_RAW */
    float inverse_w, w; /* 1/w, interpolated; and its inverse, which undoes the division by w */
    bp_texture_step textures[1 + BP_MAPS];
    int texture_count;
    float base[4];     /* base colour times vertex colour, without texture */
    bp_lighting model; /* BP_LIGHTING_PIXEL, BP_LIGHTING_PBR; else none at the pixel: the next are zero */
    float normal[3];   /* unit length */
    float n_dot_l;     /* its product with the direction to the light; 0 where that is negative */
    float direction[3], light_color[3]; /* towards the light; its light on a surface that faces it */
    float ambient[3], sky_slope[3];     /* of the sky; the second with PBR */
    bool tone_mapped;
    float light[3]; /* the factor ambient + color * n_dot_l; PBR: what the light adds */
    float metallic, roughness, occlusion, eye[3]; /* PBR: the surface, and the direction to the eye */
    float sky[3], emissive[3];                    /* PBR: what the sky and the surface itself add */
    float sum[3];                                 /* PBR: before tone mapping */
    float wire;                                   /* opacity of the wireframe's lines, 0..1 */
    float color[4]; /* base * light * texture, or PBR's sum, tone-mapped; the wireframe; limited to 0..1 */
    float alpha_cutoff; /* of the alpha test; 0: none */
    bool blended;       /* over the old colour by color[3] */
} bp_shading_step;

/* One draw, or one overlay primitive, that touched the pixel. */
typedef struct bp_pixel_event {
    /* "triangle", "culled triangle" (drawn if it faced the other way: nothing is written), "clear", "line",
     * "thin line", "disc", "box", "text", "resolve" */
    const char *kind;
    size_t draw;        /* the number of the recording call in the pass, from 0 */
    uint32_t primitive; /* triangle or primitive of that call, from 0 */
    bp_sample_step samples[4];
    int sample_count; /* 1 or 4; overlay primitives after bp_raster_resolve_samples have 1 */

    /* Triangles only. */
    const float *positions; /* of the draw's vertices, as the caller passed it: tells which mesh it was */
    uint32_t vertices[3];   /* indices into it */
    bool clipped;           /* this is a part of the triangle, which clipping made */
    float screen[3][4];     /* corners: x and y in pixels, snapped; depth; 1/w */
    int64_t area;           /* twice, signed, in 1/65536 square pixel; negative: counter-clockwise */
    bool top_left[3];       /* of the edge from corner i to the next */
    float weights[3];       /* of the corners at the pixel's centre, on the screen (barycentric) */
    float corrected[3];     /* the same with perspective: weight i / w of corner i, divided by their sum */
    bp_shading_step shading;
} bp_pixel_event;

typedef struct bp_pixel_history {
    int x, y;               /* the pixel */
    uint8_t color[4];       /* in the framebuffer in the end */
    float depth;            /* likewise: the nearest sample's */
    bp_pixel_event *events; /* owned */
    size_t count;
    size_t capacity; /* internal */
} bp_pixel_history;

/* Ends the pass like bp_raster_end, but draws pixel (x, y) alone and writes its history to `out`, which
 * bp_pixel_history_clear frees with the context of `raster`. The framebuffer's other pixels stay as they
 * are. Takes about as long as transforming all vertices on one thread. Errors: no pass, a pixel outside of
 * the framebuffer (ARGUMENT), no memory; `out` is then empty. */
bool bp_raster_end_with_history(bp_raster *raster, int x, int y, bp_pixel_history *out, bp_error *error);
/* Joins the histories of one pixel in two passes: moves the events of `more`, the later pass, to the end of
 * `to`, and numbers their draws on. `to` takes the colour of `more`, and the nearer depth of both. `more` is
 * empty afterwards. Both belong to `context`; `to` may be zeroed. Errors: NULL; no memory: `to` is then as it
 * was. */
bool bp_pixel_history_append(const bp_context *context, bp_pixel_history *to, bp_pixel_history *more,
                             bp_error *error);
/* What a pass did to a pixel, in numbers: for pictures in false colours. */
typedef struct bp_pixel_statistics {
    int overdraw; /* triangles that cover a sample of it, also those that are hidden behind others */
    int coverage; /* samples that the last triangle covers that wrote here, 1..4; 0: no triangle did */
    float level;  /* of detail, at which that triangle's first texture was read; -1: it has no texture */
    float depth;  /* of the nearest sample, after the last triangle */
} bp_pixel_statistics;

/* Ends the pass like bp_raster_end, but counts the triangles on each pixel instead of shading them. Returns
 * the statistics of the framebuffer's width * height pixels, row after row, borrowed until the next call.
 * NULL and an error: no raster, no pass, no memory. */
const bp_pixel_statistics *bp_raster_end_with_statistics(bp_raster *raster, bp_error *error);

/* Frees it; a zeroed one is fine. */
void bp_pixel_history_clear(const bp_context *context, bp_pixel_history *history);

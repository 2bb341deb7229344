/* raster: draws triangles, lines and text without a graphics card.
 *
 * A framebuffer is memory of the caller: RGBA8 and float depth. A bp_raster records commands in order and
 * draws them all when the pass ends:
 *
 *     bp_raster *raster = bp_raster_create(context, &error);
 *     bp_raster_begin(raster, &framebuffer, &(bp_pass){.samples = 4}, &error);
 *     bp_raster_clear(raster, &(bp_clear){.color = {30, 32, 38, 255}}, &error);
 *     bp_raster_draw(raster, &(bp_draw){.vertices = {...}, .transform = world_view_projection}, &error);
 *     bp_raster_end(raster, &counters, &error);
 *
 * Rules of drawing:
 *   - Order: the picture is as if each command were drawn completely before the next one.
 *   - Coverage: vertices are snapped to 1/256 pixel (or coarser, subpixel_bits), pixel centres are at
 *     .5, edge functions are integers, and a pixel centre on an edge belongs to the triangle of which
 *     it is a top or a left edge. So each pixel of an edge shared by two triangles is drawn once.
 *   - Depth is float, 0 near to 1 far, linear on the screen. Attributes are perspective-correct.
 *   - The bits don't depend on threads, instruction set, compiler or optimization. The slow reference
 *     rasterizer (bp_pass.reference) defines them.
 *   - Near and far plane are clipped exactly. Sideways there is a guard band of 16384 pixels around
 *     the viewport's centre, and triangles are clipped at its border too. Nothing outside the viewport
 *     is drawn. Triangles with a NaN or infinite vertex, with no area, or with an index out of range
 *     draw nothing and are counted.
 *
 * Colour. By default (BP_COLOR_SRGB) pixels, textures and 8-bit colours are sRGB-encoded, floats are
 * linear light, and filtering, lighting and blending are done in linear light. With BP_COLOR_RAW all
 * values are taken as they are.
 */
#ifndef BINDPOSE_RASTER_H
#define BINDPOSE_RASTER_H

#include <bindpose/base.h>
#include <bindpose/math.h>
#include <bindpose/model.h>

BP_BEGIN_C

#define BP_FRAMEBUFFER_MAX 16384 /* pixels, width and height */

/* A rectangle in pixels: x to the right, y down; x, y is its top left corner. */
typedef struct bp_rect {
    int x, y, width, height;
} bp_rect;

/* ---- framebuffer (src/raster/raster.c) --------------------------------------------------- */

/* Pixels and depth in memory of the caller, who fills in the struct, or calls bp_framebuffer_create. A pass
 * borrows the memory until it ends. */
typedef struct bp_framebuffer {
    uint8_t *pixels; /* R, G, B, A; row y starts at pixels + 4 * stride * y; aligned to 4 bytes */
    float *depth;    /* row y starts at depth + stride * y; NULL: depth lives only within a pass */
    int width;       /* 1..BP_FRAMEBUFFER_MAX */
    int height;      /* 1..BP_FRAMEBUFFER_MAX */
    int stride;      /* pixels from row to row, at least width; 0: width */
} bp_framebuffer;

/* Allocates pixels and depth, and fills them with transparent black and depth 1. Errors: a width or height
 * outside 1..16384 (ARGUMENT), no memory (MEMORY). On failure *out is zeroed. */
bool bp_framebuffer_create(const bp_context *context, int width, int height, bp_framebuffer *out,
                           bp_error *error);
/* Frees what either of them allocated, with the same context; a zeroed one is fine. */
void bp_framebuffer_destroy(const bp_context *context, bp_framebuffer *framebuffer);

/* ---- textures (src/raster/texture.c) ---------------------------------------------------------- */

typedef enum bp_color_mode {
    BP_COLOR_SRGB, /* 8-bit values are sRGB-encoded; all sums are computed in linear light */
    BP_COLOR_RAW,  /* values are used as they are */
} bp_color_mode;

typedef struct bp_texture_options {
    const uint8_t *pixels; /* RGBA8, borrowed for the call: the texture keeps a copy */
    int width, height;     /* 1..BP_FRAMEBUFFER_MAX, powers of two or not */
    int stride;            /* pixels from row to row; 0: width */
    bp_color_mode color;   /* how to average mipmaps */
    bool no_mipmaps;       /* then trilinear filtering is bilinear */
    bool no_raw;           /* never drawn with BP_COLOR_RAW: the texture takes half the memory */
    bool linear;           /* the bytes are data, not sRGB colours: normals, roughness and so on. Only for the
                            * maps of a bp_draw_surface */
} bp_texture_options;

/* An image prepared for sampling, with mipmaps down to 1x1. A texture doesn't change, so any number of
 * threads may use it. Errors: no pixels, a size or a stride out of range (ARGUMENT), no memory (MEMORY). The
 * caller destroys it. */
typedef struct bp_texture bp_texture;
bp_texture *bp_texture_create(const bp_context *context, const bp_texture_options *options, bp_error *error);
void bp_texture_destroy(bp_texture *texture);

/* ---- draws ------------------------------------------------------------------------------------ */

/* Arrays of vertex attributes, one element for each vertex. Borrowed until the pass ends. A stride is the
 * number of bytes from element to element, a multiple of the component's size; 0: tightly packed. */
typedef struct bp_draw_vertices {
    size_t count;
    const float *positions; /* x, y, z */
    size_t position_stride;
    const float *normals; /* x, y, z; required for lighting */
    size_t normal_stride;
    const float *uvs; /* u, v; (0, 0) is the corner of the first texel; required for a texture */
    size_t uv_stride;
    const float *uvs2; /* u, v: another set, for the maps of a bp_draw_surface that say so */
    size_t uv2_stride;
    const float *tangents; /* x, y, z, w as in bp_mesh; for a normal map; NULL: see bp_draw_surface */
    size_t tangent_stride;
    const uint8_t *colors8; /* R, G, B, A, sRGB-encoded unless RAW; or ... */
    const float *colors;    /* ... r, g, b, a, linear; set at most one of the two */
    size_t color_stride;
    /* NULL: they are drawn as they are. Else the pass skins them, a few at a time, so that skinned vertices
     * need no memory: `count`, positions, normals and tangents are those of the job's source. The job and its
     * palette are copied; the target isn't used. Joints are checked when the pass ends. */
    const bp_skin_job *skin;
} bp_draw_vertices;

/* Vertex indices, three for each triangle. Borrowed until the pass ends. Without either array the vertices
 * are taken in order. An index out of range drops its triangle. */
typedef struct bp_draw_indices {
    const uint16_t *u16; /* or ... */
    const uint32_t *u32; /* ... at most one of the two */
    size_t count;        /* rounded down to a multiple of three */
} bp_draw_indices;

/* One map of a surface. All zero: none. */
typedef struct bp_draw_map {
    const bp_texture *texture; /* borrowed until the pass ends; NULL: none */
    bp_filter filter;          /* model.h */
    bp_wrap wrap_u, wrap_v;
    bool second_uv; /* sampled at vertices.uvs2 instead of uvs */
} bp_draw_map;

/* For BP_LIGHTING_PBR: how a surface reflects light, by metallic and roughness as in glTF 2.0. The formulas
 * and their sources are in src/raster/pbr.h. All maps but BP_MAP_EMISSIVE need a texture that is `linear`.
 *
 * A normal map's x runs along the tangent, its y along cross(normal, tangent) * w. Without tangents, each
 * triangle gets its own, from how positions and texture coordinates change from pixel to pixel: x runs
 * towards larger u, and y to the side of smaller v. That needs a perspective projection; in another one the
 * map has no effect. A draw with BP_CULL_FRONT shows the surface from behind: give it reversed normals, and
 * the map is reversed with them. */
typedef struct bp_draw_surface {
    float metallic;            /* 0..1; multiplied by the map's blue channel */
    float roughness;           /* 0..1, in effect at least 0.0525; multiplied by green */
    float emissive[3];         /* light of its own, linear, 0 or more; multiplied by the map */
    float normal_scale;        /* multiplies x and y of the normal map; 0: no normal map */
    float occlusion_strength;  /* 0..1: how much of the map's red channel applies, to ambient light alone */
    bp_draw_map maps[BP_MAPS]; /* model.h; occlusion in the same texture as roughness is sampled once */
} bp_draw_surface;

/* The material. A pixel's colour is base_color x vertex colour x texture x light. */
typedef struct bp_draw_material {
    float base_color[4];       /* linear (RAW: as is), not premultiplied; all zero: white */
    const bp_texture *texture; /* borrowed until the pass ends; NULL: none */
    bp_filter filter;          /* model.h */
    bp_wrap wrap_u, wrap_v;
    float alpha_cutoff; /* not 0: an alpha test, which drops pixels with less alpha; all others are opaque.
                         * BP_WIRE_ONLY ignores it. Negative or NaN: an error */
    bp_draw_surface surface; /* for BP_LIGHTING_PBR alone */
} bp_draw_material;

typedef enum bp_lighting {
    BP_LIGHTING_NONE,
    BP_LIGHTING_VERTEX, /* computed at the vertices, and interpolated */
    BP_LIGHTING_PIXEL,  /* computed at each pixel, with an interpolated and normalized normal */
    BP_LIGHTING_PBR,    /* physically based, at each pixel, by material.surface; not with BP_COLOR_RAW */
} bp_lighting;

/* One directional light and ambient: ambient + color * max(0, normal . direction).
 *
 * BP_LIGHTING_PBR: color is the irradiance of a surface that faces the light, so a white one that only
 * scatters it gets color / pi. Ambient light comes from a sky, whose radiance in direction d (+Y is up) is
 * ambient + sky_slope * d.y. The sum is tone-mapped (Khronos PBR Neutral). */
typedef struct bp_draw_light {
    bp_lighting lighting;
    bp_vec3 direction;    /* towards the light, unit length; zero: (0.398, 0.697, 0.597) */
    float color[3];       /* linear; color and ambient all zero: 0.8 and 0.2 (PBR: 2.4, 0.34, 0.28) */
    float ambient[3];     /* linear */
    float sky_slope[3];   /* PBR: linear, at most ambient, or the sky would be black below */
    bool no_tone_mapping; /* PBR: more light than 1 is cut off */
    /* PBR: from the light's space to clip space, for the direction to the eye. Borrowed for the call. NULL:
     * the draw's transform, for positions in the light's space. */
    const bp_mat4 *view_projection;
    const bp_mat4 *normal_matrix; /* borrowed for the call; takes normals to the light's space, where they
                                  * are normalized. NULL: normals are unit and in that space */
} bp_draw_light;

typedef enum bp_wire {
    BP_WIRE_NONE,
    BP_WIRE_OVER, /* lines along the triangles' edges over the surface, which hides those behind it */
    BP_WIRE_ONLY, /* lines alone: the surface between them writes neither colour nor depth. Without depth test
                   * and culling, all edges show; after a draw with no_color_write, only the visible ones */
} bp_wire;

typedef struct bp_draw_wire {
    bp_wire mode;
    float color[4]; /* linear (RAW: as is), with the lines' opacity; all zero: opaque black */
    float width;    /* pixels, half on each side of an edge; 0: 1; negative or NaN: an error */
} bp_draw_wire;

typedef enum bp_cull {
    BP_CULL_NONE,
    BP_CULL_BACK,
    BP_CULL_FRONT,
} bp_cull;

typedef enum bp_depth_test {
    BP_DEPTH_LESS_EQUAL,
    BP_DEPTH_LESS,
    BP_DEPTH_ALWAYS, /* no test */
} bp_depth_test;

typedef struct bp_draw_state {
    bp_rect viewport; /* clip space -1..1 maps to it; width 0: the whole framebuffer. May stick out */
    bp_rect scissor;  /* clips everything to it; width 0: no scissor */
    bp_color_mode color;
    bp_cull cull;         /* front faces are counter-clockwise on the screen ... */
    bool front_clockwise; /* ... or clockwise (mirrored transforms) */
    bp_depth_test depth;
    bool no_depth_write;
    bool no_color_write;
    bool blend;       /* blends over the old pixel by alpha, not premultiplied */
    float depth_bias; /* added to every vertex's depth (0..1 units) */
} bp_draw_state;

/* A draw of indexed triangles. Zero means the default everywhere, but positions are required. */
typedef struct bp_draw {
    bp_draw_vertices vertices;
    bp_draw_indices indices;
    const bp_mat4 *transform; /* to clip space, v * M, depth 0..w; borrowed for the call; NULL: identity */
    bp_draw_material material;
    bp_draw_light light;
    bp_draw_wire wire;
    bp_draw_state state;
} bp_draw;

typedef struct bp_clear {
    bp_rect rect;     /* width 0: the whole framebuffer */
    uint8_t color[4]; /* R, G, B, A as they are to be in the framebuffer */
    float depth;      /* 0: 1, the far end */
    bool keep_color, keep_depth;
} bp_clear;

/* ---- passes (src/raster/raster.c) --------------------------------------------------------------- */

typedef struct bp_pass {
    /* 1 or 4 a pixel; 0: 1. A pixel's colour is the mean of its samples, its depth that of the nearest. If a
     * pass doesn't begin with a clear, all samples start as the pixel is. */
    int samples;
    int subpixel_bits;   /* 4..8: vertices are snapped to 1/16 .. 1/256 pixel; 0: 8 */
    bp_color_mode color; /* BP_COLOR_SRGB: samples are averaged in linear light */
    bool reference;      /* draw with the slow reference rasterizer */
    bool time_tiles;     /* measure each tile's time, for bp_raster_times */
    /* Set this if nothing else wrote to the framebuffer since this raster's last pass into it. In a pass that
     * begins by clearing all of it, tiles whose commands did not change are then skipped, and not counted. */
    bool framebuffer_unchanged;
    /* Draw nothing, and fail with BP_ERROR_INPUT, if the context's limit allows less work than the triangles
     * need, as counted from their bounds: four steps for each sample. The reference isn't limited. */
    bool within_limit;
} bp_pass;

/* Counters of a pass. With 4 samples a pixel, fragments are samples. */
typedef struct bp_counters {
    uint64_t triangles_in;
    uint64_t triangles_invalid; /* an index out of range, NaN, infinity */
    uint64_t triangles_clipped; /* by the near or far plane or the guard band, with something left */
    uint64_t triangles_culled;  /* facing away, without area, outside the view, or between pixels */
    uint64_t primitives;        /* lines, discs, boxes, glyphs, clears, resolves */
    uint64_t tiles;             /* drawn; 0 in the reference, which has none */
    uint64_t fragments_tested;  /* covered, and depth-tested */
    uint64_t fragments_written; /* passed, and were not cut by alpha_cutoff */
} bp_counters;

/* Times of a pass, in seconds. */
typedef struct bp_pass_times {
    double setup;    /* skinning and transforming vertices, and binning */
    double skinning; /* of it, skinning: the sum of all threads', divided by their number */
    double tiles;    /* drawing the tiles, and resolving them */
    /* With bp_pass.time_tiles, else NULL and 0: the time of each tile on its thread, row after row; 0 if
     * there was nothing to draw in it, else more. Tiles are squares of `tile_size` pixels. Borrowed until the
     * raster's next pass that has them. */
    const float *each_tile;
    int tiles_x, tiles_y, tile_size;
} bp_pass_times;

/* Records passes and draws them. Keeps its memory from pass to pass. `context` is borrowed. Not thread-safe:
 * use one bp_raster from one thread at a time. It uses the context's threads by itself. */
typedef struct bp_raster bp_raster;
bp_raster *bp_raster_create(const bp_context *context, bp_error *error);
void bp_raster_destroy(bp_raster *raster);

/* Begins a pass. The framebuffer's struct is copied; its memory is borrowed until bp_raster_end. Options
 * NULL: all defaults. A pass that was begun but not ended is dropped. Errors: options or framebuffer out of
 * range. */
bool bp_raster_begin(bp_raster *raster, const bp_framebuffer *framebuffer, const bp_pass *options,
                     bp_error *error);
/* The recording functions, from here to bp_raster_text, copy their arguments unless a struct says that it
 * borrows. On an error (no pass, no memory, or one that is named below) nothing is recorded. */
bool bp_raster_clear(bp_raster *raster, const bp_clear *clear, bp_error *error);
/* Errors: no positions, both kinds of indices or of colours, lighting without normals, a texture without uvs,
 * a stride that doesn't fit, a value outside of its enum; BP_LIGHTING_PBR with BP_COLOR_RAW; a `linear`
 * texture where a colour is expected, or the reverse. */
bool bp_raster_draw(bp_raster *raster, const bp_draw *draw, bp_error *error);
/* Draws everything recorded. `counters` may be NULL. On an error (no memory; bp_pass.within_limit) the
 * framebuffer is unchanged, and the pass is over. */
bool bp_raster_end(bp_raster *raster, bp_counters *counters, bp_error *error);

/* ---- lines (src/raster/overlay/line.c) ----------------------------------------------------------
 *
 * Overlay primitives are drawn over and into scenes: bones, joints, axes, names. Like draws of triangles they
 * are commands, drawn in the order of recording. Their colours are bytes, R, G, B, A, with straight alpha,
 * sRGB-encoded unless the state says RAW; four zeros mean opaque black. They are always blended.
 *
 * A primitive with a NaN or infinite position is dropped. Lines are clipped by the near and the far plane; a
 * disc or ball is drawn if its centre lies between the two. */

/* How a batch of overlay primitives is projected, and how much of it shows behind other things. All zero:
 * positions are pixels. */
typedef struct bp_overlay {
    /* To clip space, v * M, depth 0..w; borrowed for the call only. NULL: positions are pixels from the
     * framebuffer's corner (x right, y down, z unused), with no depth test and no depth written, whatever the
     * state says. */
    const bp_mat4 *transform;
    float hidden;        /* opacity behind something nearer: 0 not drawn, 0.25 faint */
    bp_draw_state state; /* culling and blend are ignored */
} bp_overlay;

typedef enum bp_cap {
    BP_CAP_ROUND,
    BP_CAP_BUTT,   /* ends where the line ends */
    BP_CAP_SQUARE, /* reaches half a width beyond */
} bp_cap;

/* A straight line. With width 0 it is thin: one pixel wide, not antialiased. The ends of a thin line are
 * snapped like vertices. It steps along its longer axis (x if both are equal) through the pixel centres
 * between its ends, both included, and lights the pixel that contains the line there, the left or upper one
 * if it lies exactly between two. With a width, a line is antialiased by the distance of pixel centres from
 * it, and writes depth where it covers half of a pixel or more. */
typedef struct bp_line {
    bp_vec3 from, to;
    uint8_t color[4];
    float width; /* pixels, at most 1024; between 0 and 1: a fainter line of 1 */
    bp_cap cap;  /* of lines with a width */
} bp_line;

/* Errors: a width that is negative, over 1024 or NaN. `overlay` NULL: pixels. */
bool bp_raster_lines(bp_raster *raster, const bp_line *lines, size_t count, const bp_overlay *overlay,
                     bp_error *error);

/* ---- text (src/raster/overlay/text.c) ------------------------------------------------------------
 *
 * The font atlas is baked into the library when it is built: DejaVu Sans and DejaVu Sans Mono, regular and
 * bold, fitted to the pixel grid. Programs that draw no text are linked without it. It has ASCII, Latin-1,
 * Greek, super- and subscripts, arrows, operators, box drawing, check marks and keys. Any other character,
 * and each byte that is not valid UTF-8, is drawn as U+FFFD. Control characters are spaces: a text is one
 * line.
 *
 * Glyphs are placed on whole pixels, without kerning, which at these sizes would move letters by less than a
 * pixel. All digits of a face are equally wide, and so is the minus sign U+2212: columns of numbers stay
 * aligned. Coverage is blended on encoded values, not in linear light: readers are used to it, and thin dark
 * strokes on a light ground keep their weight. */

typedef enum bp_face {
    BP_FACE_SANS,
    BP_FACE_SANS_BOLD,
    BP_FACE_MONO,
    BP_FACE_MONO_BOLD,
} bp_face;

typedef enum bp_align {
    BP_ALIGN_LEFT, /* x is where the text begins */
    BP_ALIGN_CENTER,
    BP_ALIGN_RIGHT,
} bp_align;

typedef struct bp_text {
    const char *text; /* UTF-8, borrowed for the call only; NULL: "" */
    size_t bytes;     /* of `text`; 0: up to its terminator */
    int x, y;         /* pixels; y is the baseline */
    int size;         /* pixels an em: the largest baked size (10..18, 20..36 by 2, 40) up to it; 0: 13 */
    bp_face face;
    bp_align align;
    int max_width;    /* pixels: wider text is cut, and ends in an ellipsis; 0: no limit */
    uint8_t color[4]; /* R, G, B, A as bytes of the framebuffer; all zero: opaque black */
    bp_rect clip;     /* width 0: no restriction */
} bp_text;

/* The extent of a text in pixels, after cutting it to max_width. */
typedef struct bp_text_extent {
    int width;           /* from the first pen position to the last */
    int ascent, descent; /* of the face, both positive; lines ascent + descent apart never touch */
    int cap, x_height;   /* of H and of x above the baseline: for centring text in a box */
} bp_text_extent;

bool bp_raster_text(bp_raster *raster, const bp_text *text, bp_error *error);

BP_END_C

#endif

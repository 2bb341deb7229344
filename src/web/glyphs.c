/* Glyphs of the page, drawn from their outlines when they are first needed; linked before the library. The
 * page has one thread. */
#include "raster/overlay/outline.h"

static void draw_glyph(uint32_t index, uint8_t *to) {
    static stbtt_vertex vertices[BP_OUTLINE_MAX];
    static bp_glyph_picture drawn;
    const uint32_t set = index % BP_FONT_SETS;
    const bp_font_outline *from =
        &bp_font_outlines[index / BP_FONT_SETS * BP_FONT_FACES + set / BP_FONT_SIZES];
    const bp_font_face *face = &bp_font_faces[from->face];
    const int size = bp_font_sizes[set % BP_FONT_SIZES], phases = bp_font_phases[index];
    const bp_font_grid fit = bp_font_grid_of(face, size);
    int x = 0, y = 0;
    for (int i = 0; i < from->count; i++) {
        const int v = from->first + i;
        vertices[i] = (stbtt_vertex){.x = (stbtt_vertex_type)(x + bp_font_vertex_x[v]),
                                     .y = (stbtt_vertex_type)(y + bp_font_vertex_y[v]),
                                     .cx = (stbtt_vertex_type)(x + bp_font_vertex_cx[v]),
                                     .cy = (stbtt_vertex_type)(y + bp_font_vertex_cy[v]),
                                     .type = bp_font_vertex_kind[v]};
        x = vertices[i].x, y = vertices[i].y;
    }
    const bp_fitted_outline outline = bp_fit_outline(vertices, from->count, face, &fit, from->squeeze);
    bp_draw_outline(&drawn, &outline, size, (phases & 15) - 4, (phases >> 4) - 4);
    bp_pack_glyph(to, &drawn);
}

const uint8_t *bp_font_glyph_pixels(uint32_t index, size_t offset) {
    uint8_t *pixels = bp_font_drawn_pixels + offset;
    if (!bp_font_is_drawn[index]) draw_glyph(index, pixels);
    bp_font_is_drawn[index] = true;
    return pixels;
}

/* text.c: measures text, and records it as signs of the atlas.
 *
 * A text is laid out by walking its signs with a pen that moves by whole pixels. Where it is longer
 * than it may be, it is cut behind the last sign that leaves room for an ellipsis. Each sign
 * then becomes a primitive of its own, so that a tile draws only the signs that touch it.
 */
#include "raster/overlay/text.h"
#include "raster/commands.h"
#include <string.h>

enum { DEFAULT_SIZE = 13, ELLIPSIS = 0x2026, SIGNS_ON_STACK = 256 };

/* Which glyphs: those of a face at a baked size. */
typedef struct font {
    const bp_font_glyph *glyphs;
    const bp_font_metrics *metrics;
} font;

static font font_of(const bp_text *text) {
    int face = text->face >= BP_FACE_SANS && text->face <= BP_FACE_MONO_BOLD ? (int)text->face : 0;
    int size = bp_font_find_size(text->size > 0 ? text->size : DEFAULT_SIZE);
    size_t set = (size_t)(face * BP_FONT_SIZES + size);
    return (font){bp_font_glyphs + set * bp_font_code_point_count, &bp_font_metric_table[set]};
}

static size_t bytes_of(const bp_text *text) {
    if (!text->text) return 0;
    return text->bytes ? text->bytes : strlen(text->text);
}

/* Part of a text, and how wide it is. Widths saturate: 16 million signs are no line. */
typedef struct span {
    size_t bytes, signs;
    int width;
} span;

/* The longest beginning of the text that isn't wider than `limit`. */
static span span_within(const bp_text *text, const font *use, int limit) {
    span found = {0};
    size_t size = bytes_of(text);
    while (found.bytes < size) {
        size_t next = found.bytes;
        uint32_t sign = bp_font_find_glyph(bp_utf8_next(text->text, size, &next));
        int advance = use->glyphs[sign].advance;
        if (advance > limit - found.width) break;
        found = (span){next, found.signs + 1, found.width + advance};
    }
    return found;
}

/* What is drawn of a text: a beginning of it, and perhaps an ellipsis. */
typedef struct layout {
    span shown;
    bool cut;
    int width;
} layout;

static layout layout_of(const bp_text *text, const font *use) {
    enum { WIDEST = 1 << 24 };
    bool limited = text->max_width > 0 && text->max_width < WIDEST;
    span fits = span_within(text, use, limited ? text->max_width : WIDEST);
    if (!limited || fits.bytes == bytes_of(text)) return (layout){fits, false, fits.width};
    int dots = use->glyphs[bp_font_find_glyph(ELLIPSIS)].advance;
    if (dots > text->max_width) return (layout){0};
    fits = span_within(text, use, text->max_width - dots);
    return (layout){fits, true, fits.width + dots};
}

bp_text_extent bp_text_measure(const bp_text *text) {
    font use = font_of(text);
    return (bp_text_extent){.width = layout_of(text, &use).width,
                            .ascent = use.metrics->ascent,
                            .descent = use.metrics->descent,
                            .cap = use.metrics->cap,
                            .x_height = use.metrics->x_height};
}

size_t bp_text_wrap(const bp_text *text, int width) {
    font use = font_of(text);
    size_t size = bytes_of(text), end = span_within(text, &use, width).bytes;
    if (size == 0 || end == size) return size;
    /* A space that hangs over the edge ends the line as well as one inside it. */
    for (size_t at = end + 1; at > 0; at--)
        if (text->text[at - 1] == ' ') return at;
    if (end == 0) bp_utf8_next(text->text, size, &end);
    return end;
}

/* ---- drawing -----------------------------------------------------------------------------------*/

/* One sign on its place. */
typedef struct sign_item {
    int x, y; /* of its picture's top left pixel */
    uint32_t glyph;
    uint8_t color[4];
} sign_item;

static bool sign_bounds(const bp_command *command, uint32_t index, bp_irect *out) {
    const sign_item *item = (const sign_item *)command->items + index;
    const bp_font_glyph *glyph = &bp_font_glyphs[item->glyph];
    *out = (bp_irect){item->x, item->y, item->x + glyph->width, item->y + glyph->height};
    return true;
}

static unsigned cover_at(const bp_font_glyph *glyph, int column, int row) {
    const uint8_t *line = bp_font_pixels + glyph->offset + (size_t)row * (size_t)((glyph->width + 1) / 2);
    return (unsigned)(line[column / 2] >> (column & 1 ? 4 : 0)) & BP_FONT_COVER;
}

/* `color` over a pixel, on encoded values: (new * a + old * (255 - a)) / 255, rounded; what is
 * under it may be transparent, and is then taken for black. */
static uint32_t mix_pixel(uint32_t old, const uint8_t color[4], uint32_t alpha) {
    uint32_t mixed = 0;
    for (int channel = 0; channel < 4; channel++) {
        uint32_t from = old >> (8 * channel) & 255, to = channel < 3 ? color[channel] : 255;
        mixed |= (to * alpha + from * (255 - alpha) + 127) / 255 << (8 * channel);
    }
    return mixed;
}

static void sign_plain(const bp_target *target, const bp_command *command, uint32_t index, bp_irect clip,
                       bp_counters *counters) {
    const sign_item *item = (const sign_item *)command->items + index;
    const bp_font_glyph *glyph = &bp_font_glyphs[item->glyph];
    for (int y = clip.y0; y < clip.y1; y++)
        for (int x = clip.x0; x < clip.x1; x++) {
            if (x < item->x || x >= item->x + glyph->width || y < item->y || y >= item->y + glyph->height)
                continue;
            uint32_t alpha =
                (item->color[3] * cover_at(glyph, x - item->x, y - item->y) * 2 + BP_FONT_COVER) /
                (2 * BP_FONT_COVER);
            if (alpha == 0) continue;
            for (int s = 0; s < target->samples; s++) {
                uint32_t *pixel = &target->color[bp_target_index(target, x, y) + (size_t)s * target->plane];
                *pixel = mix_pixel(*pixel, item->color, alpha);
                counters->fragments_tested++;
                counters->fragments_written++;
            }
        }
}

/* The fast twin: alphas come from a table of the 16 coverages, and two channels are mixed at a time. */
typedef struct ink {
    uint32_t even, odd; /* R and B, G and A (255), each with 16 bits of room */
    uint32_t solid;     /* what full alpha gives */
    uint8_t alpha[BP_FONT_COVER + 1];
} ink;

/* Alphas of an opaque colour: coverage times 17. */
static const uint8_t opaque_alpha[BP_FONT_COVER + 1] = {0,   17,  34,  51,  68,  85,  102, 119,
                                                        136, 153, 170, 187, 204, 221, 238, 255};

static ink ink_of(const uint8_t color[4]) {
    ink made = {.even = color[0] | (uint32_t)color[2] << 16, .odd = color[1] | 255u << 16};
    made.solid = made.even | made.odd << 8;
    memcpy(made.alpha, opaque_alpha, sizeof made.alpha);
    for (uint32_t cover = 0; cover <= BP_FONT_COVER && color[3] != 255; cover++)
        made.alpha[cover] = (uint8_t)((color[3] * cover * 2 + BP_FONT_COVER) / (2 * BP_FONT_COVER));
    return made;
}

/* (x + 127) / 255 in both halves, exact for x up to 255 * 255: with y = x + 127 that is (y + 1 + y / 256)
 * / 256. */
static uint32_t divide_both(uint32_t both) {
    both += 127u << 16 | 127u;
    return ((both + 0x10001u + (both >> 8 & 0x00FF00FFu)) >> 8) & 0x00FF00FFu;
}

static uint32_t mix_fast(uint32_t old, const ink *with, uint32_t alpha) {
    uint32_t keep = 255 - alpha;
    uint32_t even = with->even * alpha + (old & 0x00FF00FFu) * keep;
    uint32_t odd = with->odd * alpha + (old >> 8 & 0x00FF00FFu) * keep;
    return divide_both(even) | divide_both(odd) << 8;
}

static uint64_t sign_rows(uint32_t *color, const bp_target *target, const sign_item *item, bp_irect part,
                          const ink *with) {
    const bp_font_glyph *glyph = &bp_font_glyphs[item->glyph];
    uint64_t count = 0;
    for (int y = part.y0; y < part.y1; y++) {
        uint32_t *row = color + bp_target_index(target, part.x0, y);
        const uint8_t *cover =
            bp_font_pixels + glyph->offset + (size_t)(y - item->y) * (size_t)((glyph->width + 1) / 2);
        for (int column = part.x0 - item->x, end = part.x1 - item->x; column < end; column++, row++) {
            uint32_t pair = cover[column >> 1],
                     alpha = with->alpha[(pair >> ((column & 1) * 4)) & BP_FONT_COVER];
            if (alpha == 0) continue;
            *row = alpha == 255 ? with->solid : mix_fast(*row, with, alpha);
            count++;
        }
    }
    return count;
}

static void sign_draw(const bp_target *target, const bp_command *command, uint32_t index, bp_irect clip,
                      bp_counters *counters) {
    const sign_item *item = (const sign_item *)command->items + index;
    bp_irect part;
    sign_bounds(command, index, &part);
    part = bp_irect_intersect(part, clip);
    ink with = ink_of(item->color);
    for (int s = 0; s < target->samples; s++) {
        uint64_t count = sign_rows(target->color + (size_t)s * target->plane, target, item, part, &with);
        counters->fragments_tested += count;
        counters->fragments_written += count;
    }
}

static const bp_primitive_kind sign_kind = {"text", sign_bounds, sign_draw, sign_plain};

/* ---- recording ---------------------------------------------------------------------------------*/

/* Puts one sign at the pen; returns how many items that made. Signs without a pixel, and those so far
 * away that they can't be seen, make none. */
static size_t place_sign(sign_item *item, const font *use, uint32_t sign, int64_t pen, int y,
                         const uint8_t *color) {
    enum { FAR = 4 * BP_FRAMEBUFFER_MAX };
    const bp_font_glyph *glyph = &use->glyphs[sign];
    int64_t left = pen + glyph->left, top = (int64_t)y - glyph->top;
    if (glyph->width == 0 || left < -FAR || left > FAR || top < -FAR || top > FAR) return 0;
    *item = (sign_item){(int)left, (int)top, (uint32_t)(glyph - bp_font_glyphs), {0, 0, 0, 255}};
    if (color[0] || color[1] || color[2] || color[3]) memcpy(item->color, color, 4);
    return 1;
}

static size_t place_text(sign_item *items, const bp_text *text, const font *use, const layout *how) {
    int64_t pen = text->x;
    if (text->align == BP_ALIGN_CENTER) pen -= how->width / 2;
    if (text->align == BP_ALIGN_RIGHT) pen -= how->width;
    size_t made = 0;
    for (size_t at = 0; at < how->shown.bytes;) {
        uint32_t sign = bp_font_find_glyph(bp_utf8_next(text->text, how->shown.bytes, &at));
        made += place_sign(&items[made], use, sign, pen, text->y, text->color);
        pen += use->glyphs[sign].advance;
    }
    if (how->cut)
        made += place_sign(&items[made], use, bp_font_find_glyph(ELLIPSIS), pen, text->y, text->color);
    return made;
}

bool bp_raster_text(bp_raster *raster, const bp_text *text, bp_error *error) {
    if (!raster || !text) return bp_fail(error, BP_ERROR_ARGUMENT, "bp_raster_text", "no raster or no text");
    font use = font_of(text);
    layout how = layout_of(text, &use);
    sign_item small[SIGNS_ON_STACK], *items = small;
    const bp_allocator *allocator = bp_context_allocator(bp_raster_context(raster));
    if (how.shown.signs + 1 > SIGNS_ON_STACK)
        items = bp_alloc(allocator, how.shown.signs + 1, sizeof *items, error);
    if (!items) return false;
    size_t count = place_text(items, text, &use, &how);
    bp_draw_state state = {.scissor = text->clip,
                           .color = BP_COLOR_RAW,
                           .depth = BP_DEPTH_ALWAYS,
                           .no_depth_write = true,
                           .blend = true};
    bool good = bp_raster_record(raster, &sign_kind, items, count, sizeof *items, &state, error);
    if (items != small) bp_free(allocator, items);
    return good;
}

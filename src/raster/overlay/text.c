/* Text: measuring, wrapping, and drawing it as glyphs of the atlas.
 *
 * Layout walks the characters with a pen that moves by whole pixels. A text that is too wide is cut behind
 * the last character that leaves room for an ellipsis. Each glyph then becomes a primitive of its own, so a
 * tile draws only the glyphs that touch it.
 *
 * This file alone refers to the fonts. Programs that draw no text are linked without the atlas.
 */
#include "base/utf8.h"
#include "raster/inspect.h"
#include "raster/overlay/font.h"
#include "raster/overlay/overlay.h"
#include <ctype.h>
#include <string.h>

/* Decoding UTF-8, and finding glyphs and sizes in the atlas.
 *
 * Text also comes from files (names of bones), so it may contain anything. Each byte that is not part of
 * valid UTF-8 becomes U+FFFD, and so does a character that the atlas lacks. Control characters, including
 * line ends, become spaces.
 */

uint32_t bp_utf8_next(const char *text, size_t size, size_t *offset) {
    unsigned char bytes[5] = {0}; /* the zeros end a sequence that the text cuts off */
    const size_t left = size - *offset;
    memcpy(bytes, text + *offset, left < 4 ? left : 4);
    const size_t length = bp_utf8_length(bytes);
    *offset += length ? length : 1;
    if (length == 0) return 0xFFFD;
    uint32_t code = length == 1 ? bytes[0] : bytes[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) code = code << 6 | (bytes[i] & 0x3Fu);
    return code;
}

static uint32_t find_code_point(uint32_t code) {
    if (code < 0x20 || (code >= 0x7F && code < 0xA0)) code = 0x20;
    if (code < 0x7F) return code - 0x20; /* the atlas begins with ASCII */
    uint32_t lo = 0, hi = bp_font_code_point_count;
    while (hi - lo > 1) {
        uint32_t middle = lo + (hi - lo) / 2;
        if (bp_font_code_points[middle] <= code)
            lo = middle;
        else
            hi = middle;
    }
    /* The atlas ends with U+FFFD. */
    return bp_font_code_points[lo] == code ? lo : bp_font_code_point_count - 1;
}

uint32_t bp_font_find_glyph(uint32_t code) { return find_code_point(code) * BP_FONT_SETS; }

int bp_font_find_size(int pixels) {
    int found = 0;
    for (int i = 0; i < BP_FONT_SIZES; i++)
        if (bp_font_sizes[i] <= pixels) found = i;
    return found;
}

bp_font_glyph bp_font_glyph_at(uint32_t index) {
    return (bp_font_glyph){bp_font_left[index], bp_font_top[index], bp_font_width[index],
                           bp_font_height[index], bp_font_advance[index]};
}

size_t bp_font_glyph_offset(uint32_t index) {
    uint32_t step = index / BP_FONT_OFFSET_STEP;
    size_t offset = bp_font_offsets[step];
    for (uint32_t i = step * BP_FONT_OFFSET_STEP; i < index; i++)
        offset += (size_t)((bp_font_width[i] + 1) / 2) * bp_font_height[i];
    return offset;
}

enum { DEFAULT_SIZE = 13, ELLIPSIS = 0x2026 };

/* ---- layout ------------------------------------------------------------------------------------- */

/* A face at a baked size. */
typedef struct font {
    uint32_t set;
    const bp_font_metrics *metrics;
} font;

static font font_of(const bp_text *text) {
    int face = text->face >= BP_FACE_SANS && text->face <= BP_FACE_MONO_BOLD ? (int)text->face : 0;
    int size = bp_font_find_size(text->size > 0 ? text->size : DEFAULT_SIZE);
    uint32_t set = (uint32_t)(face * BP_FONT_SIZES + size);
    return (font){set, &bp_font_metric_table[set]};
}

static int advance_of(const font *use, uint32_t code) {
    return bp_font_advance[bp_font_find_glyph(code) + use->set];
}

static size_t bytes_of(const bp_text *text) {
    if (!text->text) return 0;
    return text->bytes ? text->bytes : strlen(text->text);
}

/* A prefix of a text: bytes, characters, and the width in pixels. */
typedef struct prefix {
    size_t bytes, characters;
    int width;
} prefix;

/* The longest prefix that is at most `limit` wide. */
static prefix prefix_within(const bp_text *text, const font *use, int limit) {
    prefix found = {0};
    size_t size = bytes_of(text);
    while (found.bytes < size) {
        size_t next = found.bytes;
        int advance = advance_of(use, bp_utf8_next(text->text, size, &next));
        if (advance > limit - found.width) break;
        found = (prefix){next, found.characters + 1, found.width + advance};
    }
    return found;
}

/* The visible part of a text: a prefix of it, and perhaps an ellipsis. */
typedef struct layout {
    prefix visible;
    bool is_cut;
    int width;
} layout;

static layout layout_of(const bp_text *text, const font *use) {
    enum { WIDTH_MAX = 1 << 24 }; /* wider than any screen, and far from overflow */
    bool limited = text->max_width > 0 && text->max_width < WIDTH_MAX;
    prefix fits = prefix_within(text, use, limited ? text->max_width : WIDTH_MAX);
    if (!limited || fits.bytes == bytes_of(text)) return (layout){fits, false, fits.width};
    int dots = advance_of(use, ELLIPSIS);
    if (dots > text->max_width) return (layout){0};
    fits = prefix_within(text, use, text->max_width - dots);
    return (layout){fits, true, fits.width + dots};
}

bp_text_extent bp_text_measure(const bp_text *text) {
    if (!text) return (bp_text_extent){0};
    font use = font_of(text);
    return (bp_text_extent){.width = layout_of(text, &use).width,
                            .ascent = use.metrics->ascent,
                            .descent = use.metrics->descent,
                            .cap = use.metrics->cap,
                            .x_height = use.metrics->x_height};
}

/* Whether a unit of one or two letters begins at `at`, after a number and a space, where no line ends. */
static bool is_unit(const char *text, size_t at, size_t size) {
    size_t end = at;
    if (at < 2 || !isdigit((unsigned char)text[at - 2])) return false;
    while (end < size && isalpha((unsigned char)text[end])) end++;
    return end == at + 1 || (end == at + 2 && strchr("cmp", text[at])); /* m, s; cm, mm, ms, px */
}

size_t bp_text_wrap(const bp_text *text, int width) {
    if (!text) return 0;
    font use = font_of(text);
    size_t size = bytes_of(text), end = prefix_within(text, &use, width).bytes;
    if (size == 0 || end == size) return size;
    /* A space that hangs over the edge ends the line, too. */
    for (size_t length = end + 1; length > 0; length--)
        if (text->text[length - 1] == ' ' && !is_unit(text->text, length, size)) return length;
    if (end == 0) bp_utf8_next(text->text, size, &end);
    return end;
}

/* ---- drawing ------------------------------------------------------------------------------------ */

/* A glyph on the screen. */
typedef struct screen_glyph {
    int x, y;       /* the top left pixel of its picture */
    uint32_t glyph; /* its index */
    uint8_t color[4];
} screen_glyph;

static bp_irect glyph_bounds(const void *primitive, bp_irect clip) {
    const screen_glyph *item = primitive;
    return bp_irect_intersect((bp_irect){item->x, item->y, item->x + bp_font_width[item->glyph],
                                         item->y + bp_font_height[item->glyph]},
                              clip);
}

/* A row of a glyph's coverages, with two pixels in each byte. */
static const uint8_t *coverage_row(uint32_t glyph, int row) {
    size_t stride = (size_t)((bp_font_width[glyph] + 1) / 2);
    return bp_font_glyph_pixels(glyph, bp_font_glyph_offset(glyph)) + (size_t)row * stride;
}

static unsigned coverage_in(const uint8_t *row, int column) {
    return (uint32_t)row[column >> 1] >> (column & 1) * 4 & BP_FONT_COVERAGE_MAX;
}

/* Alpha times coverage, rounded. */
static uint32_t scale_alpha(uint32_t alpha, unsigned coverage) {
    return (alpha * coverage * 2 + BP_FONT_COVERAGE_MAX) / (2 * BP_FONT_COVERAGE_MAX);
}

/* `color` over a pixel, as bytes: (color * alpha + under * (255 - alpha)) / 255, rounded. A transparent pixel
 * counts as black. */
static uint32_t blend_scalar(uint32_t under, const uint8_t color[4], uint32_t alpha) {
    uint32_t blended = 0;
    for (int channel = 0; channel < 4; channel++) {
        uint32_t from = under >> (8 * channel) & 255, to = channel < 3 ? color[channel] : 255;
        blended |= (to * alpha + from * (255 - alpha) + 127) / 255 << (8 * channel);
    }
    return blended;
}

/* The definition. */
static void draw_by_definition(const bp_target *target, const screen_glyph *item, bp_irect clip,
                               bp_counters *counters) {
    for (int y = clip.y0; y < clip.y1; y++) {
        const uint8_t *row = coverage_row(item->glyph, y - item->y);
        for (int x = clip.x0; x < clip.x1; x++) {
            uint32_t alpha = scale_alpha(item->color[3], coverage_in(row, x - item->x));
            if (alpha == 0) continue;
            for (int s = 0; s < target->samples; s++) {
                uint32_t *pixel =
                    &target->color[bp_target_index(target, x, y) + (size_t)s * target->sample_stride];
                *pixel = blend_scalar(*pixel, item->color, alpha);
                counters->fragments_tested++;
                counters->fragments_written++;
            }
        }
    }
}

/* A colour for the tiled rasterizer, which blends two channels at a time. */
typedef struct ink {
    uint32_t even, odd; /* R and B, G and A (255), each in 16 bits */
    uint32_t opaque;    /* the pixel with full alpha */
    uint32_t alpha;
} ink;

/* (x + 127) / 255 in both halves, exact for x up to 255 * 255: with y = x + 127 it is (y + 1 + y / 256) /
 * 256. */
static uint32_t divide_both(uint32_t both) {
    both += 127u << 16 | 127u;
    return ((both + 0x10001u + (both >> 8 & 0x00FF00FFu)) >> 8) & 0x00FF00FFu;
}

static uint32_t blend_fast(uint32_t under, const ink *with, uint32_t alpha) {
    uint32_t keep = 255 - alpha;
    uint32_t even = with->even * alpha + (under & 0x00FF00FFu) * keep;
    uint32_t odd = with->odd * alpha + (under >> 8 & 0x00FF00FFu) * keep;
    return divide_both(even) | divide_both(odd) << 8;
}

/* Draws into one sample of each pixel. Returns the number of pixels drawn. */
static uint64_t draw_sample(uint32_t *color, const bp_target *target, const screen_glyph *item, bp_irect part,
                            const ink *with) {
    const uint8_t *row = coverage_row(item->glyph, part.y0 - item->y);
    int stride = (bp_font_width[item->glyph] + 1) / 2;
    uint64_t count = 0;
    for (int y = part.y0; y < part.y1; y++, row += stride) {
        uint32_t *pixel = color + bp_target_index(target, part.x0, y);
        for (int column = part.x0 - item->x, end = part.x1 - item->x; column < end; column++, pixel++) {
            unsigned coverage = coverage_in(row, column);
            if (coverage == 0) continue;
            uint32_t alpha = scale_alpha(with->alpha, coverage);
            if (alpha == 0) continue;
            *pixel = alpha == 255 ? with->opaque : blend_fast(*pixel, with, alpha);
            count++;
        }
    }
    return count;
}

static void glyph_draw(const bp_target *target, const bp_command *command, const void *primitive,
                       bp_irect clip, bool scalar, bp_counters *counters) {
    const screen_glyph *item = primitive;
    const uint8_t *c = item->color;
    ink with = {.even = c[0] | (uint32_t)c[2] << 16, .odd = c[1] | 255u << 16, .alpha = c[3]};
    with.opaque = with.even | with.odd << 8;
    (void)command;
    if (scalar) draw_by_definition(target, item, clip, counters);
    for (int s = 0; s < target->samples && !scalar; s++) {
        uint64_t count =
            draw_sample(target->color + (size_t)s * target->sample_stride, target, item, clip, &with);
        counters->fragments_tested += count;
        counters->fragments_written += count;
    }
}

static const bp_primitive_kind glyph_kind = {"text", sizeof(screen_glyph), glyph_bounds, glyph_draw};

/* A text being recorded. */
typedef struct typesetter {
    const bp_text *text;
    font font;
    int64_t pen; /* x of the pen */
    screen_glyph *glyphs;
    size_t count;
} typesetter;

/* Adds a glyph, unless it has no pixels or is too far away to be seen, and moves the pen. */
static void add_glyph(typesetter *t, uint32_t code) {
    enum { FAR = 4 * BP_FRAMEBUFFER_MAX };
    uint32_t index = bp_font_find_glyph(code) + t->font.set;
    bp_font_glyph glyph = bp_font_glyph_at(index);
    int64_t left = t->pen + glyph.left, top = (int64_t)t->text->y - glyph.top;
    t->pen += glyph.advance;
    if (glyph.width == 0 || left < -FAR || left > FAR || top < -FAR || top > FAR) return;
    screen_glyph *item = &t->glyphs[t->count++];
    *item = (screen_glyph){.x = (int)left, .y = (int)top, .glyph = index};
    bp_overlay_color(item->color, t->text->color);
}

bool bp_raster_text(bp_raster *raster, const bp_text *text, bp_error *error) {
    if (!raster || !text) return bp_fail(error, BP_ERROR_ARGUMENT, "bp_raster_text", "no raster or no text");
    typesetter t = {.text = text, .font = font_of(text), .pen = text->x};
    const layout line = layout_of(text, &t.font);
    if (text->align == BP_ALIGN_CENTER) t.pen -= line.width / 2;
    if (text->align == BP_ALIGN_RIGHT) t.pen -= line.width;
    t.glyphs = bp_raster_reserve(raster, &glyph_kind, line.visible.characters + 1, error);
    if (!t.glyphs) return false;
    for (size_t offset = 0; offset < line.visible.bytes;)
        add_glyph(&t, bp_utf8_next(text->text, line.visible.bytes, &offset));
    if (line.is_cut) add_glyph(&t, ELLIPSIS);
    const bp_draw_state state = bp_overlay_raw_state(text->clip);
    return bp_raster_record(raster, &glyph_kind, t.glyphs, t.count, &state, error);
}

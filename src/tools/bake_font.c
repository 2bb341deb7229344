/* A program for build time: reads font files and writes build/gen/font_atlas.c.
 *
 *     bake_font OUT.c [FONT_FOLDER]
 *
 * stb_truetype ignores the pixel grid, which makes letters of 12 pixels a grey blur. So each outline is
 * fitted to the grid before it is drawn, in two ways:
 *
 *   - Heights. The eye compares five heights from letter to letter: descender, baseline, x-height, capitals,
 *     ascender. At each size they are rounded to whole pixels, and the outline's y is stretched between them
 *     piecewise. Round letters overshoot these heights; at sizes where that would be a grey row it is
 *     flattened.
 *   - Stems. A character is drawn at eight horizontal phases, and the sharpest is kept: the one with the
 *     largest sum of squared coverages. Characters that touch none of the heights (operators, arrows,
 *     superscripts) are drawn at eight vertical phases, too.
 *
 * Advances are whole pixels, so a text looks the same wherever it starts, and can be measured exactly.
 * DejaVu, not Inter: both were looked at. At these sizes Inter's letters stand unevenly on whole pixels, and
 * it has no U+FFFD and no monospaced face, so it would come beside DejaVu, not in its place.
 *
 * stb_truetype uses only float arithmetic and sqrt, so the result depends on the font files alone.
 */
#include "raster/overlay/font.h"
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
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

#define OUTLINE_SCALE 8 /* outline units are multiplied by this, so that fitting loses no precision */
#define PHASES 8        /* positions tried within a pixel */
#define SIDE_MAX 128    /* of the scratch picture: more than three times the largest size */
#define CODE_POINTS_MAX 600
#define OVERSHOOT 45    /* font units (of 2048) by which round letters reach beyond a height */
#define PHASED_BELOW 22 /* sizes below this are drawn at several phases; larger ones are sharp anyway */
#define FLAT_BELOW 30   /* sizes below this have overshoots flattened */

static const char *const face_files[BP_FONT_FACES] = {"DejaVuSans.ttf", "DejaVuSans-Bold.ttf",
                                                      "DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf"};
/* Where Debian, Arch, Fedora and macOS have them. */
static const char *const folders[] = {"/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/TTF",
                                      "/usr/share/fonts/dejavu-sans-fonts",
                                      "/usr/share/fonts/dejavu-sans-mono-fonts", "/Library/Fonts"};
enum { MONO = 2, MONO_BOLD = 3 }; /* of these */

/* Faces to take a missing character from: other weights or widths. Sans has all characters. */
static const int face_fallbacks[BP_FONT_FACES][2] = {{0, 0}, {0, 0}, {0, 0}, {2, 1}};
static const int sizes[BP_FONT_SIZES] = {10, 11, 12, 13, 14, 15, 16, 17, 18, 20,
                                         22, 24, 26, 28, 30, 32, 34, 36, 40};

/* The characters, as ranges of code points, both ends included: Latin-1, Greek, dashes, quotes, superscripts,
 * and of arrows, operators, shapes and raised or lowered digits those that texts use; U+FFFD stands for all
 * others. A symbol costs 2 KB of the web page's download. */
static const int ranges[][2] = {
    {0x20, 0x7E},     {0xA0, 0xFF},     {0x391, 0x3A1},   {0x3A3, 0x3A9},   {0x3B1, 0x3C9},
    {0x2010, 0x2015}, {0x2018, 0x201E}, {0x2022, 0x2022}, {0x2026, 0x2026}, {0x2039, 0x203A},
    {0x2070, 0x2070}, {0x207A, 0x207B}, {0x2080, 0x2082}, {0x20AC, 0x20AC}, {0x2190, 0x2194},
    {0x21B5, 0x21B5}, {0x21BA, 0x21BB}, {0x2208, 0x2208}, {0x2212, 0x2212}, {0x221A, 0x221A},
    {0x221E, 0x221E}, {0x2225, 0x2225}, {0x2248, 0x2248}, {0x2260, 0x2260}, {0x2264, 0x2265},
    {0x22A5, 0x22A5}, {0x2588, 0x2588}, {0x25A0, 0x25A1}, {0x25B2, 0x25B2}, {0x25B6, 0x25B6},
    {0x25BC, 0x25BC}, {0x25C0, 0x25C0}, {0x25C6, 0x25C6}, {0x25CB, 0x25CB}, {0x25CF, 0x25CF},
    {0x26A0, 0x26A0}, {0x2713, 0x2714}, {0x2717, 0x2717}, {0xFFFD, 0xFFFD}};

/* A face with the five heights of its letters, in font units: descender, baseline, x, capital, ascender. */
typedef struct face {
    unsigned char *file;
    stbtt_fontinfo info;
    int heights[5];
    int digit_advance;
} face;

/* The fitting of a face to the grid at one size. */
typedef struct grid {
    float scale; /* pixels a font unit */
    float to[5]; /* the five heights in whole pixels */
    bool flatten;
} grid;

typedef struct picture {
    int side; /* rows and columns in use, SIDE_MAX at most */
    unsigned char pixels[SIDE_MAX * SIDE_MAX];
    int left, top, width, height; /* the part that isn't empty; left and top from the pen */
} picture;

typedef struct atlas {
    uint32_t code_points[CODE_POINTS_MAX];
    uint32_t code_point_count;
    bp_font_glyph *glyphs;
    bp_font_metrics metrics[BP_FONT_SETS];
    unsigned char *pixels;
    size_t pixel_count, pixel_capacity;
} atlas;

static void die(const char *path, const char *what) {
    fprintf(stderr, "bake_font: %s: %s\n", path, what);
    exit(3);
}

/* ---- reading a face ----------------------------------------------------------------------------*/

static FILE *open_font(const char *folder, const char *name, char path[1024]) {
    snprintf(path, 1024, "%s/%s", folder, name);
    return fopen(path, "rb");
}

/* In `folder`, or if that is NULL in the usual ones and at last in the user's own of macOS. */
static FILE *find_font(const char *folder, const char *name, char path[1024]) {
    char own[900];
    const char *home = getenv("HOME");
    FILE *file = NULL;
    if (folder) return open_font(folder, name, path);
    for (size_t i = 0; !file && i < sizeof folders / sizeof *folders; i++)
        file = open_font(folders[i], name, path);
    snprintf(own, sizeof own, "%.800s/Library/Fonts", home ? home : "");
    return file ? file : open_font(own, name, path);
}

static unsigned char *read_font(const char *folder, const char *name) {
    char path[1024];
    FILE *file = find_font(folder, name, path);
    if (!file) die(name, "not found: install the package fonts-dejavu-core, or name its folder by FONTS=");
    unsigned char *data = NULL;
    long size = -1;
    if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) > 0 && fseek(file, 0, SEEK_SET) == 0 &&
        (data = malloc((size_t)size)) != NULL && fread(data, 1, (size_t)size, file) != (size_t)size) {
        free(data);
        data = NULL;
    }
    fclose(file);
    if (!data) die(path, "cannot be read");
    return data;
}

static int top_of(const face *from, int code) {
    int x0, y0, x1, y1;
    stbtt_GetCodepointBox(&from->info, code, &x0, &y0, &x1, &y1);
    return y1;
}

static void load_face(face *out, const char *folder, const char *name) {
    out->file = read_font(folder, name);
    if (!stbtt_InitFont(&out->info, out->file, stbtt_GetFontOffsetForIndex(out->file, 0)))
        die(name, "is not a TrueType font");
    int x0, y0, x1, y1, bearing;
    stbtt_GetCodepointBox(&out->info, 'p', &x0, &y0, &x1, &y1);
    const int heights[5] = {y0, 0, top_of(out, 'x'), top_of(out, 'H'), top_of(out, 'd')};
    memcpy(out->heights, heights, sizeof heights);
    stbtt_GetCodepointHMetrics(&out->info, '0', &out->digit_advance, &bearing);
}

/* ---- fitting -----------------------------------------------------------------------------------*/

/* Rounds a height to whole pixels, in favour of the larger one: small letters profit from height. */
static float round_height(float pixels) { return floorf(pixels + 0.6f); }

static grid grid_of(const face *from, int size) {
    grid fit = {.scale = stbtt_ScaleForMappingEmToPixels(&from->info, (float)size),
                .flatten = size < FLAT_BELOW};
    for (int i = 0; i < 5; i++) {
        float pixels = (float)from->heights[i] * fit.scale;
        fit.to[i] = pixels < 0 ? -round_height(-pixels) : round_height(pixels);
    }
    return fit;
}

/* A font unit's y to pixels. */
static float fit_y(const face *from, const grid *fit, int y) {
    const int *h = from->heights;
    if (fit->flatten) {
        for (int i = 0; i < 2; i++)
            if (y < h[i] && y >= h[i] - OVERSHOOT) y = h[i];
        for (int i = 2; i < 5; i++)
            if (y > h[i] && y <= h[i] + OVERSHOOT && !(i + 1 < 5 && y > h[i + 1])) y = h[i];
    }
    if (y <= h[0]) return fit->to[0] + (float)(y - h[0]) * fit->scale;
    if (y >= h[4]) return fit->to[4] + (float)(y - h[4]) * fit->scale;
    int i = 0;
    while (y > h[i + 1]) i++;
    return fit->to[i] + (fit->to[i + 1] - fit->to[i]) * (float)(y - h[i]) / (float)(h[i + 1] - h[i]);
}

static stbtt_vertex_type to_unit(float pixels, float scale) {
    return (stbtt_vertex_type)floorf(pixels / scale * OUTLINE_SCALE + 0.5f);
}

/* Fits an outline in place, made narrower by `squeeze`, at most 1. */
static void fit_outline(stbtt_vertex *v, int count, const face *from, const grid *fit, float squeeze) {
    for (int i = 0; i < count; i++, v++) {
        v->y = to_unit(fit_y(from, fit, v->y), fit->scale);
        v->cy = to_unit(fit_y(from, fit, v->cy), fit->scale);
        v->cy1 = to_unit(fit_y(from, fit, v->cy1), fit->scale);
        v->x = (stbtt_vertex_type)floorf((float)v->x * squeeze * OUTLINE_SCALE + 0.5f);
        v->cx = (stbtt_vertex_type)floorf((float)v->cx * squeeze * OUTLINE_SCALE + 0.5f);
        v->cx1 = (stbtt_vertex_type)floorf((float)v->cx1 * squeeze * OUTLINE_SCALE + 0.5f);
    }
}

/* ---- drawing -----------------------------------------------------------------------------------*/

/* Moves the part of the scratch picture that isn't empty to its corner, and reduces it to 16 levels. */
static void crop(picture *out) {
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

/* A fitted outline, and the scale to draw it at. */
typedef struct fitted {
    stbtt_vertex *outline;
    int count;
    float scale;
} fitted;

static void draw_at(picture *out, const fitted *from, int phase_x, int phase_y) {
    float scale = from->scale / OUTLINE_SCALE;
    memset(out->pixels, 0, (size_t)(out->side * out->side));
    stbtt__bitmap bitmap = {.w = out->side, .h = out->side, .stride = out->side, .pixels = out->pixels};
    /* The pen is a third from the left and from the bottom: glyphs reach beyond it on both sides. */
    stbtt_Rasterize(&bitmap, 0.2f, from->outline, from->count, scale, scale, (float)phase_x / PHASES,
                    (float)phase_y / PHASES, -(out->side / 3), -(2 * out->side / 3), 1, NULL);
    crop(out);
}

static long sharpness(const picture *p) {
    long sum = 0;
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) sum += p->pixels[y * p->side + x] * p->pixels[y * p->side + x];
    return sum;
}

/* The sharpest phase of one axis; of equally sharp ones the smallest. */
static int find_phase(picture *scratch, const fitted *from, int other, bool vertical) {
    long best = -1;
    int best_phase = 0;
    for (int i = 0; i < PHASES; i++) {
        int phase = (i + 1) / 2 * (i & 1 ? 1 : -1);
        draw_at(scratch, from, vertical ? other : phase, vertical ? phase : other);
        long now = sharpness(scratch);
        if (now > best) best = now, best_phase = phase;
    }
    return best_phase;
}

static void draw_sharpest(picture *out, const fitted *from, bool vertical) {
    int y = vertical ? find_phase(out, from, 0, true) : 0;
    draw_at(out, from, find_phase(out, from, y, false), y);
}

/* Whether a fitted outline touches one of the heights, and so must not move vertically. */
static bool touches_height(const fitted *shape, const grid *fit) {
    for (int i = 0; i < shape->count; i++)
        for (int h = 0; h < 5; h++)
            if (shape->outline[i].y == to_unit(fit->to[h], fit->scale)) return true;
    return false;
}

/* Box drawing and blocks must join their neighbours, so they are drawn at phase 0. */
static bool must_join(uint32_t code) { return code >= 0x2500 && code <= 0x2593; }

/* Beyond ASCII, bold numbers and formulas often have ° · × ÷ −. The monospaced bold face has all others
 * from its regular weight: equal pictures cost nothing in the web page's download, different ones 84 KB. */
static bool is_rare_in_bold(uint32_t code) {
    return code > 0xA0 && code != 0xB0 && code != 0xB7 && code != 0xD7 && code != 0xF7 && code != 0x2212;
}

/* ---- glyphs ------------------------------------------------------------------------------------*/

static void store(atlas *to, bp_font_glyph *glyph, const picture *p) {
    glyph->left = (int8_t)p->left;
    glyph->top = (int8_t)p->top;
    glyph->width = (uint8_t)p->width;
    glyph->height = (uint8_t)p->height;
    size_t stride = (size_t)(p->width + 1) / 2, size = stride * (size_t)p->height;
    if (to->pixel_count + size > to->pixel_capacity) {
        to->pixel_capacity = 2 * to->pixel_capacity + size + 65536;
        to->pixels = realloc(to->pixels, to->pixel_capacity);
        if (!to->pixels) die("atlas", "out of memory");
    }
    for (int y = 0; y < p->height; y++)
        for (size_t x = 0; x < stride; x++) {
            const unsigned char *pair = p->pixels + y * p->side + 2 * x;
            int high = 2 * (int)x + 1 < p->width ? pair[1] : 0;
            to->pixels[to->pixel_count++] = (unsigned char)(pair[0] | high << 4);
        }
}

static void bake_glyph(atlas *to, const face *faces, int which, int size, uint32_t code,
                       bp_font_glyph *glyph) {
    const face *own = &faces[which == MONO_BOLD && is_rare_in_bold(code) ? MONO : which], *from = own;
    for (int i = 0; i < 2 && !stbtt_FindGlyphIndex(&from->info, (int)code); i++)
        from = &faces[face_fallbacks[which][i]];
    int index = stbtt_FindGlyphIndex(&from->info, (int)code), advance, bearing;
    if (!index) fprintf(stderr, "bake_font: %s: no character U+%04X\n", face_files[which], (unsigned)code);
    stbtt_GetGlyphHMetrics(&from->info, index, &advance, &bearing);
    /* A minus is as wide as a digit, and in a monospaced face every character is. */
    bool fixed = which >= 2 || code == 0x2212;
    int target = fixed ? own->digit_advance : advance;
    float squeeze = target < advance ? (float)target / (float)advance : 1.0f;

    grid fit = grid_of(from, size);
    fitted shape = {.scale = fit.scale};
    shape.count = stbtt_GetGlyphShape(&from->info, index, &shape.outline);
    fit_outline(shape.outline, shape.count, from, &fit, squeeze);
    picture drawn = {.side = 3 * size + 6};
    if (must_join(code) || size >= PHASED_BELOW)
        draw_at(&drawn, &shape, 0, 0);
    else
        draw_sharpest(&drawn, &shape, !touches_height(&shape, &fit));
    glyph->advance = (uint8_t)floorf((float)target * fit.scale + 0.5f);
    store(to, glyph, &drawn);
    stbtt_FreeShape(&from->info, shape.outline);
}

static bp_font_metrics metrics_of(const face *from, int size) {
    int ascent, descent, gap;
    stbtt_GetFontVMetrics(&from->info, &ascent, &descent, &gap);
    grid fit = grid_of(from, size);
    return (bp_font_metrics){.ascent = (uint8_t)ceilf((float)ascent * fit.scale),
                             .descent = (uint8_t)ceilf((float)-descent * fit.scale),
                             .cap = (uint8_t)fit.to[3],
                             .x_height = (uint8_t)fit.to[2]};
}

/* ---- the atlas ---------------------------------------------------------------------------------*/

static void list_code_points(atlas *to) {
    for (size_t r = 0; r < sizeof ranges / sizeof *ranges; r++)
        for (int code = ranges[r][0]; code <= ranges[r][1]; code++)
            if (to->code_point_count < CODE_POINTS_MAX)
                to->code_points[to->code_point_count++] = (uint32_t)code;
    for (uint32_t i = 1; i < to->code_point_count; i++)
        if (to->code_points[i] <= to->code_points[i - 1]) die("ranges", "must rise");
}

static void bake(atlas *to, const face *faces) {
    list_code_points(to);
    to->glyphs = calloc((size_t)BP_FONT_SETS * to->code_point_count, sizeof *to->glyphs);
    if (!to->glyphs) die("atlas", "out of memory");
    bp_font_glyph *glyph = to->glyphs;
    for (int set = 0; set < BP_FONT_SETS; set++)
        to->metrics[set] = metrics_of(&faces[set / BP_FONT_SIZES], sizes[set % BP_FONT_SIZES]);
    for (uint32_t i = 0; i < to->code_point_count; i++)
        for (int set = 0; set < BP_FONT_SETS; set++)
            bake_glyph(to, faces, set / BP_FONT_SIZES, sizes[set % BP_FONT_SIZES], to->code_points[i],
                       glyph++);
}

/* An array of one member of all glyphs. */
static void write_members(FILE *out, const atlas *from, const char *type, const char *name, size_t member) {
    fprintf(out, "const %s bp_font_%s[] = {", type, name);
    for (size_t i = 0; i < (size_t)BP_FONT_SETS * from->code_point_count; i++) {
        const unsigned char *byte = (const unsigned char *)&from->glyphs[i] + member;
        int value = type[0] == 'u' || *byte < 128 ? *byte : *byte - 256;
        fprintf(out, "%s%d,", i % 24 ? "" : "\n", value);
    }
    fprintf(out, "\n};\n");
}

static void write_tables(FILE *out, const atlas *from) {
    fprintf(out, "const uint8_t bp_font_sizes[BP_FONT_SIZES] = {");
    for (int i = 0; i < BP_FONT_SIZES; i++) fprintf(out, "%d, ", sizes[i]);
    fprintf(out,
            "};\nconst uint32_t bp_font_code_point_count = %u;\nconst uint32_t bp_font_code_points[] = {",
            (unsigned)from->code_point_count);
    for (uint32_t i = 0; i < from->code_point_count; i++)
        fprintf(out, "%s0x%X,", i % 12 ? " " : "\n    ", (unsigned)from->code_points[i]);
    fprintf(out, "\n};\nconst bp_font_metrics bp_font_metric_table[] = {\n");
    for (int i = 0; i < BP_FONT_SETS; i++) {
        const bp_font_metrics *m = &from->metrics[i];
        fprintf(out, "    {%d, %d, %d, %d},\n", m->ascent, m->descent, m->cap, m->x_height);
    }
    fprintf(out, "};\n");
    write_members(out, from, "int8_t", "left", offsetof(bp_font_glyph, left));
    write_members(out, from, "int8_t", "top", offsetof(bp_font_glyph, top));
    write_members(out, from, "uint8_t", "width", offsetof(bp_font_glyph, width));
    write_members(out, from, "uint8_t", "height", offsetof(bp_font_glyph, height));
    write_members(out, from, "uint8_t", "advance", offsetof(bp_font_glyph, advance));
    size_t offset = 0;
    fprintf(out, "const uint32_t bp_font_offsets[] = {\n");
    for (size_t i = 0; i < (size_t)BP_FONT_SETS * from->code_point_count; i++) {
        if (i % BP_FONT_OFFSET_STEP == 0) fprintf(out, "%u,\n", (unsigned)offset);
        offset += (size_t)(from->glyphs[i].width + 1) / 2 * from->glyphs[i].height;
    }
    fprintf(out, "};\n");
}

/* Strings compile many times faster than lists of numbers. */
static void write_pixels(FILE *out, const atlas *from) {
    fprintf(out, "const uint32_t bp_font_pixel_count = %u;\nconst uint8_t bp_font_pixels[] =",
            (unsigned)from->pixel_count);
    for (size_t i = 0; i < from->pixel_count; i++) {
        if (i % 64 == 0) fprintf(out, "%s\n\"", i ? "\"" : "");
        fprintf(out, "\\%03o", from->pixels[i]);
    }
    fprintf(out, "\";\n");
}

static void write_atlas(const char *path, const atlas *from) {
    FILE *out = fopen(path, "wb");
    if (!out) die(path, "cannot be written");
    fprintf(
        out,
        "/* Made by src/tools/bake_font.c from the DejaVu fonts: don't edit. */\n"
        "#include \"raster/overlay/font.h\"\n#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n\n");
    write_tables(out, from);
    write_pixels(out, from);
    bool bad = ferror(out) != 0;
    if (fclose(out) != 0 || bad) {
        remove(path);
        die(path, "cannot be written (is the disk full?)");
    }
}

int main(int argc, char **argv) {
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: bake_font OUT.c [FONT_FOLDER]\n");
        return 2;
    }
    face faces[BP_FONT_FACES];
    for (int i = 0; i < BP_FONT_FACES; i++) load_face(&faces[i], argc > 2 ? argv[2] : NULL, face_files[i]);
    atlas *baked = calloc(1, sizeof *baked);
    if (!baked) die("atlas", "out of memory");
    bake(baked, faces);
    write_atlas(argv[1], baked);
    free(baked->glyphs);
    free(baked->pixels);
    free(baked);
    for (int i = 0; i < BP_FONT_FACES; i++) free(faces[i].file);
    return 0;
}

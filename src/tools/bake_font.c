/* A program for build time: reads font files and writes build/gen/font_atlas.c, or for the page the same with
 * outlines instead of pictures.
 *
 *     bake_font atlas|outlines OUT.c [FONT_FOLDER]
 *
 * Heights are fitted to the pixel grid as raster/overlay/outline.h says. Stems are by the phase: a character
 * is drawn at eight horizontal ones, and the sharpest is kept, the one with the largest sum of squared
 * coverages. Characters that touch none of the heights (operators, arrows, superscripts) are drawn at eight
 * vertical phases, too.
 *
 * Advances are whole pixels, so a text looks the same wherever it starts, and can be measured exactly.
 * DejaVu, not Inter: both were looked at. At these sizes Inter's letters stand unevenly on whole pixels, and
 * it has no U+FFFD and no monospaced face, so it would come beside DejaVu, not in its place.
 */
#include "raster/overlay/outline.h"
#include <stdio.h>
#include <stdlib.h>

#define CODE_POINTS_MAX 600
#define PHASED_BELOW 22 /* sizes below this are drawn at several phases; larger ones are sharp anyway */

static const char *const face_files[BP_FONT_FACES] = {"DejaVuSans.ttf", "DejaVuSans-Bold.ttf",
                                                      "DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf"};
/* Where Debian, Arch, Fedora and macOS have them. */
static const char *const folders[] = {"/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/TTF",
                                      "/usr/share/fonts/dejavu-sans-fonts",
                                      "/usr/share/fonts/dejavu-sans-mono-fonts", "/Library/Fonts"};

/* Faces to take a missing character from: other weights or widths. Sans has all characters. */
static const int face_fallbacks[BP_FONT_FACES][2] = {{0, 0}, {0, 0}, {0, 0}, {2, 1}};
static const int sizes[BP_FONT_SIZES] = {10, 11, 12, 13, 14, 15, 16, 17, 18, 20,
                                         22, 24, 26, 28, 30, 32, 34, 36, 40};

/* The characters, as ranges of code points, both ends included: Latin-1, Greek, dashes, quotes, superscripts,
 * and of arrows, operators, shapes and raised or lowered digits those that texts use; U+FFFD stands for all
 * others. */
static const int ranges[][2] = {
    {0x20, 0x7E},     {0xA0, 0xFF},     {0x391, 0x3A1},   {0x3A3, 0x3A9},   {0x3B1, 0x3C9},
    {0x2010, 0x2015}, {0x2018, 0x201E}, {0x2022, 0x2022}, {0x2026, 0x2026}, {0x2039, 0x203A},
    {0x2070, 0x2070}, {0x207A, 0x207B}, {0x2080, 0x2082}, {0x20AC, 0x20AC}, {0x2190, 0x2194},
    {0x21B5, 0x21B5}, {0x21BA, 0x21BB}, {0x2208, 0x2208}, {0x2212, 0x2212}, {0x221A, 0x221A},
    {0x221E, 0x221E}, {0x2225, 0x2225}, {0x2248, 0x2248}, {0x2260, 0x2260}, {0x2264, 0x2265},
    {0x22A5, 0x22A5}, {0x2588, 0x2588}, {0x25A0, 0x25A1}, {0x25B2, 0x25B2}, {0x25B6, 0x25B6},
    {0x25BC, 0x25BC}, {0x25C0, 0x25C0}, {0x25C6, 0x25C6}, {0x25CB, 0x25CB}, {0x25CF, 0x25CF},
    {0x26A0, 0x26A0}, {0x2713, 0x2714}, {0x2717, 0x2717}, {0xFFFD, 0xFFFD}};

typedef struct face {
    unsigned char *file;
    stbtt_fontinfo info;
    bp_font_face measures;
    int digit_advance;
} face;

/* An outline of the atlas: a glyph of a face. */
typedef struct glyph_shape {
    const face *from;
    stbtt_vertex *vertices;
    int count, advance; /* the advance in font units, before the glyph is squeezed to `target` */
    int target;
} glyph_shape;

typedef struct atlas {
    uint32_t code_points[CODE_POINTS_MAX];
    uint32_t code_point_count;
    bp_font_glyph *glyphs;
    uint8_t *phases; /* of each glyph */
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

static int16_t top_of(const face *from, int code) {
    int x0, y0, x1, y1;
    stbtt_GetCodepointBox(&from->info, code, &x0, &y0, &x1, &y1);
    return (int16_t)y1;
}

static void load_face(face *out, const char *folder, const char *name) {
    out->file = read_font(folder, name);
    if (!stbtt_InitFont(&out->info, out->file, stbtt_GetFontOffsetForIndex(out->file, 0)))
        die(name, "is not a TrueType font");
    int x0, y0, x1, y1, bearing;
    stbtt_GetCodepointBox(&out->info, 'p', &x0, &y0, &x1, &y1);
    out->measures = (bp_font_face){{(int16_t)y0, 0, top_of(out, 'x'), top_of(out, 'H'), top_of(out, 'd')},
                                   ttUSHORT(out->info.data + out->info.head + 18)};
    stbtt_GetCodepointHMetrics(&out->info, '0', &out->digit_advance, &bearing);
}

/* ---- drawing -----------------------------------------------------------------------------------*/

static long sharpness(const bp_glyph_picture *p) {
    long sum = 0;
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) sum += p->pixels[y * p->side + x] * p->pixels[y * p->side + x];
    return sum;
}

/* The sharpest phase of one axis; of equally sharp ones the smallest. */
static int find_phase(bp_glyph_picture *scratch, const bp_fitted_outline *from, int size, int other,
                      bool vertical) {
    long best = -1;
    int best_phase = 0;
    for (int i = 0; i < BP_GLYPH_PHASES; i++) {
        int phase = (i + 1) / 2 * (i & 1 ? 1 : -1);
        bp_draw_outline(scratch, from, size, vertical ? other : phase, vertical ? phase : other);
        long now = sharpness(scratch);
        if (now > best) best = now, best_phase = phase;
    }
    return best_phase;
}

/* Whether a fitted outline touches one of the heights, and so must not move vertically. */
static bool touches_height(const bp_fitted_outline *outline, const bp_font_grid *fit) {
    for (int i = 0; i < outline->count; i++)
        for (int h = 0; h < 5; h++)
            if (outline->vertices[i].y == bp_outline_unit(fit->to[h], fit->scale)) return true;
    return false;
}

/* Box drawing and blocks must join their neighbours, so they are drawn at phase 0. */
static bool must_join(uint32_t code) { return code >= 0x2500 && code <= 0x2593; }

/* ---- glyphs ------------------------------------------------------------------------------------*/

static void store(atlas *to, bp_font_glyph *glyph, const bp_glyph_picture *p) {
    glyph->left = (int8_t)p->left;
    glyph->top = (int8_t)p->top;
    glyph->width = (uint8_t)p->width;
    glyph->height = (uint8_t)p->height;
    size_t size = (size_t)(p->width + 1) / 2 * (size_t)p->height;
    if (to->pixel_count + size > to->pixel_capacity) {
        to->pixel_capacity = 2 * to->pixel_capacity + size + 65536;
        to->pixels = realloc(to->pixels, to->pixel_capacity);
        if (!to->pixels) die("atlas", "out of memory");
    }
    bp_pack_glyph(to->pixels + to->pixel_count, p);
    to->pixel_count += size;
}

/* Where a face has a code point's outline from: itself, or a related face. The caller frees the vertices. */
static glyph_shape find_shape(const face *faces, int which, uint32_t code) {
    const face *own = &faces[which];
    glyph_shape found = {.from = own};
    for (int i = 0; i < 2 && !stbtt_FindGlyphIndex(&found.from->info, (int)code); i++)
        found.from = &faces[face_fallbacks[which][i]];
    int index = stbtt_FindGlyphIndex(&found.from->info, (int)code), bearing;
    if (!index) fprintf(stderr, "bake_font: %s: no character U+%04X\n", face_files[which], (unsigned)code);
    stbtt_GetGlyphHMetrics(&found.from->info, index, &found.advance, &bearing);
    /* A minus is as wide as a digit, and in a monospaced face every character is. */
    found.target = which >= 2 || code == 0x2212 ? own->digit_advance : found.advance;
    found.count = stbtt_GetGlyphShape(&found.from->info, index, &found.vertices);
    return found;
}

static float squeeze_of(const glyph_shape *s) {
    return s->target < s->advance ? (float)s->target / (float)s->advance : 1.0f;
}

static void bake_glyph(atlas *to, const face *faces, int which, int size, uint32_t code, size_t index) {
    glyph_shape s = find_shape(faces, which, code);
    bp_font_grid fit = bp_font_grid_of(&s.from->measures, size);
    bp_fitted_outline outline = bp_fit_outline(s.vertices, s.count, &s.from->measures, &fit, squeeze_of(&s));
    bp_glyph_picture drawn;
    int x = 0, y = 0;
    if (!must_join(code) && size < PHASED_BELOW) {
        if (!touches_height(&outline, &fit)) y = find_phase(&drawn, &outline, size, 0, true);
        x = find_phase(&drawn, &outline, size, y, false);
    }
    bp_draw_outline(&drawn, &outline, size, x, y);
    to->phases[index] = (uint8_t)((x + 4) | (y + 4) << 4);
    to->glyphs[index].advance = (uint8_t)floorf((float)s.target * fit.scale + 0.5f);
    store(to, &to->glyphs[index], &drawn);
    stbtt_FreeShape(&s.from->info, s.vertices);
}

static bp_font_metrics metrics_of(const face *from, int size) {
    int ascent, descent, gap;
    stbtt_GetFontVMetrics(&from->info, &ascent, &descent, &gap);
    bp_font_grid fit = bp_font_grid_of(&from->measures, size);
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
    const size_t count = (size_t)BP_FONT_SETS * to->code_point_count;
    to->glyphs = calloc(count, sizeof *to->glyphs);
    to->phases = calloc(count, 1);
    if (!to->glyphs || !to->phases) die("atlas", "out of memory");
    size_t glyph = 0;
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
    fprintf(out, "};\nconst uint32_t bp_font_pixel_count = %u;\n", (unsigned)from->pixel_count);
}

/* Strings compile many times faster than lists of numbers. */
static void write_pixels(FILE *out, const atlas *from) {
    fprintf(out, "const uint8_t bp_font_pixels[] =");
    for (size_t i = 0; i < from->pixel_count; i++) {
        if (i % 64 == 0) fprintf(out, "%s\n\"", i ? "\"" : "");
        fprintf(out, "\\%03o", from->pixels[i]);
    }
    fprintf(out, "\";\n");
}

static void write_phases(FILE *out, const atlas *from) {
    fprintf(out, "const uint8_t bp_font_phases[] = {");
    for (size_t i = 0; i < (size_t)BP_FONT_SETS * from->code_point_count; i++)
        fprintf(out, "%s%u,", i % 24 ? "" : "\n", from->phases[i]);
    fprintf(out, "\n};\n");
}

/* Of a shape's vertices the part that one of the five arrays has: kind, x, y, control x, control y. */
static void write_vertices(FILE *out, const glyph_shape *s, int part) {
    int x = 0, y = 0;
    for (const stbtt_vertex *v = s->vertices; v < s->vertices + s->count; x = v->x, y = v->y, v++) {
        const int values[5] = {v->type, v->x - x, v->y - y, v->cx - x, v->cy - y};
        fprintf(out, "%d,", v->type != STBTT_vcurve && part > 2 ? 0 : values[part]);
    }
    fprintf(out, "\n");
}

static void write_outlines(FILE *out, const atlas *from, const face *faces) {
    static const char *const arrays[5] = {"uint8_t bp_font_vertex_kind", "int16_t bp_font_vertex_x",
                                          "int16_t bp_font_vertex_y", "int16_t bp_font_vertex_cx",
                                          "int16_t bp_font_vertex_cy"};
    const size_t count = (size_t)from->code_point_count * BP_FONT_FACES;
    glyph_shape *shapes = calloc(count, sizeof *shapes);
    if (!shapes) die("outlines", "out of memory");
    write_phases(out, from);
    fprintf(out, "const bp_font_face bp_font_faces[BP_FONT_FACES] = {\n");
    for (int i = 0; i < BP_FONT_FACES; i++) {
        const bp_font_face *m = &faces[i].measures;
        fprintf(out, "    {{%d, %d, %d, %d, %d}, %d},\n", m->heights[0], m->heights[1], m->heights[2],
                m->heights[3], m->heights[4], m->units_per_em);
    }
    fprintf(out, "};\nconst bp_font_outline bp_font_outlines[] = {\n");
    for (size_t i = 0, first = 0; i < count; i++) {
        shapes[i] = find_shape(faces, (int)(i % BP_FONT_FACES), from->code_points[i / BP_FONT_FACES]);
        fprintf(out, "    {%zu, %d, %d, %af},\n", first, shapes[i].count, (int)(shapes[i].from - faces),
                (double)squeeze_of(&shapes[i]));
        first += (size_t)shapes[i].count;
        if (first > UINT16_MAX || shapes[i].count > BP_OUTLINE_MAX) die("outlines", "have too many vertices");
    }
    fprintf(out, "};\n");
    for (int part = 0; part < 5; part++) {
        fprintf(out, "const %s[] = {", arrays[part]);
        for (size_t i = 0; i < count; i++) write_vertices(out, &shapes[i], part);
        fprintf(out, "};\n");
    }
    fprintf(out, "uint8_t bp_font_drawn_pixels[%zu];\nbool bp_font_is_drawn[%zu];\n", from->pixel_count,
            count / BP_FONT_FACES * BP_FONT_SETS);
    for (size_t i = 0; i < count; i++) stbtt_FreeShape(&shapes[i].from->info, shapes[i].vertices);
    free(shapes);
}

static void write_file(const char *path, const atlas *from, const face *faces, bool outlines) {
    FILE *out = fopen(path, "wb");
    if (!out) die(path, "cannot be written");
    fprintf(
        out,
        "/* Made by src/tools/bake_font.c from the DejaVu fonts: don't edit. */\n"
        "#include \"raster/overlay/font.h\"\n#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n\n");
    write_tables(out, from);
    if (outlines)
        write_outlines(out, from, faces);
    else
        write_pixels(out, from);
    bool bad = ferror(out) != 0;
    if (fclose(out) != 0 || bad) {
        remove(path);
        die(path, "cannot be written (is the disk full?)");
    }
}

int main(int argc, char **argv) {
    const bool outlines = argc > 1 && strcmp(argv[1], "outlines") == 0;
    if (argc < 3 || argc > 4 || (!outlines && strcmp(argv[1], "atlas") != 0)) {
        fprintf(stderr, "usage: bake_font atlas|outlines OUT.c [FONT_FOLDER]\n");
        return 2;
    }
    face faces[BP_FONT_FACES];
    for (int i = 0; i < BP_FONT_FACES; i++) load_face(&faces[i], argc > 3 ? argv[3] : NULL, face_files[i]);
    atlas *baked = calloc(1, sizeof *baked);
    if (!baked) die("atlas", "out of memory");
    bake(baked, faces);
    write_file(argv[2], baked, faces, outlines);
    free(baked->glyphs);
    free(baked->phases);
    free(baked->pixels);
    free(baked);
    for (int i = 0; i < BP_FONT_FACES; i++) free(faces[i].file);
    return 0;
}

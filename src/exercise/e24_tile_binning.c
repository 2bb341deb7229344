/* Exercise 24: which triangles touch which tile, as one list and the beginnings of its parts. Wrong answers
 * take other tiles of a box, another order, or other beginnings. */
#include "answers/24_tile_binning.h"

enum { TILES = 12, MOST = 12, ENTRIES = TILES * MOST };

typedef struct bin_inputs {
    int count, size, columns, rows; /* columns * rows is TILES */
    pixel_box box[MOST];
} bin_inputs;
#define INPUTS bin_inputs

static int floor_divide(int a, int b) { return a >= 0 ? a / b : -((b - 1 - a) / b); }
/* Columns or rows of tiles from `first` to `last`. */
typedef struct tile_span {
    int first, last;
} tile_span;

static tile_span span_of(int from, int to, int size, int limit) {
    const tile_span s = {floor_divide(from, size), floor_divide(to - 1, size)};
    return (tile_span){s.first > 0 ? s.first : 0, s.last < limit ? s.last : limit - 1};
}

static void add(bp_case_list *list, const char *name, int size, int count, const pixel_box *boxes) {
    bin_inputs p = {count, size, 4, 3, {{0}}};
    for (int i = 0; i < count; i++) {
        const pixel_box b = boxes[i];
        p.box[i] = (pixel_box){b.x0 * size / 8, b.y0 * size / 8, b.x1 * size / 8, b.y1 * size / 8};
    }
    bp_case_add(list, name, &p);
}

/* Some boxes begin or end exactly at a tile, and some lie partly or wholly outside. */
static pixel_box random_box(bp_case_list *list, int size, int columns, int rows) {
    int step = bp_case_random_below(list, 3) == 0 ? size : 1, most = size / step;
    pixel_box b;
    b.x0 = step * (bp_case_random_below(list, most * (columns + 2)) - most);
    b.y0 = step * (bp_case_random_below(list, most * (rows + 2)) - most);
    b.x1 = b.x0 + step * (1 + bp_case_random_below(list, most * 3));
    b.y1 = b.y0 + step * (1 + bp_case_random_below(list, most * 3));
    return b;
}

/* Sizes are in eighths of a tile. */
static void cases(bp_case_list *list) {
    const int size = 16 << bp_case_random_below(list, 3), shift = bp_case_random_below(list, 6);
    const pixel_box two[] = {{9, 9, 18 + shift, 15}, {2, 2, 9, 22}};
    add(list, "two triangles; the second touches six tiles", size, 2, two);
    /* By hand: box 0 is tile 5 alone, for 16 to 31 are its columns and rows; box 1 touches tiles 5 and 6. */
    CASE("one that fills a tile to the last pixel, and one that touches two", 2, 16, 4, 3,
         {{16, 16, 32, 32}, {20, 20, 40, 30}});
    EXPECT(0, 0, 0, 0, 0, 0, 2, 3, 3, 3, 3, 3, 3, 0, 1, 1);
    const pixel_box wide[] = {{1, 1, 31, 23}, {8, 8, 24, 16}, {25, 17, 26 + shift, 22}};
    add(list, "one across all tiles, two small ones over it", size, 3, wide);
    CASE("boxes that end at the image's edge or at a tile's first pixel", 6, size, 4, 3,
         {{-size, 2, 0, 6 + shift},
          {-3, size + 1, 1, size + 5},
          {2, -size, 6, 0},
          {3, -2, 7, 1},
          {5, 5, size + 1, size},
          {1, 2 * size - 3, 3, 2 * size + 1}});
    const pixel_box outside[] = {{-6, 3, -2, 6}, {33, 2, 40, 7}, {4, -7, 12, -1},
                                 {2, 26, 9, 30}, {-5, -5, 3, 3}, {28, 20, 40, 40}};
    add(list, "outside the image, and partly outside", size, 6, outside);
    CASE("no box at all", 0, size, 3, 4, {{0}});
    const int at = bp_case_random_below(list, TILES);
    CASE("one box of one pixel, and one column of tiles of one pixel", 1, 1, 1, TILES, {{0, at, 1, at + 1}});
    const pixel_box twice[] = {{9, 9, 18 + shift, 15}, {9, 9, 18 + shift, 15}};
    add(list, "two equal boxes", size, 2, twice);
    bin_inputs many = {MOST, size, 4, 3, {{0}}};
    for (int k = 0; k < MOST; k++) many.box[k] = random_box(list, size, 4, 3);
    bp_case_add(list, "twelve boxes", &many);
    for (int i = 0; i < 16; i++) {
        static const int ROWS[] = {1, 2, 3, 4, 6, 12};
        bin_inputs p = {.count = 1 + bp_case_random_below(list, MOST)};
        p.size = 8 << bp_case_random_below(list, 4);
        p.rows = ROWS[bp_case_random_below(list, BP_COUNT(ROWS))];
        p.columns = TILES / p.rows;
        for (int k = 0; k < p.count; k++) p.box[k] = random_box(list, p.size, p.columns, p.rows);
        bp_case_add(list, "from the seed", &p);
    }
}

static void show_box(bp_answer_stage *stage, const pixel_box *b, float scale, bp_rgba8 color) {
    float x0 = (float)b->x0 * scale, y0 = -(float)b->y0 * scale, x1 = (float)b->x1 * scale,
          y1 = -(float)b->y1 * scale;
    const bp_vec3 corner[] = {{x0, y0, 0.1f}, {x1, y0, 0.1f}, {x1, y1, 0.1f}, {x0, y1, 0.1f}};
    for (int i = 0; i < 4; i++) bp_answer_stage_rod(stage, corner[i], corner[(i + 1) % 4], 0.035f, color);
}

static int whole(float x, int most) { return (int)bp_clamp(x, 0, (float)most); }

/* The tiles, the boxes as frames, and in each tile its list: a square for each entry in the colour of its
 * box, in rows of four. */
static void show(bp_answer_stage *stage, const void *in, const float *out) {
    const bin_inputs *p = in;
    const float *list = out + TILES + 1;
    for (int tile = 0; tile < TILES; tile++) {
        float x = (float)(tile % p->columns), y = -(float)(tile / p->columns);
        bp_answer_stage_block(stage, (bp_vec3){0.96f, 0.96f, 0.02f}, (bp_vec3){x + 0.5f, y - 0.5f, 0},
                              (bp_rgba8){205, 205, 205, 255});
        int from = whole(out[tile], ENTRIES), to = whole(out[tile + 1], ENTRIES);
        for (int i = from; i < to && i - from < MOST; i++) {
            float column = (float)((i - from) % 4), row = (float)((i - from) / 4);
            bool known = list[i] >= 0 && list[i] < (float)p->count;
            bp_answer_stage_block(stage, (bp_vec3){0.14f, 0.14f, 0.02f},
                                  (bp_vec3){x + 0.25f + 0.2f * column, y - 0.3f - 0.2f * row, 0.2f},
                                  known ? bp_scene_color((size_t)list[i]) : (bp_rgba8){0, 0, 0, 255});
        }
    }
    for (int i = 0; i < p->count; i++)
        show_box(stage, &p->box[i], 1 / (float)p->size, bp_scene_color((size_t)i));
}

/* The tiles of each box. */
static void trace(bp_exercise_trace *to, const void *in) {
    const bin_inputs *p = in;
    for (int i = 0; i < p->count; i++) {
        const pixel_box b = p->box[i];
        const tile_span x = span_of(b.x0, b.x1, p->size, p->columns),
                        y = span_of(b.y0, b.y1, p->size, p->rows);
        const bool none = x.first > x.last || y.first > y.last;
        bp_trace(to, ((bp_vec2){(float)b.x0 / (float)p->size, (float)(b.x1 - 1) / (float)p->size}),
                 "box %d: x0 and x1 - 1 in tiles%s", i, none ? "; it touches none" : "");
        bp_trace(to, ((bp_vec2){(float)b.y0 / (float)p->size, (float)(b.y1 - 1) / (float)p->size}),
                 "box %d: y0 and y1 - 1 in tiles", i);
        if (none) continue;
        bp_trace(to, (float)(y.first * p->columns + x.first), "box %d: the first of its %d tiles", i,
                 (x.last - x.first + 1) * (y.last - y.first + 1));
    }
}

/* clang-format off */
#define LINES(X) \
    X(BEGIN, begin[t] = n;) \
    X(REACHES, for (int i = 0; i < count; i++) BR \
          if (box[i].x0 < right && box[i].x1 >= left && box[i].y0 < bottom && box[i].y1 >= top) BR \
              list[n++] = i;) \
    X(BY_ROWS, x = t % columns, y = t / columns;) \
    X(LAST_FIRST, for (int i = count - 1; i >= 0; i--) BR \
          if (box[i].x0 < right && box[i].x1 > left && box[i].y0 < bottom && box[i].y1 > top) BR \
              list[n++] = i;) \
    X(EDGES, left = x * size, right = left + size, top = y * size, bottom = top + size;) \
    X(CORNER, for (int i = 0; i < count; i++) BR \
          if (box[i].x0 >= left && box[i].x0 < right && box[i].y0 >= top && box[i].y0 < bottom) BR \
              list[n++] = i;) \
    X(OVERLAPS, for (int i = 0; i < count; i++) BR \
          if (box[i].x0 < right && box[i].x1 > left && box[i].y0 < bottom && box[i].y1 > top) BR \
              list[n++] = i;) \
    X(LENGTH, begin[t] = n - first;) \
    X(BY_COLUMNS, x = t / rows, y = t % rows;)
/* clang-format on */

/* Four of the lines write: each at most all boxes into all tiles. */
static float *run_lines(const void *in, const unsigned char *lines, int line_count, float *out) {
    const bin_inputs *p = in;
    const pixel_box *box = p->box;
    const int columns = p->columns, rows = p->rows, count = p->count, size = p->size;
    int begin[TILES + 1], list[4 * ENTRIES], n = 0;
    for (int t = 0; t < TILES; t++) {
        int first = n, x = 0, y = 0, left = 0, right = 0, top = 0, bottom = 0;
        begin[t] = 0;
        RUN_LINES(lines, line_count)
        (void)first, (void)columns, (void)rows;
    }
    begin[TILES] = n;
    for (int i = 0; i <= TILES; i++) bp_pack_float(&out, (float)begin[i]);
    for (int i = 0; i < n; i++) bp_pack_float(&out, (float)list[i]);
    return out;
}

const bp_exercise bp_exercise_24 = {
    .title = "Sort triangles into tiles",
    .lesson = "28_fast",
    .term = "tile",
    .source = "raster/tiled/bin.c",
    .function = "bin_boxes",
    .hints = {"The shortest way asks for each tile: which boxes overlap it? Go through the tiles in order, "
              "and through the boxes for each; write a number whenever one does.",
              "A tile in column x has the pixels from x * size to x * size + size - 1. When do two ranges of "
              "columns have a pixel in common? Each must begin before the other ends.",
              "begin[t] = n before the loop over the boxes, list[n++] = i in it, and begin[columns * rows] = "
              "n at the end. The test: x0 < (x + 1) * size, x1 > x * size, and the same for y."},
    .inputs = {INPUT(INT, count),
               INPUT(INT, size),
               INPUT(INT, columns),
               INPUT(INT, rows),
               {"box (x0, y0, x1, y1)", BP_VALUE_INT4, BP_VALUE_PER_FIRST,
                .offset = offsetof(bin_inputs, box)}},
    .outputs = {{.name = "begin", .kind = BP_VALUE_NUMBER, .count = TILES + 1},
                OUTPUT(NUMBER, "list", BP_VALUE_REST)},
    .form =
        {.before =
             "void bin_boxes(const pixel_box *box, int count, int size, int columns, int rows, int *begin, "
             "int *list) {\n    int n = 0;\n"
             "    for (int t = 0; t < columns * rows; t++) {\n"
             "        int first = n, x = 0, y = 0, left = 0, right = 0, top = 0, bottom = 0;\n"
             "        begin[t] = 0;\n",
         .after = "    }\n"
                  "    begin[columns * rows] = n;\n"
                  "}\n",
         FORM_OF_LINES},
    BP_EXERCISE_PARTS(24),
};

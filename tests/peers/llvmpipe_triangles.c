/* Coverage and depth of 100,000 random triangles against Mesa's llvmpipe, which also snaps to 1/256
 * pixel.
 *
 * Each triangle lies in a cell of its own, with its number as its colour: one picture compares thousands.
 * With a picture of 1024 x 1024 and coordinates in 1/4096 pixel, neither side rounds on the way to the
 * screen, so every difference is one of rules.
 *
 * Mesa's rules that differ from ours, each counted:
 *
 *   - Snapping. llvmpipe moves vertices by half a pixel, multiplies by 256 and rounds to the nearest
 *     integer, and exact halves to the even one (cvtps2dq); ours go up. So a triangle may differ only if
 *     one of its coordinates is exactly between two subpixels, and drawn again with vertices that were
 *     snapped by Mesa's rule beforehand, it may not differ at all.
 *   - Depth. llvmpipe's depth plane goes through the vertices as they were before snapping (half a
 *     subpixel off at most), and both sides round in float. So depths may differ by the plane's slope
 *     times that, plus rounding.
 */
#include "peers/gl.h"
#include <bindpose/raster.h>
#include <math.h>

enum { SIDE = 1024, FINE = 4096, SUBPIXEL = 256 };

typedef struct vertex {
    float x, y, z; /* pixels, rows as in both pictures; depth */
    uint8_t color[4];
} vertex;

typedef struct batch {
    int cell, count; /* pixels a cell; triangles */
    vertex *vertices;
} batch;

typedef struct pictures {
    peer_gl gl;
    bp_raster *raster;
    bp_framebuffer ours;
    uint32_t *their_color;
    float *their_depth;
} pictures;

/* The results. Counts are of triangles, except for depths, which count pixels. */
typedef struct findings {
    long triangles, same, tied, unexplained;
    long depths, depth_equal, depth_rounding, depth_snapping, depth_unexplained;
    long covered; /* pixels */
} findings;

/* ---- making and drawing ------------------------------------------------------------------------*/

static batch make_batch(int cell, uint64_t *seed, bool on_grid) {
    int across = SIDE / cell;
    batch made = {cell, across * across, calloc((size_t)(across * across) * 3, sizeof(vertex))};
    for (int i = 0; i < 3 * made.count; i++) {
        vertex *v = &made.vertices[i];
        int number = i / 3, step = on_grid ? FINE / SUBPIXEL : 1;
        uint32_t range = (uint32_t)(cell * FINE / step);
        uint32_t fx = (uint32_t)(test_random(seed) >> 32) % (range + 1),
                 fy = (uint32_t)(test_random(seed) >> 32) % (range + 1);
        v->x = (float)(number % across * cell) + (float)(fx * (uint32_t)step) / FINE;
        v->y = (float)(number / across * cell) + (float)(fy * (uint32_t)step) / FINE;
        v->z = (float)(test_random(seed) >> 44) * 0x1p-20f;
        uint32_t id = (uint32_t)number + 1;
        v->color[0] = (uint8_t)id, v->color[1] = (uint8_t)(id >> 8), v->color[2] = (uint8_t)(id >> 16),
        v->color[3] = 255;
    }
    return made;
}

/* Mesa's snapping: rint rounds halves to even. */
static float mesa_snap(float x) { return (float)(rint(((double)x - 0.5) * SUBPIXEL) / SUBPIXEL + 0.5); }

static void draw_theirs(pictures *p, const batch *b) {
    static const char vertex_source[] =
        "#version 120\nattribute vec3 a_0; attribute vec4 a_1; varying vec4 color;"
        "void main() { gl_Position = vec4(a_0, 1.0); color = a_1; }";
    static const char fragment_source[] =
        "#version 120\nvarying vec4 color; void main() { gl_FragColor = color; }";
    size_t count = (size_t)b->count * 3;
    vertex *clip = malloc(count * sizeof *clip);
    for (size_t i = 0; i < count; i++) {
        clip[i] = b->vertices[i];
        clip[i].x = clip[i].x / (SIDE / 2) - 1;
        clip[i].y = clip[i].y / (SIDE / 2) - 1;
        clip[i].z = clip[i].z * 2 - 1;
    }
    GLuint program = peer_program(vertex_source, fragment_source);
    peer_buffer(GL_ARRAY_BUFFER, clip, count * sizeof *clip);
    peer_attribute(0, 3, GL_FLOAT, sizeof *clip, offsetof(vertex, x));
    peer_attribute(1, 4, GL_UNSIGNED_BYTE, sizeof *clip, offsetof(vertex, color));
    glShadeModel(GL_FLAT);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glDrawArrays(GL_TRIANGLES, 0, (GLsizei)count);
    peer_read(&p->gl, p->their_color, p->their_depth);
    glDeleteProgram(program);
    free(clip);
}

/* Mirrored in y, because our row 0 is the top. With `as_mesa`, vertices are snapped by Mesa's rule. */
static void draw_ours(pictures *p, const batch *b, bool as_mesa) {
    bp_error error = {0};
    size_t count = (size_t)b->count * 3;
    vertex *clip = malloc(count * sizeof *clip);
    for (size_t i = 0; i < count; i++) {
        vertex v = b->vertices[i];
        if (as_mesa) v.x = mesa_snap(v.x), v.y = mesa_snap(v.y);
        v.x = v.x / (SIDE / 2) - 1;
        v.y = 1 - v.y / (SIDE / 2);
        clip[i] = v;
    }
    bp_draw draw = {.vertices = {.count = count,
                                 .positions = &clip->x,
                                 .position_stride = sizeof *clip,
                                 .colors8 = clip->color,
                                 .color_stride = sizeof *clip},
                    .state.color = BP_COLOR_RAW};
    assert_true(bp_raster_begin(p->raster, &p->ours, &(bp_pass){.subpixel_bits = 8}, &error));
    bp_raster_clear(p->raster, &(bp_clear){.color = {0, 0, 0, 0}}, &error);
    bp_raster_draw(p->raster, &draw, &error);
    assert_true(bp_raster_end(p->raster, NULL, &error));
    expect_no_error(&error);
    free(clip);
}

/* ---- comparing ---------------------------------------------------------------------------------*/

static bool has_tie(const vertex *v) {
    for (int i = 0; i < 3; i++) {
        double x = (double)v[i].x * SUBPIXEL, y = (double)v[i].y * SUBPIXEL;
        if (x - floor(x) == 0.5 || y - floor(y) == 0.5) return true;
    }
    return false;
}

/* The slope of the triangle's depth plane: |dz/dx| + |dz/dy| per pixel. */
static double slope_of(const vertex *v) {
    double ax = (double)v[1].x - (double)v[0].x, ay = (double)v[1].y - (double)v[0].y,
           az = (double)v[1].z - (double)v[0].z;
    double bx = (double)v[2].x - (double)v[0].x, by = (double)v[2].y - (double)v[0].y,
           bz = (double)v[2].z - (double)v[0].z;
    double area = ax * by - ay * bx;
    if (area == 0) return 0;
    return fabs((az * by - bz * ay) / area) + fabs((bz * ax - az * bx) / area);
}

static void compare_depth(findings *to, const vertex *v, float ours, float theirs) {
    double off = fabs((double)ours - (double)theirs), slope = slope_of(v);
    /* Coordinates up to 1024 have a rounding error of 2^-14 pixel in float; a few operations make four times
     * that. */
    double rounding = 0x1p-21 + slope * 0x1p-12, snapping = rounding + slope * (2.0 / SUBPIXEL);
    to->depths++;
    if (off == 0)
        to->depth_equal++;
    else if (off <= rounding)
        to->depth_rounding++;
    else if (off <= snapping)
        to->depth_snapping++;
    else if (to->depth_unexplained++ < 5)
        print_error("depth: ours %.9g, theirs %.9g, slope %g a pixel\n", (double)ours, (double)theirs, slope);
}

/* Counts the pixels of a cell that differ in coverage, and compares depths where both cover. */
static int compare_cell(findings *to, const pictures *p, const batch *b, int number, bool depths) {
    int across = SIDE / b->cell, x0 = number % across * b->cell, y0 = number / across * b->cell, wrong = 0;
    const uint32_t *our_color = (const uint32_t *)(const void *)p->ours.pixels;
    for (int y = y0; y < y0 + b->cell; y++)
        for (int x = x0; x < x0 + b->cell; x++) {
            size_t at = (size_t)y * SIDE + (size_t)x;
            bool mine = our_color[at] == ((uint32_t)(number + 1) | 0xFF000000u);
            wrong += our_color[at] != p->their_color[at];
            to->covered += depths && mine;
            if (depths && mine && our_color[at] == p->their_color[at])
                compare_depth(to, &b->vertices[3 * number], p->ours.depth[at], p->their_depth[at]);
        }
    return wrong;
}

static void print_triangle(const vertex *v, int wrong) {
    print_error("%d pixels differ: (%.6f, %.6f) (%.6f, %.6f) (%.6f, %.6f)\n", wrong, (double)v[0].x,
                (double)v[0].y, (double)v[1].x, (double)v[1].y, (double)v[2].x, (double)v[2].y);
}

/* Draws a batch on both sides. Triangles that differ must have a tie, and agree once snapped by Mesa's rule.
 */
static void compare_batch(findings *to, pictures *p, const batch *b) {
    char *differs = calloc((size_t)b->count, 1);
    bool again = false;
    draw_theirs(p, b);
    draw_ours(p, b, false);
    for (int i = 0; i < b->count; i++) {
        int wrong = compare_cell(to, p, b, i, true);
        differs[i] = wrong > 0;
        if (wrong > 0 && !has_tie(&b->vertices[3 * i])) {
            if (to->unexplained++ < 5) print_triangle(&b->vertices[3 * i], wrong);
            differs[i] = 0;
        } else if (wrong > 0)
            again = true;
        else
            to->same++;
    }
    if (again) draw_ours(p, b, true);
    for (int i = 0; i < b->count; i++) {
        if (!differs[i]) continue;
        int wrong = compare_cell(to, p, b, i, false);
        if (wrong == 0)
            to->tied++;
        else if (to->unexplained++ < 5)
            print_triangle(&b->vertices[3 * i], wrong);
    }
    to->triangles += b->count;
    free(differs);
}

static pictures open_pictures(void) {
    bp_error error = {0};
    pictures p = {.gl = peer_open(SIDE, SIDE)};
    p.raster = bp_raster_create(NULL, &error);
    assert_non_null(p.raster);
    assert_true(bp_framebuffer_create(NULL, SIDE, SIDE, &p.ours, &error));
    p.their_color = calloc(SIDE * SIDE, 4);
    p.their_depth = calloc(SIDE * SIDE, sizeof(float));
    return p;
}

static void close_pictures(pictures *p) {
    bp_raster_destroy(p->raster);
    bp_framebuffer_destroy(NULL, &p->ours);
    free(p->their_color);
    free(p->their_depth);
    peer_close(&p->gl);
}

static void print_findings(const char *name, const findings *f) {
    print_message("%s: %ld triangles, %ld pixels\n"
                  "  coverage: %ld the same, %ld differ by Mesa's rounding of ties, %ld unexplained\n"
                  "  depth: %ld equal, %ld within float rounding, %ld within snapping, %ld unexplained\n",
                  name, f->triangles, f->covered, f->same, f->tied, f->unexplained, f->depth_equal,
                  f->depth_rounding, f->depth_snapping, f->depth_unexplained);
}

/* 24 pictures of 4096 cells of 16 pixels, 24 of 256 cells of 64, 23 of 16 cells of 256: 104,816 triangles.
 * Every third picture has its vertices on the subpixel grid, where no ties occur. */
static void test_random_triangles(void **state) {
    (void)state;
    const int cells[] = {16, 64, 256}, counts[] = {24, 24, 23};
    pictures p = open_pictures();
    findings on_grid = {0}, between = {0};
    uint64_t seed = 20240607;
    for (int kind = 0; kind < 3; kind++)
        for (int i = 0; i < counts[kind]; i++) {
            bool exact = i % 3 == 0;
            batch b = make_batch(cells[kind], &seed, exact);
            compare_batch(exact ? &on_grid : &between, &p, &b);
            free(b.vertices);
        }
    print_findings("vertices on the subpixel grid", &on_grid);
    print_findings("vertices between", &between);
    close_pictures(&p);
    assert_true(on_grid.triangles + between.triangles >= 100000);
    assert_int_equal(on_grid.tied, 0);
    assert_int_equal(on_grid.unexplained + between.unexplained, 0);
    assert_int_equal(on_grid.depth_unexplained + between.depth_unexplained, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_triangles)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

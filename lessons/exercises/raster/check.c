/* Checks renderer.c step by step against Bindpose's plain rasterizer, and draws a picture after each step:
 *
 *     check CHARACTER.glb FOLDER
 *
 * It stops at the first step that isn't right, and says where your numbers part from Bindpose's. Exit code 0:
 * all steps are right; 1: one isn't; 2: wrong use or a file that can't be read; 3: no memory.
 */
#include "raster/pixel_history.h"
#include "scene.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 10, PROBES = 200, SIZE = 256, TRIANGLES = 100, SHADES = 128 };

/* ---- results ---- */

_Noreturn static void wrong(const checker *c, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    printf("not right yet: ");
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n\nSection %d of README.md explains the step. Then run `make renderer` again.\n", c->step);
    exit(1);
}

/* Bits, so that -0 differs from 0, and NaN is equal to itself. */
static bool equal(float a, float b) { return memcmp(&a, &b, sizeof a) == 0; }

/* `what` says whose value that is. */
static void compare(const checker *c, float got, float want, const char *format, ...) {
    char what[400];
    va_list arguments;
    if (equal(got, want)) return;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    wrong(c, "%s is %.9g; it should be %.9g%s", what, (double)got, (double)want,
          fabsf(got - want) <= 1e-5f * fabsf(want) ? "; only rounding differs: check the order of operations"
                                                   : "");
}

/* ---- what Bindpose draws ---- */

/* Checks a triangle of the character that touched a pixel; false: nothing to check there. */
typedef bool probe(checker *c, const mesh *m, const bp_pixel_event *event, const bp_pixel_history *history);

static int look_at_pixel(checker *c, const bp_mat4 *transform, int x, int y, probe *look) {
    picture p = picture_create(WIDTH, HEIGHT);
    bp_pixel_history history;
    int count = 0;
    record(c, &p, transform);
    need(bp_raster_end_with_history(c->raster, x, y, &history, &failure));
    for (size_t i = 0; i < history.count; i++) {
        const bp_pixel_event *event = &history.events[i];
        if (strcmp(event->kind, "triangle") == 0)
            count += look(c, &c->mesh[event->draw - 1], event, &history);
    }
    bp_pixel_history_clear(c->context, &history);
    picture_destroy(&p);
    return count;
}

/* Calls `look` for all triangles at pixels chosen by chance, where the picture is nearer than `depth`.
 * Returns how many it checked. */
static int probe_pixels(checker *c, const bp_mat4 *transform, float depth, probe *look) {
    picture p = picture_create(WIDTH, HEIGHT);
    int count = 0;
    record(c, &p, transform);
    need(bp_raster_end(c->raster, NULL, &failure));
    for (int tries = 0, pixels = 0; tries < 1000000 && pixels < PROBES; tries++) {
        const int x = (int)random_float(c, 0, WIDTH), y = (int)random_float(c, 0, HEIGHT);
        if (!(p.depth[y * WIDTH + x] < depth)) continue;
        count += look_at_pixel(c, transform, x, y, look);
        pixels++;
    }
    picture_destroy(&p);
    return count;
}

/* ---- pictures of what is right so far ---- */

static void show_pixel(const checker *c, const mesh *m, const screen_vertex corner[3], uint8_t *pixel,
                       float x, float y, float depth) {
    float at[ATTRIBUTES], color[3] = {0.8f, 0.8f, 0.8f}, factor[3] = {1, 1, 1};
    if (c->step == 3)
        for (int i = 0; i < 3; i++) color[i] = (0.94f - depth) * 28; /* far is dark */
    if (c->step >= 4) attributes_at(corner, x, y, at);
    if (c->step == 4 || c->step == 5)
        for (int i = 0; i < 3; i++) color[i] = at[NORMAL + i] * 0.5f + 0.5f;
    if (c->step >= 6) light_at(&m->light, (bp_vec3){at[NORMAL], at[NORMAL + 1], at[NORMAL + 2]}, color);
    if (c->step >= 7) sample(m->texture, at[UV], at[UV + 1], factor);
    for (int i = 0; i < 3; i++) {
        const float linear = c->step >= 7 ? m->color[i] * color[i] * factor[i] : color[i];
        pixel[i] = c->step >= 5 ? encode(linear) : (uint8_t)(bp_clamp(linear, 0, 1) * 255);
    }
}

static void show_triangle(const checker *c, const mesh *m, const screen_vertex corner[3], picture *p) {
    float depths[3];
    bp_vec2 low = {corner[0].x, corner[0].y}, high = low;
    for (int i = 0; i < 3; i++) {
        depths[i] = corner[i].depth;
        low = (bp_vec2){fminf(low.x, corner[i].x), fminf(low.y, corner[i].y)};
        high = (bp_vec2){fmaxf(high.x, corner[i].x), fmaxf(high.y, corner[i].y)};
    }
    const int right = (int)bp_clamp(high.x + 1, 0, (float)p->width);
    const int bottom = (int)bp_clamp(high.y + 1, 0, (float)p->height);
    for (int row = (int)bp_clamp(low.y, 0, (float)p->height); row < bottom; row++)
        for (int column = (int)bp_clamp(low.x, 0, (float)p->width); column < right; column++) {
            const float x = (float)column + 0.5f, y = (float)row + 0.5f;
            const int at = row * p->width + column;
            if (!covers(corner, column, row)) continue;
            const float depth = c->step >= 3 ? interpolate(corner, depths, x, y) : 0;
            if (!(depth <= p->depth[at])) continue;
            p->depth[at] = depth;
            show_pixel(c, m, corner, p->pixels + 4 * at, x, y, depth);
        }
}

static void show_point(const screen_vertex *v, picture *p) {
    const uint8_t white[4] = {255, 255, 255, 255};
    if (v->x >= 0 && v->y >= 0 && v->x < (float)p->width && v->y < (float)p->height)
        memcpy(p->pixels + 4 * ((int)v->y * p->width + (int)v->x), white, sizeof white);
}

static void show(const checker *c, const bp_mat4 *transform, const char *text) {
    picture p = picture_create(WIDTH, HEIGHT);
    for (int i = 0; i < c->mesh_count; i++)
        for (int t = 0; t < c->mesh[i].triangle_count; t++) {
            const mesh *m = &c->mesh[i];
            clip_vertex corner[3], clipped[4];
            screen_vertex screen[4];
            int count = 3;
            for (int k = 0; k < 3; k++) to_clip(&m->vertices[m->indices[3 * t + k]], transform, &corner[k]);
            memcpy(clipped, corner, sizeof corner);
            if (c->step >= 8) count = clip_near(corner, clipped);
            for (int k = 0; k < count; k++) to_screen(&clipped[k], WIDTH, HEIGHT, &screen[k]);
            for (int k = 0; k < count && c->step == 1; k++) show_point(&screen[k], &p);
            for (int k = 2; k < count && c->step > 1; k++)
                show_triangle(c, m, (screen_vertex[]){screen[0], screen[k - 1], screen[k]}, &p);
        }
    save(c, &p, text);
    picture_destroy(&p);
}

/* ---- steps 1, 4, 6, 7 and 8: the character's triangles ---- */

static void project(const mesh *m, uint32_t vertex, screen_vertex *out) {
    clip_vertex clip;
    to_clip(&m->vertices[vertex], &m->transform, &clip);
    to_screen(&clip, WIDTH, HEIGHT, out);
}

static void compare_corner(const checker *c, uint32_t index, const screen_vertex *got, const float want[4]) {
    if (fabsf(got->x - want[0]) <= 1.5f / 256 && fabsf(got->y - want[1]) <= 1.5f / 256 &&
        (got->x != want[0] || got->y != want[1]))
        wrong(c,
              "vertex %u of the character gets (%.9g, %.9g) on the screen; it should be (%.9g, %.9g): they "
              "differ by 1/256 pixel. Snap the sum, with width / 2 or height / 2 in it",
              index, (double)got->x, (double)got->y, (double)want[0], (double)want[1]);
    compare(c, got->x, want[0], "x of vertex %u of the character on the screen", index);
    compare(c, got->y, want[1], "y of vertex %u of the character on the screen", index);
    compare(c, got->depth, want[2], "depth of vertex %u of the character", index);
    compare(c, got->inverse_w, want[3], "inverse_w of vertex %u of the character", index);
}

static bool check_vertices(checker *c, const mesh *m, const bp_pixel_event *e, const bp_pixel_history *h) {
    (void)h;
    for (int i = 0; i < 3; i++) {
        screen_vertex got;
        project(m, e->vertices[i], &got);
        compare_corner(c, e->vertices[i], &got, e->screen[i]);
        for (int k = 0; k < ATTRIBUTES; k++)
            if (!equal(got.attributes[k], m->vertices[e->vertices[i]].attributes[k] * got.inverse_w))
                wrong(c, "attribute %d of vertex %u should be the vertex's own times inverse_w", k,
                      e->vertices[i]);
    }
    return true;
}

/* The student's attributes at the pixel's centre. */
static void project_attributes(const mesh *m, const bp_pixel_event *e, const bp_pixel_history *h,
                               float out[ATTRIBUTES]) {
    screen_vertex corner[3];
    for (int i = 0; i < 3; i++) project(m, e->vertices[i], &corner[i]);
    attributes_at(corner, (float)h->x + 0.5f, (float)h->y + 0.5f, out);
}

static void compare_uv(const checker *c, const float at[ATTRIBUTES], const bp_pixel_event *e,
                       const bp_pixel_history *h, const char *cut) {
    for (int i = 0; i < 2; i++)
        compare(c, at[UV + i], e->shading.textures[0].uv[i], "%c of triangle %u%s in column %d, row %d",
                "uv"[i], e -> primitive, cut, h -> x, h -> y);
}

static bool check_attributes(checker *c, const mesh *m, const bp_pixel_event *e, const bp_pixel_history *h) {
    float at[ATTRIBUTES];
    if (!e->shading.shaded) return false;
    project_attributes(m, e, h, at);
    compare_uv(c, at, e, h, "");
    return true;
}

static void compare_light(const checker *c, const light *light, bp_vec3 n, const float want[3]) {
    float got[3];
    light_at(light, n, got);
    for (int i = 0; i < 3; i++)
        compare(c, got[i], want[i], "light[%d] of the normal (%.9g, %.9g, %.9g)", i, (double)n.x, (double)n.y,
                (double)n.z);
}

static bool check_light(checker *c, const mesh *m, const bp_pixel_event *e, const bp_pixel_history *h) {
    float at[ATTRIBUTES];
    if (!e->shading.shaded) return false;
    project_attributes(m, e, h, at);
    compare_light(c, &m->light, (bp_vec3){0, 0, 0}, m->light.ambient); /* a normal without a direction */
    compare_light(c, &m->light, (bp_vec3){at[NORMAL], at[NORMAL + 1], at[NORMAL + 2]}, e->shading.light);
    return true;
}

static bool check_texture(checker *c, const mesh *m, const bp_pixel_event *e, const bp_pixel_history *h) {
    float got[3];
    (void)h;
    if (!e->shading.shaded) return false;
    const bp_texture_step *step = &e->shading.textures[0];
    sample(m->texture, step->uv[0], step->uv[1], got);
    for (int i = 0; i < 3; i++)
        compare(c, got[i], step->color[i],
                "channel %d at u = %.9g, v = %.9g, of the texels in columns %d and %d, rows %d and %d,", i,
                (double)step->uv[0], (double)step->uv[1], step->texels[0].x, step->texels[3].x,
                step->texels[0].y, step->texels[3].y);
    return true;
}

/* Three corners on the screen: x, y, depth and 1/w of each. */
static const char *corner_text(char *text, size_t size, const float *corner) {
    snprintf(text, size, "(%.9g, %.9g), depth %.9g; (%.9g, %.9g), depth %.9g; (%.9g, %.9g), depth %.9g",
             (double)corner[0], (double)corner[1], (double)corner[2], (double)corner[4], (double)corner[5],
             (double)corner[6], (double)corner[8], (double)corner[9], (double)corner[10]);
    return text;
}

static bool check_clipping(checker *c, const mesh *m, const bp_pixel_event *e, const bp_pixel_history *h) {
    clip_vertex corner[3], clipped[4];
    screen_vertex screen[4];
    float at[ATTRIBUTES], got[3][4] = {{0}};
    char want[400], have[400];
    if (!e->clipped) return false;
    for (int i = 0; i < 3; i++) to_clip(&m->vertices[e->vertices[i]], &m->transform, &corner[i]);
    const int count = clip_near(corner, clipped);
    if (count < 3 || count > 4)
        wrong(c, "triangle %u leaves %d corners; a triangle that is cut has 3 or 4", e->primitive, count);
    for (int i = 0; i < count; i++) to_screen(&clipped[i], WIDTH, HEIGHT, &screen[i]);
    for (int k = count - 1; k >= 2; k--) { /* the fan's triangle that the pixel is in */
        const screen_vertex fan[3] = {screen[0], screen[k - 1], screen[k]};
        bool same = true;
        for (int i = 0; i < 3; i++) {
            memcpy(got[i], (float[]){fan[i].x, fan[i].y, fan[i].depth, fan[i].inverse_w}, sizeof got[i]);
            for (int n = 0; n < 4; n++) same = same && equal(got[i][n], e->screen[i][n]);
        }
        if (!same) continue;
        if (!e->shading.shaded) return true;
        attributes_at(fan, (float)h->x + 0.5f, (float)h->y + 0.5f, at);
        compare_uv(c, at, e, h, ", cut by the near plane,");
        return true;
    }
    wrong(
        c,
        "triangle %u is cut by the near plane. A part of it should have these corners on the screen:\n  %s\n"
        "The first part of yours has:\n  %s",
        e->primitive, corner_text(want, sizeof want, e->screen[0]), corner_text(have, sizeof have, got[0]));
    return true;
}

/* A corner that lies on the near plane is visible: nothing is cut. */
static void check_touching(const checker *c) {
    for (int at = 0; at < 3; at++) {
        clip_vertex corner[3] = {{0, 0, 1, 2, {0}}, {1, 0, 1, 2, {0}}, {0, 1, 1, 2, {0}}}, clipped[4];
        corner[at].z = 0;
        const int count = clip_near(corner, clipped);
        if (count != 3 || memcmp(clipped, corner, sizeof corner) != 0)
            wrong(c,
                  "a triangle whose corner %d has z = 0 exactly leaves %d corners; z >= 0 is visible, so it "
                  "should keep its own 3",
                  at, count);
    }
}

/* ---- steps 2 and 3: single triangles ---- */

/* A triangle whose corners lie on quarters or on 1/256 of a pixel, often on a pixel's centre or edge. */
static void random_triangle(checker *c, screen_vertex corner[3]) {
    const float grid = random_float(c, 0, 1) < 0.6f ? 2 : 256;
    memset(corner, 0, 3 * sizeof *corner);
    for (int i = 0; i < 3; i++) {
        corner[i].x = floorf(random_float(c, 0, SIZE) * grid) / grid;
        corner[i].y = floorf(random_float(c, 0, SIZE) * grid) / grid;
        corner[i].depth = random_float(c, 0, 1);
        corner[i].inverse_w = 1;
    }
}

/* Draws it with Bindpose: a pixel is white where it is covered. */
static void draw_single(checker *c, const screen_vertex corner[3], const picture *p) {
    float positions[9];
    for (int i = 0; i < 3; i++) {
        positions[3 * i] = corner[i].x / (SIZE / 2) - 1;
        positions[3 * i + 1] = 1 - corner[i].y / (SIZE / 2);
        positions[3 * i + 2] = corner[i].depth;
    }
    draw_alone(c, p,
               &(bp_draw){.vertices = {.count = 3, .positions = positions, .position_stride = 12},
                          .indices = {.count = 3}});
}

static void check_single(checker *c, const screen_vertex corner[3], const picture *p) {
    const float depths[3] = {corner[0].depth, corner[1].depth, corner[2].depth};
    for (int at = 0; at < SIZE * SIZE; at++) {
        const int column = at % SIZE, row = at / SIZE;
        const bool want = p->pixels[4 * at] == 255, got = covers(corner, column, row);
        if (got != want)
            wrong(c,
                  "the triangle (%.9g, %.9g), (%.9g, %.9g), (%.9g, %.9g) %s the pixel in column %d, row %d; "
                  "covers() says %s",
                  (double)corner[0].x, (double)corner[0].y, (double)corner[1].x, (double)corner[1].y,
                  (double)corner[2].x, (double)corner[2].y, want ? "covers" : "doesn't cover", column, row,
                  got ? "true" : "false");
        if (c->step < 3 || !want) continue;
        const float depth = interpolate(corner, depths, (float)column + 0.5f, (float)row + 0.5f);
        compare(c, depth, p->depth[at],
                "the value at (%d.5, %d.5), between %.9g at (%.9g, %.9g), %.9g at (%.9g, %.9g) and %.9g at "
                "(%.9g, %.9g),",
                column, row, (double)depths[0], (double)corner[0].x, (double)corner[0].y, (double)depths[1],
                (double)corner[1].x, (double)corner[1].y, (double)depths[2], (double)corner[2].x,
                (double)corner[2].y);
    }
}

static void check_singles(checker *c) {
    picture p = picture_create(SIZE, SIZE);
    for (int i = 0; i < TRIANGLES; i++) {
        screen_vertex corner[3];
        random_triangle(c, corner);
        draw_single(c, corner, &p);
        check_single(c, corner, &p);
    }
    picture_destroy(&p);
}

/* ---- step 5: bytes ---- */

/* Values next to the border between two bytes, where a sum in double rounds to the other one. */
static const float BORDERS[] = {0.00318822148f, 0.00420633564f, 0.00582367321f,
                                0.0106408373f,  0.0337238349f,  0.0854228586f};
enum { BORDER_COUNT = sizeof BORDERS / sizeof *BORDERS };

/* A picture in which each pixel is two triangles of one colour. */
static void check_bytes(checker *c) {
    enum { COUNT = SHADES * SHADES };
    static float positions[COUNT * 6][3], colors[COUNT * 6][4];
    picture p = picture_create(SHADES, SHADES);
    for (int i = 0; i < COUNT * 6; i++) {
        static const int corner[6][2] = {{0, 0}, {0, 1}, {1, 1}, {0, 0}, {1, 1}, {1, 0}};
        const int at = i / 6;
        positions[i][0] = (float)(at % SHADES + corner[i % 6][0]) / (SHADES / 2) - 1;
        positions[i][1] = 1 - (float)(at / SHADES + corner[i % 6][1]) / (SHADES / 2);
        positions[i][2] = 0.5f;
        for (int k = 0; k < 3; k++) {
            if (i % 6 == 0) colors[i][k] = random_float(c, 0, 1);
            if (i % 6 == 0 && at % 3)
                colors[i][k] = colors[i][k] * colors[i][k] * colors[i][k]; /* more dark ones */
            if (i % 6 == 0 && at < BORDER_COUNT) colors[i][k] = BORDERS[at];
            if (i % 6) colors[i][k] = colors[i - 1][k];
        }
        colors[i][3] = 1;
    }
    draw_alone(c, &p,
               &(bp_draw){.vertices = {.count = COUNT * 6,
                                       .positions = positions[0],
                                       .position_stride = 12,
                                       .colors = colors[0],
                                       .color_stride = 16},
                          .indices = {.count = COUNT * 6}});
    for (int at = 0; at < COUNT; at++)
        for (int k = 0; k < 3; k++)
            if (encode(colors[6 * at][k]) != p.pixels[4 * at + k])
                wrong(c, "encode(%.9g) is %d; it should be %d", (double)colors[6 * at][k],
                      encode(colors[6 * at][k]), p.pixels[4 * at + k]);
    if (encode(-1) != 0 || encode(2) != 255) wrong(c, "below 0 the byte is 0, above 1 it is 255");
    picture_destroy(&p);
}

/* ---- step 9: the picture ---- */

static void check_picture(checker *c, const bp_mat4 *transform, const char *what) {
    picture want = picture_create(WIDTH, HEIGHT), got = picture_create(WIDTH, HEIGHT);
    record(c, &want, transform);
    need(bp_raster_end(c->raster, NULL, &failure));
    for (int i = 0; i < c->mesh_count; i++) draw(&c->mesh[i], &got);
    for (int at = 0; at < WIDTH * HEIGHT; at++) {
        const uint8_t *a = got.pixels + 4 * at, *b = want.pixels + 4 * at;
        const bool color = memcmp(a, b, 4) == 0, depth = equal(got.depth[at], want.depth[at]);
        if (!color)
            wrong(c,
                  "%s: the pixel in column %d, row %d is %d %d %d %d; it should be %d %d %d %d (its depth is "
                  "%s)",
                  what, at % WIDTH, at / WIDTH, a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3],
                  depth ? "right" : "wrong, too");
        if (!depth)
            wrong(c,
                  "%s: the pixel in column %d, row %d has the right colour and depth %.9g; it should be %.9g",
                  what, at % WIDTH, at / WIDTH, (double)got.depth[at], (double)want.depth[at]);
    }
    if (transform == &c->whole) save(c, &got, "each byte and each depth is Bindpose's");
    picture_destroy(&want);
    picture_destroy(&got);
}

/* ---- step 10: shadow ---- */

/* Points whose answers follow from the picture: a square, at depth 0.25, hangs in the middle of the light's
 * picture, 64 pixels wide; in its upper left quarter another one at 0.1 hangs nearer. */
static void check_points(const checker *c, picture *p) {
    static const struct {
        bp_vec3 at;
        bool shadow;
        const char *why;
    } points[] = {{{0.1f, -0.1f, 0.75f}, true, "the square is nearer to the light"},
                  {{0.1f, -0.1f, 0.25f}, false, "it lies on the square itself: that needs a bias"},
                  {{0.1f, -0.1f, 0.1f}, false, "it is nearer to the light than the square"},
                  {{0.1f, -0.1f, 0.31f},
                   true,
                   "it is 0.06 behind the square: so large a bias loses the shadow at the feet"},
                  {{0.9f, -0.1f, 0.75f}, false, "nothing is before it"},
                  {{-0.3f, 0.3f, 0.2f}, true, "the small square in the upper left is nearer"},
                  {{-0.3f, -0.3f, 0.2f}, false, "it is below the small square: rows count down, y counts up"},
                  {{0.3f, 0.3f, 0.2f}, false, "it is to the right of the small square"},
                  {{1.5f, 0, 0.75f}, false, "it is outside of the light's picture"},
                  {{0, -1.2f, 0.75f}, false, "it is outside of the light's picture"}};
    const bp_mat4 identity = bp_mat4_identity();
    for (int i = 0; i < p->width * p->height; i++) {
        const int x = i % p->width, y = i / p->width;
        p->depth[i] = x >= 16 && x < 32 && y >= 16 && y < 32   ? 0.1f
                      : x >= 16 && x < 48 && y >= 16 && y < 48 ? 0.25f
                                                               : 1;
    }
    for (size_t i = 0; i < sizeof points / sizeof *points; i++)
        if (in_shadow(p, &identity, points[i].at, 1) != points[i].shadow)
            wrong(c, "the point (%.9g, %.9g, %.9g) should %s in shadow: %s", (double)points[i].at.x,
                  (double)points[i].at.y, (double)points[i].at.z, points[i].shadow ? "be" : "not be",
                  points[i].why);
}

/* Tilted surfaces, compared with themselves between the centres of the light's pixels: a flat one, and one
 * with a slope of 5. A slope grows by slope / width from pixel to pixel; its cosine is
 * 1 / sqrt(1 + slope^2). */
static void check_stripes(const checker *c, picture *p) {
    static const float SLOPES[2] = {0.4f, 5}, COSINES[2] = {0.9284767f, 0.1961161f};
    const bp_mat4 identity = bp_mat4_identity();
    for (int k = 0; k < 2; k++) {
        const float growth = SLOPES[k] / (float)p->width;
        for (int i = 0; i < p->width * p->height; i++)
            p->depth[i] = fminf(0.05f + growth * ((float)(i % p->width) + 0.5f), 1);
        for (int i = 0; i < 8 * 12; i++) { /* 8 points of each of 12 pixels */
            const float x = ((float)i + 0.5f) / 8;
            const bp_vec3 at = {2 * x / (float)p->width - 1, 0.01f, 0.05f + growth * x};
            if (in_shadow(p, &identity, at, COSINES[k]))
                wrong(c, "a surface with a slope of %g shades itself, in stripes: the bias must grow with it",
                      (double)SLOPES[k]);
        }
    }
}

static void check_shadow(const checker *c) {
    picture p = picture_create(64, 64);
    check_points(c, &p);
    check_stripes(c, &p);
    picture_destroy(&p);
}

/* The character on a floor, with its shadow: draw must ask in_shadow. */
static void show_shadow(checker *c) {
    picture from_light = draw_from_light(c->mesh, c->mesh_count, c->box), p = picture_create(WIDTH, HEIGHT),
            without = picture_create(WIDTH, HEIGHT);
    mesh ground = floor_below(c->box, &c->mesh[0]);
    int darker = 0;
    for (int i = 0; i <= c->mesh_count; i++) {
        mesh m = i < c->mesh_count ? c->mesh[i] : ground;
        m.transform = c->whole;
        draw(&m, &without);
        m.from_light = &from_light;
        draw(&m, &p);
    }
    for (int i = 0; i < WIDTH * HEIGHT; i++) darker += p.pixels[4 * i + 1] < without.pixels[4 * i + 1];
    if (darker == 0)
        wrong(c,
              "draw doesn't use in_shadow yet: if mesh->from_light isn't NULL, and the pixel's position is "
              "in shadow, its light is the ambient alone");
    save(c, &p, "points are in shadow where they should be");
    picture_destroy(&from_light);
    picture_destroy(&without);
    picture_destroy(&p);
}

/* ---- the character ---- */

/* Those of an earlier check. */
static void remove_pictures(const checker *c) {
    char path[1024];
    for (int step = 1; step <= STEPS; step++) {
        snprintf(path, sizeof path, "%.900s/step-%d.png", c->folder, step);
        remove(path);
    }
}

int main(int count, char **arguments) {
    static checker c = {.random = 20};
    if (count != 3) {
        fprintf(stderr, "usage: check CHARACTER.glb FOLDER\n");
        return 2;
    }
    c.folder = arguments[2];
    c.context = bp_context_create(NULL, &failure);
    c.raster = c.context ? bp_raster_create(c.context, &failure) : NULL;
    need(c.raster != NULL);
    load(&c, arguments[1]);
    remove_pictures(&c);
    for (c.step = 1; c.step <= STEPS; c.step++) {
        printf("step %d  ", c.step);
        fflush(stdout); /* says where a crash was */
        static probe *const looks[STEPS + 1] = {[1] = check_vertices,
                                                [4] = check_attributes,
                                                [6] = check_light,
                                                [7] = check_texture,
                                                [8] = check_clipping};
        static const char *const said[STEPS + 1] = {
            [1] = "the character's vertices are where they should be",
            [2] = "100 triangles cover what they should",
            [3] = "100 triangles have the right depths",
            [4] = "pixels get the right texture coordinates",
            [5] = "49,152 values become the right bytes",
            [6] = "pixels get the right light",
            [7] = "pixels get the right colour of the texture",
            [8] = "triangles that the near plane cuts have the right corners"};
        if (c.step == 2 || c.step == 3) check_singles(&c);
        if (c.step == 5) check_bytes(&c);
        if (c.step == 8) check_touching(&c);
        const bp_mat4 *transform = c.step == 8 ? &c.cut : &c.whole;
        if (looks[c.step] && probe_pixels(&c, transform, c.step == 8 ? 0.005f : 1, looks[c.step]) < 50) {
            fprintf(stderr, "%s: too few of its triangles are in the picture\n", arguments[1]);
            return 2;
        }
        if (c.step < 9) show(&c, transform, said[c.step]);
        if (c.step == 9) check_picture(&c, &c.cut, "cut by the near plane");
        if (c.step == 9) check_picture(&c, &c.close, "larger than the picture");
        if (c.step == 9) check_picture(&c, &c.whole, "the whole character");
    }
    c.step = STEPS;
    check_shadow(&c);
    show_shadow(&c);
    printf("\nThat is a renderer. Compare its last picture with step-1.png.\n");
    return 0;
}

/* Lines, discs, balls, boxes and text drawn by tiles equal those drawn by the reference, bit for bit: random
 * scenes of all sizes, with triangles between them, strange numbers, one thread and three.
 *
 * Where they differ, marks are left out and the picture is made smaller as long as they still do, and what is left
 * is printed.
 *
 *     build/tests/property/raster_marks [FIRST COUNT]
 */
#include "support/test.h"
#include <bindpose/raster.h>

enum { MARKS = 10, KINDS = 5 };

typedef enum kind { LINE, DISC, BOX, TEXT, TRIANGLE } kind;
static const char *const kind_names[KINDS] = {"line", "disc", "box", "text", "triangle"};

/* One thing that is drawn. `in_space`: through the scene's camera; else in pixels. */
typedef struct mark {
    kind what;
    bool in_space;
    bp_marks how;
    bp_line line;
    bp_disc disc;
    bp_box box;
    bp_text text;
    char letters[24];
    float corners[9];
} mark;

typedef struct scene {
    int width, height;
    bp_pass pass;
    bp_mat4 camera;
    int count;
    mark marks[MARKS];
} scene;

/* ---- making ------------------------------------------------------------------------------------*/

static uint32_t below(uint64_t *seed, uint32_t n) { return (uint32_t)(test_random(seed) >> 33) % n; }

/* Mostly within -reach..reach; at times on a half or whole pixel, and at times huge or not a number. */
static float strange(uint64_t *seed, float reach) {
    static const float odd[] = {0, 1e30f, -1e30f, 3e38f, -1e9f, 40000, -33000, 1e-30f};
    uint32_t kind_of = below(seed, 64);
    float plain = test_random_float(seed, -reach, reach);
    if (kind_of == 0) return odd[below(seed, BP_COUNT(odd))];
    if (kind_of == 1) return sqrtf(-1.0f);
    if (kind_of == 2) return INFINITY;
    if (kind_of < 20) return floorf(plain * 2) / 2;
    return plain;
}

static bp_vec3 strange_point(uint64_t *seed, const scene *s, bool in_space) {
    if (in_space) return (bp_vec3){strange(seed, 2), strange(seed, 2), strange(seed, 2)};
    bp_vec3 p = {strange(seed, (float)s->width), strange(seed, (float)s->height), 0};
    return (bp_vec3){p.x + (float)s->width / 3, p.y + (float)s->height / 3, strange(seed, 1)};
}

static void random_color(uint64_t *seed, uint8_t out[4]) {
    for (int i = 0; i < 4; i++) out[i] = (uint8_t)below(seed, 256);
    if (below(seed, 2)) out[3] = 255;
}

static bp_rect random_rect(uint64_t *seed, const scene *s) {
    return (bp_rect){(int)below(seed, (uint32_t)s->width) - 8, (int)below(seed, (uint32_t)s->height) - 8,
                     (int)below(seed, 90), (int)below(seed, 90)};
}

static bp_draw_state random_state(uint64_t *seed, const scene *s) {
    bp_draw_state state = {.color = (bp_color_mode)below(seed, 2),
                           .depth = (bp_depth_test)below(seed, 3),
                           .no_depth_write = below(seed, 3) == 0,
                           .no_color_write = below(seed, 12) == 0,
                           .blend = below(seed, 2),
                           .depth_bias = below(seed, 4) ? 0 : test_random_float(seed, -0.1f, 0.1f)};
    if (below(seed, 4) == 0) state.scissor = random_rect(seed, s);
    if (below(seed, 4) == 0) state.viewport = random_rect(seed, s);
    return state;
}

static void random_mark(uint64_t *seed, const scene *s, mark *m) {
    static const float widths[] = {0, 0, 0.3f, 1, 1.5f, 2, 7, 40, 1024};
    static const float radii[] = {0, 0.2f, 0.5f, 1, 3.3f, 12, 90, 8192};
    static const char letters[] = "aWj@\xC2\xB0\xE2\x88\x92"
                                  "8\xFF\xCE\xA9 |";
    m->what = (kind)below(seed, KINDS);
    m->in_space = below(seed, 2);
    m->how = (bp_marks){.hidden = below(seed, 2) ? test_random_float(seed, 0, 1) : 0,
                        .state = random_state(seed, s)};
    m->line = (bp_line){.from = strange_point(seed, s, m->in_space),
                        .to = strange_point(seed, s, m->in_space),
                        .width = widths[below(seed, BP_COUNT(widths))],
                        .cap = (bp_cap)below(seed, 3)};
    m->disc = (bp_disc){.center = strange_point(seed, s, m->in_space),
                        .radius = radii[below(seed, BP_COUNT(radii))],
                        .world_radius = below(seed, 2) ? test_random_float(seed, 0, 1) : 0,
                        .ring = below(seed, 2) ? test_random_float(seed, 0, 5) : 0,
                        .ball = below(seed, 2)};
    m->box = (bp_box){.rect = random_rect(seed, s),
                      .corner = below(seed, 2) ? test_random_float(seed, 0, 20) : 0,
                      .border = below(seed, 2) ? test_random_float(seed, 0, 6) : 0};
    random_color(seed, m->line.color), random_color(seed, m->disc.color),
        random_color(seed, m->disc.ring_color);
    random_color(seed, m->box.color), random_color(seed, m->box.border_color),
        random_color(seed, m->text.color);
    size_t from = below(seed, 12);
    snprintf(m->letters, sizeof m->letters, "%s", letters + from);
    m->text.x = (int)below(seed, (uint32_t)s->width + 40) - 20,
    m->text.y = (int)below(seed, (uint32_t)s->height + 20);
    m->text.size = 10 + (int)below(seed, 31), m->text.face = (bp_face)below(seed, 4),
    m->text.align = (bp_align)below(seed, 3);
    if (below(seed, 3) == 0) m->text.clip = random_rect(seed, s);
    for (int i = 0; i < 9; i++) m->corners[i] = strange(seed, 2);
}

static scene random_scene(uint64_t seed) {
    seed = seed * 0x9E3779B97F4A7C15u + 1;
    static const int sides[] = {1, 2, 17, 63, 64, 65, 128, 150};
    scene s = {.width = sides[below(&seed, BP_COUNT(sides))], .height = sides[below(&seed, BP_COUNT(sides))]};
    s.pass = (bp_pass){.samples = below(&seed, 3) ? 1 : 4,
                       .subpixel_bits = 4 + (int)below(&seed, 5),
                       .color = (bp_color_mode)below(&seed, 2)};
    bp_vec3 eye = {test_random_float(&seed, -3, 3), test_random_float(&seed, -3, 3),
                   test_random_float(&seed, 0.5f, 4)};
    bp_mat4 view = bp_mat4_look_at_rh(eye, (bp_vec3){0, 0, 0}, (bp_vec3){0, 1, 0});
    s.camera = bp_mat4_mul(view, below(&seed, 4)
                                     ? bp_mat4_perspective_rh(1, (float)s.width / (float)s.height, 0.5f, 6)
                                     : bp_mat4_orthographic_rh(4, 4, 0.5f, 6));
    s.count = 1 + (int)below(&seed, MARKS);
    for (int i = 0; i < s.count; i++) random_mark(&seed, &s, &s.marks[i]);
    return s;
}

/* ---- drawing and comparing ---------------------------------------------------------------------*/

static void draw_mark(bp_raster *raster, const scene *s, const mark *m, bp_error *error) {
    bp_marks how = m->how;
    bp_text text = m->text;
    how.transform = m->in_space ? &s->camera : NULL;
    text.text = m->letters;
    bp_draw triangle = {
        .vertices = {.count = 3, .positions = m->corners}, .transform = &s->camera, .state = m->how.state};
    switch (m->what) {
    case LINE: bp_raster_lines(raster, &m->line, 1, &how, error); break;
    case DISC: bp_raster_discs(raster, &m->disc, 1, &how, error); break;
    case BOX: bp_raster_boxes(raster, &m->box, 1, m->how.state.scissor, error); break;
    case TEXT: bp_raster_text(raster, &text, error); break;
    case TRIANGLE: bp_raster_draw(raster, &triangle, error); break;
    }
}

typedef struct painter {
    bp_context *one, *three;
    bp_raster *plain, *single, *several; /* the reference, one thread, three */
} painter;

static bp_counters paint(const scene *s, bp_raster *raster, bool reference, bp_framebuffer *out) {
    bp_error error = {0};
    bp_counters counters;
    bp_pass pass = s->pass;
    pass.reference = reference;
    assert_true(bp_framebuffer_create(NULL, s->width, s->height, out, &error));
    assert_true(bp_raster_begin(raster, out, &pass, &error));
    bp_raster_clear(raster, &(bp_clear){.color = {120, 130, 140, 255}, .depth = 0.9f}, &error);
    for (int i = 0; i < s->count; i++) draw_mark(raster, s, &s->marks[i], &error);
    assert_true(bp_raster_end(raster, &counters, &error));
    expect_no_error(&error);
    counters.tiles = 0;
    return counters;
}

/* The first pixel that differs in colour or depth, or the number of pixels if only the counters do; -1: none. */
static long difference(const scene *s, const painter *p) {
    bp_framebuffer frames[3];
    bp_raster *const rasters[3] = {p->plain, p->single, p->several};
    bp_counters counters[3];
    long pixels = (long)s->width * s->height, found = -1;
    for (int i = 0; i < 3; i++) counters[i] = paint(s, rasters[i], i == 0, &frames[i]);
    for (int i = 1; i < 3 && found < 0; i++) {
        for (long at = 0; at < pixels && found < 0; at++)
            if (memcmp(frames[0].pixels + 4 * at, frames[i].pixels + 4 * at, 4) != 0 ||
                memcmp(frames[0].depth + at, frames[i].depth + at, sizeof(float)) != 0)
                found = at;
        if (found < 0 && memcmp(&counters[0], &counters[i], sizeof counters[0]) != 0) found = pixels;
    }
    for (int i = 0; i < 3; i++) bp_framebuffer_destroy(NULL, &frames[i]);
    return found;
}

/* ---- shrinking ---------------------------------------------------------------------------------*/

static void drop_marks(scene *s, const painter *p) {
    for (int i = s->count - 1; i >= 0 && s->count > 1; i--) {
        scene smaller = *s;
        memmove(&smaller.marks[i], &smaller.marks[i + 1], (size_t)(s->count - 1 - i) * sizeof(mark));
        smaller.count--;
        if (difference(&smaller, p) >= 0) *s = smaller;
    }
}

static void simplify(scene *s, const painter *p) {
    for (int i = 0; i < s->count; i++) {
        scene smaller = *s;
        smaller.marks[i].how = (bp_marks){0};
        if (difference(&smaller, p) >= 0) *s = smaller;
    }
    scene smaller = *s;
    smaller.pass = (bp_pass){0};
    if (difference(&smaller, p) >= 0) *s = smaller;
    for (int step = 64; step > 0; step /= 2) {
        smaller = *s;
        if (s->width > step) smaller.width -= step;
        if (s->height > step) smaller.height -= step;
        if (difference(&smaller, p) >= 0) *s = smaller;
    }
}

static void print_mark(const mark *m) {
    print_error("  %s %s, hidden %g, scissor %d,%d %dx%d, depth test %d, color mode %d\n",
                kind_names[m->what], m->in_space ? "in space" : "in pixels", (double)m->how.hidden,
                m->how.state.scissor.x, m->how.state.scissor.y, m->how.state.scissor.width,
                m->how.state.scissor.height, (int)m->how.state.depth, (int)m->how.state.color);
    const bp_line *l = &m->line;
    if (m->what == LINE)
        print_error("    from %.9g,%.9g,%.9g to %.9g,%.9g,%.9g width %g cap %d\n", (double)l->from.x,
                    (double)l->from.y, (double)l->from.z, (double)l->to.x, (double)l->to.y, (double)l->to.z,
                    (double)l->width, (int)l->cap);
    const bp_disc *d = &m->disc;
    if (m->what == DISC)
        print_error("    center %.9g,%.9g,%.9g radius %g world %g ring %g ball %d\n", (double)d->center.x,
                    (double)d->center.y, (double)d->center.z, (double)d->radius, (double)d->world_radius,
                    (double)d->ring, (int)d->ball);
    const bp_rect *r = &m->box.rect;
    if (m->what == BOX)
        print_error("    %d,%d %dx%d corner %g border %g alpha %d\n", r->x, r->y, r->width, r->height,
                    (double)m->box.corner, (double)m->box.border, m->box.color[3]);
    if (m->what == TEXT)
        print_error("    \"%s\" at %d,%d size %d\n", m->letters, m->text.x, m->text.y, m->text.size);
}

static void report(scene *s, const painter *p, uint64_t number) {
    drop_marks(s, p);
    simplify(s, p);
    long at = difference(s, p);
    print_error("scene %llu differs, made small: %dx%d, %d samples, %d bits, at pixel %ld,%ld\n",
                (unsigned long long)number, s->width, s->height, s->pass.samples, s->pass.subpixel_bits,
                at % s->width, at / s->width);
    for (int i = 0; i < s->count; i++) print_mark(&s->marks[i]);
    fail();
}

/* Which scenes: the first and how many; from the command line. */
typedef struct range {
    uint64_t first, count;
} range;

static void test_fast_equals_reference(void **state) {
    const range *which = *state;
    bp_error error = {0};
    painter p = {.one = bp_context_create(&(bp_context_options){.threads = 1}, &error),
                 .three = bp_context_create(&(bp_context_options){.threads = 3}, &error)};
    assert_true(p.one && p.three);
    p.plain = bp_raster_create(p.one, &error);
    p.single = bp_raster_create(p.one, &error);
    p.several = bp_raster_create(p.three, &error);
    assert_true(p.plain && p.single && p.several);
    for (uint64_t n = which->first; n < which->first + which->count; n++) {
        scene s = random_scene(n);
        if (difference(&s, &p) >= 0) report(&s, &p, n);
    }
    bp_raster_destroy(p.plain);
    bp_raster_destroy(p.single);
    bp_raster_destroy(p.several);
    bp_context_destroy(p.one);
    bp_context_destroy(p.three);
}

int main(int argc, char **argv) {
    range which = {1, 3000};
    if (argc == 3) which = (range){strtoull(argv[1], NULL, 10), strtoull(argv[2], NULL, 10)};
    const struct CMUnitTest tests[] = {cmocka_unit_test_prestate(test_fast_equals_reference, &which)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Random scenes of lines, discs, balls, boxes, text and triangles, with NaN and huge numbers among their
 * coordinates. One test compares the fast path with the reference on them; the determinism test hashes them. */
#ifndef BINDPOSE_TESTS_SUPPORT_MARK_SCENE_H
#define BINDPOSE_TESTS_SUPPORT_MARK_SCENE_H

#include "raster/inspect.h"
#include "support/test.h"
#include <bindpose/raster.h>

enum { PRIMITIVES = 10, KINDS = 5 };

typedef enum kind { LINE, DISC, BOX, TEXT, TRIANGLE } kind;
static const char *const kind_names[KINDS] = {"line", "disc", "box", "text", "triangle"};

/* One primitive. `in_space`: projected by the scene's camera; else in pixels. */
typedef struct primitive {
    kind what;
    bool in_space;
    bp_overlay overlay;
    bp_line line;
    bp_disc disc;
    bp_box box;
    bp_text text;
    char letters[24];
    float corners[9];
} primitive;

typedef struct scene {
    int width, height;
    bp_pass pass;
    bool flat, no_clear; /* without depth; without clearing first */
    bp_mat4 camera;
    int count;
    primitive primitives[PRIMITIVES];
} scene;

static inline uint32_t below(uint64_t *seed, uint32_t n) { return (uint32_t)(test_random(seed) >> 33) % n; }

/* Mostly within -reach..reach; at times on a half or whole pixel, and at times huge or not a number. */
static inline float strange(uint64_t *seed, float reach) {
    static const float odd[] = {0, 1e30f, -1e30f, 3e38f, -1e9f, 40000, -33000, 1e-30f};
    uint32_t kind_of = below(seed, 64);
    float plain = test_random_float(seed, -reach, reach);
    if (kind_of == 0) return odd[below(seed, BP_COUNT(odd))];
    if (kind_of == 1) return sqrtf(-1.0f);
    if (kind_of == 2) return INFINITY;
    if (kind_of < 20) return floorf(plain * 2) / 2;
    return plain;
}

static inline bp_vec3 strange_point(uint64_t *seed, const scene *s, bool in_space) {
    if (in_space) return (bp_vec3){strange(seed, 2), strange(seed, 2), strange(seed, 2)};
    bp_vec3 p = {strange(seed, (float)s->width), strange(seed, (float)s->height), 0};
    return (bp_vec3){p.x + (float)s->width / 3, p.y + (float)s->height / 3, strange(seed, 1)};
}

static inline void random_color(uint64_t *seed, uint8_t out[4]) {
    for (int i = 0; i < 4; i++) out[i] = (uint8_t)below(seed, 256);
    if (below(seed, 2)) out[3] = 255;
}

static inline bp_rect random_rect(uint64_t *seed, const scene *s) {
    return (bp_rect){(int)below(seed, (uint32_t)s->width) - 8, (int)below(seed, (uint32_t)s->height) - 8,
                     (int)below(seed, 90), (int)below(seed, 90)};
}

static inline bp_draw_state random_state(uint64_t *seed, const scene *s) {
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

static inline void random_primitive(uint64_t *seed, const scene *s, primitive *m) {
    static const float widths[] = {0, 0, 0.3f, 1, 1.5f, 2, 7, 40, 1024};
    static const float radii[] = {0, 0.2f, 0.5f, 1, 3.3f, 12, 90, 8192};
    static const char letters[] = "aWj@\xC2\xB0\xE2\x88\x92"
                                  "8\xFF\xCE\xA9 |";
    m->what = (kind)below(seed, KINDS);
    m->in_space = below(seed, 2);
    m->overlay = (bp_overlay){.hidden = below(seed, 2) ? test_random_float(seed, 0, 1) : 0,
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

static inline scene random_scene(uint64_t seed) {
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
    s.count = 1 + (int)below(&seed, PRIMITIVES);
    for (int i = 0; i < s.count; i++) random_primitive(&seed, &s, &s.primitives[i]);
    s.flat = below(&seed, 2);
    s.no_clear = below(&seed, 2);
    return s;
}

static inline void draw_primitive(bp_raster *raster, const scene *s, const primitive *m, bp_error *error) {
    bp_overlay how = m->overlay;
    bp_text text = m->text;
    how.transform = m->in_space ? &s->camera : NULL;
    text.text = m->letters;
    bp_draw triangle = {.vertices = {.count = 3, .positions = m->corners},
                        .transform = &s->camera,
                        .state = m->overlay.state};
    switch (m->what) {
    case LINE: bp_raster_lines(raster, &m->line, 1, &how, error); break;
    case DISC: bp_raster_discs(raster, &m->disc, 1, &how, error); break;
    case BOX: bp_raster_boxes(raster, &m->box, 1, m->overlay.state.scissor, error); break;
    case TEXT: bp_raster_text(raster, &text, error); break;
    case TRIANGLE: bp_raster_draw(raster, &triangle, error); break;
    }
}

#endif

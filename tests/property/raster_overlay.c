/* Random scenes of lines, discs, balls, boxes and text, with triangles between them and strange numbers:
 *
 *   - the tiled executor, on one thread and three, gives the reference's bits;
 *   - the histories of twenty of its pixels end with the picture's colours;
 *   - primitives after bp_raster_resolve_samples equal those of another pass;
 *   - pictures with skipped tiles (bp_pass.framebuffer_unchanged) equal those that are drawn whole.
 *
 * A scene that differs is made smaller as long as it still differs, and printed.
 *
 *     build/tests/property/raster_overlay [FIRST COUNT]
 */
#include "raster/inspect.h"
#include "support/overlay_scene.h"
#include "support/test.h"
#include "raster/pixel_history.h"

typedef struct painter {
    bp_context *one, *three;
    bp_raster *reference, *single, *threaded; /* the reference, one thread, three */
} painter;

/* A framebuffer that is not empty. */
static void make_frame(const scene *s, bp_framebuffer *out) {
    bp_error error = {0};
    assert_true((s->flat ? bp_framebuffer_create_color : bp_framebuffer_create)(NULL, s->width, s->height,
                                                                                out, &error));
    for (int i = 0; i < s->width * s->height; i++) {
        for (int c = 0; c < 4; c++) out->pixels[4 * i + c] = (uint8_t)(i * 7 + 60 * c);
        if (out->depth) out->depth[i] = (float)(i % 64) / 63.0f;
    }
}

static void record(const scene *s, bp_raster *raster, const bp_pass *pass, const bp_framebuffer *to) {
    bp_error error = {0};
    assert_true(bp_raster_begin(raster, to, pass, &error));
    if (!s->no_clear)
        bp_raster_clear(raster, &(bp_clear){.color = {120, 130, 140, 255}, .depth = 0.9f}, &error);
    for (int i = 0; i < s->count; i++) draw_primitive(raster, s, &s->primitives[i], &error);
}

static bp_counters paint(const scene *s, bp_raster *raster, bool reference, bp_framebuffer *out) {
    bp_error error = {0};
    bp_counters counters;
    bp_pass pass = s->pass;
    pass.reference = reference;
    make_frame(s, out);
    record(s, raster, &pass, out);
    assert_true(bp_raster_end(raster, &counters, &error));
    expect_no_error(&error);
    counters.tiles = 0;
    return counters;
}

/* The first pixel that differs in colour or depth, or the number of pixels if only the counters do; -1:
 * none. */
static long difference(const scene *s, const painter *p) {
    bp_framebuffer frames[3];
    bp_raster *const rasters[3] = {p->reference, p->single, p->threaded};
    bp_counters counters[3];
    long pixels = (long)s->width * s->height, found = -1;
    for (int i = 0; i < 3; i++) counters[i] = paint(s, rasters[i], i == 0, &frames[i]);
    for (int i = 1; i < 3 && found < 0; i++) {
        for (long at = 0; at < pixels && found < 0; at++)
            if (memcmp(frames[0].pixels + 4 * at, frames[i].pixels + 4 * at, 4) != 0 ||
                (!s->flat && memcmp(frames[0].depth + at, frames[i].depth + at, sizeof(float)) != 0))
                found = at;
        if (found < 0 && memcmp(&counters[0], &counters[i], sizeof counters[0]) != 0) found = pixels;
    }
    for (int i = 0; i < 3; i++) bp_framebuffer_destroy(NULL, &frames[i]);
    return found;
}

static void drop_primitives(scene *s, const painter *p) {
    for (int i = s->count - 1; i >= 0 && s->count > 1; i--) {
        scene smaller = *s;
        memmove(&smaller.primitives[i], &smaller.primitives[i + 1],
                (size_t)(s->count - 1 - i) * sizeof(primitive));
        smaller.count--;
        if (difference(&smaller, p) >= 0) *s = smaller;
    }
}

static void simplify(scene *s, const painter *p) {
    for (int i = 0; i < s->count; i++) {
        scene smaller = *s;
        smaller.primitives[i].overlay = (bp_overlay){0};
        if (difference(&smaller, p) >= 0) *s = smaller;
    }
    scene smaller = *s;
    smaller.pass = (bp_pass){0};
    if (difference(&smaller, p) >= 0) *s = smaller;
    smaller = *s;
    smaller.flat = smaller.no_clear = false;
    if (difference(&smaller, p) >= 0) *s = smaller;
    for (int step = 64; step > 0; step /= 2) {
        smaller = *s;
        if (s->width > step) smaller.width -= step;
        if (s->height > step) smaller.height -= step;
        if (difference(&smaller, p) >= 0) *s = smaller;
    }
}

static void print_primitive(const primitive *m) {
    print_error("  %s %s, hidden %g, scissor %d,%d %dx%d, depth test %d, color mode %d\n",
                kind_names[m->what], m->in_space ? "in space" : "in pixels", (double)m->overlay.hidden,
                m->overlay.state.scissor.x, m->overlay.state.scissor.y, m->overlay.state.scissor.width,
                m->overlay.state.scissor.height, (int)m->overlay.state.depth, (int)m->overlay.state.color);
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
    drop_primitives(s, p);
    simplify(s, p);
    long at = difference(s, p);
    print_error("scene %llu differs, made small: %dx%d, %d samples, %d bits, flat %d, no_clear %d, at pixel "
                "%ld,%ld\n",
                (unsigned long long)number, s->width, s->height, s->pass.samples, s->pass.subpixel_bits,
                s->flat, s->no_clear, at % s->width, at / s->width);
    for (int i = 0; i < s->count; i++) print_primitive(&s->primitives[i]);
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
    p.reference = bp_raster_create(p.one, &error);
    p.single = bp_raster_create(p.one, &error);
    p.threaded = bp_raster_create(p.three, &error);
    assert_true(p.reference && p.single && p.threaded);
    for (uint64_t n = which->first; n < which->first + which->count; n++) {
        scene s = random_scene(n);
        if (difference(&s, &p) >= 0) report(&s, &p, n);
    }
    bp_raster_destroy(p.reference);
    bp_raster_destroy(p.single);
    bp_raster_destroy(p.threaded);
    bp_context_destroy(p.one);
    bp_context_destroy(p.three);
}

/* Pixel by pixel, histories end with the picture's colours, and skip nothing on the way. */
static void test_histories_end_with_the_picture(void **state) {
    const range *which = *state;
    bp_error error = {0};
    bp_raster *raster = bp_raster_create(NULL, &error);
    size_t events = 0;
    for (uint64_t n = which->first; n < which->first + which->count; n++) {
        scene s = random_scene(n);
        bp_framebuffer want, got;
        uint64_t seed = n;
        paint(&s, raster, false, &want);
        make_frame(&s, &got);
        for (int i = 0; i < 20; i++) {
            int x = (int)below(&seed, (uint32_t)s.width), y = (int)below(&seed, (uint32_t)s.height);
            size_t at = (size_t)y * (size_t)s.width + (size_t)x;
            uint8_t before[4];
            bp_pixel_history history;
            memcpy(before, got.pixels + 4 * at, 4);
            record(&s, raster, &s.pass, &got);
            assert_true(bp_raster_end_with_history(raster, x, y, &history, &error));
            if (memcmp(history.color, want.pixels + 4 * at, 4) != 0)
                fail_msg("scene %llu: pixel %d, %d", (unsigned long long)n, x, y);
            for (size_t k = 0; k < history.count; k++)
                expect_bytes(history.events[k].samples[0].old_color,
                             k > 0 ? history.events[k - 1].samples[0].color : before, 4);
            events += history.count;
            memcpy(got.pixels + 4 * at, before, 4); /* it may be drawn again */
            if (got.depth) got.depth[at] = (float)(at % 64) / 63.0f;
            bp_pixel_history_clear(NULL, &history);
        }
        bp_framebuffer_destroy(NULL, &want);
        bp_framebuffer_destroy(NULL, &got);
    }
    assert_true(events > which->count);
    bp_raster_destroy(raster);
}

/* Draws the first half of the scene, and then the primitives of the second, after resolving the samples or in
 * another pass. */
static bp_counters draw_halves(const scene *s, bp_raster *raster, bool reference, bool in_two,
                               const bp_framebuffer *out) {
    bp_error error = {0};
    bp_counters counters;
    bp_pass pass = s->pass;
    pass.reference = reference;
    assert_true(bp_raster_begin(raster, out, &pass, &error));
    if (!s->no_clear)
        bp_raster_clear(raster, &(bp_clear){.color = {120, 130, 140, 255}, .depth = 0.9f}, &error);
    for (int i = 0; i < s->count; i++) {
        pass.samples = 1;
        if (i == s->count / 2 && in_two)
            assert_true(bp_raster_end(raster, NULL, &error) && bp_raster_begin(raster, out, &pass, &error));
        if (i == s->count / 2 && !in_two) assert_true(bp_raster_resolve_samples(raster, &error));
        if (i < s->count / 2 || s->primitives[i].what != TRIANGLE)
            draw_primitive(raster, s, &s->primitives[i], &error);
    }
    assert_true(bp_raster_end(raster, &counters, &error));
    expect_no_error(&error);
    counters.tiles = 0;
    return counters;
}

static void test_resolved_samples_are_another_pass(void **state) {
    const range *which = *state;
    bp_error error = {0};
    bp_context *three = bp_context_create(&(bp_context_options){.threads = 3}, &error);
    bp_raster *raster = bp_raster_create(three, &error);
    for (uint64_t n = which->first; n < which->first + which->count / 2; n++) {
        scene s = random_scene(n);
        bp_framebuffer frames[3];
        bp_counters counters[3];
        for (int i = 0; i < 3; i++) {
            make_frame(&s, &frames[i]);
            counters[i] = draw_halves(&s, raster, i == 1, i == 2, &frames[i]);
        }
        size_t bytes = (size_t)4 * (size_t)s.width * (size_t)s.height;
        for (int i = 1; i < 3; i++)
            if (memcmp(frames[0].pixels, frames[i].pixels, bytes) != 0 ||
                (!s.flat && memcmp(frames[0].depth, frames[i].depth, bytes) != 0))
                fail_msg("scene %llu: differs from the %s", (unsigned long long)n,
                         i == 1 ? "reference" : "two passes");
        expect_bytes(&counters[0], &counters[1], sizeof counters[0]);
        for (int i = 0; i < 3; i++) bp_framebuffer_destroy(NULL, &frames[i]);
    }
    bp_raster_destroy(raster);
    bp_context_destroy(three);
}

/* Changes one field of a state. */
static void vary_state(const scene *s, uint64_t *seed, bp_draw_state *state) {
    switch (below(seed, 5)) {
    case 0: state->color ^= 1; break;
    case 1: state->depth = (bp_depth_test)below(seed, 3); break;
    case 2: state->no_depth_write ^= true; break;
    case 3: state->no_color_write ^= true; break;
    default: state->scissor = random_rect(seed, s);
    }
}

/* The next picture: unchanged, with one primitive less, another, or one in another state; with a clear or
 * without. */
static void vary(scene *s, uint64_t *seed) {
    uint32_t how = below(seed, 4), at = below(seed, (uint32_t)s->count);
    s->no_clear = below(seed, 4) == 0;
    if (how == 1 && s->count > 1) s->primitives[at] = s->primitives[--s->count];
    if (how == 2) random_primitive(seed, s, &s->primitives[at]);
    if (how == 3) vary_state(s, seed, &s->primitives[at].overlay.state);
}

static void draw_over(const scene *s, bp_raster *raster, bool unchanged, const bp_framebuffer *out) {
    bp_error error = {0};
    bp_pass pass = s->pass;
    pass.framebuffer_unchanged = unchanged;
    record(s, raster, &pass, out);
    assert_true(bp_raster_end(raster, NULL, &error));
    expect_no_error(&error);
}

/* Draws pictures one after the other into two framebuffers, with the tile cache and without. */
static void test_skipped_tiles_are_what_would_be_drawn(void **state) {
    const range *which = *state;
    bp_error error = {0};
    bp_context *three = bp_context_create(&(bp_context_options){.threads = 3}, &error);
    bp_raster *raster = bp_raster_create(three, &error), *other = bp_raster_create(NULL, &error);
    for (uint64_t n = which->first; n < which->first + which->count / 4; n++) {
        uint64_t seed = n;
        scene s = random_scene(n);
        bp_framebuffer frames[2];
        for (int i = 0; i < 2; i++) make_frame(&s, &frames[i]);
        for (int picture = 0; picture < 8; picture++) {
            draw_over(&s, raster, picture > 0, &frames[0]);
            draw_over(&s, other, false, &frames[1]);
            size_t bytes = (size_t)4 * (size_t)s.width * (size_t)s.height;
            if (memcmp(frames[0].pixels, frames[1].pixels, bytes) != 0 ||
                (!s.flat && memcmp(frames[0].depth, frames[1].depth, bytes) != 0))
                fail_msg("scene %llu: picture %d differs", (unsigned long long)n, picture);
            vary(&s, &seed);
        }
        for (int i = 0; i < 2; i++) bp_framebuffer_destroy(NULL, &frames[i]);
    }
    bp_raster_destroy(raster);
    bp_raster_destroy(other);
    bp_context_destroy(three);
}

int main(int argc, char **argv) {
    range which = {1, 3000};
    if (argc == 3) which = (range){strtoull(argv[1], NULL, 10), strtoull(argv[2], NULL, 10)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_fast_equals_reference, &which),
        cmocka_unit_test_prestate(test_histories_end_with_the_picture, &which),
        cmocka_unit_test_prestate(test_resolved_samples_are_another_pass, &which),
        cmocka_unit_test_prestate(test_skipped_tiles_are_what_would_be_drawn, &which),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

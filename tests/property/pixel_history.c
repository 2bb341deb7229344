/* Histories of all pixels of random scenes of triangles, against the picture that the tiled rasterizer draws,
 * and against sums done here from the numbers in the history:
 *
 *   - the last colour and depth are the picture's, and each event begins with the colours that the one before
 *     it left;
 *   - edge functions, coverage and depth follow from the corners on the screen;
 *   - the texture is the weighted sum of its texels, the colour the product of base, light and texture, and
 *     what is written is that colour, encoded by the formula of sRGB.
 *
 *     build/tests/property/pixel_history [FIRST COUNT]
 */
#include "raster/pixel_history.h"
#include "support/raster_scene.h"

typedef struct checker {
    scene_textures textures;
    bp_raster *raster;
    uint64_t seed;
    long pixels, events, shaded, clipped, culled, cut, blended, trilinear, physical;
} checker;

#define EXPECT(condition, ...)                                                                               \
    do {                                                                                                     \
        if (!(condition)) fail_msg(__VA_ARGS__);                                                             \
    } while (0)

/* ---- coverage and depth ------------------------------------------------------------------------ */

/* The edge function from one corner to the next, in whole numbers of 1/256 pixel, positive inside. */
static long long edge_at(const bp_pixel_event *event, int from, long long x, long long y) {
    const float *a = event->screen[from], *b = event->screen[(from + 1) % 3];
    long long ax = (long long)(a[0] * 256), ay = (long long)(a[1] * 256), bx = (long long)(b[0] * 256),
              by = (long long)(b[1] * 256);
    long long value = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    return event->area < 0 ? -value : value;
}

/* A top edge is level with the inside below it; on a left edge the inside is to the right of it. */
static bool owns_its_points(const bp_pixel_event *event, int from) {
    const float *a = event->screen[from], *b = event->screen[(from + 1) % 3],
                *c = event->screen[(from + 2) % 3];
    if (a[1] == b[1]) return c[1] > a[1];
    float crossing = a[0] + (b[0] - a[0]) * (c[1] - a[1]) / (b[1] - a[1]);
    return c[0] > crossing;
}

static void check_sample(const checker *k, const bp_pixel_event *event, const bp_sample_step *s) {
    long long x = (long long)(s->x * 256), y = (long long)(s->y * 256);
    bool inside = true;
    for (int i = 0; i < 3; i++) {
        long long edge = edge_at(event, i, x, y);
        EXPECT(edge == s->edge[i], "seed %llu: edge %d is %lld, not %lld", (unsigned long long)k->seed, i,
               (long long)s->edge[i], edge);
        EXPECT(event->top_left[i] == owns_its_points(event, i), "seed %llu: edge %d",
               (unsigned long long)k->seed, i);
        inside = inside && (edge > 0 || (edge == 0 && event->top_left[i]));
    }
    EXPECT(inside == s->covered, "seed %llu: coverage", (unsigned long long)k->seed);
    if (!inside) {
        EXPECT(!s->passed && !s->written, "seed %llu: written outside", (unsigned long long)k->seed);
        return;
    }
    double depth = 0;
    for (int i = 0; i < 3; i++)
        depth += (double)s->edge[(i + 1) % 3] / fabs((double)event->area) * (double)event->screen[i][2];
    EXPECT(fabs(depth - (double)s->depth) < 2e-3, "seed %llu: depth %.9g, not %.9g",
           (unsigned long long)k->seed, (double)s->depth, depth);
}

/* ---- shading ----------------------------------------------------------------------------------- */

static double limited(double x, double most) { return x > 0 ? x < most ? x : most : 0; }

/* The sRGB byte of linear light, before rounding. */
static double encoded(double linear) {
    double x = limited(linear, 1);
    return 255 * (x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055);
}

static double decoded(uint8_t byte) {
    double c = byte / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static void check_texture(const checker *k, const bp_shading_step *s, const bp_texture_step *t) {
    double sum[4] = {0}, weights = 0;
    for (int i = 0; i < t->texel_count; i++) {
        weights += (double)t->texels[i].weight;
        for (int c = 0; c < 4; c++) sum[c] += (double)t->texels[i].weight * (double)t->texels[i].color[c];
    }
    EXPECT(fabs(weights - 1) < 1e-6, "seed %llu: weights sum to %g", (unsigned long long)k->seed, weights);
    for (int c = 0; c < 4; c++) /* RAW filters round weights and sums: up to three steps of 255 */
        EXPECT(fabs(sum[c] - (double)t->color[c]) < (s->raw ? 3.0 : 1e-6), "seed %llu: texture %g, not %g",
               (unsigned long long)k->seed, (double)t->color[c], sum[c]);
}

/* Khronos PBR Neutral, as its specification has it. */
static void tone_map(double color[3]) {
    double least = fmin(color[0], fmin(color[1], color[2])),
           offset = least < 0.08 ? least - 6.25 * least * least : 0.04;
    for (int c = 0; c < 3; c++) color[c] -= offset;
    double peak = fmax(color[0], fmax(color[1], color[2])), start = 0.8 - 0.04, d = 1 - start;
    if (peak < start) return;
    double compressed = 1 - d * d / (peak + d - start), white = 1 - 1 / (0.15 * (peak - compressed) + 1);
    for (int c = 0; c < 3; c++) color[c] = color[c] * compressed / peak * (1 - white) + compressed * white;
}

static void check_color(const checker *k, const bp_shading_step *s, const bp_draw_light *light) {
    double color[4], toned[3];
    bool textured = s->texture_count > 0 && s->textures[0].map < 0;
    for (int c = 0; c < 4; c++) {
        double texture = textured ? (double)s->textures[0].color[c] : s->raw ? 255 : 1;
        color[c] = (double)s->base[c] * texture;
        if (c < 3 && s->model == BP_LIGHTING_PIXEL) color[c] *= (double)s->light[c];
        if (c < 3) toned[c] = (double)s->light[c] + (double)s->sky[c] + (double)s->emissive[c];
    }
    if (s->model == BP_LIGHTING_PBR) {
        if (!light->no_tone_mapping) tone_map(toned);
        memcpy(color, toned, sizeof toned);
    }
    for (int c = 0; c < 4 && s->wire == 0; c++) {
        double want = limited(color[c], s->raw ? 255 : 1);
        EXPECT(fabs(want - (double)s->color[c]) <= (s->raw ? 0.501 : 1e-5), "seed %llu: colour %g, not %g",
               (unsigned long long)k->seed, (double)s->color[c], want);
    }
}

/* What is written: within a little more than half a step of the exact value. */
static void check_bytes(const checker *k, const bp_shading_step *s, const bp_sample_step *sample) {
    double alpha = s->alpha_cutoff > 0 ? 1 : (double)s->color[3];
    for (int c = 0; c < 4; c++) {
        double old = c == 3 ? sample->old_color[3] / 255.0 : decoded(sample->old_color[c]),
               over = c == 3 ? 1 : (double)s->color[c], want;
        if (s->raw && s->blended)
            want = ((c == 3 ? 255 : over) * (s->alpha_cutoff > 0 ? 255 : alpha) +
                    sample->old_color[c] * (255 - (s->alpha_cutoff > 0 ? 255 : alpha))) /
                   255;
        else if (s->raw)
            want = c == 3 ? (s->alpha_cutoff > 0 ? 255 : alpha) : over;
        else if (c == 3)
            want = 255 * (s->blended ? alpha + old * (1 - alpha) : alpha);
        else
            want = encoded(s->blended ? over * alpha + old * (1 - alpha) : over);
        EXPECT(fabs(want - sample->color[c]) <= 0.52, "seed %llu: channel %d is %d, not %g",
               (unsigned long long)k->seed, c, sample->color[c], want);
    }
}

static void check_triangle(checker *k, const scene *s, const bp_pixel_event *event) {
    const bp_shading_step *shading = &event->shading;
    const scene_draw *draw = NULL;
    bool any = false;
    for (int i = 0; i < s->draw_count; i++)
        if (event->positions == &s->draws[i].positions[0][0]) draw = &s->draws[i];
    assert_non_null(draw);
    for (int i = 0; i < 3; i++)
        assert_int_equal(event->vertices[i], draw->indices[3 * event->primitive + (uint32_t)i]);
    for (int i = 0; i < event->sample_count; i++) {
        check_sample(k, event, &event->samples[i]);
        any |= event->samples[i].covered;
        if (event->samples[i].written && !draw->state.no_color_write)
            check_bytes(k, shading, &event->samples[i]);
    }
    assert_true(any);
    if (strcmp(event->kind, "culled triangle") == 0) {
        const bool front = (event->area < 0) != draw->state.front_clockwise;
        assert_int_equal(draw->state.cull, front ? BP_CULL_FRONT : BP_CULL_BACK);
        for (int i = 0; i < event->sample_count; i++) assert_false(event->samples[i].written);
        k->culled++;
        return;
    }
    k->clipped += event->clipped;
    if (!shading->shaded) return;
    k->shaded++;
    k->cut += shading->color[3] < shading->alpha_cutoff;
    k->blended += shading->blended;
    k->physical += shading->model == BP_LIGHTING_PBR;
    for (int i = 0; i < shading->texture_count; i++) {
        k->trilinear += shading->textures[i].texel_count == 8;
        check_texture(k, shading, &shading->textures[i]);
    }
    check_color(k, shading, &draw->light);
}

/* ---- pixels ------------------------------------------------------------------------------------ */

static void check_chain(const checker *k, const bp_pixel_history *history) {
    for (size_t i = 1; i < history->count; i++) {
        const bp_pixel_event *before = &history->events[i - 1], *event = &history->events[i];
        for (int n = 0; n < event->sample_count; n++)
            EXPECT(memcmp(before->samples[n].color, event->samples[n].old_color, 4) == 0,
                   "seed %llu: sample %d changed between events", (unsigned long long)k->seed, n);
    }
}

static void check_scene(checker *k, const scene *s) {
    bp_error error = {0};
    scene_result want = scene_render(s, &k->textures, k->raster, false), got = scene_picture(s);
    for (int y = 0; y < s->height; y++)
        for (int x = 0; x < s->width; x++) {
            size_t at = (size_t)y * (size_t)s->width + (size_t)x;
            bp_pixel_history history;
            assert_true(scene_record(s, &k->textures, k->raster, &got, false, &error));
            assert_true(bp_raster_end_with_history(k->raster, x, y, &history, &error));
            EXPECT(memcmp(history.color, &want.pixels[at], 4) == 0, "seed %llu: pixel %d, %d",
                   (unsigned long long)k->seed, x, y);
            if (!s->no_depth) assert_memory_equal(&history.depth, &want.depth[at], sizeof(float));
            check_chain(k, &history);
            for (size_t i = 0; i < history.count; i++)
                if (history.events[i].positions) check_triangle(k, s, &history.events[i]);
            k->pixels++;
            k->events += (long)history.count;
            bp_pixel_history_clear(NULL, &history);
        }
    EXPECT(memcmp(got.pixels, want.pixels, want.count * 4) == 0, "seed %llu: other pixels changed",
           (unsigned long long)k->seed);
    scene_result_free(&want);
    scene_result_free(&got);
}

static uint64_t first = 1, count = 200;

static void every_pixel(void **state) {
    (void)state;
    bp_error error = {0};
    checker k = {.textures = scene_textures_make(), .raster = bp_raster_create(NULL, &error)};
    for (k.seed = first; k.seed < first + count; k.seed++) {
        scene s = scene_random(k.seed);
        if (k.seed % 3 == 0) scene_make_physical(&s, k.seed);
        if (s.width > 40) s.width = 40;
        if (s.height > 40) s.height = 40;
        check_scene(&k, &s);
    }
    printf(
        "%llu scenes, %ld pixels, %ld events: %ld shaded (%ld trilinear, %ld PBR, %ld blended, %ld cut), %ld "
        "clipped\n",
        (unsigned long long)count, k.pixels, k.events, k.shaded, k.trilinear, k.physical, k.blended, k.cut,
        k.clipped);
    if (count >= 100)
        assert_true(k.trilinear > 0 && k.physical > 0 && k.blended > 0 && k.cut > 0 && k.clipped > 0 &&
                    k.culled > 0);
    bp_raster_destroy(k.raster);
    scene_textures_free(&k.textures);
}

int main(int argc, char **argv) {
    if (argc > 1) first = strtoull(argv[1], NULL, 10);
    if (argc > 2) count = strtoull(argv[2], NULL, 10);
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_pixel)};
    return cmocka_run_group_tests_name("pixel_history", tests, NULL, NULL);
}

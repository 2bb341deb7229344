/* One picture, drawn in several ways. Each way has a context of its own, with one instruction set and its
 * threads, so nothing of one way speeds up another. */
#include "draw_ways.h"
#include "base/isa.h"
#include "base/pool.h"
#include "base/system.h"
#include "raster/inspect.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SAMPLES = 4, RUNS = 4, THREADS_LEAST = 2 };
static const double ENOUGH = 0.06; /* seconds of measuring one way */

static const struct {
    const char *name;
    bp_isa isa;
} WAYS[BP_DRAW_WAYS] = {{"plain loop", BP_ISA_PORTABLE}, {"tiles", BP_ISA_PORTABLE}, {"SSE2", BP_ISA_SSE2},
                        {"AVX2", BP_ISA_AVX2},           {"AVX-512", BP_ISA_AVX512}, {"threads", BP_ISA_AUTO},
                        {"reuse", BP_ISA_AUTO}};

typedef struct drawn_way {
    bp_context *context; /* owned; NULL: not used yet */
    bp_raster *raster;   /* owned */
    bp_framebuffer picture;
    uint64_t key; /* of the figure and the camera that the picture shows; 0: none */
    bp_counters counters;
    double seconds; /* 0: not measured */
} drawn_way;

/* What the session keeps. */
typedef struct draw_ways {
    drawn_way ways[BP_DRAW_WAYS];
} draw_ways;

static void close_way(drawn_way *way) {
    bp_framebuffer_destroy(way->context, &way->picture);
    bp_raster_destroy(way->raster);
    bp_context_destroy(way->context);
    *way = (drawn_way){.context = NULL};
}

static void destroy(void *block) {
    draw_ways *ways = block;
    for (int i = 0; ways && i < BP_DRAW_WAYS; i++) close_way(&ways->ways[i]);
}

static bp_speed *speed_of(bp_world *world) { return bp_world_data(world); }

static int index_of(int ways) { /* of the last one */
    int i = BP_DRAW_WAYS - 1;
    while (i > 0 && !(ways >> i & 1)) i--;
    return i;
}

const char *bp_draw_way_name(bp_draw_way way) { return WAYS[index_of((int)way)].name; }

static bool is_here(int way) { return WAYS[way].isa <= BP_ISA_PORTABLE || bp_isa_available(WAYS[way].isa); }

/* Without kernels in plain C, as in a browser, tiles are drawn with the fewest lanes that there are. */
static bp_isa isa_of(int way) {
    bp_isa isa = WAYS[way].isa;
    if (isa == BP_ISA_AUTO) return bp_isa_best();
    while (!bp_isa_available(isa) && isa < BP_ISA_COUNT - 1) isa++;
    return isa;
}

static bool open_way(const bp_world *world, int index, drawn_way *way, bp_error *error) {
    const bool threads = 1 << index >= BP_WAY_THREADS;
    bp_context_options options = {
        .allocator = *bp_context_allocator(world->context), .threads = threads ? 0 : 1, .isa = isa_of(index)};
    if (way->context) return true;
    way->context = bp_context_create(&options, error);
    if (way->context && threads && bp_pool_threads(bp_context_pool(way->context)) < THREADS_LEAST) {
        bp_context_destroy(way->context);
        options.threads = THREADS_LEAST;
        way->context = bp_context_create(&options, error);
    }
    way->raster = way->context ? bp_raster_create(way->context, error) : NULL;
    if (way->raster &&
        bp_framebuffer_create_color(way->context, BP_SPEED_SIZE, BP_SPEED_SIZE, &way->picture, error))
        return true;
    close_way(way);
    return false;
}

/* FNV-1a over the numbers' words. Never 0. */
static uint64_t hash(uint64_t seed, const void *data, size_t bytes) {
    const uint8_t *at = data;
    for (size_t i = 0; i + 4 <= bytes; i += 4) {
        uint32_t word;
        memcpy(&word, at + i, 4);
        seed = (seed ^ word) * 1099511628211u;
    }
    return seed | 1;
}

static uint64_t key_of(const bp_world *world) {
    const bp_figure *figure = world->stages[0].figure;
    uint64_t key = hash(14695981039346656037u, &world->camera.eye, sizeof world->camera.eye);
    key = hash(key, &world->camera.target, sizeof world->camera.target);
    key = hash(key, &world->camera.fov_y, sizeof world->camera.fov_y);
    for (size_t i = 0; i < bp_figure_part_count(figure); i++)
        key = hash(key, bp_figure_positions(figure, i),
                   bp_figure_part_at(figure, i)->mesh->vertex_count * sizeof(bp_vec3));
    return key;
}

static bool draw(drawn_way *way, const bp_world *world, bool plain, bool again, bp_error *error) {
    const bp_rect whole = {0, 0, BP_SPEED_SIZE, BP_SPEED_SIZE};
    const bp_view view = {.camera = world->camera, .viewport = whole, .show = BP_SHOW_MESH};
    const bp_pass pass = {.samples = SAMPLES, .reference = plain, .framebuffer_unchanged = again};
    const bp_clear clear = {.color = {0, 0, 0, 255}};
    way->counters = (bp_counters){0};
    return bp_raster_begin(way->raster, &way->picture, &pass, error) &&
           bp_raster_clear(way->raster, &clear, error) &&
           bp_scene_draw_meshes(way->raster, &view, world->stages[0].figure, error) &&
           bp_raster_end(way->raster, &way->counters, error);
}

/* Draws once, or with times until a few runs or enough seconds are over: their best is the one that the
 * system disturbed least. Reuse needs two passes before: one that fills the picture, and one that notes what
 * is in it. */
static bool draw_and_time(drawn_way *way, const bp_world *world, bool plain, bool again, bp_error *error) {
    const int before = again ? 2 : 0, runs = world->timed ? RUNS : 1;
    double sum = 0, best = INFINITY;
    for (int i = 0; i <= before || (i < before + runs && sum < ENOUGH); i++) {
        double start = bp_seconds();
        if (!draw(way, world, plain, again && i > 0, error)) return false;
        if (i < before) continue;
        double seconds = bp_seconds() - start;
        sum += seconds;
        best = fmin(best, seconds);
    }
    way->seconds = world->timed ? best : 0;
    return true;
}

/* The way's picture, drawn anew if it shows another figure. NULL on an error. */
static const drawn_way *get(bp_world *world, int index) {
    if (!world->stages[0].figure) {
        bp_world_fail(world, "no figure to draw in several ways");
        return NULL;
    }
    draw_ways *ways = bp_world_keep(world, sizeof *ways, destroy);
    if (!ways) return NULL;
    bp_error *error = bp_world_error_slot(world);
    drawn_way *way = &ways->ways[index];
    const uint64_t key = key_of(world);
    const bool plain = 1 << index == BP_WAY_PLAIN, again = 1 << index == BP_WAY_REUSE;
    if (!open_way(world, index, way, error)) return NULL;
    if (way->key == key && (way->seconds > 0 || !world->timed)) return way;
    way->key = 0, way->seconds = 0;
    if (!draw_and_time(way, world, plain, again, error)) return NULL;
    way->key = key;
    return way;
}

void bp_measure_way_bytes(bp_world *world, const bp_measure_args *args, float *values) {
    const size_t size = (size_t)4 * BP_SPEED_SIZE * BP_SPEED_SIZE;
    const drawn_way *plain = get(world, 0);
    for (int i = 0; i < BP_DRAW_WAYS && plain; i++) {
        if (!(args->other >> i & 1)) continue;
        const bool drawn = speed_of(world)->ways >> i & 1;
        if (drawn && !is_here(i)) continue;
        const drawn_way *way = drawn ? get(world, i) : NULL;
        if (drawn && !way) return;
        size_t differing = 0;
        for (size_t k = 0; k < size; k++)
            differing += plain->picture.pixels[k] != (way ? way->picture.pixels[k] : 0);
        values[0] += (float)differing;
    }
}

/* The last of these ways that has drawn and is here; NULL: none, or an error. */
static const drawn_way *last_of(bp_world *world, int bits) {
    int i = BP_DRAW_WAYS - 1;
    while (i >= 0 && !((bits & speed_of(world)->ways) >> i & 1 && is_here(i))) i--;
    return i < 0 ? NULL : get(world, i);
}

void bp_measure_way_tiles(bp_world *world, const bp_measure_args *args, float *values) {
    const drawn_way *way = last_of(world, args->other);
    values[0] = way ? (float)way->counters.tiles : 0;
}

void bp_measure_way_milliseconds(bp_world *world, const bp_measure_args *args, float *values) {
    const drawn_way *way = world->timed ? last_of(world, args->other) : NULL;
    values[0] = way ? (float)(way->seconds * 1e3) : NAN;
}

void bp_measure_way_share(bp_world *world, const bp_measure_args *args, float *values) {
    float plain = NAN;
    bp_measure_way_milliseconds(world, &(bp_measure_args){.other = BP_WAY_PLAIN}, &plain);
    bp_measure_way_milliseconds(world, args, values);
    values[0] /= plain;
}

static void name_way(int index, const drawn_way *way, char *text, size_t size) {
    const int threads = bp_pool_threads(bp_context_pool(way->context));
    if (1 << index == BP_WAY_THREADS)
        snprintf(text, size, "%d thread%s", threads, threads == 1 ? "" : "s");
    else
        snprintf(text, size, "%s", WAYS[index].name);
}

void bp_speed_measure(bp_world *world) {
    bp_speed *speed = speed_of(world);
    speed->bar_count = 0;
    for (int i = 0; i < BP_DRAW_WAYS && world->timed; i++) {
        if (!(speed->ways >> i & 1) || !is_here(i)) continue;
        const drawn_way *plain = get(world, 0), *way = plain ? get(world, i) : NULL;
        if (!way) return;
        bp_speed_bar *bar = &speed->bars[speed->bar_count++];
        name_way(i, way, bar->label, sizeof bar->label);
        snprintf(bar->value, sizeof bar->value, "%.4g ms", way->seconds * 1e3);
        bar->share = bp_clamp((float)(way->seconds / plain->seconds), 0, 1);
    }
}

/* ---- the chart: rows with a label, a value, and a bar below both ---- */

enum { PAD = 10, ROW = 28, BAR = 6, WIDTH_PERCENT = 27, LEAST = 118 };

static void draw_bar(bp_painter *painter, bp_rect row, const bp_speed_bar *bar, bool newest) {
    const bp_theme *theme = painter->theme;
    const int baseline = row.y + bp_painter_px(painter, 12), tall = bp_painter_px(painter, BAR);
    const bp_rgba8 color = newest ? theme->changed : theme->here;
    bp_painter_text(painter, row.x, baseline, bar->label, (bp_style){.size = 12});
    bp_painter_text(painter, row.x + row.width, baseline, bar->value,
                    (bp_style){.size = 12, .face = BP_FACE_MONO, .align = BP_ALIGN_RIGHT});
    bp_rect whole = {row.x, baseline + bp_painter_px(painter, 4), row.width, tall};
    bp_painter_fill(painter, whole, theme->page);
    whole.width = (int)((float)whole.width * bar->share + 0.5f);
    if (whole.width < 1) whole.width = 1;
    bp_painter_fill(painter, whole, color);
}

void bp_speed_paint(bp_world *world, bp_painter *painter) {
    const bp_speed *speed = speed_of(world);
    const bp_rect scene = bp_paint_rect(painter);
    int width = scene.width * WIDTH_PERCENT / 100, least = bp_painter_px(painter, LEAST);
    int pad = bp_painter_px(painter, PAD), tall = bp_painter_px(painter, ROW);
    if (width < least) width = least;
    if (!bp_paint_over(painter, (bp_rect){scene.x + pad, scene.y + pad, width, speed->bar_count * tall}))
        return;
    for (int i = 0; i < speed->bar_count; i++) {
        const bp_rect row = {scene.x + pad, scene.y + pad + i * tall, width, tall};
        if (row.y + row.height <= scene.y + scene.height)
            draw_bar(painter, row, &speed->bars[i], i + 1 == speed->bar_count);
    }
}

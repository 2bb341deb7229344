/* One picture, drawn in several ways. Each way has a context of its own, with one instruction set and its
 * threads, so nothing of one way speeds up another. */
#include "draw_ways.h"
#include "base/isa.h"
#include "base/pool.h"
#include "base/system.h"
#include "raster/inspect.h"
#include "shared/subject.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SAMPLES = 4, RUNS = 4, THREADS_LEAST = 2 };
static const double ENOUGH = 0.06; /* seconds of measuring one way */

static const struct {
    const char *name;
    bp_isa isa;
    double recorded; /* milliseconds, on an AMD EPYC with two cores */
} WAYS[BP_DRAW_WAYS] = {{"plain loop", BP_ISA_PORTABLE, 37.8}, {"tiles, 32 bits", BP_ISA_PORTABLE, 11.9},
                        {"4 lanes", BP_ISA_SSE2, 5.6},         {"8 lanes", BP_ISA_AVX2, 3.3},
                        {"16 lanes", BP_ISA_AVX512, 2.9},      {"threads", BP_ISA_AUTO, 1.86},
                        {"nothing moved", BP_ISA_AUTO, 0.34}};

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

static const bp_figure *figure_of(const bp_world *world) {
    int i = 0;
    while (i + 1 < BP_STAGE_MAX && !world->stages[i].figure) i++;
    return world->stages[i].figure;
}

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

static uint64_t key_of(const bp_figure *figure) {
    uint64_t key = 14695981039346656037u;
    for (size_t i = 0; i < bp_figure_part_count(figure); i++)
        key = hash(key, bp_figure_positions(figure, i),
                   bp_figure_part_at(figure, i)->mesh->vertex_count * sizeof(bp_vec3));
    return key;
}

static bool draw(drawn_way *way, const bp_world *world, bool plain, bool again, bp_error *error) {
    const bp_rect whole = {0, 0, BP_SPEED_SIZE, BP_SPEED_SIZE};
    bp_view view = {.camera = {.eye = {0.6f, 0.5f, 2}}, .viewport = whole, .show = BP_SHOW_MESH};
    const bp_pass pass = {.samples = SAMPLES, .reference = plain, .framebuffer_unchanged = again};
    const bp_clear clear = {.color = {0, 0, 0, 255}};
    bp_camera_fit(&view.camera, bp_figure_bounds(figure_of(world)), 1);
    way->counters = (bp_counters){0};
    return bp_raster_begin(way->raster, &way->picture, &pass, error) &&
           bp_raster_clear(way->raster, &clear, error) &&
           bp_scene_draw_meshes(way->raster, &view, figure_of(world), error) &&
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
    const bp_figure *figure = figure_of(world);
    if (!figure) {
        bp_world_fail(world, "no figure to draw in several ways");
        return NULL;
    }
    draw_ways *ways = bp_world_keep(world, sizeof *ways, destroy);
    if (!ways) return NULL;
    bp_error *error = bp_world_error_slot(world);
    drawn_way *way = &ways->ways[index];
    const uint64_t key = key_of(figure);
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

void bp_measure_way_tiles(bp_world *world, const bp_measure_args *args, float *values) {
    int i = BP_DRAW_WAYS - 1; /* the last of these ways that has drawn and is here */
    while (i >= 0 && !((args->other & speed_of(world)->ways) >> i & 1 && is_here(i))) i--;
    const drawn_way *way = i < 0 ? NULL : get(world, i);
    values[0] = way ? (float)way->counters.tiles : 0;
}

/* The best time, in milliseconds; 0: not here, or an error. */
static double time_of(bp_world *world, int index, char *label, size_t size) {
    const drawn_way *way = world->timed && is_here(index) ? get(world, index) : NULL;
    const int threads = way ? bp_pool_threads(bp_context_pool(way->context)) : THREADS_LEAST;
    if (1 << index == BP_WAY_THREADS)
        snprintf(label, size, "%d thread%s", threads, threads == 1 ? "" : "s");
    else
        snprintf(label, size, "%s", WAYS[index].name);
    return way ? way->seconds * 1e3 : world->timed ? 0 : WAYS[index].recorded;
}

void bp_speed_measure(bp_world *world) {
    bp_speed *speed = speed_of(world);
    double longest = 0;
    speed->bar_count = 0;
    for (int i = 0; i < BP_DRAW_WAYS; i++) {
        bp_speed_bar *bar = &speed->bars[speed->bar_count];
        if (!(speed->ways >> i & 1)) continue;
        const double time = time_of(world, i, bar->label, sizeof bar->label);
        if (time <= 0) continue;
        if (longest <= 0) longest = time;
        snprintf(bar->value, sizeof bar->value, "%.3g ms", time);
        bar->share = bp_clamp((float)(time / longest), 0, 1);
        speed->bar_count++;
    }
}

/* ---- tiles alone: the plain loop, tile by tile ---- */

/* Milliseconds of a picture by the plain loop, and by tiles of each side; 0: not measured. */
typedef struct tile_times {
    double whole, tiles[BP_SIDES];
    bp_rgba8 *picture; /* the last one */
} tile_times;

static void free_times(void *block) { bp_free(NULL, ((tile_times *)block)->picture); }
/* NULL, and the world fails: memory. */
static tile_times *times_of(bp_world *world) {
    tile_times *times = bp_world_keep(world, sizeof *times, free_times);
    if (times && !times->picture)
        times->picture =
            bp_alloc(NULL, (size_t)BP_SUBJECT_SIZE * BP_SUBJECT_SIZE, sizeof *times->picture, &world->error);
    return times && times->picture ? times : NULL;
}
/* The best of a few runs, of which only the order of work differs. */
static double draw_plain(bp_world *world, int tile, int runs) {
    tile_times *times = times_of(world);
    double best = INFINITY;
    for (int i = 0; times && i < runs; i++) {
        const bp_framebuffer to = {.pixels = &times->picture->r,
                                   .width = BP_SUBJECT_SIZE,
                                   .height = BP_SUBJECT_SIZE,
                                   .stride = BP_SUBJECT_SIZE};
        const double start = bp_seconds();
        if (!bp_subject_draw(world, &(bp_subject_look){.plain = true, .tile = tile}, &to)) return 0;
        best = fmin(best, bp_seconds() - start);
    }
    return times ? best : 0;
}
double bp_time_of_tiles(bp_world *world, int side) {
    static const double RECORDED[BP_SIDES] = {17.6, 16.2, 15.7, 15.5, 15.3, 15.3, 15.3}, WHOLE = 14.7;
    tile_times *times = world->timed ? times_of(world) : NULL;
    if (!times) return side < 0 ? WHOLE : RECORDED[side];
    double *time = side < 0 ? &times->whole : &times->tiles[side];
    const int tile = side < 0 ? 0 : BP_LEAST_SIDE << side;
    if (*time == 0 && (side < 0 || side == speed_of(world)->side))
        *time = draw_plain(world, tile, RUNS) * 1e3;
    return *time;
}
void bp_measure_tiled_bytes(bp_world *world, const bp_measure_args *args, float *values) {
    const size_t size = 4 * (size_t)BP_SUBJECT_SIZE * BP_SUBJECT_SIZE;
    tile_times *times = times_of(world);
    uint8_t *whole = times ? bp_alloc(NULL, size, 1, &world->error) : NULL;
    (void)args;
    if (whole && draw_plain(world, 0, 1) > 0) {
        memcpy(whole, times->picture, size);
        if (speed_of(world)->tiled) draw_plain(world, 64, 1);
        const uint8_t *drawn = &times->picture->r;
        for (size_t i = 0; i < size; i++) values[0] += whole[i] != (speed_of(world)->tiled ? drawn[i] : 0);
    }
    bp_free(NULL, whole);
}

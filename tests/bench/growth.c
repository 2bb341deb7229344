/* growth: how cost grows with size.
 *
 *     build/tests/bench/growth          prints the table
 *     build/tests/bench/growth DIR      also writes DIR/growth.md and DIR/growth.png
 *
 * Each figure is the best of several runs, because other programs disturb that run least. The program
 * measures everything in several rounds, or one busy minute of the machine would bend a line. */
#include "bench/growth.h"
#include "base/isa.h"
#include "base/pool.h"
#include "base/system.h"
#include "scene/character.h"
#include "support/image.h"
#include "tools/bench/workload.h"
#include <bindpose/bindpose.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef bool runner(void *user, bp_error *error);

static void need(bool ok, const bp_error *error) {
    if (ok) return;
    fprintf(stderr, "growth: %s\n", error->message);
    exit(3);
}

/* Seconds of the fastest run, of at least 3 runs and 0.4 seconds. */
static double fastest(runner *run, void *user) {
    bp_error error = {0};
    double best = 1e9, start = bp_seconds();
    need(run(user, &error), &error);
    for (int i = 0; i < 3 || bp_seconds() - start < 0.4; i++) {
        double before = bp_seconds();
        need(run(user, &error), &error);
        double took = bp_seconds() - before;
        if (took < best) best = took;
    }
    return best;
}

static bp_context *context_of(int threads) {
    bp_error error = {0};
    bp_context *context = bp_context_create(&(bp_context_options){.threads = threads}, &error);
    need(context != NULL, &error);
    return context;
}

/* ---- triangles and pixels --------------------------------------------------------------------------- */

typedef struct drawing {
    bp_raster *raster;
    bp_framebuffer framebuffer;
    bp_mesh *mesh;
    bp_texture *texture;
    bp_mat4 transform;
    int times;
} drawing;

static bool draw(void *user, bp_error *error) {
    drawing *d = user;
    bp_draw what = {.vertices = {.count = d->mesh->vertex_count, .positions = &d->mesh->positions->x},
                    .indices = {.u32 = d->mesh->indices, .count = d->mesh->index_count},
                    .transform = &d->transform,
                    .state = {.color = BP_COLOR_RAW}};
    if (d->texture) what.vertices.uvs = &d->mesh->uv[0]->x, what.material.texture = d->texture;
    if (!d->texture) what.vertices.colors8 = &d->mesh->colors->r;
    if (!bp_raster_begin(d->raster, &d->framebuffer, NULL, error) ||
        !bp_raster_clear(d->raster, &(bp_clear){.color = {20, 22, 28, 255}}, error))
        return false;
    for (int i = 0; i < d->times; i++)
        if (!bp_raster_draw(d->raster, &what, error)) return false;
    return bp_raster_end(d->raster, NULL, error);
}

/* A grid over the whole picture, slanted to give different depths. At least two by one cells. */
static bp_mesh *grid(int columns, int rows) {
    bp_error error = {0};
    const bp_mesh_options options = {.name = "grid",
                                     .vertex_count = (size_t)(columns + 1) * (size_t)(rows + 1),
                                     .index_count = (size_t)columns * (size_t)rows * 6,
                                     .attributes = BP_MESH_UV0 | BP_MESH_COLORS};
    bp_mesh *mesh = bp_mesh_create(NULL, &options, &error);
    need(mesh != NULL, &error);
    size_t at = 0;
    for (int y = 0; y <= rows; y++)
        for (int x = 0; x <= columns; x++, at++) {
            float u = (float)x / (float)columns, v = (float)y / (float)rows;
            mesh->positions[at] = (bp_vec3){2 * u - 1, 1 - 2 * v, 0.4f + 0.2f * u};
            mesh->uv[0][at] = (bp_vec2){3 * u, 2 * v};
            mesh->colors[at] = (bp_rgba8){(uint8_t)(255 * u), (uint8_t)(255 * v), 128, 255};
        }
    uint32_t *index = mesh->indices, wide = (uint32_t)columns + 1;
    for (uint32_t y = 0; y < (uint32_t)rows; y++)
        for (uint32_t x = 0; x < (uint32_t)columns; x++) {
            uint32_t a = y * wide + x, c = a + wide;
            const uint32_t two[6] = {a, c, c + 1, a, c + 1, a + 1};
            memcpy(index, two, sizeof two);
            index += 6;
        }
    return mesh;
}

static double time_drawing(int threads, int width, int height, bp_mesh *mesh, int times, bool textured) {
    bp_error error = {0};
    bp_context *context = context_of(threads);
    drawing d = {.mesh = mesh, .times = times, .transform = bp_mat4_identity()};
    d.raster = bp_raster_create(context, &error);
    need(d.raster && bp_framebuffer_create(context, width, height, &d.framebuffer, &error), &error);
    bp_image *image =
        make_checker_image(NULL, 512, 512, 32, (bp_rgba8){220, 225, 230, 255}, (bp_rgba8){60, 70, 90, 255});
    need(image != NULL, &error);
    if (textured)
        d.texture = bp_texture_create(
            context, &(bp_texture_options){.pixels = &image->pixels->r, .width = 512, .height = 512}, &error);
    double seconds = fastest(draw, &d);
    bp_image_destroy(image);
    bp_texture_destroy(d.texture);
    bp_framebuffer_destroy(context, &d.framebuffer);
    bp_raster_destroy(d.raster);
    bp_context_destroy(context);
    return seconds;
}

static void measure_triangles(growth_series *s) {
    static const int sizes[][2] = {{25, 20}, {100, 50}, {250, 200}, {1000, 500}, {2500, 2000}};
    *s = (growth_series){.name = "triangles",
                         .unit = "triangles in a picture",
                         .each = "ns a triangle",
                         .scale = 1e9,
                         .what = "a grid over 1920x1080 pixels, vertex colours",
                         .count = 5,
                         .threads = 2};
    for (int i = 0; i < s->count; i++) {
        bp_mesh *mesh = grid(sizes[i][0], sizes[i][1]);
        s->size[i] = (double)mesh->index_count / 3;
        for (int t = 0; t < 2; t++) s->seconds[t][i] = time_drawing(t + 1, 1920, 1080, mesh, 1, false);
        bp_mesh_destroy(mesh);
    }
}

static void measure_pixels(growth_series *s) {
    static const int sizes[][2] = {{416, 240}, {1280, 720}, {1920, 1080}, {3840, 2160}, {7680, 4320}};
    *s = (growth_series){.name = "pixels",
                         .unit = "pixels of a picture",
                         .each = "ns a pixel",
                         .scale = 1e9,
                         .what = "filled four times, textured, bilinear",
                         .count = 5,
                         .threads = 2};
    bp_mesh *mesh = grid(1, 1);
    for (int i = 0; i < s->count; i++) {
        s->size[i] = (double)sizes[i][0] * sizes[i][1];
        for (int t = 0; t < 2; t++)
            s->seconds[t][i] = time_drawing(t + 1, sizes[i][0], sizes[i][1], mesh, 4, true);
    }
    bp_mesh_destroy(mesh);
}

/* ---- skinning and bones ----------------------------------------------------------------------------- */

static bool skin(void *user, bp_error *error) { return bp_workload_skin_run(user, 1, error); }

static void measure_vertices(growth_series *s) {
    *s = (growth_series){.name = "vertices",
                         .unit = "vertices skinned",
                         .each = "ns a vertex",
                         .scale = 1e9,
                         .what = "positions, normals, 4 influences, 64 joints",
                         .count = 5,
                         .threads = 2};
    for (int i = 0; i < s->count; i++) {
        s->size[i] = pow(10, i + 3);
        for (int t = 0; t < 2; t++) {
            bp_error error = {0};
            bp_context *context = context_of(t + 1);
            bp_workload_skin *work = bp_workload_skin_create(context, (size_t)(s->size[i] + 0.5), &error);
            need(work != NULL, &error);
            s->seconds[t][i] = fastest(skin, work);
            bp_workload_skin_destroy(work);
            bp_context_destroy(context);
        }
    }
}

typedef struct skinning {
    bp_context *context;
    bp_skin_job job;
} skinning;

static bool skin_job(void *user, bp_error *error) {
    const skinning *s = user;
    return bp_skin_job_run(s->context, &s->job, error);
}

/* The workload's vertices, each with `influences` joints of equal weight. */
static double time_influences(int influences) {
    enum { VERTICES = 200000 };
    bp_error error = {0};
    skinning s = {.context = context_of(1)};
    bp_workload_skin *work = bp_workload_skin_create(s.context, VERTICES, &error);
    size_t count = (size_t)VERTICES * (size_t)influences;
    uint16_t *joints = bp_alloc(NULL, count, sizeof *joints, &error);
    float *weights = joints ? bp_alloc(NULL, count, sizeof *weights, &error) : NULL;
    need(work && weights, &error);
    for (size_t i = 0; i < count; i++) {
        joints[i] = (uint16_t)(i * 2654435761u >> 7) % BP_WORKLOAD_SKIN_JOINTS;
        weights[i] = 1.0f / (float)influences;
    }
    s.job = work->job;
    s.job.source.influences = influences;
    s.job.source.joints = joints;
    s.job.source.weights = weights;
    double seconds = fastest(skin_job, &s);
    bp_free(NULL, joints);
    bp_free(NULL, weights);
    bp_workload_skin_destroy(work);
    bp_context_destroy(s.context);
    return seconds;
}

static void measure_influences(growth_series *s) {
    *s = (growth_series){.name = "influences",
                         .unit = "joints that move each vertex",
                         .each = NULL,
                         .scale = 0,
                         .what = "200,000 vertices, positions and normals",
                         .count = 8,
                         .threads = 1};
    for (int i = 0; i < 8; i++) {
        s->size[i] = i + 1;
        s->seconds[0][i] = time_influences(i + 1);
    }
}

static bool move_bones(void *user, bp_error *error) {
    bp_skeleton *skeleton = user;
    (void)error;
    bp_quat turn = bp_quat_from_axis_angle((bp_vec3){0, 0, 1}, 0.01f);
    for (size_t i = 0; i < bp_skeleton_count(skeleton); i++)
        bp_bone_set_rotation(bp_skeleton_bone_by_id(skeleton, i), turn);
    bp_skeleton_prepare(skeleton);
    return true;
}

static void measure_bones(growth_series *s) {
    *s = (growth_series){.name = "bones",
                         .unit = "bones in one chain",
                         .each = "ns a bone",
                         .scale = 1e9,
                         .what = "every bone turned, then prepared",
                         .count = 5,
                         .threads = 1};
    for (int i = 0; i < s->count; i++) {
        bp_error error = {0};
        s->size[i] = pow(10, i + 1);
        int joints = (int)(s->size[i] + 0.5);
        bp_skeleton *skeleton = bp_tube_skeleton(NULL, NULL, joints, 1.0f / (float)joints, 0, &error);
        need(skeleton != NULL, &error);
        s->seconds[0][i] = fastest(move_bones, skeleton);
        bp_skeleton_destroy(skeleton);
    }
}

/* ---- the table --------------------------------------------------------------------------------------- */

double growth_slope(const growth_series *s, int line, int first) {
    double n = s->count - first, x = 0, y = 0, xx = 0, xy = 0;
    for (int i = first; i < s->count; i++) {
        double a = log10(s->size[i]), b = log10(s->seconds[line][i]);
        x += a, y += b, xx += a * a, xy += a * b;
    }
    return (n * xy - x * y) / (n * xx - x * x);
}

static const char *size_text(double size, char *text, size_t room) {
    if (size < 1000)
        snprintf(text, room, "%.0f", size);
    else if (size < 999999)
        snprintf(text, room, "%.4gk", size / 1e3);
    else
        snprintf(text, room, "%.3gM", size / 1e6);
    return text;
}

/* The sizes, the seconds for each number of threads, and the cost of one element. */
static void print_series(FILE *to, const growth_series *s) {
    char text[32];
    fprintf(to, "\n**%s**: %s\n\n| %s |", s->name, s->what, s->unit);
    for (int i = 0; i < s->count; i++) fprintf(to, " %s |", size_text(s->size[i], text, sizeof text));
    fprintf(to, " slope | last decade |\n|");
    for (int i = 0; i < s->count + 3; i++) fprintf(to, " --- |");
    for (int t = 0; t < s->threads; t++) {
        fprintf(to, "\n| ms, %d thread%s |", t + 1, t ? "s" : "");
        for (int i = 0; i < s->count; i++) fprintf(to, " %.3g |", 1e3 * s->seconds[t][i]);
        fprintf(to, " %.2f | %.2f |", growth_slope(s, t, 0), growth_slope(s, t, s->count - 2));
        if (!s->each) continue;
        fprintf(to, "\n| %s |", s->each);
        for (int i = 0; i < s->count; i++) fprintf(to, " %.3g |", s->scale * s->seconds[t][i] / s->size[i]);
        fprintf(to, " | |");
    }
    fprintf(to, "\n");
}

static void name_machine(char *out, size_t size) {
    char model[128];
    bp_context *context = context_of(0);
    snprintf(out, size, "%.120s, %s, %d processors", bp_processor_name(model, sizeof model),
             bp_isa_name(bp_context_isa(context)), bp_pool_threads(bp_context_pool(context)));
    bp_context_destroy(context);
}

/* The peak memory of this program so far, in megabytes; 0 if the system doesn't tell. */
static double most_memory(void) {
    char line[256];
    double max = 0;
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "VmHWM:", 6) == 0) max = atof(line + 6) / 1024;
    if (file) fclose(file);
    return max;
}

static const char HEAD[] =
    "# How cost grows\n"
    "\n"
    "![Seconds against size, on logarithmic scales](growth.png)\n"
    "\n"
    "Best of several runs in each of four rounds. Slope is that of time over size on a log-log scale, by "
    "least squares: 1 is "
    "linear, 0 "
    "does not grow; the last column is of the two largest sizes alone. A slope below 1 is a fixed cost that "
    "small "
    "sizes share (a picture's pixels, waking threads); one a little above 1 is memory: what fitted into the "
    "processor's caches no longer does.\n"
    "\n";

static void write_table(FILE *to, const growth_series *series, int count, const char *machine,
                        double memory) {
    fprintf(to, "Measured on: %s. Other machines have other figures; the slopes should be much the same.\n",
            machine);
    for (int i = 0; i < count; i++) print_series(to, &series[i]);
    if (memory > 0)
        fprintf(to,
                "\nA pass keeps all transformed vertices and all bins until its end, so memory grows with "
                "what is drawn in "
                "it: with ten million triangles of five million vertices this program had %.0f MB, 240 of "
                "them its own "
                "arrays. Who draws more at a time takes several passes into one framebuffer.\n",
                memory);
}

static void write_page(const char *folder, const growth_series *series, int count, const char *machine,
                       double memory) {
    char path[1024];
    bp_error error = {0};
    snprintf(path, sizeof path, "%.1000s/growth.png", folder);
    need(growth_plot(series, count, machine, path, &error), &error);
    snprintf(path, sizeof path, "%.1000s/growth.md", folder);
    FILE *to = fopen(path, "w");
    if (!to) {
        fprintf(stderr, "growth: %s can't be written\n", path);
        exit(3);
    }
    fputs(HEAD, to);
    write_table(to, series, count, machine, memory);
    if (fclose(to) != 0) exit(3);
}

static void keep_best(growth_series *best, const growth_series *again) {
    for (int t = 0; t < best->threads; t++)
        for (int i = 0; i < best->count; i++)
            best->seconds[t][i] = fmin(best->seconds[t][i], again->seconds[t][i]);
}

int main(int count, char **arguments) {
    enum { ROUNDS = 4 };
    growth_series series[5];
    static void (*const measure[5])(growth_series *) = {measure_triangles, measure_pixels, measure_vertices,
                                                        measure_bones, measure_influences};
    char machine[256];
    double memory = 0;
    name_machine(machine, sizeof machine);
    for (int round = 0; round < ROUNDS; round++) {
        fprintf(stderr, "round %d of %d\n", round + 1, ROUNDS);
        for (int i = 0; i < 5; i++) {
            growth_series again;
            measure[i](&again);
            if (round == 0) series[i] = again;
            keep_best(&series[i], &again);
            if (memory == 0) memory = most_memory();
        }
    }
    write_table(stdout, series, 5, machine, memory);
    if (count > 1) write_page(arguments[1], series, 5, machine, memory);
    return 0;
}

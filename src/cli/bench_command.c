/* `bindpose bench`: runs each workload twice to warm up, then for at least 7 frames and one second.
 * It reports the median frame. */
#include "base/folder.h"
#include "base/isa.h"
#include "base/pool.h"
#include "base/system.h"
#include "cli/commands.h"
#include "cli/print.h"
#include "tools/bench/workload.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BENCH_FRAMES_MAX = 1024, BENCH_FRAMES_LEAST = 7, BENCH_WARM_UP = 2 };

typedef struct bench_options {
    bool json;
    const char *only; /* NULL: all */
    const char *dump; /* a folder; NULL: none */
    int threads;
    bp_isa isa;
} bench_options;

typedef struct bench_result {
    const char *workload, *unit;
    double median, best; /* in the unit */
    double ms;           /* of the median frame */
    int frames, threads;
} bench_result;

typedef struct bench {
    bench_options options;
    bp_context *context;
    bp_json_writer *json; /* NULL: a table */
} bench;

/* What is timed: a drawing, skinning, or posing. */
typedef struct timed {
    bp_workload *drawing;
    bp_raster *raster;
    bp_framebuffer framebuffer;
    bp_workload_skin *skin;
    bp_workload_pose *pose;
    bool bones;
    int times; /* of skinning or posing, in a frame */
} timed;

static bool run_frame(timed *t, int frame, bp_error *error) {
    if (t->drawing) return bp_workload_draw(t->drawing, t->raster, &t->framebuffer, frame, NULL, error);
    if (t->skin) return bp_workload_skin_run(t->skin, t->times, error);
    for (int i = frame * t->times; i < (frame + 1) * t->times; i++)
        (t->bones ? bp_workload_pose_run_bones : bp_workload_pose_run)(t->pose, i);
    return true;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Times frames; the result's ms and frames, and the best in *best. */
static bool time_frames(timed *t, double amount, bench_result *result, bp_error *error) {
    double times[BENCH_FRAMES_MAX];
    int count = 0;
    for (int i = 0; i < BENCH_WARM_UP; i++)
        if (!run_frame(t, i, error)) return false;
    double start = bp_seconds();
    while (count < BENCH_FRAMES_MAX && (count < BENCH_FRAMES_LEAST || bp_seconds() - start < 1.0)) {
        double before = bp_seconds();
        if (!run_frame(t, count, error)) return false;
        times[count++] = bp_seconds() - before;
    }
    qsort(times, (size_t)count, sizeof *times, compare);
    result->median = amount / times[count / 2];
    result->best = amount / times[0];
    result->ms = times[count / 2] * 1e3;
    result->frames = count;
    return true;
}

static void report(const bench *b, const bench_result *r) {
    if (!b->json) {
        printf("%-9s %10.2f %-12s best %10.2f   %9.3f ms   %4d frames, %d thread%s\n", r->workload, r->median,
               r->unit, r->best, r->ms, r->frames, r->threads, r->threads > 1 ? "s" : "");
        fflush(stdout);
        return;
    }
    bp_json_write(b->json, "{workload: %s, unit: %s, median: %g, best: %g, ms: %g, frames: %d, threads: %d}",
                  r->workload, r->unit, r->median, r->best, r->ms, r->frames, r->threads);
}

static bool is_chosen(const bench *b, const char *name) {
    return !b->options.only || strcmp(b->options.only, name) == 0;
}

/* DIR/bindpose_R1.ppm, three bytes a pixel. */
static bool dump(const bench *b, const timed *d, const char *name, bp_error *error) {
    enum { HEADER = 32 };
    char path[1024];
    if (snprintf(path, sizeof path, "%s/bindpose_%s.ppm", b->options.dump, name) >= (int)sizeof path)
        return bp_fail(error, BP_ERROR_ARGUMENT, "--dump", "the folder's name is too long");
    size_t pixels = (size_t)d->framebuffer.width * (size_t)d->framebuffer.height;
    const bp_allocator *allocator = bp_context_allocator(b->context);
    uint8_t *text = bp_alloc(allocator, HEADER + 3 * pixels, 1, error);
    if (!text) return false;
    int header =
        snprintf((char *)text, HEADER, "P6\n%d %d\n255\n", d->framebuffer.width, d->framebuffer.height);
    for (size_t i = 0; i < pixels; i++) memcpy(text + header + 3 * i, d->framebuffer.pixels + 4 * i, 3);
    bool ok = bp_folder_make(b->options.dump, error) &&
              bp_file_write(path, text, (size_t)header + 3 * pixels, error);
    bp_free(allocator, text);
    return ok;
}

static bool bench_drawing(const bench *b, bp_workload_kind kind, bp_error *error) {
    timed d = {.drawing = NULL};
    bench_result r = {.workload = bp_workload_info[kind].name,
                      .unit = bp_workload_info[kind].unit,
                      .threads = bp_pool_threads(bp_context_pool(b->context))};
    bool ok = bp_framebuffer_create(b->context, BP_WORKLOAD_WIDTH, BP_WORKLOAD_HEIGHT, &d.framebuffer, error);
    if (ok) d.drawing = bp_workload_create(b->context, kind, error);
    if (d.drawing) d.raster = bp_raster_create(b->context, error);
    ok = d.raster && time_frames(&d, bp_workload_info[kind].amount, &r, error);
    if (ok) report(b, &r);
    if (ok && b->options.dump) ok = run_frame(&d, 0, error) && dump(b, &d, r.workload, error);
    bp_raster_destroy(d.raster);
    bp_workload_destroy(d.drawing);
    bp_framebuffer_destroy(b->context, &d.framebuffer);
    return ok;
}

/* Skinning, in one thread unless a number was asked for; or posing one character again and again, or a crowd
 * once: the same number of joints, in one thread. */
static bool bench_computing(const bench *b, const char *name, bool skin, size_t count, bool bones,
                            bp_error *error) {
    const size_t all = skin ? BP_WORKLOAD_SKIN_STREAM : BP_WORKLOAD_POSE_CROWD;
    timed t = {.bones = bones, .times = (int)(all / count)};
    bench_result r = {.workload = name,
                      .unit = skin ? "Mvertex/s" : "Mjoint/s",
                      .threads = skin && b->options.threads > 0 ? b->options.threads : 1};
    bp_context *context =
        bp_context_create(&(bp_context_options){.threads = r.threads, .isa = b->options.isa}, error);
    if (context && skin) t.skin = bp_workload_skin_create(context, count, error);
    if (context && !skin) t.pose = bp_workload_pose_create(context, count, error);
    const double amount = 1e-6 * (double)count * t.times * (skin ? 1 : BP_WORKLOAD_POSE_JOINTS);
    bool ok = (t.skin || t.pose) && time_frames(&t, amount, &r, error);
    if (ok) report(b, &r);
    bp_workload_skin_destroy(t.skin);
    bp_workload_pose_destroy(t.pose);
    bp_context_destroy(context);
    return ok;
}

static bool run_all(const bench *b, bp_error *error) {
    for (int kind = 0; kind < (b->options.only ? BP_WORKLOAD_COUNT : BP_WORKLOAD_MAIN_COUNT); kind++)
        if (is_chosen(b, bp_workload_info[kind].name) && !bench_drawing(b, (bp_workload_kind)kind, error))
            return false;
    if (is_chosen(b, "S") && !(bench_computing(b, "S-stream", true, BP_WORKLOAD_SKIN_STREAM, false, error) &&
                               bench_computing(b, "S-cache", true, BP_WORKLOAD_SKIN_CACHE, false, error)))
        return false;
    return !is_chosen(b, "P") ||
           (bench_computing(b, "P", false, 1, false, error) &&
            bench_computing(b, "P-crowd", false, BP_WORKLOAD_POSE_CROWD, false, error) &&
            bench_computing(b, "P-bones", false, 1, true, error));
}

static void run(const bench_options *options, bp_error *error) {
    char machine[128];
    bp_json_writer writer = bp_json_writer_make(NULL);
    bench b = {.options = *options, .json = options->json ? &writer : NULL};
    bp_processor_name(machine, sizeof machine);
    b.context =
        bp_context_create(&(bp_context_options){.threads = options->threads, .isa = options->isa}, error);
    if (!b.context) return;
    const char *isa = bp_isa_name(bp_context_isa(b.context));
    int threads = bp_pool_threads(bp_context_pool(b.context));
    if (b.json)
        bp_json_write(b.json, "{machine: %s, isa: %s, threads: %d, results: [", machine, isa, threads);
    else
        printf("%s, isa %s, %d threads\n", machine, isa, threads);
    bool ok = run_all(&b, error);
    if (b.json) bp_json_write(b.json, "]}");
    if (ok && b.json) bp_print_json(b.json, error);
    bp_json_writer_clear(&writer);
    bp_context_destroy(b.context);
}

int bp_bench_command(bp_cli *call) {
    const char *workloads[BP_WORKLOAD_COUNT + 3] = {0};
    for (int i = 0; i < BP_WORKLOAD_COUNT; i++) workloads[i] = bp_workload_info[i].name;
    workloads[BP_WORKLOAD_COUNT] = "S";
    workloads[BP_WORKLOAD_COUNT + 1] = "P";
    bench_options o = {0};
    int only = -1, isa = BP_ISA_AUTO;
    const bp_option options[] = {
        bp_option_flag("--json", &o.json, "one JSON object instead of a table"),
        bp_option_choice("--only", &only, "NAME", workloads,
                         "that workload alone: R1 to R5, S, P, or a variant of R1, R4 or R5 that the table "
                         "leaves out (a wrong NAME lists them)"),
        bp_option_integer("--threads", &o.threads, "N", 1, 256,
                          "without it as many as there are processors, and 1 for S; P always has 1"),
        bp_option_isa(&isa),
        bp_option_text("--dump", &o.dump, "DIR", "write the pictures of R1 to R5: DIR/bindpose_R1.ppm ..."),
    };
    const char *summary =
        "Times filling (R4 as users draw: sRGB, mipmaps, perspective; R1 raw; Mpixel/s), characters (R5 as "
        "users draw: sRGB, light at each pixel, four samples; R3 raw; frames/s), small triangles (R2, "
        "Mtriangle/s), skinning (S, Mvertex/s) and poses (P, Mjoint/s).";
    if (!bp_cli_read(call, "", summary, BP_OPTIONS(options))) return 0;
    o.only = only < 0 ? NULL : workloads[only];
    o.isa = (bp_isa)isa;
    run(&o, &call->error);
    return 0;
}

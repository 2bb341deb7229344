/* `bindpose bench`: each workload is run twice to warm up, then for at least 7 frames and a second; what counts
 * is the median frame. */
#include "app/bench_command.h"
#include "scene/workload.h"
#include <bindpose/io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BENCH_FRAMES_MAX = 1024, BENCH_FRAMES_LEAST = 7, BENCH_WARM_UP = 2 };

typedef struct bench_options {
    bool json, help;
    const char *only; /* NULL: all */
    const char *dump; /* a folder; NULL: none */
    int threads;
    bp_isa isa;
} bench_options;

/* One figure. */
typedef struct bench_result {
    const char *workload, *unit;
    double median, best; /* in the unit */
    double ms;           /* of the median frame */
    int frames;
} bench_result;

typedef struct bench {
    bench_options options;
    bp_context *context;
    bp_json_writer *json; /* NULL: a table */
} bench;

/* Something that is run again and again; false on an error. */
typedef bool bench_frame(void *user, int frame, bp_error *error);

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Times frames; the result's ms and frames, and the best in *best. */
static bool time_frames(bench_frame *frame, void *user, double amount, bench_result *result,
                        bp_error *error) {
    double times[BENCH_FRAMES_MAX];
    int count = 0;
    for (int i = 0; i < BENCH_WARM_UP; i++)
        if (!frame(user, i, error)) return false;
    double start = bp_seconds();
    while (count < BENCH_FRAMES_MAX && (count < BENCH_FRAMES_LEAST || bp_seconds() - start < 1.0)) {
        double before = bp_seconds();
        if (!frame(user, count, error)) return false;
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
        printf("%-9s %10.2f %-12s best %10.2f   %9.3f ms   %d frames\n", r->workload, r->median, r->unit,
               r->best, r->ms, r->frames);
        fflush(stdout);
        return;
    }
    bp_json_begin_object(b->json);
    bp_json_key(b->json, "workload");
    bp_json_put_text(b->json, r->workload);
    bp_json_key(b->json, "unit");
    bp_json_put_text(b->json, r->unit);
    const struct {
        const char *key;
        double value;
    } numbers[] = {{"median", r->median}, {"best", r->best}, {"ms", r->ms}, {"frames", r->frames}};
    for (size_t i = 0; i < BP_COUNT(numbers); i++) {
        bp_json_key(b->json, numbers[i].key);
        bp_json_put_number(b->json, numbers[i].value);
    }
    bp_json_end_object(b->json);
}

static bool wanted(const bench *b, const char *name) {
    return !b->options.only || strcmp(b->options.only, name) == 0;
}

/* ---- R1, R2, R3 -------------------------------------------------------------------------------- */

typedef struct drawing {
    bp_workload *workload;
    bp_raster *raster;
    bp_framebuffer framebuffer;
} drawing;

static bool draw_frame(void *user, int frame, bp_error *error) {
    drawing *d = user;
    return bp_workload_draw(d->workload, d->raster, &d->framebuffer, frame, NULL, error);
}

/* DIR/bindpose_R1.ppm, three bytes a pixel. */
static bool dump(const bench *b, const drawing *d, const char *name, bp_error *error) {
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
    bool good = bp_folder_make(b->options.dump, error) &&
                bp_file_write(path, text, (size_t)header + 3 * pixels, error);
    bp_free(allocator, text);
    return good;
}

static bool bench_drawing(const bench *b, bp_workload_kind kind, bp_error *error) {
    drawing d = {.workload = NULL};
    bench_result r = {.workload = bp_workload_name(kind), .unit = bp_workload_unit(kind)};
    bool good =
        bp_framebuffer_create(b->context, BP_WORKLOAD_WIDTH, BP_WORKLOAD_HEIGHT, &d.framebuffer, error);
    if (good) d.workload = bp_workload_create(b->context, kind, error);
    if (d.workload) d.raster = bp_raster_create(b->context, error);
    good = d.raster && time_frames(draw_frame, &d, bp_workload_amount(kind), &r, error);
    if (good) report(b, &r);
    if (good && b->options.dump) good = draw_frame(&d, 0, error) && dump(b, &d, r.workload, error);
    bp_raster_destroy(d.raster);
    bp_workload_destroy(d.workload);
    bp_framebuffer_destroy(b->context, &d.framebuffer);
    return good;
}

/* ---- all --------------------------------------------------------------------------------------- */

static bool run_all(const bench *b, bp_error *error) {
    for (int kind = 0; kind < BP_WORKLOAD_COUNT; kind++)
        if (wanted(b, bp_workload_name((bp_workload_kind)kind)) &&
            !bench_drawing(b, (bp_workload_kind)kind, error))
            return false;
    return true;
}

static bool run_json(bench *b, bp_error *error) {
    bp_json_writer writer = bp_json_writer_make(bp_context_allocator(b->context));
    b->json = &writer;
    bp_json_begin_object(&writer);
    bp_json_key(&writer, "machine");
    bp_json_put_text(&writer, "cpu");
    bp_json_key(&writer, "isa");
    bp_json_put_text(&writer, bp_isa_name(bp_context_isa(b->context)));
    bp_json_key(&writer, "threads");
    bp_json_put_integer(&writer, bp_pool_threads(bp_context_pool(b->context)));
    bp_json_key(&writer, "results");
    bp_json_begin_array(&writer);
    bool good = run_all(b, error);
    bp_json_end_array(&writer);
    bp_json_end_object(&writer);
    if (!good) {
        bp_json_writer_clear(&writer);
        return false;
    }
    bp_file text;
    if (!bp_json_writer_finish(&writer, &text, error)) return false;
    fwrite(text.data, 1, text.size, stdout);
    bp_file_free(bp_context_allocator(b->context), &text);
    return true;
}

/* ---- arguments --------------------------------------------------------------------------------- */

static const char help[] =
    "bindpose bench [--json] [--only R1|R2|R3|S|P] [--threads N] [--isa NAME] [--dump DIR]\n"
    "\n"
    "Times the workloads; what is printed is the median frame's figure and the best one's.\n"
    "  R1  20 full-screen quads, textured, bilinear        Mpixel/s\n"
    "  R2  a grid of 1,000,000 triangles of two pixels     Mtriangle/s\n"
    "  R3  50 characters of 20,000 triangles, textured     frames/s\n"
    "  S   skinning, 4 influences, 64 joints, one thread   Mvertex/s\n"
    "  P   a clip sampled, local to model matrices         Mjoint/s\n"
    "\n"
    "  --json         one JSON object\n"
    "  --only NAME    that workload alone\n"
    "  --threads N    1..256; without it as many as there are processors\n"
    "  --isa NAME     portable, sse2, avx2 or avx512; without it the best that runs\n"
    "  --dump DIR     writes the pictures of R1, R2, R3 as DIR/bindpose_R1.ppm ...\n";

static bool read_only(const char *text, bench_options *o, bp_error *error) {
    static const char *const names[] = {"R1", "R2", "R3", "S", "P"};
    for (size_t i = 0; i < BP_COUNT(names); i++)
        if (strcmp(text, names[i]) == 0) {
            o->only = names[i];
            return true;
        }
    return bp_fail(error, BP_ERROR_ARGUMENT, "--only", "there is no workload '%s': R1, R2, R3, S, P", text);
}

static bool read_threads(const char *text, bench_options *o, bp_error *error) {
    char *end;
    long threads = strtol(text, &end, 10);
    if (*text == '\0' || *end != '\0' || threads < 1 || threads > 256)
        return bp_fail(error, BP_ERROR_ARGUMENT, "--threads", "'%s' is not a number from 1 to 256", text);
    o->threads = (int)threads;
    return true;
}

static bool read_option(const char *name, const char *value, bench_options *o, bp_error *error) {
    if (strcmp(name, "--only") == 0) return read_only(value, o, error);
    if (strcmp(name, "--threads") == 0) return read_threads(value, o, error);
    if (strcmp(name, "--isa") == 0)
        return bp_isa_from_name(value, &o->isa) ||
               bp_fail(error, BP_ERROR_ARGUMENT, "--isa", "there is no '%s': portable, sse2, avx2, avx512",
                       value);
    o->dump = value;
    return true;
}

static bool takes_value(const char *name) {
    return strcmp(name, "--only") == 0 || strcmp(name, "--threads") == 0 || strcmp(name, "--isa") == 0 ||
           strcmp(name, "--dump") == 0;
}

static bool read_arguments(int count, char **arguments, bench_options *o, bp_error *error) {
    for (int i = 0; i < count; i++) {
        if (strcmp(arguments[i], "--json") == 0) {
            o->json = true;
        } else if (strcmp(arguments[i], "--help") == 0) {
            o->help = true;
        } else if (!takes_value(arguments[i])) {
            return bp_fail(error, BP_ERROR_ARGUMENT, "bench",
                           "unknown option '%s': there are --json, --only, --threads, --isa, --dump",
                           arguments[i]);
        } else if (i + 1 == count) {
            return bp_fail(error, BP_ERROR_ARGUMENT, arguments[i], "needs a value");
        } else {
            if (!read_option(arguments[i], arguments[i + 1], o, error)) return false;
            i++;
        }
    }
    return true;
}

static bool run(const bench_options *options, bp_error *error) {
    bench b = {.options = *options};
    b.context =
        bp_context_create(&(bp_context_options){.threads = options->threads, .isa = options->isa}, error);
    if (!b.context) return false;
    if (!options->json)
        printf("isa %s, %d threads\n", bp_isa_name(bp_context_isa(b.context)),
               bp_pool_threads(bp_context_pool(b.context)));
    bool good = options->json ? run_json(&b, error) : run_all(&b, error);
    bp_context_destroy(b.context);
    return good;
}

int bp_bench_command(int count, char **arguments) {
    bench_options options = {0};
    bp_error error = {0};
    char text[800];
    bool good = read_arguments(count, arguments, &options, &error);
    if (good && options.help) {
        fputs(help, stdout);
        return 0;
    }
    if (good && run(&options, &error)) return 0;
    fprintf(stderr, "bindpose bench: %s\n", bp_error_text(&error, text, sizeof text));
    return bp_error_exit_code(&error);
}

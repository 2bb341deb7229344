/* The demo's three ways to run: in a window until somebody has seen enough, without one into numbered pictures of
 * a clock that goes evenly, or without one as fast as it goes, for figures. */
#include "cli/demo_command.h"
#include "cli/model_command.h"
#include "tools/demo/demo_renderer.h"
#include "cli/options.h"
#include "viewer/offscreen_target.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char PROGRAM[] = "bindpose demo";

enum { PICTURES_PER_SECOND = 30, WARM_UP = 3 };

typedef struct demo_arguments {
    const char *file, *frames;
    float seconds; /* 0: not given */
    int size[2], count, threads, isa, samples, theme;
    bool json, headless, wireframe, tiles, full_detail;
} demo_arguments;

typedef struct demo_run {
    const demo_arguments *arguments;
    bp_demo demo;
    bp_demo_renderer studio;
    bp_demo_meter whole; /* of all frames */
    double lived;        /* seconds in the window */
} demo_run;

/* ---- arguments -------------------------------------------------------------------------------------- */

static bp_parsed read_arguments(int argc, char **argv, demo_arguments *out, bp_error *error) {
    static const char *const samples[] = {"1", "4", NULL}, *const themes[] = {"dark", "light", NULL};
    static const char *const sets[] = {"auto", "portable", "sse2", "avx2", "avx512", NULL}; /* as bp_isa */
    const bp_option options[] = {
        {"--seconds", BP_OPTION_NUMBER, &out->seconds, "S",
         "end after so long (with --json 5, with --frames 2)", 0.01, 86400, NULL, NULL},
        {"--json", BP_OPTION_FLAG, &out->json, NULL, "no window: draw, measure, print one JSON object", 0, 0,
         NULL, NULL},
        {"--headless", BP_OPTION_FLAG, &out->headless, NULL,
         "no window; with --frames or for a table of figures", 0, 0, NULL, NULL},
        {"--frames", BP_OPTION_TEXT, &out->frames, "DIR",
         "no window: write frame-0001.png ..., 30 for each second", 0, 0, NULL, NULL},
        {"--characters", BP_OPTION_INTEGER, &out->count, "N", "how many to begin with (50)", 1, BP_CROWD_MAX,
         NULL, NULL},
        {"--size", BP_OPTION_SIZE, out->size, "WxH", "of the picture (1920x1080)", 64, 8192, NULL, NULL},
        {"--msaa", BP_OPTION_CHOICE, &out->samples, "1|4", "samples a pixel (1)", 0, 0, samples, NULL},
        {"--threads", BP_OPTION_INTEGER, &out->threads, "N", "without it as many as there are processors", 1,
         256, NULL, NULL},
        {"--isa", BP_OPTION_CHOICE, &out->isa, "NAME",
         "portable, sse2, avx2, avx512; without it the best that runs", 0, 0, sets, NULL},
        {"--theme", BP_OPTION_CHOICE, &out->theme, "light|dark", "(dark)", 0, 0, themes, NULL},
        {"--wireframe", BP_OPTION_FLAG, &out->wireframe, NULL, "with the triangles' edges", 0, 0, NULL, NULL},
        {"--tiles", BP_OPTION_FLAG, &out->tiles, NULL, "with the tiles coloured by their time", 0, 0, NULL,
         NULL},
        {"--full-detail", BP_OPTION_FLAG, &out->full_detail, NULL, "no coarser meshes for far characters", 0,
         0, NULL, NULL},
    };
    bp_usage usage = {.program = PROGRAM,
                      .positionals = "[FILE]",
                      .summary =
                          "A crowd of walking characters, drawn by the processor alone; of any glTF file.",
                      .options = options,
                      .option_count = BP_COUNT(options),
                      .positionals_max = 1};
    *out = (demo_arguments){.size = {1920, 1080}, .count = 50};
    return bp_options_parse(&usage, argc, argv, &out->file, error);
}

static bool begin(demo_run *run, bp_error *error) {
    const demo_arguments *a = run->arguments;
    bp_context *context =
        bp_context_create(&(bp_context_options){.threads = a->threads, .isa = (bp_isa)a->isa}, error);
    if (!context) return false;
    run->demo = bp_demo_make(a->size[0], a->size[1], bp_pool_threads(bp_context_pool(context)),
                             bp_context_isa(context));
    bp_context_destroy(context);
    run->demo.count = a->count;
    run->demo.samples = a->samples == 1 ? 4 : 1; /* the choice's number */
    run->demo.light = a->theme == 1;
    run->demo.wireframe = a->wireframe;
    run->demo.tiles = a->tiles;
    run->demo.full_detail = a->full_detail;
    return bp_demo_renderer_open(&run->studio, a->file, error);
}

/* ---- figures ---------------------------------------------------------------------------------------- */

typedef struct figure {
    const char *key;
    double value;
} figure;

enum { MILLISECONDS = 7, COUNTS = 6 };

static void list_figures(const bp_demo_stats *f, figure ms[MILLISECONDS], figure counts[COUNTS]) {
    const figure times[MILLISECONDS] = {{"frame", f->frame},    {"pose", f->pose},   {"skinning", f->skin},
                                        {"setup", f->setup},    {"tiles", f->tiles}, {"panel", f->words},
                                        {"present", f->present}};
    const figure numbers[COUNTS] = {{"visible", f->visible},      {"joints", f->bones},
                                    {"vertices", f->vertices},    {"triangles", f->triangles},
                                    {"trianglesDrawn", f->drawn}, {"pixels", f->pixels}};
    memcpy(ms, times, sizeof times);
    memcpy(counts, numbers, sizeof numbers);
}

static void put_figures(bp_json_writer *w, const figure *figures, size_t count) {
    for (size_t i = 0; i < count; i++) {
        bp_json_key(w, figures[i].key);
        bp_json_put_number(w, figures[i].value);
    }
}

static bool print_json(const demo_run *run, const bp_demo_stats *f, int frames, bp_error *error) {
    const bp_demo *d = &run->demo;
    figure ms[MILLISECONDS], counts[COUNTS];
    list_figures(f, ms, counts);
    const figure setup[] = {{"threads", d->threads},
                            {"characters", d->count},
                            {"width", d->width},
                            {"height", d->height},
                            {"samples", d->samples},
                            {"frames", frames},
                            {"framesPerSecond", f->frames_per_second}};
    bp_json_writer w = bp_json_writer_make(NULL);
    bp_json_begin_object(&w);
    bp_json_key(&w, "file");
    bp_json_put_text(&w, run->studio.file.path);
    bp_json_key(&w, "note");
    bp_json_put_text(&w, run->studio.note);
    bp_json_key(&w, "isa");
    bp_json_put_text(&w, bp_isa_name(d->isa));
    put_figures(&w, setup, BP_COUNT(setup));
    bp_json_key(&w, "ms");
    bp_json_begin_object(&w);
    put_figures(&w, ms, MILLISECONDS);
    bp_json_end_object(&w);
    put_figures(&w, counts, COUNTS);
    bp_json_end_object(&w);
    return bp_print_json(&w, error);
}

static bool print_table(const demo_run *run, const bp_demo_stats *f, int frames, bp_error *error) {
    const bp_demo *d = &run->demo;
    figure ms[MILLISECONDS], counts[COUNTS];
    list_figures(f, ms, counts);
    printf("%d characters of %s, %dx%d, %d sample%s a pixel, %d thread%s, %s\n", d->count, run->studio.name,
           d->width, d->height, d->samples, d->samples > 1 ? "s" : "", d->threads, d->threads > 1 ? "s" : "",
           bp_isa_name(d->isa));
    printf("%.1f frames a second, of %d\n\nmilliseconds a frame\n", f->frames_per_second, frames);
    for (int i = 0; i < MILLISECONDS; i++) printf("  %-16s %12.2f\n", ms[i].key, ms[i].value);
    printf("in a frame\n");
    for (int i = 0; i < COUNTS; i++) printf("  %-16s %12.0f\n", counts[i].key, counts[i].value);
    return bp_printed(error);
}

/* ---- without a window -------------------------------------------------------------------------------- */

static bool draw_frame(demo_run *run, double step, bp_error *error) {
    double start = bp_seconds();
    bp_demo_step(&run->demo, NULL, NULL, 0, step);
    if (!bp_demo_renderer_draw(&run->studio, &run->demo, false, error)) return false;
    bp_demo_times times = {.frame = bp_seconds() - start, .words = run->studio.words};
    bp_demo_meter_add(&run->whole, &times, &run->studio.report);
    return true;
}

/* As fast as it goes, the scene's clock going on by a sixtieth of a second each frame. */
static bool measure(demo_run *run, bp_error *error) {
    double wanted = run->arguments->seconds > 0 ? (double)run->arguments->seconds : 5;
    for (int i = 0; i < WARM_UP; i++)
        if (!draw_frame(run, 1.0 / 60, error)) return false;
    run->whole = (bp_demo_meter){0};
    while (run->whole.seconds < wanted)
        if (!draw_frame(run, 1.0 / 60, error)) return false;
    return true;
}

static bool write_frames(demo_run *run, bp_error *error) {
    const char *folder = run->arguments->frames;
    double seconds = run->arguments->seconds > 0 ? (double)run->arguments->seconds : 2;
    int count = (int)(seconds * PICTURES_PER_SECOND + 0.5);
    if (count < 1) count = 1;
    if (!bp_folder_make(folder, error)) return false;
    for (int i = 0; i < count; i++) {
        char path[1024];
        int length = snprintf(path, sizeof path, "%s/frame-%04d.png", folder, i + 1);
        if (length < 0 || (size_t)length >= sizeof path)
            return bp_fail(error, BP_ERROR_ARGUMENT, "--frames", "the folder's name is too long");
        if (!draw_frame(run, i > 0 ? 1.0 / PICTURES_PER_SECOND : 0, error) ||
            !bp_offscreen_target_write(&run->studio.picture, path, error))
            return false;
    }
    if (!run->arguments->json) printf("%d pictures in %s\n", count, folder);
    return bp_printed(error);
}

static bool print_figures(demo_run *run, bp_error *error) {
    int frames = run->whole.frames;
    bp_demo_stats f = bp_demo_meter_flush(&run->whole);
    return run->arguments->json ? print_json(run, &f, frames, error) : print_table(run, &f, frames, error);
}

/* ---- in a window ------------------------------------------------------------------------------------- */

static void take_picture(demo_run *run) {
    bp_error error = {0};
    char text[160];
    if (bp_offscreen_target_write(&run->studio.picture, "demo.png", &error))
        snprintf(text, sizeof text, "written: demo.png");
    else
        bp_error_text(&error, text, sizeof text);
    bp_demo_notify(&run->demo, text);
}

static bool frame(void *user, const bp_event *events, size_t count, double seconds, bp_frame *out,
                  bp_error *error) {
    demo_run *run = user;
    unsigned requests = bp_demo_step(&run->demo, &run->studio.hits, events, count, seconds);
    /* What was shown last has been measured now: from its beginning to this one's. */
    bp_demo_times times = {.frame = seconds, .words = run->studio.words, .present = out->presented};
    if (seconds > 0) {
        bp_demo_meter_add(&run->studio.meter, &times, &run->studio.report);
        bp_demo_meter_add(&run->whole, &times, &run->studio.report);
    }
    run->lived += seconds;
    if (requests & BP_REQUEST_SCREENSHOT) take_picture(run);
    out->quit = (requests & BP_REQUEST_QUIT) != 0 ||
                (run->arguments->seconds > 0 && run->lived >= (double)run->arguments->seconds);
    if (out->quit) return true;
    out->toggle_fullscreen = (requests & BP_REQUEST_FULLSCREEN) != 0;
    out->moving = true;
    out->picture = &run->studio.picture;
    return bp_demo_renderer_draw(&run->studio, &run->demo, true, error);
}

static bool show(demo_run *run, const bp_window *window, bp_error *error) {
    const bp_window_client shown = {run, frame};
    const bp_window_options wish = {
        .title = "Bindpose demo", .width = run->arguments->size[0], .height = run->arguments->size[1]};
    run->studio.meter.every = 0.5;
    if (window && window->run(&wish, &shown, error)) return true;
    if (!window) bp_fail(error, BP_ERROR_ENVIRONMENT, NULL, "there is no window in this build");
    if (error->kind != BP_ERROR_ENVIRONMENT) return false;
    size_t used = strlen(error->message);
    snprintf(error->message + used, sizeof error->message - used,
             "; without a display: --headless --frames DIR writes pictures, --headless or --json measures");
    return false;
}

/* ---- the command ------------------------------------------------------------------------------------- */

static bool run_demo(demo_run *run, const bp_window *window, bp_error *error) {
    const demo_arguments *a = run->arguments;
    if (!begin(run, error)) return false;
    if (a->frames) return write_frames(run, error) && (!a->json || print_figures(run, error));
    if (a->json || a->headless) return measure(run, error) && print_figures(run, error);
    return show(run, window, error) && (!(a->seconds > 0) || print_figures(run, error));
}

int bp_demo_command(int argc, char **argv, const bp_window *window) {
    demo_arguments arguments;
    bp_error error = {0};
    bp_parsed parsed = read_arguments(argc, argv, &arguments, &error);
    if (parsed == BP_PARSED_DONE) return 0;
    if (parsed != BP_PARSED) return bp_report(PROGRAM, &error);
    demo_run *run = bp_alloc(NULL, 1, sizeof *run, &error);
    if (!run) return bp_report(PROGRAM, &error);
    run->arguments = &arguments;
    bool good = run_demo(run, window, &error);
    bp_demo_renderer_close(&run->studio);
    bp_free(NULL, run);
    return good ? 0 : bp_report(PROGRAM, &error);
}

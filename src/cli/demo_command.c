/* `bindpose demo` has three ways to run: in a window; without one, writing numbered pictures at a steady
 * frame rate; and without one as fast as possible, to measure. */
#include "base/folder.h"
#include "base/isa.h"
#include "base/pool.h"
#include "base/system.h"
#include "cli/commands.h"
#include "cli/model_command.h"
#include "cli/options.h"
#include "cli/print.h"
#include "tools/demo/demo_renderer.h"
#include "viewer/offscreen_target.h"
#include "viewer/settings_file.h"
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
    char own_character[1024]; /* path */
    bp_demo demo;
    bp_model_file file;
    bp_demo_renderer renderer;
    bp_demo_meter whole; /* of all frames */
    double elapsed;      /* seconds in the window */
} demo_run;

static bool read_arguments(int argc, char **argv, demo_arguments *out, int *code) {
    static const char *const samples[] = {"1", "4", NULL};
    const bp_option options[] = {
        bp_option_number("--seconds", &out->seconds, "S", 0.01, 86400,
                         "end after so long (with --json 5, with --frames 2)"),
        bp_option_flag("--json", &out->json, "no window: draw, measure, print one JSON object"),
        bp_option_flag("--headless", &out->headless, "no window; with --frames or for a table of figures"),
        bp_option_text("--frames", &out->frames, "DIR",
                       "no window: write frame-0001.png ..., 30 for each second"),
        bp_option_integer("--characters", &out->count, "N", 1, BP_CROWD_MAX, "how many to begin with (50)"),
        bp_option_size(out->size, 64, "of the picture (1920x1080)"),
        bp_option_choice("--msaa", &out->samples, "1|4", samples, "samples a pixel (1)"),
        bp_option_integer("--threads", &out->threads, "N", 1, 256,
                          "without it as many as there are processors"),
        bp_option_isa(&out->isa),
        bp_option_theme(&out->theme, "(dark)"),
        bp_option_flag("--wireframe", &out->wireframe, "with the triangles' edges"),
        bp_option_flag("--tiles", &out->tiles, "with the tiles coloured by their time"),
        bp_option_flag("--full-detail", &out->full_detail, "no coarser meshes for far characters"),
    };
    bp_usage usage = {.program = PROGRAM,
                      .positionals = "[FILE]",
                      .summary =
                          "A crowd of walking characters, drawn by the processor alone; of any glTF file.",
                      BP_OPTION_TABLE(options)};
    *out = (demo_arguments){.size = {1920, 1080}, .count = 50};
    return bp_options_read(&usage, argc, argv, &out->file, code);
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
    if (!a->file && !bp_asset_path("character.glb", run->own_character, sizeof run->own_character, error))
        return false;
    if (!bp_model_file_open(&run->file, PROGRAM, a->file ? a->file : run->own_character, true, error))
        return false;
    bp_demo_renderer_open(&run->renderer, run->file.pose, run->file.path);
    if (run->renderer.note[0])
        fprintf(stderr, "%s: note: %s: %s\n", PROGRAM, run->file.path, run->renderer.note);
    return true;
}

typedef struct figure {
    const char *key;
    double value;
} figure;

enum { MILLISECONDS = 7, FIGURES = 13 };

/* MILLISECONDS times, then counts. */
static void list_figures(const bp_demo_stats *f, figure figures[FIGURES]) {
    const figure all[FIGURES] = {
        {"frame", f->frame},       {"pose", f->pose},           {"skinning", f->skin},
        {"setup", f->setup},       {"tiles", f->tiles},         {"panel", f->panel},
        {"present", f->present},   {"visible", f->visible},     {"joints", f->bones},
        {"vertices", f->vertices}, {"triangles", f->triangles}, {"trianglesDrawn", f->drawn},
        {"pixels", f->pixels}};
    memcpy(figures, all, sizeof all);
}

static bool print_json(const demo_run *run, const bp_demo_stats *f, int frames, bp_error *error) {
    const bp_demo *d = &run->demo;
    figure figures[FIGURES];
    list_figures(f, figures);
    bp_json_writer w = bp_json_writer_make(NULL);
    bp_json_begin_object(&w);
    bp_json_set_text(&w, "file", run->file.path);
    bp_json_set_text(&w, "note", run->renderer.note);
    bp_json_set_text(&w, "isa", bp_isa_name(d->isa));
    bp_json_set_number(&w, "threads", d->threads);
    bp_json_set_number(&w, "characters", d->count);
    bp_json_set_number(&w, "width", d->width);
    bp_json_set_number(&w, "height", d->height);
    bp_json_set_number(&w, "samples", d->samples);
    bp_json_set_number(&w, "frames", frames);
    bp_json_set_number(&w, "framesPerSecond", f->frames_per_second);
    bp_json_open_object(&w, "ms");
    for (int i = 0; i < MILLISECONDS; i++) bp_json_set_number(&w, figures[i].key, figures[i].value);
    bp_json_end_object(&w);
    for (int i = MILLISECONDS; i < FIGURES; i++) bp_json_set_number(&w, figures[i].key, figures[i].value);
    bp_json_end_object(&w);
    return bp_print_json(&w, error);
}

static bool print_table(const demo_run *run, const bp_demo_stats *f, int frames, bp_error *error) {
    const bp_demo *d = &run->demo;
    figure figures[FIGURES];
    list_figures(f, figures);
    printf("%d characters of %s, %dx%d, %d sample%s a pixel, %d thread%s, %s\n", d->count, run->renderer.name,
           d->width, d->height, d->samples, d->samples > 1 ? "s" : "", d->threads, d->threads > 1 ? "s" : "",
           bp_isa_name(d->isa));
    printf("%.1f frames a second, of %d\n\nmilliseconds a frame\n", f->frames_per_second, frames);
    for (int i = 0; i < FIGURES; i++) {
        if (i == MILLISECONDS) printf("in a frame\n");
        printf("  %-16s %12.*f\n", figures[i].key, i < MILLISECONDS ? 2 : 0, figures[i].value);
    }
    return bp_printed(error);
}

static bool draw_frame(demo_run *run, double step, bp_error *error) {
    double start = bp_seconds();
    bp_demo_step(&run->demo, NULL, NULL, 0, step);
    if (!bp_demo_renderer_draw(&run->renderer, &run->demo, false, error)) return false;
    bp_demo_times times = {.frame = bp_seconds() - start, .panel = run->renderer.panel};
    bp_demo_meter_add(&run->whole, &times, &run->renderer.report);
    return true;
}

/* Draws as fast as possible. The scene's clock advances by 1/60 s a frame. */
static bool measure(demo_run *run, bp_error *error) {
    double duration = run->arguments->seconds > 0 ? (double)run->arguments->seconds : 5;
    for (int i = 0; i < WARM_UP; i++)
        if (!draw_frame(run, 1.0 / 60, error)) return false;
    run->whole = (bp_demo_meter){0};
    while (run->whole.seconds < duration)
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
            !bp_offscreen_target_write(&run->renderer.picture, path, error))
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

static void write_screenshot(demo_run *run) {
    bp_error error = {0};
    char text[160];
    if (bp_offscreen_target_write(&run->renderer.picture, "demo.png", &error))
        snprintf(text, sizeof text, "written: demo.png");
    else
        bp_error_text(&error, text, sizeof text);
    bp_demo_notify(&run->demo, text);
}

static bool frame(void *user, const bp_event *events, size_t count, double seconds, bp_frame *out,
                  bp_error *error) {
    demo_run *run = user;
    unsigned requests = bp_demo_step(&run->demo, &run->renderer.hits, events, count, seconds);
    /* The last frame took the time from its beginning to the beginning of this one. */
    bp_demo_times times = {.frame = seconds, .panel = run->renderer.panel, .present = out->presented};
    if (seconds > 0) {
        bp_demo_meter_add(&run->renderer.meter, &times, &run->renderer.report);
        bp_demo_meter_add(&run->whole, &times, &run->renderer.report);
    }
    run->elapsed += seconds;
    if (requests & BP_REQUEST_SCREENSHOT) write_screenshot(run);
    out->quit = (requests & BP_REQUEST_QUIT) != 0 ||
                (run->arguments->seconds > 0 && run->elapsed >= (double)run->arguments->seconds);
    if (out->quit) return true;
    out->toggle_fullscreen = (requests & BP_REQUEST_FULLSCREEN) != 0;
    out->moving = !run->demo.paused || run->demo.notice[0] || run->arguments->seconds > 0;
    out->picture = &run->renderer.picture;
    return bp_demo_renderer_draw(&run->renderer, &run->demo, true, error);
}

static void describe(void *user, bp_json_writer *json) {
    const demo_run *run = user;
    bp_json_set_text(json, "program", "demo");
    bp_json_set_text(json, "theme", run->demo.light ? "light" : "dark");
    bp_key_table_describe(&bp_demo_keys, json);
}

static bool show(demo_run *run, const bp_window *window, bp_error *error) {
    const bp_window_client client = {run, frame, describe};
    const bp_window_options options = {
        .title = "Bindpose demo", .width = run->arguments->size[0], .height = run->arguments->size[1]};
    bp_view_settings settings = {0};
    bp_settings_read(&settings);
    run->demo.paused = settings.still && !(run->arguments->seconds > 0);
    run->renderer.meter.every = 0.5;
    return bp_run_window(window, &options, &client,
                         "--headless --frames DIR writes pictures, --headless or --json measures", error);
}

static bool run_demo(demo_run *run, const bp_window *window, bp_error *error) {
    const demo_arguments *a = run->arguments;
    if (!begin(run, error)) return false;
    if (a->frames) return write_frames(run, error) && (!a->json || print_figures(run, error));
    if (a->json || a->headless) return measure(run, error) && print_figures(run, error);
    return show(run, window, error) && (!(a->seconds > 0) || print_figures(run, error));
}

int bp_demo_command(const bp_environment *environment, int argc, char **argv) {
    demo_arguments arguments;
    bp_error error = {0};
    int code;
    if (!read_arguments(argc, argv, &arguments, &code)) return code;
    demo_run *run = bp_alloc(NULL, 1, sizeof *run, &error);
    if (!run) return bp_report(PROGRAM, &error);
    run->arguments = &arguments;
    bool ok = run_demo(run, environment->window, &error);
    bp_demo_renderer_close(&run->renderer);
    bp_model_file_close(&run->file);
    bp_free(NULL, run);
    return ok ? 0 : bp_report(PROGRAM, &error);
}

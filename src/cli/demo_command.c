/* `bindpose demo` has three ways to run: in a window; without one, writing numbered pictures at a steady
 * frame rate; and without one as fast as possible, to measure. */
#include "app/screens/crowd/crowd_screen.h"
#include "base/folder.h"
#include "base/isa.h"
#include "base/pool.h"
#include "base/system.h"
#include "cli/commands.h"
#include "cli/model_command.h"
#include "cli/print.h"
#include <stdio.h>

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
    bp_context *context;
    bp_model_file file;
    bp_app app;
} demo_run;

static bool read_arguments(bp_cli *call, demo_arguments *out) {
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
    *out = (demo_arguments){.size = {1920, 1080}, .count = 50};
    return bp_cli_read(call, "[FILE]",
                       "A crowd of walking characters, drawn by the processor alone; of any glTF file.",
                       BP_OPTIONS(options));
}

static bool begin(demo_run *run, bp_error *error) {
    const demo_arguments *a = run->arguments;
    bp_app *app = &run->app;
    bp_context *context =
        bp_context_create(&(bp_context_options){.threads = a->threads, .isa = (bp_isa)a->isa}, error);
    run->context = context;
    if (!context || !bp_app_open(app, context, a->size[0], a->size[1], error)) return false;
    if (!a->file && !bp_asset_path("character.glb", run->own_character, sizeof run->own_character, error))
        return false;
    run->file.images = true;
    if (!bp_model_file_open(&run->file, PROGRAM, a->file ? a->file : run->own_character, error) ||
        !bp_crowd_open(app, run->file.pose, run->file.path, bp_pool_threads(bp_context_pool(context)),
                       bp_context_isa(context), error))
        return false;
    bp_crowd_screen *screen = app->crowd;
    app->settings.light = a->theme == 1;
    screen->look.count = a->count;
    screen->look.samples = a->samples == 1 ? 4 : 1; /* the choice's number */
    screen->look.wireframe = a->wireframe;
    screen->look.time_tiles = a->tiles;
    screen->look.full_detail = a->full_detail;
    screen->seconds_most = a->headless || a->frames || a->json ? 0 : (double)a->seconds;
    if (screen->note[0]) fprintf(stderr, "%s: note: %s: %s\n", PROGRAM, run->file.path, screen->note);
    return true;
}

static bool print_json(const demo_run *run, const bp_crowd_averages *f, int frames, bp_error *error) {
    const bp_crowd_screen *d = run->app.crowd;
    bp_json_writer w = bp_json_writer_make(NULL);
    bp_json_write(&w,
                  "{file: %s, note: %s, isa: %s, threads: %d, characters: %d, width: %d, height: %d, "
                  "samples: %d, frames: %d, framesPerSecond: %g, ms: {",
                  run->file.path, d->note, bp_isa_name(d->isa), d->threads, d->look.count,
                  run->app.settings.width, run->app.settings.height, d->look.samples, frames,
                  f->frames_per_second);
    for (int i = 0; i < BP_CROWD_TIMES; i++) bp_json_write(&w, "%s: %g", bp_crowd_figure_names[i], f->of[i]);
    bp_json_write(&w, "}");
    for (int i = BP_CROWD_TIMES; i < BP_CROWD_FIGURES; i++)
        bp_json_write(&w, "%s: %g", bp_crowd_figure_names[i], f->of[i]);
    bp_json_write(&w, "}");
    return bp_print_json(&w, error);
}

static bool print_table(const demo_run *run, const bp_crowd_averages *f, int frames, bp_error *error) {
    const bp_crowd_screen *d = run->app.crowd;
    printf("%d characters of %s, %dx%d, %d sample%s a pixel, %d thread%s, %s\n", d->look.count, d->name,
           run->app.settings.width, run->app.settings.height, d->look.samples, d->look.samples > 1 ? "s" : "",
           d->threads, d->threads > 1 ? "s" : "", bp_isa_name(d->isa));
    printf("%.1f frames a second, of %d\n\nmilliseconds a frame\n", f->frames_per_second, frames);
    for (int i = 0; i < BP_CROWD_FIGURES; i++) {
        if (i == BP_CROWD_TIMES) printf("in a frame\n");
        printf("  %-16s %12.*f\n", bp_crowd_figure_names[i], i < BP_CROWD_TIMES ? 2 : 0, f->of[i]);
    }
    return bp_printed(error);
}

static bool draw_frame(demo_run *run, double step, bp_error *error) {
    bp_crowd_screen *screen = run->app.crowd;
    double start = bp_seconds();
    bp_crowd_tick(&run->app, step);
    if (!bp_crowd_render(&run->app, false, error)) return false;
    bp_crowd_meter_add(&screen->whole, &screen->report, bp_seconds() - start, screen->panel_seconds, 0);
    return true;
}

/* Draws as fast as possible. The scene's clock advances by 1/60 s a frame. */
static bool measure(demo_run *run, bp_error *error) {
    double duration = run->arguments->seconds > 0 ? (double)run->arguments->seconds : 5;
    for (int i = 0; i < WARM_UP; i++)
        if (!draw_frame(run, 1.0 / 60, error)) return false;
    run->app.crowd->whole = (bp_crowd_meter){0};
    while (run->app.crowd->whole.sum[BP_CROWD_FRAME] < duration)
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
            !bp_picture_write(&run->app.crowd->picture, path, error))
            return false;
    }
    if (!run->arguments->json) printf("%d pictures in %s\n", count, folder);
    return bp_printed(error);
}

static bool print_figures(demo_run *run, bp_error *error) {
    bp_crowd_meter *whole = &run->app.crowd->whole;
    int frames = whole->frames;
    bp_crowd_averages f = bp_crowd_meter_flush(whole);
    return run->arguments->json ? print_json(run, &f, frames, error) : print_table(run, &f, frames, error);
}

static bool show(demo_run *run, const bp_window *window, bp_error *error) {
    bp_app *app = &run->app;
    const bp_window_client client = {app, bp_app_frame, bp_app_describe};
    const bp_window_options options = {
        .title = app->title, .width = run->arguments->size[0], .height = run->arguments->size[1]};
    bp_settings settings = {0};
    bp_settings_read(&settings);
    app->crowd->paused = settings.still && !(run->arguments->seconds > 0);
    app->crowd->meter.every = 0.5;
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

int bp_demo_command(bp_cli *call) {
    demo_arguments arguments;
    if (!read_arguments(call, &arguments)) return 0;
    arguments.file = call->argv[1];
    demo_run *run = bp_alloc(NULL, 1, sizeof *run, &call->error);
    if (!run) return 0;
    run->arguments = &arguments;
    (void)run_demo(run, call->window, &call->error);
    bp_app_close(&run->app);
    bp_context_destroy(run->context);
    bp_model_file_close(&run->file);
    bp_free(NULL, run);
    return 0;
}

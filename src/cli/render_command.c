/* `bindpose render`: one picture of a glTF file, or the frames of a whole clip. */
#include "cli/commands.h"
#include "cli/model_command.h"
#include "cli/options.h"
#include "cli/print.h"
#include "viewer/model/model_picture.h"
#include "viewer/offscreen_target.h"
#include <bindpose/io.h>
#include <bindpose/rig.h>
#include <stdio.h>
#include <string.h>

static const char PROGRAM[] = "bindpose render";

enum { MOST_FRAMES = 100000, FRAMING_SAMPLES = 48 };

typedef struct render_arguments {
    const char *file, *out, *frames, *animation, *time, *show_text;
    int size[2], msaa, theme, threads;
    float fps, fov;
    bp_vec3 eye, target;
    bool has_eye, has_target, unlit;
    unsigned show;
} render_arguments;

/* Everything that drawing needs. */
typedef struct render_job {
    const render_arguments *arguments;
    bp_model_file file;
    bp_context *context; /* with the threads that were asked for */
    bp_model_figure *figure;
    bp_raster *raster;
    bp_framebuffer framebuffer;
    bp_model_picture picture;
    int frame_count;
    double first; /* seconds; of the first frame */
} render_job;

static const char *const SHOWS[] = {"mesh", "bones", "axes", "weights", "wireframe", "names", NULL};

/* Reads words separated by commas. */
static bool read_show(const char *text, unsigned *show, bp_error *error) {
    *show = 0;
    while (true) {
        size_t length = strcspn(text, ",");
        char word[32] = "";
        snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), text);
        int found = 0;
        while (SHOWS[found] && strcmp(SHOWS[found], word) != 0) found++;
        if (!SHOWS[found]) {
            return bp_fail(error, BP_ERROR_ARGUMENT, "--show",
                           "\"%s\" can't be shown%s; mesh, bones, axes, weights, wireframe, names can", word,
                           bp_suggest(word, SHOWS).text);
        }
        *show |= 1u << found;
        if (text[length] == '\0') return true;
        text += length + 1;
    }
}

static bool check_arguments(render_arguments *out, bp_error *error) {
    if (!out->out == !out->frames)
        return bp_fail(error, BP_ERROR_ARGUMENT, NULL,
                       out->out
                           ? "-o OUT.png and --frames DIR don't go together; give one of them"
                           : "say where the picture goes: -o OUT.png, or --frames DIR for a whole animation");
    if (out->frames && out->time)
        return bp_fail(error, BP_ERROR_ARGUMENT, "--time", "goes with -o; --frames writes all times");
    if (out->has_eye && out->has_target && bp_vec3_distance(out->eye, out->target) < 1e-6f)
        return bp_fail(error, BP_ERROR_ARGUMENT, "--eye", "is where --target is; move one of them");
    return read_show(out->show_text, &out->show, error);
}

static bool read_arguments(int argc, char **argv, render_arguments *out, int *code) {
    static const char *const samples[] = {"4", "1", NULL};
    const bp_option options[] = {
        bp_option_text("-o", &out->out, "OUT.png", "write one picture"),
        bp_option_text("--frames", &out->frames, "DIR", "write the whole animation: frame-0001.png ..."),
        bp_option_number("--fps", &out->fps, "N", 0.1, 1000, "pictures a second, with --frames (30)"),
        bp_option_text("--animation", &out->animation, "NAME|N", "pose by this animation"),
        bp_option_text("--time", &out->time, "SECONDS", "at this time of it (0)"),
        bp_option_size(out->size, 16, "of the picture (1280x800)"),
        bp_option_text("--show", &out->show_text, "WORDS",
                       "some of mesh,bones,axes,weights,wireframe,names (mesh)"),
        bp_option_vec3("--eye", &out->eye, &out->has_eye, "where to look from"),
        bp_option_vec3("--target", &out->target, &out->has_target, "where to look to"),
        bp_option_number("--fov", &out->fov, "DEG", 1, 170, "angle of view from top to bottom (35)"),
        bp_option_flag("--unlit", &out->unlit, "colours without light"),
        bp_option_choice("--msaa", &out->msaa, "1|4", samples, "samples a pixel (4)"),
        bp_option_integer("--threads", &out->threads, "N", 0, 256, "in all; 0: one a processor"),
        bp_option_theme(&out->theme, "background (dark)"),
    };
    bp_usage usage = {.program = PROGRAM,
                      .positionals = "FILE",
                      .summary = "Pictures of a glTF file.",
                      BP_OPTION_TABLE(options)};
    *out = (render_arguments){.size = {1280, 800}, .fps = 30, .fov = 35, .show_text = "mesh"};
    bp_error error = {0};
    if (!bp_options_read(&usage, argc, argv, &out->file, code)) return false;
    if (check_arguments(out, &error)) return true;
    *code = bp_report(PROGRAM, &error);
    return false;
}

static bool pose_at(render_job *job, double seconds, bp_error *error) {
    return bp_model_pose_set(job->file.pose, job->file.clip, seconds, error) &&
           bp_figure_pose(bp_model_figure_get_figure(job->figure), error);
}

static double frame_time(const render_job *job, int frame) {
    return job->first + (double)frame / (double)job->arguments->fps;
}

/* Bounds over all frames, because the camera doesn't move. */
static bool find_bounds(render_job *job, bp_bounds *out, bp_error *error) {
    int step = 1 + (job->frame_count - 1) / FRAMING_SAMPLES;
    *out = bp_bounds_empty();
    for (int i = 0; i < job->frame_count; i += step) {
        if (job->arguments->frames && !pose_at(job, frame_time(job, i), error)) return false;
        *out = bp_bounds_union(*out, bp_figure_bounds(bp_model_figure_get_figure(job->figure)));
    }
    return true;
}

/* By default the camera looks a little from the right and from above. */
static bool set_camera(render_job *job, bp_error *error) {
    const render_arguments *arguments = job->arguments;
    bp_camera *camera = &job->picture.camera;
    bp_bounds bounds;
    if (!find_bounds(job, &bounds, error)) return false;
    *camera = (bp_camera){.eye = {0.42f, 0.22f, 1}, .fov_y = bp_radians(arguments->fov)};
    bp_camera_fit(camera, bounds, (float)arguments->size[0] / (float)arguments->size[1]);
    bp_vec3 back = bp_vec3_sub(camera->eye, camera->target);
    if (arguments->has_target) {
        camera->target = arguments->target;
        camera->eye = bp_vec3_add(camera->target, back);
    }
    if (arguments->has_eye) camera->eye = arguments->eye;
    return true;
}

static bool count_frames(render_job *job, bp_error *error) {
    const render_arguments *arguments = job->arguments;
    bp_model_file *file = &job->file;
    double last = 0;
    job->frame_count = 1;
    if (!arguments->frames) return true;
    if (file->clip < 0 && file->model->clip_count == 0)
        return bp_fail(error, BP_ERROR_ARGUMENT, "--frames",
                       "the file has no animation; -o writes a picture");
    if (file->clip < 0) file->clip = 0;
    bp_clip_span(file->model->clips[file->clip], &job->first, &last);
    double count = (last - job->first) * (double)arguments->fps + 1.0001;
    if (count > MOST_FRAMES)
        return bp_fail(error, BP_ERROR_ARGUMENT, "--fps", "that would be %.0f pictures, more than %d", count,
                       MOST_FRAMES);
    job->frame_count = (int)count;
    return true;
}

static bool open_job(render_job *job, bp_error *error) {
    const render_arguments *arguments = job->arguments;
    if (!bp_model_file_open_posed(&job->file, PROGRAM, arguments->file, true, arguments->animation,
                                  arguments->time, error))
        return false;
    job->context = bp_context_create(&(bp_context_options){.threads = arguments->threads}, error);
    if (!job->context || !count_frames(job, error)) return false;
    job->figure = bp_model_figure_create(job->context, job->file.pose, error);
    job->raster = job->figure ? bp_raster_create(job->context, error) : NULL;
    if (!job->raster || !bp_framebuffer_create(job->context, arguments->size[0], arguments->size[1],
                                               &job->framebuffer, error))
        return false;
    job->picture = (bp_model_picture){.model = job->file.model,
                                      .figure = bp_model_figure_get_figure(job->figure),
                                      .theme = bp_theme_of(arguments->theme == 1),
                                      .show = arguments->show,
                                      .unlit = arguments->unlit,
                                      .samples = arguments->msaa == 0 ? 4 : 1};
    return set_camera(job, error);
}

static void close_job(render_job *job) {
    if (job->context) bp_framebuffer_destroy(job->context, &job->framebuffer);
    bp_raster_destroy(job->raster);
    bp_model_figure_destroy(job->figure);
    bp_context_destroy(job->context);
    bp_model_file_close(&job->file);
}

static bool write_picture(render_job *job, const char *path, bp_error *error) {
    return bp_model_picture_draw(job->raster, &job->framebuffer, &job->picture, error) &&
           bp_offscreen_target_write(&job->framebuffer, path, error);
}

/* A progress bar on one line of a terminal. */
static void print_progress(int done, int count) {
    enum { WIDTH = 40 };
    char bar[WIDTH + 1];
    int full = (int)((long long)WIDTH * done / count);
    memset(bar, '.', WIDTH);
    memset(bar, '#', (size_t)full);
    bar[WIDTH] = '\0';
    fprintf(stderr, "\r[%s] %d/%d%s", bar, done, count, done == count ? "\n" : "");
    fflush(stderr);
}

static bool write_frames(render_job *job, bp_error *error) {
    const char *folder = job->arguments->frames;
    bool watched = bp_stderr_is_terminal();
    if (!bp_folder_make(folder, error)) return false;
    for (int i = 0; i < job->frame_count; i++) {
        char path[1024];
        int length = snprintf(path, sizeof path, "%s/frame-%04d.png", folder, i + 1);
        if (length < 0 || (size_t)length >= sizeof path)
            return bp_fail(error, BP_ERROR_ARGUMENT, "--frames", "the folder's name is too long");
        if (!pose_at(job, frame_time(job, i), error) || !write_picture(job, path, error)) {
            if (watched && i > 0) fputc('\n', stderr);
            return false;
        }
        if (watched) print_progress(i + 1, job->frame_count);
    }
    printf("%d pictures of animation %d in %s\n", job->frame_count, job->file.clip, folder);
    return true;
}

int bp_render_command(const bp_environment *environment, int argc, char **argv) {
    (void)environment;
    render_arguments arguments;
    bp_error error = {0};
    int code;
    if (!read_arguments(argc, argv, &arguments, &code)) return code;
    render_job job = {.arguments = &arguments};
    bool ok = open_job(&job, &error) &&
              (arguments.frames ? write_frames(&job, &error) : write_picture(&job, arguments.out, &error));
    close_job(&job);
    return ok ? 0 : bp_report(PROGRAM, &error);
}

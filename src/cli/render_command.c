/* `bindpose render`: one picture, or those of a whole clip. */
#include "cli/render_command.h"
#include "cli/model_command.h"
#include "cli/options.h"
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

/* What pictures are made with. */
typedef struct render_studio {
    const render_arguments *arguments;
    bp_model_file file;
    bp_context *context; /* with the threads that were asked for */
    bp_model_figure *figure;
    bp_raster *raster;
    bp_framebuffer framebuffer;
    bp_model_picture picture;
    int frame_count;
    double first; /* seconds; of the first frame */
} render_studio;

/* ---- arguments ----------------------------------------------------------------------------------*/

static const char *const SHOWS[] = {"mesh", "bones", "axes", "weights", "wireframe", "names", NULL};

/* Words with commas between them. */
static bool read_show(const char *text, unsigned *show, bp_error *error) {
    *show = 0;
    while (true) {
        size_t length = strcspn(text, ",");
        char word[32] = "";
        snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), text);
        int found = 0;
        while (SHOWS[found] && strcmp(SHOWS[found], word) != 0) found++;
        if (!SHOWS[found]) {
            const char *nearest = bp_nearest_word(word, SHOWS);
            return bp_fail(error, BP_ERROR_ARGUMENT, "--show",
                           "\"%s\" can't be shown%s%s%s; mesh, bones, axes, weights, wireframe, names can",
                           word, nearest ? ", did you mean " : "", nearest ? nearest : "",
                           nearest ? "?" : "");
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
                           ? "-o OUT.png and --frames DIR don't go together; take one of them"
                           : "say where the picture goes: -o OUT.png, or --frames DIR for a whole animation");
    if (out->frames && out->time)
        return bp_fail(error, BP_ERROR_ARGUMENT, "--time", "goes with -o; --frames writes all times");
    if (out->has_eye && out->has_target && bp_vec3_distance(out->eye, out->target) < 1e-6f)
        return bp_fail(error, BP_ERROR_ARGUMENT, "--eye", "is where --target is; move one of them");
    return read_show(out->show_text, &out->show, error);
}

static bp_parsed read_arguments(int argc, char **argv, render_arguments *out, bp_error *error) {
    static const char *const samples[] = {"4", "1", NULL}, *const themes[] = {"dark", "light", NULL};
    const bp_option options[] = {
        {"-o", BP_OPTION_TEXT, &out->out, "OUT.png", "write one picture", 0, 0, NULL, NULL},
        {"--frames", BP_OPTION_TEXT, &out->frames, "DIR", "write the whole animation: frame-0001.png ...", 0,
         0, NULL, NULL},
        {"--fps", BP_OPTION_NUMBER, &out->fps, "N", "pictures a second, with --frames (30)", 0.1, 1000, NULL,
         NULL},
        {"--animation", BP_OPTION_TEXT, &out->animation, "NAME|N", "pose by this animation", 0, 0, NULL,
         NULL},
        {"--time", BP_OPTION_TEXT, &out->time, "SECONDS", "at this time of it (0)", 0, 0, NULL, NULL},
        {"--size", BP_OPTION_SIZE, out->size, "WxH", "of the picture (1280x800)", 16, 8192, NULL, NULL},
        {"--show", BP_OPTION_TEXT, &out->show_text, "WORDS",
         "some of mesh,bones,axes,weights,wireframe,names (mesh)", 0, 0, NULL, NULL},
        {"--eye", BP_OPTION_VEC3, &out->eye, "X,Y,Z", "where to look from", 0, 0, NULL, &out->has_eye},
        {"--target", BP_OPTION_VEC3, &out->target, "X,Y,Z", "where to look to", 0, 0, NULL, &out->has_target},
        {"--fov", BP_OPTION_NUMBER, &out->fov, "DEG", "angle of view from top to bottom (35)", 1, 170, NULL,
         NULL},
        {"--unlit", BP_OPTION_FLAG, &out->unlit, NULL, "colours without light", 0, 0, NULL, NULL},
        {"--msaa", BP_OPTION_CHOICE, &out->msaa, "1|4", "samples a pixel (4)", 0, 0, samples, NULL},
        {"--threads", BP_OPTION_INTEGER, &out->threads, "N", "in all; 0: one a processor", 0, 256, NULL,
         NULL},
        {"--theme", BP_OPTION_CHOICE, &out->theme, "light|dark", "background (dark)", 0, 0, themes, NULL},
    };
    bp_usage usage = {.program = PROGRAM,
                      .positionals = "FILE",
                      .summary = "Pictures of a glTF file.",
                      .options = options,
                      .option_count = BP_COUNT(options),
                      .positionals_min = 1,
                      .positionals_max = 1};
    *out = (render_arguments){.size = {1280, 800}, .fps = 30, .fov = 35, .show_text = "mesh"};
    bp_parsed parsed = bp_options_parse(&usage, argc, argv, &out->file, error);
    if (parsed == BP_PARSED && !check_arguments(out, error)) return BP_PARSED_FAILED;
    return parsed;
}

/* ---- the studio ---------------------------------------------------------------------------------*/

static bool pose_at(render_studio *studio, double seconds, bp_error *error) {
    return bp_model_pose_set(studio->file.pose, studio->file.clip, seconds, error) &&
           bp_figure_pose(bp_model_figure_get_figure(studio->figure), error);
}

static double frame_time(const render_studio *studio, int frame) {
    return studio->first + (double)frame / (double)studio->arguments->fps;
}

/* Everything that all pictures show, so that the camera can stand still. */
static bool find_bounds(render_studio *studio, bp_bounds *out, bp_error *error) {
    int step = 1 + (studio->frame_count - 1) / FRAMING_SAMPLES;
    *out = bp_bounds_empty();
    for (int i = 0; i < studio->frame_count; i += step) {
        if (studio->arguments->frames && !pose_at(studio, frame_time(studio, i), error)) return false;
        *out = bp_bounds_union(*out, bp_figure_bounds(bp_model_figure_get_figure(studio->figure)));
    }
    return true;
}

/* A little from the right and from above, unless it is said where from. */
static bool place_camera(render_studio *studio, bp_error *error) {
    const render_arguments *arguments = studio->arguments;
    bp_camera *camera = &studio->picture.camera;
    bp_bounds bounds;
    if (!find_bounds(studio, &bounds, error)) return false;
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

static bool count_frames(render_studio *studio, bp_error *error) {
    const render_arguments *arguments = studio->arguments;
    bp_model_file *file = &studio->file;
    double last = 0;
    studio->frame_count = 1;
    if (!arguments->frames) return true;
    if (file->clip < 0 && file->model->clip_count == 0)
        return bp_fail(error, BP_ERROR_ARGUMENT, "--frames",
                       "the file has no animation; -o writes a picture");
    if (file->clip < 0) file->clip = 0;
    bp_clip_span(file->model->clips[file->clip], &studio->first, &last);
    double count = (last - studio->first) * (double)arguments->fps + 1.0001;
    if (count > MOST_FRAMES)
        return bp_fail(error, BP_ERROR_ARGUMENT, "--fps", "that would be %.0f pictures, more than %d", count,
                       MOST_FRAMES);
    studio->frame_count = (int)count;
    return true;
}

static bool open_studio(render_studio *studio, bp_error *error) {
    const render_arguments *arguments = studio->arguments;
    if (!bp_model_file_open_posed(&studio->file, PROGRAM, arguments->file, true, arguments->animation,
                                  arguments->time, error))
        return false;
    studio->context = bp_context_create(&(bp_context_options){.threads = arguments->threads}, error);
    if (!studio->context || !count_frames(studio, error)) return false;
    studio->figure = bp_model_figure_create(studio->context, studio->file.pose, error);
    studio->raster = studio->figure ? bp_raster_create(studio->context, error) : NULL;
    if (!studio->raster || !bp_framebuffer_create(studio->context, arguments->size[0], arguments->size[1],
                                                  &studio->framebuffer, error))
        return false;
    studio->picture = (bp_model_picture){.model = studio->file.model,
                                         .figure = bp_model_figure_get_figure(studio->figure),
                                         .theme = bp_theme_of(arguments->theme == 1),
                                         .show = arguments->show,
                                         .unlit = arguments->unlit,
                                         .samples = arguments->msaa == 0 ? 4 : 1};
    return place_camera(studio, error);
}

static void close_studio(render_studio *studio) {
    if (studio->context) bp_framebuffer_destroy(studio->context, &studio->framebuffer);
    bp_raster_destroy(studio->raster);
    bp_model_figure_destroy(studio->figure);
    bp_context_destroy(studio->context);
    bp_model_file_close(&studio->file);
}

/* ---- pictures -----------------------------------------------------------------------------------*/

static bool write_picture(render_studio *studio, const char *path, bp_error *error) {
    return bp_model_picture_draw(studio->raster, &studio->framebuffer, &studio->picture, error) &&
           bp_offscreen_target_write(&studio->framebuffer, path, error);
}

/* One line that is written over and over, for eyes only. */
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

static bool write_frames(render_studio *studio, bp_error *error) {
    const char *folder = studio->arguments->frames;
    bool watched = bp_stderr_is_terminal();
    if (!bp_folder_make(folder, error)) return false;
    for (int i = 0; i < studio->frame_count; i++) {
        char path[1024];
        int length = snprintf(path, sizeof path, "%s/frame-%04d.png", folder, i + 1);
        if (length < 0 || (size_t)length >= sizeof path)
            return bp_fail(error, BP_ERROR_ARGUMENT, "--frames", "the folder's name is too long");
        if (!pose_at(studio, frame_time(studio, i), error) || !write_picture(studio, path, error)) {
            if (watched && i > 0) fputc('\n', stderr);
            return false;
        }
        if (watched) print_progress(i + 1, studio->frame_count);
    }
    printf("%d pictures of animation %d in %s\n", studio->frame_count, studio->file.clip, folder);
    return true;
}

int bp_render_command(int argc, char **argv) {
    render_arguments arguments;
    bp_error error = {0};
    bp_parsed parsed = read_arguments(argc, argv, &arguments, &error);
    if (parsed == BP_PARSED_DONE) return 0;
    if (parsed != BP_PARSED) return bp_report(PROGRAM, &error);
    render_studio studio = {.arguments = &arguments};
    bool good =
        open_studio(&studio, &error) &&
        (arguments.frames ? write_frames(&studio, &error) : write_picture(&studio, arguments.out, &error));
    close_studio(&studio);
    return good ? 0 : bp_report(PROGRAM, &error);
}

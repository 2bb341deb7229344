/* `bindpose render`: one picture of a glTF file, or a whole clip, as pictures or as one file. */
#include "app/model/loaded_model.h"
#include "base/folder.h"
#include "base/system.h"
#include "cli/commands.h"
#include "cli/model_command.h"
#include "cli/print.h"
#include "io/sequence.h"
#include "mesh/editing.h"
#include "mesh/model_pose.h"
#include "scene/figure.h"
#include "scene/shadow.h"
#include <stdio.h>
#include <string.h>

/* The history of a pixel as text, and as JSON with the same numbers. */

static void print_line(void *user, int level, const char *text) {
    (void)user;
    printf("%*s%s\n", 4 * level, "", bp_escape(text).text);
}

static void put_color(bp_json_writer *json, const char *key, const uint8_t color[4]) {
    bp_json_write(json, "%s: (", key);
    for (int i = 0; i < 4; i++) bp_json_write(json, "%d", color[i]);
    bp_json_write(json, ")");
}

static void put_sample(bp_json_writer *json, const bp_pixel_event *event, const bp_sample_step *s) {
    const float at[2] = {s->x, s->y};
    bp_json_write(json, "{at: %2p", bp_floats(at));
    if (event->positions) {
        bp_json_write(json, "edges: (");
        for (int i = 0; i < 3; i++) bp_json_write(json, "%g", (double)s->edge[i] / 65536);
        bp_json_write(json, ")");
    }
    bp_json_write(json, "covered: %i, passed: %i, written: %i, depth: %g, oldDepth: %g", s->covered,
                  s->passed, s->written, (double)s->depth, (double)s->old_depth);
    put_color(json, "oldColor", s->old_color);
    put_color(json, "color", s->color);
    bp_json_write(json, "}");
}

static void put_texture(bp_json_writer *json, const bp_texture_step *t) {
    static const char *const names[BP_MAPS] = {[BP_MAP_METALLIC_ROUGHNESS] = "metallicRoughness",
                                               [BP_MAP_NORMAL] = "normal",
                                               [BP_MAP_OCCLUSION] = "occlusion",
                                               [BP_MAP_EMISSIVE] = "emissive"};
    bp_json_write(json, "{map: %s, uv: %2p, uvWithoutPerspective: %2p, size: (",
                  t->map < 0 ? "baseColor" : names[t->map], bp_floats(t->uv), bp_floats(t->flat_uv));
    for (int i = 0; i < 2; i++) bp_json_write(json, "%d", t->size[i]);
    bp_json_write(json, "), toRight: %2p, toDown: %2p, level: %g, texels: [", bp_floats(t->right),
                  bp_floats(t->down), (double)t->level);
    for (int i = 0; i < t->texel_count; i++)
        bp_json_write(json, "{level: %d, x: %d, y: %d, weight: %g, color: %4p}", t->texels[i].level,
                      t->texels[i].x, t->texels[i].y, (double)t->texels[i].weight,
                      bp_floats(t->texels[i].color));
    bp_json_write(json, "], color: %4p}", bp_floats(t->color));
}

static void put_light(bp_json_writer *json, const bp_shading_step *s) {
    if (s->model == BP_LIGHTING_NONE) return;
    bp_json_write(
        json,
        "normal: %3p, normalDotLight: %g, lightDirection: %3p, lightColor: %3p, ambient: %3p, light: %3p",
        bp_floats(s->normal), (double)s->n_dot_l, bp_floats(s->direction), bp_floats(s->light_color),
        bp_floats(s->ambient), bp_floats(s->light));
    if (s->model != BP_LIGHTING_PBR) return;
    bp_json_write(json,
                  "metallic: %g, roughness: %g, occlusion: %g, eye: %3p, skySlope: %3p, sky: %3p, emissive: "
                  "%3p, sum: %3p, toneMapped: %i",
                  (double)s->metallic, (double)s->roughness, (double)s->occlusion, bp_floats(s->eye),
                  bp_floats(s->sky_slope), bp_floats(s->sky), bp_floats(s->emissive), bp_floats(s->sum),
                  s->tone_mapped);
}

static void put_shading(bp_json_writer *json, const bp_shading_step *s) {
    bp_json_write(json, "shading: {inverseW: %g, w: %g, base: %4p, textures: [", (double)s->inverse_w,
                  (double)s->w, bp_floats(s->base));
    for (int i = 0; i < s->texture_count; i++) put_texture(json, &s->textures[i]);
    bp_json_write(json, "]");
    put_light(json, s);
    bp_json_write(json, "wire: %g, color: %4p, alphaCutoff: %g, blended: %i}", (double)s->wire,
                  bp_floats(s->color), (double)s->alpha_cutoff, s->blended);
}

static void put_names(bp_json_writer *json, const bp_pixel_event *event, const bp_explain_scene *scene) {
    bp_pick pick;
    bp_json_write(json, "shadow: %i", bp_shadow_drew(scene->shadow, event));
    if (!bp_figure_drew(scene->figure, event, &pick)) return;
    const bp_figure_part *part = bp_figure_part_at(scene->figure, pick.part);
    bp_json_write(json, "mesh: %s, material: %s, bone: %s", part->mesh->name,
                  part->material ? part->material->name : NULL, pick.bone ? bp_bone_name(pick.bone) : NULL);
}

static void put_triangle(bp_json_writer *json, const bp_pixel_event *event, const bp_explain_scene *scene) {
    put_names(json, event, scene);
    bp_json_write(json, "corners: [");
    for (int i = 0; i < 3; i++)
        bp_json_write(json, "{vertex: %d, screen: %3p, inverseW: %g, topLeftEdge: %i}", event->vertices[i],
                      bp_floats(event->screen[i]), (double)event->screen[i][3], event->top_left[i]);
    bp_json_write(json, "], clipped: %i, twiceArea: %g, weights: %3p, weightsInPerspective: %3p",
                  event->clipped, (double)event->area / 65536, bp_floats(event->weights),
                  bp_floats(event->corrected));
    if (event->shading.shaded) put_shading(json, &event->shading);
}

static bool print_explanation_json(const bp_pixel_history *history, const bp_explain_scene *scene,
                                   bp_error *error) {
    bp_json_writer json = bp_json_writer_make(NULL);
    bp_json_write(&json, "{pixel: (%d, %d)", history->x, history->y);
    put_color(&json, "color", history->color);
    bp_json_write(&json, "depth: %g, events: [", (double)history->depth);
    for (size_t i = 0; i < history->count; i++) {
        const bp_pixel_event *event = &history->events[i];
        bp_json_write(&json, "{kind: %s, draw: %zu, primitive: %d", event->kind, event->draw,
                      event->primitive);
        if (event->positions) put_triangle(&json, event, scene);
        const bp_bone *bone = bp_explain_bone(scene, event);
        if (bone) bp_json_write(&json, "bone: %s", bp_bone_name(bone));
        bp_json_write(&json, "samples: [");
        for (int n = 0; n < event->sample_count; n++) put_sample(&json, event, &event->samples[n]);
        bp_json_write(&json, "]}");
    }
    bp_json_write(&json, "]}");
    return bp_print_json(&json, error);
}

static const char PROGRAM[] = "bindpose render";

enum {
    MOST_FRAMES = 100000,
    FRAMING_SAMPLES = 48, /* poses of a clip from which it is framed, and one more at its end */
    CALM_SAMPLES = 4,     /* on both sides of a moment: the camera follows their mean, not every step */
    MOST_GIF_FPS = 50
};

typedef struct render_arguments {
    const char *file, *out, *frames, *apng, *gif, *animation, *time, *show_text, *explain;
    int pixel[2], size[2], msaa, theme, threads, view;
    float fps, fov, limit;
    bp_vec3 eye, target;
    bool has_eye, has_target, unlit, no_shadow, turntable, follow, json;
    unsigned show;
} render_arguments;

typedef struct render_job {
    const render_arguments *arguments;
    bp_model_file file;
    bp_context *context; /* with the threads that were asked for */
    bp_model_figure *figure;
    bp_model_framing framing;
    bp_model_sequence sequence;        /* one picture, if `moves` is false */
    bp_vec3 path[FRAMING_SAMPLES + 1]; /* of the camera with --follow */
    bool moves;
    int checked, hidden; /* pictures, and those in which nothing of the figure is to be seen */
    bp_visibility why;
    int posed, pose_count; /* for the progress bar; 0: none */
} render_job;

static const char *const SHOWS[] = {"mesh", "bones", "axes", "weights", "wireframe", "names", NULL};

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

/* "X,Y" */
static bool read_pixel(render_arguments *out, bp_error *error) {
    int end = 0;
    if (!out->explain) {
        if (!out->json) return true;
        return bp_fail(error, BP_ERROR_ARGUMENT, "--json", "goes with --explain");
    }
    if (sscanf(out->explain, "%5d,%5d%n", &out->pixel[0], &out->pixel[1], &end) == 2 && !out->explain[end] &&
        out->pixel[0] >= 0 && out->pixel[0] < out->size[0] && out->pixel[1] >= 0 &&
        out->pixel[1] < out->size[1])
        return true;
    return bp_fail(error, BP_ERROR_ARGUMENT, "--explain",
                   "\"%.40s\" is no pixel of this picture; it has 0,0 to %d,%d (see --size)", out->explain,
                   out->size[0] - 1, out->size[1] - 1);
}

static bool check_arguments(render_arguments *out, bp_error *error) {
    int outputs = !!out->out + !!out->frames + !!out->apng + !!out->gif + !!out->explain;
    if (outputs == 0)
        return bp_fail(error, BP_ERROR_ARGUMENT, NULL,
                       "say where the picture goes: -o OUT.png; or a whole animation: --gif OUT.gif, "
                       "--animated OUT.png, --frames DIR");
    if (outputs > 1)
        return bp_fail(error, BP_ERROR_ARGUMENT, NULL,
                       "-o, --frames, --animated, --gif and --explain don't go together; give one of them");
    bool one = out->out || out->explain;
    if (!one && out->time)
        return bp_fail(error, BP_ERROR_ARGUMENT, "--time", "goes with -o; the others show all times");
    if (one && out->turntable)
        return bp_fail(error, BP_ERROR_ARGUMENT, "--turntable",
                       "goes with --gif, --animated or --frames; -o writes one picture");
    if (one && out->follow)
        return bp_fail(error, BP_ERROR_ARGUMENT, "--follow",
                       "goes with --gif, --animated or --frames; -o frames the one pose that it shows");
    if (!out->out && out->view) return bp_fail(error, BP_ERROR_ARGUMENT, "--view", "goes with -o");
    if (out->gif && out->fps > MOST_GIF_FPS)
        return bp_fail(error, BP_ERROR_ARGUMENT, "--fps", "a GIF shows at most %d pictures a second",
                       MOST_GIF_FPS);
    if (out->has_eye && out->has_target && bp_vec3_distance(out->eye, out->target) < 1e-6f)
        return bp_fail(error, BP_ERROR_ARGUMENT, "--eye", "is where --target is; move one of them");
    return read_pixel(out, error) && read_show(out->show_text, &out->show, error);
}

static bool read_arguments(bp_cli *call, render_arguments *out) {
    static const char *const samples[] = {"4", "1", NULL};
    const bp_option options[] = {
        bp_option_text("-o", &out->out, "OUT.png", "write one picture"),
        bp_option_text("--frames", &out->frames, "DIR", "write the whole animation: frame-0001.png ..."),
        bp_option_text("--animated", &out->apng, "OUT.png", "write the whole animation as an animated PNG"),
        bp_option_text("--gif", &out->gif, "OUT.gif", "write the whole animation as a GIF of 255 colours"),
        bp_option_text("--explain", &out->explain, "X,Y",
                       "tell how that pixel of the picture got its colour, step by step"),
        bp_option_flag("--json", &out->json, "with --explain: JSON"),
        bp_option_flag("--turntable", &out->turntable,
                       "the camera goes once round; without --animation, the figure rests"),
        bp_option_flag("--follow", &out->follow,
                       "the camera goes along with a figure that walks away, and is as near as for one pose"),
        bp_option_number("--fps", &out->fps, "N", 0.1, 1000, "pictures a second of an animation (30)"),
        bp_option_text("--animation", &out->animation, "NAME|N", "pose by this animation"),
        bp_option_text("--time", &out->time, "SECONDS", "at this time of it (0)"),
        bp_option_size(out->size, 16, "of the picture (1280x800)"),
        bp_option_text("--show", &out->show_text, "WORDS",
                       "some of mesh,bones,axes,weights,wireframe,names (mesh)"),
        bp_option_vec3("--eye", &out->eye, &out->has_eye, "where to look from"),
        bp_option_vec3("--target", &out->target, &out->has_target, "where to look to"),
        bp_option_number("--fov", &out->fov, "DEG", 1, 170, "angle of view from top to bottom (35)"),
        bp_option_flag("--unlit", &out->unlit, "colours without light and shadow"),
        bp_option_flag("--no-shadow", &out->no_shadow, "without the shadow on the ground"),
        bp_option_choice("--msaa", &out->msaa, "1|4", samples, "samples a pixel (4)"),
        bp_option_integer("--threads", &out->threads, "N", 0, 256, "in all; 0: one a processor"),
        bp_option_choice("--view", &out->view, "NAME", bp_false_color_names,
                         "with -o, in false colours: overdraw, depth, mip, coverage or time; with a legend"),
        bp_option_theme(&out->theme, "background (dark)"),
        bp_option_limit(&out->limit),
    };
    *out = (render_arguments){.size = {1280, 800}, .fps = 30, .fov = 35, .show_text = "mesh"};
    if (!bp_cli_read(call, "FILE", "Pictures of a glTF file.", BP_OPTIONS(options))) return false;
    out->file = call->argv[1];
    return check_arguments(out, &call->error);
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

static bool pose_at(void *user, double seconds, bp_error *error) {
    render_job *job = user;
    if (job->pose_count > 0) print_progress(++job->posed, job->pose_count);
    return bp_model_pose_set(job->file.pose, job->file.clip, seconds, error) &&
           bp_figure_pose(bp_model_figure_get_figure(job->figure), error);
}

static bp_bounds moved(bp_bounds box, bp_vec3 by) {
    return bp_bounds_is_empty(box) ? box : (bp_bounds){bp_vec3_add(box.lo, by), bp_vec3_add(box.hi, by)};
}

/* The camera's path: the figure's centre, as a mean over moments on both sides, and fewer of them near the
 * ends. It begins at the origin. Returns the box that the figure stays within, seen from the camera. */
static bp_bounds find_path(render_job *job, const bp_bounds boxes[FRAMING_SAMPLES + 1]) {
    bp_bounds box = bp_bounds_empty();
    for (int i = 0; i <= FRAMING_SAMPLES; i++) {
        int reach = i < FRAMING_SAMPLES - i ? i : FRAMING_SAMPLES - i;
        if (reach > CALM_SAMPLES) reach = CALM_SAMPLES;
        bp_vec3 sum = {0, 0, 0};
        for (int j = i - reach; j <= i + reach; j++) sum = bp_vec3_add(sum, bp_bounds_center(boxes[j]));
        job->path[i] = bp_vec3_scale(sum, 1.0f / (float)(2 * reach + 1));
    }
    bp_vec3 start = job->path[0];
    for (int i = 0; i <= FRAMING_SAMPLES; i++) {
        job->path[i] = bp_vec3_sub(job->path[i], start);
        box = bp_bounds_union(box, moved(boxes[i], bp_vec3_scale(job->path[i], -1)));
    }
    job->sequence.path = job->path;
    job->sequence.path_count = FRAMING_SAMPLES + 1;
    return box;
}

/* Bounds over the whole clip: its pictures are framed alike, and the ground for the shadow is at the lowest
 * point of all, in one picture as well. Poses the model. */
static bool find_bounds(render_job *job, bp_bounds *out, bp_error *error) {
    const bp_model_sequence *sequence = &job->sequence;
    bp_bounds boxes[FRAMING_SAMPLES + 1];
    *out = bp_model_framing_bounds(&job->framing);
    if (!(sequence->length > 0)) return true;
    *out = bp_bounds_empty();
    for (int i = 0; i <= FRAMING_SAMPLES; i++) {
        double seconds = sequence->first + sequence->length * (double)i / FRAMING_SAMPLES;
        if (!pose_at(job, seconds, error)) return false;
        boxes[i] = bp_model_framing_bounds(&job->framing);
        *out = bp_bounds_union(*out, boxes[i]);
    }
    if (job->arguments->follow) {
        float floor = out->lo.y;
        *out = find_path(job, boxes);
        if (!bp_bounds_is_empty(*out)) out->lo.y = fminf(out->lo.y, floor);
    }
    return job->moves || pose_at(job, job->file.seconds, error);
}

/* By default the camera looks at the figure's front. */
static bool set_camera(render_job *job, bp_error *error) {
    const render_arguments *arguments = job->arguments;
    bp_camera *camera = &job->sequence.picture.camera;
    bp_bounds framed = bp_model_framing_bounds(&job->framing), *all = &job->sequence.picture.bounds;
    if (!find_bounds(job, all, error)) return false;
    if (job->moves) framed = *all;
    *camera = bp_model_front_camera(job->file.model, bp_radians(arguments->fov));
    bp_model_sequence_fit(&job->sequence, framed);
    bp_vec3 back = bp_vec3_sub(camera->eye, camera->target);
    if (arguments->has_target) {
        camera->target = arguments->target;
        camera->eye = bp_vec3_add(camera->target, back);
    }
    if (arguments->has_eye) camera->eye = arguments->eye;
    return true;
}

/* Notes if the picture shows nothing of the figure. */
static void check_picture(void *user, const bp_model_picture *picture) {
    render_job *job = user;
    const bp_framebuffer *to = &job->sequence.framebuffer;
    job->checked++;
    bp_visibility seen =
        bp_scene_visibility(picture->figure, &picture->camera, (float)to->width / (float)to->height);
    if (seen == BP_VISIBILITY_SHOWN ||
        !(picture->show & (BP_SHOW_MESH | BP_SHOW_WEIGHTS | BP_SHOW_WIREFRAME)))
        return;
    job->hidden++;
    job->why = seen;
}

/* Whether the pictures show the figure; if none does, says why. */
static bool report_hidden(const render_job *job) {
    const render_arguments *arguments = job->arguments;
    bp_vec3 eye = job->sequence.picture.camera.eye, target = job->sequence.picture.camera.target;
    bool chosen = arguments->has_eye || arguments->has_target;
    if (job->hidden == 0) return true;
    fprintf(stderr, "%s: %s: ", PROGRAM, arguments->file);
    if (job->hidden < job->checked) /* a GIF's pictures are drawn twice */
        fprintf(stderr, "note: the figure isn't to be seen in %.0f%% of the pictures: ",
                100.0 * job->hidden / job->checked);
    if (job->why == BP_VISIBILITY_NOT_FINITE)
        fprintf(stderr, "vertices or the camera are at positions that aren't finite; a scale or a key "
                        "overflows (`bindpose doctor FILE` looks for it)\n");
    else if (job->why == BP_VISIBILITY_FLAT)
        fprintf(stderr,
                "the figure has no area: a node's scale is 0 (`bindpose doctor FILE` looks for it), or "
                "it is a plane seen from its edge\n");
    else if (job->why == BP_VISIBILITY_BACK)
        fprintf(stderr,
                "only back faces are in view, and the materials are single-sided; look from the other side: "
                "--eye %.4g,%.4g,%.4g\n",
                (double)(2 * target.x - eye.x), (double)(2 * target.y - eye.y),
                (double)(2 * target.z - eye.z));
    else
        fprintf(stderr, "nothing of the figure is in view; %s\n",
                chosen ? "change --eye or --target, or leave them out"
                       : "give the camera by --eye and --target");
    return job->hidden < job->checked;
}

/* --frames writes the clip's last pose, too; a file that repeats would show it just before the first one. */
static bool count_frames(render_job *job, bp_error *error) {
    const render_arguments *arguments = job->arguments;
    bp_model_file *file = &job->file;
    bp_model_sequence *sequence = &job->sequence;
    double last = 0;
    *sequence = (bp_model_sequence){.fps = (double)arguments->fps,
                                    .turntable = arguments->turntable,
                                    .pose = pose_at,
                                    .check = check_picture,
                                    .user = job};
    job->moves = !arguments->out && !arguments->explain;
    if (job->moves && file->clip < 0 && !sequence->turntable && file->model->clip_count == 0)
        return bp_fail(error, BP_ERROR_ARGUMENT, NULL,
                       "the file has no animation; add --turntable, or write a picture with -o");
    if (job->moves && file->clip < 0 && !sequence->turntable) file->clip = 0;
    if (file->clip >= 0) bp_clip_span(file->model->clips[file->clip], &sequence->first, &last);
    sequence->length = last - sequence->first;
    if (!job->moves) return true;
    double count = bp_model_sequence_plan(sequence);
    if (arguments->frames && !sequence->turntable) count = floor(sequence->length * sequence->fps + 1.0001);
    if (count > MOST_FRAMES)
        return bp_fail(error, BP_ERROR_ARGUMENT, "--fps", "that would be %.0f pictures, more than %d", count,
                       MOST_FRAMES);
    sequence->count = (int)count;
    return true;
}

/* Chooses by the rest pose which parts are framed. */
static bool choose_parts(render_job *job, bp_error *error) {
    bp_figure *figure = bp_model_figure_get_figure(job->figure);
    return bp_model_pose_set(job->file.pose, -1, 0, error) && bp_figure_pose(figure, error) &&
           bp_model_framing_choose(&job->framing, job->file.model, figure, error) &&
           bp_model_pose_set(job->file.pose, job->file.clip, job->file.seconds, error) &&
           bp_figure_pose(figure, error);
}

static bool open_job(render_job *job, bp_error *error) {
    const render_arguments *arguments = job->arguments;
    bp_model_sequence *sequence = &job->sequence;
    if (!bp_model_file_open(&job->file, PROGRAM, arguments->file, error)) return false;
    job->context = bp_context_create(&(bp_context_options){.threads = arguments->threads}, error);
    if (!job->context || !count_frames(job, error)) return false;
    job->figure = bp_model_figure_create(job->context, job->file.pose, error);
    if (job->figure) bp_model_free_images(job->file.model);
    sequence->raster = job->figure ? bp_raster_create(job->context, error) : NULL;
    if (!sequence->raster || !bp_framebuffer_create(job->context, arguments->size[0], arguments->size[1],
                                                    &sequence->framebuffer, error))
        return false;
    sequence->picture = (bp_model_picture){.model = job->file.model,
                                           .figure = bp_model_figure_get_figure(job->figure),
                                           .theme = bp_theme_of(arguments->theme == 1),
                                           .show = arguments->show,
                                           .unlit = arguments->unlit,
                                           .samples = arguments->msaa == 0 ? 4 : 1,
                                           .view = (bp_false_color)arguments->view};
    if (!arguments->no_shadow && !(sequence->picture.shadow = bp_shadow_create(job->context, error)))
        return false;
    if (!choose_parts(job, error)) return false;
    /* Without a surface, the bones are the picture. */
    if (bp_bounds_is_empty(bp_figure_bounds(sequence->picture.figure)))
        sequence->picture.show |= BP_SHOW_BONES;
    return set_camera(job, error);
}

static void close_job(render_job *job) {
    if (job->context) bp_framebuffer_destroy(job->context, &job->sequence.framebuffer);
    bp_shadow_destroy(job->sequence.picture.shadow);
    bp_raster_destroy(job->sequence.raster);
    bp_model_framing_clear(&job->framing);
    bp_model_figure_destroy(job->figure);
    bp_context_destroy(job->context);
    bp_model_file_close(&job->file);
}

static bool write_picture(render_job *job, const char *path, bp_error *error) {
    const bp_model_sequence *sequence = &job->sequence;
    check_picture(job, &sequence->picture);
    return bp_model_picture_draw(sequence->raster, &sequence->framebuffer, &sequence->picture, error) &&
           bp_picture_write(&sequence->framebuffer, path, error);
}

static bool explain_pixel(render_job *job, bp_error *error) {
    const render_arguments *arguments = job->arguments;
    const bp_model_sequence *sequence = &job->sequence;
    bp_pixel_history history;
    bp_explain_scene names;
    bool ok = bp_model_picture_explain(sequence->raster, &sequence->framebuffer, &sequence->picture,
                                       arguments->pixel[0], arguments->pixel[1], &history, &names, error);
    if (ok && arguments->json) ok = print_explanation_json(&history, &names, error);
    if (ok && !arguments->json) bp_explain_pixel(&history, &names, print_line, NULL);
    bp_pixel_history_clear(job->context, &history);
    return ok;
}

static bool write_frames(render_job *job, bp_error *error) {
    const char *folder = job->arguments->frames;
    const bp_model_sequence *sequence = &job->sequence;
    if (!bp_folder_make(folder, error)) return false;
    for (int i = 0; i < sequence->count; i++) {
        char path[1024];
        int length = snprintf(path, sizeof path, "%s/frame-%04d.png", folder, i + 1);
        if (length < 0 || (size_t)length >= sizeof path)
            return bp_fail(error, BP_ERROR_ARGUMENT, "--frames", "the folder's name is too long");
        if (!bp_model_sequence_draw(sequence, i, error) ||
            !bp_picture_write(&sequence->framebuffer, path, error))
            return false;
    }
    return true;
}

static bool write_all(render_job *job, bp_error *error) {
    const render_arguments *arguments = job->arguments;
    bp_model_sequence *sequence = &job->sequence;
    const char *path = arguments->gif ? arguments->gif : arguments->apng;
    if (bp_stderr_is_terminal()) job->pose_count = sequence->count * (arguments->gif ? 2 : 1);
    bool ok =
        path ? bp_model_sequence_write(
                   sequence, arguments->gif ? bp_sequence_encode_gif : bp_sequence_encode_apng, path, error)
             : write_frames(job, error);
    if (!ok && job->posed > 0 && job->posed < job->pose_count) fputc('\n', stderr);
    if (!ok) return false;
    printf("%d pictures of %s in %s\n", sequence->count,
           job->file.clip < 0 ? "the rest pose" : bp_format("animation %d", job->file.clip).text,
           path ? path : arguments->frames);
    return true;
}

int bp_render_command(bp_cli *call) {
    render_arguments arguments;
    bp_error *error = &call->error;
    if (!read_arguments(call, &arguments)) return 0;
    render_job job = {.arguments = &arguments,
                      .file = {.animation = arguments.animation,
                               .time = arguments.time,
                               .limit = arguments.limit,
                               .images = true}};
    bool ok = open_job(&job, error) && (job.moves           ? write_all(&job, error)
                                        : arguments.explain ? explain_pixel(&job, error)
                                                            : write_picture(&job, arguments.out, error));
    bool shown = !ok || report_hidden(&job);
    close_job(&job);
    return shown ? 0 : 1;
}

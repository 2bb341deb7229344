/* Root motion and events: a walk that moves the hips carries the character around, and leaves footprints.
 *
 *     walk assets/character.glb OUT.gif */
#include <bindpose/gltf.h>
#include <bindpose/instance.h>
#include <bindpose/io.h>
#include <bindpose/mixer.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 320, HEIGHT = 200, FPS = 20, FRAMES = 180, LINES = 22, CLIP = 1 };
static const char *const FEET[2] = {"foot_left", "foot_right"};

typedef struct stage {
    bp_model *model;
    bp_model_pose *pose;
    bp_figure *figure;
    bp_mixer *mixer;
    bp_raster *raster;
    bp_framebuffer picture;
    int layer, landed; /* a bit for each foot that has landed in this update */
    bp_mat4 world;
    bp_line lines[LINES + 2 * FRAMES]; /* the floor, then the footprints */
    size_t line_count;
} stage;

static int fail(const bp_error *error) {
    fprintf(stderr, "%s: %s\n", error->place, error->message);
    return 1;
}

static bp_vec3 foot_at(const stage *s, int foot) {
    return bp_bone_position_in(bp_model_find_bone(s->model, FEET[foot]), BP_SPACE_WORLD, NULL);
}

/* The file's walk stays in place. Files from a motion capture don't: adds the way to the hips' track. */
static bp_clip *walk_ahead(const bp_model *model, int hips, double length, float stride, bp_error *error) {
    bp_clip *clip =
        bp_clip_create(NULL, &(bp_clip_options){.name = "walk", .targets = BP_TARGETS_NODES}, error);
    for (size_t i = 0; clip && i < bp_clip_track_count(model->clips[CLIP]); i++) {
        bp_track track = *bp_clip_track(model->clips[CLIP], i);
        float moved[3 * 256];
        if (track.target == hips && track.kind == BP_TRACK_POSITION && track.key_count <= 256) {
            memcpy(moved, track.values, 3 * track.key_count * sizeof *moved);
            for (size_t k = 0; k < track.key_count; k++)
                moved[3 * k + 2] += stride * (float)(track.times[k] / length);
            track.values = moved;
        }
        if (!bp_clip_add(clip, &track, error)) return NULL;
    }
    return clip;
}

static void land(void *user, bp_mixer *mixer, int layer, const bp_clip_event *event, bool backwards) {
    stage *s = user;
    (void)mixer, (void)layer, (void)backwards;
    s->landed |= 1 << event->id;
}

/* Goes on by one frame: the mixer's motion moves the character, which also turns a little. */
static bool step(stage *s, bp_error *error) {
    s->landed = 0;
    if (!bp_mixer_update(s->mixer, 1.0 / FPS, error)) return false;
    bp_mat4 delta = bp_mat4_from_trs(bp_mixer_motion(s->mixer));
    s->world = bp_mat4_mul(bp_mat4_mul(delta, bp_mat4_rotation_y(2 * BP_PI / FRAMES)), s->world);
    for (int foot = 0; foot < 2; foot++) {
        if (!(s->landed >> foot & 1)) continue;
        bp_vec3 at = bp_mat4_point(s->world, foot_at(s, foot));
        at.y = 0;
        s->lines[s->line_count++] =
            (bp_line){.from = at, .to = at, .color = {255, (uint8_t)(foot ? 90 : 200), 60, 255}, .width = 7};
    }
    bp_figure_set_world(s->figure, s->world);
    return bp_figure_pose(s->figure, error);
}

/* Called by the encoder for each picture, in order; twice for GIF. */
static bool draw(void *user, int index, bp_error *error) {
    stage *s = user;
    if (index == 0) {
        s->world = bp_mat4_translation(bp_vec3_make(-1.1f, 0, 0));
        s->line_count = LINES;
        bp_mixer_seek(s->mixer, s->layer, 0);
    }
    bp_view view = {.viewport = {0, 0, WIDTH, HEIGHT}, .show = BP_SHOW_MESH};
    view.camera = (bp_camera){.eye = {0, 2.3f, 4.1f}, .target = {0, 0.55f, 0}};
    bp_mat4 projection = bp_camera_view_projection(&view.camera, (float)WIDTH / HEIGHT);
    return step(s, error) && bp_raster_begin(s->raster, &s->picture, &(bp_pass){.samples = 4}, error) &&
           bp_raster_clear(s->raster, &(bp_clear){.color = {40, 44, 52, 255}}, error) &&
           bp_raster_lines(s->raster, s->lines, s->line_count, &(bp_overlay){.transform = &projection},
                           error) &&
           bp_scene_draw_meshes(s->raster, &view, s->figure, error) && bp_raster_end(s->raster, NULL, error);
}

int main(int argc, char **argv) {
    static stage s;
    if (argc != 3) return 2;
    bp_error error = {0};
    if (!bp_gltf_read(NULL, argv[1], NULL, &s.model, NULL, &error)) return fail(&error);
    s.pose = bp_model_pose_create(s.model, &error);
    if (!s.pose) return fail(&error);

    /* A foot lands where it is farthest ahead. A stride is twice the way of a foot on the ground. */
    double first, length;
    bp_clip_span(s.model->clips[CLIP], &first, &length);
    bp_clip_event landings[2] = {{0, 0}, {0, 1}};
    float ahead[2] = {-1, -1}, behind[2] = {1, 1};
    for (int i = 0; i < 100; i++) {
        if (!bp_model_pose_set(s.pose, CLIP, length * i / 100, &error)) return fail(&error);
        for (int foot = 0; foot < 2; foot++) {
            float z = foot_at(&s, foot).z;
            if (z > ahead[foot]) ahead[foot] = z, landings[foot].time = length * i / 100;
            if (z < behind[foot]) behind[foot] = z;
        }
    }
    int hips = (int)bp_model_find_node(s.model, "hips");
    float stride = ahead[0] - behind[0] + ahead[1] - behind[1];
    bp_clip *ahead_clip = walk_ahead(s.model, hips, length, stride, &error);
    if (!ahead_clip) return fail(&error);
    bp_clip_destroy(s.model->clips[CLIP]);
    s.model->clips[CLIP] = ahead_clip;

    bp_motion *motion =
        bp_motion_extract(ahead_clip, &(bp_motion_options){.target = hips, .z = true}, &error);
    bp_model_figure *shown = motion ? bp_model_figure_create(NULL, s.pose, &error) : NULL;
    s.mixer = shown ? bp_mixer_create(s.pose, &error) : NULL;
    if (!s.mixer) return fail(&error);
    s.figure = bp_model_figure_get_figure(shown);
    s.layer = bp_mixer_play(s.mixer,
                            &(bp_mixer_options){.clip = CLIP,
                                                .motion = motion,
                                                .events = landings,
                                                .event_count = 2,
                                                .on_event = land,
                                                .user = &s},
                            &error);
    s.raster = bp_raster_create(NULL, &error);
    if (s.layer < 0 || !s.raster || !bp_framebuffer_create(NULL, WIDTH, HEIGHT, &s.picture, &error))
        return fail(&error);
    for (int i = 0; i < LINES; i++) {
        float at = (float)(i / 2) - 5, far = 5;
        s.lines[i] = (bp_line){.color = {90, 96, 110, 255}, .width = 1};
        s.lines[i].from = i % 2 ? bp_vec3_make(at, 0, -far) : bp_vec3_make(-far, 0, at);
        s.lines[i].to = i % 2 ? bp_vec3_make(at, 0, far) : bp_vec3_make(far, 0, at);
    }
    bp_image_sequence sequence = {.width = WIDTH,
                                  .height = HEIGHT,
                                  .count = FRAMES,
                                  .fps = FPS,
                                  .seconds = (double)FRAMES / FPS,
                                  .pixels = (bp_rgba8 *)s.picture.pixels,
                                  .stride = WIDTH,
                                  .draw = draw,
                                  .user = &s};
    bp_file file;
    if (!bp_sequence_encode_gif(NULL, &sequence, &file, &error) ||
        !bp_file_write(argv[2], file.data, file.size, &error))
        return fail(&error);
    printf("%zu footprints, a stride of %.2f m\n", s.line_count - LINES, (double)stride);

    bp_file_free(NULL, &file);
    bp_raster_destroy(s.raster);
    bp_framebuffer_destroy(NULL, &s.picture);
    bp_mixer_destroy(s.mixer);
    bp_model_figure_destroy(shown);
    bp_motion_destroy(motion);
    bp_model_pose_destroy(s.pose);
    bp_model_destroy(s.model);
    return 0;
}

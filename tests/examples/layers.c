/* Layers: the legs walk, the upper body fades to another clip, and the whole cross-fades.
 *
 *     layers assets/character.glb OUT.png */
#include <bindpose/gltf.h>
#include <bindpose/instance.h>
#include <bindpose/io.h>
#include <stdio.h>

static int fail(const bp_error *error) {
    fprintf(stderr, "%s: %s\n", error->place, error->message);
    return 1;
}

/* Draws some figures into a picture and saves it. */
static bool save(const char *path, bp_camera camera, bp_figure *const *figures, size_t count,
                 bp_error *error) {
    enum { WIDTH = 640, HEIGHT = 400 };
    bp_framebuffer frame = {0};
    bp_view view = {.camera = camera, .viewport = {0, 0, WIDTH, HEIGHT}, .show = BP_SHOW_MESH};
    bp_raster *raster = bp_raster_create(NULL, error);
    bool ok = raster && bp_framebuffer_create(NULL, WIDTH, HEIGHT, &frame, error) &&
              bp_raster_begin(raster, &frame, &(bp_pass){.samples = 4}, error) &&
              bp_raster_clear(raster, &(bp_clear){.color = {40, 44, 52, 255}}, error);
    for (size_t i = 0; ok && i < count; i++) ok = bp_scene_draw_meshes(raster, &view, figures[i], error);
    bp_image image = {.width = WIDTH, .height = HEIGHT, .pixels = (bp_rgba8 *)frame.pixels};
    ok = ok && bp_raster_end(raster, NULL, error) && bp_image_write_png(NULL, &image, path, error);
    bp_framebuffer_destroy(NULL, &frame);
    bp_raster_destroy(raster);
    return ok;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    bp_error error = {0};
    bp_model *model;
    if (!bp_gltf_read(NULL, argv[1], NULL, &model, NULL, &error)) return fail(&error);
    bp_model_pose *pose = bp_model_pose_create(model, &error);
    bp_model_figure *shown = pose ? bp_model_figure_create(NULL, pose, &error) : NULL;
    bp_mixer *mixer = shown ? bp_mixer_create(pose, &error) : NULL;
    if (!mixer) return fail(&error);

    /* The walk moves everything; another clip fades in above the spine, and halves what the walk does there. */
    float upper[256] = {0};
    if (model->node_count <= BP_COUNT(upper))
        bp_model_mask(model, bp_model_find_node(model, "spine"), 1, 0, upper);
    int last = (int)model->clip_count - 1;
    int walk = bp_mixer_play(mixer, &(bp_mixer_options){.clip = 0}, &error);
    int wave = bp_mixer_play(mixer, &(bp_mixer_options){.clip = last, .mask = upper, .fade = 0.3f}, &error);
    if (walk < 0 || wave < 0) return fail(&error);
    for (int frame = 0; frame < 60; frame++) {
        if (frame == 45) bp_mixer_cross_fade(mixer, walk, wave, 0.3f, false);
        if (!bp_mixer_update(mixer, 1 / 60.0, &error)) return fail(&error);
    }
    bp_mixer_state state;
    bp_mixer_read(mixer, walk, &state);
    printf("walk is at %.3f s with weight %.2f\n", state.seconds, (double)state.weight);

    bp_figure *figure = bp_model_figure_get_figure(shown);
    if (!bp_figure_pose(figure, &error)) return fail(&error);
    bp_camera camera = {.eye = {1, 1.4f, 3}, .target = {0, 0.9f, 0}};
    if (!save(argv[2], camera, &figure, 1, &error)) return fail(&error);
    bp_mixer_destroy(mixer);
    bp_model_figure_destroy(shown);
    bp_model_pose_destroy(pose);
    bp_model_destroy(model);
    return 0;
}

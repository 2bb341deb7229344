/* A crowd that blends and reaches: each character walks, waves more or less, and puts a hand on a point of
 * its own.
 *
 *     reach assets/character.glb COUNT OUT.png */
#include <bindpose/gltf.h>
#include <bindpose/ik.h>
#include <bindpose/instance.h>
#include <bindpose/io.h>
#include <bindpose/mixer.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 800, HEIGHT = 450, FRAMES = 30, WALK = 1, WAVE = 2 };

static int fail(const bp_error *error) {
    fprintf(stderr, "%s: %s\n", error->place, error->message);
    return 1;
}

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    size_t count = (size_t)atoi(argv[2]);
    bp_error error = {0};
    bp_model *model;
    bp_context *context = bp_context_create(NULL, &error);
    if (!context || !bp_gltf_read(context, argv[1], NULL, &model, NULL, &error)) return fail(&error);
    bp_model_pose *pose = bp_model_pose_create(model, &error);
    bp_model_figure *one = pose ? bp_model_figure_create(context, pose, &error) : NULL;
    if (!one) return fail(&error);
    bp_bounds box = bp_figure_bounds(bp_model_figure_get_figure(one));

    /* Each has a mixer and a controller of its own, on the bones of its own model. */
    bp_instance_frame *frames = calloc(count, sizeof *frames);
    bp_ik **arms = calloc(count, sizeof *arms);
    for (size_t i = 0; i < count; i++) {
        bp_instance *instance = frames[i].instance = bp_instance_create(context, one, &error);
        bp_mixer *mixer = instance ? bp_mixer_create(bp_instance_pose(instance), &error) : NULL;
        if (!mixer) return fail(&error);
        bp_mixer_options walk = {.clip = WALK, .start = 0.1 * (double)i}, wave = {.clip = WAVE};
        wave.weight = (float)(i + 1) / (float)count;
        if (bp_mixer_play(mixer, &walk, &error) < 0 || bp_mixer_play(mixer, &wave, &error) < 0)
            return fail(&error);
        bp_bone *forearm = bp_model_find_bone(bp_instance_model(instance), "forearm_left");
        if (!(arms[i] = bp_ik_create(context, forearm, NULL, &error))) return fail(&error);
        bp_mat4 world = bp_mat4_translation(bp_vec3_make(0.9f * (float)i, 0, 0));
        bp_figure_set_world(bp_instance_figure(instance), world);
        box = bp_bounds_union(box, bp_figure_bounds(bp_instance_figure(instance)));
        frames[i].mixer = mixer;
        frames[i].seconds = 1 / 30.0;
    }

    bp_framebuffer picture;
    bp_raster *raster = bp_raster_create(context, &error);
    if (!raster || !bp_framebuffer_create(context, WIDTH, HEIGHT, &picture, &error)) return fail(&error);
    bp_view view = {.viewport = {0, 0, WIDTH, HEIGHT}, .show = BP_SHOW_MESH};
    view.camera.target = bp_bounds_center(box);
    view.camera.eye = bp_vec3_add(view.camera.target, bp_vec3_make(0.3f, 0.3f, 1));
    bp_camera_fit(&view.camera, box, (float)WIDTH / HEIGHT);
    bp_mat4 projection = bp_camera_view_projection(&view.camera, (float)WIDTH / HEIGHT);
    float farthest = 0;
    for (int frame = 0; frame < FRAMES; frame++) {
        if (!bp_instances_pose(context, frames, count, &error) ||
            !bp_raster_begin(raster, &picture, &(bp_pass){.samples = 4}, &error) ||
            !bp_raster_clear(raster, &(bp_clear){.color = {40, 44, 52, 255}}, &error))
            return fail(&error);
        for (size_t i = 0; i < count; i++) {
            /* Asking for the model brings its bones to the blended pose; then the arm changes them. */
            bp_model *own = bp_instance_model(frames[i].instance);
            bp_figure *figure = bp_instance_figure(frames[i].instance);
            bp_vec3 goal = {0.25f, 1.2f + 0.4f * (float)i / (float)count,
                            0.35f}; /* in the character's space */
            float left;
            bp_ik_set_target(arms[i], goal);
            if (!bp_ik_update(arms[i], &left, &error)) return fail(&error);
            if (left > farthest) farthest = left;
            bp_skeleton_prepare(own->skeletons[0]);
            bp_vec3 at = bp_mat4_point(bp_figure_world(figure), goal);
            bp_line mark = {.from = at, .to = at, .color = {255, 90, 60, 255}, .width = 7};
            if (!bp_figure_pose(figure, &error) || !bp_scene_draw_meshes(raster, &view, figure, &error) ||
                !bp_raster_lines(raster, &mark, 1, &(bp_overlay){.transform = &projection, .hidden = 1},
                                 &error))
                return fail(&error);
        }
        if (!bp_raster_end(raster, NULL, &error)) return fail(&error);
    }
    printf("hands are at most %.4f m from their points\n", (double)farthest);
    bp_image image = {.width = WIDTH, .height = HEIGHT, .pixels = (bp_rgba8 *)picture.pixels};
    if (!bp_image_write_png(NULL, &image, argv[3], &error)) return fail(&error);

    bp_raster_destroy(raster);
    bp_framebuffer_destroy(context, &picture);
    for (size_t i = 0; i < count; i++) {
        bp_ik_destroy(arms[i]);
        bp_mixer_destroy(frames[i].mixer);
        bp_instance_destroy(frames[i].instance);
    }
    free(arms);
    free(frames);
    bp_model_figure_destroy(one);
    bp_model_pose_destroy(pose);
    bp_model_destroy(model);
    bp_context_destroy(context);
    return 0;
}

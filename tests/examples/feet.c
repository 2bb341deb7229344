/* Feet on uneven ground, and a head that looks: two-bone IK for the legs, the look-at controller for the head.
 *
 *     feet assets/character.glb OUT.png */
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

/* Moves a foot up by `height`, with the knee towards +Z. */
static bool step(bp_model *model, const char *shin, const char *foot, float height, bp_error *error) {
    bp_bone *lower = bp_model_find_bone(model, shin);
    bp_vec3 ankle = bp_bone_position_in(bp_model_find_bone(model, foot), BP_SPACE_WORLD, NULL);
    bp_vec3 knee = bp_bone_position_in(lower, BP_SPACE_WORLD, NULL), goal = ankle;
    bp_ik *ik = bp_ik_create(NULL, lower, &(bp_ik_options){.pole_fixed = true}, error);
    if (!ik) return false;
    goal.y += height;
    bp_ik_set_target(ik, goal);
    bp_ik_set_pole(ik, bp_vec3_add(knee, bp_vec3_make(0, 0, -3)));
    bool ok = bp_ik_update(ik, NULL, error);
    bp_skeleton_prepare(model->skeletons[0]);
    bp_vec3 now = bp_bone_position_in(bp_model_find_bone(model, foot), BP_SPACE_WORLD, NULL);
    printf("%s is %.4f m from its place on the ground\n", foot, (double)bp_vec3_distance(now, goal));
    bp_ik_destroy(ik);
    return ok;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    bp_error error = {0};
    bp_model *model;
    if (!bp_gltf_read(NULL, argv[1], NULL, &model, NULL, &error)) return fail(&error);
    bp_model_pose *pose = bp_model_pose_create(model, &error);
    bp_model_figure *shown = pose ? bp_model_figure_create(NULL, pose, &error) : NULL;
    bp_look_at *look =
        shown ? bp_look_at_create(NULL, bp_model_find_bone(model, "head"), NULL, &error) : NULL;
    if (!look) return fail(&error);
    bp_look_at_set_target(look, bp_vec3_make(2, 1, 2));
    if (!step(model, "shin_left", "foot_left", 0.25f, &error) ||
        !step(model, "shin_right", "foot_right", 0.05f, &error) || !bp_look_at_update(look, &error))
        return fail(&error);
    bp_figure *figure = bp_model_figure_get_figure(shown);
    if (!bp_figure_pose(figure, &error)) return fail(&error);
    bp_camera camera = {.eye = {1.6f, 1.2f, 2.6f}, .target = {0, 0.8f, 0}};
    if (!save(argv[2], camera, &figure, 1, &error)) return fail(&error);
    bp_look_at_destroy(look);
    bp_model_figure_destroy(shown);
    bp_model_pose_destroy(pose);
    bp_model_destroy(model);
    return 0;
}

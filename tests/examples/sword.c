/* A sword in the hand: a mesh that follows a bone, while the arm is rotated by code.
 *
 *     sword assets/character.glb OUT.png */
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
    bp_mesh *blade = bp_shape_box(NULL, &(bp_box_options){.size = {0.05f, 0.8f, 0.02f}}, &error);
    if (!shown || !blade) return fail(&error);
    bp_figure *figure = bp_model_figure_get_figure(shown);

    /* From the mesh to the hand: half a blade along +Y. The look-ups may give NULL: then the call says so. */
    bp_mat4 grip = bp_mat4_translation(bp_vec3_make(0, 0.4f, 0));
    bp_material steel = bp_material_default();
    steel.base_color = (bp_vec4){0.7f, 0.75f, 0.8f, 1};
    bp_bone *hand = bp_model_find_bone(model, "hand_right"),
            *arm = bp_model_find_bone(model, "upper_arm_right");
    if (!bp_figure_attach(figure, blade, hand, &grip, &steel, NULL, &error)) return fail(&error);

    /* The model comes from a file, so setting a bone sets its node too, and the rotation lasts. */
    if (!bp_bone_rotate(arm, bp_vec3_make(1, 0, 0), bp_radians(-70), BP_SPACE_WORLD, NULL, &error) ||
        !bp_figure_pose(figure, &error))
        return fail(&error);
    bp_vec3 at = bp_bone_position_in(hand, BP_SPACE_WORLD, NULL);
    printf("the hand is at %.2f %.2f %.2f\n", (double)at.x, (double)at.y, (double)at.z);
    bp_camera camera = {.eye = {-1.5f, 1.4f, 2.6f}, .target = {0, 0.9f, 0}};
    if (!save(argv[2], camera, &figure, 1, &error)) return fail(&error);
    bp_model_figure_destroy(shown);
    bp_mesh_destroy(blade);
    bp_model_pose_destroy(pose);
    bp_model_destroy(model);
    return 0;
}

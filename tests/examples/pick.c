/* Picking: which triangle and which bone are under a pixel.
 *
 *     pick assets/character.glb */
#include <bindpose/gltf.h>
#include <bindpose/instance.h>
#include <bindpose/pick.h>
#include <stdio.h>

static int fail(const bp_error *error) {
    fprintf(stderr, "%s: %s\n", error->place, error->message);
    return 1;
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    bp_error error = {0};
    bp_model *model;
    if (!bp_gltf_read(NULL, argv[1], NULL, &model, NULL, &error)) return fail(&error);
    bp_model_pose *pose = bp_model_pose_create(model, &error);
    bp_model_figure *shown = pose ? bp_model_figure_create(NULL, pose, &error) : NULL;
    if (!shown) return fail(&error);
    bp_camera camera = {.eye = {0, 1, 3}, .target = {0, 0.9f, 0}};
    bp_rect viewport = {0, 0, 640, 480};
    for (float y = 40; y < 480; y += 80) {
        bp_pick pick;
        bp_ray ray = bp_camera_ray(&camera, viewport, (bp_vec2){320, y});
        if (bp_figure_pick(bp_model_figure_get_figure(shown), ray, &pick))
            printf("pixel 320, %g: triangle %zu, bone %s, %.2f m away\n", (double)y, pick.triangle,
                   bp_bone_name(pick.bone), (double)pick.distance);
        else
            printf("pixel 320, %g: nothing\n", (double)y);
    }
    bp_model_figure_destroy(shown);
    bp_model_pose_destroy(pose);
    bp_model_destroy(model);
    return 0;
}

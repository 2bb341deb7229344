/* The clip that the viewer shows, as a GIF: seen by the same camera, with the user's changes. */
#include "viewer/model/model_controller.h"
#include "viewer/model/model_sequence.h"

enum { LONGEST_SIDE = 480, FPS = 25, SECONDS_MAX = 20 /* nothing else happens while it is written */ };

static bool pose(void *user, double seconds, bp_error *error) {
    bp_model_controller *controller = user;
    bp_pose_spec spec = bp_model_viewer_pose_spec(&controller->viewer);
    spec.seconds = seconds;
    return bp_loaded_model_pose(&controller->loaded, &spec, error) &&
           bp_figure_pose(bp_model_figure_get_figure(controller->loaded.figure), error);
}

static bp_model_picture picture_of(const bp_model_controller *controller) {
    const bp_loaded_model *loaded = &controller->loaded;
    return (bp_model_picture){.model = loaded->model,
                              .figure = bp_model_figure_get_figure(loaded->figure),
                              .theme = bp_theme_of(controller->viewer.core.settings.light),
                              .camera = controller->base.drawn.scenes[0].camera,
                              .show = bp_model_viewer_show(&controller->viewer),
                              .samples = 4,
                              .shadow = controller->layer.shadow,
                              .bounds = controller->bounds};
}

bool bp_model_controller_write_gif(bp_model_controller *controller, const char *path, bp_error *error) {
    const bp_model_play *play = &controller->viewer.play;
    const bp_context *context = controller->base.context;
    bp_model_sequence sequence = {.raster = controller->base.raster,
                                  .picture = picture_of(controller),
                                  .pose = pose,
                                  .user = controller,
                                  .length = bp_loaded_model_clip_length(&controller->loaded, play->clip),
                                  .fps = FPS};
    if (play->source != BP_POSE_FROM_CLIP)
        return bp_fail(error, BP_ERROR_ARGUMENT, NULL, "no animation plays; a GIF shows one");
    if (sequence.length > SECONDS_MAX)
        return bp_fail(error, BP_ERROR_ARGUMENT, NULL,
                       "the animation takes %.1f s; from here GIFs of up to %d s are written",
                       sequence.length, SECONDS_MAX);
    bp_model_sequence_plan(&sequence);
    bp_rect scene = controller->base.drawn.scenes[0].rect;
    int side = scene.width > scene.height ? scene.width : scene.height;
    int to = side < LONGEST_SIDE ? side : LONGEST_SIDE;
    bool ok = bp_framebuffer_create(context, (scene.width * to + side - 1) / side,
                                    (scene.height * to + side - 1) / side, &sequence.framebuffer, error) &&
              bp_model_sequence_write(&sequence, bp_sequence_encode_gif, path, error);
    bp_framebuffer_destroy(context, &sequence.framebuffer);
    controller->has_pose = false; /* the model has the clip's last pose */
    return ok;
}

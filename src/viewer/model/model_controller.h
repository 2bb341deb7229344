/* A model file in the viewer: the viewer's state, and the model in the pose of that state. */
#ifndef BP_VIEWER_MODEL_MODEL_CONTROLLER_H
#define BP_VIEWER_MODEL_MODEL_CONTROLLER_H

#include "viewer/controller.h"
#include "viewer/model/model_comparison.h"

typedef struct bp_model_controller {
    bp_controller base;
    bp_scene_layer layer;
    bp_loaded_model loaded;
    bp_model_viewer viewer;
    bp_model_comparison comparison;
    bp_bounds bounds;            /* what the camera is fitted to */
    bp_matrices before;          /* of the selected bone, before the last rotation by hand */
    bp_model_viewer pose_viewer; /* the viewer for which the model was posed */
    bool has_pose, fitted;
    unsigned posed; /* how often the figure was skinned */
    char title[160];
    char command[1100];     /* opens this file */
    bp_view_settings saved; /* as the settings file has them */
} bp_model_controller;

/* Reads the file. Close the controller even if this fails. Errors: the file; memory; a size out of range. */
bool bp_model_controller_open(bp_model_controller *controller, bp_context *context, const char *path,
                              int width, int height, bp_error *error);
void bp_model_controller_close(bp_model_controller *controller);

/* Begins with the saved settings. */
void bp_model_controller_load_settings(bp_model_controller *controller);
/* Describes what is shown (bp_window_client). */
void bp_model_controller_describe(void *controller, bp_json_writer *json);
/* Writes the clip that is shown as a GIF. Errors: no clip is shown, or a long one; memory; the file. */
bool bp_model_controller_write_gif(bp_model_controller *controller, const char *path, bp_error *error);
/* The window's title; borrowed until the next call. */
const char *bp_model_controller_title(bp_model_controller *controller);
/* One frame of a window whose client is a bp_model_controller. The doctor runs after the first picture. */
bool bp_model_controller_frame(void *controller, const bp_event *events, size_t count, double seconds,
                               bp_frame *out, bp_error *error);

#endif

/* The picture of a model file: what the window shows and what is written to PNG. */
#ifndef BP_VIEWER_MODEL_MODEL_VIEW_H
#define BP_VIEWER_MODEL_MODEL_VIEW_H

#include "viewer/controller.h"
#include "viewer/model/model_viewer.h"
#include "viewer/panels.h"
#include "viewer/stage_view.h"

typedef struct bp_model_layout {
    bp_rect title, card, timeline, keys;
    bp_rect panel; /* width 0: folded away */
    bool unfolded; /* the panel is open only for the findings */
} bp_model_layout;

typedef struct bp_model_comparison bp_model_comparison; /* model_comparison.h */

/* All that the picture is made from; borrowed. */
typedef struct bp_model_view {
    const bp_model_viewer *viewer;
    const bp_loaded_model *loaded;   /* in the viewer's pose, its figure skinned */
    const bp_matrices *before;       /* of the selected bone, before the last rotation by hand */
    bp_bounds bounds;                /* what the camera is fitted to */
    unsigned posed;                  /* changes whenever the figure is skinned again */
    bp_model_comparison *comparison; /* the repaired file, beside it; NULL: not now */
    bp_text_log *texts;              /* for tests; NULL: none */
} bp_model_view;

/* The scene as it was drawn last, without texts. Panels change more often than the scene, and picking reads
 * its depth. The raster's tile cache would not do: in each frame it transforms and compares all vertices, 0.5
 * ms for 58,000 triangles and 20 ms for 518,000. Copying the layer takes 0.2 ms. */
typedef struct bp_scene_layer {
    bp_framebuffer picture;  /* owned; of the window's size, with depth */
    char key[512];           /* what it was drawn from; all zero: nothing yet */
    bp_shadow *shadow;       /* owned; NULL until it is needed */
    bp_bounds shadow_bounds; /* the bounds, and the pose, that it was made for */
    unsigned shadow_posed;
} bp_scene_layer;

/* Draws into the controller's picture, which has the viewer's size, through `layer`, and fills its
 * `drawn`. Errors: memory. */
bool bp_model_view_draw(const bp_model_view *view, bp_controller *controller, bp_scene_layer *layer,
                        bp_error *error);

/* Its panels, each in a file of its own. */
void bp_panel_model_title(bp_ui *ui, const bp_model_view *view, bp_rect bar);
void bp_panel_timeline(bp_ui *ui, const bp_model_view *view, bp_rect rect, bp_rect *track);
void bp_panel_model_side(bp_ui *ui, const bp_model_view *view, bp_rect rect, bp_drawn_frame *drawn);
void bp_panel_findings(bp_ui *ui, const bp_model_view *view, bp_rect rect, bp_drawn_frame *drawn);
void bp_panel_model_keys(bp_ui *ui, const bp_model_view *view, const bp_model_layout *layout);
/* The weights of a vertex, in the lower left corner of the scene, and a ring around the vertex. */
void bp_panel_vertex(bp_ui *ui, const bp_model_view *view, const bp_placed_stage *scene,
                     bp_vertex_ref vertex);
/* The list of all clips, if it is open. */
void bp_panel_clips(bp_ui *ui, const bp_model_view *view, bp_rect scene, bp_drawn_frame *drawn);
/* A file name being typed, or why a file could not be opened, over the scene. */
void bp_panel_file(bp_ui *ui, const bp_model_view *view, bp_rect scene);

#endif

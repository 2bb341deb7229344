/* A shadow under a figure. */
#pragma once

#include <bindpose/scene.h>

/* A soft shadow on level ground, as of light from all of the sky. It doesn't depend on the camera. */
typedef struct bp_shadow bp_shadow;

/* A shadow of nothing. `context` is borrowed for its life. Errors: memory. */
bp_shadow *bp_shadow_create(const bp_context *context, bp_error *error);
void bp_shadow_destroy(bp_shadow *shadow);
/* Makes it that of a figure, as posed. `bounds`, in world space, are those of the figure in its usual pose:
 * the ground is at their lower side, and softness and height are in proportion to their radius. A part that
 * isn't skinned and reaches farther than two radii from their centre casts no shadow: it is ground, or a sky.
 * Neither does a blended material that is more than half transparent. Empty bounds: no shadow. Call it
 * between passes. Errors: memory; there is no shadow then. */
bool bp_shadow_update(bp_shadow *shadow, const bp_figure *figure, bp_bounds bounds, bp_error *error);
/* Draws it into a pass: over what stands below the figure, so after the meshes. It isn't visible from below
 * the ground. The pass borrows the shadow until it ends. Errors: a viewport without size (ARGUMENT); those of
 * bp_raster_draw. */
bool bp_scene_draw_shadow(bp_raster *raster, const bp_view *view, const bp_shadow *shadow, bp_error *error);

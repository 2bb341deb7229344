/* The comparison of motions (bindpose/tools.h) for pictures of it. */
#pragma once

#include <bindpose/tools.h>

/* The distance of every vertex of an instance in the two models as they are posed now, relative to `size`.
 * `distances` has the instance's vertex_count elements. */
bool bp_motion_diff_vertices(const bp_context *context, const bp_model_pose *a, const bp_model_pose *b,
                             size_t instance, double size, double *distances, bp_error *error);

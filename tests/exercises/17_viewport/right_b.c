/* Like the rasterizer: a scale and a centre for each axis; the scale of y is negative. */
#include "exercise.h"

void to_pixels(const bp_vec4 *clip, int count, screen_area viewport, bp_vec2 *pixel, float *depth) {
    const bp_vec2 scale = {viewport.width * 0.5f, viewport.height * -0.5f};
    const bp_vec2 center = {viewport.left + scale.x, viewport.top - scale.y};
    while (count-- > 0) {
        float inverse = 1 / clip[count].w;
        pixel[count] = (bp_vec2){clip[count].x * inverse * scale.x + center.x, clip[count].y * inverse * scale.y + center.y};
        depth[count] = clip[count].z * inverse;
    }
}
